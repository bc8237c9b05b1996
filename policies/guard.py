"""The guard: may this operation touch this path? A pure judgement over names and facts, by one table of clauses.

The door hands every request to `judge` before anything else happens, and goes on only with the canonical paths of an
allowing verdict. The guard is the second layer: tools that could do more do not exist, and the kernel confines the
hand if this file is wrong. It must be right even so, and it must not be in the way of honest names.

A path is taken apart once (`address.Target`), then the clauses are asked in order, each about both paths of a rename.
The first that objects decides. A clause belongs to a rule, the profile says which rules are on, and a command that no
clause knows is denied. Clauses about names come before those about facts, so a path that its name condemns is never
looked up.

Most paths are plain: letters, digits and hyphens, then `.md`, for a file that is nothing else. No clause can object to
those, so they pass without being asked about one by one. That way only ever allows what the clauses allow, to which a
property test holds it.

Not defended: what the file system does between the look and the write (the hand walks again), and what a memory says
(`policies.admission`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from policies import clauses
from policies.address import Address, Look, Target, room_of
from policies.clauses import Case
from policies.names import DEVICES, INDEX, INSTRUCTIONS, PINNED, SENSITIVE
from policies.operation import COMMANDS, Operation, Verdict
from policies.profile import Profile

__all__ = ["CLAUSES", "Address", "Clause", "judge", "room_of"]


class Clause(NamedTuple):
    """One thing that a rule forbids.

    Attributes:
        rule: the rule's name in the profiles.
        objection: returns why the writer has to do otherwise, and how, or "".
        writes: asked only of commands that change something.
    """

    rule: str
    objection: Callable[[Case, Target], str]
    writes: bool = False


CLAUSES = (
    Clause("shape", clauses.is_text),
    Clause("shape", clauses.is_printable),
    # Before the bounds, because whoever climbs up step by step should hear that, and not that the steps are many.
    Clause("containment", clauses.goes_down),
    Clause("shape", clauses.is_short),
    Clause("shape", clauses.is_visible),
    Clause("shape", clauses.ends_as_a_file),
    Clause("containment", clauses.has_no_backslash),
    Clause("containment", clauses.has_no_prefix),
    Clause("containment", clauses.is_inside),
    Clause("containment", clauses.is_not_the_root),
    Clause("streams", clauses.has_no_stream),
    Clause("names", clauses.has_portable_characters),
    Clause("names", clauses.ends_in_a_character),
    Clause("names", clauses.is_no_device),
    Clause("names", clauses.is_no_short_name),
    Clause("sensitive", clauses.is_not_sensitive),
    Clause("pinned", clauses.is_not_pinned, writes=True),
    Clause("index", clauses.is_not_the_index, writes=True),
    Clause("instruction-files", clauses.is_no_instruction, writes=True),
    # From here on the file system is looked at: every path has passed what keeps it in the room.
    Clause("markdown", clauses.is_markdown),
    Clause("default", clauses.is_examined),
    Clause("containment", clauses.crosses_no_mount),
    Clause("links", clauses.passes_no_link),
    Clause("links", clauses.is_regular),
    Clause("links", clauses.has_one_name),
    Clause("shape", clauses.ends_as_it_is),
    Clause("one-spelling", clauses.has_one_spelling),
    Clause("files-only", clauses.is_a_file),
)
"""Every clause, in the order in which they are asked."""


def judge(operation: Operation, profile: Profile, address: Address, look: Look) -> Verdict:
    """Judge an operation.

    Args:
        operation: as it was asked for; unchecked.
        profile: which rules are on.
        address: how a path may be spelled.
        look: gives the facts of a canonical path; `room.facts.Look` in a real run.

    Returns:
        The verdict. Nothing is raised for what the operation holds, and the work is bounded by the bounds on a path.
    """
    is_plain_file = getattr(look, "is_plain_file", None)
    if is_plain_file is not None:
        path = _plain(operation, profile, address)
        if path and is_plain_file(path):
            return Verdict(True, "ok", "", path)
    command = operation.command
    if command not in COMMANDS:
        return Verdict(False, "default", f"there is no such command: use one of {', '.join(COMMANDS)}")
    if command != "rename" and operation.new_path is not None:
        return Verdict(False, "default", f"only rename has a new path: send {command} without one")
    source = Target(operation.path, address, look)
    destination = Target(operation.new_path, address, look) if command == "rename" else None
    case = Case(operation, profile, address, source, destination)
    for clause in CLAUSES:
        if not profile.on(clause.rule) or (clause.writes and command == "view"):
            continue
        for target in (source,) if destination is None else (source, destination):
            reason = clause.objection(case, target)
            if reason:
                return Verdict(False, clause.rule, reason)
    return Verdict(True, "ok", "", source.path, None if destination is None else destination.path)


_ON_ONE_PATH = COMMANDS[:-1]
_MOST_PLAIN = 200
_MEANINGFUL = SENSITIVE | DEVICES | {each.partition(".")[0] for each in {INDEX, PINNED, *INSTRUCTIONS}}


@lru_cache(maxsize=64)
def _plain_form(prefix: str) -> Callable[[str], re.Match[str] | None]:
    """Return what matches a plain path: letters, digits, `_`, `-`, inner spaces; `.md`; the prefix or none."""
    word = "[A-Za-z0-9][A-Za-z0-9_ -]*(?<! )"
    return re.compile(f"({re.escape(prefix)}/)?({word}(?:/{word}){{0,{clauses.MOST_SEGMENTS - 1}}})\\.md").fullmatch


def _plain(operation: Operation, profile: Profile, address: Address) -> str:
    """Return the canonical path of an operation to whose names no clause can object under any profile, or ""."""
    command, path, new_path = operation
    if new_path is not None or command not in _ON_ONE_PATH or not address.prefixes:
        return ""
    if not isinstance(path, str) or len(path) > _MOST_PLAIN:
        return ""
    match = _plain_form(address.prefixes[0])(path)
    if match is None:
        return ""
    prefix, names = match.groups()
    if ("memories" if prefix else "relative") not in profile.paths:
        return ""
    words = names.lower()
    meaningful = words in _MEANINGFUL if "/" not in words else not _MEANINGFUL.isdisjoint(words.split("/"))
    return "" if meaningful else names + ".md"
