"""Real file systems under a real run: what works, what is refused, and that the old bytes stay where it does not work.

Needs root, mount(8) and, for NTFS, ntfs-3g over /dev/fuse: skipped visibly elsewhere. Everything goes through door,
journal and a confined hand.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
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
from room.errors import RoomError
from room.place import locate

WORDS = "We decided to use Ruff for linting in every package of this repository"
CITE = [{"turn": 1, "quote": WORDS}]
SYSTEMS = ("ext4", "tmpfs", "ntfs with streams", "ntfs without case")


def _image(folder: Path, size: int, *maker: str) -> Path:
    image = folder / "image"
    with image.open("wb") as file:
        file.truncate(size)
    if shutil.which(maker[0]) is None:
        pytest.skip(f"{maker[0]} is not installed")
    subprocess.run([*maker, str(image)], check=True, capture_output=True)
    return image


@contextmanager
def mounted(where: Path, *line: str) -> Iterator[Path]:
    """Mount something, or skip by saying why it cannot be mounted; take it away afterwards."""
    where.mkdir(mode=0o700, exist_ok=True)
    if shutil.which(line[0]) is None:
        pytest.skip(f"{line[0]} is not installed")
    done = subprocess.run([*line, str(where)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"{line[0]} says: {done.stderr.strip()}")
    try:
        yield where
    finally:
        subprocess.run(["umount", "-l", str(where)], check=True, capture_output=True)


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))


@pytest.fixture(params=SYSTEMS)
def volume(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """A directory on each kind of file system."""
    where = tmp_path / "volume"
    if request.param == "tmpfs":
        line = ("mount", "-t", "tmpfs", "-o", "mode=700", "none")
    elif request.param == "ext4":
        line = ("mount", "-o", "loop", str(_image(tmp_path, 48 << 20, "mkfs.ext4", "-q", "-F")))
    else:
        image = str(_image(tmp_path, 48 << 20, "mkfs.ntfs", "-F", "-Q", "-q"))
        driver, options = {
            "ntfs with streams": ("ntfs-3g", "streams_interface=windows,umask=077"),
            "ntfs without case": ("lowntfs-3g", "ignore_case,umask=077"),
        }[request.param]
        line = (driver, "-o", options, image)
    with mounted(where, *line) as found:
        (found / "private").mkdir(mode=0o700)
        yield found / "private"


@contextmanager
def a_door(base: Path, profile: str = "extraction") -> Iterator[Callable[..., Any]]:
    """Open a room below the base, and yield what answers requests."""
    place = locate(room=str(base / "room"), cwd=str(base))
    with opened(place) as session:
        door = Door(
            session,
            load(profile),
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


def topic(body: str) -> str:
    return f'---\ndescription: "{body}"\nmetadata:\n  type: project\n---\n\n{body}\n'


def test_create_edit_rename_delete(volume: Path) -> None:
    file = volume / "room" / "folder" / "a.md"
    with a_door(volume) as ask:
        assert ask("create", "folder/a.md", file_text=topic("Ruff lints every package")).ok
        assert ask("str_replace", "folder/a.md", old_str="every package\n", new_str="each package\n").ok
        assert file.read_text().endswith("Ruff lints each package\n")
        assert ask("insert", "folder/a.md", insert_line=0, insert_text="").ok
        assert ask("rename", "folder/a.md", new_path="/memories/folder/b.md").ok
        assert not file.exists() and file.with_name("b.md").exists()
        assert "folder/b.md" in ask("view", "").text or "folder/b.md" in ask("view", ".").text
        assert ask("delete", "folder/b.md").ok
    assert not list((volume / "room" / "folder").iterdir())
    rows = [json.loads(line) for line in (volume / "room.scribe" / "audit.jsonl").read_text().splitlines()]
    assert rows[-1]["kind"] == "settled"
    assert sum(row.get("outcome") == "done" for row in rows) >= 4
    assert not [each for each in (volume / "room").rglob("*") if each.name.endswith(".tmp")]


@pytest.mark.parametrize("name", ["pinned", "Pinned", "PINNED", "pınned"])
def test_pinned_is_refused_by_case_and_the_bytes_stay(volume: Path, name: str) -> None:
    pinned = volume / "room" / "pinned"
    with a_door(volume) as ask:
        pinned.mkdir(mode=0o700)
        (pinned / "kept.md").write_text("kept")
        for command, more in (
            ("create", {"file_text": topic("Ruff lints every package")}),
            ("str_replace", {"old_str": "kept", "new_str": "lost"}),
            ("delete", {}),
            ("rename", {"new_path": "/memories/taken.md"}),
        ):
            ask(command, f"{name}/kept.md", **more)
        ask("rename", "pinned", new_path=f"/memories/{name}-old")
    assert [each.name for each in pinned.iterdir()] == ["kept.md"]
    assert (pinned / "kept.md").read_text() == "kept"


@pytest.mark.parametrize("name", ["a.md:hidden.md", "a.md::$DATA", "folder:$I30:$INDEX_ALLOCATION/b.md"])
def test_streams_are_refused_and_none_comes_into_being(volume: Path, name: str) -> None:
    with a_door(volume) as ask:
        assert ask("create", "a.md", file_text=topic("Ruff lints every package")).ok
        before = (volume / "room" / "a.md").read_bytes()
        answer = ask("create", name, file_text=topic("hidden words for every package"))
        assert (answer.ok, answer.rule) == (False, "streams")
        assert (volume / "room" / "a.md").read_bytes() == before
        found = subprocess.run(
            ["getfattr", "-d", "-m", "-", str(volume / "room" / "a.md")], capture_output=True, check=False
        )
        assert b"hidden" not in found.stdout
    # A driver without case may list its names in small letters.
    names = {each.name.lower() for each in (volume / "room").iterdir()}
    assert names == {"a.md", "memory.md"}
    assert (volume / "room" / "MEMORY.md").read_text().count("a.md") == 1


@pytest.mark.parametrize(
    ("first", "second"), [("topic.md", "Topic.md"), ("caf\u00e9.md", "cafe\u0301.md"), ("stra\u00dfe.md", "STRASSE.md")]
)
def test_a_name_has_one_spelling(volume: Path, first: str, second: str) -> None:
    with a_door(volume) as ask:
        assert ask("create", first, file_text=topic("Ruff lints every package")).ok
        answer = ask("create", second, file_text=topic("Something else entirely about tests"))
        assert not answer.ok
    assert len([each for each in (volume / "room").iterdir() if each.name.lower() != "memory.md"]) == 1


def test_a_read_only_volume_is_a_clear_error_and_changes_nothing(volume: Path) -> None:
    with a_door(volume) as ask:
        assert ask("create", "a.md", file_text=topic("Ruff lints every package")).ok
    before = {each: each.read_bytes() for each in volume.rglob("*") if each.is_file()}
    top = volume.parent
    if subprocess.run(["mount", "-o", "remount,ro", str(top)], capture_output=True, check=False).returncode:
        pytest.skip("this file system cannot be remounted read-only")
    try:
        with pytest.raises(RoomError) as caught, a_door(volume) as ask:
            ask("create", "b.md", file_text=topic("Something else entirely about tests"))
        assert "read-only" in str(caught.value).lower() or "writing" in str(caught.value).lower()
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(top)], check=True)
    assert {each: each.read_bytes() for each in volume.rglob("*") if each.is_file()} == before


def test_a_full_volume_is_an_answer_and_a_row_and_the_old_bytes_stay(volume: Path) -> None:
    with a_door(volume) as ask:
        assert ask("create", "a.md", file_text=topic("Ruff lints every package")).ok
        before = (volume / "room" / "a.md").read_bytes()
        ballast = volume / "ballast"
        with ballast.open("wb", buffering=0) as file:
            try:
                while os.fstatvfs(file.fileno()).f_bavail * os.fstatvfs(file.fileno()).f_frsize > 8 << 20:
                    file.write(bytes(1 << 20))
            except OSError:
                pass
        if (lambda f: f.f_bavail * f.f_frsize)(os.statvfs(volume)) > 16 << 20:
            pytest.skip("this volume is too large to be filled here")
        answer = ask("str_replace", "a.md", old_str="every package\n", new_str="each package\n")
        assert (answer.ok, answer.rule) == (False, "full")
        assert (volume / "room" / "a.md").read_bytes() == before
        ballast.unlink()
    rows = [json.loads(line) for line in (volume / "room.scribe" / "audit.jsonl").read_text().splitlines()]
    assert any(row["kind"] == "reject" and row["rule"] == "full" for row in rows)


@pytest.mark.parametrize("kind", ["another file system", "the same one"])
def test_a_mount_point_below_the_room_is_not_crossed(tmp_path: Path, kind: str) -> None:
    base = tmp_path / "base"
    base.mkdir(mode=0o700)
    with a_door(base) as ask:
        below = base / "room" / "below"
        below.mkdir(mode=0o700)
        other = tmp_path / "other"
        other.mkdir(mode=0o700)
        line = ("mount", "-t", "tmpfs", "none") if kind == "another file system" else ("mount", "--bind", str(other))
        with mounted(below, *line):
            answer = ask("create", "below/a.md", file_text=topic("Ruff lints every package"))
            assert (answer.ok, answer.rule) == (False, "containment")
            assert not list(below.iterdir())
