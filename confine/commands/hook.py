"""`scribe hook`: a host's call at the end of a turn or a session, handed to a process of its own at once.

The host gives one JSON object on standard input (`session_id`, `transcript_path`, `cwd`, `hook_event_name`,
`stop_hook_active`). It is untrusted (threat T7), and so is the environment, which a project's settings can set: what
is handed on is five checked fields and an environment of a few names. The work is done by `confine.hooked`.

The host is never broken: whatever goes wrong is a line in the log, and the exit code is 0, unless `--strict`.

At the head of this module stands only what a call needs; a test counts the modules. Not defended: PYTHONPATH,
LD_PRELOAD and their like in the host's environment, which act before the first line of this file does (`scribe
install` writes a command with `python -I`, which ignores Python's own).
"""

from __future__ import annotations

import json
import os
import sys

__all__ = ["Trouble", "add", "call_of", "environment", "run", "shortcut"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

    from confine.terminal import Printer

_MOST = 4 << 20
"""Bytes of a host's call: some carry the assistant's last message."""
_PATIENCE = 5.0
"""Seconds for the whole call to arrive; some hosts leave the pipe open behind it."""
_TEXTS = {"session_id": 200, "transcript_path": 4096, "cwd": 4096, "hook_event_name": 100}
_FLAGS = ("--wait", "--strict", "--json")
_VALUES = ("--config", "--room", "--user-room")
_PASSED = (
    "HOME USER LOGNAME LANG LC_ALL LC_CTYPE XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME"
    " SYSTEMROOT WINDIR USERPROFILE APPDATA LOCALAPPDATA TEMP TMP"
).split()
# In isolated mode neither the working directory nor PYTHONPATH nor the user's site is looked at; what this process
# was loaded from is said, behind the standard library.
_RUNNER = "import sys; sys.path += sys.argv[1:]; from confine.hooked import main; sys.exit(main())"


class Trouble(Exception):  # noqa: N818 - it is what the log says, and no fault of the program.
    """The call cannot be used. `what`, `why` and `do` are as in `confine.errors`."""

    def __init__(self, what: str, why: str, do: str) -> None:
        super().__init__(what, why, do)
        self.what = what
        self.why = why
        self.do = do


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("hook", help="learn from a host's conversation; the host calls this")
    parser.add_argument("--wait", action="store_true", help="wait until the run is done, instead of detaching it")
    parser.add_argument("--strict", action="store_true", help="end with an exit code on trouble, instead of 0")
    parser.add_argument("--config", metavar="FILE", help="the configuration, instead of the user's default one")
    parser.add_argument("--room", metavar="DIR", help="the memory room, instead of the workspace's")
    parser.add_argument("--user-room", metavar="DIR", help="a second room, for what is about you")
    parser.add_argument("--json", action="store_true", help="with --wait: print the result as one JSON document")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run the command."""
    options = {each.lstrip("-").replace("-", "_"): None for each in (*_FLAGS, *_VALUES)}
    return _hook({name: getattr(arguments, name) for name in options})


def shortcut(line: list[str]) -> int | None:
    """Run the command without a parser; None where a person asks for help.

    Args:
        line: the arguments after `hook`. One that nobody knows is trouble like any other: a host would take a usage
            error for a verdict (exit code 2 keeps Claude Code from stopping).
    """
    if "-h" in line or "--help" in line:
        return None
    options: dict[str, Any] = {"wait": False, "strict": False, "json": False}
    options.update({"config": None, "room": None, "user_room": None})
    rest = iter(line)
    for each in rest:
        value: Any = True
        if each in _VALUES:
            value = next(rest, None)
        if value is None or (each not in _FLAGS and each not in _VALUES):
            known = " ".join((*_FLAGS, *_VALUES))
            why = f"the argument {each!r:.80} is unknown or lacks its value"
            return _complain(Trouble("the hook was not run", why, f"Use only {known}"), strict="--strict" in line)
        options[each.lstrip("-").replace("-", "_")] = value
    return _hook(options)


def _hook(options: Mapping[str, Any]) -> int:
    """Read the call and hand it over; say what was wrong in the log."""
    try:
        code = _start(call_of(_read()), options)
    except Trouble as trouble:
        return _complain(trouble, strict=options["strict"])
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        return _complain(Trouble("the hook was not run", why, "Try: scribe hook --wait"), strict=options["strict"])
    return code if options["strict"] else 0


def call_of(data: bytes) -> dict[str, Any]:
    """Return the checked fields of a host's call; a field that is missing or null is left out.

    Raises:
        Trouble: it is no JSON object, names a field twice, or a field is of another type or too long.
    """
    if len(data) > _MOST:
        raise _odd(f"it has more than {_MOST >> 20} MiB")
    try:
        call = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise _odd(str(error)[:200] or type(error).__name__) from None
    if not isinstance(call, dict):
        raise _odd("it is no object")
    found: dict[str, Any] = {}
    for name, most in _TEXTS.items():
        value = call.get(name)
        if value is None:
            continue
        if not isinstance(value, str) or not 0 < len(value) <= most or not all(map(_harmless, value)):
            raise _odd(f"{name} is no line of text of at most {most} characters")
        found[name] = value
    active = call.get("stop_hook_active")
    if active is not None and not isinstance(active, bool):
        raise _odd("stop_hook_active is neither true nor false")
    if active:
        found["recursion"] = "the host goes on because of a hook, and ends again without one"
    return found


def _harmless(character: str) -> bool:
    """Tell whether a character is neither a control (C0, DEL, C1) nor half of a surrogate pair."""
    return " " <= character <= "~" or (character > "\x9f" and not "\ud800" <= character <= "\udfff")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("an object has two fields of one name")
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def _odd(why: str) -> Trouble:
    return Trouble("the host's call cannot be used", why, "Compare the host's hook input with docs/hosts.md")


def _read() -> bytes:
    """Return the call from standard input, without waiting for an end that does not come."""
    source = sys.stdin
    if source is None or source.isatty():
        raise Trouble("there is no call", "standard input is a terminal or closed", "Let the host run `scribe hook`")
    try:
        fd = source.fileno()
    except (OSError, ValueError):
        return source.buffer.read(_MOST + 1)
    if os.name == "nt":
        # select(2) takes sockets only there.
        return source.buffer.read(_MOST + 1)
    import select
    import time

    end = time.monotonic() + _PATIENCE
    data = b""
    while len(data) <= _MOST:
        left = end - time.monotonic()
        if left <= 0 or not select.select([fd], [], [], left)[0]:
            break
        part = os.read(fd, 1 << 16)
        data += part
        if not part or (part.rstrip()[-1:] == b"}" and _whole(data)):
            break
    return data


def _whole(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def environment(host: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the run: who the user is and where their folders are, and nothing else of the host's.

    Args:
        host: the host's environment.
    """
    kept = {name: host[name] for name in _PASSED if host.get(name)}
    return {**kept, "PATH": os.defpath, "SCRIBE_ACTIVE": "1"}


def _start(call: dict[str, Any], options: Mapping[str, Any]) -> int:
    """Start the run in a process of its own, and wait for it if that was asked for."""
    if os.environ.get("SCRIBE_ACTIVE", "0") not in ("", "0"):
        call["recursion"] = "SCRIBE_ACTIVE is set: the host runs inside a run of Scribe"
    call.setdefault("cwd", os.getcwd())
    chosen = {name: options[name] for name in ("wait", "json", "config", "room", "user_room") if options[name]}
    for name in ("config", "room", "user_room"):
        if name in chosen:
            chosen[name] = os.path.abspath(chosen[name])
    message = json.dumps({"call": call, "options": chosen}).encode("ascii")
    site = sys.modules.get("site")
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    own = [site.USER_SITE] if site is not None and getattr(site, "ENABLE_USER_SITE", False) else []
    line = [sys.executable, "-I", "-c", _RUNNER, home, *own]
    if getattr(os, "posix_spawn", None) is None:
        return _start_elsewhere(line, message, wait=options["wait"])
    reading, writing = os.pipe()
    try:
        pid = _spawn(line, reading, detached=not options["wait"])
    finally:
        os.close(reading)
    try:
        view = memoryview(message)
        while view:
            view = view[os.write(writing, view) :]
    finally:
        os.close(writing)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if options["wait"] else 0


def _spawn(line: list[str], reading: int, *, detached: bool) -> int:
    """Start a process that reads from a pipe; detached, it has a session of its own and writes nowhere."""
    spawn: Any = getattr(os, "posix_spawn", None)
    names: Any = os
    actions: list[tuple[Any, ...]] = [(names.POSIX_SPAWN_DUP2, reading, 0)]
    variables = environment(os.environ)
    if not detached:
        return int(spawn(line[0], line, variables, file_actions=actions))
    actions += [(names.POSIX_SPAWN_OPEN, each, os.devnull, os.O_WRONLY, 0) for each in (1, 2)]
    try:
        return int(spawn(line[0], line, variables, file_actions=actions, setsid=True))
    except NotImplementedError:
        # An older macOS; the process makes its session itself, a moment later.
        return int(spawn(line[0], line, variables, file_actions=actions))


def _start_elsewhere(line: list[str], message: bytes, *, wait: bool) -> int:
    """Start the run where there is no posix_spawn (Windows)."""
    import subprocess

    names: Any = subprocess
    streams: dict[str, Any] = {}
    if not wait:
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        streams["creationflags"] = names.DETACHED_PROCESS | names.CREATE_NEW_PROCESS_GROUP
    process = subprocess.Popen(line, stdin=subprocess.PIPE, env=environment(os.environ), **streams)
    assert process.stdin is not None
    process.stdin.write(message)
    process.stdin.close()
    return process.wait() if wait else 0


def _complain(trouble: Trouble, *, strict: bool) -> int:
    """Write the trouble to the log; with `strict` or for a person, print it and return the code of a usage error."""
    try:
        from confine import logfile

        logfile.write(f"{trouble.what}: {trouble.why}. {trouble.do}")
    except Exception:
        if strict:
            raise
    if not strict and not (sys.stdin is not None and sys.stdin.isatty()):
        return 0
    from confine.errors import UsageError
    from confine.terminal import Printer

    error = UsageError(trouble.what, trouble.why, trouble.do)
    Printer(as_json=False).error(error)
    return error.exit_code
