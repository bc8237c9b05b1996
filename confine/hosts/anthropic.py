"""The memory tool of the Anthropic SDK, on a room that a confined hand writes.

    from confine.hosts.anthropic import ConfinedMemoryTool

    with ConfinedMemoryTool("team-memory") as memory:
        runner = client.beta.messages.tool_runner(..., tools=[memory])

Drop-in for the SDK's own file-system tool: the same commands, parameters and words (`confine.edits`). What differs is
what it refuses (`policies/profiles/memory-tool.yaml`), that `MEMORY.md` is Scribe's own index and not listed, and that
every file that is replaced or deleted stays as a version. Bytes are kept as they are given; invisible control
characters are taken out, and the answer says so.

A refusal is a `ToolError`, which the SDK passes to the model as a tool result with `is_error`. Importing this module
imports the SDK.
"""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anyio import to_thread

from confine.door import Answer
from confine.memory_tool import MemoryTool

__all__ = ["AsyncConfinedMemoryTool", "ConfinedMemoryTool"]

_PARAMETERS = {
    "view": ("path", "view_range"),
    "create": ("path", "file_text"),
    "str_replace": ("path", "old_str", "new_str"),
    "insert": ("path", "insert_line", "insert_text"),
    "delete": ("path",),
    "rename": ("old_path", "new_path"),
}


def _request(command: Any) -> dict[str, Any]:
    """Return a command of the SDK as the door takes it.

    The SDK builds it from what the model sent without judging it, so any field may be missing or of any kind.

    Raises:
        ToolError: a parameter is missing or is not what it should be.
    """
    name = str(command.command)
    given = {field: getattr(command, field, None) for field in _PARAMETERS[name]}
    given = {field: value for field, value in given.items() if value is not None}
    for field in _PARAMETERS[name]:
        value = given.get(field)
        if field in ("view_range", "new_str") and value is None:
            continue
        if field == "view_range":
            valid = isinstance(value, list) and all(type(each) is int for each in value)
        elif field == "insert_line":
            valid = type(value) is int
        else:
            valid = isinstance(value, str)
        if not valid:
            raise ToolError(f"The parameter {field} of {name} is missing or of the wrong kind.")
    return {"command": name, **given}


def _told(answer: Answer) -> str:
    """Return what the model is told.

    Raises:
        ToolError: the command was refused.
    """
    if not answer.ok:
        raise ToolError(answer.text)
    return "\n".join([answer.text, *(f"Note: {each}" for each in answer.notices)])


class ConfinedMemoryTool(BetaAbstractMemoryTool):
    """The SDK's memory tool on a room; a context manager, safe for threads.

    Args:
        room: path of the room; it is made where nothing is.
        adopt: take over a room that came from elsewhere.
        cache_control: as the SDK's tools take it.

    Raises:
        RoomError: the room is refused. ConfinementUnavailableError: this system cannot confine a hand.
    """

    def __init__(self, room: str | os.PathLike[str], *, adopt: bool = False, cache_control: Any = None) -> None:
        super().__init__(cache_control=cache_control)
        self._tool = MemoryTool(room, adopt=adopt)

    def __enter__(self) -> ConfinedMemoryTool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the hand and settle; see `MemoryTool.close`."""
        self._tool.close()

    def view(self, command: Any) -> str:
        """Show a file or a directory."""
        return self._do(command)

    def create(self, command: Any) -> str:
        """Make a file."""
        return self._do(command)

    def str_replace(self, command: Any) -> str:
        """Replace a text that stands in a file once."""
        return self._do(command)

    def insert(self, command: Any) -> str:
        """Insert a text after a line."""
        return self._do(command)

    def delete(self, command: Any) -> str:
        """Delete a file or a directory."""
        return self._do(command)

    def rename(self, command: Any) -> str:
        """Give a file or a directory another name."""
        return self._do(command)

    def clear_all_memory(self) -> str:
        """Delete everything that is listed; a version of each file stays."""
        return _told(self._tool.clear())

    def _do(self, command: Any) -> str:
        return _told(self._tool.execute(_request(command)))


class AsyncConfinedMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for the asynchronous client; commands run in a worker thread, one at a time.

    Args, Raises: as `ConfinedMemoryTool`.
    """

    def __init__(self, room: str | os.PathLike[str], *, adopt: bool = False, cache_control: Any = None) -> None:
        super().__init__(cache_control=cache_control)
        self._tool = MemoryTool(room, adopt=adopt)

    async def __aenter__(self) -> AsyncConfinedMemoryTool:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """End the hand and settle; see `MemoryTool.close`."""
        await to_thread.run_sync(self._tool.close)

    async def view(self, command: Any) -> str:
        """Show a file or a directory."""
        return await self._do(command)

    async def create(self, command: Any) -> str:
        """Make a file."""
        return await self._do(command)

    async def str_replace(self, command: Any) -> str:
        """Replace a text that stands in a file once."""
        return await self._do(command)

    async def insert(self, command: Any) -> str:
        """Insert a text after a line."""
        return await self._do(command)

    async def delete(self, command: Any) -> str:
        """Delete a file or a directory."""
        return await self._do(command)

    async def rename(self, command: Any) -> str:
        """Give a file or a directory another name."""
        return await self._do(command)

    async def clear_all_memory(self) -> str:
        """Delete everything that is listed; a version of each file stays."""
        return _told(await to_thread.run_sync(self._tool.clear))

    async def _do(self, command: Any) -> str:
        return _told(await to_thread.run_sync(self._tool.execute, _request(command)))
