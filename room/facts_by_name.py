"""Facts of a path without handles, for Windows, where CPython opens no directory.

`os.lstat` opens the reparse point itself there and reads what it is from that handle, so a junction is seen as one.
Between two names somebody can swap what was seen; the hand's audit after each order is what notices that.

Plain Python, so it is tested on every system.
"""

from __future__ import annotations

import os
import stat

from policies.facts import Component, Facts
from policies.names import PINNED, normal_form
from room.windows import long_path

__all__ = ["KINDS", "MOST_DEPTH", "MOST_ENTRIES", "MOST_PINNED", "by_name", "kind_of", "why"]

MOST_ENTRIES = 50_000
"""Entries of one directory that are compared with a new name."""

MOST_PINNED = 10_000
"""Entries below `pinned/` that are compared with a file that has several names."""

MOST_DEPTH = 20

KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "directory", stat.S_IFLNK: "link"}
_REPARSE_POINT = 0x400  # FILE_ATTRIBUTE_REPARSE_POINT


def kind_of(status: os.stat_result) -> str:
    """Return "file", "directory", "link" or "other"; every reparse point of Windows counts as a link."""
    if getattr(status, "st_file_attributes", 0) & _REPARSE_POINT:
        return "link"
    return KINDS.get(stat.S_IFMT(status.st_mode), "other")


def why(error: OSError) -> str:
    """Return the system's words for an error, without the name of the file."""
    return os.strerror(error.errno) if error.errno else "it could not be examined"


def by_name(root: str, path: str) -> Facts:
    """Return the facts of a path below a root that is given by its own path.

    Args:
        root: the room's path.
        path: plain names with "/" between; not empty.
    """
    found: tuple[Component, ...] = ()
    names = path.split("/")
    above = root
    try:
        volume = os.lstat(long_path(root)).st_dev
        for name in names:
            here = long_path(os.path.join(above, name))
            status = os.lstat(here)
            if name not in os.listdir(long_path(above)):
                return _other_spelling(_absent(above, found, names))
            found += (_component(name, status),)
            if found[-1].device != volume or found[-1].kind != "directory":
                alias = _pinned_name(root, found[-1]) if found[-1].links > 1 else None
                return Facts(found, len(names) - len(found), (), found[-1].device != volume, alias)
            above = here
    except FileNotFoundError:
        return _absent(above, found, names)
    except OSError as error:
        return Facts(found, len(names) - len(found), unknown=why(error))
    return Facts(found)


def _other_spelling(facts: Facts) -> Facts:
    """Judge a name under which something is found and which its directory does not list.

    A file system that folds names opens `A.md` where `a.md` stands: that one is its twin, as where names are not
    folded. Anything else, an 8.3 name for one, is not known by its own name.
    """
    return facts if facts.twins or facts.unknown else facts._replace(unknown="it stands there under another name")


def _pinned_name(root: str, file: Component) -> str | None:
    """Return the path of a pinned memory that is this same file, if it is found within bounds."""
    left = MOST_PINNED
    try:
        waiting = sorted(name for name in os.listdir(long_path(root)) if normal_form(name) == PINNED)
    except OSError:
        return None
    while waiting:
        path = waiting.pop()
        try:
            here = os.lstat(long_path(os.path.join(root, path)))
            if kind_of(here) == "directory" and here.st_dev == file.device and path.count("/") < MOST_DEPTH:
                waiting += [f"{path}/{name}" for name in os.listdir(long_path(os.path.join(root, path)))]
        except OSError:
            continue
        if (here.st_dev, here.st_ino) == (file.device, file.inode):
            return path
        left -= 1
        if not left:
            break
    return None


def _component(name: str, status: os.stat_result) -> Component:
    return Component(name, kind_of(status), status.st_nlink, status.st_dev, status.st_ino)


def _absent(above: str, found: tuple[Component, ...], names: list[str]) -> Facts:
    missing, name = len(names) - len(found), names[len(found)]
    key = normal_form(name)
    try:
        beside = os.listdir(long_path(above))
        if len(beside) > MOST_ENTRIES:
            return Facts(found, missing, unknown=f"the directory has more than {MOST_ENTRIES} entries")
        twins = [
            _component(each, os.lstat(long_path(os.path.join(above, each))))
            for each in beside
            if each != name and normal_form(each) == key
        ]
    except OSError as error:
        return Facts(found, missing, unknown=why(error))
    return Facts(found, missing, tuple(sorted(twins)))
