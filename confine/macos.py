"""The macOS backend: `sandbox-exec` with a profile of its own for each role, and rlimits.

Facts about the system that shape this file (docs/adr/0012-macos-by-profile.md names who saw them):

- `sandbox-exec` confines itself and then executes the interpreter, so a child is confined before its first instruction.
  Its controls are made by another process, and the profile needs the room when the child is started.
- The kernel judges paths as it spells them itself; `F_GETPATH` says how (fcntl(2)).
- A process that is confined cannot be confined again. That is asked before anything is started, and said plainly.
- Everything that a profile refuses is refused with EPERM, and nothing of our own making is.
- Address space is not bounded, and the death of a parent sends no signal: the receipt says so.

Not yet seen on real hardware: what the profile says is judged by an evaluator (`tests/seatbelt`), and nothing here has
run on a Mac. It fails closed: an answer other than the expected one is a missing proof, and nothing runs.
"""

from __future__ import annotations

import sys

assert sys.platform != "win32"  # For the type checker: `confine.backend` is what chooses.

import ctypes
import errno
import os
import platform
import subprocess
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import psutil

from confine import starting
from confine.errors import ConfinementUnavailableError
from confine.macos_receipt import Outside, judge
from confine.ruleset import HAND, Ruleset
from confine.seatbelt import Layout, profile
from confine.starting import Process
from worker import canaries
from worker.frames import Decoder, FrameError, encode

__all__ = ["PROGRAM", "Kernel", "Outside", "judge", "layout", "look", "probe", "settings", "start"]

_SANDBOX_EXEC = "/usr/bin/sandbox-exec"
"""By its whole path: another one on PATH could do nothing and say it had."""

_UNCONFINED = ("-p", "(version 1)(allow default)", "/usr/bin/true")
_PATIENCE = 10.0
_NESTED = b"sandbox_apply"

_RLIMITS = (
    # getrlimit(2), member of Limits. RLIMIT_NPROC counts the user's processes, and RLIMIT_AS binds nothing.
    ("RLIMIT_CPU", "cpu_seconds"),
    ("RLIMIT_FSIZE", "file_bytes"),
    ("RLIMIT_CORE", "core_bytes"),
    ("RLIMIT_MEMLOCK", "locked_bytes"),
    ("RLIMIT_NOFILE", "open_files"),
)

_SCRIPT = f"#!/bin/sh\nexit {canaries.RAN}\n".encode()

PROGRAM = {"arm64": _SCRIPT, "x86_64": _SCRIPT}
"""What the exec canary tries to run: a script, as a program would have to be signed."""


class Machine(NamedTuple):
    """A processor, by the name that uname(3) gives it."""

    name: str


@dataclass(frozen=True, slots=True)
class Kernel:
    """What this system offers.

    Attributes:
        version: of macOS.
        architecture: the processor.
    """

    version: str
    architecture: Machine


