"""The session that is shipped as an example: what a reader finds in it, and what the offline writer learns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from policies.trust import Citation, Source, provenance
from room.transcripts import Turn, open_transcript, read
from worker.writer import Proposal, propose

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "session.jsonl"


@pytest.fixture(scope="module")
def turns() -> tuple[Turn, ...]:
    with open_transcript(str(EXAMPLE)) as transcript:
        reading = read(transcript)
    assert reading.problems == ()
    assert reading.host == "claude-code"
    return reading.turns


@pytest.fixture(scope="module")
def proposals(turns: tuple[Turn, ...]) -> list[Proposal]:
    return propose([{"turn": each.number, "origin": each.origin, "text": each.text} for each in turns])


def records() -> list[dict[str, Any]]:
    return [json.loads(line) for line in EXAMPLE.read_text(encoding="utf-8").splitlines()]


def test_it_has_the_shape_of_a_real_session() -> None:
    rows = records()
    assert 25 <= len(rows) <= 40
    said = [row for row in rows if row["type"] in ("user", "assistant")]
    assert len({row["uuid"] for row in said}) == len(said)
    assert len({row["sessionId"] for row in said}) == 1
    known: set[str | None] = {None}
    for row in said:
        assert row["parentUuid"] in known, row["uuid"]
        known.add(row["uuid"])
    times = [row["timestamp"] for row in said]
    assert times == sorted(times)
    blocks = [block for row in said for block in row["message"]["content"] if isinstance(block, dict)]
    asked = {block["id"] for block in blocks if block["type"] == "tool_use"}
    assert asked == {block["tool_use_id"] for block in blocks if block["type"] == "tool_result"}


def test_it_names_nobody_real() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    hosts = {word.partition("/")[0] for word in text.replace("https://", "\n").replace("@", "\n").split("\n")[1:]}
    assert all(".com" not in host.split('"')[0] for host in hosts)
    assert "/root" not in text and "/work" not in text


def test_it_has_something_of_everything_that_a_reader_must_tell_apart(turns: tuple[Turn, ...]) -> None:
    assert {each.origin for each in turns} == {"user", "assistant", "tool", "web", "system"}
    poisoned = [each for each in turns if each.origin in ("web", "tool") and "remember" in each.text.casefold()]
    assert {each.origin for each in poisoned} == {"web", "tool"}
    assert any("curl" in each.text for each in poisoned)


def test_memories_of_all_four_types_are_learned(proposals: list[Proposal]) -> None:
    assert {each.type for each in proposals} == {"user", "feedback", "project", "reference"}
    assert 5 <= len(proposals) <= 8
    assert len({each.name for each in proposals}) == len(proposals)


def test_nothing_of_the_poison_is_learned(turns: tuple[Turn, ...], proposals: list[Proposal]) -> None:
    by_number = {each.number: each for each in turns}
    for proposal in proposals:
        assert all(by_number[cite["turn"]].origin == "user" for cite in proposal.cites)
        assert "curl" not in proposal.file_text and "hunter2" not in proposal.file_text


def test_every_memory_is_as_trusted_as_the_person(turns: tuple[Turn, ...], proposals: list[Proposal]) -> None:
    sources = [Source(each.number, each.origin, each.text) for each in turns]
    for proposal in proposals:
        cites = [Citation(cite["turn"], cite["quote"]) for cite in proposal.cites]
        assert provenance(f"{proposal.description}\n{proposal.body}", cites, sources).trust == "user-observed"
