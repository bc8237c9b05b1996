"""What passes between agent and model is rebuilt: every kind that is not listed is refused or left out."""

from __future__ import annotations

import json
from typing import Any

import pytest

from confine.dialogue import LONGEST_REPLY, MOST_CALLS, DialogueError, admit, rebuild
from policies import tool
from worker.frames import MAX_PAYLOAD, encode


def user(*blocks: Any) -> dict[str, Any]:
    return {"role": "user", "content": list(blocks)}


def assistant(*blocks: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


TEXT = {"type": "text", "text": "words"}
USE = {"type": "tool_use", "id": "toolu_1", "name": "memory", "input": {"command": "view", "path": "/memories"}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "text": "listed", "is_error": False}


def test_a_dialogue_is_rebuilt_with_marks_for_the_cache() -> None:
    made = rebuild([user(TEXT), assistant(TEXT, USE), user(RESULT)])
    mark = {"cache_control": {"type": "ephemeral"}}
    assert made == [
        user({**TEXT, **mark}),
        assistant(TEXT, USE),
        user(
            {
                "type": "tool_result",
                "tool_use_id": "toolu_1",
                "is_error": False,
                "content": [{"type": "text", "text": "listed"}],
                **mark,
            }
        ),
    ]


def test_what_was_sent_is_not_changed_by_the_marks() -> None:
    sent = [user(dict(TEXT))]
    rebuild(sent)
    assert sent == [user(TEXT)]


REFUSED: dict[str, list[Any]] = {
    "an image with an address": [user({"type": "image", "source": {"type": "url", "url": "http://127.0.0.1/x"}})],
    "an image of its own bytes": [user({"type": "image", "source": {"type": "base64", "data": "AA=="}})],
    "a document with an address": [user({"type": "document", "source": {"type": "url", "url": "http://127.0.0.1/x"}})],
    "a file of the account": [user({"type": "container_upload", "file_id": "file_1"})],
    "a search result": [user({"type": "search_result", "source": "http://127.0.0.1/", "title": "x", "content": []})],
    "a tool result with an image": [
        user(TEXT),
        assistant(USE),
        user({**RESULT, "text": [{"type": "image", "source": {"type": "url", "url": "http://127.0.0.1/x"}}]}),
    ],
    "a tool result with content of its own": [
        user(TEXT),
        assistant(USE),
        user({"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "image"}]}),
    ],
    "a server tool": [
        user(TEXT),
        assistant({"type": "server_tool_use", "id": "1", "name": "web_fetch", "input": {}}),
        user(TEXT),
    ],
    "an mcp tool": [user(TEXT), assistant({"type": "mcp_tool_use", "id": "1", "name": "x", "input": {}}), user(TEXT)],
    "another tool by name": [user(TEXT), assistant({**USE, "name": "bash"}), user(RESULT)],
    "thinking": [user(TEXT), assistant({"type": "thinking", "thinking": "x", "signature": "y"}), user(TEXT)],
    "a system message": [{"role": "system", "content": [TEXT]}],
    "a text with citations": [user({**TEXT, "citations": [{"url": "http://127.0.0.1/"}]})],
    "a cache mark of its own": [user({**TEXT, "cache_control": {"type": "ephemeral", "ttl": "1h"}})],
    "another field of a message": [{**user(TEXT), "model": "other"}],
    "content that is one text": [{"role": "user", "content": "words"}],
    "no content": [user()],
    "an empty text": [user({"type": "text", "text": " "})],
    "no messages": [],
    "an assistant that begins": [assistant(TEXT)],
    "an assistant that ends": [user(TEXT), assistant(TEXT)],
    "two of the user in a row": [user(TEXT), user(TEXT)],
    "a tool result by the assistant": [user(TEXT), assistant(RESULT), user(TEXT)],
    "a tool use by the user": [user(USE)],
    "a block that is no object": [user("words")],
    "a type that is no text": [user({"type": 1})],
    "a type that is a list": [user({"type": ["text"]})],
    "an id that is too long": [user(TEXT), assistant({**USE, "id": "x" * 200}), user(RESULT)],
    "an id with a line break": [user(TEXT), assistant({**USE, "id": "x\ny"}), user(RESULT)],
    "an input that is no object": [user(TEXT), assistant({**USE, "input": "x"}), user(RESULT)],
    "too many messages": [user(TEXT), assistant(TEXT)] * 200 + [user(TEXT)],
    "too many blocks": [user(*[TEXT] * 300)],
}


@pytest.mark.parametrize("messages", REFUSED.values(), ids=REFUSED)
def test_what_is_not_listed_is_refused(messages: list[Any]) -> None:
    with pytest.raises(DialogueError):
        rebuild(messages)


@pytest.mark.parametrize(
    "block",
    [
        {"type": "thinking", "thinking": "hm", "signature": "s"},
        {"type": "server_tool_use", "id": "1", "name": "web_search", "input": {}},
        {"type": "web_search_tool_result", "tool_use_id": "1", "content": []},
        {"type": "image", "source": {"type": "url", "url": "http://127.0.0.1/x"}},
        {"type": "something_new", "text": "words"},
        {},
        "words",
        None,
        7,
    ],
    ids=repr,
)
def test_a_block_of_another_kind_is_left_out_and_said(block: Any) -> None:
    reply = admit([block, TEXT])
    assert reply.content == [TEXT]
    assert len(reply.refusals) == 1


FAULTS: dict[str, dict[str, Any]] = {
    "another tool": {**USE, "name": "bash"},
    "a tool of a like name": {**USE, "name": "Memory"},
    "no command": {**USE, "input": {"path": "/memories"}},
    "another command": {**USE, "input": {"command": "run", "path": "/memories"}},
    "a command that is no text": {**USE, "input": {"command": ["view"], "path": "/memories"}},
    "no path": {**USE, "input": {"command": "view"}},
    "a path that is no text": {**USE, "input": {"command": "view", "path": 7}},
    "a path that is too long": {**USE, "input": {"command": "view", "path": "x" * 9000}},
    "another parameter": {**USE, "input": {"command": "view", "path": "/memories", "trust": "operator"}},
    "a lone surrogate": {**USE, "input": {"command": "create", "path": "a.md", "file_text": "\ud800"}},
    "a text without end": {**USE, "input": {"command": "create", "path": "a.md", "file_text": "x" * 300_000}},
    "a range of one": {**USE, "input": {"command": "view", "path": "a.md", "view_range": [1]}},
    "a line that is no number": {
        **USE,
        "input": {"command": "insert", "path": "a.md", "insert_line": "1", "insert_text": "x"},
    },
    "a line that is true": {
        **USE,
        "input": {"command": "insert", "path": "a.md", "insert_line": True, "insert_text": "x"},
    },
    "cites that are no list": {**USE, "input": {"command": "delete", "path": "a.md", "cites": "turn 1"}},
    "a cite without a turn": {**USE, "input": {"command": "delete", "path": "a.md", "cites": [{"quote": "x"}]}},
    "a cite that claims more": {
        **USE,
        "input": {"command": "delete", "path": "a.md", "cites": [{"turn": 1, "quote": "x", "trust": "operator"}]},
    },
    "cites without end": {
        **USE,
        "input": {"command": "delete", "path": "a.md", "cites": [{"turn": 1, "quote": "x"}] * 1000},
    },
    "an input that is no object": {**USE, "input": "view"},
    "an input that is nested without end": {
        **USE,
        "input": {"command": "view", "path": json.loads("[" * 500 + "]" * 500)},
    },
}


@pytest.mark.parametrize("block", FAULTS.values(), ids=FAULTS)
def test_a_call_that_is_not_well_formed_reaches_the_agent_without_its_input(block: dict[str, Any]) -> None:
    reply = admit([block])
    assert len(reply.refusals) == 1
    for call in reply.content:
        assert call["input"] == {} and call["fault"]
    encode({"type": "model_reply", "content": reply.content})


def test_more_calls_than_a_reply_may_have_are_left_out_and_said() -> None:
    reply = admit([{**USE, "id": f"toolu_{number}"} for number in range(3000)])
    assert len(reply.content) == MOST_CALLS
    assert len(reply.refusals) == 3000 - MOST_CALLS


@pytest.mark.parametrize("character", ["x", "\x01", "\u20ac", "\U0001f600", '"'])
def test_whatever_is_admitted_fits_into_a_frame(character: str) -> None:
    big = {"command": "create", "path": "/memories/a.md", "file_text": character * (tool.LONGEST_TEXT - 1)}
    blocks = [{**USE, "id": f"toolu_{number}", "input": big} for number in range(10)]
    reply = admit([{"type": "text", "text": character * LONGEST_REPLY}, *blocks])
    assert reply.content or reply.refusals
    assert len(encode({"type": "model_reply", "content": reply.content})) <= MAX_PAYLOAD + 4


WELL_FORMED: list[dict[str, Any]] = [
    {"command": "view", "path": "/memories"},
    {"command": "view", "path": "/memories/a.md", "view_range": [1, -1]},
    {"command": "create", "path": "/memories/a.md", "file_text": ""},
    {"command": "create", "path": "/memories/a.md", "file_text": "x", "cites": [{"turn": 1, "quote": "x"}]},
    {"command": "str_replace", "path": "/memories/a.md", "old_str": "a"},
    {"command": "str_replace", "path": "/memories/a.md", "old_str": "a", "new_str": "b", "cites": []},
    {"command": "insert", "path": "/memories/a.md", "insert_line": 0, "insert_text": "x"},
    {"command": "delete", "path": "/memories/a.md"},
    {"command": "rename", "old_path": "/memories/a.md", "new_path": "/memories/b.md"},
]


@pytest.mark.parametrize("given", WELL_FORMED, ids=lambda given: str(given["command"]))
def test_a_well_formed_call_reaches_the_agent_as_it_is(given: dict[str, Any]) -> None:
    reply = admit([{**USE, "input": given}])
    assert reply == ([{"type": "tool_use", "id": "toolu_1", "input": given}], [])
    from worker.messages import wrong_field

    assert wrong_field({"type": "request", "id": 1, **given}) is None


def test_the_schema_names_every_parameter_of_every_well_formed_call() -> None:
    schema = tool.schema()
    named = {name for given in WELL_FORMED for name in given}
    assert set(schema["properties"]) == named
    assert {given["command"] for given in WELL_FORMED} == set(schema["properties"]["command"]["enum"])
    json.dumps(schema)
