"""Finding the topics of a room: an iterative, bounded walk by handle that a hostile tree cannot stop.

Directories are opened one below the other without following links, so that nothing outside the room is ever
looked at, whatever is swapped while the walk runs. Depth and number of entries are bounded; what is left
out, and what is no regular markdown file, is a finding and not an error. Names come back as they are on the
disk: whoever prints them sanitises them.

Not defended: a file that changes while it is read gives old or new bytes, or a mixture that the next
reading mends.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field

from room.handles import NOFOLLOW, read_descriptor

__all__ = ["INDEX", "Entry", "Finding", "Scan", "read_file", "scan"]

INDEX = "MEMORY.md"
MAX_DEPTH = 20
"""Segments of a path, as the guard has it."""
MAX_ENTRIES = 50_000
MAX_FINDINGS = 200

_DIRECTORY = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0) | NOFOLLOW


@dataclass(frozen=True, slots=True)
class Entry:
    """A regular markdown file.

    Attributes:
        path: relative, "/" between segments.
        size: bytes.
        stamp: modification and change time in nanoseconds, inode and size: another stamp, another content.
        links: hard links; more than one means that the file has another name somewhere.
    """

    path: str
    size: int
    stamp: tuple[int, int, int, int]
    links: int


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in the room that is no topic, and why. `path` is raw."""

    path: str
    rule: str
    reason: str


@dataclass
class Scan:
    """What a walk found, topics sorted by path."""

    entries: list[Entry] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unnamed: int = 0

    def note(self, path: str, rule: str, reason: str) -> None:
        """Add a finding; beyond a bound they are only counted."""
        if len(self.findings) < MAX_FINDINGS:
            self.findings.append(Finding(path, rule, reason))
        else:
            self.unnamed += 1


def scan(root_fd: int, *, max_depth: int = MAX_DEPTH, max_entries: int = MAX_ENTRIES) -> Scan:
    """Walk a room.

    Args:
        root_fd: its root.
        max_depth: segments of the longest path.
        max_entries: names that are looked at.
    """
    found = Scan()
    device = os.fstat(root_fd).st_dev
    left = max_entries
    pending: list[tuple[str, int]] = [("", 0)]
    while pending:
        folder, depth = pending.pop()
        names = _names(root_fd, folder, found)
        if names is None:
            continue
        fd, entries = names
        try:
            for entry in entries:
                left -= 1
                if left < 0:
                    found.note(folder, "caps", f"the room has more than {max_entries} entries; the rest is left out")
                    pending.clear()
                    break
                path = f"{folder}/{entry.name}" if folder else entry.name
                _take(entry, path, depth + 1, max_depth, device, found, pending)
        finally:
            os.close(fd)
    found.entries.sort(key=lambda each: each.path)
    return found


def _names(root_fd: int, folder: str, found: Scan) -> tuple[int, list[os.DirEntry[str]]] | None:
    """Open a directory component by component and list it; None, with a finding, where that fails."""
    fd = os.open(".", os.O_RDONLY | _DIRECTORY, dir_fd=root_fd)
    try:
        for segment in folder.split("/") if folder else ():
            below = os.open(segment, os.O_RDONLY | _DIRECTORY, dir_fd=fd)
            os.close(fd)
            fd = below
        with os.scandir(fd) as listing:
            return fd, list(listing)
    except OSError as error:
        os.close(fd)
        found.note(folder, "denied", f"this directory cannot be listed: {error.strerror}")
        return None


def _take(
    entry: os.DirEntry[str],
    path: str,
    depth: int,
    max_depth: int,
    device: int,
    found: Scan,
    pending: list[tuple[str, int]],
) -> None:
    name = entry.name
    try:
        name.encode("utf-8")
        status = entry.stat(follow_symlinks=False)
    except UnicodeEncodeError:
        found.note(path, "names", "its name is not UTF-8")
        return
    except OSError as error:
        found.note(path, "denied", f"it cannot be looked at: {error.strerror}")
        return
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFDIR:
        if status.st_dev != device:
            found.note(path, "containment", "another file system is mounted here")
        elif depth >= max_depth:
            found.note(path, "shape", f"it lies more than {max_depth} directories deep")
        elif not name.startswith("."):
            pending.append((path, depth))
    elif kind == stat.S_IFLNK:
        found.note(path, "links", "it is a symbolic link and is not followed")
    elif kind != stat.S_IFREG:
        found.note(path, "links", "it is a device, a fifo or a socket")
    elif name.endswith(".md") and not name.startswith("."):
        stamp = (status.st_mtime_ns, status.st_ctime_ns, status.st_ino, status.st_size)
        found.entries.append(Entry(path, status.st_size, stamp, status.st_nlink))


def read_file(root_fd: int, path: str, limit: int) -> bytes:
    """Read a file of the room by handle.

    Args:
        root_fd: the room's root.
        path: relative path.
        limit: most bytes that are read.

    Raises:
        FileNotFoundError: there is none. NotRegularError, TooLargeError: it is something else, or larger.
            OSError: it cannot be opened; a link gives ELOOP.
    """
    *folders, name = path.split("/")
    fd = os.open(".", os.O_RDONLY | _DIRECTORY, dir_fd=root_fd)
    try:
        for segment in folders:
            below = os.open(segment, os.O_RDONLY | _DIRECTORY, dir_fd=fd)
            os.close(fd)
            fd = below
        flags = os.O_RDONLY | NOFOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
        file = os.open(name, flags, dir_fd=fd)
    finally:
        os.close(fd)
    try:
        return read_descriptor(file, limit, path)
    finally:
        os.close(file)
