"""No way out: each attempt succeeds without confinement and is refused by the kernel in both roles.

The guard, admission and the supervisor are out of the way here: the code runs in the place of the agent or the hand, and only the
kernel stands between it and the bait. A refusal is an errno that Landlock or the filter gives; a crash, a missing
module or a typing error is a failure of the test.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from confine.filter import REFUSED
from tests.escapes import attempts, attempts_rare
from tests.escapes.attempts import Attempt
from tests.escapes.running import confined, control, lay, seen

ATTEMPTS = attempts.ATTEMPTS + attempts_rare.ATTEMPTS
REFUSALS = (REFUSED, errno.EACCES, errno.EXDEV)
CASES = [(role, each) for each in ATTEMPTS for role in each.roles]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[tuple[str, str], Any]]:
    """Make all attempts that leave the process as it is in one child a role, and the others each in its own."""
    found: dict[tuple[str, str], Any] = {}
    for role in ("agent", "hand"):
        base = tmp_path_factory.mktemp(role)
        room = base / "room"
        mine = [each for each in ATTEMPTS if role in each.roles]
        folders = {each.name: base / f"bait-{number}" for number, each in enumerate(mine)}
        for each in mine:
            lay(folders[each.name], room)
        (room / "planted").unlink()
        (room / "planted").symlink_to(folders[mine[0].name])
        before = {each.name: seen(folders[each.name]) for each in mine}
        room_before = seen(room)
        together = [(each, folders[each.name]) for each in mine if not each.alone]
        batches = [together, *([(each, folders[each.name])] for each in mine if each.alone)]
        for batch in batches:
            answered = confined(role, batch, room)
            for each, folder in batch:
                after = seen(folder)
                found[role, each.name] = (answered.get(each.name), answered[""], before[each.name] == after)
        found[role, ""] = (room_before, seen(room))
    yield found


@pytest.mark.parametrize("role", ("agent", "hand"))
def test_the_room_is_as_it_was_after_all_of_them(role: str, answers: dict[tuple[str, str], Any]) -> None:
    before, after = answers[role, ""]
    assert sorted(before) == ["planted", "topic.md"]
    assert after == before


def test_at_least_a_hundred_attempts_are_made_by_each_role() -> None:
    assert len({each.name for each in ATTEMPTS}) == len(ATTEMPTS)
    for role in ("agent", "hand"):
        assert sum(role in each.roles for each in ATTEMPTS) >= 100


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=lambda each: each.name.replace(" ", "-"))
def test_the_control_gets_out(attempt: Attempt, tmp_path: Path) -> None:
    folder, room = tmp_path / "bait", tmp_path / "room"
    lay(folder, room)
    before = seen(folder)
    answer = control(attempt, folder, room)
    if answer.get("refused") in attempt.unsupported:
        pytest.skip(f"not possible here without confinement either (errno {answer['refused']})")
    assert answer.get("done") or answer.get("refused") in attempt.reached, answer
    assert (seen(folder) != before) or not attempt.marks


@pytest.mark.parametrize(
    ("role", "attempt"), CASES, ids=[f"{role}-{each.name.replace(' ', '-')}" for role, each in CASES]
)
def test_it_is_refused(role: str, attempt: Attempt, answers: dict[tuple[str, str], Any]) -> None:
    answer, end, unchanged = answers[role, attempt.name]
    assert answer is not None, f"the child did not get that far: {end}"
    assert "broke" not in answer, answer
    assert answer.get("refused") in (*REFUSALS, *attempt.also), answer
    assert unchanged, "the bait was changed"
