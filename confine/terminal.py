"""Everything that comes from outside passes here before a person sees it.

Names, reasons, descriptions and quotes were written by strangers: a terminal would act on their escape
sequences, rich on their markup, and a reader on their line breaks. `plain` makes any text one harmless line;
`Printer` is the only thing in the program that prints.
"""

from __future__ import annotations

import errno
import io
import json
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast

from rich.console import Console
from rich.text import Text

from confine.errors import OutputError, ScribeError

__all__ = ["Printer", "plain"]

_LONGEST = 500
# Format characters that a script or an emoji needs to be read: ZWNJ and ZWJ.
_KEPT = {0x200C, 0x200D}


def plain(text: object, longest: int = _LONGEST) -> str:
    """Return the text as one line that a terminal only shows.

    Control, format, surrogate, private-use and unassigned code points, and line and paragraph separators are
    shown as escapes (UTR #36, section 3.1). The length is bounded; what was left out is said.
    """
    shown = "".join(_shown(character) for character in str(text)[: longest + 1])
    return shown if len(str(text)) <= longest else f"{shown[:longest]}… ({len(str(text))} characters)"


def _shown(character: str) -> str:
    code = ord(character)
    if 0x20 <= code < 0x7F or code in _KEPT:
        return character
    if unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return character


class _Terminal(Console):
    """A console that leaves it to the caller what a closed pipe means; rich ends the process with code 1."""

    def on_broken_pipe(self) -> None:
        # rich calls this while it handles the BrokenPipeError, which goes on to the caller.
        raise


def _never_raises(stream: TextIO) -> None:
    """Show what an output cannot encode as escapes: on Windows a pipe takes the characters of one code page only."""
    if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
        stream.reconfigure(errors="backslashreplace")


class Printer:
    """Standard output for results, standard error for the rest; colour only on a terminal.

    What cannot be shown on standard error is dropped: there is no third place to say so. Standard output is the
    result, and a result that is not whole must not look like one.

    Args:
        as_json: results are one JSON document; nothing else goes to standard output.
    """

    def __init__(self, as_json: bool, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.as_json = as_json
        for stream in (out or sys.stdout, err or sys.stderr):
            _never_raises(stream)
        self._out = _console(out or sys.stdout)
        self._err = _console(err or sys.stderr)

    def line(self, *parts: tuple[str, str] | str) -> None:
        """Print one line of parts; a part is text, or text and style. Every text is made plain."""
        text = Text()
        for part in parts:
            content, style = part if isinstance(part, tuple) else (part, "")
            text.append(plain(content, 4000), style=style)
        with _told():
            self._out.print(text)

    def block(self, text: str) -> None:
        """Print a text of several lines, each made plain."""
        with _told():
            for line in text.split("\n"):
                self._out.print(Text(plain(line, 100_000)))

    def json(self, document: Any) -> None:
        """Print a result as ASCII JSON: escapes cannot reach a terminal, whatever the values hold."""
        with _told():
            self._out.file.write(json.dumps(document, ensure_ascii=True, indent=2, sort_keys=False) + "\n")

    def row(self, document: Any) -> None:
        """Print one JSON document on one line, as a batch does."""
        with _told():
            self._out.file.write(json.dumps(document, ensure_ascii=True) + "\n")
            self._out.file.flush()

    def flush(self) -> None:
        """Hand everything that was printed to the system.

        Raises:
            OutputError: it does not take it. BrokenPipeError: the reader is gone.
        """
        with _told():
            self._out.file.flush()

    def forsake(self) -> None:
        """Send what is still waiting for standard output nowhere: its reader is gone, or it takes nothing.

        Python flushes at the end of the process and would complain again (exit code 120).
        """
        _forsake(self._out.file)

    def note(self, text: str) -> None:
        """Print a line for the person on standard error."""
        self._say(Text(plain(text, 4000)))

    def error(self, error: ScribeError) -> None:
        """Print what happened, why, and what to do."""
        self._say(Text(f"scribe: {plain(error.what, 2000)}", style="bold red"))
        self._say(Text(f"  why: {plain(error.why, 4000)}"))
        self._say(Text(f"  do:  {plain(error.do, 2000)}"))

    def _say(self, text: Text) -> None:
        try:
            self._err.print(text)
            self._err.file.flush()
        except (OSError, ValueError):
            _forsake(self._err.file)


def _forsake(stream: Any) -> None:
    """Send what waits in a stream, and what comes, to the null device."""
    with suppress(OSError, ValueError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)


def _console(stream: TextIO | None) -> Console:
    """Return the console of a stream, or one that takes nothing where the process has no such stream."""
    if stream is None:
        stream = cast(TextIO, io.TextIOWrapper(_Closed(), encoding="utf-8", write_through=True))
    if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
        # A terminal that is not in UTF-8 shows an escape for what it does not have; it is no reason to fail.
        stream.reconfigure(errors="backslashreplace")
    return _Terminal(file=stream, highlight=False, markup=False, emoji=False, soft_wrap=True)


class _Closed(io.RawIOBase):
    """A stream that was closed before the process began."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


@contextmanager
def _told() -> Iterator[None]:
    """Turn the failure of standard output into an error that says so; a reader who left is not one."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(
            "the result was not shown",
            f"standard output: {error.strerror or error}",
            "What was done stays done. Send the output somewhere that takes it and look again (scribe memory list)",
        ) from error
