"""What the hand can do beneath its root, and what it refuses: links, mounts, second names, others' saves."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.capabilities import HAS_PROC_FD
from tests.trees import grow, picture
from worker import beneath as beneath_module
from worker import listing as listing_module
from worker import renaming, walk
from worker.beneath import MAX_FILE, Beneath
from worker.refusal import Refused

TEMP = ".scribe-7.tmp"


def sha(text: str | bytes) -> str:
    return sha256(text.encode() if isinstance(text, str) else text).hexdigest()


class Room:
    """A room with a secret beside it, and the operations on it."""

    def __init__(self, base: Path) -> None:
        self.outside = grow(base / "outside", "secret.md = secret", "d/inner.md = inner")
        self.path = grow(base / "room")
        self.before = picture(self.outside)
        self.root = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        self.beneath = Beneath(self.root)

    def grow(self, *lines: str) -> None:
        grow(self.path, *lines)

    @property
    def picture(self) -> list[str]:
        return picture(self.path)

    def text(self, name: str) -> str:
        return (self.path / name).read_text()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    descriptors = len(os.listdir("/proc/self/fd")) if HAS_PROC_FD else 0
    yield made
    if descriptors:
        assert len(os.listdir("/proc/self/fd")) == descriptors, "a descriptor was left open"
    os.close(made.root)
    assert picture(made.outside) == made.before, "something outside the room has changed"
    assert not list(made.path.rglob(".scribe-*")), "a temporary file was left"


def refused(call: Callable[[], object], rule: str) -> Refused:
    with pytest.raises(Refused) as caught:
        call()
    assert caught.value.rule == rule, caught.value
    assert caught.value.reason
    return caught.value


# -- the ordinary life of a file -----------------------------------------------------------------------------


def test_a_file_is_made_read_changed_moved_and_removed(room):
    outcome = room.beneath.write("notes/a.md", b"one", None, TEMP)
    assert (outcome.kept, outcome.detail) == (None, "")
    assert room.beneath.read("notes/a.md") == b"one"
    room.beneath.write("notes/a.md", b"two", sha("one"), TEMP)
    room.beneath.move("notes/a.md", "kept/b.md", sha("two"))
    assert room.picture == ["kept/", "kept/b.md = two", "notes/"]
    room.beneath.remove("kept/b.md", sha("two"), TEMP)
    assert room.picture == ["kept/", "notes/"]


def test_new_files_and_directories_are_the_owners_alone(room):
    room.beneath.write("d/e/a.md", b"x", None, TEMP)
    modes = [oct((room.path / name).stat().st_mode & 0o777) for name in ("d", "d/e", "d/e/a.md")]
    assert modes == ["0o700", "0o700", "0o600"]


@pytest.mark.parametrize("size", [0, 1, 4096, 100_000, MAX_FILE])
def test_content_of_any_size_up_to_the_bound_comes_back(room, size):
    data = os.urandom(size)
    room.beneath.write("a.md", data, None, TEMP)
    assert room.beneath.read("a.md") == data
    room.beneath.write("a.md", data[::-1], sha(data), TEMP)
    assert room.beneath.read("a.md") == data[::-1]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), min_size=1, max_size=60))
def test_any_name_that_is_no_path_can_be_used(room, name):
    if name in (".", ".."):
        return
    room.beneath.write(name, b"x", None, TEMP)
    assert os.listdir(room.path) == [name]
    assert room.beneath.listing("")[0] == [(name, "file", 1)]
    room.beneath.remove(name, sha("x"), TEMP)


def test_replacing_a_file_makes_a_new_one_so_that_readers_never_see_half(room):
    room.grow("a.md = old")
    with open(room.path / "a.md") as reader:
        room.beneath.write("a.md", b"new", sha("old"), TEMP)
        assert reader.read() == "old"
    assert room.text("a.md") == "new"


# -- what does not fit is refused, and nothing changes -------------------------------------------------------

NOT_PATHS = [
    "",
    ".",
    "..",
    "/",
    "/etc/passwd",
    "../outside/secret.md",
    "a/../b.md",
    "a//b.md",
    "a/",
    "./a.md",
    "a/./b.md",
    "a\0.md",
    "x" * 256,
    "é" * 128,
    "/".join("abcdefghijklmnopqrstu"),
    "\ud800.md",
]


@pytest.mark.parametrize("path", NOT_PATHS, ids=range(len(NOT_PATHS)))
def test_a_path_that_is_not_plain_names_is_refused_by_every_operation(room, path):
    room.grow("a.md = a", "a/")
    before = room.picture
    refused(lambda: room.beneath.read(path), "containment")
    refused(lambda: room.beneath.write(path, b"x", None, TEMP), "containment")
    refused(lambda: room.beneath.write(path, b"x", sha("a"), TEMP), "containment")
    refused(lambda: room.beneath.write("b.md", b"x", None, path), "containment")
    refused(lambda: room.beneath.move("a.md", path, sha("a")), "containment")
    refused(lambda: room.beneath.move(path, "b.md", sha("a")), "containment")
    refused(lambda: room.beneath.remove(path, sha("a"), TEMP), "containment")
    refused(lambda: room.beneath.remove(path, None, TEMP, directory=True), "containment")
    if path:
        refused(lambda: room.beneath.listing(path), "containment")
    assert room.picture == before


def test_a_temporary_name_is_no_path(room):
    room.grow("d/")
    refused(lambda: room.beneath.write("a.md", b"x", None, "d/temp"), "containment")
    assert room.picture == ["d/"]


def test_a_conflict_names_what_is_there(room):
    room.grow("a.md = theirs")
    for call in (
        lambda: room.beneath.write("a.md", b"x", sha("mine"), TEMP),
        lambda: room.beneath.remove("a.md", sha("mine"), TEMP),
        lambda: room.beneath.move("a.md", "b.md", sha("mine")),
        lambda: room.beneath.remove("a.md", None, TEMP),
        lambda: room.beneath.move("a.md", "b.md", None),
    ):
        assert refused(call, "conflict").current == sha("theirs")
    assert room.picture == ["a.md = theirs"]


def test_what_exists_is_not_made_again(room):
    room.grow("a.md = a", "b.md = b", "d/")
    error = refused(lambda: room.beneath.write("a.md", b"x", None, TEMP), "exists")
    assert (error.current, error.errno) == (sha("a"), errno.EEXIST)
    assert refused(lambda: room.beneath.move("a.md", "b.md", sha("a")), "exists").current == sha("b")
    assert refused(lambda: room.beneath.write("d", b"x", None, TEMP), "exists").current is None
    assert refused(lambda: room.beneath.move("a.md", "a.md", sha("a")), "exists").current == sha("a")
    assert room.picture == ["a.md = a", "b.md = b", "d/"]


def test_what_is_absent_is_not_changed(room):
    for call in (
        lambda: room.beneath.read("a.md"),
        lambda: room.beneath.write("a.md", b"x", sha("a"), TEMP),
        lambda: room.beneath.write("d/a.md", b"x", sha("a"), TEMP),
        lambda: room.beneath.remove("a.md", sha("a"), TEMP),
        lambda: room.beneath.remove("d", None, TEMP, directory=True),
        lambda: room.beneath.move("a.md", "d/b.md", sha("a")),
        lambda: room.beneath.listing("d"),
    ):
        error = refused(call, "absent")
        assert (error.current, error.errno) == (None, errno.ENOENT)
    assert room.picture == []


@pytest.mark.parametrize("thing", ["thing/", "thing |"])
def test_what_is_no_file_is_neither_read_nor_changed(room, thing):
    room.grow(thing)
    for call in (
        lambda: room.beneath.read("thing"),
        lambda: room.beneath.write("thing", b"x", sha(""), TEMP),
        lambda: room.beneath.remove("thing", sha(""), TEMP),
        lambda: room.beneath.move("thing", "b.md", sha("")),
    ):
        refused(call, "not-a-file")
    assert room.picture == [thing]


def test_a_socket_is_no_file(room):
    with socket.socket(socket.AF_UNIX) as listener:
        here = os.open(".", os.O_RDONLY)
        try:
            os.chdir(room.path)
            listener.bind("s")
        finally:
            os.fchdir(here)
            os.close(here)
        refused(lambda: room.beneath.read("s"), "not-a-file")


def test_a_file_is_no_directory(room):
    room.grow("a.md = a")
    refused(lambda: room.beneath.read("a.md/b.md"), "not-a-file")
    refused(lambda: room.beneath.write("a.md/b.md", b"x", None, TEMP), "not-a-file")
    refused(lambda: room.beneath.listing("a.md"), "not-a-file")
    refused(lambda: room.beneath.remove("a.md", None, TEMP, directory=True), "not-a-file")
    refused(lambda: room.beneath.move("a.md", "b.md", None, directory=True), "not-a-file")
    assert room.picture == ["a.md = a"]


LINKS = ["link => ../outside", "link => d", "link => ../nowhere", "link => /", "link => .", "link => link"]


@pytest.mark.parametrize("link", LINKS)
def test_no_operation_goes_through_a_link_to_a_directory(room, link):
    room.grow("d/", "a.md = a", link)
    before = room.picture
    for call in (
        lambda: room.beneath.read("link/secret.md"),
        lambda: room.beneath.listing("link"),
        lambda: room.beneath.write("link/new.md", b"x", None, TEMP),
        lambda: room.beneath.write("link/secret.md", b"x", sha("secret"), TEMP),
        lambda: room.beneath.remove("link/secret.md", sha("secret"), TEMP),
        lambda: room.beneath.remove("link", None, TEMP, directory=True),
        lambda: room.beneath.move("link/secret.md", "b.md", sha("secret")),
        lambda: room.beneath.move("a.md", "link/b.md", sha("a")),
        lambda: room.beneath.move("link", "e", None, directory=True),
    ):
        refused(call, "links")
    assert room.picture == before


@pytest.mark.parametrize("target", ["../outside/secret.md", "a.md", "../nowhere"])
def test_no_operation_follows_a_link_to_a_file(room, target):
    room.grow("a.md = a", f"link.md => {target}")
    before = room.picture
    for call in (
        lambda: room.beneath.read("link.md"),
        lambda: room.beneath.write("link.md", b"x", sha("secret"), TEMP),
        lambda: room.beneath.remove("link.md", sha("secret"), TEMP),
        lambda: room.beneath.move("link.md", "b.md", sha("secret")),
    ):
        refused(call, "links")
    refused(lambda: room.beneath.write("link.md", b"x", None, TEMP), "exists")
    refused(lambda: room.beneath.move("a.md", "link.md", sha("a")), "exists")
    assert room.picture == before


def test_a_link_under_the_temporary_name_is_not_written_through(room):
    (room.path / "temp").symlink_to(room.outside / "secret.md")
    refused(lambda: room.beneath.write("a.md", b"x", None, "temp"), "exists")
    assert room.picture == [f"temp => {room.outside / 'secret.md'}"]


def test_a_file_with_a_second_name_outside_is_neither_read_nor_changed(room):
    os.link(room.outside / "secret.md", room.path / "alias.md")
    for call in (
        lambda: room.beneath.read("alias.md"),
        lambda: room.beneath.write("alias.md", b"x", sha("secret"), TEMP),
        lambda: room.beneath.remove("alias.md", sha("secret"), TEMP),
        lambda: room.beneath.move("alias.md", "b.md", sha("secret")),
    ):
        refused(call, "links")


def test_a_file_above_the_bound_is_left_alone(room):
    with open(room.path / "big.md", "wb") as big:
        big.truncate(MAX_FILE + 1)
    refused(lambda: room.beneath.read("big.md"), "size")
    refused(lambda: room.beneath.write("big.md", b"x", sha(b"\0" * (MAX_FILE + 1)), TEMP), "size")
    refused(lambda: room.beneath.write("a.md", b"x" * (MAX_FILE + 1), None, TEMP), "size")


def test_a_taken_temporary_name_is_refused_and_left_as_it_is(room):
    room.grow("a.md = a", "taken = theirs")
    refused(lambda: room.beneath.write("b.md", b"x", None, "taken"), "exists")
    refused(lambda: room.beneath.write("a.md", b"x", sha("a"), "taken"), "exists")
    refused(lambda: room.beneath.remove("a.md", sha("a"), "taken"), "exists")
    assert room.picture == ["a.md = a", "taken = theirs"]


def test_directories_made_for_a_file_that_could_not_be_written_go_again(room):
    room.grow("a.md = a", "d/e/temp = theirs")
    refused(lambda: room.beneath.write("d/e/f/g/x.md", b"x", None, ".."), "containment")
    refused(lambda: room.beneath.move("missing.md", "h/i/x.md", sha("a")), "absent")
    refused(lambda: room.beneath.move("a.md", "h/i/x.md", sha("b")), "conflict")
    refused(
        lambda: room.beneath.write("d/" + "j/" * 16 + "k" * 255 + "/" + "l.md", b"x", None, "m" * 256),
        "containment",
    )
    assert room.picture == ["a.md = a", "d/", "d/e/", "d/e/temp = theirs"]


def test_a_leased_file_does_not_block(room):
    fcntl = pytest.importorskip("fcntl")
    room.grow("a.md = a")
    code = (
        "import fcntl,signal,sys; signal.signal(signal.SIGIO, lambda *_: None);"
        "f=open(sys.argv[1],'r+'); fcntl.fcntl(f, fcntl.F_SETLEASE, fcntl.F_WRLCK);"
        "print('held', flush=True); sys.stdin.read()"
    )
    assert fcntl
    holder = subprocess.Popen(
        [sys.executable, "-c", code, str(room.path / "a.md")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout.readline() == b"held\n"
        error = refused(lambda: room.beneath.read("a.md"), "io")
        assert error.errno == errno.EAGAIN
        holder.stdin.close()


# -- directories ---------------------------------------------------------------------------------------------


def test_a_directory_is_moved_only_as_one(room):
    room.grow("d/a.md = a", "e/")
    refused(lambda: room.beneath.move("d", "e", None, directory=True), "exists")
    refused(lambda: room.beneath.move("d", "d/f/g", None, directory=True), "containment")
    refused(lambda: room.beneath.move("d", "d", None, directory=True), "containment")
    room.beneath.move("d", "e/f/d", None, directory=True)
    assert room.picture == ["e/", "e/f/", "e/f/d/", "e/f/d/a.md = a"]


@pytest.mark.parametrize("inside", ["d/a.md = a", "d/e/", "d/out => ../../outside", "d/fifo |", "d/.hidden = h"])
def test_a_directory_with_anything_in_it_is_not_removed(room, inside):
    room.grow(inside)
    before = room.picture
    error = refused(lambda: room.beneath.remove("d", None, TEMP, directory=True), "exists")
    assert "not empty" in error.reason
    assert room.picture == before


def test_a_file_that_is_saved_just_before_its_directory_goes_stays_with_it(room, monkeypatch):
    room.grow("d/")
    real = os.rmdir

    def rmdir(*arguments: object, **named: object) -> None:
        room.grow("d/a.md = theirs")
        real(*arguments, **named)

    monkeypatch.setattr(beneath_module.posix, "rmdir", rmdir)
    refused(lambda: room.beneath.remove("d", None, TEMP, directory=True), "exists")
    assert room.picture == ["d/", "d/a.md = theirs"]


def test_an_empty_directory_is_removed(room):
    room.grow("d/e/", "c.md = c")
    room.beneath.remove("d/e", None, TEMP, directory=True)
    room.beneath.remove("d", None, TEMP, directory=True)
    assert room.picture == ["c.md = c"]


# -- listings ------------------------------------------------------------------------------------------------


def test_a_listing_names_kinds_and_sizes_down_to_its_depth(room):
    room.grow("a.md = four", "d/b.md = b", "d/e/c.md = c", "link => ../outside", "fifo |")
    top = [("a.md", "file", 4), ("d", "directory", 0), ("fifo", "other", 0), ("link", "link", 0)]
    second = [("d/b.md", "file", 1), ("d/e", "directory", 0)]
    assert room.beneath.listing("", 1) == (sorted(top), True)
    assert room.beneath.listing("") == (sorted(top + second), True)
    assert room.beneath.listing("", 9) == (sorted([*top, *second, ("d/e/c.md", "file", 1)]), True)
    assert room.beneath.listing("d") == (
        [("b.md", "file", 1), ("e", "directory", 0), ("e/c.md", "file", 1)],
        True,
    )


def test_a_listing_is_cut_at_its_bound_and_says_so(room, monkeypatch):
    monkeypatch.setattr(listing_module, "MAX_ENTRIES", 3)
    room.grow("a = a", "b = b", "c = c")
    assert room.beneath.listing("")[1] is True
    room.grow("d = d")
    entries, complete = room.beneath.listing("")
    assert (len(entries), complete) == (3, False)


def test_names_in_a_listing_are_bounded_in_all(room, monkeypatch):
    monkeypatch.setattr(listing_module, "_MAX_NAMES", 10)
    room.grow("aaaaaa = a", "bbbbbb = b")
    assert room.beneath.listing("")[1] is False


def test_a_name_that_is_no_text_is_shown_and_cannot_be_opened(room):
    (room.path / os.fsdecode(b"bad\xff.md")).write_text("x")
    assert room.beneath.listing("") == ([("bad\\xff.md", "other", 0)], True)
    refused(lambda: room.beneath.read("bad\\xff.md"), "absent")


# -- other people's saves ------------------------------------------------------------------------------------


def intrude(monkeypatch: pytest.MonkeyPatch, function: str, *acts: Callable[[], None]) -> None:
    """Let another program act immediately before each call of one of the two renames."""
    real, waiting = getattr(renaming, function), list(acts)

    def between(*arguments: object) -> None:
        if waiting:
            waiting.pop(0)()
        real(*arguments)

    monkeypatch.setattr(renaming, function, between)


def save(room: Room, name: str, text: str) -> Callable[[], None]:
    """Return a save as editors do it: a new file, renamed over the old one."""

    def act() -> None:
        other = room.path / "their.tmp"
        other.write_text(text)
        other.rename(room.path / name)

    return act


def test_a_save_between_comparison_and_exchange_stays(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "exchange", save(room, "a.md", "theirs"))
    error = refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "conflict")
    assert (error.current, error.kept) == (sha("theirs"), None)
    assert room.picture == ["a.md = theirs"]


def test_a_second_save_while_the_first_is_put_back_stays_and_the_first_is_kept_visibly(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "exchange", save(room, "a.md", "first"), save(room, "a.md", "second"))
    error = refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "conflict")
    assert error.kept == "a.kept-1.md"
    assert room.picture == ["a.kept-1.md = first", "a.md = second"]


def test_the_newest_of_three_saves_is_what_stands_under_the_name(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "exchange", *(save(room, "a.md", text) for text in ("first", "second", "third")))
    error = refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "conflict")
    assert error.kept == "a.kept-1.md"
    assert room.picture == ["a.kept-1.md = second", "a.md = third"]


def test_a_save_that_cannot_even_be_renamed_stays_under_the_temporary_name(room, monkeypatch):
    room.grow("a.md = old")
    real, calls = renaming._rename, []

    def once(*arguments: object) -> None:
        calls.append(arguments)
        if len(calls) > 1:
            raise OSError(errno.EIO, "broken")
        save(room, "a.md", "theirs")()
        real(*arguments)

    monkeypatch.setattr(renaming, "_rename", once)
    error = refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), "temp"), "conflict")
    assert error.kept == "temp"
    assert room.picture == ["a.md = mine", "temp = theirs"]


def test_saves_without_end_are_all_kept_or_in_place(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "exchange", *(save(room, "a.md", f"save {n}") for n in range(30)))
    error = refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "conflict")
    assert error.kept == "a.kept-1.md"
    assert len(room.picture) == 2
    assert not any("mine" in line for line in room.picture)


def test_a_file_removed_while_it_is_put_back_is_kept_visibly(room, monkeypatch):
    room.grow("d/a.md = old")
    intrude(monkeypatch, "exchange", save(room, "d/a.md", "theirs"), lambda: (room.path / "d/a.md").unlink())
    error = refused(lambda: room.beneath.write("d/a.md", b"mine", sha("old"), TEMP), "conflict")
    assert error.kept == "d/a.kept-1.md"
    assert room.picture == ["d/", "d/a.kept-1.md = theirs"]


@pytest.mark.parametrize(
    ("name", "visible"),
    [
        ("a.md", "a.kept-3.md"),
        ("a", "a.kept-3"),
        (".a", ".a.kept-3.a"),
        ("é" * 120 + ".md", "é" * 100 + ".kept-3.md"),
    ],
)
def test_visible_names_that_are_taken_are_left_alone(room, monkeypatch, name, visible):
    room.grow(f"{name} = old", visible.replace("-3", "-1") + " = 1", visible.replace("-3", "-2") + " = 2")
    intrude(monkeypatch, "exchange", save(room, name, "theirs"), lambda: (room.path / name).unlink())
    error = refused(lambda: room.beneath.write(name, b"mine", sha("old"), TEMP), "conflict")
    assert error.kept == visible
    assert room.text(visible) == "theirs"
    assert len(room.picture) == 3


def test_a_file_swapped_for_a_link_before_the_exchange_is_put_back(room, monkeypatch):
    room.grow("a.md = old")

    def swap() -> None:
        (room.path / "a.md").unlink()
        (room.path / "a.md").symlink_to(room.outside / "secret.md")

    intrude(monkeypatch, "exchange", swap)
    refused(lambda: room.beneath.write("a.md", b"mine", sha("secret"), TEMP), "conflict")
    refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "links")
    room.grow("b.md = old")
    (room.path / "a.md").unlink()
    assert room.picture == ["b.md = old"]


def test_a_file_swapped_for_a_link_at_the_last_moment_is_put_back(room, monkeypatch):
    room.grow("a.md = old", "l => ../outside/secret.md")
    intrude(monkeypatch, "exchange", lambda: (room.path / "l").rename(room.path / "a.md"))
    refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "links")
    assert room.picture == ["a.md => ../outside/secret.md"]


def test_a_save_into_our_own_file_while_it_stood_there_is_kept(room, monkeypatch):
    """The other program opens what is under the name, which is ours for a moment, and writes in place."""
    room.grow("a.md = old")

    def write_in_place() -> None:
        (room.path / "a.md").write_text("in place")

    intrude(monkeypatch, "exchange", save(room, "a.md", "theirs"), write_in_place)
    error = refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "conflict")
    assert error.kept == "a.kept-1.md"
    assert room.picture == ["a.kept-1.md = in place", "a.md = theirs"]


def test_a_late_write_to_the_old_file_is_kept(room, monkeypatch):
    room.grow("a.md = old")
    late = open(room.path / "a.md", "r+")  # noqa: SIM115
    real = os.fsync

    def sync(descriptor: int) -> None:
        if os.listdir(room.path) == ["a.md"]:  # The old file has lost its name by now.
            late.write("late")
            late.close()
            monkeypatch.setattr(beneath_module.posix, "fsync", real)
        real(descriptor)

    monkeypatch.setattr(beneath_module.posix, "fsync", sync)
    outcome = room.beneath.write("a.md", b"mine", sha("old"), TEMP)
    assert late.closed
    assert outcome.kept == "a.kept-1.md"
    assert room.picture == ["a.kept-1.md = late", "a.md = mine"]


def test_a_late_write_to_a_removed_file_is_kept(room, monkeypatch):
    room.grow("a.md = old")
    with open(room.path / "a.md", "r+") as late:
        real = os.unlink

        def unlink(*arguments: object, **named: object) -> None:
            real(*arguments, **named)
            late.write("late")
            late.flush()
            monkeypatch.setattr(beneath_module.posix, "unlink", real)

        monkeypatch.setattr(beneath_module.posix, "unlink", unlink)
        assert room.beneath.remove("a.md", sha("old"), TEMP).kept == "a.kept-1.md"
    assert room.picture == ["a.kept-1.md = late"]


def test_a_save_before_a_removal_stays(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "rename_to_new", save(room, "a.md", "theirs"))
    error = refused(lambda: room.beneath.remove("a.md", sha("old"), TEMP), "conflict")
    assert (error.current, error.kept) == (sha("theirs"), None)
    assert room.picture == ["a.md = theirs"]


def test_a_second_save_during_a_removal_stays_and_the_first_is_kept_visibly(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "rename_to_new", save(room, "a.md", "first"), save(room, "a.md", "second"))
    error = refused(lambda: room.beneath.remove("a.md", sha("old"), TEMP), "conflict")
    assert error.kept == "a.kept-1.md"
    assert room.picture == ["a.kept-1.md = first", "a.md = second"]


def test_a_save_before_a_move_goes_back_to_its_name(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "rename_to_new", save(room, "a.md", "theirs"))
    refused(lambda: room.beneath.move("a.md", "d/b.md", sha("old")), "conflict")
    assert room.picture == ["a.md = theirs"]


def test_a_write_in_place_before_a_move_goes_back_to_its_name(room, monkeypatch):
    room.grow("a.md = old")
    intrude(monkeypatch, "rename_to_new", lambda: (room.path / "a.md").write_text("theirs") and None)
    refused(lambda: room.beneath.move("a.md", "d/b.md", sha("old")), "conflict")
    assert room.picture == ["a.md = theirs"]


def test_a_file_made_at_the_last_moment_is_not_replaced(room, monkeypatch):
    room.grow("b.md = b")
    intrude(monkeypatch, "rename_to_new", save(room, "a.md", "theirs"), save(room, "c.md", "theirs"))
    refused(lambda: room.beneath.write("a.md", b"mine", None, TEMP), "exists")
    refused(lambda: room.beneath.move("b.md", "c.md", sha("b")), "exists")
    assert room.picture == ["a.md = theirs", "b.md = b", "c.md = theirs"]


def test_a_directory_swapped_for_a_link_at_the_last_moment_is_moved_back(room, monkeypatch):
    room.grow("d/a.md = a", "l => ../outside")

    def swap() -> None:
        (room.path / "d").rename(room.path / "e")
        (room.path / "l").rename(room.path / "d")

    intrude(monkeypatch, "rename_to_new", swap)
    refused(lambda: room.beneath.move("d", "f", None, directory=True), "conflict")
    assert room.picture == ["d => ../outside", "e/", "e/a.md = a"]


# -- file systems --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", sorted(renaming.UNSUPPORTED))
def test_without_the_two_renames_everything_still_works_and_says_what_is_missing(room, monkeypatch, number):
    def unsupported(*arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(renaming, "_rename", unsupported)
    assert "just before" in room.beneath.write("a.md", b"one", None, TEMP).detail
    assert "just before" in room.beneath.write("a.md", b"two", sha("one"), TEMP).detail
    refused(lambda: room.beneath.write("a.md", b"x", None, TEMP), "exists")
    refused(lambda: room.beneath.write("a.md", b"x", sha("one"), TEMP), "conflict")
    room.grow("b.md = b")
    refused(lambda: room.beneath.move("a.md", "b.md", sha("two")), "exists")
    assert "just before" in room.beneath.move("a.md", "d/c.md", sha("two")).detail
    assert "just before" in room.beneath.remove("b.md", sha("b"), TEMP).detail
    assert room.picture == ["d/", "d/c.md = two"]


def test_without_the_exchange_a_save_before_the_second_comparison_stays(room, monkeypatch):
    room.grow("a.md = old")

    def unsupported(*arguments: object) -> None:
        save(room, "a.md", "theirs")()
        raise OSError(errno.EINVAL, "")

    monkeypatch.setattr(renaming, "exchange", unsupported)
    refused(lambda: room.beneath.write("a.md", b"mine", sha("old"), TEMP), "conflict")
    assert room.picture == ["a.md = theirs"]


SYSTEM = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EIO: "io",
    errno.EBUSY: "io",
    errno.EMFILE: "io",
    errno.ENAMETOOLONG: "size",
    errno.EFBIG: "size",
    errno.EXDEV: "containment",
}


@pytest.mark.parametrize("number", SYSTEM, ids=errno.errorcode.get)
@pytest.mark.parametrize("call", ["write", "fsync", "pread", "open", "mkdir"])
def test_an_error_of_the_system_is_a_refusal_and_leaves_nothing_behind(room, monkeypatch, number, call):
    room.grow("a.md = old")
    real = getattr(os, call)
    failed = []

    def fail(*arguments: object, **named: object) -> object:
        # Only the first call fails, as a disk that is full for a moment; putting things back may work.
        if call == "open" and arguments[0] != TEMP.encode():
            return real(*arguments, **named)
        if failed:
            return real(*arguments, **named)
        failed.append(call)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(beneath_module.posix, call, fail)
    if call in {"mkdir", "fsync"}:
        error = refused(lambda: room.beneath.write("d/e/b.md", b"x", None, TEMP), SYSTEM[number])
    else:
        error = refused(lambda: room.beneath.write("a.md", b"x", sha("old"), TEMP), SYSTEM[number])
    assert failed
    assert error.errno == number
    assert room.picture == ["a.md = old"]


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Mount file systems for a test, where this user may."""
    mounts: list[Path] = []

    def mount(path: Path, *command: str) -> Path:
        path.mkdir(parents=True, exist_ok=True)
        try:
            done = subprocess.run([*command, str(path)], capture_output=True, timeout=30, check=False)
        except FileNotFoundError:
            pytest.skip(f"{command[0]} is not installed")
        if done.returncode:
            pytest.skip(f"this user cannot mount: {done.stderr.decode(errors='replace').strip()}")
        mounts.append(path)
        return path

    yield mount
    for path in reversed(mounts):
        subprocess.run(["umount", str(path)], check=True, timeout=30)


