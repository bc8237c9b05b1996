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
        found = journal.look(path).sha256
        if found != expected:
            work.surprises.append(Surprise(path, expected, found))


def _secure_versions(journal: Journal, work: Settling) -> None:
    journal.versions.settle()


def _seal(journal: Journal, work: Settling) -> None:
    """Say in the chain that all changes so far were looked at again, and which were not as they were left."""
    if journal.chain.ledger.unsettled:
        changed = [surprise.path for surprise in work.surprises]
        journal.record({"kind": "settled", "through": journal.chain.count, "changed": changed})


def _secure_chain(journal: Journal, work: Settling) -> None:
    journal.chain.sync()


def _checkpoint(journal: Journal, work: Settling) -> None:
    journal.left.clear()
    journal.checkpoint()


STEPS: tuple[tuple[str, Callable[[Journal, Settling], None]], ...] = (
    ("look-again", _look_again),
    ("secure-versions", _secure_versions),
    ("seal", _seal),
    ("secure-chain", _secure_chain),
    ("checkpoint", _checkpoint),
)
"""The steps of ending a run, in order."""
