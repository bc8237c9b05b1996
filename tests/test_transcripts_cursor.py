"""Reading on from a cursor, and reading past what is broken: nothing is lost, nothing is counted twice."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import room.transcripts as transcripts
from room.transcripts import Cursor, Problem, Reading, TranscriptError, open_transcript, read
from room.transcripts import reading as reading_module

DATA = Path(__file__).parent / "data" / "transcripts"


def user(text: str) -> bytes:
    return json.dumps({"role": "user", "content": text}).encode() + b"\n"


def again(path: Path, cursor: Cursor | None = None) -> Reading:
    with open_transcript(str(path)) as transcript:
        return read(transcript, cursor)


def texts(found: Reading) -> list[str]:
    return [turn.text for turn in found.turns]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    path.write_bytes(user("one") + user("two"))
    return path


def test_a_second_reading_finds_nothing_new_and_does_not_parse(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = again(path)
    assert first.moved and texts(first) == ["one", "two"]
    monkeypatch.setattr(transcripts, "_read_log", None)
    second = again(path, first.cursor)
    assert (second.turns, second.records, second.moved, second.cursor) == ((), 0, False, first.cursor)
    assert second.session == first.session


def test_what_was_added_is_read_on_with_its_numbers(path: Path) -> None:
    first = again(path)
    with path.open("ab") as file:
        file.write(b"{broken\n" + user("three"))
    second = again(path, first.cursor)
    assert [(turn.text, turn.number, turn.exchange, turn.line) for turn in second.turns] == [("three", 3, 3, 4)]
    assert (second.records, second.problems, second.moved) == (1, (Problem(3, "it is no JSON"),), True)
    assert again(path, second.cursor).moved is False


def test_a_cursor_survives_state_json(path: Path) -> None:
    cursor = again(path).cursor
    assert Cursor.from_json(json.loads(json.dumps(cursor.as_json()))) == cursor


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"key": 1},
        {"key": "", "session": "", "host": "nobody", "offset": 0, "line": 0, "digest": ""},
    ],
)
def test_what_is_no_cursor_is_none(value: object) -> None:
    assert Cursor.from_json(value) is None


@pytest.mark.parametrize(("key", "value"), [("offset", -1), ("line", "1"), ("host", "x"), ("digest", 1), ("key", None)])
def test_a_damaged_cursor_is_none(path: Path, key: str, value: object) -> None:
    assert Cursor.from_json({**again(path).cursor.as_json(), key: value}) is None


@pytest.mark.parametrize(
    "rewritten",
    [
        user("one") + user("owt"),
        user("one"),
        user("one, two and three") + user("four") + user("five"),
        json.dumps({"type": "session_meta", "payload": {"id": "c"}}).encode() + b"\n" + user("six"),
    ],
)
def test_a_file_that_was_rewritten_is_read_from_its_start(path: Path, rewritten: bytes) -> None:
    cursor = again(path).cursor
    path.write_bytes(rewritten)
    assert again(path, cursor) == again(path)


def test_a_cursor_of_another_file_does_not_count(path: Path, tmp_path: Path) -> None:
    twin = tmp_path / "twin.jsonl"
    twin.write_bytes(path.read_bytes())
    assert texts(again(twin, again(path).cursor)) == ["one", "two"]


# The end of a file that a host is still writing.


@pytest.mark.parametrize("cut", [1, 5, 20, 37])
def test_an_unterminated_line_is_not_broken_and_comes_whole_next_time(path: Path, cut: int) -> None:
    whole = user("thrée")
    with path.open("ab") as file:
        file.write(whole[:cut])
    first = again(path)
    assert (texts(first), first.problems, first.records) == (["one", "two"], (), 2)
    with path.open("ab") as file:
        file.write(whole[cut:])
    assert texts(again(path, first.cursor)) == ["thrée"]


def test_a_last_line_that_only_lacks_its_end_counts_once(path: Path) -> None:
    with path.open("ab") as file:
        file.write(user("three").rstrip())
    first = again(path)
    assert texts(first) == ["one", "two", "three"]
    with path.open("ab") as file:
        file.write(b"\n" + user("four"))
    assert texts(again(path, first.cursor)) == ["four"]


def test_every_cut_of_a_session_ends_in_the_same_turns(tmp_path: Path) -> None:
    data = (DATA / "claude_code.jsonl").read_bytes()
    path = tmp_path / "session.jsonl"
    path.write_bytes(data)
    whole = [(turn.number, turn.origin, turn.text) for turn in again(path).turns]
    for cut in range(700, len(data), 997):
        path.write_bytes(data[:cut])
        first = again(path)
        path.write_bytes(data)
        rest = again(path, first.cursor)
        assert [(turn.number, turn.origin, turn.text) for turn in (*first.turns, *rest.turns)] == whole


# Lines that are no records.


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{broken", "it is no JSON"),
        (b'{"role": "user"} {"role": "user"}', "it is no JSON"),
        (b"null", "it is no object"),
        (b"[1]", "it is no object"),
        (b'{"silly": 1}', "a message has no role"),
        (b'{"role": "user", "content": "\xff"}', "it is not in UTF-8"),
        (b"[" * 200_000, "it is nested too deeply"),
        (b'{"a":' * 200_000, "it is nested too deeply"),
        (b'{"n": ' + b"9" * 5000 + b"}", "it is no JSON"),
        ('{"role": "user"}'.encode("utf-16-le"), "it is no JSON"),
    ],
)
def test_a_broken_line_is_reported_with_its_number_and_skipped(path: Path, line: bytes, reason: str) -> None:
    path.write_bytes(user("one" * 5000) + line + b"\n\r\n  \n" + user("two"))
    found = again(path)
    assert (found.problems, found.human_texts) == ((Problem(2, reason),), 2)


def test_a_line_beyond_the_bound_is_reported_and_not_held(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_module, "MAX_LINE", 1 << 16)
    path.write_bytes(user("one") + user("x" * (1 << 21)) + user("two"))
    found = again(path)
    assert (texts(found), [problem.line for problem in found.problems]) == (["one", "two"], [2])
    assert found.cursor.offset == path.stat().st_size


def test_half_of_a_surrogate_pair_is_replaced_and_reported(path: Path) -> None:
    path.write_bytes(b'{"role": "user", "content": "a \\ud83d b \\ud83d\\ude80"}\n')
    found = again(path)
    assert texts(found) == ["a \ufffd b \U0001f680"]
    assert found.problems == (Problem(1, "half of a surrogate pair was replaced"),)


def test_a_first_line_that_is_broken_does_not_hide_the_rest(path: Path) -> None:
    path.write_bytes(b'"user", "content": "half a line"}\n' + user("one"))
    found = again(path)
    assert (found.host, texts(found), len(found.problems)) == ("generic", ["one"], 1)


def test_a_first_line_longer_than_the_head_is_read(path: Path) -> None:
    path.write_bytes(user("x" * (3 << 20)) + user("two"))
    assert [len(text) for text in texts(again(path))] == [3 << 20, 3]


def test_what_is_written_while_it_is_read_waits_for_the_next_time(path: Path) -> None:
    with open_transcript(str(path)) as transcript:
        with path.open("ab") as file:
            file.write(user("three"))
        first = read(transcript)
    assert texts(first) == ["one", "two"]
    assert texts(again(path, first.cursor)) == ["three"]


# Documents are rewritten as a whole.


def test_a_document_that_has_grown_gives_its_new_messages(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    session = json.loads((DATA / "gemini.json").read_text(encoding="utf-8"))
    messages = session["messages"]
    path.write_text(json.dumps({**session, "messages": messages[:2]}), encoding="utf-8")
    first = again(path)
    path.write_text(json.dumps({**session, "messages": messages, "lastUpdated": "x"}, indent=2), encoding="utf-8")
    second = again(path, first.cursor)
    assert (second.records, second.human_texts, second.turns[0].line) == (3, 2, 3)
    third = again(path, second.cursor)
    assert (third.turns, third.records, third.moved) == ((), 0, False)


def test_a_document_in_which_a_person_says_something_else_is_read_from_its_start(tmp_path: Path) -> None:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps([{"role": "user", "content": "one"}]), encoding="utf-8")
    cursor = again(path).cursor
    path.write_text(json.dumps([{"role": "user", "content": "two"}]), encoding="utf-8")
    assert texts(again(path, cursor)) == ["two"]


def test_a_text_that_has_grown_gives_its_new_turns(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    path.write_text("User: one\nAssistant: two\n", encoding="utf-8")
    first = again(path)
    with path.open("a", encoding="utf-8") as file:
        file.write("User: three\n")
    second = again(path, first.cursor)
    assert (texts(second), second.records, second.turns[0].number) == (["three"], 1, 3)
    assert again(path, second.cursor).moved is False


def test_an_item_that_turns_out_to_be_the_hosts_is_not_new_again(tmp_path: Path) -> None:
    path = tmp_path / "rollout.jsonl"
    lines = (DATA / "codex.jsonl").read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:16]))
    first = again(path)
    assert first.human_texts == 2
    path.write_bytes(b"".join(lines))
    second = again(path, first.cursor)
    assert texts(second)[0] == "Why is the total wrong in this picture?"
    assert second.turns[0].number == 12


# Whatever a file holds.

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                (
                    "type",
                    "message",
                    "content",
                    "role",
                    "uuid",
                    "payload",
                    "parts",
                    "text",
                    "input",
                    "name",
                    "id",
                    "call_id",
                )
                + (
                    "toolCalls",
                    "attachment",
                    "origin",
                    "kind",
                    "messages",
                    "$set",
                    "$rewindTo",
                    "sessionId",
                    "systemPayload",
                )
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)
KINDS = st.sampled_from(
    (
        "user",
        "assistant",
        "system",
        "attachment",
        "progress",
        "tool_result",
        "gemini",
        "response_item",
        "event_msg",
    )
    + ("session_meta", "turn_context", "compacted", "message", "function_call")
)
FIRST = st.sampled_from(sorted(path.read_bytes().splitlines(keepends=True)[0] for path in DATA.glob("*.jsonl")))


@given(
    FIRST,
    st.lists(st.tuples(KINDS, st.dictionaries(st.text(max_size=4), JSON, max_size=3), JSON, JSON), max_size=6),
)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_record_of_any_shape_breaks_a_reader(
    tmp_path: Path, first: bytes, records: list[tuple[str, dict[str, object], object, object]]
) -> None:
    path = tmp_path / "session.jsonl"
    lines = [
        json.dumps({**more, "type": kind, "message": a, "payload": b, "content": a}) for kind, more, a, b in records
    ]
    path.write_bytes(first + "".join(line + "\n" for line in lines).encode())
    for turn in again(path).turns:
        turn.text.encode("utf-8")


@given(st.binary(min_size=1, max_size=400) | st.text(min_size=1).map(lambda text: text.encode("utf-8", "replace")))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_break_a_reader(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    try:
        found = again(path)
    except TranscriptError:
        return
    assert found.cursor.offset <= os.path.getsize(path)
    assert again(path, found.cursor).turns == ()
