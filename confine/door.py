"""The door: every request for a change passes here, and nothing else reaches the hand.

    request ─▶ guard ─▶ edit ─▶ admission ─▶ intent row + version ─▶ order ─▶ verify ─▶ completion row

The guard judges where (`policies.guard`, over facts from handles), admission judges what (`policies.admission`, over
the words that are cited), the journal makes the change so that it can be undone (`room.journal`), and the hand carries it out.
The first refusal ends a request; it is an answer to the writer and a row in the audit chain, never an exception.

The door believes nothing that a child says of itself: trust comes from where the cited words stood in the transcript,
which the supervisor has read itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from confine import edits
from confine.session import INDEX, Session
from policies import admission, guard
from policies.admission import Citation, Decision, Known, Proposal, Source
from policies.operation import Operation, Verdict
from policies.profile import Profile
from room.audit import stamp
from room.document import Document, DocumentError
from room.errors import Refused
from room.facts import Look
from room.orders import LARGEST, Change
from room.pending import Pending

__all__ = ["Answer", "Door", "Outcome"]

_FLOOR_BYTES, _FLOOR_INODES = 16 << 20, 256
"""Free space that a file system must keep: a full disk would take the user's other programs with it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the writer is told.

    Attributes:
        ok: the command did what it says.
        text: for the writer, in the memory tool's words where it has words for it.
        rule: the rule that refused, or "ok".
        notices: reminders: caps, characters that were stripped.
    """

    ok: bool
    text: str
    rule: str = "ok"
    notices: tuple[str, ...] = ()


@dataclass
class Outcome:
    """What a run did, in the terms of the result document."""

    accepted: list[dict[str, Any]] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)
    rejected: list[dict[str, Any]] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


class Door:
    """The door of one room for one run.

    Args:
        session: the room, held.
        profile: which rules are on.
        sources: the words that may be cited.
        address: how paths may be spelled.
        by: who asks, in words, for the rows.
        origin: where the words come from, for `metadata.source`; it names transcript and host.
    """

    def __init__(
        self,
        session: Session,
        profile: Profile,
        *,
        sources: Sequence[Source] = (),
        address: guard.Address,
        by: str,
        origin: str,
    ) -> None:
        self._session = session
        self._profile = profile
        self._sources = sources
        self._address = address
        self._by = by
        self._origin = origin
        self._look = Look(session.place.root_fd)
        self._pending = Pending(session.place.state, now=session.now)
        self._spent = admission.Spent()
        self.outcome = Outcome()

    def answer(self, request: Mapping[str, Any]) -> Answer:
        """Judge a request and, if it may be, carry it out.

        Args:
            request: `command` and its parameters, named as the memory tool names them; `cites`.

        Raises:
            RoomError, StoreError: the state cannot be written. WriterFailedError: the hand broke.
        """
        command = str(request["command"])
        path = str(request.get("old_path" if command == "rename" else "path", ""))
        operation = Operation(command, path, request.get("new_path"))
        verdict = guard.judge(operation, self._profile, self._address, self._look)
        if not verdict.allowed:
            return self._reject(operation, verdict.rule, verdict.reason)
        try:
            if command == "view":
                return self._view(verdict, request)
            return self._write(operation, verdict, request)
        except edits.EditError as error:
            return self._reject(operation, "edit", str(error))
        except Refused as refusal:
            return self._reject(operation, refusal.rule, refusal.reason)

    # -- reading ---------------------------------------------------------------------------------------------

    def _view(self, verdict: Verdict, request: Mapping[str, Any]) -> Answer:
        shown = str(request["path"])
        if verdict.path and self._look(verdict.path).kind == "file":
            text = _decode(self._session.hand.read(verdict.path), shown)
            return Answer(True, edits.numbered(shown, text, request.get("view_range")))
        rows = [
            edits.Listed(entry.name, entry.size)
            for entry in self._session.hand.list(verdict.path, 2)
            if entry.kind in ("file", "directory") and not entry.name.startswith(".")
        ]
        return Answer(True, edits.listing(shown, sum(row.size for row in rows), rows))

    # -- writing ---------------------------------------------------------------------------------------------

    def _write(self, operation: Operation, verdict: Verdict, request: Mapping[str, Any]) -> Answer:
        self._refuse_a_full_disk()
        old = self._old(verdict.path)
        shown = operation.path
        text: str | None = None
        if operation.command == "create":
            text, said = edits.create(shown, old is not None, str(request["file_text"]))
        elif operation.command == "str_replace":
            new_str = str(request.get("new_str", ""))
            text, said = edits.replace(shown, _text(old, shown), str(request["old_str"]), new_str)
        elif operation.command == "insert":
            line, inserted = int(request["insert_line"]), str(request["insert_text"])
            text, said = edits.insert(shown, _text(old, shown), line, inserted)
        elif operation.command == "delete":
            said = f"Successfully deleted {shown}"
        else:
            said = f"Successfully renamed {shown} to {operation.new_path}"
        notices: list[str] = []
        if text is not None:
            cleaned = admission.clean(text)
            if isinstance(cleaned, admission.Rejection):
                return self._reject(operation, cleaned.rule, cleaned.reason)
            text, notices = cleaned.text, list(cleaned.notices)
        proposal = self._proposal(operation, verdict, text, request.get("cites", ()))
        decision = admission.judge(
            proposal,
            sources=self._sources,
            known=self._known(),
            spent=self._spent,
            caps=self._profile.caps,
            switches=self._profile.switches,
        )
        notices += decision.notices
        if decision.verdict == "accept":
            return self._accept(operation, verdict, proposal, decision, old, said, notices)
        if decision.verdict == "known":
            self.outcome.known.append(verdict.path)
            self._record("known", operation, decision.rule, decision.reason)
            return Answer(True, f"Nothing to do: {decision.reason}", decision.rule, tuple(notices))
        if decision.verdict == "hold":
            return self._hold(operation, verdict, proposal, decision)
        return self._reject(operation, decision.rule, decision.reason)

    def _accept(
        self,
        operation: Operation,
        verdict: Verdict,
        proposal: Proposal,
        decision: Decision,
        old: bytes | None,
        said: str,
        notices: list[str],
    ) -> Answer:
        expect = None if old is None else hashlib.sha256(old).hexdigest()
        note = {"type": proposal.type, "description": proposal.description, "source": self._origin}
        if operation.command == "delete":
            change = Change("remove", verdict.path, expect_sha=expect, by=self._by, note=note)
        elif operation.command == "rename":
            change = Change(
                "move", verdict.path, to=verdict.new_path, expect_sha=expect, by=self._by, note=note
            )
        else:
            data = self._bytes(proposal, decision, old)
            change = Change(
                "write",
                verdict.path,
                data=data,
                expect_sha=expect,
                trust=decision.trust,
                by=self._by,
                note=note,
            )
        self._session.change(change)
        self._spent = self._spent.after(proposal)
        self._record("accept", operation, decision.rule, decision.reason, trust=decision.trust)
        self.outcome.accepted.append(
            {
                "name": verdict.new_path or verdict.path,
                "command": operation.command,
                "type": proposal.type,
                "trust": decision.trust,
                "description": proposal.description,
                "source": self._origin,
            }
        )
        self.outcome.notices += [each for each in notices if each not in self.outcome.notices]
        return Answer(True, said, "ok", tuple(notices))
