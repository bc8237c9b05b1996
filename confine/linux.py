"""The Linux backend: Landlock, seccomp, rlimits, capabilities.

Facts about the system that shape this file:

- Landlock binds what a process opens *afterwards* and knows only what its ABI lists. It leaves chmod,
  chown, utime, xattr, stat, chdir, UDP, Unix sockets, fork, memfd and everything on open descriptors free
  (landlock(7)). Seccomp is therefore not an addition but the other half.
- Because the filter closes truncation and `open(path, 3)`, the first ABI (Linux 5.13) is enough. What a
  newer ABI adds is a second refusal, and the receipt says whether it is there.
- "Not built in" and "disabled at boot" are two errors of one call, and two different things to do for the user.
- A filter sees registers of one ABI: another processor needs another table, so an unknown one is refused.

The child is handed numbers (`settings`) and reports numbers; what they mean is decided here.
"""

from __future__ import annotations

import sys

assert sys.platform == "linux"  # For the type checker; `confine.backend` is what chooses.

import base64
import ctypes
import errno
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from confine import starting
from confine.architecture import Architecture, UnknownArchitectureError, of_this_machine
from confine.bait import Bait
from confine.errors import ConfinementUnavailableError
from confine.filter import REFUSED, Rule, assemble
from confine.receipt import Proof, Receipt
from confine.ruleset import LANDLOCK_RIGHTS, SPAWNER, Limits, Ruleset
from confine.starting import Process
from worker import canaries

__all__ = ["PROGRAM", "Kernel", "Outside", "judge", "look", "probe", "settings", "start"]

_NET_ABI, _SCOPE_ABI = 4, 6
_NETWORK_RIGHTS = 0b11  # LANDLOCK_ACCESS_NET_BIND_TCP | LANDLOCK_ACCESS_NET_CONNECT_TCP
_SCOPES = 0b11  # LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | LANDLOCK_SCOPE_SIGNAL
_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION

_RLIMITS = (
    # asm-generic/resource.h, member of Limits
    (9, "address_space"),
    (0, "cpu_seconds"),
    (1, "file_bytes"),
    (7, "open_files"),
    (6, "processes"),
    (4, "core_bytes"),
    (8, "locked_bytes"),
    (12, "queue_bytes"),
)

_EXIT_42 = {
    # The few instructions of exit(42) for each processor.
    "x86_64": (0x3E, bytes.fromhex("bf2a000000b83c0000000f05")),
    "aarch64": (0xB7, bytes.fromhex("400580d2a80b80d2010000d4")),
}


def _program(name: str) -> bytes:
    """Return the smallest ELF executable that exits with `canaries.RAN` (elf(5))."""
    machine, code = _EXIT_42[name]
    base, header = 0x400000, 64 + 56
    size = header + len(code)
    elf = b"\x7fELF\x02\x01\x01" + bytes(9) + (2).to_bytes(2, "little") + machine.to_bytes(2, "little")
    elf += (1).to_bytes(4, "little") + (base + header).to_bytes(8, "little") + (64).to_bytes(8, "little")
    elf += bytes(12) + b"".join(each.to_bytes(2, "little") for each in (64, 56, 1, 64, 0, 0))
    segment = (1).to_bytes(4, "little") + (5).to_bytes(4, "little") + bytes(8)
    segment += base.to_bytes(8, "little") * 2 + size.to_bytes(8, "little") * 2 + (0x1000).to_bytes(8, "little")
    return elf + segment + code


