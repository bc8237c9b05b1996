"""The catalogue: what a topic counts as, and that nothing is read twice without need."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from policies.trust import TIERS
from room import catalogue as module
from room import discovery
from room.catalogue import Catalogue, Memory
from room.handles import Directory
from room.orders import LARGEST
from tests.trees import grow


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "r").mkdir()
    yield tmp_path / "r"


LATER = time.time_ns() + 10**12
"""A clock by which no file is young."""


class Room:
    """A catalogue of a directory, with a chain that says what the test says, and a count of what is read."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch | None = None, **options: object) -> None:
        self.known: dict[str, str] = {}
        self.read: list[str] = []
        self.root = Directory.at(str(root))
        if monkeypatch is not None:
            read_file = discovery.read_file

            def counted(root: Directory, path: str, limit: int) -> bytes:
                self.read.append(path)
                return read_file(root, path, limit)

            monkeypatch.setattr(module, "read_file", counted)
        clock = options.pop("clock", lambda: LATER)
        assert callable(clock)
        rows = options.pop("rows", None)
        assert rows is None or callable(rows)
        self.catalogue = Catalogue(self.root, trusted=self.trusted, clock=clock, rows=rows)
        self.read.clear()

    def trusted(self, path: str, sha256: str) -> str | None:
        return self.known.get(sha256)

    def trust(self, data: bytes, tier: str) -> None:
        self.known[hashlib.sha256(data).hexdigest()] = tier


def test_a_topic_is_shown_with_what_it_says(root: Path) -> None:
    text = "---\nname: N\ndescription: D\nmetadata:\n  type: user\n  source: s\n  superseded_by: b.md\nmodified: 2026-01-02\n---\nB"
    grow(root, f"pinned/a.md = {text}")
    memory = Room(root).catalogue.memories[0]
    assert memory == Memory(
        path="pinned/a.md",
        type="user",
        trust="external-tool",
        description="D",
        source="s",
        modified="2026-01-02T00:00:00Z",
        pinned=True,
        size=len(text),
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        body="B",
        superseded_by="b.md",
        title="N",
    )
    assert (memory.name, memory.guides) == ("pinned/a", False)


@pytest.mark.parametrize(
    ("claimed", "vouched", "counts"),
    [
        ("user-verified", None, "external-tool"),
        ("", None, "external-tool"),
        ("external-web", None, "external-web"),
        ("user-verified", "user-observed", "user-observed"),
        ("external-web", "user-verified", "external-web"),
        ("", "user-verified", "user-verified"),
        ("nonsense", "operator", "operator"),
        ("user-verified", "nonsense", "external-tool"),
        *[(tier, tier, tier) for tier in TIERS],
    ],
)
def test_a_claim_of_trust_counts_downward_only(root: Path, claimed: str, vouched: str | None, counts: str) -> None:
    grow(root, f"a.md = ---\ntrust: {claimed}\n---\nx")
    room = Room(root)
    if vouched is not None:
        room.trust((root / "a.md").read_bytes(), vouched)
        room.catalogue.refresh()
    memory = room.catalogue.memories[0]
    assert (memory.trust, memory.guides) == (counts, counts in TIERS[:3])


def test_other_bytes_under_a_trusted_name_are_not_trusted(root: Path) -> None:
    grow(root, "a.md = x")
    room = Room(root)
    room.trust(b"x", "user-verified")
    room.catalogue.refresh()
    assert room.catalogue.memories[0].trust == "user-verified"
    (root / "a.md").write_text("y")
    room.catalogue.refresh()
    assert room.catalogue.memories[0].trust == "external-tool"


def test_a_row_that_vouches_for_the_same_bytes_is_heard_when_there_are_more_rows(root: Path) -> None:
    grow(root, "a.md = x")
    count = [1]
    room = Room(root, rows=lambda: count[0])
    room.trust(b"x", "user-observed")
    room.catalogue.refresh()
    assert room.catalogue.memories[0].trust == "external-tool"
    count[0] += 1
    room.catalogue.refresh()
    assert room.catalogue.memories[0].trust == "user-observed"


@pytest.mark.parametrize(
    ("path", "text", "type"),
    [
        ("user/a.md", "x", "user"),
        ("pinned/feedback/a.md", "x", "feedback"),
        ("user/a.md", "---\ntype: project\n---\n", "project"),
        ("other/a.md", "x", "reference"),
    ],
)
def test_the_folder_says_the_type_where_the_topic_does_not(root: Path, path: str, text: str, type: str) -> None:
    grow(root, f"{path} = {text}")
    assert Room(root).catalogue.memories[0].type == type


@pytest.mark.parametrize(
    ("path", "pinned"),
    [
        ("pinned/a.md", True),
        ("Pinned/a.md", True),
        ("pinned-notes/a.md", False),
        ("x/pinned/a.md", False),
        ("pinned.md", False),
    ],
)
def test_pinned_is_what_lies_below_the_one_directory(root: Path, path: str, pinned: bool) -> None:
    grow(root, f"{path} = x")
    assert Room(root).catalogue.memories[0].pinned is pinned


def test_a_topic_that_says_nothing_is_described_by_its_name(root: Path) -> None:
    grow(root, "d/empty.md = ")
    assert Room(root).catalogue.memories[0].description == "empty"


def test_a_file_that_is_too_large_is_listed_and_never_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(root, "user/big.md = x")
    os.truncate(root / "user/big.md", LARGEST + 1)
    room = Room(root, monkeypatch)
    room.catalogue.refresh()
    memory = room.catalogue.memories[0]
    assert (memory.description, memory.type, memory.size, memory.sha256, memory.body) == (
        "big",
        "user",
        LARGEST + 1,
        "",
        "",
    )
    assert (memory.trust, room.read) == ("external-tool", [])
    assert room.catalogue.findings[0].rule == "content"


