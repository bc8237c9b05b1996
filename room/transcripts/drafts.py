"""Drafts of turns, as a host's reader makes them while it goes through the records.

What all hosts have in common is here: a person's text is parted from the host's (`wrappers`), a tool call is
remembered until its result comes, a failed call has written nothing. `room.transcripts.read` numbers the
drafts at the end, because a later record can still take an earlier draft back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from room.transcripts.tools import is_network, shown, written
from room.transcripts.turns import Host, Origin, Problem
from room.transcripts.wrappers import split

Record = Mapping[str, Any]

_LONE = re.compile("[\ud800-\udfff]")
# More calls than this that still wait for their results are a broken file, and the oldest are forgotten.
_WAITING = 10_000


class Draft:
    """A turn that has no number yet. A reader may change or drop it (`origin` None) until the end."""

    __slots__ = ("at", "line", "origin", "text", "tool", "writes")

    def __init__(self, origin: Origin | None, text: str, line: int, at: str | None, tool: str | None = None) -> None:
        self.origin = origin
        self.text = text
        self.line = line
        self.at = at
        self.tool = tool
        self.writes: tuple[str, ...] = ()


class _Call:
    """A tool call that waits for its result."""

    __slots__ = ("draft", "network")

    def __init__(self, draft: Draft, network: bool) -> None:
        self.draft = draft
        self.network = network


class Drafts:
    """What has been found so far in one file.

    Attributes:
        drafts: in the order of the file.
        problems: lines that were skipped or mended.
        session: the host's name of the conversation, when a record has told it.
    """

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.problems: list[Problem] = []
        self.session: str | None = None
        self._calls: dict[str, _Call] = {}

    def say(self, origin: Origin, text: object, line: int, at: object = None, tool: str | None = None) -> Draft | None:
        """Add a text with its author; what is no text, or blank, is nothing."""
        if not isinstance(text, str) or not text or text.isspace():
            return None
        return self._add(Draft(origin, text, line, at if isinstance(at, str) else None, tool))

    def person(self, texts: Iterable[object], line: int, at: object = None) -> Draft | None:
        """Add the texts of one message of the user's role: a person's words as one turn, the host's apart.

        Returns:
            The draft of the person's words, if there are any.
        """
        said: list[str] = []
        besides: list[str] = []
        for text in texts:
            if isinstance(text, str):
                person, host = split(text)
                besides.extend(host)
                if person and not person.isspace():
                    said.append(person)
        # The person comes first, so that what the host put around the words belongs to their exchange.
        draft = self.say("user", "\n\n".join(said), line, at)
        for part in besides:
            self.say("system", part, line, at)
        return draft

    def call(
        self,
        name: object,
        arguments: object,
        line: int,
        at: object = None,
        *,
        id: object = None,
        cwd: object = None,
    ) -> Draft:
        """Add a tool call by the assistant. Its result is told by the same `id`."""
        tool = name if isinstance(name, str) and name else "unknown"
        draft = Draft("assistant", shown(arguments), line, at if isinstance(at, str) else None, tool[:200])
        draft.writes = written(tool, arguments, cwd if isinstance(cwd, str) else None)
        if isinstance(id, str):
            if len(self._calls) >= _WAITING:
                del self._calls[next(iter(self._calls))]
            self._calls[id] = _Call(draft, is_network(tool, arguments))
        return self._add(draft)

    def result(
        self,
        text: object,
        line: int,
        at: object = None,
        *,
        id: object = None,
        name: object = None,
        network: bool = False,
        failed: bool = False,
    ) -> Draft | None:
        """Add what a tool answered. It is "web" if the call may have fetched it from the network.

        Args:
            text: the answer.
            line: where it stands.
            at: when it came.
            id: the id of the call.
            name: the tool's name where the result itself tells it.
            network: it is known to be from the network.
            failed: the call did not do what it should.
        """
        call = self._calls.pop(id, None) if isinstance(id, str) else None
        tool = call.draft.tool if call else name if isinstance(name, str) else None
        if call and failed:
            call.draft.writes = ()
        network = network or (call.network if call else tool is not None and is_network(tool, None))
        return self.say("web" if network else "tool", text, line, at, tool)

    def consider(self, name: object, arguments: object, id: object) -> None:
        """Note what an agent behind a call did: if it read pages, its report is as trusted as they are."""
        if isinstance(name, str) and isinstance(id, str) and is_network(name, arguments):
            call = self._calls.get(id)
            if call:
                call.network = True

    def problem(self, line: int, reason: str) -> None:
        """Note a line that was skipped or mended."""
        self.problems.append(Problem(line, reason))

    def _add(self, draft: Draft) -> Draft:
        if not draft.text.isascii():
            try:
                draft.text.encode("utf-8")
            except UnicodeEncodeError:
                # JSON can spell half of a pair, "\\ud800", and no file, pipe or terminal takes it.
                draft.text = _LONE.sub("\ufffd", draft.text)
                self.problem(draft.line, "half of a surrogate pair was replaced")
        self.drafts.append(draft)
        return draft


class Reader(Protocol):
    """A host's reader: it is fed every record of a file and makes drafts of it."""

    host: Host

    def take(self, record: dict[str, Any], line: int) -> None:
        """Read one record."""
        ...

    def finish(self) -> None:
        """Decide what could only be decided at the end of the file."""
        ...


def text_of(content: object) -> str:
    """Return the text of a tool's answer: a string, or what is text in a list of blocks."""
    if isinstance(content, str):
        return content
    if isinstance(content, Mapping):
        content = [content]
    if not isinstance(content, list):
        return ""
    return "\n".join(part for block in content for part in _texts_in(block))


def _texts_in(block: object) -> list[str]:
    """Return the texts of one block, and of the blocks in it: hosts nest one level deep."""
    if isinstance(block, str):
        return [block]
    if not isinstance(block, Mapping):
        return []
    value = next((block[key] for key in ("text", "content", "output", "error", "result") if key in block), None)
    if isinstance(value, list):
        return [inner["text"] for inner in value if isinstance(inner, Mapping) and isinstance(inner.get("text"), str)]
    return [value] if isinstance(value, str) else []
