"""What several commands share: where the room is, and how a memory is shown."""

from __future__ import annotations

import argparse
import os
from typing import Any

from room.catalogue import Memory
from room.workspace import Place, locate

__all__ = ["add_room", "as_json", "place_of", "positive"]


_DIGITS = 16
"""More of them, and no list is so long; Python reads no more than 4,300 (CVE-2020-10735)."""


def add_room(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a room."""
    parser.add_argument("--room", metavar="DIR", help="the memory room; by default .scribe/memory of the git workspace")


def place_of(arguments: argparse.Namespace) -> Place:
    """Return the room that the arguments name."""
    return locate(room=arguments.room, cwd=os.getcwd())


def positive(text: str) -> int:
    """Read a number that is at least one, for an argument."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < _DIGITS else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 on")
    return number


def as_json(memory: Memory, weight: float = 1.0) -> dict[str, Any]:
    """Return a memory as JSON documents show it."""
    return {
        "name": memory.name,
        "path": memory.path,
        "type": memory.type,
        "trust": memory.trust,
        "description": memory.description,
        "source": memory.source,
        "modified": memory.modified,
        "pinned": memory.pinned,
        "guidance": memory.guides,
        "weight": weight,
        "size": memory.size,
        "sha256": memory.sha256,
    }
