"""A fault at one chosen system call of another process, made by the kernel through ptrace(2).

The process under test is the real one, with its real confinement and no code of a test in it: it is stopped at every
system call that could change anything, and at the n-th of them it is killed, before the call or after it, or the
call is not made and answers with an errno. The calls are counted as the kernel sees them. Which calls are counted is
said by what is left out (`HARMLESS`): a call that nobody thought of counts.

Needs the right to trace (CAP_SYS_PTRACE: a hand is not dumpable), and an x86-64 kernel since 5.3.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import signal
import struct
from dataclasses import dataclass
from typing import NoReturn

_CONT, _GETREGS, _SETREGS, _SYSCALL = 7, 12, 13, 24
_SEIZE, _INTERRUPT, _INFO = 0x4206, 0x4207, 0x420E
_SYSGOOD = 1
_RAX, _ORIG_RAX, _REGISTERS = 10, 15, 27  # struct user_regs_struct, in words.
_WALL = 0x40000000
_O_WRONLY, _O_RDWR, _O_CREAT, _O_TRUNC = 1, 2, 0o100, 0o1000

# asm/unistd_64.h. The names of calls that change something; another one is shown by its number.
NAMES = {
    1: "write", 18: "pwrite64", 20: "writev", 40: "sendfile", 46: "sendmsg", 62: "kill", 73: "flock", 74: "fsync",
    75: "fdatasync", 76: "truncate", 77: "ftruncate", 82: "rename", 83: "mkdir", 84: "rmdir", 85: "creat", 86: "link",
    87: "unlink", 88: "symlink", 90: "chmod", 91: "fchmod", 257: "open for writing", 258: "mkdirat", 260: "fchownat",
    263: "unlinkat", 264: "renameat", 265: "linkat", 266: "symlinkat", 268: "fchmodat", 280: "utimensat",
    285: "fallocate", 316: "renameat2", 326: "copy_file_range",
}  # fmt: skip

# Calls that name a file by its path, and by a handle and a name below it.
_BY_PATH = frozenset((76, 82, 83, 84, 85, 86, 87, 88, 90))
_BY_BOTH = frozenset((257, 258, 260, 263, 264, 265, 268, 280, 316))

# Calls that look, wait, or concern the process itself only.
HARMLESS = frozenset(
    (0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 21, 22, 23, 24, 25, 28, 32, 33, 35, 36, 37, 38, 39)
    + (56, 57, 58, 59, 60, 61, 63, 72, 78, 79, 80, 81, 89, 95, 96, 97, 99, 102, 104, 107, 108, 110, 112, 115, 118, 120)
    + (
        131,
        137,
        138,
        157,
        158,
        186,
        191,
        192,
        193,
        194,
        195,
        196,
        202,
        204,
        213,
        217,
        218,
        221,
        228,
        230,
        231,
        232,
        233,
        234,
        247,
        254,
        255,
        262,
    )
    + (267, 269, 270, 271, 273, 281, 288, 290, 291, 292, 293, 302, 309, 318, 324, 332, 334, 424, 434, 435, 436, 437)
    + (439, 441)
)


@dataclass(frozen=True)
class Fault:
    """What happens at which call.

    Attributes:
        nth: the number of the call among those that count, from 1; 0: none, only count.
        after: whether the process is killed after the call and not before it.
        number: errno that the call answers with instead of being made; 0: the process is killed.
        only: names of the calls that count; all that are not harmless where empty.
        under: only calls on files below this path count; on any where empty.
    """

    nth: int = 0
    after: bool = False
    number: int = 0
    only: tuple[str, ...] = ()
    under: str = ""


def can_trace() -> str:
    """Return why this machine cannot do it, or an empty text."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return "faults at a system call are written for Linux on x86-64"
    with open("/proc/self/status", encoding="ascii") as status:
        held = next(int(line.split()[1], 16) for line in status if line.startswith("CapEff"))
    return "" if held >> 19 & 1 else "the right to trace a hand is absent (CAP_SYS_PTRACE)"


