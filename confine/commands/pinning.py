"""`scribe memory pin|unpin`: what a person wants kept exactly as it is.

A pin is a place: the topic moves below `pinned/`, where every automated writer may read it and none may change it.
`unpin` moves it back to where it was. Both go through guard, journal and hand like any change, are versioned, and can
be rolled back.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from confine.commands.shared import place_of
from confine.errors import UsageError
from confine.session import Session, opened
from confine.terminal import Printer
from policies import guard
from policies.operation import Operation
from policies.profile import load
from room.catalogue import Memory
from room.errors import Refused
from room.facts import Look
from room.orders import Change

__all__ = ["add", "run"]

_FOLDER = "pinned/"


def add(action: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the actions to the group."""
    name = (("name",), {"help": "a memory's name, as `list` shows it"})
    adopt = (("--adopt",), {"action": "store_true", "help": "take over a room that came from elsewhere"})
    action("pin", "keep a memory as it is: no automated writer may change it", name, adopt).set_defaults(run=run)
    action("unpin", "move a pinned memory back to where it was", name, adopt).set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Pin or unpin one memory."""
    from confine.commands.memory import find

    with opened(place_of(arguments), adopt=arguments.adopt, create=False) as session:
        memory = find(session.catalogue.memories, arguments.name)
        session.journal.record({"kind": "command", "command": f"memory {arguments.action}", "path": memory.path})
        goal = (_pin if arguments.action == "pin" else _unpin)(session, memory)
    if arguments.json:
        done = {"path": goal, "from": memory.path, "pinned": arguments.action == "pin"}
        printer.json({**done, "receipt": session.receipts(), "notices": session.notices})
    else:
        printer.line(f"{memory.name} is {arguments.action}ned: {goal}")
    for notice in session.notices:
        printer.note(f"note: {notice}")
    return 0


def _pin(session: Session, memory: Memory) -> str:
    """Move a memory below `pinned/`; the folder is made with the first one, and never before."""
    if memory.pinned:
        raise UsageError(f"{memory.name} was not pinned", "it is pinned already", "run `scribe memory list`")
    if memory.superseded_by:
        raise UsageError(
            f"{memory.name} was not pinned",
            f"{memory.superseded_by} has replaced it: pinning would keep what is no longer true",
            f"pin {memory.superseded_by.removesuffix('.md')} instead",
        )
    goal = _FOLDER + memory.path
    _move(session, memory, goal, "memory pin")
    session.state.section("origins")[goal] = memory.path
    return goal


def _unpin(session: Session, memory: Memory) -> str:
    """Move a pinned memory back to where it was, or to the top of the room if no pin of ours has moved it."""
    if not memory.pinned:
        raise UsageError(f"{memory.name} was not unpinned", "it is not pinned", "run `scribe memory list`")
    origins = session.state.section("origins")
    origin = origins.get(memory.path)
    goal = origin if isinstance(origin, str) else memory.path.partition("/")[2]
    _move(session, memory, goal, "memory unpin")
    origins.pop(memory.path, None)
    return goal


def _move(session: Session, memory: Memory, goal: str, by: str) -> None:
    """Judge and make a move; where the new name is taken, nothing changes and the taken name is said."""
    verdict = guard.judge(
        Operation("rename", memory.path, goal), load("user"), guard.Address(()), Look(session.place.room)
    )
    if not verdict.allowed:
        raise UsageError(f"{memory.name} stays where it is", verdict.reason, f"the rule is {verdict.rule}")
    try:
        note = {"type": memory.type, "description": memory.description}
        session.change(Change("move", memory.path, to=goal, expect_sha=memory.sha256, by=by, note=note))
    except Refused as refusal:
        raise UsageError(
            f"{memory.name} stays where it is", refusal.reason, f"rename or remove {goal} first, if that is the cause"
        ) from None
