"""What the store raises: an error a person can act on, and a refusal a writer can act on.

Everything below `room/` that cannot go on raises `RoomError`; it says what happened, why, and what to
do. A `Refused` is different: the room is fine and one change is not, so the caller answers the writer
and goes on.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

# What a person can do about a failed system call, by errno. errno(3) has the meanings.
_ADVICE = {
    errno.ENOSPC: "free some space on the file system of {path} and run the command again",
    errno.EDQUOT: "free some of your quota on the file system of {path} and run the command again",
    errno.EROFS: "mount the file system of {path} for writing and run the command again",
    errno.EIO: "check the disk that holds {path}: the kernel reports that it cannot be read or written",
    errno.EACCES: "give yourself access to {path} (ls -ld shows who has it) and run the command again",
    errno.EPERM: "give yourself access to {path} (ls -ld and lsattr -d show what forbids it)",
    errno.ELOOP: "remove the symbolic link at {path}: the state is never written through a link",
    errno.EMFILE: "raise the limit of open files (ulimit -n) and run the command again",
    errno.ENFILE: "close programs that hold many files open and run the command again",
}


def advice(number: int | None, path: str) -> str:
    """Return what a person can do about a failed system call.

    Args:
        number: its errno.
        path: what it was about; "" where that is not known.
    """
    text = _ADVICE.get(number or 0, "look at {path} and run the command again")
    return text.format(path=path or "the files that the command names")


class RoomError(Exception):
    """The room is refused or busy, or its state cannot be used. The command line ends with `exit_code`.

    Attributes:
        what: what happened, a clause without a full stop.
        why: the reason, a clause without a full stop.
        do: what the person can do, with the exact command where there is one.
    """

    exit_code = 5

    def __init__(self, what: str, why: str, do: str) -> None:
        super().__init__(what, why, do)
        self.what = what
        self.why = why
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}: {self.why}. {self.do}"


class NoRoomError(RoomError):
    """There is no room at that place, and the command does not make one."""


class StoreError(RoomError):
    """A system call on the state failed (no space, an I/O error), and old bytes stay as they were.

    The exit code is 6, "the writer failed and nothing was lost": the room is neither refused nor busy.

    Attributes:
        errno: the error number of the failed call, or None where the failure was not a system call's.
    """

    exit_code = 6

    def __init__(self, what: str, why: str, do: str, number: int | None = None) -> None:
        super().__init__(what, why, do)
        self.errno = number


class Refused(Exception):  # noqa: N818 - it is an answer to a writer, not a fault.
    """One change was refused and the room is as it was. The hand, the journal and its callers raise it.

    Attributes:
        rule: the name of the rule; "conflict" where the file is not what the writer had seen.
        reason: what the writer can do instead.
        errno: the error number of the system call that failed, if one did; ENOENT: there is no such file.
        current: SHA-256 (hex) of the file as it is now; None where there is none or it is not known.
        kept: path of a file in the room with what another program had saved, where it could not go back.
    """

    def __init__(
        self,
        rule: str,
        reason: str,
        errno: int | None = None,
        current: str | None = None,
        kept: str | None = None,
    ) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason
        self.errno = errno
        self.current = current
        self.kept = kept


@contextmanager
def storing(what: str, path: str) -> Iterator[None]:
    """Turn an `OSError` in the block into a `StoreError` that says what to do about it.

    Args:
        what: what failed, as a clause ("the audit row was not written").
        path: the file or directory that it is about.
    """
    try:
        yield
    except OSError as error:
        number = error.errno or 0
        why = os.strerror(number) if number else str(error)
        raise StoreError(what, f"{path}: {why}", advice(number, path), error.errno) from error
