"""How a room stands to the user: new, known, moved or foreign (threat T6).

`room.place` asks before anything is made or trusted. A room or state directory that is there and not in
the user's registry came with something: a clone, an archive, a copy. It can be read, everything in it
counts as external-tool, and writing needs adoption. What makes a room the user's is the random id,
which the registry and the state directory both hold, because nobody else knows it. Device and inode do
not suffice: the next directory gets the inode of one that was deleted.

Not defended: a copy whose original is gone cannot be told from a move.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from room import audit
from room.errors import RoomError
from room.handles import Directory
from room.orders import LARGEST
from room.registry import Entry

ID_FILE = "room-id"
IGNORE_FILE = ".gitignore"
SET_ASIDE = "set-aside"
_BEGUN = frozenset({IGNORE_FILE, SET_ASIDE, f".{IGNORE_FILE}.new", f".{ID_FILE}.new"})
"""What a state directory may hold before it holds the room's id: its first files, and those that they are made of
(`Directory.replace`) where the first run was killed."""

_ID = re.compile(rb"[0-9a-f]{32}\n?")


@dataclass(frozen=True)
class Standing:
    """The judgement.

    Attributes:
        kind: "new": neither room nor state is there, or nothing is in them. "known": registered here.
            "moved": registered elsewhere, and gone from there. "foreign": there and not the user's.
        reason: why it is foreign, as a clause; "" otherwise.
        entry: the registry's entry of a known or moved room.
    """

    kind: Literal["new", "known", "moved", "foreign"]
    reason: str = ""
    entry: Entry | None = None


def judge(
    entries: Sequence[Entry],
    *,
    room_path: str,
    state_path: str,
    room: Directory | None,
    state: Directory | None,
) -> Standing:
    """Judge a room by the registry's entries and by what stands on the disk.

    Args:
        entries: the registry.
        room_path: real path of the room.
        state_path: real path of its state directory.
        room: the room's directory, or None where there is none.
        state: its state directory, or None.
    """
    here = next((entry for entry in entries if entry.room == room_path), None)
    names = set() if state is None else set(state.names())
    first = here is not None and here.rows == 0
    if state is None or not names - (_BEGUN if first else {IGNORE_FILE, SET_ASIDE}):
        if here is not None and first:
            # It was registered, and the run ended before the first row was written.
            return Standing("known", entry=here)
        if room is None or not room.names():
            return Standing("new")
        if here is not None:
            return Standing("foreign", f"its state directory is gone; there were {here.rows} audit rows")
        return Standing("foreign", "it was there before scribe and is not in your registry")
    room_id = read_id(state)
    entry = next((entry for entry in entries if entry.id == room_id), None)
    if entry is None:
        return Standing("foreign", "its state directory is not in your registry")
    if (entry.room, entry.state) == (room_path, state_path):
        if room is None or room.identity()[1] == entry.inode or _recognised(room, state, entry):
            return Standing("known", entry=entry)
        return Standing("foreign", "another directory stands in its place", entry)
    if _still_there(entry, state):
        return Standing("foreign", f"it is a copy of {entry.room}")
    return Standing("moved", entry=entry)


def read_id(state: Directory) -> str | None:
    """Return the id that a state directory holds, or None."""
    try:
        text = state.read(ID_FILE, 64)
    except OSError:
        return None
    return text.strip().decode("ascii") if _ID.fullmatch(text) else None


def _still_there(entry: Entry, state: Directory) -> bool:
    """Tell whether a room still is where it was registered, so that this one is its copy."""
    try:
        with Directory.at(entry.room), Directory.at(entry.state) as other:
            return read_id(other) == entry.id and other.identity() != state.identity()
    except OSError:
        return False


def _recognised(room: Directory, state: Directory, entry: Entry) -> bool:
    """Tell whether a directory with another inode is the same room made anew (a restored backup, a checkout).

    It is if at least one file in it is what the chain says, or if there is nothing in it. Some file systems
    (FAT, sshfs) number inodes anew at each mount, so this is not as rare as it sounds.
    """
    if not room.names():
        return True
    try:
        ledger = audit.known(state, entry.mark)
    except RoomError:
        return False
    if ledger is None:
        return False
    for path, known in ledger.known.items():
        try:
            if hashlib.sha256(room.read_below(path, LARGEST)).hexdigest() == known.sha256:
                return True
        except (OSError, ValueError):
            continue
    return False
