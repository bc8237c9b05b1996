"""Rooms for the tests of the store: a place, a registry and a clock of their own, and a hand in process."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from room.errors import Refused
from room.handles import Directory
from room.journal import Journal
from room.orders import Done, Listed
from room.place import OpenPlace, locate, open_place
from room.registry import Registry
from tests.capabilities import HAS_DIR_FD
from worker.refusal import Refused as RefusedByHand

if HAS_DIR_FD:
    from worker.beneath import Beneath, Outcome
else:
    from tests.plain_hand import Beneath, Outcome

NOON = 1_790_000_000.0


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class LocalHand:
    """The hand's own file operations, called directly: what the confined process does, without a process."""

    def __init__(self, room: Directory) -> None:
        self._beneath = Beneath(room.fd) if HAS_DIR_FD else Beneath(room)
        self.orders: list[str] = []

    def read(self, path: str) -> bytes:
        with _translated():
            return self._beneath.read(path)

    def list(self, path: str) -> Sequence[Listed]:
        with _translated():
            return [Listed(*entry) for entry in self._beneath.listing(path)[0]]

    def write(self, path: str, data: bytes, *, expect: str | None, temporary: str) -> Done:
        self.orders.append(f"write {path}")
        with _translated():
            return _done(self._beneath.write(path, data, expect, temporary.rpartition("/")[2]), sha(data))

    def move(self, path: str, to: str, *, expect: str | None, directory: bool = False) -> Done:
        self.orders.append(f"move {path} {to}")
        with _translated():
            return _done(self._beneath.move(path, to, expect, directory), expect)

    def remove(self, path: str, *, expect: str | None, temporary: str, directory: bool = False) -> Done:
        self.orders.append(f"remove {path}")
        with _translated():
            return _done(self._beneath.remove(path, expect, temporary.rpartition("/")[2], directory), None)


def _done(outcome: Outcome, digest: str | None) -> Done:
    return Done(digest, outcome.kept)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except RefusedByHand as refusal:
        raise Refused(refusal.rule, refusal.reason, refusal.errno, refusal.current, refusal.kept) from refusal


class Home:
    """One user's machine for one test: a registry, a room below a directory, and runs in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))
        self.room = self.folder / "room"
        self.state = self.folder / "room.scribe"
        self.registry = Registry(str(self.folder / "registry"))
        self.time = NOON

    def now(self) -> float:
        return self.time

    def open(self, **options: bool) -> OpenPlace:
        place = locate(room=str(self.room), cwd=str(self.folder))
        return open_place(place, registry=self.registry, now=self.now, **options)

    @contextmanager
    def run(
        self,
        *,
        run: str = "run-1",
        on_step: Callable[[str], None] = lambda name: None,
        settle: bool = True,
        hand: Callable[[Directory], LocalHand] = LocalHand,
    ) -> Iterator[Journal]:
        """One run: the room opened, recovered, and settled at the end."""
        with self.open() as place:
            held = hand(place.room)
            journal = Journal(place, lambda: held, run=run, registry=self.registry, now=self.now, on_step=on_step)
            try:
                self.recovered = journal.recover()
                yield journal
                if settle:
                    self.surprises = journal.settle()
            finally:
                journal.close()

    def files(self) -> dict[str, bytes]:
        """Every file of the room with its bytes, temporary ones included."""
        return tree(self.room)


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def directory(path: Path) -> Directory:
    return Directory.at(str(path))
