"""The model broker: the only place that calls a model, outside every child.

The agent asks with an `ask_model` frame. The broker makes the messages anew (`confine.dialogue`), adds model, system
prompt and the one tool, keeps the ceilings, calls, and gives back text and well-formed calls. Key and network are its
own; a child has neither, and no child's word reaches a header, an address or a setting.

A call runs in a thread of its own, so that a server that drips a byte a second is left at the deadline, an
interrupt is heard at once, and the pipes of the children are read meanwhile.

Each call is a row of the audit chain, with its tokens; so is each tool that a model asked for and does not have. The
ceilings are a session's (a transcript's), over all its runs: a host that extracts after every turn cannot spend
without end. Not defended: what a provider counts differently from what it reports.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from confine.dialogue import MOST_CALLS, Reply, admit, rebuild
from confine.errors import WriterFailedError
from policies import tool
from room.journal import Journal

__all__ = ["Broker", "Ceilings", "Exhausted", "Model"]

_CHARACTERS_A_TOKEN = 4
_POLL = 0.02


class Exhausted(Exception):  # noqa: N818 - a limit that was set, and no fault.
    """A ceiling of the session is reached; the message says which. The run ends as if the model had finished."""


@dataclass(frozen=True, slots=True)
class Ceilings:
    """What a session may spend, over all its runs.

    Attributes:
        calls: of the model.
        tokens: input and output together, cached ones too.
        turns: calls of one dialogue.
        output_tokens: of one reply.
        seconds: of one call, with all its retries.
    """

    calls: int = 60
    tokens: int = 2_000_000
    turns: int = 4
    output_tokens: int = 4_096
    seconds: float = 240.0


@dataclass(frozen=True, slots=True)
class Model:
    """A model and the way to it.

    Attributes:
        name: as the server knows it.
        client: an `anthropic.Anthropic`, or what has its `messages.create` (`confine.provider` makes one).
        secrets: texts that must not be shown in any message.
    """

    name: str
    client: Any
    secrets: tuple[str, ...] = ()


class Broker:
    """The calls of one run.

    Args:
        model: which one.
        system: the system prompt.
        spent: the session's ledger, changed in place: `calls`, `input_tokens`, `output_tokens`.
        journal: for the rows.
        attend: called again and again while a call runs; reads the children's pipes.
        ceilings: the bounds.

    Attributes:
        usage: what this run has spent, in the form of the result document.
    """

    def __init__(
        self,
        model: Model,
        system: str,
        *,
        spent: dict[str, Any],
        journal: Journal,
        attend: Callable[[], None],
        ceilings: Ceilings | None = None,
    ) -> None:
        self._model = model
        self._system = system
        self._spent = spent
        self._journal = journal
        self._attend = attend
        self._ceilings = ceilings or Ceilings()
        self.usage = dict.fromkeys(("model_calls", *_TOKENS.values()), 0)

    def ask(self, messages: Sequence[Any]) -> tuple[Reply, str | None]:
        """Call the model.

        Args:
            messages: as the agent sent them; unchecked.

        Returns:
            The reply as the agent gets it, and the reason for which the model stopped.

        Raises:
            DialogueError: the agent asked in a form that does not exist. Exhausted: a ceiling is reached.
                WriterFailedError: the server did not answer, or not as the Messages API does.
        """
        made = rebuild(messages)
        self._refuse_more(made)
        request = {
            "model": self._model.name,
            "max_tokens": self._ceilings.output_tokens,
            "system": [{"type": "text", "text": self._system, "cache_control": {"type": "ephemeral"}}],
            "tools": [{"name": tool.NAME, "description": _ABOUT, "input_schema": tool.schema()}],
            "messages": made,
        }
        try:
            answer = self._call(request)
            content, reason = _whole(answer)
        except WriterFailedError as error:
            self._count(None)
            self._journal.record({"kind": "model", "model": self._model.name, "outcome": "failed", "reason": error.why})
            raise
        counted = self._count(getattr(answer, "usage", None))
        row = {"kind": "model", "model": self._model.name, "outcome": reason or "unknown", **counted}
        self._journal.record({**row, "id": self._shown(getattr(answer, "id", ""))[:128]})
        reply = admit(content)
        for what, why in reply.refusals[:MOST_CALLS]:
            self._journal.record(
                {
                    "kind": "reject",
                    "by": self._model.name,
                    "command": what[:300],
                    "rule": "toolset",
                    "reason": why[:2000],
                }
            )
        if len(reply.refusals) > MOST_CALLS:
            more = f"and {len(reply.refusals) - MOST_CALLS} more of the same reply"
            self._journal.record({"kind": "reject", "by": self._model.name, "rule": "toolset", "reason": more})
        return reply, reason

    # -- ceilings --------------------------------------------------------------------------------------------

    def _refuse_more(self, messages: Sequence[Mapping[str, Any]]) -> None:
        """Stop before a call that would pass a ceiling, as far as can be known before it."""
        calls, tokens = self._spend("calls"), self._spend("input_tokens") + self._spend("output_tokens")
        if calls >= self._ceilings.calls:
            raise Exhausted(f"this session has called the model {calls} times, its most")
        due = sum(len(str(message["content"])) for message in messages) // _CHARACTERS_A_TOKEN
        if tokens + due + self._ceilings.output_tokens > self._ceilings.tokens:
            raise Exhausted(
                f"this session has spent {tokens} of its {self._ceilings.tokens} tokens, and the next call would need "
                f"about {due + self._ceilings.output_tokens}"
            )

    def _spend(self, name: str) -> int:
        value = self._spent.get(name, 0)
        return value if type(value) is int and value >= 0 else 0

    def _count(self, usage: Any) -> dict[str, int]:
        """Add a call to the ledgers of run and session; return its tokens."""
        counted: dict[str, int] = {}
        for theirs, ours in _TOKENS.items():
            value = getattr(usage, theirs, 0)
            counted[ours] = counted.get(ours, 0) + (value if type(value) is int and value > 0 else 0)
        self.usage["model_calls"] += 1
        self._spent["calls"] = self._spend("calls") + 1
        for name, value in counted.items():
            self.usage[name] += value
            self._spent[name] = self._spend(name) + value
        return counted

    # -- the call --------------------------------------------------------------------------------------------

    def _call(self, request: Mapping[str, Any]) -> Any:
        """Call the model in a thread; wait no longer than the deadline, and look after the children meanwhile."""
        result: list[Any] = []
        done = threading.Event()

        def work() -> None:
            try:
                result.append(self._model.client.messages.create(**request, timeout=self._ceilings.seconds))
            except BaseException as error:  # It is raised again where somebody can hear it.
                result.append(error)
            finally:
                done.set()

        threading.Thread(target=work, name="model call", daemon=True).start()
        deadline = time.monotonic() + self._ceilings.seconds
        while not done.wait(_POLL):
            self._attend()
            if time.monotonic() >= deadline:
                with suppress(Exception):
                    # The thread is in a read that nothing else ends.
                    self._model.client.close()
                raise self._failed(
                    f"the model did not answer within {self._ceilings.seconds:g} seconds", "Try again later"
                )
        if isinstance(result[0], BaseException):
            raise self._translated(result[0]) from None
        return result[0]

    def _translated(self, error: BaseException) -> WriterFailedError:
        """Return what went wrong with a call, and what to do, in words."""
        if not isinstance(error, Exception):
            return self._failed(f"the call was broken off ({type(error).__name__})", "Try again")
        status = getattr(error, "status_code", None)
        said = self._shown(error) or type(error).__name__
        if status in (401, 403):
            return self._failed(f"the server refused the key: {said}", "Check ANTHROPIC_API_KEY and ANTHROPIC_BASE_URL")
        if status == 404:
            return self._failed(f"the server does not know it: {said}", f"Check the model's name, {self._model.name}")
        if status in (408, 409, 429) or (isinstance(status, int) and status >= 500):
            return self._failed(f"the server was busy or failed, in every retry: {said}", "Try again later")
        if status is not None:
            return self._failed(
                f"the server refused the request: {said}", "See what it says, and `scribe memory audit`"
            )
        return self._failed(f"{type(error).__name__}: {said}", "Check ANTHROPIC_BASE_URL and the network")

    def _failed(self, why: str, do: str) -> WriterFailedError:
        return WriterFailedError(
            "the model was not of use",
            why,
            f"{do}. Nothing is lost: what was written before stays, and the conversation is read again next time",
        )

    def _shown(self, text: object) -> str:
        """Return a server's words for a message: bounded, and without the key, which a server may repeat."""
        shown = str(text)
        for secret in self._model.secrets:
            shown = shown.replace(secret, "…")
        return shown.encode("utf-8", "replace").decode("utf-8")[:500]


def _whole(answer: Any) -> tuple[list[Any], str | None]:
    """Return the blocks and the stop reason of an answer.

    The SDK builds what the server sent without judging it, so a server that speaks something else is noticed here.
    """
    content, reason = getattr(answer, "content", None), getattr(answer, "stop_reason", None)
    if not isinstance(content, list) or not (reason is None or isinstance(reason, str)):
        raise WriterFailedError(
            "the model was not of use",
            "the server answered in a form that is not the Messages API's",
            "Check ANTHROPIC_BASE_URL. Nothing is lost: the conversation is read again next time",
        )
    return content, None if reason is None else reason[:64]


_TOKENS = {
    "input_tokens": "input_tokens",
    "cache_creation_input_tokens": "input_tokens",
    "cache_read_input_tokens": "input_tokens",
    "output_tokens": "output_tokens",
}
"""The API's counters, and the ledger's that each goes into: what comes from the cache was input too."""

_ABOUT = (
    "Read and change the memory: view, create, str_replace, insert, delete, rename. Every change is judged; a "
    "refusal says what to do instead. Give cites with every change: the turns and exact quotes that it rests on."
)
