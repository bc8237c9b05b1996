"""The room at any row, rebuilt from chain and versions alone: the oracle is the bytes that stood in the room then."""

from __future__ import annotations

import json
import os
import random
import signal
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from confine.cli import main
from confine.door import Door
from confine.session import Session, opened
from policies import guard
from policies.admission import Source
from policies.profile import load
from room import audit
from room.audit import Chain
from room.errors import Refused, RoomError
from room.history import rollback, versions
from room.journal import STEPS
from room.orders import ANY, LARGEST, Change
from room.place import locate
from room.replaying import ODD, picture, rebuild
from room.versions import Versions
from tests.rooms import Home, LocalHand, directory, sha, tree
from tests.test_recovery import RECOVERING, in_a_child

Snapshots = dict[int, dict[str, bytes]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A room with a registry of its own, where the commands look for it too. Every run begins a new file."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(audit, "ROTATE_AT", 0)
    home = Home(tmp_path)
    home.registry.path = str(Path(home.folder, "scribe", "registry"))
    return home


@pytest.fixture
def snapshots(home: Home, monkeypatch: pytest.MonkeyPatch) -> Snapshots:
    """The bytes of the room in the moment in which each row was appended."""
    taken: Snapshots = {}
    real = Chain.append

    def append(self: Chain, rows: Any, *, durable: bool = False) -> list[int]:
        numbers = real(self, rows, durable=durable)
        taken.update(dict.fromkeys(numbers, home.files() if home.room.exists() else {}))
        return numbers

    monkeypatch.setattr(Chain, "append", append)
    return taken


def rows(home: Home) -> list[dict[str, Any]]:
    with directory(home.state) as state:
        reader, found = audit.read(state, home.registry.entries()[0].mark)
        read = list(found)
        assert reader.fault() is None
    return read


def replayed(home: Home, row: int) -> dict[str, bytes]:
    """Rebuild the room after a row, whole, and return its files."""
    target = home.folder / "replayed" / str(row)
    target.mkdir(parents=True)
    found = rows(home)
    with directory(home.state) as state, directory(target) as handle:
        store = Versions(state, writing=False)
        _, missing = rebuild(picture(found, row), store, handle, found)
        store.close()
    assert missing == []
    return tree(target)


def replay(home: Home, row: int, to: Path, capsys: pytest.CaptureFixture[str], code: int = 0) -> Any:
    line = ["memory", "audit", "--replay", str(row), "--to", str(to), "--room", str(home.room), "--json"]
    assert main(line) == code
    return json.loads(capsys.readouterr().out)


# -- Through the real door -----------------------------------------------------------------------------------


NAMES = ["a.md", "b.md", "deep/er/c.md", "deep/d.md", "pinned/e.md", "pinned/deep/f.md", "naïve 記.md"]


class Living:
    """Asks the real door, with a confined hand behind it, for whatever comes to mind."""

    def __init__(self, session: Session, chance: random.Random, number: int) -> None:
        self.session = session
        self.chance = chance
        self.door = Door(
            session,
            load("user"),
            sources=[Source(1, "terminal", "the words of a person")],
            address=guard.Address((), session.place.place.room_path),
            by="test",
            origin="test",
        )
        self.number = number

    def act(self) -> None:
        self.number += 1
        here = sorted(Path(self.session.place.place.room_path).rglob("*.md"))
        there = [str(each.relative_to(self.session.place.place.room_path)) for each in here]
        there = [each for each in there if each != "MEMORY.md"]
        command = self.chance.choice(["create", "create", "edit", "rename", "pin", "delete", "rollback"])
        name, body = self.chance.choice(NAMES), f"the words of a person, for the time {self.number}"
        if command == "create" or not there:
            request = {"command": "create", "path": name, "file_text": f"---\ndescription: {body}\n---\n\n{body}\n"}
            self.door.answer({**request, "cites": [{"turn": 1, "quote": "the words of a person"}]})
            return
        chosen = self.chance.choice(there)
        if command == "edit":
            self.door.answer({"command": "insert", "path": chosen, "insert_line": 4, "insert_text": f"\n{body}\n"})
        elif command == "delete":
            self.door.answer({"command": "delete", "path": chosen})
        elif command == "rollback":
            found = list(audit.read(self.session.place.state)[1])
            ids = [version.id for version in versions(found)]
            try:
                self.session.change(rollback(self.session.journal.versions, found, self.chance.choice(ids)))
            except (Refused, RoomError):
                pass
        else:
            to = f"pinned/{chosen.rpartition('/')[2]}" if command == "pin" else name
            self.door.answer({"command": "rename", "path": chosen, "old_path": chosen, "new_path": to})


@pytest.mark.parametrize("seed", range(3))
def test_the_room_is_rebuilt_byte_for_byte_after_every_row(home: Home, snapshots: Snapshots, seed: int) -> None:
    chance, number = random.Random(seed), 0
    for _ in range(4):
        with opened(locate(room=str(home.room), cwd=str(home.folder))) as session:
            living = Living(session, chance, number)
            for _ in range(10):
                living.act()
            number = living.number
    found = rows(home)
    done = [row["outcome"] for row in found if row["kind"] == "completion"]
    assert done.count("done") > 20, "enough was done"
    assert {row["op"] for row in found if row["kind"] == "intent"} == {"write", "move", "remove"}
    assert any(str(row.get("by")).startswith("rollback") for row in found)
    last: dict[str, bytes] = {}
    for row in found:
        # A file of the chain begins with rows that are no change.
        last = snapshots.get(row["seq"], last)
        assert replayed(home, row["seq"]) == last, f"after row {row['seq']}: {row}"
    assert last == home.files()


# -- With a person in between, and crashes -------------------------------------------------------------------


def act(home: Home, journal: Any, chance: random.Random, number: int) -> None:
    """Make one change at random, also of directories, and such as are refused."""
    paths = ["a.md", "b.md", "d/c.md", "d/e.md", "f/g.md", "pinned/a.md"]
    path, to = chance.choice(paths), chance.choice(paths)
    kind = chance.choice(["write", "write", "write", "move", "remove", "folder", "empty"])
    try:
        if kind == "write":
            data = chance.choice([b"", b"\xff\xfe\0", b"\xef\xbb\xbfx\r\n", b"%d\n" % number])
            journal.change(Change("write", path, data=data, expect_sha=ANY))
        elif kind == "move":
            journal.change(Change("move", path, to=to))
        elif kind == "remove":
            journal.change(Change("remove", path))
        elif kind == "folder":
            journal.change(Change("move", chance.choice("df"), to=chance.choice(["f", "n/m"]), directory=True))
        else:
            journal.change(Change("remove", chance.choice("dfn"), directory=True))
    except Refused:
        pass


@pytest.mark.parametrize("seed", range(25))
def test_with_runs_that_are_killed_every_row_is_rebuilt_too(home: Home, snapshots: Snapshots, seed: int) -> None:
    chance = random.Random(seed)
    seen: Snapshots = {}
    for number in range(8):
        steps, at = [], chance.randrange(1, 25)

        def step(name: str, at: int = at, steps: list[str] = steps) -> None:
            steps.append(name)
            if len(steps) == at:
                # What the parent does not see is written down, as the disk has it.
                (home.folder / "snapshots").write_text(repr(snapshots))
                os.kill(os.getpid(), signal.SIGKILL)

        def work(number: int = number, step: Callable[[str], None] = step) -> None:
            with home.run(run=f"run-{number}", on_step=step) as journal:
                for each in range(4):
                    act(home, journal, chance, number * 10 + each)
            (home.folder / "snapshots").write_text(repr(snapshots))

        in_a_child(work)
        chance.random()
        snapshots.update(eval((home.folder / "snapshots").read_text()))
        seen.update(snapshots)
    with home.run(run="last"):
        pass
    seen.update(snapshots)
    found = rows(home)
    last: dict[str, bytes] = {}
    for row in found:
        last = seen.get(row["seq"], last)
        # The temporary file of a killed hand is there until the journal sees it; a killed LocalHand leaves none.
        assert replayed(home, row["seq"]) == last, f"after row {row['seq']}: {row}"


def test_what_a_person_edited_is_there_from_the_row_in_which_the_journal_saw_it(home: Home) -> None:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one"))
        journal.change(Change("write", "gone.md", data=b"gone"))
    (home.room / "a.md").write_bytes(b"a person's")
    (home.room / "unseen.md").write_bytes(b"never seen")
    (home.room / "gone.md").unlink()
    with home.run() as journal:
        before = journal.chain.count
        edit = journal.change(Change("write", "a.md", data=b"two", expect_sha=ANY))
        journal.change(Change("write", "gone.md", data=b"again"))
        last = journal.chain.count
    assert replayed(home, before) == {"a.md": b"one", "gone.md": b"gone"}
    assert replayed(home, edit.row) == {"a.md": b"a person's", "gone.md": b"gone"}
    assert replayed(home, edit.row + 1) == {"a.md": b"two", "gone.md": b"gone"}
    assert replayed(home, edit.row + 2) == {"a.md": b"two"}
    assert replayed(home, last) == {"a.md": b"two", "gone.md": b"again"}


class InTheWay(LocalHand):
    """A person saves the file between the hand's answer and the journal's look at it."""

    room = Path()

    def write(self, path: str, data: bytes, **options: Any) -> Any:
        done = super().write(path, data, **options)
        (self.room / path).write_bytes(b"a person's")
        return done


def test_what_got_in_the_way_of_a_change_is_there_from_its_completion_row_on(home: Home) -> None:
    InTheWay.room = home.room
    with home.run(hand=InTheWay, settle=False) as journal:
        with pytest.raises(Refused, match="just now"):
            journal.change(Change("write", "a.md", data=b"one"))
        last = journal.chain.count
    # The next edit is one that no versions would have if the journal had not kept what it saw.
    (home.room / "a.md").write_bytes(b"and later")
    with home.run():
        pass
    assert replayed(home, last - 1) == {}
    assert replayed(home, last) == {"a.md": b"a person's"}


def test_what_the_last_look_of_a_run_found_is_there_from_its_settled_row_on(home: Home) -> None:
    with home.run() as journal:
        for name in ("a.md", "b.md", "c.md"):
            journal.change(Change("write", name, data=b"one"))
        (home.room / "a.md").write_bytes(b"a person's")
        (home.room / "b.md").unlink()
        (home.room / "c.md").unlink()
        (home.room / "c.md").symlink_to("a.md")
    found = rows(home)
    settled = next(row for row in found if row["kind"] == "settled")
    assert picture(found, settled["seq"]) == {"a.md": sha(b"a person's"), "c.md": ODD}
    assert picture(found, settled["seq"] - 1).keys() == {"a.md", "b.md", "c.md"}
    (home.room / "a.md").write_bytes(b"another one")
    with directory(home.state) as state:
        store = Versions(state, writing=False)
        assert store.content(sha(b"a person's")) == b"a person's"
        store.close()


@pytest.mark.parametrize("step", [step for step in STEPS if step not in RECOVERING])
def test_new_bytes_are_there_although_the_run_was_killed_and_a_person_replaced_them(home: Home, step: str) -> None:
    def kill(name: str) -> None:
        if name == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        with home.run(on_step=kill) as journal:
            journal.change(Change("write", "a.md", data=b"one"))

    assert in_a_child(work)
    (home.room / "a.md").write_bytes(b"a person's")
    with home.run():
        pass
    for row in rows(home):
        assert replayed(home, row["seq"]) in ({}, {"a.md": b"one"}, {"a.md": b"a person's"})
    applied = any(row.get("outcome") == "done" for row in rows(home))
    assert applied == (b"one" in contents(home))


def killed_before(home: Home, step: str, change: Change | None) -> None:
    def kill(name: str) -> None:
        if name == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def work() -> None:
        with home.run(run="killed", on_step=kill) as journal:
            if change is not None:
                journal.change(change)

    assert in_a_child(work), f"the run does not come to {step}"


def test_a_change_that_recovery_finishes_leaves_its_bytes_although_that_run_is_killed_too(home: Home) -> None:
    killed_before(home, "verify", Change("write", "a.md", data=b"one"))
    killed_before(home, "look-again", None)
    (home.room / "a.md").write_bytes(b"a person's")
    with home.run():
        pass
    completion = next(row for row in rows(home) if row.get("outcome") == "recovered-forward")
    assert replayed(home, completion["seq"]) == {"a.md": b"one"}


def test_what_recovery_finds_in_the_place_of_a_change_is_there_from_the_completion_row_on(home: Home) -> None:
    killed_before(home, "order", Change("write", "a.md", data=b"one"))
    (home.room / "a.md").write_bytes(b"a person's")
    with home.run(settle=False):
        assert [each.outcome for each in home.recovered] == ["superseded"]
    (home.room / "a.md").unlink()
    with home.run():
        pass
    completion = next(row for row in rows(home) if row.get("outcome") == "superseded")
    assert replayed(home, completion["seq"]) == {"a.md": b"a person's"}


def test_what_recovery_finds_at_both_names_of_a_move_is_there_too(home: Home) -> None:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one"))
    killed_before(home, "order", Change("move", "a.md", to="b.md"))
    (home.room / "a.md").unlink()
    (home.room / "b.md").write_bytes(b"a person's")
    with home.run():
        assert [each.outcome for each in home.recovered] == ["superseded"]
    assert replayed(home, len(rows(home))) == {"b.md": b"a person's"}


def contents(home: Home) -> list[bytes]:
    return [path.read_bytes() for path in (home.state / "versions" / ".content").iterdir()]


# -- The command ---------------------------------------------------------------------------------------------


def lived_in(home: Home) -> int:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one"))
        journal.change(Change("write", "sub/b.md", data=b"two"))
        journal.change(Change("write", "a.md", data=b"three", expect_sha=ANY))
        return journal.chain.count


def test_a_new_directory_is_made_for_the_user_alone(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    lived_in(home)
    old = os.umask(0)
    try:
        report = replay(home, 5, home.folder / "new", capsys)
    finally:
        os.umask(old)
    assert tree(home.folder / "new") == {"a.md": b"one", "sub/b.md": b"two"}
    assert report["to"] == str(home.folder / "new") and report["missing"] == [] and report["row"] == 5
    assert report["files"][0] == {"path": "a.md", "sha256": sha(b"one"), "size": 3}
    for path in (home.folder / "new", *(home.folder / "new").rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


def test_an_empty_directory_is_taken_and_made_private(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    lived_in(home)
    target = home.folder / "empty"
    target.mkdir(mode=0o777)
    replay(home, 3, target, capsys)
    assert tree(target) == {"a.md": b"one"}
    assert stat.S_IMODE(target.stat().st_mode) == 0o700


def full(home: Home) -> Path:
    (home.folder / "full").mkdir()
    (home.folder / "full" / "mine.txt").write_text("mine")
    return home.folder / "full"


def link(home: Home) -> Path:
    (home.folder / "elsewhere").mkdir()
    (home.folder / "link").symlink_to("elsewhere")
    return home.folder / "link"


def linked_parent(home: Home) -> Path:
    (home.folder / "link").symlink_to("room")
    return home.folder / "link" / "new"


def file(home: Home) -> Path:
    (home.folder / "file").write_text("mine")
    return home.folder / "file"


@pytest.mark.parametrize(
    "where",
    [
        full,
        link,
        linked_parent,
        file,
        lambda home: home.room / "new",
        lambda home: home.room,
        lambda home: home.state / "new",
        lambda home: home.folder,
        lambda home: home.folder / "scribe" / "registry" / "new",
        lambda home: home.folder / "no" / "parent",
        lambda home: home.folder / "nul\0",
        lambda home: Path("/"),
    ],
    ids="full link linked-parent file in-the-room the-room in-the-state above registry no-parent NUL root".split(),
)
def test_another_place_than_a_new_or_empty_directory_is_refused(
    home: Home, where: Callable[[Home], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    last = lived_in(home)
    target = where(home)
    before = {path: path.lstat().st_mtime_ns for path in home.folder.rglob("*")}
    replay(home, last, target, capsys, code=2)
    assert {path: path.lstat().st_mtime_ns for path in home.folder.rglob("*")} == before


@pytest.mark.parametrize(
    "line",
    [
        ["--replay", "3"],
        ["--to", "x"],
        ["--replay", "0", "--to", "x"],
        ["--replay", "two", "--to", "x"],
        ["--replay", "999", "--to", "x"],
        ["--replay", "3", "--to", "x", "--verify"],
        ["--replay", "3", "--to", "x", "--run", "run-1"],
    ],
    ids=" ".join,
)
def test_nonsense_is_a_usage_error(
    home: Home, line: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lived_in(home)
    monkeypatch.chdir(home.folder)
    try:
        code = main(["memory", "audit", *line, "--room", str(home.room)])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2 and "Traceback" not in capsys.readouterr().err
    assert not (home.folder / "x").exists()


@pytest.mark.parametrize("damage", ["removed", "changed"])
def test_what_cannot_be_rebuilt_is_named_and_the_exit_code_says_so(
    home: Home, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lived_in(home)
    kept = home.state / "versions" / ".content" / sha(b"one")
    kept.chmod(0o600)
    kept.unlink() if damage == "removed" else kept.write_bytes(b"forged")
    report = replay(home, 5, home.folder / "new", capsys, code=5)
    assert [(each["path"], each["sha256"]) for each in report["missing"]] == [("a.md", sha(b"one"))]
    assert tree(home.folder / "new") == {"sub/b.md": b"two"}
    assert main(["memory", "audit", "--replay", "5", "--to", str(home.folder / "n2"), "--room", str(home.room)]) == 5
    assert "not rebuilt  a.md: its bytes are no longer in versions/" in capsys.readouterr().out


def test_a_file_that_is_too_large_to_be_kept_is_named(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one"))
        (home.room / "a.md").write_bytes(b"x" * (LARGEST + 1))
    with_it = next(row["seq"] for row in rows(home) if row["kind"] == "settled")
    report = replay(home, with_it, home.folder / "new", capsys, code=5)
    assert "too large" in report["missing"][0]["reason"]


def test_a_chain_that_does_not_fit_is_not_replayed(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    lived_in(home)
    chain = home.state / "audit-000001.jsonl"
    chain.write_bytes(chain.read_bytes().replace(b"sub/b.md", b"sub/x.md"))
    report = replay(home, 3, home.folder / "new", capsys, code=5)
    assert "does not fit" in report["error"]["why"]
    assert not (home.folder / "new").exists()


@pytest.mark.parametrize(
    "path", ["../out.md", "/out.md", "a/../../out.md", "", "a//b.md", "./a.md", "a\0.md", "\ud800"]
)
def test_a_path_that_leads_out_is_not_followed(home: Home, path: str) -> None:
    """Only another program that appended to the chain can have brought it."""
    lived_in(home)
    target = home.folder / "inner" / "target"
    target.mkdir(parents=True)
    with directory(home.state) as state, directory(target) as handle:
        store = Versions(state, writing=False)
        rebuilt, (missing,) = rebuild({path: sha(b"one")}, store, handle, [])
        store.close()
    assert rebuilt == [] and "leads out" in missing.reason
    assert not list(home.folder.rglob("out.md"))


def test_a_replay_takes_no_lock_and_changes_nothing_but_its_directory(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    last = lived_in(home)
    watched = [home.room, home.state]
    with home.run(settle=False) as journal:
        journal.change(Change("write", "late.md", data=b"late"))
        with open(home.state / "versions" / ".spool", "ab") as spool:
            spool.write(b"half a frame that is being written")
        before = [(path, path.stat().st_mtime_ns, path.stat().st_size) for at in watched for path in at.rglob("*")]
        replay(home, last, home.folder / "new", capsys)
        after = [(path, path.stat().st_mtime_ns, path.stat().st_size) for at in watched for path in at.rglob("*")]
    assert before == after


# -- The picture alone ---------------------------------------------------------------------------------------


def intent(seq: int, op: str, path: str, **fields: Any) -> dict[str, Any]:
    return {"seq": seq, "kind": "intent", "op": op, "path": path, **fields}


def end(seq: int, of: int, outcome: str = "done", **fields: Any) -> dict[str, Any]:
    return {"seq": seq, "kind": "completion", "of": of, "outcome": outcome, **fields}


def test_a_file_and_a_directory_never_have_one_name() -> None:
    """A person made a directory of a file, and a file of a directory, between two changes."""
    chain = [
        *(intent(1, "write", "a", new="1", old=None), end(2, 1)),
        *(intent(3, "write", "a/b/c", new="2", old=None), end(4, 3)),
        *(intent(5, "write", "a/b/d", new="3", old=None), end(6, 5)),
        *(intent(7, "write", "a/b", new="4", old=None), end(8, 7)),
    ]
    assert [picture(chain, last) for last in (2, 4, 6, 8)] == [
        {"a": "1"},
        {"a/b/c": "2"},
        {"a/b/c": "2", "a/b/d": "3"},
        {"a/b": "4"},
    ]


@pytest.mark.parametrize("outcome", ["refused", "superseded", "recovered-back"])
def test_a_change_that_was_not_made_is_not_in_the_picture(outcome: str) -> None:
    chain = [intent(1, "write", "a", new="1", old="0"), end(2, 1, outcome)]
    assert picture(chain, 2) == {"a": "0"}
    chain[1].update(current="5")
    assert picture(chain, 2) == {"a": "5"}


def test_a_move_that_somebody_got_in_the_way_of_says_what_stands_at_both_names() -> None:
    chain = [
        intent(1, "move", "a", to="b", old="0"),
        end(2, 1, "superseded", current=None, current_to="9"),
    ]
    assert picture(chain, 2) == {"b": "9"}


def test_the_new_name_of_a_move_was_free_when_it_came() -> None:
    chain = [
        *(intent(1, "write", "b", new="1", old=None), end(2, 1)),
        intent(3, "move", "a", to="b", old="2"),
    ]
    assert picture(chain, 3) == {"a": "2"}


def test_a_directory_that_is_removed_was_empty_when_the_order_came() -> None:
    chain = [
        *(intent(1, "write", "d/a", new="1", old=None), end(2, 1)),
        intent(3, "remove", "d", old=None, directory=True),
    ]
    assert picture(chain, 3) == {}


def test_a_directory_that_is_moved_is_no_file() -> None:
    chain = [
        *(intent(1, "write", "d", new="1", old=None), end(2, 1)),
        intent(3, "move", "d", to="e", old=None, directory=True),
    ]
    assert picture(chain, 3) == {}