def test_a_mount_point_below_the_room_is_not_crossed(room, mounted):
    room.grow("a.md = a")
    mounted(room.path / "m", "mount", "-t", "tmpfs", "tmpfs")
    (room.path / "m" / "inner.md").write_text("inner")
    for call in (
        lambda: room.beneath.read("m/inner.md"),
        lambda: room.beneath.listing("m"),
        lambda: room.beneath.write("m/new.md", b"x", None, TEMP),
        lambda: room.beneath.move("a.md", "m/a.md", sha("a")),
        lambda: room.beneath.remove("m", None, TEMP, directory=True),
    ):
        refused(call, "containment")
    assert room.beneath.listing("", 9)[0] == [("a.md", "file", 1), ("m", "other", 0)]
    assert (room.path / "m" / "inner.md").read_text() == "inner"


def test_a_full_disk_leaves_the_old_file_and_no_temporary_one(tmp_path, mounted):
    small = mounted(tmp_path / "small", "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs")
    made = Room(small)
    made.grow("a.md = old")
    error = refused(lambda: made.beneath.write("a.md", b"x" * 200_000, sha("old"), TEMP), "full")
    refused(lambda: made.beneath.write("b/c.md", b"x" * 200_000, None, TEMP), "full")
    assert error.errno == errno.ENOSPC
    assert made.picture == ["a.md = old"]
    os.close(made.root)


