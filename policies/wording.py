"""Tables of wording against a text: which of their rules match, in time linear in the text.

A table has classes of words and rules over them, one a line:

    ignore: ignore disregard set_aside ignorier*       a class; `_` is a space, `*` any ending, `@name` another class
    override   -not ignore 3 previous 1 rules|prompt   a rule: its kind and its steps

The steps of a rule stand in one sentence, in this order. Between two steps words that say nothing (`fillers`) do not
count; a number allows so many others, none is none. A step is one class, or one of several, or a phrase of its own.

    -name   at the beginning: unless one of these stands shortly before, within the clause; `--name` in the sentence
    ^       the first step begins a sentence or a clause, or follows what an order may follow
    >name   a step that stands where an order's verb stands: after a comma, `then`, `you must` and the like
    $       at the end: the clause ends here
    !name   at the end: unless one of these follows

A class `shadow` hides the shorter phrases that begin where one of its own does ("do not forget" is no "do not").

Each step is looked at once for each of its occurrences and a bounded number of words before it; nothing is tried
twice, so no text makes it slow.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from policies.disguise import Speller, hidden
from policies.reading import Reading, read, split

__all__ = ["Hit", "Table", "TableError", "Wording"]

_FAR = 40
"""Words, fillers included, that a gap may span at most."""
_NEAR, _SENTENCE = 4, 16
"""Words before a match in which `-name` and `--name` look."""
_LEADS = frozenset(
    ", : then you must should shall always please immediately first also and or instead simply just silently quietly "
    "secretly automatically agents agent assistant assistants ai model dann und sofort bitte musst sollst immer "
    "entonces y debes siempre alors et dois devez toujours".split()
)


class TableError(Exception):
    """A table cannot be read; the message quotes the line."""


class Table(NamedTuple):
    """One language's wording.

    Attributes:
        fillers: words that do not count between steps.
        classes: lines `name: words`.
        rules: lines `kind steps`.
    """

    fillers: str
    classes: str
    rules: str


class Hit(NamedTuple):
    """A rule that matched: its kind, and the words from its first step to its last as they were read."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class _Step:
    number: int
    gap: int
    order: bool


@dataclass(slots=True)
class _Rule:
    kind: str
    steps: tuple[_Step, ...] = ()
    starts: bool = False
    ends: bool = False
    needs: frozenset[int] = frozenset()
    before: list[tuple[int, bool]] = field(default_factory=list)
    after: list[int] = field(default_factory=list)


