"""The rooms of a run: one, or the project's and the user's own, each with its session, hand and door.

A hand has exactly one writable tree, so every room has its own. All rooms are opened before the agent is
launched and closed when it has gone: what is pinned in either is taken down before a stranger's word is read,
and looked at again afterwards. With one room a path is `/memories/x.md`; with several it names its room,
`/memories/user/x.md`, and nothing moves from one to another.

Rooms are locked in the order in which they are given. The user's own room, which all projects share, comes last
for everybody, so that no two runs wait for each other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from confine import edits
from confine.door import Answer, Door, Outcome
from confine.errors import UsageError
from confine.session import Session, new_run, opened
from confine.supervisor import Child, Supervisor
from policies import guard
from policies.admission import Source
from policies.operation import Operation
from policies.profile import Profile
from room.errors import Refused
from room.locks import for_automation
from room.workspace import Place

__all__ = ["PROJECT", "USER", "Rooms", "opened_rooms"]

PROJECT, USER = "project", "user"
_ROOT = "/memories"


class Rooms:
    """The open rooms of a run.

    Args:
        sessions: by name, the run's own room first.

    Attributes:
        first: the session of the run's own room, whose state keeps the cursor.
        outcome: what was done in all of them.
        paths: the rooms' real paths, by name.
    """

    def __init__(self, sessions: Mapping[str, Session]) -> None:
        self.sessions = dict(sessions)
        self.first = next(iter(self.sessions.values()))
        self.outcome = Outcome()
        self._doors: dict[str, Door] = {}
        self.paths = {name: each.place.place.room_path for name, each in self.sessions.items()}

    @property
    def names(self) -> list[str]:
        """Return the names of the rooms, the run's own first."""
        return list(self.sessions)

    @property
    def several(self) -> bool:
        """Return whether a path has to name its room."""
        return len(self.sessions) > 1

    def furnish(self, profile: Profile, sources: Sequence[Source], *, by: str, origin: str) -> None:
        """Give every room its door; until then no request is answered.

        Args:
            profile: which rules are on.
            sources: the words that may be cited.
            by: who asks, in words.
            origin: where the words come from.
        """
        for name, session in self.sessions.items():
            prefix = f"{_ROOT}/{name}" if self.several else _ROOT
            self._doors[name] = Door(
                session,
                profile,
                sources=sources,
                address=guard.Address((prefix,), self.paths[name]),
                by=by,
                origin=origin,
                room=name if self.several else "",
                outcome=self.outcome,
            )

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Give a request to the door of the room that it names.

        Raises:
            RoomError, StoreError: a state cannot be written. WriterFailedError: a hand broke.
        """
        first = next(iter(self._doors.values()))
        if not self.several:
            return first.answer(request)
        key = "old_path" if request["command"] == "rename" else "path"
        path, new_path = str(request.get(key, "")), request.get("new_path")
        if request["command"] == "view" and path.rstrip("/") == _ROOT:
            return self._list(path)
        named = guard.room_of(path, self.paths)
        goal = named if new_path is None else guard.room_of(new_path, self.paths)
        if named is None or goal is None:
            reason = "this run has several rooms: begin the path with " + " or ".join(
                f"{_ROOT}/{n}/" for n in self.names
            )
            return first.reject(Operation(request["command"], path, new_path), "containment", reason)
        if named[0] != goal[0]:
            reason = "a memory stays in its room: create it in the other one, and delete it here"
            return self._doors[named[0]].reject(Operation(request["command"], path, new_path), "containment", reason)
        moved = {} if new_path is None else {"new_path": goal[1]}
        return self._doors[named[0]].answer({**request, key: named[1], **moved})

    def _list(self, shown: str) -> Answer:
        """Show the rooms as the directories that they look like, and what lies at the top of each."""
        rows: list[edits.Listed] = []
        for name, door in self._doors.items():
            try:
                found = door.rows()
            except Refused as refusal:
                return door.reject(Operation("view", shown), refusal.rule, refusal.reason)
            rows.append(edits.Listed(name, sum(row.size for row in found if not row.directory), True))
            rows += [edits.Listed(f"{name}/{row.path}", row.size, row.directory) for row in found]
        return Answer(True, edits.listing(shown, sum(row.size for row in rows if not row.directory), rows))

    def served_by(self, agent: Child) -> None:
        """Let every room's chain have the receipt of the agent that asks."""
        for session in self.sessions.values():
            session.agent_receipt = agent.receipt

    def receipts(self) -> dict[str, Any]:
        """Return the receipts of all children: `agent`, `hand`, and for further rooms `hand of <room>`."""
        found: dict[str, Any] = {}
        for name, session in self.sessions.items():
            for role, receipt in session.receipts().items():
                found.setdefault(role if session is self.first or role == "agent" else f"{role} of {name}", receipt)
        return found

    def notices(self) -> list[str]:
        """Return what a person should be told about the rooms."""
        if not self.several:
            return self.first.notices
        return [f"{name}: {notice}" for name, session in self.sessions.items() for notice in session.notices]


@contextmanager
def opened_rooms(
    places: Mapping[str, Place],
    *,
    adopt: bool = False,
    conversation: str,
    now: Callable[[], float] = time.time,
) -> Iterator[Rooms]:
    """Open the rooms of an automated run, all for the same run and under one supervisor.

    Args:
        places: by name, the run's own room first.
        adopt: take over foreign rooms.
        conversation: what the request is about (`room.locks.for_automation`).
        now: the clock.

    Raises:
        UsageError: the same room is named twice. Superseded: a newer request waits. RoomError: one is refused or busy.
    """
    paths = [place.room_path for place in places.values()]
    if len(set(paths)) < len(paths):
        raise UsageError(
            "the two rooms of the run are one",
            f"both names lead to {paths[0]}",
            "name another directory as --user-room",
        )
    run = new_run(now())
    with Supervisor() as supervisor, ExitStack() as stack:
        yield Rooms(
            {
                name: stack.enter_context(
                    opened(
                        place,
                        adopt=adopt,
                        lock=for_automation,
                        lock_arguments={"conversation": conversation},
                        now=now,
                        run=run,
                        supervisor=supervisor,
                    )
                )
                for name, place in places.items()
            }
        )
