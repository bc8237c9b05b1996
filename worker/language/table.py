"""A language's table: from text to matchers, when a sentence of that language first comes.

A table is a text, and all of it is one constant: loading it costs next to nothing, and a process that reads
English never compiles the Japanese one. Unindented lines are headings, indented ones their rows, `#` begins
a comment. The headings:

    words FOLD          pairs of characters: the first is read as the second
    words NAME          words of a class, and names of others whose words are in it; EMPTY, LINK, VAGUE, AND, SCOPE, AGAINST, ME, RULE, TRAIL have a meaning
    lead FLAG           what may stand before a statement and is no part of it; FLAG is one of `FLAGS`
    scope               what may stand before a form and stays with the statement: "in this project", "for tests,"
    form TYPE KIND      what makes a statement; TYPE of the memory, KIND one of `KINDS`
    fix TYPE KIND       the same, but only after a lead that corrects
    not REASON          what makes that a sentence is no memory; `not REASON KIND` only for statements of a kind
    ask                 what begins a question that may have no question mark
    tail                what begins a clause that is no part of the statement before it; `tail KIND` as above
    paste               a sentence that announces a paste
    drop                a sentence that takes back what was said in the same block
"""

from __future__ import annotations

from worker.language.matcher import Matcher, TableError, class_key, is_single
from worker.language.tokens import KINDS as TOKEN_KINDS
from worker.language.tokens import is_dense, word_parts

