"""The warm spawner: a process that has everything loaded and nothing to hide, and forks children from that.

It serves hosts that launch many. `confine.warm` starts it like any child, before the host loads anything
secret, and hands it one end of a socket pair. It runs the controls of the canaries once, locks itself as
far as forking allows, and then makes a child for each three pipes that it is given. A child of its own goes
through the same boot as an executed one (`worker.boot`): it reads its settings, locks, proves.

A process id is reported together with a pidfd that was opened while the child could not have been reaped, so
that the supervisor never signals a number that means somebody else (pidfd_open(2)).

Not defended: the spawner may read files and fork; it never holds a secret, a conversation or a room.
"""

from __future__ import annotations

import _socket
import binascii
import gc
import posix
import sys

from worker import agent, boot, canaries, hand, lock
from worker.frames import read_message
from worker.syscalls import call

assert sys.platform != "win32"  # For the type checker: everything below is of POSIX.

__all__ = ["main"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WARM = (agent, hand)
_DESCRIPTORS = 3
_NOTHING_TO_REAP = 10  # ECHILD


def main() -> None:
    """Serve until the other end of the socket closes; never returns."""
    try:
        settings = read_message(0)
        lock.tie_to_parent(settings["calls"], settings["parent"])
        _serve(settings, _socket.socket(fileno=int(sys.argv[1])))
    except BaseException as error:
        boot.complain(error)
        posix._exit(boot.FAILED)
    posix._exit(0)


def _serve(settings: dict[str, Any], requests: _socket.socket) -> None:
    calls = settings["calls"]
    values = {
        canaries.PARENT: settings["parent"],
        canaries.SELF: posix.getpid(),
        canaries.TOO_MUCH: settings["too_much"],
        canaries.TOO_HIGH: settings["too_high"],
    }
    free = canaries.Bait(calls, f"{settings['bait']}/control", values)
    controls = [free.control(row) for row in canaries.CANARIES]
    lock.drop_privileges(calls)
    lock.load_filter(calls, binascii.a2b_base64(settings["filter"]))
    requests.sendmsg([b"ready"])
    # What is loaded now never changes: keep the collector from touching, and so copying, those pages.
    gc.freeze()
    space = _socket.CMSG_SPACE(4 * _DESCRIPTORS)
    while True:
        data, ancillary, _, _ = requests.recvmsg(16, space)
        if not data:
            return
        _reap()
        if data == b"spawn":
            _spawn(settings, requests, _received(ancillary), controls)


def _received(ancillary: list[tuple[int, int, bytes]]) -> list[int]:
    """Return the descriptors that came with a message (unix(7), SCM_RIGHTS)."""
    data = b"".join(part for level, kind, part in ancillary if (level, kind) == (1, 1))
    return [int.from_bytes(data[at : at + 4], sys.byteorder) for at in range(0, len(data), 4)]


def _spawn(settings: dict[str, Any], requests: _socket.socket, pipes: list[int], controls: list[int]) -> None:
    calls = settings["calls"]
    spawner = posix.getpid()
    child = posix.fork()
    if child == 0:
        try:
            posix.setsid()
            for number, pipe in enumerate(pipes):
                # Not inheritable, as nothing is executed: that is dup3(2), which the filter knows.
                posix.dup2(pipe, number, inheritable=False)
            boot.run(spawner, controls)
        finally:
            posix._exit(boot.FAILED)
    for pipe in pipes:
        posix.close(pipe)
    handle, number = call(calls["pidfd_open"], child, 0)
    if handle == -1:
        raise lock.LockError(f"pidfd_open failed with errno {number}")
    rights = [(1, 1, handle.to_bytes(4, sys.byteorder))]
    requests.sendmsg([child.to_bytes(8, "little")], rights)
    posix.close(handle)


def _reap() -> None:
    """Reap what has ended, so that no zombie outlives the next request."""
    try:
        while posix.waitpid(-1, posix.WNOHANG)[0]:
            pass
    except OSError as error:
        if error.errno != _NOTHING_TO_REAP:
            raise
