"""The log of runs that nobody watches: `hook.log` in the user's state directory.

Lines of one sanitised line each, at most a mebibyte and one older file of the same size. A log that cannot be written
stops nothing: it is the last thing that could say so.
"""

from __future__ import annotations

import os
import stat
import time
from contextlib import ExitStack, suppress

from confine.terminal import plain
from room.errors import RoomError
from room.handles import Directory, write_all
from room.locks import Taken, kernel_lock
from room.ownership import descend

__all__ = ["NAME", "path", "write"]

NAME = "hook.log"
_MOST = 1 << 20
_LONGEST = 2000


def path() -> str:
    """Return where the log is."""
    import platformdirs

    return os.path.join(os.path.realpath(platformdirs.user_state_dir("scribe", appauthor=False)), NAME)


def write(text: str) -> None:
    """Append one line: the time (UTC), the process, and the text made plain.

    Not defended: a folder in which others can write, a link or a full disk in its place; the line is lost then.
    """
    line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} [{os.getpid()}] {plain(text, _LONGEST)}\n"
    with suppress(OSError, RoomError), descend(os.path.dirname(path()), name="log", create=True) as directory:
        _append(directory, line.encode("utf-8", "replace"))


def _append(directory: Directory, line: bytes) -> None:
    with ExitStack() as stack:
        with suppress(Taken):
            stack.enter_context(kernel_lock(directory, "hook.lock", 1.0))
            # Only who holds the lock turns the file over: two at once would lose the older one.
            status = directory.look(NAME)
            if status is not None and status.st_size + len(line) > _MOST:
                directory.rename(NAME, f"{NAME}.1")
        fd = directory.open(NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        try:
            status = os.fstat(fd)
            if stat.S_ISREG(status.st_mode) and status.st_nlink == 1:
                write_all(fd, line)
        finally:
            os.close(fd)
