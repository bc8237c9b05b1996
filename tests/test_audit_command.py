"""`scribe memory audit`: what it shows, what it leaves out, and what it says of nonsense."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from confine.cli import main
from room.excerpt import VERDICTS, Excerpt, names_of
from room.orders import Change
from tests.rooms import Home

Run = Callable[..., Any]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A room with a registry of its own, where the commands look for it too."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    home = Home(tmp_path)
    home.registry.path = str(Path(home.folder, "scribe", "registry"))
    return home


@pytest.fixture
def audit(home: Home, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command with --json; any other exit code than the one expected fails."""

    def run(*line: str, code: int = 0) -> Any:
        assert main(["memory", "audit", *line, "--room", str(home.room), "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


def said(home: Home, capsys: pytest.CaptureFixture[str], *line: str) -> tuple[int, str, str]:
    """Run the command for a person and return its exit code and both of its outputs."""
    try:
        code = main(["memory", "audit", *line, "--room", str(home.room)])
    except SystemExit as end:
        code = int(end.code or 0)
    output = capsys.readouterr()
    return code, output.out, output.err


def lived_in(home: Home) -> None:
    """Two runs on two days: a memory is made, decided upon, renamed; another one is made."""
    with home.run(run="first") as journal:
        journal.record({"kind": "skip", "rule": "min-words"})
        journal.change(Change("write", "a.md", data=b"one\n", by="extract"))
        decision = {"command": "create", "path": "/memories/user/a.md", "rule": "ok", "reason": "said so"}
        journal.record({"kind": "accept", **decision})
        journal.change(Change("write", "other.md", data=b"x\n", by="extract"))
    home.time += 86_400
    with home.run(run="second") as journal:
        journal.change(Change("move", "a.md", to="sub/b.md", by="memory rename"))
        journal.record({"kind": "reject", "command": "create", "path": "/memories/x.exe", "rule": "markdown"})
        journal.change(Change("move", "sub", to="new", directory=True))


def test_without_filters_all_rows_are_shown_in_order(home: Home, audit: Run) -> None:
    lived_in(home)
    rows = audit()
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("name", ["a", "a.md", "sub/b", "b", "new/b.md"])
def test_a_memory_is_followed_through_all_names_that_it_had(home: Home, audit: Run, name: str) -> None:
    lived_in(home)
    rows = audit("--memory", name)
    assert {row.get("path") for row in rows if row["kind"] == "intent"} == {"a.md", "sub"}
    assert [row["kind"] for row in rows] == ["intent", "completion", "accept", *(["intent", "completion"] * 2)]


def test_a_run_is_shown_alone(home: Home, audit: Run) -> None:
    lived_in(home)
    rows = audit("--run", "second")
    assert {row["run"] for row in rows} == {"second"} and len(rows) == 6


@pytest.mark.parametrize(("verdict", "count"), [("accept", 1), ("reject", 1), ("skip", 1), ("hold", 0), ("refused", 0)])
def test_a_verdict_is_shown_alone(home: Home, audit: Run, verdict: str, count: int) -> None:
    lived_in(home)
    rows = audit("--verdict", verdict)
    assert [row["kind"] for row in rows] == [verdict] * count


@pytest.mark.parametrize(
    ("line", "days"),
    [
        (["--since", "2026-09-22"], {22}),
        (["--until", "2026-09-21"], {21}),
        (["--since", "2026-09-21T14:13:20Z", "--until", "2026-09-21T14:13:20"], {21}),
        (["--since", "2026-09-21T16:13:21+02:00"], {22}),
        (["--since", "2026-09-21T14:13:21z", "--until", "2026-09-22T14:13:19"], set()),
        (["--since", "0001-01-01", "--until", "9999-12-31"], {21, 22}),
    ],
)
def test_dates_count_in_utc_and_a_day_counts_to_its_end(
    home: Home, audit: Run, line: list[str], days: set[int]
) -> None:
    lived_in(home)
    assert {int(row["at"][8:10]) for row in audit(*line)} == days


def test_filters_add_up_and_the_limit_counts_what_they_leave(home: Home, audit: Run) -> None:
    lived_in(home)
    rows = audit("--memory", "a", "--run", "second", "--limit", "3")
    assert [row["kind"] for row in rows] == ["completion", "intent", "completion"]


@pytest.mark.parametrize(
    "line",
    [
        ["--limit", "0"],
        ["--limit", "-1"],
        ["--limit", "1.5"],
        ["--limit", "٣"],
        ["--since", "yesterday"],
        ["--since", ""],
        ["--until", "2026-13-01"],
        ["--since", "2026-09-21T25:00"],
        ["--until", "0001-01-01T00:00:00+14:00"],
        ["--verdict", "maybe"],
        ["--memory", "nothing-of-the-kind"],
        ["--run", "third"],
        ["--since", "2026-09-22", "--until", "2026-09-21"],
        ["--verify", "--limit", "3"],
        ["--verify", "--memory", "a"],
    ],
    ids=" ".join,
)
def test_nonsense_is_a_usage_error_that_names_it(
    home: Home, capsys: pytest.CaptureFixture[str], line: list[str]
) -> None:
    lived_in(home)
    code, out, err = said(home, capsys, *line)
    assert (code, out) == (2, "")
    assert line[0] in err or line[-1] in err
    assert "Traceback" not in err


def test_a_name_that_two_memories_have_is_not_guessed(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    with home.run() as journal:
        journal.change(Change("write", "x/a.md", data=b"one"))
        journal.change(Change("write", "y/a.md", data=b"two"))
    code, _, err = said(home, capsys, "--memory", "a")
    assert code == 2 and "x/a.md, y/a.md" in err


def test_a_person_reads_what_was_decided_and_which_rows_can_be_rolled_back(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    lived_in(home)
    code, out, _ = said(home, capsys)
    assert code == 0
    assert "reject" in out and "markdown" in out
    assert [line.split()[0] for line in out.splitlines() if "rollback" in line] == ["3", "6", "9", "12"]


def test_what_a_row_says_does_not_reach_a_terminal_as_it_is(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    with home.run() as journal:
        journal.record({"kind": "reject", "command": "create", "path": "\x1b[31m\u202e", "reason": "[bold]\x07"})
    _, out, _ = said(home, capsys)
    assert "[bold]" in out
    assert not {"\x1b", "\u202e", "\x07"} & set(out)


def test_rows_after_one_that_does_not_fit_are_not_shown_and_that_is_said(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    lived_in(home)
    chain = home.state / "audit.jsonl"
    chain.write_bytes(chain.read_bytes().replace(b"other.md", b"forged.md"))
    code, out, err = said(home, capsys)
    assert code == 5 and "row 7 does not fit" in err
    assert len(out.splitlines()) == 6


# -- Whether it fits -----------------------------------------------------------------------------------------


def test_a_chain_that_fits_is_compared_with_the_registry(
    home: Home, audit: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    lived_in(home)
    mark = home.registry.entries()[0].mark
    report = audit("--verify")
    assert (report["rows"], report["head"]) == (mark.rows, mark.head)
    assert report["registry"] == {"rows": mark.rows, "head": mark.head}
    code, out, _ = said(home, capsys, "--verify")
    assert code == 0 and f"({mark.rows})" in out and mark.head[:16] in out


def test_a_cut_tail_is_named_with_what_the_registry_knows(
    home: Home, audit: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    lived_in(home)
    chain = home.state / "audit.jsonl"
    lines = chain.read_bytes().splitlines(keepends=True)
    chain.write_bytes(b"".join(lines[:-2]))
    report = audit("--verify", code=5)
    assert report["misfit"]["row"] == report["rows"] + 1 == report["registry"]["rows"] - 1
    code, out, _ = said(home, capsys, "--verify")
    assert code == 5 and f"the registry knows {len(lines)}" in out


def test_a_torn_line_is_named_and_after_its_repair_that_is_said(
    home: Home, audit: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    lived_in(home)
    with open(home.state / "audit.jsonl", "ab") as file:
        file.write(b'{"seq":')
    assert "torn (7 bytes)" in audit("--verify", code=5)["misfit"]["reason"]
    with home.run():
        pass
    report = audit("--verify")
    assert [row["cut"] for row in report["repairs"]] == [7]
    code, out, _ = said(home, capsys, "--verify")
    assert code == 0 and "a crash had torn the last line; 7 bytes were cut off" in out


def test_a_chain_in_several_files_is_shown_and_checked_as_one(
    home: Home, audit: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("room.audit.ROTATE_AT", 0)
    lived_in(home)
    assert len(list(home.state.glob("audit-*.jsonl"))) == 2
    assert [row["seq"] for row in audit()] == list(range(1, audit("--verify")["rows"] + 1))
    assert len(audit("--memory", "new/b")) == 7
    (home.state / "audit-000001.jsonl").unlink()
    assert "audit-000001.jsonl is gone" in audit("--verify", code=5)["misfit"]["reason"]


# -- Rollback ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "why"),
    [("99", "no change has that id"), ("-1x", "no change has that id"), ("3", "does not exist"), ("9", "b.md")],
)
def test_a_rollback_that_cannot_be_done_says_why_and_changes_nothing(
    home: Home, capsys: pytest.CaptureFixture[str], id: str, why: str
) -> None:
    lived_in(home)
    with home.run() as journal:
        # The move of row 9 cannot be taken back: there is nothing at its new name any more.
        journal.change(Change("remove", "new/b.md"))
    before = home.files()
    assert main(["memory", "rollback", "--room", str(home.room), "--", id]) == 5
    assert why in capsys.readouterr().err
    assert {**home.files(), "MEMORY.md": b""} == {**before, "MEMORY.md": b""}


def test_nothing_is_rolled_back_by_a_chain_of_which_an_old_file_was_changed(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("room.audit.ROTATE_AT", 0)
    lived_in(home)
    chain = home.state / "audit-000001.jsonl"
    chain.write_bytes(chain.read_bytes().replace(b"extract", b"forgery"))
    assert main(["memory", "rollback", "9", "--room", str(home.room)]) == 5
    assert "does not fit" in capsys.readouterr().err


# -- The excerpt alone ---------------------------------------------------------------------------------------


def moves(*pairs: tuple[str, str, bool]) -> list[dict[str, Any]]:
    return [
        {"kind": "intent", "seq": number, "op": "move", "path": path, "to": to, "directory": directory}
        for number, (path, to, directory) in enumerate(pairs, 1)
    ]


def test_names_are_found_in_both_directions_and_through_directories() -> None:
    rows = moves(("a.md", "d/b.md", False), ("d", "e/f", True), ("e/f/b.md", "pinned/b.md", False))
    everything = {"a.md", "d/b.md", "e/f/b.md", "pinned/b.md"}
    assert all(names_of(rows, name) == everything for name in everything)
    assert names_of(rows, "d/bb.md") == {"d/bb.md", "e/f/bb.md"}


def test_a_name_that_ends_like_another_is_not_it() -> None:
    rows = [{"kind": "accept", "seq": 1, "at": "", "command": "create", "path": "/memories/not-a.md"}]
    assert Excerpt(frozenset({"a.md"})).of(rows) == []
    assert Excerpt(frozenset({"not-a.md"})).of(rows) == rows


def test_every_verdict_is_a_kind_or_an_outcome_of_rows() -> None:
    for verdict in VERDICTS:
        rows = [{"kind": verdict, "seq": 1, "at": ""}, {"kind": "completion", "seq": 2, "at": "", "outcome": verdict}]
        assert Excerpt(verdict=verdict).of(rows) == rows
