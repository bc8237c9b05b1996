"""A new file under a temporary name: complete and durable before anybody can see it under another.

`worker.beneath` puts it in its place by a rename. It stays open until then and longer: as long as it does, no
other file can have its inode, and so none can be taken for it and thrown away in its stead.
"""

from __future__ import annotations

import posix
import sys

if sys.platform == "win32":
    raise ImportError("the hand's file operations need handles of directories (openat)")

from worker.refusal import Refused
from worker.walk import Place, digest, identity, segments

__all__ = ["Temporary", "temporary_name"]

_NEW = posix.O_RDWR | posix.O_CREAT | posix.O_EXCL | posix.O_NOFOLLOW | posix.O_CLOEXEC
_MODE = 0o600


def temporary_name(temp: str) -> bytes:
    """Return the one name that a temporary file may have: no path.

    Raises:
        Refused: it is one, or no name at all.
    """
    names = segments(temp)
    if len(names) > 1:
        raise Refused("containment", "a temporary file stands beside the file that it is for: give a plain name")
    return names[0]


class Temporary:
    """A new file in the directory of a place.

    Args:
        place: whose directory it stands in.
        name: one that is free there.
        data: its content.

    Attributes:
        file: the open file.
        digest: SHA-256 of its content, as it was written.

    Raises:
        Refused: `exists`, the name is taken.
        OSError: from the system; then nothing is left of it.
    """

    __slots__ = ("digest", "file", "name", "place")

    def __init__(self, place: Place, name: bytes, data: bytes) -> None:
        self.place = place
        self.name = name
        self.digest = digest(data)
        try:
            self.file = posix.open(name, _NEW, _MODE, dir_fd=place.directory)
        except FileExistsError as error:
            taken = f"the temporary name {place.path(name)} is taken: use another one"
            raise Refused("exists", taken, error.errno) from error
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[posix.write(self.file, rest) :]
            posix.fsync(self.file)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove the temporary name, if it still is this file's, and close the file."""
        try:
            found = self.place.look(self.name)
            if found is not None and identity(found) == identity(posix.fstat(self.file)):
                posix.unlink(self.name, dir_fd=self.place.directory)
        except OSError:
            # The error that brought us here matters more, and recovery finds the name again.
            pass
        finally:
            posix.close(self.file)
