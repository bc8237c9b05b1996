"""The bait: what a killed supervisor left is taken away, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from confine import bait, linux


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def gone() -> int:
    process = subprocess.Popen([sys.executable, "-c", "pass"])
    process.wait()
    return process.pid


def old(path: Path) -> Path:
    path.mkdir()
    (path / "file").write_text("x")
    os.utime(path, (1, 1))
    return path


def test_only_the_old_bait_of_a_dead_supervisor_is_swept(place: Path) -> None:
    dead = gone()
    swept = old(place / f"scribe-bait-{dead}-a")
    kept = [
        old(place / f"scribe-bait-{os.getpid()}-a"),
        old(place / "scribe-bait-x-a"),
        old(place / "other"),
    ]
    young = place / f"scribe-bait-{dead}-b"
    young.mkdir()
    link = place / f"scribe-bait-{dead}-c"
    link.symlink_to(place / "other")
    bait.sweep()
    assert not swept.exists()
    assert all(each.exists() for each in (*kept, young, link))


def test_an_untouched_bait_proves_nothing_about_the_controls_and_everything_about_the_attempts() -> None:
    laid = bait.lay(linux.PROGRAM["x86_64"])
    try:
        assert len(laid.unmarked()) == len(bait.MARKS)
        assert laid.touched() == []
        Path(laid.path, "attempt", "kept").write_text("changed")
        Path(laid.path, "attempt", "extra").write_text("new")
        os.chmod(Path(laid.path, "attempt", "secret"), 0o644)
        assert laid.touched() == ["extra", "kept", "secret"]
    finally:
        laid.remove()
    assert not os.path.exists(laid.path)


def test_without_a_place_that_runs_programs_there_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bait, "_forbids_programs", lambda place: True)
    with pytest.raises(bait.ConfinementUnavailableError, match="noexec"):
        bait.lay(linux.PROGRAM["x86_64"])
