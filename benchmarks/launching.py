"""The launch rows: a child to its proven hello, beside a bare interpreter and other ways to confine one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from confine import linux
from confine.bait import lay
from confine.program import LOADER, program
from confine.ruleset import AGENT, ROLES
from confine.starting import interpreter
from confine.supervisor import Supervisor
from confine.warm import WarmSpawner
from worker.frames import encode, read_message

__all__ = ["bare", "candidates", "host_of_200_megabytes"]


def _python(*prefix: str, **extra: Any) -> Callable[[], object]:
    line = [*prefix, interpreter(), "-I", "-S", "-c", "pass"]
    return lambda: subprocess.run(line, check=True, stdin=subprocess.DEVNULL, **extra)


bare = _python()
"""`python -I -S -c pass`, the baseline of every launch row."""


def _launch(supervisor: Supervisor, role: str, room: str) -> Callable[[], object]:
    found = os.stat(room)
    place = {"path": os.path.realpath(room), "device": found.st_dev, "inode": found.st_ino}

    def launch() -> Callable[[], object]:
        child = supervisor.launch(ROLES[role], place if ROLES[role].rights else None)
        return lambda: supervisor.end(child)

    return launch


def _same_child_in(*prefix: str) -> Callable[[], object]:
    """Return the launch of the agent, locked and with all its canaries, by another program, up to its hello.

    It is its own judge there: the namespace shows it another parent, and nobody looks at it from outside.
    """
    kernel = linux.probe()

    def launch() -> Callable[[], object]:
        bait = lay(linux.PROGRAM[kernel.architecture.name])
        line = [*prefix, interpreter(), "-I", "-S", "-B", "-c", LOADER]
        pipe = subprocess.PIPE
        child = subprocess.Popen(line, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, env=dict(AGENT.environment))
        assert child.stdin and child.stdout
        # In a process namespace of its own the parent is its first process.
        settings = encode(linux.settings(kernel, AGENT, bait.path, None, 1))
        child.stdin.write(program("agent", "boot") + settings)
        hello = read_message(child.stdout.fileno())

        def end() -> None:
            child.kill()
            child.communicate()
            bait.remove()

        if hello["type"] != "hello":
            raise AssertionError(hello)
        return end

    return launch


def _landlockpy() -> Callable[[], object] | None:
    try:
        import landlockpy
    except ImportError:
        return None

    def lock() -> None:
        with landlockpy.Ruleset() as ruleset:
            read = landlockpy.AccessFS.READ_FILE | landlockpy.AccessFS.READ_DIR | landlockpy.AccessFS.EXECUTE
            ruleset.allow_path("/", read)
            ruleset.restrict()

    return _python(preexec_fn=lock)


def _py_landlock() -> Callable[[], object] | None:
    try:
        import py_landlock
    except ImportError:
        return None

    def lock() -> None:
        py_landlock.Landlock(strict=False).allow_read("/").allow_execute("/").apply()

    return _python(preexec_fn=lock)


@contextmanager
def candidates(room: str) -> Iterator[dict[str, Callable[[], object]]]:
    """Yield what is compared; a tool that is not installed is left out, and the table says so."""
    found: dict[str, Callable[[], object] | None] = {}
    with Supervisor() as supervisor, WarmSpawner() as spawner, Supervisor(spawner=spawner) as warm:
        found["hand, executed"] = _launch(supervisor, "hand", room)
        found["agent with the offline writer, executed"] = _launch(supervisor, "agent", room)
        found["hand, from the warm spawner"] = _launch(warm, "hand", room)
        found["agent, from the warm spawner"] = _launch(warm, "agent", room)
        if bubblewrap := shutil.which("bwrap"):
            found["bwrap + bare Python"] = _python(bubblewrap, "--dev-bind", "/", "/")
            found["bwrap --unshare-all + bare Python"] = _python(
                bubblewrap, "--ro-bind", "/", "/", "--unshare-all", "--die-with-parent"
            )
            found["bwrap --unshare-all + the same agent"] = _same_child_in(
                bubblewrap, "--bind", "/", "/", "--dev", "/dev", "--unshare-all", "--die-with-parent"
            )
        found["landlockpy in preexec_fn"] = _landlockpy()
        found["py-landlock in preexec_fn"] = _py_landlock()
        yield {name: each for name, each in found.items() if each is not None}


def host_of_200_megabytes() -> bytearray:
    """Make this process as large as a host that uses a model: 200 MB touched, and the SDK imported."""
    import anthropic

    ballast = bytearray(200 << 20)
    for page in range(0, len(ballast), 4096):
        ballast[page] = 1
    assert anthropic
    return ballast
