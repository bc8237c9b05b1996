"""One change through the journal: versioned, journalled, ordered, read back."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from room import audit, spool
from room.errors import Refused, RoomError, StoreError
from room.journal import CHANGE_STEPS, STEPS
from room.orders import ANY, LARGEST, Change, Done
from room.versions import Versions
from tests.capabilities import needs_too_long
from tests.rooms import Home, LocalHand, directory, sha


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def rows(home: Home, kind: str | None = None) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in (home.state / "audit.jsonl").read_text("ascii").splitlines()]
    return [row for row in found if kind in (None, row["kind"])]


def write(path: str, data: bytes, expect: str | None = None, **options: Any) -> Change:
    return Change("write", path, data=data, expect_sha=expect, **options)


# -- What a change leaves ------------------------------------------------------------------------------------


def test_a_new_memory_is_written_and_known_at_its_trust(home: Home) -> None:
    with home.run() as journal:
        applied = journal.change(write("a.md", b"one\n", trust="user-observed", by="create"))
        assert journal.trust_of("a.md", sha(b"one\n")) == "user-observed"
        assert journal.trust_of("a.md", sha(b"two\n")) is None
        assert journal.trust_of("b.md", sha(b"one\n")) is None
    assert home.files() == {"a.md": b"one\n"}
    assert (applied.sha256, applied.old_sha256, applied.version) == (sha(b"one\n"), None, None)


def test_the_rows_of_a_change_name_all_that_recovery_needs(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("sub/a.md", b"one", trust="operator", by="create", note={"source": "s:turn-1"}))
    begin, intent, completion, settled = rows(home)
    assert (begin["kind"], begin["why"]) == ("begin", "new")
    assert intent.pop("temporary").startswith("sub/.scribe-")
    assert intent.pop("prev") != completion["prev"]
    assert intent == {
        "seq": 2,
        "at": "2026-09-21T14:13:20Z",
        "kind": "intent",
        "run": "run-1",
        "op": "write",
        "by": "create",
        "path": "sub/a.md",
        "old": None,
        "new": sha(b"one"),
        "trust": "operator",
        "note": {"source": "s:turn-1"},
    }
    assert (completion["of"], completion["outcome"]) == (2, "done")
    assert (settled["kind"], settled["changed"]) == ("settled", [])


def test_what_is_replaced_stands_under_its_own_name_in_the_versions(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("sub/a.md", b"one"))
        applied = journal.change(write("sub/a.md", b"two", sha(b"one")))
    assert applied.version == f"versions/20260921T141320Z-{applied.row}/sub/a.md"
    assert (home.state / applied.version).read_bytes() == b"one"


def test_new_bytes_are_kept_too_so_that_chain_and_versions_are_enough(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
    with directory(home.state) as state:
        versions = Versions(state)
        assert versions.content(sha(b"one")) == b"one"
        versions.close()


def test_a_write_of_the_bytes_that_are_there_changes_nothing(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        before = journal.chain.count
        assert journal.change(write("a.md", b"one", ANY)).row == 0
        assert journal.chain.count == before


def test_a_move_keeps_the_trust_and_a_removal_ends_it(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one", trust="user-verified"))
        journal.change(Change("move", "a.md", to="pinned/a.md", expect_sha=sha(b"one")))
        assert journal.trust_of("pinned/a.md", sha(b"one")) == "user-verified"
        assert journal.trust_of("a.md", sha(b"one")) is None
        removed = journal.change(Change("remove", "pinned/a.md", expect_sha=sha(b"one")))
        assert journal.trust_of("pinned/a.md", sha(b"one")) is None
    assert home.files() == {}
    assert removed.version is not None
    assert (home.state / removed.version).read_bytes() == b"one"


def test_a_directory_moves_with_the_trust_of_all_that_is_in_it(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("old/deep/a.md", b"one", trust="operator"))
        journal.change(Change("move", "old", to="new", directory=True))
        assert journal.trust_of("new/deep/a.md", sha(b"one")) == "operator"
        assert "old/deep/a.md" not in journal.known
    assert home.files() == {"new/deep/a.md": b"one"}
    assert home.surprises == []


def test_only_an_empty_directory_is_removed(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("d/a.md", b"one"))
        with pytest.raises(Refused, match="not empty"):
            journal.change(Change("remove", "d", directory=True))
        journal.change(Change("remove", "d/a.md"))
        journal.change(Change("remove", "d", directory=True))
    assert not (home.room / "d").exists()


def test_what_a_person_edited_is_not_known_and_does_not_become_so_by_moving(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one", trust="user-verified"))
    (home.room / "a.md").write_bytes(b"edited")
    with home.run() as journal:
        journal.change(Change("move", "a.md", to="b.md"))
        assert journal.trust_of("b.md", sha(b"edited")) is None
        assert journal.trust_of("b.md", sha(b"one")) is None


# -- Compare and swap ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "reason", "current"),
    [
        (write("a.md", b"new", None), "exists", sha(b"one")),
        (write("a.md", b"new", sha(b"seen")), "changed by somebody else", sha(b"one")),
        (write("gone.md", b"new", sha(b"seen")), "deleted by somebody else", None),
        (Change("remove", "a.md", expect_sha=sha(b"seen")), "changed by somebody else", sha(b"one")),
        (Change("remove", "gone.md"), "does not exist", None),
        (Change("move", "gone.md", to="b.md"), "does not exist", None),
        (Change("move", "a.md", to="taken.md"), "taken.md exists", sha(b"taken")),
    ],
)
def test_a_change_of_something_else_than_was_seen_is_a_conflict(
    home: Home, change: Change, reason: str, current: str | None
) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        journal.change(write("taken.md", b"taken"))
        before = journal.chain.count
        with pytest.raises(Refused, match=reason) as caught:
            journal.change(change)
        assert (caught.value.rule, caught.value.current) == ("conflict", current)
        assert journal.chain.count == before
    assert home.files() == {"a.md": b"one", "taken.md": b"taken"}


class EditedAtTheLastMoment(LocalHand):
    """A person saves the file just before the hand gets the order."""

    path = ""

    def write(self, path: str, data: bytes, *, expect: str | None, temporary: str) -> Done:
        Path(self.path, path).write_bytes(b"a person's")
        return super().write(path, data, expect=expect, temporary=temporary)


def test_an_edit_between_the_journals_look_and_the_order_is_not_overwritten(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
    EditedAtTheLastMoment.path = str(home.room)
    with home.run(hand=EditedAtTheLastMoment) as journal:
        with pytest.raises(Refused) as caught:
            journal.change(write("a.md", b"two", sha(b"one")))
        assert (caught.value.rule, caught.value.current) == ("conflict", sha(b"a person's"))
    assert home.files() == {"a.md": b"a person's"}
    assert rows(home, "completion")[-1]["outcome"] == "refused"


class EditedAfterwards(LocalHand):
    """A person saves the file between the hand's answer and the journal's look at it."""

    path = ""

    def write(self, path: str, data: bytes, *, expect: str | None, temporary: str) -> Done:
        done = super().write(path, data, expect=expect, temporary=temporary)
        Path(self.path, path).write_bytes(b"a person's")
        return done


def test_an_edit_right_after_the_order_is_a_conflict_and_not_called_done(home: Home) -> None:
    EditedAfterwards.path = str(home.room)
    with home.run(hand=EditedAfterwards) as journal:
        with pytest.raises(Refused, match="just now"):
            journal.change(write("a.md", b"two", trust="operator"))
        assert journal.trust_of("a.md", sha(b"two")) is None
    assert rows(home, "completion")[-1]["outcome"] == "superseded"
    assert home.files() == {"a.md": b"a person's"}


def test_an_edit_before_the_end_of_the_run_is_reported_and_stays(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
        journal.change(write("b.md", b"two"))
        (home.room / "a.md").write_bytes(b"a person's")
        (home.room / "b.md").unlink()
        (home.room / "b.md").symlink_to("a.md")
    assert [(each.path, each.found) for each in home.surprises] == [
        ("a.md", sha(b"a person's")),
        ("b.md", ""),
    ]
    assert rows(home, "settled")[-1]["changed"] == ["a.md", "b.md"]
    assert (home.room / "a.md").read_bytes() == b"a person's"


# -- What is refused -----------------------------------------------------------------------------------------


def test_a_file_that_is_too_large_is_left_as_it_is(home: Home) -> None:
    large = b"x" * (LARGEST + 1)
    with home.run() as journal:
        with pytest.raises(Refused, match="write less"):
            journal.change(write("a.md", large))
        (home.room / "big.md").write_bytes(large)
        with pytest.raises(Refused, match="larger than 524288 bytes"):
            journal.change(Change("remove", "big.md"))
    assert home.files() == {"big.md": large}


@pytest.mark.parametrize("kind", ["link", "dangling link", "fifo", "directory"])
def test_what_is_no_plain_file_is_left_as_it_is_and_no_row_is_written(home: Home, kind: str) -> None:
    with home.run() as journal:
        name = home.room / "a.md"
        if kind == "fifo":
            os.mkfifo(name)
        elif kind == "directory":
            name.mkdir()
        else:
            name.symlink_to("/etc/hostname" if kind == "link" else "nowhere")
        before = journal.chain.count
        for change in (write("a.md", b"x", ANY), Change("remove", "a.md"), Change("move", "a.md", to="b.md")):
            with pytest.raises(Refused, match="left as it is"):
                journal.change(change)
        assert journal.chain.count == before


@needs_too_long
def test_a_name_that_is_too_long_for_the_file_system_is_refused(home: Home) -> None:
    with home.run() as journal:
        with pytest.raises(Refused, match="too long"):
            journal.change(write("x" * 300 + ".md", b"x"))


def test_the_hand_is_not_asked_for_what_was_there_or_is_there(home: Home) -> None:
    """A hand that lies about what it reads does not change what is versioned or called done."""

    class Lying(LocalHand):
        def read(self, path: str) -> bytes:
            return b"lies"

    with home.run(hand=Lying) as journal:
        journal.change(write("a.md", b"one"))
        assert journal.change(write("a.md", b"two", sha(b"one"))).old_sha256 == sha(b"one")


class Dying(LocalHand):
    """The hand's process ends in the middle of an order."""

    def write(self, path: str, data: bytes, *, expect: str | None, temporary: str) -> Done:
        raise ConnectionError("the hand is gone")


