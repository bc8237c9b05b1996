"""The first layer, remove: a host's catalogue of tools is narrowed to what a memory writer may see at all.

A tool that is not there cannot be tempted; a prompt cannot talk it back. The profile says which names go
(`profile.Tools.deny`) and which side effects may stay; a host may restrict further, never widen. The guard
(`policies.guard`) is the second layer and judges the arguments of what is left.

Scribe's own agent has exactly the six commands of its one tool and needs no catalogue. This is for hosts that run a
writer of their own.

Not defended: a tool that says of itself a harmless name and scope and does something else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from unicodedata import normalize

from policies.profile import Tools

__all__ = ["Restriction", "Tool", "ToolsetError", "narrow", "present"]


class ToolsetError(ValueError):
    """A restriction says something that it cannot mean; nothing is narrowed by guessing."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool of a host.

    Attributes:
        name: as the host calls it.
        scope: what it changes: "none", "read", "write", "network", or None where the host does not say.
    """

    name: str
    scope: str | None = None


@dataclass(frozen=True, slots=True)
class Restriction:
    """What a host takes away beyond the profile. Exactly one of the two is given.

    Attributes:
        allow: the names that stay.
        deny: the names that go.
    """

    allow: Collection[str] | None = None
    deny: Collection[str] | None = None


def narrow(catalogue: Sequence[Tool], tools: Tools, restrictions: Iterable[Restriction] = ()) -> tuple[Tool, ...]:
    """Return the tools that a writer may have, in the catalogue's order.

    A tool stays if no pattern of the profile matches its name, its scope is one of the profile's, and every
    restriction lets it stay: restrictions intersect. A pattern that matches nothing is no error, because
    catalogues differ; a restriction that names nothing or a tool that is not there is one.

    Args:
        catalogue: what the host offers.
        tools: the profile's.
        restrictions: the host's own.

    Raises:
        ToolsetError: two tools have the same name, or a restriction is empty or names an unknown tool.
    """
    names = [each.name for each in catalogue]
    if len(set(names)) != len(names):
        raise ToolsetError("two tools have the same name: which of them is meant cannot be known")
    patterns = [pattern.casefold() for pattern in tools.deny]
    kept = {each.name for each in catalogue if each.scope in tools.scopes and not _matches(each.name, patterns)}
    for restriction in restrictions:
        if restriction.allow is not None and restriction.deny is None:
            kept &= _checked(restriction.allow, names)
        elif restriction.deny is not None and restriction.allow is None:
            kept -= _checked(restriction.deny, names)
        else:
            raise ToolsetError("a restriction allows or denies: give one of the two")
    return tuple(each for each in catalogue if each.name in kept)


def present(names: Iterable[str], catalogue: Sequence[Tool]) -> tuple[str, ...]:
    """Return those of the names that the catalogue has.

    For restrictions that are written once for many hosts: filter them by this first, and what is left means something.
    """
    there = {each.name for each in catalogue}
    return tuple(name for name in names if name in there)


def _matches(name: str, patterns: Iterable[str]) -> bool:
    key = normalize("NFKC", name).casefold()
    return not key or any(fnmatchcase(key, pattern) for pattern in patterns)


def _checked(wanted: Collection[str], names: Collection[str]) -> set[str]:
    if isinstance(wanted, str) or not wanted:
        raise ToolsetError("a restriction is empty: leave it out, or list the names of tools")
    for name in wanted:
        if not name or name not in names:
            raise ToolsetError(f"a restriction names {name!r:.80}, which is no tool here: filter by `present` first")
    return set(wanted)
