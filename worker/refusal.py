"""A refusal by the hand: an order that was not carried out, why, and what the writer can do instead.

`worker.beneath` raises it, `worker.hand` turns it into a `refused` message. The rules are those of
`worker.messages.REFUSALS`. An error of the system keeps its errno, so that the supervisor can tell a refusal
by the room's confinement from a full disk.
"""

from __future__ import annotations

import errno

__all__ = ["Refused", "Translated"]

_BUSY = "another program is using it: try again later"
_RULES: dict[int, tuple[str, str]] = {
    # errno: rule, what can be done about it
    errno.ENOENT: ("absent", "nothing is there: view the directory to see what is"),
    errno.EEXIST: ("exists", "something is there already: choose another name, or change what is there"),
    errno.ENOTEMPTY: ("exists", "something was put into it in the meantime: view it and try again"),
    errno.ELOOP: ("links", "it is a link, and links are never followed: choose another name"),
    errno.ENOTDIR: ("not-a-file", "a file stands where a directory is needed: choose another path"),
    errno.EISDIR: ("not-a-file", "it is a directory: name a file in it"),
    errno.ENXIO: ("not-a-file", "it is a socket or a fifo: choose another name"),
    errno.EXDEV: ("containment", "it lies on another file system: choose another path"),
    errno.ENOSPC: ("full", "the disk is full: nothing can be written until there is space"),
    errno.EDQUOT: ("full", "the user's quota is used up: nothing can be written until there is space"),
    errno.EFBIG: ("size", "the file would be larger than the limit: write less"),
    errno.ENAMETOOLONG: ("size", "the name is longer than the file system allows: choose a shorter one"),
    errno.EROFS: ("read-only", "the file system is read-only: nothing can be written here"),
    errno.EACCES: (
        "denied",
        "permission is denied: the user must mend the permissions or choose another path",
    ),
    errno.EPERM: ("denied", "the system forbids it, perhaps the file is immutable: choose another name"),
    errno.EAGAIN: ("io", _BUSY),
    errno.EBUSY: ("io", _BUSY),
    errno.ETXTBSY: ("io", _BUSY),
}


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault.
    """An order that was not carried out.

    Attributes:
        rule: one of `worker.messages.REFUSALS`.
        reason: what is in the way and what the writer can do instead; names are as they are on disk.
        errno: of the system call that failed, or None where the hand itself refused.
        current: SHA-256 of what is there now, where that is the reason; None where nothing or no file is.
        kept: path of a file that holds what another program saved and that found no way back to its name.
    """

    def __init__(self, rule: str, reason: str, number: int | None = None, current: str | None = None) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason
        self.errno = number
        self.current = current
        self.kept: str | None = None

    @classmethod
    def by_system(cls, error: OSError, name: str) -> Refused:
        """Return the refusal that an error of the system amounts to."""
        number = error.errno
        rule, advice = _RULES.get(number or 0, ("io", f"the system says {error.strerror}: try again"))
        return cls(rule, f"{name}: {advice}", number)


class Translated:
    """A context in which an error of the system becomes a refusal.

    Args:
        name: what the order is about.
    """

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise Refused.by_system(error, self._name) from error
