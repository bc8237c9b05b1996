"""The journal: how one change of the room is made so that a crash at any point loses nothing.

Every change of a room goes through here: a writer's, after guard and admission, and the user's own
commands. The steps stand in one table. The order of the durable things is what makes it safe:

1. The bytes that will be replaced and the intent row are written, then both are waited for. Neither has
   to be first, because nothing has happened in the room yet: an intent without its version, or a version
   without its intent, is undone at the next start. So one batch of fsyncs does for both.
2. Only then is the hand given its order. From here to the completion row a crash leaves an intent without
   an end, and the bytes on the disk say which it was (`room.recovery`).
3. The change is read back, and the completion row is appended without waiting for it: if
   it is lost, recovery writes it again from the same bytes. It becomes durable with the next intent, or
   when the run settles (`room.settling`). The new bytes are durable in the room by then: the hand waits
   for them before it answers.
"""

from __future__ import annotations

import errno
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from room import recovery, settling
from room.audit import Chain
from room.errors import Refused, RoomError, storing
from room.handles import NotRegularError, TooLargeError
from room.ledger import Known, Row
from room.orders import ANY, LARGEST, Applied, Change, Done, Orders, is_temporary, temporary_for
from room.place import OpenPlace
from room.recovery import Recovered, Seen
from room.registry import Registry
from room.settling import Surprise
from room.versions import Versions, shown_as

# What is looked at by the supervisor's own handle may be a person's and larger than what is ever changed.
_SEEN = 1 << 28

# Why a name is not read, where that is no failure of the file system but a property of what has the name.
_ODD = {
    errno.ELOOP: "it is a link",
    errno.EACCES: "it may not be read",
    errno.EPERM: "it may not be read",
    errno.EAGAIN: "another program holds a lease on it",
    errno.ENXIO: "it is no regular file",
    errno.ENAMETOOLONG: "its name is too long for this file system",
}

_Work = TypeVar("_Work")


class _Making:
    """One change on its way through the steps."""

    def __init__(self, change: Change, largest: int) -> None:
        self.change = change
        self.largest = largest
        self.old: bytes | None = None
        self.old_sha: str | None = None
        self.new_sha: str | None = None
        self.temporary = ""
        self.version: str | None = None
        self.row: Row = {}
        self.done = Done()
        self.applied: Applied | None = None


