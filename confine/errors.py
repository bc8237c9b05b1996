"""The errors that end a command, each with its exit code and its three sentences.

An error says what happened, why, and what to do about it. `confine.cli` prints exactly that; nothing else in
the program prints an error.
"""

from __future__ import annotations

__all__ = ["ConfinementUnavailableError", "OutputError", "ScribeError", "UsageError", "WriterFailedError"]


class ScribeError(Exception):
    """A command cannot go on.

    Args:
        what: what happened.
        why: the cause, as far as it is known.
        do: what the user can do.
    """

    exit_code = 1

    def __init__(self, what: str, why: str, do: str) -> None:
        super().__init__(f"{what}: {why}. {do}")
        self.what = what
        self.why = why
        self.do = do


class OutputError(ScribeError):
    """What was done cannot be shown: standard output takes nothing (a full disk, a closed descriptor)."""


class UsageError(ScribeError):
    """The command line or an input file is not what the command needs."""

    exit_code = 2


class ConfinementUnavailableError(ScribeError):
    """A guarantee cannot be had or was not proven; nothing ran and nothing was written."""

    exit_code = 3


class WriterFailedError(ScribeError):
    """A child broke the protocol, a bound or a deadline; what was written before stays, nothing is lost."""

    exit_code = 6