class Wording:
    """The rules of several tables, ready to be compared.

    Args:
        tables: one of each language; their names do not mix.

    Raises:
        TableError: one cannot be read.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        # A trie of phrases by word; what a phrase ends with is the numbers of the steps that it fulfils.
        self._phrases: dict[str, Any] = {}
        self._numbers: dict[tuple[int, str], int] = {}
        self._stems: set[str] = set()
        self._exact: set[str] = set()
        self._fillers: set[str] = {",", ":"}
        self._rules: dict[int, list[_Rule]] = {}
        self._shadows: set[int] = set()
        for language, table in enumerate(tables):
            self._fillers.update(word for each in table.fillers.split() for word in split(each))
            classes = _classes(table.classes)
            if "shadow" in classes:
                self._shadows.add(self._number(language, "shadow", classes))
            for line in _lines(table.rules):
                rule = self._rule(line, language, classes)
                self._rules.setdefault(rule.steps[0].number, []).append(rule)
        self._lengths = sorted({len(stem) for stem in self._stems})
        self._speller = Speller(self._exact)
        self._keys = lru_cache(maxsize=8192)(self._entries)

    # -- building ----------------------------------------------------------------------------------------------

    def _rule(self, line: str, language: int, classes: Mapping[str, tuple[str, ...]]) -> _Rule:
        kind, *items = line.split()
        rule = _Rule(kind)
        gap = 0
        steps: list[_Step] = []
        for item in items:
            if item.isdigit():
                gap = int(item)
            elif item == "^":
                rule.starts = True
            elif item == "$":
                rule.ends = True
            elif item[0] == "-":
                rule.before.append((self._number(language, item.lstrip("-"), classes), item[:2] == "--"))
            elif item[0] == "!":
                rule.after.append(self._number(language, item[1:], classes))
            else:
                number = self._number(language, item.lstrip(">"), classes)
                steps.append(_Step(number, gap, item[0] == ">"))
                gap = 0
        if not steps:
            raise TableError(f"a rule without steps: {line!r}")
        rule.steps = tuple(steps)
        rule.needs = frozenset(step.number for step in steps)
        return rule

    def _number(self, language: int, item: str, classes: Mapping[str, tuple[str, ...]]) -> int:
        """Return the number of a step, and lay out its phrases where it is new."""
        if (language, item) in self._numbers:
            return self._numbers[language, item]
        number = self._numbers[language, item] = len(self._numbers)
        for name in item.split("|"):
            for phrase in classes.get(name, (name,)):
                node = self._phrases
                for word in _words(phrase):
                    (self._stems if word.endswith("*") else self._exact).add(word.rstrip("*"))
                    node = node.setdefault(word, {})
                node.setdefault("", []).append(number)
        return number

    def _entries(self, word: str) -> tuple[str, ...]:
        """Return the entries of the tables that a word fulfils: itself, and stems."""
        found = [word] if word in self._exact else []
        found += [
            f"{word[:length]}*" for length in self._lengths if length <= len(word) and word[:length] in self._stems
        ]
        return tuple(found)

    # -- comparing ---------------------------------------------------------------------------------------------

    def hits(self, text: str) -> list[Hit]:
        """Return what matches in a text, in its encodings, and in it turned round, in that order."""
        reading = self._read(text)
        found = self._hits(reading)
        for each in hidden(text):
            found += self._hits(self._read(each))
        rotated, backwards = self._speller.turned(reading.words)
        if rotated:
            found += self._hits(self._read(codecs.encode(text, "rot13")))
        if backwards:
            found += self._hits(self._read(text[::-1]))
        return found

    def _read(self, text: str) -> Reading:
        return read(text, self._speller.spelled, lambda word: bool(self._keys(word)))

    def _hits(self, reading: Reading) -> list[Hit]:
        found = _Search(reading, self._occurrences(reading), self._fillers)
        there = found.occurrences.keys()
        # Most rules begin with a common word and need a rare one: what is not there need not be looked for.
        rules = [rule for number in there for rule in self._rules.get(number, ()) if rule.needs <= there]
        return [
            Hit(rule.kind, " ".join(reading.words[span[0] : span[1]])) for rule in rules if (span := found.span(rule))
        ]

    def _occurrences(self, reading: Reading) -> dict[int, list[tuple[int, int]]]:
        """Return where the steps' phrases stand, by the number of the step, in the order of their beginnings."""
        keys = [
            (*self._keys(word), kind) if kind else self._keys(word) for word, kind in zip(reading.words, reading.kinds)
        ]
        found: dict[int, list[tuple[int, int]]] = {}
        covered = 0
        for start, first in enumerate(keys):
            if not first:
                continue
            ends: list[tuple[int, int]] = []
            nodes = [(self._phrases[key], start + 1) for key in first if key in self._phrases]
            while nodes:
                node, end = nodes.pop()
                ends += [(number, end) for number in node.get("", ())]
                if end < len(keys) and len(node) > ("" in node):
                    nodes += [(node[key], end + 1) for key in keys[end] if key in node]
            covered = max([covered, *(end for number, end in ends if number in self._shadows)])
            for number, end in ends:
                if end > covered or number in self._shadows:
                    found.setdefault(number, []).append((start, end))
        return found


