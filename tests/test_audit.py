"""The audit chain: what shows when it was changed, cut or torn, and what it says about the room."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from room import audit
from room.audit import Chain, Mark, Misfit
from room.errors import RoomError, StoreError
from room.handles import Directory
from room.ledger import Ledger
from tests.rooms import NOON


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Directory]:
    with Directory.at(str(tmp_path)) as directory:
        yield directory


def opened(state: Directory, mark: Mark | None = None) -> Chain:
    return Chain(state, now=lambda: NOON, mark=mark)


def filled(state: Directory, count: int = 4) -> Mark:
    chain = opened(state)
    chain.append([{"kind": "begin", "room_id": "0" * 32}])
    for number in range(2, count + 1):
        chain.append([{"kind": "skip", "rule": "cursor-unmoved", "number": number}], durable=True)
    chain.close()
    return chain.mark()


def lines(state: Directory) -> list[bytes]:
    return Path(state.path, "audit.jsonl").read_bytes().split(b"\n")


def rewrite(state: Directory, data: list[bytes]) -> None:
    Path(state.path, "audit.jsonl").write_bytes(b"\n".join(data))


def test_every_row_carries_its_number_its_time_and_the_hash_of_the_line_before(state: Directory) -> None:
    filled(state)
    previous = "0" * 64
    for number, line in enumerate(lines(state)[:-1], 1):
        row = json.loads(line)
        assert (row["seq"], row["at"], row["prev"]) == (number, "2026-09-21T14:13:20Z", previous)
        previous = hashlib.sha256(line).hexdigest()


def test_rows_are_ascii_whatever_they_say(state: Directory) -> None:
    chain = opened(state)
    chain.append([{"kind": "reject", "reason": "naïve 記憶 \x1b[31m \ud800"}], durable=True)
    chain.close()
    assert lines(state)[0].isascii() and b"\x1b" not in lines(state)[0]
    assert audit.verify(state) is None


def test_a_row_cannot_claim_its_own_number_time_or_hash(state: Directory) -> None:
    chain = opened(state)
    assert chain.append([{"kind": "skip", "seq": 9, "at": "never", "prev": "x"}]) == [1]
    chain.close()
    assert audit.verify(state) is None


def change(row: int, edit: Callable[[dict[str, Any]], Any]) -> Callable[[list[bytes]], list[bytes]]:
    def changed(data: list[bytes]) -> list[bytes]:
        fields = json.loads(data[row - 1])
        edit(fields)
        return [*data[: row - 1], json.dumps(fields, separators=(",", ":")).encode(), *data[row:]]

    return changed


@pytest.mark.parametrize(
    ("attack", "misfit", "reason"),
    [
        (change(2, lambda row: row.update(rule="main-agent-wrote")), 3, "hash of the row before"),
        (change(2, lambda row: row.update(seq=3)), 2, "number is 3 where 2 belongs"),
        (change(3, lambda row: row.pop("at")), 3, "lacks"),
        (change(3, lambda row: row.update(seq=True)), 3, "lacks"),
        (change(3, lambda row: row.update(kind="intent")), 3, "names no change"),
        (lambda data: [*data[:1], *data[2:]], 2, "number"),
        (lambda data: [data[0], data[2], data[1], *data[3:]], 2, "number"),
        (lambda data: [data[0], data[0], *data[1:]], 2, "number"),
        (lambda data: [data[0], b"{}", *data[1:]], 2, "lacks"),
        (lambda data: [data[0], b"\xff", *data[1:]], 2, "ASCII"),
        (lambda data: [data[0], b"[" * 100_000, *data[1:]], 2, "ASCII"),
    ],
)
def test_a_row_in_the_middle_that_was_changed_shows(
    state: Directory, attack: Callable[[list[bytes]], list[bytes]], misfit: int, reason: str
) -> None:
    filled(state)
    rewrite(state, attack(lines(state)))
    found = audit.verify(state)
    assert found is not None
    assert (found.row, reason in found.reason) == (misfit, True), found
    with pytest.raises(RoomError, match="scribe room adopt"):
        opened(state)


def test_a_tail_that_was_cut_shows_by_the_registrys_count(state: Directory) -> None:
    mark = filled(state)
    rewrite(state, [*lines(state)[:3], b""])
    assert audit.verify(state) is None
    assert audit.verify(state, mark) == Misfit(4, "the chain ends after 3 rows; the registry knows 4")
    with pytest.raises(RoomError, match="the registry knows 4"):
        opened(state, mark)


def test_a_tail_that_was_written_anew_shows_by_the_registrys_head(state: Directory) -> None:
    mark = filled(state)
    rewrite(state, [*lines(state)[:3], b""])
    chain = opened(state)
    chain.append([{"kind": "skip", "rule": "forged"}, {"kind": "skip", "rule": "and more"}], durable=True)
    chain.close()
    found = audit.verify(state, mark)
    assert found is not None and found.row == 4


def test_a_chain_that_was_taken_away_shows(state: Directory) -> None:
    mark = filled(state)
    Path(state.path, "audit.jsonl").unlink()
    assert audit.verify(state) is None
    assert audit.verify(state, mark) == Misfit(1, "the chain ends after 0 rows; the registry knows 4")


def test_rows_beyond_the_registrys_mark_are_fine(state: Directory) -> None:
    mark = filled(state)
    chain = opened(state, mark)
    chain.append([{"kind": "skip"}], durable=True)
    chain.close()
    assert audit.verify(state, mark) is None


@pytest.mark.parametrize(
    "torn",
    [b'{"seq":5,"at":"20', b"\0\0\0\0\0", b'{"seq":5}\0\0\0\n', b"\xff\xfe", b"x" * 3_000_000],
    ids=["half a row", "zeros", "a line of remains", "no ASCII", "far too long"],
)
def test_a_torn_last_line_is_cut_off_and_said_so(state: Directory, torn: bytes) -> None:
    filled(state)
    before = lines(state)
    with open(Path(state.path, "audit.jsonl"), "ab") as file:
        file.write(torn)
    found = audit.verify(state)
    assert found is not None and "torn" in found.reason
    chain = opened(state)
    assert "torn by a crash" in chain.repaired or "torn the last line" in chain.repaired
    assert chain.append([{"kind": "skip"}], durable=True) == [6]
    chain.close()
    assert lines(state)[:4] == before[:4]
    repair = json.loads(lines(state)[4])
    assert (repair["kind"], repair["cut"] > 0) == ("repair", True)
    assert audit.verify(state) is None


def test_a_last_row_that_was_made_illegible_is_no_torn_line_where_the_registry_knows_it(state: Directory) -> None:
    mark = filled(state)
    rewrite(state, [*lines(state)[:3], b"\0" * 50, b""])
    found = audit.verify(state, mark)
    assert found == Misfit(4, "the chain ends after 3 rows; the registry knows 4")
    with pytest.raises(RoomError, match="the registry knows 4"):
        opened(state, mark)


def test_a_reader_takes_half_a_line_for_one_that_is_being_written(state: Directory) -> None:
    filled(state)
    with open(Path(state.path, "audit.jsonl"), "ab") as file:
        file.write(b'{"seq":5')
    reader, rows = audit.read(state)
    assert [row["seq"] for row in rows] == [1, 2, 3, 4]
    assert reader.misfit is None
    assert lines(state)[-1] == b'{"seq":5'


def test_a_chain_that_another_program_appended_to_is_not_written(state: Directory) -> None:
    filled(state)
    chain = opened(state)
    with open(Path(state.path, "audit.jsonl"), "ab") as file:
        file.write(b"something\n")
    with pytest.raises(StoreError, match="another program"):
        chain.append([{"kind": "skip"}])
    chain.close()


@pytest.mark.parametrize("kind", ["link", "fifo", "directory"])
def test_what_is_no_plain_file_is_not_a_chain(state: Directory, kind: str) -> None:
    path = Path(state.path, "audit.jsonl")
    if kind == "link":
        target = Path(state.path, "elsewhere")
        target.write_bytes(b"")
        path.symlink_to(target)
    elif kind == "fifo":
        os.mkfifo(path)
    else:
        path.mkdir()
    with pytest.raises(StoreError, match=r"audit\.jsonl"):
        opened(state)
    with pytest.raises(StoreError, match=r"audit\.jsonl"):
        audit.verify(state)


def test_a_row_for_which_there_was_no_space_leaves_nothing_and_the_next_one_fits(
    state: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(state)
    before = lines(state)

    def fail(fd: int, data: bytes) -> None:
        os.write(fd, data[:20])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    chain = opened(state)
    with monkeypatch.context() as patch:
        patch.setattr(audit, "write_all", fail)
        with pytest.raises(StoreError, match="free some space"):
            chain.append([{"kind": "skip"}])
    assert lines(state) == before
    assert chain.append([{"kind": "skip"}], durable=True) == [5]
    chain.close()
    assert audit.verify(state) is None


def test_rows_that_were_not_waited_for_are_waited_for_with_the_next_that_are(
    state: Directory, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = []
    real = audit._sync
    monkeypatch.setattr(audit, "_sync", lambda fd: (waits.append(fd), real(fd))[1])
    chain = opened(state)
    chain.append([{"kind": "skip"}])
    assert waits == []
    chain.append([{"kind": "skip"}], durable=True)
    chain.sync()
    assert len(waits) == 1
    chain.close()


# -- The ledger ----------------------------------------------------------------------------------------------


def ledger(*rows: dict[str, Any]) -> Ledger:
    found = Ledger()
    for number, row in enumerate(rows, 1):
        found.add({"seq": number, "at": "t", "prev": "", "run": "r", **row})
    return found


def intent(op: str, path: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "intent", "op": op, "path": path, "temporary": "t", **fields}


def end(of: int, outcome: str = "done") -> dict[str, Any]:
    return {"kind": "completion", "of": of, "outcome": outcome}


@pytest.mark.parametrize("outcome", ["refused", "superseded", "recovered-back"])
def test_a_change_that_was_not_made_is_not_known(outcome: str) -> None:
    found = ledger(intent("write", "a.md", new="1", trust="operator"), end(1, outcome))
    assert (found.known, found.unfinished, found.unsettled) == ({}, {}, [])


def test_a_change_without_an_end_is_unfinished_and_not_known() -> None:
    found = ledger(intent("write", "a.md", new="1"))
    assert (found.known, list(found.unfinished)) == ({}, [1])


def test_a_completion_of_nothing_changes_nothing() -> None:
    assert ledger(end(7), end(7)).known == {}


def test_only_the_last_bytes_of_a_file_are_known() -> None:
    found = ledger(
        intent("write", "a.md", new="1", trust="user-verified"),
        end(1),
        intent("write", "a.md", new="2", trust="external-tool"),
        end(3, "recovered-forward"),
    )
    assert found.trust_of("a.md", "1") is None
    assert found.trust_of("a.md", "2") == "external-tool"


def test_what_was_settled_is_not_looked_at_again() -> None:
    found = ledger(intent("write", "a.md", new="1"), end(1), {"kind": "settled"})
    assert (list(found.known), found.unsettled) == (["a.md"], [])
