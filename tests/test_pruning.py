"""Pruning versions: what is old goes, the last version of a living memory never does, and what went is said for good."""

from __future__ import annotations

import errno
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from confine.cli import main
from room import audit, pruning
from room.errors import RoomError, StoreError
from room.handles import Directory
from room.history import rollback
from room.orders import ANY, Change
from room.pruning import plan, prune
from room.versions import Versions
from tests.rooms import NOON, Home, directory, sha
from tests.test_recovery import in_a_child

Run = Callable[..., Any]
DAY = 86_400
FOREVER = "9999-12-31T23:59:59Z"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    home = Home(tmp_path)
    home.registry.path = str(Path(home.folder, "scribe", "registry"))
    # The commands look at the clock themselves.
    monkeypatch.setattr("time.time", home.now)
    return home


@pytest.fixture
def scribe(home: Home, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*line: str, code: int = 0) -> Any:
        assert main(["memory", *line, "--room", str(home.room), "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


def rows(home: Home) -> list[dict[str, Any]]:
    with directory(home.state) as state:
        return audit.whole(state, home.registry.entries()[0].mark, "")


def kept(home: Home) -> set[str]:
    """Return the hashes that the store has."""
    return {path.name for path in (home.state / "versions" / ".content").iterdir()}


def shown(home: Home) -> set[bytes]:
    """Return the bytes that people find under names."""
    folder = home.state / "versions"
    return {
        path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.parent.name.startswith(".")
    } - {b""}


def write(home: Home, path: str, *texts: bytes) -> None:
    """Write a file several times, ten days apart."""
    for text in texts:
        with home.run() as journal:
            journal.change(Change("write", path, data=text, expect_sha=ANY))
        home.time += 10 * DAY


def planned(home: Home, before: str = FOREVER) -> pruning.Plan:
    with directory(home.state) as state:
        return plan(state, rows(home), before)


# -- What goes and what stays --------------------------------------------------------------------------------


def test_all_but_the_last_versions_of_living_memories_goes(home: Home, scribe: Run) -> None:
    write(home, "a.md", b"one", b"two", b"three", b"four")
    write(home, "gone.md", b"five")
    with home.run() as journal:
        journal.change(Change("remove", "gone.md"))
    home.time += 10 * DAY
    report = scribe("prune", "--versions", "--older-than", "1d", "--yes")
    assert kept(home) == {sha(b"three"), sha(b"four")}
    assert shown(home) == {b"three"}
    assert (report["versions"], report["bytes"], report["kept"]) == (3, 10, 2)
    assert report["memories"] == [
        {"path": "a.md", "versions": 2, "bytes": 6},
        {"path": "gone.md", "versions": 1, "bytes": 4},
    ]
    assert home.files()["a.md"] == b"four"


def test_what_was_needed_since_the_cutoff_stays(home: Home, scribe: Run) -> None:
    write(home, "a.md", b"one", b"two", b"three", b"four")
    # "two" was replaced 20 days ago, "one" 30 days ago.
    scribe("prune", "--versions", "--older-than", "25d", "--yes")
    assert kept(home) == {sha(each) for each in (b"two", b"three", b"four")}
    assert shown(home) == {b"two", b"three"}


def test_bytes_that_stood_somewhere_again_are_as_old_as_the_last_time(home: Home) -> None:
    write(home, "a.md", b"same")
    with home.run() as journal:
        journal.change(Change("remove", "a.md"))
    home.time += 100 * DAY
    write(home, "b.md", b"same")
    with home.run() as journal:
        journal.change(Change("remove", "b.md"))
    assert planned(home, audit.stamp(home.time - 50 * DAY)).drop == {}
    assert set(planned(home).drop) == {sha(b"same")}


def test_the_last_version_of_a_memory_is_kept_through_renames_and_pins(home: Home) -> None:
    write(home, "d/a.md", b"one", b"two", b"three")
    with home.run() as journal:
        journal.change(Change("move", "d", to="e", directory=True))
        journal.change(Change("move", "e/a.md", to="pinned/a.md"))
    found = planned(home)
    assert set(found.drop) == {sha(b"one")} and found.kept == {sha(b"two"), sha(b"three")}


def test_a_write_of_the_same_bytes_after_an_edit_by_hand_leaves_a_way_back(home: Home) -> None:
    write(home, "a.md", b"one")
    (home.room / "a.md").write_bytes(b"by hand")
    write(home, "a.md", b"one")
    assert planned(home).drop == {}


def test_a_memory_that_was_deleted_by_hand_and_written_again_leaves_a_way_back(home: Home) -> None:
    write(home, "a.md", b"one", b"two")
    (home.room / "a.md").unlink()
    write(home, "a.md", b"three")
    found = planned(home)
    assert set(found.drop) == {sha(b"one")} and found.kept == {sha(b"two"), sha(b"three")}


def test_what_the_journal_only_saw_is_as_old_as_the_row_that_says_so(home: Home) -> None:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one"))
        (home.room / "a.md").write_bytes(b"found at the last look")
    row = next(row for row in rows(home) if row["kind"] == "settled")
    row["at"] = "2020-01-01T00:00:00Z"
    rest = {"seq": 1, "kind": "intent", "at": row["at"], "op": "move", "path": "b.md", "to": "c.md"}
    end = {"seq": 2, "kind": "completion", "at": row["at"], "of": 1, "outcome": "superseded"}
    end.update(current=sha(b"found there"), current_to=sha(b"and there"))
    with directory(home.state) as state:
        store = Versions(state)
        store.store(b"found there")
        store.store(b"and there")
        store.close()
        found = plan(state, [rest, end, row], "2020-01-02T00:00:00Z")
    assert found.by_path() == {"a.md": (1, 22), "b.md": (1, 11), "c.md": (1, 9)}


def test_a_memory_that_a_person_deleted_by_hand_keeps_its_last_versions(home: Home) -> None:
    write(home, "a.md", b"one", b"two")
    (home.room / "a.md").unlink()
    assert planned(home).drop == {}


def test_bytes_that_no_row_mentions_are_as_old_as_their_file(home: Home) -> None:
    write(home, "a.md", b"one")
    with directory(home.state) as state:
        store = Versions(state)
        digest = store.store(b"a person's, kept at a recovery")
        store.close()
    path = home.state / "versions" / ".content" / digest
    os.utime(path, (NOON, NOON))
    assert planned(home, audit.stamp(NOON)).drop == {}
    found = planned(home, audit.stamp(NOON + 1))
    assert set(found.drop) == {digest} and found.by_path() == {"": (1, 30)}


def test_what_is_no_version_is_left_alone(home: Home, scribe: Run) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    mine = home.state / "versions" / "mine.txt"
    mine.write_bytes(b"one")
    (home.state / "versions" / ".content" / "mine.txt").write_bytes(b"mine")
    os.utime(home.state / "versions" / ".content" / "mine.txt", (NOON, NOON))
    copies = home.state / "versions" / "my copies"
    copies.mkdir()
    (copies / "a.md").write_bytes(b"one")
    (home.state / "versions" / "link").symlink_to(home.room)
    scribe("prune", "--versions", "--older-than", "0d", "--yes")
    assert mine.read_bytes() == (copies / "a.md").read_bytes() == b"one"
    assert (home.state / "versions" / ".content" / "mine.txt").exists()
    assert (home.room / "a.md").read_bytes() == b"three"


@pytest.mark.parametrize("number", [0, 7])
def test_without_hard_links_the_copies_go_too(home: Home, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(*arguments: Any, **options: Any) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refuse)
    write(home, "a.md", b"one", b"two", b"three")
    if number == 0:
        # As on a file system that numbers no inodes.
        monkeypatch.setattr(pruning, "_identity", lambda status: (-1, -1))
    found = planned(home)
    with directory(home.state) as state:
        prune(state, found, lambda row: None)
    assert shown(home) == {b"two"} and kept(home) == {sha(b"two"), sha(b"three")}


def test_folders_for_people_that_are_empty_then_go(home: Home, scribe: Run) -> None:
    write(home, "d/a.md", b"one", b"two", b"three")
    scribe("prune", "--versions", "--older-than", "0d", "--yes")
    folders = [path for path in (home.state / "versions").iterdir() if not path.name.startswith(".")]
    assert len(folders) == 1 and (folders[0] / "d" / "a.md").read_bytes() == b"two"


# -- What is said --------------------------------------------------------------------------------------------


def test_without_yes_it_is_said_what_would_go_and_nothing_is_changed(
    home: Home, scribe: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    before = [(path, path.stat().st_mtime_ns) for path in home.folder.rglob("*")]
    report = scribe("prune", "--versions", "--older-than", "0d")
    assert main(["memory", "prune", "--versions", "--older-than", "0d", "--room", str(home.room)]) == 0
    out = capsys.readouterr().out
    assert "would drop  a.md  1 version, 3 bytes" in out and "give --yes" in out
    assert (report["pruned"], report["versions"], report["bytes"]) == (False, 1, 3)
    assert [(path, path.stat().st_mtime_ns) for path in home.folder.rglob("*")] == before


def test_with_yes_it_is_said_before_it_is_done(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    assert main(["memory", "prune", "--versions", "--older-than", "0d", "--yes", "--room", str(home.room)]) == 0
    out = capsys.readouterr().out
    assert out.index("drops  a.md") < out.index("dropped 1 version, 3 bytes") < out.index("2 stay: the last")


def test_a_row_says_what_was_pruned(home: Home, scribe: Run) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    scribe("prune", "--versions", "--older-than", "1d", "--yes")
    (row,) = [row for row in rows(home) if row["kind"] == "prune"]
    assert (row["pruned"], row["versions"], row["bytes"]) == ([sha(b"one")], 1, 3)
    assert row["before"] == audit.stamp(home.time - DAY)
    with directory(home.state) as state:
        assert audit.verify(state, home.registry.entries()[0].mark) is None
    assert scribe("prune", "--versions", "--older-than", "1d", "--yes")["versions"] == 0
    assert len([row for row in rows(home) if row["kind"] == "prune"]) == 1, "nothing to do is no row"


def test_many_hashes_are_said_in_several_rows(home: Home, scribe: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "_A_ROW", 2)
    write(home, "a.md", *(b"%d" % number for number in range(7)))
    scribe("prune", "--versions", "--older-than", "0d", "--yes")
    said = [row["pruned"] for row in rows(home) if row["kind"] == "prune"]
    assert [len(each) for each in said] == [2, 2, 1]
    assert sorted(digest for part in said for digest in part) == sorted(sha(b"%d" % number) for number in range(5))


def test_rollback_history_and_replay_say_plainly_what_is_gone(home: Home, scribe: Run) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    first, second, third = [row["seq"] for row in rows(home) if row["kind"] == "intent"]
    scribe("prune", "--versions", "--older-than", "1d", "--yes")
    (row,) = [row["seq"] for row in rows(home) if row["kind"] == "prune"]
    pruned = f"its version was pruned (row {row})"
    assert pruned in scribe("rollback", str(second), code=5)["error"]["why"]
    told = scribe("history", "a")["changes"]
    assert [[each["reason"] for each in step["gone"]] for step in told] == [[], [pruned], [pruned]]
    report = scribe("audit", "--replay", str(first + 1), "--to", str(home.folder / "new"), code=5)
    assert [(each["path"], each["reason"]) for each in report["missing"]] == [("a.md", pruned)]
    assert scribe("rollback", str(third))["path"] == "a.md"
    assert home.files()["a.md"] == b"two"


def test_bytes_that_came_again_after_a_prune_are_there_again(home: Home, scribe: Run) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    scribe("prune", "--versions", "--older-than", "1d", "--yes")
    write(home, "b.md", b"one")
    assert [step["gone"] for step in scribe("history", "a")["changes"]] == [[], [], []]


@pytest.mark.parametrize(
    "line",
    [
        ["--older-than", "90d"],
        ["--versions"],
        ["--versions", "--older-than", "90"],
        ["--versions", "--older-than", "d"],
        ["--versions", "--older-than", "-1d"],
        ["--versions", "--older-than", "1.5d"],
        ["--versions", "--older-than", "1m"],
        ["--versions", "--older-than", "999999d"],
        ["--versions", "--older-than", "٣d"],
        ["--versions", "--older-than", ""],
    ],
    ids=" ".join,
)
def test_nonsense_is_a_usage_error(home: Home, line: list[str]) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    with pytest.raises(SystemExit) as caught:
        main(["memory", "prune", *line, "--yes", "--room", str(home.room)])
    assert caught.value.code == 2
    assert len(kept(home)) == 3


@pytest.mark.parametrize(("age", "count"), [("99999w", 0), ("31d", 0), ("719h", 1), ("4w", 1), ("0h", 2)])
def test_ages_are_hours_days_and_weeks(home: Home, scribe: Run, age: str, count: int) -> None:
    # Replaced 30 and 20 days ago.
    write(home, "a.md", b"one", b"two", b"three", b"four")
    assert scribe("prune", "--versions", "--older-than", age)["versions"] == count


def test_a_chain_that_does_not_fit_is_not_pruned_by(home: Home, scribe: Run) -> None:
    write(home, "a.md", b"one", b"two", b"three")
    chain = home.state / "audit.jsonl"
    chain.write_bytes(chain.read_bytes().replace(b"a.md", b"b.md"))
    for more in ((), ("--yes",)):
        error = scribe("prune", "--versions", "--older-than", "0d", *more, code=5)["error"]
        assert "row 3" in error["why"] and "hash of the row before" in error["why"]
    assert len(kept(home)) == 3


# -- Crashes -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("links", [True, False], ids=["hard links", "copies"])
def test_a_prune_that_is_killed_at_any_call_is_done_by_the_next(
    home: Home, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:
        monkeypatch.setattr(os, "link", lambda *arguments, **options: os.open("/nonexistent", 0))
    call, killed = 0, True
    while killed:
        call += 1
        texts = [b"%d %d" % (call, number) for number in range(4)]
        write(home, "a.md", *texts)

        def work(call: int = call) -> None:
            left = call

            def wrapped(real: Callable[..., Any]) -> Callable[..., Any]:
                def counting(*arguments: Any, **options: Any) -> Any:
                    nonlocal left
                    left -= 1
                    if left == 0:
                        os.kill(os.getpid(), signal.SIGKILL)
                    return real(*arguments, **options)

                return counting

            with home.run(run="killed") as journal:
                for name in ("unlink", "rmdir", "fsync"):
                    setattr(os, name, wrapped(getattr(os, name)))
                prune_all(home, journal)

        killed = in_a_child(work) == signal.SIGKILL
        with home.run(run="next") as journal:
            assert home.recovered == []
            prune_all(home, journal)
        assert kept(home) == {sha(texts[2]), sha(texts[3])}
        assert shown(home) == {texts[2]}
        with directory(home.state) as state:
            assert audit.verify(state, home.registry.entries()[0].mark) is None
    assert call > 5


def prune_all(home: Home, journal: Any) -> None:
    def record(row: Any) -> None:
        journal.record(row)
        journal.chain.sync()

    with directory(home.state) as state:
        prune(state, plan(state, rows(home), FOREVER), record)


def test_nothing_is_dropped_that_the_chain_does_not_say(home: Home) -> None:
    write(home, "a.md", b"one", b"two", b"three")

    def fail(row: Any) -> None:
        raise StoreError("the audit row was not written", "the disk is full", "free some space", errno.ENOSPC)

    with directory(home.state) as state, pytest.raises(StoreError):
        prune(state, plan(state, rows(home), FOREVER), fail)
    assert len(kept(home)) == 3 and shown(home) == {b"one", b"two"}


def test_a_version_is_still_rolled_back_to_after_a_prune_of_others(home: Home) -> None:
    write(home, "a.md", b"one", b"two", b"three", b"four")
    with home.run() as journal:
        prune_all(home, journal)
        ids = [row["seq"] for row in rows(home) if row["kind"] == "intent"]
        with pytest.raises(RoomError, match="pruned"):
            rollback(journal.versions, rows(home), str(ids[1]))
        journal.change(rollback(journal.versions, rows(home), str(ids[-1])))
    assert home.files() == {"a.md": b"three"}


def test_a_state_without_versions_has_nothing_to_drop(tmp_path: Path) -> None:
    with Directory.at(str(tmp_path)) as state:
        assert plan(state, [], FOREVER).drop == {}
