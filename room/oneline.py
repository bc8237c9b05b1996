"""Strangers' text as one harmless line of markdown: descriptions and paths, for the index and the snapshot.

Both are read by agents and made of what anybody may have written. The line that comes out cannot end the block or the
quote that it stands in, begin a heading, hide characters from a person, or load something when it is rendered.

Not defended: what the words mean.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["one_line", "visible"]

_BREAKS = "\n\t"
# Joiners are letters to some scripts and to emoji (UTR #36, section 2.10).
_JOINERS = "\u200c\u200d"
# Where a tag, a comment or an automatic link begins, and where brackets become a link or an image.
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_LINK = re.compile(r"\](?=[(\[])")


def visible(text: str) -> str:
    """Return the text without characters that are not seen; every kind of line end is a line feed."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(each for each in "\n".join(text.splitlines()) if _is_visible(each))


def one_line(text: str, longest: int) -> str:
    """Return a text as one harmless line.

    Args:
        text: anything, lone surrogates included.
        longest: most characters; what is longer ends in "…".
    """
    line = " ".join(visible(text).split())
    if "<" in line:
        line = _TAG.sub("< ", line)
    if "]" in line:
        line = _LINK.sub("] ", line)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"


def _is_visible(character: str) -> bool:
    if character.isprintable() or character in _BREAKS or character in _JOINERS:
        return True
    # Spaces, private use, and what a newer Unicode has assigned; not controls, format characters and surrogates.
    return unicodedata.category(character) in ("Zs", "Co", "Cn")
