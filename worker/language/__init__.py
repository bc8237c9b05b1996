"""What the offline writer knows of languages: tables of forms as data, and the small machines that read by them.

    block ─▶ sentences ─▶ tokens ─▶ statements        (worker.writer makes memories of the statements)

`sentences` finds what a person wrote between pastes, code and quotations; `tokens` cuts a sentence into
words; `matcher` compares them with a table's rows; `statement` decides what a sentence says; `subject` what
that is about. The tables, one file per language, are plain text: a new form is a new line.

The process that reads strangers' words has no engine that backtracks. Every step takes time linear in
the length of the text, whatever the text is.
"""

from __future__ import annotations

from worker.language import chinese, english, french, german, japanese, spanish
from worker.language.table import Language
from worker.language.tokens import is_dense

__all__ = ["NAMES", "language", "languages"]

_TABLES = {
    "English": english.TABLE,
    "German": german.TABLE,
    "Spanish": spanish.TABLE,
    "French": french.TABLE,
    "Chinese": chinese.TABLE,
    "Japanese": japanese.TABLE,
}
NAMES = tuple(_TABLES)
_SPACED = NAMES[:4]
_MOST_LANGUAGES = 2
_APART = '.,;:!?¡¿()"«»„“”‘…—-–'
_loaded: dict[str, Language] = {}


def language(name: str) -> Language:
    """Return a language by its English name; its table is read when it is first asked for."""
    if name not in _loaded:
        _loaded[name] = Language(name, _TABLES[name])
    return _loaded[name]


def languages(text: str, start: int, end: int) -> list[Language]:
    """Return the languages that a sentence may be in, the most likely first.

    Kana are Japanese, and other characters of a dense script Chinese. Languages with spaces are told apart by
    their small words; English comes first where they are equal.
    """
    found: list[Language] = []
    sentence = text[start:end]
    if not sentence.isascii():
        if any("\u3040" <= character <= "\u30ff" for character in sentence):
            found.append(language("Japanese"))
        elif any(map(is_dense, sentence)):
            found.append(language("Chinese"))
    low = sentence.casefold().replace("’", "'")
    words = {word.strip(_APART) for word in (*low.split(), *low.replace("'", "' ").split())}
    first = language("English")
    if not found and len(words & first.known) * 3 >= len(words) * 2:
        # So many words cannot be there by chance, and the other tables need not be made.
        return [first]
    spaced = [language(name) for name in _SPACED]
    # A small word says more than one such as "commit", which people borrow.
    counts = [len(words & each.known) + len(words & each.small) for each in spaced]
    most = max(counts)
    if not found or most > 2:
        close = sorted(zip(counts, spaced), key=lambda each: -each[0])
        found += [each for count, each in close if count and count >= most - 1][:_MOST_LANGUAGES] or spaced[:1]
    return found
