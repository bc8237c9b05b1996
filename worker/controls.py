"""The controls of the canaries, made by a process of their own where a child is confined before it can make them.

On macOS `sandbox-exec` confines the child before its first instruction. This process is what the child would be
without its profile: the same interpreter, started in the same way. It reads its settings, makes every attempt on
`control/` of the bait, says what the system answered, and ends. It never sees a conversation or a room.
"""

from __future__ import annotations

import posix
import sys

from worker import boot, canaries, darwin
from worker.frames import encode, read_message

assert sys.platform != "win32"  # For the type checker: everything below is of POSIX.

__all__ = ["main"]


def main() -> None:
    """Make the controls and say what came of them; never returns."""
    status = boot.FAILED
    try:
        settings = read_message(0)
        values = {
            canaries.PARENT: settings["parent"],
            canaries.SELF: posix.getpid(),
            canaries.TOO_MUCH: settings["too_much"],
            canaries.TOO_HIGH: settings["too_high"],
        }
        free = darwin.Bait(f"{settings['bait']}/control", values)
        data = encode({"type": "controls", "control": [free.control(row) for row in canaries.CANARIES]})
        while data:
            data = data[posix.write(1, data) :]
        status = 0
    except BaseException as error:
        boot.complain(error)
    finally:
        posix._exit(status)
