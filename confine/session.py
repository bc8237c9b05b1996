"""A session: one command's hold of one room, from the lock to the last completion row.

Every command that changes a room works inside one. `opened` takes the room's lock, finishes or undoes what
an interrupted run left, and hands out the session; when its block ends well, the index is rebuilt once, the
hand is ended and reaped, every change is read once more, and the registry learns how far the chain has
come.

One session has one hand at most, launched when the first order comes: a command that changes nothing starts
no process.
"""

from __future__ import annotations

import hashlib
import secrets
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from confine.errors import ScribeError, WriterFailedError
from confine.hand import Hand
from confine.receipt import Receipt
from confine.supervisor import Supervisor
from policies.names import PINNED, normal_form
from room import index
from room.catalogue import Catalogue
from room.discovery import INDEX, read_file
from room.document import DocumentError
from room.errors import Refused, RoomError
from room.handles import Directory
from room.journal import Journal
from room.locks import for_automation, for_user, words_left
from room.orders import LARGEST, Change
from room.place import OpenPlace, open_place
from room.recovery import Recovered
from room.settling import Surprise
from room.state import State
from room.workspace import Place

__all__ = ["Session", "new_run", "opened", "pinned_folders"]


_INDEX_DUE = "index_due"
"""A counter of the state: how often the index could not be written since it last was."""


def new_run(now: float) -> str:
    """Return a fresh run id: it sorts by time and is readable in a row."""
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(now)) + "-" + secrets.token_hex(3)


@dataclass
class Session:
    """What a command works with.

    Attributes:
        run: the run's id.
        place: the room and its state, held by handle.
        supervisor: owner of the children.
        hand: the hand on this room.
        journal: makes changes and records rows.
        catalogue: the topics of the room as they are now.
        state: cursors and counters.
        now: the clock, in seconds since the epoch.
        notices: what a person should be told.
        pinned: what was pinned when an automated run began, path to SHA-256; None for a person's command.
    """

    run: str
    place: OpenPlace
    supervisor: Supervisor
    hand: Hand
    journal: Journal
    state: State
    now: Callable[[], float]
    catalogue: Catalogue
    notices: list[str] = field(default_factory=list)
    recovered: list[Recovered] = field(default_factory=list)
    surprises: list[Surprise] = field(default_factory=list)
    agent_receipt: Receipt | None = None
    changed: bool = False
    pinned: dict[str, str] | None = None

    def change(self, change: Change) -> None:
        """Make one change through journal and hand."""
        applied = self.journal.change(change)
        self.changed = self.changed or applied.row != 0
        if applied.kept is not None:
            self.notices.append(f"bytes that another program had saved were kept at {applied.kept}")

    def rebuild_index(self) -> None:
        """Write `MEMORY.md` anew where the topics have changed; the same topics give the same bytes.

        Where it cannot be written the topics stay, a notice says why, and the next session tries again.
        """
        try:
            self._write_index()
        except OSError as error:
            why = f"{INDEX} cannot be read: {error.strerror}"
        except DocumentError as error:
            why = f"{INDEX} is left as it is, {error.reason}"
        except Refused as refusal:
            why = refusal.reason
        else:
            self.state.section("counters").pop(_INDEX_DUE, None)
            return
        self.notices.append(f"the index was not rebuilt: {why}")
        self.state.count(_INDEX_DUE)
        # Before the run settles: where this cannot be saved either, the next session finds a run that has not settled.
        self.state.save()

    def _write_index(self) -> None:
        self.catalogue.refresh()
        try:
            old = read_file(self.place.room, INDEX, LARGEST)
        except FileNotFoundError:
            old = None
        new = index.build(old, self.catalogue.memories)
        if new != (old or b""):
            expect = None if old is None else hashlib.sha256(old).hexdigest()
            self.change(Change("write", INDEX, data=new, expect_sha=expect, by="index"))

    @property
    def index_is_due(self) -> bool:
        """Whether the index may not be that of the topics.

        A run that was killed between a topic and the index has left a change that is not settled, and an old index.
        """
        unsettled = self.changed or self.recovered or self.journal.chain.ledger.unsettled
        return bool(unsettled or self.state.section("counters").get(_INDEX_DUE))

    def receipts(self) -> dict[str, Any]:
        """Return the receipts of the children that this session launched."""
        found = {"agent": self.agent_receipt, "hand": self.hand.receipt}
        return {role: receipt.as_json() for role, receipt in found.items() if receipt is not None}