__all__ = ["FLAGS", "KINDS", "TYPES", "Language"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from worker.language.matcher import Row
    from worker.language.tokens import Lexicon

TYPES = ("user", "feedback", "project", "reference")
FLAGS = ("-", "correct", "keep", "always", "decide")
"""What a lead says: nothing; that something was wrong; that it is to be kept, holds from now on, was decided."""

KINDS = ("prefer", "rule", "choose", "fact", "place")
"""What a statement is: a liking, an instruction, a decision, a fact, where something is."""

_HEADINGS = {
    "words": 1,
    "lead": 1,
    "scope": 0,
    "form": 2,
    "fix": 2,
    "not": 1,
    "ask": 0,
    "tail": 0,
    "paste": 0,
    "drop": 0,
}
_ANYWHERE = ("not", "paste", "drop")
_NAMES = ("SERVICE", "SYSTEM")
"""Classes of names, which are the same in all languages."""

_CLASSES = (
    "EMPTY",
    "LINK",
    "VAGUE",
    "AND",
    "SCOPE",
    "AGAINST",
    "ME",
    "RULE",
    "TRAIL",
    "ANAPHOR",
    "POINTER",
    "BOUND",
    "TASK",
    "NO",
    "SO",
)


class Language:
    """A table that is ready for use.

    Attributes:
        name: of the language, in English.
        dense: whether it is written without spaces.
        lexicon: its words, for a language without spaces.
        folds: characters that are read as others.
        known: the words by which it is recognised.
        small: those of them that are its own.

    Args:
        name: of the language.
        table: its text.

    Raises:
        TableError: the text cannot be read.
    """

    __slots__ = (
        "_classes",
        "_matchers",
        "_members",
        "_phrases",
        "_rows",
        "_sets",
        "dense",
        "folds",
        "known",
        "lexicon",
        "name",
        "small",
    )

    def __init__(self, name: str, table: str) -> None:
        self.name = name
        self._rows: dict[str, list[Row]] = {heading: [] for heading in _HEADINGS}
        self._classes: dict[str, tuple[str, ...]] = {kind[1:]: () for kind in TOKEN_KINDS}
        for labels, row in _lines(table):
            if labels[0] == "words":
                words = tuple(word if _is_name(word) else word.casefold() for word in row.split())
                self._classes[labels[1]] = (*self._classes.get(labels[1], ()), *words)
            else:
                self._rows[labels[0]].append((labels[1:], row))
        self._classes = {name: tuple(_expanded(each, self._classes)) for name, each in self._classes.items()}
        self._sets = {key: frozenset(self._classes.get(key, ())) for key in _CLASSES}
        self.folds = {ord(pair[0]): pair[1] for pair in self._classes.pop("FOLD", ())}
        written = self._all_words()
        self.known = frozenset(word for word in written if word[0].isalpha())
        self.small = self._sets["EMPTY"] | self._sets["LINK"]
        self.lexicon = _lexicon(written)
        self.dense = bool(self.lexicon)
        self._members: dict[str, tuple[str, ...]] = {}
        self._phrases: dict[str, list[str]] = {name: [] for name in self._classes}
        self._sort()
        self._matchers: dict[str, Matcher] = {}

    def matcher(self, heading: str, kind: str = "") -> Matcher:
        """Return the matcher of the rows under a heading.

        Args:
            heading: as in the table.
            kind: for `not` and `tail`, of the statement that is judged: rows for other kinds are left out.
        """
        key = heading + kind
        if key not in self._matchers:
            rows = self._rows[heading]
            if kind:
                rows = [row for row in rows if len(row[0]) == _HEADINGS[heading] or kind in row[0][-1].split(",")]
            self._matchers[key] = Matcher(rows, self._phrases, self._members, heading in _ANYWHERE)
        return self._matchers[key]

    def group(self, name: str) -> frozenset[str]:
        """Return the words of one of the classes that have a meaning; empty where the table has none."""
        return self._sets[name]

    def _sort(self) -> None:
        """Sort the words of the classes: single words by themselves, all others by their class."""
        for name, words in self._classes.items():
            key = class_key(name)
            for word in words:
                if is_single(word):
                    self._members[word] = (*self._members.get(word, ()), key)
                else:
                    self._phrases[name].append(word)

    def _all_words(self) -> set[str]:
        """Return every word of the table."""
        words = {word for name, each in self._classes.items() if name not in _NAMES for word in each}
        for rows in self._rows.values():
            for _, row in rows:
                for item in row.split():
                    words.update(item.strip("!?").split("|"))
        return {part for word in words for part in word_parts(word) if part and not part.isupper()}


def _is_name(word: str) -> bool:
    return word.isascii() and word.isupper() and len(word) > 1


def _expanded(words: tuple[str, ...], classes: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """Yield the words of a class, and those of the classes that it names."""
    for word in words:
        if not _is_name(word):
            yield word
        elif word in classes:
            yield from classes[word]
        else:
            raise TableError(f"a class that names no other: {word}")


def _lexicon(words: set[str]) -> Lexicon:
    """Return the words of a dense script that are longer than a character."""
    found: Lexicon = {}
    for word in words:
        if len(word) > 1 and is_dense(word[0]):
            found.setdefault(word[0], []).append(word)
    for each in found.values():
        each.sort(key=len, reverse=True)
    return found


def _lines(table: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield labels and row of each line."""
    labels: tuple[str, ...] = ()
    for line in table.split("\n"):
        row = line.partition(" #")[0].strip() if not line.startswith("#") else ""
        if not row:
            continue
        if not line[0].isspace():
            labels = tuple(row.split())
            _check(labels)
        elif labels:
            yield labels, row
        else:
            raise TableError(f"a row without a heading: {row}")


def _check(labels: tuple[str, ...]) -> None:
    heading, rest = labels[0], labels[1:]
    wanted = _HEADINGS.get(heading)
    some = wanted is not None and heading in ("not", "tail") and len(rest) == wanted + 1
    right = wanted is not None and (len(rest) == wanted or some)
    if right and heading in ("form", "fix"):
        right = rest[0] in TYPES and rest[1] in KINDS
    if right and heading == "lead":
        right = rest[0] in FLAGS
    if right and some:
        right = set(rest[-1].split(",")) <= set(KINDS)
    if not right:
        raise TableError(f"no heading: {' '.join(labels)}")
