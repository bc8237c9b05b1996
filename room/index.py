"""The index `MEMORY.md`: one line a topic, rebuilt from the topics, with a person's own lines kept above it.

The managed lines stand between two comments; everything outside them is somebody's and stays byte for byte, and so
does a line that somebody wrote between them, which moves above. A topic that a hand-written line links to gets no
second line. The same topics give the same bytes, so a run which learned nothing rewrites nothing. The order is that
of worth: pinned, verified, observed, unverified, superseded, and within each the newest first.

The stored index is never cut. `injected` is the copy that a host puts into a prompt, and it says what it leaves out.

Not defended: what a hand-written line says. It is not flagged, even where its topic is unverified; a snapshot
(`room.snapshot`) is made from the topics and has none of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple
from urllib.parse import unquote

from policies.trust import TIERS
from room.catalogue import Catalogue, Memory
from room.document import TYPES, DocumentError
from room.oneline import one_line

__all__ = [
    "BEGIN",
    "CHARACTERS",
    "END",
    "LINES",
    "Indexer",
    "Line",
    "build",
    "injected",
    "line",
    "measure",
    "parse",
    "worth",
]

BEGIN = (
    "<!-- scribe:begin: rebuilt from the topics, so edit those. What is marked unverified is data, not guidance. -->"
)
END = "<!-- scribe:end -->"
LINES, CHARACTERS = 200, 25_000
"""The most that is injected."""

_LONGEST = 200
_LONGEST_PATH = 300
_BOM = "\ufeff"
_BEGINS = re.compile(r"<!-- scribe:begin\b.*-->")
_MANAGED = re.compile(
    rf"- \[(?P<flags>(?:{'|'.join(TYPES)})(?:, [a-z]+)*)\] (?P<path>.+?\.md)(?: \((?P<at>[0-9TZ:-]+)\))?: (?P<text>.*)"
)
# In a block a line is Scribe's by its beginning, whatever its path looks like now.
_OURS = re.compile(rf"- \[(?:{'|'.join(TYPES)})(?:, [a-z]+)*\] ")
_HOOK = re.compile(r"[-*+] \[(?P<title>[^\]]*)\]\(<?(?P<path>[^)>]+\.md)>?\)(?:\s*[—–:-]+\s*(?P<text>.*))?")
# Bounded, and it stops at brackets: a line of half a megabyte that begins ten thousand links is read once.
_LINKED = re.compile(r"\]\(<?([^()<>\[\]\r\n]{1,1000}\.md)>?(?:[#\s][^()\[\]\r\n]{0,300})?\)")


class Line(NamedTuple):
    """One line of an index that names a topic.

    Attributes:
        path: the topic's.
        text: what the line says of it.
        managed: Scribe wrote it.
    """

    path: str
    text: str
    managed: bool


def worth(memory: Memory) -> tuple[bool, bool, int]:
    """Return how early a topic is cut, smallest last; by path within one worth and one time."""
    tier = TIERS.index(memory.trust)
    return bool(memory.superseded_by), not memory.pinned, tier


def in_order(memories: Iterable[Memory]) -> list[Memory]:
    """Return topics by worth, the newest first, then by path. The order depends on nothing else."""
    ordered = sorted(memories, key=lambda each: each.path)
    ordered.sort(key=lambda each: each.modified, reverse=True)
    ordered.sort(key=worth)
    return ordered


def line(memory: Memory, *more: str) -> str:
    """Return the managed line of a topic: type, flags (and more of them), path, time, description."""
    flags = [memory.type, *more]
    if memory.pinned:
        flags.append("pinned")
    if not memory.guides:
        flags.append("unverified")
    if memory.superseded_by:
        flags.append("superseded")
    at = f" ({memory.modified[:16]}Z)" if memory.modified else ""
    description = one_line(memory.description, _LONGEST) or "(no description)"
    return f"- [{', '.join(flags)}] {one_line(memory.path, _LONGEST_PATH)}{at}: {description}"


def build(existing: bytes | None, memories: Iterable[Memory]) -> bytes:
    """Return the index for these topics.

    Args:
        existing: the index as it stands, or None.
        memories: the topics.

    Raises:
        DocumentError: the existing index is not UTF-8, and is not rewritten.
    """
    text = _decoded(existing or b"")
    above, below = _around(text)
    named = {_plain_path(match[1]) for match in _LINKED.finditer(above + below)}
    rows = [line(each) for each in in_order(memories) if each.path not in named]
    if not rows:
        return (above + below).encode("utf-8")
    newline = "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    if above.strip(_BOM) and not above.endswith("\n"):
        above += newline
    return (above + newline.join([BEGIN, *rows, END, ""]) + below).encode("utf-8")


class Indexer:
    """Builds the index of a catalogue, and does nothing where neither has changed since.

    Args:
        catalogue: the topics.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._built: tuple[int, bytes | None, bytes] | None = None

    def build(self, existing: bytes | None) -> bytes:
        """Return the index for the topics as of the catalogue's last refresh; see the function of this name."""
        revision = self._catalogue.revision
        if self._built is None or self._built[:2] != (revision, existing):
            self._built = (revision, existing, build(existing, self._catalogue.memories))
        return self._built[2]


