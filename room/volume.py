"""The file system under a room: whether it is one on which locks and renames mean less than they say.

A room on a network file system works, with a warning: flock(2) there may be advisory between hosts or
local to one, a rename may be answered twice, and another host sees a change late (nfs(5),
mount.cifs(8)).
"""

from __future__ import annotations

import re

_NETWORK = frozenset(
    ("9p", "afs", "beegfs", "ceph", "cifs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs")
    + ("gfs2", "glusterfs", "lustre", "nfs", "nfs4", "ocfs2", "orangefs", "smb2", "smb3", "smbfs", "virtiofs")
)
_TABLE = "/proc/self/mountinfo"


def network_file_system(path: str, table: str = _TABLE) -> str | None:
    """Return the type of the network file system that a real path lies on, or None.

    Args:
        path: an absolute path without links.
        table: the mount table, as proc_pid_mountinfo(5) describes it. Where there is none (macOS,
            Windows), nothing more is known than that a path begins with a server's name.
    """
    if path.startswith("\\\\") and not path.startswith("\\\\?\\"):
        return "a share of Windows"
    kind = _kind(path, table)
    return kind if kind in _NETWORK else None


def _kind(path: str, table: str) -> str | None:
    """Return the type of the file system mounted last on the longest prefix of a path."""
    best, found = -1, None
    try:
        with open(table, encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                before, _, after = line.partition(" - ")
                fields = before.split(" ")
                if len(fields) < 5 or not after:
                    continue
                # Spaces, tabs, newlines and backslashes in a mount point are written as octal.
                point = re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4])
                inside = path == point or path.startswith(point.rstrip("/") + "/")
                if inside and len(point) >= best:
                    best, found = len(point), after.split(" ")[0]
    except OSError:
        return None
    return found
