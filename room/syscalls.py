"""statx(2) and openat2(2): the two questions about a path that `os` cannot ask. The only foreign calls of `room`.

Examining a name must say whether something is mounted there. `os.stat` cannot: a second mount of the same file system
has the same device number. statx says so since Linux 5.8 (STATX_ATTR_MOUNT_ROOT).

Opening a path must pass no link and no mount point, and must not leave. Walking name by name does that everywhere;
openat2 does the same in one call since Linux 5.6, whatever the depth. (The child's filter allows no openat2,
because a filter cannot see its flags; this is the supervisor's side.)

Where a call is missing (macOS, an older kernel, a container's filter) `room.facts` does without. Not defended then: a
second mount of the room's own file system, which only an administrator can make.

The functions are called without declared argument types, which saves a third of a call's time. Each argument is one
that ctypes passes as it is: int as C int, bytes as char*, an array as a pointer, and whole registers for syscall(2).
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Callable

__all__ = ["Examiner", "open_beneath"]

_FLAGS = 0x100 | 0x800 | 0x1000  # AT_SYMLINK_NOFOLLOW, AT_NO_AUTOMOUNT, AT_EMPTY_PATH
_WANTED = 0x1 | 0x2 | 0x4 | 0x100  # STATX_TYPE, STATX_MODE, STATX_NLINK, STATX_INO
_MOUNT_ROOT = 0x2000

# struct statx as far as stx_dev_minor: (mask, blksize), attributes, nlink, (uid, gid), mode, ino,
# (size, blocks, attributes_mask, four times, rdev), dev. What stands in brackets is skipped.
_fields = struct.Struct("=8xQI8xH2xQ96xII").unpack_from
_STATX_BYTES = 256

# struct open_how: flags, mode, resolve (RESOLVE_NO_XDEV, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH).
if sys.platform == "linux":
    _HOW = struct.pack("=QQQ", os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, 0, 0x01 | 0x04 | 0x08)
else:
    _HOW = b""
_HOW_BYTES = ctypes.c_size_t(len(_HOW))
_OPENAT2 = ctypes.c_long(437)  # The same number on every architecture but Alpha (asm-generic/unistd.h).


def _function(name: str) -> Callable[..., int] | None:
    if sys.platform != "linux":
        return None
    try:
        found: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError):
        return None
    return found


_statx = _function("statx")
_syscall = _function("syscall")


class Examiner:
    """Examines names in open directories, never through a link. Not for two threads at once: it has one buffer."""

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(_STATX_BYTES)

    def __call__(self, held: int, name: bytes) -> tuple[int, int, int, int, bool]:
        """Return mode, number of names, device, inode, and whether it is known to be a mount point.

        Args:
            held: an open directory.
            name: a name in it; empty, what the handle itself is.

        Raises:
            OSError: from the system.
        """
        if sys.platform == "win32" or _statx is None or _statx(held, name, _FLAGS, _WANTED, self._buffer):
            # The other call raises the error properly, or answers where a filter knows no statx.
            status = os.stat(name, dir_fd=held, follow_symlinks=False) if name else os.fstat(held)
            return status.st_mode, status.st_nlink, status.st_dev, status.st_ino, False
        attributes, links, mode, inode, major, minor = _fields(self._buffer)
        return mode, links, os.makedev(major, minor), inode, attributes & _MOUNT_ROOT != 0


def open_beneath(root: int, path: bytes) -> int:
    """Open what stands on a path, for looking only (O_PATH); a link as the last name is opened itself.

    Args:
        root: an open directory.
        path: relative to it.

    Returns:
        A handle, or -1 where the path does not exist, leads over a link or a mount point, or cannot be opened
        this way. Why, a walk by names finds out.
    """
    return -1 if _syscall is None else _syscall(_OPENAT2, root, path, _HOW, _HOW_BYTES)
