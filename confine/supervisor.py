"""The supervisor's side of every child: one selector, bounds and deadlines, and the end of each process.

All pipes of all children are non-blocking and watched together, so that no child can stop the supervisor from
reading another, or from noticing that its time is up. What a child may say and when is the state machine's
matter (`worker.states`); what it costs is bounded here: bytes of standard error, resident memory, silence, and
time in all. Whatever goes wrong ends in `WriterFailedError`, with the whole process group killed and reaped.

Not defended: a child that is slow within its deadlines.
"""

from __future__ import annotations

import os
import selectors
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

from confine import backend
from confine.bait import Bait, lay, sweep
from confine.errors import ConfinementUnavailableError, WriterFailedError
from confine.receipt import Receipt
from confine.ruleset import Ruleset
from confine.starting import Process
from confine.warm import WarmSpawner
from worker.frames import FrameError, encode
from worker.states import Connection, ProtocolError

__all__ = ["Child", "Supervisor"]

_CHUNK = 1 << 16
_TICK = 0.25
_BACKLOG = 1 << 20
"""Bytes that may wait for a child's pipe before the sender waits for the child."""


class Child:
    """One confined process as the supervisor sees it.

    Attributes:
        role: `agent` or `hand`.
        pid: process id; it stays reserved until the child is reaped.
        receipt: what was proven at its launch; set before any job.
    """

    def __init__(self, ruleset: Ruleset, process: Process) -> None:
        self.ruleset = ruleset
        self.role = ruleset.role
        self.pid = process.pid
        self.receipt: Receipt | None = None
        self.inbox: deque[dict[str, Any]] = deque()
        self.outbox = bytearray()
        self.raw: bytearray | None = None
        self.errors = bytearray()
        self.connection = Connection(ruleset.role, "supervisor")
        self.process = process
        self.bait: Bait | None = None
        self.born = time.monotonic()
        self.ended = False
        self.stdin, self.stdout, self.stderr = process.stdin, process.stdout, process.stderr

    @property
    def complaint(self) -> str:
        """Return what the child wrote to standard error, for a message; the printer sanitises it."""
        return bytes(self.errors[:2000]).decode("utf-8", "backslashreplace").strip()

    def failed(self, what: str) -> WriterFailedError:
        """Return the error for a violation by this child."""
        why = f"{what}; it said: {self.complaint}" if self.complaint else what
        return WriterFailedError(
            f"the {self.role} was ended",
            why,
            "Nothing that was written before is lost. Run the command again; if it repeats, report this message.",
        )


