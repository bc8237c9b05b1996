"""Looking into a room without changing anything: no lock, no child, no hand.

A command that only shows reads through the supervisor's own read-only handle. A foreign room can be looked
at; all of its memories are `external-tool` then, whatever they claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from room.catalogue import Catalogue
from room.ledger import Ledger
from room.place import OpenPlace, open_place
from room.workspace import Place

__all__ = ["View", "reading"]


@dataclass(frozen=True)
class View:
    """A room, held for reading."""

    place: OpenPlace
    ledger: Ledger
    catalogue: Catalogue


@contextmanager
def reading(place: Place) -> Iterator[View]:
    """Open a room for reading.

    Raises:
        NoRoomError: there is none. RoomError: others could write there.
    """
    with open_place(place, create=False) as held:
        ledger = held.knowledge()
        yield View(held, ledger, Catalogue(held.room, trusted=ledger.trust_of))
