"""Does the room know this already, or does it say otherwise? Compared by words, without a model.

A duplicate says the same thing; a conflict says another thing of the same subject. Both are judged within
one type and on words that carry meaning. What is found is only as good as the words: the same fact in other
words is neither, and stays a second memory.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from policies.text import squeezed

__all__ = ["Known", "duplicate", "rival"]

_WORD = re.compile(r"[^\W_]+(?:[._/+-][^\W_]+)*")
_EMPTY = frozenset(
    [
        "a",
        "an",
        "the",
        "this",
        "that",
        "these",
        "those",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "to",
        "of",
        "in",
        "on",
        "at",
        "for",
        "with",
        "and",
        "or",
        "as",
        "it",
        "its",
        "we",
        "i",
        "you",
        "he",
        "she",
        "they",
        "our",
        "my",
        "your",
        "their",
        "use",
        "uses",
        "using",
        "used",
        "prefer",
        "prefers",
        "preferred",
        "want",
        "wants",
        "like",
        "likes",
        "should",
        "must",
        "always",
        "please",
        "from",
        "by",
        "do",
        "does",
        "will",
        "now",
        "instead",
        "than",
        "rather",
        "not",
        "no",
        "never",
        "user",
    ]
)
_NEGATION = frozenset(
    [
        "not",
        "no",
        "never",
        "don't",
        "dont",
        "doesn't",
        "isn't",
        "aren't",
        "stop",
        "avoid",
        "without",
        "nicht",
        "kein",
        "keine",
        "nie",
        "no",
        "nunca",
        "ne",
        "pas",
        "jamais",
    ]
)
_SAME_SUBJECT = 0.6


@dataclass(frozen=True)
class Known:
    """A memory that the room holds.

    Attributes:
        path: relative.
        type: `user`, `feedback`, `project` or `reference`.
        trust: its tier.
        description: one line.
        body: its text.
        pinned: it lies below `pinned/`.
        sha256: of its bytes; "" where it is not known.
    """

    path: str
    type: str
    trust: str
    description: str
    body: str
    pinned: bool = False
    sha256: str = ""

    @cached_property
    def meaning(self) -> str:
        """Return what it says, for comparison."""
        return _meaning(self.body or self.description)

    @cached_property
    def words(self) -> frozenset[str]:
        """Return its words that carry meaning."""
        return _words(self.description)


def duplicate(description: str, body: str, known: Sequence[Known]) -> Known | None:
    """Return a memory that says the same."""
    meaning = _meaning(body or description)
    return next((each for each in known if meaning and each.meaning == meaning), None)


def rival(type_: str, path: str, description: str, known: Sequence[Known]) -> Known | None:
    """Return a memory of the same type and subject that asserts something else.

    Two assertions are of one subject if their file names say so, or if most of their words are the same;
    they differ if one denies what the other says, or if they name different things in the same place.
    """
    words = _words(description)
    denied = bool(_all_words(description) & _NEGATION)
    subject = _subject(path)
    for each in known:
        if each.type != type_ or each.path == path:
            continue
        common = len(words & each.words)
        most = common / max(1, min(len(words), len(each.words)))
        other = bool(_all_words(each.description) & _NEGATION)
        if subject and subject == _subject(each.path) and words != each.words:
            return each
        if common >= 2 and most >= _SAME_SUBJECT and (denied != other):
            return each
    return None


def _subject(path: str) -> str:
    """Return the subject that a file name states: without folder, type and ending, and without the number that a
    writer puts behind a name which is taken.
    """
    name = path.rpartition("/")[2].removesuffix(".md")
    return re.sub(r"^(?:user|feedback|project|reference)-|-[2-9]$", "", name.casefold())


def _meaning(text: str) -> str:
    return " ".join(_WORD.findall(squeezed(text)))


def _all_words(text: str) -> frozenset[str]:
    return frozenset(squeezed(text).replace("\u2019", "'").split())


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(squeezed(text))) - _EMPTY
