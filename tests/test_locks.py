"""One writer a room: who waits, who is replaced by a newer request, and what a dead holder leaves."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import filelock
import pytest

from room import locks
from room.errors import RoomError, StoreError
from room.handles import Directory
from room.locks import Superseded, Taken, for_automation, for_user, kernel_lock


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Directory]:
    with Directory.at(str(tmp_path)) as directory:
        yield directory


def holder(state: Directory) -> subprocess.Popen[bytes]:
    """Another process that holds the room's lock until it is killed."""
    code = (
        "import sys, time; from room.handles import Directory; from room.locks import for_user\n"
        "with for_user(Directory.at(sys.argv[1]), run='theirs'):\n"
        "    print('held', flush=True)\n"
        "    time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code, state.path], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"held"
    return process


def killed(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_a_user_is_told_who_is_busy_after_the_time_to_wait(state: Directory) -> None:
    process = holder(state)
    try:
        begun = time.monotonic()
        with pytest.raises(RoomError) as caught, for_user(state, run="mine", timeout=0.3):
            pass
        assert time.monotonic() - begun > 0.25
        assert caught.value.exit_code == 5
        assert f"process {process.pid} (run theirs)" in str(caught.value)
    finally:
        killed(process)


def test_a_lock_dies_with_its_holder(state: Directory) -> None:
    killed(holder(state))
    with for_user(state, run="mine", timeout=1):
        pass


def test_a_user_gets_the_room_when_the_other_is_done(state: Directory) -> None:
    process = holder(state)
    threading.Timer(0.3, process.kill).start()
    try:
        with for_user(state, run="mine", timeout=10):
            pass
    finally:
        killed(process)


def test_the_room_is_free_again_after_an_error_in_the_block(state: Directory) -> None:
    for _ in range(2):
        with pytest.raises(KeyError), for_user(state, run="mine", timeout=0.2):
            raise KeyError
        with pytest.raises(TimeoutError), for_automation(state, run="mine", conversation="c"):
            # An error of the caller's own is not taken for a lock that could not be had.
            raise TimeoutError


class Waiter(threading.Thread):
    """One automated request in a thread of its own: each lock has its own open file, so threads will do."""

    def __init__(self, state: Directory, conversation: str, order: list[str], name: str) -> None:
        super().__init__(name=name)
        self.state = state
        self.conversation = conversation
        self.order = order
        self.outcome = ""
        before = locks._waiting(state).get(conversation)
        self.start()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and locks._waiting(state).get(conversation) == before:
            time.sleep(0.005)

    def run(self) -> None:
        try:
            with for_automation(self.state, run=self.name, conversation=self.conversation, timeout=10):
                self.order.append(self.name)
                self.outcome = "ran"
        except Superseded:
            self.outcome = "superseded"


def test_of_the_requests_that_wait_only_the_newest_runs(state: Directory) -> None:
    order: list[str] = []
    with for_user(state, run="mine"):
        waiters = [Waiter(state, "c", order, name) for name in ("first", "second", "third")]
    for waiter in waiters:
        waiter.join()
    assert [waiter.outcome for waiter in waiters] == ["superseded", "superseded", "ran"]
    assert order == ["third"]


def test_a_replaced_request_ends_at_once_and_does_not_wait_for_the_room(state: Directory) -> None:
    order: list[str] = []
    with for_user(state, run="mine"):
        older = Waiter(state, "c", order, "older")
        newer = Waiter(state, "c", order, "newer")
        older.join(timeout=5)
        assert older.outcome == "superseded"
        assert newer.outcome == ""
    newer.join()


def test_requests_of_different_conversations_do_not_replace_one_another(state: Directory) -> None:
    order: list[str] = []
    with for_user(state, run="mine"):
        waiters = [Waiter(state, conversation, order, conversation) for conversation in ("a", "b")]
    for waiter in waiters:
        waiter.join()
    assert sorted(order) == ["a", "b"]


def test_a_request_is_not_superseded_by_an_older_one_that_was_killed(state: Directory) -> None:
    locks._queue(state, "c", "a ticket of a process that is gone")
    with for_automation(state, run="mine", conversation="c"):
        pass


def test_a_request_that_holds_the_room_is_not_superseded(state: Directory) -> None:
    order: list[str] = []
    with for_automation(state, run="holds", conversation="c"):
        later = Waiter(state, "c", order, "later")
        assert later.outcome == ""
    later.join()
    assert later.outcome == "ran"


def test_an_automated_request_does_not_wait_forever(state: Directory) -> None:
    process = holder(state)
    try:
        with pytest.raises(RoomError, match="the room is busy"):
            with for_automation(state, run="mine", conversation="c", timeout=0.2):
                pass
    finally:
        killed(process)


def test_the_queue_is_empty_when_all_have_run_and_bounded_when_they_were_killed(
    state: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    with for_automation(state, run="mine", conversation="c"):
        pass
    assert locks._waiting(state) == {}
    monkeypatch.setattr(locks, "_MOST_WAITING", 3)
    for number in range(5):
        locks._queue(state, f"c{number}", "ticket")
    assert list(locks._waiting(state)) == ["c2", "c3", "c4"]


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"c": 3}', b"\xff"])
def test_a_queue_that_makes_no_sense_is_an_empty_one(state: Directory, data: bytes) -> None:
    Path(state.path, "waiting.json").write_bytes(data)
    with for_automation(state, run="mine", conversation="c"):
        pass


@pytest.mark.parametrize("kind", ["link", "fifo", "hard link"])
def test_a_lock_file_that_is_no_plain_file_is_refused(state: Directory, tmp_path: Path, kind: str) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"precious")
    lock = tmp_path / "room.lock"
    if kind == "link":
        lock.symlink_to(target)
    elif kind == "fifo":
        os.mkfifo(lock)
    else:
        os.link(target, lock)
    with pytest.raises(StoreError, match="not a plain file"), for_user(state, run="mine"):
        pass
    assert target.read_bytes() == b"precious"


def test_a_lock_that_is_taken_is_said_so_at_once_if_there_is_no_time_to_wait(state: Directory) -> None:
    with kernel_lock(state, "x.lock", 1):
        with pytest.raises(Taken), kernel_lock(state, "x.lock", 0):
            pass
    with kernel_lock(state, "x.lock", 0):
        pass


def test_processes_that_count_together_lose_no_count(state: Directory, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from room.handles import Directory; from room.locks import for_user\n"
        "state = Directory.at(sys.argv[1]); file = Path(sys.argv[1], 'count')\n"
        "for _ in range(10):\n"
        "    with for_user(state, run='r', timeout=60):\n"
        "        file.write_text(str(int(file.read_text()) + 1))\n"
    )
    (tmp_path / "count").write_text("0")
    runs = [subprocess.Popen([sys.executable, "-c", code, state.path]) for _ in range(4)]
    assert [run.wait() for run in runs] == [0] * 4
    assert (tmp_path / "count").read_text() == "40"


def test_a_lock_that_cannot_be_released_is_an_error_that_hides_no_other(
    state: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = filelock.FileLock.release

    def release(self: filelock.FileLock, force: bool = False) -> None:
        real(self, force)
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(filelock.FileLock, "release", release)
    with pytest.raises(StoreError, match="not released"), kernel_lock(state, "a.lock", 0):
        pass
    with pytest.raises(KeyError), kernel_lock(state, "a.lock", 0):
        raise KeyError
