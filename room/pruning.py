"""Pruning the versions: what is old enough is dropped, but never the last version of a living memory.

`plan` looks and changes nothing, `prune` says in the audit chain what goes and lets it go. Bytes are dropped by their
hash, with every name that they have for people: what was dropped can be neither rolled back to nor replayed any more,
and `room.history.gone` says in which row it went.

What is kept whatever its age: of every memory that the chain knows as living, the bytes that it has now and the ones
before its last change, so that there is always a way back; and bytes that any change since the cutoff mentions.

A prune that is killed has said in the chain what it meant to drop and has dropped a part; doing it again drops the
rest. The caller holds the room's lock.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from room.checking import stamp
from room.errors import storing
from room.handles import Directory
from room.history import versions
from room.ledger import Row
from room.versions import CONTENT, FOLDER

_DIGEST = re.compile(r"[0-9a-f]{64}")
_SHOWN = re.compile(r"[0-9]{8}T[0-9]{6}Z-[0-9]+")
_BOUND = 1 << 30
# Hashes in one row: 64 characters each, and a row has a bound.
_A_ROW = 4000
_NONE = (-1, -1)


@dataclass(frozen=True)
class Plan:
    """What a prune would do.

    Attributes:
        before: what was last needed before this time goes (UTC, seconds, "Z").
        drop: SHA-256 of the bytes that go → their number.
        about: SHA-256 → the path that they stood under last; "" if no change mentions them.
        kept: SHA-256 of the bytes that are old enough, and are the last versions of a living memory.
    """

    before: str
    drop: Mapping[str, int] = field(default_factory=dict)
    about: Mapping[str, str] = field(default_factory=dict)
    kept: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """Bytes that are freed, not counting what the file system needs for names."""
        return sum(self.drop.values())

    def by_path(self) -> dict[str, tuple[int, int]]:
        """Return for each memory how many versions go and how many bytes they have."""
        found: dict[str, tuple[int, int]] = {}
        for digest, size in self.drop.items():
            count, total = found.get(self.about[digest], (0, 0))
            found[self.about[digest]] = (count + 1, total + size)
        return dict(sorted(found.items()))


def plan(state: Directory, rows: Sequence[Row], before: str) -> Plan:
    """Say what would be dropped. Nothing is changed.

    Args:
        state: the state directory.
        rows: the whole chain, checked.
        before: the cutoff, as rows have times.

    Raises:
        StoreError: the versions cannot be read.
    """
    needed = _needed(rows)
    last = _last_versions(rows)
    drop, about, kept = {}, {}, set()
    with storing("the versions were not read", state.join(FOLDER)):
        try:
            folder = state.child(FOLDER)
        except FileNotFoundError:
            return Plan(before)
        with folder, folder.child(CONTENT) as content:
            for digest in content.names():
                status = content.look(digest)
                if not _DIGEST.fullmatch(digest) or status is None or not stat.S_ISREG(status.st_mode):
                    continue
                # What no row mentions was a person's and is kept for people only (`room.recovery`).
                at, path = needed.get(digest, (stamp(status.st_mtime), ""))
                if at < before and digest in last:
                    kept.add(digest)
                elif at < before:
                    drop[digest], about[digest] = status.st_size, path
    return Plan(before, drop, about, frozenset(kept))


def prune(state: Directory, plan: Plan, record: Callable[[Mapping[str, Any]], None]) -> None:
    """Drop what a plan says.

    Args:
        state: the state directory.
        plan: from `plan`, of the same moment: the lock has been held since.
        record: appends a row and waits until it is on the disk; it is called before anything is dropped.

    Raises:
        StoreError: a part may be dropped; doing it again drops the rest.
    """
    digests = sorted(plan.drop)
    for start in range(0, len(digests), _A_ROW):
        part = digests[start : start + _A_ROW]
        size = sum(plan.drop[digest] for digest in part)
        record({"kind": "prune", "before": plan.before, "versions": len(part), "bytes": size, "pruned": part})
    with storing("the versions were not all dropped", state.join(FOLDER)), state.child(FOLDER) as folder:
        with folder.child(CONTENT) as content:
            inodes = {_identity(content.look(digest)) for digest in digests} - {_NONE}
            for name in folder.names():
                status = folder.look(name)
                if _SHOWN.fullmatch(name) and status is not None and stat.S_ISDIR(status.st_mode):
                    _drop_shown(folder, name, inodes, plan.drop)
            # The names for people go first: without the bytes under their hash, a second try would not find them.
            for digest in digests:
                content.unlink(digest)
            content.sync()
        folder.sync()


def _drop_shown(above: Directory, name: str, inodes: set[tuple[int, int]], drop: Mapping[str, int]) -> None:
    """Remove a directory's files that are to go, and the directory if it is empty then."""
    with above.child(name) as folder:
        for each in folder.names():
            status = folder.look(each)
            if status is None:
                continue
            if stat.S_ISDIR(status.st_mode):
                _drop_shown(folder, each, inodes, drop)
            elif stat.S_ISREG(status.st_mode) and (_identity(status) in inodes or _is_copy(folder, each, status, drop)):
                folder.unlink(each)
        empty = not folder.names()
    if empty:
        above.remove(name)


def _is_copy(folder: Directory, name: str, status: os.stat_result, drop: Mapping[str, int]) -> bool:
    """Tell whether a file is a copy of bytes that go: some file systems have no hard links.

    A file with a second name is the one that is kept under its hash, and need not be read.
    """
    if status.st_nlink > 1 or status.st_size not in drop.values():
        return False
    return hashlib.sha256(folder.read(name, _BOUND)).hexdigest() in drop


def _identity(status: os.stat_result | None) -> tuple[int, int]:
    # Some FUSE file systems number no inodes: there, a file is known by its bytes only.
    return _NONE if status is None or not status.st_ino else (status.st_dev, status.st_ino)


def _needed(rows: Iterable[Row]) -> dict[str, tuple[str, str]]:
    """Return when each content was last mentioned, and for which path."""
    found: dict[str, tuple[str, str]] = {}
    paths: dict[int, Row] = {}
    for row in rows:
        for path, digest in _mentions(row, paths):
            if isinstance(digest, str):
                found[digest] = (max(row["at"], found.get(digest, ("", ""))[0]), path)
    return found


def _mentions(row: Row, intents: dict[int, Row]) -> Iterator[tuple[str, object]]:
    """Give the contents that a row mentions, each with its path."""
    if row["kind"] == "intent":
        intents[row["seq"]] = row
        yield row["path"], row.get("old")
        yield row["path"], row.get("new")
    elif row["kind"] == "completion":
        intent = intents.pop(row.get("of", 0), {})
        yield str(intent.get("path", "")), row.get("current")
        yield str(intent.get("to", "")), row.get("current_to")
    elif row["kind"] == "settled":
        yield from dict(row.get("found") or {}).items()


def _last_versions(rows: Iterable[Row]) -> set[str]:
    """Return the contents that every living memory has now and had before its last change."""
    last: dict[str, tuple[str | None, str | None]] = {}
    for version in versions(rows):
        path, to = version.path, version.to
        if version.op == "write":
            # Where a person had deleted the file, the way back is to what the chain knew of it.
            last[path] = (version.new, version.old or last.get(path, (None, None))[0])
        elif version.op == "remove":
            last.pop(path, None)
        elif to is not None and not version.directory:
            last[to] = (version.old, last.pop(path, (None, None))[1])
        elif to is not None:
            for old in [each for each in last if each.startswith(path + "/")]:
                last[to + old[len(path) :]] = last.pop(old)
    return {digest for pair in last.values() for digest in pair if digest is not None}
