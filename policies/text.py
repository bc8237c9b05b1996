"""The first look at a memory's text: what it may consist of, and what is taken out before anybody reads it.

Invisible characters carry instructions past a person's eyes (the tag block spells ASCII invisibly; bidi
overrides show one text and store another, CVE-2021-42574). They are stripped and the stripping is reported.
What scripts and emoji need
stays: ZWNJ and ZWJ between letters or emoji, and a single variation selector after a visible character.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

__all__ = ["Cleaned", "Rejection", "clean", "squeezed"]

_JOINERS = "\u200c\u200d"
_SELECTORS = {*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
_KEPT_CONTROLS = "\n\r\t"
# Letters that Unicode calls format characters though they are seen: Arabic signs, the soft hyphen is not one.
_SEEN_FORMAT = {*range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD}
# Blank to the eye, letters to Unicode.
_BLANKS = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x2800, 0x3164, 0xFFA0}


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a text cannot be a memory; the reason says what the writer can do."""

    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A text that may be judged further, and what was taken out of it."""

    text: str
    notices: tuple[str, ...]


def clean(text: str) -> Cleaned | Rejection:
    """Strip what is invisible; refuse what cannot be text.

    Linear in the length of the text.
    """
    if "\0" in text:
        return Rejection("content", "the text has NUL characters: send text only")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return Rejection("content", "the text has lone surrogates and is no UTF-8: send whole characters")
    kept: list[str] = []
    stripped: dict[str, int] = {}
    for at, character in enumerate(text):
        what = _hidden(character, text, at)
        if what is None:
            kept.append(character)
        else:
            stripped[what] = stripped.get(what, 0) + 1
    notices = tuple(f"{count} {what} characters were stripped" for what, count in stripped.items())
    return Cleaned("".join(kept), notices)


def _hidden(character: str, text: str, at: int) -> str | None:
    """Return the kind of an invisible character that has to go, or None."""
    code = ord(character)
    if 0x20 <= code < 0x7F or character in _KEPT_CONTROLS:
        return None
    if code < 0xA0:
        return "control"
    if code in _SELECTORS:
        before = text[at - 1 : at]
        alone = not before or ord(before) in _SELECTORS or before.isspace()
        return "variation" if alone else None
    if character in _JOINERS:
        return None if _joins(text, at) else "invisible"
    if code == 0xFEFF and at == 0:
        return None
    if code in _BLANKS:
        return "invisible"
    category = unicodedata.category(character)
    if category == "Cf" and code not in _SEEN_FORMAT:
        return "bidi control" if unicodedata.bidirectional(character) in _BIDI else "invisible"
    return "line separator" if category in ("Zl", "Zp") else None


_BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def _joins(text: str, at: int) -> bool:
    """Return whether a joiner stands between characters that join: a script that has joiners, or emoji."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before) and bool(after) and before not in _JOINERS and ord(before) > 0x2FF and ord(after) > 0x2FF


def squeezed(text: str) -> str:
    """Return a text for comparing meaning: folded, invisible characters gone, white space single."""
    shown = "".join(
        each
        for each in unicodedata.normalize("NFKC", text)
        if unicodedata.category(each) not in ("Cf", "Cc", "Cs") or each in _KEPT_CONTROLS
    )
    return " ".join(shown.casefold().split())
