"""The lock and its proof: what holds in both roles, and that a lock with any part missing is never accepted."""

from __future__ import annotations

import errno
import os
import platform
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

import confine.linux as linux
from confine import starting
from confine.architecture import X86_64, of_this_machine
from confine.errors import ConfinementUnavailableError
from confine.filter import Rule
from confine.ruleset import AGENT, GUARANTEES, HAND, LANDLOCK_RIGHTS, ROLES
from confine.supervisor import Supervisor
from confine.testing import run_confined
from confine.warm import WarmSpawner

ROLE_NAMES = tuple(ROLES)


def place(room: Path) -> dict[str, Any]:
    status = room.stat()
    return {"path": str(room), "device": status.st_dev, "inode": status.st_ino}


@pytest.fixture
def launch(tmp_path: Path) -> Callable[..., Any]:
    """Launch a role once and end it; return its receipt."""

    def once(role: str, *, kernel: Any = None, ruleset: Any = None, spawner: Any = None) -> Any:
        rules = ruleset or ROLES[role]
        with Supervisor(kernel, spawner) as supervisor:
            return supervisor.launch(rules, place(tmp_path) if rules.rights else None).receipt

    return once


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_every_guarantee_is_proven(launch: Callable[..., Any], role: str) -> None:
    receipt = launch(role)
    assert tuple(receipt.proofs)[: len(GUARANTEES)] == GUARANTEES
    assert not receipt.missing
    assert all(each["proven"] and each["enforced_by"] and each["detail"] for each in receipt.as_json().values())


def test_the_hand_can_do_its_work_in_the_room(tmp_path: Path) -> None:
    code = f"""
import os
root = os.open({str(tmp_path)!r}, os.O_RDONLY | os.O_DIRECTORY)
os.mkdir("folder", 0o700, dir_fd=root)
file = os.open("folder/a.tmp", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=root)
os.write(file, b"words")
os.fsync(file)
os.close(file)
os.rename("folder/a.tmp", "a.md", src_dir_fd=root, dst_dir_fd=root)
os.fsync(root)
print(sorted(os.listdir(root)), os.stat("a.md", dir_fd=root).st_size)
os.unlink("a.md", dir_fd=root)
os.rmdir("folder", dir_fd=root)
"""
    outcome = run_confined(code, tmp_path)
    assert (outcome.stdout, outcome.returncode) == ("['a.md', 'folder'] 5\n", 0), outcome.stderr
    assert not list(tmp_path.iterdir())


def test_the_hand_can_read_replace_and_exchange_in_the_room(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"first")
    (tmp_path / "b.md").write_bytes(b"second")
    number = of_this_machine().numbers["renameat2"]
    code = f"""
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
root = os.open({str(tmp_path)!r}, os.O_RDONLY | os.O_DIRECTORY)
def rename(old, new, flags):
    done = libc.syscall({number}, root, ctypes.c_char_p(old), root, ctypes.c_char_p(new), flags)
    return ctypes.get_errno() if done else 0
def read(name):
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW, dir_fd=root)
    try:
        return os.read(file, 100).decode()
    finally:
        os.close(file)
print(read("a.md"), rename(b"a.md", b"b.md", 2), read("a.md"), read("b.md"))
print(rename(b"a.md", b"b.md", 1), rename(b"a.md", b"c.md", 1), sorted(os.listdir(root)))
"""
    outcome = run_confined(code, tmp_path, preload=("ctypes",))
    assert outcome.stdout == f"first 0 second first\n{errno.EEXIST} 0 ['b.md', 'c.md']\n", outcome.stderr


def test_the_agent_can_compute_and_speak(tmp_path: Path) -> None:
    outcome = run_confined("print(sum(range(10**6)), sorted('scribe'))", tmp_path, role="agent")
    assert outcome.stdout == "499999500000 ['b', 'c', 'e', 'i', 'r', 's']\n"


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_crash_is_readable_and_no_success(tmp_path: Path, role: str) -> None:
    outcome = run_confined("raise ValueError('the reason')", tmp_path, role=role)
    assert outcome.returncode == 1
    assert "ValueError: the reason" in outcome.stderr
    assert run_confined("import os; os._exit(7)", tmp_path, role=role).returncode == 7


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_late_import_is_an_import_error(tmp_path: Path, role: str) -> None:
    code = "try:\n    import decimal\nexcept ImportError:\n    print('late')"
    assert run_confined(code, tmp_path, role=role).stdout == "late\n"


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_snippet_without_end_is_a_timeout(tmp_path: Path, role: str) -> None:
    with pytest.raises(TimeoutError):
        run_confined("while True: pass", tmp_path, role=role, timeout=1.0)


