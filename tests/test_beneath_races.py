"""Races: another process swaps and saves at full speed while the hand works; nothing gets out or is lost.

Each race is run a second time against a naive implementation, which must be seen to lose: an attack that
could not succeed would prove nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.racing import PATIENCE, ROTATE, SAVE, SECONDS, SWAP, others, rounds, running, sha
from tests.trees import grow, picture
from worker.beneath import Beneath
from worker.refusal import Refused

TEMP = ".scribe-1.tmp"


@pytest.fixture
def places(tmp_path: Path) -> Iterator[tuple[Path, Path, Beneath]]:
    outside = grow(tmp_path / "outside", "x.md = secret", "deep/y.md = secret")
    room = grow(tmp_path / "room")
    root = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
    yield room, outside, Beneath(root)
    os.close(root)


# -- a directory that is now and then a link -----------------------------------------------------------------


def test_a_directory_swapped_for_a_link_leads_nothing_outside(places):
    room, outside, beneath = places
    grow(room, "d/x.md = inside", "link => ../outside")
    before = picture(outside)
    refused, done = set(), 0
    with running(SWAP, room, "d", "link"):
        for number in rounds(SECONDS):
            try:
                if number % 5 == 0:
                    assert beneath.read("d/x.md") != b"secret"
                elif number % 5 == 1:
                    beneath.write("d/new.md", b"mine", None, TEMP)
                elif number % 5 == 2:
                    beneath.remove("d/new.md", sha("mine"), TEMP)
                elif number % 5 == 3:
                    beneath.move("d/x.md", "d/z.md", sha("inside"))
                    beneath.move("d/z.md", "d/x.md", sha("inside"))
                else:
                    names = {name for name, _, _ in beneath.listing("d", 3)[0]}
                    assert "deep" not in names
                done += 1
            except Refused as refusal:
                refused.add(refusal.rule)
                if number % 5 == 3:
                    put_together(beneath)
    assert picture(outside) == before
    assert "links" in refused
    assert done > 10


def put_together(beneath: Beneath) -> None:
    """Undo half of the two moves above, if it was only half."""
    for path in ("d", "link"):
        try:
            beneath.move(f"{path}/z.md", f"{path}/x.md", sha("inside"))
        except Refused:
            continue


def test_control_a_naive_write_is_led_outside_by_the_same_swap(places):
    room, outside, _ = places
    grow(room, "d/x.md = inside", "link => ../outside")
    before = picture(outside)
    with running(SWAP, room, "d", "link"):
        for _ in rounds(PATIENCE):
            path = room / "d" / "new.md"
            try:
                # realpath() itself may meet the swap, between its lstat and its readlink.
                if os.path.realpath(path).startswith(f"{os.path.realpath(room)}/"):
                    path.write_text("mine")
            except OSError:
                continue
            if picture(outside) != before:
                return
    pytest.fail("the attack never succeeded, so the test above proves nothing")


# -- a file that is now and then something else --------------------------------------------------------------


def test_a_file_swapped_for_a_fifo_a_link_or_an_alias_is_neither_read_nor_written_nor_waited_for(places):
    room, outside, beneath = places
    others(room, outside)
    before = picture(outside)
    refused, content = set(), "inside"
    with running(ROTATE, room, "fifo link directory alias"):
        for number in rounds(SECONDS):
            try:
                if number % 2:
                    assert beneath.read("a.md") != b"secret"
                else:
                    new = f"inside {number}"
                    beneath.write("a.md", new.encode(), sha(content), TEMP)
                    content = new
            except Refused as refusal:
                refused.add(refusal.rule)
                assert refusal.kept is None or "kept" in refusal.kept
    assert picture(outside) == before
    assert {"links", "not-a-file"} <= refused
    texts = [path.read_text() for path in room.iterdir() if path.is_file() and not path.is_symlink()]
    assert content in texts, "the last content that was reported as written is gone"


def test_control_a_naive_read_is_led_outside_by_the_same_swaps(places):
    room, outside, _ = places
    others(room, outside)
    (room / "fifo").unlink()
    grow(room, "fifo = a naive reader would wait here for ever")
    with running(ROTATE, room, "fifo link directory alias"):
        for _ in rounds(PATIENCE):
            path = room / "a.md"
            try:
                if not path.is_symlink() and path.stat().st_nlink == 1 and path.read_text() == "secret":
                    return
            except OSError:
                continue
    pytest.fail("the attack never succeeded, so the test above proves nothing")


# -- a file that another program saves again and again -------------------------------------------------------


def missing(room: Path, written: list[str], replaced: set[str]) -> set[str]:
    """Return what was saved by anybody, not replaced knowingly by anybody, and is nowhere to be found."""
    saved_by_them, replaced_by_them = json.loads((room.parent / "books.json").read_text())
    assert len(saved_by_them) > 20
    found = {path.read_text() for path in room.iterdir()}
    return {*saved_by_them, *written, "begin"} - replaced - set(replaced_by_them) - found


def test_no_save_of_another_program_is_lost(places):
    room, _, beneath = places
    grow(room, "a.md = begin")
    written: list[str] = []
    replaced: set[str] = set()
    refused: dict[str, int] = {}
    with running(SAVE, room):
        for number in rounds(3 * SECONDS):
            try:
                old = beneath.read("a.md").decode()
                if number % 4 == 3:
                    beneath.remove("a.md", sha(old), TEMP)
                    replaced.add(old)
                elif number % 4 == 2:
                    beneath.move("a.md", f"moved {number}", sha(old))
                else:
                    new = f"mine {number}"
                    beneath.write("a.md", new.encode(), sha(old), TEMP)
                    written.append(new)
                    replaced.add(old)
            except Refused as refusal:
                refused[refusal.rule] = refused.get(refusal.rule, 0) + 1
    assert missing(room, written, replaced) == set()
    assert refused.get("conflict", 0) > 0, "there was no race"
    assert written, "nothing was ever written"
    assert not [name for name in os.listdir(room) if name.startswith(".scribe")]


def test_control_a_naive_compare_and_replace_loses_saves(places):
    room, _, _ = places
    grow(room, "a.md = begin")
    written: list[str] = []
    replaced: set[str] = set()
    with running(SAVE, room):
        for number in rounds(2 * SECONDS):
            try:
                old = (room / "a.md").read_text()
                new = f"mine {number}"
                (room / "mine.tmp").write_text(new)
                if (room / "a.md").read_text() == old:
                    (room / "mine.tmp").replace(room / "a.md")
                    written.append(new)
                    replaced.add(old)
            except FileNotFoundError:
                continue
    (room / "mine.tmp").unlink(missing_ok=True)
    assert missing(room, written, replaced), "nothing was lost, so the test above proves nothing"
