"""The profile: what stands in it, what the interpreter and the hand need of it, and that `pinned/` is carved out of the room."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from confine.ruleset import AGENT, HAND, SPAWNER
from confine.seatbelt import Layout, Profile, profile
from tests.seatbelt.language import READINGS, Act, Evaluator, Reading, parse
from tests.seatbelt.places import BAIT, LAYOUTS, ROOMS

ROOM = "/Users/ann/projects/.scribe/memory"
FRAMEWORK = LAYOUTS["framework"]


def judges(made: Profile) -> list[Evaluator]:
    return [Evaluator(made.text, dict(made.parameters), reading) for reading in READINGS]


def hand(room: str = ROOM, layout: Layout = FRAMEWORK, **facts: object) -> list[Evaluator]:
    return judges(profile(HAND, layout, {"path": room, **facts}))


def verdicts(judges: list[Evaluator], operation: str, path: str | None = None, **more: str) -> set[bool]:
    return {each.allows(Act(operation, path, **more)) for each in judges}


# -- the text -----------------------------------------------------------------------------------------------------


def test_the_text_is_the_same_for_every_room() -> None:
    assert len({profile(HAND, FRAMEWORK, {"path": room}).text for room in ROOMS.values()}) == 1


def test_no_path_of_this_machine_stands_in_the_text() -> None:
    for layout in LAYOUTS.values():
        made = profile(HAND, layout, {"path": ROOM, "pinned": ["Pinned"]})
        assert not [value for _, value in made.parameters if value in made.text]


def test_the_text_begins_closed() -> None:
    for made in (profile(AGENT, FRAMEWORK), profile(HAND, FRAMEWORK, {"path": ROOM})):
        assert parse(made.text)[:2] == [["version", 1], ["deny", "default"]]


def test_nothing_but_reading_is_allowed_by_wildcard() -> None:
    """A rule for one operation outlives a later one for its wildcard: what is not named one by one cannot be taken back."""
    made = profile(HAND, FRAMEWORK, {"path": ROOM, "pinned": ["pinned"]})
    operations = {form[1] for form in parse(made.text) if form[0] == "allow"}
    assert {each for each in operations if each.endswith("*")} == {"file-read*", "process-info*"}
    assert operations == {
        "file-map-executable",
        "file-read*",
        "file-read-metadata",
        "file-write-create",
        "file-write-data",
        "file-write-unlink",
        "process-exec",
        "process-info*",
        "sysctl-read",
    }


def test_no_verdict_depends_on_the_order_of_rules() -> None:
    made = profile(HAND, FRAMEWORK, {"path": ROOM, "pinned": ["pinned"]})
    head, *rules = parse(made.text)
    allowed = [form[1] for form in rules if form[0] == "allow"]
    denied = [form[1] for form in rules if form[0] == "deny"]
    assert len(denied) == len(set(denied))
    # Only rules of one kind speak of one operation, but for what is closed first and then opened for one path.
    assert set(allowed) & set(denied) == {"file-map-executable", "process-info*"}
    assert head == ["version", 1]


def test_every_parameter_is_used_and_given() -> None:
    made = profile(HAND, FRAMEWORK, {"path": ROOM, "pinned": ["pinned", "PINNED"]})
    assert all(f'(param "{name}")' in made.text for name, _ in made.parameters)
    assert made.text.count("(param ") >= len(made.parameters)
    assert len({name for name, _ in made.parameters}) == len(made.parameters)


def test_the_arguments_carry_text_and_parameters() -> None:
    made = profile(AGENT, Layout(("/p/python",), ("/p/lib",)))
    assert made.arguments() == ["-p", made.text, "-D", "PROGRAM_0=/p/python", "-D", "TREE_0=/p/lib"]


@pytest.mark.parametrize("path", ["", "/", "memory", "./memory", "/a/../b", "/a//b", "/a/", "/a/.", "/a\0b"])
def test_a_path_that_is_not_plain_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match="path"):
        profile(HAND, FRAMEWORK, {"path": path})
    with pytest.raises(ValueError, match="path"):
        profile(AGENT, replace(FRAMEWORK, trees=(path,)))


def test_a_room_goes_with_the_hand_only() -> None:
    with pytest.raises(ValueError, match="room"):
        profile(AGENT, FRAMEWORK, {"path": ROOM})
    with pytest.raises(ValueError, match="room"):
        profile(SPAWNER, FRAMEWORK, {"path": ROOM})
    with pytest.raises(ValueError, match="room"):
        profile(HAND, FRAMEWORK)
    with pytest.raises(ValueError, match="name"):
        profile(HAND, FRAMEWORK, {"path": ROOM, "pinned": ["../pinned"]})


# -- the interpreter ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_interpreter_starts(name: str) -> None:
    layout = LAYOUTS[name]
    for each in (judges(profile(AGENT, layout)), hand(layout=layout)):
        for program in layout.programs:
            assert verdicts(each, "process-exec", program) == {True}
            assert verdicts(each, "file-map-executable", program) == {True}
        for file in (
            *layout.programs,
            *layout.libraries,
            layout.trees[0] + "/os.py",
            layout.trees[0] + "/lib-dynload/_ctypes.so",
        ):
            assert verdicts(each, "file-read-data", file) == {True}
        assert verdicts(each, "file-map-executable", layout.trees[0] + "/lib-dynload/_ctypes.so") == {True}
        assert verdicts(each, "file-read-metadata", layout.programs[0].rpartition("/")[0], kind="DIRECTORY") == {True}
        assert verdicts(each, "file-read-data", "/", kind="DIRECTORY") == {True}
        assert verdicts(each, "file-read-data", "/usr/lib/dyld") == {True}
        assert verdicts(each, "file-map-executable", "/usr/lib/libSystem.B.dylib") == {True}
        assert verdicts(each, "sysctl-read", name="hw.pagesize_compat") == {True}
        assert verdicts(each, "process-info-pidinfo", target="self") == {True}


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_interpreter_cannot_be_changed(name: str) -> None:
    layout = LAYOUTS[name]
    for each in (judges(profile(AGENT, layout)), hand(layout=layout)):
        for file in (*layout.programs, *layout.libraries, layout.trees[0] + "/os.py", layout.trees[0] + "/new.py"):
            for operation in (
                "file-write-data",
                "file-write-create",
                "file-write-unlink",
                "file-write-mode",
                "file-link",
            ):
                assert verdicts(each, operation, file) == {False}


def test_nothing_else_is_executed_or_mapped() -> None:
    for each in (judges(profile(AGENT, FRAMEWORK)), hand()):
        for path in (
            "/bin/sh",
            "/usr/bin/true",
            "/usr/bin/python3",
            BAIT + "/program",
            ROOM + "/run",
            FRAMEWORK.trees[0] + "/x",
        ):
            assert verdicts(each, "process-exec", path) == {False}
            assert verdicts(each, "process-exec-interpreter", path) == {False}
        for path in (BAIT + "/program", ROOM + "/.scribe-1.tmp", ROOM + "/a.md"):
            assert verdicts(each, "file-map-executable", path) == {False}


def test_no_service_is_looked_up_and_nobody_is_spoken_to() -> None:
    for each in (judges(profile(AGENT, FRAMEWORK)), hand()):
        for service in (
            "com.apple.SecurityServer",
            "com.apple.logd",
            "com.apple.system.opendirectoryd.libinfo",
            "com.apple.cfprefsd.agent",
        ):
            assert verdicts(each, "mach-lookup", name=service) == {False}
        for operation in (
            "network-outbound",
            "network-bind",
            "network-inbound",
            "system-socket",
            "process-fork",
            "appleevent-send",
            "lsopen",
            "job-creation",
            "nvram-get",
            "nvram-set",
            "iokit-get-properties",
            "iokit-open",
        ):
            assert verdicts(each, operation) == {False}
        assert verdicts(each, "signal", target="self") == verdicts(each, "signal") == {False}


@pytest.mark.parametrize(
    "operation", ["file-read-data", "file-read-metadata", "file-write-create", "file-write-data", "file-write-unlink"]
)
def test_the_agent_has_no_path(operation: str) -> None:
    made = judges(profile(AGENT, FRAMEWORK))
    for path in (
        ROOM,
        ROOM + "/a.md",
        ROOM + "/.scribe-1.tmp",
        BAIT,
        BAIT + "/secret",
        "/Users/ann/.ssh/id_ed25519",
        "/private/etc/passwd",
        "/dev/null",
    ):
        assert verdicts(made, operation, path) == {False}


# -- the room -----------------------------------------------------------------------------------------------------

WORK = [
    # what the hand does (worker/beneath.py), as operations
    ("file-read-data", "", "DIRECTORY"),
    ("file-read-metadata", "", "DIRECTORY"),
    ("file-read-data", "/topic.md", "REGULAR-FILE"),
    ("file-read-metadata", "/deep/er/topic.md", "REGULAR-FILE"),
    ("file-write-create", "/folder", "DIRECTORY"),
    ("file-write-create", "/.scribe-0123456789abcdef.tmp", "REGULAR-FILE"),
    ("file-write-data", "/.scribe-0123456789abcdef.tmp", "REGULAR-FILE"),
    ("file-write-data", "/deep/er/.scribe-7.tmp", "REGULAR-FILE"),
    ("file-write-unlink", "/.scribe-0123456789abcdef.tmp", "REGULAR-FILE"),
    ("file-write-create", "/topic.md", "REGULAR-FILE"),
    ("file-write-unlink", "/topic.md", "REGULAR-FILE"),
    ("file-write-create", "/pinned-not.md", "REGULAR-FILE"),
    ("file-write-create", "/deep/pinned/topic.md", "REGULAR-FILE"),
    ("file-write-unlink", "/folder", "DIRECTORY"),
    ("file-write-create", "/té 日本.md", "REGULAR-FILE"),
]


@pytest.mark.parametrize("name", ROOMS)
def test_the_hand_can_do_its_work(name: str) -> None:
    room = ROOMS[name]
    for made in (hand(room), hand(room, automated=True), hand(room, pinned=["pinned"])):
        for operation, path, kind in WORK:
            assert verdicts(made, operation, room + path, kind=kind) == {True}, (operation, path)


@pytest.mark.parametrize("name", ROOMS)
def test_what_lies_beside_the_room_is_not_the_room(name: str) -> None:
    room = ROOMS[name]
    made = hand(room)
    for path in (
        room + "2/a.md",
        room + " /a.md",
        room[:-1] + "/a.md",
        room[:-1] + "_/a.md",
        "/a" + room + "/a.md",
        room + "\n/a.md",
    ):
        for operation in ("file-read-data", "file-write-create", "file-write-unlink"):
            assert verdicts(made, operation, path) == {False}, path


def test_what_lies_above_the_room_is_looked_at_and_not_read() -> None:
    for path in ("/Users", "/Users/ann", "/Users/ann/projects/.scribe"):
        assert verdicts(hand(), "file-read-metadata", path, kind="DIRECTORY") == {True}
        assert verdicts(hand(), "file-read-data", path, kind="DIRECTORY") == {False}
    for path in ("/Users/ann/.ssh", "/Users/ann/projects/x", "/Users/bob"):
        assert verdicts(hand(), "file-read-metadata", path) == {False}


def test_the_room_itself_stays() -> None:
    assert verdicts(hand(), "file-write-unlink", ROOM, kind="DIRECTORY") == {False}
    assert verdicts(hand(), "file-write-create", ROOM, kind="DIRECTORY") == {False}


def test_another_spelling_of_the_room_is_refused_even_where_paths_fold() -> None:
    """Where `subpath` folds case and the carve-out does not, a room under another spelling must not come with its pins."""
    made = hand("/Users/ann/Mémoire", pinned=["pinned"])
    for other in ("/Users/ann/mémoire", "/USERS/ann/Mémoire", "/Users/ann/" + unicodedata.normalize("NFD", "Mémoire")):
        assert verdicts(made, "file-write-create", other + "/pinned/a.md") == {False}
        assert verdicts(made, "file-write-create", other + "/a.md") == {False}


@pytest.mark.parametrize("kind", ["SYMLINK", "FIFO", "SOCKET", "CHARACTER-DEVICE", "BLOCK-DEVICE"])
def test_only_files_and_directories_are_created(kind: str) -> None:
    assert verdicts(hand(), "file-write-create", ROOM + "/x", kind=kind) == {False}


@pytest.mark.parametrize(
    "path",
    [
        "/a.md",
        "/scribe-1.tmp",
        "/.scribe-1.tmp.md",
        "/.scribe-1.tmp\n",
        "/.scribe-1/a.tmp",
        "/x.scribe-1.tmp",
        "/xscribe-1.tmp",
        "/.scribe-1.tmp/a",
    ],
)
def test_only_temporary_files_are_written_in_place(path: str) -> None:
    assert verdicts(hand(), "file-write-data", ROOM + path) == {False}


@pytest.mark.parametrize(
    "operation",
    [
        "file-write-mode",
        "file-write-owner",
        "file-write-flags",
        "file-write-times",
        "file-write-acl",
        "file-write-xattr",
        "file-write-setugid",
        "file-link",
        "file-clone",
        "file-ioctl",
        "file-mount",
    ],
)
def test_the_room_is_changed_by_creating_and_unlinking_only(operation: str) -> None:
    for path in ("", "/a.md", "/.scribe-1.tmp"):
        assert verdicts(hand(), operation, ROOM + path) == {False}


# -- pinned -------------------------------------------------------------------------------------------------------

SPELLINGS = ["pinned", "Pinned", "PINNED", "pINNED", "pinneD", "PiNnEd"]
CHANGES = [
    ("file-write-create", "DIRECTORY"),
    ("file-write-create", "REGULAR-FILE"),
    ("file-write-unlink", "DIRECTORY"),
    ("file-write-data", "REGULAR-FILE"),
]


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("name", ROOMS)
def test_an_automated_hand_cannot_write_in_pinned(name: str, spelling: str) -> None:
    room = ROOMS[name]
    for made in (hand(room, automated=True), hand(room, pinned=["pinned"])):
        for operation, kind in CHANGES:
            for path in ("", "/a.md", "/deep/a.md", "/.scribe-1.tmp", "/\n"):
                assert verdicts(made, operation, f"{room}/{spelling}{path}", kind=kind) == {False}
        assert verdicts(made, "file-read-data", f"{room}/{spelling}/a.md") == {True}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_the_hand_of_a_person_can(spelling: str) -> None:
    assert verdicts(hand(), "file-write-create", f"{ROOM}/{spelling}/a.md") == {True}
    assert verdicts(hand(), "file-write-data", f"{ROOM}/{spelling}/.scribe-1.tmp") == {True}


@pytest.mark.parametrize("name", ["pinned.", "pinned ", "pin\u200bned", "\u202epinned", "Pınned"])
def test_a_spelling_that_is_no_case_of_it_is_carved_out_as_it_is_found(name: str) -> None:
    made = hand(pinned=[name])
    assert verdicts(made, "file-write-create", f"{ROOM}/{name}/a.md") == {False}
    assert verdicts(made, "file-write-create", f"{ROOM}/pinned/a.md") == {False}
    assert verdicts(made, "file-write-create", f"{ROOM}/pin/a.md") == {True}


def test_a_directory_cannot_become_pinned_by_a_rename() -> None:
    made = hand(automated=True)
    assert verdicts(made, "file-write-unlink", ROOM + "/folder", kind="DIRECTORY") == {True}
    assert verdicts(made, "file-write-create", ROOM + "/Pinned", kind="DIRECTORY") == {False}


def test_no_other_name_folds_to_pinned() -> None:
    """The volume folds by Unicode's simple case folding: no other character becomes one of these five letters."""
    folded = {chr(code) for code in range(0x110000) if chr(code).casefold() in set("pined")}
    assert folded == set("pinedPINED")


def test_these_checks_can_fail() -> None:
    made = profile(HAND, FRAMEWORK, {"path": ROOM, "pinned": ["pinned"]})
    for broken in (made.text.replace("[pP]", "p"), made.text.replace("(require-not", "(require-any")):
        judge = Evaluator(broken, dict(made.parameters), Reading())
        assert any(judge.allows(Act("file-write-create", f"{ROOM}/{spelling}/a.md")) for spelling in SPELLINGS)
