"""`pinned/` is read-only to the hand of an automated run, by the kernel: hostile code in the hand's place goes for it.

The guard and the hand's own code are out of the way. Each attack has a control: the same code, in a hand that was told of nothing
pinned, changes the bytes.
"""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

import confine.linux as linux
import worker.pinned
from confine.cli import main
from confine.ruleset import HAND
from confine.supervisor import Supervisor
from worker.frames import encode

ATTACKS = {
    "write a pinned file": 'os.close(os.open(f"{room}/pinned/a.md", os.O_WRONLY))',
    "append to a pinned file": 'f = os.open(f"{room}/pinned/a.md", os.O_WRONLY | os.O_APPEND); os.write(f, b"!")',
    "create a file": 'os.close(os.open(f"{room}/pinned/new.md", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))',
    "create a file below": 'os.close(os.open(f"{room}/pinned/deep/new.md", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))',
    "make a directory": 'os.mkdir(f"{room}/pinned/made", 0o700, dir_fd=3)',
    "delete a file": 'unlink(f"{room}/pinned/a.md")',
    "delete a directory": 'rmdir(f"{room}/pinned/empty")',
    "rename within": 'rename(f"{room}/pinned/a.md", f"{room}/pinned/b.md")',
    "rename out": 'rename(f"{room}/pinned/a.md", f"{room}/taken.md")',
    "rename in": 'rename(f"{room}/topic.md", f"{room}/pinned/topic.md")',
    "rename over": 'rename(f"{room}/topic.md", f"{room}/pinned/a.md")',
    "rename the directory itself": 'rename(f"{room}/pinned", f"{room}/elsewhere")',
    "remove the directory itself": 'unlink(f"{room}/pinned/a.md"); rmdir(f"{room}/pinned")',
    "by a handle of the room": 'r = os.open(room, os.O_RDONLY); os.unlink("pinned/a.md", dir_fd=r)',
    "by a handle of the directory": 'p = os.open(f"{room}/pinned", os.O_RDONLY); os.unlink("a.md", dir_fd=p)',
    "by the handle that the hand holds": 'os.unlink("pinned/a.md", dir_fd=3)',
    "through another directory": 'unlink(f"{room}/folder/../pinned/a.md")',
}


@pytest.fixture
def room(tmp_path: Path) -> Path:
    room = tmp_path / "room"
    for folder in ("", "pinned", "pinned/deep", "pinned/empty", "folder"):
        (room / folder).mkdir(mode=0o700)
    for file in ("topic.md", "pinned/a.md", "pinned/deep/c.md", "folder/d.md"):
        (room / file).write_text(f"bytes of {file}\n")
    return room


def below(room: Path) -> dict[str, Any]:
    pinned = room / "pinned"
    return {str(each.relative_to(pinned)): each.read_bytes() if each.is_file() else b"" for each in pinned.rglob("*")}


def run(room: Path, code: str, names: list[str]) -> tuple[Any, str]:
    """Run code in the hand's place; return the proof of `pinned-read-only` and what it printed."""
    status = room.stat()
    place = {"path": str(room), "device": status.st_dev, "inode": status.st_ino, "pinned": names}
    # The calls that take a directory are the ones that the filter leaves; 3 is the room that the hand holds.
    ready = """
import os
unlink = lambda path: os.unlink(path, dir_fd=3)
rmdir = lambda path: os.rmdir(path, dir_fd=3)
rename = lambda old, new: os.rename(old, new, src_dir_fd=3, dst_dir_fd=3)
"""
    text = f"{ready}room = {str(room)!r}\ntry:\n    {code}\nexcept OSError as error:\n    print(error.errno)\nelse:\n    print('done')"
    with Supervisor() as supervisor:
        child = supervisor.launch(HAND, place, preload=[])
        assert child.receipt is not None
        proof = child.receipt.proofs["pinned-read-only"]
        child.raw = bytearray()
        supervisor.write(child, encode({"type": "code", "code": text}))
        import time

        supervisor.drain(child, time.monotonic() + 20)
        return proof, bytes(child.raw).decode().strip() + bytes(child.errors).decode()


