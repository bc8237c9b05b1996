"""Pinned memories through whole automated runs, with real children; the oracle is the bytes on the disk afterwards."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from confine.door import Door
from confine.session import opened
from policies import guard
from policies.admission import Source
from policies.profile import load
from room.locks import for_automation
from room.place import locate

WORDS = "We decided to use Ruff for linting in every package of this repository"
CITE = [{"turn": 1, "quote": WORDS}]
TEXT = '---\ndescription: "Ruff lints"\nmetadata:\n  type: project\n---\n\nRuff lints every package\n'


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))


@contextmanager
def automated(base: Path) -> Iterator[Callable[..., Any]]:
    """Open a room as a host's run does, and yield what answers requests."""
    place = locate(room=str(base / "room"), cwd=str(base))
    with opened(place, lock=for_automation, lock_arguments={"conversation": "test"}) as session:
        door = Door(
            session,
            load("extraction"),
            sources=[Source(1, "user", WORDS)],
            address=guard.Address(("/memories",), place.room_path),
            by="test",
            origin="test",
        )
        yield lambda command, path, **more: door.answer(
            {
                "command": command,
                "old_path" if command == "rename" else "path": f"/memories/{path}",
                "cites": CITE,
                **more,
            }
        )


def rows(base: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (base / "room.scribe" / "audit.jsonl").read_text().splitlines()]


def pin(base: Path) -> Path:
    """Pin one file as a person would find it, in a room that exists."""
    with automated(base) as ask:
        ask("create", "topic.md", file_text=TEXT)
    pinned = base / "room" / "pinned"
    pinned.mkdir(mode=0o700)
    (pinned / "a.md").write_text("kept by a person\n")
    return pinned


def everything(ask: Callable[..., Any], path: str) -> list[Any]:
    """Try every change of a path."""
    return [
        ask("create", path, file_text=TEXT.replace("Ruff", "Black")),
        ask("str_replace", path, old_str="kept", new_str="lost"),
        ask("insert", path, insert_line=0, insert_text="lost"),
        ask("delete", path),
        ask("rename", path, new_path="/memories/taken.md"),
        ask("rename", "topic.md", new_path=f"/memories/{path}"),
    ]


@pytest.mark.parametrize(
    "path",
    [
        "pinned/a.md",
        "PINNED/a.md",
        "p\u0131nned/a.md",
        "pin\u200bned/a.md",
        "./pinned//a.md",
        "pinned/new.md",
        "pinned/deep/new.md",
    ],
)
def test_no_spelling_changes_what_is_pinned(tmp_path: Path, path: str) -> None:
    pinned = pin(tmp_path)
    with automated(tmp_path) as ask:
        everything(ask, path)
    assert [each.name for each in pinned.iterdir()] == ["a.md"]
    assert (pinned / "a.md").read_text() == "kept by a person\n"
    assert not any(row["kind"] == "violation" for row in rows(tmp_path))


def test_a_pinned_that_is_itself_a_link_leads_nowhere(tmp_path: Path) -> None:
    pinned = pin(tmp_path)
    elsewhere = tmp_path / "elsewhere"
    os.rename(pinned, elsewhere)
    pinned.symlink_to(elsewhere)
    with automated(tmp_path) as ask:
        assert not any(answer.ok for answer in everything(ask, "pinned/a.md"))
    assert (elsewhere / "a.md").read_text() == "kept by a person\n"


@pytest.mark.parametrize("target", ["pinned", "pinned/a.md", "pinned/absent"], ids=["directory", "file", "dangling"])
def test_an_alias_that_resolves_into_it_is_refused(tmp_path: Path, target: str) -> None:
    pinned = pin(tmp_path)
    alias = tmp_path / "room" / ("alias.md" if target != "pinned" else "alias")
    alias.symlink_to(tmp_path / "room" / target)
    with automated(tmp_path) as ask:
        answers = everything(ask, "alias.md" if target != "pinned" else "alias/a.md")
    assert not any(answer.ok for answer in answers[:5])
    assert [each.name for each in pinned.iterdir()] == ["a.md"]
    assert (pinned / "a.md").read_text() == "kept by a person\n"


def test_a_second_name_of_a_pinned_file_is_refused_and_named(tmp_path: Path) -> None:
    pinned = pin(tmp_path)
    os.link(pinned / "a.md", tmp_path / "room" / "alias.md")
    with automated(tmp_path) as ask:
        answers = everything(ask, "alias.md")
    assert not any(answer.ok for answer in answers[:5])
    assert any("pinned/a.md" in answer.text for answer in answers)
    assert (pinned / "a.md").read_text() == "kept by a person\n"


def test_a_parent_of_it_cannot_be_renamed(tmp_path: Path) -> None:
    pinned = pin(tmp_path)
    with automated(tmp_path) as ask:
        for path, to in (("pinned", "elsewhere"), ("pinned", "x.md"), ("topic.md", "pinned")):
            assert not ask("rename", path, new_path=f"/memories/{to}").ok
    assert (pinned / "a.md").read_text() == "kept by a person\n"


def test_a_pinned_that_comes_into_being_during_the_run_is_refused_too(tmp_path: Path) -> None:
    with automated(tmp_path) as ask:
        assert ask("create", "topic.md", file_text=TEXT).ok
        pinned = tmp_path / "room" / "pinned"
        pinned.mkdir(mode=0o700)
        (pinned / "a.md").write_text("kept by a person\n")
        assert not any(answer.ok for answer in everything(ask, "pinned/a.md"))
        (tmp_path / "room" / "late.md").symlink_to(pinned / "a.md")
        assert not any(answer.ok for answer in everything(ask, "late.md")[:5])
    assert (pinned / "a.md").read_text() == "kept by a person\n"


def test_what_only_looks_like_it_is_ordinary(tmp_path: Path) -> None:
    pin(tmp_path)
    with automated(tmp_path) as ask:
        for path in ("pinned-notes/a.md", "project/pinned/b.md", "pinned.md"):
            answer = ask("create", path, file_text=TEXT.replace("Ruff lints", f"The file {path} lints"))
            assert answer.ok, answer


def test_it_can_be_read_and_stands_in_the_index(tmp_path: Path) -> None:
    pin(tmp_path)
    with automated(tmp_path) as ask:
        assert "kept by a person" in ask("view", "pinned/a.md").text
        assert ask("create", "other.md", file_text=TEXT.replace("Ruff", "Black")).ok
    assert "pinned/a.md" in (tmp_path / "room" / "MEMORY.md").read_text()


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda pinned: (pinned / "b.md").write_text("new"), "appeared"),
        (lambda pinned: (pinned / "a.md").write_text("other"), "changed"),
        (lambda pinned: (pinned / "a.md").unlink(), "vanished"),
    ],
    ids=["appeared", "changed", "vanished"],
)
def test_what_changes_there_without_a_command_is_a_violation(
    tmp_path: Path, change: Callable[[Path], object], what: str
) -> None:
    pinned = pin(tmp_path)
    with automated(tmp_path) as ask:
        ask("create", "other.md", file_text=TEXT.replace("Ruff", "Black"))
        change(pinned)
    (row,) = [row for row in rows(tmp_path) if row["kind"] == "violation"]
    assert (row["rule"], row["what"]) == ("pinned", what)
