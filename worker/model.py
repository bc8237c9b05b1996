"""The writer that thinks with a model: the loop of the tool calls, in the confined agent.

The model itself is called by the supervisor, which holds key and network and adds the system prompt and the tool.
This file gives the conversation as data, one JSON object a line with the origin of each block, so that no text can
end its block and pretend to be another; carries each call of the tool to the desk, and the verdict back. A
conversation that does not fit at once is given in windows, oldest first, each a dialogue of its own.

Not defended here: a reply is believed to be well-formed, because the supervisor has made it anew.
"""

from __future__ import annotations

from worker.frames import encode

__all__ = ["windows", "write"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any, Protocol

    class Desk(Protocol):
        """What this writer needs of `worker.agent`."""

        def think(self, messages: list[dict[str, Any]]) -> dict[str, Any] | None:
            """Ask the model."""

        def ask(self, request: dict[str, Any]) -> dict[str, Any]:
            """Ask for a change or a view."""

        def log(self, level: str, text: str) -> None:
            """Tell the supervisor."""


_HEADER = 4
_PIECE = 50_000
"""Characters of a block in one line: a longer one goes on in the next, under the same turn."""
_LONGEST_RESULT = 20_000
"""Characters of a tool's result: each call sends all of them again."""


def write(desk: Desk, job: Mapping[str, Any], blocks: Sequence[dict[str, Any]]) -> None:
    """Let the model read the conversation and ask for what it wants kept.

    Args:
        desk: to the supervisor.
        job: its `limits` hold `turns`, the calls of one dialogue, and `window`, the bytes of one; its `brief` is
            what the model is told before the conversation.
        blocks: the conversation.
    """
    if not any(block["origin"] == "user" for block in blocks):
        return
    for text in windows(blocks, job["limits"]["window"]):
        first = [
            {"type": "text", "text": each} for each in (job.get("brief", ""), *job["notices"], text) if each.strip()
        ]
        _converse(desk, job["limits"]["turns"], first)


def windows(blocks: Sequence[dict[str, Any]], most: int) -> Iterator[str]:
    """Yield the conversation as lines of JSON, in texts of about so many bytes.

    Args:
        blocks: with `turn`, `origin` and `text`.
        most: bytes of a text in UTF-8; a single line may be longer.
    """
    lines: list[str] = []
    size = 0
    for block in blocks:
        for at in range(0, len(block["text"]), _PIECE):
            line = encode({**block, "text": block["text"][at : at + _PIECE]})[_HEADER:].decode()
            length = len(line.encode()) + 1
            if lines and size + length > most:
                yield "\n".join(lines)
                lines, size = [], 0
            lines.append(line)
            size += length
    if lines:
        yield "\n".join(lines)


def _converse(desk: Desk, turns: int, first: list[dict[str, Any]]) -> None:
    """Lead one dialogue, until the model asks for nothing more."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": first}]
    for _ in range(turns):
        reply = desk.think(messages)
        if reply is None:
            return
        calls = [block for block in reply["content"] if block["type"] == "tool_use"]
        if reply["stop_reason"] == "refusal":
            desk.log("warning", "the model declined to go on")
            return
        results = [_result(desk, call) for call in calls]
        if reply["stop_reason"] == "max_tokens":
            desk.log("info", "the model's reply was cut at its most tokens")
        if not results:
            return
        messages.append({"role": "assistant", "content": [_said(block) for block in reply["content"]]})
        messages.append({"role": "user", "content": results})
    desk.log("info", f"the model was asked {turns} times, its most, and had not said that it was done")


def _said(block: Mapping[str, Any]) -> dict[str, Any]:
    """Return a block of a reply as it is repeated to the model."""
    if block["type"] == "text":
        return {"type": "text", "text": block["text"]}
    return {"type": "tool_use", "id": block["id"], "name": "memory", "input": block["input"]}


def _result(desk: Desk, call: Mapping[str, Any]) -> dict[str, Any]:
    """Carry out one call, and return what the model is told."""
    if "fault" in call:
        ok, text, notices = False, call["fault"], []
    else:
        verdict = desk.ask(dict(call["input"]))
        ok, text, notices = verdict["ok"], verdict["text"], verdict["notices"]
    if len(text) > _LONGEST_RESULT:
        text = f"{text[:_LONGEST_RESULT]}\n… cut; give a view_range to see the rest"
    text = "\n".join([text, *(f"Note: {each}" for each in notices)])
    return {"type": "tool_result", "tool_use_id": call["id"], "text": text, "is_error": not ok}
