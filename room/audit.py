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

A file that has grown beyond `ROTATE_AT` is set aside under the next number (`room.segments`), and a new one begins
with `carried` rows: what the ledger knew at that point. So a start reads one file, however long the chain has become.
That loses nothing of the proof for what is believed: the head that the registry has commits to the rows before it,
the carried ones included. What a start does not notice any more is a change in a file that was set aside; `verify`
reads them all.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from room.checking import (
    FIRST,
    OWN_KEYS,
    Mark,
    Misfit,
    Reader,
    from_carried,
    known,
    read,
    stamp,
    verify,
    whole,
)
from room.errors import RoomError, StoreError, storing
from room.handles import Directory, start_writing, write_all
from room.ledger import Ledger, Row
from room.segments import GROWING as NAME
from room.segments import LONGEST, Lines, numbered, numbers

__all__ = [
    "FIRST",
    "NAME",
    "ROTATE_AT",
    "Chain",
    "Mark",
    "Misfit",
    "Reader",
    "known",
    "read",
    "stamp",
    "verify",
    "whole",
]

ROTATE_AT = 2 << 20
"""Bytes that a file grows to, not counting what was carried over into it: about 6,000 rows."""

_PAGE = 4096
_SHOWN = 2000
# Only the data and what is needed to read it must reach the disk (fdatasync(2)); not every system has
# the call.
_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


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
        self._state = state
        self._carried = 0
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
        lines, added, head = self._lines(rows)
        with storing("the audit row was not written", self.path):
            self._write(b"".join(lines))
        self.head, self.count = head, self.count + len(lines)
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

    @property
    def full(self) -> bool:
        """The file has grown beyond the bound, and no change is under way that the next file would begin with."""
        return self._at_rest and self._size - self._carried > max(ROTATE_AT, self._carried)

    def set_aside(self) -> None:
        """Move the file to the next number. `begin` must follow; if a crash comes first, the next start does it.

        Raises:
            StoreError: the file is where it was, or is set aside; nothing more is appended in this run.
        """
        self.sync()
        last = max(numbers(self._state), default=0)
        with storing("the audit chain was not continued in a new file", self.path):
            # An open file cannot be renamed on Windows.
            self.close()
            self._lost = True
            self._state.rename(NAME, numbered(last + 1))
            self._state.sync()

    def begin(self) -> None:
        """Begin a new file with what the ledger knows. It is made as a whole, durably, or not at all.

        Raises:
            StoreError: the rows so far are all there; nothing more is appended in this run.
        """
        self.close()
        self._lost = True
        lines, _, head = self._lines(self.ledger.carried(len(numbers(self._state))))
        data = b"".join(lines)
        with storing("the audit chain was not continued in a new file", self.path):
            self._state.replace(NAME, data)
            self._fd = self._state.open(NAME, os.O_RDWR | os.O_APPEND)
        self.count, self.head = self.count + len(lines), head
        self._size = self._synced = self._carried = len(data)
        self._lost = self._waits = False

    def mark(self) -> Mark:
        """Return count and head, for the registry."""
        return Mark(self.count, self.head)

    def close(self) -> None:
        """Close the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _lines(self, rows: Iterable[Mapping[str, Any]]) -> tuple[list[bytes], list[Row], str]:
        """Return rows as the lines that follow on the last one, with number, time and hash; and the new head."""
        at, head, count = stamp(self._now()), self.head, self.count
        lines, added = [], []
        for fields in rows:
            count += 1
            row: Row = {"seq": count, "at": at, "prev": head, "kind": fields["kind"]}
            row.update((key, value) for key, value in fields.items() if key not in OWN_KEYS)
            line = json.dumps(row, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")
            if len(line) > LONGEST:
                raise ValueError(f"an audit row of {len(line)} bytes")
            head = hashlib.sha256(line).hexdigest()
            lines.append(line + b"\n")
            added.append(row)
        return lines, added, head

    def _load(self, mark: Mark | None) -> None:
        """Read and check what is there, repair the end, and begin the file that a crash left unbegun."""
        with storing("the audit chain was not read", self.path):
            reader = from_carried(self._state, self._fd, mark) or Reader(Lines(self._state, self._fd), mark)
            for row in reader:
                self.ledger.add(row)
                if row["kind"] == "carried":
                    self._carried = reader.size
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
        elif not self._size and self.count and self._at_rest:
            self.begin()

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

    @property
    def _at_rest(self) -> bool:
        """No change is under way: what is known is all that the rows so far mean for the next ones."""
        return not self.ledger.unfinished and not self.ledger.unsettled

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
