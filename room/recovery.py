"""What a crash left behind, and how it ends: every interrupted change is finished or undone at the start.

An intent row without a completion row is a change of which nobody knows how far it came. The bytes on
    the disk say
it: the new ones mean that it was carried out, the old ones that it was not, and any others that a
    person was there in the meantime. Nothing is guessed and nothing is lost: before a temporary file is
    removed its bytes are known or kept, and only the one that the intent names is removed, by the hand.

`examine` judges and touches nothing. `recover` runs it over all unfinished intents, under the room's
lock, before the first change of a run; `conclude` is also what the journal does when the hand refuses
an order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from room.errors import Refused, RoomError
from room.ledger import Row
from room.orders import Change
from room.versions import shown_as

if TYPE_CHECKING:
    from room.journal import Journal


@dataclass(frozen=True)
class Seen:
    """What stands under a name of the room.

    Attributes:
        data: the bytes of a regular file; None if there is none.
        odd: what it is instead of a readable regular file ("a directory", "a link"); "" otherwise.
    """

    data: bytes | None
    odd: str = ""

    @property
    def absent(self) -> bool:
        """There is nothing under that name."""
        return self.data is None and not self.odd

    @property
    def sha256(self) -> str | None:
        """SHA-256 of the bytes (hex); None if there is nothing; "" for what is no readable file."""
        if self.data is not None:
            return hashlib.sha256(self.data).hexdigest()
        return "" if self.odd else None


@dataclass(frozen=True)
class Finding:
    """How an interrupted change ends.

    Attributes:
        outcome: for the completion row: "recovered-forward", "recovered-back" or "superseded".
        rescue: bytes of a person that the hand had put aside when it was interrupted; they go back to
            their place.
        keep: bytes in the temporary file that are known nowhere else; they are kept as a version.
        sweep: SHA-256 of the temporary file that is to be removed; None if there is none.
    """

    outcome: str
    rescue: bytes | None = None
    keep: bytes | None = None
    sweep: str | None = None


@dataclass(frozen=True)
class Recovered:
    """One interrupted change and how it ended, for a person.

    Attributes:
        row: the intent's row.
        op: what was to be done.
        path: the path that it was about.
        outcome: as in `Finding`.
        kept: where bytes of a person are that could not go back to their place, relative to the state
            directory; or the temporary file, relative to the room, if it had to stay.
    """

    row: int
    op: str
    path: str
    outcome: str
    kept: str | None = None


class Unfinished:
    """One interrupted change on its way through the steps."""

    def __init__(self, intent: Row, refusal: Refused | None = None) -> None:
        self.intent = intent
        self.refusal = refusal
        self.finding = Finding("superseded")
        self.kept: str | None = None
        self.outcome = ""


def examine(intent: Row, look: Callable[[str], Seen], new: bytes | None) -> Finding:
    """Judge an interrupted change by what stands on the disk.

    Args:
        intent: its row.
        look: says what stands under a path of the room.
        new: the bytes that were to be written, as the version store has them.
    """
    outcome = _outcome(intent, look)
    temporary = intent.get("temporary")
    aside = look(temporary) if temporary else Seen(None)
    if aside.data is None or aside.sha256 is None:
        # Nothing is there, or something that no hand makes (a link, a directory): that is not ours to
        # remove.
        return Finding(outcome)
    ours = aside.sha256 in (intent.get("old"), intent.get("new")) or (new is not None and new.startswith(aside.data))
    if ours:
        return Finding(outcome, sweep=aside.sha256)
    if outcome == "recovered-forward":
        # The hand exchanges first and then checks what it holds. It was killed in between, with an edit
        # that a person made at the last moment in its hand.
        return Finding(outcome, rescue=aside.data, sweep=aside.sha256)
    return Finding(outcome, keep=aside.data, sweep=aside.sha256)


def _outcome(intent: Row, look: Callable[[str], Seen]) -> str:
    """Tell from the bytes under the change's names how far it came."""
    there = look(intent["path"])
    old = intent.get("old")
    if intent["op"] == "move":
        goal = look(intent["to"])
        same = bool(intent.get("directory"))
        if there.absent and not goal.absent and (same or goal.sha256 == old):
            return "recovered-forward"
        if goal.absent and not there.absent and (same or there.sha256 == old):
            return "recovered-back"
        return "superseded"
    new = intent.get("new")
    if intent.get("directory"):
        return "recovered-forward" if there.absent else "recovered-back"
    if there.sha256 == new:
        return "recovered-forward"
    return "recovered-back" if there.sha256 == old else "superseded"