def test_after_the_hand_died_nothing_more_is_changed_until_recovery(home: Home) -> None:
    with pytest.raises(ConnectionError), home.run(hand=Dying) as journal:
        try:
            journal.change(write("a.md", b"one"))
        finally:
            with pytest.raises(RoomError, match="interrupted"):
                journal.change(write("b.md", b"two"))
    with home.run() as journal:
        assert [(each.path, each.outcome) for each in home.recovered] == [("a.md", "recovered-back")]
        journal.change(write("b.md", b"two"))
    assert home.files() == {"b.md": b"two"}


class Full(LocalHand):
    """The room's disk is full."""

    def write(self, path: str, data: bytes, *, expect: str | None, temporary: str) -> Done:
        raise Refused("full", "the disk is full", errno.ENOSPC)


def test_a_full_disk_in_the_room_leaves_the_old_bytes_and_says_so(home: Home) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
    with home.run(hand=Full) as journal:
        with pytest.raises(Refused, match="the disk is full"):
            journal.change(write("a.md", b"two", sha(b"one")))
        journal.record({"kind": "reject", "reason": "the disk is full"})
    assert home.files() == {"a.md": b"one"}
    row = rows(home, "completion")[-1]
    assert (row["of"], row["outcome"]) == (5, "refused")
    assert (row["rule"], row["reason"]) == ("full", "the disk is full")


