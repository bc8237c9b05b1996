"""The run that a host's hook asked for: in a process of its own, with an environment of its own.

`confine.commands.hook` starts this with five checked fields on standard input and an environment of a few names. What
is left to distrust is judged here: the directory that the host names must be one; the transcript must be a file of
the user's under a folder where a host keeps transcripts; key, endpoint, proxy and headers come from the user's own
configuration; and none of the user's folders may lie in the workspace, because the environment that names them
(HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME) can be a project's.

Whatever happens is a line in the log (`confine.logfile`). A run that is not run because it would recur leaves its
audit row for the next holder of the room (`room.left`): it must not wait for a room that its own ancestor may hold.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from confine import configuration, logfile
from confine.configuration import Configuration
from confine.errors import ScribeError, UsageError
from confine.hosts.known import folders
from room.workspace import Place, locate, locate_user_room, workspace_of

__all__ = ["main", "perform"]

_MOST = 1 << 16
_UNEXPECTED = 1


def main() -> int:
    """Read what is to be done from standard input, do it, and log how it ended."""
    message = _message()
    options = message["options"]
    if not options.get("wait"):
        _detach()
    from confine.cli import _refuse_strangers
    from confine.terminal import Printer
    from policies.profile import PolicyError
    from room.errors import RoomError
    from room.transcripts import TranscriptError

    try:
        _refuse_strangers()
        result = perform(message["call"], options)
    except (ScribeError, PolicyError, RoomError, TranscriptError) as error:
        logfile.write(f"{_about(message['call'])}: {error}")
        if options.get("wait"):
            Printer(as_json=False).error(ScribeError(error.what, error.why, error.do))
        return int(getattr(error, "exit_code", _UNEXPECTED))
    except Exception as error:
        # Nobody sees a traceback here; the line names the place.
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        logfile.write(f"{_about(message['call'])}: {type(error).__name__}: {error} ({where.name}:{where.lineno})")
        return _UNEXPECTED
    logfile.write(f"{_about(message['call'])}: {_told(result)}")
    if options.get("json"):
        Printer(as_json=True).json(result)
    return 0


def perform(call: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Do one run.

    Args:
        call: the checked fields of the host's call.
        options: `config`, `room`, `user_room` of the command line.

    Returns:
        The result as `scribe extract --json` has it; of a run that would recur, `skipped` alone.

    Raises:
        ScribeError, RoomError, TranscriptError, PolicyError: nothing was run, or what was written before stays.
    """
    cwd = call.get("cwd", "")
    if not os.path.isabs(cwd) or not os.path.isdir(cwd):
        raise UsageError("the host's call cannot be used", "cwd is no directory", "Look at the host's configuration")
    workspaces = {os.path.realpath(workspace_of(cwd, "isolate")), os.path.realpath(workspace_of(cwd))}
    _refuse_brought(workspaces)
    config = configuration.load(options.get("config"))
    place = locate(room=options.get("room"), cwd=cwd, scope=config.room_scope)
    if "recursion" in call:
        return _recursion(place, call)
    path = call.get("transcript_path")
    if path is None or not os.path.isabs(path) or not path.endswith((".json", ".jsonl")):
        raise UsageError(
            "the host's call cannot be used",
            "transcript_path is missing, not absolute, or neither .json nor .jsonl",
            "Look at the host's configuration; docs/hosts.md says what it has to send",
        )
    from confine.extraction import extract

    return extract(
        path,
        place,
        user_place=_user_place(config, options, cwd),
        model=_model(config),
        ceilings=_ceilings(config),
        hook_folders=folders(config),
        min_user_words=config.min_user_words,
    ).as_json()


