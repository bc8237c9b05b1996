"""Opening files and directories on Windows: the name that was asked for, judged by the handle that was got.

`CreateFileW` with FILE_FLAG_OPEN_REPARSE_POINT opens a link or junction itself and does not go where it leads, and
what the handle is says `os.fstat`. (Python's own `os.open` follows it, opens no directory, and lets nobody rename
or delete the file meanwhile.) A file is shared with everybody, as on POSIX: a reader does not keep the writer from
replacing what it reads. A directory is shared for all but renaming and deleting, so that its name stays its name
for as long as it is held.

Windows refuses for a moment what a scanner, an indexer or a backup holds open: `patient` tries again for half a
second, and then the error stands.

Not defended: CPython has no calls relative to a directory handle, so names are joined to the path of the directory
that is held; one above that could be renamed only where nothing below it is open. Permissions come from the parent's
access control list: the modes 0600 and 0700 mean nothing here.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable
from typing import TypeVar

__all__ = ["long_path", "open_directory", "open_file", "patient", "writable"]

_Result = TypeVar("_Result")

_TRIES = 12
_FIRST_PAUSE = 0.001
# ERROR_ACCESS_DENIED (a name that is about to be deleted answers so), ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION.
_HELD = frozenset({5, 32, 33})

_LONGEST = 240
"""Characters of a path that needs no prefix: MAX_PATH is 260, and a directory's must leave room for a short name."""


def long_path(path: str) -> str:
    """Return a path that may be longer than MAX_PATH, whatever the machine's settings are."""
    if os.sep == "/" or len(path) < _LONGEST or path.startswith("\\\\?\\"):
        return path
    full = os.path.abspath(path)
    return "\\\\?\\UNC\\" + full[2:] if full.startswith("\\\\") else "\\\\?\\" + full


def patient(call: Callable[[], _Result], mend: Callable[[], None] = lambda: None) -> _Result:
    """Return what a call returns; try it again for half a second where another program holds the file.

    Args:
        call: what is to be done. It must change nothing where it fails.
        mend: what may help before the second try.

    Raises:
        OSError: as the call raised it at last.
    """
    pause = _FIRST_PAUSE
    for left in range(_TRIES - 1, -1, -1):
        try:
            return call()
        except OSError as error:
            if not left or getattr(error, "winerror", None) not in _HELD:
                raise
        if left == _TRIES - 1:
            mend()
        time.sleep(pause)
        pause *= 1.7
    raise AssertionError("unreachable")


def writable(path: str) -> None:
    """Take the read-only attribute from a file: Windows neither replaces nor removes one that has it."""
    try:
        os.chmod(path, 0o600)
    except OSError:
        # The call that is tried again tells what is wrong.
        pass


if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _GENERIC_READ, _GENERIC_WRITE = 0x80000000, 0x40000000
    _ACCESS = {os.O_RDONLY: _GENERIC_READ, os.O_WRONLY: _GENERIC_WRITE, os.O_RDWR: _GENERIC_READ | _GENERIC_WRITE}
    _LIST = 0x1 | 0x80  # FILE_LIST_DIRECTORY, FILE_READ_ATTRIBUTES
    _SHARED, _SHARED_BUT_DELETE = 7, 3
    _CREATE_NEW, _OPEN_EXISTING, _OPEN_ALWAYS = 1, 3, 4
    _ITSELF, _DIRECTORIES_TOO = 0x00200000, 0x02000000  # FILE_FLAG_OPEN_REPARSE_POINT, FILE_FLAG_BACKUP_SEMANTICS
    _DIRECTORY, _REPARSE_POINT = 0x10, 0x400  # FILE_ATTRIBUTE_…

    _kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    _create_file = _kernel32.CreateFileW
    _create_file.restype = wintypes.HANDLE
    _create_file.argtypes = (
        *(wintypes.LPCWSTR, wintypes.DWORD, wintypes.DWORD, wintypes.LPVOID),
        *(wintypes.DWORD, wintypes.DWORD, wintypes.HANDLE),
    )
    _close_handle = _kernel32.CloseHandle
    _close_handle.restype = wintypes.BOOL
    _close_handle.argtypes = (wintypes.HANDLE,)
    _NONE = wintypes.HANDLE(-1).value

    def open_file(path: str, flags: int) -> int:
        """Open a file itself; return a descriptor, not inherited, in binary mode.

        Args:
            path: absolute.
            flags: of `os.open`: access, O_APPEND, O_CREAT, O_EXCL.

        Raises:
            OSError: a link or junction (ELOOP), a directory that would be written (EISDIR), or from the system.
        """
        how = _OPEN_EXISTING
        if flags & os.O_CREAT:
            how = _CREATE_NEW if flags & os.O_EXCL else _OPEN_ALWAYS
        access = _ACCESS[flags & (os.O_RDONLY | os.O_WRONLY | os.O_RDWR)]
        fd = patient(lambda: _opened(path, access, _SHARED, how, flags & os.O_APPEND))
        if access != _GENERIC_READ and os.fstat(fd).st_file_attributes & _DIRECTORY:
            os.close(fd)
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        return fd

    def open_directory(path: str) -> int:
        """Open a directory itself, and keep its name from being taken away; return a descriptor.

        Raises:
            OSError: a link or junction (ELOOP), no directory (ENOTDIR), or from the system.
        """
        fd = patient(lambda: _opened(path, _LIST, _SHARED_BUT_DELETE, _OPEN_EXISTING, 0))
        if not os.fstat(fd).st_file_attributes & _DIRECTORY:
            os.close(fd)
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        return fd

    def _opened(path: str, access: int, share: int, how: int, append: int) -> int:
        handle = _create_file(long_path(path), access, share, None, how, _ITSELF | _DIRECTORIES_TOO, None)
        if handle == _NONE:
            number = ctypes.get_last_error()
            raise OSError(0, ctypes.FormatError(number).strip(), path, number)
        try:
            fd = msvcrt.open_osfhandle(handle, append | os.O_NOINHERIT)
        except BaseException:
            _close_handle(handle)
            raise
        if os.fstat(fd).st_file_attributes & _REPARSE_POINT:
            os.close(fd)
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
        return fd

else:
    # Rooms of an imagined Windows are tested on every system.

    def open_file(path: str, flags: int) -> int:
        """Open a file by its name, which is examined first."""
        if os.path.lexists(path):
            refuse_link(path)
        return os.open(path, flags, 0o600)

    def open_directory(path: str) -> int:
        """Examine a directory by its name; there is no handle."""
        refuse_link(path)
        if not os.path.isdir(path):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        return -1

    def refuse_link(path: str) -> None:
        """Refuse a link, junction or other reparse point by its own status."""
        status = os.lstat(path)
        if getattr(status, "st_reparse_tag", 0) or os.path.islink(path):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