def test_a_room_with_more_text_than_fits_is_listed_by_name(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_TEXT", 10)
    grow(root, "a.md = 12345", "b.md = 123456", "c.md = 12345")
    found = Room(root).catalogue
    assert [(each.name, each.body) for each in found.memories] == [("a", "12345"), ("b", ""), ("c", "12345")]
    assert [(each.path, each.rule) for each in found.findings] == [("b.md", "content")]


def test_what_cannot_be_a_topic_is_a_finding_and_hides_no_other(root: Path) -> None:
    grow(root, "a.md = x", "link.md => a.md")
    (root / "latin.md").write_bytes(b"caf\xe9")
    found = Room(root).catalogue
    assert [each.path for each in found.memories] == ["a.md"]
    assert [(each.path, each.rule) for each in found.findings] == [("link.md", "links"), ("latin.md", "content")]
    assert "not UTF-8" in found.findings[1].reason


def test_a_topic_with_odd_front_matter_or_a_second_name_is_listed_and_said_so(root: Path) -> None:
    grow(root, "a.md = ---\ndescription: a: b\n---\n", "b.md = x", "c.md -> b.md")
    found = Room(root).catalogue
    assert [each.path for each in found.memories] == ["a.md", "b.md", "c.md"]
    assert ["not YAML" in found.findings[0].reason, *["hard links" in each.reason for each in found.findings[1:]]] == [
        True
    ] * 3


def test_a_file_that_vanishes_before_it_is_read_is_a_finding(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(root: int, path: str, limit: int) -> bytes:
        raise FileNotFoundError(2, "No such file or directory")

    grow(root, "a.md = x")
    monkeypatch.setattr(module, "read_file", gone)
    found = Room(root).catalogue
    assert (found.memories, len(found.findings)) == ([], 1)


def test_the_index_is_no_topic_and_topics_are_found_by_path(root: Path) -> None:
    grow(root, "MEMORY.md = x", "a.md = x")
    found = Room(root).catalogue
    assert found.get("a.md") is found.memories[0]
    assert found.get("MEMORY.md") is None


# -- refreshing --------------------------------------------------------------------------------------------------------


def test_a_refresh_with_nothing_changed_reads_nothing_and_keeps_everything(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(root, "a.md = x", "b/c.md = x", "l => x")
    for rows in (None, lambda: 1):
        room = Room(root, monkeypatch, rows=rows)
        before = (room.catalogue.memories, room.catalogue.findings, room.catalogue.revision)
        room.catalogue.refresh()
        assert room.read == []
        assert (room.catalogue.memories, room.catalogue.findings, room.catalogue.revision) == before
        assert room.catalogue.memories is before[0]


def test_a_refresh_reads_only_what_is_new(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(root, "a.md = x", "b.md = x", "c.md = x")
    room = Room(root, monkeypatch)
    kept = room.catalogue.get("a.md")
    time.sleep(0.02)
    grow(root, "b.md = y", "d.md = z")
    (root / "c.md").unlink()
    room.catalogue.refresh()
    assert room.read == ["b.md", "d.md"]
    assert [each.body for each in room.catalogue.memories] == ["x", "y", "z"]
    assert room.catalogue.get("a.md") is kept
    assert room.catalogue.revision == 2


def test_a_new_trust_is_a_new_revision(root: Path) -> None:
    grow(root, "a.md = x")
    room = Room(root)
    room.trust(b"x", "operator")
    room.catalogue.refresh()
    room.catalogue.refresh()
    assert room.catalogue.revision == 2


def test_trust_follows_the_chain_up_and_down_and_from_one_text_to_the_next(root: Path) -> None:
    grow(root, "a.md = x")
    room = Room(root)
    told = []
    for text, tier in [("x", "operator"), ("x", "user-observed"), ("xy", "user-observed"), ("xyz", "operator")]:
        if text != (root / "a.md").read_text():
            (root / "a.md").write_text(text)
        room.trust(text.encode(), tier)
        room.catalogue.refresh()
        told += [(each.body, each.trust) for each in room.catalogue.memories]
    room.known.clear()
    room.catalogue.refresh()
    told += [(each.body, each.trust) for each in room.catalogue.memories]
    assert told == [
        ("x", "operator"),
        ("x", "user-observed"),
        ("xy", "user-observed"),
        ("xyz", "operator"),
        ("xyz", "external-tool"),
    ]


def ago(path: Path, nanoseconds: int) -> Callable[[], int]:
    """A clock that stands a while after the file was changed."""
    status = path.stat()
    at = max(status.st_mtime_ns, status.st_ctime_ns) + nanoseconds
    return lambda: at


def test_a_file_that_was_just_changed_is_read_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(root, "a.md = x")
    room = Room(root, monkeypatch, clock=ago(root / "a.md", 10**6))
    room.catalogue.refresh()
    assert (room.read, room.catalogue.revision) == (["a.md"], 1)


def test_a_file_that_was_changed_a_while_ago_is_not(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(root, "a.md = x")
    room = Room(root, monkeypatch, clock=ago(root / "a.md", 10**9))
    room.catalogue.refresh()
    assert room.read == []


@pytest.mark.parametrize(("after", "young"), [(10**9, True), (3 * 10**9, False)])
def test_a_coarse_clock_makes_files_young_for_longer(after: int, young: bool) -> None:
    second = 1_700_000_000 * 10**9
    entry = discovery.Entry("a.md", 1, second, second, 1, 1, 1)
    assert module._is_young(entry, second + after) is young
