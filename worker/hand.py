"""The hand: the confined process that writes. It carries out orders and never sees the conversation.

The supervisor judged what the order is for; the hand only does what it says and answers `done` or
`refused`. Its root handle is the one place where the kernel lets it write (`worker.boot`), so a wrong verdict
or a fault in this code still cannot leave the room. Whatever is not a refusal ends the process: a hand in an
unknown state must not go on.

Files longer than one frame come and go in parts. What a part may hold, and that parts belong together, is
the state machine's matter (`worker.states`); how much they may be in all is bounded here.
"""

from __future__ import annotations

from worker.beneath import MAX_FILE, Beneath, Outcome
from worker.frames import from_base64, to_base64
from worker.messages import PART_BYTES
from worker.refusal import Refused
from worker.walk import digest

__all__ = ["serve"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Protocol

    Message = dict[str, Any]

    class Channel(Protocol):
        """Where orders come from and answers go to; `worker.channel.Channel` is one."""

        def receive(self) -> Message:
            """Return the next message."""

        def send(self, message: Message) -> None:
            """Send a message."""


_COMPARED = {"absent", "conflict", "exists"}
"""Rules of refusals that say what is there instead."""

_DEPTH = 2
_LONGEST_REASON = 8000

# A character of a name takes at most six bytes in JSON (`\\u0001`), the rest of an entry no more than these.
_ENTRY_BYTES, _CHARACTER_BYTES = 64, 6
_ENTRIES_BYTES = 1_000_000
_ENTRIES_IN_A_PART = 4000


def serve(channel: Channel, root: int | None) -> None:
    """Carry out orders until the supervisor says stop, then say goodbye.

    Args:
        channel: to the supervisor.
        root: the room, an open directory.

    Raises:
        FrameError: the data of an order is not base64.
        Exception: whatever the channel raises. In either case the process is to end.
    """
    if root is None:
        raise ValueError("a hand needs a room")
    beneath = Beneath(root)
    while (received := _receive(channel)) is not None:
        order, data = received
        try:
            parts = list(_carry_out(beneath, order, data))
        except Refused as refusal:
            channel.send(_refused(order, refusal))
            continue
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            channel.send({"type": "done", "id": order["id"], "part": number, "last": last, **part})
    channel.send({"type": "goodbye"})


def _receive(channel: Channel) -> tuple[Message, bytes] | None:
    """Return the next order and all of its data, or None for `stop`."""
    data = b""
    while True:
        message = channel.receive()
        if message["type"] == "stop":
            return None
        # What is beyond the bound is not stored; a byte too many is enough for `Beneath` to refuse it.
        data = (data + from_base64(message.get("data", "")))[: MAX_FILE + 1]
        if message["last"]:
            return message, data


def _carry_out(beneath: Beneath, order: Message, data: bytes) -> Iterable[Message]:
    """Return what each part of the answer holds."""
    do, path = order["do"], order["path"]
    temp = order.get("temp", f".scribe-{order['id']}.tmp")
    directory = order.get("directory", False)
    if do == "read":
        return _file_parts(beneath.read(path))
    if do == "list":
        return _entry_parts(*beneath.listing(path, order.get("depth", _DEPTH)))
    if do == "write":
        return _changed(beneath.write(path, data, order["expect"], temp), digest(data))
    if do == "move":
        return _changed(beneath.move(path, order["to"], order["expect"], directory), order["expect"])
    return _changed(beneath.remove(path, order["expect"], temp, directory), None)


def _file_parts(data: bytes) -> Iterator[Message]:
    content = digest(data)
    for at in range(0, len(data) or 1, PART_BYTES):
        yield {"sha256": content, "data": to_base64(data[at : at + PART_BYTES])}


def _entry_parts(entries: list[tuple[str, str, int]], complete: bool) -> Iterator[Message]:
    part: list[Message] = []
    room = _ENTRIES_BYTES
    for name, kind, size in entries:
        cost = _CHARACTER_BYTES * len(name) + _ENTRY_BYTES
        if cost > room or len(part) == _ENTRIES_IN_A_PART:
            yield {"entries": part, "complete": complete}
            part, room = [], _ENTRIES_BYTES
        part.append({"name": name, "kind": kind, "size": size})
        room -= cost
    yield {"entries": part, "complete": complete}


def _changed(outcome: Outcome, content: str | None) -> list[Message]:
    part: Message = {} if content is None else {"sha256": content}
    if outcome.detail:
        part["detail"] = outcome.detail
    if outcome.kept is not None:
        part["kept"] = outcome.kept
    return [part]


def _refused(order: Message, refusal: Refused) -> Message:
    message: Message = {
        "type": "refused",
        "id": order["id"],
        "rule": refusal.rule,
        "reason": refusal.reason[:_LONGEST_REASON],
        "errno": refusal.errno,
    }
    if refusal.rule in _COMPARED:
        message["current"] = refusal.current
    if refusal.kept is not None:
        message["kept"] = refusal.kept
    return message
