"""What the audit chain says, row by row: which files are known, at which trust, and what was left unfinished.

The chain is the record and this is its meaning at the last row: a fold that knows no files.
`room.journal` feeds it the rows that it reads and the rows that it appends.

Kinds of rows. `begin` is the first and says why the chain starts. `intent` names a change before it is
ordered, `completion` how it ended, `settled` that all changes up to a row were read back after the hand
was reaped. `carried` rows begin a new file of the chain (`room.segments`) and repeat what was known then. All other
kinds (accept, hold, reject, skip, receipt, violation, command, repair, prune) are for people.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

Row = dict[str, Any]

APPLIED = ("done", "recovered-forward")
"""Outcomes of a completion row after which the new bytes stand in the room."""

_PART = 256 << 10
# Characters of a `carried` row, about: a row has a bound (`room.segments`), a room has none.


@dataclass(frozen=True)
class Known:
    """A file as the chain knows it.

    Attributes:
        sha256: of its bytes (hex). Other bytes under the same name are not known.
        trust: the tier under which they were admitted; None: nobody vouched for them.
        row: the intent's row.
        at: when, as the row has it (UTC, seconds, "Z").
        run: which run.
        note: what else was noted with the change.
    """

    sha256: str
    trust: str | None
    row: int
    at: str
    run: str
    note: dict[str, Any]


class Ledger:
    """The meaning of the rows so far.

    Attributes:
        room_id: the id in the first row; "" before it.
        known: path → what stands there, for every file that was written through the journal.
        unfinished: intents without a completion row, by row number.
        unsettled: finished and applied intents since the last `settled` row.
    """

    def __init__(self) -> None:
        self.room_id = ""
        self.known: dict[str, Known] = {}
        self.unfinished: dict[int, Row] = {}
        self.unsettled: list[Row] = []

    def add(self, row: Row) -> None:
        """Take in the next row."""
        kind = row["kind"]
        if kind == "begin":
            self.room_id = str(row.get("room_id", ""))
        elif kind == "intent":
            self.unfinished[row["seq"]] = row
        elif kind == "completion":
            intent = self.unfinished.pop(row.get("of", 0), None)
            if intent is not None and row.get("outcome") in APPLIED:
                self.unsettled.append(intent)
                self._apply(intent)
        elif kind == "settled":
            self.unsettled.clear()
        elif kind == "carried":
            self._take_over(row)

    def carried(self, files: int) -> Iterator[Row]:
        """Give the rows with which a new file begins. There must be no unfinished or unsettled change.

        Args:
            files: how many files were set aside before it.
        """
        parts: list[dict[str, Any]] = [{}]
        size = 0
        for path, known in self.known.items():
            fields = asdict(known)
            size += len(json.dumps([path, fields]))
            if size > _PART and parts[-1]:
                parts.append({})
                size = 0
            parts[-1][path] = fields
        for part, entries in enumerate(parts, 1):
            row = {"kind": "carried", "room_id": self.room_id, "part": part, "parts": len(parts), "files": files}
            yield {**row, "known": entries}

    def trust_of(self, path: str, sha256: str) -> str | None:
        """Return the tier of exactly these bytes under this name, or None if the chain does not know them."""
        known = self.known.get(path)
        return known.trust if known is not None and known.sha256 == sha256 else None

    def _take_over(self, row: Row) -> None:
        """Take what a `carried` row repeats for what is known. Whoever read all rows before knows the same already."""
        self.room_id = str(row.get("room_id", ""))
        self.known.update((path, Known(**fields)) for path, fields in row["known"].items())

    def _apply(self, intent: Row) -> None:
        """Carry an applied intent over into what is known."""
        path, to = intent["path"], intent.get("to") or ""
        if intent["op"] == "write":
            self.known[path] = Known(
                intent["new"],
                intent.get("trust"),
                intent["seq"],
                intent["at"],
                str(intent.get("run", "")),
                dict(intent.get("note") or {}),
            )
        elif intent["op"] == "remove":
            self.known.pop(path, None)
        elif intent.get("directory"):
            below = path + "/"
            for old in [name for name in self.known if name.startswith(below)]:
                self.known[to + "/" + old[len(below) :]] = self.known.pop(old)
        else:
            self.known.pop(to, None)
            known = self.known.pop(path, None)
            # What a person edited by hand does not become known because it was moved.
            if known is not None and known.sha256 == intent.get("old"):
                self.known[to] = known


def sound_carried(row: Row) -> bool:
    """Tell whether a `carried` row has what a ledger takes from it."""
    known = row.get("known")
    if not isinstance(known, dict):
        return False
    kinds = {"sha256": str, "trust": (str, type(None)), "row": int, "at": str, "run": str, "note": dict}
    return all(
        isinstance(fields, dict)
        and fields.keys() == kinds.keys()
        and all(isinstance(fields[name], kind) for name, kind in kinds.items())  # type: ignore[arg-type]
        for fields in known.values()
    )
