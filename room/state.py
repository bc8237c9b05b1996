"""What scribe remembers about its own work in a room: `state.json` in the state directory.

Cursors of transcripts, counters, weights, last access, where pinned topics came from, token ledgers.
None of it is a memory and none of it decides what is allowed; all of it can be lost at the price of
work done twice. So a file that cannot be understood is set aside and a new one is begun, and a notice
says so.

The caller holds the room's lock when it saves. Keys that this version does not know are kept.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from room.errors import storing
from room.handles import Directory, NotRegularError, TooLargeError

NAME = "state.json"
SECTIONS = ("cursors", "counters", "weights", "accessed", "origins", "sessions")
"""What the file holds, each an object: transcript → cursor, name → number, path → weight, path → last access
(UTC), pinned path → the path it came from, session → its spent tokens and calls."""

_BOUND = 16 << 20


class State:
    """The state of one room.

    Attributes:
        notices: what a person should be told.
    """

    def __init__(self, directory: Directory, *, now: Callable[[], float] = time.time) -> None:
        """Read the file; one that makes no sense is set aside.

        Args:
            directory: the state directory.
            now: the clock, for the name of a file that is set aside.

        Raises:
            StoreError: it cannot be read or set aside.
        """
        self._directory = directory
        self._now = now
        self.notices: list[str] = []
        self._all: dict[str, Any] = self._load()
        self._saved = self._text()

    def section(self, name: str) -> dict[str, Any]:
        """Return a section, for reading and changing in place; `save` writes what was changed.

        Args:
            name: one of `SECTIONS`.
        """
        if name not in SECTIONS:
            raise KeyError(name)
        section: dict[str, Any] = self._all.setdefault(name, {})
        return section

    def count(self, name: str, by: int = 1) -> int:
        """Raise a counter and return it."""
        counters = self.section("counters")
        before = counters.get(name, 0)
        counters[name] = (before if type(before) is int else 0) + by
        total: int = counters[name]
        return total

    def save(self) -> None:
        """Write the file as a whole, if anything was changed.

        Raises:
            StoreError: the old file is as it was.
        """
        text = self._text()
        if text != self._saved:
            with storing("the state was not saved", self._directory.join(NAME)):
                self._directory.replace(NAME, text)
            self._saved = text

    def _text(self) -> bytes:
        # A section that was only looked at is no change.
        filled = {key: value for key, value in self._all.items() if value or key not in SECTIONS}
        return json.dumps(filled, ensure_ascii=True, indent=1, sort_keys=True).encode("ascii") + b"\n"

    def _load(self) -> dict[str, Any]:
        with storing("the state was not read", self._directory.join(NAME)):
            try:
                data = json.loads(self._directory.read(NAME, _BOUND))
                if not isinstance(data, dict):
                    raise ValueError("not an object")
                for name in SECTIONS:
                    if not isinstance(data.get(name, {}), dict):
                        raise ValueError(name)
                return data
            except FileNotFoundError:
                return {}
            except (ValueError, RecursionError, NotRegularError, TooLargeError):
                aside = time.strftime("state.unreadable-%Y%m%dT%H%M%SZ.json", time.gmtime(self._now()))
                self._directory.rename(NAME, aside)
                self.notices.append(
                    f"{NAME} could not be understood and was set aside as {aside}: transcripts are read again"
                    " from their start, and nothing that is known is written twice"
                )
                return {}
