"""Races through whole runs: requests at the door, with a real hand, while another process does its worst.

Nothing outside changes, no save is lost, nothing hangs, and every request ends in done or in a refusal with a name.
`tests.test_beneath_races` holds the hand's own operations to the same; where a control stands there, it is not
repeated here.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from confine.rooms import PROJECT, opened_rooms
from policies.admission import Source
from policies.profile import RULES, load
from room import audit
from room.place import locate, open_place
from tests.racing import PATIENCE, PRELUDE, ROTATE, SAVE, SWAP, others, rounds, running
from tests.trees import grow, picture
from worker.messages import REFUSALS

SECONDS = 1.0
# A request that waited for a lease would take 45 seconds (proc(5), lease-break-time), and there are hundreds.
pytestmark = pytest.mark.timeout(100)
WORDS = "We decided to use Ruff for linting in every package of this repository"
CITE = [{"turn": 1, "quote": WORDS}]
NAMED = {
    *RULES,
    *REFUSALS,
    "default",
    "edit",
    "content",
    "secrets",
    "phrasing",
    "precedence",
    "conflict",
    "caps",
    "known",
    "ok",
}

PLANT = (
    PRELUDE
    + """
number = 0
while going():
    number += 1
    name = f"new-{number % 7}.md"
    try:
        if number % 3:
            os.symlink("../outside/x.md", name)
        else:
            os.link("../outside/x.md", name)
        time.sleep(0.0005)
        os.unlink(name)
    except OSError:
        pass
"""
)

LEASE = (
    PRELUDE
    + """
import fcntl, signal
signal.signal(signal.SIGIO, signal.SIG_IGN)
while going():
    for name in ("a.md", "b.md"):
        try:
            held = os.open(name, os.O_RDWR)
        except OSError:
            continue
        try:
            fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
            time.sleep(0.005)
            fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_UNLCK)
        except OSError:
            pass
        os.close(held)
"""
)


def topic(words: str) -> str:
    return f"---\ndescription: {json.dumps(words)}\nmetadata:\n  type: project\n---\n\n{words}\n"


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    """Return a room with a memory in it, and what lies outside."""
    outside = grow(tmp_path / "outside", "x.md = secret", "deep/y.md = secret")
    with automated(tmp_path) as ask:
        assert ask("create", "begin.md", file_text=topic("Begin with Ruff")).ok
    return tmp_path / "room", outside


@contextmanager
def automated(base: Path) -> Iterator[Callable[..., Any]]:
    """Open a room as a host's run does, and yield what answers requests, each in bounded time and by a name."""
    place = locate(room=str(base / "room"), cwd=str(base))
    with opened_rooms({PROJECT: place}, conversation="test") as rooms:
        rooms.furnish(load("extraction"), [Source(1, "user", WORDS)], by="test", origin="test")

        def ask(command: str, path: str, **more: Any) -> Any:
            key = "old_path" if command == "rename" else "path"
            answer = rooms.answer({"command": command, key: f"/memories/{path}", "cites": CITE, **more})
            assert answer.ok or answer.rule in NAMED, answer
            return answer

        yield ask


def whole(base: Path) -> None:
    """See that the chain fits and that no temporary file has stayed."""
    with open_place(locate(room=str(base / "room"), cwd=str(base)), create=False) as held:
        assert audit.verify(held.state, held.entry.mark) is None
    assert not [name for name in os.listdir(base / "room") if name.startswith(".scribe")]


def everything(ask: Callable[..., Any], folder: str, number: int) -> list[Any]:
    """Ask for one of every command below a folder."""
    words = f"Lint package number {'abcdefghijklmnopqrstuvwxyz'[number % 26]}{number}"
    return [
        ask("create", f"{folder}new-{number % 7}.md", file_text=topic(words)),
        ask("str_replace", f"{folder}x.md", old_str="inside", new_str="inside"),
        ask("insert", f"{folder}x.md", insert_line=0, insert_text=f"{words}\n"),
        ask("view", f"{folder}x.md"),
        ask("view", folder or "."),
        ask("rename", f"{folder}new-{number % 7}.md", new_path=f"/memories/{folder}moved-{number % 7}.md"),
        ask("delete", f"{folder}moved-{number % 7}.md"),
    ]


