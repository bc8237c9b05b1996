"""The user's own changes: `scribe memory add|replace|remove|verify|rollback`.

They pass the same door as a writer's: guard with the profile `user`, admission, journal, hand. What a
person types at a terminal is `user-verified`; the same command without a terminal could be anybody's, and
is `external-tool`.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from confine.commands.shared import place_of
from confine.door import Answer, Door
from confine.errors import ScribeError, UsageError
from confine.session import Session, opened
from confine.terminal import Printer, plain
from policies import guard
from policies.admission import Source
from policies.profile import load
from room import audit, history
from room.audit import stamp
from room.catalogue import Memory
from room.document import Document
from room.errors import Refused
from room.orders import Change

__all__ = ["run"]

_MOST_TEXT = 1_000_000


class _RefusedError(ScribeError):
    """The door refused a person's command."""

    exit_code = 5


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run one of the changes."""
    text = _text(arguments) if arguments.action in ("add", "replace") else ""
    with opened(place_of(arguments), adopt=arguments.adopt, create=arguments.action == "add") as session:
        session.journal.record({"kind": "command", "command": f"memory {arguments.action}"})
        if arguments.action == "rollback":
            done = _rollback(session, arguments)
        else:
            done = _through_the_door(session, arguments, text)
    if arguments.json:
        printer.json({**done, "receipt": session.receipts(), "notices": session.notices})
    else:
        printer.line(done["said"])
    for notice in session.notices:
        printer.note(f"note: {notice}")
    return 0


def _through_the_door(session: Session, arguments: argparse.Namespace, text: str) -> dict[str, Any]:
    action = arguments.action
    door = Door(
        session,
        load("user"),
        sources=[Source(1, "terminal" if _at_a_terminal() else "tool", text)],
        address=guard.Address((), session.place.place.room_path),
        by=f"memory {action}",
        origin="a person at a terminal" if _at_a_terminal() else "a command without a terminal",
    )
    if action == "add":
        path = _name(arguments, text)
        answer = door.answer(
            {"command": "create", "path": path, "file_text": _file(arguments, text), "cites": _whole(text)}
        )
        return _done(answer, path, door)
    from confine.commands.memory import find

    memory = find(session.catalogue.memories, arguments.name, session.catalogue.findings)
    _confirm(memory, arguments)
    if action == "remove":
        return _done(door.answer({"command": "delete", "path": memory.path}), memory.path, door)
    if action == "verify":
        return _verify(session, memory)
    old = session.hand.read(memory.path).decode("utf-8")
    head = old[: len(old) - len(Document.parse(old.encode("utf-8")).body)]
    new = f"{head}{text.strip()}\n" if not head else f"{head}\n{text.strip()}\n"
    if head:
        # The line that lists, index and snapshot show says what the text says, and not what it said before.
        new = Document.parse(new.encode("utf-8")).stamp(description=_description(text)).decode("utf-8")
    request = {
        "command": "str_replace",
        "path": memory.path,
        "old_str": old,
        "new_str": new,
        "added": text,
        "cites": _whole(text),
    }
    return {**_done(door.answer(request), memory.path, door), "said": f"{memory.name} has another text"}


def _verify(session: Session, memory: Memory) -> dict[str, Any]:
    if not _at_a_terminal():
        raise UsageError(
            "a memory is verified by a person", "standard input is not a terminal", "run the command in a terminal"
        )
    old = session.hand.read(memory.path)
    data = Document.parse(old).stamp(trust="user-verified", modified=stamp(session.now()))
    change = Change(
        "write", memory.path, data=data, expect_sha=memory.sha256, trust="user-verified", by="memory verify"
    )
    session.change(change)
    return {"path": memory.path, "said": f"{memory.name} is verified", "trust": "user-verified"}


def _rollback(session: Session, arguments: argparse.Namespace) -> dict[str, Any]:
    rows = audit.whole(session.place.state, session.place.entry.mark, f"nothing was rolled back to {arguments.id}")
    change = history.rollback(session.journal.versions, rows, arguments.id)
    if change.path.startswith("pinned/"):
        _ask(change.path, arguments)
    try:
        session.change(change)
    except Refused as refusal:
        raise _RefusedError(
            f"nothing was rolled back to {arguments.id}",
            f"{refusal.rule}: {refusal.reason}",
            f"See what has become of it: scribe memory history {change.path}",
        ) from refusal
    return {"path": change.path, "said": f"{change.path} is as it was before change {arguments.id}", "id": arguments.id}


def _done(answer: Answer, path: str, door: Door) -> dict[str, Any]:
    if not answer.ok:
        raise _refused(path, answer)
    trust = door.outcome.accepted[-1]["trust"] if door.outcome.accepted else None
    said = answer.text.split("\n")[0]
    if trust == "external-tool" and door.outcome.accepted[-1]["command"] != "delete":
        said += " (unverified: no person at a terminal said so)"
    return {"path": path, "said": said, "trust": trust}


def _refused(path: str, answer: Answer) -> ScribeError:
    """Return the error for a refusal; what a full disk or a missing right refuses, no other command would get."""
    advice = {
        "full": "Free some space on the disk of the room, and run the command again",
        "io": "Look at the disk of the room, and run the command again",
        "read-only": "Mount the file system of the room for writing, and run the command again",
        "denied": "Give yourself the right to write in the room (ls -ld shows it), and run the command again",
    }
    do = advice.get(answer.rule, f"The rule is {answer.rule}; change the command accordingly")
    error = _RefusedError(f"{path} was not changed", answer.text, do)
    if answer.rule in ("full", "io"):
        error.exit_code = 6
    return error


def _confirm(memory: Memory, arguments: argparse.Namespace) -> None:
    if memory.pinned:
        _ask(memory.path, arguments)


def _ask(path: str, arguments: argparse.Namespace) -> None:
    """A pinned memory is changed only by a person who says so."""
    if arguments.yes:
        return
    if _at_a_terminal():
        print(f"{plain(path)} is pinned. Change it? [y/N] ", end="", file=sys.stderr, flush=True)
        if sys.stdin.readline().strip().lower() in ("y", "yes"):
            return
    raise UsageError(f"{path} was not changed", "it is pinned, and nobody confirmed", "give --yes to change it")


def _text(arguments: argparse.Namespace) -> str:
    if arguments.text is not None:
        text = str(arguments.text)
    elif sys.stdin is not None and sys.stdin.isatty():
        raise UsageError("there is nothing to remember", "no text was given", "give the text as an argument")
    else:
        text = sys.stdin.buffer.read(_MOST_TEXT + 1).decode("utf-8", "surrogateescape")
    if not text.strip():
        raise UsageError("there is nothing to remember", "the text is empty", "give the text as an argument")
    if len(text) > _MOST_TEXT:
        raise UsageError("the text is too long", f"it has more than {_MOST_TEXT} characters", "remember less")
    return text


def _at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _whole(text: str) -> list[dict[str, Any]]:
    return [{"turn": 1, "quote": text}]


def _file(arguments: argparse.Namespace, text: str) -> str:
    from room.frontmatter import quoted

    return (
        f"---\ndescription: {quoted(_description(text))}\nmetadata:\n  type: {arguments.type}\n---\n\n{text.strip()}\n"
    )


def _description(text: str) -> str:
    """Return the one line that stands for a text: its first, bounded."""
    first = next(line for line in text.splitlines() if line.strip())
    return " ".join(first.split())[:120]


def _name(arguments: argparse.Namespace, text: str) -> str:
    """Return the path for a new memory: as named, or from the first words of its text."""
    if arguments.name:
        return str(arguments.name) if arguments.name.endswith(".md") else f"{arguments.name}.md"
    words = "".join(each if each.isalnum() else " " for each in text.casefold()).split()
    slug = "-".join(words[:7])[:50].strip("-") or "memory"
    return f"{arguments.type}-{slug}.md"
