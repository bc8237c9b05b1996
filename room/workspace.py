"""Where a room and its state are: the workspace of a directory and the paths below it, names only.

The default room is `<workspace>/.scribe/memory/` with its state in `<workspace>/.scribe/state/`. With
`--room PATH` the state is `PATH.scribe/`. The state lies beside the room and never in it, because the
room is the hand's writable tree. `room.place` judges and opens what is named here.

The workspace is the git top level, found by looking at names and never by running git. With scope
"share" the worktrees of a repository use the room of the main worktree, with "isolate" each has its own.

A `.git` file names another directory, and an unpacked archive can bring one that names somebody else's.
It counts only if the other side agrees, as gitrepository-layout(5) has it: `worktrees/<id>/gitdir` of
the repository points back at this very file and that folder lies in the repository it leads to. A
`.git` of another user is not followed (CVE-2022-24765: git executed the configuration of a foreign
parent directory).

Not defended: a repository with `core.worktree` or GIT_DIR in the environment; its directory is the
workspace.
"""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass
from typing import Literal

from room.errors import RoomError
from room.handles import NOFOLLOW, read_descriptor

Scope = Literal["share", "isolate"]

# A pointer file holds one path; PATH_MAX is 4,096 on Linux and 1,024 on macOS.
_POINTER = 16384


@dataclass(frozen=True)
class Place:
    """Where a room and its state are.

    Attributes:
        room_path: real path of the room.
        state_path: real path of its state directory.
        explicit: the room was named, and is not the workspace's default.
        workspace: real path of the workspace.
        given: the room as it was named.
        linked: that name was a symbolic link to `room_path`.
    """

    room_path: str
    state_path: str
    explicit: bool
    workspace: str
    given: str
    linked: bool = False


def locate(*, room: str | None, cwd: str, scope: Scope = "share") -> Place:
    """Return where a room is.

    Args:
        room: the path that was named, relative to `cwd`; None for the default room of the workspace. A
            symbolic link is resolved here, once.
        cwd: an existing directory.
        scope: whether the worktrees of a repository share the main worktree's room.

    Raises:
        RoomError: the name is empty, or is a link that leads nowhere.
    """
    workspace = workspace_of(cwd, scope)
    if room is None:
        folder = os.path.join(_as_text(workspace), ".scribe")
        path = os.path.join(folder, "memory")
        return Place(path, os.path.join(folder, "state"), False, workspace, path)
    return _named(room, cwd, workspace)


def locate_user_room(room: str | None = None, *, cwd: str) -> Place:
    """Return where the user's own room is: as named, or `scribe/memory` in the user's data directory."""
    if room is None:
        import platformdirs

        room = os.path.join(platformdirs.user_data_dir("scribe", appauthor=False), "memory")
    return _named(room, cwd, workspace_of(cwd))


def _named(room: str, cwd: str, workspace: str) -> Place:
    """Return the place of a room that was named."""
    if not room or "\0" in room:
        raise RoomError("the room is refused", "its path is empty or has a NUL in it", "Name a directory with --room")
    path = os.path.abspath(os.path.join(cwd, room))
    real = _as_text(os.path.realpath(path))
    linked = os.path.islink(path)
    if linked and not os.path.lexists(real):
        raise RoomError(
            f"the room {room} is refused",
            f"it is a link to {real}, where nothing is",
            "Make that directory, or name it with --room",
        )
    folder, name = os.path.split(real)
    if name == "memory" and os.path.basename(folder) == ".scribe":
        # The default room by its path is the same room, and has the same state.
        return Place(real, os.path.join(folder, "state"), True, workspace, room, linked)
    return Place(real, real + ".scribe", True, workspace, room, linked)


def _as_text(path: str) -> str:
    """Return a path that can be said: audit rows, registry and messages to children are UTF-8.

    Raises:
        RoomError: it has bytes that are no UTF-8.
    """
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        raise RoomError(
            "the room is refused", f"its path {path!a} is not UTF-8", "Name a directory whose path is, with --room"
        ) from None
    return path


def workspace_of(cwd: str, scope: Scope = "share") -> str:
    """Return the real path of the workspace of a directory: its git top level, or the directory itself.

    Args:
        cwd: an existing directory.
        scope: "share" for the main worktree's room, "isolate" for one in each worktree.
    """
    start = os.path.realpath(cwd)
    here = start
    while True:
        git = os.path.join(here, ".git")
        kind = _kind(git)
        if kind == "repository":
            return here
        if kind == "pointer":
            return (_main_worktree(git) or here) if scope == "share" else here
        above = os.path.dirname(here)
        if above == here:
            return start
        here = above


def _kind(git: str) -> Literal["repository", "pointer"] | None:
    """Judge one name `.git` by its type and owner. What a repository holds is git's business, not ours."""
    try:
        status = os.lstat(git)
        if sys.platform != "win32" and status.st_uid not in (os.geteuid(), 0):
            return None
        if stat.S_ISREG(status.st_mode):
            return "pointer" if _follow(git, b"gitdir: ") else None
        if stat.S_ISDIR(status.st_mode):
            return "repository"
    except OSError:
        pass
    return None


def _main_worktree(git: str) -> str | None:
    """Return the main worktree that a linked worktree's `.git` file belongs to, if both sides agree on it.

    A submodule has a `.git` file too, but its folder has no `commondir`: it is a workspace of its own.
    So is a worktree of a bare repository, which has no main worktree.
    """
    folder = _follow(git, b"gitdir: ")
    common = _follow(os.path.join(folder, "commondir"), b"") if folder else None
    back = _follow(os.path.join(folder, "gitdir"), b"") if folder else None
    if not folder or not common or not back:
        return None
    try:
        agreed = os.path.samefile(back, git) and os.path.samefile(
            os.path.dirname(folder), os.path.join(common, "worktrees")
        )
    except OSError:
        return None
    main = os.path.dirname(common)
    if agreed and os.path.basename(common) == ".git" and _kind(common) == "repository":
        return main
    return None


def _follow(pointer: str, prefix: bytes) -> str | None:
    """Return the real path that a pointer file names, relative to its own directory; None if it is none."""
    try:
        fd = os.open(pointer, os.O_RDONLY | NOFOLLOW)
        try:
            text = read_descriptor(fd, _POINTER, pointer)
        finally:
            os.close(fd)
    except OSError:
        return None
    if not text.startswith(prefix):
        return None
    named = os.fsdecode(text[len(prefix) :].rstrip(b"\r\n"))
    if not named or "\0" in named:
        return None
    return os.path.realpath(os.path.join(os.path.dirname(pointer), named))
