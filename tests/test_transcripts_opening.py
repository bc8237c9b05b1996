"""Opening a transcript: what is no file of text is refused at once, and a hook is not believed."""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from room.transcripts import TranscriptError, open_transcript, read
from room.transcripts import reading as reading_module
from room.transcripts.reading import _pretended
from tests.capabilities import HAS_MODES, HAS_OWNERS, IS_ROOT, needs_owners, needs_proc_fd

LINE = b'{"role": "user", "content": "use pnpm"}\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_bytes(LINE)
    return path


def refused(path: str | Path, **more: object) -> str:
    with pytest.raises(TranscriptError) as caught:
        open_transcript(str(path), **more).close()  # type: ignore[arg-type]
    error = caught.value
    assert str(path) in error.what
    assert error.do and not error.why.endswith(".")
    return error.why


def test_a_transcript_is_opened_and_read(path: Path) -> None:
    with open_transcript(str(path)) as transcript:
        assert (transcript.path, transcript.size) == (str(path), len(LINE))
        assert read(transcript).human_texts == 1


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "no such file" in refused(tmp_path / "none.jsonl")
    assert "no such file" in refused(tmp_path / "none" / "session.jsonl")


def test_an_empty_file_is_refused(path: Path) -> None:
    path.write_bytes(b"")
    assert "empty" in refused(path)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    assert "directory" in refused(tmp_path)
    assert refused("/")


def test_a_file_below_a_file_is_refused(path: Path) -> None:
    assert "no directory" in refused(path / "session.jsonl")


def test_a_link_is_refused_and_a_linked_parent_is_not(tmp_path: Path, path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to(path)
    assert "link" in refused(tmp_path / "link.jsonl")
    (tmp_path / "folder").symlink_to(tmp_path)
    with open_transcript(str(tmp_path / "folder" / "session.jsonl")) as transcript:
        assert transcript.path == str(path)


def test_a_dangling_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    assert refused(tmp_path / "link")


@pytest.mark.timeout(10)
def test_a_fifo_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert "pipe" in refused(tmp_path / "fifo")


def test_a_socket_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(socket, "AF_UNIX"):
        pytest.skip("this system has no sockets in directories")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert "socket" in refused("socket")


@pytest.mark.parametrize("device", ["/dev/null", "/dev/zero", "/dev/tty"])
def test_a_device_is_refused(device: str) -> None:
    if not os.path.exists(device) or not stat.S_ISCHR(os.stat(device).st_mode):
        pytest.skip(f"{device} is no device here")
    assert "device" in refused(device)


@pytest.mark.parametrize(
    "name", ["/proc/self/status", "/proc/self/environ", "/sys/kernel/uevent_seqnum", "/proc/kcore"]
)
def test_a_file_that_the_kernel_makes_up_is_refused(name: str) -> None:
    if not os.path.exists(name) or not HAS_OWNERS:
        pytest.skip(f"{name} is absent")
    assert refused(name)


@needs_owners
def test_a_device_number_is_looked_up_in_the_mount_table(tmp_path: Path) -> None:
    table = tmp_path / "mountinfo"
    table.write_text("21 1 0:20 / /proc rw - proc proc rw\n30 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
    on_linux = sys.platform == "linux"
    assert _pretended(os.makedev(0, 20), str(table)) is on_linux
    assert _pretended(os.makedev(8, 1), str(table)) is False
    assert _pretended(os.makedev(9, 9), str(table)) is False
    assert _pretended(os.makedev(0, 20), str(tmp_path / "none")) is False


@pytest.mark.timeout(10)
def test_a_gigantic_file_is_refused_with_its_size_and_the_bound(path: Path) -> None:
    os.truncate(path, 3 << 40)
    assert refused(path) == "it has 3145728 MiB, and a transcript may have 256 MiB"


def test_a_document_has_a_bound_of_its_own(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_module, "MAX_DOCUMENT", 8)
    path.write_text("These are notes.\n")
    with open_transcript(str(path)) as transcript, pytest.raises(TranscriptError, match="too large"):
        read(transcript)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x7fELF\x02\x01\x01\0\0\0", "binary"),
        (LINE + b"\0" * 100, "binary"),
        (bytes(range(128, 256)) * 10, "UTF-8"),
        ("User: hallo".encode("utf-16"), "UTF-16"),
        ("User: hallo".encode("utf-16-le"), "binary"),
    ],
)
def test_what_is_no_text_in_utf8_is_refused(path: Path, data: bytes, why: str) -> None:
    path.write_bytes(data)
    assert why in refused(path)


