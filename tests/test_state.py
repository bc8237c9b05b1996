"""What scribe remembers about its own work, and the proposals that wait for a person."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from room import handles, pending
from room.errors import RoomError, StoreError
from room.handles import Directory
from room.pending import Pending
from room.state import SECTIONS, State
from tests.capabilities import HAS_MODES
from tests.rooms import NOON


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Directory]:
    with Directory.at(str(tmp_path)) as directory:
        yield directory


def state(folder: Directory) -> State:
    return State(folder, now=lambda: NOON)


def test_a_new_state_is_empty_and_reading_it_makes_nothing(folder: Directory) -> None:
    fresh = state(folder)
    assert [fresh.section(name) for name in SECTIONS] == [{}] * len(SECTIONS)
    assert folder.names() == []


def test_what_was_saved_is_there_for_the_next_run(folder: Directory) -> None:
    first = state(folder)
    first.section("cursors")["/x/転写.jsonl"] = {"offset": 10, "digest": "ab"}
    assert (first.count("runs"), first.count("runs", 2)) == (1, 3)
    first.save()
    second = state(folder)
    assert second.section("cursors") == {"/x/転写.jsonl": {"offset": 10, "digest": "ab"}}
    assert second.count("runs") == 4
    assert not HAS_MODES or oct(os.stat(Path(folder.path, "state.json")).st_mode & 0o777) == "0o600"


def test_nothing_is_written_where_nothing_was_changed(folder: Directory) -> None:
    first = state(folder)
    first.count("runs")
    first.save()
    file = Path(folder.path, "state.json")
    before = file.stat().st_ino
    again = state(folder)
    again.section("weights")
    again.save()
    first.save()
    assert file.stat().st_ino == before


def test_keys_of_another_version_are_kept(folder: Directory) -> None:
    Path(folder.path, "state.json").write_text('{"later": [1], "cursors": {"a": 1}}')
    found = state(folder)
    found.section("cursors")["b"] = 2
    found.save()
    assert '"later"' in Path(folder.path, "state.json").read_text()


def test_a_section_that_is_not_one_is_a_mistake(folder: Directory) -> None:
    with pytest.raises(KeyError):
        state(folder).section("cursor")


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[]", b'{"cursors": 3}', b"\xff\xfe", b"[" * 100_000, b"x" * (17 << 20)],
    ids=["empty", "cut", "a list", "a wrong section", "no UTF-8", "deep", "too large"],
)
def test_a_file_that_makes_no_sense_is_set_aside_and_said_so(folder: Directory, data: bytes) -> None:
    Path(folder.path, "state.json").write_bytes(data)
    found = state(folder)
    assert found.section("cursors") == {}
    assert "state.unreadable-20260921T141320Z.json" in found.notices[0]
    assert Path(folder.path, "state.unreadable-20260921T141320Z.json").read_bytes() == data
    found.count("runs")
    found.save()
    assert state(folder).notices == []


def test_a_fifo_is_set_aside_without_waiting_for_it(folder: Directory) -> None:
    os.mkfifo(Path(folder.path, "state.json"))
    assert state(folder).notices


def test_a_link_is_not_followed(folder: Directory, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text('{"counters": {"runs": 7}}')
    Path(folder.path, "state.json").symlink_to(target)
    with pytest.raises(StoreError, match="never written through a link"):
        state(folder)


def test_a_full_disk_leaves_the_old_file_and_no_other(folder: Directory, monkeypatch: pytest.MonkeyPatch) -> None:
    first = state(folder)
    first.count("runs")
    first.save()

    def fail(fd: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(handles, "write_all", fail)
        first.count("runs")
        with pytest.raises(StoreError, match="free some space"):
            first.save()
    assert folder.names() == ["state.json"]
    assert state(folder).count("runs") == 2
    first.save()
    assert state(folder).count("runs") == 3


# -- Held proposals ------------------------------------------------------------------------------------------


class Waiting(Pending):
    def __init__(self, folder: Directory) -> None:
        self.time = NOON
        super().__init__(folder, now=lambda: self.time)

    def held(self, name: str, text: str = "text", rule: str = "conflict") -> str:
        self.time += 1
        return self.hold(
            run="r",
            rule=rule,
            reason="another one says no",
            name=name,
            proposal={"command": "create", "text": text},
        )


def test_a_held_proposal_waits_under_a_short_id_with_all_that_was_given(folder: Directory) -> None:
    waiting = Waiting(folder)
    id = waiting.held("a.md", "naïve 記憶 \ud800")
    assert len(id) == 8
    found = waiting.get(id)
    assert (found.at, found.run, found.rule, found.name) == ("2026-09-21T14:13:21Z", "r", "conflict", "a.md")
    assert found.proposal == {"command": "create", "text": "naïve 記憶 \ud800"}


def test_the_same_proposal_is_held_once_and_others_beside_it_oldest_first(folder: Directory) -> None:
    waiting = Waiting(folder)
    first = waiting.held("b.md")
    second = waiting.held("a.md")
    assert waiting.held("b.md") == first
    assert waiting.held("b.md", rule="phrasing") not in (first, second)
    assert [held.name for held in waiting.list()] == ["b.md", "a.md", "b.md"]


def test_proposals_that_were_made_to_share_an_id_are_both_held(
    folder: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Colliding:
        def __init__(self, data: bytes) -> None:
            self.data = data

        def hexdigest(self) -> str:
            return "00000000" + f"{len(self.data):08x}" * 7

    monkeypatch.setattr(pending.hashlib, "sha256", Colliding)
    waiting = Waiting(folder)
    ids = [waiting.held("a.md", text) for text in ("harmless", "the one that matters", "harmless")]
    assert ids[0] == ids[2] != ids[1]
    assert len(waiting.list()) == 2


def test_a_decided_proposal_is_taken_out(folder: Directory) -> None:
    waiting = Waiting(folder)
    id = waiting.held("a.md")
    assert waiting.drop(id).name == "a.md"
    assert waiting.list() == []
    with pytest.raises(RoomError, match="scribe memory conflicts"):
        waiting.drop(id)


def test_a_flood_of_proposals_is_refused(folder: Directory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "MOST", 3)
    waiting = Waiting(folder)
    for number in range(3):
        waiting.held(f"{number}.md")
    with pytest.raises(RoomError, match="3 wait already"):
        waiting.held("one-more.md")


@pytest.mark.parametrize("id", ["../state", "0000000g", "", "0" * 64])
def test_an_id_is_never_a_path(folder: Directory, tmp_path: Path, id: str) -> None:
    (tmp_path / "pending").mkdir()
    (tmp_path / "state.json").write_text("{}")
    with pytest.raises(RoomError, match="no held proposal"):
        Pending(folder).drop(id)
    assert (tmp_path / "state.json").exists()


def test_files_that_make_no_sense_are_named_and_left(folder: Directory, tmp_path: Path) -> None:
    waiting = Waiting(folder)
    id = waiting.held("a.md")
    inside = tmp_path / "pending"
    (inside / "00000001.json").write_text("{")
    (inside / "00000002.json").write_text('{"id": "00000003"}')
    (inside / "00000004.json").mkdir()
    (inside / "00000005.json").write_text((inside / f"{id}.json").read_text())
    (inside / "notes.txt").write_text("a person's")
    assert [held.id for held in waiting.list()] == [id]
    assert [notice.split(" ")[0] for notice in waiting.notices] == [
        f"pending/0000000{number}.json" for number in (1, 2, 4, 5)
    ]
    assert len(list(inside.iterdir())) == 6


def test_without_a_folder_nothing_waits_and_nothing_is_made(folder: Directory) -> None:
    assert Pending(folder).list() == []
    assert folder.names() == []
