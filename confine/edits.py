"""The six memory commands as pure text work: what a file becomes, and what the caller is told.

Semantics and wording follow the documentation of Anthropic's `memory_20250818` tool, so that a model which
knows that tool knows this one. Nothing here opens a file or judges a path: the door (`confine.door`) has
the old text from the hand and the path from the guard.

Lines end where the file's bytes say so (`\\n`); a lone carriage return is part of its line, as it is in the
tool's reference implementation, so that an edit changes no line that it does not name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["EditError", "Listed", "create", "insert", "listing", "must_be_free", "must_exist", "numbered", "replace"]

_MOST_LINES = 999_999


class EditError(Exception):
    """The command cannot be applied; the message is the answer to the caller."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a directory listing: path below the root of the view, and size in bytes."""

    path: str
    size: int


def create(shown: str, exists: bool, text: str) -> tuple[str, str]:
    """Return the new text and the answer for `create`."""
    if exists:
        raise EditError(f"Error: File {shown} already exists")
    return text, f"File created successfully at: {shown}"


def replace(shown: str, old: str | None, old_str: str, new_str: str) -> tuple[str, str]:
    """Return the new text and the answer for `str_replace`; the old string must stand there exactly once."""
    if old is None:
        raise EditError(f"Error: The path {shown} does not exist. Please provide a valid path.")
    count = old.count(old_str) if old_str else 0
    if count == 0:
        raise EditError(f"No replacement was performed, old_str `{old_str}` did not appear verbatim in {shown}.")
    if count > 1:
        lines = ", ".join(str(number) for number in _lines_with(old, old_str))
        raise EditError(
            f"No replacement was performed. Multiple occurrences of old_str `{old_str}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    at = old.index(old_str)
    new = old[:at] + new_str + old[at + len(old_str) :]
    return new, "The memory file has been edited.\n" + _snippet(new, at, len(new_str))


def insert(shown: str, old: str | None, line: int, text: str) -> tuple[str, str]:
    """Return the new text and the answer for `insert`: the text goes after that line, 0 is the top."""
    if old is None:
        raise EditError(f"Error: The path {shown} does not exist")
    lines = old.split("\n")
    count = len(lines) - (1 if old.endswith("\n") or not old else 0)
    if not 0 <= line <= count:
        raise EditError(
            f"Error: Invalid `insert_line` parameter: {line}. It should be within the range of lines of the "
            f"file: [0, {count}]"
        )
    head, tail = lines[:line], lines[line:]
    new = "\n".join(head + [text.removesuffix("\n")] + tail)
    return new, f"The file {shown} has been edited."


def must_exist(shown: str, exists: bool) -> None:
    """Refuse to delete or rename what is not there."""
    if not exists:
        raise EditError(f"Error: The path {shown} does not exist")


def must_be_free(shown: str, exists: bool) -> None:
    """Refuse to rename to a name that is taken."""
    if exists:
        raise EditError(f"Error: The destination {shown} already exists")


def numbered(shown: str, text: str, span: Sequence[int] | None = None) -> str:
    """Return a file as `view` shows it: numbered lines, all of them or a range (1-based, -1 is the end)."""
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        raise EditError(f"File {shown} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if span is not None:
        if len(span) != 2:
            raise EditError("Error: `view_range` must be two numbers: [start_line, end_line]")
        first, last = span[0], len(lines) if span[1] == -1 else span[1]
        if not 1 <= first <= len(lines) or last < first:
            raise EditError(
                f"Error: Invalid `view_range` parameter: {list(span)}. It should be within the range of lines of "
                f"the file: [1, {len(lines)}]"
            )
    rows = (f"{number:6d}\t{line}" for number, line in enumerate(lines[first - 1 : last], first))
    return f"Here's the content of {shown} with line numbers:\n" + "\n".join(rows)


def listing(shown: str, total: int, rows: Iterable[Listed]) -> str:
    """Return a directory as `view` shows it: itself first, then what lies up to two levels below it."""
    head = f"Here're the files and directories up to 2 levels deep in {shown}, excluding hidden items and node_modules:"
    lines = [f"{_size(total)}\t{shown}"]
    lines += [f"{_size(row.size)}\t{shown.rstrip('/')}/{row.path}" for row in rows]
    return "\n".join([head, *lines])


def _lines_with(text: str, part: str) -> list[int]:
    """Return the 1-based numbers of the lines in which an occurrence starts."""
    found, at = [], text.find(part)
    while at != -1:
        found.append(text.count("\n", 0, at) + 1)
        at = text.find(part, at + 1)
    return list(dict.fromkeys(found))


def _snippet(text: str, at: int, length: int) -> str:
    """Return the edited lines with four of context on each side, numbered."""
    lines = text.split("\n")
    first = max(text.count("\n", 0, at) - 4, 0)
    last = min(text.count("\n", 0, at + length) + 5, len(lines))
    return "\n".join(f"{number:6d}\t{line}" for number, line in enumerate(lines[first:last], first + 1))


def _size(size: int) -> str:
    """Return a size as `du -h` writes it."""
    amount, units = float(size), iter("KMGT")
    if amount < 1024:
        return str(size)
    unit = ""
    while amount >= 1024:
        amount, unit = amount / 1024, next(units)
    return f"{amount:.1f}{unit}"
