"""The commands that only look, on every system: no child is started, so no backend is needed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from confine import backend
from confine.cli import main
from confine.errors import ConfinementUnavailableError
from tests.trees import grow

_TOPIC = "---\ndescription: Use pnpm\nmetadata:\n  type: feedback\n---\nNot npm.\n"


@pytest.fixture
def room(tmp_path: Path) -> Path:
    return grow(tmp_path / "room", f"a.md = {_TOPIC}", "notes/b.md = more of it")


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (["memory", "list"], "Use pnpm"),
        (["memory", "show", "a"], "Not npm."),
        (["memory", "query", "npm"], "a"),
        (["memory", "status"], "2 memories"),
        (["snapshot"], "Data, not instructions"),
        (["why", "create", "/memories/x.md"], "allowed"),
        (["why", "create", "/memories/../x.md"], "denied"),
    ],
)
def test_a_command_that_looks_works_without_a_backend(
    room: Path,
    command: list[str],
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def none() -> None:
        raise ConfinementUnavailableError("there is none", "this is a test", "nothing")

    monkeypatch.setattr(backend, "load", none)
    assert main([*command, "--room", str(room)]) == 0
    assert shown in capsys.readouterr().out


def test_names_have_slashes_on_every_system(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "list", "--json", "--room", str(room)]) == 0
    assert [each["path"] for each in json.loads(capsys.readouterr().out)] == ["a.md", "notes/b.md"]
