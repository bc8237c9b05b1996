"""A path, taken apart: which room it means, and which names below it.

The first step of the guard. It is made for whatever a stranger sent, so it decides nothing and fails at nothing:
what is wrong with a path is for the clauses to say (`policies.clauses`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from policies.facts import Facts
from policies.names import normal_form

__all__ = ["MOST_CHARACTERS", "Address", "Look", "Target", "room_of"]

MOST_CHARACTERS = 8192
"""Characters of a path that are looked at at all; the room's own path may stand in front."""


class Address(NamedTuple):
    """How a path may say that it means this room.

    Attributes:
        prefixes: virtual directories that stand for the room, the best one to advise first. In a run with several
            rooms it is `/memories/<room>`, and `room_of` says whose address to judge by.
        root: the room's own absolute path, or "".
    """

    prefixes: tuple[str, ...] = ("/memories",)
    root: str = ""


Look = Callable[[str], Facts]


class Target:
    """A path, taken apart. Made for whatever a stranger sent: nothing about it need be right.

    Attributes:
        raw: as it came.
        segments: the names below the room, without "." and empty ones; ".." stays, to be refused.
        spelling: "memories", "relative", "absolute", or "outside".
        keys: their normal forms.
        slash: it ends as only a directory's path may.
        path: the segments joined: what the verdict carries.
    """

    __slots__ = ("_facts", "_look", "keys", "path", "raw", "segments", "slash", "spelling")

    def __init__(self, raw: object, address: Address, look: Look) -> None:
        self.raw = raw
        text = raw if isinstance(raw, str) and len(raw) <= MOST_CHARACTERS else ""
        self.spelling, rest = _spelled(text, address)
        self.segments = [each for each in rest.split("/") if each not in ("", ".")]
        self.keys = [normal_form(each) for each in self.segments]
        self.slash = bool(self.segments) and rest.endswith(("/", "/."))
        self.path = "/".join(self.segments)
        self._look = look
        self._facts: Facts | None = None

    @property
    def facts(self) -> Facts:
        """What stands there; asked for once, and only when a clause needs it."""
        if self._facts is None:
            self._facts = self._look(self.path)
        return self._facts

    @property
    def leaf(self) -> str:
        """The last name, "" for the root."""
        return self.segments[-1] if self.segments else ""


def room_of(path: object, roots: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the room that a path names in a run with several, and the path to judge by that room's address.

    Args:
        path: `/memories/<room>/x.md`, `<room>/x.md`, or a path below a room's own root; unchecked.
        roots: each room's name, and its absolute path or "".

    Returns:
        Name and path; an absolute path stays as it is. None where no room is named; `/memories` itself names none.
    """
    if not isinstance(path, str) or len(path) > MOST_CHARACTERS:
        return None
    for name, root in roots.items():
        if _below(path, f"/memories/{name}") is not None or _below(path, root) is not None:
            return name, path
        rest = _below(f"/{path}", f"/{name}")
        if rest is not None:
            return name, rest or "."
    return None


def _spelled(text: str, address: Address) -> tuple[str, str]:
    """Return how a path says where it is, and the rest of it below the room."""
    for prefix in address.prefixes:
        rest = _below(text, prefix)
        if rest is not None:
            return "memories", rest
    rest = _below(text, address.root)
    if rest is not None:
        return "absolute", rest
    return ("outside" if text.startswith("/") else "relative"), text


def _below(text: str, base: str) -> str | None:
    """Return what follows a base directory in a path, compared by whole names: `/memoriesX` is not `/memories`."""
    if not base:
        return None
    if "\\" in base or base[1:2] == ":":
        # A room on Windows: there `\\` separates too, and case does not matter.
        text, base = text.replace("\\", "/"), base.replace("\\", "/")
        folded, start = text.lower(), base.lower().rstrip("/")
    else:
        folded, start = text, base.rstrip("/")
    if folded == start:
        return ""
    return text[len(start) + 1 :] if folded.startswith(start + "/") else None
