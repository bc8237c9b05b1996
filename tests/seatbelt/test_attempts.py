"""No way out on macOS: every escape attempt, judged by the evaluator for both roles, for every room, under every reading of the language.

This shows that the profile says what it should. That the kernel does what the profile says is for a Mac to show.
"""

from __future__ import annotations

import itertools
import os
from collections import Counter
from typing import Any

import pytest

from confine.ruleset import AGENT, HAND
from confine.seatbelt import UNJUDGED, profile
from tests.escapes import attempts, attempts_rare
from tests.seatbelt.language import KINDS, READINGS, Act, Evaluator
from tests.seatbelt.mapping import MAPPING, TOPICS, Absent, ByRole, Unjudged, Ways
from tests.seatbelt.places import BAIT, LAYOUTS, ROOMS

ATTEMPTS = attempts.ATTEMPTS + attempts_rare.ATTEMPTS
ROLES = {each.role: each for each in (AGENT, HAND)}
CASES = [(role, each.name) for each in ATTEMPTS for role in each.roles]
ANYTHING = Evaluator("(version 1)(allow default)")


def answer(role: str, name: str) -> Ways | Absent | Unjudged:
    found = MAPPING[name]
    return getattr(found, role) if isinstance(found, ByRole) else found


def act(text: str, room: str) -> Act:
    """Return the act that a row of the table writes down."""
    operation, _, rest = text.partition(" ")
    if rest in ("", "self", "others"):
        return Act(operation, target=rest or "others")
    if rest.startswith("="):
        return Act(operation, name=rest[1:])
    where, _, kind = rest.rpartition(" ") if rest.rpartition(" ")[2] in KINDS else (rest, "", "REGULAR-FILE")
    first, slash, last = where.partition("/")
    places = {"bait": BAIT, "room": room, "above": os.path.dirname(room), "room-gone": room + "-gone"}
    return Act(operation, places[first] + slash + last if first else where, kind or "REGULAR-FILE")


def evaluators(role: str, layout: str, room: str, **facts: Any) -> list[Evaluator]:
    ruleset = ROLES[role]
    made = profile(ruleset, LAYOUTS[layout], {"path": room, **facts} if ruleset.rights else None)
    return [Evaluator(made.text, dict(made.parameters), reading) for reading in READINGS]


def _judges() -> dict[str, list[tuple[str, list[Evaluator]]]]:
    """Return, for each role, every room with the readings of its profiles; the interpreters take turns."""
    turns = itertools.cycle(LAYOUTS)
    agent = {layout: evaluators("agent", layout, "") for layout in LAYOUTS}
    found: dict[str, list[tuple[str, list[Evaluator]]]] = {"agent": [], "hand": []}
    for room in ROOMS.values():
        layout = next(turns)
        found["agent"].append((room, agent[layout]))
        for automated in (False, True):
            found["hand"].append((room, evaluators("hand", layout, room, automated=automated)))
    return found


JUDGED = _judges()


def test_every_attempt_has_its_row_and_every_row_its_attempt() -> None:
    assert set(MAPPING) == {each.name for each in ATTEMPTS}


@pytest.mark.parametrize(("role", "name"), CASES, ids=[f"{role}-{name.replace(' ', '-')}" for role, name in CASES])
def test_it_is_refused(role: str, name: str) -> None:
    found = answer(role, name)
    if not isinstance(found, Ways):
        return
    for room, judges in JUDGED[role]:
        for way in found.ways:
            acts = [act(each, room) for each in way]
            for judge in judges:
                assert not all(judge.allows(each) for each in acts), (way, room)


@pytest.mark.parametrize("name", [name for name, found in MAPPING.items() if isinstance(found, Ways | ByRole)])
def test_the_control_gets_out(name: str) -> None:
    for role in ROLES:
        found = answer(role, name)
        if isinstance(found, Ways):
            assert all(ANYTHING.allows(act(each, ROOMS["home plain"])) for way in found.ways for each in way)


@pytest.mark.parametrize("name", [name for name, found in MAPPING.items() if isinstance(found, Unjudged | ByRole)])
def test_what_is_not_judged_is_owned_up_to(name: str) -> None:
    topics = [found.topic for role in ROLES if isinstance(found := answer(role, name), Unjudged)]
    assert topics
    assert all(TOPICS[topic][0] in UNJUDGED for topic in topics)


def test_all_that_is_owned_up_to_is_seen() -> None:
    topics = {found.topic for role, name in CASES if isinstance(found := answer(role, name), Unjudged)}
    assert {TOPICS[topic][0] for topic in topics} == set(UNJUDGED)


def test_what_is_judged_is_most() -> None:
    for role in ROLES:
        kinds = Counter(type(answer(role, name)).__name__ for each, name in CASES if each == role)
        assert kinds["Ways"] >= 100 and kinds["Ways"] > kinds["Absent"] + kinds["Unjudged"]


def test_no_attempt_on_files_network_or_processes_is_unjudged_but_by_name() -> None:
    """What concerns a path, another process or a network is judged, or it is not there; the exceptions are these."""
    unjudged = {name for role, name in CASES if isinstance(answer(role, name), Unjudged)}
    named = {name for name in unjudged if any(f"{{{word}}}" in code(name) for word in ("bait", "room"))}
    assert named == {name for name, found in MAPPING.items() if found == Unjudged("modes")}


def code(name: str) -> str:
    return next(each.code for each in ATTEMPTS if each.name == name)


def test_an_attempt_that_would_get_out_is_seen() -> None:
    """The check can fail: with `file-write*` on the room, links and modes are open."""
    room = ROOMS["home plain"]
    made = profile(HAND, LAYOUTS["framework"], {"path": room})
    wide = Evaluator(made.text + '(allow file-write* (subpath (param "ROOM")))', dict(made.parameters))
    assert wide.allows(act("file-write-mode room/topic.md", room))
    assert wide.allows(act("file-write-create room/way-out SYMLINK", room))
