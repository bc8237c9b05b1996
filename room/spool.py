"""The spool: bytes that must be on the disk before an order is given, all in one file.

A new file in a directory costs three waits (its bytes, its name, its inode); an append to one file
costs one. So the bytes that a change replaces go here first, and `room.versions` moves them to files of
their own when the run ends. What a crash leaves here is found at the next start and moved then.

The file is a row of frames: a line with SHA-256 (hex) and length, the bytes, a line end. A frame that a
crash cut short is dropped: the order that it was for had not been given.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator

from room.handles import Directory, read_descriptor, write_all

_NAME = ".spool"
_BOUND = 1 << 30
_HEADER = re.compile(rb"([0-9a-f]{64}) (\d{1,10})\n")
_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


class Spool:
    """The spool of a version store. Errors of the system calls are raised as they come (`OSError`)."""

    def __init__(self, folder: Directory, *, writing: bool = True) -> None:
        """Open it and find what is in it.

        Args:
            folder: the directory that holds it.
            writing: make it where there is none, and cut off what a crash left of the last frame. Otherwise
                nothing is changed: another process may be writing that frame.
        """
        self._writing = writing
        self._fd = folder.open(_NAME, os.O_RDWR | os.O_APPEND | os.O_CREAT if writing else os.O_RDONLY)
        # Digest → where its bytes are, and how many.
        self._places: dict[str, tuple[int, int]] = {}
        self._size = 0
        self._waits = False
        try:
            self._load(read_descriptor(self._fd, _BOUND, folder.join(_NAME)))
        except BaseException:
            self.close()
            raise

    def __contains__(self, digest: str) -> bool:
        return digest in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._places))

    @property
    def size(self) -> int:
        """Bytes in the file."""
        return self._size

    def add(self, digest: str, data: bytes) -> None:
        """Append bytes under their hash; `sync` waits for them."""
        header = f"{digest} {len(data)}\n".encode("ascii")
        try:
            write_all(self._fd, header + data + b"\n")
        except OSError:
            os.ftruncate(self._fd, self._size)
            raise
        self._places[digest] = (self._size + len(header), len(data))
        self._size += len(header) + len(data) + 1
        self._waits = True

    def read(self, digest: str) -> bytes:
        """Return the bytes with a hash that is in the spool."""
        offset, left = self._places[digest]
        os.lseek(self._fd, offset, os.SEEK_SET)
        parts = []
        while left and (part := os.read(self._fd, left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)

    def sync(self) -> None:
        """Wait until everything is on the disk."""
        if self._waits:
            _sync(self._fd)
            self._waits = False

    def clear(self) -> None:
        """Empty the spool. Its bytes are durable elsewhere by now, so nothing is waited for."""
        if self._size:
            os.ftruncate(self._fd, 0)
        self._places.clear()
        self._size = 0
        self._waits = False

    def close(self) -> None:
        """Close the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _load(self, data: bytes) -> None:
        """Find the frames, and cut off what a crash left of the last one."""
        while header := _HEADER.match(data, self._size):
            start, length = header.end(), int(header[2])
            end = start + length
            digest = header[1].decode("ascii")
            if data[end : end + 1] != b"\n" or hashlib.sha256(data[start:end]).hexdigest() != digest:
                break
            self._places[digest] = (start, length)
            self._size = end + 1
        if self._size < len(data) and self._writing:
            os.ftruncate(self._fd, self._size)
        # A run that was killed may not have waited for its frames; the next one that relies on them does.
        self._waits = bool(self._places)
