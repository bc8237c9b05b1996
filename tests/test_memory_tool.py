"""The drop-in memory tool beside the SDK's own file-system tool, command by command, and what only ours refuses."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anthropic
import pytest
from anthropic.lib.tools import ToolError

from confine.errors import ConfinementUnavailableError
from confine.hosts.anthropic import AsyncConfinedMemoryTool, ConfinedMemoryTool
from confine.memory_tool import MemoryTool
from confine.session import opened
from room import audit
from room.errors import Refused, RoomError
from room.locks import for_user
from room.orders import ANY, Change
from room.place import locate, open_place
from tests.model_server import call, say, serving, text
from tests.rooms import sha
from tests.trees import picture

reference = pytest.importorskip("anthropic.lib.tools._beta_builtin_memory_tool", reason="this SDK has no memory tool")
SDK = getattr(reference, "BetaLocalFilesystemMemoryTool", None)


@pytest.fixture(autouse=True)
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "registry"))


@pytest.fixture
def tool(tmp_path: Path) -> Iterator[ConfinedMemoryTool]:
    with ConfinedMemoryTool(tmp_path / "room") as made:
        yield made


def told(tool: Any, given: dict[str, Any]) -> tuple[bool, str]:
    """Give a tool a command as a model sends it; return whether it was done, and the words."""
    try:
        return True, str(tool.call(dict(given)))
    except ToolError as error:
        return False, str(error)


def rows(base: Path, kind: str) -> list[dict[str, Any]]:
    lines = (base / "room.scribe" / "audit.jsonl").read_text().splitlines()
    return [row for row in map(json.loads, lines) if row["kind"] == kind]


def verified(base: Path) -> bool:
    with open_place(locate(room=str(base / "room"), cwd=str(base)), create=False) as held:
        return audit.verify(held.state, held.entry.mark) is None


# -- Side by side --------------------------------------------------------------------------------------------

M = "/memories"
LINES = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
BIG = "".join(f"line {number}\n" for number in range(300))
STEPS: dict[str, list[dict[str, Any]]] = {
    "view": [
        {"command": "view", "path": M},
        {"command": "create", "path": f"{M}/a.md", "file_text": LINES},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "view", "path": f"{M}/a.md", "view_range": [2, 4]},
        {"command": "view", "path": f"{M}/a.md", "view_range": [6, -1]},
        {"command": "view", "path": f"{M}/a.md", "view_range": [1, 1]},
        {"command": "view", "path": f"{M}/a.md", "view_range": [5, 500]},
        {"command": "view", "path": f"{M}/a.md", "view_range": [0, 2]},
        {"command": "view", "path": f"{M}/a.md", "view_range": [400, 500]},
        {"command": "view", "path": f"{M}/a.md", "view_range": [4, 2]},
        {"command": "view", "path": f"{M}/a.md", "view_range": [3]},
        {"command": "view", "path": f"{M}/absent.md"},
    ],
    "create": [
        {"command": "create", "path": f"{M}/a.md", "file_text": "hello"},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "create", "path": f"{M}/a.md", "file_text": "again"},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "create", "path": f"{M}/empty.txt", "file_text": ""},
        {"command": "view", "path": f"{M}/empty.txt"},
        {"command": "create", "path": f"{M}/deep/down/b.json", "file_text": '{"a": 1}\n'},
        {"command": "create", "path": f"{M}/deep", "file_text": "x"},
        {"command": "view", "path": f"{M}/deep/down/b.json"},
        {"command": "create", "path": f"{M}/same.md", "file_text": "hello"},
        {"command": "create", "path": f"{M}/\u00e9t\u00e9 \U0001f600.md", "file_text": "\u00e9t\u00e9\n"},
        {"command": "view", "path": f"{M}/\u00e9t\u00e9 \U0001f600.md"},
    ],
    "list": [
        {"command": "create", "path": f"{M}/z.md", "file_text": "z" * 1024},
        {"command": "create", "path": f"{M}/b.md", "file_text": "b" * 1536},
        {"command": "create", "path": f"{M}/big.txt", "file_text": "x" * 99_000},
        {"command": "create", "path": f"{M}/a/x.md", "file_text": "x"},
        {"command": "create", "path": f"{M}/a/b/y.md", "file_text": "y"},
        {"command": "create", "path": f"{M}/a-file.md", "file_text": ""},
        {"command": "view", "path": M},
        {"command": "view", "path": f"{M}/a"},
        {"command": "view", "path": f"{M}/a/b"},
    ],
    "str_replace": [
        {"command": "create", "path": f"{M}/a.md", "file_text": LINES},
        {"command": "str_replace", "path": f"{M}/a.md", "old_str": "four", "new_str": "FOUR\nand a half"},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "str_replace", "path": f"{M}/a.md", "old_str": "one\n", "new_str": ""},
        {"command": "str_replace", "path": f"{M}/a.md", "old_str": "seven\n", "new_str": "the end"},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "str_replace", "path": f"{M}/a.md", "old_str": "no such words", "new_str": "x"},
        {"command": "str_replace", "path": f"{M}/a.md", "old_str": "e", "new_str": "x"},
        {"command": "str_replace", "path": f"{M}/absent.md", "old_str": "a", "new_str": "b"},
        {"command": "create", "path": f"{M}/d/b.md", "file_text": "aaaa\naa\n"},
        {"command": "str_replace", "path": f"{M}/d/b.md", "old_str": "aa", "new_str": "x"},
        {"command": "str_replace", "path": f"{M}/d", "old_str": "a", "new_str": "b"},
        {"command": "str_replace", "path": f"{M}/d/b.md", "old_str": "aaaa\naa\n", "new_str": "aaaa\naa\n"},
    ],
    "insert": [
        {"command": "create", "path": f"{M}/a.md", "file_text": "one\ntwo"},
        {"command": "insert", "path": f"{M}/a.md", "insert_line": 0, "insert_text": "zero\n"},
        {"command": "insert", "path": f"{M}/a.md", "insert_line": 3, "insert_text": "three\n\n"},
        {"command": "insert", "path": f"{M}/a.md", "insert_line": 1, "insert_text": "half\nand more"},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "insert", "path": f"{M}/a.md", "insert_line": 99, "insert_text": "x"},
        {"command": "insert", "path": f"{M}/a.md", "insert_line": -1, "insert_text": "x"},
        {"command": "insert", "path": f"{M}/absent.md", "insert_line": 0, "insert_text": "x"},
        {"command": "create", "path": f"{M}/d/empty.md", "file_text": ""},
        {"command": "insert", "path": f"{M}/d/empty.md", "insert_line": 1, "insert_text": "x"},
        {"command": "insert", "path": f"{M}/d/empty.md", "insert_line": 0, "insert_text": "first"},
        {"command": "view", "path": f"{M}/d/empty.md"},
        {"command": "insert", "path": f"{M}/d", "insert_line": 0, "insert_text": "x"},
    ],
    "delete": [
        {"command": "create", "path": f"{M}/a.md", "file_text": "x"},
        {"command": "create", "path": f"{M}/d/e/b.md", "file_text": "x"},
        {"command": "create", "path": f"{M}/d/c.txt", "file_text": "x"},
        {"command": "delete", "path": f"{M}/absent.md"},
        {"command": "delete", "path": f"{M}/a.md"},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "delete", "path": f"{M}/d"},
        {"command": "view", "path": f"{M}/d"},
        {"command": "delete", "path": f"{M}/d"},
        {"command": "delete", "path": M},
        {"command": "view", "path": M},
    ],
    "rename": [
        {"command": "create", "path": f"{M}/a.md", "file_text": "x"},
        {"command": "create", "path": f"{M}/b.md", "file_text": "y"},
        {"command": "rename", "old_path": f"{M}/a.md", "new_path": f"{M}/b.md"},
        {"command": "rename", "old_path": f"{M}/a.md", "new_path": f"{M}/new/place/a.md"},
        {"command": "view", "path": f"{M}/new/place/a.md"},
        {"command": "view", "path": f"{M}/a.md"},
        {"command": "rename", "old_path": f"{M}/absent.md", "new_path": f"{M}/c.md"},
        {"command": "rename", "old_path": f"{M}/new", "new_path": f"{M}/moved"},
        {"command": "view", "path": f"{M}/moved/place/a.md"},
        {"command": "rename", "old_path": M, "new_path": f"{M}/x"},
        {"command": "view", "path": M},
    ],
    "carriage returns": [
        {"command": "create", "path": f"{M}/crlf.txt", "file_text": "one\r\ntwo\r\nthree\rstill three\n"},
        {"command": "view", "path": f"{M}/crlf.txt"},
        {"command": "str_replace", "path": f"{M}/crlf.txt", "old_str": "two", "new_str": "TWO"},
        {"command": "insert", "path": f"{M}/crlf.txt", "insert_line": 1, "insert_text": "between\r\n"},
        {"command": "view", "path": f"{M}/crlf.txt"},
        {"command": "str_replace", "path": f"{M}/crlf.txt", "old_str": "three\rstill", "new_str": "3\rstill"},
        {"command": "view", "path": f"{M}/crlf.txt", "view_range": [2, 3]},
    ],
    "long": [
        {"command": "create", "path": f"{M}/long.txt", "file_text": BIG},
        {"command": "view", "path": f"{M}/long.txt"},
        {"command": "str_replace", "path": f"{M}/long.txt", "old_str": "line 150\n", "new_str": "150\n"},
        {"command": "view", "path": f"{M}/long.txt", "view_range": [148, 155]},
    ],
}
DIFFERENT = {
    # The file system has a size of its own for a directory; ours is that of the files that are shown below it.
    "size of a directory",
}


def leveled(words: str) -> str:
    """Take out what `DIFFERENT` lists."""
    lines = words.split("\n")
    if not lines[0].startswith("Here're"):
        return words
    shown = [line.partition("\t") for line in lines[1:]]
    return "\n".join(
        [
            lines[0],
            *(path if n == 0 or path.endswith("/") else f"{size}\t{path}" for n, (size, _, path) in enumerate(shown)),
        ]
    )


@pytest.mark.skipif(SDK is None, reason="this SDK has no file-system memory tool")
@pytest.mark.parametrize("name", STEPS)
def test_it_does_and_says_what_the_sdks_own_tool_does_and_says(tmp_path: Path, tool: Any, name: str) -> None:
    theirs = SDK(base_path=str(tmp_path / "theirs"))  # type: ignore[misc]
    for step in STEPS[name]:
        try:
            expected = told(theirs, step)
        except OSError:
            # Where the SDK's tool falls over, ours has to refuse.
            assert told(tool, step)[0] is False
            continue
        done, words = told(tool, step)
        assert (done, leveled(words)) == (expected[0], leveled(expected[1])), step
    tool.close()
    ours = [line for line in picture(tmp_path / "room") if not line.startswith("MEMORY.md")]
    assert ours == picture(tmp_path / "theirs" / "memories")
    assert verified(tmp_path)


def test_below_a_file_nothing_is_seen_or_made(tmp_path: Path, tool: Any) -> None:
    # The SDK's tool says of a view that there is no such path, and falls over at a write.
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})[0]
    assert told(tool, {"command": "view", "path": f"{M}/a.md/b.md"})[0] is False
    assert told(tool, {"command": "create", "path": f"{M}/a.md/b.md", "file_text": "x"})[0] is False
    assert (tmp_path / "room" / "a.md").read_text() == "x"


def test_a_file_of_a_million_lines_is_not_shown(tmp_path: Path, tool: Any) -> None:
    (tmp_path / "room" / "lines.txt").write_text("\n" * 1_000_000)
    done, words = told(tool, {"command": "view", "path": f"{M}/lines.txt"})
    assert (done, words) == (False, f"File {M}/lines.txt exceeds maximum line limit of 999,999 lines.")


def test_parents_and_files_are_the_users_alone(tmp_path: Path, tool: Any) -> None:
    old = os.umask(0)
    try:
        assert told(tool, {"command": "create", "path": f"{M}/a/b/c.md", "file_text": "x"})[0]
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "room" / "a").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "room" / "a" / "b").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "room" / "a" / "b" / "c.md").stat().st_mode) == 0o600


def test_the_bytes_are_as_given(tmp_path: Path, tool: Any) -> None:
    given = "no front matter\r\n\tand a tab\n---\ntrust: user-verified\n---\nno final newline"
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": given})[0]
    assert (tmp_path / "room" / "a.md").read_bytes() == given.encode()


# -- What only ours refuses ----------------------------------------------------------------------------------


ATTACKS: dict[str, dict[str, Any]] = {
    "climbing out": {"command": "create", "path": f"{M}/../outside.md", "file_text": "x"},
    "a root that begins alike": {"command": "create", "path": f"{M}-evil/x.md", "file_text": "x"},
    "another root": {"command": "create", "path": "/etc/scribe.md", "file_text": "x"},
    "a relative path": {"command": "create", "path": "x.md", "file_text": "x"},
    "through a link": {"command": "create", "path": f"{M}/link/x.md", "file_text": "x"},
    "a link itself": {"command": "str_replace", "path": f"{M}/link.md", "old_str": "secret", "new_str": "x"},
    "reading a link": {"command": "view", "path": f"{M}/link.md"},
    "a pin": {"command": "create", "path": f"{M}/pinned/x.md", "file_text": "x"},
    "a pin's end": {"command": "delete", "path": f"{M}/pinned"},
    "a stream": {"command": "create", "path": f"{M}/a.md:hidden", "file_text": "x"},
    "a device": {"command": "create", "path": f"{M}/nul.txt", "file_text": "x"},
    "an instruction file": {"command": "create", "path": f"{M}/CLAUDE.md", "file_text": "x"},
    "a hook": {"command": "create", "path": f"{M}/.git/hooks/x", "file_text": "x"},
    "the index": {"command": "create", "path": f"{M}/MEMORY.md", "file_text": "x"},
    "a secret": {"command": "create", "path": f"{M}/k.md", "file_text": "AKIA" + "Q3EGRIMZ7VEXAMPL"},
    "a NUL": {"command": "create", "path": f"{M}/n.md", "file_text": "a\0b"},
    "too much": {"command": "create", "path": f"{M}/big.md", "file_text": "x" * 200_000},
    "a folder with a pin's link in it": {"command": "delete", "path": f"{M}/folder"},
    "no text": {"command": "create", "path": f"{M}/x.md", "file_text": 7},
    "no path": {"command": "view"},
    "a line that is no number": {"command": "insert", "path": f"{M}/topic.md", "insert_line": "0", "insert_text": "x"},
}  # fmt: skip


def furnished(base: Path) -> Path:
    room = base / "room"
    (base / "outside").mkdir()
    (base / "outside" / "secret.md").write_text("secret")
    for folder in ("pinned", "folder"):
        (room / folder).mkdir(mode=0o700)
    (room / "pinned" / "a.md").write_text("kept")
    (room / "folder" / "plain.md").write_text("plain")
    (room / "folder" / "link.md").symlink_to(base / "outside" / "secret.md")
    (room / "link").symlink_to(base / "outside")
    (room / "link.md").symlink_to(base / "outside" / "secret.md")
    return room


@pytest.mark.parametrize("name", ATTACKS)
def test_what_it_refuses_changes_nothing(tmp_path: Path, tool: Any, name: str) -> None:
    furnished(tmp_path)
    before = picture(tmp_path / "room"), picture(tmp_path / "outside")
    done, words = told(tool, ATTACKS[name])
    assert not done and words
    assert "secret" not in words or name in ("a secret", "a link itself")
    assert (picture(tmp_path / "room"), picture(tmp_path / "outside")) == before
    tool.close()
    after = [line for line in picture(tmp_path / "room") if not line.startswith("MEMORY.md")]
    assert (after, picture(tmp_path / "outside")) == before
    if "missing" not in words:
        assert len(rows(tmp_path, "reject")) == 1
    assert verified(tmp_path)


@pytest.mark.skipif(SDK is None, reason="this SDK has no file-system memory tool")
@pytest.mark.parametrize("name", ["a pin", "a stream", "an instruction file", "a hook", "a secret", "a relative path"])
def test_control_the_sdks_own_tool_does_it_or_refuses_it_by_another_rule(tmp_path: Path, name: str) -> None:
    theirs = SDK(base_path=str(tmp_path / "theirs"))  # type: ignore[misc]
    done, words = told(theirs, ATTACKS[name])
    assert done or "must start with" in words


def test_the_index_is_not_listed_and_is_made_at_the_end(tmp_path: Path) -> None:
    with ConfinedMemoryTool(tmp_path / "room") as tool:
        assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "Use Ruff\n"})[0]
    assert "a.md" in (tmp_path / "room" / "MEMORY.md").read_text()
    with ConfinedMemoryTool(tmp_path / "room") as tool:
        assert "MEMORY.md" not in told(tool, {"command": "view", "path": M})[1]


def test_each_change_is_versioned_and_a_deleted_folder_can_be_brought_back(tmp_path: Path, tool: Any) -> None:
    for name in ("a.md", "b.txt"):
        assert told(tool, {"command": "create", "path": f"{M}/d/{name}", "file_text": f"{name} first"})[0]
    assert told(tool, {"command": "delete", "path": f"{M}/d"})[0]
    tool.close()
    kept = [path.read_text() for path in (tmp_path / "room.scribe" / "versions").rglob("d/*")]
    assert sorted(kept) == ["a.md first", "b.txt first"]


def test_everything_is_cleared_but_what_is_pinned_forbids_it(tmp_path: Path, tool: Any) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/d/a.md", "file_text": "x"})[0]
    (tmp_path / "room" / "pinned").mkdir(mode=0o700)
    (tmp_path / "room" / "pinned" / "a.md").write_text("kept")
    with pytest.raises(ToolError):
        tool.clear_all_memory()
    assert (tmp_path / "room" / "d" / "a.md").exists()
    (tmp_path / "room" / "pinned" / "a.md").unlink()
    (tmp_path / "room" / "pinned").rmdir()
    assert tool.clear_all_memory() == "All memory cleared"
    assert not (tmp_path / "room" / "d").exists()


# -- Living long ---------------------------------------------------------------------------------------------


def test_one_hand_serves_all_commands_and_the_lock_is_free_in_between(tmp_path: Path, tool: Any) -> None:
    for number in range(3):
        assert told(tool, {"command": "create", "path": f"{M}/{number}.md", "file_text": "x"})[0]
        with open_place(locate(room=str(tmp_path / "room"), cwd=str(tmp_path)), create=False) as held:
            with for_user(held.state, run="somebody", timeout=0):
                assert told(tool, {"command": "view", "path": M})[0]
    tool.close()
    assert len({json.dumps(row["receipt"]) for row in rows(tmp_path, "receipt")}) == 1
    assert len(rows(tmp_path, "settled")) == 1


def test_what_others_have_written_meanwhile_is_seen(tmp_path: Path, tool: Any) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})[0]
    with opened(locate(room=str(tmp_path / "room"), cwd=str(tmp_path))) as session:
        session.journal.record({"kind": "command", "command": "somebody else"})
    (tmp_path / "room" / "theirs.md").write_text("theirs\n")
    assert "theirs" in told(tool, {"command": "view", "path": f"{M}/theirs.md"})[1]
    assert told(tool, {"command": "create", "path": f"{M}/theirs.md", "file_text": "x"}) == (
        False,
        f"File {M}/theirs.md already exists",
    )
    assert told(tool, {"command": "str_replace", "path": f"{M}/theirs.md", "old_str": "theirs", "new_str": "ours"})[0]
    tool.close()
    assert verified(tmp_path)


def test_a_busy_room_is_an_answer(tmp_path: Path, tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import room.locks

    monkeypatch.setattr(room.locks.for_user.__wrapped__, "__kwdefaults__", {"timeout": 0.1})  # type: ignore[attr-defined]
    with open_place(locate(room=str(tmp_path / "room"), cwd=str(tmp_path)), create=False) as held:
        with room.locks.kernel_lock(held.state, room.locks.ROOM, 0):
            done, words = told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})
    assert not done and "busy" in words
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})[0]


def test_a_hand_that_is_killed_is_replaced(tmp_path: Path, tool: Any) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})[0]
    child = tool._tool._hand._child
    os.kill(child.pid, signal.SIGKILL)
    told(tool, {"command": "create", "path": f"{M}/b.md", "file_text": "y"})
    assert told(tool, {"command": "create", "path": f"{M}/c.md", "file_text": "z"})[0]
    assert told(tool, {"command": "view", "path": f"{M}/a.md"})[0]
    tool.close()
    assert verified(tmp_path)
    assert not [name for name in os.listdir(tmp_path / "room") if name.startswith(".scribe")]


def killed(tool: Any) -> None:
    """Kill the hand and wait until it is gone; its pipes are closed then."""
    child = tool._tool._hand._child
    os.kill(child.pid, signal.SIGKILL)
    child.process._popen.wait()


def test_a_hand_that_was_killed_between_two_commands_costs_none(tmp_path: Path, tool: Any) -> None:
    for command in ({"command": "view", "path": M}, {"command": "create", "path": f"{M}/b.md", "file_text": "y"}):
        assert told(tool, {"command": "create", "path": f"{M}/{command['command']}.txt", "file_text": "x"})[0]
        killed(tool)
        assert told(tool, command)[0]
    killed(tool)
    tool.close()
    assert len(rows(tmp_path, "settled")) == 1
    assert verified(tmp_path)


def aged(tool: Any, seconds: float) -> None:
    """Make the hand so much older, and the changes too."""
    tool._tool._hand._child.born -= seconds
    tool._tool._supervisor._looked -= seconds
    tool._tool._since -= seconds


@pytest.mark.parametrize("changed", [True, False], ids=["changed", "only viewed"])
def test_a_host_that_was_idle_beyond_the_hands_limit_closes_and_goes_on(
    tmp_path: Path, tool: Any, changed: bool
) -> None:
    create = {"command": "create", "path": f"{M}/a.md", "file_text": "x"}
    assert told(tool, create if changed else {"command": "view", "path": M})[0]
    aged(tool, 1000)
    assert told(tool, {"command": "view", "path": M})[0]
    aged(tool, 1000)
    tool.close()
    assert len(rows(tmp_path, "settled")) == changed


def test_a_tool_that_lives_long_settles_now_and_then(tmp_path: Path, tool: Any) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "first"})[0]
    assert told(tool, {"command": "delete", "path": f"{M}/a.md"})[0]
    aged(tool, 1000)
    assert told(tool, {"command": "create", "path": f"{M}/b.md", "file_text": "x"})[0]
    assert len(rows(tmp_path, "settled")) == 1
    assert [path.read_text() for path in (tmp_path / "room.scribe" / "versions").rglob("a.md")] == ["first"]


def test_what_another_run_has_changed_since_is_no_surprise_and_what_a_person_has_is(tmp_path: Path, tool: Any) -> None:
    for name in ("theirs", "gone", "person"):
        assert told(tool, {"command": "create", "path": f"{M}/{name}.md", "file_text": name})[0]
    with opened(locate(room=str(tmp_path / "room"), cwd=str(tmp_path))) as session:
        session.change(Change("write", "theirs.md", data=b"better\n", expect_sha=ANY, by="somebody"))
        session.change(Change("remove", "gone.md", by="somebody"))
    # That run has settled ours too, so the last look has a row of its own only for what it found.
    (tmp_path / "room" / "person.md").write_text("person\nby hand\n")
    tool.close()
    assert rows(tmp_path, "settled")[-1]["changed"] == ["person.md"]
    assert (tmp_path / "room" / "person.md").read_text() == "person\nby hand\n"
    assert any("person.md was changed by another program" in each for each in tool._tool.notices)
    assert verified(tmp_path)


def test_what_was_pinned_after_the_hand_was_launched_is_kept_by_the_kernel_too(tmp_path: Path, tool: Any) -> None:
    (tmp_path / "other" / "pinned").mkdir(mode=0o700, parents=True)
    (tmp_path / "other").chmod(0o700)
    with ConfinedMemoryTool(tmp_path / "other", adopt=True) as probe:
        assert told(probe, {"command": "view", "path": M})[0]
        if probe._tool._hand.receipt.as_json()["pinned-read-only"]["enforced_by"] == "guard":  # type: ignore[union-attr]
            pytest.skip("this system does not let a hand mount")
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})[0]
    (tmp_path / "room" / "pinned").mkdir(mode=0o700)
    (tmp_path / "room" / "pinned" / "p.md").write_text("kept")
    assert told(tool, {"command": "create", "path": f"{M}/b.md", "file_text": "x"})[0]
    hand = tool._tool._hand
    # An order as a wrong verdict of the guard would give it.
    with pytest.raises(Refused):
        hand.write("pinned/p.md", b"x", expect=sha(b"kept"), temporary="pinned/.scribe-1.tmp")
    assert (tmp_path / "room" / "pinned" / "p.md").read_text() == "kept"


def test_a_folder_with_a_file_that_is_never_changed_stays_whole(tmp_path: Path, tool: Any) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/d/a.md", "file_text": "x"})[0]
    (tmp_path / "room" / "d" / "z.bin").write_bytes(b"z" * (600 << 10))
    before = picture(tmp_path / "room")
    done, words = told(tool, {"command": "delete", "path": f"{M}/d"})
    assert not done and "never changed" in words
    assert picture(tmp_path / "room") == before


def test_refused_views_are_recorded_and_do_not_pile_up(tmp_path: Path, tool: Any) -> None:
    for _ in range(250):
        assert not told(tool, {"command": "view", "path": f"{M}/../{'x' * 5000}"})[0]
    assert len(tool._tool._refused) < 100
    assert len(rows(tmp_path, "reject")) >= 200
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("confine.memory_tool.opened", busy)
        for _ in range(1200):
            assert not told(tool, {"command": "view", "path": f"{M}/../x"})[0]
    assert len(tool._tool._refused) == 1000
    tool.close()
    assert len(rows(tmp_path, "reject")) >= 1000


def busy(*given: Any, **more: Any) -> Any:
    raise RoomError("the room is busy", "another run writes", "wait")


def test_a_hand_is_renewed_before_its_time_is_up(tmp_path: Path, tool: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})[0]
    first = tool._tool._hand._child.pid
    monkeypatch.setattr("confine.memory_tool._RENEWED", -1.0)
    assert told(tool, {"command": "create", "path": f"{M}/b.md", "file_text": "x"})[0]
    assert tool._tool._hand._child.pid != first


def test_a_room_that_is_replaced_gets_nothing(tmp_path: Path, tool: Any) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/a.md", "file_text": "x"})[0]
    os.rename(tmp_path / "room", tmp_path / "aside")
    (tmp_path / "room").mkdir(mode=0o700)
    done, _ = told(tool, {"command": "create", "path": f"{M}/b.md", "file_text": "x"})
    assert not done
    assert os.listdir(tmp_path / "room") == []
    (tmp_path / "room").rmdir()
    os.rename(tmp_path / "aside", tmp_path / "room")


def test_a_closed_tool_says_so(tmp_path: Path) -> None:
    tool = MemoryTool(tmp_path / "room")
    tool.close()
    tool.close()
    with pytest.raises(ValueError, match="closed"):
        tool.execute({"command": "view", "path": M})
    with pytest.raises(ValueError, match="closed"):
        tool.clear()


def test_only_the_module_of_the_sdk_imports_the_sdk() -> None:
    code = "import sys, confine.hosts, confine.memory_tool; print('anthropic' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"


def test_a_room_that_cannot_be_confined_makes_no_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> Any:
        raise ConfinementUnavailableError("none", "none", "none")

    monkeypatch.setattr("confine.backend.load", missing)
    with pytest.raises(ConfinementUnavailableError):
        ConfinedMemoryTool(tmp_path / "room")


# -- Threads, asyncio, and the runner ------------------------------------------------------------------------


def test_many_threads_lose_nothing(tmp_path: Path, tool: Any) -> None:
    assert told(tool, {"command": "create", "path": f"{M}/all.txt", "file_text": "begin\n"})[0]
    barrier = threading.Barrier(6)

    def work(number: int) -> list[bool]:
        barrier.wait(30)
        return [
            told(tool, {"command": "insert", "path": f"{M}/all.txt", "insert_line": 1, "insert_text": f"{number}-{n}"})[
                0
            ]
            for n in range(4)
        ]

    with ThreadPoolExecutor(6) as pool:
        done = [each for results in pool.map(work, range(6)) for each in results]
    assert all(done)
    lines = (tmp_path / "room" / "all.txt").read_text().split()
    assert sorted(lines) == sorted(["begin", *(f"{number}-{n}" for number in range(6) for n in range(4))])


def test_it_does_not_block_a_loop(tmp_path: Path) -> None:
    async def run() -> tuple[int, list[str]]:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.001)

        clock = asyncio.create_task(tick())
        async with AsyncConfinedMemoryTool(tmp_path / "room") as tool:
            created = [tool.call({"command": "create", "path": f"{M}/{n}.md", "file_text": f"{n}\n"}) for n in range(4)]
            said = [str(each) for each in await asyncio.gather(*created)]
            said.append(str(await tool.call({"command": "view", "path": f"{M}/2.md"})))
            with pytest.raises(ToolError):
                await tool.call({"command": "view", "path": f"{M}/../x"})
        clock.cancel()
        return ticks, said

    ticks, said = asyncio.run(run())
    assert ticks > 10
    assert said[:4] == [f"File created successfully at: {M}/{n}.md" for n in range(4)]
    assert "2" in said[4]
    assert verified(tmp_path)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_the_sdks_runner_drives_it(tmp_path: Path, stream: bool) -> None:
    script = [
        say(call("create", path=f"{M}/tides.md", file_text="Brest in centimetres\n")),
        say(call("create", path=f"{M}/../outside.md", file_text="x"), call("view", path=M)),
        say(text("Done.")),
    ]
    with serving(script) as server, ConfinedMemoryTool(tmp_path / "room") as memory:
        with anthropic.Anthropic(api_key="sk-test", base_url=server.url, max_retries=0) as client:
            runner = client.beta.messages.tool_runner(
                model="scripted",
                max_tokens=100,
                messages=[{"role": "user", "content": "Remember the tides."}],
                tools=[memory],
                stream=stream,
            )
            for _ in runner:
                pass
        results = server.results()
    assert [bool(each.get("is_error")) for each in results] == [False, True, False]
    assert server.requests[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    assert (tmp_path / "room" / "tides.md").read_text() == "Brest in centimetres\n"
    assert not (tmp_path / "outside.md").exists()


def test_the_example_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    code = readme.split("## As the Anthropic SDK's memory tool")[1].split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    script = [say(call("create", path=f"{M}/tides.md", file_text="Brest in centimetres\n")), say(text("Done."))]
    with serving(script) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        exec(compile(code, "README.md", "exec"), {})
    assert (tmp_path / "team-memory" / "tides.md").exists()
