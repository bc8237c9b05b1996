"""The main job, end to end, through real confined children."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from confine import extraction
from confine.cli import main
from confine.errors import WriterFailedError
from confine.ruleset import GUARANTEES
from confine.supervisor import Supervisor
from tests.shared import shared
from worker.frames import encode

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "session.jsonl"
TRANSCRIPTS = [
    # file, texts by a person, what is sane to learn
    ("claude-code-edge-cases.jsonl", 3, 0),
    ("claude-code-long.jsonl", 2, 0),
    ("claude-code-pomodoro.jsonl", 3, 1),
    ("claude-code-short.jsonl", 1, 0),
    ("claude-code-subagent.jsonl", 2, 0),
    ("claude-code-tool-heavy.jsonl", 2, 0),
    ("codex-rollout.jsonl", 3, 1),
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give each test a registry of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    return tmp_path


@pytest.fixture
def scribe(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run a command with --json; return its exit code and its document."""

    def run(*line: str) -> tuple[int, Any]:
        code = main([*line, "--json"])
        out = capsys.readouterr().out
        return code, json.loads(out) if out.strip() else None

    return run


def contents(folder: Path) -> dict[str, bytes]:
    return {str(each.relative_to(folder)): each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}


def conversation(path: Path, *texts: str) -> Path:
    rows = [{"role": "user", "content": text} for text in texts]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_example_teaches_all_four_types_and_ignores_its_poison(tmp_path: Path, scribe: Callable[..., Any]) -> None:
    room = tmp_path / "room"
    code, result = scribe("extract", str(EXAMPLE), "--room", str(room))
    assert code == 0
    assert {each["type"] for each in result["accepted"]} == {"user", "feedback", "project", "reference"}
    assert 5 <= len(result["accepted"]) <= 8
    assert all(each["trust"] == "user-observed" for each in result["accepted"])
    everything = b"".join(contents(room).values())
    for poison in (b"collect.example.net", b"hunter2", b"curl", b"time zone", b"log a warning", b"tabs"):
        assert poison not in everything
    assert (room / "MEMORY.md").is_file()
    assert (tmp_path / "room.scribe" / "audit.jsonl").is_file()


def test_the_result_has_the_form_that_was_promised(tmp_path: Path, scribe: Callable[..., Any]) -> None:
    _, result = scribe("extract", str(EXAMPLE), "--room", str(tmp_path / "room"))
    assert {
        "run", "room", "state", "host", "records", "human_texts", "human_words", "skipped", "accepted", "held",
        "rejected", "notices", "receipt", "usage", "cursor",
    } <= result.keys()  # fmt: skip
    assert result["host"] == "claude-code"
    assert result["skipped"] is None
    assert set(result["accepted"][0]) >= {"name", "type", "trust", "description", "source"}
    for role in ("agent", "hand"):
        assert tuple(result["receipt"][role])[: len(GUARANTEES)] == GUARANTEES
        assert all(each["proven"] for each in result["receipt"][role].values())
    assert result["usage"] == {"model_calls": 0, "input_tokens": 0, "output_tokens": 0}


def test_a_second_run_learns_nothing_and_rewrites_nothing(tmp_path: Path, scribe: Callable[..., Any]) -> None:
    room = tmp_path / "room"
    scribe("extract", str(EXAMPLE), "--room", str(room))
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in room.rglob("*")}
    code, result = scribe("extract", str(EXAMPLE), "--room", str(room))
    assert code == 0
    assert result["skipped"]["rule"] == "cursor-unmoved"
    assert not result["accepted"]
    assert {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in room.rglob("*")} == before


def test_only_what_is_new_is_read_when_a_conversation_goes_on(tmp_path: Path, scribe: Callable[..., Any]) -> None:
    file = conversation(tmp_path / "chat.jsonl", "I prefer short answers without emojis.")
    scribe("extract", str(file), "--room", str(tmp_path / "room"))
    with file.open("a", encoding="utf-8") as log:
        log.write(json.dumps({"role": "user", "content": "We use Ruff for linting."}) + "\n")
    _, result = scribe("extract", str(file), "--room", str(tmp_path / "room"))
    assert result["human_texts"] == 1
    assert [each["description"] for each in result["accepted"]] == ["We use Ruff for linting"]


def test_the_same_words_in_another_conversation_are_known(tmp_path: Path, scribe: Callable[..., Any]) -> None:
    for name in ("one.jsonl", "two.jsonl"):
        file = conversation(tmp_path / name, "I prefer short answers without emojis.")
        _, result = scribe("extract", str(file), "--room", str(tmp_path / "room"))
    assert not result["accepted"] and not result["rejected"]
    assert len(list((tmp_path / "room").glob("user-*.md"))) == 1


