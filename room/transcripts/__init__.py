"""Readers that turn a host's transcript into turns with one origin each.

`open_transcript` opens the file safely, `read` reads it from a cursor to its end:

    with open_transcript(path) as transcript:
        reading = read(transcript, cursor)

A log is parsed from its start each time and only what stands behind the cursor is returned. Three things need
the beginning: the numbers of turns, which memories name as their source and which must not change; records
that a resumed session repeats; and the calls whose results stand behind the cursor. A file that has not grown
is not parsed at all.
"""

from __future__ import annotations

import hashlib
import json
import os
from typing import Any

from room.transcripts.claude_code import ClaudeCode
from room.transcripts.codex import Codex
from room.transcripts.detect import Format, detect, host_of, messages_of
from room.transcripts.drafts import Drafts, Reader
from room.transcripts.gemini import Gemini
from room.transcripts.generic import Generic
from room.transcripts.plain import read_plain
from room.transcripts.qwen import Qwen
from room.transcripts.reading import MAX_BYTES, MAX_DOCUMENT, MAX_LINE, Transcript, open_transcript
from room.transcripts.turns import A_MEMORY, Cursor, Host, Origin, Problem, Reading, TranscriptError, Turn

__all__ = (
    "A_MEMORY",
    "MAX_BYTES",
    "MAX_DOCUMENT",
    "MAX_LINE",
    "Cursor",
    "Origin",
    "Problem",
    "Reading",
    "Transcript",
    "TranscriptError",
    "Turn",
    "open_transcript",
    "read",
)

_BOM = b"\xef\xbb\xbf"
_NOT_JSON = "it is no JSON"


class _Taken:
    """What one pass over a file has taken: how far it came, and how many records stand behind the cursor."""

    def __init__(self, host: Host, line: int) -> None:
        self.host = host
        self.after = line
        self.offset = 0
        self.line = 0
        self.records = 0


def read(transcript: Transcript, cursor: Cursor | None = None) -> Reading:
    """Read a transcript from a cursor to its last whole line.

    Args:
        transcript: what `open_transcript` returned.
        cursor: the cursor of an earlier reading of the same file; None to read all of it. A cursor that
            does not fit the file any more is ignored.

    Raises:
        TranscriptError: a document cannot be parsed, or is too large for that.
        OSError: the file could not be read.
    """
    head = transcript.head().removeprefix(_BOM)
    form = detect(head, complete=transcript.size <= len(head) + len(_BOM))
    drafts = Drafts()
    if not form.log:
        return _read_document(transcript, form, drafts, cursor)
    if cursor is not None and not _fits(transcript, form, cursor):
        cursor = None
    if cursor is not None and cursor.offset == transcript.size:
        return Reading(form.host, cursor.session, 0, (), (), cursor, moved=False)
    taken = _read_log(transcript, _reader(form.host, drafts), drafts, _Taken(form.host, cursor.line if cursor else 0))
    session = drafts.session or _name(transcript)
    digest = transcript.digest(taken.offset)
    here = Cursor(transcript.path, session, form.host, taken.offset, taken.line, digest)
    return _reading(drafts, taken, here, cursor)


def _read_log(transcript: Transcript, reader: Reader, drafts: Drafts, taken: _Taken) -> _Taken:
    """Feed the records of a log to a reader, line by line."""
    decode = json.JSONDecoder().raw_decode
    for line, offset, data in transcript.lines():
        whole = data is None or data.endswith(b"\n")
        if data is not None:
            if line == 1:
                data = data.removeprefix(_BOM)
            record, fault = _parsed(data, decode)
            if isinstance(record, dict):
                taken.records += line > taken.after
                reader.take(record, line)
            elif not whole:
                # The host may still be writing this line: it is read again next time.
                break
            elif fault:
                drafts.problem(line, fault)
        else:
            drafts.problem(line, f"it is longer than {MAX_LINE >> 20} MiB")
        taken.line, taken.offset = line, offset
    reader.finish()
    return taken


def _parsed(data: bytes, decode: Any) -> tuple[object, str]:
    """Parse one line: the value and what is wrong with it, which is nothing for a blank line."""
    try:
        text = data.decode("utf-8").strip(" \t\r\n")
    except UnicodeDecodeError:
        return None, "it is not in UTF-8"
    if not text:
        return None, ""
    try:
        value, end = decode(text)
    except RecursionError:
        return None, "it is nested too deeply"
    except ValueError:
        # Also an integer of more than 4,300 digits (CVE-2020-10735).
        return None, _NOT_JSON
    if end != len(text):
        return None, _NOT_JSON
    return value, "" if isinstance(value, dict) else "it is no object"