def test_notes_in_latin_1_are_refused_and_not_rewritten(path: Path) -> None:
    path.write_bytes("Für später: nur Leerzeichen, keine Tabulatoren.\n".encode("latin-1"))
    with pytest.raises(TranscriptError, match="UTF-8"):
        with open_transcript(str(path)) as transcript:
            read(transcript)


@pytest.mark.skipif(
    not HAS_MODES or IS_ROOT, reason="root may read everything, and so may anybody where there are no modes"
)
def test_an_unreadable_file_is_refused(path: Path) -> None:
    path.chmod(0)
    assert "may not read" in refused(path)


@pytest.mark.parametrize("name", ["", ".", "..", "a\0b", "x" * 300])
def test_what_is_no_path_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(TranscriptError):
        open_transcript(name)


def test_a_file_that_is_swapped_for_a_link_after_it_was_opened_is_still_the_file(tmp_path: Path, path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a secret of the user\n")
    with open_transcript(str(path)) as transcript:
        path.unlink()
        path.symlink_to(secret)
        assert [turn.text for turn in read(transcript).turns] == ["use pnpm"]


# A hook's path.


@pytest.fixture
def known(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "projects"
    (folder / "shop").mkdir(parents=True)
    (folder / "shop" / "session.jsonl").write_bytes(LINE)
    yield folder


def test_a_hook_may_name_a_file_below_a_known_folder(known: Path) -> None:
    with open_transcript(str(known / "shop" / "session.jsonl"), hook=True, known_folders=[str(known)]) as transcript:
        assert transcript.hook


def test_a_hook_may_name_no_file_elsewhere(known: Path, path: Path) -> None:
    assert "outside" in refused(path, hook=True, known_folders=[str(known)])
    assert "outside" in refused(path, hook=True)
    assert "outside" in refused(known / ".." / "session.jsonl", hook=True, known_folders=[str(known)])


def test_a_folder_whose_name_begins_like_a_known_one_is_elsewhere(known: Path) -> None:
    twin = known.parent / "projects-evil"
    twin.mkdir()
    (twin / "session.jsonl").write_bytes(LINE)
    assert "outside" in refused(twin / "session.jsonl", hook=True, known_folders=[str(known)])


def test_no_link_leads_a_hook_out_of_a_known_folder(known: Path, path: Path) -> None:
    (known / "out").symlink_to(path.parent)
    assert refused(known / "out" / "session.jsonl", hook=True, known_folders=[str(known)])
    (known / "session.jsonl").symlink_to(path)
    assert "link" in refused(known / "session.jsonl", hook=True, known_folders=[str(known)])
    # The control: without the hook the same parent may be a link.
    open_transcript(str(known / "out" / "session.jsonl")).close()


def test_a_known_folder_may_itself_be_reached_through_a_link(tmp_path: Path, known: Path) -> None:
    (tmp_path / "home").symlink_to(tmp_path)
    for folder in (tmp_path / "home" / "projects", known):
        path = tmp_path / "home" / "projects" / "shop" / "session.jsonl"
        if folder == known:
            path = known / "shop" / "session.jsonl"
        open_transcript(str(path), hook=True, known_folders=[str(tmp_path / "home" / "projects")]).close()


@needs_owners
def test_a_hook_may_name_no_file_of_another_user(known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    assert "another user" in refused(known / "shop" / "session.jsonl", hook=True, known_folders=[str(known)])


@needs_proc_fd
def test_no_descriptor_is_left_open(tmp_path: Path, path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    before = os.listdir("/proc/self/fd")
    for name in (path, tmp_path / "empty", tmp_path, tmp_path / "none"):
        try:
            open_transcript(str(name)).close()
        except TranscriptError:
            pass
    assert os.listdir("/proc/self/fd") == before
