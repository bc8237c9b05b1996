"""The two renames that CPython does not offer: exchange two names, and rename without replacing.

`worker.beneath` needs both to change a file without ever losing what another program saved in the meantime:
a plain rename(2) replaces whatever it finds, and there is no moment at which one could look first.

Not offered: `RENAME_WHITEOUT`, which would leave a device behind; the filter refuses it too. A file system
may know neither flag (NFS, most of FUSE) or only one of them (vfat before Linux 6.0). Then the error is one
of `UNSUPPORTED`, and nothing has happened.
"""

from __future__ import annotations

import errno
import posix
import sys

if sys.platform == "win32":
    raise ImportError("the hand's file operations need handles of directories (openat)")

from worker.syscalls import Buffer, call

__all__ = ["UNSUPPORTED", "exchange", "rename_to_new"]

_NUMBERS = {"x86_64": 316, "aarch64": 276}
_NOREPLACE, _EXCHANGE = 1, 2  # linux/fs.h

UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP})
"""What renameat2(2) answers where a kernel, processor or file system does not know the flag.

EINVAL also means a directory moved into itself; a plain rename then says so again.
"""

# uname(2) tells the kernel's architecture: a 32-bit interpreter on it has other numbers.
_number = _NUMBERS.get(posix.uname().machine) if sys.platform == "linux" and sys.maxsize >= 2**32 else None


def exchange(directory: int, one: bytes, other: bytes) -> None:
    """Exchange two names of a directory in one step; both must exist (renameat2(2), RENAME_EXCHANGE).

    Raises:
        OSError: nothing has changed.
    """
    _rename(directory, one, directory, other, _EXCHANGE)


def rename_to_new(directory: int, name: bytes, target: int, new_name: bytes) -> None:
    """Rename only if the new name does not exist, else fail with EEXIST (renameat2(2), RENAME_NOREPLACE).

    Raises:
        OSError: nothing has changed.
    """
    _rename(directory, name, target, new_name, _NOREPLACE)


def _rename(directory: int, name: bytes, target: int, new_name: bytes, flag: int) -> None:
    # A NUL would end the name early and make it another one; CPython's own functions refuse it as well.
    if b"\0" in name or b"\0" in new_name:
        raise ValueError("a name with a NUL")
    if _number is None:
        raise OSError(errno.ENOSYS, posix.strerror(errno.ENOSYS))
    result, number = call(_number, directory, Buffer(name + b"\0"), target, Buffer(new_name + b"\0"), flag)
    if result == -1:
        raise OSError(number, posix.strerror(number))
