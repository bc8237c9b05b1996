"""The walk from a root handle to a name: component by component, never through a link, never out.

Everything in `worker.beneath` begins here. A path is split into names. Each directory is opened from the
handle of the one above it with O_NOFOLLOW and must lie on the root's file system. A file is judged by the
handle that was opened, never by a name that could mean something else a moment later (open(2), "Rationale
for openat()"). A link that is put in the way, at whatever moment, is an error.

openat2(2) with RESOLVE_BENEATH would do this in one call, but its flags lie in memory, where the child's
filter cannot see them, so it is not allowed there.

Not defended: directories that are bind-mounted from the same file system, which only root can make.
"""

from __future__ import annotations

import errno
import posix
import sys

if sys.platform == "win32":
    raise ImportError("the hand's file operations need handles of directories (openat)")

from worker.refusal import Refused

try:
    from _sha2 import sha256  # type: ignore[import-not-found]
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:  # An interpreter that was built without its own hashes.
        from hashlib import sha256

__all__ = ["MAX_FILE", "MAX_SEGMENTS", "Place", "Walk", "contents", "digest", "identity", "kind", "segments"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import stat_result

MAX_FILE = 2 * 1024 * 1024
"""Bytes of a file that is read or written; larger ones are listed and left alone."""

MAX_SEGMENTS = 20
"""Names in a path."""

_MAX_SEGMENT_BYTES = 255

_DIRECTORY = posix.O_RDONLY | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC
# Without O_NONBLOCK a fifo blocks until somebody writes, a leased file for as long as 45 seconds (fcntl(2)).
_FILE = posix.O_RDONLY | posix.O_NOFOLLOW | posix.O_NONBLOCK | posix.O_NOCTTY | posix.O_CLOEXEC
_KINDS = {0o100000: "file", 0o040000: "directory", 0o120000: "link"}
_MODE = 0o700


def digest(data: bytes) -> str:
    """Return the SHA-256 of bytes as 64 hexadecimal digits."""
    return str(sha256(data).hexdigest())


def kind(status: stat_result) -> str:
    """Return `file`, `directory`, `link` or `other`."""
    return _KINDS.get(status.st_mode & 0o170000, "other")


def identity(status: stat_result) -> tuple[int, int]:
    """Return device and inode: which file it is, as long as somebody holds it open."""
    return status.st_dev, status.st_ino


def contents(file: int) -> bytes:
    """Return all bytes of an open file, but not more than `MAX_FILE` and one."""
    size = min(posix.fstat(file).st_size, MAX_FILE)
    data = posix.pread(file, size + 1, 0)
    # A read that fills less than was asked for has met the end, except on file systems in user space.
    while len(data) != size and len(data) <= MAX_FILE:
        more = posix.pread(file, MAX_FILE + 1 - len(data), len(data))
        if not more:
            break
        data += more
    return data


def segments(path: str) -> list[bytes]:
    """Split a path into names. The guard judged it already; here is the last place where it can be stopped.

    Raises:
        Refused: `containment`, for anything but plain names with `/` between.
    """
    try:
        names = path.encode().split(b"/")
    except UnicodeEncodeError:
        names = []
    for name in names:
        if name in (b"", b".", b"..") or b"\0" in name or len(name) > _MAX_SEGMENT_BYTES:
            names = []
    if not 1 <= len(names) <= MAX_SEGMENTS:
        raise Refused(
            "containment",
            f"a path is at most {MAX_SEGMENTS} plain names with / between: choose another one",
        )
    return names


class Made:
    """Directories that were made on the way to a place, held by the handles of those above them."""

    __slots__ = ("_made",)

    def __init__(self) -> None:
        self._made: list[tuple[int, bytes]] = []

    def make(self, directory: int, name: bytes) -> None:
        """Make a directory, mode 0700, unless somebody else just did."""
        try:
            posix.mkdir(name, _MODE, dir_fd=directory)
        except FileExistsError:
            return
        self._made.append((posix.dup(directory), name))
        posix.fsync(directory)

    def close(self, undo: bool) -> None:
        """Release the handles; undoing removes what is still empty, the last first."""
        while self._made:
            directory, name = self._made.pop()
            try:
                if undo:
                    posix.rmdir(name, dir_fd=directory)
            except OSError:
                # Somebody put something there: it is theirs now.
                pass
            finally:
                posix.close(directory)


class Place:
    """A name in a directory that is held open.

    At the end of the context the directory is closed; if it ends with an error, what was made for it goes.
    """

    __slots__ = ("_above", "_made", "directory", "name")

    def __init__(self, directory: int, names: list[bytes], made: Made | None) -> None:
        self.directory = directory
        self.name = names[-1]
        self._above = names[:-1]
        self._made = made

    def __enter__(self) -> Place:
        return self

    def __exit__(self, kind_of_error: object, *error: object) -> None:
        posix.close(self.directory)
        if self._made is not None:
            self._made.close(undo=kind_of_error is not None)

    def path(self, name: bytes | None = None) -> str:
        """Return the path from the root of this name or of another one beside it."""
        return b"/".join([*self._above, self.name if name is None else name]).decode()

    def look(self, name: bytes) -> stat_result | None:
        """Return what stands under a name of the directory, a link itself included, or None."""
        try:
            return posix.stat(name, dir_fd=self.directory, follow_symlinks=False)
        except FileNotFoundError:
            return None


class Walk:
    """A root directory and the ways down from it.

    Args:
        root: an open directory; it stays open and stays the caller's.
    """

    __slots__ = ("_device", "_root")

    def __init__(self, root: int) -> None:
        self._root = root
        self._device = posix.fstat(root).st_dev

    def place(self, path: str, make: bool = False) -> Place:
        """Return the place of a path: its last name in the directory above it.

        Args:
            path: from the root.
            make: make directories that are missing, mode 0700.

        Raises:
            Refused: a name on the way is no directory of this file system, or cannot be one.
            OSError: from the system.
        """
        names = segments(path)
        made = Made() if make else None
        return Place(self.descend(names[:-1], made), names, made)

    def descend(self, names: list[bytes], made: Made | None = None) -> int:
        """Return a handle of the directory at the end of these names; none of them means the root."""
        held = posix.dup(self._root)
        try:
            for name in names:
                try:
                    below = self.enter(held, name)
                except FileNotFoundError:
                    if made is None:
                        raise
                    made.make(held, name)
                    below = self.enter(held, name)
                posix.close(held)
                held = below
        except BaseException:
            posix.close(held)
            if made is not None:
                made.close(undo=True)
            raise
        return held

    def enter(self, directory: int, name: bytes) -> int:
        """Open one directory from the handle of the one above it."""
        try:
            below = posix.open(name, _DIRECTORY, dir_fd=directory)
        except OSError as error:
            self._explain_link(error, directory, name)
            raise
        if posix.fstat(below).st_dev != self._device:
            posix.close(below)
            raise Refused("containment", f"{_shown(name)} is a mount point: choose another path")
        return below

    def _explain_link(self, error: OSError, directory: int, name: bytes) -> None:
        """Refuse a link by its own rule: with O_DIRECTORY Linux only says ENOTDIR (open(2), O_NOFOLLOW)."""
        if error.errno != errno.ENOTDIR:
            return
        try:
            found = posix.stat(name, dir_fd=directory, follow_symlinks=False)
        except OSError:
            return
        if kind(found) == "link":
            raise Refused("links", f"{_shown(name)} is a link, and links are never followed") from error

    def entries(self, directory: int) -> Iterator[tuple[bytes, str, int]]:
        """Yield name, kind and size (of files, in bytes) of what stands in an open directory, in no order.

        A directory of another file system is `other`: it cannot be entered.
        """
        with posix.scandir(directory) as found:
            for each in found:
                name = each.name.encode("utf-8", "surrogateescape")
                try:
                    status = posix.stat(name, dir_fd=directory, follow_symlinks=False)
                except FileNotFoundError:
                    continue
                what = kind(status) if status.st_dev == self._device else "other"
                yield name, what, status.st_size if what == "file" else 0

    def open_file(self, place: Place, name: bytes | None = None) -> int:
        """Open a name of a place for reading and make sure that it is a plain file with no other name.

        Raises:
            Refused: it is not.
            OSError: from the system.
        """
        name = place.name if name is None else name
        file = posix.open(name, _FILE, dir_fd=place.directory)
        try:
            status = posix.fstat(file)
            if kind(status) == "directory":
                raise Refused("not-a-file", f"{place.path()} is a directory: name a file in it")
            if kind(status) != "file":
                raise Refused("not-a-file", f"{place.path()} is no regular file: choose another name")
            if status.st_dev != self._device:
                raise Refused("containment", f"{place.path()} is a mount point: choose another name")
            if status.st_nlink > 1:
                raise Refused("links", f"{place.path()} is a file that has another name too (a hard link)")
            if status.st_size > MAX_FILE:
                raise Refused("size", f"{place.path()} has more than {MAX_FILE} bytes and is left alone")
        except BaseException:
            posix.close(file)
            raise
        return file


def _shown(name: bytes) -> str:
    return name.decode("utf-8", "backslashreplace")
