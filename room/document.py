"""One topic of a room: front matter and body, read leniently and written faithfully.

Topics come from Scribe, from hosts and from people with editors, so reading accepts what they all write: a
byte-order mark, any line end, `type` at the top or below `metadata`, `name` or `title`, unknown keys, or no
front matter at all. Writing changes only what it is told to: lines are spliced, not dumped again, so that
comments, order, unknown keys, line ends and a missing last line end stay as they are.

Not defended: bytes that are not UTF-8. They raise, and are never rewritten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from room import frontmatter
from room.frontmatter import Fields

__all__ = ["TYPES", "Document", "DocumentError"]

TYPES = ("user", "feedback", "project", "reference")
_BOM = "\ufeff"
_TOP = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)[ \t]*:")
_BELOW = re.compile(r"[ \t]+([A-Za-z_][A-Za-z0-9_-]*)[ \t]*:")
_LONGEST_DESCRIPTION = 200


class DocumentError(Exception):
    """These bytes are no topic. `reason` is a clause for a person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Document:
    """A topic.

    Attributes:
        bom: it began with a byte-order mark.
        newline: the line end that most of its lines have.
        front: the lines of the front matter without fences, with their line ends; None where there is none.
        fences: the opening and the closing fence line as they stand; "" where there is no front matter.
        body: what follows, with line ends as they are.
        fields: what the front matter says.
        problem: what is wrong with the front matter; "" if nothing is.
    """

    bom: bool
    newline: str
    front: tuple[str, ...] | None
    fences: tuple[str, str]
    body: str
    fields: Fields
    problem: str

    @classmethod
    def parse(cls, data: bytes) -> Document:
        """Read a topic.

        Raises:
            DocumentError: the bytes are not UTF-8.
        """
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise DocumentError(f"it is not UTF-8 (byte {error.start})") from None
        bom = text.startswith(_BOM)
        text = text[1:] if bom else text
        crlf = text.count("\r\n")
        newline = "\r\n" if crlf and 2 * crlf >= text.count("\n") else "\n"
        lines = _lines(text)
        end = _closing(lines)
        if end is None:
            return cls(bom, newline, None, ("", ""), text, {}, "")
        front = tuple(lines[1:end])
        block = "".join(line.rstrip("\r\n") + "\n" for line in front)
        fields, problem = frontmatter.read(block)
        body = "".join(lines[end + 1 :])
        return cls(bom, newline, front, (lines[0], lines[end]), body, fields, problem)

    @cached_property
    def _metadata(self) -> Fields:
        below = self.fields.get("metadata")
        return below if isinstance(below, dict) else {}

    def field(self, name: str) -> str:
        """Return a field from `metadata` or from the top, "" where it is in neither."""
        for place in (self._metadata, self.fields):
            if isinstance(value := place.get(name), str):
                return value
        return ""

    @property
    def type(self) -> str:
        """Return one of `TYPES`; whatever names none of them is a reference."""
        found = self.field("type").strip().lower()
        return found if found in TYPES else "reference"

    @property
    def description(self) -> str:
        """Return one line that says what the topic holds: its description, its name, or its first line."""
        for name in ("description", "name", "title"):
            if text := " ".join(self.field(name).split()):
                return text[:_LONGEST_DESCRIPTION]
        for line in self.body.splitlines():
            if text := " ".join(line.strip().lstrip("#>*- ").split()):
                return text[:_LONGEST_DESCRIPTION]
        return ""

    trust = property(lambda self: self.field("trust"))
    source = property(lambda self: self.field("source"))
    modified = property(lambda self: self.field("modified"))
    superseded_by = property(lambda self: self.field("superseded_by"))

    def stamp(self, *, description: str | None = None, modified: str | None = None, **metadata: str) -> bytes:
        """Return the topic's bytes with some fields set and everything else as it was.

        Args:
            description: one line.
            modified: UTC, seconds, "Z".
            metadata: fields below `metadata`; where a field stands at the top already, it is set there.
        """
        lines = list(self.front or ())
        for name, value in (("description", description), ("modified", modified)):
            if value is not None and self.fields.get(name) != value:
                _set_top(lines, name, value, self.newline)
        for name, value in metadata.items():
            # A line that says it already stays as it is, its comment included.
            if value in (self.fields.get(name), self._metadata.get(name)):
                continue
            if isinstance(self.fields.get(name), str):
                _set_top(lines, name, value, self.newline)
            else:
                _set_below(lines, self._metadata, name, value, self.newline)
        if self.front is None:
            fences = (f"---{self.newline}", f"---{self.newline}")
            body = self.body if not self.body or self.body[0] in "\r\n" else self.newline + self.body
        else:
            fences, body = self.fences, self.body
        text = fences[0] + "".join(lines) + fences[1] + body
        return ((_BOM if self.bom else "") + text).encode("utf-8")


