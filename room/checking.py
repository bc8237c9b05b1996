"""Reading an audit chain: row by row, each checked after the one before, up to the first that does not fit.

`read` is for whoever wants all rows, `known` for whoever wants what they mean, `verify` for whoever doubts them. None
of them takes a lock or changes anything; `room.audit` appends.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from room.errors import RoomError, storing
from room.handles import Directory
from room.ledger import Ledger, Row, sound_carried
from room.segments import GROWING, Lines, numbered, numbers

FIRST = "0" * 64
OWN_KEYS = ("seq", "at", "prev", "kind")
"""What every row has, and nobody but the chain sets."""

_INTENTS = {"write": ("path", "new", "temporary"), "move": ("path", "to"), "remove": ("path", "temporary")}


@dataclass(frozen=True)
class Misfit:
    """The first row that does not fit.

    Attributes:
        row: its number, counted from 1.
        reason: what is wrong with it.
    """

    row: int
    reason: str


@dataclass(frozen=True)
class Mark:
    """A place in the chain, of which the registry keeps one a room: its rows, and the hash of the last."""

    rows: int
    head: str


def stamp(now: float) -> str:
    """Return a time (seconds since the epoch) as rows and front matter have it: UTC, seconds, "Z"."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))


class Reader:
    """Reads a chain from its start, yields the rows that fit, and stops at the first that does not.

    Attributes:
        count: rows read so far.
        head: hash of the last of them.
        size: bytes up to its end, in the growing file.
        misfit: the row that did not fit, or None.
        torn: bytes after the last whole row, which a crash left; b"" if there are none.
    """

    def __init__(self, lines: Lines, mark: Mark | None = None, *, count: int = 0, head: str = FIRST) -> None:
        """Begin.

        Args:
            lines: of the files to read.
            mark: count and head that the registry has.
            count: rows before the first line.
            head: hash of the last of them.
        """
        self._lines = lines
        self._mark = mark
        self.count = count
        self.head = head
        self.size = 0
        self.misfit: Misfit | None = None
        self.torn = b""
        self._at_mark = FIRST if mark is not None and mark.rows == 0 else ""

    def __iter__(self) -> Iterator[Row]:
        lines = self._lines
        for line in lines:
            if lines.opens:
                self.size = 0
            row = _parse(line)
            if isinstance(row, str):
                misfit = self._misfit(row)
                # A crash can leave a whole last line of zeros and remains; further up it cannot.
                if lines.number == 0 and next(lines, None) is None and not lines.rest:
                    self.torn = line + b"\n"
                else:
                    self.misfit = misfit
                return
            fault = self._fault(row)
            if fault:
                self.misfit = self._misfit(fault)
                return
            self.count += 1
            self.head = hashlib.sha256(line).hexdigest()
            self.size += len(line) + 1
            if self._mark is not None and self.count == self._mark.rows:
                self._at_mark = self.head
            yield row
        if lines.number or lines.opens:
            # The growing file has no line yet.
            self.size = 0
        self.torn = lines.rest

    def fault(self) -> Misfit | None:
        """Return the first row that does not fit, the end included. Read the rows to their end before."""
        misfit = self.misfit or self.against_mark()
        if misfit is None and self.torn:
            return Misfit(
                self.count + 1,
                f"the last line is torn ({len(self.torn)} bytes): a crash left it, or it is being written just now."
                " The next command that writes in the room cuts it off and says so",
            )
        return misfit

    def against_mark(self) -> Misfit | None:
        """Compare what was read with the mark: a cut or rewritten tail shows here."""
        if self._mark is None or self._at_mark == self._mark.head:
            return None
        if self.count < self._mark.rows:
            ends = f"the chain ends after {self.count} rows; the registry knows {self._mark.rows}"
            return Misfit(self.count + 1, ends)
        return Misfit(self._mark.rows, "the row is not the one that the registry knows as this room's")

    def _fault(self, row: Row) -> str:
        """Say how a row does not fit after the ones before it; "" if it fits."""
        lines = self._lines
        skipped = lines.number - lines.before > 1 or not lines.number
        if lines.opens and skipped and row["seq"] > self.count + 1:
            gone = f"rows {self.count + 1} to {row['seq'] - 1} are missing"
            return f"{gone}: {numbered(lines.before + 1)} is gone, or they were cut off before this row"
        if row["seq"] != self.count + 1:
            return f"its number is {row['seq']} where {self.count + 1} belongs"
        if row["prev"] != self.head:
            return "its hash of the row before is not that row's: one of the two was changed"
        return ""

    def _misfit(self, reason: str) -> Misfit:
        number = self._lines.number
        return Misfit(self.count + 1, f"{reason} (in {numbered(number)})" if number else reason)


