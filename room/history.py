"""The history of a memory: every change that was made of it, under all names that it had, and the way back.

The audit chain says what was changed; the bytes are in the version store (`room.versions`), unless they were pruned
(`room.pruning`).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from room.errors import RoomError
from room.ledger import APPLIED, Row
from room.orders import ANY, Change

if TYPE_CHECKING:
    from room.versions import Versions

MOST_LINES = 2000
"""Lines of a text that is compared with another; comparing takes quadratic time."""


@dataclass(frozen=True)
class Version:
    """One change that was made, and the way back.

    Attributes:
        id: the row of its intent, as text.
        at: when (UTC, seconds, "Z").
        run: which run made it.
        by: who asked for it.
        op: "write", "move" or "remove".
        path: the path that was changed.
        to: the new path of a move.
        old: SHA-256 of the bytes before; None if there were none.
        new: SHA-256 of the bytes after; None if there are none.
        old_trust: the tier of the bytes before, if the chain knew them.
        trust: the tier of the bytes after.
        directory: a directory was moved or removed.
        shown: where the bytes before are for a person, relative to the state directory.
    """

    id: str
    at: str
    run: str
    by: str
    op: str
    path: str
    to: str | None
    old: str | None
    new: str | None
    old_trust: str | None
    trust: str | None
    directory: bool
    shown: str | None


@dataclass(frozen=True)
class Step:
    """One step in the life of a memory.

    Attributes:
        version: the change; None: somebody changed the file past the journal.
        at: when (UTC, seconds, "Z"). Of a change past the journal it is when the journal saw it, "" if not yet.
        path: the memory's name before the step.
        to: its name after a move.
        old: SHA-256 of the bytes before; None if there were none.
        new: SHA-256 of the bytes after; None if there are none.
    """

    version: Version | None
    at: str
    path: str
    to: str | None
    old: str | None
    new: str | None


def versions(rows: Iterable[Row]) -> list[Version]:
    """Return every change that was made, oldest first, from the rows of the audit chain."""
    intents: dict[int, Row] = {}
    found = []
    for row in rows:
        if row["kind"] == "intent":
            intents[row["seq"]] = row
        elif row["kind"] == "completion":
            intent = intents.pop(row.get("of", 0), None)
            if intent is not None and row.get("outcome") in APPLIED:
                found.append(_version(intent))
    return sorted(found, key=lambda version: int(version.id))


def rollback(store: Versions, rows: Sequence[Row], id: str) -> Change:
    """Return the change that takes a version back: what was there before its row stands there again.

    It is a change like any other, so it is versioned itself. What a person put there in the meantime is
    replaced, and versioned too.

    Args:
        store: the version store.
        rows: the rows of the audit chain.
        id: the version's id.

    Raises:
        RoomError: there is no such version, or its bytes are gone.
    """
    version = next((version for version in versions(rows) if version.id == id), None)
    if version is None:
        raise RoomError(
            f"nothing was rolled back to {id}",
            "no change has that id",
            "See which there are: scribe memory audit",
        )
    by = f"rollback {id}"
    if version.op == "move" and version.to is not None:
        return Change("move", version.to, to=version.path, expect_sha=ANY, directory=version.directory, by=by)
    if version.old is None and version.directory:
        raise RoomError(
            f"nothing was rolled back to {id}",
            "it removed an empty directory",
            "Nothing is missing without it",
        )
    if version.old is None:
        return Change("remove", version.path, expect_sha=ANY, by=by)
    data = store.content(version.old)
    if data is None:
        raise RoomError(
            f"nothing was rolled back to {id}",
            f"{version.path} as it was before that row is gone: {gone(version.old, pruned_at(rows))}",
            "See what is left: scribe memory history " + version.path,
        )
    return Change("write", version.path, data=data, expect_sha=ANY, trust=version.old_trust, by=by)


def _version(intent: Row) -> Version:
    def text(key: str) -> str | None:
        value = intent.get(key)
        return value if isinstance(value, str) else None

    return Version(
        id=str(intent["seq"]),
        at=intent["at"],
        run=text("run") or "",
        by=text("by") or "",
        op=intent["op"],
        path=intent["path"],
        to=text("to"),
        old=text("old"),
        new=text("new"),
        old_trust=text("old_trust"),
        trust=text("trust"),
        directory=bool(intent.get("directory")),
        shown=text("version"),
    )


def pruned_at(rows: Iterable[Row]) -> dict[str, int]:
    """Return what was pruned: SHA-256 → the row that says so last."""
    found: dict[str, int] = {}
    for row in rows:
        if row["kind"] == "prune":
            found.update((digest, row["seq"]) for digest in row.get("pruned") or () if isinstance(digest, str))
    return found


def gone(digest: str, pruned: Mapping[str, int]) -> str:
    """Say why the bytes with a hash are not in the store, as a clause.

    Args:
        digest: SHA-256, hex.
        pruned: from `pruned_at`.
    """
    if digest in pruned:
        return f"its version was pruned (row {pruned[digest]})"
    return "its bytes are no longer in versions/ or were changed there, or were too large to be kept"


def named_now(rows: Iterable[Row], path: str) -> str:
    """Return the name that a memory has now, or had when it was removed; the name itself if the chain knows no other.

    Args:
        rows: the chain.
        path: a name that it had once.
    """
    name, away = path, False
    for version in versions(rows):
        passed = _moved(version, name)
        if passed is not None:
            name, away = passed, True
        elif path in (version.path, version.to) and version.op != "remove":
            # Another memory has got the old name since.
            name, away = path, False
    return name if away else path


def history(rows: Iterable[Row], path: str) -> list[Version]:
    """Return the changes of one memory, newest first, under this name and the names that it had before.

    What stood under the name before another memory was moved away from it belongs to that other one.
    """
    found = []
    name = path
    for version in reversed(versions(rows)):
        if _moved(version, name) is not None:
            break
        before = _moved(version, name, back=True)
        if before is not None or (version.op != "move" and version.path == name):
            found.append(version)
            name = before or name
    return found


def life(rows: Iterable[Row], path: str, current: str | None) -> list[Step]:
    """Return the steps in the life of a memory, newest first, those of a person with an editor among them.

    Args:
        rows: the chain.
        path: its name now.
        current: SHA-256 of what stands in the room now; None if nothing does.
    """
    steps: list[Step] = []
    content: str | None = None
    names = _names(history(rows, path), path)
    for version, before, after in reversed(names):
        if not version.directory:
            if version.old != content:
                steps.append(Step(None, version.at, before, None, content, version.old))
            content = version.old if version.op == "move" else version.new
        old = content if version.op == "move" else version.old
        steps.append(Step(version, version.at, before, after if after != before else None, old, content))
    if current != content:
        steps.append(Step(None, "", path, None, content, current))
    return steps[::-1]


def diff(old: bytes | None, new: bytes | None, name: str) -> list[str] | None:
    """Return the difference of two texts as the lines of a unified diff; None if they are too long to be compared.

    Args:
        old: before; None if there was nothing.
        new: after; None if there is nothing.
        name: what the file is called in the head. Nothing is sanitised here.
    """
    before, after = _lines(old), _lines(new)
    if max(len(before), len(after)) > MOST_LINES:
        return None
    here, there = ("/dev/null" if data is None else f"{side}/{name}" for side, data in (("a", old), ("b", new)))
    found = []
    for line in difflib.unified_diff(before, after, here, there):
        found.append(line.rstrip("\n") if line.endswith("\n") else line)
        if not line.endswith("\n"):
            found.append("\\ No newline at end of file")
    return found


def _lines(data: bytes | None) -> list[str]:
    """Return lines with their ends; only a line feed ends one, as diff(1) has it."""
    parts = (data or b"").decode("utf-8", "backslashreplace").split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _moved(version: Version, name: str, *, back: bool = False) -> str | None:
    """Return the name that a move gave to a file, or, going back, took from it; None if it did not move it."""
    if version.op != "move" or version.to is None:
        return None
    source, goal = (version.to, version.path) if back else (version.path, version.to)
    if version.directory:
        return goal + name[len(source) :] if name.startswith(source + "/") else None
    return goal if name == source else None


def _names(found: Sequence[Version], path: str) -> list[tuple[Version, str, str]]:
    """Add the memory's names before and after to each of its changes."""
    named = []
    for version in found:
        before = _moved(version, path, back=True) or path
        named.append((version, before, path))
        path = before
    return named
