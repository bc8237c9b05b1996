"""Words as they are compared: folded, and cut in two where a language writes without spaces.

`room.recall` cuts topics and questions with the same function, so what is written in a topic is found by it. Case,
accents and compatibility forms make no difference, nor does the plural "s" of European languages. Where words are not
separated (Chinese, Japanese, Thai …) every pair of neighbours is a word; a run's last character is one too, so that a
single character finds all of its pairs by their beginning.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["asked", "folded", "words"]

_LONGEST = 64
_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
_ASCII = re.compile(r"[a-z0-9]+")
_RUNS = re.compile(rf"([{_SPACELESS}]+)|[^\W_{_SPACELESS}]+")
# Accents only: taking other marks away would change letters of Indic and Southeast Asian scripts and Japanese voicing.
_ACCENTS = re.compile("[\u0300-\u036f]+")


def folded(text: str) -> str:
    """Return a text without case, accents and compatibility forms."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text)
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart)).casefold()


def words(text: str) -> list[str]:
    """Return all words of a topic's text, in their order and with repetitions."""
    return _cut(folded(text), last=True)


def asked(text: str) -> list[str]:
    """Return the words of a question, each once."""
    return list(dict.fromkeys(_cut(folded(text), last=False)))


def _cut(text: str, *, last: bool) -> list[str]:
    if text.isascii():
        return [_stem(word) for word in _ASCII.findall(text)]
    found = []
    for match in _RUNS.finditer(text):
        run = match[1]
        if run is None:
            found.append(_stem(match[0]))
        else:
            found += [run[at : at + 2] for at in range(len(run) - 1)]
            if last or len(run) == 1:
                found.append(run[-1])
    return found


def _stem(word: str) -> str:
    """Return a word without its plural ending, in questions and topics alike ("status" loses it in both)."""
    if len(word) > 3 and word[-1] == "s" and word[-2] != "s":
        return word[:-1]
    return word if len(word) <= _LONGEST else word[:_LONGEST]
