"""Who may write now: one writer a room, and the newest request of each conversation in the queue.

The locks are the kernel's (flock(2), LockFileEx): they die with their holder, so that a killed run
never leaves a stale one, and no process needs to judge whether another still lives. The lock file
itself stays and means nothing.

A user's command waits ten seconds and is then told who is busy. Automated requests coalesce: a host
starts one after every turn, and when several wait, only the newest is worth running, because it reads
everything that the older ones would have read. A request that finds a newer one of its own conversation
waiting is superseded. A newer one that is killed while it waits does nothing; the cursor has not moved
then, and the next run reads what it would have read.

Not defended: a file system without flock (it is refused), and network file systems, where a lock may be
seen by one host only (`room.volume` warns).
"""

from __future__ import annotations

import errno
import inspect
import json
import os
import secrets
import shlex
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import filelock

from room import left
from room.errors import RoomError, StoreError, storing
from room.handles import Directory

ROOM = "room.lock"
WAITING = "waiting.json"
USER_WAITS = 10.0
"""Seconds that a user's command waits for the room."""
AUTOMATED_WAITS = 600.0
"""Seconds that an automated request waits for the room unless a newer one takes its place."""

_POLL = 0.05
_MOST_WAITING = 1000
_BOUND = 1 << 20
# Newer versions of filelock fall back to a file whose mere existence is the lock; that one outlives its
# holder.
_KERNEL_ONLY: dict[str, Any] = (
    {"fallback_to_soft": False}
    if "fallback_to_soft" in inspect.signature(filelock.FileLock.__init__).parameters
    else {}
)


class Taken(Exception):  # noqa: N818 - whoever asked decides whether it is a fault.
    """Somebody else holds the lock, and the time to wait is over."""


class Superseded(Exception):  # noqa: N818 - it is the normal end of a request that a newer one replaced.
    """A newer automated request of the same conversation waits: this one ends with exit code 0."""


@contextmanager
def kernel_lock(directory: Directory, name: str, timeout: float) -> Iterator[None]:
    """Hold a lock file of a directory.

    Args:
        directory: a directory that is the user's alone.
        name: the lock file's name in it.
        timeout: seconds to wait; 0 tries once.

    Raises:
        Taken: somebody else holds it.
        StoreError: the file cannot be made or locked.
    """
    _refuse_odd(directory, name)
    path = directory.join(name)
    lock = filelock.FileLock(path, mode=0o600, **_KERNEL_ONLY)
    with storing("the lock was not taken", path):
        try:
            lock.acquire(timeout=timeout, poll_interval=_POLL)
        except filelock.Timeout as error:
            raise Taken from error
        except NotImplementedError as error:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK)) from error
    try:
        yield
    except BaseException:
        # What ended the block says more than a lock that could not be let go; it dies with this process.
        with suppress(OSError):
            lock.release()
        raise
    with storing("the lock was not released", path):
        lock.release()


@contextmanager
def for_user(state: Directory, *, run: str, timeout: float = USER_WAITS) -> Iterator[None]:
    """Hold a room's lock for a command that a person gave.

    Args:
        state: the room's state directory.
        run: the run, which others are shown while they wait.
        timeout: seconds to wait.

    Raises:
        RoomError: the room is still busy then.
    """
    try:
        with kernel_lock(state, ROOM, timeout):
            _sign(state, run)
            yield
    except Taken as error:
        raise _busy(state, timeout) from error


@contextmanager
def for_automation(
    state: Directory, *, run: str, conversation: str, timeout: float = AUTOMATED_WAITS
) -> Iterator[None]:
    """Hold a room's lock for a host's request, unless a newer one of its conversation takes its place.

    Args:
        state: the room's state directory.
        run: the run, which others are shown while they wait.
        conversation: what the request is about (a transcript's path, a session's id). Requests of different
            conversations do not replace one another: the newer would not read what the older was to read.
        timeout: seconds to wait.

    Raises:
        Superseded: a newer request waits for the same conversation.
        RoomError: the room is still busy after the timeout.
    """
    ticket = secrets.token_hex(8)
    _queue(state, conversation, ticket)
    deadline = time.monotonic() + timeout
    while True:
        try:
            with kernel_lock(state, ROOM, 0):
                # Only the holder leaves the queue, so a newer ticket that is written now is seen by its
                # writer later.
                if not _leave(state, conversation, ticket):
                    _superseded(state, run, conversation)
                    raise Superseded
                _sign(state, run)
                yield
                return
        except Taken:
            if _waiting(state).get(conversation) != ticket:
                _superseded(state, run, conversation)
                raise Superseded from None
            if time.monotonic() >= deadline:
                raise _busy(state, timeout) from None
            time.sleep(_POLL)


