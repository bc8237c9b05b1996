"""Files where another program holds them, where they are read-only, and where their paths are long.

What Windows does is tried wherever it can be; the rest of the tests hold on every system, and must.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from room import windows
from room.handles import Directory, NotRegularError
from room.windows import patient


class Held(PermissionError):
    """As Windows answers while another program has the file."""

    winerror = 32


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Directory]:
    with Directory.at(str(tmp_path)) as directory:
        yield directory


# -- Patience --------------------------------------------------------------------------------------------------


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    found: list[float] = []
    monkeypatch.setattr(windows.time, "sleep", found.append)
    return found


def test_what_is_held_for_a_moment_is_tried_again(pauses: list[float]) -> None:
    answers = iter([Held(), Held(), None])

    def call() -> str:
        if (error := next(answers)) is not None:
            raise error
        return "done"

    assert (patient(call), len(pauses)) == ("done", 2)


def test_patience_ends_within_a_second_and_the_error_stands(pauses: list[float]) -> None:
    tried = []

    def call() -> None:
        tried.append(1)
        raise Held(errno.EACCES, "in use")

    with pytest.raises(Held):
        patient(call)
    assert (len(tried), sum(pauses) < 1) == (12, True)


def test_another_error_is_not_tried_again(pauses: list[float]) -> None:
    tried = []

    def call() -> None:
        tried.append(1)
        raise PermissionError(errno.EACCES, "denied")

    with pytest.raises(PermissionError):
        patient(call)
    assert (len(tried), pauses) == (1, [])


def test_what_may_help_is_done_once(pauses: list[float]) -> None:
    mended = []

    def call() -> None:
        if len(pauses) < 2:
            raise Held

    patient(call, lambda: mended.append(1))
    assert mended == [1]


# -- Files -----------------------------------------------------------------------------------------------------


def test_bytes_are_bytes(folder: Directory) -> None:
    data = b"a\r\nb\nc\x1ad\x00"
    folder.replace("x", data)
    assert folder.read("x", 100) == data
    fd = folder.open("x", os.O_WRONLY | os.O_APPEND)
    os.write(fd, b"\ne")
    os.close(fd)
    assert folder.read("x", 100) == data + b"\ne"


def test_a_file_is_renamed_and_removed_while_it_is_read(folder: Directory) -> None:
    """As the audit chain is set aside under a reader. Python's own `open` would not let it go on Windows."""
    folder.replace("x", b"old")
    fd = folder.open("x", os.O_RDONLY)
    try:
        folder.rename("x", "y")
        assert os.read(fd, 10) == b"old"
        folder.unlink("y")
    finally:
        os.close(fd)
    assert folder.names() == []


def test_a_file_is_replaced_when_its_reader_is_done(folder: Directory) -> None:
    """POSIX replaces it at once; Windows not before the last handle of the old file is closed."""
    folder.replace("x", b"old")
    fd = folder.open("x", os.O_RDONLY)
    timer = threading.Timer(0.1, os.close, (fd,))
    timer.start()
    try:
        folder.replace("x", b"new")
    finally:
        timer.join()
    assert (folder.read("x", 10), folder.names()) == (b"new", ["x"])


def test_a_read_only_file_is_replaced_and_removed(folder: Directory) -> None:
    for again in (b"one", b"two"):
        folder.replace("x", again)
        os.chmod(folder.join("x"), 0o400)
    assert folder.read("x", 10) == b"two"
    folder.unlink("x")
    assert folder.names() == []


def test_a_file_with_two_names_is_one(folder: Directory) -> None:
    folder.replace("x", b"one")
    folder.link("x", folder, "y")
    one, other = folder.look("x"), folder.look("y")
    assert one is not None and other is not None
    assert (one.st_nlink, one.st_ino) == (2, other.st_ino)


def test_a_directory_is_no_file(folder: Directory) -> None:
    folder.make("d")
    with pytest.raises(NotRegularError):
        folder.read("d", 10)
    with pytest.raises(IsADirectoryError):
        folder.open("d", os.O_WRONLY)


def test_a_file_is_no_directory(folder: Directory) -> None:
    folder.replace("x", b"one")
    with pytest.raises(NotADirectoryError):
        folder.child("x")


