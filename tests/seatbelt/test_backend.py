"""The macOS backend, as far as any system can run it: the controls, the launch without a profile that must fail, and the receipt."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from confine import backend, macos, starting
from confine.bait import Bait, lay
from confine.errors import ConfinementUnavailableError
from confine.macos_receipt import NOT_TRIED, Outside
from confine.ruleset import AGENT, GUARANTEES, HAND, ROLES
from confine.supervisor import Supervisor
from tests.seatbelt.places import LAYOUTS, ROOMS
from worker import canaries, darwin

KERNEL = macos.Kernel("15.3", macos.Machine("arm64"))
NEVER = [
    "open a netlink socket",
    "make an executable in memory",
    "own a descriptor's signals",
    "map more memory than allowed",
]


@pytest.fixture
def bait() -> Iterator[Bait]:
    laid = lay(macos.PROGRAM["arm64"])
    yield laid
    laid.remove()


def told(bait: Bait) -> dict[str, Any]:
    return {"parent": os.getpid(), "bait": bait.path, "too_much": 1 << 29, "too_high": 64}


def place(room: Path) -> dict[str, Any]:
    status = room.stat()
    return {"path": str(room), "device": status.st_dev, "inode": status.st_ino}


# -- the controls -------------------------------------------------------------------------------------------------


def test_every_control_succeeds_and_leaves_its_mark(bait: Bait) -> None:
    answers = macos.controls(told(bait))
    by_name = dict(zip([row[1] for row in canaries.CANARIES], answers, strict=True))
    assert {name for name, answer in by_name.items() if answer == NOT_TRIED} == set(NEVER)
    assert {answer for answer in answers if answer != NOT_TRIED} == {0}
    assert bait.unmarked() == []
    assert bait.touched() == []


def test_a_control_that_cannot_be_made_is_said(bait: Bait) -> None:
    bait.remove()
    answers = macos.controls(told(bait))
    assert errno.ENOENT in answers


def test_controls_that_say_nothing_are_an_error(bait: Bait, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "LOADER", "import posix; posix._exit(3)")
    with pytest.raises(ConfinementUnavailableError, match="controls"):
        macos.controls(told(bait))


def test_flags_are_said_in_the_numbers_of_the_system() -> None:
    own = ((1, 1), (0o100, 0x200), (0o200, 0x800), (0o2000, 8), (0o2000000, 0x1000000))  # fcntl.h of macOS
    assert darwin.native(1 | 0o100 | 0o200, own, 0x100000) == 1 | 0x200 | 0x800
    assert darwin.native(1 | 0o2000, own, 0x100000) == 9
    assert darwin.native(0x100000, own, 0x100000) == 0x100000


def test_a_row_that_is_new_is_made_or_is_named_here() -> None:
    made = darwin.Bait("/nowhere", {canaries.PARENT: os.getpid(), canaries.SELF: os.getpid(), canaries.TOO_HIGH: 64})
    left = [row[1] for row in canaries.CANARIES if row[2] not in ("fork", "execve") and made.attempt(row) == NOT_TRIED]
    assert left == NEVER


# -- the launch ---------------------------------------------------------------------------------------------------


@pytest.fixture
def without_a_profile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let `sandbox-exec` be a program that confines nothing: what it is given after its own arguments is run."""
    fake = tmp_path / "sandbox-exec"
    fake.write_text(
        '#!/bin/sh\nwhile [ "$1" = -p ] || [ "$1" = -D ]; do shift 2; done\nexec /usr/bin/env -i LC_ALL=C.UTF-8 "$@"\n'
    )
    fake.chmod(0o700)
    monkeypatch.setattr(macos, "_SANDBOX_EXEC", str(fake))
    monkeypatch.setattr(backend, "load", lambda: macos)


@pytest.mark.parametrize("role", ROLES)
def test_a_child_without_a_profile_is_never_accepted(role: str, without_a_profile: None, tmp_path: Path) -> None:
    """Its exec canary replaces it, as nothing refuses that: the supervisor sees the end of a child that said nothing."""
    room = tmp_path / "room (a)"
    room.mkdir(mode=0o700)
    with Supervisor(KERNEL) as supervisor, pytest.raises(ConfinementUnavailableError):
        supervisor.launch(ROLES[role], place(room) if ROLES[role].rights else None)


