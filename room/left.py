"""Rows that are left for the next holder of the room: what is to be audited by somebody who may not write the chain.

The chain has one writer, the holder of the room's lock. A request that ends without that lock, because a newer one
takes its place or because it would recur, leaves its row here, and the next session records it. Callers hold the lock
of the queue (`room.locks`).

A crash of that session can record a row twice. Not defended: more rows than the bound holds; the newest are dropped
then, because a host that calls itself without end must not fill a disk.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from room.handles import Directory, write_all

NAME = "left.jsonl"
_BOUND = 1 << 18


def append(state: Directory, row: Mapping[str, Any]) -> None:
    """Leave a row.

    Args:
        state: the room's state directory.
        row: JSON values only.

    Raises:
        OSError: it was not left.
    """
    data = json.dumps(row, ensure_ascii=True).encode("ascii") + b"\n"
    status = state.look(NAME)
    if status is not None and status.st_size + len(data) > _BOUND:
        return
    fd = state.open(NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    try:
        write_all(fd, data)
    finally:
        os.close(fd)


def rows(state: Directory) -> list[dict[str, Any]]:
    """Return the rows that were left. What a crash cut short is left out."""
    try:
        lines = state.read(NAME, _BOUND).splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict) and row.get("kind") == "skip":
            found.append(row)
    return found


def keep_from(state: Directory, count: int) -> None:
    """Take away the rows that have been recorded.

    Args:
        state: the room's state directory.
        count: how many; those that came later stay.

    Raises:
        OSError: they are all still there.
    """
    later = rows(state)[count:]
    if later:
        state.replace(NAME, b"".join(json.dumps(row).encode("ascii") + b"\n" for row in later), durable=False)
    else:
        state.unlink(NAME)