def _read_document(transcript: Transcript, form: Format, drafts: Drafts, cursor: Cursor | None) -> Reading:
    """Read a JSON document or a plain text, which is parsed as a whole."""
    data = transcript.whole().removeprefix(_BOM)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _broken(transcript, f"it is not in UTF-8 at byte {error.start}") from error
    if form.host == "text":
        taken = _Taken("text", 0)
        taken.records = read_plain(text, drafts, hook=transcript.hook)
        taken.line = len(text.splitlines())
    else:
        taken = _read_messages(transcript, text, drafts)
    after = 0
    if cursor is not None and cursor.host == taken.host and cursor.key == transcript.path:
        after = cursor.line if _said(drafts, cursor.line) == cursor.digest else 0
    taken.after = after
    if form.host != "text":
        taken.records = max(0, taken.records - after)
    elif after:
        taken.records = sum(draft.line > after for draft in drafts.drafts)
    session = drafts.session or _name(transcript)
    here = Cursor(transcript.path, session, taken.host, 0, taken.line, _said(drafts, taken.line))
    return _reading(drafts, taken, here, cursor if after else None)


def _read_messages(transcript: Transcript, text: str, drafts: Drafts) -> _Taken:
    """Feed the messages of a JSON document to a reader."""
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise _broken(transcript, "it is nested too deeply") from error
    except ValueError as error:
        place = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise _broken(transcript, f"it is no whole JSON document{place}") from error
    host = host_of(value)
    if host is None:
        raise _broken(transcript, "it holds no messages")
    session = isinstance(value, dict)
    reader = _reader(host, drafts, session=session)
    if session:
        if isinstance(reader, Gemini):
            reader.about(value)
        elif isinstance(value.get("id", value.get("session_id")), str):
            drafts.session = value.get("id", value.get("session_id"))
    taken = _Taken(host, 0)
    for number, message in enumerate(messages_of(value), 1):
        if isinstance(message, dict):
            reader.take(message, number)
        else:
            drafts.problem(number, "it is no object")
        taken.records = taken.line = number
    reader.finish()
    return taken


def _reader(host: Host, drafts: Drafts, *, session: bool = False) -> Reader:
    """Return the reader of a host; `session` for one that is a single object, as Gemini CLI wrote them."""
    if host == "claude-code":
        return ClaudeCode(drafts)
    if host == "codex":
        return Codex(drafts)
    if host == "qwen-code" and not session:
        return Qwen(drafts)
    if host in ("gemini-cli", "qwen-code"):
        return Gemini(drafts, host)
    return Generic(drafts)


def _fits(transcript: Transcript, form: Format, cursor: Cursor) -> bool:
    """Tell whether a cursor belongs to this file, and what was before it is still there."""
    if cursor.key != transcript.path or cursor.host != form.host or cursor.offset > transcript.size:
        return False
    return transcript.digest(cursor.offset) == cursor.digest


def _said(drafts: Drafts, line: int) -> str:
    """Return the digest of what people said up to a record, by which a document is known again."""
    digest = hashlib.sha256()
    for draft in drafts.drafts:
        if draft.origin == "user" and draft.line <= line:
            digest.update(draft.text.encode("utf-8", "replace") + b"\0")
    return digest.hexdigest()


def _reading(drafts: Drafts, taken: _Taken, here: Cursor, before: Cursor | None) -> Reading:
    """Number the drafts, and keep those behind the cursor."""
    turns = []
    number = exchange = 0
    for draft in drafts.drafts:
        if draft.origin is None:
            continue
        number += 1
        exchange += draft.origin == "user"
        if draft.line > taken.after:
            turns.append(
                Turn(number, draft.origin, draft.text, draft.line, draft.at, exchange, draft.tool, draft.writes)
            )
    problems = tuple(sorted(problem for problem in drafts.problems if problem.line > taken.after))
    return Reading(
        taken.host,
        here.session,
        taken.records,
        tuple(turns),
        problems,
        here,
        moved=here != before,
    )


def _name(transcript: Transcript) -> str:
    """Return the file's name without its ending, which for most hosts is the session's id."""
    return os.path.splitext(os.path.basename(transcript.path))[0]


def _broken(transcript: Transcript, why: str) -> TranscriptError:
    return TranscriptError(
        f"{transcript.path} cannot be read",
        why,
        "Name the transcript file that the host wrote, or a whole copy",
    )
