"""The skip rules: an exchange is for the writer unless the agent wrote memory or a person said little."""

from __future__ import annotations

from pathlib import Path

import pytest

from room.skips import Judgement, judge
from room.transcripts import A_MEMORY, Origin, Turn, open_transcript, read

ROOM = "/home/ann/shop/.scribe/memory"
HOST = "/home/ann/.claude/projects/shop/memory"
SAID = "please use pnpm here"


def turn(exchange: int, origin: Origin, text: str = "", *writes: str, tool: str | None = None) -> Turn:
    return Turn(0, origin, text, exchange, None, exchange, tool, writes)


def rules(judgement: Judgement) -> list[tuple[int, str]]:
    return [(skip.exchange, skip.rule) for skip in judgement.skipped]


def test_what_a_person_said_goes_to_the_writer_with_all_that_answered_it() -> None:
    turns = [turn(1, "user", SAID), turn(1, "assistant", "I will."), turn(1, "tool", "done")]
    assert judge(turns, rooms=[ROOM], memories=[HOST]) == (tuple(turns), (), None)


@pytest.mark.parametrize(
    "path",
    [
        f"{ROOM}/a.md",
        f"{ROOM}/deep/a.md",
        ROOM,
        f"{HOST}/MEMORY.md",
        f"{ROOM}/../memory/a.md",
        "/home/ann/shop/./.scribe/memory/a.md",
        "/home/ann/shop/.Scribe/MEMORY/a.md",
        "~/.claude/projects/shop/memory/a.md",
        "$HOME/.claude/projects/shop/memory/a.md",
        A_MEMORY,
    ],
)
def test_an_exchange_in_which_the_agent_wrote_memory_is_skipped(path: str) -> None:
    turns = [
        turn(1, "user", SAID),
        turn(1, "assistant", "", path, tool="Write"),
        turn(2, "user", "and vitest for the tests"),
    ]
    judgement = judge(turns, rooms=[ROOM], memories=[HOST], home="/home/ann")
    assert (rules(judgement), judgement.kept, judgement.run) == ([(1, "main-agent-wrote")], (turns[2],), None)
    assert "Write" in judgement.skipped[0].reason


@pytest.mark.parametrize(
    "path",
    [
        f"{ROOM}-notes/a.md",
        "/home/ann/shop/src/a.ts",
        f"{ROOM}/../a.md",
        "a.md",
        "~ann/memory/a.md",
        "memory:x",
        "/",
    ],
)
def test_a_path_elsewhere_skips_nothing(path: str) -> None:
    turns = [turn(1, "user", SAID), turn(1, "assistant", "", path, tool="Write")]
    assert judge(turns, rooms=[ROOM], memories=[HOST], home="/home/ann").run is None


def test_a_memory_file_of_the_host_may_be_named_by_itself() -> None:
    turns = [turn(1, "user", SAID), turn(1, "assistant", "", "/home/ann/CLAUDE.md", tool="Edit")]
    assert rules(judge(turns, memories=["~/CLAUDE.md"], home="/home/ann")) == [(1, "main-agent-wrote")]


@pytest.mark.parametrize(
    "text", ["ok", "go on", "好的", "https://example.org/a/b/c", "```\nfor all the words\n```", "👍"]
)
def test_too_few_words_of_prose_are_skipped(text: str) -> None:
    judgement = judge([turn(1, "user", text), turn(1, "assistant", "a long answer of many words")])
    assert (rules(judgement), judgement.kept) == ([(1, "too-few-words")], ())
    assert judgement.run is not None and judgement.run.rule == "too-few-words"


@pytest.mark.parametrize("text", ["did you push?", "请用中文回答", "ฉันชอบโหมดมืด", "用 pnpm 不用 npm"])
def test_three_words_are_enough_in_every_language(text: str) -> None:
    assert judge([turn(1, "user", text)]).run is None


def test_the_least_number_of_words_can_be_set() -> None:
    turns = [turn(1, "user", SAID)]
    assert judge(turns, min_user_words=5).run is not None
    assert judge([turn(1, "user", "ok")], min_user_words=1).run is None
    assert judge([turn(1, "user", "👍")], min_user_words=0).run is None


def test_only_a_persons_words_count() -> None:
    turns = [turn(1, "user", "ok"), turn(1, "system", SAID), turn(1, "web", SAID), turn(1, "tool", SAID)]
    assert rules(judge(turns)) == [(1, "too-few-words")]


def test_an_unmoved_cursor_skips_the_run() -> None:
    judgement = judge([turn(1, "user", SAID)], moved=False)
    assert judgement.run is not None
    assert (judgement.run.rule, judgement.kept, judgement.skipped) == ("cursor-unmoved", (), ())


def test_a_reading_without_a_person_skips_the_run() -> None:
    for turns in ([], [turn(3, "assistant", SAID), turn(3, "tool", SAID)]):
        judgement = judge(turns)
        assert judgement.run is not None
        assert (judgement.run.rule, judgement.skipped, judgement.kept) == ("too-few-words", (), ())


def test_the_rest_of_an_exchange_that_was_judged_before_is_not_judged_again() -> None:
    turns = [turn(1, "assistant", "", f"{ROOM}/a.md", tool="Write"), turn(2, "user", SAID)]
    assert judge(turns, rooms=[ROOM]) == ((turns[1],), (), None)


def test_the_run_is_skipped_with_the_rule_that_says_more() -> None:
    turns = [
        turn(1, "user", SAID),
        turn(1, "assistant", "", A_MEMORY, tool="save_memory"),
        turn(2, "user", "ok"),
        turn(3, "user", "thanks"),
    ]
    judgement = judge(turns)
    assert rules(judgement) == [(1, "main-agent-wrote"), (2, "too-few-words"), (3, "too-few-words")]
    assert judgement.run is not None
    assert judgement.run.rule == "main-agent-wrote"
    assert "2 more human turns" in judgement.run.reason


def test_a_real_session_of_a_host_is_judged_by_its_own_memory_tool() -> None:
    path = Path(__file__).parent / "data" / "transcripts" / "gemini.json"
    with open_transcript(str(path)) as transcript:
        judgement = judge(read(transcript).turns)
    assert rules(judgement) == [(1, "main-agent-wrote")]
    assert {turn.exchange for turn in judgement.kept} == {2, 3}
