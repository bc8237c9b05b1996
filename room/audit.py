"""The audit chain: `audit.jsonl` in the state directory, one ASCII JSON object a line.

Every row carries its number `seq` (from 1), its time `at`, the SHA-256 of the line before it as `prev`
(of the bytes without the line end; 64 zeros for the first) and its `kind`. `room.journal` appends,
`room.ledger` reads the meaning, people read it with any tool.

What the chain proves: a row in the middle that was changed, inserted or taken out shows, because the
next one does not fit. A tail that was cut or rewritten shows by the count and head that the user's
registry keeps (`room.registry`). What it cannot prove without a key: somebody who can write the state
directory and the registry, which is the user's own other programs and root, can make a whole new chain
that fits.

A crash can leave half a line at the end. That row was never answered for: the order that follows an
intent is given only after its row is durable. So the half line is cut off at the next start and a
`repair` row says so.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from room.errors import RoomError, StoreError, storing
from room.handles import Directory, NotRegularError, start_writing, write_all
from room.ledger import Ledger, Row

NAME = "audit.jsonl"
FIRST = "0" * 64
LONGEST = 1 << 20
"""Bytes of the longest row."""

_BLOCK = 1 << 20
_PAGE = 4096
_SHOWN = 2000
_INTENTS = {"write": ("path", "new", "temporary"), "move": ("path", "to"), "remove": ("path", "temporary")}
_OWN_KEYS = ("seq", "at", "prev", "kind")
# Only the data and what is needed to read it must reach the disk (fdatasync(2)); not every system has
# the call.
_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


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
        size: bytes up to its end.
        misfit: the row that did not fit, or None.
        torn: bytes after the last whole row, which a crash left; b"" if there are none.
    """

    def __init__(self, fd: int, mark: Mark | None = None) -> None:
        self._fd = fd
        self._mark = mark
        self.count = 0
        self.head = FIRST
        self.size = 0
        self.misfit: Misfit | None = None
        self.torn = b""
        self._at_mark = FIRST if mark is not None and mark.rows == 0 else ""

    def __iter__(self) -> Iterator[Row]:
        lines = _Lines(self._fd)
        for line in lines:
            row = _parse(line)
            if isinstance(row, str):
                # A crash can leave a whole last line of zeros and remains; further up it cannot.
                rest = next(lines, None)
                if rest is None and not lines.rest:
                    self.torn = line + b"\n"
                else:
                    self.misfit = Misfit(self.count + 1, row)
                return
            fault = self._fault(row)
            if fault:
                self.misfit = Misfit(self.count + 1, fault)
                return
            self.count += 1
            self.head = hashlib.sha256(line).hexdigest()
            self.size += len(line) + 1
            if self._mark is not None and self.count == self._mark.rows:
                self._at_mark = self.head
            yield row
        self.torn = lines.rest

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
        if row["seq"] != self.count + 1:
            return f"its number is {row['seq']} where {self.count + 1} belongs"
        if row["prev"] != self.head:
            return "its hash of the row before is not that row's: one of the two was changed"
        return ""