def read(state: Directory, mark: Mark | None = None) -> tuple[Reader, Iterator[Row]]:
    """Return a reader of a state directory's whole chain and its rows, without a lock and without repairing.

    A torn last line may be one that another process is writing: it is not a row yet. Read the rows to
    their end before asking the reader; the files are closed then.

    Raises:
        StoreError: there is a file and it cannot be read.
    """
    fd = _opened(state)
    try:
        with storing("the audit chain was not read", state.join(GROWING)):
            reader = Reader(Lines(state, fd), mark)
    except BaseException:
        _close(fd)
        raise
    return reader, _rows(reader, fd, state.join(GROWING))


def known(state: Directory, mark: Mark) -> Ledger | None:
    """Return what a chain says, without a lock; None if it does not fit itself or the registry.

    Files that were set aside are read only where the growing one does not begin with what was carried over from them.

    Raises:
        StoreError: there is a file and it cannot be read.
    """
    ledger = Ledger()
    fd = _opened(state)
    try:
        with storing("the audit chain was not read", state.join(GROWING)):
            reader = from_carried(state, fd, mark) or Reader(Lines(state, fd), mark)
            for row in reader:
                ledger.add(row)
    finally:
        _close(fd)
    return None if reader.misfit or reader.against_mark() else ledger


def verify(state: Directory, mark: Mark | None = None) -> Misfit | None:
    """Return the first row of the whole chain that does not fit, or None.

    Without a key this proves less than it may seem to: whoever can write the state directory *and* the registry (the
    user's other programs, root) can write a whole new chain that fits both. Against the registry alone a row shows
    only up to the count that the registry has: rows that a killed run, or another program, appended after it fit if
    their hashes do.

    Args:
        state: the state directory.
        mark: count and head that the registry has; None compares the rows with one another only.
    """
    reader, rows = read(state, mark)
    for _ in rows:
        pass
    return reader.fault()


def whole(state: Directory, mark: Mark | None, what: str) -> list[Row]:
    """Return all rows of a chain that fits, for a command that acts on what they say.

    Args:
        state: the state directory.
        mark: count and head that the registry has.
        what: what is not done if the chain does not fit, as a clause.

    Raises:
        RoomError: a row does not fit, or the end is not the one that the registry knows.
        StoreError: a file cannot be read.
    """
    reader, read_rows = read(state, mark)
    rows = list(read_rows)
    misfit = reader.misfit or reader.against_mark()
    if misfit is not None:
        raise RoomError(
            what,
            f"row {misfit.row} of the room's audit chain does not fit: {misfit.reason}",
            "Look at it with: scribe memory audit --verify",
        )
    return rows


def from_carried(state: Directory, fd: int, mark: Mark | None) -> Reader | None:
    """Return a reader that starts with the growing file, if it begins with what was carried over into it.

    The registry's mark must lie behind the carried rows: only then does it vouch for them. And the files that were
    set aside must all be there, though they are not read.
    """
    lines = Lines(state, fd, older=False) if fd >= 0 else None
    first = _parse(next(lines, b"")) if lines is not None else ""
    if lines is not None:
        lines.close()
    if isinstance(first, str) or first["kind"] != "carried" or mark is None:
        return None
    before, parts, files = first["seq"] - 1, first.get("parts"), first.get("files")
    if type(parts) is not int or type(files) is not int or mark.rows < before + parts:
        return None
    if numbers(state) != list(range(1, files + 1)):
        return None
    return Reader(Lines(state, fd, older=False), mark, count=before, head=first["prev"])


def _opened(state: Directory) -> int:
    """Open the growing file for reading; -1: there is none."""
    with storing("the audit chain was not read", state.join(GROWING)):
        try:
            return state.open(GROWING, os.O_RDONLY)
        except FileNotFoundError:
            return -1


def _close(fd: int) -> None:
    if fd >= 0:
        os.close(fd)


def _rows(reader: Reader, fd: int, path: str) -> Iterator[Row]:
    try:
        with storing("the audit chain was not read", path):
            yield from reader
    finally:
        _close(fd)


def _parse(line: bytes) -> Row | str:
    """Return the row of a line, or what is wrong with the line."""
    try:
        row = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        return "it is not a JSON object in ASCII"
    if not isinstance(row, dict):
        return "it is not a JSON object in ASCII"
    if type(row.get("seq")) is not int or not all(isinstance(row.get(key), str) for key in OWN_KEYS[1:]):
        return "it lacks its number, time, hash or kind"
    if row["kind"] == "intent" and not _sound_intent(row):
        return "it is an intent that names no change"
    if row["kind"] == "carried" and not sound_carried(row):
        return "it was carried over and does not say what was known"
    return row


def _sound_intent(row: Row) -> bool:
    """Tell whether an intent has what the ledger and recovery read of it."""
    wanted = _INTENTS.get(str(row.get("op")))
    return wanted is not None and all(isinstance(row.get(key), str) for key in wanted)
