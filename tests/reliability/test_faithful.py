"""Odd files and odd rooms: each has its defined outcome, which stands in `docs/reliability.md` by the same name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from confine.cli import main
from confine.session import opened
from room.document import Document, DocumentError
from room.orders import Change
from room.workspace import locate
from tests.reliability.tally import DOCUMENT, Tally
from tests.rooms import sha

pytestmark = pytest.mark.timeout(600)

SECTION = "odd files and rooms"
HEAD = b"---\ndescription: plain words\nmetadata:\n  type: project\n"
BODY = b"---\n\nplain words\n"

TEXTS = {
    "BOM": b"\xef\xbb\xbf" + HEAD + BODY,
    "CRLF": (HEAD + BODY).replace(b"\n", b"\r\n"),
    "mixed line ends": HEAD.replace(b"\n", b"\r\n") + BODY,
    "no final newline": (HEAD + BODY)[:-1],
    "unknown keys and comments": b"---\n# mine\n" + HEAD[4:] + b"  colour: red # so it is\nother: [1, 2]\n" + BODY,
    "multi-line strings": HEAD + b"note: |\n  one\n    two\n\n  three\nfold: >-\n  four\n  five\n" + BODY,
    "anchors and aliases": HEAD + b"one: &here {a: 1}\ntwo: *here\n" + BODY,
    "tabs": HEAD + b"note:\tafter a tab\n" + BODY,
    "duplicate keys": HEAD + b"other: 1\nother: 2\n" + BODY,
    "`no`": HEAD.replace(b"plain words", b"no") + b"answer: no\n" + BODY,
    "dates": HEAD + b"modified: 2026-09-21\nborn: 2001-01-01 10:00:00\n" + BODY,
    "leading zeros": HEAD + b"code: 0123\n" + BODY,
    "no front matter": b"plain words\n",
    "0 bytes": b"",
}


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    assert main(["memory", "add", "Deploys happen on Tuesdays", "--room", str(tmp_path / "room")]) == 0
    capsys.readouterr()
    return tmp_path


@pytest.fixture
def status(base: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[], Any]:
    """Make an unrelated change, and return what `status` says then."""

    def run() -> Any:
        assert main(["memory", "add", "We use Ruff for linting", "--room", str(base / "room")]) == 0
        capsys.readouterr()
        assert main(["memory", "status", "--room", str(base / "room"), "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def stamped(base: Path, name: str) -> bytes:
    """Change one field of a topic, through journal and hand; return its new bytes."""
    with opened(locate(room=str(base / "room"), cwd=str(base))) as session:
        old = session.hand.read(name)
        new = Document.parse(old).stamp(trust="user-verified", modified="2026-09-21T08:00:00Z")
        session.change(Change("write", name, data=new, expect_sha=sha(old)))
    return (base / "room" / name).read_bytes()


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


@pytest.mark.parametrize("what", TEXTS)
def test_a_text_is_left_alone_and_changed_line_by_line(
    base: Path, status: Callable[[], Any], tally: Tally, what: str
) -> None:
    file, data = base / "room" / "odd.md", TEXTS[what]
    file.write_bytes(data)
    report = status()
    with tally.fault(SECTION, what):
        assert report["memories"] == 3, report["findings"]
        assert file.read_bytes() == data, "an unrelated change has touched it"
        assert b"odd.md" in (base / "room" / "MEMORY.md").read_bytes()
        new = stamped(base, "odd.md")
        # Every line of the person's is still there, in its order and with its own end; `modified` was to change.
        kept = iter(lines(new))
        for line in lines(data):
            assert line.startswith(b"modified") or any(line in each for each in kept), (line, new)
        assert new.startswith(b"\xef\xbb\xbf") == data.startswith(b"\xef\xbb\xbf")
        assert Document.parse(new).trust == "user-verified"
        assert Document.parse(new).body == Document.parse(data).body


def test_bytes_that_are_not_utf8_are_refused_and_never_rewritten(
    base: Path, status: Callable[[], Any], tally: Tally
) -> None:
    file, data = base / "room" / "odd.md", b"---\ndescription: caf\xe9\n---\n\nwords\n"
    file.write_bytes(data)
    report = status()
    with tally.fault(SECTION, "not UTF-8"):
        assert [each["path"] for each in report["findings"]] == ["odd.md"]
        with pytest.raises(DocumentError):
            stamped(base, "odd.md")
        assert file.read_bytes() == data


def test_names_in_nfc_and_nfd_stay_as_they_are(base: Path, status: Callable[[], Any], tally: Tally) -> None:
    names = ["caf\u00e9.md", "nai\u0308ve.md"]
    for name in names:
        (base / "room" / name).write_bytes(HEAD + BODY)
    report = status()
    with tally.fault(SECTION, "names in NFC and NFD", 2):
        assert report["memories"] == 4
        assert set(names) < set(os.listdir(base / "room"))
        assert stamped(base, names[1]).endswith(BODY)
        assert main(["memory", "add", "again", "--name", "na\u00efve", "--room", str(base / "room")]) == 5
        assert sum("ve.md" in name for name in os.listdir(base / "room")) == 1


def test_a_file_of_100_megabytes_is_listed_and_left_alone(base: Path, status: Callable[[], Any], tally: Tally) -> None:
    file = base / "room" / "odd.md"
    with file.open("wb") as out:
        for _ in range(100):
            out.write(b"0123456789abcde\n" * 65536)
    before = file.stat()
    report = status()
    with tally.fault(SECTION, "100 MB"):
        assert report["memories"] == 3
        assert any(each["path"] == "odd.md" for each in report["findings"])
        assert main(["memory", "remove", "odd", "--room", str(base / "room")]) == 5
        assert (file.stat().st_size, file.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def test_a_room_of_20000_files_is_read_and_a_writer_adds_none(base: Path, tally: Tally) -> None:
    for number in range(20_000):
        (base / "room" / f"n{number}.md").write_bytes(b"---\ndescription: number %d\n---\n\nn\n" % number)
    with tally.fault(SECTION, "20,000 files"):
        assert main(["memory", "query", "number", "--room", str(base / "room")]) == 0
        assert main(["memory", "add", "One more of them", "--name", "more", "--room", str(base / "room")]) == 5
        assert not (base / "room" / "more.md").exists()
        assert sum(name.startswith("n") for name in os.listdir(base / "room")) == 20_000


def unreadable(file: Path) -> None:
    file.write_bytes(HEAD + BODY)
    file.chmod(0o000)


def a_directory(file: Path) -> None:
    file.mkdir(mode=0o700)


def a_link(file: Path) -> None:
    file.symlink_to("/etc/hostname")


def a_second_name(file: Path) -> None:
    os.link(file.parent / "project-deploys-happen-on-tuesdays.md", file)


@pytest.mark.parametrize("name", ["odd.md", "MEMORY.md"])
@pytest.mark.parametrize(
    ("what", "make"),
    [("unreadable", unreadable), ("a directory with its name", a_directory), ("a link", a_link)],
    ids=["unreadable", "directory", "link"],
)
def test_what_cannot_be_read_is_a_finding_or_a_notice(
    base: Path, tally: Tally, what: str, make: Callable[[Path], None], name: str
) -> None:
    """Run by a process that permissions count for."""
    file = base / "room" / name
    if file.exists():
        file.unlink()
    make(file)
    before = file.lstat()
    drop = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    for line in (["memory", "list"], ["memory", "add", "We use Ruff for linting"], ["snapshot"]):
        command = [*drop, sys.executable, "-m", "confine", *line, "--room", str(base / "room")]
        done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        if line == ["memory", "list"] and name == "odd.md":
            assert "odd.md" in done.stderr
        if line[1:2] == ["add"] and name == "MEMORY.md":
            assert "the index was not rebuilt: MEMORY.md" in done.stderr
    with tally.fault(SECTION, f"a topic that is {what}" if name == "odd.md" else f"an index that is {what}"):
        assert (file.lstat().st_ino, file.lstat().st_mode) == (before.st_ino, before.st_mode)
        assert (base / "room" / "project-we-use-ruff-for-linting.md").exists()
    if name == "MEMORY.md":
        # When it can be written again, the next session does, though it changes nothing.
        file.rmdir() if file.is_dir() and not file.is_symlink() else file.unlink()
        with opened(locate(room=str(base / "room"), cwd=str(base))):
            pass
        assert b"project-we-use-ruff-for-linting.md" in file.read_bytes()


def test_a_room_that_is_a_link_is_resolved_once_and_used(base: Path, tally: Tally) -> None:
    (base / "named").symlink_to(base / "room")
    with tally.fault(SECTION, "a room that is a link"):
        assert main(["memory", "add", "We use Ruff for linting", "--room", str(base / "named")]) == 0
        assert (base / "room" / "project-we-use-ruff-for-linting.md").exists()
        assert not (base / "named.scribe").exists()


def group_writable(base: Path) -> None:
    (base / "room").chmod(0o770)


def foreign_owner(base: Path) -> None:
    os.chown(base / "room", 65534, 65534)


def access_list(base: Path) -> None:
    done = subprocess.run(["setfacl", "-m", "u:65534:rwx", str(base / "room")], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"setfacl says: {done.stderr.decode().strip()}")


def open_ancestor(base: Path) -> None:
    base.chmod(0o777)


@pytest.mark.parametrize(
    ("what", "make"),
    [
        ("a room of another owner", foreign_owner),
        ("a room that others may write", group_writable),
        ("a room with an access list", access_list),
        ("a room below a directory that others may write", open_ancestor),
    ],
    ids=["owner", "mode", "acl", "ancestor"],
)
def test_a_room_that_others_can_change_is_refused(
    base: Path, tally: Tally, capsys: pytest.CaptureFixture[str], what: str, make: Callable[[Path], None]
) -> None:
    if make is foreign_owner and os.geteuid() != 0:
        pytest.skip("only root can give a directory away")
    before = sorted(os.listdir(base / "room"))
    make(base)
    with tally.fault(SECTION, what):
        assert main(["memory", "add", "We use Ruff for linting", "--room", str(base / "room")]) == 5
        assert "do: " in capsys.readouterr().err
        assert sorted(os.listdir(base / "room")) == before


def test_every_outcome_is_documented(tally: Tally) -> None:
    said = DOCUMENT.read_text("utf-8")
    missing = [what for section, what in tally.injected if section == SECTION and f"| {what} |" not in said]
    assert not missing, "docs/reliability.md has no row for them"