def test_what_was_imported_before_the_lock_stays(tmp_path: Path) -> None:
    assert run_confined("import decimal; print(decimal.Decimal(1))", tmp_path, preload=("decimal",)).stdout == "1\n"


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_thread_from_before_the_lock_is_noticed(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str
) -> None:
    thread = "import _thread, time\n_thread.start_new_thread(time.sleep, (60,))\ntime.sleep(0.05)\n"
    monkeypatch.setattr(starting, "LOADER", thread + starting.LOADER)
    with pytest.raises(ConfinementUnavailableError, match="spawn-blocked: 2 threads"):
        launch(role)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_descriptor_too_many_is_closed(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str
) -> None:
    monkeypatch.setattr(starting, "LOADER", "import posix\nposix.open('/', 0)\nposix.open('/', 0)\n" + starting.LOADER)
    assert launch(role).proofs["descriptors-closed"].proven


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("leaked", [2, 100])
def test_a_descriptor_that_was_not_closed_is_noticed(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str, leaked: int
) -> None:
    # The child is told another number for close_range(2), and so closes nothing.
    whole = linux.settings

    def broken(*arguments: Any) -> dict[str, Any]:
        made = whole(*arguments)
        return {**made, "calls": {**made["calls"], "close_range": made["calls"]["getpid"]}}

    opens = f"import posix\nfor _ in range({leaked}): posix.open('/', 0)\n"
    monkeypatch.setattr(linux, "settings", broken)
    monkeypatch.setattr(starting, "LOADER", opens + starting.LOADER)
    with pytest.raises(ConfinementUnavailableError, match="descriptors-closed"):
        launch(role)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_system_that_forbids_closing_is_noticed(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str
) -> None:
    whole = linux.settings

    def broken(*arguments: Any) -> dict[str, Any]:
        made = whole(*arguments)
        return {**made, "calls": {**made["calls"], "close_range": 9999}}

    monkeypatch.setattr(linux, "settings", broken)
    with pytest.raises(ConfinementUnavailableError, match=f"close_range failed with errno {errno.ENOSYS}"):
        launch(role)


@pytest.mark.skipif(os.getuid() == 0, reason="root owns the files of every process in /proc")
@pytest.mark.parametrize("role", ROLE_NAMES)
def test_its_memory_belongs_to_no_program_of_the_user(tmp_path: Path, role: str) -> None:
    # A process that is not dumpable has files of root in /proc (proc(5)); no other program of its user may trace it.
    with Supervisor() as supervisor:
        child = supervisor.launch(ROLES[role], place(tmp_path) if ROLES[role].rights else None)
        assert os.stat(f"/proc/{child.pid}/mem").st_uid == 0
        with pytest.raises(PermissionError):
            os.close(os.open(f"/proc/{child.pid}/mem", os.O_RDONLY))


def _without(right: str) -> Callable[..., dict[str, Any]]:
    bit = LANDLOCK_RIGHTS[right][0]
    return lambda made: made["landlock"].update(
        fs=made["landlock"]["fs"] & ~bit, granted=made["landlock"]["granted"] & ~bit
    )


BROKEN: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no Landlock right for writing": (_without("WRITE_FILE"), "write-confined"),
    "no Landlock right for making files": (_without("MAKE_REG"), "write-confined"),
    "no Landlock right for making directories": (_without("MAKE_DIR"), "write-confined"),
    "no Landlock right for removing files": (_without("REMOVE_FILE"), "delete-confined"),
    "no Landlock right for removing directories": (_without("REMOVE_DIR"), "delete-confined"),
    "no Landlock right for reading": (_without("READ_FILE"), "read-confined"),
    "no Landlock right for listing": (_without("READ_DIR"), "read-confined"),
    "no Landlock right for links": (_without("MAKE_SYM"), "links-blocked"),
    "no Landlock right for fifos": (_without("MAKE_FIFO"), "links-blocked"),
    "another memory limit": (lambda made: made["limits"].__setitem__(0, [9, 1 << 40]), "limits"),
    "another limit of open files": (lambda made: made["limits"].__setitem__(3, [7, 512]), "limits"),
    "a core file": (lambda made: made["limits"].__setitem__(5, [4, 1 << 20]), "limits"),
}


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("fault", BROKEN)
def test_a_lock_with_a_part_missing_is_not_accepted(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str, fault: str
) -> None:
    breaks, guarantee = BROKEN[fault]
    whole = linux.settings

    def broken(*arguments: Any) -> dict[str, Any]:
        made = whole(*arguments)
        breaks(made)
        return made

    monkeypatch.setattr(linux, "settings", broken)
    with pytest.raises(ConfinementUnavailableError, match=guarantee):
        launch(role)


NARROW = {
    "fcntl": "signals-blocked",
    "openat": "write-confined",
}


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("call", NARROW)
def test_a_filter_with_a_check_or_an_errno_changed_is_not_accepted(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str, call: str
) -> None:
    # One rule answers otherwise than was meant: fcntl(2) allows everything, openat(2) is refused to the hand or left
    # to Landlock for the agent. Either way it is not the refusal that was promised.
    real = linux.assemble
    change = Rule(call) if (role, call) != ("hand", "openat") else Rule(call, answer=errno.EACCES + 1)
    monkeypatch.setattr(
        linux,
        "assemble",
        lambda rules, architecture: real((change, *(rule for rule in rules if rule.call != call)), architecture),
    )
    with pytest.raises(ConfinementUnavailableError, match=NARROW[call]):
        launch(role)


