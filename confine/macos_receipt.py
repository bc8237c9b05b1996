"""The receipt on macOS: which guarantees hold, from what a child reported and what was seen from outside.

Pure, so that it is tested anywhere. A row of `worker.canaries` is proven where its control succeeded without a
profile and the same attempt met EPERM with it, which is what a profile answers with. A row that macOS has nothing
for, or does not judge, is not tried, and its guarantee says so; a guarantee of which nothing was tried is not proven.
"""

from __future__ import annotations

import errno
import stat
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from confine.bait import Bait
from confine.receipt import Proof, Receipt
from confine.ruleset import Limits, Ruleset
from confine.seatbelt import UNJUDGED
from worker import canaries

assert sys.platform != "win32"  # For the type checker: the rows are of POSIX.

__all__ = ["NOT_TRIED", "Outside", "judge"]

NOT_TRIED = -2
"""As `worker.darwin` says it."""

_ADDED_BY_THE_SYSTEM = {"__CF_USER_TEXT_ENCODING"}
"""Core Foundation, which a framework's interpreter is linked with, puts it into the environment of its own process."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What the system says of a child; nobody asks the child.

    Attributes:
        threads: how many it has.
        parent: its parent's process id.
        sandboxed: whether it has a profile.
    """

    threads: int
    parent: int
    sandboxed: bool


def judge(
    kernel: object,
    ruleset: Ruleset,
    hello: Mapping[str, Any],
    outside: Outside,
    bait: Bait,
    parent: int,
    spawned: bool = False,
) -> Receipt:
    """Compare what the child reported, what was seen from outside and what the ruleset promises.

    Args:
        kernel: what `probe` found.
        ruleset: the role's.
        hello: the `proofs` of the child's hello.
        outside: from `look`.
        bait: to compare its bytes; it must not have been removed.
        parent: process id that must be the child's parent.
        spawned: never true here, as there is no warm spawner on macOS.
    """
    troubles = _canary_troubles(hello)
    for guarantee, what in bait.unmarked():
        troubles.setdefault(guarantee, []).append(f"the control left no mark: {what}")
    if touched := bait.touched():
        troubles.setdefault("write-confined", []).append(f"the bait was changed: {', '.join(touched)}")
    _judge_outside(troubles, outside, parent)
    _judge_inside(troubles, ruleset, hello)
    proofs = {
        name: Proof(by, name not in troubles, "; ".join(troubles[name][:3]) if name in troubles else detail)
        for name, (by, detail) in _enforcers(ruleset, hello).items()
    }
    if ruleset.rights:
        proofs["pinned-read-only"] = _pinned(hello.get("pinned"))
    return Receipt(ruleset.role, proofs)


def _expected(row: canaries.Row) -> int:
    """Return the one errno that proves a refusal: a profile's is EPERM, and a limit's is EINVAL."""
    return errno.EINVAL if row[0] == "limits" else errno.EPERM


def _canary_troubles(hello: Mapping[str, Any]) -> dict[str, list[str]]:
    troubles: dict[str, list[str]] = {}
    tried: set[str] = set()
    for row, control, confined in zip(canaries.CANARIES, hello["control"], hello["confined"], strict=True):
        guarantee, what = row[:2]
        if control == confined == NOT_TRIED:
            continue
        tried.add(guarantee)
        if control != 0:
            troubles.setdefault(guarantee, []).append(f"the control failed to {what} (errno {control})")
        if confined != _expected(row):
            troubles.setdefault(guarantee, []).append(f"nothing refused to {what} as expected (errno {confined})")
    for guarantee in {row[0] for row in canaries.CANARIES} - tried:
        troubles.setdefault(guarantee, []).append("nothing was tried")
    return troubles


def _judge_outside(troubles: dict[str, list[str]], outside: Outside, parent: int) -> None:
    if not outside.sandboxed:
        troubles.setdefault("write-confined", []).append("the system says that it has no profile")
    if outside.threads != 1:
        troubles.setdefault("spawn-blocked", []).append(f"{outside.threads} threads ran when it was to begin")
    if outside.parent != parent:
        troubles.setdefault("dies-with-supervisor", []).append(f"its parent is {outside.parent}, not {parent}")


