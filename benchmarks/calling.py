"""The tool-call rows: what one request costs on its way through guard, pipe and hand, and what the lock adds."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from confine import starting
from confine.hand import Hand
from confine.ruleset import HAND
from confine.supervisor import Child, Supervisor
from policies import guard
from policies.operation import Operation
from policies.profile import load
from room.facts import Look

__all__ = ["Calls", "on_one_core", "prepared", "repeated"]

_UNCONFINED = """
import posix, sys
sys.path.append(sys.argv[1])
from worker import hand
from worker.channel import Channel
channel = Channel("hand", 0, 1)
channel.send({"type": "hello", "role": "hand", "pid": posix.getpid(), "proofs": {}})
hand.serve(channel, posix.open(sys.argv[2], posix.O_RDONLY | posix.O_DIRECTORY))
"""
"""The same hand without the lock. It lives here, out of reach of every command, to measure what the lock costs."""


class Calls:
    """The calls that are measured, on one room with one topic."""

    def __init__(self, room: Path, confined: Hand, unconfined: Hand) -> None:
        self._profile = load("extraction")
        self._address = guard.Address(("/memories",), str(room))
        self._handle = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
        self._look = Look(self._handle)
        self._file = room / "project-topic.md"
        self._room = room
        self._confined, self._unconfined = confined, unconfined

    def naive(self) -> str:
        """Do what a memory tool without a sandbox does: resolve the path, see that it is inside, read it."""
        path = (self._room / "project-topic.md").resolve()
        path.relative_to(self._room.resolve())
        return path.read_text(encoding="utf-8")

    def guarded_view(self) -> bytes:
        """Read the topic as a writer does: guard, pipe, confined hand."""
        self.verdict()
        return self._confined.read("project-topic.md")

    def confined_read(self) -> bytes:
        """Read through the pipe and the confined hand."""
        return self._confined.read("project-topic.md")

    def unconfined_read(self) -> bytes:
        """Read through the pipe and the same hand without the lock."""
        return self._unconfined.read("project-topic.md")

    def verdict(self) -> None:
        """Ask the guard about one path, names and links."""
        operation = Operation("view", "/memories/project-topic.md")
        assert guard.judge(operation, self._profile, self._address, self._look).allowed

    def open_and_close(self) -> None:
        """Open and close the file, the baseline of a verdict."""
        os.close(os.open(self._file, os.O_RDONLY))


@contextmanager
def prepared(room: Path) -> Iterator[Calls]:
    """Yield the calls, with a confined and an unconfined hand running."""
    (room / "project-topic.md").write_text("---\ndescription: a topic\n---\n\n" + "words " * 300, encoding="utf-8")
    found = room.stat()
    with Supervisor() as supervisor:
        confined = Hand(supervisor, {"path": str(room), "device": found.st_dev, "inode": found.st_ino})
        confined.read("project-topic.md")
        unconfined = Hand(supervisor, {})
        unconfined._child = _unconfined(supervisor, room)
        yield Calls(room, confined, unconfined)


def _unconfined(supervisor: Supervisor, room: Path) -> Child:
    root = str(Path(starting.__file__).resolve().parent.parent)
    process = subprocess.Popen(
        [starting.interpreter(), "-I", "-S", "-B", "-c", _UNCONFINED, root, str(room)],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    child = Child(HAND, starting.Process(process))
    supervisor._adopt(child)
    supervisor.receive(child, 10)
    return child


@contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process and the children that it starts on one core, where a switch costs least and hides nothing."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def repeated(call: Callable[[], object], times: int = 20) -> Callable[[], object]:
    """Return a function that makes the call several times, so that the clock's grain does not show."""

    def run() -> None:
        for _ in range(times):
            call()

    return run
