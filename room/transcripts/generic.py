"""Any host: messages with a role and a content, as a JSON array, an object with a list, or JSON lines.

The shapes are those of the chat APIs: `{"role", "content"}` with a text or blocks of text, calls and answers
(OpenAI's `tool_calls` and role `tool`, Anthropic's `tool_use` and `tool_result`), `{"role", "parts"}`
(Gemini's), `{"from", "value"}` (shared chats), each also below a key `message`. A role that is not known is
the host's: only `user` and `human` are a person.
"""

from __future__ import annotations

import json
from typing import Any

from room.transcripts.drafts import Drafts, text_of
from room.transcripts.parts import Parts
from room.transcripts.turns import Host, Origin

ROLES: dict[str, Origin] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "model": "assistant",
    "ai": "assistant",
    "gpt": "assistant",
    "bot": "assistant",
    "tool": "tool",
    "function": "tool",
    "tool_result": "tool",
    "toolresult": "tool",
    "observation": "tool",
    "function_call": "assistant",
}
# Where an object keeps its list of messages.
LISTS = ("messages", "conversation", "conversations", "turns", "history", "chat", "items")
_TEXTS = ("text", "input_text", "output_text", None)
_CALLS = ("tool_use", "server_tool_use", "function_call", "tool_call", "custom_tool_call", "toolCall")


class Generic:
    """The reader of messages with a role."""

    host: Host = "generic"

    def __init__(self, drafts: Drafts) -> None:
        self._to = drafts
        self._parts = Parts(drafts)

    def take(self, record: dict[str, Any], line: int) -> None:
        """Read one message, or an object that holds a list of them."""
        inner = next((record[key] for key in LISTS if isinstance(record.get(key), list)), None)
        if inner is not None and role_of(record) is None:
            for message in inner:
                if isinstance(message, dict):
                    self._message(message, line)
                else:
                    self._to.problem(line, "a message is no object")
            return
        self._message(record, line)

    def finish(self) -> None:
        """Nothing is left open."""

    def _message(self, record: dict[str, Any], line: int) -> None:
        """Read one message."""
        outer, message = record, record.get("message")
        if role_of(record) is None and isinstance(message, dict):
            record = message
        role = role_of(record)
        if role is None:
            kind = record.get("type")
            if kind in _CALLS or (isinstance(kind, str) and kind.endswith(("_output", "_result"))):
                self._block(record, "system", line, outer.get("timestamp"), [])
            elif not isinstance(kind, str):
                self._to.problem(line, "a message has no role")
            return
        at = next(
            (part[key] for part in (record, outer) for key in ("timestamp", "created_at") if key in part),
            None,
        )
        origin = ROLES.get(role.lower(), "system")
        for call in record["tool_calls"] if isinstance(record.get("tool_calls"), list) else ():
            self._call(call, line, at)
        if "parts" in record and "content" not in record:
            self._parts.take(record["parts"], origin, line, at)
            return
        content = next((record[key] for key in ("content", "value", "text") if key in record), None)
        if origin == "tool":
            id = next((record[key] for key in ("tool_call_id", "toolCallId", "id") if key in record), None)
            name = record.get("name", record.get("toolName"))
            self._to.result(text_of(content), line, at, id=id, name=name, failed=record.get("isError") is True)
            return
        texts: list[object] = []
        for block in content if isinstance(content, list) else [content]:
            self._block(block, origin, line, at, texts)
        if origin == "user":
            self._to.person(texts, line, at)
            return
        for text in texts:
            self._to.say(origin, text, line, at)

    def _block(self, block: object, origin: Origin, line: int, at: object, texts: list[object]) -> None:
        """Read a block of a message: add its text to `texts`, a call or an answer to the drafts."""
        if isinstance(block, str):
            texts.append(block)
        if not isinstance(block, dict):
            return
        kind = block.get("type")
        if kind in _TEXTS:
            texts.append(block.get("text"))
        elif kind in _CALLS:
            self._call(block, line, at)
        elif isinstance(kind, str) and kind.endswith(("tool_result", "_output", "toolResult")):
            id = next((block[key] for key in ("tool_use_id", "tool_call_id", "call_id") if key in block), None)
            content = text_of(block.get("content", block.get("output")))
            self._to.result(
                content,
                line,
                at,
                id=id,
                network=kind.startswith("web_"),
                failed=block.get("is_error") is True,
            )

    def _call(self, call: object, line: int, at: object) -> None:
        """Read a tool call in any of the usual shapes."""
        if not isinstance(call, dict):
            return
        inner = call.get("function")
        function = inner if isinstance(inner, dict) else call
        arguments = next((function[key] for key in ("arguments", "input", "args") if key in function), None)
        if isinstance(arguments, str):
            try:
                arguments = json.loads(arguments)
            except (ValueError, RecursionError):
                pass
        id = call.get("call_id", call.get("id"))
        self._to.call(function.get("name"), arguments, line, at, id=id)


def role_of(record: dict[str, Any]) -> str | None:
    """Return the role that a message names, or None."""
    for key in ("role", "from", "speaker", "author"):
        value = record.get(key)
        if isinstance(value, dict):
            value = value.get("role")
        if isinstance(value, str) and (
            "content" in record or "parts" in record or "value" in record or "text" in record or "tool_calls" in record
        ):
            return value
    return None
