"""`scribe memory conflicts|resolve`: what admission left to a person.

A held proposal waits with everything that is needed to carry it out. Accepting it goes through the same door, with the
trust that its words had where they stood: a person who lets a memory in has not said that it is true (that is
`verify`). If the memory it would change is no longer what the writer had seen, nothing happens.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Callable
from typing import Any

from confine.commands.shared import place_of
from confine.door import Door
from confine.errors import UsageError
from confine.reading import reading
from confine.session import Session, opened
from confine.terminal import Printer
from policies import guard
from policies.admission import Source
from policies.operation import Operation
from policies.profile import load
from room.facts import Look
from room.handles import NotRegularError, TooLargeError
from room.orders import LARGEST
from room.pending import Held, Pending

__all__ = ["add", "run"]

_ORIGINS = {
    "user-verified": "terminal",
    "operator": "operator",
    "user-observed": "user",
    "external-tool": "tool",
    "external-web": "web",
}
"""For each tier an origin whose words have it: the proposal is cited as if it stood there."""


def add(action: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the actions to the group."""
    action("conflicts", "list what waits for your decision, and why").set_defaults(run=_list)
    parser = action("resolve", "let a held proposal in, or drop it", (("id",), {"help": "as `conflicts` shows it"}))
    way = parser.add_mutually_exclusive_group(required=True)
    way.add_argument("--accept", action="store_true", help="carry it out; what it contradicts stays beside it")
    way.add_argument("--reject", action="store_true", help="drop it")
    parser.set_defaults(run=run)


def _list(arguments: argparse.Namespace, printer: Printer) -> int:
    with reading(place_of(arguments)) as view:
        pending = Pending(view.place.state)
        waiting = pending.list()
    if arguments.json:
        printer.json([_as_json(each) for each in waiting])
        return 0
    for each in waiting:
        proposal = each.proposal
        printer.line(
            (each.id, "bold"), f"  {proposal.get('command')} {each.name}  [{proposal.get('trust')}]  {each.at}"
        )
        printer.line((f"    {each.rule}: {each.reason}", "yellow"))
        text = proposal.get("text")
        if isinstance(text, str):
            printer.block("\n".join(f"    | {line}" for line in text.strip().split("\n")[:12]))
    if not waiting:
        printer.line("  nothing waits for a decision")
    for notice in pending.notices:
        printer.note(f"note: {notice}")
    return 0


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Decide on one held proposal."""
    with opened(place_of(arguments), create=False) as session:
        pending = Pending(session.place.state, now=session.now)
        held = pending.get(arguments.id)
        decision = "accept" if arguments.accept else "reject"
        row = {"kind": "command", "command": "memory resolve", "id": held.id, "decision": decision, "path": held.name}
        session.journal.record(row)
        said = _carry_out(session, held) if arguments.accept else f"{held.name}: the proposal is dropped"
        pending.drop(held.id)
    if arguments.json:
        done = {"id": held.id, "decision": decision, "path": held.name, "said": said}
        printer.json({**done, "receipt": session.receipts(), "notices": session.notices})
    else:
        printer.line(said)
    for notice in session.notices:
        printer.note(f"note: {notice}")
    return 0


def _carry_out(session: Session, held: Held) -> str:
    """Ask at the door for what was held, as a person's command.

    Raises:
        UsageError: the memory is another one by now, or the door refuses.
    """
    proposal = held.proposal
    look = guard.judge(Operation("view", held.name), load("user"), guard.Address(()), Look(session.place.room))
    if not look.allowed:
        raise UsageError(f"{held.name} was not changed", look.reason, f"the rule is {look.rule}")
    old = _bytes(session, held.name)
    base = None if old is None else hashlib.sha256(old).hexdigest()
    if proposal.get("base") != base:
        raise UsageError(
            f"{held.name} was not changed",
            "it is no longer what the proposal was made for",
            f"look at it, and reject the proposal: scribe memory resolve {held.id} --reject",
        )
    text, command = proposal.get("text"), str(proposal.get("command"))
    door = Door(
        session,
        load("user"),
        sources=[Source(1, _ORIGINS.get(str(proposal.get("trust")), "web"), str(text or ""))],
        address=guard.Address(()),
        by="memory resolve",
        origin=str(proposal.get("source", "a held proposal")),
    )
    answer = door.answer(_request(command, held, text, old))
    if not answer.ok:
        raise UsageError(f"{held.name} was not changed", answer.text, f"the rule is {answer.rule}")
    return answer.text.split("\n")[0]


def _request(command: str, held: Held, text: Any, old: bytes | None) -> dict[str, Any]:
    """Return the request that does what was held, on exactly the bytes that it was held for."""
    if command == "delete":
        return {"command": "delete", "path": held.name}
    if command == "rename":
        return {"command": "rename", "old_path": held.name, "new_path": held.proposal.get("new_path")}
    cites = [{"turn": 1, "quote": str(text)}]
    if old is None:
        return {"command": "create", "path": held.name, "file_text": str(text), "cites": cites}
    before = old.decode("utf-8")
    whole = {"old_str": before, "new_str": str(text), "added": str(text)}
    return {"command": "str_replace", "path": held.name, **whole, "cites": cites}


def _bytes(session: Session, path: str) -> bytes | None:
    """Return what stands there; None for nothing that could be changed."""
    try:
        return session.place.room.read_below(path, LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, NotRegularError, TooLargeError) as error:
        raise UsageError(f"{path} was not changed", f"it cannot be read: {error}", "look at it") from None


def _as_json(held: Held) -> dict[str, Any]:
    proposal = held.proposal
    return {
        "id": held.id,
        "at": held.at,
        "run": held.run,
        "rule": held.rule,
        "reason": held.reason,
        "name": held.name,
        "command": proposal.get("command"),
        "new_path": proposal.get("new_path"),
        "trust": proposal.get("trust"),
        "source": proposal.get("source"),
        "text": proposal.get("text"),
    }
