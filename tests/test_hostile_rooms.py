"""Rooms that somebody made to hurt: every command ends in bounded time with a finding, and prints nothing raw."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from confine.cli import main

COMMANDS = (["memory", "list"], ["memory", "status"], ["memory", "query", "words"], ["snapshot"], ["memory", "audit"])


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Path]:
    """A room of the user's own with one memory; whatever the test put into it can be taken away again."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    room = tmp_path / "room"
    assert main(["memory", "add", "Deploys happen on Tuesdays", "--room", str(room)]) == 0
    capsys.readouterr()
    yield room
    # Python's own tree walks recurse or hold paths that are too long; these do not.
    subprocess.run(["chmod", "-R", "u+rwX", str(room)], check=False, capture_output=True)
    subprocess.run(["rm", "-rf", str(room)], check=True)


def deep(room: Path) -> None:
    handle = os.open(room, os.O_RDONLY)
    for _ in range(6_000):
        os.mkdir("d", 0o700, dir_fd=handle)
        below = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    os.close(handle)


def many(room: Path) -> None:
    (room / "many").mkdir(mode=0o700)
    handle = os.open(room / "many", os.O_RDONLY)
    for number in range(50_000):
        os.close(os.open(f"{number}.md", os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=handle))
    os.close(handle)


def odd_names(room: Path) -> None:
    for name in (
        b"\xff\xfe.md",
        b"new\nline.md",
        b"\x1b[31mred.md",
        b"[bold]markup[red].md",
        "\u202ereversed.md".encode(),
        b" .md",
    ):
        with open(os.fsencode(room) + b"/" + name, "wb") as file:
            file.write(b"words\n")


def odd_kinds(room: Path) -> None:
    os.mkfifo(room / "fifo.md", 0o600)
    server = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(room)
    server.bind("socket.md")
    os.chdir(here)
    server.close()
    (room / "link.md").symlink_to("/etc/passwd")
    (room / "loop.md").symlink_to("loop.md")
    (room / "folder.md").mkdir(mode=0o700)
    os.link(room / "project-deploys-happen-on-tuesdays.md", room / "second-name.md")
    if os.geteuid() == 0:
        os.mknod(room / "device.md", 0o020600, os.makedev(1, 5))


def sparse(room: Path) -> None:
    with (room / "sparse.md").open("wb") as file:
        file.truncate(8 << 30)


def unreadable(room: Path) -> None:
    (room / "shut").mkdir(mode=0o700)
    (room / "shut" / "a.md").write_text("words\n")
    (room / "shut").chmod(0o300)
    (room / "closed.md").write_text("words\n")
    (room / "closed.md").chmod(0o000)


HOSTILE = {
    "6,000 directories deep": deep,
    "50,000 files": many,
    "names of all kinds": odd_names,
    "things that are no files": odd_kinds,
    "eight sparse gigabytes": sparse,
    "what cannot be read": unreadable,
}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_every_command_ends_in_time_and_prints_nothing_raw(
    room: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]
) -> None:
    make(room)
    chat = tmp_path / "chat.jsonl"
    chat.write_text(json.dumps({"role": "user", "content": "We use Ruff for linting."}) + "\n")
    for line in (*COMMANDS, ["extract", str(chat)]):
        code = main([*line, "--room", str(room)])
        said = capsys.readouterr()
        # A room that holds more memories than a writer may make has no place for what is learned: that is said by 6.
        full = line[0] == "extract" and "its most" in said.out
        assert code == (6 if full else 0), (line, said.err[-2000:])
        for character in "\x1b\x07\u202e":
            assert character not in said.out + said.err
    assert (room / "project-deploys-happen-on-tuesdays.md").read_bytes().endswith(b"Deploys happen on Tuesdays\n")
    assert main(["memory", "audit", "--verify", "--room", str(room)]) == 0


@pytest.mark.parametrize("make", [odd_kinds, sparse, deep, odd_names], ids=["kinds", "sparse", "deep", "names"])
def test_what_is_odd_is_a_finding(room: Path, capsys: pytest.CaptureFixture[str], make: Callable[[Path], None]) -> None:
    make(room)
    assert main(["memory", "status", "--room", str(room), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["findings"]
    assert all(each["reason"] and each["rule"] for each in report["findings"])
