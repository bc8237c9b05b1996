"""The six memory commands as pure text work: what a file becomes, and what the caller is told.

Semantics and wording are those of Anthropic's `memory_20250818` tool as the SDK's own file-system tool has them, so
that a model which knows that tool knows this one (a test compares the two, command by command). Nothing here opens a
file or judges a path: the door (`confine.door`) has the old text from the hand and the path from the guard.

Lines end where the file's bytes say so (`\\n`); a lone carriage return is part of its line, as it is in the
tool's reference implementation, so that an edit changes no line that it does not name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = [
    "EditError",
    "Listed",
    "create",
    "insert",
    "listing",
    "must_be_a_file",
    "must_be_free",
    "must_exist",
    "numbered",
    "replace",
]

_MOST_LINES = 999_999
_CONTEXT = 2
"""Lines that are shown before and after an edit."""


class EditError(Exception):
    """The command cannot be applied; the message is the answer to the caller."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a directory listing.

    Attributes:
        path: below the directory that is viewed.
        size: bytes; of a directory, as the file system has it.
        directory: it is one.
    """

    path: str
    size: int
    directory: bool = False


def create(shown: str, exists: bool, text: str) -> tuple[str, str]:
    """Return the new text and the answer for `create`."""
    if exists:
        raise EditError(f"File {shown} already exists")
    return text, f"File created successfully at: {shown}"


def replace(shown: str, old: str, old_str: str, new_str: str) -> tuple[str, str]:
    """Return the new text and the answer for `str_replace`; the old string must stand there exactly once."""
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
    said = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
    return new, said + _snippet(new, old.count("\n", 0, at))


def insert(shown: str, old: str, line: int, text: str) -> tuple[str, str]:
    """Return the new text and the answer for `insert`: the text goes after that line, 0 is the top.

    The file ends with a line end afterwards.
    """
    lines = old.split("\n")
    if not lines[-1]:
        lines.pop()
    if not 0 <= line <= len(lines):
        raise EditError(f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}].")
    lines.insert(line, text.rstrip("\n"))
    new = "\n".join(lines)
    return new if new.endswith("\n") else new + "\n", f"The file {shown} has been edited."


def must_exist(shown: str, exists: bool) -> None:
    """Refuse to delete or rename what is not there."""
    if not exists:
        raise EditError(f"The path {shown} does not exist")


def must_be_a_file(shown: str, kind: str) -> None:
    """Refuse to edit what is not there, or is no file."""
    if kind == "absent":
        raise EditError(f"The path {shown} does not exist. Please provide a valid path.")
    if kind != "file":
        raise EditError(f"The path {shown} is not a file.")


def must_be_free(shown: str, exists: bool) -> None:
    """Refuse to rename to a name that is taken."""
    if exists:
        raise EditError(f"The destination {shown} already exists")


def numbered(shown: str, text: str, span: Sequence[int] | None = None) -> str:
    """Return a file as `view` shows it: numbered lines, all of them or a range (1-based, -1 is the end).

    A range that reaches past the file is cut to it.
    """
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        raise EditError(f"File {shown} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if span is not None and len(span) == 2:
        first, last = max(1, span[0]), len(lines) if span[1] == -1 else max(0, span[1])
    rows = (f"{number:6d}\t{line}" for number, line in enumerate(lines[first - 1 : last], first))
    return f"Here's the content of {shown} with line numbers:\n" + "\n".join(rows)


def listing(shown: str, total: int, rows: Iterable[Listed]) -> str:
    """Return a directory as `view` shows it: itself first, then what lies up to two levels below it."""
    head = f"Here're the files and directories up to 2 levels deep in {shown}, excluding hidden items:"
    lines = [f"{_size(total)}\t{shown}"]
    lines += [f"{_size(row.size)}\t{shown}/{row.path}{'/' if row.directory else ''}" for row in rows]
    return "\n".join([head, *lines])


def _lines_with(text: str, part: str) -> list[int]:
    """Return the 1-based number of the line in which each occurrence starts, overlapping ones too."""
    found, at = [], text.find(part)
    while at != -1:
        found.append(text.count("\n", 0, at) + 1)
        at = text.find(part, at + 1)
    return found


def _snippet(text: str, line: int) -> str:
    """Return a line (0-based) with its context, numbered."""
    lines = text.split("\n")
    first, last = max(0, line - _CONTEXT), min(len(lines), line + _CONTEXT + 1)
    return "\n".join(f"{number:6d}\t{each}" for number, each in enumerate(lines[first:last], first + 1))


def _size(size: int) -> str:
    """Return a size in the largest unit of which it is at least one; a whole number of them has no fraction."""
    if size == 0:
        return "0B"
    power = min((size.bit_length() - 1) // 10, 3)
    amount = size / 1024**power
    return f"{int(amount)}{'BKMG'[power]}" if amount == int(amount) else f"{amount:.1f}{'BKMG'[power]}"
