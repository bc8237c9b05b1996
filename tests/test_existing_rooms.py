"""Memory directories that other programs have written: after adoption they work, and nothing else in them changes."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from confine.cli import main

WORDS = "We decided to store all timestamps in UTC for every station."

ROOMS: dict[str, dict[str, str]] = {
    "Claude Code": {
        "MEMORY.md": (
            "# Project memory\n\n- [Build with pnpm](build.md) \u2014 npm breaks the lock file\n"
            "- [Deploys](deploys.md) \u2014 only on Tuesdays\n"
        ),
        "build.md": "# Build with pnpm\n\nnpm breaks the lock file.\n",
        "deploys.md": "# Deploys\r\n\r\nOnly on Tuesdays.\r\n",
    },
    "Qwen Code": {
        "MEMORY.md": "# Memory\n\n- [reviewer](user/reviewer.md) \u2014 who reviews\n",
        "user/reviewer.md": "---\nname: reviewer\ndescription: Ana reviews the importer\ntype: user\n---\n\nAna reviews.\n",
        "feedback/tabs.md": "---\nname: tabs\ndescription: tabs, never spaces\ntype: feedback\n---\nTabs.\n",
        "project/no.md": "---\nname: no\ndescription: no\ntype: project\nextra: [1, 2]\n# a comment\n---\nNo is a word.\n",
        "reference/board.md": "---\nname: board\ndescription: the board\ntype: reference\n---\nOn the wall",
    },
    "by hand": {
        "notes.md": "\ufeffBrest reports in centimetres\n",
        "deep/er/tides.md": "Tides are tides.\n\n---\n\nNot front matter.\n",
        "MEMORY.md": "My own list, in my own words:\n\n* notes first, please\n",
        "picture.png": "not a picture",
    },
}


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))


def scribe(*line: str) -> tuple[int, Any]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        code = main([*line, "--json"])
    return code, json.loads(out.getvalue())


def made(base: Path, files: dict[str, str]) -> tuple[Path, Path]:
    """Make a directory as another program left it, and a conversation to learn from."""
    room = base / "memory"
    for name, text in files.items():
        path = room / name
        for parent in reversed([each for each in path.parents if each.is_relative_to(room)]):
            parent.mkdir(mode=0o700, exist_ok=True)
        path.write_bytes(text.encode())
    chat = base / "chat.jsonl"
    chat.write_text(json.dumps({"role": "user", "content": WORDS}) + "\n")
    return room, chat


@pytest.mark.parametrize("kind", ROOMS)
def test_it_is_read_as_data_and_not_written_before_it_is_adopted(tmp_path: Path, kind: str) -> None:
    room, chat = made(tmp_path, ROOMS[kind])
    code, listed = scribe("memory", "list", "--room", str(room))
    assert code == 0
    assert len(listed) == sum(name.endswith(".md") and name != "MEMORY.md" for name in ROOMS[kind])
    assert {each["trust"] for each in listed} == {"external-tool"}
    assert scribe("extract", str(chat), "--room", str(room))[0] == 5
    for name, text in ROOMS[kind].items():
        assert (room / name).read_bytes() == text.encode()


@pytest.mark.parametrize("kind", ROOMS)
def test_after_adoption_it_works_and_nothing_changes_that_was_not_asked_for(tmp_path: Path, kind: str) -> None:
    room, chat = made(tmp_path, ROOMS[kind])
    code, result = scribe("extract", str(chat), "--room", str(room), "--adopt")
    assert code == 0
    (learned,) = result["accepted"]
    for name, text in ROOMS[kind].items():
        if name != "MEMORY.md":
            assert (room / name).read_bytes() == text.encode(), name
    index = (room / "MEMORY.md").read_text()
    # Every line that was there is there as it was, in its order, above what is ours.
    before = [line for line in ROOMS[kind]["MEMORY.md"].split("\n") if line.strip()]
    after = [line for line in index.split("\n") if line.strip()]
    assert after[: len(before)] == before
    assert learned["name"] in index.split(before[-1])[1]
    again = scribe("extract", str(chat), "--room", str(room))[1]
    assert again["skipped"]["rule"] == "cursor-unmoved"
    assert (room / "MEMORY.md").read_text() == index
    assert scribe("memory", "audit", "--verify", "--room", str(room))[0] == 0


def test_what_the_front_matter_of_qwen_code_says_is_understood(tmp_path: Path) -> None:
    room, _ = made(tmp_path, ROOMS["Qwen Code"])
    found = {
        each["path"]: (each["type"], each["description"]) for each in scribe("memory", "list", "--room", str(room))[1]
    }
    assert found == {
        "user/reviewer.md": ("user", "Ana reviews the importer"),
        "feedback/tabs.md": ("feedback", "tabs, never spaces"),
        "project/no.md": ("project", "no"),
        "reference/board.md": ("reference", "the board"),
    }


def test_an_adopted_memory_guides_nobody_until_a_person_says_so(tmp_path: Path) -> None:
    room, chat = made(tmp_path, ROOMS["Claude Code"])
    scribe("extract", str(chat), "--room", str(room), "--adopt")
    trust = {each["path"]: each["guidance"] for each in scribe("memory", "list", "--room", str(room))[1]}
    assert (trust["build.md"], trust["deploys.md"]) == (False, False)
    assert sum(trust.values()) == 1
