"""Judging without doing: the same guard over the same facts, and admission as a dry run.

`scribe why` answers through the code path of a real request, so what it says is what would happen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from policies import admission, guard
from policies.operation import Operation
from policies.profile import load
from room.errors import NoRoomError
from room.facts import Look
from room.place import OpenPlace, open_place
from room.workspace import Place

__all__ = ["Judge"]


class Judge:
    """A guard and an admission over one room; a context manager.

    Args:
        place: the room. It need not be registered; where there is none, the verdict is on an empty one.
        policy: name or path of the profile.
    """

    def __init__(self, place: Place, policy: str) -> None:
        self._profile = load(policy)
        self._place = place
        prefixes = () if self._profile.name == "user" else ("/memories",)
        self._address = guard.Address(prefixes, place.room_path)

    def __enter__(self) -> Judge:
        self._held: OpenPlace | None = None
        try:
            self._held = open_place(self._place, create=False)
        except NoRoomError:
            self._look: Any = _nothing
        else:
            self._look = Look(self._held.room)
        return self

    def __exit__(self, *exception: object) -> None:
        if self._held is not None:
            self._held.close()

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer document for one request.

        Args:
            request: `command`, `path`, and perhaps `new_path`, `text` and `origin`.
        """
        operation = Operation(request.get("command", ""), request.get("path", ""), request.get("new_path"))
        verdict = guard.judge(operation, self._profile, self._address, self._look)
        answer: dict[str, Any] = {"allowed": verdict.allowed, "rule": verdict.rule, "reason": verdict.reason}
        if isinstance(text := request.get("text"), str):
            origin = str(request.get("origin", "user"))
            decision = admission.dry_run(text, origin, caps=self._profile.caps, switches=self._profile.switches)
            answer |= {
                "verdict": decision.verdict,
                "trust": decision.trust,
                "guidance": decision.guidance and verdict.allowed,
            }
            if verdict.allowed:
                answer |= {"rule": decision.rule, "reason": decision.reason}
        return answer


def _nothing(path: str) -> Any:
    """The facts of a room that does not exist: nothing stands on any path."""
    from policies.facts import Facts

    return Facts(missing=path.count("/") + 1 if path else 0)
