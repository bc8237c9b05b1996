"""The memory tool for a host's own loop: one room, one long-lived hand, one command at a time.

`MemoryTool` carries out the six commands of Anthropic's `memory_20250818` on a room, through guard (profile
`memory-tool`), admission, journal and hand. It knows no SDK: `confine.hosts.anthropic` makes it one of the SDK's tools.

The hand lives as long as the tool, the room's lock only as long as a command, so that other writers get their turn.
Each command sees the room as it is then, whoever has changed it meanwhile. A change is durable, versioned and recorded
when the command returns; index and second look follow at `close`, and with the first command after every ten minutes,
because they need the hand to be gone. If there is no `close`, because the host was killed, the next run on the room
makes up for it. `view` takes no lock: a host can read while another run writes.

Safe for threads: commands wait for each other. Not for a process that forks: open the tool after the fork.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import TracebackType
from typing import Any, NamedTuple

from confine import edits, viewing
from confine.door import Answer, Door, Outcome
from confine.errors import ScribeError
from confine.hand import Hand
from confine.session import Session, new_run, opened, pinned_folders
from confine.supervisor import Supervisor
from policies import guard
from policies.admission import Spent
from policies.operation import Operation, Verdict
from policies.profile import load
from room.errors import Refused, RoomError
from room.facts import Look
from room.orders import LARGEST
from room.place import OpenPlace, locate, open_place

__all__ = ["MemoryTool"]

_RENEWED = 600.0
"""Seconds after which the hand is replaced by a new one, because it has a limit of its own in wall-clock time, and the
changes that it made are looked at again."""
_FEW, _MOST = 100, 1000
"""Refused views after which a session is opened to record them, and that are kept where none can be had."""
_DEEPEST = 20
_LONGEST = 2000
"""Characters of a refused path that are kept: a row holds no more."""
_ROOT = "/memories"
_GUARDED = ("containment", "links")
"""Rules of the guard that also refuse what is merely of the wrong kind."""


class _Left(NamedTuple):
    """What this run has left under a name.

    Attributes:
        sha256: of the bytes; None for nothing.
        in_chain: the chain says the same. It does not of a file that nobody had written through the journal and
            that was moved.
    """

    sha256: str | None
    in_chain: bool


class MemoryTool:
    """The memory tool on one room; a context manager.

    Args:
        room: path of the room; it is made where nothing is.
        adopt: take over a room that came from elsewhere.
        now: the clock, in seconds since the epoch.

    Attributes:
        notices: what a person should be told, such as a file that another program has changed.

    Raises:
        RoomError: the room is refused. ConfinementUnavailableError: this system cannot confine a hand.
    """

    def __init__(
        self, room: str | os.PathLike[str], *, adopt: bool = False, now: Callable[[], float] = time.time
    ) -> None:
        self._place = locate(room=os.fspath(room), cwd=os.getcwd())
        self._now = now
        self._run = new_run(now())
        self._turn = threading.RLock()
        self._profile = load("memory-tool")
        self._address = guard.Address((_ROOT,))
        self._spent = Spent()
        self._outcome = Outcome()
        self._changed: dict[str, _Left] = {}
        self._since = 0.0
        self.notices: list[str] = []
        self._refused: list[tuple[Operation, str, str]] = []
        self._closed = False
        self._held: OpenPlace = open_place(self._place, adopt=adopt, now=now)
        try:
            self._look = Look(self._held.room)
            self._supervisor = Supervisor()
        except BaseException:
            self._held.close()
            raise
        device, inode = self._held.room.identity()
        facts = {"path": self._held.room.path, "device": device, "inode": inode, "automated": True}
        facts["pinned"] = pinned_folders(self._held.room)
        self._hand = Hand(self._supervisor, facts)

    def __enter__(self) -> MemoryTool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def execute(self, request: Mapping[str, Any]) -> Answer:
        """Carry out one command.

        Args:
            request: `command` and its parameters, named as the memory tool names them.

        Returns:
            The answer; a refusal is one. Nothing is raised for what a model asks.

        Raises:
            ValueError: the tool is closed.
        """
        with self._turn:
            if self._closed:
                raise ValueError("this memory tool is closed")
            try:
                if request["command"] == "view":
                    return self._view(request)
                if request["command"] == "delete":
                    return self._delete(request)
                with self._session() as door:
                    return self._worded(request, door.answer(request))
            except (ScribeError, RoomError) as error:
                # The room is busy, the disk is full, the hand was ended: the model is told, and may go on.
                return Answer(False, f"{error.what}: {error.why}", "unavailable")

    def clear(self) -> Answer:
        """Delete everything that is listed; each file's version stays.

        Raises:
            ValueError: the tool is closed.
        """
        with self._turn:
            if self._closed:
                raise ValueError("this memory tool is closed")
            try:
                with self._session() as door:
                    tops = door.rows("", 1)
                    doomed = {path: size for top in tops for path, size in self._below(top.path, top.size).items()}
                    return self._delete_all(door, doomed) or Answer(True, "All memory cleared")
            except Refused as refusal:
                return Answer(False, refusal.reason, refusal.rule)
            except (ScribeError, RoomError) as error:
                return Answer(False, f"{error.what}: {error.why}", "unavailable")

    def close(self) -> None:
        """End the hand, look at all changes once more, and rebuild the index. Safe to call twice.

        Raises:
            RoomError: the room is busy for too long; the next run on it makes up for what is missing.
        """
        with self._turn:
            if self._closed:
                return
            self._closed = True
            try:
                self._renew()
                if self._changed or self._refused:
                    self._settle()
                else:
                    self._hand.finish()
            finally:
                self._supervisor.close()
                self._held.close()

    # -- the commands ----------------------------------------------------------------------------------------

    def _view(self, request: Mapping[str, Any]) -> Answer:
        """Show a file or a directory; a refusal waits for the next change to be recorded with."""
        shown = str(request["path"])
        operation = Operation("view", shown)
        verdict = self._judge(operation)
        if not verdict.allowed:
            self._keep((operation, verdict.rule, verdict.reason))
            return Answer(False, verdict.reason, verdict.rule)
        self._renew()
        try:
            text = viewing.view(self._hand, self._profile, self._look, verdict, shown, request.get("view_range"))
        except edits.EditError as error:
            return Answer(False, str(error), "edit")
        except Refused as refusal:
            return Answer(False, refusal.reason, refusal.rule)
        return Answer(True, text)

    def _delete(self, request: Mapping[str, Any]) -> Answer:
        """Delete a file, or a directory with everything in it: file by file, so that a version of each stays."""
        shown = str(request["path"])
        verdict = self._judge(Operation("delete", shown))
        with self._session() as door:
            if not verdict.allowed or self._look(verdict.path).kind != "directory":
                return self._worded(request, door.answer(request))
            refusal = self._delete_all(door, self._below(verdict.path))
            return refusal or Answer(True, f"Successfully deleted {shown}")

    def _delete_all(self, door: Door, sizes: Mapping[str, int]) -> Answer | None:
        """Delete paths, in this order; all of them are judged before the first goes. None: all have gone."""
        for path, size in sizes.items():
            operation = Operation("delete", f"{_ROOT}/{path}")
            verdict = self._judge(operation)
            if not verdict.allowed:
                return door.reject(operation, verdict.rule, verdict.reason)
            if size > LARGEST:
                reason = f"{path} is larger than {LARGEST} bytes: it is listed and never changed"
                return door.reject(operation, "content", reason)
        for count, path in enumerate(sizes):
            answer = door.answer({"command": "delete", "path": f"{_ROOT}/{path}"})
            if not answer.ok:
                before = f"{count} of {len(sizes)} were deleted before this: " if count else ""
                return replace(answer, text=before + answer.text)
        return None

    def _below(self, top: str, size: int = 0) -> dict[str, int]:
        """Return a path and everything below it, the deepest first, each with its size in bytes."""
        if self._look(top).kind != "directory":
            return {top: size}
        entries = self._hand.list(top, _DEEPEST)
        found = {f"{top}/{entry.name}": entry.size if entry.kind == "file" else 0 for entry in entries}
        return {**dict(sorted(found.items(), key=lambda each: (-each[0].count("/"), each[0]))), top: 0}

    def _worded(self, request: Mapping[str, Any], answer: Answer) -> Answer:
        """Return an answer as the tool words it, where it has words of its own for what the guard refuses."""
        command, path = request["command"], str(request.get("old_path", request.get("path", "")))
        if answer.rule not in _GUARDED:
            return answer
        if path.rstrip("/") == _ROOT and command in ("delete", "rename"):
            return replace(answer, text=f"Cannot {command} the {_ROOT} directory itself")
        place = self._judge(Operation("view", path))
        if place.allowed and self._look(place.path).kind == "directory":
            words = {"create": f"File {path} already exists"}
            return replace(answer, text=words.get(command, f"The path {path} is not a file."))
        return answer

    def _judge(self, operation: Operation) -> Verdict:
        return guard.judge(operation, self._profile, self._address, self._look)

    # -- the room --------------------------------------------------------------------------------------------

    @contextmanager
    def _session(self) -> Iterator[Door]:
        """Hold the room for one command."""
        self._renew()
        if self._changed and time.monotonic() - self._since > _RENEWED:
            self._settle()
        with opened(self._place, keep=True, **self._arguments) as session:
            # Something may have been pinned until the lock was ours.
            self._renew()
            door = self._door(session)
            try:
                yield door
            finally:
                self._spent = door.spent
                self._note(session)

    @property
    def _arguments(self) -> dict[str, Any]:
        return {"run": self._run, "supervisor": self._supervisor, "hand": self._hand, "now": self._now}

    def _door(self, session: Session) -> Door:
        """Return the door of a session, which records the views that were refused before it."""
        door = Door(
            session,
            self._profile,
            address=self._address,
            by="memory tool",
            origin="the memory tool",
            outcome=self._outcome,
        )
        door.spent = self._spent
        for refused in self._refused:
            door.reject(*refused)
        self._refused.clear()
        return door

    def _keep(self, refused: tuple[Operation, str, str]) -> None:
        """Keep a refused view for the next session; a model that asks without end gets one of its own."""
        operation, rule, reason = refused
        self._refused.append((Operation("view", operation.path[:_LONGEST]), rule, reason))
        if len(self._refused) >= _FEW:
            with suppress(ScribeError, RoomError), self._session():
                pass
        del self._refused[_MOST:]

    def _note(self, session: Session) -> None:
        """Note what a session has left under each name, for the second look."""
        if not self._changed:
            self._since = time.monotonic()
        for path, sha in session.journal.left.items():
            known = session.journal.known.get(path)
            self._changed[path] = _Left(sha, (known.sha256 if known else None) == sha)
        self.notices += [each for each in session.notices if each not in self.notices]

    def _renew(self) -> None:
        """Let go of a hand that has ended, has lived long, or was launched before something was pinned."""
        self._hand.refresh(_RENEWED, pinned_folders(self._held.room))

    def _settle(self) -> None:
        """Hold the room once more for what belongs to the end of a run: the hand goes, and all is looked at again.

        Another run may have changed the same files since, through the journal. Then the chain says what has to be
        there, and a difference would be no surprise.
        """
        with opened(self._place, **self._arguments) as session:
            self._door(session)
            known = session.journal.known
            for path, (sha, in_chain) in self._changed.items():
                there = known.get(path)
                session.journal.left[path] = (there.sha256 if there else None) if in_chain else sha
            session.changed = True
        self._changed.clear()
        self.notices += [each for each in session.notices if each not in self.notices]
