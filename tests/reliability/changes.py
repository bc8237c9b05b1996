"""The changes that are interrupted: each with the topics before it and after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from room import audit, history
from room.orders import Change

OLD = b"---\ndescription: the old words\nmetadata:\n  type: project\n---\n\nthe old words\n"
NEW = b"---\ndescription: the new words\nmetadata:\n  type: project\n---\n\nthe new words\n"


@dataclass(frozen=True)
class Case:
    """One change.

    Attributes:
        make: makes it in a session.
        before: the topics before it, path to bytes.
        after: the topics after it.
        by_hand: topics that a person wrote, which the journal has not seen.
    """

    make: Callable[[Any], None]
    before: dict[str, bytes]
    after: dict[str, bytes]
    by_hand: bool = False


def _change(*arguments: Any, **options: Any) -> Callable[[Any], None]:
    return lambda session: session.change(Change(*arguments, **options))


def _roll_back(session: Any) -> None:
    """Bring back what stood there before the last edit of b.md."""
    rows = list(audit.read(session.place.state)[1])
    row = [row for row in rows if row["kind"] == "intent" and row["path"] == "b.md" and row["old"]][-1]
    session.change(history.rollback(session.journal.versions, rows, str(row["seq"])))


CHANGES: dict[str, Case] = {
    "create": Case(_change("write", "new/a.md", data=NEW, trust="operator"), {}, {"new/a.md": NEW}),
    "edit": Case(_change("write", "a.md", data=NEW, expect_sha="*", trust="operator"), {"a.md": OLD}, {"a.md": NEW}),
    "rename": Case(_change("move", "a.md", to="sub/b.md"), {"a.md": OLD}, {"sub/b.md": OLD}),
    "delete": Case(_change("remove", "a.md"), {"a.md": OLD}, {}),
    "pin": Case(_change("move", "a.md", to="pinned/a.md", by="memory pin"), {"a.md": OLD}, {"pinned/a.md": OLD}),
    "rollback": Case(_roll_back, {"a.md": OLD, "b.md": NEW}, {"a.md": OLD, "b.md": OLD}),
    "index": Case(lambda session: session.rebuild_index(), {"a.md": OLD}, {"a.md": OLD}, by_hand=True),
}