def _refuse_brought(workspaces: set[str]) -> None:
    """Refuse folders of the user that lie in the workspace: whoever made that may have made them.

    The folders of the home directory that the system's own user database names are the user's in any case, also where
    the whole home directory is a workspace.
    """
    import platformdirs

    finders: dict[str, Callable[..., str]] = {
        "configuration": platformdirs.user_config_dir,
        "state": platformdirs.user_state_dir,
        "data": platformdirs.user_data_dir,
    }
    home = _home()
    for name, finder in finders.items():
        path = os.path.realpath(finder("scribe", appauthor=False))
        if home and path.startswith(home.rstrip(os.sep) + os.sep) and home in workspaces:
            continue
        for workspace in workspaces:
            if path == workspace or path.startswith(workspace.rstrip(os.sep) + os.sep):
                raise UsageError(
                    f"your {name} directory {path} is refused",
                    f"it lies in the workspace {workspace}, and whoever made that may have made it",
                    "Look at HOME and the XDG_ variables that the host sets",
                )


def _home() -> str:
    """Return the home directory by the user database; "" where there is none."""
    try:
        import pwd

        users, me = _names(pwd), _names(os)
        return os.path.realpath(str(users.getpwuid(me.geteuid()).pw_dir))
    except (ImportError, KeyError):
        return ""


def _names(module: Any) -> Any:
    """Return a module whose names are not the same on every system."""
    return module


def _recursion(place: Place, call: Mapping[str, Any]) -> dict[str, Any]:
    """Leave the audit row of a run that would recur, where there is a room that is known to be the user's."""
    from room.errors import NoRoomError
    from room.locks import leave_word
    from room.place import open_place

    skipped = {"rule": "recursion", "reason": str(call["recursion"])}
    with suppress(NoRoomError), open_place(place, create=False) as held:
        # A file in the state of a room that is still to be made would make that one foreign.
        if held.standing.kind == "known":
            row = {"kind": "skip", "run_skipped": True, **skipped}
            leave_word(held.state, {**row, "conversation": call.get("transcript_path", "")})
    return {"skipped": skipped, "room": place.room_path, "state": place.state_path}


def _user_place(config: Configuration, options: Mapping[str, Any], cwd: str) -> Place | None:
    if options.get("user_room"):
        return locate_user_room(options["user_room"], cwd=cwd)
    return locate_user_room(config.user_room_path, cwd=cwd) if config.user_room else None


def _model(config: Configuration) -> Any:
    if config.model is None:
        return None
    if config.api_key is None:
        raise UsageError(
            "the model cannot be called",
            f"{config.path} names a model and no key; the host's environment is not asked for one",
            "Add api_key or api_key_file, or take model out to learn by rules, offline",
        )
    from confine.provider import from_configuration

    return from_configuration(
        config.model, api_key=config.api_key, base_url=config.base_url, proxy=config.proxy, headers=config.headers
    )


def _ceilings(config: Configuration) -> Any:
    if config.model is None:
        return None
    from confine.broker import Ceilings

    return Ceilings(calls=config.max_calls, tokens=config.max_tokens, turns=config.max_turns)


def _message() -> dict[str, Any]:
    """Return the message of the process that started this one, and leave nothing on standard input."""
    data = b""
    while len(data) <= _MOST and (part := os.read(0, _MOST)):
        data += part
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    message: dict[str, Any] = json.loads(data)
    return message


def _detach() -> None:
    """Leave the host: a session of its own, no descriptor of the host's, no directory that is in use."""
    os.closerange(3, 65536)
    setsid: Any = getattr(os, "setsid", None)
    if setsid is not None:
        # It fails where this process leads a session already, which is what is wanted.
        with suppress(OSError):
            setsid()
    os.umask(0o077)
    os.chdir(os.path.abspath(os.sep))


def _about(call: Mapping[str, Any]) -> str:
    return f"{call.get('hook_event_name', 'a call')} of session {call.get('session_id', '?')}"


def _told(result: Mapping[str, Any]) -> str:
    """Return how a run ended, for the log."""
    if result.get("skipped"):
        return f"skipped ({result['skipped']['rule']}): {result['skipped']['reason']} [{result['room']}]"
    counts = ", ".join(f"{len(result[each])} {each}" for each in ("accepted", "held", "rejected", "known"))
    return f"{result['human_texts']} texts by a person, {counts} [{result['room']}]"