# -- Failures of the state's own file system -----------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
@pytest.mark.parametrize("place", ["spool", "row", "fsync"])
def test_a_failure_of_the_state_before_the_order_leaves_the_room_alone(
    home: Home, monkeypatch: pytest.MonkeyPatch, number: int, place: str
) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))

    def fail(fd: int, data: bytes = b"") -> None:
        if place != "fsync":
            os.write(fd, data[: len(data) // 2])
        raise OSError(number, os.strerror(number))

    with home.run(settle=False) as journal:
        target = {"spool": (spool, "write_all"), "row": (audit, "write_all"), "fsync": (audit, "_sync")}
        with monkeypatch.context() as patch:
            patch.setattr(*target[place], fail)
            (home.room / "a.md").write_bytes(b"edited by hand, so not kept yet")
            with pytest.raises(StoreError) as caught:
                journal.change(write("a.md", b"two", ANY))
        assert caught.value.errno == number
        assert caught.value.exit_code == 6
        assert os.strerror(number) in str(caught.value)
    assert home.files() == {"a.md": b"edited by hand, so not kept yet"}
    with home.run() as journal:
        journal.change(write("a.md", b"two", ANY))
    assert home.files() == {"a.md": b"two"}
    with directory(home.state) as state:
        assert audit.verify(state, home.registry.entries()[0].mark) is None


def test_after_a_failed_fsync_no_more_rows_are_written_in_that_run(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(fd: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with home.run(settle=False) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(audit, "_sync", fail)
            with pytest.raises(StoreError):
                journal.change(write("a.md", b"one"))
        with pytest.raises(StoreError, match="fsync failed"):
            journal.record({"kind": "skip"})
    with home.run():
        assert [each.outcome for each in home.recovered] == ["recovered-back"]


def test_a_failure_to_write_the_completion_row_is_made_up_for_at_the_next_start(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    with home.run(settle=False) as journal:

        def fail(fd: int, data: bytes) -> None:
            if b'"completion"' in data:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.write(fd, data)

        with monkeypatch.context() as patch:
            patch.setattr(audit, "write_all", fail)
            with pytest.raises(StoreError, match="free some space"):
                journal.change(write("a.md", b"one", trust="operator"))
    with home.run() as journal:
        assert [each.outcome for each in home.recovered] == ["recovered-forward"]
        assert journal.trust_of("a.md", sha(b"one")) == "operator"


# -- The protocol itself -------------------------------------------------------------------------------------


def test_the_steps_are_done_in_the_order_of_the_table(home: Home) -> None:
    seen: list[str] = []
    with home.run(on_step=seen.append) as journal:
        journal.change(write("a.md", b"one"))
    assert seen == [name for name in STEPS if name not in ("examine", "rescue", "sweep", "conclude")]
    assert len(set(STEPS)) == len(STEPS)


def test_old_bytes_and_intent_are_on_the_disk_before_the_order(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    with home.run() as journal:
        journal.change(write("a.md", b"one"))
    (home.room / "a.md").write_bytes(b"edited")
    events: list[str] = []

    def recorded(name: str, real: Any) -> Any:
        def call(fd: int) -> None:
            events.append(name)
            real(fd)

        return call

    with home.run(on_step=events.append) as journal:
        monkeypatch.setattr(audit, "_sync", recorded("rows on disk", audit._sync))
        monkeypatch.setattr(spool, "_sync", recorded("old bytes on disk", spool._sync))
        journal.change(write("a.md", b"two", ANY))
        monkeypatch.undo()
        assert events == [
            *["read", "keep", "intend", "sync"],
            *["old bytes on disk", "rows on disk"],
            *["order", "verify", "complete"],
        ]
    assert [name for name, _ in CHANGE_STEPS] == [name for name in events[:9] if " " not in name]


def test_a_room_that_is_not_the_users_own_gets_no_journal(home: Home) -> None:
    home.room.mkdir(mode=0o700)
    (home.room / "planted.md").write_bytes(b"planted")
    with pytest.raises(RoomError, match="foreign"), home.run():
        pass
    assert home.files() == {"planted.md": b"planted"}
    assert not home.state.exists()
