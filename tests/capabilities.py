"""What this system can do, each tried once: tests skip by these and never by the name of a system.

A skip names what is missing, so the list at the end of a run says what was not tested there.
"""

from __future__ import annotations

import errno
import os
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

__all__ = [
    "CAN_RENAME_HELD",
    "HAS_CHANGE_TIME",
    "HAS_DIR_FD",
    "HAS_FIFO",
    "HAS_HARD_LINKS",
    "HAS_MODES",
    "HAS_OWNERS",
    "HAS_POSIX_NAMES",
    "HAS_PROC_FD",
    "HAS_SIGKILL",
    "HAS_SYMLINK",
    "IS_ROOT",
    "SAYS_TOO_LONG",
    "TELLS_CASE",
    "needs_case",
    "needs_change_time",
    "needs_dir_fd",
    "needs_fifo",
    "needs_modes",
    "needs_owners",
    "needs_posix_names",
    "needs_proc_fd",
    "needs_sigkill",
    "needs_symlink",
    "needs_too_long",
]


def _tried(attempt: Callable[[Path], object]) -> bool:
    """Tell whether an attempt in a directory of its own works, and is not answered with False."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return attempt(Path(folder)) is not False
        except (OSError, AttributeError, NotImplementedError):
            return False


def _symlink(folder: Path) -> bool:
    (folder / "l").symlink_to("nowhere")
    return (folder / "l").is_symlink()


def _modes(folder: Path) -> bool:
    folder.chmod(0o750)
    return folder.stat().st_mode & 0o777 == 0o750


def _posix_names(folder: Path) -> bool:
    for name in ("a:b", "back\\slash", "dot.", "new\nline"):
        (folder / name).write_text("x")
    return len(list(folder.iterdir())) == 4


def _change_time(folder: Path) -> bool:
    (folder / "a").write_text("x")
    before = (folder / "a").stat()
    time.sleep(0.02)
    os.utime(folder / "a", ns=(before.st_atime_ns, before.st_mtime_ns))
    return (folder / "a").stat().st_ctime_ns != before.st_ctime_ns


def _proc_fd(folder: Path) -> bool:
    before = len(os.listdir("/proc/self/fd"))
    # Wine shows this directory, but the handles in it are its own.
    with open(folder / "a", "w") as file:
        target = os.readlink(f"/proc/self/fd/{file.fileno()}")
        return len(os.listdir("/proc/self/fd")) == before + 1 and target == os.path.realpath(folder / "a")


def _says_too_long(folder: Path) -> bool:
    try:
        (folder / ("x" * 300)).touch()
    except OSError as error:
        return error.errno == errno.ENAMETOOLONG
    return False


def _rename_held(folder: Path) -> None:
    from room.handles import Directory

    (folder / "d").mkdir()
    with Directory.at(str(folder / "d")):
        (folder / "d").rename(folder / "e")


def _tells_case(folder: Path) -> bool:
    (folder / "a").write_text("x")
    return not (folder / "A").exists()


HAS_CHANGE_TIME = _tried(_change_time)
HAS_DIR_FD = os.open in os.supports_dir_fd
HAS_FIFO = _tried(lambda folder: os.mkfifo(folder / "f"))
HAS_HARD_LINKS = _tried(lambda folder: ((folder / "a").write_text("x"), os.link(folder / "a", folder / "b")))
HAS_MODES = _tried(_modes)
HAS_OWNERS = hasattr(os, "geteuid")
HAS_POSIX_NAMES = _tried(_posix_names)
HAS_PROC_FD = _tried(_proc_fd)
HAS_SIGKILL = hasattr(signal, "SIGKILL") and hasattr(os, "fork")
HAS_SYMLINK = _tried(_symlink)
IS_ROOT = HAS_OWNERS and os.geteuid() == 0
SAYS_TOO_LONG = _tried(_says_too_long)
TELLS_CASE = _tried(_tells_case)
CAN_RENAME_HELD = _tried(_rename_held)

_needs = pytest.mark.skipif
needs_change_time = _needs(
    not HAS_CHANGE_TIME, reason="this system does not tell when a file was changed, whatever its times say"
)
needs_dir_fd = _needs(not HAS_DIR_FD, reason="this system has no calls relative to a directory handle")
needs_fifo = _needs(not HAS_FIFO, reason="this system has no fifos")
needs_modes = _needs(not HAS_MODES, reason="this file system keeps no modes")
needs_owners = _needs(not HAS_OWNERS, reason="this system has no user numbers")
needs_too_long = _needs(not SAYS_TOO_LONG, reason="this system says of a name that is too long that it is absent")
needs_case = _needs(not TELLS_CASE, reason="this file system takes A for a")
needs_proc_fd = _needs(not HAS_PROC_FD, reason="this system does not list the handles of a process")
needs_posix_names = _needs(not HAS_POSIX_NAMES, reason="this file system has fewer names than POSIX")
needs_sigkill = _needs(not HAS_SIGKILL, reason="this system has neither fork nor SIGKILL")
needs_symlink = _needs(not HAS_SYMLINK, reason="symbolic links cannot be made here")
