"""A run that dies at any step of a change, on every system: a process that ends itself without any clean-up.

`tests.test_recovery` does the same with fork and SIGKILL, and kills the hand too; here only what every system has is
needed. `os._exit` runs no handler and no `finally`, as a killed process does.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from room.journal import CHANGE_STEPS
from room.orders import ANY, Change
from room.settling import STEPS as SETTLING
from tests.rooms import Home

_PROJECT = Path(__file__).resolve().parents[1]
_DYING = """
import os, sys
from pathlib import Path
from room.orders import ANY, Change
from tests.rooms import Home

def die(name):
    if name == sys.argv[2]:
        os._exit(9)

with Home(Path(sys.argv[1])).run(run="dying", on_step=die) as journal:
    journal.change(Change("write", "a.md", data=b"new", expect_sha=ANY))
"""


@pytest.mark.parametrize("step", [name for name, _ in (*CHANGE_STEPS, *SETTLING)])
def test_a_run_that_dies_at_a_step_leaves_the_old_or_the_new_bytes(tmp_path: Path, step: str) -> None:
    home = Home(tmp_path)
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"old", expect_sha=ANY))
    done = subprocess.run([sys.executable, "-c", _DYING, str(tmp_path), step], cwd=_PROJECT, capture_output=True)
    assert done.returncode in (0, 9), done.stderr.decode()
    assert home.files() in ({"a.md": b"old"}, {"a.md": b"new"})
    with home.run(run="after"):
        pass
    content = home.files()
    assert content in ({"a.md": b"old"}, {"a.md": b"new"})
    # The room is whole again: it can be written, and nothing is left to be ended.
    with home.run(run="again") as journal:
        assert home.recovered == []
        journal.change(Change("write", "a.md", data=b"last", expect_sha=ANY))
    assert home.files() == {"a.md": b"last"}
    if step in dict(CHANGE_STEPS):
        assert done.returncode == 9, "the step was never reached"
    if step == "order":
        assert content == {"a.md": b"old"}
