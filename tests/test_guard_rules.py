"""The rules of the guard, by sentences, each with the rule that decides; and what every reason has to be."""

from __future__ import annotations

import pytest

from policies import guard
from policies.names import UNPRINTABLE
from policies.operation import Operation
from policies.profile import RULES
from tests import mutate_guard
from tests.guard_cases import CASES, OK, PROFILES, ROOT, Case
from tests.imagined import Imagined

ADDRESS = guard.Address(("/memories",), ROOT)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.sentence)
def test_the_guard_says(case: Case) -> None:
    assert case.holds(), case.judged()


@pytest.mark.parametrize("case", [case for case in CASES if case.rule != OK], ids=lambda case: case.sentence)
def test_a_reason_is_short_readable_and_says_what_to_do(case: Case) -> None:
    reason = case.judged().reason

    assert not UNPRINTABLE.search(reason)
    assert len(reason) < 400
    advice = (": ", "use ", "send ", "such as", "has to be")
    assert any(each in reason for each in advice), reason


def test_every_rule_denies_something_and_has_a_clause() -> None:
    assert {case.rule for case in CASES} == {*RULES, "default", OK}
    assert {clause.rule for clause in guard.CLAUSES} == {*RULES, "default"}


def test_what_is_opened_is_the_original_spelling() -> None:
    verdict = guard.judge(
        Operation("rename", "/memories/./A\u200d//x.md", "B\ufe0f.md"),
        PROFILES["extraction"],
        ADDRESS,
        Imagined("A\u200d/x.md"),
    )

    assert (verdict.path, verdict.new_path) == ("A\u200d/x.md", "B\ufe0f.md")


def test_a_path_that_its_name_condemns_is_never_looked_up() -> None:
    room = Imagined()

    for path in ("../x.md", "/etc/x.md", "a\\b.md", "x.md:s", "nul.md", ".git/x.md"):
        assert not guard.judge(Operation("create", path), PROFILES["extraction"], ADDRESS, room).allowed

    assert room.asked == 0


def test_the_denied_path_is_not_in_the_verdict() -> None:
    verdict = guard.judge(Operation("create", "../x.md"), PROFILES["extraction"], ADDRESS, Imagined())

    assert (verdict.path, verdict.new_path) == ("", None)


def test_an_address_without_a_prefix_or_a_root_takes_relative_paths_only() -> None:
    nowhere = guard.Address(())

    def rule(path: str) -> str:
        return guard.judge(Operation("create", path), PROFILES["extraction"], nowhere, Imagined()).rule

    assert [rule("x.md"), rule("/x.md"), rule("/memories/x.md")] == [OK, "containment", "containment"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/memories/user/x.md", ("user", "/memories/user/x.md")),
        ("user/a/x.md", ("user", "a/x.md")),
        ("/memories/user", ("user", "/memories/user")),
        ("user", ("user", ".")),
        ("/memories/user/../project/x.md", ("user", "/memories/user/../project/x.md")),
        ("/memories", None),
        ("/memories/users/x.md", None),
        ("x.md", None),
        ("/memories/other/x.md", None),
        ("//memories/user/x.md", None),
        ("", None),
        (None, None),
    ],
)
def test_a_run_with_two_rooms_finds_the_room_that_a_path_names(path: str, expected: tuple[str, str] | None) -> None:
    assert guard.room_of(path, {"project": "/home/u/site/.scribe/memory", "user": ""}) == expected


def test_a_room_is_left_by_no_path_that_names_it() -> None:
    address = guard.Address(("/memories/user",), ROOT)

    def judged(path: str) -> guard.Verdict:
        return guard.judge(Operation("view", path), PROFILES["extraction"], address, Imagined("x.md"))

    assert judged("/memories/user/x.md").path == "x.md"
    assert judged("/memories/user/../project/x.md").rule == "containment"
    assert judged("/memories/project/x.md").rule == "containment"


@pytest.mark.parametrize("mutation", mutate_guard.mutations(), ids=lambda mutation: mutation.title)
def test_nothing_can_be_taken_out_of_the_guard_unnoticed(mutation: mutate_guard.Mutation) -> None:
    with mutation.applied():
        noticed = mutate_guard.first_failure()

    assert noticed is not None, f"no case fails without it: {mutation.title}"
