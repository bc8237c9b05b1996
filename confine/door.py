"""The door: every request for a change passes here, and nothing else reaches the hand.

    request ─▶ guard ─▶ edit ─▶ admission ─▶ intent row + version ─▶ order ─▶ verify ─▶ completion row

The guard judges where (`policies.guard`, over facts from handles), admission judges what
(`policies.admission`, over the words that are cited), the journal makes the change so that it can be undone
(`room.journal`), and the hand carries it out. The first refusal ends a request; it is an answer to the
writer and a row in the audit chain, never an exception.

The door believes nothing that a child says of itself: trust comes from where the cited words stood in the
transcript, which the supervisor has read itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from confine import edits, viewing
from confine.session import Session
from policies import admission, conflict, guard
from policies.admission import Citation, Decision, Known, Proposal, Source
from policies.operation import Operation, Verdict
from policies.profile import Profile
from room.audit import stamp
from room.document import Document
from room.errors import Refused
from room.facts import Look
from room.orders import LARGEST, Change
from room.pending import Pending
from room.space import has_space

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
        room: the room's name, in a run with several; the outcome then says which room each entry is about.
        outcome: what several doors of one run write into together.

    Attributes:
        spent: what the run has spent of its caps; a run of several sessions hands it on.
        outcome: what was done.
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
        room: str = "",
        outcome: Outcome | None = None,
    ) -> None:
        self._session = session
        self._profile = profile
        self._sources = sources
        self._address = address
        self._by = by
        self._origin = origin
        self._look = Look(session.place.room)
        self._pending = Pending(session.place.state, now=session.now)
        self.spent = admission.Spent()
        self._room = {"room": room} if room else {}
        self.outcome = outcome if outcome is not None else Outcome()

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
            return self.reject(operation, verdict.rule, verdict.reason)
        try:
            if command == "view":
                shown, span = str(request["path"]), request.get("view_range")
                return Answer(True, viewing.view(self._session.hand, self._profile, self._look, verdict, shown, span))
            return self._write(operation, verdict, request)
        except edits.EditError as error:
            return self.reject(operation, "edit", str(error))
        except Refused as refusal:
            answer = self.reject(operation, refusal.rule, refusal.reason)
            if refusal.rule != "conflict" or refusal.current is None:
                return answer
            return replace(answer, text=answer.text + self._as_it_is_now(operation, verdict))

    def _as_it_is_now(self, operation: Operation, verdict: Verdict) -> str:
        """Return what somebody else has saved, as `view` shows it, so that a writer can decide again at once."""
        try:
            text = viewing.decoded(self._session.hand.read(verdict.path), operation.path)
            return "\n" + edits.numbered(operation.path, text)
        except (edits.EditError, Refused):
            return ""

    def rows(self, path: str = "", depth: int = 1) -> list[edits.Listed]:
        """Return what a view of a directory lists.

        Raises:
            Refused: the hand did not list it.
        """
        return viewing.rows(self._session.hand, self._profile, path, depth)

    # -- writing ---------------------------------------------------------------------------------------------

    def _write(self, operation: Operation, verdict: Verdict, request: Mapping[str, Any]) -> Answer:
        self._refuse_a_full_disk()
        old = self._old(verdict.path)
        shown = operation.path
        text: str | None = None
        kind = self._look(verdict.path).kind
        if operation.command in ("str_replace", "insert"):
            edits.must_be_a_file(shown, "absent" if kind == "file" and old is None else kind)
        if operation.command == "create":
            text, said = edits.create(shown, kind == "directory", str(request["file_text"]))
        elif operation.command == "str_replace":
            new_str = str(request.get("new_str", ""))
            text, said = edits.replace(shown, viewing.decoded(old or b"", shown), str(request["old_str"]), new_str)
        elif operation.command == "insert":
            line, inserted = int(request["insert_line"]), str(request["insert_text"])
            text, said = edits.insert(shown, viewing.decoded(old or b"", shown), line, inserted)
        elif operation.command == "delete":
            edits.must_exist(shown, kind != "absent")
            said = f"Successfully deleted {shown}"
        else:
            edits.must_be_free(str(operation.new_path), self._look(verdict.new_path or "").kind != "absent")
            edits.must_exist(shown, kind != "absent")
            said = f"Successfully renamed {shown} to {operation.new_path}"
        notices: list[str] = []
        if text is not None:
            cleaned = admission.clean(text)
            if isinstance(cleaned, admission.Rejection):
                return self.reject(operation, cleaned.rule, cleaned.reason)
            text, notices = cleaned.text, list(cleaned.notices)
        proposal = self._proposal(operation, verdict, text, request)
        if operation.command == "create" and old is not None and not self._says_the_same(proposal):
            edits.create(shown, True, "")
        decision = admission.judge(
            proposal,
            sources=self._sources,
            known=self._known(),
            spent=self.spent,
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
            return self._hold(operation, verdict, proposal, decision, old)
        return self.reject(operation, decision.rule, decision.reason)

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
        folder = self._look(verdict.path).kind == "directory"
        note = {"type": proposal.type, "description": proposal.description, "source": self._origin}
        if operation.command == "delete":
            change = Change("remove", verdict.path, expect_sha=expect, directory=folder, by=self._by, note=note)
        elif operation.command == "rename":
            change = Change(
                "move", verdict.path, to=verdict.new_path, expect_sha=expect, directory=folder, by=self._by, note=note
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
        size = len(change.data or b"")
        self.spent = self.spent.after_deletion() if change.op == "remove" else self.spent.after_write(size)
        self._record("accept", operation, decision.rule, decision.reason, trust=decision.trust)
        self.outcome.accepted.append(
            {
                "name": verdict.new_path or verdict.path,
                "command": operation.command,
                "type": proposal.type,
                "trust": decision.trust,
                "description": proposal.description,
                "source": self._origin,
                **self._room,
            }
        )
        self.outcome.notices += [each for each in notices if each not in self.outcome.notices]
        return Answer(True, said, "ok", tuple(notices))

    def _bytes(self, proposal: Proposal, decision: Decision, old: bytes | None) -> bytes:
        """Return what the file becomes: as given, with the fields that only the supervisor may set."""
        assert proposal.text is not None
        if not self._profile.front_matter:
            return proposal.text.encode("utf-8")
        document = Document.parse(proposal.text.encode("utf-8"))
        fields = {"type": proposal.type, "trust": decision.trust}
        if old is None or not document.source:
            fields["source"] = self._origin
        return document.stamp(description=proposal.description, modified=stamp(self._session.now()), **fields)

    def _hold(
        self, operation: Operation, verdict: Verdict, proposal: Proposal, decision: Decision, old: bytes | None
    ) -> Answer:
        """Keep a proposal for a person, with what it was made for: a later change of that makes it void."""
        number = self._pending.hold(
            run=self._session.run,
            rule=decision.rule,
            reason=decision.reason,
            name=verdict.path,
            proposal={
                "command": operation.command,
                "path": verdict.path,
                "new_path": verdict.new_path,
                "text": proposal.text,
                "base": None if old is None else hashlib.sha256(old).hexdigest(),
                "trust": decision.trust,
                "source": self._origin,
            },
        )
        self._record("hold", operation, decision.rule, decision.reason, id=number)
        held = {"id": number, "rule": decision.rule, "reason": decision.reason, "name": verdict.path}
        self.outcome.held.append({**held, **self._room})
        text = f"Held for a person to decide ({decision.rule}): {decision.reason}"
        return Answer(False, text, decision.rule)

    def reject(self, operation: Operation, rule: str, reason: str) -> Answer:
        """Record a refusal, and return it as the answer."""
        self._record("reject", operation, rule, reason)
        if operation.command != "view":
            self.outcome.rejected.append({"rule": rule, "reason": reason, "path": operation.path[:1024], **self._room})
        return Answer(False, reason, rule)

    # -- what a request stands on ----------------------------------------------------------------------------

    def _old(self, path: str) -> bytes | None:
        """Return the bytes that stand there, through the hand; None where there is no file."""
        if self._look(path).kind != "file":
            return None
        data = self._session.hand.read(path)
        if len(data) > LARGEST:
            raise Refused("content", f"{path} is larger than {LARGEST} bytes: it is listed and never changed")
        return data

    def _proposal(
        self, operation: Operation, verdict: Verdict, text: str | None, request: Mapping[str, Any]
    ) -> Proposal:
        previous = next((each for each in self._known() if each.path == verdict.path), None)
        cites = tuple(Citation(int(each["turn"]), str(each["quote"])) for each in request.get("cites", ()))
        if text is None:
            return Proposal(
                operation.command,
                verdict.path,
                None,
                description=previous.description if previous else "",
                type=previous.type if previous else "reference",
                cites=cites,
                previous=previous,
                new_path=verdict.new_path,
            )
        document = _document(text)
        return Proposal(
            operation.command,
            verdict.path,
            text,
            description=document.description,
            type=document.type,
            body=document.body,
            cites=cites,
            previous=previous,
            added=request.get("added", request.get("new_str", request.get("insert_text"))),
            as_sent=not self._profile.front_matter,
        )

    def _says_the_same(self, proposal: Proposal) -> bool:
        """Return whether a memory that is there already says this: then it is known, and not in the way."""
        if proposal.as_sent:
            return False
        return conflict.duplicate(proposal.description, proposal.body, self._known()) is not None

    def _known(self) -> list[Known]:
        """Return every memory of the room as admission compares them; read again after each change."""
        catalogue = self._session.catalogue
        catalogue.refresh()
        return [
            Known(each.path, each.type, each.trust, each.description, each.body, each.pinned, each.sha256)
            for each in catalogue.memories
        ]

    def _refuse_a_full_disk(self) -> None:
        """Keep a floor of free space: the caps bound one run, and this bounds all of them together."""
        if not has_space(self._session.place.room, _FLOOR_BYTES, _FLOOR_INODES):
            raise Refused("full", "the disk is nearly full: nothing is written until there is space")

    def _record(self, kind: str, operation: Operation, rule: str, reason: str, **more: Any) -> None:
        row = {"kind": kind, "by": self._by, "command": operation.command, "path": _row_text(operation.path)}
        if operation.new_path is not None:
            row["to"] = _row_text(operation.new_path)
        self._session.journal.record({**row, "rule": rule, "reason": _row_text(reason), **more})


def _row_text(text: str) -> str:
    """Return a stranger's text as a row may hold it: bounded, and without lone surrogates."""
    return str(text)[:2000].encode("utf-8", "backslashreplace").decode("utf-8")


def _document(text: str) -> Document:
    return Document.parse(text.encode("utf-8"))
