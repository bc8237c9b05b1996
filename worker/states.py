"""Who may say what, and when: the transition tables of both roles, and the state machine that goes by them.

A conversation between the supervisor and a child is a `Connection` at each end: bytes in, events out, no I/O
(the design of h11). Both ends check both directions, so that a fault is found where it was made, and the
error says who made it. What a message holds stands in `worker.messages`, how it becomes bytes in
`worker.frames`.

A message is refused if its type is unknown, its sender is not the one who says such things, the state does
not permit it, it comes a second time where once is all, a field is wrong, an identifier does not grow, or an
answer belongs to another question. If the peer said it, the session is over: there is no repair and no
resynchronisation, and what came before it in the same read is dropped with it. If this side tried to, nothing
was sent and nothing has changed.

`stop` is the one message that may cross another on its way. After it the supervisor says nothing more; the
child may finish what it was saying, and `goodbye` becomes permitted in every state.

Not judged here: whether a request is wise (`policies`), how long a peer may be silent and how much it may
send in all (`confine.supervisor`).
"""

from __future__ import annotations

from worker.frames import Decoder, FrameError, encode
from worker.messages import CARRIED, wrong_field

__all__ = [
    "MAX_LOGS",
    "MAX_LOG_TEXT",
    "Connection",
    "LocalProtocolError",
    "ProtocolError",
    "RemoteProtocolError",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Message = dict[str, Any]

MAX_LOGS = 1000
"""`log` messages of a session."""

MAX_LOG_TEXT = 256 * 1024
"""Characters in all `log` messages of a session together."""

# -- The messages -------------------------------------------------------------------------------------------

SUPERVISOR, CHILD = "supervisor", "child"

_ONCE = 1  # At most one in a session.
_ASKS = 2  # Its id must be greater than any before; an answer is due.
_ANSWERS = 4  # Its id must be that of the question.
_PARTS = 8  # May come in several messages, numbered from 0 and alike but for what they carry.

_COMMON: dict[str, tuple[str, int]] = {
    # type: who says it, flags
    "hello": (CHILD, _ONCE),
    "goodbye": (CHILD, _ONCE),
    "stop": (SUPERVISOR, _ONCE),
}
_MESSAGES: dict[str, dict[str, tuple[str, int]]] = {
    "agent": {
        **_COMMON,
        "job": (SUPERVISOR, _ONCE),
        "turns": (SUPERVISOR, 0),
        "request": (CHILD, _ASKS),
        "verdict": (SUPERVISOR, _ANSWERS),
        "ask_model": (CHILD, _ASKS),
        "model_reply": (SUPERVISOR, _ANSWERS),
        "log": (CHILD, 0),
    },
    "hand": {
        **_COMMON,
        "order": (SUPERVISOR, _ASKS | _PARTS),
        "done": (CHILD, _ANSWERS | _PARTS),
        "refused": (CHILD, _ANSWERS),
    },
}

# -- The transitions ----------------------------------------------------------------------------------------

_END, _BROKEN = "DONE", "ERROR"
_TRANSITIONS: dict[str, dict[str, dict[str, tuple[str, str]]]] = {
    # role: state: type: (state after the last part, state before it)
    "agent": {
        "START": {"hello": ("READY", "")},
        "READY": {"job": ("READING", ""), "log": ("READY", "")},
        "READING": {"turns": ("WORKING", "READING"), "log": ("READING", "")},
        "WORKING": {
            "request": ("JUDGING", ""),
            "ask_model": ("THINKING", ""),
            "log": ("WORKING", ""),
            "goodbye": (_END, ""),
        },
        "JUDGING": {"verdict": ("WORKING", ""), "log": ("JUDGING", "")},
        "THINKING": {"model_reply": ("WORKING", ""), "log": ("THINKING", "")},
        _END: {},
    },
    "hand": {
        "START": {"hello": ("READY", "")},
        "READY": {"order": ("BUSY", "RECEIVING")},
        "RECEIVING": {"order": ("BUSY", "RECEIVING")},
        "BUSY": {"done": ("READY", "ANSWERING"), "refused": ("READY", "")},
        "ANSWERING": {"done": ("READY", "ANSWERING")},
        _END: {},
    },
}


class ProtocolError(Exception):
    """Something was said that does not belong here."""


class LocalProtocolError(ProtocolError):
    """The fault is this side's: nothing was sent, and the session is as it was."""


class RemoteProtocolError(ProtocolError):
    """The fault is the peer's: the session is over, and the connection refuses all further use."""


class Connection:
    """One end of a session.

    Args:
        role: `agent` or `hand`, the child's.
        side: `supervisor` or `child`, which end this is.

    Attributes:
        state: a state of the tables above; `DONE` after `goodbye`, `ERROR` after a violation by the peer.
        stopping: whether `stop` was said. The supervisor may send nothing after it, and still receives what
            the child had begun to say.
    """

    __slots__ = (
        "_decoder",
        "_first",
        "_id",
        "_log_text",
        "_logs",
        "_messages",
        "_other",
        "_part",
        "_said",
        "_side",
        "_transitions",
        "state",
        "stopping",
    )

    def __init__(self, role: str, side: str) -> None:
        if side not in (SUPERVISOR, CHILD):
            raise ValueError(f"no side is called {side!r}")
        self._messages = _MESSAGES[role]
        self._transitions = _TRANSITIONS[role]
        self._side = side
        self._other = CHILD if side == SUPERVISOR else SUPERVISOR
        self._decoder = Decoder()
        self._said: set[str] = set()
        self._id = 0
        self._part = 0
        self._first: Message = {}
        self._logs = self._log_text = 0
        self.state = "START"
        self.stopping = False

    def send(self, message: Message) -> bytes:
        """Return the bytes to write for a message of this side.

        Raises:
            LocalProtocolError: it may not be said, not now, or not in one frame.
        """
        fault = self._fault(message, self._side)
        if fault is not None:
            raise LocalProtocolError(fault)
        try:
            data = encode(message)
        except FrameError as error:
            raise LocalProtocolError(error.what) from error
        self._advance(message)
        return data

    def receive_data(self, data: bytes) -> list[Message]:
        """Return the messages that these bytes complete, each judged and in order.

        Args:
            data: what was read; empty at the end of the pipe.

        Raises:
            RemoteProtocolError: the peer broke the protocol, or ended within a frame or before its `goodbye`.
        """
        if not data:
            return self._receive_end()
        messages = []
        try:
            self._decoder.feed(data)
            for message in self._decoder.messages():
                fault = self._fault(message, self._other)
                if fault is not None:
                    raise FrameError("remote", fault)
                self._advance(message)
                messages.append(message)
        except FrameError as error:
            self.state = _BROKEN
            raise RemoteProtocolError(error.what) from error
        return messages

    def _receive_end(self) -> list[Message]:
        if self.state == _END and not self._decoder.unfinished:
            return []
        where = "within a frame" if self._decoder.unfinished else f"in state {self.state}"
        self.state = _BROKEN
        raise RemoteProtocolError(f"the pipe ended {where}")

    def _fault(self, message: Message, sender: str) -> str | None:
        """Return what is wrong with a message, or None. No text of the message itself is repeated."""
        kind = message.get("type", "")
        who, flags = self._messages.get(kind, ("", 0)) if type(kind) is str else ("", 0)
        if who != sender:
            return f"a message of a type that the {sender} has none of"
        if flags & _ONCE and kind in self._said:
            return f"a second {kind}"
        if not self._permitted(kind):
            return f"{kind} in state {self.state}" + (" after stop" if self.stopping else "")
        fault = wrong_field(message) or self._wrong_order(message, flags)
        if fault is not None:
            return f"{kind} with {fault}"
        if kind == "log" and (self._logs >= MAX_LOGS or self._log_text + len(message["text"]) > MAX_LOG_TEXT):
            return "more log than a session may hold"
        return None

    def _permitted(self, kind: str) -> bool:
        if self.state == _BROKEN:
            return False
        if kind == "stop":
            return True
        if self.stopping:
            if self._messages[kind][0] == SUPERVISOR:
                return False
            if kind == "goodbye":
                return True
        return kind in self._transitions[self.state]

    def _wrong_order(self, message: Message, flags: int) -> str | None:
        """Check identifiers and part numbers against what was said before."""
        if flags & _PARTS:
            if message["part"] != self._part:
                return "a part out of order"
            if self._part > 0:
                return None if _constant(message) == self._first else "a part of something else"
        if flags & _ASKS and message["id"] <= self._id:
            return "an id that does not grow"
        if flags & _ANSWERS and message["id"] != self._id:
            return "the id of another question"
        return None

    def _advance(self, message: Message) -> None:
        """Take a message that has no fault for said."""
        kind = message["type"]
        flags = self._messages[kind][1]
        if flags & _ONCE:
            self._said.add(kind)
        if flags & _ASKS:
            self._id = message["id"]
        if kind == "log":
            self._logs += 1
            self._log_text += len(message["text"])
        if kind == "stop":
            self.stopping = True
            return
        if kind == "goodbye":
            self.state = _END
            return
        last, more = self._transitions[self.state][kind]
        self.state = more if more and not message["last"] else last
        if flags & _PARTS:
            self._continue(message)

    def _continue(self, message: Message) -> None:
        if message["last"]:
            self._part = 0
        else:
            if self._part == 0:
                self._first = _constant(message)
            self._part += 1


def _constant(message: Message) -> Message:
    return {name: value for name, value in message.items() if name not in CARRIED}
