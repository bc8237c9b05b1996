"""Changing one member of a JSON file without rewriting the rest of it.

A person's settings keep their order, indentation, line ends and whatever else the text has: what is new is put between
two bytes of it, and what goes is cut out. Every result is parsed again and compared with what the change should mean;
a text that does not mean it is an error and nothing is written. Pure.

Not defended: comments. JSON has none, and a file with comments is refused as what it is not.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

__all__ = ["Span", "SpliceError", "append", "cut", "put", "read", "spans"]

_SPACE = re.compile(r"[ \t\r\n]*")
_DEEPEST = 200


class SpliceError(ValueError):
    """The text is no JSON object with one name a member, or cannot be changed where it should be."""


class Span(NamedTuple):
    """Where a member of an object, or an element of an array, stands.

    Attributes:
        key: the member's name, or the element's index.
        start: where it begins (the quote of its name).
        value: where its value begins.
        end: behind its value.
    """

    key: str | int
    start: int
    value: int
    end: int


def read(text: str) -> dict[str, Any]:
    """Parse a text strictly: an object, no name twice in any object, no NaN.

    Raises:
        SpliceError: it is anything else.
    """
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_constant)
    except RecursionError:
        raise SpliceError("it is nested too deeply") from None
    except ValueError as error:
        raise SpliceError(str(error)) from None
    if not isinstance(found, dict):
        raise SpliceError("it is no object")
    return found


def spans(text: str, at: int) -> tuple[list[Span], int]:
    """Return the members or elements of the container that begins at a place, and the place of its last bracket.

    Args:
        text: valid JSON.
        at: where the bracket is.
    """
    decode = json.JSONDecoder().raw_decode
    closing = "}" if text[at] == "{" else "]"
    found: list[Span] = []
    here = _skip(text, at + 1)
    while text[here] != closing:
        start = here
        key: str | int = len(found)
        if closing == "}":
            key, here = decode(text, here)
            here = _skip(text, _skip(text, here) + 1)
        _, end = decode(text, here)
        found.append(Span(key, start, here, end))
        here = _skip(text, end)
        if text[here] == ",":
            here = _skip(text, here + 1)
    return found, here


def put(text: str, at: int, name: str, value: Any) -> str:
    """Put a new last member into the object that begins at a place."""
    return _insert(text, at, value, f"{json.dumps(name)}: ")


def append(text: str, at: int, value: Any) -> str:
    """Put a new last element into the array that begins at a place."""
    return _insert(text, at, value, "")


def cut(text: str, at: int, key: str | int) -> str:
    """Take a member or an element out of the container that begins at a place, with the comma that it no longer needs.

    Raises:
        KeyError: it is not there.
    """
    found, last = spans(text, at)
    for index, span in enumerate(found):
        if span.key == key:
            if len(found) == 1:
                return text[: at + 1] + text[last:]
            if index:
                return text[: found[index - 1].end] + text[span.end :]
            return text[: span.start] + text[found[1].start :]
    raise KeyError(key)


def _insert(text: str, at: int, value: Any, name: str) -> str:
    found, last = spans(text, at)
    newline = "\r\n" if "\r\n" in text else "\n"
    step = _step(text)
    if found:
        before = text[_skip_back(text, found[-1].start) : found[-1].start]
        if "\n" not in before:
            # Everything stands on one line: so does what is new.
            return f"{text[: found[-1].end]}, {name}{json.dumps(value)}{text[found[-1].end :]}"
        indent = before.rpartition("\n")[2]
        new = f",{newline}{indent}{name}{_dumped(value, step, indent, newline)}"
        return text[: found[-1].end] + new + text[found[-1].end :]
    outer = _indent_of(text, at)
    indent = outer + step
    body = f"{newline}{indent}{name}{_dumped(value, step, indent, newline)}{newline}{outer}"
    return text[: at + 1] + body + text[last:]


def _dumped(value: Any, step: str, indent: str, newline: str) -> str:
    lines = json.dumps(value, indent=step, ensure_ascii=False).split("\n")
    return newline.join([lines[0], *(indent + line for line in lines[1:])])


def _step(text: str) -> str:
    """Return one step of the text's indentation: that of its first indented line, or two spaces."""
    found = re.search(r"\n([ \t]+)[\"\]}]", text)
    return found[1] if found else "  "


def _indent_of(text: str, at: int) -> str:
    """Return the indentation of the line that a place stands on."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def _skip_back(text: str, at: int) -> int:
    while at and text[at - 1] in " \t\r\n":
        at -= 1
    return at


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise SpliceError("an object has two members of one name")
    return found


def _constant(name: str) -> Any:
    raise SpliceError(f"{name} is no JSON")
