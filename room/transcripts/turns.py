"""What a transcript becomes: turns with one origin each, problems by line, and a cursor.

A host's file enters through `reading`, a host's reader makes drafts of its records, and
`room.transcripts.read` numbers them into the `Turn`s that are defined here. Skip rules (`room.skips`),
admission and the writer see nothing else of a transcript.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from room.transcripts.words import count_words

Host = Literal["claude-code", "codex", "qwen-code", "gemini-cli", "generic", "text"]
HOSTS: tuple[Host, ...] = ("claude-code", "codex", "qwen-code", "gemini-cli", "generic", "text")
Origin = Literal["user", "assistant", "tool", "web", "system"]

# Stands in `Turn.writes` for a memory tool that names no file (`save_memory`, a memory server of MCP).
A_MEMORY = "memory:"


class TranscriptError(Exception):
    """A transcript cannot be read at all. Nothing was taken from it and no cursor moves.

    Attributes:
        what: what happened, a clause without a full stop.
        why: the reason, a clause without a full stop.
        do: what the person can do.
    """

    exit_code = 2

    def __init__(self, what: str, why: str, do: str) -> None:
        super().__init__(what, why, do)
        self.what = what
        self.why = why
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}: {self.why}. {self.do}"


class Turn(NamedTuple):
    """One piece of a conversation that one author wrote.

    Attributes:
        number: its place in the whole conversation, from 1; the same at every reading of the same file.
        origin: who wrote the text. "user" is a person and nobody else; "system" is the host: notices,
            wrappers, summaries, reminders; "web" is what a tool brought from the network.
        text: the words, never empty but for a tool call. Lone surrogates are U+FFFD.
        line: the line of the file that it stands on, from 1; in a JSON document the number of its message.
        at: the host's time stamp as it stands in the file, not checked; None where there is none.
        exchange: the number of the human turn that it is or answers, from 1; 0 before the first.
        tool: the tool that was called or has answered; None elsewhere.
        writes: for a tool call, the paths that it would write, absolute where the working directory is
            known, and `A_MEMORY` for a memory tool without one. Empty if the call failed.
    """

    number: int
    origin: Origin
    text: str
    line: int
    at: str | None
    exchange: int
    tool: str | None
    writes: tuple[str, ...]


class Problem(NamedTuple):
    """A line that was skipped or mended. `reason` is a clause; it quotes nothing of the line."""

    line: int
    reason: str


@dataclass(frozen=True)
class Cursor:
    """How far a transcript has been read, kept in `state.json` between runs.

    A log grows at its end, so its place is an offset, and bytes before the offset are compared. A JSON
    document or a plain text is rewritten as a whole, so its place is a number of records, and what people
    said in them is compared. Where the comparison fails the file is another one under the same name, and is
    read from its start.

    Not defended: a rewrite that leaves the first and the last 4 KiB before the offset as they were.

    Attributes:
        key: the path of the transcript, with the links in its parents resolved.
        session: the conversation's name, as in `Reading.session`.
        host: whose format it was.
        offset: bytes that were taken; 0 for a document.
        line: lines (of a document: records) that were taken.
        digest: SHA-256 (hex) of what is compared.
    """

    key: str
    session: str
    host: Host
    offset: int
    line: int
    digest: str

    def as_json(self) -> dict[str, str | int]:
        """Return the cursor as an object for `state.json`."""
        return {
            "key": self.key,
            "session": self.session,
            "host": self.host,
            "offset": self.offset,
            "line": self.line,
            "digest": self.digest,
        }

    @classmethod
    def from_json(cls, value: object) -> Cursor | None:
        """Return the cursor that `as_json` wrote, or None if the value is anything else."""
        if not isinstance(value, dict):
            return None
        key, session, digest = value.get("key"), value.get("session"), value.get("digest")
        host, offset, line = value.get("host"), value.get("offset"), value.get("line")
        if not (isinstance(key, str) and isinstance(session, str) and isinstance(digest, str)):
            return None
        if host not in HOSTS:
            return None
        if not (isinstance(offset, int) and isinstance(line, int) and offset >= 0 and line >= 0):
            return None
        return cls(key, session, host, offset, line, digest)


@dataclass(frozen=True)
class Reading:
    """What one reading found after the cursor that it was given.

    Attributes:
        host: whose format it is.
        session: the conversation's id by the host, or the file's name without its ending.
        records: how many records were read after the cursor; broken lines do not count.
        turns: the turns after the cursor, in order.
        problems: lines after the cursor that were skipped or mended.
        cursor: where the next reading begins.
        moved: whether the cursor is another than the one that was given.
    """

    host: Host
    session: str
    records: int
    turns: tuple[Turn, ...]
    problems: tuple[Problem, ...]
    cursor: Cursor
    moved: bool

    @property
    def human_texts(self) -> int:
        """How many texts a person wrote."""
        return sum(turn.origin == "user" for turn in self.turns)

    @property
    def human_words(self) -> int:
        """How many words of prose a person wrote, as `words.count_words` counts them."""
        return sum(count_words(turn.text) for turn in self.turns if turn.origin == "user")
