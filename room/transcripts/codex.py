"""Codex: a rollout of one JSON record a line, in `~/.codex/sessions/YYYY/MM/DD/rollout-….jsonl`.

A `response_item` with the role `user` is what the model was given: a person's prompt, and also the
environment, `AGENTS.md`, plugins, notices of subagents and hooks. When a person's input is accepted, Codex
writes an event besides, `user_message` (from 0.151 on also `item_completed` with a `UserMessage`), and
rebuilds its own count of user turns from these events alone. So where a rollout has such events they decide:
an item is a person's if an event says the same words, and an event without an item is a person's by itself.
In older rollouts without events the wrappers decide (`wrappers.split`).

A rollout whose `session_meta` names a subagent as its source has no person in it.
"""

from __future__ import annotations

import json
from typing import Any

from room.transcripts.drafts import Draft, Drafts, text_of
from room.transcripts.tables import names
from room.transcripts.turns import Host
from room.transcripts.wrappers import split

_ANSWERS = names("function_call_output custom_tool_call_output mcp_tool_call_output tool_search_output")
# Item and event stand side by side; a partner is looked for among this many.
_OPEN = 64
_CALLS = names("function_call custom_tool_call local_shell_call web_search_call mcp_tool_call")


class Codex:
    """The reader of Codex's rollouts, of the wrapped form and of the bare form before 0.33."""

    host: Host = "codex"

    def __init__(self, drafts: Drafts) -> None:
        self._to = drafts
        self._cwd: str | None = None
        self._subagent = False
        self._events = False
        # Items of the user's role for which no event has come, and events for which no item has come.
        self._unsaid: list[Draft] = []
        self._awaited: list[str] = []
        self._confirmed = ""
        self._last = 0

    def take(self, record: dict[str, Any], line: int) -> None:
        """Read one record."""
        self._last = line
        kind, payload, at = record.get("type"), record.get("payload"), record.get("timestamp")
        if not isinstance(payload, dict):
            # The bare form: the item itself is the record, after a first one without a type.
            if kind is None and "id" in record and "record_type" not in record:
                self._meta(record)
            elif isinstance(kind, str):
                self._item(record, line, at)
            return
        if kind == "response_item":
            self._item(payload, line, at)
        elif kind == "event_msg":
            self._event(payload, line, at)
        elif kind == "session_meta":
            self._meta(payload)
        elif kind == "turn_context":
            self._cwd = payload["cwd"] if isinstance(payload.get("cwd"), str) else self._cwd
        elif kind == "compacted":
            self._to.say("system", payload.get("message"), line, at)
        elif not isinstance(kind, str):
            self._to.problem(line, "a record has no type")

    def finish(self) -> None:
        """Take back the items that no event has confirmed, where the rollout has events.

        The last record may be an item whose event is still being written: it stays, by its wrappers.
        """
        if self._events:
            for draft in self._unsaid:
                if draft.line != self._last:
                    draft.origin = "system"

    def _meta(self, payload: dict[str, Any]) -> None:
        """Read what the rollout says of itself."""
        if isinstance(payload.get("id"), str):
            self._to.session = self._to.session or payload["id"]
        if isinstance(payload.get("cwd"), str):
            self._cwd = payload["cwd"]
        source = payload.get("source")
        if isinstance(source, dict) and ("subagent" in source or "sub_agent" in source):
            self._subagent = True

    def _item(self, item: dict[str, Any], line: int, at: object) -> None:
        """Read one item of the model's conversation."""
        kind = str(item.get("type"))
        if kind == "message":
            self._message(item, line, at)
        elif kind in _CALLS:
            name = item.get("name") or ("web_search" if kind == "web_search_call" else "shell")
            arguments = next((item[key] for key in ("arguments", "input", "action") if key in item), None)
            if isinstance(arguments, str) and kind != "custom_tool_call":
                arguments = _parsed(arguments)
            where = arguments.get("workdir") if isinstance(arguments, dict) else None
            self._to.call(name, arguments, line, at, id=item.get("call_id"), cwd=where or self._cwd)
        elif kind in _ANSWERS:
            output = item.get("output", item.get("result"))
            text, failed = _answer(output)
            self._to.result(text, line, at, id=item.get("call_id"), failed=failed)

    def _message(self, item: dict[str, Any], line: int, at: object) -> None:
        """Read a message, by its role."""
        role, content = item.get("role"), item.get("content")
        blocks = content if isinstance(content, list) else [{"text": content}]
        texts = [block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]
        if role == "user" and not self._subagent:
            self._input(texts, line, at)
            return
        for text in texts:
            self._to.say("assistant" if role in ("assistant", "user") else "system", text, line, at)

    def _input(self, texts: list[str], line: int, at: object) -> None:
        """Read an item of the user's role; an event before or after it can say that it is a person's."""
        self._confirmed = ""
        draft = self._to.person(texts, line, at)
        if draft is None:
            return
        key = _key(draft.text)
        if key in self._awaited:
            self._awaited.remove(key)
            draft.origin = None
        else:
            self._unsaid.append(draft)

    def _event(self, event: dict[str, Any], line: int, at: object) -> None:
        """Read an event. Those about what a person said are the authority; the others repeat the items."""
        kind, said = event.get("type"), event.get("message")
        if kind == "item_completed":
            item = event.get("item")
            if not isinstance(item, dict) or item.get("type") not in ("UserMessage", "user_message"):
                return
            said = text_of(item.get("content"))
        elif kind != "user_message":
            return
        if not isinstance(said, str) or event.get("kind") not in (None, "plain") or self._subagent:
            return
        self._events = True
        person = split(said).person
        key = _key(person)
        if not key or key == self._confirmed or key in self._awaited:
            return
        for back, draft in enumerate(reversed(self._unsaid[-_OPEN:]), 1):
            item = _key(draft.text)
            # The item just before can hold the labels of images besides; what the event says is the person's.
            if item == key or (back == 1 and key in item):
                draft.text = draft.text if item == key else person
                del self._unsaid[-back]
                self._confirmed = key
                return
        if self._to.say("user", person, line, at):
            self._awaited.append(key)
            del self._awaited[:-_OPEN]


def _key(text: str) -> str:
    """Return a text without its spaces, by which an item and its event are compared."""
    return "".join(text.split())


def _parsed(arguments: str) -> object:
    """Return the arguments of a call, which are JSON in a string; the string itself where they are not."""
    try:
        return json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments


def _answer(output: object) -> tuple[str, bool]:
    """Return the text of a tool's answer and whether the call failed.

    A shell's answer is an object in a string, with the exit code beside the output.
    """
    if isinstance(output, str) and output.startswith('{"output":'):
        parsed = _parsed(output)
        if isinstance(parsed, dict) and isinstance(parsed.get("output"), str):
            metadata = parsed.get("metadata")
            code = metadata.get("exit_code") if isinstance(metadata, dict) else None
            return parsed["output"], code not in (0, None)
    text = text_of(output)
    return text, text.startswith("apply_patch verification failed")
