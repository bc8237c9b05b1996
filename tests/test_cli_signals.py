"""Being told to end: children gone, the audit chain whole, the exit code of the signal, and no room that becomes foreign."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from confine import cli, signals, start
from confine.cli import main
from room.place import locate, open_place
from room.registry import Registry

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "session.jsonl"
CALLS = ("open", "mkdir", "replace", "unlink", "fsync", "write", "fchmod")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))
    return tmp_path


def begun(*line: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-m", "confine", *line], cwd=ROOT, stderr=subprocess.PIPE, text=True)


def wait_for(found: Callable[[], object]) -> None:
    for _ in range(2000):
        if found():
            return
        time.sleep(0.01)
    pytest.fail("it did not come")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_run_that_is_told_to_end_ends_its_children_and_leaves_a_whole_chain(home: Path, name: str) -> None:
    number = getattr(signal, name)
    line = ("extract", str(EXAMPLE), "--room", str(home / "room"))
    run = begun(*line)
    wait_for(lambda: psutil.Process(run.pid).children())
    children = psutil.Process(run.pid).children(recursive=True)
    run.send_signal(number)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 128 + number
    assert "interrupted" in said and "Traceback" not in said
    assert not [each for each in children if each.is_running() and each.status() != psutil.STATUS_ZOMBIE]
    assert main([*line]) == 0
    assert main(["memory", "audit", "--verify", "--room", str(home / "room")]) == 0


def test_the_second_signal_does_not_cut_the_clean_up_short() -> None:
    cleaned = []
    with pytest.raises(signals.Ended), signals.taken():
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            cleaned.append(True)
    assert cleaned
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_what_the_parent_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with signals.taken():
            os.kill(os.getpid(), signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_ctrl_c_while_modules_are_imported_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(line: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupt)
    monkeypatch.setattr(sys, "argv", ["scribe", "memory", "list"])
    assert start.main() == 130


def test_the_way_in_imports_nothing_of_ours_that_takes_time() -> None:
    code = "import sys; import confine.start; print(sorted(n for n in sys.modules if n.partition('.')[0] in {'confine', 'rich'}))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == "['confine', 'confine.start']\n"


def test_a_first_run_that_is_killed_at_any_step_leaves_no_foreign_room(home: Path) -> None:
    """A child is ended without clean-up at its nth system call, for every n until one comes through."""
    step, code = 0, -1
    while code != 0:
        here = home / str(step)
        here.mkdir(mode=0o700)
        registry, place = Registry(str(here / "reg")), locate(room=str(here / "room"), cwd=str(here))
        pid = os.fork()
        if not pid:
            left = [step]

            def counted(call: Callable[..., object], left: list[int] = left) -> Callable[..., object]:
                def run(*arguments: object, **options: object) -> object:
                    left[0] -= 1
                    if left[0] < 0:
                        os._exit(9)
                    return call(*arguments, **options)

                return run

            for name in CALLS:
                setattr(os, name, counted(getattr(os, name)))
            try:
                open_place(place, registry=registry).close()
            except BaseException:
                os._exit(3)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        assert code in (0, 9)
        with open_place(place, registry=registry) as opened:
            assert (opened.entry.rows, opened.entry.room) == (1, str(here / "room")), step
        step += 1
    assert step > 50
