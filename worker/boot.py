"""Boot of a child: read the settings, open the room, lock, prove, and only then serve.

`confine.launch` starts a bare interpreter (`-I -S -B`) on `main`. The first frame on standard input is the
supervisor's settings, the last trusted thing that this process reads without being locked. Everything
that the role needs is imported before the lock; afterwards the import system is emptied, so that a late
import is an ImportError and cannot be mistaken for a refusal by the room's confinement.

The order is that of `worker.lock`, with the canaries in between: control, Landlock, attempt, filter,
attempt. The `hello` frame carries what was seen; the supervisor judges it and sends a job, or kills.

Not defended here: settings are believed. They come through the pipe that the supervisor made for this
process before it ran a single instruction of ours.
"""

from __future__ import annotations

import binascii
import posix
import sys

from worker import canaries, lock, pinned
from worker.channel import Channel
from worker.frames import read_message
from worker.syscalls import call

assert sys.platform != "win32"  # For the type checker: everything below is of POSIX.

__all__ = ["FAILED", "LOOKED_AT", "complain", "descriptors", "main", "open_room", "role", "run"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Settings = Mapping[str, Any]

_STANDARD = 3
_LAST_DESCRIPTOR = 0xFFFFFFFF
LOOKED_AT = 64  # More than any role may open: what was inherited stays open above a limit that is set later.
FAILED = 70  # sysexits.h, EX_SOFTWARE


def main() -> None:
    """Run an executed child from its settings to its end; never returns."""
    run(None, None)


def run(parent: int | None, controls: list[int] | None) -> None:
    """Run this process as a child; never returns.

    Args:
        parent: the process that must be the parent; None where the settings name it.
        controls: results of the controls where the spawner ran them already, else None.
    """
    status = FAILED
    try:
        settings = read_message(0)
        settings["parent"] = settings["parent"] if parent is None else parent
        bound = (
            pinned.bind(settings["calls"], settings["room"]["path"], settings["pinned"]) if settings["pinned"] else 0
        )
        lock.tie_to_parent(settings["calls"], settings["parent"])
        work = role(settings)
        proofs, root = _lock(settings, controls)
        if settings["pinned"] and root is not None:
            proofs["pinned"] = [bound, *pinned.attempt(root, settings["pinned"])]
        channel = Channel(settings["role"], 0, 1)
        channel.send({"type": "hello", "role": settings["role"], "pid": posix.getpid(), "proofs": proofs})
        work(channel, root)
        status = 0
    except BaseException as error:
        complain(error)
    finally:
        # No destructor and no exit handler: nothing of ours is left to be done, and the pipes tell the rest.
        posix._exit(status)


def role(settings: Settings) -> Callable[[Channel, int | None], None]:
    """Import what the role needs, while there is still something to import from."""
    if "preload" in settings:
        from worker import snippet

        return snippet.prepare(settings["preload"])
    if settings["role"] == "hand":
        from worker import hand

        return hand.serve
    from worker import agent

    return lambda channel, root: agent.run(channel)


def _lock(settings: Settings, controls: list[int] | None) -> tuple[dict[str, Any], int | None]:
    calls: Mapping[str, int] = settings["calls"]
    # Everything but the three pipes goes, whatever was inherited (close_range(2), Linux 5.9).
    if (number := call(calls["close_range"], _STANDARD, _LAST_DESCRIPTOR)[1]) != 0:
        raise lock.LockError(f"close_range failed with errno {number}")
    root = open_room(settings["room"])
    values = {
        canaries.PARENT: settings["parent"],
        canaries.SELF: posix.getpid(),
        canaries.TOO_MUCH: settings["too_much"],
        canaries.TOO_HIGH: settings["too_high"],
    }
    bait = settings["bait"]
    if controls is None:
        free = canaries.Bait(calls, f"{bait}/control", values)
        controls = [free.control(row) for row in canaries.CANARIES]

    confined = canaries.Bait(calls, f"{bait}/attempt", values)
    lock.drop_privileges(calls)
    lock.restrict_paths(calls, settings["landlock"], root)
    alone = canaries.LANDLOCK | ({"kill"} if settings["landlock"]["scoped"] else set())
    with_landlock = [confined.attempt(row) if row[2] in alone else -1 for row in canaries.CANARIES]
    # The limits come after the descriptor that a Landlock ruleset needs: the agent may not even have that one.
    lock.set_limits(calls, settings["limits"])
    # glibc makes fstat() a newfstatat() with a path, and the agent's filter has no call that takes one.
    open_ones = descriptors(max(settings["too_high"], LOOKED_AT))
    lock.load_filter(calls, binascii.a2b_base64(settings["filter"]))
    for finders in (sys.meta_path, sys.path_hooks, sys.path):
        finders.clear()
    with_filter = [confined.attempt(row) for row in canaries.CANARIES]
    return {
        "control": controls,
        "landlock": with_landlock,
        "filter": with_filter,
        "descriptors": open_ones,
        "environment": sorted(name.decode("utf-8", "replace") for name in posix.environ),
    }, root


def open_room(room: Settings | None) -> int | None:
    """Open the room's root and make sure that it is the directory which the supervisor holds.

    The name is resolved once, here; device and inode decide, so that a room that was swapped in between is
    an error and not another room (TOCTOU).
    """
    if room is None:
        return None
    root = posix.open(room["path"], posix.O_RDONLY | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC)
    found = posix.fstat(root)
    if [found.st_dev, found.st_ino] != [room["device"], room["inode"]]:
        raise lock.LockError("the room at this path is no longer the one that was opened")
    return root


def descriptors(limit: int) -> list[list[int]]:
    """Return number and file type (the S_IFMT bits) of every descriptor that is open below the limit."""
    found = []
    for number in range(limit):
        try:
            found.append([number, posix.fstat(number).st_mode & 0o170000])
        except OSError:
            continue
    return found


def complain(error: BaseException) -> None:
    """Say on standard error what ended this child; the supervisor quotes it, sanitised and bounded."""
    text = f"{type(error).__name__}: {error}\n"
    try:
        posix.write(2, text.encode("utf-8", "backslashreplace")[:4096])
    except OSError:
        pass
