"""The catalogue: every topic of a room as admission, index, query and the user's commands see it.

It reads through the supervisor's own read-only handle and keeps what it parsed as long as a file's size, inode and
times stay the same, so a refresh with nothing changed costs a walk. What a file says of its own trust is a claim;
what counts is what the audit chain says of exactly these bytes. A file that the chain does not know (edited by hand,
brought by a repository, foreign) is `external-tool`, data and not guidance, until a person verifies it. A claim is
heard in one direction only: a file that calls itself less trusted than the chain does is believed.

Not defended: a change within the tick of a file system's clock is seen because young files are read twice, but not
one that keeps size and times by setting the clock back.
"""

from __future__ import annotations

import hashlib
import operator
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from policies.names import PINNED, normal_form
from policies.trust import GUIDANCE, TIERS, lowest
from room.discovery import Entry, Finding, Scan, read_file, scan
from room.document import TYPES, Document, DocumentError
from room.handles import Directory
from room.orders import LARGEST

__all__ = ["GUIDANCE", "MAX_TEXT", "UNKNOWN", "Catalogue", "Memory"]

UNKNOWN = "external-tool"
"""The tier of bytes that the chain does not know."""

MAX_TEXT = 128 << 20
"""Bytes of all topics that are read and kept. What a room holds beyond is listed by name."""

_SECOND = 1_000_000_000
_TICK = _SECOND // 10
"""Nanoseconds that two changes may be apart and have the same time: a kernel tick is at most 10 ms."""


