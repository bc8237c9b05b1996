"""The canaries on macOS: the rows of `worker.canaries`, made with the functions that CPython has for them.

There is no `syscall(2)` to rely on: its arguments go another way on each processor, and the numbers are nobody's
promise. So each row is made by name. What a row says in numbers of Linux is said in this system's.

Three things are done otherwise, because macOS judges another step:

- a socket may be made, and where it goes is judged: the row connects or binds it, to this machine only;
- an executable is a script, as one cannot be written by hand where code must be signed;
- a row for what the system does not have, or does not judge, is `NOT_TRIED`, and the receipt says so.

Nothing here needs macOS: the controls run anywhere that has `posix`.
"""

from __future__ import annotations

import _socket
import fcntl
import posix
import sys

from worker import canaries

assert sys.platform != "win32"  # For the type checker: everything below is of POSIX.

__all__ = ["NOT_TRIED", "Bait", "native"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

NOT_TRIED = -2
"""The answer where there is nothing to try."""

_OWN = (
    # bits of asm-generic/fcntl.h, and what they are here
    (1, posix.O_WRONLY),
    (0o100, posix.O_CREAT),
    (0o200, posix.O_EXCL),
    (0o2000, posix.O_APPEND),
    (0o2000000, posix.O_CLOEXEC),
)
_REMOVEDIR, _DUPFD_CLOEXEC = 0x200, 1030  # linux/fcntl.h
_LOCAL, _DISCARD = "127.0.0.1", 9  # RFC 863; connecting a UDP socket sends nothing.


def native(flags: int, own: tuple[tuple[int, int], ...] = _OWN, directory: int = posix.O_DIRECTORY) -> int:
    """Return what the flags of a row are on this system; O_DIRECTORY is this system's in the row already."""
    return sum(mine for theirs, mine in own if flags & theirs) | (flags & directory)


class Bait(canaries.Bait):
    """A directory of the bait to make attempts in.

    Args:
        directory: absolute path of `control/` or `attempt/` of the bait.
        values: the number for each stand-in.
    """

    __slots__ = ()

    def __init__(self, directory: str, values: Mapping[str, int]) -> None:
        super().__init__({}, directory, values)

    def attempt(self, row: canaries.Row) -> int:
        """Make one attempt in this process; return 0 where it succeeded, `NOT_TRIED`, or the errno."""
        _, _, name, arguments = row
        if name == "fork":
            return self._fork()
        try:
            return _ACTS[name](self, *arguments) if name in _ACTS else NOT_TRIED
        except OSError as error:
            return error.errno or -1

    def _path(self, name: str) -> str:
        return f"{self._directory}/{name}"

    def _open(self, _: int, name: str, flags: int, mode: int) -> int:
        handle = posix.open(self._path(name), native(flags), mode)
        try:
            if flags & 1:
                posix.write(handle, b"!")
        finally:
            posix.close(handle)
        return 0

    def _mkdir(self, _: int, name: str, mode: int) -> int:
        posix.mkdir(self._path(name), mode)
        return 0

    def _unlink(self, _: int, name: str, flags: int) -> int:
        (posix.rmdir if flags & _REMOVEDIR else posix.unlink)(self._path(name))
        return 0

    def _rename(self, _: int, name: str, __: int, new_name: str, flags: int) -> int:
        posix.rename(self._path(name), self._path(new_name))
        return 0

    def _chmod(self, _: int, name: str, mode: int) -> int:
        posix.chmod(self._path(name), mode)
        return 0

    def _chown(self, _: int, name: str, user: int, group: int, flags: int) -> int:
        posix.chown(self._path(name), user, group)
        return 0

    def _utime(self, _: int, name: str, times: int, flags: int) -> int:
        posix.utime(self._path(name))
        return 0

    def _symlink(self, target: str, _: int, name: str) -> int:
        posix.symlink(target, self._path(name))
        return 0

    def _link(self, _: int, name: str, __: int, new_name: str, flags: int) -> int:
        posix.link(self._path(name), self._path(new_name))
        return 0

    def _mkfifo(self, _: int, name: str, mode: int, device: int) -> int:
        posix.mkfifo(self._path(name), mode & 0o777)
        return 0

    def _socket(self, family: int, kind: int, protocol: int) -> int:
        stream = kind & 0xF == 1
        if family == 1:
            made = _socket.socket(_socket.AF_UNIX, _socket.SOCK_DGRAM)
        elif family == 2:
            made = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM if stream else _socket.SOCK_DGRAM)
        else:
            return NOT_TRIED
        try:
            if family == 1:
                # A short name: the whole path may have no more than 103 bytes (unix(4)).
                made.bind(self._path("s"))
            elif stream:
                made.bind((_LOCAL, 0))
            else:
                made.connect((_LOCAL, _DISCARD))
        finally:
            made.close()
        return 0

    def _execute(self, name: str, _: int, __: int) -> int:
        posix.execve(self._path(name), [self._path(name)], {})

    def _kill(self, who: str, number: int) -> int:
        posix.kill(self._values[who], number)
        return 0

    def _fcntl(self, descriptor: int, command: int, value: str) -> int:
        if command != _DUPFD_CLOEXEC:
            return NOT_TRIED
        posix.close(fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, self._values[value]))
        return 0


_ACTS: dict[str, Callable[..., int]] = {
    "openat": Bait._open,
    "mkdirat": Bait._mkdir,
    "unlinkat": Bait._unlink,
    "renameat2": Bait._rename,
    "fchmodat": Bait._chmod,
    "fchownat": Bait._chown,
    "utimensat": Bait._utime,
    "symlinkat": Bait._symlink,
    "linkat": Bait._link,
    "mknodat": Bait._mkfifo,
    "socket": Bait._socket,
    "execve": Bait._execute,
    "kill": Bait._kill,
    "fcntl": Bait._fcntl,
}
