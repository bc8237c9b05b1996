"""The profiles: the design's table cell by cell, and the strictness with which a profile is read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from policies import guard
from policies.operation import Operation
from policies.profile import RULES, SHIPPED, PolicyError, Profile, load
from tests.imagined import Imagined

ON, OFF = True, False
ROOT = "/srv/room"

# The table of the design, section 8: extraction, dream, explicit user command, memory-tool.
TABLE = {
    "shape": (ON, ON, ON, ON),
    "containment": (ON, ON, ON, ON),
    "streams": (ON, ON, ON, ON),
    "names": (ON, ON, ON, ON),
    "sensitive": (ON, ON, ON, ON),
    "markdown": (ON, ON, ON, OFF),
    "pinned": (ON, ON, OFF, ON),
    "links": (ON, ON, ON, ON),
    "index": (ON, ON, ON, ON),
    "instruction-files": (ON, ON, ON, ON),
    "one-spelling": (ON, ON, ON, ON),
    "files-only": (ON, ON, OFF, OFF),
}

# What each rule alone forbids, in a room that has just what it takes.
OFFENCES = {
    "shape": ("create", "a\u2066.md", ()),
    "containment": ("create", "a/../x.md", ()),
    "streams": ("create", "ab:c.md", ()),
    "names": ("create", "nul.md", ()),
    "sensitive": ("create", ".git/x.md", ()),
    "markdown": ("create", "x.txt", ()),
    "pinned": ("delete", "pinned/x.md", ("pinned/x.md",)),
    "links": ("create", "l/x.md", ("l => elsewhere",)),
    "index": ("create", "MEMORY.md", ()),
    "instruction-files": ("create", "CLAUDE.md", ()),
    "one-spelling": ("create", "X.md", ("x.md",)),
    "files-only": ("delete", "a", ("a/x.md",)),
}

SPELLINGS = {"/memories/x.md": "memories", "x.md": "relative", f"{ROOT}/x.md": "absolute"}
PATHS = {
    "extraction": {"memories", "relative", "absolute"},
    "dream": {"memories", "relative", "absolute"},
    "user": {"relative"},
    "memory-tool": {"memories"},
}


@pytest.fixture(scope="module", params=SHIPPED)
def profile(request: pytest.FixtureRequest) -> Profile:
    return load(request.param)


def judged(profile: Profile, command: str, path: str, room: tuple[str, ...] = ()) -> guard.Verdict:
    address = guard.Address(("/memories",), ROOT)
    return guard.judge(Operation(command, path), profile, address, Imagined(*room))


@pytest.mark.parametrize("rule", RULES)
def test_a_cell_of_the_table(profile: Profile, rule: str) -> None:
    command, path, room = OFFENCES[rule]
    spelled = f"/memories/{path}" if profile.name == "memory-tool" else path

    verdict = judged(profile, command, spelled, room)

    expected = TABLE[rule][SHIPPED.index(profile.name)]
    assert verdict.rule == (rule if expected else "ok")


@pytest.mark.parametrize("path", SPELLINGS)
def test_the_paths_that_are_accepted(profile: Profile, path: str) -> None:
    assert judged(profile, "create", path).allowed == (SPELLINGS[path] in PATHS[profile.name])


def test_a_user_is_asked_before_what_is_pinned_changes() -> None:
    assert {name: load(name).rules["pinned"] for name in SHIPPED} == {
        "extraction": "on",
        "dream": "on",
        "user": "confirm",
        "memory-tool": "on",
    }


def test_what_a_person_decides_is_held_for_automated_writers_and_recorded_for_others(profile: Profile) -> None:
    expected = "on" if profile.name in ("extraction", "dream") else "recorded"

    assert {profile.switches.trust, profile.switches.phrasing, profile.switches.conflict} == {expected}


def test_the_caps_are_those_of_the_design(profile: Profile) -> None:
    caps = profile.caps

    assert (caps.memory_bytes, caps.memories) == (100_000, 2_000)
    assert (caps.index_lines, caps.index_chars) == (200, 25_000)
    assert caps.deletions_share == (1.0 if profile.name in ("user", "memory-tool") else 0.25)
    assert caps.run_writes > 0
    assert caps.run_bytes >= caps.memory_bytes


def test_the_memory_tool_keeps_files_as_they_are_and_shows_no_index(profile: Profile) -> None:
    expected = profile.name != "memory-tool"

    assert (profile.front_matter, profile.index_listed) == (expected, expected)


def test_a_rule_that_a_profile_does_not_know_is_on(profile: Profile) -> None:
    assert profile.on("default")


# -- reading -----------------------------------------------------------------------------------------------------


@pytest.fixture
def written() -> dict[str, Any]:
    path = os.path.join(os.path.dirname(guard.__file__), "profiles", "extraction.yaml")
    with open(path, encoding="utf-8") as file:
        loaded: dict[str, Any] = yaml.safe_load(file)
    return loaded


def save(folder: Path, data: object, name: str = "own.yaml") -> str:
    text = data if isinstance(data, str) else yaml.safe_dump(data)
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_profile_of_ones_own_is_read(written: dict[str, Any], tmp_path: Path) -> None:
    written["name"] = "own"
    written["rules"]["markdown"] = False
    path = save(tmp_path, written)

    assert load(path).rules["markdown"] == "off"
    assert load("own", folder=str(tmp_path)) == load(path)


def test_a_shipped_name_means_the_shipped_profile(written: dict[str, Any], tmp_path: Path) -> None:
    written["rules"]["pinned"] = False
    save(tmp_path, written, "extraction.yaml")

    assert load("extraction", folder=str(tmp_path)).rules["pinned"] == "on"


def test_a_name_never_reaches_out_of_the_folder(written: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    save(tmp_path, written)

    with pytest.raises(PolicyError, match="No such file"):
        load("../own", folder=str(tmp_path / "in"))


@pytest.mark.parametrize("rule", sorted(set(RULES) - {"markdown", "pinned", "files-only"}))
def test_a_rule_that_keeps_writes_in_the_room_has_no_switch(written: dict[str, Any], tmp_path: Path, rule: str) -> None:
    written["rules"][rule] = False

    with pytest.raises(PolicyError, match=f"rules.{rule} is 'off'"):
        load(save(tmp_path, written))


WRONG = [
    (("extra",), 1, "the file has a key 'extra'"),
    (("rules", "pined"), True, "rules has a key 'pined'"),
    (("rules", "links"), None, "rules lacks the key links"),
    (("rules", "links"), "no", "rules.links is 'no'"),
    (("rules", "markdown"), "confirm", "rules.markdown is 'confirm'"),
    (("rules", "pinned"), "maybe", "rules.pinned is 'maybe'"),
    (("rules",), ["shape"], "rules is"),
    (("paths",), "relative", "paths is 'relative'"),
    (("paths",), ["anywhere"], "paths is 'anywhere'"),
    (("paths",), ["relative", "relative"], "without repetition"),
    (("admission", "content"), False, "admission.content is 'off'"),
    (("admission", "secrets"), False, "admission.secrets is 'off'"),
    (("admission", "caps"), "recorded", "admission.caps is 'recorded'"),
    (("admission", "trust"), False, "admission.trust is 'off'"),
    (("admission", "phrasing"), 1, "admission.phrasing is 1"),
    (("caps", "memories"), "many", "caps.memories is 'many'"),
    (("caps", "memories"), True, "caps.memories is True"),
    (("caps", "memories"), 1.5, "caps.memories is 1.5"),
    (("caps", "run_writes"), -1, "caps.run_writes is -1"),
    (("caps", "deletions_share"), 1.5, "caps.deletions_share is 1.5"),
    (("caps", "deletions_share"), float("nan"), "caps.deletions_share is nan"),
    (("caps", "per_day"), 5, "caps has a key 'per_day'"),
    (("name",), 5, "name is 5"),
    (("about",), "two\nlines", "about is"),
    (("front_matter",), "yes please", "front_matter is"),
    (("index_listed",), None, "lacks the key index_listed"),
    (("tools", "deny"), [""], "tools.deny is"),
    (("tools", "scopes"), ["network"], "tools.scopes is 'network'"),
]


@pytest.mark.parametrize(("keys", "value", "why"), WRONG, ids=str)
def test_a_wrong_value_is_told_with_its_place(
    written: dict[str, Any], tmp_path: Path, keys: tuple[str, ...], value: object, why: str
) -> None:
    inner = written
    for key in keys[:-1]:
        inner = inner[key]
    if value is None:
        del inner[keys[-1]]
    else:
        inner[keys[-1]] = value

    with pytest.raises(PolicyError) as error:
        load(save(tmp_path, written))

    assert why in str(error.value)
    assert error.value.exit_code == 4
    assert error.value.do


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the file is None"),
        ("[]", "the file is []"),
        ("name: a\nname: b\n", "two keys name"),
        ("name: !!python/object/apply:os.getpid []\n", "not valid YAML"),
        ("{" * 20_000, "not valid YAML"),
        ("a: &a [*a]\n? [b]\n: c\n", "not valid YAML"),
        ("name: \x01\n", "not valid YAML"),
        ("#" * 70_000, "more than 65536 bytes"),
        ("when: 2026-99-99\n", "not valid YAML"),
    ],
)
def test_what_is_no_profile_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(PolicyError, match="cannot be used") as error:
        load(save(tmp_path, text))

    assert why in error.value.why


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_bytes(b"name: \xff\xfe\n")

    with pytest.raises(PolicyError, match="not valid YAML"):
        load(str(tmp_path / "own.yaml"))


def test_an_unknown_name_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="extraction, dream, user, memory-tool"):
        load("extractoin", folder=str(tmp_path))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="No such file"):
        load(str(tmp_path / "absent.yaml"))
