"""The main job: from a transcript to memories, through two confined children.

The transcript is read outside, by readers that classify every block, so that who said what is known before
a confined process sees a word. Exchanges that are not worth a run are skipped, each with its row. The agent
gets the rest as data with the origin of each block, and asks; the door (`confine.door`) judges and answers;
the cursor moves when all of it is done.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from confine import prompting
from confine.broker import Broker, Ceilings, Exhausted, Model
from confine.dialogue import DialogueError
from confine.door import Answer
from confine.errors import WriterFailedError
from confine.hosts.known import memories
from confine.rooms import PROJECT, USER, Rooms, opened_rooms
from confine.ruleset import AGENT, Ruleset
from confine.supervisor import Child
from policies.admission import Source
from policies.profile import Profile, load
from room import skips
from room.errors import RoomError
from room.locks import Superseded
from room.transcripts import Cursor, Reading, Turn, open_transcript, read
from room.workspace import Place

__all__ = ["Extraction", "extract"]

_BLOCK = 200_000
"""Characters of a block in one frame: at four bytes each it still fits."""
_LONGEST_OTHER = 4_000
"""Characters of a block that no person wrote: the agent needs the gist, and quotes are checked against the whole."""
_MOST_REQUESTS = 2_000
_WINDOW = 300_000
"""Bytes of the conversation that a model is shown at once; a frame of four calls' results must still fit."""
_FOR_NOW = frozenset({"full", "read-only", "denied", "io", "caps", "conflict"})
"""Refusals that another time need not give: they say nothing about the memory."""
_NOT_WRITABLE = frozenset({"read-only", "denied"})
"""Those of them that the room gives, and not the moment."""


