"""The command `scribe`: arguments in, exit code out.

Every error is one of the typed ones and prints three lines: what happened, why, and what to do. `_EXIT_CODES` says
which code each has.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

from confine import signals
from confine.errors import OutputError, ScribeError
from confine.terminal import Printer
from policies.profile import PolicyError
from room.errors import RoomError, advice
from room.transcripts import TranscriptError

__all__ = ["main"]

_COMMANDS = ("extract", "hook", "install", "memory", "snapshot", "why", "doctor", "room", "policy")
_BY_A_SIGNAL = 128
_SIGINT, _SIGPIPE = 2, 13

_EXIT_CODES = """\
exit codes:
  0    done
  1    the program itself failed: its output could not be written, or another package shadows it
  2    the command line or an input file is not what the command needs
  3    the confinement cannot be had or was not proven; nothing was run
  4    a policy profile is not valid
  5    the room is refused or busy, a change is refused, or the room may not be written
  6    the writer failed or could not write now (no space, a full room); nothing is lost, run it again
  130  interrupted by Ctrl-C; 128+n ended by signal n (143 SIGTERM, 129 SIGHUP, 141 the reader of the output left)
"""


def main(line: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        line: arguments without the program's name; those of the process by default.
    """
    # What is made is the user's alone, and a umask that takes the user's own rights away would make it nobody's.
    mask = os.umask(0o077)
    try:
        with signals.taken():
            return _main(line)
    except KeyboardInterrupt as error:
        return _BY_A_SIGNAL + getattr(error, "number", _SIGINT)
    finally:
        os.umask(mask)


def _main(line: Sequence[str] | None) -> int:
    printer = Printer(as_json=False)
    try:
        arguments = _parsed(line, printer)
        printer.as_json = getattr(arguments, "json", False)
        _refuse_strangers()
        code = int(arguments.run(arguments, printer))
        printer.flush()
        return code
    except (ScribeError, PolicyError, RoomError, TranscriptError) as error:
        return _report(error, printer)
    except KeyboardInterrupt:
        printer.note("scribe: interrupted; what was finished before stays, nothing is lost")
        raise
    except BrokenPipeError:
        # The reader of our output went away; there is nobody to tell.
        printer.forsake()
        return _BY_A_SIGNAL + _SIGPIPE
    except OSError as error:
        return _report(_unforeseen(error), printer)


def _parsed(line: Sequence[str] | None, printer: Printer) -> argparse.Namespace:
    """Return the arguments; help is output too, and is flushed before the parser ends the process."""
    try:
        return _parser().parse_args(line)
    finally:
        printer.flush()


def _unforeseen(error: OSError) -> ScribeError:
    """Return the error for a system call that nothing below has an answer to."""
    where = os.fsdecode(error.filename) if isinstance(error.filename, (str, bytes)) else ""
    why = error.strerror or str(error)
    return ScribeError("the command was not finished", f"{where}: {why}" if where else why, advice(error.errno, where))


def _report(error: Exception, printer: Printer) -> int:
    """Print an error of any layer in one form, and return its exit code."""
    codes = {PolicyError: 4, RoomError: 5, TranscriptError: 2}
    code = getattr(error, "exit_code", next((codes[each] for each in codes if isinstance(error, each)), 1))
    what, why, do = (str(getattr(error, name, "")) for name in ("what", "why", "do"))
    if isinstance(error, OutputError):
        printer.forsake()
    printer.error(ScribeError(what, why, do))
    if printer.as_json and not isinstance(error, OutputError):
        try:
            printer.json({"error": {"what": what, "why": why, "do": do}, "exit_code": code})
            printer.flush()
        except (OSError, OutputError):
            # The code of the first error says more than that of the second.
            printer.forsake()
    return int(code)


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


class _Parser(argparse.ArgumentParser):
    """A parser whose help is output like any other: argparse drops the errors of writing it."""

    def print_help(self, file: Any = None) -> None:
        (file or sys.stdout).write(self.format_help())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="scribe",
        description="A memory writer for AI agents that can write nowhere but in its memory room.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in _COMMANDS:
        importlib.import_module(f"confine.commands.{name}").add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