CALLS = {
    "execve": "exec-blocked",
    "fchmodat": "metadata-confined",
    "fchownat": "metadata-confined",
    "utimensat": "metadata-confined",
    "symlinkat": "links-blocked",
    "linkat": "links-blocked",
    "mknodat": "links-blocked",
    "socket": "network-blocked",
    "memfd_create": "exec-blocked",
    "clone": "spawn-blocked",
    "kill": "signals-blocked",
}


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("call", CALLS)
def test_a_filter_that_lets_a_call_through_is_not_accepted(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str, call: str
) -> None:
    # The child gets the wider filter; the supervisor judges by the one that it meant.
    real = linux.assemble
    monkeypatch.setattr(linux, "assemble", lambda rules, architecture: real((*rules, Rule(call)), architecture))
    with pytest.raises(ConfinementUnavailableError, match=CALLS[call]):
        launch(role)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_variable_too_many_is_not_accepted(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str
) -> None:
    real = starting.run
    monkeypatch.setattr(starting, "run", lambda environment, *rest: real({**environment, "SECRET": "1"}, *rest))
    with pytest.raises(ConfinementUnavailableError, match="environment-clean: not on the list: SECRET"):
        launch(role)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_child_of_another_parent_is_not_accepted(
    monkeypatch: pytest.MonkeyPatch, launch: Callable[..., Any], role: str
) -> None:
    monkeypatch.setattr(starting.os, "getpid", lambda: 1)
    with pytest.raises(ConfinementUnavailableError, match="supervisor"):
        launch(role)


def test_a_room_that_was_swapped_is_not_opened(tmp_path: Path) -> None:
    with Supervisor() as supervisor, pytest.raises(ConfinementUnavailableError, match="no longer the one"):
        supervisor.launch(HAND, {**place(tmp_path), "inode": 1})


def test_a_room_that_became_a_link_is_not_opened(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    with Supervisor() as supervisor, pytest.raises(ConfinementUnavailableError):
        supervisor.launch(HAND, {**place(tmp_path), "path": str(link)})


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("abi", [1, 2, 3, 5])
def test_an_older_landlock_is_enough_and_the_receipt_says_what_it_lacks(
    launch: Callable[..., Any], role: str, abi: int
) -> None:
    receipt = launch(role, kernel=linux.Kernel(abi, of_this_machine()))
    assert not receipt.missing
    lacking = [name for name, (_, since) in LANDLOCK_RIGHTS.items() if since > abi]
    detail = receipt.proofs["write-confined"].detail
    assert all(name in detail for name in lacking)
    assert ("lacks" in detail) is bool(lacking)
    assert "scope" not in receipt.proofs["signals-blocked"].enforced_by


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSYS, "not built into"), (errno.EOPNOTSUPP, "disabled at boot"), (errno.EPERM, "errno 1")],
)
def test_each_way_in_which_landlock_is_absent_has_its_own_message(
    monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    monkeypatch.setattr(linux, "_landlock_version", lambda architecture: (-1, number))
    with pytest.raises(ConfinementUnavailableError, match=words) as caught:
        Supervisor()
    assert caught.value.exit_code == 3
    assert caught.value.do


def test_abi_zero_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linux, "_landlock_version", lambda architecture: (0, 0))
    with pytest.raises(ConfinementUnavailableError):
        Supervisor()


def test_an_unknown_processor_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    with pytest.raises(ConfinementUnavailableError, match="riscv64"):
        Supervisor()


def test_a_filter_for_another_processor_refuses_everything(launch: Callable[..., Any]) -> None:
    other = next(each for each in linux.PROGRAM if each != of_this_machine().name)
    with pytest.raises(ConfinementUnavailableError):
        launch("agent", kernel=replace(linux.probe(), architecture=replace(X86_64, audit=0xC00000B7, name=other)))


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_children_of_the_warm_spawner_are_proven_like_any_other(tmp_path: Path, role: str) -> None:
    process = psutil.Process()
    with WarmSpawner() as spawner:
        before = None
        for _ in range(20):
            with Supervisor(spawner=spawner) as supervisor:
                child = supervisor.launch(ROLES[role], place(tmp_path) if ROLES[role].rights else None)
                assert child.receipt is not None and not child.receipt.missing
            before = before or process.num_fds()
        assert process.num_fds() == before
        # What ended last may wait to be reaped at the next request; nothing more than that.
        assert len(process.children(recursive=True)) <= 2
    assert not process.children(recursive=True)


def test_a_spawner_that_was_killed_is_an_error_and_its_children_die_with_it(tmp_path: Path) -> None:
    with WarmSpawner() as spawner, Supervisor(spawner=spawner) as supervisor:
        child = supervisor.launch(HAND, place(tmp_path))
        os.kill(child.process.parent, signal.SIGKILL)
        deadline = time.monotonic() + 5
        while psutil.pid_exists(child.pid):
            assert time.monotonic() < deadline, "the child outlived its spawner"
            time.sleep(0.02)
        with pytest.raises(ConfinementUnavailableError, match="spawner"):
            supervisor.launch(AGENT)
