"""Who else could write here: the judgement of a directory against other local users (threat T4).

`descend` walks from the root of the file system to a room, to its state or to the registry, opens each
directory on the way without following a link and judges what it holds by descriptor. A room, a state
directory and the registry are the user's alone; a directory above them is the user's or root's, and
nobody else can rename what is in it. sshd's StrictModes asks the same of an authorized_keys file
(sshd_config(5)). `room.place` and `room.registry` stand on this file.

Not defended: root, other programs of the same user, access control lists of macOS and NFSv4, which
POSIX modes do not show. On Windows the room's own ACL is the backend's business and nothing is judged
here.
"""

from __future__ import annotations

import errno
import os
import shlex
import stat
import sys

from room.errors import RoomError
from room.handles import Directory

_ACL = ("system.posix_acl_access", "system.posix_acl_default")
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def descend(path: str, *, name: str, create: bool = False) -> Directory:
    """Open a directory that is the user's alone, by a walk in which every step is judged by its handle.

    Args:
        path: an absolute path in which no link is expected; one that is there all the same is refused.
        name: what it is to the user: "room", "state directory", "registry".
        create: make what is missing, each directory with mode 0700, by its parent's handle.

    Returns:
        The directory, open. The caller closes it.

    Raises:
        FileNotFoundError: it is missing and `create` is off.
        RoomError: a link on the way, or a directory in which others could write.
        OSError: a step could not be opened or made.
    """
    drive, below = os.path.splitdrive(os.path.abspath(path))
    segments = [segment for segment in below.split(os.sep) if segment]
    here = Directory.at(drive + os.sep)
    try:
        for index, segment in enumerate(segments):
            refuse_unless_safe_above(here.path, here.fd)
            step = _step(here, segment, last=index == len(segments) - 1, name=name, create=create)
            here.close()
            here = step
        refuse_unless_own(here.path, here.fd, name)
    except BaseException:
        here.close()
        raise
    return here


def _step(here: Directory, segment: str, *, last: bool, name: str, create: bool) -> Directory:
    """Open the next directory on the way down, making it if it may be made."""
    made = False
    if create and here.look(segment) is None:
        refuse_shared_parent(here.path, here.fd)
        made = here.make(segment)
    try:
        below = here.child(segment, step=not last and not made)
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            raise
        shown = here.join(segment)
        status = here.look(segment)
        link = status is not None and not stat.S_ISREG(status.st_mode)
        raise RoomError(
            f"the {name} below {shown} is refused",
            f"{shown} is a {'link' if link else 'file'}, and a directory was expected",
            f"Look where it leads (ls -ld {shlex.quote(shown)}), and name the real place with --room"
            if link
            else "Name another place with --room",
        ) from error
    if made:
        make_private(below.fd)
        here.sync()
    return below


def refuse_unless_own(path: str, fd: int, name: str) -> None:
    """Refuse a directory (or file) that is not the user's alone to write.

    Args:
        path: how it is shown.
        fd: its descriptor; what is judged is what is held.
        name: what it is to the user: "room", "state directory", "registry".

    Raises:
        RoomError: a foreign owner, a group or other write bit, or any POSIX ACL.
    """
    if sys.platform == "win32":
        return
    status = os.fstat(fd)
    shown = shlex.quote(path)
    what = f"the {name} {path} is refused"
    if status.st_uid != os.geteuid():
        raise RoomError(
            what,
            f"it belongs to user {_user(status.st_uid)} and not to you ({_user(os.geteuid())})",
            f"If it is yours to take: sudo chown -R {os.geteuid()} {shown}",
        )
    if status.st_mode & _OTHERS_WRITE:
        mode = stat.filemode(status.st_mode)
        raise RoomError(what, f"others may write in it ({mode})", f"Mend it with: chmod go-w {shown}")
    if _acl(fd):
        raise RoomError(what, "it has an access control list", f"Mend it with: setfacl -b {shown}")


