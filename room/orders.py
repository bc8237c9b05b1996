"""What a change is, and what the hand is asked to do for it: the words between the journal and the hand.

The journal gives orders and never writes in the room itself. `Orders` is what it needs of a hand; the
supervisor's side of the hand's pipe is one, and a test's is another.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

ANY = "*"
"""For `Change.expect_sha`: whatever stands there now. Its bytes are versioned like any others."""

_TEMPORARY = (".scribe-", ".tmp")

LARGEST = 512 * 1024
"""Bytes of the largest file that is changed. Larger ones are listed and left alone."""


@dataclass(frozen=True)
class Change:
    """One change of a room, as the guard and admission let it pass.

    Attributes:
        op: what is done.
        path: canonical relative path, "/" between segments.
        to: the new path of a move.
        data: the new bytes of a write.
        expect_sha: SHA-256 (hex) that the writer has seen; `ANY`; for a write, None: there must be no
            such file. For a move or a removal None means the same as `ANY`, because there must be one.
        directory: the move is of a directory, the removal of an empty one.
        trust: the tier of the new bytes; None where nobody vouches for them. A move keeps the tier it
            finds.
        by: who asked for it, in words: "create", "index", "memory pin", "recovery".
        note: what else the audit row shows (source, type, description); JSON values only.
    """

    op: Literal["write", "move", "remove"]
    path: str
    to: str | None = None
    data: bytes | None = None
    expect_sha: str | None = None
    directory: bool = False
    trust: str | None = None
    by: str = ""
    note: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Applied:
    """A change that stands in the room, read back.

    Attributes:
        row: the intent's row in the audit chain, which is also the version's id; 0 if nothing had to
            change.
        path: the path that was changed.
        to: the new path of a move.
        sha256: of the bytes that now stand there; None after a removal or for a directory.
        old_sha256: of the bytes that stood there before; None if there were none.
        version: where the replaced bytes are for a person, relative to the state directory; None if
            there were none.
        kept: where the hand put bytes of somebody else that it found in its way, if it did.
    """

    row: int
    path: str
    to: str | None
    sha256: str | None
    old_sha256: str | None
    version: str | None = None
    kept: str | None = None


@dataclass(frozen=True)
class Done:
    """The hand's answer to an order that it carried out.

    Attributes:
        sha256: of the bytes that it wrote, where it wrote any.
        kept: where it put bytes of somebody else that it found in its way, if it did.
    """

    sha256: str | None = None
    kept: str | None = None


@dataclass(frozen=True)
class Listed:
    """One name in a directory of the room, as the hand lists it.

    Attributes:
        name: its last segment.
        kind: "file", "directory", "link" or "other".
        size: in bytes, of a file.
    """

    name: str
    kind: str
    size: int = 0


class Orders(Protocol):
    """A hand: each method carries out one order, or raises `Refused` and leaves the room as it was.

    `expect` is compare and swap by content: the file's SHA-256, or None where there must be no file.
    The hand refuses with rule "conflict" and the current hash if it is not so. Any other exception
    means that it is not known whether the order was carried out (the hand died), and the journal leaves
    that to recovery.

    `temporary` is the name under which the hand may put bytes aside in the same directory, and the only
    one: it stands in the intent row, and recovery removes no other. Nothing has that name when the
    order comes.
    """

    def read(self, path: str) -> bytes:
        """Return a file's bytes. A missing file is `Refused` with errno ENOENT."""
        ...

    def list(self, path: str) -> Sequence[Listed]:
        """Return the names in a directory; "" is the room itself. A missing one is `Refused` with ENOENT."""
        ...

    def write(self, path: str, data: bytes, *, expect: str | None, temporary: str) -> Done:
        """Write a file as a whole and make it durable; directories above it are made if they are missing."""
        ...

    def move(self, path: str, to: str, *, expect: str | None, directory: bool = False) -> Done:
        """Rename a file or directory to a name that is free, making the directories above it if missing."""
        ...

    def remove(self, path: str, *, expect: str | None, temporary: str, directory: bool = False) -> Done:
        """Remove a file, or an empty directory."""
        ...


def temporary_for(path: str) -> str:
    """Return a fresh temporary path beside a path of the room."""
    folder, slash, _ = path.rpartition("/")
    return f"{folder}{slash}{_TEMPORARY[0]}{secrets.token_hex(8)}{_TEMPORARY[1]}"


def is_temporary(path: str) -> bool:
    """Tell whether a path has the shape of a temporary one. Only an intent row makes it ours."""
    name = path.rpartition("/")[2]
    return name.startswith(_TEMPORARY[0]) and name.endswith(_TEMPORARY[1])
