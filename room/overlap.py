"""What a room must not be, contain or lie in: the refusals that need only its path.

The room is a tree in which a confined process writes what a conversation said. So it must not be where
programs look for orders (`.git`, `.claude`, hooks), where the program itself or its records are, or a
whole home. `room.place` asks before it opens anything.

Not defended: a bind mount under another name, which a path cannot show.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from policies.names import SENSITIVE, normal_form
from room.errors import RoomError
from room.registry import Entry
from room.segments import GROWING, numbered
from room.standing import ID_FILE
from room.workspace import Place

_PACKAGES = ("confine", "policies", "room", "worker")


def refuse_overlap(place: Place, entries: Sequence[Entry], registry_path: str) -> None:
    """Refuse a room that is, contains or lies in what a writer must never reach.

    Raises:
        RoomError: it overlaps with a state directory, another room, the registry, the interpreter, this
            package, a home directory, the root of a file system or a directory with a sensitive name.
    """
    room = place.room_path

    def refuse(why: str) -> RoomError:
        return RoomError(f"the room {room} is refused", why, "Choose another directory with --room")

    if os.path.dirname(room) == room:
        raise refuse("it is the root of a file system")
    own = (("its own state directory", place.state_path), ("the registry of rooms", registry_path))
    python = [("the Python that runs scribe", path) for path in _interpreter()]
    folder = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    package = [("this program", os.path.join(folder, name)) for name in _PACKAGES]
    # A room that was deleted or that moved away does not stand in the way of a new one.
    others = [
        (name, path)
        for entry in entries
        if entry.room != room and entry.state != place.state_path
        for name, path in (("another room", entry.room), ("the state directory of another room", entry.state))
        if os.path.lexists(path)
    ]
    for name, path in (*own, *python, *package, *others):
        if os.path.dirname(path) != path and (within(room, path) or within(path, room)):
            raise refuse(f"it is, contains or lies in {name} ({path})")
    for home in _homes():
        if within(home, room):
            raise refuse(f"it is or contains the home directory {home}")
    above = room
    while os.path.dirname(above) != above:
        if os.path.lexists(os.path.join(above, ID_FILE)) and any(
            # The growing file is not there for the moment in which it is set aside.
            os.path.lexists(os.path.join(above, name))
            for name in (GROWING, numbered(1))
        ):
            raise refuse(f"it is or lies in a state directory ({above})")
        above = os.path.dirname(above)
    segment = _sensitive_segment(place)
    if segment is not None:
        raise refuse(f"it is or lies in a directory named {segment}, which programs run or trust")


def _interpreter() -> list[str]:
    """Return the directories of the running interpreter.

    A prefix of its own (a virtual environment, pyenv, conda) is one of them as a whole. `/usr` and
    `/usr/local` hold more than Python, and projects live in `/usr/src/app` and the like, so there it is
    what Python loads code from.
    """
    prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    loaded = [os.path.dirname(os.__file__), os.path.dirname(sys.executable)]
    loaded += [path for path in sys.path if any(within(path, prefix) for prefix in prefixes)]
    own = [prefix for prefix in prefixes if prefix not in ("/usr", "/usr/local")]
    return sorted({os.path.realpath(path) for path in own + loaded if os.path.isabs(path)})


def _sensitive_segment(place: Place) -> str | None:
    """Return the first sensitive segment of a room's path.

    A home directory's own path is nobody's choice and is left out, and so is the `.scribe/memory` of a
    default room. Above a default room only the names with a dot and `node_modules` count: a project may
    well be called `config` or `agents`, and the user did not choose that name for a room.
    """
    path = os.path.normpath(place.room_path)
    for home in _homes():
        if within(path, home):
            path = path[len(home) :]
            break
    segments = [segment for segment in path.split(os.sep) if segment]
    if segments[-2:] == [".scribe", "memory"]:
        segments = segments[:-2]
    for segment in segments:
        plain = normal_form(segment)
        if plain in SENSITIVE and (place.explicit or plain.startswith(".") or plain == "node_modules"):
            return segment
    return None


def _homes() -> list[str]:
    """Return the home directories of this machine's accounts, the user's own first."""
    homes = [os.path.expanduser("~")]
    if sys.platform != "win32":
        import pwd

        # An account without a home often has / or a directory that does not exist.
        accounts = sorted(pwd.getpwall(), key=lambda account: account.pw_uid != os.geteuid())
        homes += [account.pw_dir for account in accounts]
    found = dict.fromkeys(os.path.realpath(home) for home in homes if os.path.isabs(home))
    return [home for home in found if os.path.dirname(home) != home and os.path.isdir(home)]


def within(path: str, folder: str) -> bool:
    """Tell whether a real path is a folder or lies in it, by components."""
    path, folder = _key(path), _key(folder)
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _key(path: str) -> str:
    """Return a path for comparison: macOS and Windows do not tell upper from lower case as a rule."""
    return path.casefold() if sys.platform == "darwin" else os.path.normcase(path)
