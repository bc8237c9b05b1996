"""What each message of the protocol holds: its fields, their kinds and their bounds.

`worker.states` says who may send a message and when; this file says what one looks like, and nothing else
does. A field that is missing, unknown or not of its kind ends the session, at the sender already: a table
is short enough to be read whole, and what it does not list cannot be smuggled past anybody.

Sizes are bounded by the frame first (`worker.frames`). A bound here is tighter only where something is kept,
shown or counted. Paths may be longer than any that the guard allows, so that it is the guard who says so.
"""

from __future__ import annotations

from worker.frames import MAX_INTEGER, MAX_PAYLOAD

__all__ = ["CARRIED", "MAX_PARTS", "PART_BYTES", "REFUSALS", "wrong_field"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Kind = Callable[[Any], bool]

PART_BYTES = 512 * 1024
"""Raw bytes of a file in one part; base64 makes four of three, which leaves a frame room for the rest."""

MAX_PARTS = 32
"""Parts of one order or of one answer."""

REFUSALS = (
    "absent",  # Nothing is there.
    "conflict",  # What is there is not what was expected.
    "containment",  # The path leaves the room, or crosses a mount point.
    "denied",  # The kernel forbids it (EACCES, EPERM).
    "exists",  # Something is there already.
    "full",  # No space, no quota (ENOSPC, EDQUOT).
    "io",  # Anything else that the system said.
    "links",  # A link stands in the way, or the file has a second name.
    "not-a-file",  # It is a directory, a fifo, a device, or the other way round.
    "read-only",  # The file system is (EROFS).
    "size",  # Larger or more than a bound.
)
"""Rules by which the hand refuses an order."""


# -- Kinds of fields ----------------------------------------------------------------------------------------


def _text(limit: int) -> Kind:
    return lambda value: type(value) is str and len(value) <= limit


def _number(low: int, high: int) -> Kind:
    return lambda value: type(value) is int and low <= value <= high


def _one_of(*names: str) -> Kind:
    return lambda value: type(value) is str and value in names


def _list_of(kind: Kind, limit: int = MAX_PAYLOAD) -> Kind:
    return lambda value: type(value) is list and len(value) <= limit and all(map(kind, value))


def _record(**fields: Kind) -> Kind:
    return lambda value: (
        type(value) is dict
        and len(value) == len(fields)
        and all(name in value and kind(value[name]) for name, kind in fields.items())
    )


def _or_null(kind: Kind) -> Kind:
    return lambda value: value is None or kind(value)


def _flag(value: Any) -> bool:
    return value is True or value is False


def _object(value: Any) -> bool:
    """Any object within the bounds of a frame; whoever uses it judges it."""
    return type(value) is dict


def _sha256(value: Any) -> bool:
    return type(value) is str and len(value) == 64 and not value.strip("0123456789abcdef")


_ANY_TEXT = _text(MAX_PAYLOAD)
_PATH = _text(8192)
_NAME = _text(255)
_REASON = _text(8192)
_ID = _number(1, MAX_INTEGER)
_COUNT = _number(0, MAX_INTEGER)
_INTEGER = _number(-MAX_INTEGER, MAX_INTEGER)
_PART = _number(0, MAX_PARTS - 1)
_DATA = _text(4 * ((PART_BYTES + 2) // 3))
_ORIGIN = _one_of("user", "assistant", "tool", "web", "operator", "system")
_NOTICES = _list_of(_REASON)
_CITES = _list_of(_record(turn=_INTEGER, quote=_ANY_TEXT), 1000)
_ENTRIES = _list_of(_record(name=_text(8192), kind=_one_of("file", "directory", "link", "other"), size=_COUNT))

# -- The messages; a question mark marks a field that may be absent -----------------------------------------

_VARIANTS = {"request": "command", "order": "do"}
"""Types whose fields depend on the value of one of them."""

_REQUEST: dict[str, Kind] = {"id": _ID, "command": _text(16), "cites?": _CITES}
_ORDER: dict[str, Kind] = {"id": _ID, "do": _text(16), "path": _PATH, "part": _PART, "last": _flag}

_FIELDS: dict[str, dict[str, Kind]] = {
    "hello": {"role": _one_of("agent", "hand"), "pid": _ID, "proofs": _object},
    "goodbye": {"summary?": lambda value: _object(value) or _ANY_TEXT(value)},
    "stop": {"reason": _REASON},
    "job": {
        "writer": _one_of("offline", "model"),
        "rooms": _list_of(_PATH, 100),
        "limits": _object,
        "notices": _NOTICES,
        "brief?": _text(20_000),
    },
    "turns": {"blocks": _list_of(_record(turn=_COUNT, origin=_ORIGIN, text=_ANY_TEXT)), "last": _flag},
    "request view": {**_REQUEST, "path": _PATH, "view_range?": _list_of(_INTEGER, 2)},
    "request create": {**_REQUEST, "path": _PATH, "file_text": _ANY_TEXT},
    "request str_replace": {**_REQUEST, "path": _PATH, "old_str": _ANY_TEXT, "new_str?": _ANY_TEXT},
    "request insert": {**_REQUEST, "path": _PATH, "insert_line": _INTEGER, "insert_text": _ANY_TEXT},
    "request delete": {**_REQUEST, "path": _PATH},
    "request rename": {**_REQUEST, "old_path": _PATH, "new_path": _PATH},
    "verdict": {"id": _ID, "ok": _flag, "text": _ANY_TEXT, "rule": _text(64), "notices": _NOTICES},
    "ask_model": {"id": _ID, "messages": _list_of(_object)},
    "model_reply": {"id": _ID, "content": _list_of(_object), "stop_reason": _or_null(_text(64))},
    "log": {"level": _one_of("debug", "info", "warning", "error"), "text": _text(8192)},
    "order read": _ORDER,
    "order list": {**_ORDER, "depth?": _number(1, 20)},
    "order write": {**_ORDER, "data": _DATA, "expect": _or_null(_sha256), "temp?": _NAME},
    "order move": {**_ORDER, "to": _PATH, "expect": _or_null(_sha256), "directory?": _flag},
    "order remove": {**_ORDER, "expect": _or_null(_sha256), "temp?": _NAME, "directory?": _flag},
    "done": {
        "id": _ID,
        "part": _PART,
        "last": _flag,
        "sha256?": _sha256,
        "data?": _DATA,
        "entries?": _ENTRIES,
        "complete?": _flag,
        "kept?": _PATH,
        "detail?": _REASON,
    },
    "refused": {
        "id": _ID,
        "rule": _one_of(*REFUSALS),
        "reason": _REASON,
        "errno": _or_null(_COUNT),
        "current?": _or_null(_sha256),
        "kept?": _PATH,
    },
}
_REQUIRED = {
    key: [(name, kind) for name, kind in fields.items() if not name.endswith("?")] for key, fields in _FIELDS.items()
}
_OPTIONAL = {
    key: {name[:-1]: kind for name, kind in fields.items() if name.endswith("?")} for key, fields in _FIELDS.items()
}

CARRIED = frozenset({"part", "last", "data", "entries"})
"""Fields in which the parts of one message differ; all others are alike in each."""


def wrong_field(message: Mapping[str, Any]) -> str | None:
    """Return what is wrong with the fields of a message of a known type, or None.

    The answer names a field of the tables above, never one that only the peer has heard of.
    """
    key = message["type"]
    if key in _VARIANTS:
        key = f"{key} {message.get(_VARIANTS[key])}"
        if key not in _FIELDS:
            return "an unknown command"
    required, optional = _REQUIRED[key], _OPTIONAL[key]
    count = 1 + len(required)
    for name, kind in required:
        if name not in message or not kind(message[name]):
            return f"no valid {name}"
    if len(message) == count:
        return None
    for name, kind in optional.items():
        if name in message:
            if not kind(message[name]):
                return f"no valid {name}"
            count += 1
    return None if len(message) == count else "an unknown field"