class Journal:
    """The journal of one run in one room. The caller holds the room's lock (`room.locks`).

    Call `recover` first, then `change` and `record`, and `settle` when the hand is reaped.

    Attributes:
        chain: the audit chain.
        versions: the version store.
        now: the clock, in seconds since the epoch.
        left: what this run has left under each path: SHA-256, or None for nothing.
        notices: what a person should be told.
    """

    def __init__(
        self,
        place: OpenPlace,
        orders: Callable[[], Orders],
        *,
        run: str,
        registry: Registry | None = None,
        now: Callable[[], float] = time.time,
        on_step: Callable[[str], None] = lambda name: None,
    ) -> None:
        """Open chain and versions, and check the chain against the registry.

        Args:
            place: the room, opened for writing.
            orders: gives the hand; called at every order, so that it is launched when the first one comes.
            run: the run's id, for the rows.
            registry: the user's registry.
            now: the clock.
            on_step: called with the name of each step before it is done. Tests kill the process there.

        Raises:
            RoomError: the room is foreign, or its chain does not fit.
            StoreError: the state cannot be read or written.
        """
        self._room = place.room
        self._entry = place.entry
        self._registry = registry or Registry()
        self._run = run
        self._on_step = on_step
        self.left: dict[str, str | None] = {}
        self.hand = orders
        self.now = now
        self.chain = Chain(place.state, now=now, mark=place.entry.mark)
        try:
            self.versions = Versions(place.state)
        except BaseException:
            self.chain.close()
            raise
        self.notices = [self.chain.repaired] if self.chain.repaired else []

    def recover(self) -> list[Recovered]:
        """Finish or undo what an earlier run left unfinished. See `room.recovery.recover`."""
        return recovery.recover(self)

    def change(self, change: Change) -> Applied:
        """Make one change: versioned, journalled, read back.

        Args:
            change: as the guard and admission let it pass.

        Returns:
            The change as it stands in the room. A write of the bytes that are there already changes
            nothing and has row 0.

        Raises:
            Refused: the room is as it was; rule "conflict" if the file is not what the writer has seen.
                RoomError: an earlier change of this run has not ended; `recover` ends it. StoreError:
                the state could not be written. Either nothing happened, or the change was made and its
                end is recorded at the next start.
        """
        if self.chain.ledger.unfinished:
            raise RoomError(
                "no change is made",
                "an earlier one was interrupted",
                "Run the command again: it finishes or undoes that one first",
            )
        return self._make(change)

    def rescue(self, change: Change) -> Applied:
        """Make a change that ends an interrupted one. Only `room.recovery` calls this.

        A person's file may be larger than what a writer may change.
        """
        return self._make(change, largest=_SEEN)

    def record(self, fields: Mapping[str, Any]) -> int:
        """Append a row of any kind for people (accept, hold, reject, skip, receipt, violation, command).

        It is on the disk when the next change is, or when the run settles.

        Args:
            fields: its `kind` and what it says; JSON values only. The run is added.

        Returns:
            The row's number.
        """
        return self.chain.append([{"kind": fields["kind"], "run": self._run, **fields}])[0]

    def settle(self) -> list[Surprise]:
        """End the run, when the hand is gone. See `room.settling.settle`."""
        return settling.settle(self)

    def checkpoint(self) -> None:
        """Tell the registry how far the chain has come, when it is on the disk so far.

        Raises:
            StoreError: it is not, or the registry could not be written. The registry then is behind the
                chain, which is no fault: the next run brings it up.
        """
        mark = self.chain.mark()
        if mark != self._entry.mark:
            self.chain.sync()
            self._registry.checkpoint(self._entry.id, mark)

    def trust_of(self, path: str, sha256: str) -> str | None:
        """Return the tier of exactly these bytes under this path; None: the chain does not know them."""
        return self.chain.ledger.trust_of(path, sha256)

    @property
    def known(self) -> Mapping[str, Known]:
        """Every file that the chain knows, by path."""
        return self.chain.ledger.known

    def close(self) -> None:
        """Close the files. What has not settled is made up for at the next start."""
        self.chain.close()
        self.versions.close()

    def walk(self, steps: Sequence[tuple[str, Callable[[Journal, _Work], bool | None]]], work: _Work) -> None:
        """Do the steps of a table in order; one that answers True ends the walk."""
        for name, step in steps:
            self._on_step(name)
            if step(self, work):
                return

    def look(self, path: str, largest: int = _SEEN) -> Seen:
        """Say what stands under a path, by the supervisor's own handle and without following links."""
        with storing("the room was not read", f"{self._room.path}/{path}"):
            try:
                return Seen(self._room.read_below(path, largest))
            except (FileNotFoundError, NotADirectoryError):
                return Seen(None)
            except NotRegularError:
                return Seen(None, "it is no regular file")
            except TooLargeError:
                return Seen(None, f"it is larger than {largest} bytes")
            except OSError as error:
                if error.errno not in _ODD:
                    raise
                return Seen(None, _ODD[error.errno])

    def witness(self, path: str) -> str | None:
        """Return the hash of what stands under a path, as `Seen.sha256`, and hold its bytes for the versions.

        It is for what came there past the journal: a row with the hash says what was seen, and it can be rebuilt.
        """
        seen = self.look(path)
        if seen.data is not None and len(seen.data) <= LARGEST:
            self.versions.hold(seen.data)
        return seen.sha256

    # The steps of a change, in the order of CHANGE_STEPS.

    def _make(self, change: Change, largest: int = LARGEST) -> Applied:
        work = _Making(change, largest)
        try:
            self.walk(CHANGE_STEPS, work)
        except Refused as refusal:
            if work.row.get("seq") in self.chain.ledger.unfinished:
                recovery.conclude(self, work.row, refusal)
            raise
        if work.applied is None:
            raise AssertionError("the steps of a change ended without a result")
        return work.applied

    def _read(self, work: _Making) -> bool | None:
        """Look at what stands there and compare it with what the writer has seen.

        The hand compares once more, in the moment of the change. Its own word is not taken for what was
        there before or for what is there afterwards: both are read by the supervisor's handle.
        """
        change = work.change
        if change.directory:
            self._refuse_full(change)
        else:
            seen = self.look(change.path, work.largest)
            if seen.odd:
                raise Refused("links", f"{change.path} is left as it is: {seen.odd}")
            work.old, work.old_sha = seen.data, seen.sha256
            _refuse_conflict(change, work.old_sha)
        if change.op == "move" and change.to is not None:
            goal = self.look(change.to)
            if not goal.absent:
                raise Refused("conflict", f"{change.to} exists: choose another name", current=goal.sha256 or None)
        if change.op == "write":
            data = change.data or b""
            if len(data) > work.largest:
                raise Refused("content", f"{len(data)} bytes are more than {work.largest}: write less")
            work.new_sha = _sha256(data)
            if work.new_sha == work.old_sha:
                work.applied = Applied(0, change.path, None, work.new_sha, work.old_sha)
                return True
        return None

    def _refuse_full(self, change: Change) -> None:
        """Refuse to move what is no directory, and to remove one that is not empty: its files come first."""
        try:
            names = self._room.names_below(change.path)
        except OSError as error:
            raise Refused("conflict", f"{change.path} is no directory that can be read", error.errno) from error
        if change.op == "remove" and names:
            raise Refused("files-only", f"{change.path} is not empty: remove the files in it first")

    def _keep(self, work: _Making) -> None:
        """Keep what will be replaced, moved or removed. The new bytes are kept when the run settles."""
        if work.old is not None:
            self.versions.keep(work.old)

    def _intend(self, work: _Making) -> None:
        change = work.change
        old_trust = self.trust_of(change.path, work.old_sha) if work.old_sha is not None else None
        row: Row = {"kind": "intent", "run": self._run, "op": change.op, "by": change.by, "path": change.path}
        if change.op != "move":
            work.temporary = temporary_for(change.path)
            row["temporary"] = work.temporary
        else:
            row["to"] = change.to
        row["old"] = work.old_sha
        if work.new_sha is not None:
            row["new"] = work.new_sha
        row["trust"] = old_trust if change.op == "move" else change.trust
        if work.old_sha is not None and change.op != "move" and not is_temporary(change.path):
            work.version = shown_as(self.chain.count + 1, self.now(), change.path)
        optional = {
            "old_trust": old_trust,
            "directory": change.directory,
            "version": work.version,
            "note": dict(change.note),
        }
        row.update((key, value) for key, value in optional.items() if value)
        self.chain.append([row])
        work.row = self.chain.ledger.unfinished[self.chain.count]

    def _sync(self, work: _Making) -> None:
        if work.old is not None:
            self.chain.start()
            self.versions.sync()
        self.chain.sync()

    def _order(self, work: _Making) -> None:
        change, hand = work.change, self.hand()
        if change.op == "write":
            work.done = hand.write(change.path, change.data or b"", expect=work.old_sha, temporary=work.temporary)
        elif change.op == "move":
            work.done = hand.move(change.path, change.to or "", expect=work.old_sha, directory=change.directory)
        else:
            work.done = hand.remove(
                change.path, expect=work.old_sha, temporary=work.temporary, directory=change.directory
            )

    def _verify(self, work: _Making) -> None:
        """Read back what stands there now. What is not as ordered, somebody has changed in this moment."""
        change = work.change
        if change.directory:
            return
        there = self.look(change.path).sha256
        goal = self.look(change.to).sha256 if change.to is not None else None
        wanted = (None, work.old_sha) if change.op == "move" else (work.new_sha, None)
        if (there, goal) != wanted:
            fields = {"of": work.row["seq"], "outcome": "superseded", **recovery.testimony(self, work.row)}
            self.record({"kind": "completion", **fields})
            reason = f"{change.path} was changed by somebody else just now: view it and decide again"
            raise Refused("conflict", reason, current=there or None)

    def _complete(self, work: _Making) -> None:
        change, seq = work.change, work.row["seq"]
        fields = {"kind": "completion", "of": seq, "outcome": "done"}
        if work.done.kept is not None:
            fields["kept"] = work.done.kept
        if change.data is not None:
            self.versions.hold(change.data)
        self.record(fields)
        content = work.old_sha if change.op == "move" else work.new_sha
        self._remember(change, content)
        work.applied = Applied(seq, change.path, change.to, content, work.old_sha, work.version, work.done.kept)

    def _remember(self, change: Change, content: str | None) -> None:
        """Note what this run has left under each name, for `settle`."""
        if change.op == "move" and change.to is not None:
            if change.directory:
                below = change.path + "/"
                for path in [path for path in self.left if path.startswith(below)]:
                    self.left[change.to + "/" + path[len(below) :]] = self.left[path]
                    self.left[path] = None
                return
            self.left[change.path] = None
            self.left[change.to] = content
        elif not change.directory:
            self.left[change.path] = content


