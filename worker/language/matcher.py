"""The matcher: does a sentence begin the way a table says? One pass, no backtracking engine.

A pattern is a line of items, matched from the first word of a sentence on:

    prefer|favour   one of these words
    ?really|much    one of these words, or none
    ~4              up to four words, whatever they are
    $               the rest, at least one word; this is what is remembered
    $:for|as        the rest, and one of these words is in it
    $@role          the rest, and a word of that list is in it

In a language without spaces the items are pieces of text instead of words, a gap counts characters, and `#` asks for the
end of the sentence. A pattern is compiled once, when its table is imported. Matching a sentence
costs its length times the few items of a pattern, never more: what a stranger writes cannot make it slow.
"""

from __future__ import annotations

__all__ = ["Language", "Rule", "find"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LONGEST_GAP = 40


class Rule:
    """One way to say something that is worth remembering.

    Args:
        kind: `user`, `feedback`, `project`, `reference`, or `""` where the content decides.
        pattern: as described above.
        allows: vetoes of the language that do not count here ("never push if a test fails" is no hypothesis).
        whole: the memory is the whole sentence; otherwise only what stands for `$`.
    """

    __slots__ = ("allows", "items", "kind", "whole")

    def __init__(self, kind: str, pattern: str, *, allows: Sequence[str] = (), whole: bool = True) -> None:
        self.kind = kind
        self.items = [_item(each) for each in pattern.split(" ")]
        self.allows = allows
        self.whole = whole


class Language:
    """Everything that the writer knows of one language.

    Args:
        name: English name.
        rules: tried in order; the first that matches decides.
        fillers: words that may stand before what matters ("please", "ok so").
        openers: first words of a question, unless a denial follows ("do not …").
        denials: words that deny; as a filler one of them needs a comma behind it.
        vetoes: words, or runs of words, that make a sentence no memory: doubt, a moment, hearsay, an example.
        empty: words that alone say nothing ("it", "that one").
        lists: named word lists for `$@name`.
        spaced: words are separated by spaces.
    """

    __slots__ = ("denials", "empty", "fillers", "lists", "name", "openers", "rules", "spaced", "vetoes")

    def __init__(
        self,
        name: str,
        rules: Sequence[Rule],
        *,
        fillers: str,
        openers: str,
        vetoes: Sequence[str],
        empty: str,
        lists: Mapping[str, str] | None = None,
        denials: str = "",
        spaced: bool = True,
    ) -> None:
        self.name = name
        self.rules = rules
        self.denials = frozenset(denials.split())
        self.fillers = frozenset(fillers.split())
        self.openers = frozenset(openers.split())
        self.vetoes = [tuple(each.split(" ")) if spaced else (each,) for each in vetoes]
        self.empty = frozenset(empty.split())
        self.lists = {name: frozenset(words.split()) for name, words in (lists or {}).items()}
        self.spaced = spaced


def _item(text: str) -> tuple[str, object]:
    """Return a compiled item: its kind and what it needs."""
    if text.startswith("~"):
        return "gap", int(text[1:])
    if text.startswith("?"):
        return "maybe", tuple(text[1:].split("|"))
    if text.startswith("$:"):
        return "rest with", frozenset(text[2:].split("|"))
    if text.startswith("$@"):
        return "rest of", text[2:]
    if text in ("$", "#"):
        return {"$": "rest", "#": "end"}[text], None
    return "one", tuple(text.split("|"))


def find(rule: Rule, words: Sequence[str] | str, language: Language) -> int | None:
    """Return where the content begins, or None where the sentence is another.

    Args:
        rule: of that language.
        words: folded words; in a language without spaces the folded text.
        language: whose lists are meant.
    """
    return _from(rule.items, 0, words, 0, 0, language)


def _from(
    items: Sequence[tuple[str, object]],
    item: int,
    words: Sequence[str] | str,
    at: int,
    content: int,
    language: Language,
) -> int | None:
    while item < len(items):
        kind, needs = items[item]
        if kind == "gap":
            # The only branching; a gap is short, and patterns have one or two.
            for width in range(min(int(needs), _LONGEST_GAP, len(words) - at) + 1):  # type: ignore[call-overload]
                found = _from(items, item + 1, words, at + width, content, language)
                if found is not None:
                    return found
            return None
        if kind == "one":
            step = _step(needs, words, at)
            if step == 0:
                return None
            at += step
            content = at
        elif kind == "maybe":
            at += _step(needs, words, at)
            content = at
        elif kind == "end":
            return content if at >= len(words) else None
        else:
            return at if _rest(kind, needs, words, at, language) else None
        item += 1
    return content


def _step(needs: object, words: Sequence[str] | str, at: int) -> int:
    """Return how far one of the alternatives reaches from here, 0 if none fits."""
    if isinstance(words, str):
        fitting = [len(each) for each in needs if words.startswith(each, at)]  # type: ignore[attr-defined]
        return max(fitting, default=0)
    return 1 if at < len(words) and words[at] in needs else 0  # type: ignore[operator]


def _rest(kind: str, needs: object, words: Sequence[str] | str, at: int, language: Language) -> bool:
    rest = words[at:]
    if not rest:
        return False
    if kind == "rest":
        return True
    wanted = needs if kind == "rest with" else language.lists[needs]  # type: ignore[index]
    if isinstance(rest, str):
        return any(each in rest for each in wanted)  # type: ignore[attr-defined]
    return any(each in wanted for each in rest)  # type: ignore[operator]
