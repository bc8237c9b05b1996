"""Running attempts: in a plain interpreter as controls, and in a confined child of each role; and looking at the bait."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from confine.testing import run_confined
from tests.escapes.attempts import Attempt
from tests.escapes.numbers import numbers

PRELOAD = ("ctypes", "errno", "fcntl", "json", "mmap", "os", "_posixsubprocess", "socket", "stat", "_thread")

_READY = """
import ctypes, errno, fcntl, json, os, socket, stat
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
numbers = {numbers!r}
room = {room!r}
def raw(number, *arguments):
    words = [each if isinstance(each, (bytes, ctypes.Array)) or not isinstance(each, int) else ctypes.c_long(each)
             for each in arguments]
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(number), *words)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def call(name, *arguments):
    if name not in numbers:
        raise OSError(errno.ENOSYS, name)
    return raw(numbers[name], *arguments)
def text(value):
    return ctypes.c_char_p(value.encode())
def write(handle):
    os.write(handle, b"!")
    os.close(handle)
# Python uses the oldest call that does. The ones that take a directory are those that the filter of a hand knows, so
# they are what Landlock must refuse; the older ones are tried by number.
def _at(function, **where):
    return lambda *arguments: function(*arguments, **where)
for _name in ("unlink", "rmdir", "mkdir", "symlink", "mkfifo", "mknod", "chmod", "chown", "utime", "readlink"):
    setattr(os, _name, _at(getattr(os, _name), dir_fd=0))
for _name in ("rename", "link"):
    setattr(os, _name, _at(getattr(os, _name), src_dir_fd=0, dst_dir_fd=0))
HANDLE = ctypes.create_string_buffer((120).to_bytes(4, "little") + bytes(132))
HOW = ctypes.create_string_buffer(bytes(24))
CLONE = ctypes.create_string_buffer(bytes(32) + (17).to_bytes(8, "little") + bytes(24))
LIMIT = ctypes.create_string_buffer((8).to_bytes(8, "little") * 2)
BPF = ctypes.create_string_buffer(b"".join(each.to_bytes(4, "little") for each in (2, 4, 4, 1)) + bytes(56))
PERF = ctypes.create_string_buffer((1).to_bytes(4, "little") + (112).to_bytes(4, "little") + bytes(104))
ARGUMENTS = (ctypes.c_char_p * 2)(b"true", None)
BYTE = ctypes.create_string_buffer(b"!")
VECTOR = (ctypes.c_size_t * 2)(ctypes.addressof(BYTE), 1)
SIGNAL = ctypes.create_string_buffer(bytes(8) + (-1).to_bytes(4, "little", signed=True) + bytes(116))
CAPABILITIES = ctypes.create_string_buffer((0x20080522).to_bytes(4, "little") + bytes(4))
ACL = (2).to_bytes(4, "little") + b"".join(
    tag.to_bytes(2, "little") + (6).to_bytes(2, "little") + who.to_bytes(4, "little")
    for tag, who in ((1, 0xFFFFFFFF), (2, 65534), (4, 0xFFFFFFFF), (16, 0xFFFFFFFF), (32, 0xFFFFFFFF)))
def held(bait):
    # The best descriptors that there are: of the bait, of the room, or the standard ones.
    for place, name in ((bait, "file"), (room, "topic.md")):
        try:
            return os.open(place + "/" + name, os.O_RDWR), os.open(place, os.O_RDONLY)
        except OSError:
            continue
    return 0, 0
def attempt(name, code, bait):
    scope = dict(globals(), bait=bait)
    try:
        if "held" in code:
            scope["held"], scope["held_directory"] = held(bait)
        exec(code, scope)
    except OSError as error:
        return {{"name": name, "refused": error.errno}}
    except RuntimeError as error:
        # CPython's way of saying that a thread could not be made.
        return {{"name": name, "refused": errno.EAGAIN if "thread" in str(error) else None, "said": str(error)}}
    except BaseException as error:
        return {{"name": name, "broke": type(error).__name__ + ": " + str(error)}}
    return {{"name": name, "done": True}}
def say(answer):
    data = (json.dumps(answer) + "\\n").encode()
    while data:
        data = data[os.write(1, data):]
"""

_CONTROL = """
for name, code, bait in json.loads({rows!r}):
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(writer, 1)
        os.close(reader)
        try:
            # What root mounts here must not stay: a mount namespace of its own, shared with nobody.
            call("unshare", 0x20000)
            call("mount", text("none"), text("/"), 0, 0x44000, 0)
        except OSError:
            pass
        say(attempt(name, code, bait))
        os._exit(0)
    os.close(writer)
    data = b""
    while piece := os.read(reader, 65536):
        data += piece
    os.close(reader)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    # A program that replaced the process said nothing and ended well.
    say(json.loads(data.splitlines()[-1]) if data.strip() else {{"name": name, "done": status == 0, "status": status}})
"""

_CONFINED = """
for name, code, bait in json.loads({rows!r}):
    say(attempt(name, code, bait))
    # What an attempt left open must not refuse the next one (EMFILE); the root of a hand is 3.
    os.closerange(4, 128)
"""


def lay(folder: Path, room: Path) -> None:
    """Make the bait of one attempt, and the room in the state that attempts expect."""
    folder.mkdir(mode=0o700)
    for name in ("file", "other", "secret"):
        path = folder / name
        path.write_bytes(b"bait of " + name.encode() + b"\n" * 4096)
        path.chmod(0o600)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    (folder / "directory").mkdir(mode=0o700)
    if room.exists():
        shutil.rmtree(room)
    room.mkdir(mode=0o700)
    (room / "topic.md").write_bytes(b"a topic\n" * 600)
    (room / "topic.md").chmod(0o600)
    (room / "planted").symlink_to(folder)


def seen(folder: Path) -> dict[str, Any]:
    """Return everything about the bait that a success could change."""
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        names = os.listxattr(path, follow_symlinks=False) if hasattr(os, "listxattr") else []
        attributes = [(name, os.getxattr(path, name, follow_symlinks=False)) for name in sorted(names)]
        content = path.read_bytes() if stat.S_ISREG(status.st_mode) else b""
        found[path.name] = (status.st_mode, status.st_uid, status.st_mtime_ns, status.st_nlink, attributes, content)
    return found


def control(attempt: Attempt, folder: Path, room: Path) -> dict[str, Any]:
    """Make one attempt without any confinement."""
    rows = json.dumps([[attempt.name, attempt.code, str(folder)]])
    code = _READY.format(numbers=numbers(), room=str(room)) + _CONTROL.format(rows=rows)
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, timeout=60, check=False)
    lines = run.stdout.decode().splitlines()
    return json.loads(lines[-1]) if lines else {"name": attempt.name, "broke": run.stderr.decode()[-500:]}


def confined(role: str, attempts: Iterable[tuple[Attempt, Path]], room: Path) -> dict[str, Any]:
    """Make attempts in one child of a role; return what each was answered, by name."""
    rows = json.dumps([[attempt.name, attempt.code, str(folder)] for attempt, folder in attempts])
    code = _READY.format(numbers=numbers(), room=str(room)) + _CONFINED.format(rows=rows)
    outcome = run_confined(code, room, role=role, preload=PRELOAD, timeout=60)
    answers = [json.loads(line) for line in outcome.stdout.splitlines() if line.startswith("{")]
    found = {answer["name"]: answer for answer in answers}
    found[""] = {"returncode": outcome.returncode, "stderr": outcome.stderr}
    return found
