"""The caps of admission, and what a run has spent of them: numbers, and how they are told to a writer.

An over-cap write succeeds and its answer says what is over, because a refused correction would leave a
wrong memory standing. What is refused is what no honest writer does: a file beyond the size of a memory,
more memories than a room is for, a run that writes or deletes without end. A shrinking edit always passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Caps", "Spent", "index_size", "reminders"]

_REMIND_FROM = 0.8
_INDEX_LINE = 60
"""Characters of an index line beside path and description: brackets, type, date, and a little more."""


@dataclass(frozen=True, slots=True)
class Caps:
    """Bounds of one profile; bytes are of UTF-8."""

    memory_bytes: int = 100_000
    memories: int = 2_000
    index_lines: int = 200
    index_chars: int = 25_000
    run_writes: int = 200
    run_bytes: int = 2_000_000
    deletions_share: float = 0.25


@dataclass(frozen=True, slots=True)
class Spent:
    """What a run has done so far."""

    writes: int = 0
    bytes: int = 0
    deletions: int = 0

    def after_write(self, size: int) -> Spent:
        """Return the sum after a write of so many bytes."""
        return Spent(self.writes + 1, self.bytes + size, self.deletions)

    def after_deletion(self) -> Spent:
        """Return the sum after a deletion."""
        return Spent(self.writes, self.bytes, self.deletions + 1)


def index_size(entries: Iterable[tuple[str, str]]) -> tuple[int, int]:
    """Return the lines and characters of an index with an entry for each path and description, about."""
    lengths = [len(path) + len(description) + _INDEX_LINE for path, description in entries]
    return len(lengths), sum(lengths)


def reminders(caps: Caps, lines: int, characters: int) -> list[str]:
    """Return a notice for each dimension of the index that is at least four fifths full.

    Args:
        caps: the profile's.
        lines: of the index after the write.
        characters: of it.
    """
    found = []
    for dimension, current, limit in (
        ("index lines", lines, caps.index_lines),
        ("index characters", characters, caps.index_chars),
    ):
        if current >= _REMIND_FROM * limit:
            action = "merge or remove topics" if current > limit else "merge topics before adding more"
            found.append(f"{dimension}: {current} of {limit}; {action}")
    return found