@dataclass
class Extraction:
    """The result of a run, in the form of design and `--json`."""

    run: str
    room: str
    state: str
    host: str
    records: int
    human_texts: int
    human_words: int
    skipped: dict[str, str] | None = None
    skips: list[dict[str, Any]] = field(default_factory=list)
    accepted: list[dict[str, Any]] = field(default_factory=list)
    held: list[dict[str, Any]] = field(default_factory=list)
    rejected: list[dict[str, Any]] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    problems: list[dict[str, Any]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    receipt: dict[str, Any] = field(default_factory=dict)
    usage: dict[str, int] = field(default_factory=lambda: {"model_calls": 0, "input_tokens": 0, "output_tokens": 0})
    cursor: dict[str, Any] = field(default_factory=dict)
    rooms: dict[str, str] = field(default_factory=dict)
    """Name to path, in a run with several rooms; the entries above then say which room they are about."""

    @property
    def exit_code(self) -> int:
        """0, or that of what could not be written now: 5 where the room may not be written, else 6."""
        rules = {each["rule"] for each in self.rejected} & _FOR_NOW
        if not rules:
            return 0
        return RoomError.exit_code if rules & _NOT_WRITABLE else WriterFailedError.exit_code

    def as_json(self) -> dict[str, Any]:
        """Return the result document."""
        return dict(self.__dict__)


def extract(
    path: str,
    place: Place,
    *,
    user_place: Place | None = None,
    model: Model | None = None,
    ceilings: Ceilings | None = None,
    adopt: bool = False,
    policy: str = "extraction",
    hook_folders: Sequence[str] | None = None,
    min_user_words: int = skips.MIN_USER_WORDS,
    now: Callable[[], float] = time.time,
) -> Extraction:
    """Learn from a transcript.

    Args:
        path: of the transcript.
        place: the room.
        user_place: the user's own room, for what is about the person and not the project.
        model: who decides what is worth remembering; the rules of the offline writer where it is None.
        ceilings: what the conversation may spend on the model, over all runs.
        adopt: take over a foreign room.
        policy: name or path of the profile.
        hook_folders: a host named the transcript, and it has to be the user's own below one of these folders; None
            where a person named it.
        min_user_words: the fewest words of prose that an exchange is worth a run for.
        now: the clock.

    Raises:
        TranscriptError: it cannot be read. RoomError: the room is refused. ConfinementUnavailableError:
            nothing ran.
            WriterFailedError: a child broke a rule; what was accepted before stays.
    """
    profile = load(policy)
    places = {PROJECT: place} | ({} if user_place is None else {USER: user_place})
    with open_transcript(path, hook=hook_folders is not None, known_folders=hook_folders or ()) as transcript:
        try:
            with opened_rooms(places, adopt=adopt, conversation=transcript.path, now=now) as rooms:
                first = rooms.first
                cursors = first.state.section("cursors")
                reading = read(transcript, Cursor.from_json(cursors.get(transcript.path)))
                result = _result(rooms, reading)
                judged = skips.judge(
                    reading.turns,
                    moved=reading.moved,
                    rooms=[path for each in places.values() for path in (each.room_path, each.given)],
                    memories=memories(transcript.path),
                    home=os.path.expanduser("~"),
                    min_user_words=min_user_words,
                )
                for skip in judged.skipped:
                    first.journal.record({"kind": "skip", **skip._asdict()})
                    result.skips.append(skip._asdict())
                if judged.run is not None:
                    result.skipped = {"rule": judged.run.rule, "reason": judged.run.reason}
                    first.journal.record({"kind": "skip", "run_skipped": True, **result.skipped})
                else:
                    writer = _Writer(rooms, profile, model, ceilings or Ceilings(), transcript.path)
                    writer.furnish(reading.host, judged.kept)
                    try:
                        writer.converse(judged.kept, result)
                    finally:
                        result.usage = writer.usage
                if any(each["rule"] in _FOR_NOW for each in result.rejected):
                    # The words are read again when there is space or permission: a cursor that moved would lose them.
                    result.notices.append(
                        "the conversation is read again next time: something could not be written now"
                    )
                else:
                    cursors[transcript.path] = reading.cursor.as_json()
        except Superseded:
            reason = "a newer request for the same conversation waits and will read what this one would have read"
            return Extraction(
                "", place.room_path, place.state_path, "", 0, 0, 0, {"rule": "superseded", "reason": reason}
            )
    result.receipt = rooms.receipts()
    result.notices = [*rooms.notices(), *result.notices]
    return result


def _result(rooms: Rooms, reading: Reading) -> Extraction:
    place = rooms.first.place.place
    return Extraction(
        run=rooms.first.run,
        room=place.room_path,
        state=place.state_path,
        host=reading.host,
        records=reading.records,
        human_texts=reading.human_texts,
        human_words=reading.human_words,
        rooms=rooms.paths if rooms.several else {},
        accepted=rooms.outcome.accepted,
        held=rooms.outcome.held,
        rejected=rooms.outcome.rejected,
        known=rooms.outcome.known,
        problems=[{"line": each.line, "reason": each.reason} for each in reading.problems],
        cursor=reading.cursor.as_json(),
    )


class _Writer:
    """The agent of one run, and what it is served with.

    Args:
        rooms: open.
        profile: which rules are on.
        model: None for the offline writer.
        ceilings: of the model.
        transcript: its path; the session's ledger goes by it.

    Attributes:
        usage: what the run has spent on the model.
    """

    def __init__(
        self, rooms: Rooms, profile: Profile, model: Model | None, ceilings: Ceilings, transcript: str
    ) -> None:
        self._rooms = rooms
        self._profile = profile
        self._ceilings = ceilings
        self._transcript = transcript
        self._supervisor = rooms.first.supervisor
        self._broker: Broker | None = None
        self._memories = {name: each.catalogue.memories for name, each in rooms.sessions.items()}
        self.usage = {"model_calls": 0, "input_tokens": 0, "output_tokens": 0}
        if model is not None:
            self._broker = Broker(
                model,
                prompting.system_prompt(self._memories, profile.caps),
                spent=rooms.first.state.section("sessions").setdefault(transcript, {}),
                journal=rooms.first.journal,
                attend=self._supervisor.attend,
                ceilings=ceilings,
            )
            self.usage = self._broker.usage

    def furnish(self, host: str, turns: Sequence[Turn]) -> None:
        """Give every room its door."""
        self._rooms.furnish(
            self._profile,
            [Source(each.number, each.origin, each.text) for each in turns],
            by=f"extract {host}",
            origin=f"{host}:{os.path.basename(self._transcript)}",
        )

    def converse(self, turns: Sequence[Turn], result: Extraction) -> None:
        """Let the agent read and ask until it says goodbye.

        Raises:
            WriterFailedError: it broke a rule, or the model failed.
        """
        rooms, supervisor = self._rooms, self._supervisor
        agent = supervisor.launch(self._ruleset())
        rooms.served_by(agent)
        self._brief(agent, turns)
        for _ in range(_MOST_REQUESTS):
            message = supervisor.receive(agent)
            if message["type"] == "goodbye":
                supervisor.finish(agent)
                result.notices += rooms.outcome.notices
                return
            if message["type"] == "request":
                supervisor.send(agent, _verdict(message["id"], rooms.answer(message)))
            elif message["type"] == "log":
                rooms.first.journal.record({"kind": "log", "level": message["level"], "text": message["text"]})
            elif self._broker is None:
                raise agent.failed("it asked for a model, and this run has none")
            else:
                self._think(self._broker, agent, message, result)
        supervisor.end(agent)
        raise WriterFailedError(
            "the agent was ended",
            f"it asked more than {_MOST_REQUESTS} times",
            "Nothing that was written before is lost. Look at `scribe memory audit` to see what it asked for.",
        )

    def _think(self, broker: Broker, agent: Child, message: dict[str, Any], result: Extraction) -> None:
        """Answer a question to the model; at a ceiling the agent is told to stop instead."""
        try:
            reply, reason = broker.ask(message["messages"])
        except DialogueError as error:
            self._supervisor.end(agent)
            raise agent.failed(f"it broke the protocol: {error}") from None
        except Exhausted as limit:
            self._rooms.first.journal.record({"kind": "model", "outcome": "ceiling", "reason": str(limit)})
            result.notices.append(f"the model was not asked further: {limit}")
            self._supervisor.send(agent, {"type": "stop", "reason": str(limit)})
            return
        answer = {"type": "model_reply", "id": message["id"], "content": reply.content, "stop_reason": reason}
        self._supervisor.send(agent, answer)

    def _ruleset(self) -> Ruleset:
        """Return the agent's confinement: the same for both writers, but for the time that a model takes."""
        if self._broker is None:
            return AGENT
        longer = AGENT.limits.wall_seconds + self._ceilings.calls * self._ceilings.seconds
        return replace(AGENT, limits=replace(AGENT.limits, wall_seconds=longer))

    def _brief(self, agent: Child, turns: Sequence[Turn]) -> None:
        """Give the agent its job and the conversation, in parts."""
        job: dict[str, Any] = {
            "type": "job",
            "writer": "offline",
            "rooms": self._rooms.names,
            "limits": {},
            "notices": prompting.notices(self._memories, self._profile.caps),
        }
        if self._broker is not None:
            limits = {"turns": self._ceilings.turns, "window": _WINDOW}
            job |= {"writer": "model", "limits": limits, "brief": prompting.conversation()}
        self._supervisor.send(agent, job)
        parts = list(_parts(turns)) or [[]]
        for number, blocks in enumerate(parts):
            last = number == len(parts) - 1
            self._supervisor.send(agent, {"type": "turns", "blocks": blocks, "last": last})


def _parts(turns: Sequence[Turn]) -> Iterator[list[dict[str, Any]]]:
    """Yield blocks in groups that fit a frame."""
    group: list[dict[str, Any]] = []
    size = 0
    for turn in turns:
        text = turn.text if turn.origin == "user" else turn.text[:_LONGEST_OTHER]
        for at in range(0, len(text), _BLOCK):
            piece = text[at : at + _BLOCK]
            if group and (size + len(piece) > _BLOCK or len(group) >= 1_000):
                yield group
                group, size = [], 0
            group.append({"turn": turn.number, "origin": turn.origin, "text": piece})
            size += len(piece)
    if group:
        yield group


def _verdict(number: int, answer: Answer) -> dict[str, Any]:
    text = answer.text if len(answer.text) <= _BLOCK else answer.text[:_BLOCK] + "\n… (cut)"
    return {
        "type": "verdict",
        "id": number,
        "ok": answer.ok,
        "text": text,
        "rule": answer.rule[:64],
        "notices": [each[:2000] for each in answer.notices],
    }