def refuse_unless_safe_above(path: str, fd: int) -> None:
    """Refuse a directory above a room in which another user could rename or replace what it holds.

    Writable for others is safe only with the sticky bit (unlink(2), EPERM: only the owner of an entry,
    or of the directory, renames it), and writable for a group only if the group is the user's private
    one: Debian, Ubuntu and Fedora give a user a group of the same name and umask 002, and nobody else
    is in it.

    Raises:
        RoomError: it belongs to a third user, or a third user may write in it.
    """
    if sys.platform == "win32":
        return
    status = os.fstat(fd)
    shown = shlex.quote(path)
    what = f"the directory {path} above the room is refused"
    if status.st_uid not in (0, os.geteuid()):
        raise RoomError(
            what,
            f"it belongs to user {_user(status.st_uid)}, who could put another room in the place of yours",
            "Keep the room below a directory of your own with --room, or run scribe as that user",
        )
    writable = status.st_mode & _OTHERS_WRITE
    if not writable or status.st_mode & stat.S_ISVTX:
        return
    if writable == stat.S_IWGRP and _private_group(status.st_gid) and not _acl(fd):
        return
    raise RoomError(
        what,
        f"others may write in it ({stat.filemode(status.st_mode)}) and could replace your room",
        f"Mend it with: chmod go-w {shown}",
    )


def refuse_shared_parent(path: str, fd: int) -> None:
    """Refuse to make a new directory in one where everybody may write, such as /tmp, sticky or not.

    Another user could make the state directory's name first and wait.
    """
    if sys.platform == "win32":
        return
    status = os.fstat(fd)
    if status.st_mode & stat.S_IWOTH:
        own = os.path.join(path, "mine")
        raise RoomError(
            f"no new room is made in {path}",
            "everybody may write in that directory",
            f"Make a directory of your own in it (mkdir -m 700 {shlex.quote(own)}) and the room in that one",
        )


def make_private(fd: int) -> None:
    """Give a directory that was just made mode 0700 and no ACL, whatever umask and parent had in mind.

    A default ACL of the parent is inherited by mkdir(2) and would be refused at the next start (acl(5)).
    """
    if sys.platform == "win32":
        return
    os.fchmod(fd, 0o700)
    if sys.platform == "linux":
        for name in _acl(fd):
            os.removexattr(fd, name)


def _acl(fd: int) -> list[str]:
    """Return the names of the POSIX ACLs on a descriptor (acl(5)); none where the system has none."""
    if sys.platform != "linux":
        return []
    try:
        return [name for name in os.listxattr(fd) if name in _ACL]
    except OSError as error:
        if error.errno in (errno.ENOTSUP, errno.ENOSYS):
            return []
        if error.errno != errno.EBADF:
            raise
    # A descriptor that was opened with O_PATH on the way down answers EBADF (open(2)): open it for reading.
    again = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=fd)
    try:
        return _acl(again)
    finally:
        os.close(again)


def _private_group(gid: int) -> bool:
    """Tell whether a group is the user's own: named as the user, no other member, nobody else's primary.

    OpenSSH in Debian asks the same ("Allow harmless group-writability"). Root has no private group:
    that one belongs to the system.
    """
    if sys.platform == "win32":
        return False
    import grp
    import pwd

    uid = os.geteuid()
    if uid == 0 or gid == 0:
        return False
    try:
        name = pwd.getpwuid(uid).pw_name
        group = grp.getgrgid(gid)
    except KeyError:
        return False
    if group.gr_name != name or set(group.gr_mem) - {name}:
        return False
    return not any(entry.pw_gid == gid and entry.pw_uid != uid for entry in pwd.getpwall())


def _user(uid: int) -> str:
    """Return a user's name with the number, or the number alone."""
    if sys.platform == "win32":
        return str(uid)
    import pwd

    try:
        return f"{pwd.getpwuid(uid).pw_name} ({uid})"
    except KeyError:
        return str(uid)