@pytest.fixture(scope="module")
def kernel_helps(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip, visibly, where this system does not let the hand mount."""
    folder = tmp_path_factory.mktemp("probe")
    (folder / "pinned").mkdir(mode=0o700)
    proof, _ = run(folder, "pass", ["pinned"])
    if "kernel" not in proof.enforced_by:
        pytest.skip(proof.detail)


@pytest.mark.parametrize("code", ATTACKS.values(), ids=ATTACKS)
def test_hostile_code_in_the_hands_place_changes_nothing_pinned(kernel_helps: None, room: Path, code: str) -> None:
    before = below(room)
    proof, said = run(room, code, ["pinned"])
    assert "kernel" in proof.enforced_by and proof.proven
    assert said in [str(each) for each in (errno.EROFS, errno.EXDEV, errno.EBUSY)]
    assert below(room) == before


@pytest.mark.parametrize("code", ATTACKS.values(), ids=ATTACKS)
def test_control_without_the_bind_the_same_code_gets_through(room: Path, code: str) -> None:
    if 'rmdir(f"{room}/pinned")' in code:
        for each in (room / "pinned" / "deep" / "c.md",):
            each.unlink()
        (room / "pinned" / "deep").rmdir()
        (room / "pinned" / "empty").rmdir()
    proof, said = run(room, code, [])
    assert proof.enforced_by == "guard"
    assert said == "done"


def test_the_rest_of_the_room_stays_writable(kernel_helps: None, room: Path) -> None:
    code = 'rename(f"{room}/topic.md", f"{room}/folder/topic.md"); unlink(f"{room}/folder/d.md")'
    assert run(room, code, ["pinned"])[1] == "done"
    assert (room / "folder" / "topic.md").exists() and not (room / "folder" / "d.md").exists()


def test_pinned_files_can_be_read(kernel_helps: None, room: Path) -> None:
    assert (
        run(room, 'print(os.read(os.open(f"{room}/pinned/a.md", os.O_RDONLY), 5).decode())', ["pinned"])[1]
        == "bytes\ndone"
    )


def test_nothing_is_mounted_outside_of_the_hand(kernel_helps: None, room: Path) -> None:
    run(room, "pass", ["pinned"])
    assert str(room) not in Path("/proc/self/mountinfo").read_text()
    (room / "pinned" / "by-a-person.md").write_text("still writable")


def test_a_link_in_the_place_of_pinned_is_not_bound_and_not_followed(room: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (room / "link").symlink_to(outside)
    proof, _ = run(room, "pass", ["link"])
    assert proof.enforced_by == "guard" and not proof.proven


def test_where_the_system_forbids_mounting_the_guard_is_named_and_the_run_goes_on(
    room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = linux.settings

    def without(*arguments: Any) -> dict[str, Any]:
        made = real(*arguments)
        # A call that does not exist stands for one that a security policy forbids.
        made["calls"] = {**made["calls"], "mount": 9999}
        return made

    monkeypatch.setattr(linux, "settings", without)
    proof, said = run(room, "pass", ["pinned"])
    assert (proof.enforced_by, proof.proven, said) == ("guard", False, "done")
    assert f"errno {errno.ENOSYS}" in proof.detail


def test_an_automated_run_has_it_and_a_persons_command_does_not(
    kernel_helps: None, room: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    chat = tmp_path / "chat.jsonl"
    chat.write_text(json.dumps({"role": "user", "content": "We use Ruff for linting."}) + "\n")
    assert main(["extract", str(chat), "--room", str(room), "--adopt", "--json"]) == 0
    receipt = json.loads(capsys.readouterr().out)["receipt"]["hand"]
    assert "kernel" in receipt["pinned-read-only"]["enforced_by"]
    assert main(["memory", "remove", "pinned/a", "--yes", "--room", str(room), "--json"]) == 0
    receipt = json.loads(capsys.readouterr().out)["receipt"]["hand"]
    assert receipt["pinned-read-only"]["enforced_by"] == "guard"
    assert not (room / "pinned" / "a.md").exists()


@pytest.mark.parametrize("name", ["pinned", "Pinned", "PINNED", "pinne\u0064"])
def test_every_spelling_of_the_directory_is_bound(kernel_helps: None, tmp_path: Path, name: str) -> None:
    from confine.session import pinned_folders
    from room.handles import Directory

    (tmp_path / name).mkdir()
    (tmp_path / "pinned-notes").mkdir()
    with Directory.at(str(tmp_path)) as held:
        assert pinned_folders(held) == [name]


def test_the_flags_that_a_mount_came_with_are_those_that_a_remount_keeps() -> None:
    # statvfs(3) and mount(2) give these one value each; the code relies on it.
    assert worker.pinned._KEPT == 2 | 4 | 8 | 1024 | 2048
