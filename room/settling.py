"""The end of a run: only when the hand is reaped and all is read once more are its completion rows final.

`settle` looks at every path that the run changed by the supervisor's own handle, makes versions and
rows durable, seals them with a `settled` row and tells the registry how far the chain has come. A run
that is killed before is made up for at the next start (`room.recovery`).

Not defended: what a person changes after the hand's last order and before this look is reported and not
undone: it is newer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from room.journal import Journal


@dataclass(frozen=True)
class Surprise:
    """A path that was not, at the end of the run, as the run had left it.

    Attributes:
        path: the path.
        expected: SHA-256 that the run left; None: nothing.
        found: SHA-256 that is there; None: nothing; "": no readable regular file.
    """

    path: str
    expected: str | None
    found: str | None


class Settling:
    """The end of a run on its way through the steps."""

    def __init__(self) -> None:
        self.surprises: list[Surprise] = []
        self.rotating = False


def settle(journal: Journal) -> list[Surprise]:
    """Look again at all that a run changed, and make everything durable.

    Returns:
        The paths that are not as the run left them.

    Raises:
        StoreError: something may not be on the disk; the next start makes up for it.
    """
    work = Settling()
    journal.walk(STEPS, work)
    return work.surprises


def _look_again(journal: Journal, work: Settling) -> None:
    for path, expected in journal.left.items():
        if journal.look(path).sha256 != expected:
            found = journal.witness(path)
            work.surprises.append(Surprise(path, expected, found))


def _keep_new(journal: Journal, work: Settling) -> None:
    """Keep the bytes that only the room has yet.

    This covers all changes since the last run that settled: one that was killed leaves its part here.
    Bytes that a later change replaced were kept then; what a person has replaced meanwhile is in the spool, unless
    the power failed.
    """
    ledger = journal.chain.ledger
    places = {known.sha256: path for path, known in ledger.known.items()}
    for intent in ledger.unsettled:
        new = intent.get("new")
        if new is not None and (path := places.get(new)) is not None:
            there = journal.look(path)
            if there.data is not None and there.sha256 == new:
                journal.versions.store(there.data)


def _show_old(journal: Journal, work: Settling) -> None:
    """Put the bytes that were replaced where people find them."""
    journal.versions.unspool()
    for intent in journal.chain.ledger.unsettled:
        shown, old = intent.get("version"), intent.get("old")
        if shown is not None and old is not None and journal.versions.content(old) is not None:
            journal.versions.show(shown, old)


def _secure_versions(journal: Journal, work: Settling) -> None:
    journal.versions.settle()


def _seal(journal: Journal, work: Settling) -> None:
    """Say in the chain that all changes so far were looked at again, and which were not as they were left."""
    if journal.chain.ledger.unsettled or work.surprises:
        changed = [surprise.path for surprise in work.surprises]
        row = {"kind": "settled", "through": journal.chain.count, "changed": changed}
        if changed:
            row["found"] = {surprise.path: surprise.found for surprise in work.surprises}
        journal.record(row)


def _secure_chain(journal: Journal, work: Settling) -> None:
    journal.chain.sync()


def _set_aside(journal: Journal, work: Settling) -> None:
    """Move the chain's file to the next number when it has grown large. A crash here is made up for at the start."""
    work.rotating = journal.chain.full
    if work.rotating:
        journal.chain.set_aside()


def _begin_file(journal: Journal, work: Settling) -> None:
    if work.rotating:
        journal.chain.begin()


def _checkpoint(journal: Journal, work: Settling) -> None:
    journal.left.clear()
    journal.checkpoint()


STEPS: tuple[tuple[str, Callable[[Journal, Settling], None]], ...] = (
    ("look-again", _look_again),
    ("keep-new", _keep_new),
    ("show-old", _show_old),
    ("secure-versions", _secure_versions),
    ("seal", _seal),
    ("secure-chain", _secure_chain),
    ("set-file-aside", _set_aside),
    ("begin-file", _begin_file),
    ("checkpoint", _checkpoint),
)
"""The steps of ending a run, in order."""
