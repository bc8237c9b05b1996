"""Being told to end: SIGTERM and SIGHUP are taken like Ctrl-C, so that every `with` block is left in order.

Python raises `KeyboardInterrupt` for SIGINT and lets the others end the process where it stands. Then nobody ends
the children in order, and bait and locks are left to be swept. Here each of them raises `Ended`, which is a
`KeyboardInterrupt` with the signal's number.

Not defended: SIGKILL, which nobody can take. The children die with their supervisor (PDEATHSIG), and the journal
finishes or undoes at the next start.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

__all__ = ["Ended", "taken"]

_TAKEN = ("SIGTERM", "SIGHUP")


class Ended(KeyboardInterrupt):
    """A signal asked the process to end.

    Attributes:
        number: of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def taken() -> Iterator[None]:
    """Raise `Ended` in the block when SIGTERM or SIGHUP comes; the second one of a kind is ignored.

    What the parent had ignored stays ignored, as nohup(1) has it. Only the main thread may take signals; elsewhere
    nothing is changed.
    """
    before: dict[int, Any] = {}

    def end(number: int, frame: FrameType | None) -> None:
        # The clean-up that follows must not be cut short by an impatient sender.
        signal.signal(number, signal.SIG_IGN)
        raise Ended(number)

    try:
        for name in _TAKEN:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    except ValueError:
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
