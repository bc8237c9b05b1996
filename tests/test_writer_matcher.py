"""The automaton that compares rows of words with a sentence, against a plain description of what a row means."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worker.language import NAMES, language
from worker.language.matcher import Matcher, TableError
from worker.language.table import Language
from worker.language.tokens import Token, tokens


def sentence(text: str) -> list[Token]:
    return tokens(text, 0, [], {})


def matches(pattern: str, text: str, *, anywhere: bool = False) -> bool:
    return Matcher([(("row",), pattern)], {}, {}, anywhere).match(sentence(text)) is not None


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("i prefer", "I prefer tabs", True),
        ("i prefer", "we prefer tabs", False),
        ("i prefer", "well, I prefer tabs", False),
        ("i|we prefer", "we prefer tabs", True),
        ("i really? prefer", "I prefer tabs", True),
        ("i really? prefer", "I really prefer tabs", True),
        ("i really? prefer", "I truly prefer tabs", False),
        ("by_the_way|btw use", "by the way use tabs", True),
        ("by_the_way|btw use", "btw use tabs", True),
        ("by_the_way|btw use", "by the use tabs", False),
        ("use .. not", "use tabs and not spaces", True),
        ("use .. not", "use not", True),
        ("use .. not", "use tabs, not spaces", False),
        ("use ... not", "use tabs, not spaces", True),
        ("always !the", "always push", True),
        ("always !the", "always the", False),
        ("always !the", "always, push", False),
        ("always *", "always", False),
        ("deploy* it", "deploying it", True),
        ("stop *ing", "stop adding", True),
        ("stop *ing", "stop it", False),
        ("is URL", "is https://example.org", True),
        ("is URL", "is example", False),
        ("done .", "done.", True),
        ("done $", "done", True),
    ],
)
def test_a_row_means_what_its_description_says(pattern: str, text: str, expected: bool) -> None:
    matcher = Matcher([(("row",), pattern)], {"URL": ()}, {})
    assert (matcher.match(sentence(text)) is not None) == expected


def test_the_earliest_row_wins_and_not_the_first_to_match() -> None:
    matcher = Matcher([(("long",), "use .. for"), (("short",), "use")], {}, {})
    found = matcher.match(sentence("use redis for caching"))
    assert found is not None and (found.row, found.end) == (("long",), 3)


def test_the_longest_match_wins_where_that_is_asked_for() -> None:
    matcher = Matcher([(("short",), "please"), (("long",), "please remember that")], {}, {})
    found = matcher.match(sentence("please remember that"), longest=True)
    assert found is not None and found.row == ("long",)


def test_a_row_may_begin_anywhere_but_with_the_mark_of_the_start() -> None:
    assert matches("maybe", "we could maybe wait", anywhere=True)
    assert not matches("^ maybe", "we could maybe wait", anywhere=True)
    assert matches("^ maybe", "maybe we wait", anywhere=True)


def test_the_head_ends_before_the_first_gap_or_open_item() -> None:
    matcher = Matcher([((), "i really? prefer !this"), ((), "let's go .. for")], {}, {})
    first, second = matcher.match(sentence("I prefer tabs")), matcher.match(sentence("let's go there for once"))
    assert first is not None and (first.head, first.end, first.open) == (2, 3, False)
    assert second is not None and (second.head, second.end) == (2, 4)


@pytest.mark.parametrize(
    "pattern",
    ["", "..", "x?", "NOBODY", "!by_the_way", "!deploy*", "a |b", "*?"],
    ids=lambda pattern: pattern or "empty",
)
def test_a_row_that_cannot_be_read_is_refused(pattern: str) -> None:
    with pytest.raises(TableError):
        Matcher([((), pattern)], {}, {})


@pytest.mark.parametrize(
    "table",
    ["    a row\n", "form user nonsense\n    x\n", "form nobody rule\n    x\n", "lead loud\n    x\n", "not\n    x\n"]
    + ["verse\n    x\n", "words A\n    NOBODY\n", "not doubt rule,nonsense\n    x\n"],
)
def test_a_table_that_cannot_be_read_is_refused(table: str) -> None:
    with pytest.raises(TableError):
        Language("Nobody's", table)


@pytest.mark.parametrize("name", NAMES)
def test_every_row_of_a_shipped_table_can_be_read(name: str) -> None:
    table = language(name)
    for heading in ("lead", "scope", "form", "fix", "ask", "paste", "drop"):
        table.matcher(heading)
    for kind in ("prefer", "rule", "choose", "fact", "place"):
        table.matcher("not", kind)
        table.matcher("tail", kind)


# -- Against regular expressions: what a row means, said in another way -------------------------------------

_WORDS = ["a", "b", "c", "ab", "ac"]
_ITEMS = st.sampled_from(["a", "b", "c", "a|b", "a_b|c", "a?", "b|c?", "a*", "*c", "!a", "!a|b", "*", "..", "..."])
_AS_EXPRESSION = {
    "a": "(?:a )", "b": "(?:b )", "c": "(?:c )", "a|b": "(?:[ab] )", "a_b|c": "(?:a b |c )", "a?": "(?:a )?",
    "b|c?": "(?:[bc] )?", "a*": "(?:a[a-z]* )", "*c": "(?:[a-z]*c )", "!a": "(?:(?!a )[a-z]+ )",
    "!a|b": "(?:(?![ab] )[a-z]+ )", "*": "(?:[a-z]+ )", "..": "(?:[a-z]+ )*", "...": "(?:[a-z,]+ )*",
}  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    st.lists(_ITEMS, min_size=1, max_size=5),
    st.lists(st.sampled_from([*_WORDS, ","]), max_size=8),
    st.booleans(),
)
def test_it_finds_what_a_regular_expression_of_the_same_meaning_finds(
    items: list[str], words: list[str], anywhere: bool
) -> None:
    try:
        matcher = Matcher([((), " ".join(items))], {}, {}, anywhere)
    except TableError:
        return
    before = "(?:[a-z,$]+ )*?" if anywhere else ""
    expression = re.compile(before + "".join(_AS_EXPRESSION[item] for item in items))
    text = "".join(f"{word} " for word in words)
    assert (matcher.match(sentence(text)) is not None) == (expression.match(text) is not None)
