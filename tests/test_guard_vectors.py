"""What other projects were attacked with, and what must stay possible: the shared vectors through the guard.

Every set-up is built for real where this system can. Windows and macOS entries are judged here too, because the rules
of names are the same everywhere; what their file systems would fold or join is judged by imagined facts as well.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from policies import guard
from policies.operation import Operation, Verdict
from room.facts import Look
from tests.guard_cases import PROFILES
from tests.imagined import Imagined
from tests.vectors import Site, vectors

_COMMANDS = {"read": "view", "write": "create"}

# The rules that may be named for each of the vectors' own; each of them truly applies to some of its inputs.
_RULES = {
    "containment": {"containment", "shape"},
    "symlink": {"links", "one-spelling"},
    "hardlink": {"links"},
    "pinned": {"pinned", "links", "shape", "containment", "streams", "names"},
    "sensitive": {"sensitive", "containment"},
    "ads": {"streams", "containment"},
    "winname": {"names", "containment"},
    "unicode": {"sensitive", "shape"},
    "control": {"shape"},
    "ext": {"markdown", "names"},
    "filetype": {"links", "markdown", "containment", "shape", "streams"},
    "length": {"shape"},
}


def _some(wanted: Callable[[dict[str, Any]], bool]) -> list[Any]:
    return [each for each in vectors() if each.marks or wanted(each.values[0])]


def _of_another_file_system(vector: dict[str, Any]) -> bool:
    return any("fs: APFS" in line or "=junction=>" in line for line in vector["setup"])


def _honest(vector: dict[str, Any]) -> bool:
    return vector["expect"] == "allow" and not vector["setup"]


def _dangerous_by_name(vector: dict[str, Any]) -> bool:
    return vector["expect"] == "deny" and vector["op"] == "write" and not vector["setup"]


def judged(vector: dict[str, Any], site: Site, look: guard.Look, command: str, profile: str = "extraction") -> Verdict:
    operation = Operation(command, site.put(vector["path"]))
    return guard.judge(operation, PROFILES[profile], guard.Address(("/memories",), str(site.root)), look)


@pytest.mark.parametrize("vector", vectors())
def test_a_vector_gets_its_verdict(vector: dict[str, Any], tmp_path: Path) -> None:
    site = Site.below(tmp_path).build(vector["setup"])
    root = os.open(site.root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        verdict = judged(vector, site, Look(root), _COMMANDS[vector["op"]])
    finally:
        os.close(root)

    assert verdict.allowed == (vector["expect"] == "allow"), verdict
    if not verdict.allowed:
        assert verdict.rule in _RULES[vector["rule"]], verdict


@pytest.mark.parametrize("vector", _some(_of_another_file_system))
def test_a_vector_of_another_file_system_gets_its_verdict_there(vector: dict[str, Any]) -> None:
    site = Site(Path("/srv/parent/room"), Path("/srv/out"))
    verdict = judged(vector, site, Imagined(*vector["setup"], folds=True), _COMMANDS[vector["op"]])

    assert verdict.allowed == (vector["expect"] == "allow"), verdict


@pytest.mark.parametrize("vector", _some(_honest))
@pytest.mark.parametrize("command", ["view", "create", "delete"])
def test_an_honest_name_is_in_nobodys_way(vector: dict[str, Any], command: str) -> None:
    site = Site(Path("/srv/parent/room"), Path("/srv/out"))
    for profile, prefix in (("dream", "/memories/"), ("user", ""), ("memory-tool", "/memories/")):
        spelled = vector | {"path": prefix + vector["path"]}
        assert judged(spelled, site, Imagined(), command, profile).allowed


@pytest.mark.parametrize("vector", _some(_dangerous_by_name))
def test_a_dangerous_name_is_refused_as_a_destination_too(vector: dict[str, Any]) -> None:
    site = Site(Path("/srv/parent/room"), Path("/srv/out"))
    operation = Operation("rename", "x.md", site.put(vector["path"]))
    address = guard.Address(("/memories",), str(site.root))

    verdict = guard.judge(operation, PROFILES["extraction"], address, Imagined("x.md"))

    assert not verdict.allowed
