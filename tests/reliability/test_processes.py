"""Many at once, as processes: one writer at a time, none loses what another wrote, and a person is never overwritten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from confine import session as sessions
from confine.cli import main
from room import volume
from room.locks import USER_WAITS
from room.orders import Change, Done
from room.workspace import locate
from tests.reliability.tally import Tally
from tests.rooms import sha
from tests.test_real_file_systems import a_door, topic

pytestmark = pytest.mark.timeout(300)

SECTION = "processes at once"

HOLD = """
import os, sys
from room.handles import Directory
from room.locks import for_user
with for_user(Directory.at(sys.argv[1]), run="theirs"):
    print("held", flush=True)
    sys.stdin.read()
"""

INSERT = """
import hashlib, sys
from confine.session import opened
from room.errors import RoomError
from room.orders import Change
from room.workspace import locate
number = 0
while number < int(sys.argv[3]):
    try:
        with opened(locate(room=sys.argv[1] + "/room", cwd=sys.argv[1])) as session:
            old = session.hand.read("shared.md")
            new = old + f"line {sys.argv[2]}-{number}\\n".encode()
            session.change(Change("write", "shared.md", data=new, expect_sha=hashlib.sha256(old).hexdigest()))
    except RoomError as error:
        # A machine that is busy with other things: ten seconds were over.
        assert "busy" in str(error), error
    else:
        number += 1
"""


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    assert main(["memory", "add", "Deploys happen on Tuesdays", "--room", str(tmp_path / "room")]) == 0
    return tmp_path


def start(*line: str) -> subprocess.Popen[str]:
    repository = Path(__file__).parents[2]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *line], text=True, cwd=repository, **pipes)


def scribe(base: Path, *line: str) -> subprocess.Popen[str]:
    process = start("-m", "confine", *line, "--room", str(base / "room"), "--json")
    assert process.stdin
    process.stdin.close()
    process.stdin = None
    return process


@pytest.fixture
def holder(base: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that has the room until its standard input is closed."""
    process = start("-c", HOLD, str(base / "room.scribe"))
    assert process.stdout and process.stdout.readline() == "held\n"
    yield process
    process.communicate()


def chat(path: Path, text: str) -> Path:
    path.write_text(json.dumps({"role": "user", "content": text}) + "\n")
    return path


def verified(base: Path) -> bool:
    return main(["memory", "audit", "--verify", "--room", str(base / "room")]) == 0


def test_adds_extractions_and_a_host_that_edits_lose_nothing(base: Path, tally: Tally) -> None:
    room = base / "room"
    tools = ["pnpm", "Ruff", "Black", "Vite"]
    adds = [scribe(base, "memory", "add", f"Team {n} meets in room {n}{n}", "--name", f"team-{n}") for n in range(4)]
    chats = [chat(base / f"{tool}.jsonl", f"We decided to use {tool} for {tool}-things here") for tool in tools]
    extracts = [scribe(base, "extract", str(each)) for each in chats]
    saved, running = 0, [*adds, *extracts]
    while any(each.poll() is None for each in running):
        saved += 1
        (base / "their.tmp").write_text(topic(f"save number {saved}"))
        os.replace(base / "their.tmp", room / "theirs.md")
        time.sleep(0.01)
    for each in running:
        _, err = each.communicate()
        # A person's command that waited ten seconds in vain says so, and has changed nothing.
        assert each.returncode in ((0, 5) if each in adds else (0,)), err
    added = [number for number, each in enumerate(adds) if each.returncode == 0]
    assert added
    with tally.fault(SECTION, "`memory add`, `extract` and an editing host", len(running)):
        assert f"save number {saved}" in (room / "theirs.md").read_text()
        assert sorted(each.name for each in room.glob("team-*")) == [f"team-{number}.md" for number in added]
        for number in added:
            assert f"room {number}{number}" in (room / f"team-{number}.md").read_text()
        said = "".join(each.read_text() for each in room.rglob("*.md"))
        assert all(f"{tool}-things" in said for tool in tools)
        assert verified(base)
        assert not list(room.rglob(".scribe-*"))


def test_no_update_of_one_topic_is_lost(base: Path, tally: Tally) -> None:
    with a_door(base) as ask:
        assert ask("create", "shared.md", file_text=topic("Ruff lints every package")).ok
    running = [start("-c", INSERT, str(base), str(each), "3") for each in range(4)]
    for each in running:
        _, err = each.communicate()
        assert each.returncode == 0, err
    text = (base / "room" / "shared.md").read_text()
    with tally.fault(SECTION, "inserts into one topic", 12):
        assert sorted(line for line in text.splitlines() if line.startswith("line ")) == sorted(
            f"line {each}-{number}" for each in range(4) for number in range(3)
        )
        assert verified(base)


