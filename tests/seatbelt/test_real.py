"""The acts of the table for real: on a Mac a confined child makes each, and meets EPERM; its control is a plain interpreter, anywhere.

Skipped where no `sandbox-exec` works. The evaluator (`test_attempts.py`) judges all acts on any system.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from confine import macos
from confine.errors import ConfinementUnavailableError
from confine.testing import run_confined
from tests.escapes.running import PRELOAD, lay
from tests.seatbelt.acting import ACTING, READY, code
from tests.seatbelt.language import KINDS, OPERATIONS
from tests.seatbelt.mapping import MAPPING, ByRole, Ways
from tests.seatbelt.test_attempts import answer

APPLE = {"file-clone", "file-read-xattr", "file-write-xattr"}
"""Acts by functions that have other arguments elsewhere."""


def rows(role: str) -> list[tuple[str, str, str]]:
    """Return every act on bait or room of the ways of one act, with its kind of file and where it is, once."""
    found: dict[tuple[str, str, str], None] = {}
    for name, kind_of_answer in MAPPING.items():
        ways = answer(role, name) if isinstance(kind_of_answer, Ways | ByRole) else None
        for way in ways.ways if isinstance(ways, Ways) else ():
            if len(way) == 1:
                operation, _, rest = way[0].partition(" ")
                where, _, kind = (
                    rest.rpartition(" ") if rest.rpartition(" ")[2] in KINDS else (rest, "", "REGULAR-FILE")
                )
                if code(operation, kind) and (
                    where in ("", "others", "=tcp", "=udp") or where.partition("/")[0] in ("bait", "room")
                ):
                    found[operation, kind, where] = None
    return [row for row in found if role == "hand" or not row[2].startswith("room")]


def where(text: str, bait: Path, room: Path) -> str:
    first, slash, last = text.partition("/")
    return {"bait": str(bait), "room": str(room)}.get(first, first) + slash + last


@pytest.fixture
def mac() -> None:
    """Skip where there is no `sandbox-exec` that works."""
    try:
        macos.probe()
    except ConfinementUnavailableError as error:
        pytest.skip(f"no sandbox-exec: {error.why}")


@pytest.fixture
def ground(tmp_path: Path) -> tuple[Path, Path]:
    bait, room = tmp_path / "bait", tmp_path / "room"
    lay(bait, room)
    (bait / "program").write_text("#!/bin/sh\nexit 0\n")
    (bait / "program").chmod(0o700)
    (bait / "symlink").symlink_to("file")
    return bait, room


def snippet(row: tuple[str, str, str], bait: Path, room: Path) -> str:
    operation, kind, text = row
    return f"""{READY}
path, bait, room = {where(text, bait, room)!r}, {str(bait)!r}, {str(room)!r}
try:
    {code(operation, kind)}
    print("done")
except OSError as error:
    print("refused", error.errno)
"""


HAND = rows("hand")
CASES = [(role, row) for role in ("agent", "hand") for row in rows(role)]


def test_the_acts_are_of_the_table() -> None:
    assert set(ACTING) <= OPERATIONS
    assert len(HAND) >= 25
    assert {row[0] for row in HAND} >= {
        "file-write-create",
        "file-write-data",
        "file-write-mode",
        "file-link",
        "process-exec",
        "process-fork",
        "signal",
        "network-bind",
    }


@pytest.mark.parametrize("row", HAND, ids=" ".join)
def test_the_control_gets_out(row: tuple[str, str, str], ground: tuple[Path, Path]) -> None:
    if row[0] in APPLE and not hasattr(ctypes.CDLL(None), "clonefile"):
        pytest.skip("the C library is not Apple's: it has no clonefile(2)")
    bait, room = ground
    path = where(row[2], bait, room)
    if row[0] == "file-write-create" and os.path.lexists(path):
        os.unlink(path)
    if row[0].startswith(("file-link", "file-write-unlink")) and not os.path.lexists(path):
        Path(path).touch()
    if row[0] == "process-exec":
        Path(path).write_text("#!/bin/sh\necho done\n")
        Path(path).chmod(0o700)
    if path == str(room) and row[0] == "file-write-unlink":
        for entry in room.iterdir():
            entry.unlink()
    run = subprocess.run(
        [sys.executable, "-I", "-c", snippet(row, bait, room)], capture_output=True, text=True, check=False
    )
    assert run.stdout.strip() == "done", run


@pytest.mark.parametrize(("role", "row"), CASES, ids=[f"{role} {' '.join(row)}" for role, row in CASES])
def test_it_is_refused_on_a_mac(role: str, row: tuple[str, str, str], ground: tuple[Path, Path], mac: None) -> None:
    bait, room = ground
    outcome = run_confined(snippet(row, bait, room), room, role=role, preload=PRELOAD)
    assert outcome.stdout.strip() == f"refused {errno.EPERM}", (json.dumps(row), outcome)
