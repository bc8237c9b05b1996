"""What passes between the agent and a model, in both directions: rebuilt, never forwarded.

The agent reads strangers' words, so nothing that it sends is passed on as it came. `rebuild` makes the messages
anew from the roles and block types of one table: an image or document block with a URL would be fetched by the
API, and that is a way out. `admit` does the same with a model's reply before the agent sees it: text and calls of
the one tool stay, a call that is not well-formed is marked with what is wrong, everything else is left out and said.

Pure functions; the calls themselves are `confine.broker`'s.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from policies import tool

__all__ = ["DialogueError", "Reply", "admit", "rebuild"]

MOST_MESSAGES = 200
MOST_BLOCKS = 200
"""Blocks of one message."""
MOST_CALLS = 32
"""Tool calls of one reply that are answered."""
LONGEST_REPLY = 600_000
"""Bytes of one reply as ASCII JSON: what a model may say in its tokens, many times over, and within a frame."""
LONGEST_TEXT = 50_000
"""Characters of one block of text, which nobody but the model itself will read again."""

_EPHEMERAL = {"cache_control": {"type": "ephemeral"}}


class DialogueError(Exception):
    """The agent asked the model in a form that does not exist; its session is over."""


class Reply(NamedTuple):
    """A model's reply as the agent gets it.

    Attributes:
        content: the blocks; a call that is not well-formed has no input and a `fault`.
        refusals: what was left out or marked, each a pair of what it was and why.
    """

    content: list[dict[str, Any]]
    refusals: list[tuple[str, str]]


def rebuild(messages: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the messages as the API takes them, with the cache marks where the documentation has them.

    Roles alternate and begin with the user's; a user's message holds text and tool results, an assistant's text and
    tool uses. The first and the last message are marked for the cache: the transcript never changes within a run,
    and each call repeats what the one before ended with.

    Args:
        messages: as the agent sent them; unchecked but for the bounds of a frame.

    Raises:
        DialogueError: something is of no allowed kind.
    """
    if not 0 < len(messages) <= MOST_MESSAGES:
        raise DialogueError(f"it asked the model with {len(messages)} messages")
    made: list[dict[str, Any]] = []
    for number, message in enumerate(messages):
        role = ("user", "assistant")[number % 2]
        if not isinstance(message, dict) or set(message) != {"role", "content"} or message["role"] != role:
            raise DialogueError(f"message {number} is not one of the {role}'s")
        content = message["content"]
        if not isinstance(content, list) or not 0 < len(content) <= MOST_BLOCKS:
            raise DialogueError(f"message {number} has no list of blocks")
        made.append({"role": role, "content": [_block(block, role, number) for block in content]})
    if made[-1]["role"] != "user":
        raise DialogueError("the last message is not the user's: nothing is asked")
    for message in (made[0], made[-1]):
        message["content"][-1] |= _EPHEMERAL
    return made


def _block(block: Any, role: str, number: int) -> dict[str, Any]:
    """Return one block, rebuilt."""
    kind = block.get("type") if isinstance(block, dict) else None
    fields = _BLOCKS.get((role, kind)) if isinstance(kind, str) else None
    if fields is None:
        raise DialogueError(f"message {number} has a block of type {kind!r:.40}, which the {role} does not send")
    if set(block) != {"type", *fields}:
        raise DialogueError(f"message {number} has a {kind} block with other fields than {', '.join(fields)}")
    for field, valid in fields.items():
        if not valid(block[field]):
            raise DialogueError(f"message {number} has a {kind} block with no valid {field}")
    made = {key: block[key] for key in ("type", *fields)}
    if kind == "tool_result":
        made["content"] = [{"type": "text", "text": made.pop("text")}]
    return made


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 128 and value.isascii() and value.isprintable()


_BLOCKS: dict[tuple[str, str], Mapping[str, Any]] = {
    ("user", "text"): {"text": _is_text},
    # The agent sends a result's words as one text; the list that the API takes is made here.
    ("user", "tool_result"): {
        "tool_use_id": _is_id,
        "text": _is_text,
        "is_error": lambda value: value is True or value is False,
    },
    ("assistant", "text"): {"text": _is_text},
    ("assistant", "tool_use"): {
        "id": _is_id,
        "name": lambda value: value == tool.NAME,
        "input": lambda value: isinstance(value, dict),
    },
}
"""What may be said by whom: the fields of each block, all of them required."""


def admit(content: Iterable[Any]) -> Reply:
    """Return what the agent is given of a model's reply.

    Args:
        content: the blocks of the reply, as the SDK has them or as plain objects; unchecked.
    """
    kept: list[dict[str, Any]] = []
    refusals: list[tuple[str, str]] = []
    size = calls = 0
    for block in content:
        kind = _get(block, "type")
        if kind == "text":
            text = _clean(_get(block, "text"))[:LONGEST_TEXT]
            size += _size(text)
            if text.strip() and size <= LONGEST_REPLY and len(kept) < MOST_BLOCKS:
                kept.append({"type": "text", "text": text})
        elif kind == "tool_use":
            calls += 1
            name, given, identity = _get(block, "name"), _get(block, "input"), _get(block, "id")
            size += _size(given)
            if calls > MOST_CALLS or size > LONGEST_REPLY or len(kept) >= MOST_BLOCKS or not _is_id(identity):
                refusals.append((_call(name, given), "too much was asked in one reply: ask for less at a time"))
                continue
            fault = tool.fault(name, given)
            call = {"type": "tool_use", "id": identity, "input": {} if fault else dict(given)}
            if fault:
                call["fault"] = fault
                refusals.append((_call(name, given), fault))
            kept.append(call)
        else:
            refusals.append((f"a block of type {str(kind)[:40]!r}", "this writer has no use for it"))
    return Reply(kept, refusals)


def _get(block: Any, name: str) -> Any:
    return block.get(name) if isinstance(block, dict) else getattr(block, name, None)


def _clean(value: Any) -> str:
    """Return a text as a frame can carry it."""
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else ""


def _size(value: Any) -> int:
    """Return the bytes of a value as ASCII JSON; more than any bound for what has no such form."""
    try:
        return len(json.dumps(value))
    except (TypeError, ValueError, RecursionError):
        return LONGEST_REPLY + 1


def _call(name: Any, given: Any) -> str:
    """Return a call in a few words, for a row."""
    command = given.get("command") if isinstance(given, dict) else None
    path = given.get("path", given.get("old_path", "")) if isinstance(given, dict) else ""
    return _clean(f"{name} {command if command is not None else ''} {path}"[:300]).strip()
