"""Directories held by handle, and the few file operations that the state beside a room needs.

The state, the registry and the supervisor's own reads of a room go through here. A `Directory` keeps
the descriptor of the directory that was judged, so that what is used later is what was judged, whatever
happens to its name meanwhile. Every open refuses links (O_NOFOLLOW) and does not wait (O_NONBLOCK: a fifo
or a lease can block an open for 45 s, see F_SETLEASE in fcntl(2)); every read is bounded and of a regular
file.

Not defended: another program of the same user, which can change anything here. On Windows, Python has no
calls relative to a directory handle: there a `Directory` keeps its own name by holding it and joins names to its
path, and each file and directory is judged by the handle that was got (`room.windows`).
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType

from room.windows import long_path, open_directory, open_file, patient, writable


def _flag(name: str) -> int:
    """Return an open flag by its name, or 0 where the system does not have it."""
    return int(getattr(os, name, 0))


NOFOLLOW = sum(map(_flag, ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")))
DIRECTORY = _flag("O_DIRECTORY") | NOFOLLOW
# On the way down only the right to search is needed: O_PATH asks for nothing else.
STEP = (_flag("O_PATH") or os.O_RDONLY) | DIRECTORY
BY_HANDLE = bool(_flag("O_DIRECTORY")) and os.open in os.supports_dir_fd

_CHUNK = 1 << 20


class NotRegularError(OSError):
    """The name stands for a directory, a device, a fifo or a socket, where a regular file was wanted."""


class TooLargeError(OSError):
    """The file is larger than the bound of the read."""


class Directory:
    """A directory held open. Names given to its methods are single segments, never paths.

    Attributes:
        fd: its descriptor. Where the system has no calls relative to one, it only keeps the directory in its place.
        path: the path under which it was opened, for messages and for what needs a path.
    """

    __slots__ = ("fd", "path")

    def __init__(self, fd: int, path: str) -> None:
        self.fd = fd
        self.path = path

    @classmethod
    def at(cls, path: str) -> Directory:
        """Open a directory by its path, without following a link in the last place.

        Raises:
            OSError: it is missing, no directory, or a link.
        """
        if not BY_HANDLE:
            return cls(open_directory(path), path)
        return cls(os.open(path, os.O_RDONLY | DIRECTORY), path)

    def child(self, name: str, *, create: bool = False, step: bool = False) -> Directory:
        """Open a directory in this one.

        Args:
            name: its name.
            create: make it first, with mode 0700, if it is missing.
            step: it is only a step on the way down: the right to search it is enough.

        Raises:
            OSError: it is missing, no directory, or a link.
        """
        target, within = self._place(name)
        if create:
            self.make(name)
        if within is None:
            return Directory(open_directory(target), self.join(name))
        flags = STEP if step else os.O_RDONLY | DIRECTORY
        return Directory(os.open(target, flags, dir_fd=within), self.join(name))

    def make(self, name: str) -> bool:
        """Make a directory with mode 0700 (on Windows: what it inherits); return False if the name is taken."""
        target, within = self._place(name)
        try:
            os.mkdir(target, 0o700, dir_fd=within)
        except FileExistsError:
            return False
        return True

    def join(self, name: str) -> str:
        """Return the path of a name in this directory, for a message."""
        return os.path.join(self.path, name)

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """Open a file in this directory without following a link or waiting; return the descriptor."""
        target, within = self._place(name)
        if within is None:
            return open_file(target, flags)
        return os.open(target, flags | NOFOLLOW, mode, dir_fd=within)

    def look(self, name: str) -> os.stat_result | None:
        """Return the status of a name itself (lstat), or None if there is none."""
        target, within = self._place(name)
        try:
            return os.stat(target, dir_fd=within, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def names(self) -> list[str]:
        """Return the names in this directory, sorted."""
        return sorted(os.listdir(self.fd if BY_HANDLE else long_path(self.path)))

    def read(self, name: str, limit: int) -> bytes:
        """Return the bytes of a regular file.

        Args:
            name: a name in this directory.
            limit: the most bytes that are taken.

        Raises:
            FileNotFoundError: there is no such name.
            NotRegularError: it is not a regular file.
            TooLargeError: it has more than `limit` bytes.
            OSError: a link (ELOOP), or the read failed.
        """
        fd = self.open(name, os.O_RDONLY)
        try:
            return read_descriptor(fd, limit, self.join(name))
        finally:
            os.close(fd)

    def read_below(self, path: str, limit: int) -> bytes:
        """Return the bytes of a regular file at a relative path, walking segment by segment without links."""
        *parents, name = path.split("/")
        with self._beneath(parents) as folder:
            return folder.read(name, limit)

    def names_below(self, path: str) -> list[str]:
        """Return the names in a directory at a relative path, walking like `read_below`."""
        with self._beneath(path.split("/")) as folder:
            return folder.names()

    @contextmanager
    def _beneath(self, segments: Sequence[str]) -> Iterator[Directory]:
        """Hold the directory that some segments lead to."""
        here = self
        try:
            for segment in segments:
                below = here.child(segment)
                if here is not self:
                    here.close()
                here = below
            yield here
        finally:
            if here is not self:
                here.close()

    def replace(self, name: str, data: bytes, *, mode: int = 0o600, durable: bool = True) -> None:
        """Give a name new bytes as a whole: temporary file, fsync, rename, fsync of this directory.

        The temporary name is a fixed one, so that what a crash leaves is reused and not collected. Callers
        hold a lock, or own the name.

        Raises:
            OSError: nothing was replaced.
        """
        temporary = f".{name}.new"
        if self.look(temporary) is not None:
            self.unlink(temporary)
        fd = self.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        try:
            try:
                write_all(fd, data)
                if durable:
                    os.fsync(fd)
            finally:
                os.close(fd)
            self.rename(temporary, name)
        except OSError:
            self.unlink(temporary)
            raise
        if durable:
            self.sync()

    def rename(self, name: str, to: str, target: Directory | None = None) -> None:
        """Rename within this directory, or into `target`, replacing what has the new name."""
        source, within = self._place(name)
        goal, beneath = (target or self)._place(to)
        patient(lambda: os.replace(source, goal, src_dir_fd=within, dst_dir_fd=beneath), lambda: writable(goal))

    def unlink(self, name: str) -> None:
        """Remove a name that is not a directory; one that is already gone is fine."""
        target, within = self._place(name)
        try:
            patient(lambda: os.unlink(target, dir_fd=within), lambda: writable(target))
        except FileNotFoundError:
            pass

    def remove(self, name: str) -> None:
        """Remove an empty directory."""
        target, within = self._place(name)
        os.rmdir(target, dir_fd=within)

    def link(self, name: str, target: Directory, to: str) -> None:
        """Give a file of this directory a second name in `target` (link(2))."""
        source, within = self._place(name)
        goal, beneath = target._place(to)
        if within is None:
            # There the call has no such parameters, and does not go where a link leads.
            os.link(source, goal)
        else:
            os.link(source, goal, src_dir_fd=within, dst_dir_fd=beneath, follow_symlinks=False)

    def sync(self) -> None:
        """Make the names in this directory durable (fsync(2) of a directory; Windows has no such call)."""
        if not BY_HANDLE:
            return
        try:
            os.fsync(self.fd)
        except OSError as error:
            # A step on the way down is opened with O_PATH, and fsync answers EBADF on that (open(2)).
            if error.errno != errno.EBADF:
                raise
            again = os.open(".", os.O_RDONLY | DIRECTORY, dir_fd=self.fd)
            try:
                os.fsync(again)
            finally:
                os.close(again)

    def identity(self) -> tuple[int, int]:
        """Return device and inode of the directory that is held."""
        status = os.fstat(self.fd) if self.fd >= 0 else os.lstat(self.path)
        return status.st_dev, status.st_ino

    def close(self) -> None:
        """Close the descriptor. A second call does nothing."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __enter__(self) -> Directory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _place(self, name: str) -> tuple[str, int | None]:
        """Return what the system call gets: the name and the descriptor it is relative to."""
        if name in ("", ".", "..") or "/" in name or "\0" in name:
            raise ValueError(f"not a single segment: {name!r}")
        if BY_HANDLE:
            if self.fd < 0:
                # A closed handle must not fall back to the working directory, which is what -1 would mean.
                raise ValueError(f"the directory is closed: {self.path!r}")
            return name, self.fd
        if "\\" in name or ":" in name:
            raise ValueError(f"not a single segment: {name!r}")
        return long_path(os.path.join(self.path, name)), None


def read_descriptor(fd: int, limit: int, path: str) -> bytes:
    """Read a regular file from its start to its end, at most `limit` bytes. The offset is left at the end."""
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularError(errno.EINVAL, "not a regular file", path)
    if status.st_size > limit:
        raise TooLargeError(errno.EFBIG, f"larger than {limit} bytes", path)
    parts = []
    left = limit + 1
    while left and (part := os.read(fd, min(left, _CHUNK))):
        parts.append(part)
        left -= len(part)
    if not left:
        raise TooLargeError(errno.EFBIG, f"larger than {limit} bytes", path)
    return b"".join(parts)


def write_all(fd: int, data: bytes) -> None:
    """Write all bytes: write(2) may take fewer than it was given."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def start_writing(fd: int, offset: int = 0) -> None:
    """Start writing a file's changed pages to the disk without waiting for them.

    Several files that are waited for afterwards share the journal commits of the file system then.
    Linux starts when it is told that pages are not needed (posix_fadvise(2), generic_fadvise in
    mm/fadvise.c); elsewhere nothing happens.
    """
    if sys.platform == "linux":
        os.posix_fadvise(fd, offset, 0, os.POSIX_FADV_DONTNEED)
