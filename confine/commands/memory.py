"""`scribe memory …`: a person looks at the memories, and changes them through the same door as everybody else."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from confine.commands import audit, deciding, history, pinning
from confine.commands.shared import add_room, as_json, place_of, positive
from confine.errors import UsageError
from confine.reading import View, reading
from confine.terminal import Printer
from room.catalogue import Memory
from room.discovery import Finding

__all__ = ["add", "find", "run"]


def add(commands: Any) -> None:
    """Add the group to the parser."""
    group = commands.add_parser("memory", help="look at the memories and change them: list, add, pin, audit, …")
    actions = group.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(name: str, help_: str, *arguments: tuple[Any, ...]) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = actions.add_parser(name, help=help_)
        for names, options in arguments:
            parser.add_argument(*names, **options)
        add_room(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.set_defaults(run=run)
        return parser

    name = (("name",), {"help": "a memory's name, as `list` shows it"})
    text = (("text",), {"nargs": "?", "help": "what to remember; read from standard input if absent"})
    kind = (("--type",), {"choices": ("user", "feedback", "project", "reference"), "default": "project"})
    yes = (("--yes",), {"action": "store_true", "help": "change a pinned memory without asking"})
    adopt = (("--adopt",), {"action": "store_true", "help": "take over a room that came from elsewhere"})
    action("list", "list all memories")
    action("show", "print one memory as it is stored", name)
    action("status", "say where the room is and how full")
    action(
        "query",
        "find memories by words",
        (("words",), {"nargs": "+"}),
        (("--limit",), {"type": positive, "default": 10}),
    )
    action(
        "add",
        "remember something",
        text,
        (("--name",), {"help": "file name, by default from the text"}),
        kind,
        yes,
        adopt,
    )
    action("replace", "give a memory another text", name, text, yes, adopt)
    action("remove", "forget a memory; a version stays", name, yes, adopt)
    action("verify", "say that a memory is true; it guides from then on", name, yes, adopt)
    action(
        "rollback",
        "bring back what stood there before a change",
        (("id",), {"help": "as `audit` shows it"}),
        yes,
        adopt,
    )
    audit.add(action)
    history.add(action)
    pinning.add(action)
    deciding.add(action)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run one of the actions."""
    action = arguments.action
    if action in ("add", "replace", "remove", "verify", "rollback"):
        from confine.commands import changing

        return changing.run(arguments, printer)
    with reading(place_of(arguments)) as view:
        return {"list": _list, "show": _show, "status": _status, "query": _query}[action](view, arguments, printer)


def find(memories: Iterable[Memory], name: str, findings: Iterable[Finding] = ()) -> Memory:
    """Return the memory with a name, with or without its ending.

    Args:
        memories: among which it is looked for.
        name: as a person gave it.
        findings: what lies in the room and is no memory; one of that name is said to be there, and why it is not read.

    Raises:
        UsageError: there is none, or it is not clear which.
    """
    wanted = name.removesuffix(".md")
    listed = list(memories)
    exact = [each for each in listed if each.name == wanted]
    found = exact or [each for each in listed if each.name.rpartition("/")[2] == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(each.name for each in found[:5])
        raise UsageError(f"{name!r} could be several memories", f"there are {names}", "give the whole name")
    for finding in findings:
        if finding.path in (name, f"{wanted}.md"):
            raise _unread(finding)
    raise UsageError(f"there is no memory {name!r}", "no topic has that name", "run `scribe memory list`")


def _unread(finding: Finding) -> UsageError:
    return UsageError(
        f"{finding.path} is in the room and is not read as a memory",
        finding.reason,
        "Look at the file itself; the room is a folder of plain files",
    )


def _list(view: View, arguments: argparse.Namespace, printer: Printer) -> int:
    memories = sorted(view.catalogue.memories, key=lambda each: (not each.pinned, each.path))
    if arguments.json:
        printer.json([as_json(each) for each in memories])
        return 0
    for each in memories:
        star = ("★ ", "yellow") if each.pinned else "  "
        flag = "" if each.guides else "  (data, unverified)"
        printer.line(star, (each.name, "bold"), f"  [{each.type}, {each.trust}]  {each.description}{flag}")
    if not memories:
        printer.line("  nothing is remembered yet")
    for finding in view.catalogue.findings[:20]:
        printer.note(f"note: {finding.path or view.place.place.room_path}: {finding.reason}")
    return 0


def _show(view: View, arguments: argparse.Namespace, printer: Printer) -> int:
    memory = find(view.catalogue.memories, arguments.name, view.catalogue.findings)
    for finding in view.catalogue.findings:
        if finding.path == memory.path and not memory.body:
            raise _unread(finding)
    if arguments.json:
        printer.json({**as_json(memory), "body": memory.body})
        return 0
    printer.line((memory.path, "bold"), f"  [{memory.type}, {memory.trust}]  {memory.modified}")
    printer.line((f"source: {memory.source or 'unknown'}", "dim"))
    printer.line(memory.description)
    printer.line("")
    printer.block(memory.body.strip())
    return 0


def _query(view: View, arguments: argparse.Namespace, printer: Printer) -> int:
    from room.recall import Recall

    hits = Recall(view.catalogue.memories).query(" ".join(arguments.words), arguments.limit)
    if arguments.json:
        printer.json([{**as_json(hit.memory), "score": hit.score, "lines": list(hit.lines)} for hit in hits])
        return 0
    for hit in hits:
        flag = "" if hit.memory.guides else "  (data, unverified)"
        printer.line((hit.memory.name, "bold"), f"  {hit.memory.description}{flag}")
        for line in hit.lines:
            printer.line((f"    {line}", "dim"))
    if not hits:
        printer.line("  nothing found")
    return 0


def _status(view: View, arguments: argparse.Namespace, printer: Printer) -> int:
    memories = view.catalogue.memories
    place = view.place.place
    report = {
        "room": place.room_path,
        "state": place.state_path,
        "standing": view.place.standing.kind,
        "memories": len(memories),
        "pinned": sum(each.pinned for each in memories),
        "unverified": sum(not each.guides for each in memories),
        "bytes": sum(each.size for each in memories),
        "findings": [{"path": each.path, "rule": each.rule, "reason": each.reason} for each in view.catalogue.findings],
        "notices": view.place.notices,
    }
    if arguments.json:
        printer.json(report)
        return 0
    printer.line(
        f"{report['memories']} memories ({report['pinned']} pinned, {report['unverified']} unverified), "
        f"{report['bytes']} bytes"
    )
    for key in ("room", "state", "standing"):
        printer.line((f"  {key:<9}", "dim"), str(report[key]))
    for finding in view.catalogue.findings[:20]:
        printer.note(f"note: {finding.path}: {finding.reason}")
    for notice in view.place.notices:
        printer.note(f"note: {notice}")
    return 0
