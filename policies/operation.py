"""An operation that is asked for, and the verdict on it: what goes into the guard and what comes out.

Both are plain values without behaviour. The door (`confine.door`) makes an operation from a request, `policies.guard`
answers with a verdict, and the door goes on only with the paths of the verdict, never with those of the request.

They are named tuples and not dataclasses because a verdict is made for every call of a tool, and making a frozen
dataclass costs as much as opening a file.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COMMANDS", "Operation", "Verdict"]

COMMANDS = ("view", "create", "str_replace", "insert", "delete", "rename")
"""The six commands of Anthropic's memory tool, `memory_20250818`. Only the first changes nothing."""


class Operation(NamedTuple):
    """What is asked for. Nothing in it has been checked: each field holds what a stranger wrote.

    Attributes:
        command: meant to be one of `COMMANDS`.
        path: meant to be a path; the old one, for `rename`.
        new_path: where to, for `rename`; None for every other command.
    """

    command: str
    path: str
    new_path: str | None = None


class Verdict(NamedTuple):
    """What the guard says.

    Attributes:
        allowed: whether the operation may go on.
        rule: the rule that denies, one of `policies.profile.RULES` or "default"; "ok" when allowed.
        reason: for the writer: what is wrong and what to do instead, free of control characters; "" when allowed.
        path: when allowed, the path from the room's root with "/" between names; "" is the root itself.
        new_path: when a rename is allowed, the same for its destination.
    """

    allowed: bool
    rule: str
    reason: str
    path: str = ""
    new_path: str | None = None
