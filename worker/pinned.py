"""Pinned memories made read-only by the kernel, for the hand of an automated run.

The guard refuses every write below `pinned/`. This is the second layer for the same promise: before
anything else, the hand goes into a mount namespace of its own and binds the directory over itself,
read-only, so that even hostile code in the hand's place meets EROFS. A plain user needs a user namespace
for that; where a system forbids it (Ubuntu 24.04 lets unshare(2) succeed and then denies mount(2)), the
answer is the errno, the receipt says `guard`, and the run goes on: the guard was there first.

The order matters (mount_namespaces(7), user_namespaces(7)):

- namespaces, then maps, then a private root, then the binds, and only then the room is opened: a handle
  that was opened earlier writes straight through, because it holds the mount below;
- PDEATHSIG is lost when a user namespace gives new capabilities (prctl(2)), so the parent is asked for
  afterwards;
- a remount must keep the flags that the mount came with, or a user namespace may not do it.

Not defended: a `pinned/` that comes into being while the hand runs, and renames of directories above the room.
"""

from __future__ import annotations

import posix
import sys

from worker.syscalls import Buffer, buffer, call

assert sys.platform != "win32"  # For the type checker: everything below is of Linux.

__all__ = ["attempt", "bind"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NEWNS, _NEWUSER = 0x20000, 0x10000000
_RDONLY, _REMOUNT, _BIND, _REC, _PRIVATE = 1, 32, 4096, 16384, 1 << 18
_RELATIME = 1 << 21
_KEPT = 2 | 4 | 8 | 1024 | 2048  # nosuid, nodev, noexec, noatime, nodiratime: one value for statvfs and mount.
_ST_RELATIME = 4096
_O_PATH = 0o10000000
_EPERM = 1
_PROBE = ".scribe-probe"


def bind(calls: Mapping[str, int], room: str, names: Sequence[str]) -> int:
    """Bind directories of the room over themselves, read-only.

    Args:
        calls: system-call numbers.
        room: absolute path of the room.
        names: directories in it; links are not followed.

    Returns:
        0, or the errno of the first step that this system refused.
    """
    try:
        number = _own_namespace(calls)
        if number == 0:
            number = call(calls["mount"], buffer("none"), buffer("/"), 0, _REC | _PRIVATE, 0)[1]
        for name in names:
            if number == 0:
                number = _bind(calls, f"{room}/{name}")
    except OSError as error:
        return error.errno or -1
    return number


def attempt(room: int, names: Sequence[str]) -> list[int]:
    """Try to write in each directory, as the hand could in any other; EROFS is the proof.

    Args:
        room: handle of the room, opened after the binds.
        names: as they were bound.

    Returns:
        An errno for each, or 0 where nothing refused it; what was made is taken away again.
    """
    answers = []
    for name in names:
        try:
            posix.mkdir(f"{name}/{_PROBE}", 0o700, dir_fd=room)
        except OSError as error:
            answers.append(error.errno or -1)
        else:
            posix.rmdir(f"{name}/{_PROBE}", dir_fd=room)
            answers.append(0)
    return answers


def _own_namespace(calls: Mapping[str, int]) -> int:
    number = call(calls["unshare"], _NEWNS)[1]
    if number != _EPERM:
        return number
    user, group = posix.getuid(), posix.getgid()
    number = call(calls["unshare"], _NEWUSER | _NEWNS)[1]
    if number == 0:
        # Groups can be mapped only once setgroups(2) is given up (user_namespaces(7), CVE-2014-8989).
        for file, line in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            handle = posix.open(f"/proc/self/{file}", posix.O_WRONLY | posix.O_CLOEXEC)
            posix.write(handle, line.encode())
            posix.close(handle)
    return number


def _bind(calls: Mapping[str, int], path: str) -> int:
    below = _handle(path)
    number = call(calls["mount"], below, below, 0, _BIND, 0)[1]
    if number:
        return number
    # The path now leads to the mount that lies on top; the first handle still holds the one below.
    above = _handle(path)
    found = posix.statvfs(path).f_flag
    flags = _REMOUNT | _BIND | _RDONLY | (found & _KEPT) | (_RELATIME if found & _ST_RELATIME else 0)
    return call(calls["mount"], buffer("none"), above, 0, flags, 0)[1]


def _handle(path: str) -> Buffer:
    """Return a path that leads to this very directory and to no link in its place (proc(5), /proc/PID/fd)."""
    held = posix.open(path, _O_PATH | posix.O_DIRECTORY | posix.O_NOFOLLOW | posix.O_CLOEXEC)
    return buffer(f"/proc/self/fd/{held}")
