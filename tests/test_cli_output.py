"""What the command does with an output that takes nothing, a terminal that is not in UTF-8, and odd arguments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from confine.cli import main

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room with one memory, and a registry that knows no other."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    room = tmp_path / "room"
    assert main(["memory", "add", "Deploys happen on Tuesdays → at ten", "--room", str(room)]) == 0
    return room


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell, in which `scribe` is the command."""
    line = f'scribe() {{ "{sys.executable}" -m confine "$@"; }}; {line}'
    return subprocess.run(
        ["bash", "-c", line], cwd=ROOT, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("command", ["memory list", "memory list --json", "memory status", "snapshot"])
@pytest.mark.parametrize(("target", "why"), [("> /dev/full", "No space left"), (">&-", "Bad file descriptor")])
def test_an_output_that_takes_nothing_is_an_error(room: Path, command: str, target: str, why: str) -> None:
    run = shell(f"scribe {command} --room '{room}' {target}")
    assert run.returncode == 1
    assert "the result was not shown" in run.stderr and why in run.stderr
    assert "Traceback" not in run.stderr


def test_help_that_cannot_be_shown_is_an_error() -> None:
    run = shell("scribe --help > /dev/full")
    assert (run.returncode, "Traceback" in run.stderr) == (1, False)


@pytest.mark.parametrize("command", ["memory list", "memory list --json", "snapshot"])
def test_a_reader_who_left_is_no_matter_for_words(room: Path, command: str) -> None:
    run = shell(f"{{ sleep 0.2; scribe {command} --room '{room}'; echo $? >&2; }} | true")
    assert run.stderr == "141\n"


@pytest.mark.parametrize("target", ["2> /dev/full", "2>&-"])
def test_a_standard_error_that_takes_nothing_changes_no_exit_code(room: Path, target: str) -> None:
    assert shell(f"scribe memory list --room '{room}-not' {target}").returncode == 5


def test_what_is_printed_never_lands_in_a_file_that_got_the_number_of_a_closed_descriptor(room: Path) -> None:
    assert shell(f"scribe memory add 'Tea is at four' --room '{room}' <&- >&- 2>&-").returncode == 1
    assert shell(f"echo Tea is at four | scribe memory add --room '{room}' >&- 2>&-").returncode == 1
    assert main(["memory", "audit", "--verify", "--room", str(room)]) == 0
    assert all(json.loads(row) for row in (room.with_name("room.scribe") / "audit.jsonl").read_text().splitlines())


def test_a_terminal_that_is_not_in_utf8_shows_escapes(room: Path) -> None:
    run = shell(f"scribe memory list --room '{room}'", PYTHONIOENCODING="ascii")
    assert run.returncode == 0, run.stderr
    assert "\\u2192" in run.stdout


def test_a_umask_that_takes_the_users_own_rights_away_does_not_matter(tmp_path: Path) -> None:
    room = tmp_path / "other"
    assert shell(f"umask 777; scribe memory add 'Tea is at four' --room '{room}'").returncode == 0
    assert {each.stat().st_mode & 0o777 for each in room.rglob("*")} == {0o600}
    assert main(["memory", "list", "--room", str(room)]) == 0


def test_the_umask_of_a_host_that_calls_main_stays(room: Path) -> None:
    before = os.umask(0o027)
    try:
        main(["memory", "list", "--room", str(room)])
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)


@pytest.mark.parametrize(
    "line",
    [
        ["memory", "query", "x", "--limit", "-5"],
        ["memory", "query", "x", "--limit", "0"],
        ["memory", "audit", "--limit", "-1"],
        ["memory", "history", "x", "--limit", "none"],
        ["snapshot", "--budget", "-1"],
        ["snapshot", "--budget", "9" * 5000],
    ],
)
def test_a_number_that_is_none_is_a_usage_error(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(line)
    assert caught.value.code == 2
    assert "no whole number from 1 on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("action", "data", "why"),
    [
        ("show", b"x" * (3 << 20), "bytes"),
        ("show", b"\xff\xfe words", "UTF-8"),
        ("remove", b"\xff\xfe words", "UTF-8"),
    ],
)
def test_a_file_that_is_not_read_is_said_to_be_there(
    room: Path, capsys: pytest.CaptureFixture[str], data: bytes, why: str, action: str
) -> None:
    (room / "big.md").write_bytes(data)
    for name in ("big", "big.md"):
        assert main(["memory", action, name, "--room", str(room)]) == 2
        said = capsys.readouterr().err
        assert "big.md is in the room and is not read" in said and why in said


@pytest.mark.parametrize(("name", "why"), [("", "empty"), ("-", "a pipe has none")])
def test_what_a_script_gives_instead_of_a_file_is_a_usage_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, why: str
) -> None:
    assert main(["extract", name, "--room", str(tmp_path / "new")]) == 2
    assert why in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_the_help_and_the_readme_name_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    said = (ROOT / "README.md").read_text()
    said = said[said.index("Exit codes:") :]
    for code in ("0", "1", "2", "3", "4", "5", "6", "130", "128+n"):
        assert f" {code} " in shown and f" {code} " in said.replace("\n", " "), code


def test_why_says_that_a_denial_is_exit_code_0(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", "create", "../x.md", "--room", str(room)]) == 0
    with pytest.raises(SystemExit):
        main(["why", "--help"])
    assert "exit code is 0 whatever the verdict is" in " ".join(capsys.readouterr().out.split())
