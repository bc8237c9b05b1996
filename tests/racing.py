"""Another process that swaps, saves and plants at full speed until it is told to end, and what the tests of it share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from tests.trees import grow

SECONDS = 0.7
PATIENCE = 20.0  # For a naive implementation to lose, on a machine that is busy with other things.
REPOSITORY = str(Path(__file__).resolve().parent.parent)

PRELUDE = """
import os, sys, time
sys.path.append(sys.argv[1])
os.chdir(sys.argv[2])
from worker.renaming import exchange, rename_to_new
here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
def going():
    return not os.path.exists(sys.argv[3])
print("ready", flush=True)
"""

SWAP = (
    PRELUDE
    + """
while going():
    for _ in range(200):
        exchange(here, sys.argv[4].encode(), sys.argv[5].encode())
"""
)

ROTATE = (
    PRELUDE
    + """
things = [each.encode() for each in sys.argv[4].split()]
while going():
    for thing in things * 20:
        exchange(here, b"a.md", thing)
        exchange(here, b"a.md", thing)
"""
)

SAVE = (
    PRELUDE
    + """
import json
saved, replaced, number = [], [], 0
while going():
    number += 1
    text = f"save {number}"
    with open("their.tmp", "x") as file:
        file.write(text)
    saved.append(text)
    # It looks at what it replaces, so that the books can be balanced; an editor would not.
    while True:
        try:
            exchange(here, b"their.tmp", b"a.md")
        except FileNotFoundError:
            try:
                rename_to_new(here, b"their.tmp", here, b"a.md")
            except FileExistsError:
                continue
        else:
            with open("their.tmp") as file:
                replaced.append(file.read())
            os.unlink("their.tmp")
        break
    if number // 20 % 2:
        time.sleep(number % 7 / 1000)
    if number % 40 == 0:
        # Now and then it rests, so that a slow writer has its turn.
        time.sleep(0.1)
with open("../books.json", "w") as file:
    json.dump([saved, replaced], file)
"""
)


@contextmanager
def running(code: str, room: Path, *arguments: str) -> Iterator[None]:
    """Run another process in the room until the context ends."""
    end = room.parent / "end"
    command = [sys.executable, "-c", code, REPOSITORY, str(room), str(end), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield
    finally:
        end.touch()
        try:
            assert process.wait(timeout=10) == 0
        finally:
            process.kill()
            process.wait()
            process.stdout.close()
            end.unlink()


def sha(data: str | bytes) -> str:
    return sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def rounds(seconds: float) -> Iterator[int]:
    """Count until the time is up."""
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        yield number
        number += 1


def others(room: Path, outside: Path) -> None:
    grow(room, "a.md = inside", "fifo |", "link => ../outside/x.md", "directory/")
    os.link(outside / "x.md", room / "alias")
