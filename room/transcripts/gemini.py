"""Gemini CLI: a session of `~/.gemini/tmp/<project>/chats/`, an older JSON document or a newer log of lines.

Both hold messages of the types `user`, `gemini` (`qwen` in the old chats of Qwen Code), `info`, `error` and
`warning`, each with an id; tool calls with their answers stand within the `gemini` message. The log is
replayed as the host does: a repeated id replaces the earlier message in its place, `{"$rewindTo": id}` drops
that message and all behind it, `{"$set": {"messages": […]}}` replaces everything. What a person took back by
rewinding is not among the turns.

What a person typed is `displayContent`; `content` can hold the files that they referred to besides. A session
whose `kind` is `subagent` has no person in it.
"""

from __future__ import annotations

from typing import Any

from room.transcripts.drafts import Drafts, text_of
from room.transcripts.parts import Parts
from room.transcripts.turns import Host


class Gemini:
    """The reader of Gemini CLI's sessions."""

    host: Host = "gemini-cli"

    def __init__(self, drafts: Drafts, host: Host = "gemini-cli") -> None:
        self.host = host
        self._to = drafts
        self._parts = Parts(drafts)
        self._messages: dict[str, tuple[dict[str, Any], int]] = {}
        self._subagent = False

    def take(self, record: dict[str, Any], line: int) -> None:
        """Read one line of a log, or one message of a document."""
        if "$rewindTo" in record:
            self._rewind(record["$rewindTo"])
        elif isinstance(record.get("$set"), dict):
            self._set(record["$set"], line)
        elif isinstance(record.get("type"), str):
            id = record.get("id")
            name = id if isinstance(id, str) and id else f"line {line}"
            # A replaced message keeps the line at which it was said first: to a cursor it is not new.
            self._messages[name] = (record, self._messages.get(name, (record, line))[1])
        elif "sessionId" in record:
            self.about(record)
        else:
            self._to.problem(line, "a record has no type")

    def about(self, record: dict[str, Any]) -> None:
        """Read what a session says of itself."""
        if isinstance(record.get("sessionId"), str):
            self._to.session = record["sessionId"]
        if isinstance(record.get("kind"), str):
            self._subagent = record["kind"] == "subagent"

    def finish(self) -> None:
        """Make drafts of the messages that are left."""
        for message, line in self._messages.values():
            self._message(message, line)

    def _rewind(self, to: object) -> None:
        """Drop a message and all behind it; all of them if the message is not known, as the host does."""
        names = list(self._messages)
        start = names.index(to) if isinstance(to, str) and to in self._messages else 0
        for name in names[start:]:
            del self._messages[name]

    def _set(self, values: dict[str, Any], line: int) -> None:
        """Read an update of the session's data, which can be a new list of all messages."""
        self.about(values)
        if isinstance(values.get("messages"), list):
            lines = {name: first for name, (_, first) in self._messages.items()}
            self._messages.clear()
            for message in values["messages"]:
                if isinstance(message, dict) and isinstance(message.get("type"), str):
                    name = str(message.get("id", f"line {line}.{len(self._messages)}"))
                    self._messages[name] = (message, lines.get(name, line))

    def _message(self, message: dict[str, Any], line: int) -> None:
        """Make drafts of one message."""
        kind, at = message["type"], message.get("timestamp")
        content = message.get("content")
        if kind == "user" and not self._subagent:
            typed = message.get("displayContent")
            if typed is None:
                self._parts.take(content, "user", line, at)
            else:
                self._parts.take(typed, "user", line, at)
                if content != typed:
                    self._parts.take(content, "tool", line, at)
        elif kind in ("gemini", "qwen", "user"):
            self._parts.take(content, "assistant", line, at)
            calls = message.get("toolCalls")
            for call in calls if isinstance(calls, list) else ():
                if isinstance(call, dict):
                    self._call(call, line, at)
        else:
            self._parts.take(content, "system", line, at)

    def _call(self, call: dict[str, Any], line: int, at: object) -> None:
        """Read a tool call with its answer."""
        id = call.get("id")
        self._to.call(call.get("name"), call.get("args"), line, at, id=id)
        failed = call.get("status") in ("error", "cancelled")
        result = call.get("result")
        answers = [
            text_of(part["functionResponse"].get("response"))
            if isinstance(part.get("functionResponse"), dict)
            else text_of(part)
            for part in (result if isinstance(result, list) else [result])
            if isinstance(part, dict)
        ]
        text = result if isinstance(result, str) else "\n".join(answers)
        self._to.result(text or text_of(call.get("resultDisplay")), line, at, id=id, failed=failed)