def recover(journal: Journal) -> list[Recovered]:
    """Finish or undo everything that a crash interrupted, oldest first.

    The hand is launched only if there is something to remove or to put back.

    Raises:
        RoomError: the hand refused to; nothing is written in the room until it can.
        StoreError: the state could not be written.
    """
    found = []
    for intent in list(journal.chain.ledger.unfinished.values()):
        work = Unfinished(intent)
        try:
            journal.walk(STEPS, work)
        except Refused as refusal:
            raise RoomError(
                "an interrupted change could not be cleaned up",
                f"row {intent['seq']} ({intent['op']} {intent['path']}): {refusal.reason}",
                "Mend that and run the command again",
            ) from refusal
        found.append(Recovered(intent["seq"], intent["op"], intent["path"], work.outcome, work.kept))
    return found


def conclude(journal: Journal, intent: Row, refusal: Refused) -> None:
    """End a change whose order the hand refused: see what stands there and write the completion row."""
    journal.walk(STEPS, Unfinished(intent, refusal))


def _examine(journal: Journal, work: Unfinished) -> None:
    new = work.intent.get("new")
    work.finding = examine(work.intent, journal.look, journal.versions.content(new) if new else None)


def _rescue(journal: Journal, work: Unfinished) -> None:
    """Put back what a person had written, or keep it where a person finds it."""
    finding, intent = work.finding, work.intent
    data = finding.rescue if finding.rescue is not None else finding.keep
    if data is None:
        return
    if finding.rescue is not None:
        change = Change("write", intent["path"], data=data, expect_sha=intent.get("new"), by="recovery")
        try:
            journal.rescue(change)
            return
        except Refused:
            # Somebody wrote there again just now; those newer bytes stay.
            pass
    digest = journal.versions.keep(data)
    work.kept = shown_as(intent["seq"], journal.now(), f"{intent['path']}.edit")
    journal.versions.sync()
    journal.versions.unspool()
    journal.versions.show(work.kept, digest)


def _sweep(journal: Journal, work: Unfinished) -> None:
    """Remove the temporary file that the intent names. That is a change and can be interrupted like one."""
    sha, temporary = work.finding.sweep, work.intent.get("temporary", "")
    if sha is None:
        return
    try:
        journal.rescue(Change("remove", temporary, expect_sha=sha, by="recovery"))
    except Refused as refusal:
        if refusal.errno is not None:
            raise
        # The hand will not touch it: somebody has changed it just now, or it is too large. It stays and
        # is shown.
        work.kept = work.kept or temporary


def testimony(journal: Journal, intent: Row) -> dict[str, str | None]:
    """Say for a completion row what stands where a change did not end as it was meant to: somebody else was there.

    Returns:
        `current`, and for a move `current_to`, as `Seen.sha256`; nothing for a directory.
    """
    if intent.get("directory"):
        return {}
    found = {"current": journal.witness(intent["path"])}
    if intent["op"] == "move":
        found["current_to"] = journal.witness(intent["to"])
    return found


def _conclude(journal: Journal, work: Unfinished) -> None:
    finding, refusal = work.finding, work.refusal
    fields: dict[str, object] = {"kind": "completion", "of": work.intent["seq"], "outcome": finding.outcome}
    if finding.outcome == "superseded":
        fields.update(testimony(journal, work.intent))
    elif finding.outcome == "recovered-forward" and work.intent["op"] == "write":
        journal.witness(work.intent["path"])
    if refusal is not None:
        if finding.outcome != "recovered-forward":
            fields["outcome"] = "refused"
        fields.update(rule=refusal.rule, reason=refusal.reason)
        if refusal.kept is not None:
            fields["kept"] = refusal.kept
    if finding.sweep is not None:
        fields["swept"] = work.intent["temporary"]
    if work.kept is not None:
        fields["kept"] = work.kept
    journal.record(fields)
    work.outcome = str(fields["outcome"])


STEPS: tuple[tuple[str, Callable[[Journal, Unfinished], None]], ...] = (
    ("examine", _examine),
    ("rescue", _rescue),
    ("sweep", _sweep),
    ("conclude", _conclude),
)
"""The steps of ending one interrupted change, in order. A test kills a run before each."""
