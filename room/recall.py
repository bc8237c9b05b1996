"""Finding memories by words: an inverted index in memory, built once and asked many times.

Words are folded (case, accents, compatibility forms); languages without spaces are cut into pairs of
characters, so that a word inside a sentence is found. A rare word counts more than a common one, a word in
the description more than one in the body, and among equals the pinned and the better trusted come first.
Ties end by path: the same room and question give the same answer.

Not defended: meaning. A memory in other words is not found.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from room.catalogue import Memory

__all__ = ["Hit", "Recall", "words"]

_RUN = re.compile(r"[^\W_]+", re.UNICODE)
_DESCRIPTION = 3  # A word of the description counts as three of the body.
_MOST_LINES = 3
_TRUST = {"user-verified": 1.3, "operator": 1.3, "user-observed": 1.2}


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that matches.

    Attributes:
        memory: it.
        score: comparable within one query only.
        lines: the lines of its body that hold words of the query, at most three.
    """

    memory: Memory
    score: float
    lines: tuple[str, ...]


def words(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    folded = "".join(each for each in folded if not unicodedata.combining(each))
    found: list[str] = []
    for run in _RUN.findall(folded):
        for piece in _pieces(run):
            if _spaceless(piece[0]):
                found += [piece[at : at + 2] for at in range(max(1, len(piece) - 1))]
            else:
                found.append(piece)
    return found


def _pieces(run: str) -> Iterable[str]:
    """Split a run where a script with spaces meets one without."""
    start = 0
    for at in range(1, len(run)):
        if _spaceless(run[at]) != _spaceless(run[at - 1]):
            yield run[start:at]
            start = at
    yield run[start:]


def _spaceless(character: str) -> bool:
    code = ord(character)
    return 0x0E00 <= code < 0x0F00 or 0x3040 <= code < 0xA000 or 0x20000 <= code < 0x32000


class Recall:
    """An index over the memories of a room.

    Args:
        memories: what can be found; superseded ones are found too, last.
    """

    def __init__(self, memories: Iterable[Memory]) -> None:
        self._memories = list(memories)
        self._places: defaultdict[str, dict[int, float]] = defaultdict(dict)
        for number, memory in enumerate(self._memories):
            weights = Counter(words(memory.body))
            for word in words(f"{memory.description} {memory.name}"):
                weights[word] += _DESCRIPTION
            for word, weight in weights.items():
                self._places[word][number] = 1 + math.log(weight)

    def query(self, text: str, limit: int = 10) -> list[Hit]:
        """Return the best matches, best first.

        Args:
            text: words, in any order.
            limit: most hits.
        """
        asked = dict.fromkeys(words(text))
        scores: defaultdict[int, float] = defaultdict(float)
        for word in asked:
            places = self._places.get(word)
            if places:
                rarity = math.log(1 + len(self._memories) / len(places))
                for number, weight in places.items():
                    scores[number] += weight * rarity
        ranked = sorted(
            ((self._ranked(number, score), number) for number, score in scores.items()),
            key=lambda each: (-each[0], self._memories[each[1]].path),
        )
        return [
            Hit(self._memories[number], round(score, 4), self._lines(number, asked)) for score, number in ranked[:limit]
        ]

    def _ranked(self, number: int, score: float) -> float:
        memory = self._memories[number]
        score *= _TRUST.get(memory.trust, 1.0) * (1.2 if memory.pinned else 1.0)
        return score * (0.3 if memory.superseded_by else 1.0)

    def _lines(self, number: int, asked: dict[str, None]) -> tuple[str, ...]:
        found = [line.strip() for line in self._memories[number].body.splitlines() if asked.keys() & words(line)]
        return tuple(found[:_MOST_LINES])