PROGRAM = {name: _program(name) for name in _EXIT_42}
"""What the exec canary tries to run, for each processor."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """What this kernel offers.

    Attributes:
        abi: Landlock ABI version, at least 1.
        architecture: the system-call table in force.
    """

    abi: int
    architecture: Architecture

    def rights(self) -> dict[str, int]:
        """Return the file-system rights that this ABI knows, by name."""
        return {name: bit for name, (bit, since) in LANDLOCK_RIGHTS.items() if since <= self.abi}


def probe() -> Kernel:
    """Ask the kernel what it has.

    Raises:
        ConfinementUnavailableError: Landlock is not built in, disabled at boot, or the processor is unknown.
    """
    try:
        architecture = of_this_machine()
    except UnknownArchitectureError as error:
        raise ConfinementUnavailableError(
            "there is no confinement for this processor",
            str(error),
            "run Scribe on x86-64 or aarch64 with a 64-bit Python",
        ) from None
    abi, number = _landlock_version(architecture)
    if abi >= 1:
        return Kernel(abi, architecture)
    raise unavailable(number)


def _landlock_version(architecture: Architecture) -> tuple[int, int]:
    """Return the ABI and 0, or -1 and the errno (landlock_create_ruleset(2))."""
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    library.syscall.argtypes = [ctypes.c_long, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint32]
    number = architecture.numbers["landlock_create_ruleset"]
    abi = int(library.syscall(number, None, 0, _VERSION))
    return (abi, 0) if abi >= 0 else (-1, ctypes.get_errno())


def unavailable(number: int) -> ConfinementUnavailableError:
    """Return the error for an errno of the version query; the two common ones ask for different things."""
    why, do = {
        errno.ENOSYS: (
            "Landlock is not built into this kernel (ENOSYS)",
            "use a kernel of 5.13 or newer that is built with CONFIG_SECURITY_LANDLOCK=y; in a container, the "
            "host's seccomp profile must let the landlock_* system calls through",
        ),
        errno.EOPNOTSUPP: (
            "Landlock is built in but was disabled at boot (EOPNOTSUPP)",
            "add landlock to the lsm= list on the kernel's command line (see /sys/kernel/security/lsm) and reboot",
        ),
    }.get(
        number,
        (
            f"the kernel answered with errno {number} ({os.strerror(number)})",
            "look for a security policy that forbids the landlock_* system calls",
        ),
    )
    return ConfinementUnavailableError("this system cannot confine the writer", why, do)


def settings(
    kernel: Kernel, ruleset: Ruleset, bait: str, room: Mapping[str, Any] | None, parent: int
) -> dict[str, Any]:
    """Work out everything that the child hands to its kernel.

    Args:
        kernel: what `probe` found; tests pass an older one.
        ruleset: the role's.
        bait: absolute path of the bait directory.
        room: `path`, `device`, `inode` of the room's root, and `pinned`, the directories in it that an automated
            run must not write in; or None for the agent.
        parent: process id that the child must find as its parent.
    """
    rights = kernel.rights()
    granted = sum(rights[name] for name in ruleset.rights if name in rights)
    sizes = {1: 8, 2: 8, 3: 8, 4: 16, 5: 16}
    return {
        "role": ruleset.role,
        "parent": parent,
        "calls": kernel.architecture.numbers,
        "room": None if room is None else {name: room[name] for name in ("path", "device", "inode")},
        "pinned": [] if room is None else list(room.get("pinned", ())),
        "bait": bait,
        "limits": [[number, getattr(ruleset.limits, name)] for number, name in _RLIMITS],
        "landlock": {
            "fs": sum(rights.values()),
            "net": _NETWORK_RIGHTS if kernel.abi >= _NET_ABI else 0,
            "scoped": _SCOPES if kernel.abi >= _SCOPE_ABI else 0,
            "size": sizes.get(kernel.abi, 24),
            "granted": granted,
        },
        "filter": base64.b64encode(assemble(ruleset.filter, kernel.architecture)).decode("ascii"),
        "too_much": ruleset.limits.address_space,
        "too_high": ruleset.limits.open_files,
    }


def start(ruleset: Ruleset, room: Mapping[str, Any] | None, entry: str) -> Process:
    """Start a child, unlocked as yet; it locks itself when it has read its settings, the room among them."""
    return starting.start(dict(ruleset.environment), entry)


@dataclass(frozen=True, slots=True)
class Outside:
    """What `/proc/PID/status` and `/proc/PID/limits` say of a child (proc(5)); nobody asks the child."""

    threads: int
    parent: int
    no_new_privs: bool
    seccomp: int
    capabilities: int
    limits: Mapping[str, str]


def look(pid: int) -> Outside:
    """Look at a child from outside.

    Raises:
        OSError: the child is gone.
    """
    status = dict(line.split(":", 1) for line in _proc(pid, "status").splitlines() if ":" in line)
    sets = ("CapInh", "CapPrm", "CapEff", "CapAmb")
    limits = {line[:25].strip(): line[25:46].strip() for line in _proc(pid, "limits").splitlines()[1:]}
    return Outside(
        threads=int(status["Threads"]),
        parent=int(status["PPid"]),
        no_new_privs=status.get("NoNewPrivs", "0").strip() == "1",
        seccomp=int(status.get("Seccomp", "0")),
        capabilities=sum(int(status[name], 16) for name in sets),
        limits=limits,
    )


def _proc(pid: int, name: str) -> str:
    with open(f"/proc/{pid}/{name}", encoding="ascii", errors="replace") as file:
        return file.read()


def judge(
    kernel: Kernel,
    ruleset: Ruleset,
    hello: Mapping[str, Any],
    outside: Outside,
    bait: Bait,
    parent: int,
    spawned: bool = False,
) -> Receipt:
    """Compare what the child reported, what was seen from outside and what the ruleset promises.

    Args:
        kernel: whose ABI the expectation is for.
        ruleset: the role's.
        hello: the `proofs` of the child's hello.
        outside: from `look`.
        bait: to compare its bytes; it must not have been removed.
        parent: process id that must be the child's parent.
        spawned: true where the child was forked from the warm spawner, whose own filter is in force as well.
    """
    troubles = _canary_troubles(kernel, ruleset, hello, spawned)
    for guarantee, what in bait.unmarked():
        troubles.setdefault(guarantee, []).append(f"the control left no mark: {what}")
    if touched := bait.touched():
        troubles.setdefault("write-confined", []).append(f"the bait was changed: {', '.join(touched)}")
    _judge_outside(troubles, ruleset, outside, parent)
    _judge_inside(troubles, ruleset, hello)
    proofs = {
        name: Proof(by, name not in troubles, "; ".join(troubles[name][:3]) if name in troubles else detail)
        for name, (by, detail) in _enforcers(kernel, ruleset).items()
    }
    if ruleset.rights:
        proofs["pinned-read-only"] = _pinned(hello.get("pinned"))
    return Receipt(ruleset.role, proofs)


def _pinned(answers: Sequence[int] | None) -> Proof:
    """Return who keeps an automated hand from pinned memories; the guard always does, the kernel where it can."""
    if answers is None:
        return Proof("guard", True, "nothing was pinned when the hand started, or a person gave the command")
    bound, *tried = answers
    if bound == 0 and tried and all(number == errno.EROFS for number in tried):
        return Proof(
            "kernel, guard", True, "bound read-only in a mount namespace of its own; tried and refused: a write"
        )
    why = f"errno {bound}" if bound else "a write was not refused"
    return Proof("guard", False, f"this system does not let the hand mount ({why}), so the kernel does not help here")


def expected(ruleset: Ruleset, row: canaries.Row) -> tuple[int, ...]:
    """Return the errnos that prove a refusal of this attempt by the enforcer that is meant to refuse it."""
    guarantee, _, name, arguments = row
    if guarantee == "limits":
        return (errno.ENOMEM,) if name == "mmap" else (errno.EINVAL,)
    if not permits(ruleset.filter, name, arguments):
        return (REFUSED,)
    return (errno.EACCES,)


def permits(rules: tuple[Rule, ...], name: str, arguments: tuple[int | str, ...]) -> bool:
    """Return whether the filter lets this call through; texts and missing arguments count as zero."""
    rule = next((each for each in rules if each.call == name), None)
    if rule is None or rule.answer is not None:
        return False
    words = [each if isinstance(each, int) else 0 for each in arguments] + [0] * 6
    return not rule.alternatives or any(
        all(words[check.argument] & check.mask & 0xFFFFFFFF in check.values for check in checks)
        for checks in rule.alternatives
    )


def _canary_troubles(kernel: Kernel, ruleset: Ruleset, hello: Mapping[str, Any], spawned: bool) -> dict[str, list[str]]:
    troubles: dict[str, list[str]] = {}
    by_landlock = dict.fromkeys(canaries.LANDLOCK, errno.EACCES)
    if kernel.abi >= _SCOPE_ABI:
        by_landlock["kill"] = errno.EPERM
    if spawned:
        before = {rule.call for rule in SPAWNER.filter}
        by_landlock = {name: number if name in before else REFUSED for name, number in by_landlock.items()}
    for row, *seen in zip(canaries.CANARIES, hello["control"], hello["landlock"], hello["filter"], strict=True):
        control, with_landlock, with_filter = seen
        guarantee, what, name, _ = row
        found = troubles.setdefault(guarantee, [])
        if control != 0:
            found.append(f"the control failed to {what} (errno {control})")
        if name in by_landlock and with_landlock != by_landlock[name]:
            found.append(f"Landlock did not refuse to {what} (errno {with_landlock})")
        if with_filter not in expected(ruleset, row):
            found.append(f"nothing refused to {what} as expected (errno {with_filter})")
    return {guarantee: found for guarantee, found in troubles.items() if found}


def _judge_outside(troubles: dict[str, list[str]], ruleset: Ruleset, outside: Outside, parent: int) -> None:
    def trouble(guarantee: str, text: str) -> None:
        troubles.setdefault(guarantee, []).append(text)

    if outside.threads != 1:
        trouble("spawn-blocked", f"{outside.threads} threads ran when the filter was loaded; it binds one")
    if outside.seccomp != 2:
        trouble("metadata-confined", "no seccomp filter is in force")
    if not outside.no_new_privs:
        trouble("exec-blocked", "no_new_privs is not set")
    if outside.capabilities:
        trouble("exec-blocked", f"capabilities remain: {outside.capabilities:x}")
    if outside.parent != parent:
        trouble("dies-with-supervisor", f"its parent is {outside.parent}, not {parent}")
    for title, name in (("Max address space", "address_space"), ("Max core file size", "core_bytes")):
        if outside.limits.get(title) != str(getattr(ruleset.limits, name)):
            trouble("limits", f"{title.lower()} is {outside.limits.get(title)}")


def _judge_inside(troubles: dict[str, list[str]], ruleset: Ruleset, hello: Mapping[str, Any]) -> None:
    pipes = [[number, stat.S_IFIFO] for number in range(3)]
    room = [[3, stat.S_IFDIR]] if ruleset.rights else []
    if hello["descriptors"] != pipes + room:
        troubles.setdefault("descriptors-closed", []).append(f"open are {hello['descriptors']}")
    strange = set(hello["environment"]) - {name for name, _ in ruleset.environment}
    if strange:
        troubles.setdefault("environment-clean", []).append(f"not on the list: {', '.join(sorted(strange))}")


def _enforcers(kernel: Kernel, ruleset: Ruleset) -> dict[str, tuple[str, str]]:
    """Return, for each guarantee, who enforces it on this kernel and what its proof consists of."""
    paths = "Landlock" if ruleset.rights else "Landlock, seccomp"
    where = "its room" if ruleset.rights else "no path at all"
    missing = [name for name, (_, since) in LANDLOCK_RIGHTS.items() if since > kernel.abi]
    older = f"; Landlock ABI {kernel.abi} lacks {', '.join(missing)}: seccomp closes them" if missing else ""
    tcp = "; Landlock handles TCP as well (not tried)" if kernel.abi >= _NET_ABI else ""
    signals = "seccomp, Landlock scope" if kernel.abi >= _SCOPE_ABI else "seccomp"
    tried = {
        guarantee: f"tried and refused: {', '.join(row[1] for row in canaries.CANARIES if row[0] == guarantee)}"
        for guarantee in dict.fromkeys(row[0] for row in canaries.CANARIES)
    }
    names = ", ".join(name for name, _ in ruleset.environment)
    return {
        "write-confined": (paths, f"{tried['write-confined']}; granted is {where}{older}"),
        "delete-confined": (paths, tried["delete-confined"]),
        "metadata-confined": ("seccomp", tried["metadata-confined"]),
        "read-confined": (paths, tried["read-confined"]),
        "links-blocked": ("Landlock, seccomp", tried["links-blocked"]),
        "network-blocked": ("seccomp", tried["network-blocked"] + tcp),
        "exec-blocked": ("Landlock, seccomp, no_new_privs", tried["exec-blocked"]),
        "spawn-blocked": ("seccomp", tried["spawn-blocked"] + "; one thread seen from outside"),
        "signals-blocked": (signals, tried["signals-blocked"]),
        "descriptors-closed": ("close_range", "three pipes" + (" and the room" if ruleset.rights else "")),
        "environment-clean": ("allow-list", f"only {names}"),
        "limits": ("rlimits, supervisor", _limits(ruleset.limits) + "; " + tried["limits"]),
        "dies-with-supervisor": ("PDEATHSIG, pipe", "parent compared after prctl, and seen from outside"),
    }


def _limits(limits: Limits) -> str:
    return (
        f"{limits.address_space >> 20} MiB address space, {limits.cpu_seconds} s CPU, "
        f"{limits.file_bytes} bytes a file, {limits.open_files} files, {limits.wall_seconds:g} s in all"
    )
