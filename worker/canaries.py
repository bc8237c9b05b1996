"""The canaries: attempts at what must not be possible, made in the child itself.

Each row is one attempt, a system call on a bait directory that the supervisor made. It runs three times:
before the lock in `control/`, where it must succeed (an attempt that could never succeed proves nothing); with
Landlock alone, and with the filter too, in `attempt/`, where it must fail. The child only reports what the
kernel answered. Whether that is a proof is judged outside (`confine.receipt`), where the bytes of the bait
are compared too.

An attempt that is given a descriptor writes a byte to it and closes it, so that a refusal that came too late
shows on the disk. An execution that was not refused replaces this process, and the supervisor never sees its
`hello`.
"""

from __future__ import annotations

import posix
import sys

from worker.syscalls import Buffer, buffer, call

assert sys.platform != "win32"  # For the type checker: everything below is of POSIX.

__all__ = ["CANARIES", "LANDLOCK", "RAN", "Bait", "Row"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    Row = tuple[str, str, str, tuple[int | str, ...]]
else:
    Row = tuple

_AT_FDCWD, _AT_REMOVEDIR = -100, 0x200
_O_WRONLY, _O_CREAT, _O_EXCL, _O_APPEND, _O_CLOEXEC = 1, 0o100, 0o200, 0o2000, 0o2000000
_FIFO = 0o010600
_UNIX, _INTERNET, _NETLINK, _STREAM, _DATAGRAM = 1, 2, 16, 1, 2
_DUPFD_CLOEXEC, _SETOWN = 1030, 8
_PRIVATE_ANONYMOUS_NORESERVE = 0x4022

# Stand-ins in a row, filled in at run time.
PARENT, SELF, TOO_MUCH, TOO_HIGH = "$parent", "$self", "$too-much", "$too-high"

CANARIES: tuple[Row, ...] = (
    # guarantee, what is tried, system call, arguments; a text is a name in the bait
    ("write-confined", "append to a file", "openat", (_AT_FDCWD, "kept", _O_WRONLY | _O_APPEND, 0)),
    ("write-confined", "create a file", "openat", (_AT_FDCWD, "new", _O_WRONLY | _O_CREAT | _O_EXCL, 0o600)),
    ("write-confined", "make a directory", "mkdirat", (_AT_FDCWD, "made", 0o700)),
    ("delete-confined", "remove a file", "unlinkat", (_AT_FDCWD, "doomed", 0)),
    ("delete-confined", "remove a directory", "unlinkat", (_AT_FDCWD, "empty", _AT_REMOVEDIR)),
    ("delete-confined", "rename a file", "renameat2", (_AT_FDCWD, "moving", _AT_FDCWD, "moved", 0)),
    ("metadata-confined", "change a mode", "fchmodat", (_AT_FDCWD, "changing", 0o640)),
    ("metadata-confined", "change an owner", "fchownat", (_AT_FDCWD, "changing", -1, -1, 0)),
    ("metadata-confined", "change times", "utimensat", (_AT_FDCWD, "touched", 0, 0)),
    ("read-confined", "read a file", "openat", (_AT_FDCWD, "secret", 0, 0)),
    ("read-confined", "list a directory", "openat", (_AT_FDCWD, ".", posix.O_DIRECTORY, 0)),
    ("links-blocked", "make a symbolic link", "symlinkat", ("kept", _AT_FDCWD, "symlink")),
    ("links-blocked", "make a hard link", "linkat", (_AT_FDCWD, "kept", _AT_FDCWD, "link", 0)),
    ("links-blocked", "make a fifo", "mknodat", (_AT_FDCWD, "fifo", _FIFO, 0)),
    ("network-blocked", "open a UDP socket", "socket", (_INTERNET, _DATAGRAM | _O_CLOEXEC, 0)),
    ("network-blocked", "open a TCP socket", "socket", (_INTERNET, _STREAM | _O_CLOEXEC, 0)),
    ("network-blocked", "open a Unix socket", "socket", (_UNIX, _DATAGRAM | _O_CLOEXEC, 0)),
    ("network-blocked", "open a netlink socket", "socket", (_NETLINK, _DATAGRAM | _O_CLOEXEC, 0)),
    ("exec-blocked", "make an executable in memory", "memfd_create", ("memory", 1)),
    ("exec-blocked", "run a program", "execve", ("program", 0, 0)),
    ("spawn-blocked", "fork", "fork", ()),
    ("signals-blocked", "signal the supervisor", "kill", (PARENT, 0)),
    ("signals-blocked", "own a descriptor's signals", "fcntl", (0, _SETOWN, SELF)),
    ("limits", "map more memory than allowed", "mmap", (0, TOO_MUCH, 0, _PRIVATE_ANONYMOUS_NORESERVE, -1, 0)),
    ("limits", "open more files than allowed", "fcntl", (0, _DUPFD_CLOEXEC, TOO_HIGH)),
)
"""Order matters only to the reader; every row is made in each stage."""

LANDLOCK = {"openat", "mkdirat", "unlinkat", "renameat2", "symlinkat", "linkat", "mknodat", "execve"}
"""The system calls that Landlock alone must refuse on the bait, before the filter is there to help."""

RAN = 42
"""The exit status of the bait's program; nothing else in a control gives it."""

_TAKES_PATHS = LANDLOCK | {"fchmodat", "fchownat", "utimensat"}
_GIVES_A_DESCRIPTOR = {"openat", "socket", "memfd_create"}


class Bait:
    """A directory of the bait to make attempts in, and the values that stand-ins have in this launch.

    Args:
        calls: system-call numbers.
        directory: absolute path of `control/` or `attempt/` of the bait.
        values: the number for each stand-in.
    """

    __slots__ = ("_calls", "_directory", "_ran", "_values")

    def __init__(self, calls: Mapping[str, int], directory: str, values: Mapping[str, int]) -> None:
        self._calls = calls
        self._directory = directory
        self._values = values
        self._ran: int | None = None

    def attempt(self, row: Row) -> int:
        """Make one attempt in this process; return 0 where it succeeded, else the errno."""
        _, _, name, arguments = row
        if name == "fork":
            return self._fork()
        result, number = call(self._calls[name], *self._filled(name, arguments))
        if result != -1:
            self._undo(name, arguments, result)
        return number

    def control(self, row: Row) -> int:
        """Make the attempt where it must succeed.

        Forking and executing are tried together, as posix_spawn(3) does both, and its vfork is ten times
        cheaper than a copy of this process: the program of the bait ran if its exit status says so.
        """
        if row[2] not in ("fork", "execve"):
            return self.attempt(row)
        if self._ran is None:
            program = f"{self._directory}/program"
            try:
                status = posix.waitpid(posix.posix_spawn(program, [program], {}), 0)[1]
            except OSError as error:
                self._ran = error.errno or -1
            else:
                self._ran = 0 if status == RAN << 8 else -1
        return self._ran

    def _fork(self) -> int:
        try:
            child = posix.fork()
        except OSError as error:
            return error.errno or -1
        if child == 0:
            posix._exit(0)
        try:
            posix.waitpid(child, 0)
        except OSError:
            # There is a child that cannot be waited for: the attempt succeeded all the same.
            pass
        return 0

    def _filled(self, name: str, arguments: tuple[int | str, ...]) -> list[int | Buffer]:
        filled: list[int | Buffer] = []
        for index, each in enumerate(arguments):
            if isinstance(each, int):
                filled.append(each)
            elif each in self._values:
                filled.append(self._values[each])
            elif name in _TAKES_PATHS and (name, index) != ("symlinkat", 0):
                filled.append(buffer(f"{self._directory}/{each}"))
            else:
                filled.append(buffer(each))
        return filled

    def _undo(self, name: str, arguments: tuple[int | str, ...], result: int) -> None:
        if name == "openat":
            call(self._calls["write"], result, Buffer(b"!"), 1)
        if name in _GIVES_A_DESCRIPTOR or arguments[1:2] == (_DUPFD_CLOEXEC,):
            call(self._calls["close"], result)
        elif name == "mmap":
            call(self._calls["munmap"], result, self._values[TOO_MUCH])
        elif name == "fcntl":
            call(self._calls["fcntl"], 0, _SETOWN, 0)
