"""Splicing: fields set in the lines of a front matter, every other line as it was.

`room.document` calls this and reads the result back: whether the lines now say what they should is judged there, so
nothing here needs to understand all of YAML. What cannot be spliced line by line is answered with None.
"""

from __future__ import annotations

import re

from room.frontmatter import Fields, quoted

__all__ = ["CANONICAL_TIME", "entry", "set_below", "set_top"]

CANONICAL_TIME = re.compile(r"\d{4}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-6]\dZ")
"""A time in UTC, in whole seconds. It stands in a file without quotes, as it does everywhere."""

_KEY = re.compile(r"([ \t]*)([\"']?)([A-Za-z_][A-Za-z0-9_-]*)\2[ \t]*:(?=[ \t\r\n]|$)")
# Key and colon, one scalar on the line, a comment, the line end. The comment is what makes it worth the trouble.
_SCALAR = re.compile(
    r"([^:]*:)(?:[ \t]+(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\s\"'#&*!|>{\[%@`](?:[^\r\n#]|(?<=\S)#)*?))?"
    r"([ \t]+#[^\r\n]*)?[ \t]*([\r\n]*)"
)
_FLOW = re.compile(r"[^:]*:[ \t]+\{[^#\r\n]*\}[ \t]*[\r\n]*")
_PROPERTIES = re.compile(r"(?:[&!]\S*[ \t]*)*(?:#.*)?")


def entry(name: str, value: str, newline: str, indent: str = "") -> str:
    """Return a line that says a field."""
    return f"{indent}{name}: {_scalar(value)}{newline}"


def _scalar(value: str) -> str:
    return value if CANONICAL_TIME.fullmatch(value) else quoted(value)


def set_top(lines: list[str], name: str, value: str, newline: str) -> None:
    """Set a field at the top level: in its own line, or the description as the first and others as the last line."""
    at = _find(lines, name, 0, len(lines), top=True)
    if at is not None:
        _replace(lines, at, len(lines), value)
    elif name == "description":
        lines.insert(0, entry(name, value, newline))
    else:
        lines.append(entry(name, value, newline))


def set_below(lines: list[str], fields: Fields, name: str, value: str, newline: str) -> bool:
    """Set a field below `metadata`, which is made after the description where it is missing.

    Args:
        lines: the front matter, changed in place.
        fields: what it says.
        name: the field.
        value: its text, one line.
        newline: the line end for new lines.

    Returns:
        False where `metadata` is written in a way that cannot be spliced.
    """
    at = _find(lines, "metadata", 0, len(lines), top=True)
    if at is None:
        after = _find(lines, "description", 0, len(lines), top=True)
        place = 0 if after is None else _span(lines, after, len(lines))
        lines[place:place] = [f"metadata:{newline}", entry(name, value, newline, "  ")]
        return True
    end = _span(lines, at, len(lines))
    rest = lines[at].partition(":")[2].strip()
    if rest and not _PROPERTIES.fullmatch(rest):
        return end == at + 1 and _unfold(lines, at, fields, name, value, newline)
    inner = _find(lines, name, at + 1, end, top=False)
    if inner is not None:
        _replace(lines, inner, end, value)
        return True
    first = next((match[1] for line in lines[at + 1 : end] if (match := _KEY.match(line))), "  ")
    lines.insert(end, entry(name, value, newline, first))
    return True


def _unfold(lines: list[str], at: int, fields: Fields, name: str, value: str, newline: str) -> bool:
    """Write a mapping that stands in one line, `{type: user}`, as lines, if it is made of texts alone."""
    said = fields.get("metadata")
    if not isinstance(said, dict) or not _FLOW.fullmatch(lines[at]):
        return False
    # What is no text is left out here, and found missing when the result is read back.
    texts = {key: each for key, each in said.items() if each is not None}
    lines[at : at + 1] = [
        f"metadata:{newline}",
        *(entry(quoted(key), each, newline, "  ") for key, each in {**texts, name: value}.items()),
    ]
    return True


def _find(lines: list[str], name: str, start: int, end: int, *, top: bool) -> int | None:
    """Return the line in which a key stands. Of two that are the same the last one counts, as in YAML's readers."""
    for at in range(end - 1, start - 1, -1):
        match = _KEY.match(lines[at])
        if match and match[3] == name and (not match[1]) == top:
            return at
    return None


def _replace(lines: list[str], at: int, end: int, value: str) -> None:
    stop = _span(lines, at, end)
    match = _SCALAR.fullmatch(lines[at]) if stop == at + 1 else None
    ending = lines[at][len(lines[at].rstrip("\r\n")) :]
    if match:
        lines[at] = f"{match[1]} {_scalar(value)}{match[2] or ''}{ending}"
    else:
        head = _KEY.match(lines[at])
        lines[at:stop] = [f"{head[0] if head else ''} {_scalar(value)}{ending}"]


def _span(lines: list[str], at: int, end: int) -> int:
    """Return the end of the entry that begins at a line: what is indented deeper belongs to it, and list items do."""
    depth = _depth(lines[at])
    stop = at + 1
    for index in range(at + 1, end):
        line = lines[index]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        deeper = _depth(line) > depth or (_depth(line) == depth and line.lstrip(" ").startswith("- "))
        if not deeper:
            break
        stop = index + 1
    return stop


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