class Tracer:
    """Attached to one thread of a process.

    Args:
        pid: the process.
        fault: what is to happen.

    Attributes:
        calls: names of the calls that counted, in order.
        hit: the name of the call at which the fault came; "" if it did not.
    """

    def __init__(self, pid: int, fault: Fault) -> None:
        self.pid = pid
        self.fault = fault
        self.calls: list[str] = []
        self.hit = ""
        self._due = False
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.ptrace.restype = ctypes.c_long
        self._libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
        self._info = ctypes.create_string_buffer(128)
        self._ptrace(_SEIZE, 0, _SYSGOOD)
        self._ptrace(_INTERRUPT)

    def run(self) -> None:
        """Follow the process to its end."""
        while True:
            _, status = os.waitpid(self.pid, _WALL)
            if os.WIFEXITED(status) or os.WIFSIGNALED(status):
                return
            number, event, deliver = os.WSTOPSIG(status), status >> 16, 0
            if number == signal.SIGTRAP | 0x80:
                self._at_call()
            elif not event:
                deliver = number
            try:
                self._ptrace(_SYSCALL, 0, deliver)
            except ProcessLookupError:
                continue

    def _at_call(self) -> None:
        self._ptrace(_INFO, len(self._info), ctypes.addressof(self._info))
        op, call, first, second, third = struct.unpack_from("=B23xQQQQ", self._info)
        if op == 1:
            name = _counted(call, third)
            if name is None or (self.fault.only and name not in self.fault.only):
                return
            if self.fault.under and not self._where(call, first, second).startswith(self.fault.under):
                return
            self.calls.append(name)
            if len(self.calls) != self.fault.nth:
                return
            self.hit = name
            if self.fault.number:
                self._set(_ORIG_RAX, -1)
                self._due = True
            elif self.fault.after:
                self._due = True
            else:
                os.kill(self.pid, signal.SIGKILL)
        elif op == 2 and self._due:
            self._due = False
            if self.fault.number:
                self._set(_RAX, -self.fault.number)
            else:
                os.kill(self.pid, signal.SIGKILL)

    def _where(self, call: int, first: int, second: int) -> str:
        """Return the path that a call is about, as far as it names one; "" otherwise."""
        if call in _BY_PATH:
            return self._text(first)
        named = self._text(second) if call in _BY_BOTH else ""
        if named.startswith("/"):
            return named
        try:
            held = os.readlink(f"/proc/{self.pid}/fd/{first}")
        except OSError:
            return ""
        return f"{held}/{named}"

    def _text(self, address: int) -> str:
        if not address:  # utimensat(2) of a handle alone.
            return ""
        with open(f"/proc/{self.pid}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            return memory.read(4096).partition(b"\0")[0].decode("utf-8", "surrogateescape")

    def _set(self, register: int, value: int) -> None:
        registers = (ctypes.c_long * _REGISTERS)()
        self._ptrace(_GETREGS, 0, ctypes.addressof(registers))
        registers[register] = value
        self._ptrace(_SETREGS, 0, ctypes.addressof(registers))

    def _ptrace(self, request: int, address: int = 0, data: int = 0) -> None:
        if self._libc.ptrace(request, self.pid, address, data) == -1:
            number = ctypes.get_errno()
            # A process that is being killed is gone from one moment to the next.
            raise OSError(number, f"ptrace({request:#x}): {os.strerror(number)}")


def _counted(call: int, flags: int) -> str | None:
    """Return the name of a call that may change something, or None."""
    if call == 257 and not flags & (_O_WRONLY | _O_RDWR | _O_CREAT | _O_TRUNC):
        return None
    return None if call in HARMLESS else NAMES.get(call, f"call {call}")


def follow(fault: Fault, pids: int, answers: int) -> NoReturn:
    """Be the tracing process: take a pid from a pipe, attach, say so, follow, and report at the end.

    Args:
        fault: what is to happen.
        pids: pipe that gives the pid as a line; closed without one: nothing is traced.
        answers: pipe for `attached`, and at the end hit and calls, a line each.
    """
    line = os.read(pids, 64).strip()
    try:
        if line:
            tracer = Tracer(int(line), fault)
            os.write(answers, b"attached\n")
            tracer.run()
            os.write(answers, ("\n".join([tracer.hit, *tracer.calls]) + "\n").encode())
    except OSError as error:
        if error.errno != errno.ESRCH:
            os.write(answers, f"failed {error}\n".encode())
    os._exit(0)
