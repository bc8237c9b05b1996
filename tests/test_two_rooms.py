"""A run with two rooms, the project's and the user's own, with real children; the oracle is the bytes on the disk."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from confine.errors import UsageError
from confine.extraction import extract
from confine.rooms import PROJECT, USER, opened_rooms
from policies.admission import Source
from policies.profile import load
from room.errors import RoomError
from room.locks import for_user
from room.place import locate, open_place
from room.workspace import locate_user_room

WORDS = "We decided to use Ruff for linting in every package of this repository"
CITE = [{"turn": 1, "quote": WORDS}]
TEXT = '---\ndescription: "Ruff lints"\nmetadata:\n  type: project\n---\n\nRuff lints every package\n'
ROOMS = (PROJECT, USER)


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))


def places(base: Path) -> dict[str, Any]:
    return {
        PROJECT: locate(room=str(base / PROJECT), cwd=str(base)),
        USER: locate_user_room(str(base / USER), cwd=str(base)),
    }


@contextmanager
def automated(base: Path) -> Iterator[Callable[..., Any]]:
    """Open both rooms as a host's run does, and yield what answers requests."""
    with opened_rooms(places(base), conversation="test") as rooms:
        rooms.furnish(load("extraction"), [Source(1, "user", WORDS)], by="test", origin="test")
        yield lambda command, path, **more: rooms.answer(
            {"command": command, "old_path" if command == "rename" else "path": path, "cites": CITE, **more}
        )


def rows(base: Path, room: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (base / f"{room}.scribe" / "audit.jsonl").read_text().splitlines()]


def files(base: Path) -> dict[str, str]:
    """Return every topic of both rooms."""
    return {
        str(path.relative_to(base)): path.read_text()
        for room in ROOMS
        for path in sorted((base / room).rglob("*.md"))
        if path.name != "MEMORY.md"
    }


def prepared(base: Path) -> dict[str, str]:
    """Make both rooms, each with an ordinary topic and a pinned one."""
    with automated(base) as ask:
        for room in ROOMS:
            assert ask("create", f"/memories/{room}/topic.md", file_text=TEXT).ok
    for room in ROOMS:
        (base / room / "pinned").mkdir(mode=0o700)
        (base / room / "pinned" / "a.md").write_text(f"kept by a person in {room}\n")
    return files(base)


def transcript(base: Path, *texts: str) -> str:
    path = base / "chat.jsonl"
    path.write_text("".join(json.dumps({"role": "user", "content": text}) + "\n" for text in texts))
    return str(path)


def test_what_is_about_the_person_goes_to_the_persons_room(tmp_path: Path) -> None:
    chat = transcript(tmp_path, "I prefer small functions over clever one-liners.", "We decided to use Postgres.")
    found = places(tmp_path)
    result = extract(chat, found[PROJECT], user_place=found[USER])
    assert {each["room"]: each["type"] for each in result.accepted} == {USER: "user", PROJECT: "project"}
    assert result.rooms == {name: place.room_path for name, place in found.items()}
    assert set(result.receipt) == {"agent", "hand", "hand of user"}
    written = files(tmp_path)
    assert sorted(name.partition("/")[0] for name in written) == [PROJECT, USER]
    for room in ROOMS:
        entry = next(name.partition("/")[2] for name in written if name.startswith(f"{room}/"))
        assert entry in (tmp_path / room / "MEMORY.md").read_text()
        assert {row["run"] for row in rows(tmp_path, room) if row["kind"] in ("accept", "receipt")} == {result.run}


def test_a_second_run_rewrites_nothing_in_either_room(tmp_path: Path) -> None:
    chat = transcript(tmp_path, "I prefer small functions over clever one-liners.", "We decided to use Postgres.")
    found = places(tmp_path)
    extract(chat, found[PROJECT], user_place=found[USER])
    before = files(tmp_path)
    again = extract(chat, found[PROJECT], user_place=found[USER])
    assert again.skipped is not None and again.skipped["rule"] == "cursor-unmoved"
    assert files(tmp_path) == before


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", ["pinned/a.md", "PINNED/a.md", "pin\u200bned/a.md", "./pinned//a.md", "pinned/new.md"])
@pytest.mark.parametrize("prefix", ["/memories/{room}/", "{room}/", "{root}/"])
def test_the_pins_of_both_are_protected(tmp_path: Path, room: str, name: str, prefix: str) -> None:
    before = prepared(tmp_path)
    path = prefix.format(room=room, root=tmp_path / room) + name
    with automated(tmp_path) as ask:
        answers = [
            ask("create", path, file_text=TEXT.replace("Ruff", "Black")),
            ask("str_replace", path, old_str="kept", new_str="lost"),
            ask("insert", path, insert_line=0, insert_text="lost"),
            ask("delete", path),
            ask("rename", path, new_path=f"/memories/{room}/taken.md"),
            ask("rename", f"/memories/{room}/topic.md", new_path=path),
        ]
    assert not any(answer.ok for answer in answers)
    assert {answer.rule for answer in answers} <= {"pinned", "shape"}
    assert files(tmp_path) == before
    refusals = [row for row in rows(tmp_path, room) if row["kind"] == "reject"]
    assert len(refusals) == len(answers)


