"""statx(2): what stands under a name, and whether something is mounted there. The only foreign call of `room`.

`os.stat` cannot say that a directory is a mount point when the same file system is mounted a second time; statx can,
since Linux 5.8 (STATX_ATTR_MOUNT_ROOT). It is one system call like the other, so `room.facts` asks with it alone.

Where the C library has no statx (macOS, musl before 1.2.3) the same answers come from `os.stat`, and such a mount
point goes unnoticed. A mount of another file system shows by its device number everywhere.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys

__all__ = ["Examiner"]

_NOFOLLOW, _NO_AUTOMOUNT, _EMPTY_PATH = 0x100, 0x800, 0x1000
_FLAGS = _NOFOLLOW | _NO_AUTOMOUNT | _EMPTY_PATH
_WANTED = 0x1 | 0x2 | 0x4 | 0x100  # STATX_TYPE, STATX_MODE, STATX_NLINK, STATX_INO
_MOUNT_ROOT = 0x2000

# struct statx, up to stx_dev_minor: mask, blksize, attributes, nlink, uid, gid, mode, ino, size, blocks,
# attributes_mask, four times, rdev, dev. What is not needed is skipped.
_LAYOUT = struct.Struct("=8xQI8xH2xQ96xII")
_SIZE = 256


def _foreign() -> ctypes._NamedFuncPointer | None:
    if sys.platform != "linux":
        return None
    try:
        call = ctypes.CDLL(None, use_errno=True).statx
    except (AttributeError, OSError):
        return None
    call.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_uint, ctypes.c_void_p)
    call.restype = ctypes.c_int
    return call


_STATX = _foreign()


class Examiner:
    """Examines names in open directories, never through a link. Not for two threads at once: it has one buffer."""

    __slots__ = ("_address", "_buffer")

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(_SIZE)
        self._address = ctypes.addressof(self._buffer)

    def __call__(self, held: int, name: bytes) -> tuple[int, int, int, int, bool]:
        """Return mode, number of names, device, inode, and whether it is known to be a mount point.

        Args:
            held: an open directory.
            name: a name in it; empty, what the handle itself is.

        Raises:
            OSError: from the system.
        """
        if _STATX is None:
            status = os.stat(name, dir_fd=held, follow_symlinks=False) if name else os.fstat(held)
            return status.st_mode, status.st_nlink, status.st_dev, status.st_ino, False
        if _STATX(held, name, _FLAGS, _WANTED, self._address):
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), name)
        attributes, links, mode, inode, major, minor = _LAYOUT.unpack_from(self._buffer)
        return mode, links, os.makedev(major, minor), inode, attributes & _MOUNT_ROOT != 0
