"""The way in: `scribe hook` without the rest of the program, every other command with it.

A host waits for its hook, and hooks at the end of a session share a second and a half. The command line loads two
hundred modules before it reads a word, so the hook has its own way past it: `confine.commands.hook` imports what it
takes to read one JSON object and to start one process.
"""

from __future__ import annotations

import os
import sys

__all__ = ["main"]

_INTERRUPTED = 130
_LAST_STANDARD = 2


def main() -> int:
    """Run one command with the arguments of the process."""
    try:
        _hold_standard_descriptors()
        line = sys.argv[1:]
        if line[:1] == ["hook"]:
            from confine.commands import hook

            code = hook.shortcut(line[1:])
            if code is not None:
                return code
        from confine import cli

        return cli.main(line)
    except KeyboardInterrupt:
        # Ctrl-C while modules are imported: nothing has begun.
        return _INTERRUPTED


def _hold_standard_descriptors() -> None:
    """Open the null device where a standard descriptor is closed.

    The next file that is opened would get its number, and what is printed would land in it (open(2): the lowest
    number that is free). Not for writing and not for reading: whoever uses it gets an error and not silence.
    """
    for number in range(_LAST_STANDARD + 1):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_WRONLY if number == 0 else os.O_RDONLY)


if __name__ == "__main__":
    sys.exit(main())
