"""`scribe room adopt|list|forget`: which rooms are the user's own."""

from __future__ import annotations

import argparse
from typing import Any

from confine.commands.shared import add_room, place_of
from confine.terminal import Printer

__all__ = ["add", "run"]


def add(commands: Any) -> None:
    """Add the group to the parser."""
    group = commands.add_parser("room", help="adopt, list and forget rooms")
    actions = group.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, text in (
        ("adopt", "take over a room that came from elsewhere; its memories stay unverified"),
        ("list", "list the rooms that are registered"),
        ("forget", "take a room out of the registry; its files stay"),
    ):
        parser = actions.add_parser(name, help=text)
        if name == "forget":
            parser.add_argument("room", help="its path or id, as `list` shows it")
        if name == "adopt":
            add_room(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run one of the actions."""
    if arguments.action == "adopt":
        return _adopt(arguments, printer)
    from room.registry import Registry

    registry = Registry()
    if arguments.action == "forget":
        entries = [registry.forget(arguments.room)]
    else:
        entries = registry.entries()
    if arguments.json:
        printer.json([each.__dict__ if hasattr(each, "__dict__") else _fields(each) for each in entries])
        return 0
    for each in entries:
        printer.line((each.id[:8], "dim"), f"  {each.room}  ({each.rows} rows, since {each.since})")
    if not entries:
        printer.line("  no room is registered")
    return 0


def _fields(entry: Any) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in entry.__slots__}


def _adopt(arguments: argparse.Namespace, printer: Printer) -> int:
    from confine.session import opened

    with opened(place_of(arguments), adopt=True) as session:
        session.journal.record({"kind": "command", "command": "room adopt"})
        path, entry = session.place.place.room_path, session.place.entry
    if arguments.json:
        printer.json({"room": path, "id": entry.id})
    else:
        printer.line(f"{path} is yours now; what it held before stays unverified until you verify it")
    return 0
