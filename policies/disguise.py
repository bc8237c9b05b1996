"""Disguises: what a strange word stands for, and what an encoding hides.

`Speller` tries a word that no table has in four ways: digits and signs for letters, letters in another order inside
the word, letters repeated, words written as one. `hidden` undoes encodings once: Base64, hexadecimal, percent,
entities, escapes, ROT13, backwards, and the tag characters that spell ASCII invisibly. Both only help to find what
the tables hold; an honest text that happens to have such a form is left alone.

Not defended: other misspellings, encodings within encodings, ciphers with a key.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from urllib.parse import unquote

__all__ = ["Speller", "hidden"]

_LEET = tuple(
    str.maketrans("013457@$!|89", letters)
    for letters in ("oieastasiibg", "oleastasllbg", "oieasgasiibg", "oizeas"[:6] + "asiibg")
)
_SIGNS = re.compile(r"[0-9@$!|]")
_LONGEST = 2_000
_PIECE = 20
_GLUE = frozenset(
    "a all and any as at be do for from in is it no not of on or so that the this to with you your".split()
)

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
_BASE64_WRAP = re.compile(r"(?<=[A-Za-z0-9+/]{40})\r?\n(?=[A-Za-z0-9+/]{4})")
_HEX = re.compile(r"(?:[0-9A-Fa-f]{2}[ :]?){12,}")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_ENTITY = re.compile(r"&#?[0-9A-Za-z]{2,8};")
_ESCAPE = re.compile(r"\\(?:u\{?([0-9A-Fa-f]{4,6})\}?|x([0-9A-Fa-f]{2}))")
_TAGS = re.compile("[\U000e0020-\U000e007e]{4,}")
_ENOUGH = 3


class Speller:
    """Finds the words of a vocabulary in strange words.

    Args:
        vocabulary: the words of the tables.
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._known = frozenset(word for word in vocabulary if word.isascii() and word.isalpha())
        self._scrambled = {_shape(word): word for word in sorted(self._known) if len(word) >= 6}
        self._rotated = frozenset(codecs.encode(word, "rot13") for word in self._known if len(word) >= 4)
        self._backwards = frozenset(word[::-1] for word in self._known if len(word) >= 4)
        self.spelled = lru_cache(maxsize=8192)(self._spelled)

    def _spelled(self, word: str) -> tuple[str, ...]:
        """Return the words that a strange one stands for; itself where it is none."""
        if _SIGNS.search(word):
            for table in _LEET:
                candidate = word.rstrip("!|").translate(table)
                if candidate in self._known:
                    return (candidate,)
            word = word.strip("!|$@")
        if not word.isascii() or len(word) < 4:
            return (word,)
        for most in (2, 1):
            squeezed = "".join(each * min(most, sum(1 for _ in same)) for each, same in groupby(word))
            if squeezed != word and squeezed in self._known and len(word) > len(squeezed) + 2 - most:
                return (squeezed,)
        if len(word) >= 6 and word.isalpha() and (plain := self._scrambled.get(_shape(word))):
            return (plain,)
        return self._pieces(word) if 10 <= len(word) <= _LONGEST else (word,)

    def _pieces(self, word: str) -> tuple[str, ...]:
        """Cut a word into known ones, the longest first seen from its end; itself where that cannot be."""
        words = self._known
        # before[n] is where the last piece of the first n letters begins, or -1.
        before = [0] + [-1] * len(word)
        for end in range(1, len(word) + 1):
            for start in range(max(0, end - _PIECE), end):
                if before[start] >= 0 and ((piece := word[start:end]) in words or piece in _GLUE):
                    before[end] = start
                    break
        if before[-1] < 0:
            return (word,)
        pieces: list[str] = []
        end = len(word)
        while end:
            pieces.append(word[before[end] : end])
            end = before[end]
        long = sum(len(piece) >= 4 for piece in pieces)
        return tuple(reversed(pieces)) if len(pieces) >= 3 and long >= 2 else (word,)

    def turned(self, words: Iterable[str]) -> tuple[bool, bool]:
        """Return whether words read like ROT13, and whether they read like a text that runs backwards."""
        strange = {word for word in words if word not in self._known}
        return len(strange & self._rotated) >= 2, len(strange & self._backwards) >= 2


def hidden(text: str) -> list[str]:
    """Return the texts that encodings in a text spell, each that is a text at all."""
    found = [text.translate({code: code - 0xE0000 for code in range(0xE0020, 0xE007F)})] if _TAGS.search(text) else []
    whole = _BASE64_WRAP.sub("", text) if "\n" in text else text
    for match in _BASE64.finditer(whole):
        run = match.group().rstrip("=").replace("-", "+").replace("_", "/")
        found += _text(_decoded(run[: len(run) // 4 * 4 + (len(run) % 4 if len(run) % 4 > 1 else 0)]))
    for match in _HEX.finditer(text):
        digits = re.sub(r"[ :]", "", match.group())
        found += _text(bytes.fromhex(digits[: len(digits) // 2 * 2]))
    if len(_PERCENT.findall(text)) >= _ENOUGH:
        found.append(unquote(text, errors="replace"))
    if len(_ENTITY.findall(text)) >= _ENOUGH:
        found.append(html.unescape(text))
    if len(_ESCAPE.findall(text)) >= _ENOUGH:
        found.append(_ESCAPE.sub(lambda match: _character(match[1] or match[2]), text))
    return found


def _decoded(run: str) -> bytes:
    try:
        return base64.b64decode(run + "=" * (-len(run) % 4))
    except (binascii.Error, ValueError):
        return b""


def _text(data: bytes) -> list[str]:
    """Return what bytes spell, if nearly all of it can be read."""
    text = data.decode("utf-8", "replace")
    return (
        [text] if len(text) >= 8 and sum(map(str.isprintable, text)) >= 0.9 * len(text) and "\ufffd" not in text else []
    )


def _character(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""


def _shape(word: str) -> tuple[str, str, str]:
    """Return what stays of a word whose inner letters change places."""
    return word[0], "".join(sorted(word[1:-1])), word[-1]
