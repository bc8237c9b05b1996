"""Rows that are left for the next holder of the room: bounded, each recorded once, and nothing else is taken for one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from room import left
from room.handles import Directory
from room.locks import leave_word, words_left


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Directory]:
    with Directory.at(str(tmp_path)) as directory:
        yield directory


def row(number: int) -> dict[str, Any]:
    return {"kind": "skip", "rule": "recursion", "reason": f"row {number}"}


def test_rows_are_taken_in_their_order_and_once(state: Directory) -> None:
    for number in range(3):
        leave_word(state, row(number))
    with words_left(state) as rows:
        assert rows == [row(0), row(1), row(2)]
        leave_word(state, row(3))
    with words_left(state) as rows:
        assert rows == [row(3)]
    with words_left(state) as rows:
        assert rows == []
    assert left.NAME not in state.names()


def test_a_session_that_fails_leaves_them(state: Directory) -> None:
    leave_word(state, row(1))
    with pytest.raises(KeyError), words_left(state):
        raise KeyError
    assert left.rows(state) == [row(1)]


def test_a_host_that_calls_itself_without_end_fills_no_disk(state: Directory) -> None:
    for number in range(40):
        leave_word(state, {**row(number), "conversation": "x" * 10_000})
    assert Path(state.join(left.NAME)).stat().st_size <= 1 << 18
    assert [each["reason"] for each in left.rows(state)] == [f"row {number}" for number in range(26)]


@pytest.mark.parametrize("data", [b"{", b"[]\n", b"null\n", b'{"kind": "accept"}\n', b"\xff\n", b"[" * 100_000 + b"\n"])
def test_what_is_no_row_is_left_out(state: Directory, data: bytes) -> None:
    Path(state.join(left.NAME)).write_bytes(json.dumps(row(1)).encode() + b"\n" + data)
    assert left.rows(state) == [row(1)]


def test_a_link_is_not_followed(state: Directory, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(json.dumps(row(1)) + "\n")
    (tmp_path / left.NAME).symlink_to(other)
    assert left.rows(state) == []
    with pytest.raises(OSError):
        left.append(state, row(2))
    assert json.loads(other.read_text()) == row(1)
