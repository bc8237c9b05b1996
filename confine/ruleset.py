"""What each role may do, as data: the whole of the confinement on one page.

A `Ruleset` is what a backend enforces and a canary tests. There are two roles. The **agent** reads words
that strangers wrote, and may do nothing but compute and use its three pipes. The **hand** never sees those
words, and may change one tree. `confine.linux` turns a ruleset into Landlock rights, a seccomp filter and
limits; nothing here touches the system.

Not defended: root, a kernel bug, other programs of the same user (SECURITY.md).
"""

from __future__ import annotations

import errno
from dataclasses import dataclass

from confine.filter import Check, Rule

__all__ = ["AGENT", "GUARANTEES", "HAND", "LANDLOCK_RIGHTS", "ROLES", "SPAWNER", "Limits", "Ruleset"]

GUARANTEES = (
    "write-confined",
    "delete-confined",
    "metadata-confined",
    "read-confined",
    "links-blocked",
    "network-blocked",
    "exec-blocked",
    "spawn-blocked",
    "signals-blocked",
    "descriptors-closed",
    "environment-clean",
    "limits",
    "dies-with-supervisor",
)
"""Every guarantee that a launch must prove; the names of design, README and receipt."""

LANDLOCK_RIGHTS = {
    # name: (bit of the access mask, first ABI that knows it); linux/landlock.h
    "EXECUTE": (1 << 0, 1),
    "WRITE_FILE": (1 << 1, 1),
    "READ_FILE": (1 << 2, 1),
    "READ_DIR": (1 << 3, 1),
    "REMOVE_DIR": (1 << 4, 1),
    "REMOVE_FILE": (1 << 5, 1),
    "MAKE_CHAR": (1 << 6, 1),
    "MAKE_DIR": (1 << 7, 1),
    "MAKE_REG": (1 << 8, 1),
    "MAKE_SOCK": (1 << 9, 1),
    "MAKE_FIFO": (1 << 10, 1),
    "MAKE_BLOCK": (1 << 11, 1),
    "MAKE_SYM": (1 << 12, 1),
    "REFER": (1 << 13, 2),
    "TRUNCATE": (1 << 14, 3),
    "IOCTL_DEV": (1 << 15, 5),
}
"""Every file-system right is handled where the kernel knows it; a role is granted only those it names."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one child. Zero forbids; seconds and bytes otherwise.

    The first block is the kernel's (setrlimit(2)); the second is watched by the supervisor.
    """

    address_space: int = 512 << 20
    cpu_seconds: int = 60
    file_bytes: int = 0
    open_files: int = 3
    processes: int = 0
    core_bytes: int = 0
    locked_bytes: int = 0
    queue_bytes: int = 0

    resident_bytes: int = 256 << 20
    stderr_bytes: int = 64 << 10
    hello_seconds: float = 10.0
    silence_seconds: float = 60.0
    wall_seconds: float = 900.0


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One role's confinement.

    Attributes:
        role: `agent` or `hand`.
        rights: Landlock rights on the room; empty means that no path at all is granted.
        filter: the system calls that stay.
        limits: rlimits and the supervisor's bounds.
        environment: the only variables that the child is started with.
    """

    role: str
    rights: tuple[str, ...]
    filter: tuple[Rule, ...]
    limits: Limits
    environment: tuple[tuple[str, str], ...] = (("LC_ALL", "C.UTF-8"),)


# fcntl.h and linux/fs.h. The values are the same on x86-64 and aarch64.
_O_ACCMODE, _O_CREAT, _O_TRUNC, _O_ASYNC, _O_PATH, _O_TMPFILE = 3, 0o100, 0o1000, 0o20000, 0o10000000, 0o20000000
_F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC = 1, 2, 3, 1030
_PROT_EXEC, _MAP_TYPE, _MAP_PRIVATE = 4, 0xF, 2
_WHOLE = 0xFFFFFFFF

_NEVER_OPENED = _O_TRUNC | _O_ASYNC | _O_PATH | _O_TMPFILE

_OPEN = Rule(
    "openat",
    (
        # Access mode 3 opens for ioctl only, needs no right of Landlock, and has no use here (open(2)).
        (Check(2, _O_ACCMODE, (0, 1, 2)), Check(2, _NEVER_OPENED | _O_CREAT, (0,))),
        (
            Check(2, _O_ACCMODE, (0, 1, 2)),
            Check(2, _NEVER_OPENED | _O_CREAT, (_O_CREAT,)),
            Check(3, _WHOLE, (0o600,)),
        ),
    ),
)

_COMPUTE = (
    Rule("read"),
    Rule("write"),
    Rule("futex"),
    Rule("brk"),
    # A dirtied shared mapping changes a file after it was verified, with its times unchanged; executable
    # memory would be code that nobody shipped.
    Rule("mmap", ((Check(2, _PROT_EXEC, (0,)), Check(3, _MAP_TYPE, (_MAP_PRIVATE,))),)),
    Rule("munmap"),
    Rule("mremap"),
    Rule("clock_gettime"),
    Rule("clock_nanosleep"),
    Rule("getrandom"),
    Rule("pselect6"),
    Rule("ppoll"),
    Rule("rt_sigreturn"),
    Rule("rt_sigaction"),
    Rule("rt_sigprocmask"),
    Rule("restart_syscall"),
    Rule("getpid"),
    Rule("getppid"),
    Rule("lseek"),
    Rule("fstat"),
    Rule("close"),
    Rule("fcntl", ((Check(1, _WHOLE, (_F_DUPFD_CLOEXEC, _F_GETFD, _F_SETFD, _F_GETFL)),),)),
    Rule("exit"),
    Rule("exit_group"),
    # "Not a terminal" is what isatty() asks; glibc falls back from clone3 to clone, which is refused.
    Rule("ioctl", answer=errno.ENOTTY),
    Rule("clone3", answer=errno.ENOSYS),
)

_FILES = (
    _OPEN,
    Rule("newfstatat"),
    Rule("pread64"),
    Rule("getdents64"),
    Rule("fsync"),
    Rule("unlinkat"),
    Rule("renameat"),
    # 0, RENAME_NOREPLACE, RENAME_EXCHANGE; RENAME_WHITEOUT would make a device (renameat2(2)).
    Rule("renameat2", ((Check(4, _WHOLE, (0, 1, 2)),),)),
    Rule("mkdirat", ((Check(2, _WHOLE, (0o700,)),),)),
)

AGENT = Ruleset(role="agent", rights=(), filter=_COMPUTE, limits=Limits())

HAND = Ruleset(
    role="hand",
    # TRUNCATE is handled and not granted: a write is a new file and a rename, never in place.
    rights=(
        "WRITE_FILE",
        "READ_FILE",
        "READ_DIR",
        "REMOVE_DIR",
        "REMOVE_FILE",
        "MAKE_DIR",
        "MAKE_REG",
        "REFER",
    ),
    filter=_COMPUTE[:2] + _FILES + _COMPUTE[2:],
    limits=Limits(file_bytes=4 << 20, open_files=64),
)

_MAKES_CHILDREN = (
    "clone set_tid_address set_robust_list rseq gettid wait4 setsid dup3 sendmsg recvmsg pidfd_open prctl prlimit64 "
    "capset close_range seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self madvise"
).split()

SPAWNER = Ruleset(
    # Not a role: it reads nobody's words and has no room. What its children need to lock themselves must stay.
    role="spawner",
    rights=(),
    filter=(
        *(Rule("openat") if rule.call == "openat" else rule for rule in HAND.filter),
        *(Rule(name) for name in _MAKES_CHILDREN),
    ),
    limits=Limits(),
)

ROLES = {each.role: each for each in (AGENT, HAND)}
