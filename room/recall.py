"""Finding topics by words: an inverted index in memory, kept as long as the topics stay what they are.

For each word the index holds the topics that have it, each with an impact worked out beforehand: how often the word
occurs, more if it occurs in the description, less in a long text, and the topic's own worth (pinned, verified,
unverified, superseded). A question adds up the impacts of its words, the rarer the word the more it counts. Nothing
else is looked at, so the cost is that of the topics that have the words. A word that no topic has is taken for the
beginning of one. The same topics and the same question give the same answer, whatever was changed in between; ties
end by path.

Not defended: meaning. A topic that says it in other words is not found. In rooms beyond `MOST_TEXT` the rest of the
bodies is not searched; their descriptions and names are.
"""

from __future__ import annotations

import heapq
import math
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from room.catalogue import Catalogue, Memory
from room.words import asked, folded, words

__all__ = ["MOST_TEXT", "Hit", "Recall"]

MOST_TEXT = 32_000_000
"""Characters of all bodies that are indexed."""
_MOST_BODY = 64_000
"""Characters of one body."""
_MOST_ASKED = 32
_MOST_LOOKED_AT = 20_000
"""Postings that one question goes through, the rarest words first. What almost every topic has decides nothing."""
_MOST_BEGUN = 64
"""Words that one beginning stands for."""

_LINES, _LONGEST_LINE = 3, 300
_DESCRIPTION = 4.0
_USUAL = 150
"""Words of a topic whose length counts neither for nor against it."""
_WORTH = {"user-verified": 1.25, "operator": 1.25, "user-observed": 1.0, "external-tool": 0.7, "external-web": 0.6}
_PINNED, _SUPERSEDED, _BEGUN = 1.25, 0.4, 0.5

_UNIT = 1_000
_MOST_IMPACT = 0xFFFF


class _Postings(NamedTuple):
    """The topics that have a word, by their numbers, and the impact that it has in each, in thousandths."""

    numbers: array[int]
    impacts: array[int]


class Hit(NamedTuple):
    """A topic that matches.

    Attributes:
        memory: the topic.
        score: comparable within one question only.
        lines: the lines of its body that have words of the question, at most three, raw.
    """

    memory: Memory
    score: float
    lines: tuple[str, ...]


