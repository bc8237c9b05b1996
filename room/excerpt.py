"""An excerpt of the audit chain: the rows that a person asked for, chosen by memory, run, verdict and time.

Rows in, rows out; nothing is read here. What a row says is not checked again: whoever reads a chain (`room.audit`)
has done so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from room.ledger import Row

VERDICTS = ("accept", "known", "hold", "reject", "skip", "violation", "refused", "superseded")
"""What can have been decided: by admission, by a skip rule, or by the hand and the bytes on the disk."""


@dataclass(frozen=True)
class Excerpt:
    """What was asked for; None and 0 stand for no restriction.

    Attributes:
        names: paths of a memory, from `names_of`.
        run: a run's id.
        verdict: one of `VERDICTS`.
        since: the first time that counts (UTC, seconds, "Z").
        until: the last time that counts.
        limit: only so many rows, the newest.
    """

    names: frozenset[str] | None = None
    run: str | None = None
    verdict: str | None = None
    since: str | None = None
    until: str | None = None
    limit: int = 0

    def of(self, rows: Iterable[Row]) -> list[Row]:
        """Return the rows that fit, oldest first."""
        intents: set[int] = set()
        found = []
        for row in rows:
            if self.names is not None:
                about = _about(row, self.names)
                if row["kind"] == "intent" and about:
                    intents.add(row["seq"])
                # A completion row names its change by number only.
                if not about and row.get("of") not in intents:
                    continue
            if self._fits(row):
                found.append(row)
        return found[-self.limit :] if self.limit else found

    def _fits(self, row: Row) -> bool:
        # Times in one format and one zone sort as text.
        return (
            (self.run is None or row.get("run") == self.run)
            and (self.verdict is None or self.verdict in (row["kind"], row.get("outcome")))
            and (self.since is None or row["at"] >= self.since)
            and (self.until is None or row["at"] <= self.until)
        )


def names_of(rows: Sequence[Row], path: str) -> frozenset[str]:
    """Return every path that a memory had, before and after, as the moves in the chain say.

    Two memories that had one name after each other are not told apart: an excerpt shows rather too much than too
    little. `room.history.history` tells them apart.
    """
    names = {path}
    moves = [row for row in rows if row["kind"] == "intent" and row.get("op") == "move" and row.get("to")]
    grown = True
    while grown:
        before = len(names)
        for row in moves:
            for here, there in ((row["path"], row["to"]), (row["to"], row["path"])):
                if not row.get("directory"):
                    names.update([there] if here in names else [])
                else:
                    names.update([there + each[len(here) :] for each in names if each.startswith(here + "/")])
        grown = len(names) > before
    return frozenset(names)


def paths_in(rows: Iterable[Row]) -> set[str]:
    """Return every file of the room that a change in the chain names."""
    changes = [row for row in rows if row["kind"] == "intent" and not row.get("directory")]
    return {row[key] for row in changes for key in ("path", "to") if row.get(key)}


def _about(row: Row, names: frozenset[str]) -> bool:
    """Tell whether a row names one of the paths, itself or by a directory above it."""
    for key in ("path", "to"):
        path = row.get(key)
        if isinstance(path, str) and (path in names or _spelled(row, path, names)):
            return True
    changed = row.get("changed")
    return isinstance(changed, list) and not names.isdisjoint(each for each in changed if isinstance(each, str))


def _spelled(row: Row, path: str, names: frozenset[str]) -> bool:
    """Tell whether a directory's change, or a decision on a path as the writer spelled it, is about one of the names.

    A writer says `/memories/a.md`, `/memories/user/a.md` or the whole path on the disk.
    """
    if row.get("directory"):
        return any(name.startswith(path + "/") for name in names)
    return "command" in row and any(path.endswith("/" + name) for name in names)
