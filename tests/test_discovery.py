"""Discovery: what a walk finds, and that no tree makes it follow, hang or grow."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from room import discovery, handles
from room.discovery import MAX_DEPTH, MAX_ENTRIES, MAX_FINDINGS, Scan, read_file, scan
from room.handles import Directory, NotRegularError, TooLargeError
from tests.capabilities import IS_ROOT, needs_change_time, needs_dir_fd, needs_modes, needs_posix_names
from tests.trees import grow

HERE = Path(__file__).resolve().parents[1]


def held(path: Path) -> Directory:
    return Directory.at(str(path))


def walk(path: Path, max_depth: int = MAX_DEPTH, max_entries: int = MAX_ENTRIES) -> Scan:
    with held(path) as here:
        return scan(here, max_depth=max_depth, max_entries=max_entries)


def paths(found: Scan) -> list[str]:
    return [entry.path for entry in found.entries]


def findings(found: Scan) -> dict[str, str]:
    return {finding.path: finding.rule for finding in found.findings}


# -- what is found -----------------------------------------------------------------------------------------------------


def test_topics_are_found_in_all_directories_and_sorted(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "b.md = x", "a/c.md = xy", "a/b/d.md = x", "pinned/e.md = x", "empty/")
    found = walk(root)
    assert paths(found) == ["a/b/d.md", "a/c.md", "b.md", "pinned/e.md"]
    assert found.findings == ()


def test_an_entry_says_what_the_file_is(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = xyz", "b.md -> a.md")
    status = (root / "a.md").stat()
    entry = walk(root).entries[0]
    assert entry == (
        "a.md",
        3,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
        2,
    )


def test_only_markdown_counts_and_hidden_names_are_other_programs(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.txt = x", "a.MD = x", ".a.md = x", ".obsidian/a.md = x", "md = x", "b.md = x")
    found = walk(root)
    assert (paths(found), found.findings) == (["b.md"], ())


def test_the_index_and_the_files_that_agents_obey_are_no_topics(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "MEMORY.md = x", "a/Memory.md = x", "CLAUDE.md = x", "a/agents.md = x", "b.md = x")
    found = walk(root)
    assert paths(found) == ["b.md"]
    assert findings(found) == {
        "a/Memory.md": "index",
        "CLAUDE.md": "instruction-files",
        "a/agents.md": "instruction-files",
    }


def test_directories_that_programs_obey_are_not_entered(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "hooks/a.md = x", "x/Skills/a.md = x", "hooks-notes/a.md = x")
    found = walk(root)
    assert paths(found) == ["hooks-notes/a.md"]
    assert findings(found) == {"hooks": "sensitive", "x/Skills": "sensitive"}


def test_links_are_reported_and_not_followed(tmp_path: Path) -> None:
    outside = grow(tmp_path / "out", "secret.md = x", "d/secret.md = x")
    root = grow(
        tmp_path / "r", f"a.md => {outside}/secret.md", f"d => {outside}/d", f"d.md => {outside}/d", "gone => nowhere"
    )
    found = walk(root)
    assert paths(found) == []
    assert findings(found) == dict.fromkeys(["a.md", "d", "d.md", "gone"], "links")


@needs_dir_fd
def test_pipes_sockets_and_devices_are_reported_and_not_opened(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "pipe.md |", "pipe |", "a.md = x")
    with socket.socket(socket.AF_UNIX) as listening, held(root) as here:
        listening.bind(f"/proc/self/fd/{here.fd}/s.md" if sys.platform == "linux" else str(root / "s.md"))
    expected = {"pipe.md": "links", "pipe": "links", "s.md": "links"}
    try:
        os.mknod(root / "null.md", 0o600 | 0o020000, os.makedev(1, 3))
        expected["null.md"] = "links"
    except PermissionError:
        pass  # Only root makes devices; the other three kinds are looked at all the same.
    found = walk(root)
    assert (paths(found), findings(found)) == (["a.md"], expected)


@pytest.mark.parametrize("kind", ["device", "pipe", "file"])
@needs_dir_fd
def test_a_root_that_is_no_directory_is_an_error_at_once(kind: str, tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "pipe |", "file = x")
    handle = os.open("/dev/null" if kind == "device" else root / kind, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with pytest.raises(NotADirectoryError):
            scan(handle)
    finally:
        os.close(handle)


def test_a_directory_with_the_name_of_a_topic_is_entered_and_said_so(tmp_path: Path) -> None:
    found = walk(grow(tmp_path / "r", "a.md/b.md = x"))
    assert (paths(found), findings(found)) == (["a.md/b.md"], {"a.md": "markdown"})


@needs_posix_names
def test_names_come_back_raw(tmp_path: Path) -> None:
    names = ["a\nb.md", "\x1b[31mred.md", "[bold]x.md", "re\u0301.md", "r\u00e9.md", "\u202egnp.md"]
    root = tmp_path / "r"
    root.mkdir()
    for name in names:
        (root / name).write_text("x")
    assert paths(walk(root)) == sorted(names)


@needs_posix_names
def test_names_that_are_not_utf8_are_reported(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = x")
    for name in (b"\xff.md", b"\xff.txt"):
        Path(os.fsdecode(os.fsencode(root) + b"/" + name)).write_text("x")
    os.mkdir(os.fsencode(root) + b"/\xffd")
    found = walk(root)
    assert paths(found) == ["a.md"]
    assert findings(found) == dict.fromkeys(["\udcff.md", "\udcff.txt", "\udcffd"], "names")


def test_a_path_that_is_too_long_is_reported(tmp_path: Path) -> None:
    root = tmp_path / "r"
    deep = root.joinpath(*["n" * 250] * 4)
    deep.mkdir(parents=True)
    (deep / ("m" * 17 + ".md")).write_text("x")
    (deep / ("m" * 18 + ".md")).write_text("x")
    found = walk(root)
    assert [len(path) for path in paths(found)] == [1024]
    assert list(findings(found).values()) == ["shape"]


@needs_modes
def test_a_directory_that_cannot_be_listed_is_reported(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "wx/a.md = x", "b.md = x")
    with as_another_user(root):
        os.chmod(root / "wx", 0o300)
        found = walk(root)
        os.chmod(root / "wx", 0o700)
    assert (paths(found), findings(found)) == (["b.md"], {"wx": "denied"})


@needs_modes
def test_a_directory_that_cannot_be_entered_is_reported(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "r/a.md = x", "none/a.md = x", "b.md = x")
    with as_another_user(root):
        os.chmod(root / "r", 0o400)
        os.chmod(root / "none", 0o000)
        found = walk(root)
        os.chmod(root / "r", 0o700)
        os.chmod(root / "none", 0o700)
    assert (paths(found), set(findings(found).values())) == (["b.md"], {"denied"})
    assert set(findings(found)) == {"r/a.md", "none"}


@contextmanager
def as_another_user(root: Path) -> Iterator[None]:
    """Permissions mean nothing to root: be somebody else for a moment, and own the tree."""
    if not IS_ROOT:
        yield
        return
    for folder, _, names in os.walk(root):
        for name in [".", *names]:
            os.chown(os.path.join(folder, name), 65534, 65534)
    for parent in root.parents:
        if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
            os.chmod(parent, 0o711)
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.parametrize("kind", ["-t tmpfs none", "--bind {other}"], ids=["another file system", "the same one"])
def test_what_is_mounted_below_is_not_entered(tmp_path: Path, kind: str) -> None:
    root = grow(tmp_path / "r", "sub/a.md = x", "file.md = x", "b.md = x")
    other = grow(tmp_path / "o", "c.md = x", "f = y")
    script = f"""
