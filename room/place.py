"""How a room and its state are opened: the first thing that every command does.

`locate` works out the paths (`room.workspace`) and `open_place` judges them: what the room overlaps with
(`room.overlap`), who else could write there (`room.ownership`, threat T4), how it stands to the user
(`room.standing`, threat T6). It opens both directories by handle and, if asked, makes what is missing
(`room.founding`). Everything after that works with the handles.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from room import audit
from room.errors import NoRoomError
from room.founding import close_all, establish, foreign, look
from room.handles import Directory
from room.ledger import Ledger
from room.overlap import refuse_overlap
from room.registry import Entry, Registry
from room.standing import Standing
from room.volume import network_file_system
from room.workspace import Place, locate, locate_user_room

__all__ = ["OpenPlace", "Place", "locate", "locate_user_room", "open_place", "refuse_overlap"]


class OpenPlace:
    """A room and its state, held by handle. Close it, or use it in a `with` block.

    Attributes:
        place: where they are.
        room: the room's directory.
        standing: how the room stands to the user. Nothing in a foreign one's state is believed.
        notices: what a person should be told.
    """

    def __init__(self, place: Place, room: Directory, state: Directory | None, standing: Standing) -> None:
        self.place = place
        self.room = room
        self.standing = standing
        self.notices: list[str] = []
        self._state = state

    @property
    def state(self) -> Directory:
        """The state directory.

        Raises:
            RoomError: the room has none, because it is foreign and was opened for reading.
        """
        if self._state is None:
            raise foreign(self.place, self.standing)
        return self._state

    @property
    def root_fd(self) -> int:
        """Descriptor of the room. On Windows no call takes it: give away `room` itself."""
        return self.room.fd

    @property
    def state_fd(self) -> int:
        """Descriptor of the state directory. On Windows no call takes it: give away `state` itself."""
        return self.state.fd

    @property
    def entry(self) -> Entry:
        """The room's entry in the registry.

        Raises:
            RoomError: it is foreign.
        """
        if self.standing.kind == "foreign" or self.standing.entry is None:
            raise foreign(self.place, self.standing)
        return self.standing.entry

    def knowledge(self) -> Ledger:
        """Return what the room's chain says, for reading and without a lock.

        It says nothing for a foreign room, and nothing where it does not fit itself or the registry.

        Raises:
            StoreError: the chain cannot be read.
        """
        ledger = Ledger()
        if self.standing.kind == "foreign" or self._state is None:
            return ledger
        return audit.known(self._state, self.entry.mark) or ledger

    def close(self) -> None:
        """Close both handles."""
        self.room.close()
        if self._state is not None:
            self._state.close()

    def __enter__(self) -> OpenPlace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_place(
    place: Place,
    *,
    create: bool = True,
    adopt: bool = False,
    registry: Registry | None = None,
    now: Callable[[], float] = time.time,
) -> OpenPlace:
    """Judge a room and its state, and open both.

    Args:
        place: what `locate` returned.
        create: for writing: make and register what is missing. Otherwise nothing on the disk is changed.
        adopt: take a foreign room over: what its state directory holds is set aside and a new chain
            starts. On a known room it does so only if the chain does not fit.
        registry: the user's registry.
        now: the clock, in seconds since the epoch.

    Raises:
        NoRoomError: there is no room, and `create` is off. RoomError: others could write there, it
            overlaps with what it must not, or it is foreign and would be written without `adopt`.
        StoreError: a directory could not be opened or made.
    """
    registry = registry or Registry()
    entries = registry.entries()
    refuse_overlap(place, entries, registry.path)
    room, state, standing = look(place, entries)
    try:
        if not create:
            if room is None:
                raise NoRoomError(
                    f"there is no room at {place.room_path}",
                    "nothing has been remembered there",
                    "Run: scribe extract",
                )
        elif room is None or adopt or standing.kind != "known" or not _settled(room, state, standing):
            close_all(room, state)
            room, state, standing = establish(place, registry, adopt, now)
    except BaseException:
        close_all(room, state)
        raise
    opened = OpenPlace(place, room, state, standing)
    opened.notices.extend(registry.notices)
    if place.linked:
        opened.notices.append(f"the room {place.given} is a link to {place.room_path}")
    kind = network_file_system(place.room_path)
    if kind is not None:
        opened.notices.append(
            f"the room is on a network file system ({kind}): do not write in it from two hosts at once"
        )
    return opened


def _settled(room: Directory, state: Directory | None, standing: Standing) -> bool:
    """Tell whether a known room needs nothing more: its chain has begun and the registry has its inode."""
    entry = standing.entry
    if entry is None or state is None:
        return False
    return entry.rows > 0 and room.identity() == (entry.device, entry.inode)
