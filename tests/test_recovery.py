"""What a crash leaves: a run is killed at every step of the protocol and at every system call of the hand."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from room import audit
from room.errors import RoomError
from room.history import rollback
from room.journal import STEPS, Journal
from room.orders import ANY, Change
from room.recovery import STEPS as RECOVERY_STEPS
from room.recovery import Seen, examine
from room.settling import STEPS as SETTLING
from tests.capabilities import HAS_SIGKILL
from tests.rooms import Home, LocalHand, directory, sha

OLD, NEW, KEPT = b"the old bytes\n", b"the new bytes\n", b"untouched\n"

RECOVERING = [name for name, _ in RECOVERY_STEPS]

# Each change with the room before it and after it. It is finished or undone as a whole, nothing in between.
CHANGES: dict[str, tuple[Callable[[Journal], Change], dict[str, bytes], dict[str, bytes]]] = {
    "create": (lambda journal: Change("write", "new/a.md", data=NEW), {}, {"new/a.md": NEW}),
    "edit": (
        lambda journal: Change("write", "a.md", data=NEW, expect_sha=sha(OLD), trust="operator"),
        {"a.md": OLD},
        {"a.md": NEW},
    ),
    "rename": (lambda journal: Change("move", "a.md", to="sub/b.md"), {"a.md": OLD}, {"sub/b.md": OLD}),
    "pin": (
        lambda journal: Change("move", "a.md", to="pinned/a.md", by="memory pin"),
        {"a.md": OLD},
        {"pinned/a.md": OLD},
    ),
    "delete": (lambda journal: Change("remove", "a.md", expect_sha=sha(OLD)), {"a.md": OLD}, {}),
    "index": (
        lambda journal: Change("write", "MEMORY.md", data=NEW, expect_sha=ANY, by="index"),
        {"MEMORY.md": OLD},
        {"MEMORY.md": NEW},
    ),
    "rollback": (
        lambda journal: rollback(journal.versions, rows(journal), "6"),
        {"a.md": OLD, "b.md": NEW},
        {"a.md": OLD, "b.md": OLD},
    ),
}


def rows(journal: Journal) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path(journal.chain.path).read_text("ascii").splitlines()]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def prepare(home: Home, before: dict[str, bytes]) -> None:
    """Make the room as it was before, through the journal, so that the chain knows it."""
    with home.run(run="before") as journal:
        for path, data in before.items():
            if path == "b.md":
                # Row 4 is the creation of b.md, row 6 the edit that is rolled back.
                journal.change(Change("write", path, data=OLD, trust="user-observed"))
                journal.change(Change("write", path, data=data, expect_sha=sha(OLD)))
            else:
                journal.change(Change("write", path, data=data, trust="user-observed"))


def in_a_child(work: Callable[[], None]) -> int:
    """Run something in a forked process, and return the signal that ended it; 0 if it came to its end."""
    if not HAS_SIGKILL:
        pytest.skip("this system has neither fork nor SIGKILL")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return os.WTERMSIG(status)
    assert os.WEXITSTATUS(status) == 0, "the child failed by itself"
    return 0


def killed_at_step(home: Home, make: Callable[[Journal], Change], step: str, nth: int = 1) -> bool:
    """Make the change in a process that is killed just before a step; return whether it came so far."""
    seen = 0

    def kill(name: str) -> None:
        nonlocal seen
        seen += name == step
        if name == step and seen == nth:
            os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        with home.run(run="killed", on_step=kill) as journal:
            journal.change(make(journal))

    return in_a_child(work) == signal.SIGKILL


class CountedCalls:
    """Counts the calls with which a hand changes anything, and kills the process at one of them."""

    NAMES = ("open", "write", "fsync", "rename", "unlink", "mkdir", "close")

    def __init__(self, at: int, *, after: bool) -> None:
        self.left = at
        self.after = after

    def install(self) -> None:
        """Replace the calls in this process, which is a forked one and ends soon."""
        import posix

        from worker import renaming

        for name in self.NAMES:
            setattr(posix, name, self._wrapped(getattr(posix, name)))
        for name in ("exchange", "rename_to_new"):
            setattr(renaming, name, self._wrapped(getattr(renaming, name)))

    def _wrapped(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            self.left -= 1
            if self.left == 0 and not self.after:
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                return real(*arguments, **options)
            finally:
                if self.left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        return call


def killed_in_the_hand(home: Home, make: Callable[[Journal], Change], call: int, *, after: bool) -> bool:
    """Make the change in a process that is killed at a call of its order; return whether it got there."""

    def work() -> None:
        with home.run(run="killed") as journal:
            change = make(journal)

            def arm(name: str) -> None:
                if name == "order":
                    CountedCalls(call, after=after).install()
                elif name == "verify":
                    # The order is over and its calls were fewer: this process has nothing more to show.
                    os._exit(0)

            journal._on_step = arm
            journal.change(change)

    return in_a_child(work) == signal.SIGKILL


def assert_whole(home: Home, before: dict[str, bytes], after: dict[str, bytes]) -> bool:
    """The next run finishes or undoes it, and everything is in order. Return whether it was finished."""
    with home.run(run="next"):
        files = home.files()
    assert files in (before, after), f"neither before nor after: {files}"
    assert home.surprises == []
    assert not list(home.room.rglob(".scribe-*"))
    with directory(home.state) as state:
        assert audit.verify(state, home.registry.entries()[0].mark) is None
    with home.open() as place:
        ledger = place.knowledge()
    assert ledger.unfinished == {}
    assert {path: known.sha256 for path, known in ledger.known.items()} == {
        path: sha(data) for path, data in files.items()
    }
    kept = {data for path, data in versions(home).items()}
    assert set(before.values()) <= kept | set(files.values())
    return files == after


def versions(home: Home) -> dict[str, bytes]:
    folder = home.state / "versions"
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# -- Killed at every step ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHANGES)
def test_a_run_that_is_killed_at_any_step_is_finished_or_undone(home: Home, name: str) -> None:
    make, before, after = CHANGES[name]
    prepare(home, before)
    outcomes = {}
    for step in (step for step in STEPS if step not in RECOVERING):
        assert killed_at_step(home, make, step), f"the run does not come to {step}"
        outcomes[step] = assert_whole(home, before, after)
        if outcomes[step]:
            # The next step is tried from the same start.
            restore(home, before, after)
    undone = ["read", "keep", "intend", "sync", "order"]
    finished = ["verify", "complete", *(step for step, _ in SETTLING)]
    assert outcomes == dict.fromkeys(undone, False) | dict.fromkeys(finished, True)


def restore(home: Home, before: dict[str, bytes], after: dict[str, bytes]) -> None:
    with home.run(run="restore") as journal:
        for path in after.keys() - before.keys():
            journal.change(Change("remove", path))
        for path, data in before.items():
            journal.change(Change("write", path, data=data, expect_sha=ANY, trust="user-observed"))
    for folder in sorted(home.room.rglob("*"), reverse=True):
        if folder.is_dir():
            folder.rmdir()


@pytest.mark.parametrize("after_call", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("name", ["create", "edit", "rename", "delete"])
def test_a_hand_that_is_killed_at_any_call_leaves_nothing_behind(home: Home, name: str, after_call: bool) -> None:
    make, before, after = CHANGES[name]
    prepare(home, before)
    call, finished = 1, 0
    while killed_in_the_hand(home, make, call, after=after_call):
        if assert_whole(home, before, after):
            finished += 1
            restore(home, before, after)
        call += 1
    assert call > 5, "the order makes several calls"
    assert finished, "the last calls come after the change"
    assert_whole(home, before, after)


@pytest.mark.parametrize("step", STEPS)
def test_recovery_itself_is_killed_at_any_step_and_recovered(home: Home, step: str) -> None:
    make, before, after = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    # The hand had put the new file in its place and was killed before it removed the old one.
    (home.room / "a.md").write_bytes(NEW)
    (home.room / row["temporary"]).write_bytes(OLD)
    killed = [
        killed_at_step(home, lambda journal: Change("write", "b.md", data=b"x", expect_sha=ANY), step, nth)
        for nth in (1, 2, 3)
    ]
    assert any(killed), f"no run comes to {step}"
    if (home.room / "b.md").exists():
        with home.run(run="tidy") as journal:
            journal.change(Change("remove", "b.md"))
    assert assert_whole(home, before, after)


# -- A person in between -------------------------------------------------------------------------------------


def interrupted(home: Home, make: Callable[[Journal], Change]) -> dict[str, Any]:
    """Leave an intent whose order was not given; return its row."""
    assert killed_at_step(home, make, "order")
    last = (home.state / "audit.jsonl").read_text("ascii").splitlines()[-1]
    row: dict[str, Any] = json.loads(last)
    assert row["kind"] == "intent"
    return row


def test_what_a_person_wrote_after_the_crash_stays(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    interrupted(home, make)
    (home.room / "a.md").write_bytes(b"a person's")
    with home.run(run="next") as journal:
        assert [each.outcome for each in home.recovered] == ["superseded"]
        assert journal.trust_of("a.md", sha(b"a person's")) is None
        assert journal.trust_of("a.md", sha(NEW)) is None
    assert home.files() == {"a.md": b"a person's"}


def test_an_edit_that_the_hand_held_when_it_was_killed_goes_back_to_its_place(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    # The hand had exchanged the files and not yet seen that it holds a person's edit.
    (home.room / row["temporary"]).write_bytes(b"a person's")
    (home.room / "a.md").write_bytes(NEW)
    with home.run(run="next"):
        assert [each.outcome for each in home.recovered] == ["recovered-forward"]
    assert home.files() == {"a.md": b"a person's"}
    assert NEW in versions(home).values()


def test_an_edit_that_a_removing_hand_held_goes_back_to_its_place(home: Home) -> None:
    make, before, _ = CHANGES["delete"]
    prepare(home, before)
    row = interrupted(home, make)
    (home.room / "a.md").unlink()
    (home.room / row["temporary"]).write_bytes(b"a person's")
    with home.run(run="next"):
        pass
    assert home.files() == {"a.md": b"a person's"}


def test_bytes_that_cannot_go_back_are_kept_where_a_person_finds_them(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    (home.room / row["temporary"]).write_bytes(b"a person's")
    (home.room / "a.md").write_bytes(b"another one's")
    with home.run(run="next"):
        (found,) = home.recovered
    assert home.files() == {"a.md": b"another one's"}
    assert found.kept is not None
    assert (home.state / found.kept).read_bytes() == b"a person's"


def test_a_held_edit_that_is_too_large_to_be_changed_is_kept_all_the_same(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    large = b"x" * 1_000_000
    (home.room / row["temporary"]).write_bytes(large)
    (home.room / "a.md").write_bytes(NEW)
    with home.run(run="next"):
        pass
    assert home.files() == {"a.md": large}


def test_a_file_beyond_every_bound_stays_beside_and_is_shown(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    huge = b"x" * 5_000_000
    (home.room / row["temporary"]).write_bytes(huge)
    with home.run(run="next") as journal:
        assert home.recovered[0].kept is not None
        journal.change(Change("write", "b.md", data=b"the room is not blocked"))
    assert home.files()[row["temporary"]] == huge


def test_only_the_temporary_file_that_an_intent_names_is_removed(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    (home.room / row["temporary"]).write_bytes(NEW[:4])
    (home.room / ".scribe-0123456789abcdef.tmp").write_bytes(b"a person may name a file like this")
    with home.run(run="next"):
        pass
    assert sorted(home.files()) == [".scribe-0123456789abcdef.tmp", "a.md"]


def test_a_link_in_the_place_of_the_temporary_file_is_not_touched(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    outside = home.folder / "outside.md"
    outside.write_bytes(OLD)
    (home.room / row["temporary"]).symlink_to(outside)
    with home.run(run="next"):
        assert [each.outcome for each in home.recovered] == ["recovered-back"]
    assert (home.room / row["temporary"]).is_symlink()
    assert outside.read_bytes() == OLD


class Unable(LocalHand):
    """The room has become read-only."""

    def remove(self, path: str, **options: Any) -> Any:
        from room.errors import Refused

        raise Refused("read-only", "the file system is read-only", 30)


def test_a_room_that_cannot_be_cleaned_up_is_not_written(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    row = interrupted(home, make)
    (home.room / row["temporary"]).write_bytes(NEW)
    with pytest.raises(RoomError, match="read-only"), home.run(run="next", hand=Unable):
        pass
    assert_whole(home, before, {"a.md": NEW})


def test_no_hand_is_launched_where_nothing_has_to_be_removed(home: Home) -> None:
    make, before, _ = CHANGES["edit"]
    prepare(home, before)
    interrupted(home, make)

    with home.open() as place:

        def launch() -> LocalHand:
            raise AssertionError("a hand was launched")

        journal = Journal(place, launch, run="next", registry=home.registry, now=home.now)
        assert [each.outcome for each in journal.recover()] == ["recovered-back"]
        journal.settle()
        journal.close()


# -- The judgement alone -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "there", "aside", "outcome"),
    [
        ("write", b"new", None, "recovered-forward"),
        ("write", b"old", None, "recovered-back"),
        ("write", b"else", None, "superseded"),
        ("write", None, None, "superseded"),
        ("write", b"old", b"ne", "recovered-back"),
        ("write", b"new", b"old", "recovered-forward"),
        ("remove", None, None, "recovered-forward"),
        ("remove", None, b"old", "recovered-forward"),
        ("remove", b"old", None, "recovered-back"),
        ("remove", b"else", None, "superseded"),
    ],
)
def test_the_bytes_on_the_disk_say_how_far_a_change_came(
    op: str, there: bytes | None, aside: bytes | None, outcome: str
) -> None:
    intent = {"op": op, "path": "a.md", "temporary": "t", "old": sha(b"old")}
    if op == "write":
        intent["new"] = sha(b"new")
    finding = examine(intent, {"a.md": Seen(there), "t": Seen(aside)}.__getitem__, b"new")
    assert finding.outcome == outcome
    assert finding.sweep == (None if aside is None else sha(aside))
    assert (finding.rescue, finding.keep) == (None, None)


@pytest.mark.parametrize(
    ("there", "goal", "outcome"),
    [
        (b"old", None, "recovered-back"),
        (None, b"old", "recovered-forward"),
        (None, None, "superseded"),
        (b"old", b"old", "superseded"),
        (None, b"else", "superseded"),
        (b"else", None, "superseded"),
    ],
)
def test_a_move_is_judged_by_both_of_its_names(there: bytes | None, goal: bytes | None, outcome: str) -> None:
    intent = {"op": "move", "path": "a.md", "to": "b.md", "old": sha(b"old")}
    finding = examine(intent, {"a.md": Seen(there), "b.md": Seen(goal)}.__getitem__, None)
    assert finding.outcome == outcome
