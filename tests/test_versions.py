"""Versions: every replaced byte is kept, shown to people, and comes back as it was."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from room import spool as spooling
from room import versions as storing
from room.errors import RoomError, StoreError
from room.handles import Directory
from room.history import history, rollback, versions
from room.journal import Journal
from room.orders import ANY, Change
from room.spool import Spool
from room.versions import Versions, shown_as
from tests.capabilities import HAS_MODES
from tests.rooms import NOON, Home, sha


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Versions]:
    with Directory.at(str(tmp_path)) as state:
        opened = Versions(state)
        yield opened
        opened.close()


def rows(journal: Journal) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(journal.chain.path).read_text("ascii").splitlines()]


def write(path: str, data: bytes, **options: Any) -> Change:
    return Change("write", path, data=data, expect_sha=ANY, **options)


# -- Rollback ------------------------------------------------------------------------------------------------


ODD_BYTES = [
    b"",
    b"\xef\xbb\xbfbom\r\nmixed\nends\r\n",
    b"no final newline",
    b"\xff\xfe not UTF-8 \0",
    b"x" * 500_000,
]


@pytest.mark.parametrize("data", ODD_BYTES, ids=["empty", "BOM", "no newline", "binary", "large"])
def test_rollback_restores_byte_for_byte_and_is_versioned_itself(home: Home, data: bytes) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"first", trust="user-verified"))
        journal.change(write("a.md", data or b"second", trust="operator"))
        edited = journal.change(write("a.md", b"third", trust="external-web"))
        back = journal.change(rollback(journal.versions, rows(journal), str(edited.row)))
        assert journal.trust_of("a.md", sha(data or b"second")) == "operator"
        again = journal.change(rollback(journal.versions, rows(journal), str(back.row)))
        assert journal.trust_of("a.md", sha(b"third")) == "external-web"
        journal.change(rollback(journal.versions, rows(journal), str(again.row)))
    assert home.files() == {"a.md": data or b"second"}


def test_rollback_of_each_kind_of_change(home: Home) -> None:
    with home.run() as journal:
        created = journal.change(write("a.md", b"one"))
        moved = journal.change(Change("move", "a.md", to="sub/b.md"))
        removed = journal.change(Change("remove", "sub/b.md"))
        assert home.files() == {}
        journal.change(rollback(journal.versions, rows(journal), str(removed.row)))
        assert home.files() == {"sub/b.md": b"one"}
        journal.change(rollback(journal.versions, rows(journal), str(moved.row)))
        assert home.files() == {"a.md": b"one"}
        journal.change(rollback(journal.versions, rows(journal), str(created.row)))
        assert home.files() == {}


def test_what_a_person_wrote_in_the_meantime_is_versioned_by_the_rollback(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        edit = journal.change(write("a.md", b"two"))
        (home.room / "a.md").write_bytes(b"a person's")
        back = journal.change(rollback(journal.versions, rows(journal), str(edit.row)))
    assert home.files() == {"a.md": b"one"}
    assert back.version is not None
    assert (home.state / back.version).read_bytes() == b"a person's"


@pytest.mark.parametrize("id", ["0", "1", "99", "-1", "two", ""])
def test_an_id_of_nothing_is_refused_with_what_to_do(home: Home, id: str) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        with pytest.raises(RoomError, match="scribe memory audit"):
            rollback(journal.versions, rows(journal), id)


@pytest.mark.parametrize("damage", ["pruned", "edited"])
def test_bytes_that_are_gone_or_changed_are_not_restored(home: Home, damage: str) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        edit = journal.change(write("a.md", b"two"))
    kept = home.state / "versions" / ".content" / sha(b"one")
    if damage == "pruned":
        kept.unlink()
    else:
        kept.chmod(0o600)
        kept.write_bytes(b"forged")
    with home.run() as journal:
        with pytest.raises(RoomError, match="no longer in versions/ or were changed"):
            rollback(journal.versions, rows(journal), str(edit.row))


def test_a_change_that_was_not_made_is_no_version(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        found = versions(rows(journal))
    intents = [{"seq": 9, "kind": "intent", "op": "write", "path": "b.md", "at": "", "new": "1"}]
    ends = [{"seq": 10, "kind": "completion", "of": 9, "outcome": "superseded"}]
    assert versions(intents + ends) == []
    assert [(each.id, each.path, each.old) for each in found] == [("2", "a.md", None)]


def test_history_follows_a_memory_through_its_names_newest_first(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("old/a.md", b"one"))
        journal.change(write("old/b.md", b"another"))
        journal.change(Change("move", "old", to="new", directory=True))
        journal.change(write("new/a.md", b"two"))
        journal.change(Change("move", "new/a.md", to="pinned/a.md"))
        journal.change(write("new/a.md", b"a new one under the old name"))
        found = history(rows(journal), "pinned/a.md")
    assert [(each.op, each.path) for each in found] == [
        ("move", "new/a.md"),
        ("write", "new/a.md"),
        ("move", "old"),
        ("write", "old/a.md"),
    ]


# -- The store -----------------------------------------------------------------------------------------------


def test_bytes_are_kept_once_however_often_they_stood_somewhere(store: Versions, tmp_path: Path) -> None:
    for row in range(3):
        digest = store.keep(b"same")
        store.unspool()
        store.show(shown_as(row, NOON, "sub/a.md"), digest)
    store.settle()
    files = [path for path in (tmp_path / "versions").rglob("*") if path.is_file() and path.stat().st_size]
    assert len(files) == 4
    assert len({path.stat().st_ino for path in files}) == 1
    assert not HAS_MODES or {oct(path.stat().st_mode & 0o777) for path in files} == {"0o400"}


def test_without_hard_links_people_get_copies(store: Versions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    digest = store.keep(b"data")
    store.unspool()
    monkeypatch.setattr(os, "link", refuse)
    store.show(shown_as(1, NOON, "a.md"), digest)
    assert (tmp_path / shown_as(1, NOON, "a.md")).read_bytes() == b"data"


@pytest.mark.parametrize("path", ["../a.md", "sub/../../a.md", "/a.md", "./a.md", ""])
def test_a_path_that_leaves_the_versions_is_not_shown(store: Versions, tmp_path: Path, path: str) -> None:
    digest = store.keep(b"data")
    store.unspool()
    with pytest.raises(ValueError, match="not a single segment"):
        store.show(shown_as(1, NOON, path), digest)
    assert not list(tmp_path.glob("**/a.md"))


def test_a_file_that_a_crash_cut_short_is_written_again(store: Versions, tmp_path: Path) -> None:
    kept = tmp_path / "versions" / ".content" / sha(b"whole")
    kept.write_bytes(b"wh")
    assert store.content(sha(b"whole")) is None
    store.keep(b"whole")
    store.unspool()
    assert kept.read_bytes() == b"whole"


def test_a_full_disk_leaves_no_half_file(store: Versions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(fd: int, data: bytes) -> None:
        os.write(fd, data[:2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(storing, "write_all", fail)
        with pytest.raises(StoreError, match="free some space"):
            store.store(b"data")
        patch.setattr(spooling, "write_all", fail)
        with pytest.raises(StoreError, match="free some space"):
            store.keep(b"data")
    assert store.content(sha(b"data")) is None
    assert not [path for path in (tmp_path / "versions").rglob("*") if path.is_file() and path.stat().st_size]
    store.keep(b"data")
    assert store.content(sha(b"data")) == b"data"


# -- The spool -----------------------------------------------------------------------------------------------


def spooled(folder: Path, *data: bytes) -> Path:
    with Directory.at(str(folder)) as directory:
        spool = Spool(directory)
        for each in data:
            spool.add(sha(each), each)
        spool.sync()
        spool.close()
    return folder / ".spool"


def found_in(folder: Path) -> dict[str, bytes]:
    with Directory.at(str(folder)) as directory:
        spool = Spool(directory)
        found = {digest: spool.read(digest) for digest in spool}
        spool.close()
    return found


def test_what_a_killed_run_spooled_is_found_again(tmp_path: Path) -> None:
    data = [b"one\n", b"", b"\n" * 100, b"0" * 64 + b" 5\nabcde\n"]
    spooled(tmp_path, *data)
    assert found_in(tmp_path) == {sha(each): each for each in data}


@pytest.mark.parametrize("cut", range(1, 90, 11))
def test_a_frame_that_a_crash_cut_short_is_dropped_and_the_ones_before_stay(tmp_path: Path, cut: int) -> None:
    file = spooled(tmp_path, b"first", b"0123456789" * 2)
    file.write_bytes(file.read_bytes()[:-cut])
    assert found_in(tmp_path) == {sha(b"first"): b"first"}
    assert file.stat().st_size == len(file.read_bytes()) == 64 + 3 + 5 + 1


def test_a_frame_that_does_not_fit_its_hash_is_dropped(tmp_path: Path) -> None:
    file = spooled(tmp_path, b"first", b"second")
    file.write_bytes(file.read_bytes().replace(b"second", b"forged"))
    assert list(found_in(tmp_path)) == [sha(b"first")]


def test_a_spool_that_has_grown_large_is_emptied_in_the_middle_of_a_run(
    store: Versions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "_SPOOLED", 1000)
    for number in range(10):
        store.keep(b"%d" % number * 300)
    assert (tmp_path / "versions" / ".spool").stat().st_size < 1000
    assert all(store.content(sha(b"%d" % number * 300)) for number in range(10))


def test_after_the_run_the_spool_is_empty(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        journal.change(write("a.md", b"two"))
        assert (home.state / "versions" / ".spool").stat().st_size > 0
    assert (home.state / "versions" / ".spool").stat().st_size == 0


def test_a_run_that_was_killed_before_it_settled_leaves_its_part_to_the_next(home: Home) -> None:
    with home.run(settle=False) as journal:
        journal.change(write("a.md", b"one"))
        edit = journal.change(write("a.md", b"two"))
        journal.change(Change("move", "a.md", to="b.md"))
    assert edit.version is not None
    assert not (home.state / edit.version).exists()
    with home.run():
        pass
    assert (home.state / edit.version).read_bytes() == b"one"
    kept = home.state / "versions" / ".content"
    assert sorted(path.name for path in kept.iterdir()) == sorted([sha(b"one"), sha(b"two")])


def test_a_reader_without_a_lock_finds_what_is_moved_out_of_the_spool_under_it(store: Versions, tmp_path: Path) -> None:
    digests = [store.keep(b"first"), store.hold(b"second")]
    with Directory.at(str(tmp_path)) as state:
        reader = Versions(state, writing=False)
        assert [reader.content(digest) for digest in digests] == [b"first", b"second"]
        store.unspool()
        store.settle()
        store.keep(b"others")
        assert [reader.content(digest) for digest in digests] == [b"first", b"second"]
        reader.close()


def test_a_reader_makes_nothing(tmp_path: Path) -> None:
    with Directory.at(str(tmp_path)) as state, pytest.raises(StoreError):
        Versions(state, writing=False)
    assert not list(tmp_path.iterdir())


def test_bytes_that_are_held_are_there_for_the_next_run(store: Versions, tmp_path: Path) -> None:
    digest = store.hold(b"data")
    assert store.hold(b"data") == digest
    assert (tmp_path / "versions" / ".spool").read_bytes().count(b"data") == 1
    with Directory.at(str(tmp_path)) as state:
        again = Versions(state)
        assert again.content(digest) == b"data"
        again.close()
