"""`scribe snapshot`: what a host puts into a prompt; guidance, then quoted data."""

from __future__ import annotations

import argparse
from typing import Any

from confine.commands.shared import add_room, as_json, place_of, positive
from confine.reading import reading
from confine.terminal import Printer

__all__ = ["add", "run"]


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("snapshot", help="print the memories as a host injects them")
    add_room(parser)
    parser.add_argument("--budget", type=positive, default=25_000, metavar="N", help="most characters (25000)")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run the command."""
    from room.snapshot import render

    with reading(place_of(arguments)) as view:
        text = render(view.catalogue.memories, budget=arguments.budget)
        if arguments.json:
            printer.json({"snapshot": text, "memories": [as_json(each) for each in view.catalogue.memories]})
        else:
            printer.block(text.rstrip("\n"))
    return 0