class Supervisor:
    """Owner of all children of a run; a context manager that leaves none behind.

    Args:
        kernel: what the backend's `probe` found; probed where it is None.
        spawner: a warm spawner to launch from; children are executed where it is None.
    """

    def __init__(self, kernel: Any = None, spawner: WarmSpawner | None = None) -> None:
        self._backend = backend.load()
        self._spawner = spawner
        self._kernel = kernel if kernel is not None else self._backend.probe()
        self._selector = selectors.DefaultSelector()
        self._children: list[Child] = []
        self._looked = time.monotonic()

    def __enter__(self) -> Supervisor:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # -- launch ----------------------------------------------------------------------------------------------

    def launch(
        self, ruleset: Ruleset, room: Mapping[str, Any] | None = None, *, preload: list[str] | None = None
    ) -> Child:
        """Start a child, let it lock itself, and accept it only with every guarantee proven.

        Args:
            ruleset: the role's confinement.
            room: `path`, `device` and `inode` of the room's root for a hand.
            preload: for `confine.testing` only: the modules of a test snippet.

        Raises:
            ConfinementUnavailableError: a guarantee was not proven, or the child could not start.
            WriterFailedError: the child broke the protocol or a deadline.
        """
        # The interpreter starts while the bait is laid.
        child = Child(ruleset, self._start(ruleset, room, preload is not None))
        self._adopt(child)
        try:
            bait = self._lay(child)
            settings = self._backend.settings(self._kernel, ruleset, bait.path, room, child.process.parent)
            if preload is not None:
                settings["preload"] = preload
            self.write(child, encode(settings), ruleset.limits.hello_seconds)
            hello = self._receive_hello(child)
            outside = self._backend.look(child.pid)
            child.receipt = self._backend.judge(
                self._kernel, ruleset, hello, outside, bait, child.process.parent, self._spawner is not None
            )
        except BaseException:
            self.end(child)
            raise
        if child.receipt.missing:
            self.end(child)
            raise ConfinementUnavailableError(
                f"the {child.role} could not be confined, so nothing was run",
                "; ".join(child.receipt.missing),
                "run `scribe doctor` to see what this system can enforce",
            )
        return child

    def _lay(self, child: Child) -> Bait:
        if self._spawner is not None:
            return self._spawner.bait
        child.bait = lay(self._backend.PROGRAM[self._kernel.architecture.name])
        return child.bait

    def _start(self, ruleset: Ruleset, room: Mapping[str, Any] | None, snippet: bool) -> Process:
        if self._spawner is not None:
            return self._spawner.start()
        started: Process = self._backend.start(ruleset, room, "snippet" if snippet else ruleset.role)
        return started

    def _receive_hello(self, child: Child) -> Mapping[str, Any]:
        try:
            message = self.receive(child, child.ruleset.limits.hello_seconds)
        except WriterFailedError as error:
            raise ConfinementUnavailableError(
                f"the {child.role} did not get as far as its proof",
                error.why,
                "run `scribe doctor` to see what this system can enforce",
            ) from None
        return message["proofs"]  # type: ignore[no-any-return]

    def _adopt(self, child: Child) -> None:
        self._children.append(child)
        child.process.unblock()
        self._selector.register(child.stdout, selectors.EVENT_READ, (child, self._read_frames))
        self._selector.register(child.stderr, selectors.EVENT_READ, (child, self._read_errors))

    # -- messages --------------------------------------------------------------------------------------------

    def send(self, child: Child, message: dict[str, Any]) -> None:
        """Send one message; returns when it is written or queued within the bound.

        Raises:
            WriterFailedError: the child does not take it in time, or is gone.
        """
        self.write(child, child.connection.send(message), child.ruleset.limits.silence_seconds)

    def receive(self, child: Child, seconds: float | None = None) -> dict[str, Any]:
        """Return the child's next message.

        Args:
            child: who is to speak.
            seconds: how long it may be silent; the role's limit by default.

        Raises:
            WriterFailedError: silence, a violation, a bound, or the child's end.
        """
        deadline = time.monotonic() + (child.ruleset.limits.silence_seconds if seconds is None else seconds)
        while not child.inbox:
            if child.ended:
                raise child.failed("it ended without a goodbye")
            self._pump(child, deadline, "it said nothing in time")
        return child.inbox.popleft()

    def drain(self, child: Child, deadline: float) -> None:
        """Read until the child closed both of its outputs.

        Raises:
            WriterFailedError: it did not by the deadline, or passed a bound.
        """
        while not child.ended or child.stderr in self._selector.get_map():
            self._pump(child, deadline, "it did not end in time")

    def write(self, child: Child, data: bytes, seconds: float = 10.0) -> None:
        """Write bytes to the child's pipe; more than a backlog is not left waiting there.

        Raises:
            WriterFailedError: the child takes nothing for so many seconds, or is gone.
        """
        child.outbox += data
        self._flush(child)
        deadline = time.monotonic() + seconds
        while len(child.outbox) > _BACKLOG:
            before = len(child.outbox)
            self._pump(child, deadline, "it does not read what it is sent")
            if child.ended:
                raise child.failed("it closed its pipe")
            if len(child.outbox) < before:
                deadline = time.monotonic() + seconds

    def attend(self) -> None:
        """Read what the children have said meanwhile, without waiting; for callers that wait for something else.

        Raises:
            WriterFailedError: a child broke the protocol or passed a bound.
        """
        self._serve(0)

    # -- the loop --------------------------------------------------------------------------------------------

    def _pump(self, child: Child, deadline: float, otherwise: str) -> None:
        """Wait for something to happen on any pipe, no longer than the deadline and a tick."""
        now = time.monotonic()
        if now >= deadline:
            self.end(child)
            raise child.failed(otherwise)
        self._serve(min(deadline - now, _TICK))

    def _serve(self, seconds: float) -> None:
        """Serve every pipe on which something happens within so many seconds."""
        for key, _ in self._selector.select(seconds):
            owner, serve = key.data
            serve(owner)
        self._watch()

    def _read_frames(self, child: Child) -> None:
        data = _read(child.stdout)
        if data is None:
            return
        if not data:
            child.ended = True
            self._selector.unregister(child.stdout)
        elif child.raw is not None:
            child.raw += data
            if len(child.raw) > child.ruleset.limits.stderr_bytes * 16:
                self.end(child)
                raise child.failed("it wrote more than its output bound")
        else:
            try:
                child.inbox.extend(child.connection.receive_data(data))
            except (FrameError, ProtocolError) as error:
                self.end(child)
                raise child.failed(f"it broke the protocol: {error}") from None

    def _read_errors(self, child: Child) -> None:
        data = _read(child.stderr)
        if data is None:
            return
        if not data:
            self._selector.unregister(child.stderr)
        child.errors += data
        if len(child.errors) > child.ruleset.limits.stderr_bytes:
            self.end(child)
            raise child.failed("it wrote to standard error without end")

    def _flush(self, child: Child) -> None:
        try:
            while child.outbox:
                written = os.write(child.stdin.fileno(), memoryview(child.outbox)[:_CHUNK])
                del child.outbox[:written]
        except BlockingIOError:
            if child.stdin not in self._selector.get_map():
                self._selector.register(child.stdin, selectors.EVENT_WRITE, (child, self._flush))
            return
        except OSError:
            # EPIPE: the child closed its end. What it said before is still to be read; then it has ended.
            child.outbox.clear()
        if child.stdin in self._selector.get_map():
            self._selector.unregister(child.stdin)

    def _watch(self) -> None:
        """Look at the clock and at resident memory of every child, a few times a second."""
        now = time.monotonic()
        if now - self._looked < _TICK:
            return
        self._looked = now
        for child in list(self._children):
            limits = child.ruleset.limits
            if now - child.born > limits.wall_seconds:
                self.end(child)
                raise child.failed(f"it ran longer than {limits.wall_seconds:g} seconds")
            resident = _resident(child.pid)
            if resident > limits.resident_bytes:
                self.end(child)
                raise child.failed(f"it used {resident >> 20} MiB of memory")

    # -- the end ---------------------------------------------------------------------------------------------

    def finish(self, child: Child, seconds: float = 5.0) -> None:
        """Give a child that said goodbye the time to end by itself, then make sure that it has."""
        try:
            self.drain(child, time.monotonic() + seconds)
        finally:
            self.end(child)

    def end(self, child: Child) -> None:
        """Kill the whole process group, reap the child, close its pipes. Safe to call twice."""
        if child not in self._children:
            return
        self._children.remove(child)
        child.process.kill()
        child.process.wait()
        child.ended = True
        for stream in (child.stdin, child.stdout, child.stderr):
            if stream in self._selector.get_map():
                self._selector.unregister(stream)
            stream.close()
        if child.bait is not None:
            child.bait.remove()

    def close(self) -> None:
        """End every child and release the selector."""
        for child in list(self._children):
            self.end(child)
        self._selector.close()
        sweep()


def _read(stream: Any) -> bytes | None:
    try:
        return os.read(stream.fileno(), _CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _resident(pid: int) -> int:
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0
