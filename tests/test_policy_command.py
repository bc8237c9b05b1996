"""`scribe policy`: a profile is shown whole, checked strictly, compared by strength; a catalogue is narrowed."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
import yaml

from confine.cli import main
from policies.admission import Switches
from policies.caps import Caps
from policies.difference import compare, document
from policies.profile import RULES, SHIPPED, Profile, Tools, load

FOLDER = Path(__file__).resolve().parents[1] / "policies" / "profiles"
CATALOGUE = [
    {"name": "read_file", "scope": "read"},
    {"name": "Bash", "scope": "none"},
    {"name": "write_file", "scope": "write", "description": "kept as it is"},
    {"name": "mcp__x__y", "scope": "read"},
    {"name": "fetch", "scope": "network"},
    {"name": "unknown"},
]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.fixture
def policy(capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run an action with --json and return its document; any other exit code than `code` fails."""

    def run(*line: str, code: int = 0) -> Any:
        assert main(["policy", *line, "--json"]) == code
        return json.loads(capsys.readouterr().out)

    return run


@pytest.fixture
def give(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """Put a document, or bytes, on standard input."""

    def put(document: Any) -> None:
        data = document if isinstance(document, bytes) else json.dumps(document).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


# -- show and check -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shown_profile_says_what_its_file_says(name: str, policy: Any, tmp_path: Path, capsys: Any) -> None:
    shown = policy("show", name)
    assert shown == document(load(name))
    assert main(["policy", "show", name]) == 0
    file = tmp_path / "again.yaml"
    file.write_text(capsys.readouterr().out)
    assert load(str(file)) == load(name)
    assert policy("check", str(file))["name"] == name


def test_a_profile_of_the_users_own_is_found_by_name(home: Path, policy: Any) -> None:
    folder = home / "config" / "scribe" / "profiles"
    folder.mkdir(parents=True, mode=0o700)
    text = (FOLDER / "extraction.yaml").read_text().replace("name: extraction", "name: mine")
    (folder / "mine.yaml").write_text(text)
    (folder / "user.yaml").write_text(text)
    assert policy("show", "mine")["name"] == "mine"
    assert policy("show", "user")["name"] == "user"
    folder.chmod(0o777)
    assert "chmod" in policy("show", "mine", code=2)["error"]["do"]


@pytest.mark.parametrize("change", ["rules:", "  shape: on", "caps:", "front_matter: on"])
def test_a_profile_that_is_not_whole_is_exit_code_4(change: str, tmp_path: Path, policy: Any) -> None:
    text = (FOLDER / "extraction.yaml").read_text()
    assert change in text
    file = tmp_path / "p.yaml"
    file.write_text(text.replace(change, "# " + change, 1))
    error = policy("check", str(file), code=4)
    assert error["error"]["do"] and error["exit_code"] == 4


def test_what_has_no_profile_is_exit_code_4(policy: Any, tmp_path: Path) -> None:
    policy("show", "nonsense", code=4)
    policy("check", str(tmp_path / "none.yaml"), code=4)
    policy("diff", "extraction", "nonsense", code=4)


def test_a_file_of_any_name_is_checked(tmp_path: Path, policy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "extraction").write_text("rules: {}\n")
    policy("check", "extraction", code=4)
    assert policy("show", "extraction")["name"] == "extraction"


def test_a_check_names_what_is_weaker_than_extraction(policy: Any) -> None:
    found = {each["where"] for each in policy("check", str(FOLDER / "user.yaml"))["weaker_than_extraction"]}
    assert {"rules.pinned", "rules.files-only", "admission.trust", "caps.deletions_share"} <= found
    assert policy("check", str(FOLDER / "extraction.yaml"))["weaker_than_extraction"] == []


# -- diff ---------------------------------------------------------------------------------------------------


def test_equal_profiles_differ_in_nothing(policy: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert policy("diff", "extraction", "extraction") == {"differences": [], "weakened": []}
    assert main(["policy", "diff", "extraction", "extraction"]) == 0
    assert "the same" in capsys.readouterr().out


def test_what_is_weakened_one_way_is_strengthened_the_other(policy: Any) -> None:
    for first in SHIPPED:
        for second in SHIPPED:
            there = compare(load(first), load(second))
            back = compare(load(second), load(first))
            turned = {"weakened": "strengthened", "strengthened": "weakened", "changed": "changed"}
            assert {(each.where, turned[each.change]) for each in there} == {(each.where, each.change) for each in back}


def weaker_profiles() -> dict[str, Profile]:
    """Return, for every key on which a guarantee hangs, a profile in which only that one is weaker."""
    base = load("extraction")
    found: dict[str, Profile] = {}
    for rule in RULES:
        found[f"rules.{rule}"] = replace(base, rules=MappingProxyType({**base.rules, rule: "off"}))
    for switch in fields(Switches):
        switches = replace(base.switches, **{switch.name: "recorded"})
        found[f"admission.{switch.name}"] = replace(base, switches=switches)
    for cap in fields(Caps):
        caps = replace(base.caps, **{cap.name: getattr(base.caps, cap.name) * 2})
        found[f"caps.{cap.name}"] = replace(base, caps=caps)
    found["paths"] = replace(base, paths=base.paths | {"other"})
    found["front_matter"] = replace(base, front_matter=False)
    found["tools.deny"] = replace(base, tools=Tools(base.tools.deny[1:], base.tools.scopes))
    found["tools.scopes"] = replace(base, tools=Tools(base.tools.deny, base.tools.scopes | {"network"}))
    return found


@pytest.mark.parametrize("where", sorted(weaker_profiles()))
def test_each_guarantee_that_is_weakened_is_named(where: str) -> None:
    base, weaker = load("extraction"), weaker_profiles()[where]
    (difference,) = compare(base, weaker)
    assert (difference.where, difference.change) == (where, "weakened")
    assert difference.guarantee or where.startswith("rules.")
    (back,) = compare(weaker, base)
    assert (back.where, back.change) == (where, "strengthened")


def test_confirming_is_between_on_and_off() -> None:
    base = load("extraction")
    confirm, off = (
        replace(base, rules=MappingProxyType({**base.rules, "pinned": each})) for each in ("confirm", "off")
    )
    assert [each.change for each in (*compare(base, confirm), *compare(confirm, off))] == ["weakened", "weakened"]


def test_a_diff_for_people_names_the_guarantee(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["policy", "diff", "extraction", "user"]) == 0
    said = capsys.readouterr().out
    assert "rules.pinned: on → confirm  (what is pinned is not changed)" in said
    (line,) = [each for each in said.splitlines() if "deletions_share" in each]
    assert line.startswith("weakened")


# -- tools --------------------------------------------------------------------------------------------------


def names(rows: Any) -> list[str]:
    return [row["name"] for row in rows]


def test_a_catalogue_is_narrowed_in_its_order_and_tools_stay_as_they_were_written(policy: Any, give: Any) -> None:
    give(CATALOGUE)
    assert policy("tools") == [CATALOGUE[0], CATALOGUE[2]]


def test_json_is_printed_without_being_asked_for(give: Any, capsys: pytest.CaptureFixture[str]) -> None:
    give(CATALOGUE)
    assert main(["policy", "tools"]) == 0
    assert names(json.loads(capsys.readouterr().out)) == ["read_file", "write_file"]


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (["--allow", "read_file"], ["read_file"]),
        (["--allow", "read_file", "write_file", "--allow", "write_file", "Bash"], ["write_file"]),
        (["--deny", "read_file"], ["write_file"]),
        (["--allow", "read_file", "--deny", "read_file"], []),
        (["--allow", "Bash"], []),
        (["--profile", "memory-tool"], ["read_file", "write_file"]),
    ],
)
def test_restrictions_intersect_and_never_widen(line: list[str], left: list[str], policy: Any, give: Any) -> None:
    give(CATALOGUE)
    assert names(policy("tools", *line)) == left


@pytest.mark.parametrize("line", [["--allow"], ["--deny"], ["--allow", ""], ["--allow", "nonsense"], ["--deny", "no"]])
def test_a_restriction_that_means_nothing_is_an_error(line: list[str], policy: Any, give: Any) -> None:
    give(CATALOGUE)
    assert policy("tools", *line, code=2)["error"]["do"]


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"\xff",
        b"{}",
        b"[1]",
        b"[{}]",
        b'[{"name": 1}]',
        b'[{"name": "a", "scope": 1}]',
        b'[{"name": "a", "name": "b"}]',
        b'[{"name": "a"}, {"name": "a"}]',
        b"[" * 100_000,
        b" " * (17 << 20),
    ],
    ids=lambda data: repr(data[:30]),
)
def test_a_catalogue_that_is_none_is_an_error(document: bytes, policy: Any, give: Any) -> None:
    give(document)
    policy("tools", code=2)


def test_a_profile_that_is_not_valid_narrows_nothing(policy: Any, give: Any, tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(yaml.safe_dump({**document(load("extraction")), "tools": {"deny": []}}))
    give(CATALOGUE)
    policy("tools", "--profile", str(file), code=4)