def test_of_the_extractions_that_wait_only_the_newest_runs(
    base: Path, holder: subprocess.Popen[str], tally: Tally
) -> None:
    transcript = str(chat(base / "chat.jsonl", "We decided to use pnpm for all packages"))
    waiting, queue = [], base / "room.scribe" / "waiting.json"
    for _ in range(3):
        before = queue.read_bytes() if queue.exists() else b""
        waiting.append(scribe(base, "extract", transcript))
        while not queue.exists() or queue.read_bytes() == before:
            assert waiting[-1].poll() is None
            time.sleep(0.01)
    holder.communicate()
    ends = [(each.communicate()[0], each.returncode) for each in waiting]
    with tally.fault(SECTION, "requests for one conversation that wait", 3):
        assert [code for _, code in ends] == [0, 0, 0]
        skipped = [(json.loads(out)["skipped"] or {}).get("rule") for out, _ in ends]
        assert skipped == ["superseded", "superseded", None]
        assert len(json.loads(ends[2][0])["accepted"]) == 1


def test_a_users_command_waits_ten_seconds_and_is_told_who_is_busy(
    base: Path, holder: subprocess.Popen[str], tally: Tally
) -> None:
    before = {each: each.read_bytes() for each in (base / "room").iterdir()}
    busy = scribe(base, "memory", "add", "Something else")
    _, err = busy.communicate()
    with tally.fault(SECTION, "a command while another process has the room"):
        assert busy.returncode == 5, err
        assert f"process {holder.pid}" in err and f"{USER_WAITS:g} seconds" in err
        assert {each: each.read_bytes() for each in (base / "room").iterdir()} == before


@pytest.mark.parametrize("command", ["str_replace", "insert", "delete", "rename"])
def test_a_save_of_a_person_between_the_look_and_the_change_is_answered_with_the_new_content(
    base: Path, tally: Tally, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    file = base / "room" / "a.md"
    theirs = topic("words that a person saved just now")
    with a_door(base) as ask:
        assert ask("create", "a.md", file_text=topic("Ruff lints every package")).ok
    real = sessions.Journal.change

    def change(journal: sessions.Journal, wanted: Change) -> object:
        if wanted.path == "a.md":
            file.write_text(theirs)
        return real(journal, wanted)

    more = {
        "str_replace": {"old_str": "every package\n", "new_str": "each package\n"},
        "insert": {"insert_line": 0, "insert_text": ""},
        "rename": {"new_path": "/memories/b.md"},
    }
    with a_door(base) as ask:
        monkeypatch.setattr(sessions.Journal, "change", change)
        answer = ask(command, "a.md", **more.get(command, {}))
        monkeypatch.setattr(sessions.Journal, "change", real)
    with tally.fault(SECTION, "a person's save in the middle of a request"):
        assert (answer.ok, answer.rule) == (False, "conflict")
        assert "words that a person saved just now" in answer.text
        assert file.read_text() == theirs


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_save_around_the_order_itself_stays(
    base: Path, tally: Tally, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    file = base / "room" / "a.md"
    with a_door(base) as ask:
        assert ask("create", "a.md", file_text=topic("Ruff lints every package")).ok
    theirs = topic("words that a person saved just now").encode()
    real = sessions.Hand.write

    def write(hand: sessions.Hand, path: str, data: bytes, **options: str) -> Done:
        if path == "a.md" and moment == "before":
            file.write_bytes(theirs)
        done = real(hand, path, data, **options)
        if path == "a.md" and moment == "after":
            file.write_bytes(theirs)
        return done

    monkeypatch.setattr(sessions.Hand, "write", write)
    with a_door(base) as ask:
        answer = ask("str_replace", "a.md", old_str="every package\n", new_str="each package\n")
    with tally.fault(SECTION, "a person's save in the middle of an order"):
        assert (answer.ok, answer.rule) == (False, "conflict")
        assert sha(file.read_bytes()) == sha(theirs)
        assert verified(base)


def test_a_room_on_a_network_file_system_is_warned_about(
    base: Path, tally: Tally, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = base / "mountinfo"
    table.write_text(f"1 0 0:1 / / rw - ext4 none rw\n2 1 0:2 / {base} rw - nfs4 server:/home rw\n")
    monkeypatch.setattr(volume.network_file_system, "__defaults__", (str(table),))
    capsys.readouterr()
    assert main(["memory", "add", "We use Ruff for linting", "--room", str(base / "room")]) == 0
    with tally.fault(SECTION, "a room on a network file system"):
        assert "nfs4" in capsys.readouterr().err
        assert locate(room=str(base / "room"), cwd=str(base)).room_path == str(base / "room")
