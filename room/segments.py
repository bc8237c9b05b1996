"""The files of an audit chain: `audit.jsonl`, which grows, and `audit-000001.jsonl` and so on, which do not any more.

A file that has grown large is moved to the next number and a new one goes on where it ended: sequence numbers and
hashes run through all of them as through one file. `room.audit` moves, appends and checks; here the files are found
and read line by line.

A reader takes no lock. It opens the growing file first and looks for the numbered ones afterwards, so that a file that
is moved in between is there under one of its two names; if it is there under both, it is read once.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Generator

from room.handles import Directory, NotRegularError

GROWING = "audit.jsonl"
LONGEST = 1 << 20
"""Bytes of the longest row."""

_BLOCK = 1 << 20
_NUMBERED = re.compile(r"audit-([0-9]{6,12})\.jsonl")


def numbered(number: int) -> str:
    """Return the name of a file that does not grow any more. The first one has number 1."""
    return f"audit-{number:06d}.jsonl"


def numbers(state: Directory) -> list[int]:
    """Return the numbers of the files that do not grow any more, in order. One may be missing."""
    found = [int(match[1]) for match in map(_NUMBERED.fullmatch, state.names()) if match]
    return sorted(number for number in found if number)


class Lines:
    """The lines of a chain's files, oldest first, as one iterator.

    What stands after the last line end of a numbered file is a line too: nobody is writing it any more.

    Attributes:
        number: of the file that the last line was in; 0: the one that grows.
        opens: the last line was the first of its file.
        before: number of the file before that one; 0 if it is the first.
        rest: what stands after the last line end of the growing file.
    """

    def __init__(self, state: Directory, fd: int, *, older: bool = True) -> None:
        """Find the files.

        Args:
            state: the state directory; it stays open as long as lines are taken.
            fd: descriptor of the growing file, -1 where there is none. It stays the caller's.
            older: read the numbered files, too.
        """
        self._state = state
        self._fd = fd
        self._identity = _identity(fd, state.join(GROWING)) if fd >= 0 else None
        self._numbers = numbers(state) if older else []
        self._source = self._all()
        self.number = 0
        self.opens = False
        self.before = 0
        self.rest = b""

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> bytes:
        return next(self._source)

    def close(self) -> None:
        """Close the numbered file that is being read."""
        self._source.close()

    def _all(self) -> Generator[bytes, None, None]:
        for number in self._numbers:
            fd = self._state.open(numbered(number), os.O_RDONLY)
            try:
                if _identity(fd, self._state.join(numbered(number))) == self._identity:
                    # It was moved just now, and everything that it held when we came is in it.
                    self._fd = -1
                yield from self._of(fd, number)
            finally:
                os.close(fd)
            self.before = number
        if self._fd >= 0:
            yield from self._of(self._fd, 0)

    def _of(self, fd: int, number: int) -> Generator[bytes, None, None]:
        offset, rest = 0, b""
        self.number, self.opens, self.rest = number, True, b""
        while len(rest) <= 2 * LONGEST:
            # The appending descriptor is shared with the reader: lseek does not matter to O_APPEND.
            os.lseek(fd, offset, os.SEEK_SET)
            block = os.read(fd, _BLOCK)
            if not block:
                break
            offset += len(block)
            *whole, rest = (rest + block).split(b"\n")
            if not number:
                self.rest = rest
            for line in whole:
                yield line
                self.opens = False
        if number and rest:
            yield rest


def _identity(fd: int, path: str) -> tuple[int, int]:
    """Return device and inode of a regular file."""
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularError(errno.EINVAL, "not a regular file", path)
    return status.st_dev, status.st_ino
