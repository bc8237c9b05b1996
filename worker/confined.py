"""Boot of a child that was confined before it began: macOS, where `sandbox-exec` starts it.

Like `worker.boot`, with the lock left out: it reads the settings, opens the room, proves, and only then serves. The
attempts come before the limits, because a descriptor that may not be opened at all is refused with another errno
than the profile's; the attempts at the limits come after them.

Not defended here: that there is a profile. The attempts show it, and the supervisor asks the system as well
(`confine.macos.look`); a child without one is never sent a job.
"""

from __future__ import annotations

import posix
import resource
import sys

from worker import boot, canaries, darwin, pinned
from worker.channel import Channel
from worker.frames import read_message
from worker.lock import LockError

assert sys.platform != "win32"  # For the type checker: everything below is of POSIX.

__all__ = ["main"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_STANDARD, _MOST = 3, 4096


def main() -> None:
    """Run from the settings to the end; never returns."""
    status = boot.FAILED
    try:
        settings = read_message(0)
        if posix.getppid() != settings["parent"]:
            raise LockError("the supervisor ended before its child was ready")
        work = boot.role(settings)
        proofs, root = _prove(settings)
        channel = Channel(settings["role"], 0, 1)
        channel.send({"type": "hello", "role": settings["role"], "pid": posix.getpid(), "proofs": proofs})
        work(channel, root)
        status = 0
    except BaseException as error:
        boot.complain(error)
    finally:
        posix._exit(status)


def _prove(settings: Mapping[str, Any]) -> tuple[dict[str, Any], int | None]:
    posix.closerange(_STANDARD, _MOST)
    root = boot.open_room(settings["room"])
    values = {
        canaries.PARENT: settings["parent"],
        canaries.SELF: posix.getpid(),
        canaries.TOO_MUCH: settings["too_much"],
        canaries.TOO_HIGH: settings["too_high"],
    }
    bait = darwin.Bait(f"{settings['bait']}/attempt", values)
    confined = [darwin.NOT_TRIED if row[0] == "limits" else bait.attempt(row) for row in canaries.CANARIES]
    in_pinned = pinned.attempt(root, settings["pinned"]) if root is not None and settings["pinned"] else None
    for limit, bound in settings["limits"]:
        resource.setrlimit(getattr(resource, limit), (bound, bound))
    for finders in (sys.meta_path, sys.path_hooks, sys.path):
        finders.clear()
    for place, row in enumerate(canaries.CANARIES):
        if row[0] == "limits":
            confined[place] = bait.attempt(row)
    proofs = {
        "control": settings["controls"],
        "confined": confined,
        "descriptors": boot.descriptors(max(settings["too_high"], boot.LOOKED_AT)),
        "environment": sorted(name.decode("utf-8", "replace") for name in posix.environ),
    }
    if in_pinned is not None:
        proofs["pinned"] = in_pinned
    return proofs, root