def test_a_directory_swapped_for_a_link_leads_no_request_outside(tmp_path: Path, places: tuple[Path, Path]) -> None:
    room, outside = places
    grow(room, "d/x.md = inside", "link => ../outside")
    before = picture(outside)
    answers: list[Any] = []
    with automated(tmp_path) as ask, running(SWAP, room, "d", "link"):
        for number in rounds(2 * SECONDS):
            answers += everything(ask, "d/", number)
    assert picture(outside) == before
    assert not any("secret" in answer.text for answer in answers)
    assert {answer.ok for answer in answers} == {True, False}, "there was no race"
    whole(tmp_path)


def test_a_file_swapped_for_something_else_is_neither_followed_nor_waited_for(
    tmp_path: Path, places: tuple[Path, Path]
) -> None:
    room, outside = places
    others(room, outside)
    before = picture(outside)
    answers: list[Any] = []
    with automated(tmp_path) as ask, running(ROTATE, room, "fifo link directory alias"):
        for number in rounds(2 * SECONDS):
            answers += [
                ask("view", "a.md"),
                ask("str_replace", "a.md", old_str="inside", new_str=f"inside {number}"),
                ask("insert", "a.md", insert_line=0, insert_text=f"line {number}\n"),
            ]
    assert picture(outside) == before
    assert not any("secret" in answer.text for answer in answers)
    assert "links" in {answer.rule for answer in answers}, "there was no race"
    whole(tmp_path)


def test_a_link_planted_where_a_memory_is_to_be_is_not_written_through(
    tmp_path: Path, places: tuple[Path, Path]
) -> None:
    room, outside = places
    before = picture(outside)
    answers: list[Any] = []
    with automated(tmp_path) as ask, running(PLANT, room):
        for number in rounds(2 * SECONDS):
            answers += everything(ask, "", number)
    assert picture(outside) == before
    assert not any("secret" in answer.text for answer in answers)
    assert {answer.ok for answer in answers} == {True, False}
    whole(tmp_path)


def test_control_a_naive_write_goes_through_a_planted_link(tmp_path: Path, places: tuple[Path, Path]) -> None:
    room, outside = places
    before = picture(outside)
    with running(PLANT, room):
        for number in rounds(PATIENCE):
            path = room / f"new-{number % 7}.md"
            try:
                if not os.path.lexists(path):
                    # It makes up its mind what to write.
                    time.sleep(0.001)
                    path.write_text("mine")
                elif not path.is_symlink() and path.stat().st_nlink == 1:
                    path.unlink()
            except OSError:
                continue
            if picture(outside) != before:
                return
    pytest.fail("the attack never succeeded, so the test above proves nothing")


def test_a_room_swapped_for_another_directory_is_still_the_one_that_was_opened(
    tmp_path: Path, places: tuple[Path, Path]
) -> None:
    room, outside = places
    impostor = grow(tmp_path / "impostor", "x.md = theirs", "begin.md = theirs")
    before, theirs = picture(outside), picture(impostor)
    was = room.stat().st_ino
    answers: list[Any] = []
    with automated(tmp_path) as ask:
        # The hand is launched on the room; a launch while it is swapped is the test below.
        assert ask("view", "begin.md").ok
        with running(SWAP, tmp_path, "room", "impostor"):
            for number in rounds(2 * SECONDS):
                words = f"Lint package number {'abcdefghijklmnopqrstuvwxyz'[number % 26]}{number}"
                answers += [
                    ask("create", f"new-{number}.md", file_text=topic(words)),
                    ask("view", "begin.md"),
                    ask("view", "."),
                    ask("delete", f"new-{number}.md"),
                ]
        if room.stat().st_ino != was:
            # The other process ended in the middle of a pair.
            os.rename(room, tmp_path / "aside")
            os.rename(impostor, room)
            os.rename(tmp_path / "aside", impostor)
    assert picture(outside) == before
    assert picture(impostor) == theirs
    assert not any("theirs" in answer.text for answer in answers)
    assert any(answer.ok for answer in answers)
    whole(tmp_path)


