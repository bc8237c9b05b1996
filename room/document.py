"""One topic of a room: front matter and body, read leniently and written faithfully.

Topics come from Scribe, from hosts and from people with editors, so reading accepts what they all write: a byte-order
mark, any line end, `type` at the top or below `metadata`, `name` or `title`, unknown keys, or no front matter at all,
which makes a `reference` of it, described by its first line. Writing changes only what it is told to: lines are
spliced, not dumped again, so that comments, order, unknown keys, line ends and a missing last line end stay as they
are.

Whatever `stamp` makes is read back before it is handed out. Where the lines do not say what they should (a front
matter that is a single `{…}`, an anchor in the line that went), a new front matter is put above the old one, which
stays as text: nothing that somebody wrote is ever lost.

Not defended: bytes that are not UTF-8. They raise, and are never rewritten. What a topic says of its own trust is a
claim (`room.catalogue`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone

from room import frontmatter
from room.frontmatter import Fields
from room.splicing import CANONICAL_TIME, entry, set_below, set_top

__all__ = ["TYPES", "Document", "DocumentError"]

TYPES = ("user", "feedback", "project", "reference")

_BOM = "\ufeff"
_LONGEST = 1_000
_LONGEST_LINE = 200
_TOP = ("description", "modified", "name", "title")
"""Fields of the top level; all others belong below `metadata`."""

_OPENING = re.compile(r"---[ \t]*(?:\r\n?|\n)")
_CLOSING = re.compile(r"---[ \t]*(?:\r\n?|\n|\Z)")
_ANY_CLOSING = re.compile(r"(?:(?<=\n)|(?<=\r))(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)")
_LINES = re.compile(r"[^\r\n]*(?:\r\n?|\n)")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[Tt \t]+(\d\d:\d\d)(?::(\d\d)(?:[.,]\d*)?)?[ \t]*(?:([Zz])|([+-]\d\d)(?::?(\d\d))?)?)?"
)
_MARKS = "#>*-+=~| \t"
_FIRST = 20_000


class DocumentError(Exception):
    """These bytes are no topic. `reason` is a clause for a person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Document:
    """A topic. The texts of `mark`, `opening`, `block`, `closing` and `body` make up the file.

    Attributes:
        mark: the byte-order mark, or "".
        opening: the line of the opening fence; "" where there is no front matter.
        block: the lines between the fences.
        closing: the line of the closing fence.
        body: what follows, line ends as they are.
        fields: what the front matter says.
        problems: what is wrong with it, each a clause.
    """

    mark: str
    opening: str
    block: str
    closing: str
    body: str
    fields: Fields
    problems: tuple[str, ...] = ()

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
        mark = _BOM if text.startswith(_BOM) else ""
        opening = _OPENING.match(text, len(mark))
        if opening is None:
            return cls(mark, "", "", "", text[len(mark) :], {})
        start = opening.end()
        closing = _close(text, start)
        if closing is None:
            return cls(mark, "", "", "", text[len(mark) :], {}, ("its front matter has no end",))
        block = text[start : closing.start()]
        unified = block.replace("\r\n", "\n").replace("\r", "\n") if "\r" in block else block
        fields, problem = frontmatter.read(unified)
        if fields is None:
            # Two rulers with a sentence between them.
            return cls(mark, "", "", "", text[len(mark) :], {})
        problems = (problem,) if problem else ()
        return cls(mark, opening[0], block, closing[0], text[closing.end() :], fields, problems)

    def field(self, name: str) -> str:
        """Return a field from `metadata` or from the top level, "" where it is in neither."""
        below = self.fields.get("metadata")
        value = below.get(name) if isinstance(below, dict) else None
        if value is None:
            top = self.fields.get(name)
            value = top if isinstance(top, str) else ""
        return value

    @property
    def declared_type(self) -> str:
        """Return the type that the topic names, "" where it names none of `TYPES`."""
        found = self.field("type").strip().lower()
        return found if found in TYPES else ""

    @property
    def type(self) -> str:
        """Return one of `TYPES`; whatever names none of them is a reference."""
        return self.declared_type or "reference"

    @property
    def name(self) -> str:
        """Return the title that somebody gave it, on one line; "" if nobody did."""
        return _one_line(self._top("name") or self._top("title"))

    @property
    def description(self) -> str:
        """Return one line that says what the topic holds: its description, its name, or its first line."""
        return _one_line(self._top("description")) or self.name or self._first_line()

    @property
    def trust(self) -> str:
        """Return the tier that the topic claims; "" if it claims none."""
        return self.field("trust").strip()

    @property
    def source(self) -> str:
        """Return where the topic says it came from."""
        return _one_line(self.field("source"))

    @property
    def modified(self) -> str:
        """Return when it was changed, as it says itself: UTC, seconds, "Z"; "" where it says nothing of the kind."""
        said = self.field("modified").strip()
        return said if CANONICAL_TIME.fullmatch(said) else _as_utc(said)

    @property
    def superseded_by(self) -> str:
        """Return the topic that replaced this one; "" if none did."""
        return _one_line(self.field("superseded_by"))

    def stamp(
        self,
        *,
        type: str | None = None,
        trust: str | None = None,
        source: str | None = None,
        modified: str | None = None,
        description: str | None = None,
        **metadata: str,
    ) -> bytes:
        """Return the topic's bytes with some fields set and everything else as it was.

        A field is set where it stands; one that stands nowhere goes below `metadata`, description and time of
        change to the top. Values are made one line. The topic says the same of everything else afterwards.

        Args:
            type: one of `TYPES`.
            trust: a tier.
            source: where it came from.
            modified: UTC, seconds, "Z".
            description: what it holds.
            metadata: other fields, such as `superseded_by`.

        Raises:
            ValueError: a name that is no key.
        """
        asked = {
            "description": description,
            "type": type,
            "trust": trust,
            "source": source,
            **metadata,
            "modified": modified,
        }
        for name in asked:
            if not _NAME.fullmatch(name) or name == "metadata":
                raise ValueError(f"not a key: {name!r}")
        wanted = {name: _one_line(value, None) for name, value in asked.items() if value is not None}
        # A line that says it already stays as it is.
        changes = {name: value for name, value in wanted.items() if self._said(name) != value}
        if self.opening and not changes:
            return self._encoded(self.block)
        return (self._spliced(changes) if self.opening else None) or self._topped(wanted)

    def _spliced(self, changes: Mapping[str, str]) -> bytes | None:
        """Return the bytes with lines replaced and added, or None where they would not say what they should."""
        newline = self._newline()
        lines = _LINES.findall(self.block)
        expected: Fields = dict(self.fields)
        for name, value in changes.items():
            below = expected.get("metadata")
            if name in _TOP or not self._is_below(name):
                expected[name] = value
                set_top(lines, name, value, newline)
                continue
            if not set_below(lines, expected, name, value, newline):
                return None
            expected["metadata"] = {**(below if isinstance(below, dict) else {}), name: value}
        data = self._encoded("".join(lines))
        again = Document.parse(data)
        same = (again.fields, again.body) == (expected, self.body)
        return data if same and len(again.problems) <= len(self.problems) else None

    def _topped(self, wanted: Mapping[str, str]) -> bytes:
        """Return the bytes with a new front matter above everything there is."""
        newline = self._newline()
        below = self.fields.get("metadata")
        said = {key: each for key, each in below.items() if each is not None} if isinstance(below, dict) else {}
        inner = {key: _one_line(each, None) for key, each in said.items() if _NAME.fullmatch(key)}
        for name in ("type", "trust", "source", "superseded_by"):
            if value := _one_line(self.field(name), None):
                inner.setdefault(name, value)
        outer = {name: _one_line(value) for name in _TOP if (value := self._top(name))}
        for name, value in wanted.items():
            (outer if name in _TOP else inner)[name] = value
        modified = outer.pop("modified", None)
        lines = [entry(name, value, newline) for name, value in outer.items()]
        if inner:
            lines.append(f"metadata:{newline}")
            lines += [entry(name, value, newline, "  ") for name, value in inner.items()]
        if modified is not None:
            lines.append(entry("modified", modified, newline))
        fence = f"---{newline}"
        old = self.opening + self.block + self.closing + self.body
        return (self.mark + fence + "".join(lines) + fence + old).encode("utf-8")

    def _encoded(self, block: str) -> bytes:
        return (self.mark + self.opening + block + self.closing + self.body).encode("utf-8")

    def _newline(self) -> str:
        """Return the line end that most lines have."""
        text = self.opening + self.block + self.closing + self.body
        both = text.count("\r\n")
        counts = {"\n": text.count("\n") - both, "\r\n": both, "\r": text.count("\r") - both}
        return max(counts, key=lambda each: counts[each])

    def _is_below(self, name: str) -> bool:
        """Return whether a field belongs below `metadata`: unless it, or something else, stands at the top."""
        below = self.fields.get("metadata", "")
        if isinstance(below, dict) and isinstance(below.get(name), str):
            return True
        return not isinstance(self.fields.get(name), str) and (isinstance(below, dict) or below == "")

    def _said(self, name: str) -> str | None:
        below = self.fields.get("metadata")
        value = self.fields.get(name)
        if name not in _TOP and isinstance(below, dict) and isinstance(below.get(name), str):
            value = below.get(name)
        return value if isinstance(value, str) else None

    def _top(self, name: str) -> str:
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def _first_line(self) -> str:
        for line in self.body[:_FIRST].splitlines():
            text = _one_line(line.lstrip(_MARKS), _LONGEST_LINE)
            if text and not text.startswith(("```", "<!--")):
                return text
        return ""


def _close(text: str, start: int) -> re.Match[str] | None:
    """Return the closing fence. Only where there are other line ends or dots is every line looked at."""
    at = text.find("\n---", start - 1)
    while at != -1 and not (found := _CLOSING.match(text, at + 1)):
        at = text.find("\n---", at + 1)
    end = len(text) if at == -1 else at + 1
    if text.find("\r", start, end) == -1 and text.find("\n...", start - 1, end) == -1:
        return None if at == -1 else found
    return _ANY_CLOSING.search(text, start)


def _one_line(text: str, longest: int | None = _LONGEST) -> str:
    """Return a text as one line of UTF-8, without lone surrogates, which no file can hold."""
    whole = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
    return " ".join(whole.split())[:longest]


def _as_utc(text: str) -> str:
    """Return an ISO 8601 or YAML timestamp in UTC; one without a zone is taken for UTC, another text gives ""."""
    match = _TIME.fullmatch(text)
    if match is None:
        return ""
    day, minutes, seconds, _, hours, rest = match.groups()
    zone = f"{hours}:{rest or '00'}" if hours else "+00:00"
    try:
        moment = datetime.fromisoformat(f"{day}T{minutes or '00:00'}:{seconds or '00'}{zone}")
        return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError):
        return ""
