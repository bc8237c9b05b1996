"""What the look finds on real trees: links, mounts, second names, other spellings; and that it stays within bounds."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from policies.facts import Component, Facts
from room import facts, facts_by_name, syscalls
from room.facts import Look
from room.facts_by_name import by_name, kind_of
from room.handles import Directory
from tests.capabilities import (
    HAS_PROC_FD,
    IS_ROOT,
    needs_case,
    needs_dir_fd,
    needs_owners,
    needs_posix_names,
    needs_too_long,
)
from tests.trees import grow


@pytest.fixture
def room(tmp_path: Path) -> Path:
    return grow(tmp_path / "room", "a.md = one", "notes/deep/b.md = two", "pinned/rules.md = rules")


@pytest.fixture
def look(room: Path) -> Iterator[Look]:
    before = len(os.listdir("/proc/self/fd")) if HAS_PROC_FD else 0
    with Directory.at(str(room)) as root:
        yield Look(root)
    if before:
        assert len(os.listdir("/proc/self/fd")) == before, "a handle was left open"


def kinds(found: Facts) -> list[str]:
    return [each.kind for each in found.components]


def test_a_file_is_described_with_all_that_is_above_it(look: Look, room: Path) -> None:
    status = (room / "notes/deep/b.md").stat()

    found = look("notes/deep/b.md")

    assert kinds(found) == ["directory", "directory", "file"]
    assert found.components[-1] == Component("b.md", "file", 1, status.st_dev, status.st_ino)
    assert (found.missing, found.twins, found.mount, found.unknown, found.kind) == (0, (), False, "", "file")


def test_the_room_itself_is_a_directory(look: Look) -> None:
    assert look("").kind == "directory"


def test_what_is_missing_is_counted(look: Look) -> None:
    found = look("notes/no/such/x.md")

    assert (kinds(found), found.missing, found.kind) == (["directory"], 3, "absent")


@pytest.mark.parametrize("target", ["a.md", "nowhere", "l.md", "/etc/passwd", ".."])
def test_a_link_is_a_link_wherever_it_leads(look: Look, room: Path, target: str) -> None:
    (room / "l.md").symlink_to(target)

    assert (kinds(look("l.md")), look("l.md").kind) == (["link"], "link")


def test_nothing_is_seen_through_a_link(look: Look, room: Path) -> None:
    (room / "notes/l").symlink_to("deep")

    found = look("notes/l/b.md")

    assert (kinds(found), found.missing, found.kind) == (["directory", "link"], 1, "absent")


def test_nothing_is_seen_below_a_file(look: Look) -> None:
    found = look("notes/deep/b.md/c/d.md")

    assert (kinds(found), found.missing) == (["directory", "directory", "file"], 2)


def test_a_pipe_does_not_block(look: Look, room: Path) -> None:
    os.mkfifo(room / "p.md")

    assert kinds(look("p.md")) == ["other"]
    assert kinds(look("p.md/x.md")) == ["other"]


def test_a_second_name_counts(look: Look, room: Path, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("secret")
    os.link(tmp_path / "outside", room / "h.md")

    found = look("h.md")

    assert (found.components[-1].links, found.pinned_alias) == (2, None)


@pytest.mark.parametrize("folder", ["pinned", "Pinned", "PIN\u200cNED"])
def test_a_second_name_of_a_pinned_memory_is_found(look: Look, room: Path, folder: str) -> None:
    grow(room, f"{folder}/far/down/x.md = pinned")
    os.link(room / folder / "far/down/x.md", room / "notes/h.md")

    # A file system that folds names has made no new directory for another spelling.
    stands = next(name for name in os.listdir(room) if os.path.samefile(room / name, room / folder))
    assert look("notes/h.md").pinned_alias == f"{stands}/far/down/x.md"


def test_the_search_for_a_pinned_memory_follows_no_link(look: Look, room: Path, tmp_path: Path) -> None:
    grow(tmp_path / "outside", "x.md = secret")
    (room / "pinned/out").symlink_to(tmp_path / "outside")
    os.link(tmp_path / "outside/x.md", room / "h.md")

    assert look("h.md").pinned_alias is None


@needs_dir_fd
def test_the_search_for_a_pinned_memory_ends(look: Look, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(room, "pinned/a/b/x.md = pinned", "h.md -> pinned/a/b/x.md")
    assert look("h.md").pinned_alias == "pinned/a/b/x.md"

    monkeypatch.setattr(facts, "MOST_PINNED", 2)
    assert look("h.md").pinned_alias is None

    monkeypatch.setattr(facts, "MOST_PINNED", 99)
    monkeypatch.setattr(facts, "MOST_DEPTH", 2)
    assert look("h.md").pinned_alias is None


@pytest.mark.parametrize("asked", ["A.md", "a\u200d.md", "\uff41.md"])
def test_another_spelling_is_found_where_it_is_one(look: Look, asked: str) -> None:
    assert look(asked).twin == (None if asked == "\uff41.md" else "a.md")


def test_another_spelling_of_a_directory_is_found_deep_down(look: Look) -> None:
    found = look("notes/DEEP/b.md")

    assert (found.twin, found.missing, found.twins[0].kind) == ("notes/deep", 2, "directory")


@needs_case
def test_all_other_spellings_are_found_and_links_are_told(look: Look, room: Path) -> None:
    grow(room, "N.md = 1", "n.MD => a.md")

    assert [(each.name, each.kind) for each in look("n.md").twins] == [("N.md", "file"), ("n.MD", "link")]


@needs_posix_names
def test_names_that_are_not_utf_8_are_passed_over(look: Look, room: Path) -> None:
    (room / os.fsdecode(b"\xff\xfe.md")).write_text("x")

    assert look("new.md").twins == ()


@needs_dir_fd
def test_a_directory_with_too_many_names_is_unknown(look: Look, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "MOST_ENTRIES", 3)
    grow(room, "1.md = x", "2.md = x", "3.md = x")

    assert "more than 3 entries" in look("new.md").unknown
    assert look("1.md").unknown == ""


@needs_too_long
def test_a_name_that_the_file_system_cannot_hold_is_unknown(look: Look) -> None:
    found = look("notes/" + "x" * 300 + ".md")

    assert (found.unknown, found.kind) == (os.strerror(errno.ENAMETOOLONG), "absent")


@pytest.mark.skipif(not IS_ROOT, reason="becoming another user needs root")
def test_a_directory_that_may_be_searched_but_not_read_is_walked(room: Path) -> None:
    room.chmod(0o711)
    (room / "notes").chmod(0o711)
    (room / "notes/deep").chmod(0o000)
    root = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
    os.seteuid(65534)
    try:
        look = Look(root)
        assert kinds(look("a.md")) == ["file"]
        assert kinds(look("notes/deep")) == ["directory", "directory"]
        assert look("notes/deep/b.md").unknown == os.strerror(errno.EACCES)
        assert look("notes/new.md").unknown == os.strerror(errno.EACCES), "other spellings cannot be ruled out"
    finally:
        os.seteuid(0)
        os.close(root)


@pytest.fixture(params=["tmpfs", "bind", "bind of a file"])
def mounted(request: pytest.FixtureRequest, room: Path, tmp_path: Path) -> Iterator[str]:
    """Mount something below the room and return its path from there."""
    outside = grow(tmp_path / "outside", "x.md = x")
    path = "mnt.md" if request.param == "bind of a file" else "notes/mnt"
    (room / path).touch() if path.endswith(".md") else (room / path).mkdir()
    what = {"tmpfs": ["-t", "tmpfs", "none"], "bind": ["--bind", str(outside)]}
    command = ["mount", *what.get(request.param, ["--bind", str(outside / "x.md")]), str(room / path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=30, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount command")
    if done.returncode:
        pytest.skip(f"this system does not let the test mount: {done.stderr.decode().strip()}")
    yield path
    subprocess.run(["umount", str(room / path)], check=True, timeout=30)


def test_a_mount_point_is_one(look: Look, mounted: str) -> None:
    assert look(mounted).mount
    assert not look.is_plain_file(mounted)
    if mounted.endswith("mnt"):
        below = look(f"{mounted}/x.md")
        assert (below.mount, below.missing, below.kind) == (True, 1, "absent")
        assert not look.is_plain_file(f"{mounted}/x.md")


def test_another_file_system_shows_by_its_device_alone(
    look: Look, mounted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syscalls, "_statx", None)
    monkeypatch.setattr(syscalls, "_syscall", None)

    assert look(mounted).mount == ("tmpfs" in Path("/proc/mounts").read_text().partition(f"{mounted} ")[2][:6])


@needs_owners
def test_a_room_that_is_itself_a_mount_point_is_ordinary(tmp_path: Path) -> None:
    room = grow(tmp_path / "room")
    done = subprocess.run(["mount", "-t", "tmpfs", "none", str(room)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip("this system does not let the test mount")
    root = -1
    try:
        grow(room, "a/b.md = x")
        root = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
        look = Look(root)
        assert (look("a/b.md").kind, look("a/b.md").mount, look.is_plain_file("a/b.md")) == ("file", False, True)
    finally:
        if root >= 0:
            os.close(root)
        subprocess.run(["umount", str(room)], check=True)


@pytest.mark.parametrize("call", ["_statx", "_syscall"])
def test_without_a_system_call_the_look_does_without(
    look: Look, room: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(room, "l => notes", "h.md -> a.md")
    paths = ["a.md", "notes/deep/b.md", "notes/x.md", "l/deep/b.md", "l", "h.md", "A.md", "notes"]
    before = [look(path) for path in paths]

    monkeypatch.setattr(syscalls, call, None)

    assert [look(path) for path in paths] == before
    assert look.is_plain_file("notes/deep/b.md") == (call != "_syscall")
    assert look.is_plain_file("pinned/rules.md") == (call != "_syscall")


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("b.md", True),
        ("notes/deep/b.md", True),
        ("l.md", False),
        ("l/deep/b.md", False),
        ("h.md", False),
        ("notes/h.md", False),
        ("notes", False),
        ("notes/deep", False),
        ("p.md", False),
        ("notes/p.md", False),
        ("absent.md", False),
        ("notes/absent.md", False),
        ("b.md/x.md", False),
    ],
)
def test_a_plain_file_is_one_file_with_one_name_and_no_link_before_it(
    look: Look, room: Path, path: str, plain: bool
) -> None:
    grow(room, "b.md = x", "l => notes", "l.md => a.md", "h.md -> a.md", "notes/h.md -> a.md")
    grow(room, "p.md |", "notes/p.md |")

    assert look.is_plain_file(path) == plain


def test_a_look_by_name_finds_the_same(look: Look, room: Path) -> None:
    grow(room, "l => notes", "h.md = x", "d.md => nowhere", "p |", "s.md -> pinned/rules.md")
    paths = [
        "a.md",
        "notes/deep/b.md",
        "l/x.md",
        "d.md",
        "p/x.md",
        "no/x.md",
        "A.md",
        "notes/DEEP/b.md",
        "notes",
        "s.md",
        "",
    ]

    assert [Look(str(room))(path) for path in paths] == [look(path) for path in paths]
    assert not Look(str(room)).is_plain_file("a.md"), "nothing is plain without a handle"


@needs_dir_fd
def test_a_look_by_name_ends_at_another_volume(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.lstat

    def elsewhere(path: str) -> os.stat_result:
        found = real(path)
        return found if not path.endswith("deep") else os.stat_result((*found[:2], 7, *found[3:]))

    monkeypatch.setattr(facts_by_name.os, "lstat", elsewhere)

    found = by_name(str(room), "notes/deep/b.md")

    assert (found.mount, found.missing) == (True, 1)


def test_a_look_by_name_knows_a_file_only_by_its_own_name(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that folds names, or has 8.3 ones, opens what its directory does not list."""
    assert by_name(str(room), "a.md").kind == "file"
    monkeypatch.setattr(facts_by_name.os, "listdir", lambda path: ["A.md", "B~1.MD"])
    monkeypatch.setattr(facts_by_name.os, "lstat", lambda path: os.stat(room / "a.md"))

    assert (by_name(str(room), "a.md").kind, by_name(str(room), "a.md").twin) == ("absent", "A.md")
    assert by_name(str(room), "long.md").unknown == "it stands there under another name"


@needs_too_long
def test_a_look_by_name_is_bounded_and_says_what_it_does_not_know(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts_by_name, "MOST_ENTRIES", 2)

    assert "more than 2 entries" in by_name(str(room), "new.md").unknown
    assert by_name(str(room), "x" * 300).unknown == os.strerror(errno.ENAMETOOLONG)


@pytest.mark.parametrize(
    ("mode", "attributes", "kind"),
    [
        (stat.S_IFDIR, 0x10, "directory"),
        (stat.S_IFDIR, 0x410, "link"),  # A junction: a directory that is a reparse point.
        (stat.S_IFREG, 0x420, "link"),  # A file of which only a placeholder is here.
        (stat.S_IFLNK, 0x400, "link"),
        (stat.S_IFREG, 0x20, "file"),
        (stat.S_IFCHR, 0, "other"),
    ],
)
def test_every_reparse_point_of_windows_counts_as_a_link(mode: int, attributes: int, kind: str) -> None:
    status = SimpleNamespace(st_mode=mode, st_file_attributes=attributes)

    assert kind_of(cast(os.stat_result, status)) == kind
