"""A room that is interrupted again and again from the same start, and the question whether anything was lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from confine.session import Session, opened
from room import audit, index
from room.catalogue import Catalogue
from room.handles import Directory
from room.orders import Change, is_temporary
from room.place import open_place
from room.registry import Registry
from room.workspace import locate
from tests.reliability.changes import OLD, Case
from tests.rooms import sha, tree

LOOKALIKE = ".scribe-0123456789abcdef.tmp"
"""A file of a person with a name such as the hand's temporary files have."""


class House:
    """One user's machine: a room, its state, a registry.

    Args:
        folder: where it stands.
        case: the change that will be interrupted, which says what the room holds.
    """

    def __init__(self, folder: Path, case: Case) -> None:
        self.folder = folder
        self.case = case
        self.room, self.state = folder / "room", folder / "room.scribe"
        self.registry = Registry(str(folder / "registry" / "scribe" / "registry"))
        self._prepare()
        self._copy = folder / "copy"
        for name in ("room", "room.scribe", "registry"):
            shutil.copytree(folder / name, self._copy / name)

    def _prepare(self) -> None:
        if self.case.by_hand:
            # The journal knows the room and has made an index of it; then a person adds a topic.
            with self.session() as session:
                session.change(Change("write", "z.md", data=OLD, trust="operator"))
            with self.session() as session:
                session.change(Change("remove", "z.md"))
            for path, data in self.case.before.items():
                (self.room / path).write_bytes(data)
        else:
            with self.session() as session:
                session.change(Change("write", "z.md", data=OLD, trust="operator"))
                session.change(Change("remove", "z.md"))
                for path, data in self.case.before.items():
                    session.change(Change("write", path, data=OLD, trust="user-observed"))
                    if data != OLD:
                        session.change(Change("write", path, data=data, expect_sha=sha(OLD)))
        (self.room / LOOKALIKE).write_bytes(b"a person's own\n")

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session in this process: it launches a real hand."""
        place = locate(room=str(self.room), cwd=str(self.folder))
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_STATE_HOME", str(self.folder / "registry"))
            with opened(place, now=lambda: 1_790_000_000.0) as session:
                yield session

    def restore(self) -> None:
        """Put everything back as it was at the start; the directories themselves stay, the registry knows them."""
        for name in ("room", "room.scribe", "registry/scribe/registry"):
            here, there = self.folder / name, self._copy / name
            for each in here.iterdir():
                shutil.rmtree(each) if each.is_dir() and not each.is_symlink() else each.unlink()
            shutil.copytree(there, here, dirs_exist_ok=True)

    def topics(self) -> dict[str, bytes]:
        """Return the topics of the room, path to bytes."""
        return {path: data for path, data in tree(self.room).items() if path not in ("MEMORY.md", LOOKALIKE)}

    def is_finished(self) -> bool:
        """Assert that nothing was lost and everything is in order; return whether the change was made."""
        before, after = self.case.before, self.case.after
        topics = self.topics()
        assert topics in (before, after), f"neither before nor after: {sorted(topics)}"
        assert (self.room / LOOKALIKE).read_bytes() == b"a person's own\n"
        assert [path.name for path in self.room.rglob("*") if is_temporary(path.name)] == [LOOKALIKE]
        kept = set(tree(self.state / "versions").values())
        lost = [path for path, data in before.items() if data not in kept | set(topics.values())]
        assert not lost, f"the bytes of {lost} are nowhere"
        with Directory.at(str(self.state)) as state:
            assert audit.verify(state, self.registry.entries()[0].mark) is None
        place = locate(room=str(self.room), cwd=str(self.folder))
        with open_place(place, create=False, registry=self.registry) as held:
            ledger = held.knowledge()
            memories = Catalogue(held.room, trusted=ledger.trust_of).memories
        assert not ledger.unfinished
        assert not ledger.unsettled
        known = {path: each.sha256 for path, each in ledger.known.items() if path != "MEMORY.md"}
        assert known == ({} if self.case.by_hand else {path: sha(data) for path, data in topics.items()})
        stored = (self.room / "MEMORY.md").read_bytes() if (self.room / "MEMORY.md").exists() else None
        wanted = index.build(stored, memories)
        if not self.case.by_hand:
            assert stored == wanted or (stored is None and not wanted), "the index is not that of the topics"
        return stored == wanted if self.case.by_hand else topics == after
