"""A chain in several files: it reads as one, stays whole through any crash, and shows which file is missing."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from room import audit, checking, ledger, segments
from room.audit import Misfit
from room.errors import RoomError, StoreError
from room.handles import Directory
from room.journal import STEPS
from room.orders import ANY, Change
from room.settling import STEPS as SETTLING
from tests.rooms import Home, directory, sha
from tests.test_recovery import CHANGES, RECOVERING, assert_whole, in_a_child, killed_at_step, prepare

ROTATING = ("set-file-aside", "begin-file")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A room whose chain goes on in a new file after every run."""
    monkeypatch.setattr(audit, "ROTATE_AT", 0)
    return Home(tmp_path)


def run(home: Home, name: str, data: bytes = b"text\n", **options: Any) -> None:
    with home.run(run=f"run-{name}") as journal:
        journal.change(Change("write", name, data=data, expect_sha=ANY, **options))


def files(home: Home) -> list[str]:
    return sorted(path.name for path in home.state.glob("audit*"))


def rows(home: Home) -> list[dict[str, Any]]:
    with directory(home.state) as state:
        reader, found = audit.read(state, home.registry.entries()[0].mark)
        read = list(found)
        assert reader.fault() is None
    return read


def verify(home: Home) -> Misfit | None:
    with directory(home.state) as state:
        return audit.verify(state, home.registry.entries()[0].mark)


def lived_in(home: Home, runs: int = 3) -> None:
    for number in range(runs):
        run(home, f"{number}.md", b"%d\n" % number, trust="user-observed", note={"type": "project"})


# -- One chain -----------------------------------------------------------------------------------------------


def test_numbers_and_hashes_run_through_all_files(home: Home) -> None:
    lived_in(home)
    assert files(home) == ["audit-000001.jsonl", "audit-000002.jsonl", "audit-000003.jsonl", "audit.jsonl"]
    previous, count = "0" * 64, 0
    for name in files(home):
        for line in (home.state / name).read_bytes().splitlines():
            row, count = json.loads(line), count + 1
            assert (row["seq"], row["prev"]) == (count, previous)
            previous = hashlib.sha256(line).hexdigest()
    assert [row["seq"] for row in rows(home)] == list(range(1, count + 1))
    assert verify(home) is None


def test_a_small_chain_stays_one_file(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "ROTATE_AT", 5_000)
    lived_in(home)
    assert files(home) == ["audit.jsonl"]
    lived_in(home, runs=12)
    assert files(home) == ["audit-000001.jsonl", "audit.jsonl"]


