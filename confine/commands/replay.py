"""`scribe memory audit --replay ROW --to DIR`: the room as it was after a row, in a directory of its own."""

from __future__ import annotations

import errno
import os
import sys
from dataclasses import asdict

from confine.errors import UsageError
from confine.reading import View
from confine.terminal import Printer
from room import audit
from room.errors import storing
from room.handles import Directory
from room.overlap import within
from room.ownership import refuse_unless_own
from room.registry import Registry
from room.replaying import picture, rebuild
from room.versions import Versions

__all__ = ["run"]

_NOT_ALL = 5


def run(view: View, row: int, to: str, printer: Printer) -> int:
    """Rebuild the room.

    Args:
        view: the room, held for reading; it is only looked at for where it is.
        row: the number of a row of its chain.
        to: where to: a directory that is not there yet, or is empty.
        printer: shows what was done.

    Returns:
        0; 5 if a file could not be rebuilt.
    """
    held = view.place
    rows = audit.whole(held.state, held.entry.mark, "nothing was rebuilt")
    if row > len(rows):
        raise UsageError(f"there is no row {row}", f"the chain has {len(rows)} rows", "run `scribe memory audit`")
    with _target(view, to) as target:
        store = Versions(held.state, writing=False)
        try:
            rebuilt, missing = rebuild(picture(rows, row), store, target, rows)
        finally:
            store.close()
        where = target.path
    if printer.as_json:
        report = {"row": row, "at": rows[row - 1]["at"], "to": where, "files": [asdict(each) for each in rebuilt]}
        printer.json({**report, "missing": [asdict(each) for each in missing]})
    else:
        whole = "the room" if not missing else "what is left of the room"
        printer.line(f"{whole} as it was after row {row} ({rows[row - 1]['at']}), {len(rebuilt)} files, is in {where}")
        for each in missing:
            printer.line((f"  not rebuilt  {each.path}: {each.reason}", "red"))
    return _NOT_ALL if missing else 0


def _target(view: View, to: str) -> Directory:
    """Make the directory, or take an empty one that is the user's own, and make it private.

    It is made and looked at by its parent's handle, so that a name that is exchanged meanwhile leads nowhere else.
    """
    parent, name = os.path.split(os.path.abspath(to))
    path = os.path.join(os.path.realpath(parent), name)
    what = f"nothing was rebuilt in {to}"
    place = view.place.place
    registry = Registry()
    rooms = [(each.room, each.state) for each in registry.entries()]
    for each in (place.room_path, place.state_path, registry.path, *(one for pair in rooms for one in pair)):
        if within(path, each) or within(each, path):
            raise UsageError(
                what, f"it is, contains or lies in {each}", "name a directory outside rooms and their state"
            )
    try:
        with Directory.at(os.path.dirname(path)) as above:
            above.make(name)
            target = above.child(name)
    except FileNotFoundError:
        raise UsageError(what, f"there is no directory {os.path.dirname(path)}", "make it first") from None
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            with storing("the room was not rebuilt", path):
                raise
        raise UsageError(what, "it is a link or no directory", "name a new or empty directory") from None
    except ValueError:
        raise UsageError(what, "that is no name of a directory", "name a new or empty directory") from None
    try:
        with storing("the room was not rebuilt", path):
            if target.names():
                raise UsageError(what, "it is not empty", "name a new or empty directory")
            if sys.platform != "win32" and os.fstat(target.fd).st_uid == os.geteuid():
                os.fchmod(target.fd, 0o700)
        refuse_unless_own(target.path, target.fd, "directory")
    except BaseException:
        target.close()
        raise
    return target
