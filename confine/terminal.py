"""Everything that comes from outside passes here before a person sees it.

Names, reasons, descriptions and quotes were written by strangers: a terminal would act on their escape
sequences, rich on their markup, and a reader on their line breaks. `plain` makes any text one harmless line;
`Printer` is the only thing in the program that prints.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from confine.errors import ScribeError

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


class Printer:
    """Standard output for results, standard error for the rest; colour only on a terminal.

    Args:
        as_json: results are one JSON document; nothing else goes to standard output.
    """

    def __init__(self, as_json: bool, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.as_json = as_json
        self._out = Console(file=out or sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)
        self._err = Console(file=err or sys.stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)

    def line(self, *parts: tuple[str, str] | str) -> None:
        """Print one line of parts; a part is text, or text and style. Every text is made plain."""
        text = Text()
        for part in parts:
            content, style = part if isinstance(part, tuple) else (part, "")
            text.append(plain(content, 4000), style=style)
        self._out.print(text)

    def block(self, text: str) -> None:
        """Print a text of several lines, each made plain."""
        for line in text.split("\n"):
            self._out.print(Text(plain(line, 100_000)))

    def json(self, document: Any) -> None:
        """Print a result as ASCII JSON: escapes cannot reach a terminal, whatever the values hold."""
        self._out.file.write(json.dumps(document, ensure_ascii=True, indent=2, sort_keys=False) + "\n")

    def row(self, document: Any) -> None:
        """Print one JSON document on one line, as a batch does."""
        self._out.file.write(json.dumps(document, ensure_ascii=True) + "\n")
        self._out.file.flush()

    def note(self, text: str) -> None:
        """Print a line for the person on standard error."""
        self._err.print(Text(plain(text, 4000)))

    def error(self, error: ScribeError) -> None:
        """Print what happened, why, and what to do."""
        self._err.print(Text(f"scribe: {plain(error.what, 2000)}", style="bold red"))
        self._err.print(Text(f"  why: {plain(error.why, 4000)}"))
        self._err.print(Text(f"  do:  {plain(error.do, 2000)}"))
