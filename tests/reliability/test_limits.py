"""The system says no at every moment: no space, no quota, an error of the disk, read-only, no permission.

A session then ends with an error that a person can act on, exit code 5 or 6, or with a refusal of the one change; the
next start finishes or undoes what was interrupted. Real limits where a test can have them; else the kernel is made to
answer so at one call of the real process (`tests.reliability.tracer`). A quota and a failing disk are of the second
kind: few kernels of test machines can make either.
"""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.changes import CHANGES
from tests.reliability.house import House
from tests.reliability.rig import Rig
from tests.reliability.tally import Tally
from tests.reliability.test_crashes import assert_nothing_lost, needs_tracing
from tests.test_real_file_systems import _image, mounted

pytestmark = pytest.mark.timeout(900)

ERRORS = {name: getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EIO", "EROFS", "EACCES")}
CALLS_MEAN = {"fsync": "fsync", "fdatasync": "fsync", "write": "a write", "open for writing": "an open"}
SHARE = {"hand": len(ERRORS), "supervisor": 17}
"""In an ordinary run of the tests, of so many errors one is made; `python -m tests.reliability --all` makes more."""


def assert_said(found: dict[str, Any]) -> None:
    """An error is one of the three-line ones with its exit code, never a traceback."""
    assert found["signal"] == 0
    assert found["status"] == 0
    if found["error"] is not None:
        kind, text, code = found["error"]
        # 3: the hand is launched when the first order comes, and a room that cannot be opened confines nobody.
        assert code in (3, 5, 6) or kind == "Refused", found["error"]
        assert text


@needs_tracing
@pytest.mark.parametrize("who", ["hand", "supervisor"])
@pytest.mark.parametrize("change", ["create", "edit", "delete"])
def test_an_error_at_every_call(rig: Rig, tally: Tally, thorough: bool, tmp_path: Path, change: str, who: str) -> None:
    house = House(tmp_path, CHANGES[change])
    plain = rig.run(house.folder, change, who=who, nth=0, under=str(tmp_path))
    assert plain["error"] is None, plain
    made = silent = 0
    for nth, call in enumerate(plain["calls"], 1):
        for turn, (name, number) in enumerate(ERRORS.items()):
            if (nth + turn) % (SHARE[who] if not thorough else 1 if change == "edit" else len(ERRORS)):
                continue
            house.restore()
            found = rig.run(house.folder, change, who=who, nth=nth, number=number, under=str(tmp_path))
            assert found["hit"] == call, found
            assert_said(found)
            made += 1
            silent += found["error"] is None and not found["notices"]
            with tally.fault(f"{name} answered to the {who}", f"at {CALLS_MEAN.get(call, 'another call')}"):
                finished = assert_nothing_lost(rig, house)
            # Who is told that it was done can rely on it.
            assert finished or found["error"] is not None, (call, name)
    assert made > silent, "some errors must have been heard of"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "small", "mount", "-t", "tmpfs", "-o", "mode=700,size=2m", "none") as volume:
        yield volume


@pytest.mark.parametrize("change", ["create", "edit", "pin", "delete"])
def test_a_disk_that_fills_up_in_the_run(rig: Rig, tally: Tally, small: Path, change: str) -> None:
    house = House(small, CHANGES[change])
    steps = len(rig.run(house.folder, change)["steps"])
    ballast = small / "ballast"

    for event in range(1, steps + 1, 3):
        house.restore()
        with ballast.open("wb", buffering=0) as file:
            while (left := os.fstatvfs(file.fileno()).f_bavail * 4096) > 8192 + 4096 * event:
                file.write(bytes(min(left - 8192 - 4096 * event, 1 << 16)))
        found = rig.run(house.folder, change)
        assert_said(found)
        ballast.unlink()
        with tally.fault("a limit of the system", "a disk with 12 to 90 KiB left (tmpfs)"):
            assert_nothing_lost(rig, house)
    ballast.write_bytes(b"")
    house.restore()
    with ballast.open("wb", buffering=0) as file:
        try:
            while file.write(bytes(4096)):
                pass
        except OSError:
            pass
    found = rig.run(house.folder, change)
    assert_said(found)
    assert found["error"] is None or "free some space" in found["error"][1]
    ballast.unlink()
    with tally.fault("a limit of the system", "a disk with nothing left (tmpfs)"):
        finished = assert_nothing_lost(rig, house)
    # A move and a removal need no space, so they may have been made all the same; new bytes do.
    assert finished == (found["error"] is None) or change in ("pin", "delete")
    assert found["error"] is not None or change in ("pin", "delete")


@pytest.mark.parametrize("change", ["create", "edit"])
def test_a_file_system_that_turns_read_only_in_the_run(
    rig: Rig, tally: Tally, thorough: bool, tmp_path: Path, change: str
) -> None:
    """ext4 is told of an error and turns itself read-only, at once, with what was not waited for still in memory."""
    image = _image(tmp_path, 16 << 20, "mkfs.ext4", "-q", "-F")
    where = tmp_path / "volume"
    line = ("mount", "-o", "loop,errors=remount-ro", str(image))
    with mounted(where, *line) as volume:
        volume.chmod(0o700)
        trigger = Path("/sys/fs/ext4") / _device(volume) / "trigger_fs_error"
        if not trigger.exists():
            pytest.skip("this kernel has no /sys/fs/ext4/*/trigger_fs_error")
        (volume / "home").mkdir(mode=0o700)
        house = House(volume / "home", CHANGES[change])
        steps = len(rig.run(house.folder, change)["steps"])
        house.restore()
        os.sync()
    for event in range(1, steps + 1, 1 if thorough else 7):
        with mounted(where, *line) as volume:
            house.restore()
            os.sync()
            trigger = Path("/sys/fs/ext4") / _device(volume) / "trigger_fs_error"
            found = rig.run(house.folder, change, who="world", event=event, write=[str(trigger), "1"])
            assert_said(found)
            assert found["error"] is not None, found
        subprocess.run(["e2fsck", "-f", "-y", str(image)], check=False, capture_output=True)
        with mounted(where, *line):
            with tally.fault("a limit of the system", "a file system that turns read-only in the run (ext4)"):
                assert_nothing_lost(rig, house)


def _device(mount: Path) -> str:
    number = os.stat(mount).st_dev
    return os.path.basename(os.readlink(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}"))


@pytest.fixture(scope="module")
def plain_rig() -> Iterator[Rig]:
    """A rig that permissions count for: root's right to pass them over is taken away."""
    line = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    made = Rig(*line)
    yield made
    made.close()


@pytest.mark.parametrize("what", ["room", "room.scribe", "room.scribe/versions", "registry/scribe/registry"])
def test_a_permission_that_is_lost_in_the_run(
    plain_rig: Rig, tally: Tally, thorough: bool, tmp_path: Path, what: str
) -> None:
    house = House(tmp_path, CHANGES["edit"])
    steps = len(plain_rig.run(house.folder, "edit")["steps"])
    for event in range(1, steps + 1, 1 if thorough else 7):
        for mode in (0o500, 0o000):
            house.restore()
            target = tmp_path / what
            found = plain_rig.run(house.folder, "edit", who="world", event=event, chmod=[str(target), mode])
            target.chmod(0o700)
            assert_said(found)
            with tally.fault("a limit of the system", f"permission lost in the run ({what.rpartition('/')[2]})"):
                assert_nothing_lost(plain_rig, house)