def _judge_inside(troubles: dict[str, list[str]], ruleset: Ruleset, hello: Mapping[str, Any]) -> None:
    pipes = [[number, stat.S_IFIFO] for number in range(3)]
    room = [[3, stat.S_IFDIR]] if ruleset.rights else []
    if hello["descriptors"] != pipes + room:
        troubles.setdefault("descriptors-closed", []).append(f"open are {hello['descriptors']}")
    strange = set(hello["environment"]) - {name for name, _ in ruleset.environment} - _ADDED_BY_THE_SYSTEM
    if strange:
        troubles.setdefault("environment-clean", []).append(f"not on the list: {', '.join(sorted(strange))}")


def _pinned(answers: Sequence[int] | None) -> Proof:
    """Return who keeps an automated hand from pinned memories; the guard always does, the profile where tried."""
    if answers is None:
        return Proof("guard", True, "nothing was pinned when the hand started, or a person gave the command")
    if answers and all(number == errno.EPERM for number in answers):
        return Proof("profile, guard", True, "carved out of the room in every case; tried and refused: a write")
    return Proof("guard", False, f"a write below pinned/ was not refused as expected (errno {list(answers)})")


def _enforcers(ruleset: Ruleset, hello: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Return, for each guarantee, who enforces it and what its proof consists of."""
    where = "its room, by creating and unlinking" if ruleset.rights else "no path at all"
    read = "the interpreter, system libraries" + (" and its room" if ruleset.rights else "")
    tried = {guarantee: _tried(guarantee, hello) for guarantee in dict.fromkeys(row[0] for row in canaries.CANARIES)}
    names = ", ".join(name for name, _ in ruleset.environment)
    unjudged = f"not judged by a profile: {', '.join(UNJUDGED)}"
    return {
        "write-confined": ("profile", f"{tried['write-confined']}; granted is {where}"),
        "delete-confined": ("profile", tried["delete-confined"]),
        "metadata-confined": ("profile", tried["metadata-confined"]),
        "read-confined": ("profile", f"{tried['read-confined']}; readable are {read}"),
        "links-blocked": ("profile", tried["links-blocked"]),
        "network-blocked": ("profile", f"{tried['network-blocked']}; a socket can be made, and goes nowhere"),
        "exec-blocked": ("profile", f"{tried['exec-blocked']}; the interpreter can be run again, in the same profile"),
        "spawn-blocked": ("profile", f"{tried['spawn-blocked']}; one thread seen from outside"),
        "signals-blocked": ("profile", tried["signals-blocked"]),
        "descriptors-closed": ("closerange", "three pipes" + (" and the room" if ruleset.rights else "")),
        "environment-clean": ("allow-list", f"only {names}"),
        "limits": ("rlimits, supervisor", f"{_limits(ruleset.limits)}; {tried['limits']}; {unjudged}"),
        "dies-with-supervisor": ("pipe", "parent compared, and seen from outside; no signal comes at its death"),
    }


def _tried(guarantee: str, hello: Mapping[str, Any]) -> str:
    rows = [
        (row[1], answer)
        for row, answer in zip(canaries.CANARIES, hello["confined"], strict=True)
        if row[0] == guarantee
    ]
    refused = ", ".join(what for what, answer in rows if answer != NOT_TRIED)
    left = ", ".join(what for what, answer in rows if answer == NOT_TRIED)
    return f"tried and refused: {refused}" + (f"; not there or not judged on macOS: {left}" if left else "")


def _limits(limits: Limits) -> str:
    return (
        f"{limits.resident_bytes >> 20} MiB resident memory watched, {limits.cpu_seconds} s CPU, "
        f"{limits.file_bytes} bytes a file, {limits.open_files} files, {limits.wall_seconds:g} s in all"
    )
