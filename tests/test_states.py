"""The state machine: two linked connections agree on everything, and each fault is named by who made it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from worker import messages, states
from worker.frames import encode
from worker.messages import MAX_PARTS, REFUSALS
from worker.states import MAX_LOG_TEXT, MAX_LOGS, Connection, LocalProtocolError, RemoteProtocolError

SHA = "0123456789abcdef" * 4

AGENT = {
    "hello": {"type": "hello", "role": "agent", "pid": 7, "proofs": {}},
    "job": {"type": "job", "writer": "offline", "rooms": ["project"], "limits": {"turns": 4}, "notices": []},
    "turns": {"type": "turns", "blocks": [{"turn": 1, "origin": "user", "text": "hi"}], "last": True},
    "request": {"type": "request", "id": 1, "command": "view", "path": "a.md"},
    "verdict": {"type": "verdict", "id": 1, "ok": True, "text": "", "rule": "ok", "notices": []},
    "ask_model": {"type": "ask_model", "id": 1, "messages": [{"role": "user"}]},
    "model_reply": {"type": "model_reply", "id": 1, "content": [{"type": "text"}], "stop_reason": "end_turn"},
    "log": {"type": "log", "level": "info", "text": "well"},
    "goodbye": {"type": "goodbye", "summary": {"writes": 1}},
    "stop": {"type": "stop", "reason": "time is up"},
}
HAND = {
    "hello": {"type": "hello", "role": "hand", "pid": 7, "proofs": {}},
    "order": {"type": "order", "id": 1, "do": "read", "path": "a.md", "part": 0, "last": True},
    "done": {"type": "done", "id": 1, "part": 0, "last": True, "sha256": SHA, "data": "QQ=="},
    "refused": {"type": "refused", "id": 1, "rule": "absent", "reason": "no", "errno": 2, "current": None},
    "goodbye": {"type": "goodbye"},
    "stop": {"type": "stop", "reason": "time is up"},
}
SAMPLES = {"agent": AGENT, "hand": HAND}
FROM_SUPERVISOR = {"job", "turns", "verdict", "model_reply", "stop", "order"}

# The way into each state, as the table's reader would go.
WAYS = {
    "agent": {
        "START": [],
        "READY": ["hello"],
        "READING": ["hello", "job"],
        "WORKING": ["hello", "job", "turns"],
        "JUDGING": ["hello", "job", "turns", "request"],
        "THINKING": ["hello", "job", "turns", "ask_model"],
        "DONE": ["hello", "job", "turns", "goodbye"],
    },
    "hand": {
        "START": [],
        "READY": ["hello"],
        "RECEIVING": ["hello", "order part"],
        "BUSY": ["hello", "order"],
        "ANSWERING": ["hello", "order", "done part"],
        "DONE": ["hello", "stop", "goodbye"],
    },
}
PERMITTED = {
    ("agent", "START"): {"hello"},
    ("agent", "READY"): {"job", "log"},
    ("agent", "READING"): {"turns", "log"},
    ("agent", "WORKING"): {"request", "ask_model", "log", "goodbye"},
    ("agent", "JUDGING"): {"verdict", "log"},
    ("agent", "THINKING"): {"model_reply", "log"},
    ("agent", "DONE"): set(),
    ("hand", "START"): {"hello"},
    ("hand", "READY"): {"order"},
    ("hand", "RECEIVING"): {"order"},
    ("hand", "BUSY"): {"done", "refused"},
    ("hand", "ANSWERING"): {"done"},
    ("hand", "DONE"): set(),
}


class Link:
    """Two ends of one session, whose bytes arrive at once."""

    def __init__(self, role: str) -> None:
        self.ends = {side: Connection(role, side) for side in ("supervisor", "child")}

    def say(self, message: dict) -> None:
        speaker = "supervisor" if message["type"] in FROM_SUPERVISOR else "child"
        hearer = "child" if speaker == "supervisor" else "supervisor"
        assert self.ends[hearer].receive_data(self.ends[speaker].send(message)) == [message]
        assert self.ends["supervisor"].state == self.ends["child"].state

    @property
    def state(self) -> str:
        return self.ends["child"].state


def sample(role: str, name: str, link: Link | None = None) -> dict:
    name, _, part = name.partition(" ")
    message = dict(SAMPLES[role][name])
    if part:
        message["last"] = False
    if link is not None and "part" in message:
        message["part"] = link.ends["child"]._part
    return message


def led_to(role: str, state: str) -> Link:
    link = Link(role)
    for name in WAYS[role][state]:
        link.say(sample(role, name))
    assert link.state == state
    return link


def test_every_message_has_a_sample_and_every_state_a_way():
    for role in ("agent", "hand"):
        assert set(SAMPLES[role]) == set(states._MESSAGES[role])
        assert set(WAYS[role]) == set(states._TRANSITIONS[role])


@pytest.mark.parametrize(("role", "state", "name"), [(r, s, n) for r in SAMPLES for s in WAYS[r] for n in SAMPLES[r]])
def test_each_state_permits_its_messages_and_no_other(role, state, name):
    link = led_to(role, state)
    message = sample(role, name, link)
    if name in PERMITTED[role, state] or (name == "stop" and not link.ends["child"].stopping):
        link.say(message)
        return
    for side, connection in link.ends.items():
        speaks = "supervisor" if name in FROM_SUPERVISOR else "child"
        if side == speaks:
            with pytest.raises(LocalProtocolError):
                connection.send(message)
            assert connection.state == state
        else:
            with pytest.raises(RemoteProtocolError):
                connection.receive_data(encode(message))
            assert connection.state == "ERROR"


@pytest.mark.parametrize(("role", "name"), [(r, n) for r in SAMPLES for n in SAMPLES[r]])
def test_nobody_says_what_only_the_other_may(role, name):
    for state in WAYS[role]:
        wrong = "child" if name in FROM_SUPERVISOR else "supervisor"
        with pytest.raises(LocalProtocolError, match="has none of"):
            led_to(role, state).ends[wrong].send(sample(role, name))


@pytest.mark.parametrize(("role", "state"), [(r, s) for r in WAYS for s in WAYS[r] if s != "DONE"])
def test_after_stop_the_child_may_say_goodbye_in_any_state(role, state):
    link = led_to(role, state)
    link.say(sample(role, "stop"))
    link.say(sample(role, "goodbye"))
    assert link.state == "DONE"
    assert link.ends["supervisor"].receive_data(b"") == []


def test_after_stop_the_supervisor_says_nothing_more():
    link = led_to("agent", "JUDGING")
    link.say(AGENT["stop"])
    with pytest.raises(LocalProtocolError, match="after stop"):
        link.ends["supervisor"].send(AGENT["verdict"])
    with pytest.raises(RemoteProtocolError, match="after stop"):
        link.ends["child"].receive_data(encode(AGENT["verdict"]))


def test_what_crosses_a_stop_on_its_way_is_still_heard():
    link = led_to("hand", "BUSY")
    supervisor, child = link.ends["supervisor"], link.ends["child"]
    answer, stop = child.send(HAND["done"]), supervisor.send(HAND["stop"])
    assert supervisor.receive_data(answer) == [HAND["done"]]
    assert child.receive_data(stop) == [HAND["stop"]]
    assert supervisor.receive_data(child.send(HAND["goodbye"])) == [HAND["goodbye"]]


def test_an_order_and_a_stop_in_one_read_still_get_their_answer():
    link = led_to("hand", "READY")
    supervisor, child = link.ends["supervisor"], link.ends["child"]
    both = supervisor.send(HAND["order"]) + supervisor.send(HAND["stop"])
    assert child.receive_data(both) == [HAND["order"], HAND["stop"]]
    assert supervisor.receive_data(child.send(HAND["done"])) == [HAND["done"]]


# -- fields --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "name"), [(r, n) for r in SAMPLES for n in SAMPLES[r]])
def test_a_field_too_many_is_a_fault(role, name):
    message = {**sample(role, name), "smuggled": 1}
    assert messages.wrong_field(message) == "an unknown field"


@pytest.mark.parametrize(
    ("role", "name", "field"), [(r, n, f) for r in SAMPLES for n in SAMPLES[r] for f in SAMPLES[r][n]]
)
@pytest.mark.parametrize("value", [[[[1]]], 1.5, -1, "\n" * 9000, True, None, {"a": 1}], ids=range(7))
def test_a_field_of_another_kind_is_a_fault(role, name, field, value):
    original = SAMPLES[role][name][field]
    if field == "type" or (field, type(value)) in {
        ("proofs", dict),
        ("limits", dict),
        ("summary", dict),
        ("summary", str),
        ("last", bool),
        ("ok", bool),
        ("stop_reason", type(None)),
        ("errno", type(None)),
        ("current", type(None)),
        ("data", str),
    }:
        return
    if type(value) is str and type(original) is str and field == "text" and name == "verdict":
        return
    assert messages.wrong_field({**SAMPLES[role][name], field: value}) is not None


@pytest.mark.parametrize(("role", "name"), [(r, n) for r in SAMPLES for n in SAMPLES[r]])
def test_a_missing_field_is_a_fault_unless_it_may_be_absent(role, name):
    may_be_absent = {"summary", "sha256", "data", "current"}
    for field in set(SAMPLES[role][name]) - {"type"}:
        message = {key: value for key, value in SAMPLES[role][name].items() if key != field}
        assert (messages.wrong_field(message) is None) == (field in may_be_absent)


COMMANDS = {
    "view": {"path": "a.md", "view_range": [1, -1]},
    "create": {"path": "a.md", "file_text": "x"},
    "str_replace": {"path": "a.md", "old_str": "x", "new_str": "y"},
    "insert": {"path": "a.md", "insert_line": 0, "insert_text": "x"},
    "delete": {"path": "a.md"},
    "rename": {"old_path": "a.md", "new_path": "b.md"},
}
ORDERS = {
    "read": {},
    "list": {"depth": 2},
    "write": {"data": "QQ==", "expect": None, "temp": ".scribe-1.tmp"},
    "move": {"to": "b.md", "expect": SHA, "directory": False},
    "remove": {"expect": SHA, "temp": ".scribe-1.tmp", "directory": False},
}


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_its_own_parameters(command):
    request = {"type": "request", "id": 1, "command": command, **COMMANDS[command]}
    cites = [{"turn": 3, "quote": "remember this"}]
    assert messages.wrong_field(request) is None
    assert messages.wrong_field({**request, "cites": cites}) is None
    assert messages.wrong_field({**request, "cites": [{**cites[0], "more": 1}]}) == "no valid cites"
    for other in set(COMMANDS) - {command}:
        if COMMANDS[other].keys() - COMMANDS[command].keys():
            wrong = {"type": "request", "id": 1, "command": command, **COMMANDS[other]}
            assert messages.wrong_field(wrong) is not None


@pytest.mark.parametrize("do", ORDERS)
def test_each_order_has_its_own_fields(do):
    order = {"type": "order", "id": 1, "do": do, "path": "a.md", "part": 0, "last": True, **ORDERS[do]}
    assert messages.wrong_field(order) is None
    assert messages.wrong_field({**order, "expect": SHA.upper()}) is not None
    assert messages.wrong_field({**order, "do": "chmod"}) == "an unknown command"
    assert messages.wrong_field({**order, "do": ["read"]}) == "an unknown command"


def test_every_rule_of_a_refusal_is_known():
    for rule_name in REFUSALS:
        assert messages.wrong_field({**HAND["refused"], "rule": rule_name}) is None
    assert messages.wrong_field({**HAND["refused"], "rule": "because"}) == "no valid rule"


# -- order ---------------------------------------------------------------------------------------------------


def test_identifiers_grow_across_both_kinds_of_question():
    link = led_to("agent", "WORKING")
    link.say({**AGENT["request"], "id": 5})
    link.say({**AGENT["verdict"], "id": 5})
    for number in (5, 4, 1):
        with pytest.raises(LocalProtocolError, match="does not grow"):
            link.ends["child"].send({**AGENT["ask_model"], "id": number})
    link.say({**AGENT["ask_model"], "id": 6})


@pytest.mark.parametrize("number", [4, 6])
def test_an_answer_to_another_question_is_a_fault(number):
    link = led_to("agent", "WORKING")
    link.say({**AGENT["request"], "id": 5})
    with pytest.raises(LocalProtocolError, match="another question"):
        link.ends["supervisor"].send({**AGENT["verdict"], "id": number})
    with pytest.raises(RemoteProtocolError, match="another question"):
        link.ends["child"].receive_data(encode({**AGENT["verdict"], "id": number}))


def part(number: int, last: bool, **changed: object) -> dict:
    order = {"type": "order", "id": 1, "do": "write", "path": "a.md", "data": "QQ==", "expect": None}
    return {**order, "part": number, "last": last, **changed}


def test_parts_come_in_order_and_belong_together():
    link = led_to("hand", "READY")
    link.say(part(0, False))
    link.say(part(1, False, data="Qg=="))
    for wrong in (
        part(1, False),
        part(3, True),
        part(0, True),
        part(2, True, path="b.md"),
        part(2, True, id=2),
        part(2, True, expect=SHA),
        part(2, True, temp="x"),
        {**HAND["order"], "part": 2},
    ):
        with pytest.raises(LocalProtocolError, match="a part o"):
            link.ends["supervisor"].send(wrong)
    link.say(part(2, True))
    assert link.state == "BUSY"
    link.say({**HAND["done"], "last": False})
    with pytest.raises(RemoteProtocolError):
        link.ends["supervisor"].receive_data(encode({**HAND["refused"]}))


def test_parts_have_an_end():
    link = led_to("hand", "READY")
    for number in range(MAX_PARTS):
        link.say(part(number, False))
    with pytest.raises(LocalProtocolError):
        link.ends["supervisor"].send(part(MAX_PARTS, True))


def test_a_log_is_bounded_in_number():
    link = led_to("agent", "WORKING")
    for _ in range(MAX_LOGS):
        link.say(AGENT["log"])
    with pytest.raises(LocalProtocolError, match="more log"):
        link.ends["child"].send(AGENT["log"])
    with pytest.raises(RemoteProtocolError, match="more log"):
        link.ends["supervisor"].receive_data(encode(AGENT["log"]))


def test_a_log_is_bounded_in_length():
    link = led_to("agent", "WORKING")
    longest = {**AGENT["log"], "text": "x" * 8192}
    for _ in range(MAX_LOG_TEXT // 8192):
        link.say(longest)
    with pytest.raises(LocalProtocolError, match="more log"):
        link.ends["child"].send({**longest, "text": "x"})


# -- ends and faults -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("role", "state"), [(r, s) for r in WAYS for s in WAYS[r] if s != "DONE"])
def test_an_end_without_goodbye_is_a_fault(role, state):
    with pytest.raises(RemoteProtocolError, match=f"in state {state}"):
        led_to(role, state).ends["supervisor"].receive_data(b"")


def test_an_end_within_a_frame_is_a_fault_even_after_goodbye():
    supervisor = led_to("agent", "DONE").ends["supervisor"]
    supervisor.receive_data(b"\0")
    with pytest.raises(RemoteProtocolError, match="within a frame"):
        supervisor.receive_data(b"")


def test_after_a_fault_of_the_peer_nothing_is_heard_or_said():
    link = led_to("agent", "WORKING")
    supervisor = link.ends["supervisor"]
    with pytest.raises(RemoteProtocolError):
        supervisor.receive_data(encode({"type": "nonsense"}))
    with pytest.raises(RemoteProtocolError):
        supervisor.receive_data(encode(AGENT["request"]))
    with pytest.raises(LocalProtocolError):
        supervisor.send(AGENT["stop"])


def test_after_a_fault_of_its_own_a_side_goes_on():
    link = led_to("agent", "WORKING")
    for wrong in ({**AGENT["request"], "path": 1}, {**AGENT["request"], "path": "\ud800"}, {}, {"type": 1}):
        with pytest.raises(LocalProtocolError):
            link.ends["child"].send(wrong)
    link.say(AGENT["request"])


def test_a_question_that_fits_no_frame_leaves_its_number_free():
    link = led_to("agent", "WORKING")
    with pytest.raises(LocalProtocolError, match="fit in a frame"):
        link.ends["child"].send({**AGENT["request"], "cites": [{"turn": 1, "quote": "x" * 2**20}]})
    link.say(AGENT["request"])


def test_a_fault_repeats_nothing_that_the_peer_wrote():
    for wrong in (
        {"type": "evil\x1b[2J"},
        {**AGENT["hello"], "evil\x1b[2J": 1},
        {**AGENT["hello"], "role": "evil\x1b[2J"},
    ):
        with pytest.raises(RemoteProtocolError) as caught:
            Connection("agent", "supervisor").receive_data(encode(wrong))
        assert "evil" not in str(caught.value)


@pytest.mark.parametrize("role", SAMPLES)
@given(data=st.binary(max_size=200))
def test_no_bytes_make_a_connection_raise_anything_else(role, data):
    for side in ("supervisor", "child"):
        try:
            Connection(role, side).receive_data(data)
        except RemoteProtocolError:
            pass


@st.composite
def changed_messages(draw: st.DrawFn) -> tuple[str, str, dict]:
    """A state, and a message with some of its fields replaced by whatever JSON has."""
    role = draw(st.sampled_from(["agent", "hand"]))
    state = draw(st.sampled_from(sorted(WAYS[role])))
    message = dict(SAMPLES[role][draw(st.sampled_from(sorted(SAMPLES[role])))])
    scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab{[", max_size=3) | st.just(SHA)
    values = st.recursive(scalars, lambda e: st.lists(e, max_size=3) | st.dictionaries(st.text("ab"), e))
    for field in draw(st.lists(st.sampled_from(sorted(message)), max_size=2)):
        message[field] = draw(values)
    return role, state, message


@given(changed_messages())
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_both_ends_agree_on_every_message(case):
    """What one end lets out, the other lets in, and the other way round."""
    role, state, message = case
    for speaker, hearer in (("child", "supervisor"), ("supervisor", "child")):
        link = led_to(role, state)
        try:
            data = link.ends[speaker].send(message)
        except LocalProtocolError:
            with pytest.raises(RemoteProtocolError):
                link.ends[hearer].receive_data(encode(message))
        else:
            assert link.ends[hearer].receive_data(data) == [message]
            assert link.ends[hearer].state == link.ends[speaker].state


class Session(RuleBasedStateMachine):
    """Whole sessions at random: whatever is permitted is said, in any order and any number of times."""

    @initialize(role=st.sampled_from(["agent", "hand"]))
    def begin_one(self, role: str) -> None:
        self.begin(role)

    def begin(self, role: str) -> None:
        self.role, self.link, self.number = role, Link(role), 0

    @precondition(lambda self: self.link.state == "DONE")
    @rule(role=st.sampled_from(["agent", "hand"]))
    def begin_another(self, role: str) -> None:
        self.begin(role)

    @precondition(lambda self: self.link.state != "DONE")
    @rule(choice=st.integers(0, 100), last=st.booleans())
    def speak(self, choice: int, last: bool) -> None:
        stopping = self.link.ends["child"].stopping
        permitted = sorted(PERMITTED[self.role, self.link.state] | {"stop"})
        if stopping:
            permitted = sorted({*permitted, "goodbye"} - FROM_SUPERVISOR)
        name = permitted[choice % len(permitted)]
        message = sample(self.role, name, self.link)
        if name in {"request", "ask_model"} or (name == "order" and self.link.state == "READY"):
            self.number += 1 + choice
        if "id" in message:
            message["id"] = self.number
        if "last" in message and message.get("part", 0) < 4:
            message["last"] = last
        self.link.say(message)

    @invariant()
    def both_ends_agree(self) -> None:
        supervisor, child = self.link.ends["supervisor"], self.link.ends["child"]
        for field in ("state", "stopping", "_id", "_part", "_first", "_logs"):
            assert getattr(supervisor, field) == getattr(child, field)


TestSession = Session.TestCase
TestSession.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
