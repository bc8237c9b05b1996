"""Supervisor and hand are killed at every step and at every system call that changes something; nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from room import recovery, settling
from room.journal import STEPS
from tests.reliability.changes import CHANGES, NEW, OLD
from tests.reliability.house import House
from tests.reliability.rig import Rig
from tests.reliability.tally import Tally
from tests.reliability.tracer import can_trace

pytestmark = pytest.mark.timeout(600)

needs_tracing = pytest.mark.skipif(bool(can_trace()), reason=can_trace() or "-")
KILL = 9
RECOVERING = {name for name, _ in recovery.STEPS}
SETTLING = {name for name, _ in settling.STEPS}


def assert_nothing_lost(rig: Rig, house: House) -> bool:
    """Start once more, as the next command does; return whether the change was made in the end."""
    found = rig.run(house.folder, None)
    assert found["error"] is None, found
    return house.is_finished()


@pytest.mark.parametrize("who", ["supervisor", "hand"])
@pytest.mark.parametrize("change", CHANGES)
def test_killed_before_every_step(rig: Rig, tally: Tally, tmp_path: Path, change: str, who: str) -> None:
    house = House(tmp_path, CHANGES[change])
    plain = rig.run(house.folder, change)
    assert plain["error"] is None, plain
    assert house.is_finished()
    outcomes = set()
    for event, step in enumerate(plain["steps"], 1):
        house.restore()
        found = rig.run(house.folder, change, who=who, event=event)
        if not found["injected"]:
            # The run has let its hand go before it settles.
            assert who == "hand"
            assert step in SETTLING, found
            continue
        assert found["injected"] == step
        assert found["signal"] == (KILL if who == "supervisor" else 0), found
        with tally.fault(f"{who} killed before a step", f"`{step}`"):
            outcomes.add(assert_nothing_lost(rig, house))
        tally.steps[who].add(step)
    assert_both(house, outcomes)


def assert_both(house: House, outcomes: set[bool]) -> None:
    """An early kill undoes and a late one finishes; an index is made anew whenever something was interrupted."""
    assert True in outcomes
    assert False in outcomes or house.case.by_hand


@pytest.mark.parametrize("who", ["supervisor", "hand"])
def test_killed_before_every_step_of_a_recovery(rig: Rig, tally: Tally, tmp_path: Path, who: str) -> None:
    """The interrupted hand had put the new file in its place, and what it took out is still beside it."""
    house = House(tmp_path, CHANGES["edit"])

    def interrupt() -> None:
        house.restore()
        assert rig.run(house.folder, "edit", who="supervisor", event=5)["injected"] == "order"
        row = json.loads((house.state / "audit.jsonl").read_text("ascii").splitlines()[-1])
        (house.room / "a.md").write_bytes(NEW)
        (house.room / row["temporary"]).write_bytes(OLD)

    interrupt()
    plain = rig.run(house.folder, None)
    assert plain["error"] is None, plain
    assert house.is_finished()
    assert set(plain["steps"]) >= RECOVERING
    for event, step in enumerate(plain["steps"], 1):
        interrupt()
        found = rig.run(house.folder, None, who=who, event=event)
        if not found["injected"]:
            assert step in SETTLING, found
            continue
        with tally.fault(f"{who} killed before a step", f"`{step}`"):
            assert assert_nothing_lost(rig, house)
        tally.steps[who].add(step)


SHARE = 8
"""In an ordinary run of the tests, of so many calls one has its fault. `python -m tests.reliability --all` has them all."""


@needs_tracing
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("change", CHANGES)
def test_the_hand_is_killed_at_every_call(
    rig: Rig, tally: Tally, thorough: bool, tmp_path: Path, change: str, when: str
) -> None:
    house = House(tmp_path, CHANGES[change])
    at_every_call(rig, tally, house, change, thorough, who="hand", after=when == "after")


@needs_tracing
@pytest.mark.parametrize("change", CHANGES)
def test_the_supervisor_is_killed_at_every_call(
    rig: Rig, tally: Tally, thorough: bool, tmp_path: Path, change: str
) -> None:
    house = House(tmp_path, CHANGES[change])
    at_every_call(rig, tally, house, change, thorough, who="supervisor", after=False, under=str(tmp_path))


def at_every_call(
    rig: Rig, tally: Tally, house: House, change: str, thorough: bool, *, who: str, after: bool, **fault: Any
) -> None:
    """Kill at each call in turn, as the kernel counted them in a run without a fault, and once more beyond the last."""
    plain = rig.run(house.folder, change, who=who, nth=0, **fault)
    assert plain["error"] is None, plain
    assert len(plain["calls"]) > 5, "a change makes several calls"
    first = 0 if thorough else sorted(CHANGES).index(change) % SHARE
    outcomes = set()
    for nth in range(first + 1, len(plain["calls"]) + 1, 1 if thorough else SHARE):
        house.restore()
        found = rig.run(house.folder, change, who=who, nth=nth, after=after, **fault)
        assert found["hit"] == plain["calls"][nth - 1], found
        with tally.fault(f"{who} killed {'after' if after else 'before'} a system call", f"`{found['hit']}`"):
            outcomes.add(assert_nothing_lost(rig, house))
    if thorough:
        assert_both(house, outcomes)


def test_every_step_of_the_protocol_was_interrupted(tally: Tally) -> None:
    """A step that is new in one of the tables and is not reached by a change above has no crash test yet."""
    if not tally.steps["supervisor"]:
        pytest.skip("no step was interrupted in this run: run the whole file")
    assert tally.steps["supervisor"] == set(STEPS)
    # The hand is gone, by design, before a run settles.
    assert tally.steps["hand"] == set(STEPS) - SETTLING