CHANGE_STEPS: tuple[tuple[str, Callable[[Journal, _Making], bool | None]], ...] = (
    ("read", Journal._read),
    ("keep", Journal._keep),
    ("intend", Journal._intend),
    ("sync", Journal._sync),
    ("order", Journal._order),
    ("verify", Journal._verify),
    ("complete", Journal._complete),
)
"""The steps of one change, in order."""

STEPS: tuple[str, ...] = tuple(name for name, _ in (*CHANGE_STEPS, *recovery.STEPS, *settling.STEPS))
"""The names of all steps, as `on_step` gets them. A test kills a run before each of them."""


def _refuse_conflict(change: Change, current: str | None) -> None:
    """Refuse a change of a file that is not what its writer has seen."""
    if current is None and change.op != "write":
        raise Refused("conflict", f"{change.path} does not exist", errno=errno.ENOENT)
    expected = change.expect_sha
    if expected in (ANY, current) or (expected is None and change.op != "write"):
        return
    if expected is None:
        raise Refused("conflict", f"{change.path} exists: view it, then edit it", current=current)
    if current is None:
        raise Refused("conflict", f"{change.path} was deleted by somebody else: create it if it is needed")
    raise Refused("conflict", f"{change.path} was changed by somebody else: view it and decide again", current=current)


def _sha256(data: bytes | None) -> str | None:
    return None if data is None else hashlib.sha256(data).hexdigest()
