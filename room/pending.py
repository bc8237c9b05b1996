"""Held proposals: memories that only a person can decide on, each a JSON file in `pending/`.

Admission holds what contradicts a memory, outranks its own citation or reads like an order to an agent.
It waits here under a short id that a person types: `scribe memory conflicts` lists, `scribe memory
resolve ID` decides. The same proposal is held once, however often it is made.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from room.audit import stamp
from room.errors import RoomError, storing
from room.handles import Directory, NotRegularError, TooLargeError

FOLDER = "pending"
MOST = 1000
"""How many proposals wait at most: a flood of them would hide the one that matters."""

_BOUND = 4 << 20
_ID = re.compile(r"[0-9a-f]{8}")


@dataclass(frozen=True)
class Held:
    """One held proposal.

    Attributes:
        id: eight hexadecimal digits.
        at: when it was held first (UTC, seconds, "Z").
        run: which run held it.
        rule: the admission rule.
        reason: why, for a person.
        name: the path that it would have.
        proposal: everything that is needed to carry it out later (command, text, trust, source …), as
            it was given.
    """

    id: str
    at: str
    run: str
    rule: str
    reason: str
    name: str
    proposal: dict[str, Any]


class Pending:
    """The held proposals of a room. The caller holds the room's lock when it adds or drops one."""

    def __init__(self, state: Directory, *, now: Callable[[], float] = time.time) -> None:
        """Nothing is read or made yet.

        Args:
            state: the state directory.
            now: the clock, in seconds since the epoch.
        """
        self._state = state
        self._now = now
        self.notices: list[str] = []

    def hold(self, *, run: str, rule: str, reason: str, name: str, proposal: Mapping[str, Any]) -> str:
        """Hold a proposal and return its id.

        Args:
            run: the run that made it.
            rule: the admission rule.
            reason: why it is held.
            name: the path that it would have.
            proposal: what it says; JSON values only.

        Raises:
            RoomError: too many wait already.
            StoreError: it was not written.
        """
        said = json.loads(json.dumps(dict(proposal)))
        digest = hashlib.sha256(json.dumps([name, rule, said], sort_keys=True).encode("ascii")).hexdigest()
        waiting = {held.id: held for held in self.list()}
        if len(waiting) >= MOST:
            raise RoomError(
                "the proposal was not held", f"{MOST} wait already", "Decide on some: scribe memory conflicts"
            )
        # Eight digits are short enough to type, and short enough that two proposals can be made to
        # share them.
        for start in range(0, len(digest), 8):
            id = digest[start : start + 8]
            held = waiting.get(id)
            if held is None:
                break
            if (held.name, held.rule, held.proposal) == (name, rule, said):
                return id
        fields = {
            "id": id,
            "at": stamp(self._now()),
            "run": run,
            "rule": rule,
            "reason": reason,
            "name": name,
        }
        text = json.dumps({**fields, "proposal": said}, indent=1).encode("ascii") + b"\n"
        with storing("the held proposal was not written", self._state.join(FOLDER)):
            with self._state.child(FOLDER, create=True) as folder:
                folder.replace(f"{id}.json", text)
        return id

    def list(self) -> list[Held]:
        """Return all held proposals, oldest first. `notices` names the files that make no sense."""
        self.notices.clear()
        found = []
        with storing("the held proposals were not read", self._state.join(FOLDER)):
            try:
                folder = self._state.child(FOLDER)
            except FileNotFoundError:
                return []
            with folder:
                for name in folder.names():
                    id, _, ending = name.partition(".")
                    if not _ID.fullmatch(id) or ending != "json":
                        continue
                    try:
                        found.append(_held(id, json.loads(folder.read(name, _BOUND))))
                    except (ValueError, KeyError, TypeError, RecursionError, NotRegularError, TooLargeError):
                        self.notices.append(f"{FOLDER}/{name} could not be understood and is left out")
        return sorted(found, key=lambda held: (held.at, held.id))

    def get(self, id: str) -> Held:
        """Return one held proposal.

        Raises:
            RoomError: none has that id.
        """
        for held in self.list():
            if held.id == id:
                return held
        raise RoomError(
            f"{id} was not found", "no held proposal has that id", "See which have: scribe memory conflicts"
        )

    def drop(self, id: str) -> Held:
        """Take a held proposal out, when it is decided, and return it.

        Raises:
            RoomError: none has that id.
        """
        held = self.get(id)
        with storing("the held proposal was not taken out", self._state.join(FOLDER)):
            with self._state.child(FOLDER) as folder:
                folder.unlink(f"{id}.json")
                folder.sync()
        return held


def _held(id: str, fields: Any) -> Held:
    """Return a held proposal from its file, strictly."""
    texts = {key: fields[key] for key in ("at", "run", "rule", "reason", "name")}
    if fields["id"] != id or not all(isinstance(text, str) for text in texts.values()):
        raise ValueError(id)
    if not isinstance(fields["proposal"], dict):
        raise ValueError(id)
    return Held(id=id, proposal=fields["proposal"], **texts)
