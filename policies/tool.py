"""The one tool that a writer has: its name, its commands, their parameters, and what a well-formed call is.

Names and parameters are those of Anthropic's memory tool, `memory_20250818`, plus `cites`. One table makes the
schema that a model is shown and the check of what it sends back, so that the two cannot drift apart. What a
well-formed call may do is for the guard and admission to say; a call that is not well-formed never becomes a request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

__all__ = ["LONGEST_TEXT", "MOST_CITES", "NAME", "fault", "schema"]

NAME = "memory"
LONGEST_TEXT = 200_000
"""Characters of one parameter: twice what a memory may have, so that it is admission that says so."""
LONGEST_PATH = 8_000
"""Characters of a path: more than any that the guard allows, so that it is the guard who says so."""
MOST_CITES = 50


class _Parameter(NamedTuple):
    """One parameter: its JSON schema, whether a value is one, and what to say of one that is not."""

    schema: Mapping[str, Any]
    valid: Callable[[Any], bool]
    wanted: str


def _is_text(value: Any) -> bool:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return False
    # A lone surrogate has no UTF-8 and no place in a file.
    return not any("\ud800" <= each <= "\udfff" for each in value) if not value.isascii() else True


def _is_number(value: Any) -> bool:
    return type(value) is int and abs(value) < 2**53


def _is_cite(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and set(value) == {"turn", "quote"}
        and _is_number(value["turn"])
        and _is_text(value["quote"])
    )


def _text(about: str, longest: int = LONGEST_TEXT) -> _Parameter:
    return _Parameter(
        {"type": "string", "description": about},
        lambda value: _is_text(value) and len(value) <= longest,
        f"a text of at most {longest} characters",
    )


_PARAMETERS: dict[str, _Parameter] = {
    "path": _text("the file, or for view a directory too, as /memories/…", LONGEST_PATH),
    "view_range": _Parameter(
        {"type": "array", "items": {"type": "integer"}, "description": "first and last line to show; -1 is the end"},
        lambda value: isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)),
        "two line numbers",
    ),
    "file_text": _text("the whole text of the new file"),
    "old_str": _text("what to replace; it must stand in the file exactly once"),
    "new_str": _text("what to put there; nothing if absent"),
    "insert_line": _Parameter(
        {"type": "integer", "description": "the line after which to insert; 0 is the top"}, _is_number, "a line number"
    ),
    "insert_text": _text("what to insert"),
    "old_path": _text("the file as it is called now", LONGEST_PATH),
    "new_path": _text("what it is to be called", LONGEST_PATH),
    "cites": _Parameter(
        {
            "type": "array",
            "description": "where in the conversation this stands: for each place, the turn and words quoted exactly",
            "items": {
                "type": "object",
                "properties": {"turn": {"type": "integer"}, "quote": {"type": "string"}},
                "required": ["turn", "quote"],
                "additionalProperties": False,
            },
        },
        lambda value: isinstance(value, list) and len(value) <= MOST_CITES and all(map(_is_cite, value)),
        f"a list of at most {MOST_CITES} objects with a turn and a quote",
    ),
}

# A question mark marks a parameter that may be absent.
_COMMANDS: dict[str, tuple[str, ...]] = {
    "view": ("path", "view_range?"),
    "create": ("path", "file_text", "cites?"),
    "str_replace": ("path", "old_str", "new_str?", "cites?"),
    "insert": ("path", "insert_line", "insert_text", "cites?"),
    "delete": ("path", "cites?"),
    "rename": ("old_path", "new_path", "cites?"),
}


def schema() -> dict[str, Any]:
    """Return the JSON schema of a call's input, for a model."""
    command = {"type": "string", "enum": list(_COMMANDS), "description": "what to do"}
    return {
        "type": "object",
        "properties": {"command": command, **{name: dict(each.schema) for name, each in _PARAMETERS.items()}},
        "required": ["command"],
        "additionalProperties": False,
    }


def fault(name: object, given: object) -> str:
    """Return why a call is none of this tool, and what to do instead; "" for a well-formed one.

    Args:
        name: of the tool that was called; unchecked.
        given: the call's input; unchecked.
    """
    if name != NAME:
        return f"there is no tool {name!r:.80}: the only one is {NAME}"
    if not isinstance(given, dict):
        return "the input is no object: give a command and its parameters"
    command = given.get("command")
    if not isinstance(command, str) or command not in _COMMANDS:
        return f"there is no command {command!r:.80}: use one of {', '.join(_COMMANDS)}"
    expected = {each.rstrip("?"): each.endswith("?") for each in _COMMANDS[command]}
    for key in given:
        if key != "command" and key not in expected:
            return f"{command} has no parameter {key!r:.80}: it takes {', '.join(expected)}"
    for key, optional in expected.items():
        if key not in given:
            if optional:
                continue
            return f"{command} needs {key}: {_PARAMETERS[key].wanted}"
        if not _PARAMETERS[key].valid(given[key]):
            return f"{key} has to be {_PARAMETERS[key].wanted}"
    return ""
