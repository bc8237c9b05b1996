"""The user's registry: what it keeps, and what it makes of a file or directory that is not as it left it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from room.audit import Mark
from room.errors import RoomError, StoreError
from room.locks import kernel_lock
from room.orders import Change
from room.registry import Entry, Registry
from tests.capabilities import HAS_MODES, needs_modes
from tests.rooms import Home, directory

ROOM = os.path.abspath("/x/room")
ENTRY = Entry("0" * 32, ROOM, f"{ROOM}.scribe", 1, 2, 3, "f" * 64, "2026-09-21T08:12:00Z")


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    return Registry(str(tmp_path / "deep" / "registry"))


def test_a_registry_that_is_not_there_knows_no_room_and_makes_nothing(registry: Registry) -> None:
    assert registry.entries() == []
    assert not Path(registry.path).exists()


def test_what_was_registered_is_there_for_the_next_process(registry: Registry) -> None:
    with registry.changing() as entries:
        entries.append(ENTRY)
    assert Registry(registry.path).entries() == [ENTRY]
    folder = Path(registry.path)
    if HAS_MODES:
        assert [oct(path.stat().st_mode & 0o777) for path in (folder.parent, folder)] == ["0o700", "0o700"]
        assert (folder / "rooms.json").stat().st_mode & 0o777 == 0o600


def test_a_change_that_fails_changes_nothing(registry: Registry) -> None:
    with pytest.raises(KeyError), registry.changing() as entries:
        entries.append(ENTRY)
        raise KeyError
    assert registry.entries() == []


def test_the_registry_is_in_the_users_state_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("the XDG directories are Linux's")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert Registry().path == f"{os.path.realpath(tmp_path)}/scribe/registry"


def test_the_chains_count_and_head_are_brought_up_when_a_run_ends(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.run() as journal:
        assert home.registry.entries()[0].rows == 1
        journal.change(Change("write", "a.md", data=b"one"))
    assert home.registry.entries()[0].mark == journal.chain.mark()
    assert journal.chain.count == 4


def test_a_checkpoint_is_only_written_of_rows_that_are_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from room import audit

    home = Home(tmp_path)
    waits: list[str] = []
    real: Callable[[int], None] = audit._sync
    with home.run(settle=False) as journal:
        journal.record({"kind": "skip"})
        monkeypatch.setattr(audit, "_sync", lambda fd: (waits.append("rows"), real(fd))[1])
        journal.checkpoint()
        assert waits == ["rows"]
        journal.checkpoint()
        assert waits == ["rows"]
    assert home.registry.entries()[0].rows == 2


def test_a_checkpoint_of_a_room_that_was_forgotten_meanwhile_does_nothing(registry: Registry) -> None:
    registry.checkpoint("0" * 32, Mark(1, "0" * 64))
    assert registry.entries() == []


@pytest.mark.parametrize("named", [ENTRY.room, ENTRY.id, "/x/../x/room/"])
def test_a_room_is_forgotten_by_its_path_or_id(registry: Registry, named: str) -> None:
    with registry.changing() as entries:
        entries.append(ENTRY)
    assert registry.forget(named) == ENTRY
    assert registry.entries() == []
    with pytest.raises(RoomError, match="scribe room list"):
        registry.forget(named)


def test_forgetting_leaves_room_and_state_which_are_foreign_then(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.run() as journal:
        journal.change(Change("write", "a.md", data=b"one"))
    home.registry.forget(str(home.room))
    assert home.files() == {"a.md": b"one"}
    with pytest.raises(RoomError, match="foreign"):
        home.open()


def damage(edit: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    def damaged(data: bytes) -> bytes:
        fields = json.loads(data)
        edit(fields)
        return json.dumps(fields).encode()

    return damaged


@pytest.mark.parametrize(
    "damaged",
    [
        lambda data: b"",
        lambda data: data[:-20],
        lambda data: b"[]",
        lambda data: b"\xff" + data,
        lambda data: b"[" * 100_000,
        damage(lambda fields: fields.pop("rooms")),
        damage(lambda fields: fields["rooms"][0].pop("head")),
        damage(lambda fields: fields["rooms"][0].update(rows="3")),
        damage(lambda fields: fields["rooms"][0].update(rows=True)),
        damage(lambda fields: fields.update(rooms={})),
        damage(lambda fields: fields.update(rooms=[3])),
    ],
)
def test_a_file_that_makes_no_sense_is_set_aside_and_said_so(
    registry: Registry, damaged: Callable[[bytes], bytes]
) -> None:
    with registry.changing() as entries:
        entries.append(ENTRY)
    file = Path(registry.path) / "rooms.json"
    bad = damaged(file.read_bytes())
    file.write_bytes(bad)
    assert registry.entries() == []
    if bad != b'{"version": 1, "rooms": {}}':
        assert "has to be adopted again" in registry.notices[0]
        (aside,) = Path(registry.path).glob("rooms.unreadable-*")
        assert aside.read_bytes() == bad
    with registry.changing() as entries:
        entries.append(ENTRY)
    assert registry.entries() == [ENTRY]


@pytest.mark.parametrize("mode", [0o770, 0o707])
@needs_modes
def test_a_registry_in_which_others_may_write_is_not_believed(registry: Registry, mode: int) -> None:
    with registry.changing() as entries:
        entries.append(ENTRY)
    Path(registry.path).chmod(mode)
    with pytest.raises(RoomError, match=r"the registry .* is refused: others may write"):
        registry.entries()
    with pytest.raises(RoomError, match="chmod go-w"), registry.changing():
        pass


@pytest.mark.parametrize("kind", ["link", "fifo"])
def test_a_registry_file_that_is_no_plain_file_is_not_read(registry: Registry, kind: str) -> None:
    with registry.changing():
        pass
    file = Path(registry.path) / "rooms.json"
    if kind == "link":
        file.symlink_to("/etc/passwd")
    else:
        os.mkfifo(file)
    with pytest.raises(StoreError, match=r"rooms\.json"):
        registry.entries()


def test_a_registry_that_another_process_keeps_locked_is_busy(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    from room import registry as module

    monkeypatch.setattr(module, "_WAIT", 0.1)
    with registry.changing():
        pass
    with directory(Path(registry.path)) as folder, kernel_lock(folder, "rooms.lock", 1):
        with pytest.raises(RoomError, match="busy"), registry.changing():
            pass
    with registry.changing():
        pass