@contextmanager
def opened(
    place: Place,
    *,
    adopt: bool = False,
    create: bool = True,
    lock: Callable[..., AbstractContextManager[None]] = for_user,
    lock_arguments: dict[str, Any] | None = None,
    now: Callable[[], float] = time.time,
    run: str = "",
    supervisor: Supervisor | None = None,
    hand: Hand | None = None,
    keep: bool = False,
) -> Iterator[Session]:
    """Open a room for changing.

    Args:
        place: where it is.
        adopt: take over a foreign room.
        create: make it where there is none.
        lock: `room.locks.for_user` or `room.locks.for_automation`.
        lock_arguments: what else the lock takes.
        now: the clock.
        run: the run's id, where one run opens several rooms.
        supervisor: owner of the children of such a run; the session's own where it is None.
        hand: of an earlier session on this room.
        keep: leave the hand alive when the session ends. The changes are made and recorded then; index and second
            look are left to the session that ends the hand, or to the next run.

    Raises:
        RoomError: the room is refused or busy. ConfinementUnavailableError, WriterFailedError: the hand.
    """
    run = run or new_run(now())
    with ExitStack() as stack:
        held = stack.enter_context(open_place(place, create=create, adopt=adopt, now=now))
        supervisor = supervisor or stack.enter_context(Supervisor())
        with lock(held.state, run=run, **(lock_arguments or {})):
            room = held.room
            device, inode = room.identity()
            pinned = pinned_folders(held.room) if lock is for_automation else []
            facts = {"path": room.path, "device": device, "inode": inode, "pinned": pinned}
            facts["automated"] = lock is for_automation
            the_hand = Hand(supervisor, facts) if hand is None else hand.same(facts)
            journal = Journal(held, lambda: the_hand, run=run, now=now)
            try:
                recovered = journal.recover()
                session = Session(
                    run=run,
                    place=held,
                    supervisor=supervisor,
                    hand=the_hand,
                    journal=journal,
                    state=State(held.state, now=now),
                    now=now,
                    catalogue=Catalogue(held.room, trusted=journal.trust_of, rows=lambda: journal.chain.count),
                    notices=[*held.notices, *journal.notices],
                    recovered=recovered,
                )
                if lock is for_automation:
                    session.pinned = _pinned_bytes(session)
                session.notices += [
                    f"an interrupted {each.op} of {each.path} was ended: {each.outcome}" for each in recovered
                ]
                with words_left(held.state) as rows:
                    for row in rows:
                        journal.record(row)
                    try:
                        yield session
                    except (WriterFailedError, KeyboardInterrupt):
                        # What was accepted before stays, indexed and settled, as far as that still works.
                        with suppress(ScribeError, RoomError, Refused):
                            _close(session)
                        raise
                    if keep:
                        session.state.save()
                    else:
                        _close(session)
            finally:
                journal.checkpoint()
                journal.close()


def pinned_folders(room: Directory) -> list[str]:
    """Return the top-level directories that are `pinned/` in some spelling, for the kernel to make read-only."""
    return [name for name in room.names() if normal_form(name) == PINNED and _is_directory(room, name)]


def _is_directory(room: Directory, name: str) -> bool:
    status = room.look(name)
    return status is not None and stat.S_ISDIR(status.st_mode)


def _pinned_bytes(session: Session) -> dict[str, str]:
    return {each.path: each.sha256 for each in session.catalogue.memories if each.pinned}


def _look_for_violations(session: Session) -> None:
    """Record what changed below `pinned/` in an automated run: no command of a person was there to do it.

    The guard refuses such a write and the kernel may refuse it too, so this row should never be seen.
    Another program of the user is the likeliest cause; its bytes stay.
    """
    if session.pinned is None:
        return
    session.catalogue.refresh()
    now = _pinned_bytes(session)
    for path in sorted(now.keys() | session.pinned.keys()):
        if now.get(path) != session.pinned.get(path):
            what = "appeared" if path not in session.pinned else "changed" if path in now else "vanished"
            session.journal.record({"kind": "violation", "rule": "pinned", "path": path, "what": what})
            session.notices.append(f"violation: {path} {what} during an automated run, without a command of yours")


def _close(session: Session) -> None:
    """End a session that went well: index, hand, the second look, state."""
    if session.index_is_due:
        session.rebuild_index()
    if receipts := session.receipts():
        session.journal.record({"kind": "receipt", "receipt": receipts})
    session.hand.finish()
    _look_for_violations(session)
    session.surprises = session.journal.settle()
    session.notices += session.hand.details
    session.notices += [
        f"{each.path} was changed by another program during the run; its newer content stays"
        for each in session.surprises
    ]
    session.state.save()
