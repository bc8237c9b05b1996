"""The way in: `scribe hook` without the rest of the program, every other command with it.

A host waits for its hook, and hooks at the end of a session share a second and a half. The command line loads two
hundred modules before it reads a word, so the hook has its own way past it: `confine.commands.hook` imports what it
takes to read one JSON object and to start one process.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> int:
    """Run one command with the arguments of the process."""
    line = sys.argv[1:]
    if line[:1] == ["hook"]:
        from confine.commands import hook

        code = hook.shortcut(line[1:])
        if code is not None:
            return code
    from confine import cli

    return cli.main(line)
