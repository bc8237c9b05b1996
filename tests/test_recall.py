"""Recall: topics are found by their words, in an order that depends on nothing else."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from room import recall as module
from room.catalogue import Catalogue, Memory
from room.handles import Directory
from room.recall import Recall
from room.words import asked, folded, words
from tests.memories import memory
from tests.trees import grow


def found(text: str, *topics: Memory, limit: int = 10) -> list[str]:
    return [hit.memory.name for hit in Recall(topics).query(text, limit)]


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Tabs", "TAB"),
        ("Café", "cafe\u0301"),
        ("Straße", "STRASSE"),
        ("Ångström", "angstrom"),
        ("ﬁle", "file"),
        ("ｆｕｌｌ", "full"),
        ("İstanbul", "istanbul"),
        ("Ελλάς", "ελλασ"),
        ("ガ", "カ\u3099"),
        ("한글", "\u1112\u1161\u11ab\u1100\u1173\u11af"),
        ("status", "status"),
    ],
)
def test_spellings_of_one_word_are_one(one: str, other: str) -> None:
    assert words(one) == words(other)


@pytest.mark.parametrize(("one", "other"), [("カ", "ガ"), ("class", "clas"), ("is", "i"), ("กา", "กี")])
def test_different_words_stay_different(one: str, other: str) -> None:
    assert words(one) != words(other)


def test_text_is_cut_at_what_is_neither_letter_nor_digit() -> None:
    assert words("auth_refactor: use `JWT-2`, see src/main.py!") == [
        "auth",
        "refactor",
        "use",
        "jwt",
        "2",
        "see",
        "src",
        "main",
        "py",
    ]


def test_where_no_spaces_are_written_pairs_are_words() -> None:
    assert words("使用pytest测试") == ["使用", "用", "pytest", "测试", "试"]
    assert asked("使用pytest测试") == ["使用", "pytest", "测试"]
    assert asked("试") == ["试"]


def test_a_double_s_is_no_plural() -> None:
    assert words("class glass tests") == ["class", "glass", "test"]


def test_a_word_without_end_is_cut() -> None:
    assert words("x" * 10_000) == ["x" * 64]


# -- finding -----------------------------------------------------------------------------------------------------------


def test_a_topic_is_found_by_description_body_title_name_and_type() -> None:
    topics = [
        memory("a.md", "about tabs"),
        memory("b.md", body="# x\n\nuse tabs"),
        memory("c.md", title="Tabs"),
        memory("notes/tabs.md"),
        memory("other.md", type="feedback"),
    ]
    assert set(found("tabs", *topics)) == {"a", "b", "c", "notes/tabs"}
    assert found("feedback", *topics) == ["other"]


@pytest.mark.parametrize("text", ["测试", "编写测试", "测"])
def test_a_word_inside_a_chinese_sentence_is_found(text: str) -> None:
    assert found(text, memory("a.md", body="请先编写测试然后提交"), memory("b.md", body="其他")) == ["a"]


def test_a_character_is_found_at_the_end_and_at_the_beginning() -> None:
    assert set(found("测", memory("a.md", "检测"), memory("b.md", "测试"), memory("c.md", "其他"))) == {"a", "b"}


def test_a_word_inside_a_korean_one_is_found_in_either_form() -> None:
    topics = [
        memory("a.md", body="저는한글을씁니다"),
        memory("b.md", body="\u1112\u1161\u11ab\u1100\u1173\u11af\u1109\u1161"),
    ]
    assert set(found("한글", *topics)) == {"a", "b"}


def test_nothing_is_found_by_nothing() -> None:
    topics = [memory("a.md", "x")]
    for text in ("", "  ", "?!", "absent", "\x00"):
        assert found(text, *topics) == []
    assert found("something") == []
    assert found("x", *topics, limit=0) == []


def test_a_word_that_no_topic_has_is_taken_for_a_beginning() -> None:
    topics = [memory("a.md", "authentication flow"), memory("b.md", "author")]
    assert set(found("auth", *topics)) == {"a", "b"}
    assert found("authent", *topics) == ["a"]
    assert found("auth", *topics, memory("c.md", "auth")) == ["c"]


def test_no_markup_of_a_query_language_means_anything() -> None:
    assert found('"exact" OR -not (x) a.*b', memory("a.md", "exact")) == ["a"]


# -- order -------------------------------------------------------------------------------------------------------------


def test_more_words_rarer_words_and_the_description_count_more() -> None:
    filler = [memory(f"f{number}.md", "common") for number in range(20)]
    assert found("common rare", memory("z.md", "common rare"), *filler)[0] == "z"
    assert found("common rare", memory("z.md", "rare"), *filler)[0] == "z"
    assert found("word", memory("a.md", body="word"), memory("z.md", "word"))[0] == "z"
    assert found("word", memory("a.md", body="word " + "other " * 500), memory("z.md", body="word other"))[0] == "z"


def test_among_equals_pins_and_trust_decide_and_then_the_path() -> None:
    topics = [
        memory("a-old.md", "x", superseded_by="m.md"),
        memory("b-web.md", "x", trust="external-web"),
        memory("c-tool.md", "x", trust="external-tool"),
        memory("n.md", "x"),
        memory("m.md", "x"),
        memory("o.md", "x", trust="user-verified"),
        memory("pinned/z.md", "x", trust="user-verified"),
    ]
    expected = ["pinned/z", "o", "m", "n", "c-tool", "b-web", "a-old"]
    for _ in range(5):
        random.shuffle(topics)
        assert found("x", *topics) == expected
        assert found("x", *topics, limit=3) == expected[:3]


def test_ties_are_cut_by_path() -> None:
    topics = [memory(f"{number:03}.md", "x") for number in range(100)]
    random.shuffle(topics)
    assert found("x", *topics, limit=5) == ["000", "001", "002", "003", "004"]


# -- lines -------------------------------------------------------------------------------------------------------------


def test_a_hit_shows_the_first_lines_that_have_a_word() -> None:
    body = "intro\n  Tabs are used\nmore\n\ntab stops\nuntabbed\nTABS\ntabs again\n"
    hit = Recall([memory("a.md", body=body)]).query("tabs")[0]
    assert hit.lines == ("Tabs are used", "tab stops", "TABS")
    assert hit.score > 0


def test_a_hit_by_its_description_shows_no_lines_and_a_long_one_is_cut() -> None:
    assert Recall([memory("a.md", "tabs", body="x")]).query("tabs")[0].lines == ()
    assert len(Recall([memory("a.md", body="tab " * 1_000)]).query("tab")[0].lines[0]) == 300


# -- bounds ------------------------------------------------------------------------------------------------------------


def test_text_beyond_the_bounds_is_not_searched_but_its_description_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TEXT", 20)
    monkeypatch.setattr(module, "_MOST_BODY", 10)
    topics = [
        memory("a.md", body="start " + "x" * 10 + " end"),
        memory("b.md", body="second one"),
        memory("c.md", "third", body="gone"),
    ]
    index = Recall(topics)
    assert [hit.memory.name for hit in index.query("start second third")] == ["c", "a", "b"]
    assert index.query("end") == index.query("gone") == []


def test_a_question_looks_at_a_bounded_number_of_postings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_LOOKED_AT", 30)
    topics = [memory(f"{number:02}.md", "common rare usual" if number == 24 else "common") for number in range(25)]
    topics += [memory(f"x{number:02}.md", "usual") for number in range(10)]
    assert found("common usual rare", *topics, limit=1) == ["24"]
    assert len(found("common", *topics, limit=99)) == 25
    assert len(found("usual common", *topics, limit=99)) == 11
    # The rarest word counts however many topics have it.
    monkeypatch.setattr(module, "_MOST_LOOKED_AT", 5)
    assert len(found("common", *topics, limit=99)) == 25


def test_what_no_longer_is_there_makes_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_TEXT", 10)
    index = Recall([memory("a.md", body="first text")])
    index._follow([memory("b.md", body="other text")])
    assert [hit.memory.name for hit in index.query("other")] == ["b"]
    for number in range(20):
        index._follow([memory("b.md", body=f"text {number}")])
    assert len(index._memories) == 1


def test_only_the_first_words_of_a_question_count() -> None:
    filler = " ".join(f"filler{number}" for number in range(32))
    assert found(f"{filler} last", memory("a.md", "last")) == []
    assert found(f"{filler[9:]} last", memory("a.md", "last")) == ["a"]


def test_a_beginning_stands_for_a_bounded_number_of_words() -> None:
    topics = [memory(f"{number:03}.md", f"begin{number:03}") for number in range(100)]
    assert len(found("begi", *topics, limit=99)) == 64


def test_a_question_of_any_length_ends_soon() -> None:
    index = Recall([memory(f"{number}.md", f"word{number} text", body="a b c " * 100) for number in range(300)])
    for text in (" ".join(f"w{number}" for number in range(50_000)), "字" * 100_000, "w" * 1_000_000, "a " * 300_000):
        index.query(text)


# -- following a catalogue ---------------------------------------------------------------------------------------------


def test_an_index_that_followed_changes_answers_like_a_new_one(tmp_path: Path) -> None:
    root = grow(tmp_path / "r", "a.md = red green", "b.md = red", "c.md = blue red")
    here = Directory.at(str(root))
    tiers = {"b.md": "user-observed"}
    catalogue = Catalogue(here, trusted=lambda path, sha256: tiers.get(path))
    followed = Recall(catalogue)

    def answers(index: Recall) -> list[object]:
        return [index.query(text) for text in ("red", "green", "blue", "yellow", "red blue", "re", "b")]

    def edit(number: int) -> None:
        if number == 0:
            grow(root, "a.md = yellow green", "d.md = red red blue")
        elif number == 1:
            (root / "b.md").unlink()
        elif number == 2:
            tiers["d.md"] = "user-verified"
        elif number == 3:
            for name in "acd":
                (root / f"{name}.md").unlink()
        elif number == 4:
            grow(root, "e/b.md = green blue")

    for number in range(6):
        time.sleep(0.02)
        edit(number)
        catalogue.refresh()
        assert answers(followed) == answers(Recall(catalogue.memories))
    assert set(followed._postings) == set(Recall(catalogue.memories)._postings)
    here.close()


def test_an_index_does_nothing_where_the_catalogue_has_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = grow(tmp_path / "r", "a.md = red")
    here = Directory.at(str(root))
    catalogue = Catalogue(here, trusted=lambda path, sha256: None)
    index = Recall(catalogue)
    monkeypatch.setattr(index, "_follow", None)
    catalogue.refresh()
    index.refresh()
    assert len(index.query("red")) == 1
    here.close()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text(max_size=30), max_size=4), st.text(max_size=20))
def test_every_word_of_a_topic_finds_it(bodies: list[str], extra: str) -> None:
    topics = [memory(f"{number}.md", body=body) for number, body in enumerate(bodies)]
    index = Recall(topics)
    for number, body in enumerate(bodies):
        for word in asked(body):
            assert f"{number}" in {hit.memory.name for hit in index.query(word, 99)}
    index.query(extra)


@given(st.text(max_size=50))
def test_folding_is_stable(text: str) -> None:
    assert folded(folded(text)) == folded(text)
