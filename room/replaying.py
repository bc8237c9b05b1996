"""The room as it was after any row, from chain and versions alone.

`picture` folds the rows into what stood where; `rebuild` takes the bytes from the version store and writes them into a
directory. The room itself is not looked at.

What is in the picture. Every file that was written through the journal, byte for byte. What came into the room past
it (a person's edit, a file that was there before scribe) appears with the row in which the journal saw it, not with
the moment in which it was made: with the intent of a change of that file, with the completion row of a change that it
got in the way of, with the `settled` row of a run whose last look found it. What the journal never saw is not there: a
new file that a person made and nobody changed since, and what a directory held besides when it was moved. Empty
directories, modes and times are not rebuilt.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from room.errors import storing
from room.handles import Directory, write_all
from room.history import gone, pruned_at
from room.ledger import APPLIED, Row
from room.versions import Versions

ODD = ""
"""In a picture, in the place of a hash: something stood there that was no regular file that can be read."""


@dataclass(frozen=True)
class Missing:
    """A file of a picture that could not be rebuilt.

    Attributes:
        path: where it stood.
        sha256: of its bytes (hex); "" if it was no readable file.
        reason: why, as a clause.
    """

    path: str
    sha256: str
    reason: str


@dataclass(frozen=True)
class Rebuilt:
    """A file that was rebuilt: its path, the SHA-256 of its bytes (hex) and their number."""

    path: str
    sha256: str
    size: int


def picture(rows: Iterable[Row], last: int) -> dict[str, str]:
    """Return what stood in the room after a row: path → SHA-256, or `ODD`.

    Args:
        rows: the chain, from its first row, checked.
        last: number of the row. Between an intent and its completion the picture is still the one before.
    """
    fold = _Picture()
    for row in rows:
        if row["seq"] > last:
            break
        fold.add(row)
    return fold.files


def rebuild(
    files: Mapping[str, str], store: Versions, target: Directory, rows: Sequence[Row]
) -> tuple[list[Rebuilt], list[Missing]]:
    """Write the files of a picture into a directory, which should be empty; nothing in it is replaced.

    Args:
        files: from `picture`.
        store: the version store.
        target: the directory.
        rows: the whole chain; it knows what was pruned.

    Returns:
        What was written, and what could not be.

    Raises:
        StoreError: a version could not be read, or a file not be written.
    """
    pruned = pruned_at(rows)
    rebuilt, missing = [], []
    for path, digest in sorted(files.items()):
        if digest == ODD:
            missing.append(Missing(path, digest, "what stood there was no regular file that can be read"))
            continue
        data = store.content(digest)
        if data is None:
            missing.append(Missing(path, digest, gone(digest, pruned)))
            continue
        fault = _write(target, path, data)
        if fault:
            missing.append(Missing(path, digest, fault))
        else:
            rebuilt.append(Rebuilt(path, digest, len(data)))
    return rebuilt, missing


def _write(target: Directory, path: str, data: bytes) -> str:
    """Write one file, and return why it could not be where that is not a failure of the disk."""
    *parents, name = path.split("/")
    here = target
    try:
        with storing("the room was not rebuilt", f"{target.path}/{path}"):
            for segment in parents:
                below = here.child(segment, create=True)
                if here is not target:
                    here.close()
                here = below
            fd = here.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            try:
                write_all(fd, data)
            finally:
                os.close(fd)
    except ValueError:
        # A chain has such a path only if another program has appended to it.
        return "its path leads out of the room or is no name here"
    finally:
        if here is not target:
            here.close()
    return ""


class _Picture:
    """What stands where, row by row."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        # How many files stand below a directory: most paths have nothing below them, and need no search.
        self._below: Counter[str] = Counter()
        self._intents: dict[int, Row] = {}

    def add(self, row: Row) -> None:
        if row["kind"] == "intent":
            self._intents[row["seq"]] = row
            self._see_before(row)
        elif row["kind"] == "completion":
            intent = self._intents.pop(row.get("of", 0), None)
            if intent is not None and row.get("outcome") in APPLIED:
                self._apply(intent)
            elif intent is not None:
                for key, path in (("current", intent["path"]), ("current_to", intent.get("to"))):
                    if key in row and path is not None:
                        self._put(path, row[key])
        elif row["kind"] == "settled":
            for path, digest in dict(row.get("found") or {}).items():
                self._put(path, digest)

    def _see_before(self, intent: Row) -> None:
        """An intent says what was there when the change came: the journal had just looked."""
        if not intent.get("directory"):
            self._put(intent["path"], intent.get("old"))
        else:
            self._drop(intent["path"])
            if intent["op"] == "remove":
                self._clear(intent["path"])
        if intent["op"] == "move":
            self._put(intent["to"], None)

    def _apply(self, intent: Row) -> None:
        path, to = intent["path"], str(intent.get("to"))
        if intent["op"] == "write":
            self._put(path, intent["new"])
        elif intent["op"] == "remove":
            self._put(path, None)
        elif not intent.get("directory"):
            self._put(path, None)
            self._put(to, intent.get("old"))
        else:
            below = path + "/"
            for old in [each for each in self.files if each.startswith(below)]:
                digest = self.files[old]
                self._drop(old)
                self._put(f"{to}/{old[len(below) :]}", digest)

    def _put(self, path: str, digest: str | None) -> None:
        """Let a file stand at a path, or nothing: nothing is below it then, and no file above it."""
        self._clear(path)
        self._drop(path)
        if digest is not None:
            for above in _above(path):
                self._drop(above)
                self._below[above] += 1
            self.files[path] = digest

    def _clear(self, path: str) -> None:
        """Take away all that stands below a path."""
        if self._below[path]:
            for below in [each for each in self.files if each.startswith(path + "/")]:
                self._drop(below)

    def _drop(self, path: str) -> None:
        if self.files.pop(path, None) is not None:
            for above in _above(path):
                self._below[above] -= 1


def _above(path: str) -> Iterator[str]:
    """Give the directories above a path, from the nearest on."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path