@pytest.mark.parametrize("role", ROLES)
def test_a_child_that_nothing_refuses_is_not_proven(
    role: str, without_a_profile: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = tuple(row for row in canaries.CANARIES if row[2] != "execve")
    code = "import worker.canaries as c; c.CANARIES = tuple(r for r in c.CANARIES if r[2] != 'execve'); "
    loader = starting.LOADER.replace(
        "sys.modules[name].main()",
        code.replace("import worker.canaries as c", "c = sys.modules['worker.canaries']") + "sys.modules[name].main()",
    )
    monkeypatch.setattr(starting, "LOADER", loader)
    monkeypatch.setattr(canaries, "CANARIES", rows)
    room = tmp_path / "room"
    room.mkdir(mode=0o700)
    with Supervisor(KERNEL) as supervisor, pytest.raises(ConfinementUnavailableError) as caught:
        supervisor.launch(ROLES[role], place(room) if ROLES[role].rights else None)
    for guarantee in (
        "write-confined",
        "delete-confined",
        "metadata-confined",
        "read-confined",
        "links-blocked",
        "network-blocked",
        "spawn-blocked",
        "signals-blocked",
    ):
        assert f"{guarantee}: nothing refused" in caught.value.why
    for guarantee in ("descriptors-closed", "environment-clean", "limits", "dies-with-supervisor"):
        assert guarantee not in caught.value.why


def test_a_room_that_was_swapped_is_refused(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    facts = place(room)
    assert macos.real_path(facts) == os.path.realpath(room)
    room.rename(tmp_path / "old")
    with pytest.raises(ConfinementUnavailableError, match="room"):
        macos.real_path(facts)
    room.mkdir()
    with pytest.raises(ConfinementUnavailableError, match="another directory"):
        macos.real_path(facts)
    room.rmdir()
    room.symlink_to(tmp_path / "old")
    with pytest.raises(ConfinementUnavailableError, match="room"):
        macos.real_path(facts)


def test_the_launcher_is_the_system_s_own_and_the_interpreter_is_real(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: dict[str, Any] = {}

    def run(environment: dict[str, str], entries: tuple[str, ...], *, launcher: list[str]) -> None:
        seen.update(environment=environment, entries=entries, launcher=launcher)
        raise InterruptedError

    monkeypatch.setattr(starting, "run", run)
    with pytest.raises(InterruptedError):
        macos.start(HAND, place(tmp_path), "hand")
    launcher = seen["launcher"]
    assert launcher[:2] == ["/usr/bin/sandbox-exec", "-p"]
    assert launcher[-1] == os.path.realpath(starting.interpreter())
    assert f"ROOM={os.path.realpath(tmp_path)}" in launcher
    assert seen["environment"] == dict(HAND.environment)
    assert seen["entries"] == ("hand", "confined")


# -- the interpreter ----------------------------------------------------------------------------------------------


def test_a_framework_executes_its_application() -> None:
    base = "/Library/Frameworks/Python.framework/Versions/3.12"
    found = macos.layout_of(
        f"{base}/bin/python3.12", base, trees=[f"{base}/lib/python3.12"] * 2, framework="Python", library=""
    )
    assert found == LAYOUTS["framework"]


def test_an_interpreter_of_its_own_has_a_library() -> None:
    base = "/Users/ann/.local/share/uv/python/cpython-3.11 (a)"
    library = f"{base}/lib/libpython3.11.dylib"
    found = macos.layout_of(
        f"{base}/bin/python3.11", base, trees=[f"{base}/lib/python3.11"], framework="", library=library
    )
    assert found == LAYOUTS["standalone"]
    static = macos.layout_of(
        f"{base}/bin/python3.11",
        base,
        trees=[f"{base}/lib/python3.11"],
        framework="",
        library=f"{base}/lib/libpython3.11.a",
    )
    assert static.libraries == ()


def test_the_interpreter_of_this_test_has_a_description() -> None:
    found = macos.layout()
    assert os.access(found.programs[0], os.X_OK)
    assert Path(found.trees[0], "os.py").exists()


# -- the probe ----------------------------------------------------------------------------------------------------


def test_a_sandbox_within_a_sandbox_is_refused_clearly() -> None:
    error = macos.unavailable(71, b"sandbox-exec: sandbox_apply: Operation not permitted\n")
    assert error.exit_code == 3
    assert "it runs in a sandbox itself" in error.why
    assert "outside of that sandbox" in error.do


def test_another_failure_is_told_as_it_is() -> None:
    assert "ended with status 1" in macos.unavailable(1, b"").why
    assert "no such thing" in macos.unavailable(64, b"no such thing\n").why
    assert "sandbox itself" not in macos.unavailable(71, b"sandbox_apply: something else").why


@pytest.mark.parametrize(("status", "said"), [(71, "sandbox-exec: sandbox_apply: Operation not permitted"), (1, "")])
def test_the_probe_asks_before_anything_is_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, status: int, said: str
) -> None:
    fake = tmp_path / "sandbox-exec"
    fake.write_text(f"#!/bin/sh\necho '{said}' >&2\nexit {status}\n")
    fake.chmod(0o700)
    monkeypatch.setattr(macos, "_SANDBOX_EXEC", str(fake))
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    with pytest.raises(ConfinementUnavailableError):
        macos.probe()
    monkeypatch.setattr(macos, "_SANDBOX_EXEC", str(tmp_path / "absent"))
    with pytest.raises(ConfinementUnavailableError, match="does not work"):
        macos.probe()
    monkeypatch.setattr("platform.machine", lambda: "ppc")
    with pytest.raises(ConfinementUnavailableError, match="processor"):
        macos.probe()


# -- the receipt --------------------------------------------------------------------------------------------------


def refused(role: str) -> dict[str, Any]:
    """Return what a child reports where everything is as it should be."""
    expected = {"limits": errno.EINVAL}
    control = [NOT_TRIED if row[1] in NEVER else 0 for row in canaries.CANARIES]
    confined = [NOT_TRIED if row[1] in NEVER else expected.get(row[0], errno.EPERM) for row in canaries.CANARIES]
    pipes = [[number, stat.S_IFIFO] for number in range(3)]
    root = [[3, stat.S_IFDIR]] if role == "hand" else []
    return {
        "control": control,
        "confined": confined,
        "descriptors": pipes + root,
        "environment": ["LC_ALL", "__CF_USER_TEXT_ENCODING"],
    }


@pytest.fixture
def controlled(bait: Bait) -> Bait:
    macos.controls(told(bait))
    return bait


GOOD = Outside(threads=1, parent=7, sandboxed=True)


@pytest.mark.parametrize("role", ROLES)
def test_every_guarantee_is_proven_where_all_is_as_it_should_be(role: str, controlled: Bait) -> None:
    receipt = macos.judge(KERNEL, ROLES[role], refused(role), GOOD, controlled, 7)
    assert receipt.missing == []
    assert tuple(receipt.proofs)[: len(GUARANTEES)] == GUARANTEES
    assert all(proof.enforced_by and proof.detail for proof in receipt.proofs.values())


def test_what_is_not_tried_is_told(controlled: Bait) -> None:
    receipt = macos.judge(KERNEL, AGENT, refused("agent"), GOOD, controlled, 7)
    details = " ".join(proof.detail for proof in receipt.proofs.values())
    assert all(f"{what}" in details for what in NEVER)
    assert "not there or not judged on macOS: map more memory than allowed" in receipt.proofs["limits"].detail
    assert "threads" in receipt.proofs["limits"].detail


@pytest.mark.parametrize(
    "number", [row for row in range(len(canaries.CANARIES)) if canaries.CANARIES[row][1] not in NEVER]
)
@pytest.mark.parametrize("answer", [0, errno.EACCES, errno.ENOENT, errno.EMFILE, NOT_TRIED])
def test_any_other_answer_is_a_missing_proof(number: int, answer: int, controlled: Bait) -> None:
    hello = refused("agent")
    hello["confined"][number] = answer
    receipt = macos.judge(KERNEL, AGENT, hello, GOOD, controlled, 7)
    assert not receipt.proofs[canaries.CANARIES[number][0]].proven
    assert len(receipt.missing) == 1


def test_a_control_that_failed_is_a_missing_proof(controlled: Bait) -> None:
    hello = refused("agent")
    hello["control"][0] = errno.EPERM
    assert not macos.judge(KERNEL, AGENT, hello, GOOD, controlled, 7).proofs["write-confined"].proven


def test_a_guarantee_of_which_nothing_was_tried_is_not_proven(controlled: Bait) -> None:
    hello = refused("agent")
    for number, row in enumerate(canaries.CANARIES):
        if row[0] == "network-blocked":
            hello["control"][number] = hello["confined"][number] = NOT_TRIED
    assert macos.judge(KERNEL, AGENT, hello, GOOD, controlled, 7).missing == ["network-blocked: nothing was tried"]


@pytest.mark.parametrize(
    ("outside", "guarantee"),
    [
        (replace(GOOD, sandboxed=False), "write-confined"),
        (replace(GOOD, threads=2), "spawn-blocked"),
        (replace(GOOD, parent=8), "dies-with-supervisor"),
    ],
)
def test_what_is_seen_from_outside_counts(outside: Outside, guarantee: str, controlled: Bait) -> None:
    receipt = macos.judge(KERNEL, AGENT, refused("agent"), outside, controlled, 7)
    assert [line.partition(":")[0] for line in receipt.missing] == [guarantee]


def test_descriptors_environment_and_bait_count(controlled: Bait) -> None:
    hello = refused("agent")
    hello["descriptors"].append([5, stat.S_IFREG])
    hello["environment"].append("HOME")
    Path(controlled.path, "attempt", "kept").write_text("changed")
    receipt = macos.judge(KERNEL, AGENT, hello, GOOD, controlled, 7)
    assert {line.partition(":")[0] for line in receipt.missing} == {
        "descriptors-closed",
        "environment-clean",
        "write-confined",
    }


def test_marks_that_no_control_left_are_missing_proofs(bait: Bait) -> None:
    receipt = macos.judge(KERNEL, AGENT, refused("agent"), GOOD, bait, 7)
    assert {line.partition(":")[0] for line in receipt.missing} == {
        "write-confined",
        "delete-confined",
        "metadata-confined",
        "links-blocked",
    }


@pytest.mark.parametrize(
    ("answers", "by", "proven"),
    [
        (None, "guard", True),
        ([errno.EPERM], "profile, guard", True),
        ([errno.EPERM, 0], "guard", False),
        ([errno.EROFS], "guard", False),
    ],
)
def test_pinned_is_told_by_what_was_refused(answers: Any, by: str, proven: bool, controlled: Bait) -> None:
    hello = refused("hand")
    if answers is not None:
        hello["pinned"] = answers
    proof = macos.judge(KERNEL, HAND, hello, GOOD, controlled, 7).proofs["pinned-read-only"]
    assert (proof.enforced_by, proof.proven) == (by, proven)


# -- the real thing -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def kernel() -> macos.Kernel:
    """Probe; skip where there is no `sandbox-exec` that works."""
    try:
        return macos.probe()
    except ConfinementUnavailableError as error:
        pytest.skip(f"no sandbox-exec: {error.why}")


@pytest.mark.parametrize("role", ROLES)
def test_every_guarantee_is_proven_on_a_mac(role: str, kernel: macos.Kernel, tmp_path: Path) -> None:
    with Supervisor(kernel) as supervisor:
        receipt = supervisor.launch(ROLES[role], place(tmp_path) if ROLES[role].rights else None).receipt
    assert receipt is not None and receipt.missing == []


@pytest.mark.parametrize("name", [name for name in ROOMS if name.startswith("tmp ")])
def test_a_room_of_any_name_has_a_profile_that_compiles(name: str, kernel: macos.Kernel, tmp_path: Path) -> None:
    room = tmp_path / os.path.basename(ROOMS[name])
    room.mkdir(mode=0o700)
    with Supervisor(kernel) as supervisor:
        child = supervisor.launch(HAND, {**place(room), "automated": True})
        assert child.receipt is not None and child.receipt.missing == []


def test_a_nested_sandbox_is_refused_on_a_mac(kernel: macos.Kernel) -> None:
    code = "from confine import macos; macos.probe()"
    outer = "(version 1)(allow default)(deny network*)"
    run = subprocess.run(
        ["/usr/bin/sandbox-exec", "-p", outer, sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert "it runs in a sandbox itself" in run.stderr
