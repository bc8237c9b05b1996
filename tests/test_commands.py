"""The user's commands: looking changes nothing, changing goes through the door, and each says what it did."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from confine.cli import main
from confine.terminal import plain

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room of the test's own, and a registry that knows no other."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    return tmp_path / "room"


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))


@pytest.fixture
def scribe(room: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run a command on the room with --json and return its document; any other exit code than 0 fails."""

    def run(*line: str, code: int = 0) -> Any:
        where = (
            ()
            if line[0] in ("doctor",) or line[:2] in (("room", "list"), ("room", "forget"))
            else ("--room", str(room))
        )
        assert main([*line, *where, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


def test_what_a_person_adds_at_a_terminal_is_verified(
    at_a_terminal: None, scribe: Callable[..., Any], room: Path
) -> None:
    added = scribe("memory", "add", "Deploys happen on Tuesdays", "--type", "project")
    assert added["trust"] == "user-verified"
    assert all(each["proven"] for each in added["receipt"]["hand"].values())
    (memory,) = scribe("memory", "list")
    assert memory["name"] == "project-deploys-happen-on-tuesdays"
    assert (memory["type"], memory["trust"], memory["guidance"], memory["pinned"]) == (
        "project",
        "user-verified",
        True,
        False,
    )
    assert "Deploys happen on Tuesdays" in (room / memory["path"]).read_text()
    assert "Deploys happen on Tuesdays" in (room / "MEMORY.md").read_text()


def test_a_command_without_a_terminal_adds_data(scribe: Callable[..., Any]) -> None:
    assert scribe("memory", "add", "Deploys happen on Tuesdays")["trust"] == "external-tool"
    (memory,) = scribe("memory", "list")
    assert memory["guidance"] is False
    (line,) = [line for line in scribe("snapshot")["snapshot"].splitlines() if "Tuesdays" in line]
    assert line.startswith("> ")


def test_replace_show_query_and_remove(at_a_terminal: None, scribe: Callable[..., Any], room: Path) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    scribe("memory", "replace", "project-deploys-happen-on-tuesdays", "Deploys happen on Thursdays at ten")
    shown = scribe("memory", "show", "project-deploys-happen-on-tuesdays")
    assert "Thursdays" in shown["body"] and "Tuesdays" not in shown["body"]
    (hit,) = scribe("memory", "query", "thursdays")
    assert hit["score"] > 0 and hit["lines"] == ["Deploys happen on Thursdays at ten"]
    scribe("memory", "remove", "project-deploys-happen-on-tuesdays")
    assert scribe("memory", "list") == []
    assert not list(room.glob("project-*"))


def test_rollback_restores_byte_for_byte(at_a_terminal: None, scribe: Callable[..., Any], room: Path) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    file = room / "project-deploys-happen-on-tuesdays.md"
    first = file.read_bytes()
    scribe("memory", "replace", file.stem, "Something else")
    changes = [row for row in scribe("memory", "audit") if row["kind"] == "intent" and row["path"] == file.name]
    scribe("memory", "rollback", str(changes[-1]["seq"]))
    assert file.read_bytes() == first
    scribe("memory", "remove", file.stem)
    removal = [row for row in scribe("memory", "audit") if row["kind"] == "intent" and row["op"] == "remove"]
    scribe("memory", "rollback", str(removal[-1]["seq"]))
    assert file.read_bytes() == first


def test_the_audit_chain_shows_each_step_and_a_forged_row(scribe: Callable[..., Any], room: Path) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    rows = scribe("memory", "audit")
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert {"begin", "command", "intent", "completion", "accept", "receipt", "settled"} <= {row["kind"] for row in rows}
    verified = scribe("memory", "audit", "--verify")
    mark = {"rows": len(rows), "head": verified["head"]}
    assert verified == {"verified": True, "misfit": None, **mark, "registry": mark, "repairs": []}
    chain = room.with_name("room.scribe") / "audit.jsonl"
    chain.write_bytes(chain.read_bytes().replace(b"Tuesdays", b"Thursdays"))
    assert scribe("memory", "audit", "--verify", code=5)["verified"] is False


def test_verify_makes_data_guide_and_needs_a_person(
    scribe: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], room: Path
) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    name = "project-deploys-happen-on-tuesdays"
    assert main(["memory", "verify", name, "--room", str(room)]) == 2
    assert "terminal" in capsys.readouterr().err
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    assert scribe("memory", "verify", name)["trust"] == "user-verified"
    (memory,) = scribe("memory", "list")
    assert memory["guidance"] is True


def test_a_file_that_was_edited_by_hand_is_data_again(
    at_a_terminal: None, scribe: Callable[..., Any], room: Path
) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    file = room / "project-deploys-happen-on-tuesdays.md"
    file.write_text(file.read_text().replace("Tuesdays", "Mondays"))
    (memory,) = scribe("memory", "list")
    assert memory["trust"] == "external-tool"


def test_a_pinned_memory_is_changed_only_when_a_person_confirms(
    scribe: Callable[..., Any], room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    (room / "pinned").mkdir(mode=0o700)
    os.rename(room / "project-deploys-happen-on-tuesdays.md", room / "pinned" / "deploys.md")
    assert main(["memory", "remove", "pinned/deploys", "--room", str(room)]) == 2
    assert "pinned" in capsys.readouterr().err
    assert (room / "pinned" / "deploys.md").exists()
    scribe("memory", "remove", "pinned/deploys", "--yes")
    assert not (room / "pinned" / "deploys.md").exists()


def test_a_secret_is_refused_and_not_shown(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = "ghp_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5"
    assert main(["memory", "add", f"The token is {secret}", "--room", str(room)]) == 5
    said = capsys.readouterr()
    assert "GitHub token" in said.err and secret not in said.err + said.out
    assert secret not in (room.with_name("room.scribe") / "audit.jsonl").read_text()
    assert not list(room.glob("*.md"))


@pytest.mark.parametrize("name", ["../out", "a:b", "CLAUDE", ".git/x", "CON", "x.txt/y\x1b[31m"])
def test_the_guard_holds_for_the_user_too(room: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "add", "words of a person", "--name", name, "--room", str(room)]) == 5
    assert "\x1b" not in capsys.readouterr().err
    assert not room.with_name("out.md").exists()


def test_looking_starts_no_process_and_changes_nothing(
    scribe: Callable[..., Any], room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    monkeypatch.setattr(subprocess.Popen, "__init__", lambda *a, **k: pytest.fail("a process was started"))
    state = room.with_name("room.scribe")
    before = [(each, each.stat().st_mtime_ns) for folder in (room, state) for each in sorted(folder.rglob("*"))]
    for line in (
        ("memory", "list"),
        ("memory", "status"),
        ("memory", "query", "x"),
        ("memory", "audit"),
        ("snapshot",),
    ):
        scribe(*line)
    assert [(each, each.stat().st_mtime_ns) for folder in (room, state) for each in sorted(folder.rglob("*"))] == before
    assert not psutil.Process().children()


def test_status_counts(scribe: Callable[..., Any], room: Path) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    status = scribe("memory", "status")
    assert (status["memories"], status["pinned"], status["unverified"]) == (1, 0, 1)
    assert status["room"] == str(room)


def test_a_room_that_does_not_exist_is_an_error_with_advice(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["memory", "list"], ["memory", "remove", "x"], ["snapshot"]):
        assert main([*line, "--room", str(room)]) == 5
        assert "do:" in capsys.readouterr().err
    assert not room.exists()


def test_a_copied_room_is_foreign_until_it_is_adopted(
    at_a_terminal: None, scribe: Callable[..., Any], room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    copy = room.with_name("copy")
    subprocess.run(["cp", "-a", str(room), str(copy)], check=True)
    assert main(["memory", "add", "Another thing entirely", "--room", str(copy)]) == 5
    assert "adopt" in capsys.readouterr().err
    assert main(["memory", "list", "--room", str(copy), "--json"]) == 0
    (memory,) = json.loads(capsys.readouterr().out)
    assert memory["trust"] == "external-tool"
    assert main(["room", "adopt", "--room", str(copy)]) == 0
    assert main(["memory", "add", "Another thing entirely", "--room", str(copy)]) == 0


def test_rooms_are_listed_and_forgotten(scribe: Callable[..., Any], room: Path) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    (entry,) = scribe("room", "list")
    assert entry["room"] == str(room)
    scribe("room", "forget", str(room))
    assert scribe("room", "list") == []


def test_doctor_proves_every_guarantee_for_both_roles(scribe: Callable[..., Any]) -> None:
    report = scribe("doctor")
    assert report["healthy"] is True
    assert (len(report["agent"]), len(report["hand"])) == (13, 14)


def test_why_answers_as_a_request_would_be_answered(scribe: Callable[..., Any], room: Path) -> None:
    room.mkdir(mode=0o700)
    assert scribe("why", "create", "/memories/a.md") == {"allowed": True, "rule": "ok", "reason": ""}
    denied = scribe("why", "create", "/memories/../a.md")
    assert (denied["allowed"], denied["rule"]) == (False, "containment")
    judged = scribe("why", "create", "/memories/a.md", "--text", "We use Ruff for linting", "--origin", "web")
    assert (judged["verdict"], judged["trust"], judged["guidance"]) == ("accept", "external-web", False)


def test_why_reads_a_batch_and_answers_each_line(
    room: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    room.mkdir(mode=0o700)
    rows = [
        {"command": "create", "path": "/memories/a.md"},
        {"command": "rename", "path": "/memories/a.md", "new_path": "/memories/pinned/a.md"},
        {"command": "create", "path": "/memories/a.md", "text": "I prefer tabs", "origin": "user"},
        {"command": "create", "path": 7},
        {},
    ]
    data = "".join(json.dumps(row) + "\n" for row in rows).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main(["why", "--batch", "--room", str(room)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["allowed"] for each in answers] == [True, False, True, False, False]
    assert answers[2]["verdict"] == "accept" and answers[2]["guidance"] is True


def test_a_policy_that_is_none_is_exit_code_4(room: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("rules: {}\n")
    assert main(["why", "create", "a.md", "--room", str(room), "--profile", str(policy)]) == 4
    assert "do:" in capsys.readouterr().err


def test_usage_errors_are_exit_code_2(room: Path) -> None:
    for line in ([], ["extract"], ["memory"], ["nonsense"], ["memory", "show", "--room", str(room)]):
        with pytest.raises(SystemExit) as caught:
            main(line)
        assert caught.value.code == 2


def test_nothing_reaches_a_terminal_unsanitised(
    room: Path, scribe: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    scribe("memory", "add", "Deploys happen on Tuesdays")
    (room / "project-\x1b[31mred\n[bold]x[red].md").write_text("\x1b]0;title\x07 words \u202e reversed\n")
    for line in (["memory", "list"], ["memory", "status"], ["snapshot"], ["memory", "query", "words"]):
        assert main([*line, "--room", str(room)]) == 0
        said = capsys.readouterr()
        for character in "\x1b\x07\u202e":
            assert character not in said.out + said.err


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\nb", "a\\x0ab"),
        ("\x1b[0m", "\\x1b[0m"),
        ("\u202e", "\\u202e"),
        ("é漢👩‍💻", "é漢👩‍💻"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_plain_makes_one_harmless_line(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_plain_says_what_it_left_out() -> None:
    assert plain("x" * 1000, 10) == "x" * 10 + "… (1000 characters)"


def test_the_installed_command_runs_as_a_module(room: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "confine", "why", "create", "a.md", "--room", str(room)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (0, "allowed  ok\n"), run.stderr


def test_packages_that_are_no_siblings_are_refused(tmp_path: Path) -> None:
    shadow = tmp_path / "policies"
    shadow.mkdir()
    for each in (ROOT / "policies").iterdir():
        if each.name != "__pycache__":
            (shadow / each.name).symlink_to(each) if each.is_dir() else (shadow / each.name).write_bytes(
                each.read_bytes()
            )
    code = (
        "import sys; sys.path[:0] = sys.argv[1:3]; from confine.cli import main; sys.exit(main(['why', 'view', 'x']))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert run.returncode == 1
    assert "shadows it" in run.stderr
