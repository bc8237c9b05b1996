"""What holds of the guard for every path: it answers, it stays within bounds, and the kernel agrees with it."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from policies import guard, names
from policies.facts import Component, Facts
from policies.names import UNPRINTABLE, normal_form, shown, stripped
from policies.operation import COMMANDS, Operation
from room.facts import Look
from tests.effort import calls
from tests.guard_cases import PROFILES
from tests.trees import grow

ROOT = "/srv/room"
ADDRESS = guard.Address(("/memories",), ROOT)

_MANY = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Text as hostile as it gets, and texts made of the pieces that rules are about, which random text hardly ever hits.
_PIECES = st.sampled_from(
    [
        *(
            "a",
            "B",
            "x.md",
            "notes",
            "pinned",
            "PINNED",
            ".git",
            "hooks",
            "MEMORY.md",
            "CLAUDE.md",
            "con",
            "l",
            "dangling",
        ),
        *(
            "/",
            "/",
            "/",
            "//",
            ".",
            "..",
            "\\",
            ":",
            "~",
            "~1",
            " ",
            ".md",
            ".md",
            "\u200d",
            "\u202e",
            "\ufb01",
            "\u00df",
        ),
        *(
            "\0",
            "\n",
            "é",
            "e\u0301",
            "\U000e0041",
            "\ud800",
            "/memories",
            "/memories/",
            ROOT,
            "C:",
            "*",
            "p.md",
            "deep",
        ),
    ]
)
_PATHS = st.one_of(
    st.text(max_size=60),
    st.text(st.characters(), max_size=30),
    st.lists(_PIECES, max_size=12).map("".join),
    st.lists(_PIECES, max_size=6).map("/".join),
)
_ANYTHING = st.one_of(_PATHS, st.none(), st.integers(), st.binary(max_size=9), st.lists(st.text(), max_size=2))
_COMMANDS = st.one_of(st.sampled_from(COMMANDS), st.text(max_size=9), st.none(), st.lists(st.text(), max_size=1))
_COMPONENTS = st.builds(
    Component,
    st.text(max_size=9),
    st.sampled_from(["file", "directory", "link", "other"]),
    st.integers(0, 3),
)
_FACTS = st.builds(
    Facts,
    st.lists(_COMPONENTS, max_size=4).map(tuple),
    st.integers(0, 4),
    st.lists(_COMPONENTS, max_size=2).map(tuple),
    st.booleans(),
    st.one_of(st.none(), st.text(max_size=9)),
    st.sampled_from(["", "", "no"]),
)
_PROFILES = st.sampled_from(sorted(PROFILES))


@_MANY
@given(_COMMANDS, _ANYTHING, st.one_of(st.none(), _ANYTHING), _PROFILES, _FACTS)
def test_the_guard_answers_whatever_it_is_asked(
    command: str, path: str, new_path: str | None, profile: str, facts: Facts
) -> None:
    verdict = guard.judge(Operation(command, path, new_path), PROFILES[profile], ADDRESS, lambda _: facts)

    if verdict.allowed:
        assert (verdict.rule, verdict.reason) == ("ok", "")
        assert command in COMMANDS
        paths = [verdict.path] if verdict.new_path is None else [verdict.path, verdict.new_path]
        assert len(paths) == (2 if command == "rename" else 1)
        for each in paths:
            assert_canonical(each, may_be_root=command == "view")
    else:
        assert verdict.rule != "ok"
        assert verdict.reason
        assert not UNPRINTABLE.search(verdict.reason)
        assert len(verdict.reason) < 1000


def assert_canonical(path: str, *, may_be_root: bool) -> None:
    if path == "":
        assert may_be_root
        return
    segments = path.split("/")
    assert len(segments) <= 20
    assert len(path.encode()) <= 1024
    for each in segments:
        assert each not in ("", ".", "..")
        assert len(each.encode()) <= 255
        assert not UNPRINTABLE.search(each)
        assert not set(each) & set('\\:<>"|?*')
        assert normal_form(each) not in names.SENSITIVE
        assert normal_form(each)


@_MANY
@given(st.sampled_from(COMMANDS[:-1]), _PATHS, _PROFILES, _FACTS)
def test_what_is_allowed_is_a_part_of_what_was_asked(command: str, path: str, profile: str, facts: Facts) -> None:
    verdict = guard.judge(Operation(command, path), PROFILES[profile], ADDRESS, lambda _: facts)

    if verdict.allowed:
        rest = [each for each in path.split("/") if each not in ("", ".")]
        assert rest[len(rest) - len(verdict.path.split("/")) :] == verdict.path.split("/") or verdict.path == ""


_PLAIN_WORDS = st.sampled_from(
    ["a", "Notes", "x-1", "b_c", "two words", "con", "git", "config", "pinned", "memory", "hooks"]
)
_PLAIN_PATHS = st.tuples(
    st.sampled_from(["", "/memories/", "/memories", "/", ROOT + "/", "./"]),
    st.lists(st.one_of(_PLAIN_WORDS, st.text("aZ09_- .", max_size=4)), min_size=1, max_size=22),
    st.sampled_from([".md", ".md", ".md", ".MD", ".md ", ""]),
).map(lambda parts: parts[0] + "/".join(parts[1]) + parts[2])


class _Plain:
    """A room in which every path is a plain file, and which says so when it is asked the short way."""

    def __call__(self, path: str) -> Facts:
        *above, name = path.split("/") if path else [""]
        return Facts((*(Component(each, "directory") for each in above), Component(name, "file")))

    def is_plain_file(self, path: str) -> bool:
        return True


@settings(_MANY, max_examples=1500)
@given(st.sampled_from(COMMANDS[:-1]), st.one_of(_PLAIN_PATHS, _PATHS), _PROFILES)
def test_the_way_for_plain_paths_allows_nothing_that_the_clauses_do_not(command: str, path: str, profile: str) -> None:
    operation, room = Operation(command, path), _Plain()

    short = guard.judge(operation, PROFILES[profile], ADDRESS, room)

    assert short == guard.judge(operation, PROFILES[profile], ADDRESS, room.__call__)


@pytest.mark.parametrize(
    "path",
    ["../" * 3_000_000, "a/" * 5_000_000, "\u0300" * 5_000_000, "~1" * 4_000, "a" * 8192, "a:" * 4_000, "a." * 4_000],
)
def test_the_work_is_bounded_whatever_the_length(path: str) -> None:
    asked = []

    def look(each: str) -> Facts:
        asked.append(each)
        return Facts((), 1)

    def judge_all() -> None:
        for command in COMMANDS:
            to = path if command == "rename" else None
            guard.judge(Operation(command, path, to), PROFILES["user"], ADDRESS, look)

    assert calls(judge_all) < 200_000
    assert len(asked) <= 2 * len(COMMANDS)


# -- the key for comparing ---------------------------------------------------------------------------------------


@_MANY
@given(st.text())
@example("ΐ͏")
@example("ǰ̣")
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    assert normal_form(normal_form(text)) == normal_form(text)


@_MANY
@given(st.text(), st.sampled_from([str.upper, str.lower, str.swapcase, str.title]))
def test_case_and_composition_do_not_change_the_normal_form(text: str, change: object) -> None:
    for form in ("NFC", "NFD"):
        assert normal_form(unicodedata.normalize(form, text)) == normal_form(text)
    assert normal_form(text.casefold()) == normal_form(text)


@_MANY
@given(st.text(st.characters(max_codepoint=0x7E, min_codepoint=0x20)))
def test_the_short_way_for_ascii_is_the_long_one(text: str) -> None:
    long = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())

    assert normal_form(text) == long.partition(":")[0].rstrip(". ")


@_MANY
@given(st.text(), st.integers(1, 90))
def test_what_is_shown_is_printable_and_short(text: str, most: int) -> None:
    said = shown(text, most)

    assert said.isprintable()
    assert len(said) <= 10 * most + 3


def test_the_ignorable_code_points_are_those_that_unicode_derives() -> None:
    """UAX #44: Cf and variation selectors, without white space, annotations, Egyptian controls and prepended marks."""
    kept = {*range(0xFFF9, 0xFFFC), *range(0x13430, 0x13456), *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2}
    kept |= {0x110BD, 0x110CD}
    formats = {code for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"} - kept
    selectors = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x180E), 0x180F}
    others = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0x2065, *range(0xFFF0, 0xFFF9)}
    tags = set(range(0xE0000, 0xE1000))

    dropped = {code for code in range(0x110000) if stripped(chr(code)) == ""}

    assert dropped == formats | selectors | others | tags | set(range(0x20)) | set(range(0x7F, 0xA0))


