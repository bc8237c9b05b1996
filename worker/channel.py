"""The child's end of its two pipes: messages in, messages out, blocking.

The state machine (`worker.states`) judges every message in both directions; this file only moves bytes.
A violation raises and ends the child. There is nobody to repair it for.
"""

from __future__ import annotations

import sys

from worker.states import Connection

if sys.platform == "win32":
    import nt as system
else:
    import posix as system

__all__ = ["Channel", "ClosedError"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CHUNK = 1 << 16


class ClosedError(Exception):
    """The supervisor closed its end: it is gone, or it wants no more. Nothing may be done after this."""


class Channel:
    """Frames over two descriptors.

    Args:
        role: `agent` or `hand`.
        source: descriptor to read from.
        target: descriptor to write to.
    """

    __slots__ = ("_connection", "_source", "_target", "_waiting")

    def __init__(self, role: str, source: int, target: int) -> None:
        self._connection = Connection(role, "child")
        self._source = source
        self._target = target
        self._waiting: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        """Send one message, waiting as long as the pipe is full."""
        rest = memoryview(self._connection.send(message))
        while rest:
            rest = rest[system.write(self._target, rest) :]

    def receive(self) -> dict[str, Any]:
        """Return the next message.

        Raises:
            ClosedError: end of file.
            RemoteProtocolError: the supervisor sent what the state machine does not permit.
        """
        while not self._waiting:
            data = system.read(self._source, _CHUNK)
            if not data:
                raise ClosedError("the supervisor closed the pipe")
            self._waiting = self._connection.receive_data(data)
        return self._waiting.pop(0)