def test_what_was_carried_over_does_not_count_so_that_a_large_room_does_not_begin_a_file_with_every_run(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    with home.run() as journal:
        for number in range(50):
            journal.change(Change("write", f"{number}.md", data=b"x"))
    assert len(files(home)) == 2
    lived_in(home)
    assert len(files(home)) == 2


def test_the_ledger_is_the_same_whether_all_files_are_read_or_one(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "_PART", 300)
    lived_in(home, runs=4)
    with home.run() as journal:
        journal.change(Change("move", "1.md", to="pinned/1.md"))
        journal.change(Change("remove", "2.md"))
        for number in range(12):
            journal.change(Change("write", "3.md", data=b"%d" % number, expect_sha=ANY))
    carried = [json.loads(line) for line in (home.state / "audit.jsonl").read_text().splitlines()]
    assert {row["kind"] for row in carried} == {"carried"} and len(carried) > 1
    whole = ledger.Ledger()
    for row in rows(home):
        whole.add(row)
    with home.open() as place:
        short = place.knowledge()
    assert vars(short) == vars(whole)
    assert list(short.known) == list(whole.known)
    assert short.trust_of("pinned/1.md", sha(b"1\n")) == "user-observed"


def test_a_start_reads_the_growing_file_only(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    lived_in(home)
    opened = []
    real = Directory.open

    def recorded(self: Directory, name: str, *arguments: Any) -> int:
        opened.append(name)
        return real(self, name, *arguments)

    monkeypatch.setattr(Directory, "open", recorded)
    with home.open() as place:
        assert set(place.knowledge().known) == {"0.md", "1.md", "2.md"}
    with home.run() as journal:
        assert set(journal.known) == {"0.md", "1.md", "2.md"}
    assert "audit.jsonl" in opened
    assert not [name for name in opened if name.startswith("audit-")]


def test_what_was_carried_over_counts_only_where_the_registry_vouches_for_it(home: Home) -> None:
    """A file that somebody put in the place of the growing one, and that claims trust, is not believed."""
    lived_in(home)
    chain = home.state / "audit.jsonl"
    before = chain.read_bytes()
    known = {"0.md": {"sha256": "f" * 64, "trust": "operator", "row": 1, "at": "", "run": "", "note": {}}}
    forged = json.loads(before.splitlines()[0])
    forged.update(known=known, seq=forged["seq"] + 1, files=3)
    for seq in (forged["seq"] - 1, forged["seq"], 1, 10_000):
        forged["seq"] = seq
        chain.write_bytes(json.dumps(forged).encode() + b"\n")
        assert verify(home) is not None
        with home.open() as place:
            assert place.knowledge().known == {}
        with pytest.raises(RoomError, match="does not fit"), home.run():
            pass
    chain.write_bytes(before)
    assert verify(home) is None


@pytest.mark.parametrize("known", [None, [], {"a.md": {}}, {"a.md": {"sha256": 1}}])
def test_a_carried_row_that_makes_no_sense_does_not_fit(home: Home, known: Any) -> None:
    lived_in(home)
    chain = home.state / "audit.jsonl"
    row = json.loads(chain.read_bytes())
    row["known"] = known
    chain.write_bytes(json.dumps(row).encode() + b"\n{}\n")
    found = verify(home)
    assert found is not None and "carried over" in found.reason
    with home.open() as place:
        assert place.knowledge().known == {}


def test_no_file_begins_while_a_change_is_unfinished(home: Home) -> None:
    lived_in(home, 1)
    with home.run(settle=False) as journal:
        for number in range(20):
            journal.record({"kind": "skip", "number": number})
    assert killed_at_step(home, lambda journal: Change("write", "x.md", data=b"x"), "order")
    with home.open() as place:
        chain = audit.Chain(place.state, now=home.now, mark=place.entry.mark)
        assert chain.ledger.unfinished and not chain.full
        chain.close()


# -- Crashes -------------------------------------------------------------------------------------------------


def test_the_steps_of_a_rotation_are_steps_of_the_protocol() -> None:
    names = [name for name, _ in SETTLING]
    assert names[-4:] == ["secure-chain", *ROTATING, "checkpoint"]
    assert set(ROTATING) < set(STEPS)


@pytest.mark.parametrize("step", [step for step in STEPS if step not in RECOVERING])
@pytest.mark.parametrize("name", ["create", "edit", "delete"])
def test_a_run_that_is_killed_at_any_step_leaves_a_whole_chain(home: Home, name: str, step: str) -> None:
    make, before, after = CHANGES[name]
    prepare(home, before)
    assert killed_at_step(home, make, step), f"the run does not come to {step}"
    assert_whole(home, before, after)
    run(home, "later.md")
    assert verify(home) is None
    assert [row["seq"] for row in rows(home)] == list(range(1, len(rows(home)) + 1))
    firsts = [json.loads((home.state / name).read_text().splitlines()[0])["kind"] for name in files(home)]
    assert firsts == ["begin", *["carried"] * (len(firsts) - 1)]
    assert not list(home.state.glob(".audit*"))


def test_a_run_after_one_that_the_registry_does_not_know_of_appends_where_the_growing_file_ends(home: Home) -> None:
    lived_in(home, 1)
    assert killed_at_step(home, lambda journal: Change("write", "x.md", data=b"x"), "checkpoint")
    assert len(files(home)) == 3, "the killed run had begun a file"
    run(home, "later.md")
    assert verify(home) is None


def killed_at_call(home: Home, call: int, *, after: bool) -> bool:
    """Kill a run at a call with which it rotates; return whether it came so far."""
    left = call

    def wrapped(real: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*arguments: Any, **options: Any) -> Any:
            nonlocal left
            left -= 1
            if left == 0 and not after:
                os.kill(os.getpid(), signal.SIGKILL)
            try:
                return real(*arguments, **options)
            finally:
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

        return counting

    def arm(name: str) -> None:
        if name == "set-file-aside":
            for each in ("open", "write", "fsync", "replace", "unlink", "close", "stat", "listdir"):
                setattr(os, each, wrapped(getattr(os, each)))
        elif name == "checkpoint":
            os._exit(0)

    def work() -> None:
        with home.run(run="killed", on_step=arm) as journal:
            journal.change(Change("write", "killed.md", data=b"%d" % call, expect_sha=ANY))

    return in_a_child(work) == signal.SIGKILL


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_run_that_is_killed_at_any_call_of_a_rotation_leaves_a_whole_chain(home: Home, after: bool) -> None:
    lived_in(home, 1)
    call = 1
    while killed_at_call(home, call, after=after):
        assert [row["kind"] for row in rows(home)].count("settled") == call + 1
        with home.open() as place:
            assert place.knowledge().known["killed.md"].sha256 == sha(b"%d" % call)
        with home.run(run="next") as journal:
            assert home.recovered == [] and journal.notices == []
            assert journal.known["killed.md"].sha256 == sha(b"%d" % call)
        assert verify(home) is None
        assert not list(home.state.glob(".audit*"))
        call += 1
    assert call > 8, "a rotation makes several calls"
    kinds = [json.loads((home.state / name).read_text().splitlines()[0])["kind"] for name in files(home)]
    assert set(kinds[1:]) == {"carried"}, "every file begins with what was carried over, a killed run's too"


def test_a_full_disk_at_the_beginning_of_a_file_loses_nothing(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    lived_in(home, 1)
    real = Directory.replace

    def fail(self: Directory, name: str, data: bytes, **options: Any) -> None:
        if name == "audit.jsonl":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(self, name, data, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Directory, "replace", fail)
        with pytest.raises(StoreError, match="free some space"), home.run() as journal:
            journal.change(Change("write", "a.md", data=b"one", trust="operator"))
        with pytest.raises(StoreError, match="no more audit rows"):
            journal.record({"kind": "skip"})
        with home.open() as place:
            assert place.knowledge().trust_of("a.md", sha(b"one")) == "operator"
    with home.run() as journal:
        assert journal.trust_of("a.md", sha(b"one")) == "operator"
    assert verify(home) is None


def test_a_torn_line_right_after_a_rotation_is_cut_off_and_said_so(home: Home) -> None:
    lived_in(home)
    with open(home.state / "audit.jsonl", "ab") as file:
        file.write(b'{"seq":')
    found = verify(home)
    assert found is not None and "torn" in found.reason
    with home.run() as journal:
        assert any("torn the last line" in notice for notice in journal.notices)
    assert verify(home) is None


# -- Attacks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["audit-000001.jsonl", "audit-000002.jsonl", "audit-000003.jsonl"])
def test_a_file_that_is_missing_is_named_and_the_room_is_not_written(home: Home, name: str) -> None:
    lived_in(home)
    lost = [json.loads(line)["seq"] for line in (home.state / name).read_text().splitlines()]
    (home.state / name).unlink()
    found = verify(home)
    assert found is not None and found.row == lost[0]
    assert f"rows {lost[0]} to {lost[-1]} are missing: {name} is gone" in found.reason
    with pytest.raises(RoomError, match=name), home.run():
        pass
    with home.open() as place:
        assert place.knowledge().known == {}


def test_a_growing_file_that_is_missing_shows_by_the_registrys_count(home: Home) -> None:
    lived_in(home)
    (home.state / "audit.jsonl").unlink()
    found = verify(home)
    assert found is not None and "the chain ends after" in found.reason


@pytest.mark.parametrize("cut", [1, 2, 50])
def test_a_numbered_file_that_was_cut_shows(home: Home, cut: int) -> None:
    lived_in(home)
    path = home.state / "audit-000002.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    found = verify(home)
    if cut == 1:
        assert found is None, "every byte of every row is there"
    else:
        assert found is not None and "in audit-000002.jsonl" in found.reason
        assert found.row == json.loads(whole.splitlines()[-1])["seq"]


def test_remains_at_the_end_of_a_numbered_file_are_no_torn_line(home: Home) -> None:
    """Nobody was writing there when the run was killed, so nobody cuts them off."""
    lived_in(home)
    (home.state / "audit.jsonl").unlink()
    with open(home.state / "audit-000003.jsonl", "ab") as file:
        file.write(b"\0\0\0\n")
    found = verify(home)
    assert found is not None and "in audit-000003.jsonl" in found.reason


def test_a_row_that_was_changed_in_a_numbered_file_is_named(home: Home) -> None:
    lived_in(home)
    path = home.state / "audit-000002.jsonl"
    path.write_bytes(path.read_bytes().replace(b"user-observed", b"user-verified"))
    found = verify(home)
    assert found is not None and found.reason.startswith("its hash of the row before")


@pytest.mark.parametrize("kind", ["link", "fifo", "directory"])
def test_what_is_no_plain_file_is_no_part_of_a_chain(home: Home, kind: str) -> None:
    lived_in(home)
    path = home.state / "audit-000002.jsonl"
    path.rename(home.state / "elsewhere")
    if kind == "link":
        path.symlink_to("elsewhere")
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.mkdir()
    with pytest.raises(StoreError, match="not read"):
        verify(home)


def test_a_state_directory_is_one_also_while_its_growing_file_is_set_aside(home: Home) -> None:
    lived_in(home, 1)
    (home.state / "audit.jsonl").unlink()
    inside = Home(home.state)
    with pytest.raises(RoomError, match="state directory"), inside.run():
        pass


# -- Readers without a lock ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rotations", [1, 2])
@pytest.mark.parametrize("reading", ["read", "known"])
def test_a_reader_loses_and_repeats_nothing_when_a_file_is_set_aside_under_it(
    home: Home, monkeypatch: pytest.MonkeyPatch, rotations: int, reading: str
) -> None:
    """It has opened the growing file, and before it looks for the others a run ends and rotates."""
    run(home, "0.md")
    mark = home.registry.entries()[0].mark
    real = segments.numbers
    left = rotations

    def between(state: Directory) -> list[int]:
        nonlocal left
        while left:
            left -= 1
            run(home, f"late-{left}.md")
        return real(state)

    with directory(home.state) as state:
        for module in (segments, checking):
            monkeypatch.setattr(module, "numbers", between)
        if reading == "known":
            known = audit.known(state, mark)
            assert known is not None and "0.md" in known.known
        else:
            reader, found = audit.read(state, mark)
            read = [row["seq"] for row in found]
            assert reader.fault() is None
            assert read == list(range(1, len(read) + 1)) and len(read) >= mark.rows


def test_a_reader_that_comes_while_the_growing_file_is_set_aside_reads_the_others(home: Home) -> None:
    lived_in(home, 1)
    assert killed_at_step(home, lambda journal: Change("write", "x.md", data=b"x"), "begin-file")
    assert not (home.state / "audit.jsonl").exists()
    assert rows(home)[-1]["kind"] == "settled"
    with home.open() as place:
        assert set(place.knowledge().known) == {"0.md", "x.md"}
