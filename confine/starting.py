"""Starting a child: a fresh interpreter with three pipes, a clean environment, and nothing else.

The child is executed, never forked from the host's memory, so nothing secret is ever in it, and the cost
does not grow with the host (subprocess uses vfork(2) where no `preexec_fn` is given). It runs in a session
of its
own: it has no terminal, and the user's Ctrl-C reaches the supervisor only, which then ends it in order.

PDEATHSIG follows the *thread* that started the process (prctl(2)). All children are therefore started by
one thread that lives as long as the supervisor.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import worker
from confine.errors import ConfinementUnavailableError
from confine.program import LOADER, program

__all__ = ["Process", "interpreter", "run", "start"]

_F_SETPIPE_SZ = 1031  # linux/fcntl.h; Python 3.10 has the name too, other systems do not.
_thread: ThreadPoolExecutor | None = None
_compiled = False


def interpreter() -> str:
    """Return the base interpreter: a virtual environment's launcher would only add a hop and a directory."""
    return getattr(sys, "_base_executable", None) or sys.executable


class Process:
    """A started child: its pipes, its end.

    Attributes:
        pid: process id; it cannot mean another process until `wait` returned.
        parent: the process that the child must find as its parent.
    """

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        assert popen.stdin and popen.stdout and popen.stderr
        self.pid = popen.pid
        self.parent = os.getpid()
        self.stdin, self.stdout, self.stderr = popen.stdin, popen.stdout, popen.stderr
        self._popen = popen

    def unblock(self) -> None:
        """Make the pipes non-blocking: they are read and written when the selector says so."""
        if sys.platform == "win32":
            raise OSError("children are started in another way on Windows")
        for stream in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(stream.fileno(), False)

    def kill(self) -> None:
        """Kill the child and whatever is in its session's process group (kill(2))."""
        if sys.platform == "win32":
            raise OSError("children are started in another way on Windows")
        for send in (os.killpg, os.kill):
            try:
                send(self.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue

    def wait(self) -> int:
        """Reap the child; return its exit status, negative for a signal."""
        return self._popen.wait()


def start(environment: Mapping[str, str], role: str) -> Process:
    """Start one child, unlocked as yet; it waits for its settings on standard input.

    Args:
        environment: the only variables that it gets.
        role: the module of `worker` that does its work.

    Raises:
        ConfinementUnavailableError: the interpreter cannot be started.
    """
    return Process(run(environment, (role, "boot")))


def run(
    environment: Mapping[str, str],
    entries: tuple[str, ...],
    keep: tuple[int, ...] = (),
    *,
    launcher: Sequence[str] = (),
) -> subprocess.Popen[bytes]:
    """Execute a bare interpreter with three pipes, from the spawning thread, and send it its program.

    Args:
        environment: the only variables that it gets.
        entries: modules of `worker`; the last one has the `main`.
        keep: descriptors that it inherits besides its pipes.
        launcher: the program that is executed, and its arguments up to and with the interpreter, where another one
            confines the child before it begins; the interpreter alone where it is empty.

    Raises:
        ConfinementUnavailableError: the interpreter cannot be started.
    """
    line = [*(launcher or (interpreter(),)), "-I", "-S", "-B", "-c", LOADER, *(str(each) for each in keep)]
    try:
        popen = _spawning_thread().submit(_popen, line, dict(environment), keep).result()
    except OSError as error:
        raise ConfinementUnavailableError(
            "the child process could not be started",
            f"{line[0]}: {error.strerror}",
            "check that this Python interpreter can be run by this user",
        ) from None
    assert popen.stdin
    _compile_worker()
    _send(popen.stdin.fileno(), program(*entries))
    return popen


def _send(pipe: int, data: bytes) -> None:
    """Write the program; a child that ended before it read all of it is noticed by whoever reads from it."""
    if sys.platform == "win32":
        raise OSError("children are started in another way on Windows")
    import fcntl

    with contextlib.suppress(OSError):
        # One write instead of several (pipe(7)); where it is refused, the child reads as we write.
        fcntl.fcntl(pipe, _F_SETPIPE_SZ, len(data))
    rest = memoryview(data)
    with contextlib.suppress(BrokenPipeError):
        while rest:
            rest = rest[os.write(pipe, rest) :]


def _popen(line: list[str], environment: dict[str, str], keep: tuple[int, ...]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        line,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd="/",
        env=environment,
        start_new_session=True,
        umask=0o077,
        pass_fds=keep,
    )


def _spawning_thread() -> ThreadPoolExecutor:
    global _thread
    if _thread is None:
        _thread = ThreadPoolExecutor(1, thread_name_prefix="scribe-spawning")
    return _thread


def _forget_thread() -> None:
    """A forked copy of the host has no such thread; it makes its own when it needs one."""
    global _thread
    _thread = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_thread)


def _compile_worker() -> None:
    """Write the byte code of `worker` where an installer did not: from source a start takes twice as long.

    Best effort: in a read-only installation the child compiles in memory, as any Python program does.
    """
    global _compiled
    if _compiled:
        return
    _compiled = True
    folder = Path(worker.__file__).parent
    if all(_is_compiled(source) for source in folder.rglob("*.py")):
        return
    import compileall

    compileall.compile_dir(str(folder), quiet=2)


def _is_compiled(source: Path) -> bool:
    """Return whether byte code is there and of this very source (PEP 3147, PEP 552)."""
    try:
        with open(importlib.util.cache_from_source(str(source)), "rb") as file:
            header = file.read(16)
    except OSError:
        return False
    found = source.stat()
    stamp = int(found.st_mtime).to_bytes(4, "little") + (found.st_size & 0xFFFFFFFF).to_bytes(4, "little")
    return header[4:] == bytes(4) + stamp