class Chain:
    """The chain, open for appending. The caller holds the room's lock.

    Attributes:
        ledger: what the rows mean.
        count: how many rows there are.
        head: hash of the last.
        repaired: what was cut off at the start, in words for a person; "" if nothing was.
    """

    def __init__(self, state: Directory, *, now: Callable[[], float], mark: Mark | None = None) -> None:
        """Open the chain, check every row, and cut off what a crash left of the last line.

        Args:
            state: the state directory.
            now: the clock, in seconds since the epoch.
            mark: count and head that the registry has.

        Raises:
            RoomError: a row does not fit, or the tail is not the one that the registry knows.
            StoreError: the file cannot be read or repaired.
        """
        self.path = state.join(NAME)
        self.ledger = Ledger()
        self.count = 0
        self.head = FIRST
        self._size = 0
        self._synced = 0
        self.repaired = ""
        self._now = now
        self._lost = False
        # What an earlier run appended without waiting is waited for, too.
        self._waits = True
        with storing("the audit chain was not opened", self.path):
            self._fd = state.open(NAME, os.O_RDWR | os.O_APPEND | os.O_CREAT)
        try:
            self._load(mark)
        except BaseException:
            self.close()
            raise

    def append(self, rows: Sequence[Mapping[str, Any]], *, durable: bool = False) -> list[int]:
        """Append rows in one write and return their numbers.

        Args:
            rows: each with its `kind`; JSON values only. Number, time and hash are added.
            durable: wait until they are on the disk. Rows that are not become so with the next that are.

        Raises:
            StoreError: nothing was appended, or (after a failed fsync) it is not known.
        """
        self._refuse_lost()
        at, head, count = stamp(self._now()), self.head, self.count
        lines, added = [], []
        for fields in rows:
            count += 1
            row: Row = {"seq": count, "at": at, "prev": head, "kind": fields["kind"]}
            row.update((key, value) for key, value in fields.items() if key not in _OWN_KEYS)
            line = json.dumps(row, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")
            if len(line) > LONGEST:
                raise ValueError(f"an audit row of {len(line)} bytes")
            head = hashlib.sha256(line).hexdigest()
            lines.append(line + b"\n")
            added.append(row)
        with storing("the audit row was not written", self.path):
            self._write(b"".join(lines))
        self.head, self.count = head, count
        for row in added:
            self.ledger.add(row)
        if durable:
            self.sync()
        return [row["seq"] for row in added]

    def start(self) -> None:
        """Start writing the last rows to the disk, for a `sync` that comes after another file's."""
        start_writing(self._fd, self._synced & -_PAGE)

    def sync(self) -> None:
        """Wait until all rows are on the disk.

        After a failed fsync the kernel may have dropped the pages and report success the next time, so
        nothing more is appended in this run.

        Raises:
            StoreError: they may not be there.
        """
        self._refuse_lost()
        if not self._waits:
            return
        with storing("the audit row may not be on the disk", self.path):
            try:
                _sync(self._fd)
            except OSError:
                self._lost = True
                raise
        self._waits = False
        self._synced = self._size

    def mark(self) -> Mark:
        """Return count and head, for the registry."""
        return Mark(self.count, self.head)

    def close(self) -> None:
        """Close the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _load(self, mark: Mark | None) -> None:
        """Read and check what is there, and repair the end."""
        with storing("the audit chain was not read", self.path):
            _refuse_odd(self._fd, self.path)
            reader = Reader(self._fd, mark)
            for row in reader:
                self.ledger.add(row)
        misfit = reader.misfit or reader.against_mark()
        if misfit is not None:
            raise RoomError(
                "the room's audit chain does not fit",
                f"row {misfit.row} of {self.path}: {misfit.reason}",
                "Look at it with: scribe memory audit --verify. To keep the room and start a new chain, which"
                " makes all its memories external-tool again: scribe room adopt",
            )
        self.count, self.head = reader.count, reader.head
        self._size = self._synced = reader.size
        if reader.torn:
            self._repair(reader.torn)

    def _repair(self, torn: bytes) -> None:
        """Cut off what a crash left after the last whole row, and say so in a row of its own."""
        with storing("the audit chain was not repaired", self.path):
            os.ftruncate(self._fd, self._size)
        shown = torn[:_SHOWN].decode("ascii", "backslashreplace")
        digest = hashlib.sha256(torn).hexdigest()
        self.append([{"kind": "repair", "cut": len(torn), "sha256": digest, "text": shown}], durable=True)
        self.repaired = (
            f"a crash had torn the last line of the audit chain: {len(torn)} bytes after row {self.count - 1}"
            " were cut off"
        )

    def _refuse_lost(self) -> None:
        if self._lost:
            raise StoreError(
                "no more audit rows are written",
                "an earlier one may not have reached the disk (fsync failed)",
                f"Check the disk that holds {self.path} and start again",
            )

    def _write(self, data: bytes) -> None:
        """Append bytes as a whole or not at all."""
        if os.fstat(self._fd).st_size != self._size:
            raise StoreError(
                "the audit row was not written",
                f"{self.path} was changed by another program during this run",
                "Look at it with: scribe memory audit --verify",
            )
        try:
            write_all(self._fd, data)
        except OSError:
            # A disk that is nearly full takes a part of a line.
            os.ftruncate(self._fd, self._size)
            raise
        self._size += len(data)
        self._waits = True


def read(state: Directory, mark: Mark | None = None) -> tuple[Reader, Iterator[Row]]:
    """Return a reader of a state directory's chain and its rows, without a lock and without repairing.

    A torn last line may be one that another process is writing: it is not a row yet. Read the rows to
    their end before asking the reader; the file is closed then.

    Raises:
        StoreError: there is a file and it cannot be read.
    """
    path = state.join(NAME)
    with storing("the audit chain was not read", path):
        try:
            fd = state.open(NAME, os.O_RDONLY)
        except FileNotFoundError:
            fd = -1
    reader = Reader(fd, mark)
    return reader, _rows(reader, fd, path)


def verify(state: Directory, mark: Mark | None = None) -> Misfit | None:
    """Return the first row that does not fit, or None.

    Args:
        state: the state directory.
        mark: count and head that the registry has; None compares the rows with one another only.
    """
    reader, rows = read(state, mark)
    for _ in rows:
        pass
    if reader.misfit is None and reader.torn:
        return Misfit(reader.count + 1, f"the last line is torn ({len(reader.torn)} bytes)")
    return reader.misfit or reader.against_mark()


def _rows(reader: Reader, fd: int, path: str) -> Iterator[Row]:
    if fd < 0:
        return
    try:
        with storing("the audit chain was not read", path):
            _refuse_odd(fd, path)
            yield from reader
    finally:
        os.close(fd)


def _refuse_odd(fd: int, path: str) -> None:
    status = os.fstat(fd)
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularError(0, "it is not a regular file", path)


def _parse(line: bytes) -> Row | str:
    """Return the row of a line, or what is wrong with the line."""
    try:
        row = json.loads(line.decode("ascii"))
    except (ValueError, RecursionError):
        return "it is not a JSON object in ASCII"
    if not isinstance(row, dict):
        return "it is not a JSON object in ASCII"
    if type(row.get("seq")) is not int or not all(isinstance(row.get(key), str) for key in _OWN_KEYS[1:]):
        return "it lacks its number, time, hash or kind"
    if row["kind"] == "intent" and not _sound_intent(row):
        return "it is an intent that names no change"
    return row


def _sound_intent(row: Row) -> bool:
    """Tell whether an intent has what the ledger and recovery read of it."""
    wanted = _INTENTS.get(str(row.get("op")))
    return wanted is not None and all(isinstance(row.get(key), str) for key in wanted)


class _Lines:
    """The lines of a file, read in blocks; what stands after the last line end is `rest`."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._offset = 0
        self._lines: list[bytes] = []
        self.rest = b""

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> bytes:
        while not self._lines:
            # The appending descriptor is shared with the reader: lseek does not matter to O_APPEND.
            os.lseek(self._fd, self._offset, os.SEEK_SET)
            block = os.read(self._fd, _BLOCK)
            if not block or len(self.rest) > 2 * LONGEST:
                raise StopIteration
            self._offset += len(block)
            *whole, self.rest = (self.rest + block).split(b"\n")
            self._lines = whole[::-1]
        return self._lines.pop()