class _Search:
    """One text's occurrences, and the rules tried on them."""

    def __init__(self, reading: Reading, occurrences: dict[int, list[tuple[int, int]]], fillers: Iterable[str]) -> None:
        self._words, self._sentence, self._strict = reading.words, reading.sentence, reading.strict
        self.occurrences = occurrences
        self._starts_and_ends: dict[int, tuple[set[int], set[int]]] = {}
        # How many words that count stand before each.
        self._weight = [0]
        for word in reading.words:
            self._weight.append(self._weight[-1] + (word not in fillers))

    def span(self, rule: _Rule) -> tuple[int, int] | None:
        """Return where a rule matches first, or None."""
        reached: dict[int, int] = {}
        for start, end in self.occurrences[rule.steps[0].number]:
            if rule.starts and not self._leads(start):
                continue
            if not any(self._stands_before(number, start, wide) for number, wide in rule.before):
                reached[end] = max(start, reached.get(end, 0))
        for step in rule.steps[1:]:
            further: dict[int, int] = {}
            for start, end in self.occurrences.get(step.number, ()):
                if reached and (not step.order or self._leads(start)):
                    origin = self._reaches(reached, start, step.gap)
                    if origin is not None:
                        further[end] = max(origin, further.get(end, 0))
            reached = further
        for end, start in sorted(reached.items()):
            if rule.ends and not self._closes(end):
                continue
            if not any(self._stands_after(number, end) for number in rule.after):
                return start, end
        return None

    def _reaches(self, reached: Mapping[int, int], start: int, gap: int) -> int | None:
        """Return where the match begins that a step at this place continues."""
        for end in range(start, max(0, start - _FAR), -1):
            if self._weight[start] - self._weight[end] > gap or self._sentence[end - 1] != self._sentence[start]:
                return None
            if end in reached:
                return reached[end]
        return None

    def _leads(self, at: int) -> bool:
        """Return whether an order's verb can stand here."""
        return at == 0 or self._strict[at - 1] != self._strict[at] or self._words[at - 1] in _LEADS

    def _closes(self, end: int) -> bool:
        """Return whether a clause ends here."""
        return end == len(self._words) or self._strict[end] != self._strict[end - 1] or self._words[end] in ",:"

    def _stands_before(self, number: int, start: int, wide: bool) -> bool:
        ends = self._edges(number)[1]
        for end in range(start, max(0, start - (_SENTENCE if wide else _NEAR)), -1):
            if self._strict[end - 1] != self._strict[start] or (not wide and self._words[end - 1] == ","):
                return False
            if end in ends:
                return True
        return False

    def _stands_after(self, number: int, end: int) -> bool:
        starts = self._edges(number)[0]
        for start in range(end, min(end + 3, len(self._words))):
            if self._weight[start] != self._weight[end] or self._sentence[start] != self._sentence[end - 1]:
                return False
            if start in starts:
                return True
        return False

    def _edges(self, number: int) -> tuple[set[int], set[int]]:
        """Return where the occurrences of a step begin and where they end."""
        if number not in self._starts_and_ends:
            spans = self.occurrences.get(number, ())
            self._starts_and_ends[number] = ({start for start, _ in spans}, {end for _, end in spans})
        return self._starts_and_ends[number]


def _lines(text: str) -> list[str]:
    """Return the lines of a table; one that begins with white space goes on with the one before, `#` is a comment."""
    found: list[str] = []
    for line in text.splitlines():
        if line[:1].isspace() and line.strip():
            if not found:
                raise TableError(f"a line that goes on with none: {line!r}")
            found[-1] += " " + line.strip()
        elif line.strip() and line[0] != "#":
            found.append(line)
    return found


def _classes(text: str) -> dict[str, tuple[str, ...]]:
    """Read the classes of a table."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _lines(text):
        name, colon, words = line.partition(": ")
        if not colon or " " in name or name in found:
            raise TableError(f"no class, or one more of a name: {line!r}")
        members: list[str] = []
        for word in words.split():
            if word[0] == "@":
                if word[1:] not in found:
                    raise TableError(f"a class that comes later, or never: {word!r}")
                members += found[word[1:]]
            else:
                members.append(word)
        found[name] = tuple(dict.fromkeys(members))
    return found


def _words(phrase: str) -> tuple[str, ...]:
    """Return the entries of a phrase; `*` stays at the end of the word that has it."""
    words: list[str] = []
    for part in phrase.split("_"):
        cut = split(part.rstrip("*"))
        if not cut:
            raise TableError(f"a phrase without words: {phrase!r}")
        words += cut
        if part.endswith("*"):
            words[-1] += "*"
    return tuple(words)
