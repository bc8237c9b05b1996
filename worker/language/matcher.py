"""Rows of words against a sentence, all rows at once and each token looked at once.

The rows of a table become one automaton of positions (Glushkov, 1961): a bit stands for "this item was the last
to match", and with each token every set bit hands on to those that may follow it. Nothing is tried twice, so
there is nothing to backtrack: time is the number of tokens, whatever they are. (`re` would be an engine more in
the process that reads strangers' words, one that can be led into exponential time.)

The items of a row, between spaces:

    word        this word; Chinese and Japanese words are cut by the table's own lexicon
    deploy*     a word that begins so
    *ing        a word that ends so
    a|b|c_d     one of these; an underscore stands for the space between two words
    NAME        one of a class that the table defines, or of a kind of token (URL, PATH, CODE, NUMBER …)
    !NAME       any one word that is none of these
    *           any one word
    x?          x, or nothing
    ..          any number of tokens within the clause
    ...         any number of tokens
    ^           at the start of a row: it begins where the reading begins, even where rows may begin anywhere

Rows come first that should win: where several match, the earliest row of the table is the answer.
"""

from __future__ import annotations

from worker.language.tokens import word_parts

__all__ = ["Match", "Matcher", "TableError", "class_key", "is_single"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from worker.language.tokens import Token

    Classes = Mapping[str, Sequence[str]]
    Members = Mapping[str, tuple[str, ...]]
    Labels = tuple[str, ...]
    Row = tuple[Labels, str]

_GAPS = ("..", "...")


def class_key(name: str) -> str:
    """Return the key of a class among the words."""
    return f"@{name}"


class TableError(Exception):
    """A row of a table cannot be read; the message quotes it."""


class Match:
    """A row that matched.

    Attributes:
        row: its labels.
        rank: its place among the rows; a lower one wins.
        end: index of the token after the match.
        head: index of the token after the row's first words, those before its first gap or open item.
        open: whether the row begins with a gap or an open item; what the latter stands for counts to the head.
    """

    __slots__ = ("end", "head", "open", "rank", "row")

    def __init__(self, row: Labels, rank: int, end: int, head: int, open_: bool) -> None:
        self.row = row
        self.rank = rank
        self.end = end
        self.head = head
        self.open = open_


class Matcher:
    """The rows of one kind, ready to be compared.

    Args:
        rows: labels and pattern of each.
        classes: what a name in capitals stands for that is no single word.
        members: of each single word the classes that it is in, as `class_key` writes them.
        anywhere: whether a row may begin at any token, but for those with `^`.

    Raises:
        TableError: a pattern cannot be read.
    """

    __slots__ = (
        "_any",
        "_edges",
        "_first",
        "_first_anywhere",
        "_first_within",
        "_follow",
        "_lasts",
        "_members",
        "_off",
        "_on",
        "_rank",
        "_rows",
        "_stay",
        "_stay_within",
        "_stems",
        "_tails",
    )

    def __init__(self, rows: Sequence[Row], classes: Classes, members: Members, anywhere: bool = False) -> None:
        self._rows = rows
        self._members = members
        # By word or class: the positions that it fulfils, and those that want any word but such a one.
        self._on: dict[str, int] = {}
        self._off: dict[str, int] = {}
        self._stems: dict[int, dict[str, int]] = {}
        self._tails: dict[int, dict[str, int]] = {}
        self._any = 0
        # By position, its number being that of its bit: what may follow it, and whose row it belongs to.
        self._follow: list[int] = []
        self._rank: list[int] = []
        # Positions at which a gap begins; at which a row is complete; at which its first words are.
        self._stay = self._stay_within = self._lasts = self._edges = 0
        self._first = self._first_within = self._first_anywhere = 0
        for rank, (_, pattern) in enumerate(rows):
            self._add(rank, pattern, classes, anywhere)

    # -- Building ----------------------------------------------------------------------------------------------

    def _add(self, rank: int, pattern: str, classes: Classes, anywhere: bool) -> None:
        """Lay out one row.

        `open_` is the set of positions that the next item may follow, and `starts` is true as long as it may
        also be the first one.
        """
        items = pattern.split()
        how = "anywhere" if anywhere else ""
        if items[:1] == ["^"]:
            items, how = items[1:], ""
        open_, starts, edge = 0, True, 0
        gap = False
        for item in items:
            if (item in _GAPS or item[0] in "*!") and not starts and not gap:
                edge, gap = open_, True
            if item in _GAPS:
                gap = True
                if starts and how != "anywhere":
                    how = "within" if item == ".." else "anywhere"
                if item == "..":
                    self._stay_within |= open_
                else:
                    self._stay |= open_
                continue
            optional = len(item) > 1 and item.endswith("?")
            entries = exits = 0
            for phrase in _phrases(item[:-1] if optional else item, classes, pattern):
                before = 0
                for words in phrase:
                    bit = self._position(rank, words)
                    if before:
                        self._follow[before.bit_length() - 1] |= bit
                    else:
                        entries |= bit
                    before = bit
                exits |= before
            for number in _numbers(open_):
                self._follow[number] |= entries
            if starts:
                self._enter(entries, how)
            open_ = open_ | exits if optional else exits
            starts = starts and optional
        if starts or not open_:
            raise TableError(f"a pattern that nothing matches, or everything: {pattern!r}")
        self._lasts |= open_
        self._edges |= edge if gap else open_

    def _position(self, rank: int, words: tuple[str, ...]) -> int:
        """Make a position for these words; return its bit."""
        bit = 1 << len(self._follow)
        self._follow.append(0)
        self._rank.append(rank)
        if words[0] in ("*", "!"):
            self._any |= bit
        table = self._off if words[0] == "!" else self._on
        for word in words:
            part = word.strip("*")
            if part == word:
                table[word] = table.get(word, 0) | bit
            elif part:
                parts = self._stems if word.endswith("*") else self._tails
                some = parts.setdefault(len(part), {})
                some[part] = some.get(part, 0) | bit
        return bit

    def _enter(self, entries: int, how: str) -> None:
        """Let a row begin with these positions."""
        if how == "anywhere":
            self._first_anywhere |= entries
        elif how == "within":
            self._first_within |= entries
        else:
            self._first |= entries

    def knows(self, word: str) -> bool:
        """Return whether a word stands in one of the rows."""
        return word in self._on

    # -- Comparing ---------------------------------------------------------------------------------------------

    def match(self, tokens: Sequence[Token], start: int = 0, longest: bool = False) -> Match | None:
        """Return the best row that matches from this token on, or None.

        Args:
            tokens: of a sentence.
            start: where rows begin; where they may begin anywhere, the first place.
            longest: whether the longest match wins, and not the first row.
        """
        best: Match | None = None
        heads: dict[int, int] = {}
        follow, edges, lasts, rank = self._follow, self._edges, self._lasts, self._rank
        active, entries, within = 0, self._first | self._first_within | self._first_anywhere, True
        for at in range(start, len(tokens)):
            token = tokens[at]
            reached, rest = entries, active
            while rest:
                low = rest & -rest
                reached |= follow[low.bit_length() - 1]
                rest ^= low
            if reached:
                reached &= self._fulfilled(token)
            active = reached | (active & (self._stay if token.breaks else self._stay | self._stay_within))
            rest = reached & (edges | lasts)
            while rest:
                low = rest & -rest
                rest ^= low
                row = rank[low.bit_length() - 1]
                if low & edges and row not in heads:
                    heads[row] = at + 1
                if low & lasts and (best is None or (longest and at >= best.end) or row < best.rank):
                    labels, pattern = self._rows[row]
                    best = Match(labels, row, at + 1, heads.get(row, start), pattern[0] in "*!.")
            within = within and not token.breaks
            entries = self._first_anywhere | (self._first_within if within else 0)
            if not active and not entries:
                break
        return best

    def _fulfilled(self, token: Token) -> int:
        """Return the positions that a token fulfils."""
        word = token.key
        hit = self._on.get(word, 0)
        if token.is_mark:
            for kind in self._members.get(word, ()):
                hit |= self._on.get(kind, 0)
            return hit
        off = self._off.get(word, 0)
        for kind in (*token.kinds, *self._members.get(word, ())):
            hit |= self._on.get(kind, 0)
            off |= self._off.get(kind, 0)
        for length, stems in self._stems.items():
            hit |= stems.get(word[:length], 0)
        for length, tails in self._tails.items():
            hit |= tails.get(word[-length:], 0)
        return (hit | self._any) & ~off


def _numbers(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _phrases(item: str, classes: Classes, pattern: str) -> list[list[tuple[str, ...]]]:
    """Return what an item stands for: sequences of sets of words. `*` and `!` lead a set that is open."""
    if item == "*":
        return [[("*",)]]
    negative = item.startswith("!")
    singles: list[str] = ["!"] if negative else []
    phrases: list[list[tuple[str, ...]]] = []
    for name in item[negative:].split("|"):
        words: Sequence[str]
        if name in classes:
            singles.append(class_key(name))
            words = classes[name]
        elif not name.strip("*") or (name.isupper() and name.isascii()):
            raise TableError(f"an unknown name {name!r}: {pattern}")
        else:
            words = [name.casefold()]
        for word in words:
            parts = word_parts(word)
            if negative and not is_single(word):
                raise TableError(f"only whole single words can be excluded, not {word}: {pattern}")
            if len(parts) == 1:
                singles.append(word)
            else:
                phrases.append([(part,) for part in parts])
    return [[tuple(singles)], *phrases] if singles else phrases


def is_single(word: str) -> bool:
    """Return whether a word of a class is one whole word: no beginning, no ending, and none of several."""
    return "*" not in word and len(word_parts(word)) == 1