@pytest.mark.parametrize(
    ("spelled", "key"),
    [
        ("x.md::$DATA", "x.md"),
        ("Pinned . .", "pinned"),
        ("PINNED...:stream", "pinned"),
        (".G\u200cIT\u206f", ".git"),
        ("caf\u00e9", "cafe\u0301"),
        ("\u212bngstr\u00f6m", "a\u030angstro\u0308m"),
        ("\u03a3\u03c2", "\u03c3\u03c3"),
        ("a\u0301\u034f\u0323", "a\u0323\u0301"),
        ("p\u0131nned", "p\u0131nned"),
        ("\uff50inned", "\uff50inned"),
        ("...", ""),
    ],
)
def test_a_spelling_has_its_key(spelled: str, key: str) -> None:
    assert normal_form(spelled) == key


@pytest.mark.parametrize(
    ("character", "folded"),
    [*zip("ſ\u212aßẞ", ["s", "k", "ss", "ss"]), *zip("ﬀﬁﬂﬃﬄﬅﬆ", ["ff", "fi", "fl", "ffi", "ffl", "st", "st"])],
)
def test_the_eleven_characters_that_fold_to_ascii_letters_do(character: str, folded: str) -> None:
    assert normal_form(character) == folded


def test_no_other_character_folds_to_ascii_letters() -> None:
    letters = set("abcdefghijklmnopqrstuvwxyz")
    found = [
        chr(code) for code in range(0x80, 0x110000) if set(normal_form(chr(code))) <= letters and normal_form(chr(code))
    ]

    assert sorted(found) == sorted("ſ\u212aßẞﬀﬁﬂﬃﬄﬅﬆ")