def leave_word(state: Directory, row: Mapping[str, Any]) -> None:
    """Leave an audit row for the next holder of the room; nobody waits for the room itself.

    Args:
        state: the room's state directory.
        row: of kind `skip`; JSON values only.

    Raises:
        RoomError: the queue is busy. StoreError: the row was not left.
    """
    with _queue_lock(state), storing("the audit row was not left", state.join(left.NAME)):
        left.append(state, row)


@contextmanager
def words_left(state: Directory) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows that were left, for recording; they are taken away when the block ends well.

    The caller holds the room's lock.
    """
    found = left.rows(state)
    yield found
    if found:
        with _queue_lock(state), storing("the audit rows that were left were not taken", state.join(left.NAME)):
            left.keep_from(state, len(found))


def _superseded(state: Directory, run: str, conversation: str) -> None:
    """Leave word of a request that a newer one replaced. It ends well even where that fails."""
    reason = "a newer request for the same conversation waits and reads what this one would have read"
    row = {"kind": "skip", "run_skipped": True, "rule": "superseded", "reason": reason}
    with suppress(RoomError):
        leave_word(state, {**row, "run": run, "conversation": conversation})


def _queue(state: Directory, conversation: str, ticket: str) -> None:
    """Put a ticket in the place of the one that waits for the same conversation."""
    with _queue_lock(state):
        waiting = _waiting(state)
        waiting.pop(conversation, None)
        waiting[conversation] = ticket
        # Requests that were killed while they waited leave their tickets; the oldest go first.
        while len(waiting) > _MOST_WAITING:
            del waiting[next(iter(waiting))]
        _write_waiting(state, waiting)


def _leave(state: Directory, conversation: str, ticket: str) -> bool:
    """Take a ticket out of the queue; return False if a newer one has its place."""
    with _queue_lock(state):
        waiting = _waiting(state)
        if waiting.get(conversation) != ticket:
            return False
        del waiting[conversation]
        _write_waiting(state, waiting)
        return True


@contextmanager
def _queue_lock(state: Directory) -> Iterator[None]:
    try:
        with kernel_lock(state, "waiting.lock", USER_WAITS):
            yield
    except Taken as error:
        raise _busy(state, USER_WAITS) from error


def _waiting(state: Directory) -> dict[str, str]:
    """Return the queue: conversation → ticket, oldest first. What cannot be read is an empty queue."""
    try:
        queue = json.loads(state.read(WAITING, _BOUND))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(queue, dict):
        return {}
    return {key: value for key, value in queue.items() if isinstance(value, str)}


def _write_waiting(state: Directory, waiting: dict[str, str]) -> None:
    with storing("the request was not queued", state.join(WAITING)):
        state.replace(WAITING, json.dumps(waiting).encode("ascii"), durable=False)


def _sign(state: Directory, run: str) -> None:
    """Leave word of who holds the lock. It is for messages only and may be stale."""
    text = json.dumps({"pid": os.getpid(), "run": run, "since": int(time.time())})
    try:
        state.replace("holder.json", text.encode("ascii"), durable=False)
    except OSError:
        # A full disk will be reported by the first row that has to be written.
        pass


def _busy(state: Directory, waited: float) -> RoomError:
    """Say who holds the room."""
    try:
        holder = json.loads(state.read("holder.json", _BOUND))
        who = f"process {int(holder['pid'])} (run {holder['run']})"
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        who = "another process"
    return RoomError(
        "the room is busy",
        f"{who} has been writing in it for more than {waited:g} seconds",
        "Try again when it is done",
    )


def _refuse_odd(directory: Directory, name: str) -> None:
    """Refuse a lock file that is a link, no regular file, or another file's second name."""
    status = directory.look(name)
    if status is not None and (not stat.S_ISREG(status.st_mode) or status.st_nlink > 1):
        path = directory.join(name)
        look = f"Look at it: ls -l {shlex.quote(path)}"
        raise StoreError("the lock was not taken", f"{path} is not a plain file", look)
