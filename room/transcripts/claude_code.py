"""Claude Code: one JSON record a line, in `~/.claude/projects/<project>/<session>.jsonl`.

The format is not published; what is relied on was seen in real files of the versions 1.0 to 2.1. A record of
type `user` is a message of the user's *role*: a tool's answer, a notification, a command's wrapper, a summary
made when the conversation was compacted, a skill's text, and now and then what a person typed. Block by block
it is decided which:

- A record that says of itself that it is not a person's (`isMeta`, `isCompactSummary`,
  `isVisibleInTranscriptOnly`, an `origin` whose kind is not `human`) is the host's.
- `isSidechain` or an `agentId` marks a subagent's conversation, in which the main agent speaks as the user.
- `tool_result` blocks are the tool's; images and the like are left out.
- What remains is text, which `wrappers.split` parts.
- A message that a person typed while the agent worked is an `attachment` of type `queued_command`.
  `queue-operation` records are not read: a queued message can still be withdrawn.
- All other types are the host's bookkeeping, and repeat what was said or say nothing.

Not counted as a person's although a person is behind it: answers to the agent's questions and comments on a
refused tool call, which stand in the tool's answer, where a tool could write the same.
"""

from __future__ import annotations

from typing import Any

from room.transcripts.drafts import Drafts, text_of
from room.transcripts.tables import names
from room.transcripts.turns import Host, Origin

_NOT_TYPED = names("system cron loop hook schedule scheduled agent peer channel")


class ClaudeCode:
    """The reader of Claude Code's records."""

    host: Host = "claude-code"

    def __init__(self, drafts: Drafts) -> None:
        self._to = drafts
        self._seen: set[object] = set()

    def take(self, record: dict[str, Any], line: int) -> None:
        """Read one record."""
        kind = record.get("type")
        if kind == "progress":
            self._progress(record)
        elif kind in ("user", "assistant"):
            self._to.session = self._to.session or _text(record.get("sessionId")) or _text(record.get("session_id"))
            message = record.get("message")
            if not isinstance(message, dict) or not isinstance(message.get("content"), (str, list)):
                self._to.problem(line, f"a record of type {kind} has no message")
            elif not self._repeated(record, message):
                content = message["content"]
                blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
                if kind == "user":
                    self._user(record, blocks, line)
                else:
                    self._assistant(record, blocks, line)
        elif kind == "attachment":
            self._attachment(record, line)
        elif kind == "system":
            self._to.say("system", record.get("content"), line, record.get("timestamp"))
        elif kind == "summary":
            self._to.say("system", record.get("summary"), line)
        elif not isinstance(kind, str):
            self._to.problem(line, "a record has no type")

    def finish(self) -> None:
        """Nothing is left open: each record was decided by itself."""

    def _repeated(self, record: dict[str, Any], message: dict[str, Any]) -> bool:
        """Tell whether a record was there before; a host that resumes a session can write it again.

        It is the same one by its id, or, for a typed text, by its moment (milliseconds) and its words.
        """
        keys: list[object] = [record.get("uuid")] if isinstance(record.get("uuid"), str) else []
        said, at = message["content"], record.get("timestamp")
        if isinstance(said, str) and isinstance(at, str):
            keys.append((record.get("type"), at, said))
        repeated = any(key in self._seen for key in keys)
        self._seen.update(keys)
        return repeated

    def _user(self, record: dict[str, Any], blocks: list[Any], line: int) -> None:
        """Read a message of the user's role."""
        at = record.get("timestamp")
        answers = [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_result"]
        for block in answers:
            self._to.result(
                text_of(block.get("content")),
                line,
                at,
                id=block.get("tool_use_id"),
                failed=block.get("is_error") is True,
            )
        texts = [
            block["text"]
            for block in blocks
            if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
        ]
        for block in blocks:
            # A bare string in the list is a form that the host does not write: no one vouches for it.
            if isinstance(block, str):
                self._to.say("tool", block, line, at)
        author = _author(record, answered=bool(answers))
        if author == "user":
            self._to.person(texts, line, at)
        else:
            for text in texts:
                self._to.say(author, text, line, at)

    def _assistant(self, record: dict[str, Any], blocks: list[Any], line: int) -> None:
        """Read a message of the assistant: its text, its tool calls, the answers of the API's own tools."""
        at = record.get("timestamp")
        for block in blocks:
            if not isinstance(block, dict):
                continue
            kind = block.get("type")
            if kind == "text":
                self._to.say("assistant", block.get("text"), line, at)
            elif kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
                name, arguments = block.get("name"), block.get("input")
                self._to.call(name, arguments, line, at, id=block.get("id"), cwd=record.get("cwd"))
            elif isinstance(kind, str) and kind.endswith("tool_result"):
                # web_search_tool_result, web_fetch_tool_result, code_execution_tool_result, mcp_tool_result.
                content = text_of(block.get("content"))
                network = kind.startswith("web_")
                self._to.result(content, line, at, id=block.get("tool_use_id"), network=network)

    def _attachment(self, record: dict[str, Any], line: int) -> None:
        """Read a message that was typed while the agent worked. All other attachments are the host's own."""
        attachment = record.get("attachment")
        if not isinstance(attachment, dict) or attachment.get("type") != "queued_command":
            return
        prompt = attachment.get("prompt")
        blocks = prompt if isinstance(prompt, list) else [{"type": "text", "text": prompt}]
        texts = [block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
        at = record.get("timestamp")
        typed = attachment.get("commandMode") in ("prompt", None)
        if typed and _author({**record, **attachment}, answered=False) == "user":
            self._to.person(texts, line, at)
        else:
            for text in texts:
                self._to.say("system", text, line, at)

    def _progress(self, record: dict[str, Any]) -> None:
        """Learn from the progress of a subagent whether it reads pages: its report is worth no more."""
        data = record.get("data")
        if not isinstance(data, dict) or data.get("type") != "agent_progress":
            return
        message = data.get("message")
        inner = message.get("message") if isinstance(message, dict) else None
        content = inner.get("content") if isinstance(inner, dict) else None
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool_use":
                self._to.consider(block.get("name"), block.get("input"), record.get("parentToolUseID"))


def _author(record: dict[str, Any], *, answered: bool) -> Origin:
    """Return who wrote the text blocks of a message of the user's role."""
    if record.get("isSidechain") is True or isinstance(record.get("agentId"), str):
        return "assistant"
    if any(record.get(mark) is True for mark in ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly")):
        return "system"
    if "planContent" in record:
        # A plan of the assistant that a person has accepted: it is sent back as their message.
        return "assistant"
    origin = record.get("origin")
    if isinstance(origin, dict) and origin.get("kind") != "human":
        return "system"
    if record.get("promptSource") in _NOT_TYPED or "sourceToolUseID" in record:
        return "system"
    # A tool's answer of which the block is missing or broken, with text in its place.
    return "tool" if record.get("toolUseResult") is not None and not answered else "user"


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
