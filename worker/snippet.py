"""A role's place taken by a test's own code: the child is locked as that role is, then runs the snippet.

Only `confine.testing.run_confined` asks for this; no command of the program reaches it. The code arrives
after the lock, as one frame, so that nothing of it runs before.
"""

from __future__ import annotations

import posix
import sys

from worker.frames import read_message

assert sys.platform != "win32"  # For the type checker: everything below is of POSIX.

__all__ = ["prepare"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from worker.channel import Channel

_WARM = ("os", "codecs", "linecache", "traceback", "_strptime", "encodings.idna")
"""What CPython loads lazily when an exception is shown or a name is resolved; afterwards it could not."""


def prepare(preload: Sequence[str]) -> Callable[[Channel, int | None], None]:
    """Import the modules that the snippet names, before the lock; return what runs it after."""
    for name in (*_WARM, *preload):
        __import__(name)
    return _run


def _run(channel: Channel, root: int | None) -> None:
    code = read_message(0)["code"]
    status = 0
    try:
        exec(compile(code, "<snippet>", "exec"), {"__name__": "__main__"})  # noqa: S102 - it is locked.
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except BaseException:
        import traceback

        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    posix._exit(status)