import os, subprocess
from room.discovery import scan
before = scan(os.open({str(root)!r}, os.O_RDONLY))
subprocess.run("mount {kind.format(other=other)} {root}/sub", shell=True, check=True)
subprocess.run("mount --bind {other}/f {root}/file.md", shell=True, check=True)
for previous in (None, before):
    found = scan(os.open({str(root)!r}, os.O_RDONLY), previous=previous)
    print([entry.path for entry in found.entries], sorted((each.path, each.rule) for each in found.findings))
"""
    if shutil.which("unshare") is None:
        pytest.skip("unshare(1) is not here")
    command = ["unshare", "-m", sys.executable, "-c", script]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=60)
    if "Operation not permitted" in done.stderr or "permission denied" in done.stderr:
        pytest.skip("this system lets nobody mount here")
    expected = "['b.md'] [('file.md', 'containment'), ('sub', 'containment')]\n"
    assert (done.stdout, done.stderr) == (expected * 2, "")


# -- hostile trees -----------------------------------------------------------------------------------------------------


@needs_dir_fd
def test_a_tree_six_thousand_deep_ends_soon_and_is_reported(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "z.md = x")
    here = os.open(root, os.O_RDONLY)
    for _ in range(6_000):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    try:
        found = walk(root)
        assert paths(found) == ["z.md"]
        assert findings(found) == {"/".join(["d"] * 20): "shape"}
        deeper = walk(root, max_depth=500)
        assert list(findings(deeper).values()) == ["shape"]
    finally:
        subprocess.run(["rm", "-rf", str(root)], check=True)


@needs_dir_fd
def test_more_than_fifty_thousand_files_end_soon_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "pinned/p.md = x", "a/")
    with held(root / "a") as here:
        for number in range(50_100):
            os.close(os.open(f"{number}.md", os.O_CREAT | os.O_WRONLY, 0o600, dir_fd=here.fd))
    try:
        found = walk(root)
    finally:
        shutil.rmtree(root)
    assert len(found.entries) <= 50_000
    assert findings(found) == {"": "caps"}
    assert "pinned/p.md" in paths(found)


def test_findings_are_bounded_and_the_rest_is_counted(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", *(f"{number} => x" for number in range(MAX_FINDINGS + 50)))
    found = walk(root)
    assert len(found.findings) == MAX_FINDINGS + 1
    assert found.findings[-1] == ("", "caps", "50 more findings are not listed")


def test_no_more_than_a_few_handles_are_held(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "/".join(["d"] * 19) + "/a.md = x")
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with held(root) as here:
        # New handles get the lowest free numbers, so what is below the highest one in use may be used up first.
        spare = [os.dup(here.fd) for _ in range(3)]
        highest = max(map(int, os.listdir("/proc/self/fd"))) if os.path.isdir("/proc/self/fd") else spare[-1]
        filling = []
        while (last := os.dup(here.fd)) <= highest:
            filling.append(last)
        for each in (last, *spare):
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 1, hard))
        try:
            found = scan(here)
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            for each in filling:
                os.close(each)
    assert (len(found.entries), found.findings) == (1, ())


def test_a_directory_that_becomes_a_link_in_the_middle_of_the_walk_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = grow(tmp_path / "out", "secret.md = x")
    root = grow(tmp_path / "r", "sub/a.md = x", "b.md = x")
    child = Directory.child

    def swapped(self: Directory, name: str, *, create: bool = False, step: bool = False) -> Directory:
        if name == "sub" and not (root / "sub").is_symlink():
            shutil.rmtree(root / "sub")
            (root / "sub").symlink_to(outside)
        return child(self, name, create=create, step=step)

    monkeypatch.setattr(Directory, "child", swapped)
    found = walk(root)
    assert (paths(found), findings(found)) == (["b.md"], {"sub": "denied"})


def test_a_file_that_vanishes_in_the_middle_of_the_walk_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = grow(tmp_path / "r", "a.md = x", "b.md = x")
    scandir = os.scandir

    @contextmanager
    def vanishing(path: int) -> Iterator[Iterator[os.DirEntry[str]]]:
        with scandir(path) as listing:
            items = list(listing)
            (root / "a.md").unlink(missing_ok=True)
            yield iter(items)

    monkeypatch.setattr(os, "scandir", vanishing)
    found = walk(root)
    assert (paths(found), findings(found)) == (["b.md"], {"a.md": "denied"})


# -- walking again -----------------------------------------------------------------------------------------------------


def test_a_walk_with_nothing_changed_returns_the_one_before(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = x", "d/b.md = x", "e/", "l => x")
    first = walk(root)
    with held(root) as here:
        assert scan(here, previous=first) is first


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "d/b.md").write_text("y"),
        lambda root: (root / "d/c.md").write_text("x"),
        lambda root: (root / "d/b.md").unlink(),
        lambda root: (root / "d/b.md").rename(root / "d/c.md"),
        lambda root: (root / "d/b.md").replace(root / "a.md"),
        lambda root: os.link(root / "a.md", root / "elsewhere"),
        lambda root: (root / "f").mkdir(),
        lambda root: shutil.rmtree(root / "d"),
        lambda root: (root / "l").symlink_to("x"),
        pytest.param(lambda root: (root / "d/b.md").chmod(0o644), marks=needs_change_time),
    ],
    ids=["edit", "add", "remove", "rename", "replace", "link", "new folder", "no folder", "finding", "mode"],
)
def test_any_change_is_seen_by_the_next_walk(tmp_path: Path, change: object) -> None:
    root = grow(tmp_path / "r", "a.md = x", "d/b.md = x")
    first = walk(root)
    time.sleep(0.02)
    assert callable(change)
    change(root)
    with held(root) as here:
        again = scan(here, previous=first)
    assert again is not first
    fresh = walk(root)
    assert (again.entries, again.findings) == (fresh.entries, fresh.findings)


@needs_change_time
def test_an_edit_of_the_same_size_with_its_time_set_back_is_seen(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = x")
    status = (root / "a.md").stat()
    first = walk(root)
    time.sleep(0.02)
    (root / "a.md").write_text("y")
    os.utime(root / "a.md", ns=(status.st_atime_ns, status.st_mtime_ns))
    with held(root) as here:
        assert scan(here, previous=first) is not first


@pytest.mark.parametrize("field", ["size", "mtime_ns", "ctime_ns", "inode"])
def test_a_file_is_what_it_was_only_by_all_that_is_known_of_it(tmp_path: Path, field: str) -> None:
    root = grow(tmp_path / "r", "a.md = x")
    fresh = walk(root)
    entry = fresh.entries[0]
    other = entry._replace(**{field: getattr(entry, field) + 1})
    with held(root) as here:
        assert scan(here, previous=Scan((other,), (), {"": {"a.md": other}})).entries == fresh.entries


def test_no_more_names_than_asked_for_are_looked_at(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", *(f"{number}.md = x" for number in range(30)))
    assert len(walk(root, max_entries=30).entries) == 30
    found = walk(root, max_entries=10)
    assert (len(found.entries), findings(found)) == (10, {"": "caps"})


@needs_dir_fd
def test_a_listing_that_somebody_else_has_begun_hides_nothing(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = x", "b.md = x")
    with held(root) as here, os.scandir(here.fd) as listing:
        next(listing)
        assert paths(scan(here)) == ["a.md", "b.md"]


@needs_dir_fd
def test_a_listing_does_not_move_the_handle_that_it_is_given(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = x", "b.md = x")
    with held(root) as here:
        assert [paths(scan(here)) for _ in range(2)] == [["a.md", "b.md"]] * 2
        assert sorted(os.listdir(here.fd)) == ["a.md", "b.md"]


@needs_dir_fd
def test_a_walk_by_names_finds_the_same_where_there_are_no_handles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = grow(tmp_path / "r", "a.md = x", "d/b.md = x", "l.md => a.md", "d/l => x")
    by_handle = walk(root)
    monkeypatch.setattr(handles, "BY_HANDLE", False)
    monkeypatch.setattr(discovery, "BY_HANDLE", False)
    by_name = scan(Directory(-1, str(root)))
    assert (by_name.entries, by_name.findings) == (by_handle.entries, by_handle.findings)
    assert scan(Directory(-1, str(root)), previous=by_name) is by_name
    assert read_file(Directory(-1, str(root)), "d/b.md", 10) == b"x"


# -- reading a file ----------------------------------------------------------------------------------------------------


def test_a_file_is_read_below_the_root(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "d/e/a.md = hello")
    with held(root) as here:
        assert read_file(here, "d/e/a.md", 5) == b"hello"
        with pytest.raises(TooLargeError):
            read_file(here, "d/e/a.md", 4)
        with pytest.raises(FileNotFoundError):
            read_file(here, "d/b.md", 5)


def test_no_link_on_the_way_is_followed(tmp_path: Path) -> None:
    outside = grow(tmp_path / "out", "secret.md = x")
    root = grow(tmp_path / "r", f"a.md => {outside}/secret.md", f"d => {outside}")
    with held(root) as here:
        for path in ("a.md", "d/secret.md"):
            with pytest.raises(OSError) as caught:
                read_file(here, path, 10)
            assert caught.value.errno in (errno.ELOOP, errno.ENOTDIR)
        with pytest.raises(ValueError, match="single segment"):
            read_file(here, "../out/secret.md", 10)


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md |", "d.md/")
    with held(root) as here:
        for path in ("a.md", "d.md"):
            with pytest.raises(NotRegularError):
                read_file(here, path, 10)


def test_a_sparse_gigabyte_is_not_read(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = x")
    os.truncate(root / "a.md", 1 << 30)
    with held(root) as here:
        assert scan(here).entries[0].size == 1 << 30
        with pytest.raises(TooLargeError):
            read_file(here, "a.md", 1 << 19)