def _lines(text: str) -> list[str]:
    """Return the lines with their ends; only line feeds end one, as U+2028 and friends are text here."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _closing(lines: list[str]) -> int | None:
    """Return the index of the closing fence, or None where there is no front matter."""
    if not lines or lines[0].rstrip() != "---":
        return None
    return next((at for at, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)


def _span(lines: list[str], at: int, end: int, inner: bool) -> int:
    """Return the end of the entry that begins at a line: what is indented deeper belongs to it."""
    depth = len(lines[at]) - len(lines[at].lstrip(" \t"))
    stop = at + 1
    for index in range(at + 1, end):
        line = lines[index]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if len(line) - len(line.lstrip(" \t")) > depth or (not inner and line.startswith("- ")):
            stop = index + 1
        else:
            break
    return stop


def _find(lines: list[str], pattern: re.Pattern[str], name: str, start: int, end: int) -> int | None:
    for index in range(start, end):
        match = pattern.match(lines[index])
        if match and match[1] == name:
            return index
    return None


def _set_top(lines: list[str], name: str, value: str, newline: str) -> None:
    entry = f"{name}: {_scalar(name, value)}{newline}"
    at = _find(lines, _TOP, name, 0, len(lines))
    if at is not None:
        lines[at : _span(lines, at, len(lines), inner=False)] = [entry]
    elif name == "description":
        lines.insert(0, entry)
    else:
        lines.append(entry)


def _set_below(lines: list[str], metadata: Fields, name: str, value: str, newline: str) -> None:
    entry = f"  {name}: {_scalar(name, value)}{newline}"
    at = _find(lines, _TOP, "metadata", 0, len(lines))
    if at is None:
        after = _find(lines, _TOP, "description", 0, len(lines))
        place = 0 if after is None else _span(lines, after, len(lines), inner=False)
        lines[place:place] = [f"metadata:{newline}", entry]
        return
    end = _span(lines, at, len(lines), inner=False)
    if lines[at].split(":", 1)[1].strip(" \t\r\n"):
        # A mapping in one line ({type: user}), or a scalar: it is written as lines, with what it said.
        kept = [f"  {key}: {_scalar(key, each)}{newline}" for key, each in metadata.items() if key != name]
        lines[at:end] = [f"metadata:{newline}", *kept, entry]
        return
    inner = _find(lines, _BELOW, name, at + 1, end)
    if inner is not None:
        indent = lines[inner][: len(lines[inner]) - len(lines[inner].lstrip(" \t"))]
        lines[inner : _span(lines, inner, end, inner=True)] = [indent + entry.lstrip(" ")]
        return
    first = next((line for line in lines[at + 1 : end] if _BELOW.match(line)), "  ")
    indent = first[: len(first) - len(first.lstrip(" \t"))] or "  "
    lines.insert(end, indent + entry.lstrip(" "))


def _scalar(name: str, value: str) -> str:
    one_line = " ".join(value.split())
    return one_line if name == "modified" else frontmatter.quoted(one_line)