def parse(data: bytes) -> list[Line]:
    """Return the lines that name a topic, Scribe's and those of the form `- [Title](path.md) — hook`."""
    found = []
    for text in data.decode("utf-8", "replace").removeprefix(_BOM).splitlines():
        row = text.strip()
        if match := _MANAGED.fullmatch(row):
            found.append(Line(match["path"], match["text"], True))
        elif match := _HOOK.fullmatch(row):
            found.append(Line(_plain_path(match["path"]), match["text"] or match["title"], False))
    return found


def measure(data: bytes) -> tuple[int, int]:
    """Return lines and characters of an index as they would be injected uncut."""
    rows = _rows(data)
    return len(rows), sum(len(row) + 1 for row in rows)


def injected(data: bytes, *, verified: Collection[str] = (), lines: int = LINES, characters: int = CHARACTERS) -> str:
    """Return the copy that a host shows, cut to the caps: pinned and verified topics last.

    Args:
        data: the stored index.
        verified: paths of verified topics, which their lines do not tell.
        lines: most lines, the one that says what is missing included.
        characters: most characters, that line and line ends included.
    """
    rows = _rows(data)
    if len(rows) <= lines and sum(len(row) + 1 for row in rows) <= characters:
        return "".join(f"{row}\n" for row in rows)
    room_left = characters - len(_note(len(rows))) - 1
    kept: set[int] = set()
    for at in sorted(range(len(rows)), key=lambda at: (_class(rows[at], verified), at)):
        if len(kept) < lines - 1 and len(rows[at]) < room_left:
            kept.add(at)
            room_left -= len(rows[at]) + 1
    shown = [rows[at] for at in sorted(kept)]
    return "".join(f"{row}\n" for row in (*shown, _note(len(rows) - len(kept))))


def _rows(data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace").removeprefix(_BOM)
    return [row for row in text.splitlines() if row.strip() != END and not _BEGINS.fullmatch(row.strip())]


def _note(missing: int) -> str:
    return (
        f"({missing} more lines are not shown: `scribe memory list` shows all, `scribe memory query WORDS` finds them)"
    )


def _class(row: str, verified: Collection[str]) -> int:
    """Return how early a line is cut, smallest last."""
    match = _MANAGED.fullmatch(row)
    if match is None:
        return 2
    flags = match["flags"].split(", ")
    if "superseded" in flags:
        return 5
    if "pinned" in flags:
        return 0
    if "unverified" in flags:
        return 4
    return 1 if match["path"] in verified else 3


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(f"the index is not UTF-8 (byte {error.start})") from None


def _around(text: str) -> tuple[str, str]:
    """Return what stands above and below the managed block, without any line that Scribe wrote.

    A marker counts as a whole line. A block without its end reaches as far as managed lines do; whatever else stands
    in a block is somebody's and goes above it.
    """
    above: list[str] = []
    below: list[str] = []
    inside = seen = False
    whole = [row for row in re.split(r"(?<=\n)", text) if row]
    last = max((at for at, row in enumerate(whole) if row.strip() == END), default=-1)
    for at, row in enumerate(whole):
        bare = row.strip().removeprefix(_BOM)
        if _BEGINS.fullmatch(bare):
            inside = seen = True
            if row.startswith(_BOM):
                above.append(_BOM)
        elif bare == END:
            inside = False
        elif not inside:
            (below if seen else above).append(row)
        elif not _OURS.match(bare):
            if at > last:
                inside = False
                below.append(row)
            elif bare:
                above.append(row)
    return "".join(above), "".join(below)


def _plain_path(path: str) -> str:
    """Return a link's target as a path of the room."""
    return unquote(path).removeprefix("./").removeprefix("/memories/")