class Recall:
    """An index of the topics of a room. Not for two threads at once.

    Args:
        topics: a catalogue, whose refreshes the index follows, or memories.
    """

    def __init__(self, topics: Catalogue | Iterable[Memory]) -> None:
        self._catalogue = topics if isinstance(topics, Catalogue) else None
        self._revision: int | None = None
        self._memories: list[Memory | None] = []
        self._paths: list[str] = []
        self._numbers: dict[str, int] = {}
        self._free: list[int] = []
        self._postings: dict[str, _Postings] = {}
        self._indexed: dict[int, int] = {}
        self._text = 0
        self._sorted: list[str] | None = None
        if not isinstance(topics, Catalogue):
            self._follow(list(topics))
        self.refresh()

    def refresh(self) -> None:
        """Take in what the catalogue's last refresh changed; nothing, if it changed nothing."""
        if self._catalogue is not None and self._catalogue.revision != self._revision:
            self._follow(self._catalogue.memories)
            self._revision = self._catalogue.revision

    def query(self, text: str, limit: int = 10) -> list[Hit]:
        """Return the best topics, best first.

        Args:
            text: words in any order; the first 32 different ones count.
            limit: most hits.
        """
        self.refresh()
        question = asked(text)[:_MOST_ASKED]
        terms = [term for word in question for term in self._terms(word)]
        if not terms or limit < 1:
            return []
        # The rarest first: a sum of floats depends on its order in the last digit, and the answer must not.
        terms.sort(key=lambda term: (len(term[0].numbers), term[1], term[2]))
        living = len(self._numbers)
        scores = [0.0] * len(self._memories)
        looked_at = 0
        for (numbers, impacts), weight, _ in terms:
            if looked_at and looked_at + len(numbers) > _MOST_LOOKED_AT:
                break
            looked_at += len(numbers)
            factor = weight * math.log1p((living - len(numbers) + 0.5) / (len(numbers) + 0.5)) / _UNIT
            for number, impact in zip(numbers, impacts):
                scores[number] += factor * impact
        return [
            Hit(self._at(number), round(scores[number], 4), _lines(self._at(number).body, question))
            for number in self._best(scores, limit)
        ]

    def _best(self, scores: list[float], limit: int) -> list[int]:
        """Return the topics with the highest scores above zero; where some are equal, by path."""
        least = max(0.0, heapq.nlargest(limit, scores)[-1])
        better = [number for number, score in enumerate(scores) if score > least]
        better.sort(key=lambda number: (-scores[number], self._paths[number]))
        if least == 0.0 or len(better) == limit:
            return better
        equal = [(self._paths[number], number) for number, score in enumerate(scores) if score == least]
        return better + [number for _, number in heapq.nsmallest(limit - len(better), equal)]

    def _terms(self, word: str) -> list[tuple[_Postings, float, str]]:
        """Return the postings of a word, or of the words that begin with it where no topic has it."""
        if exact := self._postings.get(word):
            found = [(exact, 1.0, word)]
            # One character of a script without spaces is mostly the beginning of a pair.
            return found if word.isascii() or len(word) > 1 else found + self._begun(word)
        return self._begun(word)

    def _begun(self, word: str) -> list[tuple[_Postings, float, str]]:
        if self._sorted is None:
            self._sorted = sorted(self._postings)
        start = bisect_left(self._sorted, word)
        found = []
        for longer in self._sorted[start : start + _MOST_BEGUN]:
            if not longer.startswith(word):
                break
            if longer != word:
                found.append((self._postings[longer], _BEGUN, longer))
        return found

    def _at(self, number: int) -> Memory:
        memory = self._memories[number]
        assert memory is not None
        return memory

    def _follow(self, memories: Sequence[Memory]) -> None:
        """Make the index that of these topics."""
        now = {memory.path: memory for memory in memories}
        for path, number in list(self._numbers.items()):
            if now.get(path) is not self._memories[number]:
                self._remove(number)
        for path, memory in now.items():
            if path not in self._numbers:
                self._add(memory)

    def _add(self, memory: Memory) -> None:
        if self._free:
            number = self._free.pop()
            self._memories[number], self._paths[number] = memory, memory.path
        else:
            number = len(self._memories)
            self._memories.append(memory)
            self._paths.append(memory.path)
        length = min(len(memory.body), _MOST_BODY, max(0, MOST_TEXT - self._text))
        self._text += length
        self._indexed[number] = length
        self._numbers[memory.path] = number
        before = len(self._postings)
        for word, impact in _impacts(memory, length).items():
            there = self._postings.get(word)
            if there is None:
                self._postings[word] = _Postings(array("L", (number,)), array("H", (impact,)))
            else:
                there.numbers.append(number)
                there.impacts.append(impact)
        if len(self._postings) != before:
            self._sorted = None

    def _remove(self, number: int) -> None:
        memory = self._at(number)
        length = self._indexed.pop(number)
        for word in _impacts(memory, length):
            there = self._postings[word]
            at = there.numbers.index(number)
            del there.numbers[at], there.impacts[at]
            if not there.numbers:
                del self._postings[word]
                self._sorted = None
        self._text -= length
        self._memories[number] = None
        self._free.append(number)
        del self._numbers[memory.path]


def _impacts(memory: Memory, length: int) -> dict[str, int]:
    """Return each word of a topic with its impact. The same topic gives the same ones: that is how it is removed."""
    found = words(memory.body[:length])
    # Frequency counts less and less, and less in a long text (the shape of Okapi BM25, k1 = 1.2, b = 0.75).
    slowness = 1.2 * (0.25 + 0.75 * len(found) / _USUAL)
    impacts = {word: 2.2 * count / (count + slowness) for word, count in Counter(found).items()}
    for word in set(words(f"{memory.description} {memory.title} {memory.name} {memory.type}")):
        impacts[word] = impacts.get(word, 0.0) + _DESCRIPTION
    worth = _WORTH.get(memory.trust, min(_WORTH.values())) * _UNIT
    worth *= (_PINNED if memory.pinned else 1.0) * (_SUPERSEDED if memory.superseded_by else 1.0)
    return {word: max(1, min(_MOST_IMPACT, round(impact * worth))) for word, impact in impacts.items()}


def _lines(body: str, question: Sequence[str]) -> tuple[str, ...]:
    """Return the lines that have a word of the question, or one that begins so, the first three."""
    found = []
    for line in body[:_MOST_BODY].splitlines():
        plain = folded(line)
        # Looking for the letters is cheap, and rules out most lines before they are cut into words.
        if any(word in plain for word in question) and any(
            each.startswith(word) for each in words(line) for word in question
        ):
            found.append(line.strip()[:_LONGEST_LINE])
            if len(found) == _LINES:
                break
    return tuple(found)