def probe() -> Kernel:
    """Ask whether this process may confine another.

    Raises:
        ConfinementUnavailableError: it runs in a sandbox itself, or there is no `sandbox-exec` that works.
    """
    machine = platform.machine()
    if machine not in PROGRAM:
        raise ConfinementUnavailableError(
            "there is no confinement for this processor",
            f"{machine} is not one that macOS runs on",
            "run Scribe on a Mac with arm64 or x86-64",
        )
    try:
        tried = subprocess.run(
            [_SANDBOX_EXEC, *_UNCONFINED], stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise unavailable(-1, str(error).encode()) from None
    if tried.returncode != 0:
        raise unavailable(tried.returncode, tried.stderr)
    return Kernel(platform.mac_ver()[0], Machine(machine))


def unavailable(status: int, said: bytes) -> ConfinementUnavailableError:
    """Return the error for what `sandbox-exec` answered; the common one is that there is a sandbox already."""
    if _NESTED in said and b"Operation not permitted" in said:
        return ConfinementUnavailableError(
            "this process cannot confine the writer",
            "it runs in a sandbox itself, and macOS allows none inside (sandbox_apply: Operation not permitted)",
            "start Scribe outside of that sandbox: from the host's hook instead of one of its sandboxed commands, or "
            "name scribe among the commands that the host runs without one",
        )
    text = said.decode("utf-8", "backslashreplace").strip() or f"it ended with status {status}"
    return ConfinementUnavailableError(
        "this system cannot confine the writer",
        f"{_SANDBOX_EXEC} does not work: {text}",
        "look whether a security policy of this machine forbids it",
    )


# -- the interpreter and the room -----------------------------------------------------------------------------------


def layout() -> Layout:
    """Return where the interpreter lies that children run."""
    own = os.path.realpath(starting.interpreter())
    base, exec_base = os.path.realpath(sys.base_prefix), os.path.realpath(sys.base_exec_prefix)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    found = layout_of(
        own,
        base,
        trees=[os.path.realpath(os.path.dirname(os.__file__)), f"{exec_base}/lib/{version}"],
        framework=str(sysconfig.get_config_var("PYTHONFRAMEWORK") or ""),
        library=f"{sysconfig.get_config_var('LIBDIR') or ''}/{sysconfig.get_config_var('LDLIBRARY') or ''}",
    )
    return Layout(found.programs, found.trees, tuple(os.path.realpath(each) for each in found.libraries))


def layout_of(own: str, base: str, *, trees: Sequence[str], framework: str, library: str) -> Layout:
    """Return the description for what the interpreter says of itself.

    Args:
        own: its program.
        base: its prefix; for a framework the directory of the version.
        trees: where its library is; one may be named twice.
        framework: the framework's name, or "".
        library: the shared library that it may be linked with, where it is not a framework.
    """
    if framework:
        # Mac/Tools/pythonw.c: the program that has a window's rights is the one that does the work.
        programs: tuple[str, ...] = (own, f"{base}/Resources/Python.app/Contents/MacOS/{framework}")
        libraries: tuple[str, ...] = (f"{base}/{framework}",)
    else:
        programs = (own,)
        libraries = (library,) if library.endswith(".dylib") and library.startswith("/") else ()
    return Layout(programs, tuple(dict.fromkeys(trees)), libraries)


def real_path(room: Mapping[str, Any]) -> str:
    """Return the path of the room as the kernel spells it, for a profile.

    Raises:
        ConfinementUnavailableError: it is no longer the directory that the supervisor holds.
    """
    try:
        handle = os.open(room["path"], os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        raise _gone(room, error.strerror or "") from None
    try:
        found = os.fstat(handle)
        if [found.st_dev, found.st_ino] != [room["device"], room["inode"]]:
            raise _gone(room, "another directory is at its path")
        return _path_of(handle, room["path"])
    finally:
        os.close(handle)


def _path_of(handle: int, path: str) -> str:
    if sys.platform != "darwin":
        return os.path.realpath(path)
    import fcntl

    return os.fsdecode(fcntl.fcntl(handle, fcntl.F_GETPATH, bytes(1024)).split(b"\0", 1)[0])


def _gone(room: Mapping[str, Any], why: str) -> ConfinementUnavailableError:
    return ConfinementUnavailableError(
        "the hand cannot be given its room", f"{room['path']}: {why}", "run the command again"
    )


# -- launch ---------------------------------------------------------------------------------------------------------


def start(ruleset: Ruleset, room: Mapping[str, Any] | None, entry: str) -> Process:
    """Start a child in its profile; it waits for its settings.

    Args:
        ruleset: the role's.
        room: as for `settings`.
        entry: the module of `worker` that does its work.
    """
    where = layout()
    facts = None if room is None else {**room, "path": real_path(room)}
    launcher = [_SANDBOX_EXEC, *profile(ruleset, where, facts).arguments(), where.programs[0]]
    return Process(starting.run(dict(ruleset.environment), (entry, "confined"), launcher=launcher))


def settings(
    kernel: Kernel, ruleset: Ruleset, bait: str, room: Mapping[str, Any] | None, parent: int
) -> dict[str, Any]:
    """Make the controls, and work out what the child is told.

    Args:
        kernel: what `probe` found.
        ruleset: the role's.
        bait: absolute path of the bait directory.
        room: `path`, `device`, `inode` of the room's root, and `pinned`; or None for the agent.
        parent: process id that the child must find as its parent.

    Raises:
        ConfinementUnavailableError: the controls could not be made.
    """
    told = {
        "role": ruleset.role,
        "parent": parent,
        "bait": bait,
        "too_much": ruleset.limits.address_space,
        "too_high": ruleset.limits.open_files,
    }
    place = None if room is None else {"path": real_path(room), "device": room["device"], "inode": room["inode"]}
    return {
        **told,
        "room": place,
        "pinned": [] if room is None else list(room.get("pinned", ())),
        "limits": [[limit, getattr(ruleset.limits, name)] for limit, name in _RLIMITS],
        "controls": controls(told),
    }


def controls(told: Mapping[str, Any]) -> list[int]:
    """Let a process without a profile make the attempts on `control/`; return what each was answered.

    Raises:
        ConfinementUnavailableError: it did not say.
    """
    process = starting.run(dict(HAND.environment), ("controls",))
    try:
        said, complaint = process.communicate(encode(dict(told)), _PATIENCE)
        decoder = Decoder()
        decoder.feed(said)
        for message in decoder.messages():
            return [int(each) for each in message["control"]]
        why = complaint.decode("utf-8", "backslashreplace").strip() or "it said nothing"
    except (subprocess.TimeoutExpired, FrameError, OSError) as error:
        process.kill()
        process.communicate()
        why = str(error)
    raise ConfinementUnavailableError(
        "the controls of the confinement could not be made",
        why,
        "run `scribe doctor` to see what this system can enforce",
    )


def look(pid: int) -> Outside:
    """Look at a child from outside.

    Raises:
        OSError: the child is gone.
    """
    try:
        process = psutil.Process(pid)
        return Outside(process.num_threads(), process.ppid(), _has_profile(pid))
    except psutil.Error as error:
        raise ProcessLookupError(errno.ESRCH, str(error)) from None


def _has_profile(pid: int) -> bool:
    """Ask `sandbox_check(pid, NULL, SANDBOX_FILTER_NONE)`: 1 where the process is confined (libsystem_sandbox)."""
    if sys.platform != "darwin":
        return False
    check = ctypes.CDLL(None).sandbox_check
    check.restype = ctypes.c_int
    check.argtypes = [ctypes.c_int, ctypes.c_char_p, ctypes.c_int]
    return bool(check(pid, None, 0) == 1)
