"""Running hostile code in a role's place, for tests.

`run_confined` launches a child exactly as a run does, with the same ruleset, the same lock and the same proof,
and then lets a snippet of Python run where the agent or the hand would. It is for tests only: no command of
the program reaches it, and it offers nothing that runs unconfined.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass

from confine.errors import WriterFailedError
from confine.ruleset import ROLES
from confine.supervisor import Supervisor
from worker.frames import encode

__all__ = ["Outcome", "run_confined"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a snippet left behind.

    Attributes:
        stdout: what it printed, decoded as UTF-8 with replacement.
        stderr: what it printed there, a traceback included.
        returncode: its exit status; negative for a signal, as in `subprocess`.
    """

    stdout: str
    stderr: str
    returncode: int


def run_confined(
    code: str,
    room: str | os.PathLike[str],
    *,
    role: str = "hand",
    preload: Sequence[str] = (),
    timeout: float = 30.0,
) -> Outcome:
    """Run a Python snippet in a child that is locked as the role is.

    Args:
        code: source text; it arrives in the child after the lock.
        room: the directory that is the hand's room; the agent is given none.
        role: `agent` or `hand`.
        preload: modules to import before the lock; afterwards nothing can be imported.
        timeout: seconds until the child is killed.

    Raises:
        ConfinementUnavailableError: the child could not be confined; nothing of the snippet ran.
        TimeoutError: the snippet did not end in time.
        WriterFailedError: it wrote more than its bounds.
    """
    ruleset = ROLES[role]
    status = os.stat(room)
    place = {"path": os.path.realpath(room), "device": status.st_dev, "inode": status.st_ino}
    with Supervisor() as supervisor:
        child = supervisor.launch(ruleset, place if ruleset.rights else None, preload=list(preload))
        child.raw = bytearray()
        supervisor.write(child, encode({"type": "code", "code": code}))
        deadline = time.monotonic() + timeout
        try:
            supervisor.drain(child, deadline)
        except WriterFailedError:
            if time.monotonic() >= deadline:
                raise TimeoutError(f"the snippet did not end within {timeout:g} seconds") from None
            raise
        code_of_end = child.process.wait()
        return Outcome(
            bytes(child.raw).decode("utf-8", "replace"),
            bytes(child.errors).decode("utf-8", "replace"),
            code_of_end,
        )
