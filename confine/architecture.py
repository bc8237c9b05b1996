"""System-call numbers, as data, for the two processors that the Linux backend speaks.

The filter (`confine.filter`) and the boot settings (`confine.linux`) take every number from here, so that
what the child may call is written once. Numbers are those of the kernel's `asm/unistd_64.h` (x86-64) and
`asm-generic/unistd.h` (aarch64); they never change once given (Documentation/process/adding-syscalls.rst).
"""

from __future__ import annotations

import platform
from dataclasses import dataclass

__all__ = ["AARCH64", "ARCHITECTURES", "X86_64", "Architecture", "UnknownArchitectureError", "of_this_machine"]


class UnknownArchitectureError(Exception):
    """This processor has no table here; a filter for it would be a guess."""


@dataclass(frozen=True, slots=True)
class Architecture:
    """One processor as the filter sees it.

    Attributes:
        name: the kernel's name for it, as `uname -m` prints it.
        audit: AUDIT_ARCH_* of `linux/audit.h`, which seccomp puts into `seccomp_data.arch`.
        x32: true where system calls of a second ABI share the same audit value and are told apart only by
            bit 30 of the number (seccomp(2), "x32").
        numbers: system call name to number.
    """

    name: str
    audit: int
    x32: bool
    numbers: dict[str, int]


_BOTH = """
    read 0 63, write 1 64, close 3 57, lseek 8 62, pread64 17 67, openat 257 56, newfstatat 262 79, fstat 5 80,
    getdents64 217 61, renameat 264 38, renameat2 316 276, unlinkat 263 35, mkdirat 258 34, fsync 74 82,
    fcntl 72 25, brk 12 214, mmap 9 222, munmap 11 215, mremap 25 216, futex 202 98, getrandom 318 278,
    clock_gettime 228 113, clock_nanosleep 230 115, pselect6 270 72, ppoll 271 73, rt_sigreturn 15 139,
    rt_sigaction 13 134, rt_sigprocmask 14 135, restart_syscall 219 128, getpid 39 172, getppid 110 173,
    exit 60 93, exit_group 231 94, ioctl 16 29, clone3 435 435,
    prctl 157 167, seccomp 317 277, landlock_create_ruleset 444 444, landlock_add_rule 445 445,
    landlock_restrict_self 446 446, capset 126 91, prlimit64 302 261, close_range 436 436,
    fchmodat 268 53, utimensat 280 88, fchownat 260 54, symlinkat 266 36, linkat 265 37, mknodat 259 33,
    socket 41 198, socketpair 53 199, execve 59 221, memfd_create 319 279, kill 62 129,
    clone 56 220, setsid 112 157, dup3 292 24, sendmsg 46 211, recvmsg 47 212, wait4 61 260, pidfd_open 434 434,
    set_robust_list 273 99, unshare 272 97, mount 165 40,
    gettid 186 178, set_tid_address 218 96, rseq 334 293, madvise 28 233
"""


def _column(index: int) -> dict[str, int]:
    rows = (row.split() for row in _BOTH.replace("\n", " ").split(","))
    return {row[0]: int(row[index]) for row in rows}


X86_64 = Architecture("x86_64", 0xC000003E, True, _column(1))
AARCH64 = Architecture("aarch64", 0xC00000B7, False, _column(2))
ARCHITECTURES = {each.name: each for each in (X86_64, AARCH64)}


def of_this_machine() -> Architecture:
    """Return the table for the running kernel.

    Raises:
        UnknownArchitectureError: the processor has no table, or a 32-bit interpreter runs on it.
    """
    name = platform.machine()
    found = ARCHITECTURES.get(name)
    if found is None:
        known = " and ".join(ARCHITECTURES)
        raise UnknownArchitectureError(f"the processor {name!r} has no system-call table; known are {known}")
    if platform.architecture()[0] != "64bit":
        raise UnknownArchitectureError(f"a 32-bit interpreter on {name} uses another system-call table")
    return found
