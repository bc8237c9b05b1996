"""The workspace: the git top level of a directory, found by looking at names and never by running git.

The default room lies below the workspace (`room.place`). With scope "share" the worktrees of a
repository use the room of the main worktree, with "isolate" each has its own.

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
from typing import Literal

from room.handles import NOFOLLOW, read_descriptor

Scope = Literal["share", "isolate"]

# A pointer file holds one path; PATH_MAX is 4,096 on Linux and 1,024 on macOS.
_POINTER = 16384


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
