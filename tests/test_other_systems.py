"""What walks, parses and registers, on the file systems of Windows and macOS as pyfakefs imagines them.

Their paths, their drives and their taking `A` for `a`: nothing of that needs the system itself. Files there are opened
by name, as `room.windows` does on a system that is not Windows.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from pyfakefs.fake_filesystem import FakeFilesystem, OSType
from pyfakefs.helpers import FakeStatResult

from room import discovery, facts, handles, ownership, syscalls
from room import registry as registering
from room.catalogue import Catalogue
from room.discovery import read_file, scan
from room.facts import Look
from room.handles import Directory
from room.index import build
from room.overlap import refuse_overlap, within
from room.registry import Entry, Registry
from room.workspace import Place, locate, workspace_of

TOPIC = "---\ndescription: Use pnpm\nmetadata:\n  type: feedback\n---\nNot npm.\n"


@pytest.fixture(params=[OSType.WINDOWS, OSType.MACOS], ids=["windows", "macos"])
def home(request: pytest.FixtureRequest, fs: FakeFilesystem, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A home directory there."""
    fs.os = request.param
    # As pyfakefs has it, the attributes of every regular file say that it is a link: bits are tested as bits.
    attributes = {stat.S_IFDIR: 0x10, stat.S_IFREG: 0x80, stat.S_IFLNK: 0x400}
    monkeypatch.setattr(
        FakeStatResult, "st_file_attributes", property(lambda status: attributes[stat.S_IFMT(status.st_mode)])
    )
    for module in (handles, discovery, facts):
        monkeypatch.setattr(module, "BY_HANDLE", False)
    monkeypatch.setattr(syscalls, "_statx", None)
    path = "C:\\Users\\ann" if request.param is OSType.WINDOWS else "/Users/ann"
    fs.create_dir(path)
    yield path


def grown(home: str, **files: str) -> str:
    """Make a room with these files; `__` stands for a directory."""
    room = os.path.join(home, "notes")
    os.makedirs(room, exist_ok=True)
    for name, text in files.items():
        path = os.path.join(room, *name.split("__")) + ".md"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    return room


def test_topics_are_found_with_slashes_between(home: str) -> None:
    room = grown(home, a="x", d__e__b="y", pinned__p="z")
    with Directory.at(room) as held:
        found = scan(held)
        assert [entry.path for entry in found.entries] == ["a.md", "d/e/b.md", "pinned/p.md"]
        assert found.findings == ()
        assert read_file(held, "d/e/b.md", 10) == b"y"
        assert scan(held, previous=found).entries == scan(held).entries


def test_a_link_is_no_topic(home: str) -> None:
    room = grown(home, a="x")
    os.symlink(os.path.join(room, "a.md"), os.path.join(room, "l.md"))
    with Directory.at(room) as held:
        assert {finding.path: finding.rule for finding in scan(held).findings} == {"l.md": "links"}
        with pytest.raises(OSError):
            read_file(held, "l.md", 10)


def test_a_topic_is_parsed_whatever_its_line_ends(home: str) -> None:
    room = grown(home, a=TOPIC, b=TOPIC.replace("\n", "\r\n"))
    with Directory.at(room) as held:
        catalogue = Catalogue(held, trusted=lambda path, sha256: "user-observed")
        assert [(each.path, each.type, each.description) for each in catalogue.memories] == [
            ("a.md", "feedback", "Use pnpm"),
            ("b.md", "feedback", "Use pnpm"),
        ]
        assert b"[feedback] a.md" in build(None, catalogue.memories)


def test_a_name_in_another_case_is_a_twin_and_not_the_file(home: str) -> None:
    room = grown(home, Notes__a="x")
    with Directory.at(room) as held:
        look = Look(held)
        assert look("Notes/a.md").kind == "file"
        for path in ("notes/a.md", "NOTES/a.md"):
            assert (look(path).kind, look(path).twin) == ("absent", "Notes")
        assert (look("Notes/A.md").kind, look("Notes/A.md").twin) == ("absent", "Notes/a.md")


def test_a_path_lies_in_a_folder_whatever_its_case(home: str) -> None:
    if os.sep == "\\":
        assert within("C:\\Users\\Ann\\x", "c:\\users\\ann")
        assert not within("D:\\Users\\ann", "C:\\Users\\ann")
    assert within(os.path.join(home, "x"), home)
    assert not within(home + "-x", home)


@pytest.mark.parametrize("name", [".git", ".SSH", "hooks"])
def test_a_room_where_programs_look_for_orders_is_refused(home: str, name: str) -> None:
    path = os.path.join(home, name, "room")
    with pytest.raises(Exception, match="run or trust"):
        refuse_overlap(Place(path, path + ".scribe", True, home, path), [], os.path.join(home, "registry"))


def test_the_root_of_a_drive_is_refused(home: str) -> None:
    root = os.path.splitdrive(home)[0] + os.sep
    with pytest.raises(Exception, match="root of a file system"):
        refuse_overlap(Place(root, root + "x", True, home, root), [], os.path.join(home, "registry"))


def test_the_workspace_is_the_repository(home: str) -> None:
    deep = os.path.join(home, "shop", "src")
    os.makedirs(deep)
    os.makedirs(os.path.join(home, "shop", ".git"))
    assert workspace_of(deep) == os.path.join(home, "shop")
    place = locate(room=None, cwd=deep)
    assert place.room_path == os.path.join(home, "shop", ".scribe", "memory")


def test_a_room_is_registered_and_forgotten(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The lock is the kernel's, and an imagined file has none; `tests.test_locks` takes real ones.
    monkeypatch.setattr(registering, "kernel_lock", lambda *arguments: nullcontext())
    # Who owns a directory is judged by its handle (`tests.test_place`), and on Windows not at all.
    for judge in ("refuse_unless_safe_above", "refuse_shared_parent", "refuse_unless_own", "make_private"):
        monkeypatch.setattr(ownership, judge, lambda *arguments: None)
    registry = Registry(os.path.join(home, "registry"))
    room = os.path.join(home, "notes")
    entry = Entry("0" * 32, room, room + ".scribe", 1, 2, 3, "f" * 64, "2026-09-21T08:12:00Z")
    with registry.changing() as entries:
        entries.append(entry)
    assert Registry(os.path.join(home, "registry")).entries() == [entry]
    with open(os.path.join(home, "registry", "rooms.json"), encoding="ascii") as file:
        assert json.load(file)
    registry.forget(room)
    assert registry.entries() == []
