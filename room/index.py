"""The index `MEMORY.md`: one line a topic, rebuilt from the topics, with a person's own lines kept above it.

The managed lines stand between two comments. Everything outside them is somebody's, and stays byte for
byte. The same topics give the same bytes, so that a run which learned nothing rewrites nothing. A
description is a stranger's text in a file that agents read, so it is made one harmless line: it cannot end
the block, start a heading or open a link.

The stored index is never cut. `injected` is the copy that a host puts into a prompt, and says what it
leaves out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from room.catalogue import Memory

__all__ = ["BEGIN", "END", "Line", "build", "injected", "line", "parse"]

BEGIN = "<!-- scribe: what follows is rebuilt from the topics; edit those -->"
END = "<!-- scribe: end -->"

_LINES, _CHARACTERS = 200, 25_000
_MANAGED = re.compile(r"- \[(?P<flags>[a-z, ★]+)\] (?P<path>.+?\.md)(?: \((?P<at>[0-9TZ:-]+)\))?: (?P<text>.*)")
_HOOK = re.compile(r"- \[(?P<title>[^\]]*)\]\((?P<path>[^)]+\.md)\)(?:\s*[—–:-]+\s*(?P<text>.*))?")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an index, whoever wrote it."""

    path: str
    text: str


def line(memory: Memory) -> str:
    """Return the managed line of a topic: type, flags, path, time, description."""
    flags = [memory.type]
    if memory.pinned:
        flags.append("pinned")
    if not memory.guides:
        flags.append("data, unverified")
    if memory.superseded_by:
        flags.append("superseded")
    at = f" ({memory.modified[:16]}Z)" if re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", memory.modified) else ""
    return f"- [{', '.join(flags)}] {_harmless(memory.path)}{at}: {_harmless(memory.description)}"


def build(existing: bytes | None, memories: Iterable[Memory]) -> bytes:
    """Return the index for these topics.

    Args:
        existing: the index as it stands, or None. Lines outside the managed block are kept verbatim.
        memories: the topics.
    """
    before, after = _around(existing or b"")
    ordered = sorted(memories, key=lambda each: (not each.pinned, bool(each.superseded_by), each.path))
    rows = [line(each) for each in ordered]
    if not rows and not before.strip() and not after.strip():
        return existing or b""
    block = "\n".join([BEGIN, *rows, END, ""]).encode("utf-8")
    if before and not before.endswith(b"\n"):
        before += b"\n"
    return before + block + after


def parse(data: bytes) -> list[Line]:
    """Return the lines that name a topic, managed or in the form `- [Title](path.md) — hook`."""
    found = []
    for text in data.removeprefix(_BOM).decode("utf-8", "replace").splitlines():
        for pattern in (_MANAGED, _HOOK):
            if match := pattern.fullmatch(text.strip()):
                found.append(Line(match["path"], match["text"] or ""))
                break
    return found


def injected(data: bytes, *, lines: int = _LINES, characters: int = _CHARACTERS) -> str:
    """Return the copy that a host shows: cut to the caps, with pinned and verified lines cut last.

    Args:
        data: the stored index.
        lines: most lines, the one that says what is missing included.
        characters: most characters.
    """
    rows = [each for each in data.decode("utf-8", "replace").splitlines() if each not in (BEGIN, END)]
    if len(rows) <= lines and sum(len(each) + 1 for each in rows) <= characters:
        return "\n".join(rows)
    kept: set[int] = set()
    room_left = characters - 120
    for at in sorted(range(len(rows)), key=lambda each: (_dispensable(rows[each]), each)):
        if len(kept) < lines - 1 and len(rows[at]) + 1 <= room_left:
            kept.add(at)
            room_left -= len(rows[at]) + 1
    missing = len(rows) - len(kept)
    note = f"({missing} more lines are not shown; `scribe memory list` shows all, `scribe memory query` finds them)"
    return "\n".join([*(rows[at] for at in sorted(kept)), note])


def _dispensable(row: str) -> int:
    match = _MANAGED.fullmatch(row)
    if match is None:
        return 1
    if "pinned" in match["flags"]:
        return 0
    return 3 if "unverified" in match["flags"] or "superseded" in match["flags"] else 2


def _around(existing: bytes) -> tuple[bytes, bytes]:
    """Return what stands before and after the managed block; a block without its end reaches to the last row."""
    begin = existing.find(BEGIN.encode())
    if begin == -1:
        return existing, b""
    end = existing.find(END.encode(), begin)
    if end != -1:
        rest = existing[end + len(END.encode()) :]
        return existing[:begin], rest.removeprefix(b"\r\n").removeprefix(b"\n")
    kept: Sequence[bytes] = existing[begin:].splitlines(keepends=True)[1:]
    own = [each for each in kept if not _MANAGED.fullmatch(each.decode("utf-8", "replace").strip())]
    return existing[:begin], b"".join(own)


def _harmless(text: str) -> str:
    """Return a stranger's text as one line of a list that ends nothing and starts nothing."""
    shown = "".join(
        " " if unicodedata.category(each) in ("Cc", "Zl", "Zp", "Cs") else each
        for each in text
        if unicodedata.category(each) != "Cf" or each in "\u200c\u200d"
    )
    shown = " ".join(shown.split())
    return shown.replace("<!--", "< !--").replace("-->", "-- >").replace("](", "] (")
