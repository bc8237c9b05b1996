"""The command `scribe`: arguments in, exit code out.

Exit codes: 0 done, 2 usage, 3 confinement unavailable, 4 policy invalid, 5 room refused or busy, 6 the writer
failed and nothing was lost. Every error is one of the typed ones and prints three lines: what happened, why,
and what to do.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from confine.errors import ScribeError
from confine.terminal import Printer
from policies.profile import PolicyError
from room.errors import RoomError
from room.transcripts import TranscriptError

__all__ = ["main"]

_COMMANDS = ("extract", "hook", "install", "memory", "snapshot", "why", "doctor", "room", "policy")
_INTERRUPTED = 130


def main(line: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        line: arguments without the program's name; those of the process by default.
    """
    arguments = _parser().parse_args(line)
    printer = Printer(as_json=getattr(arguments, "json", False))
    try:
        _refuse_strangers()
        return int(arguments.run(arguments, printer))
    except (ScribeError, PolicyError, RoomError, TranscriptError) as error:
        return _report(error, printer)
    except KeyboardInterrupt:
        printer.note("scribe: interrupted; what was finished before stays, nothing is lost")
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0


def _report(error: Exception, printer: Printer) -> int:
    """Print an error of any layer in one form, and return its exit code."""
    codes = {PolicyError: 4, RoomError: 5, TranscriptError: 2}
    code = getattr(error, "exit_code", next((codes[each] for each in codes if isinstance(error, each)), 1))
    what, why, do = (str(getattr(error, name, "")) for name in ("what", "why", "do"))
    printer.error(ScribeError(what, why, do))
    if printer.as_json:
        printer.json({"error": {"what": what, "why": why, "do": do}, "exit_code": code})
    return code


def _refuse_strangers() -> None:
    """Refuse to run where our packages are not siblings on disk.

    `policies`, `room` and `worker` are common names: a repository could hold a folder of that name and be
    on the import path before us. What counts is where the modules that were imported lie.
    """
    import confine
    import policies
    import room
    import worker

    home = os.path.dirname(os.path.dirname(os.path.realpath(confine.__file__)))
    for module in (policies, room, worker):
        where = os.path.dirname(os.path.realpath(module.__file__ or ""))
        if where != os.path.join(home, module.__name__):
            raise ScribeError(
                f"the package {module.__name__!r} was loaded from another place",
                f"it lies in {where}, not beside confine in {home}; a folder of the same name shadows it",
                "run `scribe` from another directory, or as `python -P -m confine` (Python 3.11)",
            )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scribe",
        description="A memory writer for AI agents that can write nowhere but in its memory room.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in _COMMANDS:
        importlib.import_module(f"confine.commands.{name}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
