"""What stands in a directory beneath the root, level by level, within bounds.

Each directory is reached from the root by a walk of its own (`worker.walk`), so that no more than three
handles are open however large the tree is, and nothing that was put in a directory's place is entered.

Not defended: the tree may change while it is listed. An entry says what stood there when it was looked at.
"""

from __future__ import annotations

import posix
import sys

if sys.platform == "win32":
    raise ImportError("the hand's file operations need handles of directories (openat)")

from worker.refusal import Refused
from worker.walk import Walk

__all__ = ["MAX_ENTRIES", "listing"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    Entry = tuple[str, str, int]

MAX_ENTRIES = 20_000
"""Entries of one listing."""

_MAX_NAMES = 4 * 1024 * 1024  # Characters in all paths together.


def listing(walk: Walk, top: list[bytes], depth: int) -> tuple[list[Entry], bool]:
    """List a directory; see `worker.beneath.Beneath.listing`.

    Args:
        walk: from the root.
        top: the names that lead to the directory; none for the root.
        depth: levels to go down; 1 is the directory itself.

    Raises:
        Refused: it is no directory of this file system.
        OSError: from the system.
    """
    entries: list[Entry] = []
    room = _MAX_NAMES
    pending: list[list[bytes]] = [[]]
    while pending:
        below = pending.pop()
        try:
            directory = walk.descend(top + below)
        except (OSError, Refused):
            # It is gone, or something else by now. Only the directory that was asked for must be there.
            if below:
                continue
            raise
        try:
            for name, kind, size in walk.entries(directory):
                names = [*below, name]
                entry = _entry(b"/".join(names), kind, size)
                room -= len(entry[0])
                if room < 0 or len(entries) == MAX_ENTRIES:
                    return sorted(entries), False
                entries.append(entry)
                if entry[1] == "directory" and len(names) < depth:
                    pending.append(names)
        finally:
            posix.close(directory)
    return sorted(entries), True


def _entry(path: bytes, kind: str, size: int) -> Entry:
    try:
        return path.decode(), kind, size
    except UnicodeDecodeError:
        # There is no text for such a name, so nobody can ask for it; it is still shown.
        return path.decode("utf-8", "backslashreplace"), "other", 0
