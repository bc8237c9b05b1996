"""The bait: a directory that a child could change if it were not locked.

The supervisor makes one for each launch, 0700 and its own, outside every room. `control/` is for the
attempts before the lock, which must leave their marks; `attempt/` is for those after it, which must leave
none. `Bait.judge` compares bytes, modes and times with what was put there: what a child says of itself is
never enough.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from confine.errors import ConfinementUnavailableError

__all__ = ["MARKS", "Bait", "lay", "sweep"]

_CONTENT = b"bait\n"
_FILES = ("kept", "doomed", "moving", "changing", "touched", "secret")
_LONG_AGO = 1_000_000_000
_PREFIX = "scribe-bait-"
_ABANDONED = 600.0
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class _Seen:
    mode: int
    modified: int
    content: bytes


MARKS: tuple[tuple[str, str, Callable[[Mapping[str, _Seen]], bool]], ...] = (
    # guarantee, what the control must have left behind, how it shows
    ("write-confined", "kept grew", lambda seen: seen["kept"].content == _CONTENT + b"!"),
    ("write-confined", "new exists", lambda seen: seen["new"].content == b"!"),
    ("write-confined", "made exists", lambda seen: stat.S_ISDIR(seen["made"].mode)),
    ("delete-confined", "doomed is gone", lambda seen: "doomed" not in seen),
    ("delete-confined", "empty is gone", lambda seen: "empty" not in seen),
    ("delete-confined", "moving was renamed", lambda seen: "moving" not in seen and "moved" in seen),
    ("metadata-confined", "changing has another mode", lambda seen: stat.S_IMODE(seen["changing"].mode) == 0o640),
    ("metadata-confined", "touched has another time", lambda seen: seen["touched"].modified != _LONG_AGO),
    ("links-blocked", "symlink exists", lambda seen: stat.S_ISLNK(seen["symlink"].mode)),
    ("links-blocked", "link exists", lambda seen: stat.S_ISREG(seen["link"].mode)),
    ("links-blocked", "fifo exists", lambda seen: stat.S_ISFIFO(seen["fifo"].mode)),
)


@dataclass(frozen=True, slots=True)
class Bait:
    """One launch's bait; whoever laid it removes it.

    Attributes:
        path: absolute path of the directory that holds `control/` and `attempt/`.
        laid: what stood in `attempt/` before the child was started.
    """

    path: str
    laid: Mapping[str, _Seen]

    def unmarked(self) -> list[tuple[str, str]]:
        """Return guarantee and mark for what the controls did not leave in `control/`; empty is the proof."""
        seen = _look(f"{self.path}/control")
        return [(guarantee, what) for guarantee, what, shows in MARKS if not _holds(shows, seen)]

    def touched(self) -> list[str]:
        """Return the names in `attempt/` that are not as they were laid; empty is the proof."""
        seen = _look(f"{self.path}/attempt")
        return sorted(name for name in seen.keys() | self.laid.keys() if seen.get(name) != self.laid.get(name))

    def remove(self) -> None:
        """Take the bait away."""
        shutil.rmtree(self.path, ignore_errors=True)


def lay(program: bytes) -> Bait:
    """Lay the bait.

    Args:
        program: an executable for this system that does nothing but exit with `worker.canaries.RAN`.

    Raises:
        ConfinementUnavailableError: no directory of this user can hold it, or run a program from it.
    """
    path = _make()
    try:
        for part in ("control", "attempt"):
            _lay(f"{path}/{part}", program)
        return Bait(path, _look(f"{path}/attempt"))
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def sweep() -> None:
    """Take away what killed supervisors of this user left: their process is gone, and ten minutes have passed.

    The age is for a temporary directory that containers share, where a process id may be another's.
    """
    # Where there are no user ids, the directory is the user's own.
    user = getattr(os, "getuid", int)()
    for entry in os.scandir(tempfile.gettempdir()):
        maker = entry.name.removeprefix(_PREFIX).partition("-")[0]
        if not entry.name.startswith(_PREFIX) or not maker.isdigit():
            continue
        try:
            status = entry.stat(follow_symlinks=False)
            old = time.time() - status.st_mtime > _ABANDONED
            if old and stat.S_ISDIR(status.st_mode) and status.st_uid == user and not _lives(int(maker)):
                shutil.rmtree(entry.path, ignore_errors=True)
        except OSError:
            continue


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _make() -> str:
    """Make an empty directory on a file system that runs programs: the exec canary needs a control."""
    places = [tempfile.gettempdir(), os.environ.get("XDG_RUNTIME_DIR", ""), "/dev/shm", "/var/tmp"]  # noqa: S108
    troubles = []
    for place in filter(None, places):
        try:
            if _forbids_programs(place):
                troubles.append(f"{place} is mounted noexec")
                continue
            return os.path.realpath(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=place))
        except OSError as error:
            troubles.append(f"{place}: {error.strerror}")
    raise ConfinementUnavailableError(
        "no place for the bait that proves the confinement",
        "; ".join(troubles),
        "set TMPDIR to a directory of yours on a file system that is writable and not mounted noexec",
    )


def _forbids_programs(place: str) -> bool:
    """Return whether a file system is mounted noexec, where the system can say so (statvfs(3))."""
    look, flag = getattr(os, "statvfs", None), getattr(os, "ST_NOEXEC", 0)
    return look is not None and bool(look(place).f_flag & flag)


def _lay(directory: str, program: bytes) -> None:
    os.mkdir(directory, 0o700)
    for name in _FILES:
        handle = os.open(f"{directory}/{name}", _NEW, 0o600)
        os.write(handle, _CONTENT)
        os.utime(handle, (_LONG_AGO, _LONG_AGO))
        os.close(handle)
    os.mkdir(f"{directory}/empty", 0o700)
    handle = os.open(f"{directory}/program", _NEW, 0o700)
    os.write(handle, program)
    os.close(handle)


def _look(directory: str) -> dict[str, _Seen]:
    found = {}
    for entry in os.scandir(directory):
        status = entry.stat(follow_symlinks=False)
        content = b""
        if stat.S_ISREG(status.st_mode):
            with open(entry.path, "rb") as file:
                content = file.read()
        found[entry.name] = _Seen(status.st_mode, int(status.st_mtime), content)
    return found


def _holds(shows: Callable[[Mapping[str, _Seen]], bool], seen: Mapping[str, _Seen]) -> bool:
    try:
        return shows(seen)
    except KeyError:
        return False