def test_no_new_file_is_made_where_one_is(folder: Directory) -> None:
    folder.replace("x", b"one")
    with pytest.raises(FileExistsError):
        folder.open("x", os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    with pytest.raises(FileNotFoundError):
        folder.open("y", os.O_RDONLY)


def test_a_path_may_be_long(folder: Directory) -> None:
    here = folder
    opened = []
    try:
        for _ in range(12):
            here = here.child("a-directory-with-a-long-name-of-its-own", create=True)
            opened.append(here)
        assert len(here.path) > 400
        here.replace("x.md", b"deep")
        assert (here.read("x.md", 10), here.names()) == (b"deep", ["x.md"])
        here.rename("x.md", "y.md")
        assert here.look("y.md") is not None
        here.unlink("y.md")
    finally:
        for each in opened:
            each.close()


def test_what_a_child_process_inherits_is_not_our_files(folder: Directory) -> None:
    fd = folder.open("x", os.O_RDWR | os.O_CREAT)
    try:
        assert not os.get_inheritable(fd)
    finally:
        os.close(fd)


# -- What only Windows does --------------------------------------------------------------------------------------


def _holding(path: str) -> int:
    """Open a file so that nobody else may do anything with it, as some scanners do."""
    ctypes = pytest.importorskip("ctypes")
    if not hasattr(ctypes, "WinDLL"):
        pytest.skip("this system opens no file for itself alone")
    create = ctypes.WinDLL("kernel32").CreateFileW
    create.restype = ctypes.c_void_p
    handle: int = create(ctypes.c_wchar_p(path), 0x80000000, 0, None, 3, 0, None)
    return handle


def _let_go(handle: int) -> None:
    import ctypes

    getattr(ctypes, "WinDLL")("kernel32").CloseHandle(ctypes.c_void_p(handle))  # noqa: B009 - mypy runs as others too.


@pytest.mark.parametrize("what", ["replace", "unlink", "read"])
def test_a_file_that_a_scanner_holds_for_a_moment_is_waited_for(folder: Directory, what: str) -> None:
    folder.replace("x", b"one")
    handle = _holding(folder.join("x"))
    timer = threading.Timer(0.1, _let_go, (handle,))
    timer.start()
    try:
        if what == "replace":
            folder.replace("x", b"two")
        elif what == "unlink":
            folder.unlink("x")
        else:
            assert folder.read("x", 10) == b"one"
    finally:
        timer.join()
    assert folder.names() == ([] if what == "unlink" else ["x"])


def test_a_file_that_stays_held_is_an_error_and_what_was_there_stays(folder: Directory) -> None:
    folder.replace("x", b"one")
    handle = _holding(folder.join("x"))
    try:
        with pytest.raises(PermissionError):
            folder.replace("x", b"two")
    finally:
        _let_go(handle)
    assert (folder.read("x", 10), folder.names()) == (b"one", ["x"])


def test_a_junction_is_not_entered(folder: Directory, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    try:
        done = subprocess.run(["cmd", "/c", "mklink", "/J", "j", "outside"], cwd=tmp_path, capture_output=True)
    except FileNotFoundError:
        pytest.skip("this system has no junctions")
    if done.returncode or not os.path.lexists(tmp_path / "j"):
        pytest.skip("junctions cannot be made here")
    with pytest.raises(OSError) as caught:
        folder.child("j")
    assert caught.value.errno == errno.ELOOP


def test_a_link_is_refused_by_handle(folder: Directory, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "x").write_text("x")
    (tmp_path / "d").symlink_to("outside", target_is_directory=True)
    (tmp_path / "f").symlink_to("outside/x")
    for attempt in (lambda: folder.child("d"), lambda: folder.open("f", os.O_RDONLY)):
        with pytest.raises(OSError) as caught:
            attempt()
        assert caught.value.errno in (errno.ELOOP, errno.ENOTDIR)


# -- A console with few characters -------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "utf-8"])
def test_a_console_that_cannot_show_a_character_shows_an_escape(encoding: str) -> None:
    code = (
        "from confine.errors import ScribeError\n"
        "from confine.terminal import Printer\n"
        "printer = Printer(False)\n"
        "printer.line('\\u65e5\\u672c \\u2713 \\x1b[31mred', ('\\u2026', 'bold'))\n"
        "printer.block('\\u65e5\\n\\u2192')\n"
        "printer.note('\\u65e5')\n"
        "printer.json({'a': '\\u65e5'})\n"
    )
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", code],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    # The embeddable build of Windows takes no orders from the environment; its code page has no such character either.
    assert b"\\u65e5" in done.stdout or "\u65e5".encode() in done.stdout
    assert b"\x1b" not in done.stdout + done.stderr
