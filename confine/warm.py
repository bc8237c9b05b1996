"""The supervisor's end of the warm spawner, for hosts that launch many children.

`WarmSpawner` starts `worker.spawner` once, early, and then gets each child for three pipes and a message. The
proof is the same as that of an executed child, with two differences that the receipt's judge knows: the
controls were run once, in the spawner, and the spawner's own filter is in force too.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from typing import IO, Any

from confine import backend, starting
from confine.bait import Bait, lay
from confine.errors import ConfinementUnavailableError
from confine.ruleset import HAND, SPAWNER
from worker.frames import encode

__all__ = ["WarmSpawner"]

_PATIENCE = 10.0


class _Spawned(starting.Process):
    """A child that the spawner forked; it is signalled through its pidfd, which names nobody else."""

    def __init__(self, pid: int, parent: int, handle: int, pipes: tuple[IO[bytes], IO[bytes], IO[bytes]]) -> None:
        self.pid, self.parent = pid, parent
        self.stdin, self.stdout, self.stderr = pipes
        self._handle = handle

    def kill(self) -> None:
        """Kill the child (pidfd_send_signal(2)); it cannot have children of its own."""
        if sys.platform != "linux":
            raise OSError("pidfds are of Linux")
        if self._handle >= 0:
            try:
                signal.pidfd_send_signal(self._handle, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def wait(self) -> int:
        """Wait for the end; the spawner has the exit status, and nobody asks for it."""
        if self._handle >= 0:
            select.select([self._handle], [], [], _PATIENCE)
            os.close(self._handle)
            self._handle = -1
        return 0


class WarmSpawner:
    """A spawner process and its bait; a context manager.

    Raises:
        ConfinementUnavailableError: it cannot be started or locked.
    """

    bait: Bait
    _requests: socket.socket
    _process: subprocess.Popen[bytes]
    _resources: ExitStack

    def __init__(self, kernel: Any = None) -> None:
        if sys.platform == "win32":
            raise OSError("children are started in another way on Windows")
        loaded = backend.load()
        kernel = kernel if kernel is not None else loaded.probe()
        self._resources = ExitStack()
        self.bait = lay(loaded.PROGRAM[kernel.architecture.name])
        self._resources.callback(self.bait.remove)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.settimeout(_PATIENCE)
        self._requests = ours
        self._resources.callback(ours.close)
        with theirs:
            entries = ("agent", "hand", "spawner")
            self._process = starting.run(dict(HAND.environment), entries, (theirs.fileno(),))
        settings = loaded.settings(kernel, SPAWNER, self.bait.path, None, os.getpid())
        assert self._process.stdin
        self._process.stdin.write(encode(settings))
        if self._receive(0)[0] != b"ready":
            said = self._end()
            raise ConfinementUnavailableError(
                "the spawner did not start", said, "launch without it, or run `scribe doctor`"
            )

    def __enter__(self) -> WarmSpawner:
        return self

    def __exit__(self, *exception: object) -> None:
        self._end()

    def start(self) -> starting.Process:
        """Return a new child, unlocked as yet, that waits for its settings.

        Raises:
            ConfinementUnavailableError: the spawner is gone.
        """
        if sys.platform == "win32":
            raise OSError("children are started in another way on Windows")
        pipes = [os.pipe() for _ in range(3)]
        ours = (pipes[0][1], pipes[1][0], pipes[2][0])
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        try:
            socket.send_fds(self._requests, [b"spawn"], theirs)
            data, handles = self._receive(1)
        except OSError as error:
            data, handles = f"{error}".encode(), []
        for each in theirs:
            os.close(each)
        if not handles:
            for each in ours:
                os.close(each)
            raise ConfinementUnavailableError(
                "the spawner made no child", self._end() or data.decode(), "start a new one, or launch without it"
            )
        stdin, stdout, stderr = (os.fdopen(each, mode, 0) for each, mode in zip(ours, ("wb", "rb", "rb")))
        return _Spawned(int.from_bytes(data, "little"), self._process.pid, handles[0], (stdin, stdout, stderr))

    def _receive(self, handles: int) -> tuple[bytes, list[int]]:
        if sys.platform == "win32":
            raise OSError("children are started in another way on Windows")
        try:
            data, received, _, _ = socket.recv_fds(self._requests, 64, handles)
        except OSError as error:
            return str(error).encode(), []
        return data, list(received)

    def _end(self) -> str:
        """End the spawner, which ends its children with it; return what it said."""
        self._requests.close()
        process: subprocess.Popen[bytes] = self._process
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdin and process.stdout and process.stderr
        said = b"" if process.stderr.closed else process.stderr.read(4096)
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()
        self._resources.close()
        return (said or b"").decode("utf-8", "backslashreplace").strip()
