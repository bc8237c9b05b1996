"""The user's registry of rooms: which rooms are the user's own, and how far their audit chains had come.

One JSON file in the user's state directory (platformdirs), mode 0700, outside any workspace, changed as
a whole under a lock. It is what a repository cannot bring along: a room that is not in it is foreign
(`room.standing`), and a chain that is shorter than it says, or another at that row, was cut or
rewritten (`room.audit`).

Not defended: the user's other programs and root, which can write here. XDG_STATE_HOME moves the
registry, as platformdirs has it; a registry that is not there yet knows no room, and then every room
has to be adopted.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace

from room.audit import Mark
from room.errors import RoomError, storing
from room.handles import Directory
from room.locks import Taken, kernel_lock
from room.ownership import descend

_FILE = "rooms.json"
_BOUND = 16 << 20
_WAIT = 10.0


@dataclass(frozen=True)
class Entry:
    """One room.

    Attributes:
        id: random, 32 hexadecimal digits; the state directory holds it too.
        room: real path of the room.
        state: real path of its state directory.
        device: of the room's directory. It is shown and not judged: some file systems number devices
            anew at each mount.
        inode: of the room's directory.
        rows: how many audit rows there were when the last run ended.
        head: hash of the last of them.
        since: when it was registered (UTC, seconds, "Z").
    """

    id: str
    room: str
    state: str
    device: int
    inode: int
    rows: int
    head: str
    since: str

    @property
    def mark(self) -> Mark:
        """Count and head of the audit chain."""
        return Mark(self.rows, self.head)


class Registry:
    """The registry. Making the object touches nothing.

    Attributes:
        path: real path of its directory.
        notices: what a person should know, for example that an unreadable file was set aside.
    """

    def __init__(self, path: str | None = None) -> None:
        self.path = os.path.realpath(path if path is not None else _default())
        self.notices: list[str] = []

    def entries(self) -> list[Entry]:
        """Return all rooms, as they were written last. No lock is taken: the file is replaced as a whole.

        Raises:
            RoomError: others could write in the registry, or it cannot be read.
        """
        try:
            with storing("the registry was not read", self.path):
                directory = descend(self.path, name="registry")
        except RoomError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                return []
            raise
        with directory:
            return self._load(directory)

    @contextmanager
    def changing(self) -> Iterator[list[Entry]]:
        """Yield the rooms for changing; what the list holds at the end of the block is written.

        Raises:
            RoomError: somebody else has kept the registry locked for ten seconds, or others could write
                in it.
            StoreError: nothing was changed.
        """
        with storing("the registry was not opened", self.path):
            directory = descend(self.path, name="registry", create=True)
        with directory:
            try:
                with kernel_lock(directory, "rooms.lock", _WAIT):
                    entries = self._load(directory)
                    before = list(entries)
                    yield entries
                    if entries != before:
                        self._save(directory, entries)
            except Taken as error:
                raise RoomError(
                    "the registry is busy",
                    f"another process has kept {self.path} locked for {_WAIT:g} seconds",
                    "Try again when it is done",
                ) from error

    def checkpoint(self, room_id: str, mark: Mark) -> None:
        """Write down how far a room's chain has come. The chain must be durable up to there."""
        with self.changing() as entries:
            for index, entry in enumerate(entries):
                if entry.id == room_id and entry.mark != mark:
                    entries[index] = replace(entry, rows=mark.rows, head=mark.head)

    def forget(self, room: str) -> Entry:
        """Take a room out of the registry, by its path or id. Room and state stay on the disk, foreign now.

        Raises:
            RoomError: it is not registered.
        """
        wanted = os.path.realpath(room)
        with self.changing() as entries:
            for entry in entries:
                if room == entry.id or wanted == entry.room:
                    entries.remove(entry)
                    return entry
        raise RoomError(
            f"the room {room} is not forgotten",
            "it is not in the registry",
            "See which are: scribe room list",
        )

    def _load(self, directory: Directory) -> list[Entry]:
        """Read the file. One that makes no sense is set aside, and no room is known then."""
        with storing("the registry was not read", directory.join(_FILE)):
            try:
                data = directory.read(_FILE, _BOUND)
            except FileNotFoundError:
                return []
            try:
                return [_entry(fields) for fields in json.loads(data)["rooms"]]
            except (ValueError, KeyError, TypeError, RecursionError):
                aside = time.strftime("rooms.unreadable-%Y%m%dT%H%M%SZ.json", time.gmtime())
                directory.rename(_FILE, aside)
                self.notices.append(
                    f"the registry could not be understood and was set aside as {directory.join(aside)}:"
                    " every room has to be adopted again (scribe room adopt)"
                )
                return []

    def _save(self, directory: Directory, entries: list[Entry]) -> None:
        text = json.dumps({"version": 1, "rooms": [asdict(entry) for entry in entries]}, indent=1)
        with storing("the registry was not written", directory.join(_FILE)):
            directory.replace(_FILE, text.encode("ascii") + b"\n")


def _entry(fields: dict[str, object]) -> Entry:
    """Return an entry from its JSON object, strictly: every field and no other type."""
    kinds = Entry.__annotations__
    for key, kind in kinds.items():
        if type(fields[key]).__name__ != kind:
            raise TypeError(key)
    return Entry(**{key: fields[key] for key in kinds})  # type: ignore[arg-type]


def _default() -> str:
    """Return where the registry is: in a folder of its own; macOS and Windows keep data and state in one."""
    import platformdirs

    return os.path.join(platformdirs.user_state_dir("scribe", appauthor=False), "registry")
