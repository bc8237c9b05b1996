"""The supervisor's side of the hand: each order out, each answer back.

A `Hand` is the only thing in the program that can change a room. It is launched when the first order comes,
and ends with the run. The journal (`room.journal`) speaks to it through the protocol `room.orders.Orders`;
what the hand says about the bytes it wrote is compared here with the bytes that it was given, and read back
by the journal.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from confine.errors import ConfinementUnavailableError, WriterFailedError
from confine.receipt import Receipt
from confine.ruleset import HAND
from confine.supervisor import Child, Supervisor
from room.errors import Refused
from room.orders import Done, Listed
from worker.frames import FrameError, from_base64, to_base64
from worker.messages import PART_BYTES

__all__ = ["Hand"]


class Hand:
    """A hand on one room, launched on demand.

    Args:
        supervisor: owner of the child.
        room: `path`, `device` and `inode` of the room's root.
    """

    def __init__(self, supervisor: Supervisor, room: Mapping[str, Any]) -> None:
        self._supervisor = supervisor
        self._room = room
        self._child: Child | None = None
        self._number = 0
        self.receipt: Receipt | None = None
        self.details: list[str] = []

    def same(self, room: Mapping[str, Any]) -> Hand:
        """Return this hand for another session, if it is still the same directory that the session means.

        Raises:
            ConfinementUnavailableError: it is not; nothing is done with a hand on another room.
        """
        if (room["device"], room["inode"]) != (self._room["device"], self._room["inode"]):
            raise ConfinementUnavailableError(
                "the hand is not used",
                f"another directory stands at {room['path']} than the one that it was launched on",
                "Close this and open the room again",
            )
        return self

    def refresh(self, seconds: float, pinned: Sequence[str]) -> None:
        """Let go of a child that is no longer what the next order needs; that order launches another.

        It is called between two orders. The child has nothing under way then, so nothing is lost with it, and
        killing it is safe where a goodbye would come too late for its limit in wall-clock time.

        Args:
            seconds: the age from which it is replaced.
            pinned: what the kernel is to keep read-only; a child that was launched before something was pinned
                can write there, as far as the kernel is concerned.
        """
        child = self._child
        if child is not None:
            if time.monotonic() - child.born < seconds and list(pinned) == list(self._room.get("pinned", ())):
                with suppress(WriterFailedError):
                    self._supervisor.attend()
                if not child.ended:
                    return
            self._child = None
            self._supervisor.end(child)
        self._room = {**self._room, "pinned": list(pinned)}

    def read(self, path: str) -> bytes:
        """Return a file's bytes."""
        answer = self._order({"do": "read", "path": path})
        data = answer["data"]
        if hashlib.sha256(data).hexdigest() != answer.get("sha256"):
            raise self._launched().failed("what it read is not what it says it read")
        return bytes(data)

    def list(self, path: str, depth: int | None = None) -> Sequence[Listed]:
        """Return the names in a directory; "" is the room itself."""
        order = {"do": "list", "path": path} | ({} if depth is None else {"depth": depth})
        return [Listed(row["name"], row["kind"], row["size"]) for row in self._order(order)["entries"]]

    def write(self, path: str, data: bytes, *, expect: str | None, temporary: str) -> Done:
        """Write a file as a whole and make it durable."""
        order = {"do": "write", "path": path, "expect": expect, "temp": temporary.rpartition("/")[2]}
        answer = self._order(order, data)
        if answer.get("sha256") != hashlib.sha256(data).hexdigest():
            raise self._launched().failed("what it wrote is not what it was given")
        return self._done(answer)

    def move(self, path: str, to: str, *, expect: str | None, directory: bool = False) -> Done:
        """Rename a file or directory to a name that is free."""
        order = {"do": "move", "path": path, "to": to, "expect": expect, "directory": directory}
        return self._done(self._order(order))

    def remove(self, path: str, *, expect: str | None, temporary: str, directory: bool = False) -> Done:
        """Remove a file or a directory."""
        name = temporary.rpartition("/")[2]
        order = {"do": "remove", "path": path, "expect": expect, "temp": name, "directory": directory}
        return self._done(self._order(order))

    def finish(self) -> None:
        """Let the hand end; afterwards nothing can change the room any more, and the journal settles."""
        if self._child is not None and not self._child.ended:
            child, self._child = self._child, None
            self._supervisor.send(child, {"type": "stop", "reason": "the run is over"})
            message = self._supervisor.receive(child)
            if message["type"] != "goodbye":
                raise child.failed(f"it said {message['type']} instead of goodbye")
            self._supervisor.finish(child)

    def _launched(self) -> Child:
        if self._child is None or self._child.ended:
            self._child = self._supervisor.launch(HAND, self._room)
            self.receipt = self._child.receipt
        return self._child

    def _order(self, order: dict[str, Any], data: bytes = b"") -> dict[str, Any]:
        """Give one order, in as many parts as its bytes need, and return the whole answer."""
        child = self._launched()
        self._number += 1
        whole = {"type": "order", "id": self._number, **order}
        pieces = [data[at : at + PART_BYTES] for at in range(0, len(data), PART_BYTES)] or [b""]
        for part, piece in enumerate(pieces):
            message = {**whole, "part": part, "last": part == len(pieces) - 1}
            if order["do"] == "write":
                message["data"] = to_base64(piece)
            self._supervisor.send(child, message)
        return self._answer(child)

    def _answer(self, child: Child) -> dict[str, Any]:
        received, entries = bytearray(), []
        while True:
            message = self._supervisor.receive(child)
            if message["type"] == "refused":
                raise Refused(
                    message["rule"], message["reason"], message["errno"], message.get("current"), message.get("kept")
                )
            if message["type"] != "done":
                raise child.failed(f"it said {message['type']} instead of an answer")
            try:
                received += from_base64(message.get("data", ""))
            except FrameError as error:
                raise child.failed(str(error)) from None
            entries += message.get("entries", [])
            if message["last"]:
                return {**message, "data": bytes(received), "entries": entries}

    def _done(self, answer: Mapping[str, Any]) -> Done:
        if answer.get("detail"):
            self.details.append(answer["detail"])
        return Done(answer.get("sha256"), answer.get("kept"))