@pytest.mark.parametrize(("name", "texts", "learned"), TRANSCRIPTS)
def test_real_transcripts_give_a_sane_result(
    tmp_path: Path, scribe: Callable[..., Any], name: str, texts: int, learned: int
) -> None:
    code, result = scribe("extract", str(shared(f"transcripts/{name}")), "--room", str(tmp_path / "room"))
    assert code == 0
    assert result["human_texts"] == texts
    assert len(result["accepted"]) == learned
    assert not result["rejected"] and not result["held"]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "no such"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.write_bytes(b"\x7fELF\0\0\0\1" * 100), "binary"),
        (lambda path: os.mkfifo(path), "pipe"),
        (lambda path: path.mkdir(), "directory"),
        (lambda path: path.symlink_to("/etc/hostname"), "link"),
    ],
    ids=["absent", "empty", "binary", "fifo", "directory", "link"],
)
def test_what_is_no_transcript_is_a_clear_error_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], object], words: str
) -> None:
    path = tmp_path / "transcript.jsonl"
    make(path)
    assert main(["extract", str(path), "--room", str(tmp_path / "room")]) == 2
    said = capsys.readouterr().err
    assert words in said.lower()
    assert "why:" in said and "do:" in said
    assert not (tmp_path / "room").exists()


def test_procfs_is_no_transcript(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "/proc/self/status", "--room", str(tmp_path / "room")]) == 2


def test_a_broken_line_is_reported_with_its_number_and_skipped(tmp_path: Path, scribe: Callable[..., Any]) -> None:
    file = tmp_path / "chat.jsonl"
    good = json.dumps({"role": "user", "content": "I prefer short answers without emojis."})
    file.write_text(f"{good}\n{{broken\n{good.replace('short', 'long')}\n", encoding="utf-8")
    code, result = scribe("extract", str(file), "--room", str(tmp_path / "room"))
    assert code == 0
    assert [each["line"] for each in result["problems"]] == [2]
    assert result["human_texts"] == 2


HOSTILE = {
    "early exit": "import os; os._exit(0)",
    "garbage": "import os; os.write(1, b'garbage' * 1000)",
    "a crash": "raise SystemExit(3)",
}


@pytest.mark.parametrize("code", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("role", ["agent", "hand"])
def test_a_hostile_child_ends_the_run_with_exit_code_6_and_the_next_run_works(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    scribe: Callable[..., Any],
    role: str,
    code: str,
) -> None:
    room = tmp_path / "room"
    file = conversation(tmp_path / "chat.jsonl", "I prefer short answers without emojis.", "We use Ruff for linting.")
    real = Supervisor.launch

    def launch(self: Supervisor, ruleset: Any, place: Any = None, **options: Any) -> Any:
        if ruleset.role != role:
            return real(self, ruleset, place, **options)
        child = real(self, ruleset, place, preload=[])
        self.write(child, encode({"type": "code", "code": code}))
        return child

    with monkeypatch.context() as patch:
        patch.setattr(Supervisor, "launch", launch)
        assert main(["extract", str(file), "--room", str(room)]) == 6
    said = capsys.readouterr().err
    assert role in said and "othing that was written before is lost" in said
    _, result = scribe("extract", str(file), "--room", str(room))
    assert len(result["accepted"]) == 2
    assert main(["memory", "audit", "--verify", "--room", str(room)]) == 0


def test_a_guarantee_that_is_missing_ends_the_run_before_a_word_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import confine.linux as linux

    real = linux.assemble
    from confine.filter import Rule

    monkeypatch.setattr(linux, "assemble", lambda rules, architecture: real((*rules, Rule("socket")), architecture))
    assert main(["extract", str(EXAMPLE), "--room", str(tmp_path / "room")]) == 3
    assert "network-blocked" in capsys.readouterr().err
    assert not list((tmp_path / "room").glob("*.md"))


def test_an_agent_that_asks_without_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(extraction, "_MOST_REQUESTS", 2)
    file = conversation(tmp_path / "chat.jsonl", "I prefer short answers without emojis.", "We use Ruff for linting.")
    assert main(["extract", str(file), "--room", str(tmp_path / "room")]) == 6
    assert "more than 2 times" in capsys.readouterr().err
    assert len(list((tmp_path / "room").glob("*-*.md"))) == 1


def test_a_failed_writer_is_a_typed_error() -> None:
    assert WriterFailedError("a", "b", "c").exit_code == 6


def test_what_could_not_be_written_now_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scribe: Callable[..., Any]
) -> None:
    import confine.door as door

    file = conversation(tmp_path / "chat.jsonl", "I prefer short answers without emojis.")
    with monkeypatch.context() as patch:
        patch.setattr(door, "_FLOOR_BYTES", 1 << 60)
        _, result = scribe("extract", str(file), "--room", str(tmp_path / "room"))
        assert [each["rule"] for each in result["rejected"]] == ["full"]
    _, result = scribe("extract", str(file), "--room", str(tmp_path / "room"))
    assert len(result["accepted"]) == 1


@pytest.mark.parametrize(
    "record",
    [
        {"type": {"a": 1}},
        {"type": ["x"]},
        {"type": "response_item", "payload": {"type": ["message"], "role": "user", "content": []}},
    ],
    ids=["mapping", "list", "codex"],
)
def test_a_type_that_is_no_text_is_no_traceback(tmp_path: Path, record: dict[str, Any]) -> None:
    file = tmp_path / "chat.jsonl"
    file.write_text(json.dumps(record) + "\n" + json.dumps({"role": "user", "content": "We use Ruff."}) + "\n")
    assert main(["extract", str(file), "--room", str(tmp_path / "room")]) in (0, 2)
