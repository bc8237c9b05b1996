"""Room on the disk: whether a file system has as much left as must stay free."""

from __future__ import annotations

import os

__all__ = ["has_space"]


def has_space(root_fd: int, size: int, inodes: int) -> bool:
    """Return whether the file system of an open directory has this much left.

    Where the system cannot say (Windows has no fstatvfs), the answer is yes, and a full disk shows in the write.

    Args:
        root_fd: descriptor of the directory.
        size: bytes that must be free for this user.
        inodes: files that must be free.
    """
    look = getattr(os, "fstatvfs", None)
    if look is None:
        return True
    status = look(root_fd)
    # A file system without a fixed number of inodes reports none at all (statvfs(3)).
    enough = status.f_files == 0 or status.f_favail >= inodes
    return bool(status.f_bavail * status.f_frsize >= size and enough)