# -- the kernel --------------------------------------------------------------------------------------------------

_RESOLVE = 0x01 | 0x04 | 0x08  # RESOLVE_NO_XDEV, RESOLVE_NO_SYMLINKS, RESOLVE_BENEATH: openat2(2)


def openat2(root: int, path: str) -> int:
    """Open a path as the kernel alone would judge it; raises OSError."""
    how = struct.pack("=QQQ", os.O_PATH | os.O_CLOEXEC, 0, _RESOLVE)
    call = ctypes.CDLL(None, use_errno=True).syscall
    call.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t)
    call.restype = ctypes.c_long
    handle = int(call(437, root, os.fsencode(path), how, len(how)))
    if handle < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), path)
    return handle


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int]]:
    if sys.platform != "linux":
        pytest.skip("openat2 is Linux's")
    folder = tmp_path_factory.mktemp("tree")
    grow(folder / "outside", "x.md = secret", "notes/x.md = secret")
    room = grow(
        folder / "room",
        *(
            "a/x.md = 1",
            "a/deep/x.md = 2",
            "notes/x.md = 3",
            "B/x.md = 4",
            "pinned/x.md = 5",
            "x.md = 6",
            "deep/a/B/x.md = 7",
        ),
        *(
            "l => a",
            "a/l => ../..",
            "notes/l => ../a/deep",
            "dangling => nowhere.md",
            "B/deep => /",
            "p.md |",
            "é/x.md = 8",
        ),
        *("deep/l => l", "a/dangling => ../x.md", "h.md -> x.md"),
    )
    root = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.close(openat2(root, "a"))
    except OSError as error:
        os.close(root)
        pytest.skip(f"this kernel has no openat2 ({error.strerror})")
    yield room, root
    os.close(root)


_NAMES_THERE = st.sampled_from(
    ["a", "deep", "notes", "B", "b", "l", "dangling", "p.md", "h.md", "x.md", "é", "new", "new.md", "pinned"]
)
_REAL_PATHS = st.one_of(
    _PATHS,
    st.lists(_NAMES_THERE, min_size=1, max_size=5).map("/".join),
    st.lists(_NAMES_THERE, max_size=3).map(lambda there: "/".join([*there, "x.md"])),
)


@settings(_MANY, max_examples=1500)
@given(st.sampled_from(COMMANDS), _REAL_PATHS, _REAL_PATHS, _PROFILES)
def test_the_kernel_opens_beneath_the_room_what_the_guard_allows(
    tree: tuple[Path, int], command: str, path: str, new_path: str, profile: str
) -> None:
    room, root = tree
    address = guard.Address(("/memories",), str(room))
    operation = Operation(command, path, new_path if command == "rename" else None)

    verdict = guard.judge(operation, PROFILES[profile], address, Look(root))

    if verdict.allowed:
        for each in (verdict.path, verdict.new_path):
            if each is not None:
                assert_kernel_agrees(root, room, each)


def assert_kernel_agrees(root: int, room: Path, path: str) -> None:
    try:
        handle = openat2(root, path or ".")
    except OSError as error:
        assert error.errno == errno.ENOENT, f"{path!r}: {error}"
        return
    opened = os.readlink(f"/proc/self/fd/{handle}")
    os.close(handle)
    assert opened == os.path.join(os.path.realpath(room), path).rstrip("/")


@settings(_MANY, max_examples=800)
@given(st.lists(_NAMES_THERE, min_size=1, max_size=6).map("/".join))
def test_the_look_sees_a_link_wherever_the_kernel_does(tree: tuple[Path, int], path: str) -> None:
    _, root = tree
    found = Look(root)(path)
    try:
        handle = openat2(root, path)
    except OSError as error:
        expected = {errno.ENOENT: "absent", errno.ELOOP: "link", errno.ENOTDIR: "absent"}[error.errno or 0]
        kinds = [each.kind for each in found.components]
        assert ("link" in kinds) == (expected == "link")
        assert found.kind in ("absent", "link")
        return
    status = os.fstat(handle)
    os.close(handle)
    assert not found.missing
    assert (found.components[-1].device, found.components[-1].inode) == (status.st_dev, status.st_ino)
    assert found.components[-1].links == status.st_nlink
