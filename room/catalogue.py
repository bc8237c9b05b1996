"""The catalogue: every topic of a room as admission, index, query and the user's commands see it.

It reads through the supervisor's own read-only handle and keeps what it parsed as long as a file's stamp
stays the same, so a refresh with nothing changed costs a walk. What a file says of its own trust is a
claim; what counts is what the audit chain says of exactly these bytes. A file that the chain does not know
(edited by hand, brought by a repository, foreign) is `external-tool`, data and not guidance, until a person
verifies it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from room.discovery import INDEX, Entry, Finding, read_file, scan
from room.document import Document, DocumentError
from room.orders import LARGEST

__all__ = ["GUIDANCE", "UNKNOWN", "Catalogue", "Memory"]

UNKNOWN = "external-tool"
GUIDANCE = ("user-verified", "operator", "user-observed")
"""The tiers whose memories guide; all others are shown as data."""

_PINNED = "pinned/"


@dataclass(frozen=True)
class Memory:
    """One topic.

    Attributes:
        path: relative, "/" between segments.
        type: `user`, `feedback`, `project` or `reference`.
        trust: the tier that the chain vouches for, never what the file claims.
        description: one line.
        source: where it came from, as the file says.
        modified: as the file says; "" where it does not.
        pinned: it lies below `pinned/`.
        size: bytes.
        sha256: of its bytes, hex.
        body: its text below the front matter; "" for a file that is too large to be read.
        superseded_by: the topic that replaced it; "" if none did.
    """

    path: str
    type: str
    trust: str
    description: str
    source: str
    modified: str
    pinned: bool
    size: int
    sha256: str
    body: str
    superseded_by: str = ""

    @property
    def guides(self) -> bool:
        """Return whether it is guidance; otherwise it is data."""
        return self.trust in GUIDANCE

    @property
    def name(self) -> str:
        """Return the name that commands take: the path without its ending."""
        return self.path.removesuffix(".md")


class Catalogue:
    """The topics of one room.

    Args:
        root_fd: the room's root; it stays the caller's.
        trusted: the tier of a path with exactly these bytes, or None where the chain does not know them.

    Attributes:
        memories: sorted by path, as of the last refresh.
        findings: what is in the room and no topic.
    """

    def __init__(self, root_fd: int, *, trusted: Callable[[str, str], str | None]) -> None:
        self._root_fd = root_fd
        self._trusted = trusted
        self._kept: dict[str, tuple[tuple[int, int, int, int], Memory | None, str]] = {}
        self.memories: list[Memory] = []
        self.findings: list[Finding] = []
        self.refresh()

    def refresh(self) -> None:
        """Look at the room again; only files with another stamp are read."""
        found = scan(self._root_fd)
        self.findings = list(found.findings)
        kept = {}
        for entry in found.entries:
            if entry.path == INDEX:
                continue
            known = self._kept.get(entry.path)
            if known is None or known[0] != entry.stamp:
                known = (entry.stamp, *self._read(entry))
            kept[entry.path] = known
            if known[2]:
                self.findings.append(Finding(entry.path, "content", known[2]))
        self._kept = kept
        # Trust is asked anew each time: a row that was appended since may vouch for the same bytes.
        self.memories = [self._vouched(memory) for _, memory, _ in kept.values() if memory is not None]
        if found.unnamed:
            self.findings.append(Finding("", "caps", f"{found.unnamed} more findings are not shown"))

    def get(self, path: str) -> Memory | None:
        """Return the topic at a path."""
        return next((each for each in self.memories if each.path == path), None)

    def _vouched(self, memory: Memory) -> Memory:
        trust = self._trusted(memory.path, memory.sha256) or UNKNOWN
        if trust == memory.trust:
            return memory
        return Memory(**{**memory.__dict__, "trust": trust})

    def _read(self, entry: Entry) -> tuple[Memory | None, str]:
        """Return the topic and what is odd about the file; None for what cannot be shown at all."""
        pinned = entry.path.startswith(_PINNED)
        if entry.size > LARGEST:
            note = f"it is larger than {LARGEST} bytes: listed, never read or changed"
            name = entry.path.rpartition("/")[2]
            return Memory(entry.path, "reference", UNKNOWN, name, "", "", pinned, entry.size, "", ""), note
        try:
            data = read_file(self._root_fd, entry.path, LARGEST)
            document = Document.parse(data)
        except DocumentError as error:
            return None, error.reason
        except OSError as error:
            return None, f"it cannot be read: {error.strerror or error}"
        note = "it has more than one name (a hard link)" if entry.links > 1 else document.problem
        memory = Memory(
            entry.path,
            document.type,
            UNKNOWN,
            document.description or entry.path.rpartition("/")[2].removesuffix(".md"),
            document.source,
            document.modified,
            pinned,
            len(data),
            hashlib.sha256(data).hexdigest(),
            document.body,
            document.superseded_by,
        )
        return memory, note
