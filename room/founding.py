"""How a room comes to be the user's own: made, registered, taken over after a move, or adopted.

`room.place` calls `establish` when a room is to be written and anything of this is still to be done. It
happens under the registry's lock, so that two first runs at once make one room and not two.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from room import audit
from room.errors import RoomError, storing
from room.handles import Directory
from room.overlap import refuse_overlap
from room.ownership import descend
from room.registry import Entry, Registry
from room.standing import ID_FILE, IGNORE_FILE, SET_ASIDE, Standing, judge, read_id
from room.workspace import Place


def look(place: Place, entries: Sequence[Entry]) -> tuple[Directory | None, Directory | None, Standing]:
    """Open what is there and judge it; nothing is changed."""
    room = state = None
    try:
        room = _open(place.room_path, "room")
        state = _open(place.state_path, "state directory")
        with storing("the room was not read", place.room_path):
            standing = judge(entries, room_path=place.room_path, state_path=place.state_path, room=room, state=state)
    except BaseException:
        close_all(room, state)
        raise
    return room, state, standing


def _open(path: str, name: str, *, create: bool = False) -> Directory | None:
    with storing(f"the {name} was not opened", path):
        try:
            return descend(path, name=name, create=create)
        except FileNotFoundError:
            return None


def establish(
    place: Place, registry: Registry, adopt: bool, now: Callable[[], float]
) -> tuple[Directory, Directory, Standing]:
    """Make what is missing, register the room, and start the chain of a new or adopted one.

    The room is registered before its chain starts: a crash in between leaves a registered room without
    rows, which the next start completes, and not an unregistered one, which would be foreign.
    """
    with registry.changing() as entries:
        refuse_overlap(place, entries, registry.path)
        room, state, standing = look(place, entries)
        try:
            standing = _admit(place, state, standing, adopt)
            room = room or _made(place.room_path, "room")
            state = state or _made(place.state_path, "state directory")
            if standing.kind == "foreign":
                with storing("the foreign state was not set aside", place.state_path):
                    _set_aside(state, now())
            entry = _enrol(place, entries, room, standing, now)
        except BaseException:
            close_all(room, state)
            raise
    try:
        with registry.changing() as entries:
            entry = _begin(state, entries, entry, standing, now)
    except BaseException:
        close_all(room, state)
        raise
    kind = standing.kind if standing.kind in ("new", "moved") else "known"
    return room, state, Standing(kind, standing.reason, entry)


def _admit(place: Place, state: Directory | None, standing: Standing, adopt: bool) -> Standing:
    """Refuse to write in a foreign room that is not adopted, and see whether a known one needs adoption."""
    if standing.kind == "foreign" and not adopt:
        raise foreign(place, standing)
    if adopt and standing.entry is not None and standing.kind != "foreign" and state is not None:
        misfit = audit.verify(state, standing.entry.mark)
        if misfit is not None:
            return Standing("foreign", f"its audit chain does not fit at row {misfit.row}: {misfit.reason}")
    return standing


def _enrol(place: Place, entries: list[Entry], room: Directory, standing: Standing, now: Callable[[], float]) -> Entry:
    """Put a room's entry into the registry's list, in the place of older ones of the same path."""
    device, inode = room.identity()
    entry = standing.entry
    if entry is None or standing.kind in ("new", "foreign"):
        entry = Entry(
            id=secrets.token_hex(16),
            room=place.room_path,
            state=place.state_path,
            device=device,
            inode=inode,
            rows=0,
            head=audit.FIRST,
            since=audit.stamp(now()),
        )
    else:
        entry = replace(entry, room=place.room_path, state=place.state_path, device=device, inode=inode)
    entries[:] = [other for other in entries if other.id != entry.id and other.room != entry.room]
    entries.append(entry)
    return entry


def _begin(state: Directory, entries: list[Entry], entry: Entry, standing: Standing, now: Callable[[], float]) -> Entry:
    """Complete a state directory and write the first row of its chain, unless another process already has."""
    with storing("the state directory was not completed", state.path):
        if state.look(IGNORE_FILE) is None:
            # The state is for this machine: what is committed with a repository would be foreign to the
            # next user.
            state.replace(IGNORE_FILE, b"*\n")
        if read_id(state) != entry.id:
            state.replace(ID_FILE, entry.id.encode("ascii") + b"\n")
    for index, registered in enumerate(entries):
        if registered.id == entry.id and registered.rows == 0:
            chain = audit.Chain(state, now=now)
            try:
                if chain.count == 0:
                    why = "adopted" if standing.kind == "foreign" else "new"
                    fields = {"kind": "begin", "room_id": entry.id, "room": entry.room, "why": why}
                    chain.append([{**fields, "reason": standing.reason}], durable=True)
                mark = chain.mark()
            finally:
                chain.close()
            entry = entries[index] = replace(registered, rows=mark.rows, head=mark.head)
            with storing("the state directory was not completed", state.path):
                state.sync()
        elif registered.id == entry.id:
            entry = registered
    return entry


def _set_aside(state: Directory, now: float) -> None:
    """Move all that a foreign state directory holds into a folder of its own: nothing of it is believed."""
    with state.child(SET_ASIDE, create=True) as folder:
        name = time.strftime("%Y%m%dT%H%M%SZ-", time.gmtime(now)) + secrets.token_hex(2)
        with folder.child(name, create=True) as target:
            for each in state.names():
                if each != SET_ASIDE:
                    state.rename(each, each, target)
            target.sync()
        folder.sync()
    state.sync()


def _made(path: str, name: str) -> Directory:
    made = _open(path, name, create=True)
    if made is None:
        raise RoomError(f"the {name} was not made", f"{path} vanished", "Try again")
    return made


def close_all(*directories: Directory | None) -> None:
    for directory in directories:
        if directory is not None:
            directory.close()


def foreign(place: Place, standing: Standing) -> RoomError:
    """Say that a room is foreign, and how it is taken over."""
    named = f" --room {place.given}" if place.explicit else ""
    return RoomError(
        f"the room {place.room_path} is foreign and is not written",
        standing.reason or "it is not in your registry",
        f"If you trust where it comes from: scribe room adopt{named}. Its memories stay external-tool until"
        " you verify them",
    )
