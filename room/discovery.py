"""Finding the topics of a room: an iterative, bounded walk by handle that a hostile tree cannot stop.

Directories are opened one below the other without following links, so nothing outside the room is ever looked at,
whatever is swapped while the walk runs; no more than two of them are held at a time. Depth and number of names are
bounded. What is left out, and what is no regular markdown file, is a finding and not an error. Names come back as
they are on the disk, line breaks and escape sequences included: whoever prints them sanitises them.

A walk that is given the one before returns that very object where nothing has changed, which is what makes a refresh
cost no more than looking. A file counts as unchanged by size, inode and both times; the change time is the one that
no program can set (utimensat(2)).

Not defended: a file that changes while it is read gives old or new bytes or a mixture, which the next reading mends;
bytes changed through a shared mapping long after it was made (mmap(2): the times move later, or never). On Windows a
file has no such change time: there an edit that keeps the size and sets the time back is seen by the next process only.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from policies.names import INDEX as _INDEX_KEY
from policies.names import INSTRUCTIONS, PINNED, SENSITIVE, normal_form
from room.handles import BY_HANDLE, DIRECTORY, Directory
from room.syscalls import Examiner
from room.windows import long_path

__all__ = ["INDEX", "MAX_DEPTH", "MAX_ENTRIES", "Entry", "Finding", "Scan", "read_file", "scan"]

INDEX = "MEMORY.md"
MAX_DEPTH = 20
"""Segments of a path, as the guard has it."""
MAX_ENTRIES = 50_000
MAX_FINDINGS = 200
_MAX_PATH = 1_024


class Entry(NamedTuple):
    """A regular markdown file.

    Attributes:
        path: relative, "/" between segments.
        size: bytes.
        mtime_ns: modification time, nanoseconds since the epoch.
        ctime_ns: change time.
        inode: its number; 0 where the system gives none.
        device: of the file system.
        links: names that it has; more than one means that another is somewhere. 0 where the system does not say.
    """

    path: str
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    device: int
    links: int


class Finding(NamedTuple):
    """Something in the room that is no topic, and why. `path` is raw."""

    path: str
    rule: str
    reason: str


@dataclass(frozen=True)
class Scan:
    """What a walk found.

    Attributes:
        entries: the topics, sorted by path.
        findings: the rest, in a bounded number; the last one says how many more there are.
        folders: the topics of each directory by name, for the next walk.
    """

    entries: tuple[Entry, ...]
    findings: tuple[Finding, ...]
    folders: Mapping[str, Mapping[str, Entry]] = field(default_factory=dict, repr=False)


def scan(
    root: Directory | int,
    *,
    max_depth: int = MAX_DEPTH,
    max_entries: int = MAX_ENTRIES,
    previous: Scan | None = None,
) -> Scan:
    """Walk a room.

    Args:
        root: its directory, or a descriptor of it. It stays the caller's.
        max_depth: segments of the longest path.
        max_entries: names that are looked at.
        previous: the walk before; returned itself where nothing has changed.

    Raises:
        OSError: the root cannot be looked at at all.
    """
    held = root if isinstance(root, Directory) else Directory(root, "")
    return _Walk(held, max_depth, max_entries, previous).result()


class _Walk:
    """One walk: directories still to be listed, what was found, and how many names may still be looked at."""

    def __init__(self, root: Directory, max_depth: int, max_entries: int, previous: Scan | None) -> None:
        self._root = root
        self._device = root.identity()[0]
        self._max_depth = max_depth
        self._max_entries = self._left = max_entries
        self._previous = previous
        self._examine = Examiner()
        self._pending: list[str] = [""]
        self._folders: dict[str, Mapping[str, Entry]] = {}
        self._findings: list[Finding] = []
        self._unnamed = 0

    def result(self) -> Scan:
        before = self._previous.folders if self._previous else {}
        while self._pending and self._left >= 0:
            folder = self._pending.pop()
            try:
                with self._opened(folder) as here:
                    if folder and self._is_mount(here):
                        self._note(folder, "containment", "another file system is mounted here")
                        continue
                    self._folders[folder] = self._list(folder, here, before.get(folder))
            except OSError as error:
                if not folder:
                    raise
                self._note(folder, "denied", f"this directory cannot be listed: {error.strerror}")
        if self._left < 0:
            self._note("", "caps", f"the room has more than {self._max_entries} entries; the rest is left out")
        findings = tuple(self._findings)
        if self._unnamed:
            findings += (Finding("", "caps", f"{self._unnamed} more findings are not listed"),)
        same = len(before) == len(self._folders) and all(
            before.get(folder) is taken for folder, taken in self._folders.items()
        )
        if same and self._previous is not None and findings == self._previous.findings:
            return self._previous
        entries = [entry for taken in self._folders.values() for entry in taken.values()]
        entries.sort()
        return Scan(tuple(entries), findings, self._folders)

    def _list(self, folder: str, here: Directory, known: Mapping[str, Entry] | None) -> Mapping[str, Entry]:
        """Return the topics of a directory; the mapping of the walk before where it has the same ones."""
        taken: dict[str, Entry] = {}
        below: list[str] = []
        unchanged = 0
        old_of = (known or {}).get
        with os.scandir(here.fd if BY_HANDLE else long_path(here.path)) as listing:
            items = list(islice(listing, self._left + 1))
            self._left -= len(items)
            if self._left < 0:
                items.pop()
            for item in items:
                old = old_of(item.name)
                try:
                    if old is not None:
                        status = item.stat(follow_symlinks=False)
                        if (
                            old[3] == status.st_ctime_ns
                            and old[4] == status.st_ino
                            and old[2] == status.st_mtime_ns
                            and old[1] == status.st_size
                        ):
                            taken[item.name] = old
                            unchanged += 1
                            continue
                    entry = self._judge(folder, here, item, below)
                except OSError as error:
                    self._note(_joined(folder, item.name), "denied", f"it cannot be looked at: {error.strerror}")
                    continue
                if entry is not None:
                    # Windows gives a listing no inodes, so there it shows only here that a file is what it was.
                    unchanged += entry == old
                    taken[item.name] = old if old is not None and entry == old else entry
        # The last one is next, and pins come before everything else: a flood of files elsewhere hides no pin.
        self._pending += sorted(below, key=lambda path: (normal_form(path) != PINNED, path), reverse=True)
        return known if known is not None and unchanged == len(taken) == len(known) else taken

    def _judge(self, folder: str, here: Directory, item: os.DirEntry[str], below: list[str]) -> Entry | None:
        """Judge a name that is new, or not what it was.

        Raises:
            OSError: it cannot be looked at.
        """
        name, path = item.name, _joined(folder, item.name)
        is_topic = name.endswith(".md") and not name.startswith(".")
        if self._unspeakable(path):
            return None
        if item.is_symlink():
            self._note(path, "links", "it is a link and is not followed")
        elif item.is_dir(follow_symlinks=False):
            if not BY_HANDLE and _is_reparse(os.lstat(item.path)):
                self._note(path, "links", "it is a junction and is not followed")
                return None
            if is_topic:
                self._note(path, "markdown", "it is a directory with the name of a topic")
            self._enter(path, name, below)
        elif not item.is_file(follow_symlinks=False):
            self._note(path, "links", "it is a device, a pipe or a socket")
        elif is_topic:
            return self._topic(path, here, item)
        return None

    def _topic(self, path: str, here: Directory, item: os.DirEntry[str]) -> Entry | None:
        """Judge a file that has the name of a topic."""
        status = item.stat(follow_symlinks=False) if BY_HANDLE else os.lstat(item.path)
        key = normal_form(item.name)
        if not stat.S_ISREG(status.st_mode) or _is_reparse(status):
            self._note(path, "links", "it is no longer the file that was listed")
        elif BY_HANDLE and item.inode() != status.st_ino and self._is_mounted(here, item.name):
            self._note(path, "containment", "another file is mounted here")
        elif key == _INDEX_KEY:
            if path != INDEX:
                self._note(path, "index", "it has the name of the index and is no topic")
        elif key in INSTRUCTIONS:
            self._note(path, "instruction-files", "agents obey a file of this name; it is no memory")
        else:
            times = status.st_mtime_ns, status.st_ctime_ns
            return Entry(path, status.st_size, *times, status.st_ino, status.st_dev, status.st_nlink)
        return None

    def _enter(self, path: str, name: str, below: list[str]) -> None:
        """Keep a directory for later. Hidden ones belong to other programs and hold no topics."""
        if name.startswith("."):
            return
        if path.count("/") + 1 >= self._max_depth:
            self._note(path, "shape", f"it lies more than {self._max_depth - 1} directories deep")
        elif normal_form(name) in SENSITIVE:
            self._note(path, "sensitive", "programs look for orders or code in a directory of this name")
        else:
            below.append(path)

    def _unspeakable(self, path: str) -> bool:
        try:
            if len(path) < _MAX_PATH // 4 or len(path.encode("utf-8")) <= _MAX_PATH:
                # Surrogates stand for bytes that are not UTF-8 (PEP 383).
                if not path.isascii():
                    path.encode("utf-8")
                return False
            self._note(path, "shape", f"its path is longer than {_MAX_PATH} bytes")
        except UnicodeEncodeError:
            self._note(path, "names", "its name is not UTF-8")
        return True

    def _is_mount(self, here: Directory) -> bool:
        if here.identity()[0] != self._device:
            return True
        return BY_HANDLE and self._examine(here.fd, b"")[4]

    def _is_mounted(self, here: Directory, name: str) -> bool:
        _, _, device, _, mount = self._examine(here.fd, name.encode())
        return mount or device != self._device

    def _note(self, path: str, rule: str, reason: str) -> None:
        if len(self._findings) < MAX_FINDINGS:
            self._findings.append(Finding(path, rule, reason))
        else:
            self._unnamed += 1

    @contextmanager
    def _opened(self, folder: str) -> Iterator[Directory]:
        """Hold a directory, reached segment by segment."""
        segments = folder.split("/") if folder else []
        here = _again(self._root)
        try:
            for number, segment in enumerate(segments, 1):
                below = here.child(segment, step=number < len(segments))
                here.close()
                here = below
            yield here
        finally:
            here.close()


def read_file(root: Directory | int, path: str, limit: int) -> bytes:
    """Read a file of the room, walking segment by segment without following a link.

    Args:
        root: the room's directory, or a descriptor of it.
        path: relative path.
        limit: most bytes that are read.

    Raises:
        FileNotFoundError: there is none. NotRegularError, TooLargeError: it is something else, or larger.
        OSError: it cannot be opened; a link gives ELOOP.
    """
    return (root if isinstance(root, Directory) else Directory(root, "")).read_below(path, limit)


def _again(root: Directory) -> Directory:
    """Open a directory once more: a listing moves the offset of a handle, which may be somebody else's."""
    if not BY_HANDLE:
        return Directory.at(root.path)
    return Directory(os.open(".", os.O_RDONLY | DIRECTORY, dir_fd=root.fd), root.path)


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _is_reparse(status: os.stat_result) -> bool:
    """Return whether Windows goes elsewhere at this name: a junction is no symbolic link to `stat`."""
    return bool(getattr(status, "st_reparse_tag", 0))
