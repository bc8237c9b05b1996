"""Whose format a transcript has, told from its content and never from its name.

The first records that can be read decide: each host's records have keys that the others' have not. A file in
which nothing looks like JSON is plain text.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from room.transcripts.generic import LISTS, role_of
from room.transcripts.tables import names
from room.transcripts.turns import Host

# So many records are looked at: a session can begin with a long row of the host's bookkeeping.
_LOOKED_AT = 200

_CODEX = names("session_meta response_item event_msg turn_context compacted")
_CODEX_BARE = names("message reasoning function_call function_call_output local_shell_call")
_CLAUDE = names(
    "user assistant system summary progress attachment file-history-snapshot queue-operation",
    "last-prompt custom-title ai-title permission-mode mode agent-name pr-link",
)
_CLAUDE_KEYS = ("parentUuid", "leafUuid", "isSidechain", "sessionId", "session_id", "messageId", "uuid")
_GEMINI = names("user gemini qwen info error warning")


class Format(NamedTuple):
    """What a file is: whose, and whether it is one record a line (a log) or one value as a whole."""

    host: Host
    log: bool


def detect(head: bytes, *, complete: bool) -> Format:
    """Tell the format of a transcript.

    Args:
        head: the first bytes of the file, without a byte order mark.
        complete: whether they are all of it, so that the last line of them is whole.
    """
    lines = head.split(b"\n", _LOOKED_AT)
    if len(lines) > _LOOKED_AT or not complete:
        del lines[-1]
    lines = [line for line in lines if line.strip()]
    first = lines[0].strip() if lines else head[:1]
    if not first.startswith((b"{", b"[")):
        # A text can have a line of JSON in it; a log can begin with a broken line.
        objects = [record for record in map(_parsed, lines) if isinstance(record, dict)]
        if not objects or len(objects) * 2 < len(lines):
            return Format("text", log=False)
        return Format(next(filter(None, map(_host_of_record, objects)), "generic"), log=True)
    # A bracket that is not closed on its line opens a value over many lines.
    open_list = first.startswith(b"[") and (len(lines) == 1 or _parsed(first) is None)
    only = _parsed(first) if len(lines) == 1 else None
    if open_list or first == b"{" or not lines or (isinstance(only, dict) and _holds_messages(only)):
        return Format(_host_of_document(head), log=False)
    undecided = False
    for record in map(_parsed, lines):
        if isinstance(record, dict):
            host = _host_of_record(record)
            if host is not None:
                return Format(host, log=True)
            undecided = True
    return Format("generic", log=True) if undecided else Format(_host_of_document(head), log=False)


def host_of(value: object) -> Host | None:
    """Tell the host of a whole document; None if it can hold no messages.

    Args:
        value: what was parsed: a session as one object, or a list of anybody's records.
    """
    if not isinstance(value, (dict, list)):
        return None
    messages = messages_of(value)
    kinds = {str(message.get("type")) for message in messages if isinstance(message, dict)}
    if isinstance(value, dict) and "sessionId" in value and kinds and kinds <= _GEMINI:
        return "qwen-code" if "qwen" in kinds else "gemini-cli"
    hosts = (_host_of_record(message) for message in messages[:_LOOKED_AT] if isinstance(message, dict))
    return next(filter(None, hosts), "generic")


def messages_of(value: dict[str, Any] | list[Any]) -> list[Any]:
    """Return the list of messages in a document."""
    if isinstance(value, list):
        return value
    return next((value[key] for key in LISTS if isinstance(value.get(key), list)), [value])


def _parsed(line: bytes) -> object:
    """Return the value of a line of JSON, or None."""
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value


def _holds_messages(record: dict[str, Any]) -> bool:
    """Tell whether an object is no message but holds a list of them."""
    return role_of(record) is None and any(isinstance(record.get(key), list) for key in LISTS)


def _host_of_record(record: dict[str, Any]) -> Host | None:
    """Tell the host of one record, or None if it could be anybody's."""
    kind, message = record.get("type"), record.get("message")
    if kind is not None and not isinstance(kind, str):
        return None
    if (kind in _CODEX and isinstance(record.get("payload"), dict)) or record.get("record_type") == "state":
        return "codex"
    if kind is None and "instructions" in record and "timestamp" in record and "id" in record:
        return "codex"
    if kind in _CODEX_BARE and message is None and ("role" in record or "call_id" in record or "summary" in record):
        return "codex"
    if "projectHash" in record or "$set" in record or "$rewindTo" in record:
        return "gemini-cli"
    if isinstance(message, dict) and isinstance(message.get("parts"), list) and "sessionId" in record:
        return "qwen-code"
    if "systemPayload" in record or "toolCallResult" in record:
        return "qwen-code"
    if kind in _CLAUDE and any(key in record for key in _CLAUDE_KEYS):
        return "claude-code"
    if kind in ("gemini", "user") and "content" in record and "id" in record and "role" not in record:
        return "gemini-cli"
    return "generic" if role_of(record) is not None else None


def _host_of_document(head: bytes) -> Host:
    """Guess the host of a document from its head; `host_of` decides when it is parsed."""
    return "gemini-cli" if b'"projectHash"' in head[:4096] else "generic"
