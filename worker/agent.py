"""The agent: the confined process that reads the conversation and asks for memories to be kept.

`worker.boot` runs it when it is locked and proven. It takes the job and the turns from its pipe, lets the writer
decide (`worker.writer` by rules, `worker.model` with a model that the supervisor calls), and asks through the same
pipe. By rules it is `view` once, to see which names are taken, then one `create` for each proposal, with citations.
Whether that becomes a memory is decided outside; a refusal is logged and the next proposal is asked for. The agent
holds nothing but the words and its pipe.

Not defended here: what the words make of the agent. It is confined because it reads them.
"""

from __future__ import annotations

from worker import model
from worker.states import LocalProtocolError
from worker.writer import propose

__all__ = ["UnknownWriterError", "run"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    from worker.writer import Proposal

    class Channel(Protocol):
        """What the agent needs of `worker.channel.Channel`."""

        def receive(self) -> dict[str, Any]:
            """Return the next message."""

        def send(self, message: dict[str, Any]) -> None:
            """Send a message."""


_ROOT = "/memories"
_HELD = ("phrasing", "precedence", "conflict")
"""Rules of admission that leave a proposal to a person."""

_TAKEN = ("one-spelling",)
_EXISTS = "already exists"
"""A rule, and the memory tool's words, for a name that something has: another one is tried, once."""


class UnknownWriterError(Exception):
    """The job names a writer that this agent does not have."""


class _Stopped(Exception):  # noqa: N818 - not an error: the supervisor has ended the session.
    """The supervisor said `stop`."""


def run(channel: Channel) -> None:
    """Serve one job, from its first message to `goodbye`.

    Args:
        channel: to the supervisor; `hello` has been said.

    Raises:
        UnknownWriterError: the job asks for a writer that is not here.
    """
    desk = _Desk(channel)
    try:
        job = desk.expect("job")
        write = _writer(job["writer"])
        blocks: list[dict[str, Any]] = []
        while True:
            turns = desk.expect("turns")
            blocks += turns["blocks"]
            if turns["last"]:
                break
        write(desk, job, blocks)
    except _Stopped:
        pass
    channel.send({"type": "goodbye", "summary": desk.summary})


def _writer(name: str) -> Callable[[_Desk, Mapping[str, Any], Sequence[dict[str, Any]]], None]:
    """Return the writer of that name. A writer asks at the desk, and does nothing else."""
    if name in _WRITERS:
        return _WRITERS[name]
    raise UnknownWriterError(f"this agent has no writer {name!r}, only {', '.join(_WRITERS)}")


def _offline(desk: _Desk, job: Mapping[str, Any], blocks: Sequence[dict[str, Any]]) -> None:
    """Ask for what the rules find in a person's words."""
    if not any(block["origin"] == "user" for block in blocks):
        return
    rooms: Sequence[str] = job["rooms"]
    taken = desk.names()
    for proposal in propose(blocks, taken):
        desk.summary["proposed"] += 1
        verdict = desk.create(_path(proposal, rooms), proposal)
        if not verdict["ok"] and (verdict["rule"] in _TAKEN or _EXISTS in verdict["text"]):
            proposal.name = proposal.name.removesuffix(".md") + "-2.md"
            verdict = desk.create(_path(proposal, rooms), proposal)
        desk.count(proposal, verdict)


_WRITERS: dict[str, Callable[[_Desk, Mapping[str, Any], Sequence[dict[str, Any]]], None]] = {
    "offline": _offline,
    "model": model.write,
}


def _path(proposal: Proposal, rooms: Sequence[str]) -> str:
    """Return where a memory belongs: what is about the person in the user's room, if the run has one."""
    if len(rooms) < 2:
        return f"{_ROOT}/{proposal.name}"
    room = "user" if proposal.type == "user" and "user" in rooms else rooms[0]
    return f"{_ROOT}/{room}/{proposal.name}"


class _Desk:
    """The agent's side of the requests: one at a time, each waits for its verdict.

    Attributes:
        summary: what has been asked and what came of it, for `goodbye`.
    """

    __slots__ = ("_channel", "_last", "summary")

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._last = 0
        self.summary = {"proposed": 0, "created": 0, "known": 0, "held": 0, "refused": 0}

    def expect(self, kind: str) -> dict[str, Any]:
        """Return the next message; the channel lets through only what is in order.

        Raises:
            _Stopped: it is `stop`.
        """
        message = self._channel.receive()
        if message["type"] == "stop":
            raise _Stopped(message["reason"])
        if message["type"] != kind:
            raise AssertionError(f"{message['type']} came where {kind} was due")
        return message

    def names(self) -> list[str]:
        """Return the names of the files in the rooms, as the listing shows them; none if it is refused."""
        verdict = self._ask({"command": "view", "path": _ROOT})
        if not verdict["ok"]:
            self.log("info", f"the room could not be listed ({verdict['rule']}): {verdict['text']}")
            return []
        paths = [line.partition("\t")[2] for line in verdict["text"].split("\n")[1:]]
        return [path.rpartition("/")[2] for path in paths if path.endswith(".md")]

    def create(self, path: str, proposal: Proposal) -> dict[str, Any]:
        """Ask for a new file; return the verdict."""
        return self._ask({"command": "create", "path": path, "file_text": proposal.file_text, "cites": proposal.cites})

    def count(self, proposal: Proposal, verdict: Mapping[str, Any]) -> None:
        """Note what came of a proposal, and log it if that is not what was asked for."""
        rule = verdict["rule"]
        if verdict["ok"]:
            self.summary["created" if rule == "ok" else "known"] += 1
            return
        held = rule in _HELD
        self.summary["held" if held else "refused"] += 1
        self.log("info" if held else "warning", f"{proposal.name}: {rule}: {verdict['text']}")

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Ask for what a model wants; return the verdict."""
        self.summary["proposed"] += request["command"] != "view"
        verdict = self._ask(request)
        if request["command"] != "view":
            rule = verdict["rule"]
            kind = ("created" if rule == "ok" else "known") if verdict["ok"] else "held" if rule in _HELD else "refused"
            self.summary[kind] += 1
        return verdict

    def think(self, messages: list[dict[str, Any]]) -> dict[str, Any] | None:
        """Ask the model; return its reply, or None where the dialogue no longer fits into a frame."""
        try:
            self._channel.send({"type": "ask_model", "id": self._last + 1, "messages": messages})
        except LocalProtocolError as error:
            self.log("warning", f"the model was not asked again: {error}")
            return None
        self._last += 1
        return self.expect("model_reply")

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self._last += 1
        self._channel.send({"type": "request", "id": self._last, **request})
        return self.expect("verdict")

    def log(self, level: str, text: str) -> None:
        """Tell the supervisor something; it becomes a row of the audit chain."""
        self._channel.send({"type": "log", "level": level, "text": text[:_LONGEST_LOG]})


_LONGEST_LOG = 2_000
