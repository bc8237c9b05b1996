"""The hand by its orders: what it answers, in how many parts, and what it loads to be able to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from tests.trees import grow, picture
from worker import hand
from worker.beneath import MAX_FILE
from worker.frames import FrameError, from_base64, to_base64
from worker.listing import MAX_ENTRIES
from worker.messages import MAX_PARTS, PART_BYTES
from worker.states import Connection


def sha(data: bytes) -> str:
    return sha256(data).hexdigest()


class Supervisor:
    """The other end of a hand in this process: what it orders, and what comes back through both machines.

    It is the hand's channel at the same time: the hand asks for the next message, and gets what was queued.
    """

    def __init__(self, root: int) -> None:
        self.root = root
        self.orders: deque[dict] = deque()
        self.answers: list[dict] = []
        self.here, self.there = Connection("hand", "supervisor"), Connection("hand", "child")
        hello = {"type": "hello", "role": "hand", "pid": 1, "proofs": {}}
        self.here.receive_data(self.there.send(hello))
        self.number = 0

    def receive(self) -> dict:
        [message] = self.there.receive_data(self.here.send(self.orders.popleft()))
        return message

    def send(self, message: dict) -> None:
        self.answers += self.here.receive_data(self.there.send(message))

    def order(self, do: str, path: str, parts: list[bytes] | None = None, **fields: object) -> list[dict]:
        """Give one order to a hand, and stop; return its answers without the goodbye."""
        self.number += 1
        head = {"type": "order", "id": self.number, "do": do, "path": path, **fields}
        for number, data in enumerate(parts or [b""]):
            carried = {} if parts is None else {"data": to_base64(data)}
            last = number == len(parts or [b""]) - 1
            self.orders.append({**head, "part": number, "last": last, **carried})
        self.answers = []
        with pytest.raises(IndexError):  # Nothing more is queued; the hand would wait.
            hand.serve(self, self.root)
        return self.answers


@pytest.fixture
def supervisor(tmp_path: Path) -> Iterator[Supervisor]:
    root = os.open(grow(tmp_path / "room"), os.O_RDONLY | os.O_DIRECTORY)
    yield Supervisor(root)
    os.close(root)


def test_each_order_is_answered(supervisor, tmp_path):
    done = {"type": "done", "part": 0, "last": True}
    one, two = sha(b"one"), sha(b"two")
    order = supervisor.order
    assert order("write", "d/a.md", [b"one"], expect=None) == [{**done, "id": 1, "sha256": one}]
    assert order("read", "d/a.md") == [{**done, "id": 2, "sha256": one, "data": to_base64(b"one")}]
    assert order("write", "d/a.md", [b"two"], expect=one) == [{**done, "id": 3, "sha256": two}]
    assert order("move", "d/a.md", to="b.md", expect=two) == [{**done, "id": 4, "sha256": two}]
    entries = [{"name": "b.md", "kind": "file", "size": 3}, {"name": "d", "kind": "directory", "size": 0}]
    assert order("list", "") == [{**done, "id": 5, "entries": entries, "complete": True}]
    assert order("remove", "b.md", expect=two) == [{**done, "id": 6}]
    assert order("remove", "d", expect=None, directory=True) == [{**done, "id": 7}]
    assert picture(tmp_path / "room") == []


def test_a_refusal_says_rule_reason_errno_and_what_is_there(supervisor, tmp_path):
    grow(tmp_path / "room", "a.md = theirs", "link => ../out")
    [conflict] = supervisor.order("write", "a.md", [b"x"], expect=sha(b"mine"))
    assert (conflict["type"], conflict["rule"], conflict["errno"]) == ("refused", "conflict", None)
    assert conflict["current"] == sha(b"theirs")
    [absent] = supervisor.order("remove", "b.md", expect=sha(b"mine"))
    assert (absent["rule"], absent["errno"], absent["current"]) == ("absent", 2, None)
    [link] = supervisor.order("read", "link")
    assert link["rule"] == "links"
    assert "current" not in link
    assert supervisor.order("read", "a.md")[0]["sha256"] == sha(b"theirs")


def test_the_temporary_name_is_that_of_the_order(supervisor, tmp_path):
    grow(tmp_path / "room", ".scribe-1.tmp = taken", "other = taken")
    assert supervisor.order("write", "a.md", [b"x"], expect=None)[0]["rule"] == "exists"
    assert supervisor.order("write", "a.md", [b"x"], expect=None, temp="other")[0]["rule"] == "exists"
    assert supervisor.order("write", "a.md", [b"x"], expect=None, temp="free")[0]["type"] == "done"
    assert supervisor.order("remove", "a.md", expect=sha(b"x"), temp="other")[0]["rule"] == "exists"


@pytest.mark.parametrize("size", [0, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, MAX_FILE])
def test_a_long_file_comes_and_goes_in_parts(supervisor, tmp_path, size):
    data = os.urandom(size)
    parts = [data[at : at + PART_BYTES] for at in range(0, size or 1, PART_BYTES)]
    [written] = supervisor.order("write", "a.bin", parts, expect=None)
    assert written["sha256"] == sha(data)
    answers = supervisor.order("read", "a.bin")
    assert len(answers) == len(parts)
    assert [answer["last"] for answer in answers] == [False] * (len(parts) - 1) + [True]
    assert b"".join(from_base64(answer["data"]) for answer in answers) == data


def test_more_than_the_bound_is_refused_and_not_stored(supervisor, tmp_path, monkeypatch):
    stored = []
    real = hand.Beneath.write

    def write(beneath: hand.Beneath, path: str, data: bytes, *rest: str) -> hand.Outcome:
        stored.append(len(data))
        return real(beneath, path, data, *rest)

    monkeypatch.setattr(hand.Beneath, "write", write)
    parts = [b"x" * PART_BYTES] * MAX_PARTS
    [answer] = supervisor.order("write", "a.bin", parts, expect=None)
    assert answer["rule"] == "size"
    assert stored == [MAX_FILE + 1]
    assert picture(tmp_path / "room") == []


def test_a_long_listing_comes_in_parts_that_fit_into_frames(supervisor, tmp_path, monkeypatch):
    names = [f"{number:05}" + "\x01" * 100 for number in range(5000)]
    monkeypatch.setattr(hand.Beneath, "listing", lambda *_: (sorted((name, "file", 1) for name in names), False))
    answers = supervisor.order("list", "")
    assert len(answers) > 1
    assert [entry["name"] for answer in answers for entry in answer["entries"]] == names
    assert {answer["complete"] for answer in answers} == {False}


@pytest.mark.parametrize("length", [1, 10, 4 * 1024 * 1024 // MAX_ENTRIES])
def test_the_longest_listing_there_can_be_fits(supervisor, monkeypatch, length):
    name = "/".join(["\x01" * 255] * 20)[:length]
    monkeypatch.setattr(hand.Beneath, "listing", lambda *_: ([(name, "directory", 0)] * MAX_ENTRIES, True))
    answers = supervisor.order("list", "")
    assert sum(len(answer["entries"]) for answer in answers) == MAX_ENTRIES
    assert answers[-1]["last"]


def test_a_reason_is_never_longer_than_a_message_may_hold(supervisor):
    longest = "/".join(["\x01" * 255] * 20)
    [answer] = supervisor.order("move", longest, to=longest + "x", expect=None)
    assert answer["type"] == "refused"
    [answer] = supervisor.order("move", longest, to=longest.replace("\x01", "\x02"), expect=None)
    assert answer["rule"] == "absent"


def test_what_the_outcome_adds_is_in_the_answer(supervisor, monkeypatch):
    monkeypatch.setattr(hand.Beneath, "write", lambda *_: hand.Outcome("not atomic", "a.kept-1.md"))
    [answer] = supervisor.order("write", "a.md", [b"x"], expect=None)
    assert (answer["detail"], answer["kept"]) == ("not atomic", "a.kept-1.md")

    def refuse(*_: object) -> None:
        refusal = hand.Refused("conflict", "it was changed", None, sha(b""))
        refusal.kept = "b.kept-1.md"
        raise refusal

    monkeypatch.setattr(hand.Beneath, "write", refuse)
    [answer] = supervisor.order("write", "b.md", [b"x"], expect=None)
    assert (answer["kept"], answer["current"]) == ("b.kept-1.md", sha(b""))


@pytest.mark.parametrize("begun", [0, 1])
def test_stop_is_answered_with_goodbye_even_within_an_order(supervisor, begun):
    part = {"type": "order", "id": 1, "do": "write", "path": "a.md", "expect": None, "data": "QQ=="}
    supervisor.orders.extend([{**part, "part": 0, "last": False}] * begun)
    supervisor.orders.append({"type": "stop", "reason": "enough"})
    hand.serve(supervisor, supervisor.root)
    assert supervisor.answers == [{"type": "goodbye"}]
    assert supervisor.here.state == "DONE"
    assert os.listdir(supervisor.root) == []


def test_data_that_is_not_base64_ends_the_hand(supervisor):
    part = {"type": "order", "id": 1, "do": "write", "path": "a.md", "expect": None, "data": "?"}
    supervisor.orders.append({**part, "part": 0, "last": True})
    with pytest.raises(FrameError):
        hand.serve(supervisor, supervisor.root)
    assert os.listdir(supervisor.root) == []


def test_a_hand_without_a_room_does_not_begin(supervisor):
    with pytest.raises(ValueError, match="needs a room"):
        hand.serve(supervisor, None)


def test_what_is_not_a_refusal_ends_the_hand(supervisor, monkeypatch):
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(hand.Beneath, "read", fail)
    supervisor.orders.append({"type": "order", "id": 1, "do": "read", "path": "a", "part": 0, "last": True})
    with pytest.raises(MemoryError):
        hand.serve(supervisor, supervisor.root)
    assert supervisor.answers == []


# -- what it loads -------------------------------------------------------------------------------------------

OURS = "hand beneath frames listing messages refusal renaming syscalls temporary walk"
THEIRS = "__future__ _json _ctypes _sha256 _sha2 binascii errno"
BUDGET = {"worker", *THEIRS.split(), *(f"worker.{name}" for name in OURS.split())}


def test_a_hand_imports_nothing_but_itself_and_c_modules():
    root = str(Path(hand.__file__).parent.parent)
    code = "import sys\nbefore = set(sys.modules)\nsys.path.append(sys.argv[1])\nimport worker.hand\n"
    code += "print(*sorted(set(sys.modules) - before))"
    command = [sys.executable, "-I", "-S", "-B", "-c", code, root]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout.split()
    assert set(loaded) <= BUDGET, set(loaded) - BUDGET
