"""Children of both roles that break every rule after their proof: each ends in exit code 6, and nothing stays.

The hostile code runs in a child that was locked and proven like any other, in the place of the agent or the
hand (`worker.snippet`). What it says goes to the supervisor as if the role had said it.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from confine.errors import WriterFailedError
from confine.ruleset import ROLES
from confine.supervisor import Child, Supervisor
from worker.frames import encode

ROLE_NAMES = tuple(ROLES)

SAY = """
import os
def say(data):
    while data:
        data = data[os.write(1, data):]
def frame(text):
    data = text if isinstance(text, bytes) else text.encode()
    return len(data).to_bytes(4, "big") + data
"""


@pytest.fixture
def supervisor() -> Iterator[Supervisor]:
    with Supervisor() as each:
        yield each


@pytest.fixture
def hostile(supervisor: Supervisor, tmp_path: Path) -> Callable[[str, str], Child]:
    """Launch a role, put code in its place, and give it short deadlines."""

    def launch(role: str, code: str) -> Child:
        limits = replace(ROLES[role].limits, silence_seconds=1.5, wall_seconds=20)
        ruleset = replace(ROLES[role], limits=limits)
        status = tmp_path.stat()
        room = {"path": str(tmp_path), "device": status.st_dev, "inode": status.st_ino}
        child = supervisor.launch(ruleset, room if ruleset.rights else None, preload=[])
        supervisor.write(child, encode({"type": "code", "code": SAY + code}))
        return child

    return launch


def fails(supervisor: Supervisor, child: Child, *, words: str) -> None:
    """Read until the supervisor ends the child; the error says why, and no process and no descriptor stays."""
    pid = child.pid
    with pytest.raises(WriterFailedError) as caught:
        while True:
            supervisor.receive(child)
    supervisor.end(child)
    assert caught.value.exit_code == 6
    assert words in str(caught.value)
    assert child.role in caught.value.what
    assert caught.value.do
    assert not psutil.pid_exists(pid)
    assert child.stdin.closed and child.stdout.closed and child.stderr.closed


PROTOCOL = {
    "a frame that is not JSON": 'say(frame("not json"))',
    "a frame that is not an object": 'say(frame("[]"))',
    "a frame without a type": 'say(frame("{}"))',
    "a frame of an unknown type": 'say(frame(\'{"type":"shell"}\'))',
    "a second hello": 'say(frame(\'{"type":"hello","role":"agent","pid":1,"proofs":{}}\'))',
    "the supervisor's own message": 'say(frame(\'{"type":"stop","reason":"x"}\'))',
    "an empty frame": "say(bytes(4))",
    "a huge length": 'say(b"\\xff\\xff\\xff\\xff" + b"x" * 100)',
    "a length one above the bound": 'say((2**20 + 1).to_bytes(4, "big") + b"x")',
    "bytes that are not UTF-8": 'say(frame(b\'{"type":"log","level":"info","text":"\\xff"}\'))',
    "a lone surrogate": 'say(frame(\'{"type":"log","level":"info","text":"\\\\ud800"}\'))',
    "a duplicate key": 'say(frame(\'{"type":"log","type":"log","level":"info","text":"x"}\'))',
    "not a number": 'say(frame(\'{"type":"log","level":NaN,"text":"x"}\'))',
    "deep nesting": 'say(frame("[" * 500000))',
    "deep nesting of objects": "say(frame('{\"a\":' * 100000))",
    "an integer without end": 'say(frame(\'{"type":"log","level":\' + "9" * 900000 + "}"))',
    "an answer that nobody asked for": 'say(frame(\'{"type":"done","id":1,"part":0,"last":true}\'))',
    "a request before any job": 'say(frame(\'{"type":"request","id":1,"command":"view","path":"x"}\'))',
}


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("code", PROTOCOL.values(), ids=PROTOCOL)
def test_a_wrong_frame_ends_the_child(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str, code: str
) -> None:
    fails(supervisor, hostile(role, code + "\nimport time; time.sleep(30)"), words="protocol")


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_flood_of_frames_ends_the_child(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str
) -> None:
    code = 'data = frame(\'{"type":"log","level":"info","text":"x"}\') * 100\nwhile True: say(data)'
    fails(supervisor, hostile(role, code), words="protocol")


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize(
    "code",
    [
        "import time; time.sleep(30)",
        'say(b"\\x00\\x00"); import time; time.sleep(30)',
        'say(frame("x" * 1000)[:500]); import time; time.sleep(30)',
        "while True: pass",
    ],
    ids=["silence", "half a length", "half a frame", "a busy loop"],
)
def test_silence_ends_the_child_at_its_deadline(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str, code: str
) -> None:
    child = hostile(role, code)
    fails(supervisor, child, words="in time")


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_drops_of_bytes_do_not_stretch_the_deadline(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str
) -> None:
    code = "import time\nsay((100000).to_bytes(4, 'big'))\nwhile True: say(b' '); time.sleep(0.05)"
    fails(supervisor, hostile(role, code), words="in time")


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("code", ["os._exit(0)", "os._exit(7)", "raise SystemExit"], ids=["0", "7", "SystemExit"])
def test_an_early_exit_is_never_a_success(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str, code: str
) -> None:
    fails(supervisor, hostile(role, code), words="without a goodbye")


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_crash_is_reported_with_what_the_child_said(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str
) -> None:
    fails(supervisor, hostile(role, 'raise ValueError("the reason")'), words="the reason")


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_standard_error_without_end_ends_the_child(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str
) -> None:
    fails(supervisor, hostile(role, 'while True: os.write(2, b"x" * 65536)'), words="without end")


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_closed_pipes_end_the_child(supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str) -> None:
    code = "os.close(0); os.close(1); os.close(2)\nwhile True: pass"
    fails(supervisor, hostile(role, code), words="without a goodbye")


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_full_pipe_on_both_sides_ends_in_a_deadline_and_not_in_a_deadlock(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str
) -> None:
    child = hostile(role, 'data = b"\\x00\\x0f\\xff\\xff" + b" " * 0x0fffff\nwhile True: say(data)')
    with pytest.raises(WriterFailedError) as caught:
        supervisor.write(child, b"x" * (8 << 20), 1.5)
    assert caught.value.exit_code == 6
    supervisor.end(child)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_child_that_does_not_read_ends_at_its_deadline(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str
) -> None:
    child = hostile(role, "import time; time.sleep(30)")
    with pytest.raises(WriterFailedError, match="does not read"):
        supervisor.write(child, b"x" * (8 << 20), 1.5)
    supervisor.end(child)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_a_stopped_child_ends_at_its_deadline(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str
) -> None:
    child = hostile(role, "import time; time.sleep(30)")
    os.kill(child.pid, signal.SIGSTOP)
    fails(supervisor, child, words="in time")


@pytest.mark.parametrize("role", ROLE_NAMES)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV])
def test_a_child_that_is_killed_from_outside_is_a_failure(
    supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str, number: int
) -> None:
    child = hostile(role, "import time; time.sleep(30)")
    os.kill(child.pid, number)
    fails(supervisor, child, words="without a goodbye")


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_memory_is_bounded(supervisor: Supervisor, hostile: Callable[[str, str], Child], role: str) -> None:
    code = "import time\nheld = []\nwhile True: held.append(bytearray(b'x') * (8 << 20)); time.sleep(0.005)"
    child = hostile(role, code)
    with pytest.raises(WriterFailedError, match=r"MiB of memory|MemoryError"):
        while True:
            supervisor.receive(child, 15)


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_time_in_all_is_bounded(supervisor: Supervisor, tmp_path: Path, role: str) -> None:
    ruleset = replace(ROLES[role], limits=replace(ROLES[role].limits, wall_seconds=1.0))
    status = tmp_path.stat()
    room = {"path": str(tmp_path), "device": status.st_dev, "inode": status.st_ino}
    child = supervisor.launch(ruleset, room if ruleset.rights else None, preload=[])
    supervisor.write(child, encode({"type": "code", "code": "import time; time.sleep(30)"}))
    with pytest.raises(WriterFailedError, match="longer than"):
        supervisor.receive(child, 20)


def test_no_descriptor_and_no_process_stays_after_many_launches(tmp_path: Path) -> None:
    process = psutil.Process()
    status = tmp_path.stat()
    room = {"path": str(tmp_path), "device": status.st_dev, "inode": status.st_ino}
    with Supervisor() as warm:
        warm.launch(ROLES["hand"], room, preload=[])
    before = process.num_fds()
    for _ in range(3):
        with Supervisor() as each:
            for ruleset in ROLES.values():
                each.launch(ruleset, room if ruleset.rights else None, preload=[])
    assert process.num_fds() == before
    assert not process.children(recursive=True)


def test_a_child_dies_with_its_supervisor(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    supervisor_pid = os.fork()
    if supervisor_pid == 0:
        status = tmp_path.stat()
        room = {"path": str(tmp_path), "device": status.st_dev, "inode": status.st_ino}
        child = Supervisor().launch(ROLES["hand"], room, preload=[])
        os.write(writer, str(child.pid).encode())
        time.sleep(60)
        os._exit(1)
    pid = int(os.read(reader, 20))
    assert psutil.pid_exists(pid)
    os.kill(supervisor_pid, signal.SIGKILL)
    os.waitpid(supervisor_pid, 0)
    os.close(reader)
    os.close(writer)
    deadline = time.monotonic() + 5
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline, "the child outlived its supervisor"
        time.sleep(0.02)
