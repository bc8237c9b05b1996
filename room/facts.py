"""Facts of a path, gathered from handles: what the guard judges in a real run.

Each directory is opened from the handle of the one above it and never through a link; the last name is examined in the
directory that is held. No path is ever resolved by the system as a whole, and none by `realpath`, which a chain of
links longer than PATH_MAX makes answer wrongly (CVE-2025-4517).

Facts hold for the moment in which they were gathered. They let the supervisor say no with a good reason; the hand walks
again by handle, and the kernel confines it to the room, so a link that appears in between leads nowhere.

Not defended: a second mount of the room's own file system goes unnoticed where statx(2) cannot tell of it
(`room.syscalls`). On Windows the walk is by name (`room.facts_by_name`).
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from policies.facts import Component, Facts
from policies.names import PINNED, normal_form
from room.facts_by_name import KINDS, MOST_DEPTH, MOST_ENTRIES, MOST_PINNED, by_name, why
from room.handles import BY_HANDLE, Directory
from room.syscalls import Examiner, open_beneath

__all__ = ["Look"]

if sys.platform == "win32":
    _LIST = _ENTER = 0
else:
    _LIST = _ENTER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
if sys.platform == "linux":
    # With O_PATH a directory that may be searched but not read can be entered (open(2)).
    _ENTER = os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Look:
    """Looks at paths below one room. Not for two threads at once.

    Args:
        root: the room's directory or a descriptor of it, which stays open and stays the caller's; or its path, for
            a look by names.

    Raises:
        OSError: the root cannot be examined.
    """

    __slots__ = ("_device", "_examine", "_path", "_root")

    def __init__(self, root: Directory | int | str) -> None:
        if isinstance(root, Directory):
            root = root.fd if BY_HANDLE else root.path
        self._path = root if isinstance(root, str) else None
        self._root = root if isinstance(root, int) else -1
        self._examine = Examiner()
        self._device = os.fstat(root).st_dev if isinstance(root, int) else 0

    def __call__(self, path: str) -> Facts:
        """Return the facts of a path; what could not be examined is in `Facts.unknown`.

        Args:
            path: plain names with "/" between, as the guard makes them; "" is the root.
        """
        if not path:
            return Facts()
        if self._path is not None:
            return by_name(self._path, path)
        if "/" not in path:
            return self._last(self._root, path, ())
        return self._walk(path.split("/"))

    def is_plain_file(self, path: str) -> bool:
        """Return whether a path is a regular file with one name, in directories of the room's own file system.

        The short way to the answer for most paths; false means that the long one has to be gone.
        """
        name = path.encode()
        if self._path is not None:
            return False
        if b"/" not in name:
            try:
                mode, links, device, _, mount = self._examine(self._root, name)
            except OSError:
                return False
            return links == 1 and mode & 0o170000 == 0o100000 and device == self._device and not mount
        held = open_beneath(self._root, name)
        if held < 0:
            return False
        try:
            status = os.fstat(held)
        finally:
            os.close(held)
        return status.st_nlink == 1 and stat.S_ISREG(status.st_mode) and status.st_dev == self._device

    def _walk(self, names: list[str]) -> Facts:
        held, found = self._root, ()  # type: tuple[int, tuple[Component, ...]]
        try:
            for missing, name in zip(range(len(names), 1, -1), names):
                try:
                    below = os.open(name.encode(), _ENTER, dir_fd=held)
                except OSError as error:
                    return self._stopped(held, found, name, missing, error)
                if held != self._root:
                    os.close(held)
                held = below
                here, mount = self._component(held, b"", name)
                found += (here,)
                if mount:
                    return Facts(found, missing - 1, mount=True)
            return self._last(held, names[-1], found)
        except OSError as error:
            return Facts(found, len(names) - len(found), unknown=why(error))
        finally:
            if held != self._root:
                os.close(held)

    def _stopped(self, held: int, found: tuple[Component, ...], name: str, missing: int, error: OSError) -> Facts:
        """Return the facts of a path that ends at a name which could not be entered."""
        if error.errno == errno.ENOENT:
            return self._absent(held, found, name, missing)
        facts = self._last(held, name, found)
        if facts.kind == "directory":
            return Facts(found, missing, unknown=why(error))
        return facts._replace(missing=facts.missing + missing - 1)

    def _last(self, held: int, name: str, found: tuple[Component, ...]) -> Facts:
        """Return the facts of a path whose last name stands in a directory that is held."""
        try:
            here, mount = self._component(held, name.encode(), name)
        except FileNotFoundError:
            return self._absent(held, found, name, 1)
        except OSError as error:
            return Facts(found, 1, unknown=why(error))
        if here.links > 1 and here.kind == "file":
            return Facts((*found, here), 0, (), mount, self._pinned_name(here))
        return Facts((*found, here), 0, (), mount)

    def _component(self, held: int, name: bytes, called: str) -> tuple[Component, bool]:
        mode, links, device, inode, mount = self._examine(held, name)
        here = Component(called, KINDS.get(mode & 0o170000, "other"), links, device, inode)
        return here, mount or device != self._device

    def _absent(self, held: int, found: tuple[Component, ...], name: str, missing: int) -> Facts:
        """Return the facts of a name that does not exist, with what stands there under another spelling of it."""
        key, twins = normal_form(name), []
        try:
            with _listed(held) as entries:
                for count, entry in enumerate(entries):
                    if count == MOST_ENTRIES:
                        unknown = f"the directory has more than {MOST_ENTRIES} entries"
                        return Facts(found, missing, unknown=unknown)
                    if normal_form(entry.name) == key:
                        twins.append(self._component(held, os.fsencode(entry.name), entry.name)[0])
        except OSError as error:
            return Facts(found, missing, unknown=why(error))
        return Facts(found, missing, tuple(sorted(twins)))

    def _pinned_name(self, file: Component) -> str | None:
        """Return the path of a pinned memory that is this same file, if it is found within bounds."""
        with suppress(OSError), _listed(self._root) as entries:
            tops = sorted(entry.name for entry in entries if normal_form(entry.name) == PINNED)
            for top in tops:
                for path, inode in self._below(top):
                    if inode == file.inode:
                        return path
        return None

    def _below(self, top: str) -> Iterator[tuple[str, int]]:
        """Yield path and inode of what is below a directory of the root, bounded, never through a link."""
        waiting, left = [top], MOST_PINNED
        while waiting:
            path = waiting.pop()
            with suppress(OSError), self._entered(path) as held, _listed(held) as entries:
                for entry in entries:
                    if left == 0:
                        return
                    left -= 1
                    name = f"{path}/{entry.name}"
                    if entry.is_dir(follow_symlinks=False) and name.count("/") < MOST_DEPTH:
                        waiting.append(name)
                    yield name, entry.inode()

    @contextmanager
    def _entered(self, path: str) -> Iterator[int]:
        """Hold a directory of the room's own file system, opened name by name."""
        held = os.dup(self._root)
        try:
            for name in path.split("/"):
                below = os.open(name, _ENTER, dir_fd=held)
                os.close(held)
                held = below
                if os.fstat(held).st_dev != self._device:
                    raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
            yield held
        finally:
            os.close(held)


@contextmanager
def _listed(held: int) -> Iterator[Iterator[os.DirEntry[str]]]:
    """List a held directory. A handle for looking (O_PATH) is none for reading, so it is opened anew."""
    reading = os.open(".", _LIST, dir_fd=held)
    try:
        with os.scandir(reading) as entries:
            yield entries
    finally:
        os.close(reading)
