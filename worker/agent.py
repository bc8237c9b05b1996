"""The agent: the process that reads the conversation, decides, and asks. It can do nothing else.

It gets a job and the turns, lets the writer decide what is worth remembering, and asks for each memory
through its pipe. What becomes of a request is the supervisor's to say; a refusal is an answer, and the
agent goes on. It holds no file, no network and no process, so that words which take it over find nothing to
take.
"""

from __future__ import annotations

from worker.writer import propose

__all__ = ["UnknownWriterError", "run"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from worker.channel import Channel
    from worker.writer import Proposal

_ROOT = "/memories"
_MOST_NAMES = 3
_TAKEN = "already exists"


class UnknownWriterError(Exception):
    """The job names a writer that this agent does not have."""


class _StoppedError(Exception):
    """The supervisor wants no more."""


def run(channel: Channel) -> None:
    """Do one job, from `job` to `goodbye`.

    Raises:
        UnknownWriterError: the job asks for a writer that is not here.
        ClosedError, RemoteProtocolError: the supervisor is gone, or broke the protocol.
    """
    counts = {"proposed": 0, "accepted": 0, "refused": 0}
    try:
        job = _next(channel, "job")
        if job["writer"] != "offline":
            raise UnknownWriterError(f"there is no writer {job['writer']!r} in this agent")
        blocks: list[dict[str, Any]] = []
        last = False
        while not last:
            part = _next(channel, "turns")
            blocks += part["blocks"]
            last = part["last"]
        number = 0
        for proposal in propose(blocks):
            counts["proposed"] += 1
            number, accepted = _ask(channel, number, proposal)
            counts["accepted" if accepted else "refused"] += 1
    except _StoppedError:
        pass
    channel.send({"type": "goodbye", "summary": counts})


def _next(channel: Channel, kind: str) -> dict[str, Any]:
    """Return the next message, which is of that kind: the state machine lets nothing else through but `stop`."""
    message = channel.receive()
    if message["type"] == "stop":
        raise _StoppedError
    assert message["type"] == kind, message["type"]
    return message


def _ask(channel: Channel, number: int, proposal: Proposal) -> tuple[int, bool]:
    """Ask for one memory, under another name where its own is taken; return the last id and the answer."""
    stem = proposal.path.removesuffix(".md")
    for attempt in range(1, _MOST_NAMES + 1):
        number += 1
        name = f"{stem}.md" if attempt == 1 else f"{stem}-{attempt}.md"
        channel.send(
            {
                "type": "request",
                "id": number,
                "command": "create",
                "path": f"{_ROOT}/{name}",
                "file_text": proposal.file_text,
                "cites": proposal.cites,
            }
        )
        verdict = _next(channel, "verdict")
        if verdict["ok"]:
            return number, True
        if _TAKEN not in verdict["text"]:
            return number, False
    return number, False
