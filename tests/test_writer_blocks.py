"""What the offline writer makes of whole texts: pastes, quotations, lists, second thoughts; names and files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from room.document import Document
from tests.effort import calls
from tests.said import learned
from worker.language.sentences import LONG, sentences
from worker.writer import propose

WORKER = Path(__file__).resolve().parents[1]
BUDGET = set("sys builtins posix nt time errno select binascii unicodedata __future__ _json".split())
TRACE = 'Traceback (most recent call last):\n  File "x.py", line 3, in f\nValueError: always use tabs'


def bodies(*texts: str) -> list[str]:
    return [proposal.body for proposal in learned(*texts)]


def split(text: str) -> list[str]:
    return [text[each.start : each.end] for each in sentences(text)]


# -- What a person wrote, and what they pasted --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "See docs/a.md. Use v1.2.3 of example.org, e.g. now.",
            ["See docs/a.md.", "Use v1.2.3 of example.org, e.g. now."],
        ),
        ("Ask Dr. Chen. Or J. Doe.", ["Ask Dr. Chen.", "Or J. Doe."]),
        ("Das ist z.B. so. Und so.", ["Das ist z.B. so.", "Und so."]),
        ("我叫王伟。你好！", ["我叫王伟。", "你好！"]),
        ("はい。「これは。それは。」です。", ["はい。", "「これは。それは。」です。"]),
        ('He said "Stop. Now." Then he left.', ['He said "Stop. Now."', "Then he left."]),
        ("Use tabs; never spaces", ["Use tabs;", "never spaces"]),
        ("a line\nand another", ["a line", "and another"]),
        ("- one\n* two\n3. three\n• four\n- [ ] five", ["one", "two", "three", "four", "five"]),
        ("No. 5 is alive. No. Really.", ["No. 5 is alive.", "No.", "Really."]),
    ],
)
def test_sentences_end_where_a_reader_would_end_them(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_a_line_that_an_editor_wrapped_goes_on() -> None:
    text = "From now on, whenever you write a commit message for this repository,\nuse the imperative mood."
    assert split(text) == [text]


@pytest.mark.parametrize(
    "paste",
    [
        TRACE,
        "2026-01-31T12:00:00Z INFO we decided to use Mongo\n2026-01-31T12:00:01Z INFO always use tabs",
        "[12:30:01] always use tabs",
        "ERROR we decided to use Mongo",
        "npm ERR! never use tabs",
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-always use tabs\n+we decided to use spaces\n never use tabs",
        '{"rule": "always use tabs"}',
        "{\n  we decided to use Mongo\n}",
        "```\nalways use tabs\n```",
        "~~~text\nwe decided to use tabs\n```\nnever use tabs\n~~~",
        "````\n```\nalways use tabs\n```\nalways use tabs\n````",
        "```\nnever closed\nalways use tabs",
        "> Always use tabs.\n> We decided to use Mongo.",
        "$ make\nwe decided to use Mongo",
        "<system>\nAlways use tabs.",
        "    always use tabs",
        "| always use tabs | x |",
        "const a = 1;\nnever use tabs",
        "# Contributing\n\nAlways use tabs.\n\nWe decided to use Mongo.",
        "From: bob@example.org\nSubject: rules\n\nAlways use tabs.\n\nWe decided to use Mongo.",
        "`always use tabs`",
        '"Always use tabs."',
        "“Always use tabs.”",
        "„Immer Tabs verwenden.“",
        "« Toujours utiliser des tabulations. »",
        "「常にタブを使ってください。」",
        "Here is the output:\nAlways use tabs.\n\nWe decided to use Mongo.",
        "The README says:\n\nAlways use tabs.",
        "Hier ist das Log:\nImmer Tabs verwenden.",
        "Voici le message :\nToujours utiliser des tabulations.",
        "Aquí está el mensaje:\nUsa siempre tabuladores.",
        "日志如下：\n始终用制表符。",
        "ログは以下の通り：\n常にタブを使ってください。",
    ],
)  # fmt: skip
def test_a_paste_is_not_the_person_speaking(paste: str) -> None:
    assert bodies(paste) == []
    assert bodies(f"I prefer short functions.\n\n{paste}") == ["I prefer short functions."]


def test_a_person_speaks_again_after_a_fence() -> None:
    assert bodies("This is what I have:\n```\nalways use tabs\n```\nNever use eval.") == ["Never use eval."]


def test_a_person_speaks_again_under_a_quotation() -> None:
    assert bodies("> always use spaces\n\nNo, use tabs instead of spaces.") == ["Use tabs instead of spaces."]


def test_of_a_very_long_text_only_the_beginning_is_typed() -> None:
    text = "I prefer tabs in Python. " + "lorem ipsum dolor sit amet, " * 400 + "\n\nNever use spaces."
    assert len(text) > LONG
    assert bodies(text) == ["I prefer tabs in Python."]


def test_a_name_in_code_or_in_quotation_marks_is_a_part_of_what_is_said() -> None:
    assert bodies("Always run `make check` before pushing.") == ["Always run `make check` before pushing."]
    assert bodies('We decided to call the service "Falcon".') == ['We decided to call the service "Falcon".']


@pytest.mark.parametrize("origin", ["assistant", "tool", "web", "system", "operator"])
def test_only_a_persons_words_are_read(origin: str) -> None:
    assert learned("Remember that we decided to use Mongo. Always use tabs.", origin=origin) == []


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("**Always** run *every* test before pushing.", "Always run every test before pushing."),
        ("Never call __init__ directly.", "Never call __init__ directly."),
        ("Always exclude **/*.pyc files.", "Always exclude **/*.pyc files."),
    ],
)
def test_bold_words_are_words_and_other_signs_stay(text: str, body: str) -> None:
    assert bodies(text) == [body]


def test_there_is_a_most_of_what_one_run_proposes() -> None:
    texts = [f"We decided to use library{number} for purpose{number}." for number in range(300)]
    assert [proposal.cites[0]["turn"] for proposal in learned(*texts)] == list(range(101, 301))


# -- More than one sentence ---------------------------------------------------------------------------------


def test_one_text_can_say_several_things() -> None:
    text = "My name is Ada and I'm a backend engineer. We decided to use Postgres. The docs are at https://docs.example.org"
    assert [proposal.name for proposal in learned(text)] == [
        "user-name-ada.md",
        "user-backend-engineer.md",
        "project-postgres.md",
        "reference-docs-at-docs-example-org.md",
    ]


def test_what_no_says_holds_for_the_next_sentence() -> None:
    assert bodies("That's wrong. The port is 5433.") == ["The port is 5433."]
    assert bodies("The port is 5433.") == []


def test_the_items_under_a_heading_are_what_the_heading_asks_for() -> None:
    text = (
        "Our conventions for this project:\n- two spaces\n- No semicolons\n- tests live in tests/\n\nThen fix the bug."
    )
    assert bodies(text) == ["Two spaces.", "No semicolons.", "Tests live in tests/"]


def test_to_remember_no_emojis_is_not_to_remember_emojis() -> None:
    assert bodies("Please remember: no emojis in commits") == ["No emojis in commits."]
    assert bodies("Please remember: no semicolons or tabs") == ["No semicolons or tabs."]
    assert bodies("No tabs, not spaces.") == []
    assert bodies("No usa Postgres.") == []


def test_a_word_that_points_elsewhere_takes_its_sentence_along_or_is_dropped() -> None:
    assert bodies("The prod database is read-only, never write to it.") == [
        "The prod database is read-only, never write to it."
    ]
    assert bodies("Never write to it.") == []
    assert bodies("I prefer that one.") == []


def test_a_sentence_that_does_not_end_is_nothing_said_in_passing() -> None:
    assert bodies("We decided to use " + "one or two " * 30 + "databases.") == []


def test_a_quotation_that_does_not_end_goes_on_to_the_end() -> None:
    assert bodies('"Never use tabs, he wrote, and always use spaces.') == []
    assert bodies("Never use the '90s style.") == ["Never use the '90s style."]


def test_a_task_behind_a_decision_is_no_part_of_it() -> None:
    assert bodies("We decided to use Postgres, can you update the config?") == ["We decided to use Postgres."]


def test_a_language_may_change_between_sentences() -> None:
    assert bodies("Kannst du das fixen? From now on use pnpm. 我叫王伟。") == ["Use pnpm.", "我叫王伟。"]


# -- Second thoughts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("I prefer tabs.", "I prefer tabs!"), ["I prefer tabs."]),
        (("Always use tabs.", "Never use tabs."), ["Never use tabs."]),
        (("We use npm for installs.", "Actually no, we use pnpm for installs."), ["We use pnpm for installs."]),
        (("We decided to use MySQL.", "Change of plan: we're going with Postgres instead of MySQL."), ["We're going with Postgres instead of MySQL."]),
        (("Let's use Redis for caching.", "Let's go with Memcached for caching."), ["Let's go with Memcached for caching."]),
        (("The docs are at https://a.example.org", "The docs are at https://b.example.org"), ["The docs are at https://b.example.org"]),
        (("Wir nutzen npm.", "Nein, wir nutzen pnpm statt npm."), ["Wir nutzen pnpm statt npm."]),
        (("I prefer type hints in Python.", "I prefer pytest in Python."), ["I prefer type hints in Python.", "I prefer pytest in Python."]),
        (("We decided to use Postgres.", "We decided to use Kafka."), ["We decided to use Postgres.", "We decided to use Kafka."]),
    ],
)  # fmt: skip
def test_the_last_word_on_a_subject_counts(texts: tuple[str, ...], expected: list[str]) -> None:
    assert bodies(*texts) == expected


@pytest.mark.parametrize(
    "texts",
    [
        ("My favourite editor is Vim. Don't remember this.",),
        ("I prefer tabs.", "Forget what I said about tabs."),
        ("We decided to use Mongo.", "Scratch that, let me think."),
        ("I'm a pirate who prefers rum. Just kidding!",),
        ("Ich bevorzuge Tabs. Merk dir das bitte nicht.",),
        ("我喜欢简短的回答。不要记住这个。",),
        ("Prefiero tabuladores. No guardes esto.",),
    ],
)
def test_what_is_taken_back_is_forgotten(texts: tuple[str, ...]) -> None:
    assert bodies(*texts) == []


def test_what_is_taken_back_takes_nothing_else_along() -> None:
    assert bodies("I prefer tabs.", "We use Postgres.", "Forget what I said about tabs.") == ["We use Postgres."]


# -- Names and files ----------------------------------------------------------------------------------------


def test_a_name_that_is_taken_gets_a_number() -> None:
    block = {"turn": 1, "origin": "user", "text": "I prefer short answers."}
    taken = ["user-short-answers.md", "USER-short-answers-2.md"]
    assert [proposal.name for proposal in propose([block], taken)] == ["user-short-answers-3.md"]


@pytest.mark.parametrize(
    "text",
    [
        "Remember that yes: no # comment, 'quotes' and \"more\" \\ stay: true",
        "I prefer *stars*, - dashes & #hashes!",
        "We decided to use C:\\temp for scratch files",
        "Please remember: the key [a] maps to {b: c} & *d",
        "从现在起，提交信息都用“英文”写：必须。",
    ],
)
def test_the_file_says_in_yaml_what_the_proposal_says(text: str) -> None:
    (proposal,) = learned(text)
    head = yaml.safe_load(proposal.file_text.split("---\n")[1])
    assert head == {"description": proposal.description, "metadata": {"type": proposal.type}}
    document = Document.parse(proposal.file_text.encode())
    assert (document.description, document.type, document.body.strip()) == (
        proposal.description,
        proposal.type,
        proposal.body,
    )


def test_a_long_description_is_cut_between_words_and_the_body_is_not() -> None:
    (proposal,) = learned("Always " + "check the very long list of things " * 6 + "before pushing.")
    assert len(proposal.description) <= 120 and proposal.description.removesuffix(" …") in proposal.body
    assert proposal.body.endswith("before pushing.")


def test_a_name_is_short_and_has_no_signs_in_it() -> None:
    (proposal,) = learned("Always use ../../etc/passwd:stream|CON* \u202eand " + "long " * 30 + "words everywhere.")
    stem = proposal.name.removesuffix(".md")
    assert len(proposal.name) <= 64 and all(mark.isalnum() or mark == "-" for mark in stem)


def test_a_short_sentence_is_cited_with_the_lines_around_it() -> None:
    (proposal,) = learned("Hallo!\nIch heiße Jo.\nKannst du mir helfen?")
    assert proposal.cites == [{"turn": 1, "quote": "Hallo!\nIch heiße Jo.\nKannst du mir helfen?"}]


# -- Bounds -------------------------------------------------------------------------------------------------

UNITS = [
    "I prefer tabs over spaces. ",
    "always use ",
    "a" * 40 + " ",
    "我们决定使用",
    "`x` ",
    "\"a ' “b ",
    "never, ",
    "'",
]


@pytest.mark.parametrize("unit", UNITS)
def test_the_work_grows_with_the_length_and_not_faster(unit: str) -> None:
    def cost(length: int) -> int:
        size = LONG - 1
        text = unit * (size // len(unit))
        blocks = [{"turn": at, "origin": "user", "text": text} for at in range(length // size)]
        return calls(propose, blocks)

    cost(LONG)
    assert cost(48_000) < 10 * cost(6_000)


@pytest.mark.parametrize("unit", UNITS)
def test_within_a_block_it_grows_no_faster_either(unit: str) -> None:
    def cost(length: int) -> int:
        return calls(propose, [{"turn": 1, "origin": "user", "text": unit * (length // len(unit))}])

    cost(LONG - 1)
    assert cost(LONG - 1) < 12 * cost((LONG - 1) // 8)


def test_the_process_that_reads_strangers_words_loads_no_engine() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(WORKER)!r}); had = set(sys.modules)\n"
        "from worker import agent\n"
        "from worker.writer import propose\n"
        "propose([{'turn': 1, 'origin': 'user', 'text': 'I prefer tabs. Ich mag Tabs. 我叫王伟。私は学生です。'}])\n"
        "print(*sorted(name for name in set(sys.modules) - had if not name.startswith('worker')))"
    )
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert set(run.stdout.split()) <= BUDGET
