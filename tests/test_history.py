"""`scribe memory history`: each step of a memory under all its names, those of a person with an editor included."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from confine.cli import main
from room.history import MOST_LINES, diff, life, named_now
from room.orders import ANY, Change
from tests.rooms import Home, sha

Run = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    home = Home(tmp_path)
    home.registry.path = str(Path(home.folder, "scribe", "registry"))
    return home


@pytest.fixture
def history(home: Home, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*line: str, code: int = 0) -> Any:
        assert main(["memory", "history", *line, "--room", str(home.room), "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


def lived_in(home: Home) -> None:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one\ntwo\n", trust="user-observed", by="extract"))
        journal.change(Change("write", "a.md", data=b"one\n2\n", expect_sha=ANY, by="memory replace"))
        journal.change(Change("move", "a.md", to="pinned/a.md", by="memory pin"))
    (home.room / "pinned" / "a.md").write_bytes(b"one\n2\nby hand\n")
    with home.run() as journal:
        journal.change(Change("write", "pinned/a.md", data=b"three", expect_sha=ANY))


def test_each_change_is_shown_with_its_difference_newest_first(home: Home, history: Run) -> None:
    lived_in(home)
    told = history("pinned/a")
    assert told["path"] == "pinned/a.md"
    assert [(each["op"], each["path"], each["to"]) for each in told["changes"]] == [
        ("write", "pinned/a.md", None),
        ("outside", "pinned/a.md", None),
        ("move", "a.md", "pinned/a.md"),
        ("write", "a.md", None),
        ("write", "a.md", None),
    ]
    newest, outside, move, edit, creation = told["changes"]
    assert newest["diff"][-5:] == ["-one", "-2", "-by hand", "+three", "\\ No newline at end of file"]
    assert outside["diff"][-3:] == [" one", " 2", "+by hand"] and outside["id"] is None
    assert move["diff"] is None and move["old"] == move["new"] == sha(b"one\n2\n")
    assert edit["diff"] == ["--- a/a.md", "+++ b/a.md", "@@ -1,2 +1,2 @@", " one", "-two", "+2"]
    assert creation["diff"][:2] == ["--- /dev/null", "+++ b/a.md"]
    assert creation["trust"] == "user-observed" and creation["by"] == "extract"


@pytest.mark.parametrize("name", ["a", "a.md", "pinned/a.md"])
def test_any_name_that_it_had_leads_to_it(home: Home, history: Run, name: str) -> None:
    lived_in(home)
    assert history(name)["path"] == "pinned/a.md"


def test_what_a_person_has_changed_since_is_shown_and_cannot_be_rolled_back(home: Home, history: Run) -> None:
    lived_in(home)
    (home.room / "pinned" / "a.md").write_bytes(b"three\nand four\n")
    newest = history("pinned/a")["changes"][0]
    assert (newest["op"], newest["at"], newest["id"]) == ("outside", None, None)
    assert newest["diff"][-1] == "+and four"
    (home.room / "pinned" / "a.md").unlink()
    assert history("pinned/a")["changes"][0]["new"] is None


def test_a_memory_that_was_removed_has_a_history(home: Home, history: Run, capsys: pytest.CaptureFixture[str]) -> None:
    lived_in(home)
    with home.run() as journal:
        journal.change(Change("remove", "pinned/a.md"))
    assert history("a")["changes"][0]["op"] == "remove"
    assert main(["memory", "history", "a", "--room", str(home.room)]) == 0
    assert "pinned/a.md  (not in the room any more)" in capsys.readouterr().out


def test_what_was_moved_away_is_not_the_history_of_what_has_the_name_now(home: Home, history: Run) -> None:
    lived_in(home)
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"another\n"))
    assert [each["op"] for each in history("a.md")["changes"]] == ["write"]
    assert len(history("pinned/a.md")["changes"]) == 5


def test_the_limit_counts_from_the_newest(home: Home, history: Run) -> None:
    lived_in(home)
    assert [each["op"] for each in history("a", "--limit", "2")["changes"]] == ["write", "outside"]


def test_bytes_that_are_gone_are_named_and_the_rest_is_shown(home: Home, history: Run) -> None:
    lived_in(home)
    (home.state / "versions" / ".content" / sha(b"one\ntwo\n")).unlink()
    *_, edit, creation = history("a")["changes"]
    assert [each["sha256"] for each in edit["gone"]] == [sha(b"one\ntwo\n")] and edit["diff"] is None
    assert "no longer in versions/" in creation["gone"][0]["reason"]


def test_a_person_sees_harmless_text_only(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"\x1b[31mred\r\n[bold]\xff\n\xe2\x80\xae\n", by="\x1b]0;x\x07"))
        journal.change(Change("move", "a.md", to="p/\u202e\x1b.md"))
    assert main(["memory", "history", "a", "--room", str(home.room)]) == 0
    out = capsys.readouterr().out
    assert "+\\x1b[31mred\\x0d" in out and "+[bold]\\xff" in out and "rollback 2" in out
    assert not {"\x1b", "\u202e", "\x07", "\r"} & set(out)


@pytest.mark.parametrize("line", [["nothing"], ["a", "--limit", "0"]], ids=" ".join)
def test_nonsense_is_a_usage_error(home: Home, line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    lived_in(home)
    try:
        code = main(["memory", "history", *line, "--room", str(home.room)])
    except SystemExit as end:
        code = int(end.code or 0)
    assert code == 2 and capsys.readouterr().out == ""


def test_a_history_changes_nothing(home: Home, history: Run) -> None:
    lived_in(home)
    watched = [path for at in (home.room, home.state) for path in at.rglob("*")]
    before = [(path, path.stat().st_mtime_ns) for path in watched]
    history("a")
    assert [(path, path.stat().st_mtime_ns) for path in watched] == before


# -- The parts -----------------------------------------------------------------------------------------------


def change(seq: int, op: str, path: str, **fields: Any) -> list[dict[str, Any]]:
    intent = {"seq": seq, "kind": "intent", "at": str(seq), "op": op, "path": path, **fields}
    return [intent, {"seq": seq + 1, "kind": "completion", "of": seq, "outcome": "done"}]


def test_a_name_is_followed_to_the_one_that_the_memory_has_now() -> None:
    chain = [
        *change(1, "write", "d/a", new="1"),
        *change(3, "move", "d", to="e", directory=True),
        *change(5, "move", "e/a", to="b", old="1"),
    ]
    assert [named_now(chain, name) for name in ("d/a", "e/a", "b", "other")] == ["b", "b", "b", "other"]
    back = [*chain, *change(7, "move", "b", to="d/a", old="1")]
    assert named_now(back, "d/a") == "d/a"
    again = [*chain, *change(7, "write", "d/a", new="9")]
    assert named_now(again, "d/a") == "d/a"


def test_a_file_that_scribe_found_there_begins_with_a_step_past_it() -> None:
    chain = change(1, "write", "a", old="0", new="1")
    assert [(step.version is None, step.old, step.new) for step in life(chain, "a", "1")] == [
        (False, "0", "1"),
        (True, None, "0"),
    ]


def test_a_directory_that_moved_changed_no_bytes() -> None:
    chain = [*change(1, "write", "d/a", old=None, new="1"), *change(3, "move", "d", to="e", directory=True, old=None)]
    newest, oldest = life(chain, "e/a", "1")
    assert (newest.path, newest.to, newest.old, newest.new) == ("d/a", "e/a", "1", "1")
    assert oldest.new == "1"


@pytest.mark.parametrize(
    ("old", "new", "lines"),
    [
        (b"a", b"a\n", ["-a", "\\ No newline at end of file", "+a"]),
        (b"a\r\n", b"a\n", ["-a\r", "+a"]),
        (b"a\x0cb\xe2\x80\xa8c\n", b"", ["-a\x0cb\u2028c"]),
        (b"\xff\n", None, ["-\\xff"]),
        (None, b"", []),
    ],
)
def test_a_difference_shows_line_ends_and_odd_bytes(old: bytes | None, new: bytes | None, lines: list[str]) -> None:
    found = diff(old, new, "a.md")
    assert found is not None and found[3:] == lines


def test_texts_of_too_many_lines_are_not_compared() -> None:
    assert diff(b"\n" * (MOST_LINES + 1), b"", "a.md") is None
    assert diff(b"\n" * MOST_LINES, b"", "a.md") is not None