def test_a_read_only_file_system_is_named(tmp_path, mounted):
    made = Room(mounted(tmp_path / "fixed", "mount", "-t", "tmpfs", "tmpfs"))
    made.grow("a.md = old")
    subprocess.run(["mount", "-o", "remount,ro", str(tmp_path / "fixed")], check=True)
    refused(lambda: made.beneath.write("a.md", b"x", sha("old"), TEMP), "read-only")
    refused(lambda: made.beneath.remove("a.md", sha("old"), TEMP), "read-only")
    refused(lambda: made.beneath.write("d/a.md", b"x", None, TEMP), "read-only")
    assert made.beneath.read("a.md") == b"old"
    os.close(made.root)


def test_on_ntfs_over_fuse_everything_works_and_says_what_is_missing(tmp_path, mounted):
    image = tmp_path / "ntfs.img"
    with open(image, "wb") as file:
        file.truncate(4 << 20)
    try:
        subprocess.run(["mkfs.ntfs", "-F", "-Q", str(image)], check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("mkfs.ntfs is not installed")
    made = Room(mounted(tmp_path / "ntfs", "ntfs-3g", "-o", "streams_interface=windows", str(image)))
    assert made.beneath.write("d/a.md", b"one", None, TEMP).detail
    assert made.beneath.write("d/a.md", b"two", sha("one"), TEMP).detail
    refused(lambda: made.beneath.write("d/a.md", b"x", sha("one"), TEMP), "conflict")
    assert made.beneath.move("d/a.md", "e/b.md", sha("two")).detail
    assert made.beneath.read("e/b.md") == b"two"
    assert made.beneath.remove("e/b.md", sha("two"), TEMP).detail
    made.beneath.remove("e", None, TEMP, directory=True)
    assert made.picture == ["d/"]
    os.close(made.root)


# -- the system calls ----------------------------------------------------------------------------------------

FOR_FILES = "read write close lseek pread64 openat newfstatat fstat getdents64 renameat renameat2 unlinkat"
FOR_MEMORY = "brk mmap munmap mremap futex getrandom clock_gettime rt_sigaction rt_sigprocmask rt_sigreturn"
ALLOWED = {*FOR_FILES.split(), "mkdirat", "fsync", "fcntl", *FOR_MEMORY.split()}
FCNTL = ("F_DUPFD_CLOEXEC", "F_GETFL", "F_GETFD", "F_SETFD")

TRACED = """
import os, sys
sys.path.append(sys.argv[1])
from worker.beneath import Beneath
from worker.refusal import Refused
from worker.walk import digest
beneath = Beneath(os.open(sys.argv[2], os.O_RDONLY | os.O_DIRECTORY))
os.write(2, b"BEGIN")
beneath.write("d/e/a.md", b"one", None, ".t")
beneath.write("d/e/a.md", b"two", digest(b"one"), ".t")
beneath.read("d/e/a.md")
beneath.listing("", 9)
for path in ("a.md", "link", "fifo", "link/x"):
    try:
        beneath.read(path)
    except Refused:
        pass
beneath.move("d/e/a.md", "f/b.md", digest(b"two"))
beneath.move("f", "g", None, True)
beneath.remove("g/b.md", digest(b"two"), ".t")
beneath.remove("d/e", None, ".t", True)
beneath.remove("d", None, ".t", True)
os.write(2, b"END")
os._exit(0)
"""


def test_only_system_calls_that_the_filter_allows_are_made(room):
    room.grow("link => ../outside", "fifo |", "x.md = x")
    repository = str(Path(walk.__file__).parent.parent)
    command = [
        "strace",
        "-f",
        "-qq",
        sys.executable,
        "-I",
        "-S",
        "-B",
        "-c",
        TRACED,
        repository,
        str(room.path),
    ]
    try:
        traced = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    except FileNotFoundError:
        pytest.skip("strace is not installed")
    if "BEGIN" not in traced.stderr:
        pytest.skip("this process cannot be traced")
    assert traced.returncode == 0, traced.stderr[-2000:]
    lines = traced.stderr.split('write(2, "BEGIN"')[1].split('write(2, "END"')[0].splitlines()[1:]
    calls = [line.split("(")[0] for line in lines if "(" in line and not line.startswith("BEGIN")]
    assert len(calls) > 50
    assert set(calls) <= ALLOWED, set(calls) - ALLOWED
    for line in lines:
        if line.startswith("openat(") and "O_CREAT" in line:
            assert ", 0600)" in line, line
        if line.startswith("openat("):
            for flag in ("O_TRUNC", "O_PATH", "O_TMPFILE", "O_ASYNC"):
                assert flag not in line
            assert "O_NOFOLLOW" in line and "O_CLOEXEC" in line, line
            assert line.split('"')[1].count("/") == 0, line
        if line.startswith("mkdirat("):
            assert ", 0700)" in line, line
        if line.startswith("fcntl("):
            assert any(command in line for command in FCNTL), line


def test_signals_do_not_tear_an_operation(room):
    """System calls that are interrupted go on (PEP 475); the foreign ones are not interruptible."""
    room.grow("a.md = 0")
    hits = []
    old = signal.signal(signal.SIGALRM, lambda *_: hits.append(1))
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    try:
        for number in range(100):
            room.beneath.write("a.md", str(number + 1).encode(), sha(str(number)), TEMP)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)
    assert room.picture == ["a.md = 100"]
