"""The one command that changes nothing: what `view` shows of a file or a directory, as the hand reads it."""

from __future__ import annotations

from collections.abc import Sequence

from confine import edits
from confine.hand import Hand
from policies.operation import Verdict
from policies.profile import Profile
from room.discovery import INDEX
from room.errors import Refused
from room.facts import Look

__all__ = ["decoded", "rows", "view"]

_LEVELS = 2


def view(
    hand: Hand, profile: Profile, look: Look, verdict: Verdict, shown: str, span: Sequence[int] | None = None
) -> str:
    """Return what a view shows.

    Args:
        hand: of the room.
        profile: says whether the index is listed.
        look: gives the facts of a path.
        verdict: the guard's, allowing.
        shown: the path as it was asked for.
        span: first and last line; None for all.

    Raises:
        EditError: nothing is there, or it is too long. Refused: the hand did not read it, or it is no text.
    """
    kind = look(verdict.path).kind
    if kind == "absent":
        raise edits.EditError(f"The path {shown} does not exist. Please provide a valid path.")
    if kind != "directory":
        return edits.numbered(shown, decoded(hand.read(verdict.path), shown), span)
    found = rows(hand, profile, verdict.path, _LEVELS)
    return edits.listing(shown, sum(row.size for row in found if not row.directory), found)


def rows(hand: Hand, profile: Profile, path: str = "", depth: int = 1) -> list[edits.Listed]:
    """Return what is listed below a directory: no hidden names, and the index only where the profile shows it.

    Raises:
        Refused: the hand did not list it.
    """
    listed = [
        edits.Listed(entry.name, entry.size, entry.kind == "directory")
        for entry in hand.list(path, depth)
        if entry.kind in ("file", "directory")
        and not any(each.startswith(".") for each in entry.name.split("/"))
        and (profile.index_listed or path or entry.name != INDEX)
    ]
    return sorted(listed, key=lambda row: row.path.split("/"))


def decoded(data: bytes, shown: str) -> str:
    """Return the text of a file.

    Raises:
        Refused: it is none.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("content", f"{shown} is not UTF-8: it is left as it is") from None
