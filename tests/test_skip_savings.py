"""The table of what skips save: counted on a session whose numbers are known, and the README shows the shared ones'."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.skips import README, played, table
from tests.shared import shared


def session(path: Path, *texts: str) -> Path:
    rows = []
    for number, each in enumerate(texts):
        for role, said in (("user", each), ("assistant", "a" * 400)):
            content = said if role == "user" else [{"type": "text", "text": said}]
            row = {"type": role, "message": {"role": role, "content": content}, "sessionId": "s"}
            rows.append({**row, "uuid": f"{role}-{number}", "timestamp": f"2026-01-02T03:04:{number:02}Z"})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_runs_calls_and_tokens_are_counted_turn_by_turn(tmp_path: Path) -> None:
    saved = played(session(tmp_path / "s.jsonl", "please use pnpm in here", "ok", "w" * 4 + " is the name of it"))
    assert (saved.runs, saved.calls) == (4, 2)
    assert saved.rules == {"too-few-words": 1, "cursor-unmoved": 1}
    assert saved.tokens_without == (23 + 400) // 4 + (2 + 400) // 4 + (22 + 400) // 4
    assert saved.tokens == saved.tokens_without - (2 + 400) // 4


def test_the_last_line_is_the_sum(tmp_path: Path) -> None:
    session(tmp_path / "a.jsonl", "please use pnpm in here")
    session(tmp_path / "b.jsonl", "ok")
    last = table(tmp_path).splitlines()[-1]
    assert last == "| **all** | 4 | 1 | 205 | 105 | 2 cursor-unmoved, 1 too-few-words |"


def test_no_transcripts_are_no_table(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        table(tmp_path)


def test_the_table_in_the_readme_is_what_is_measured() -> None:
    folder = shared("transcripts")
    assert table(folder) in README.read_text(encoding="utf-8")
