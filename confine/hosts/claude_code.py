"""Claude Code's settings: the hooks that `scribe install` adds to them, and how they are taken out again. Pure.

Claude Code runs the commands under `hooks` of `~/.claude/settings.json`: an event has a list of groups, a group a list
of handlers. `Stop` comes after each turn, `SessionEnd` when a session ends, `PreCompact` before the conversation is
summarised. `timeout` is in seconds; hooks at the end of a session share one and a half of them unless the settings
give them more, and then the budget is raised to that.

Ours are known by their command, which nobody writes by hand: `python -I -m confine hook`. Isolated mode ignores
PYTHONPATH and the working directory, which a project could have chosen.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from confine.hosts import splice
from confine.hosts.splice import SpliceError

__all__ = ["EMPTY", "EVENTS", "TIMEOUT", "added", "command", "fragment", "lines", "removed"]

EVENTS = ("Stop", "SessionEnd", "PreCompact")
TIMEOUT = 10
"""Seconds. The hook takes a fraction of one; a machine under load takes longer."""
EMPTY = "{}\n"
"""What a file that is not there is taken for."""


def command(python: str, *, home: str | None = None, options: Sequence[str] = ()) -> str:
    """Return the command line of the hook, for a shell.

    Args:
        python: absolute path of the interpreter.
        home: the folder that holds our packages, where an isolated interpreter does not find them by itself.
        options: further arguments.
    """
    start = ["-m", "confine"]
    if home is not None:
        code = f"import sys; sys.path.append({home!r}); from confine.start import main; sys.exit(main())"
        start = ["-c", code]
    return shlex.join([python, "-I", *start, "hook", *options])


def fragment(line: str) -> dict[str, Any]:
    """Return what is added to settings that are empty."""
    return {"hooks": {event: [_group(line)] for event in EVENTS}}


def added(text: str, line: str) -> str:
    """Return settings with the hooks; the same text, if they are there already.

    Args:
        text: the settings.
        line: the command line.

    Raises:
        SpliceError: the settings are malformed, or `hooks` in them is not what Claude Code reads.
    """
    events = _events(splice.read(text))
    wanted = _group(line)["hooks"]
    if all(_ours(events.get(event, [])) == wanted for event in EVENTS):
        return text
    text = removed(text)
    for event in EVENTS:
        model = splice.read(text)
        at = _root(text)
        if "hooks" not in model:
            text = splice.put(text, at, "hooks", {event: [_group(line)]})
        elif event not in model["hooks"]:
            text = splice.put(text, _value(text, at, "hooks"), event, [_group(line)])
        else:
            text = splice.append(text, _value(text, _value(text, at, "hooks"), event), _group(line))
        model.setdefault("hooks", {}).setdefault(event, []).append(_group(line))
        _refuse_another(text, model)
    return text


def removed(text: str, before: str = EMPTY) -> str:
    """Return settings without our hooks, and without the containers that this leaves empty.

    Args:
        text: the settings.
        before: what they were before; a container that was empty then stays.

    Raises:
        SpliceError: the settings are malformed.
    """
    model = splice.read(text)
    _events(model)
    kept = splice.read(before).get("hooks")
    for event in list(model.get("hooks", {})):
        groups = model["hooks"][event]
        for index in reversed(range(len(groups))):
            handlers = groups[index]["hooks"]
            mine = [number for number, each in enumerate(handlers) if _is_ours(each)]
            for number in reversed(mine):
                text = splice.cut(text, _path(text, "hooks", event, index, "hooks"), number)
                del handlers[number]
            if mine and not handlers:
                text = splice.cut(text, _path(text, "hooks", event), index)
                del groups[index]
                if not groups and not (isinstance(kept, dict) and event in kept):
                    text = splice.cut(text, _path(text, "hooks"), event)
                    del model["hooks"][event]
                    if not model["hooks"] and kept is None:
                        text = splice.cut(text, _root(text), "hooks")
                        del model["hooks"]
    _refuse_another(text, model)
    return text


def lines(text: str) -> list[str]:
    """Return the command lines of our hooks in settings."""
    events = _events(splice.read(text))
    return [each["command"] for groups in events.values() for each in _ours(groups)]


def _group(line: str) -> dict[str, Any]:
    return {"hooks": [{"type": "command", "command": line, "timeout": TIMEOUT}]}


def _events(model: dict[str, Any]) -> dict[str, Any]:
    """Return the events of settings, each a list of groups with handlers.

    Raises:
        SpliceError: one is something else.
    """
    events = model.get("hooks", {})
    if not isinstance(events, dict):
        raise SpliceError("hooks is no object")
    for event, groups in events.items():
        if not isinstance(groups, list):
            raise SpliceError(f"hooks.{event} is no list")
        for group in groups:
            if not isinstance(group, dict) or not isinstance(group.get("hooks"), list):
                raise SpliceError(f"hooks.{event} has a group without a list of hooks")
    return events


def _ours(groups: list[Any]) -> list[Any]:
    return [each for group in groups for each in group["hooks"] if _is_ours(each)]


def _is_ours(handler: Any) -> bool:
    line = handler.get("command") if isinstance(handler, dict) else None
    if not isinstance(line, str):
        return False
    try:
        words = shlex.split(line)
    except ValueError:
        return False
    if len(words) < 5 or words[1] != "-I" or words[4] != "hook":
        return False
    return words[2:4] == ["-m", "confine"] or (words[2] == "-c" and "from confine.start import main" in words[3])


def _root(text: str) -> int:
    return text.index("{")


def _value(text: str, at: int, key: str | int) -> int:
    return next(each.value for each in splice.spans(text, at)[0] if each.key == key)


def _path(text: str, *keys: str | int) -> int:
    at = _root(text)
    for key in keys:
        at = _value(text, at, key)
    return at


def _refuse_another(text: str, model: dict[str, Any]) -> None:
    """Refuse a text that does not say what was meant, in the same order: then this file has an error."""
    found = splice.read(text)
    if found != model or [*found] != [*model] or [*found.get("hooks", {})] != [*model.get("hooks", {})]:
        raise SpliceError("it could not be changed without changing something else")