@pytest.mark.parametrize("room", ROOMS)
def test_what_changes_below_the_pins_of_either_is_a_violation(tmp_path: Path, room: str) -> None:
    prepared(tmp_path)
    with automated(tmp_path) as ask:
        assert ask("view", f"/memories/{room}/pinned/a.md").ok
        (tmp_path / room / "pinned" / "b.md").write_text("new")
    for each in ROOMS:
        found = [(row["path"], row["what"]) for row in rows(tmp_path, each) if row["kind"] == "violation"]
        assert found == ([("pinned/b.md", "appeared")] if each == room else [])


def test_a_second_name_in_the_other_room_is_no_way_in(tmp_path: Path) -> None:
    before = prepared(tmp_path)
    alias = tmp_path / PROJECT / "alias.md"
    os.link(tmp_path / USER / "pinned" / "a.md", alias)
    with automated(tmp_path) as ask:
        answer = ask("str_replace", f"/memories/{PROJECT}/alias.md", old_str="kept", new_str="lost")
        assert (answer.ok, answer.rule) == (False, "links")
    alias.unlink()
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    "path",
    ["/memories/topic.md", "topic.md", "/memories/other/topic.md", "/memories/users/topic.md", "/etc/x.md", "", "."],
)
def test_a_path_that_names_no_room_is_refused_with_their_names(tmp_path: Path, path: str) -> None:
    before = prepared(tmp_path)
    with automated(tmp_path) as ask:
        answer = ask("create", path, file_text=TEXT)
    assert (answer.ok, answer.rule) == (False, "containment")
    assert "/memories/project/" in answer.text and "/memories/user/" in answer.text
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    "path", ["/memories/user/../project/x.md", "user/../project/x.md", "/memories/user/../../x.md"]
)
def test_no_path_climbs_from_one_room_to_the_other(tmp_path: Path, path: str) -> None:
    before = prepared(tmp_path)
    with automated(tmp_path) as ask:
        assert ask("create", path, file_text=TEXT).rule == "containment"
    assert files(tmp_path) == before


def test_a_memory_stays_in_its_room(tmp_path: Path) -> None:
    before = prepared(tmp_path)
    with automated(tmp_path) as ask:
        answer = ask("rename", "/memories/project/topic.md", new_path="/memories/user/moved.md")
        assert (answer.ok, answer.rule) == (False, "containment")
        assert "stays in its room" in answer.text
        assert not ask("rename", "/memories/project/topic.md", new_path="/memories/moved.md").ok
    assert files(tmp_path) == before


def test_it_moves_within_its_room_by_any_of_its_spellings(tmp_path: Path) -> None:
    prepared(tmp_path)
    with automated(tmp_path) as ask:
        assert ask("rename", "user/topic.md", new_path=f"{tmp_path}/user/moved.md").ok
    assert "user/moved.md" in files(tmp_path)
    assert "project/topic.md" in files(tmp_path)


def test_the_root_shows_both_rooms(tmp_path: Path) -> None:
    prepared(tmp_path)
    with automated(tmp_path) as ask:
        text = ask("view", "/memories").text
        assert "kept by a person in user" in ask("view", "/memories/user/pinned/a.md").text
    shown = [line.partition("\t")[2] for line in text.split("\n")[1:]]
    assert shown[0] == "/memories"
    for room in ROOMS:
        assert {f"/memories/{room}/", f"/memories/{room}/topic.md", f"/memories/{room}/pinned/"} <= set(shown)


@pytest.mark.parametrize("room", ROOMS)
def test_no_room_can_be_replaced_by_its_name(tmp_path: Path, room: str) -> None:
    before = prepared(tmp_path)
    with automated(tmp_path) as ask:
        for path in (f"/memories/{room}", room, str(tmp_path / room)):
            assert not ask("delete", path).ok
            assert not ask("create", path, file_text=TEXT).ok
            assert not ask("rename", path, new_path=f"/memories/{room}/x.md").ok
    assert files(tmp_path) == before


def test_one_room_under_two_names_is_refused(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "room")
    one = {
        PROJECT: locate(room=str(tmp_path / "room"), cwd=str(tmp_path)),
        USER: locate_user_room(str(tmp_path / "link"), cwd=str(tmp_path)),
    }
    with pytest.raises(UsageError, match="are one"), opened_rooms(one, conversation="test"):
        pass


@pytest.mark.parametrize("inner", ["room/inner", "room.scribe/inner", "room/pinned"])
def test_a_room_within_the_other_is_refused(tmp_path: Path, inner: str) -> None:
    nested = {
        PROJECT: locate(room=str(tmp_path / "room"), cwd=str(tmp_path)),
        USER: locate_user_room(str(tmp_path / inner), cwd=str(tmp_path)),
    }
    with pytest.raises(RoomError), opened_rooms(nested, conversation="test"):
        pass
    assert not (tmp_path / inner).exists()


def test_a_busy_room_of_the_user_leaves_the_project_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import room.locks

    before = prepared(tmp_path)
    chat = transcript(tmp_path, "We decided to use Postgres for the ledger.")
    found = places(tmp_path)
    monkeypatch.setattr(room.locks.for_automation.__wrapped__, "__kwdefaults__", {"timeout": 0.2})
    with open_place(found[USER], create=False) as held, for_user(held.state, run="somebody"):
        with pytest.raises(RoomError, match="busy"):
            extract(chat, found[PROJECT], user_place=found[USER])
    assert files(tmp_path) == before
    assert [each["name"] for each in extract(chat, found[PROJECT], user_place=found[USER]).accepted]