@dataclass(frozen=True, slots=True)
class Memory:
    """One topic.

    Attributes:
        path: relative, "/" between segments; raw, whoever prints it sanitises it.
        type: `user`, `feedback`, `project` or `reference`.
        trust: the tier that counts: what the chain says, or what the file claims where that is less.
        description: one line.
        source: where it came from, as the file says.
        modified: UTC, seconds, "Z", as the file says; "" where it does not.
        pinned: it lies below `pinned/`.
        size: bytes.
        sha256: of its bytes, hex; "" for a file that was not read.
        body: its text below the front matter; "" for a file that was not read.
        superseded_by: the topic that replaced it; "" if none did.
        title: the name that somebody gave it in the front matter; "" if nobody did.
        claim: the tier that the file gives itself; "" where that is none.
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
    title: str = ""
    claim: str = ""

    @property
    def guides(self) -> bool:
        """Return whether it is guidance; otherwise it is data."""
        return self.trust in GUIDANCE

    @property
    def name(self) -> str:
        """Return the name that commands take: the path without its ending."""
        return self.path.removesuffix(".md")


@dataclass(frozen=True, slots=True)
class _Kept:
    """A topic as it was read, and what is odd about the file. `memory` is None for what cannot be a topic."""

    entry: Entry
    memory: Memory | None
    odd: str


class Catalogue:
    """The topics of one room.

    Args:
        root: the room's directory, or a descriptor of it; it stays the caller's.
        trusted: the tier of a path with exactly these bytes (SHA-256, hex), or None where the chain does not know them.
        rows: how far the chain has come, as any value. Trust is asked anew when it is another one; without this it is
            asked anew at every refresh, since a row appended meanwhile may vouch for the same bytes.
        clock: nanoseconds since the epoch.

    Attributes:
        memories: sorted by path, as of the last refresh.
        findings: what is in the room and no topic, or odd.
        revision: another number after each refresh that changed one of the two.
    """

    def __init__(
        self,
        root: Directory | int,
        *,
        trusted: Callable[[str, str], str | None],
        rows: Callable[[], object] | None = None,
        clock: Callable[[], int] = time.time_ns,
    ) -> None:
        self._root = root
        self._trusted = trusted
        self._rows = rows
        self._clock = clock
        self._scan: Scan | None = None
        self._asked: object = None
        self._kept: dict[str, _Kept] = {}
        self._young: frozenset[str] = frozenset()
        self._by_path: dict[str, Memory] = {}
        self._judgements: dict[str, tuple[Memory | None, Memory]] = {}
        self.memories: list[Memory] = []
        self.findings: list[Finding] = []
        self.revision = 0
        self.refresh()

    def refresh(self) -> None:
        """Look at the room again; only files that are not what they were are read.

        Raises:
            OSError: the room cannot be looked at at all.
        """
        asked = self._rows() if self._rows is not None else None
        found = scan(self._root, previous=self._scan)
        same = found is self._scan and not self._young
        if same and self._rows is not None and asked == self._asked:
            return
        if not same:
            self._read_all(found)
        self._scan, self._asked = found, asked
        memories = [self._judged(kept.memory) for kept in self._kept.values() if kept.memory is not None]
        odd = [Finding(kept.entry.path, "content", kept.odd) for kept in self._kept.values() if kept.odd]
        findings = [*found.findings, *odd]
        same = len(memories) == len(self.memories) and all(map(operator.is_, memories, self.memories))
        if self.revision and same and findings == self.findings:
            return
        self.memories, self.findings = memories, findings
        self._by_path = {memory.path: memory for memory in memories}
        self.revision += 1

    def get(self, path: str) -> Memory | None:
        """Return the topic at a path."""
        return self._by_path.get(path)

    def _read_all(self, found: Scan) -> None:
        """Read what is new or not what it was."""
        kept: dict[str, _Kept] = {}
        young = set()
        total = 0
        for entry in found.entries:
            known = self._kept.get(entry.path)
            if known is None or known.entry != entry or entry.path in self._young:
                # The moment before reading: a change after it that falls into the same tick looks like none.
                if _is_young(entry, self._clock()):
                    young.add(entry.path)
                fresh = self._read(entry, MAX_TEXT - total)
                known = fresh if known is None or fresh != known else known
            total += known.memory.size if known.memory is not None and known.memory.sha256 else 0
            kept[entry.path] = known
        self._kept = kept
        self._judgements = {path: each for path, each in self._judgements.items() if path in kept}
        self._young = frozenset(young)

    def _read(self, entry: Entry, left: int) -> _Kept:
        path = entry.path
        if entry.size > LARGEST:
            return _Kept(entry, _unread(entry), f"it is larger than {LARGEST} bytes: listed, never read or changed")
        if entry.size > left:
            return _Kept(entry, _unread(entry), f"the room holds more than {MAX_TEXT} bytes: listed and not read")
        try:
            data = read_file(self._root, path, LARGEST)
            document = Document.parse(data)
        except DocumentError as error:
            return _Kept(entry, None, f"{error.reason}: it is left as it is")
        except OSError as error:
            return _Kept(entry, None, f"it cannot be read: {error.strerror or error}")
        odd = [*document.problems]
        if entry.links > 1:
            odd.insert(0, f"it has {entry.links} names (hard links), of which one may be elsewhere")
        segments = path.split("/")
        memory = Memory(
            path,
            document.declared_type or _type_by_folder(segments),
            UNKNOWN,
            document.description or _bare_name(path),
            document.source,
            document.modified,
            _is_pinned(segments),
            len(data),
            hashlib.sha256(data).hexdigest(),
            document.body,
            document.superseded_by,
            document.name,
            claim if (claim := document.trust) in TIERS else "",
        )
        return _Kept(entry, memory, "; ".join(odd))

    def _judged(self, memory: Memory) -> Memory:
        """Return the memory with the trust that counts; the object of before where nothing about it is new."""
        vouched = self._trusted(memory.path, memory.sha256) if memory.sha256 else None
        trust = vouched if vouched in TIERS else UNKNOWN
        if memory.claim:
            trust = lowest((trust, memory.claim))
        if memory.trust == trust:
            return memory
        read, judged = self._judgements.get(memory.path, (None, memory))
        if read is not memory or judged.trust != trust:
            judged = replace(memory, trust=trust)
            self._judgements[memory.path] = (memory, judged)
        return judged


def _is_young(entry: Entry, now: int) -> bool:
    """Return whether a file was changed so lately that another change could leave its times as they are.

    Whole seconds are how a file system with a coarse clock looks (FAT: two seconds, HFS+ and some network ones: one).
    """
    coarse = entry.mtime_ns % _SECOND == 0 and entry.ctime_ns % _SECOND == 0
    return now - max(entry.mtime_ns, entry.ctime_ns) < (2 * _SECOND if coarse else _TICK)


def _unread(entry: Entry) -> Memory:
    """Return what is shown of a file that is not read."""
    segments = entry.path.split("/")
    kind, pinned = _type_by_folder(segments), _is_pinned(segments)
    return Memory(entry.path, kind, UNKNOWN, _bare_name(entry.path), "", "", pinned, entry.size, "", "")


def _bare_name(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _is_pinned(segments: list[str]) -> bool:
    return normal_form(segments[0]) == PINNED


def _type_by_folder(segments: list[str]) -> str:
    """Return the type that a topic's directory names, as Qwen Code lays topics out; else `reference`."""
    return next((segment for segment in segments if segment in TYPES), "reference")
