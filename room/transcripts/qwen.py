"""Qwen Code: one JSON record a line, in `~/.qwen/projects/<project>/chats/<session>.jsonl`.

A record has Claude Code's envelope (`uuid`, `type`, `sessionId`) and the Gemini API's content (`role` and
`parts`). A record of type `user` is a person's if it has no `subtype` (or is a message typed while the agent
worked), no other `provenance` than `real_user`, and no agent's id: cron prompts, notifications, goals and the
launch prompts of subagents are of type `user` too. What a person typed stands in `displayText`, or in the
record of an `@` command before it; the parts can hold the files that they referred to and what hooks added.

Chats from before 2026 have the form of Gemini CLI's, which `gemini` reads.
"""

from __future__ import annotations

from typing import Any

from room.transcripts.drafts import Drafts
from room.transcripts.parts import Parts
from room.transcripts.turns import Host, Origin

_TYPED = (None, "mid_turn_user_message")


class Qwen:
    """The reader of Qwen Code's records."""

    host: Host = "qwen-code"

    def __init__(self, drafts: Drafts) -> None:
        self._to = drafts
        self._parts = Parts(drafts)
        self._seen: set[str] = set()
        self._typed: str | None = None
        self._command = ""
        self._expanded = False

    def take(self, record: dict[str, Any], line: int) -> None:
        """Read one record."""
        id = record.get("uuid")
        if isinstance(id, str):
            if id in self._seen:
                return
            self._seen.add(id)
        if isinstance(record.get("sessionId"), str):
            self._to.session = self._to.session or record["sessionId"]
        kind, at = record.get("type"), record.get("timestamp")
        message = record.get("message")
        parts = message.get("parts") if isinstance(message, dict) else None
        if kind == "system":
            self._system(record, line)
        elif kind == "user":
            self._user(record, parts, line)
        elif kind in ("assistant", "tool_result"):
            if not isinstance(parts, list):
                self._to.problem(line, f"a record of type {kind} has no message")
                return
            outcome = record.get("toolCallResult")
            failed = isinstance(outcome, dict) and outcome.get("status") in ("error", "cancelled")
            # Text beside a tool's answer is the tool's: a person's message is a record of its own.
            origin: Origin = "assistant" if kind == "assistant" else "tool"
            self._parts.take(parts, origin, line, at, cwd=record.get("cwd"), failed=failed)
        elif not isinstance(kind, str):
            self._to.problem(line, "a record has no type")

    def finish(self) -> None:
        """Nothing is left open."""

    def _system(self, record: dict[str, Any], line: int) -> None:
        """Read an event: what a person typed as a slash or `@` command."""
        payload = record.get("systemPayload")
        if not isinstance(payload, dict):
            return
        if record.get("subtype") == "at_command" and isinstance(payload.get("userText"), str):
            self._typed = payload["userText"]
        elif record.get("subtype") == "slash_command" and payload.get("phase") == "invocation":
            self._command = str(payload.get("rawCommand", "")).strip()
            self._expanded = payload.get("sentToModel") is True
            command, _, said = self._command.partition(" ")
            wrapped = f"<command-name>{command}</command-name><command-args>{said}</command-args>"
            self._to.person([wrapped], line, record.get("timestamp"))

    def _user(self, record: dict[str, Any], parts: object, line: int) -> None:
        """Read a message of the user's role."""
        payload = record.get("systemPayload")
        display = payload.get("displayText") if isinstance(payload, dict) else None
        if not isinstance(parts, list):
            self._to.problem(line, "a record of type user has no message")
            return
        at = record.get("timestamp")
        agent = record.get("isSidechain") is True or isinstance(record.get("agentId"), str)
        provenance = record.get("provenance")
        if agent or record.get("subtype") not in _TYPED or provenance not in (None, "real_user"):
            self._parts.take(parts, "assistant" if agent else "system", line, at)
            return
        typed = display if isinstance(display, str) else self._typed
        # A slash command was read already; what it expands to is sent as a message, and nobody typed that.
        expanded = bool(self._command) and (typed == self._command or (typed is None and self._expanded))
        self._typed, self._command = None, ""
        if expanded:
            self._parts.take(parts, "system", line, at)
            return
        if typed is None:
            self._parts.take(parts, "user", line, at)
        else:
            self._to.person([typed], line, at)
            rest = [part for part in parts if not isinstance(part, dict) or part.get("text") != typed]
            self._parts.take(rest, "tool", line, at)
