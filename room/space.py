"""Room on the disk: whether a file system has as much left as must stay free."""

from __future__ import annotations

import os
import shutil

from room.handles import Directory

__all__ = ["has_space"]


def has_space(root: Directory, size: int, inodes: int) -> bool:
    """Return whether the file system of an open directory has this much left.

    Windows has no fstatvfs and no number of files: there only the bytes count.

    Args:
        root: the directory.
        size: bytes that must be free for this user.
        inodes: files that must be free.
    """
    look = getattr(os, "fstatvfs", None)
    if look is None:
        return shutil.disk_usage(root.path).free >= size
    status = look(root.fd)
    # A file system without a fixed number of inodes reports none at all (statvfs(3)).
    enough = status.f_files == 0 or status.f_favail >= inodes
    return bool(status.f_bavail * status.f_frsize >= size and enough)
