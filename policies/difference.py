"""How two profiles differ, rule by rule, and which guarantee the second one weakens. Pure.

A profile is long and its guarantees hang on single words; who writes their own wants to know what they gave away.
Each difference is *weakened*, *strengthened*, or *changed* where neither is stricter.

Not defended: a pattern that is replaced by another one of the same meaning counts as weakened and strengthened;
what patterns match is not worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from typing import Any

from policies.admission import Switches
from policies.caps import Caps
from policies.profile import RULES, Profile

__all__ = ["Difference", "compare", "document"]

_STRENGTH = {"off": 0, "confirm": 1, "recorded": 1, "on": 2}

_GUARANTEES = {
    "rules.markdown": "only markdown files are written",
    "rules.pinned": "what is pinned is not changed",
    "rules.files-only": "directories are neither deleted nor renamed",
    "paths": "a path has one accepted spelling less to be mistaken in",
    "admission.trust": "a better-trusted memory is not changed on the word of a stranger",
    "admission.phrasing": "wording that conceals, overrides or triggers waits for a person",
    "admission.conflict": "an assertion against another one waits for a person",
    "caps.memory_bytes": "a memory has a size",
    "caps.memories": "a room has a size",
    "caps.index_lines": "the index stays short",
    "caps.index_chars": "the index stays short",
    "caps.run_writes": "one run changes a bounded number of memories",
    "caps.run_bytes": "one run writes a bounded number of bytes",
    "caps.deletions_share": "one run deletes a bounded share of the memories",
    "tools.deny": "a tool of that name is taken from a writer",
    "tools.scopes": "a tool with that side effect is taken from a writer",
    "front_matter": "each memory says where it comes from and how far it is trusted",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference.

    Attributes:
        where: the key, with a dot between a section and what is in it.
        before: the first profile's value; None where it has none.
        after: the second one's.
        change: "weakened", "strengthened" or "changed".
        guarantee: what the key is for; "" where nothing hangs on it.
    """

    where: str
    before: Any
    after: Any
    change: str
    guarantee: str


def compare(first: Profile, second: Profile) -> tuple[Difference, ...]:
    """Return what differs from the first profile to the second, in the order of the file."""
    return tuple(_differences(first, second))


def document(profile: Profile) -> dict[str, Any]:
    """Return a profile in the form of its file."""
    return {
        "name": profile.name,
        "about": profile.about,
        "rules": {rule: profile.rules[rule] for rule in RULES},
        "paths": sorted(profile.paths),
        "admission": {"content": "on", "secrets": "on", "caps": "on", **asdict(profile.switches)},
        "caps": asdict(profile.caps),
        "front_matter": "on" if profile.front_matter else "off",
        "index_listed": "on" if profile.index_listed else "off",
        "tools": {"scopes": sorted(profile.tools.scopes), "deny": list(profile.tools.deny)},
    }


def _differences(first: Profile, second: Profile) -> Iterator[Difference]:
    yield from _valued("name", first.name, second.name, 0)
    yield from _valued("about", first.about, second.about, 0)
    for rule in RULES:
        before, after = first.rules[rule], second.rules[rule]
        yield from _valued(f"rules.{rule}", before, after, _STRENGTH[after] - _STRENGTH[before])
    yield from _sets("paths", first.paths, second.paths, more_is_stricter=False)
    for each in fields(Switches):
        old, new = getattr(first.switches, each.name), getattr(second.switches, each.name)
        yield from _valued(f"admission.{each.name}", old, new, _STRENGTH[new] - _STRENGTH[old])
    for cap in fields(Caps):
        least, most = getattr(first.caps, cap.name), getattr(second.caps, cap.name)
        yield from _valued(f"caps.{cap.name}", least, most, least - most)
    yield from _valued(
        "front_matter", first.front_matter, second.front_matter, second.front_matter - first.front_matter
    )
    yield from _valued("index_listed", first.index_listed, second.index_listed, 0)
    yield from _sets("tools.scopes", first.tools.scopes, second.tools.scopes, more_is_stricter=False)
    yield from _sets("tools.deny", set(first.tools.deny), set(second.tools.deny), more_is_stricter=True)


def _valued(where: str, before: Any, after: Any, stricter: float) -> Iterator[Difference]:
    """Yield the difference of one value, if there is one. `stricter` is above 0 where the second one is."""
    if before != after:
        change = "strengthened" if stricter > 0 else "weakened" if stricter < 0 else "changed"
        yield Difference(where, before, after, change, _GUARANTEES.get(where, ""))


def _sets(where: str, first: Any, second: Any, *, more_is_stricter: bool) -> Iterator[Difference]:
    """Yield a difference for each member that only one of the profiles has."""
    gained, lost = ("strengthened", "weakened") if more_is_stricter else ("weakened", "strengthened")
    for each in sorted(first - second):
        yield Difference(where, each, None, lost, _GUARANTEES[where])
    for each in sorted(second - first):
        yield Difference(where, None, each, gained, _GUARANTEES[where])