def test_control_a_naive_write_goes_into_the_other_directory(tmp_path: Path, places: tuple[Path, Path]) -> None:
    room, _ = places
    impostor = grow(tmp_path / "impostor", "x.md = theirs")
    with running(SWAP, tmp_path, "room", "impostor"):
        for number in rounds(PATIENCE):
            (room / f"new-{number}.md").write_text("mine")
            if list(impostor.glob("new-*")) and list(room.glob("new-*")):
                return
    pytest.fail("the attack never succeeded, so the test above proves nothing")


def test_a_room_that_is_replaced_before_the_hand_comes_gets_no_hand(tmp_path: Path, places: tuple[Path, Path]) -> None:
    from confine.errors import ScribeError

    room, _ = places
    impostor = grow(tmp_path / "impostor", "x.md = theirs")
    before = picture(room)
    with pytest.raises(ScribeError), automated(tmp_path) as ask:
        os.rename(room, tmp_path / "aside")
        os.rename(impostor, room)
        ask("create", "new.md", file_text=topic("Lint with Ruff"))
    assert picture(room) == ["x.md = theirs"]
    assert picture(tmp_path / "aside") == before


def test_a_lease_is_not_waited_for(tmp_path: Path, places: tuple[Path, Path]) -> None:
    room, _ = places
    grow(room, "a.md = inside", "b.md = inside too")
    answers: list[Any] = []
    with automated(tmp_path) as ask, running(LEASE, room):
        for number in rounds(2 * SECONDS):
            for name in ("a.md", "b.md"):
                answers += [
                    ask("view", name),
                    ask("insert", name, insert_line=0, insert_text=f"line {number}\n"),
                ]
    assert any(answer.ok for answer in answers)
    whole(tmp_path)


@pytest.mark.parametrize("command", ["view", "insert", "delete", "create"])
def test_a_lease_that_is_kept_is_refused_at_once(tmp_path: Path, places: tuple[Path, Path], command: str) -> None:
    import fcntl

    room, _ = places
    grow(room, "a.md = inside")
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    with automated(tmp_path) as ask:
        held = os.open(room / "a.md", os.O_RDWR)
        try:
            fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        except OSError as error:
            os.close(held)
            pytest.skip(f"no lease can be had here: {error}")
        more = {
            "insert": {"insert_line": 0, "insert_text": "x\n"},
            "create": {"file_text": topic("Lint with Ruff")},
        }
        answer = ask(command, "a.md", **more.get(command, {}))
        assert not answer.ok
        os.close(held)
    assert (room / "a.md").read_text() == "inside"


def test_control_a_naive_open_waits_for_the_lease(tmp_path: Path) -> None:
    import fcntl

    path = tmp_path / "a.md"
    path.write_text("inside")
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    held = os.open(path, os.O_RDWR)
    try:
        fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    except OSError as error:
        os.close(held)
        pytest.skip(f"no lease can be had here: {error}")
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", "import sys; open(sys.argv[1])", str(path)]) as reader:
        time.sleep(2.0)
        waits = reader.poll() is None
        os.close(held)
    assert waits, "it did not wait, so the tests above prove nothing"


def test_no_save_of_another_program_is_lost_in_a_run(tmp_path: Path, places: tuple[Path, Path]) -> None:
    room, _ = places
    grow(room, "a.md = begin")
    answers: list[Any] = []
    written: list[str] = []
    with running(SAVE, room), automated(tmp_path) as ask:
        for number in rounds(3 * SECONDS):
            mine = f"mine {number}\n"
            if number % 6 == 5:
                answers.append(ask("delete", "a.md"))
            else:
                answers.append(ask("insert", "a.md", insert_line=0, insert_text=mine))
                if answers[-1].ok:
                    written.append(mine.strip())
    theirs, replaced = json.loads((tmp_path / "books.json").read_text())
    assert len(theirs) > 20
    assert "conflict" in {answer.rule for answer in answers}, "there was no race"
    assert written, "nothing was ever written"
    # What is in the room, what the versions keep for a person, and what the other program has read itself.
    shelves = [room, tmp_path / "room.scribe" / "versions"]
    found = [path.read_text() for shelf in shelves for path in shelf.rglob("*") if path.is_file()]
    known = "\n".join([*found, *replaced])
    assert [each for each in [*theirs, *written, "begin"] if each not in known] == []
    whole(tmp_path)
