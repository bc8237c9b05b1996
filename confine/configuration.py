"""The user's own configuration: `scribe/config.yaml` in the configuration directory of platformdirs.

Who starts a run without being at a terminal (`scribe hook`) takes key, endpoint, proxy and headers from here
and from nowhere else: a project's settings can set a host's environment (threat T7), and a project that could
name the endpoint would be sent the conversation. So the file has to be the user's alone (0600 in a directory
of 0700), is reached without links, is never one that lies in the workspace, and is read strictly: a key that
is unknown, doubled or of another type ends the command, because a misspelt bound would be no bound.

A missing file is a configuration too: the offline writer, and the defaults below.

Not defended: HOME and XDG_CONFIG_HOME of the environment, which say where the directory is, where they name
another folder of the user that holds a private file of that name; `--config` says it without them.
"""

from __future__ import annotations

import os
import re
import shlex
import stat
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal
from urllib.parse import urlsplit

from confine.errors import ScribeError
from room.errors import RoomError
from room.handles import Directory, NotRegularError, TooLargeError
from room.ownership import descend

__all__ = ["Configuration", "ConfigurationError", "folder", "load", "profiles_folder"]

NAME = "config.yaml"
_MOST_BYTES = 64 * 1024
_MOST_KEY = 4 * 1024
_MOST_FOLDERS = 20
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}")
# The broker sets these; a second one would mean something else to each end (RFC 9112, section 6.3).
_OURS = frozenset(
    "authorization x-api-key anthropic-version anthropic-beta host content-length content-type transfer-encoding"
    " connection te trailer upgrade accept-encoding proxy-authorization cookie".split()
)


class ConfigurationError(ScribeError):
    """The configuration cannot be used; nothing ran."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Configuration:
    """What the user has set. Values are checked; those that may be secret are not in its `repr`.

    Attributes:
        model: name of the model; None for the offline writer.
        api_key: the key, from the file itself or from `api_key_file`.
        base_url: endpoint of the Messages API: https, or http to loopback. None for the SDK's own.
        proxy: proxy for the endpoint; None for none, whatever the environment says.
        headers: further headers of each model call, names in lower case.
        max_turns: model calls of one run.
        max_calls: model calls of one session of a host.
        max_tokens: tokens (in and out) of one session of a host.
        user_room: a run has the user's own room besides the workspace's.
        user_room_path: where it is; None for the default place.
        min_user_words: the fewest words of prose that are worth a run.
        room_scope: whether worktrees share the main worktree's room.
        claude_config_dir: what the user gives Claude Code as CLAUDE_CONFIG_DIR; None for `~/.claude`.
        transcript_folders: further absolute folders in which a host keeps transcripts.
        path: the file that was read; None where there is none.
    """

    model: str | None = None
    api_key: str | None = field(default=None, repr=False)
    base_url: str | None = None
    proxy: str | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    max_turns: int = 4
    max_calls: int = 60
    max_tokens: int = 2_000_000
    user_room: bool = False
    user_room_path: str | None = None
    min_user_words: int = 3
    room_scope: Literal["share", "isolate"] = "share"
    claude_config_dir: str | None = None
    transcript_folders: tuple[str, ...] = ()
    path: str | None = None


def folder() -> str:
    """Return the user's configuration directory, which need not be there."""
    import platformdirs

    return platformdirs.user_config_dir("scribe", appauthor=False)


def profiles_folder() -> str | None:
    """Return the user's folder of profiles, `profiles/` beside the configuration; None where there is none.

    Raises:
        ConfigurationError: others could write in it.
    """
    path = os.path.realpath(os.path.join(folder(), "profiles"))
    try:
        with descend(path, name="folder of profiles"):
            return path
    except FileNotFoundError:
        return None
    except RoomError as error:
        raise ConfigurationError(error.what, error.why, error.do) from error
    except OSError as error:
        raise _unreadable(path, error) from error


def load(path: str | None = None, *, workspace: str | None = None) -> Configuration:
    """Read the configuration.

    Args:
        path: the file; None for the default one, which may be missing.
        workspace: real path of the directory that a project's files lie in; a file in it is refused.

    Raises:
        ConfigurationError: it is not the user's alone, lies in the workspace, or is not valid.
    """
    given = path is not None
    path = os.path.abspath(path if path is not None else os.path.join(folder(), NAME))
    real = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
    if workspace is not None and _lies_in(real, os.path.realpath(workspace)):
        raise ConfigurationError(
            f"the configuration {path} is refused",
            f"it lies in the workspace {workspace}, and whoever made that may have made it",
            "Keep it in your own configuration directory; look at HOME and XDG_CONFIG_HOME if they lead there",
        )
    try:
        data = _private(real, _MOST_BYTES, strict_folder=True)
    except FileNotFoundError as error:
        if given:
            raise _unreadable(path, error) from error
        return Configuration()
    return _Reader(real).configuration(_parsed(real, data))


def _lies_in(path: str, place: str) -> bool:
    return path == place or path.startswith(place.rstrip(os.sep) + os.sep)


def _private(path: str, most: int, *, strict_folder: bool) -> bytes:
    """Return the bytes of a file that nobody but the user can read or write.

    Raises:
        FileNotFoundError: it is missing. ConfigurationError: it is refused.
    """
    parent, name = os.path.split(path)
    try:
        with descend(parent, name="directory") as directory:
            if strict_folder and sys.platform != "win32" and os.fstat(directory.fd).st_mode & 0o077:
                raise ConfigurationError(
                    f"the configuration {path} is refused",
                    f"others can look into its directory {parent}",
                    f"Mend it with: chmod 700 {shlex.quote(parent)}",
                )
            return _read(directory, name, most)
    except RoomError as error:
        raise ConfigurationError(f"the configuration {path} is refused", error.why, error.do) from error
    except FileNotFoundError:
        raise
    except OSError as error:
        raise _unreadable(path, error) from error


def _read(directory: Directory, name: str, most: int) -> bytes:
    from room.handles import read_descriptor

    path = directory.join(name)
    fd = directory.open(name, os.O_RDONLY)
    try:
        status = os.fstat(fd)
        if sys.platform != "win32" and stat.S_ISREG(status.st_mode):
            if status.st_uid != os.geteuid():
                raise ConfigurationError(
                    f"the configuration {path} is refused", "it is another user's", "Make your own"
                )
            if status.st_mode & 0o077:
                mend = f"Mend it with: chmod 600 {shlex.quote(path)}"
                raise ConfigurationError(f"the configuration {path} is refused", "others can read or write it", mend)
        return read_descriptor(fd, most, path)
    finally:
        os.close(fd)


def _unreadable(path: str, error: OSError) -> ConfigurationError:
    if isinstance(error, (NotRegularError, TooLargeError)):
        why, do = str(error.strerror), "A configuration is a short regular file"
    else:
        why = os.strerror(error.errno) if error.errno else str(error)
        do = f"Look at it: ls -l {shlex.quote(path)}; no link is followed here"
    return ConfigurationError(f"the configuration {path} cannot be read", why, do)


def _parsed(path: str, data: bytes) -> Any:
    import yaml

    class Strict(yaml.SafeLoader):
        """PyYAML keeps the last of two equal keys; a reader of the file may believe the first."""

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            names = [key.value for key, _ in node.value]
            if len({str(name) for name in names}) != len(names):
                raise yaml.constructor.ConstructorError(None, None, "two keys of one name", node.start_mark)
            return dict(super().construct_mapping(node, deep))

    try:
        found = yaml.load(data, Strict)  # noqa: S506 - a SafeLoader, stricter.
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        # The parser's own words may quote the line, which may hold the key.
        mark = getattr(error, "problem_mark", None)
        where = f" near line {mark.line + 1}" if mark is not None else ""
        raise ConfigurationError(
            f"the configuration {path} is not valid", f"it is no YAML{where}", "Write KEY: VALUE, one a line"
        ) from None
    return {} if found is None else found


class _Reader:
    """Reads the values of one configuration, and says which one is wrong without showing it."""

    def __init__(self, path: str) -> None:
        self._path = path

    def configuration(self, data: Any) -> Configuration:
        top = self._mapping(data, "the file", _TOP)
        room = self._mapping(top.get("room", {}), "room", ("scope",))
        limits = self._mapping(top.get("limits", {}), "limits", ("turns", "calls", "tokens"))
        base_url = self._url(top, "base_url", proxy=False)
        proxy = self._url(top, "proxy", proxy=True)
        if proxy is not None and base_url is not None and base_url.startswith("http:"):
            raise self._wrong("proxy", "left out where base_url is plain http: a proxy would read the conversation")
        user_room, user_room_path = self._user_room(top.get("user_room", False))
        scope = room.get("scope", "share")
        if scope not in ("share", "isolate"):
            raise self._wrong("room.scope", "share or isolate")
        return Configuration(
            model=self._text(top, "model", 200),
            api_key=self._key(top),
            base_url=base_url,
            proxy=proxy,
            headers=self._headers(top.get("headers", {})),
            max_turns=self._number(limits, "turns", 4, 1, 100, "limits."),
            max_calls=self._number(limits, "calls", 60, 1, 1_000_000, "limits."),
            max_tokens=self._number(limits, "tokens", 2_000_000, 1, 10_000_000_000, "limits."),
            user_room=user_room,
            user_room_path=user_room_path,
            min_user_words=self._number(top, "min_user_words", 3, 0, 10_000),
            room_scope="share" if scope == "share" else "isolate",
            claude_config_dir=self._folder(top["claude_config_dir"], "claude_config_dir")
            if "claude_config_dir" in top
            else None,
            transcript_folders=self._folders(top.get("transcript_folders", [])),
            path=self._path,
        )

    def _key(self, top: dict[str, Any]) -> str | None:
        if "api_key" in top and "api_key_file" in top:
            raise self._wrong("api_key", "left out where api_key_file is given")
        if "api_key_file" not in top:
            return self._text(top, "api_key", _MOST_KEY)
        name = self._text(top, "api_key_file", 4096) or ""
        path = os.path.realpath(os.path.join(os.path.dirname(self._path), os.path.expanduser(name)))
        try:
            key = _private(path, _MOST_KEY, strict_folder=False).decode("ascii", "replace").strip()
        except FileNotFoundError as error:
            raise _unreadable(path, error) from error
        return self._text({"api_key_file": key}, "api_key_file", _MOST_KEY)

    def _url(self, top: dict[str, Any], name: str, *, proxy: bool) -> str | None:
        text = self._text(top, name, 2000)
        if text is None:
            return None
        try:
            parts = urlsplit(text)
            host, _ = parts.hostname or "", parts.port
        except ValueError:
            raise self._wrong(name, "a URL such as https://host:port/path") from None
        odd = parts.query or parts.fragment or "\\" in text or " " in text or (parts.path not in ("", "/") and proxy)
        if parts.scheme not in ("http", "https") or not host or odd or "@" in parts.netloc:
            raise self._wrong(name, "a URL such as https://host:port/path, without user, query and fragment")
        # Through a proxy an https endpoint is still a tunnel (CONNECT), so the proxy itself may be plain.
        if parts.scheme == "http" and not proxy and not _loopback(host):
            raise self._wrong(name, "https: plain http is for this machine only (127.0.0.1, ::1, localhost)")
        return text

    def _headers(self, value: Any) -> Mapping[str, str]:
        if not isinstance(value, dict) or len(value) > 50:
            raise self._wrong("headers", "a mapping of names to values")
        headers: dict[str, str] = {}
        for name, text in value.items():
            if not isinstance(name, str) or not _HEADER.fullmatch(name) or name.lower() in headers:
                raise self._wrong("headers", "a mapping of names of headers, each once")
            if name.lower() in _OURS:
                raise self._wrong(f"headers.{name}", "left out: Scribe sets it")
            if not isinstance(text, str) or not text.isascii() or not text.isprintable() or len(text) > 4096:
                raise self._wrong(f"headers.{name}", "a line of ASCII text")
            headers[name.lower()] = text
        return MappingProxyType(headers)

    def _user_room(self, value: Any) -> tuple[bool, str | None]:
        if isinstance(value, bool):
            return value, None
        return True, self._folder(value, "user_room")

    def _folders(self, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > _MOST_FOLDERS:
            raise self._wrong("transcript_folders", f"a list of at most {_MOST_FOLDERS} folders")
        return tuple(self._folder(each, "transcript_folders") for each in value)

    def _folder(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or not value.isprintable() or len(value) > 4096:
            raise self._wrong(where, "an absolute path, or one that begins with ~/")
        path = os.path.normpath(os.path.expanduser(value))
        if not os.path.isabs(path) or path == os.path.dirname(path):
            raise self._wrong(where, "an absolute path below the root, or one that begins with ~/")
        return path

    def _text(self, top: dict[str, Any], name: str, most: int) -> str | None:
        if name not in top:
            return None
        value = top[name]
        if not isinstance(value, str) or not value or not value.isprintable() or not value.isascii():
            raise self._wrong(name, "a line of ASCII text")
        if len(value) > most or value != value.strip():
            raise self._wrong(name, f"at most {most} characters, without spaces around")
        return value

    def _number(self, top: dict[str, Any], name: str, default: int, least: int, most: int, prefix: str = "") -> int:
        value = top.get(name, default)
        if type(value) is not int or not least <= value <= most:
            raise self._wrong(prefix + name, f"a whole number from {least} to {most}")
        return value

    def _mapping(self, value: Any, where: str, keys: tuple[str, ...]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._wrong(where, "a mapping with the keys " + ", ".join(keys))
        for key in value:
            if key not in keys:
                raise ConfigurationError(
                    f"the configuration {self._path} is not valid",
                    f"{where} has a key {key!r:.60} that nobody reads",
                    "Its keys are " + ", ".join(keys),
                )
        return value

    def _wrong(self, where: str, right: str) -> ConfigurationError:
        # The value is not shown: it may be a key, or lie beside one by mistake.
        return ConfigurationError(
            f"the configuration {self._path} is not valid", f"{where} cannot be used", f"It has to be {right}"
        )


_TOP = (
    "model",
    "api_key",
    "api_key_file",
    "base_url",
    "proxy",
    "headers",
    "limits",
    "user_room",
    "min_user_words",
    "room",
    "claude_config_dir",
    "transcript_folders",
)


def _loopback(host: str) -> bool:
    import ipaddress

    if host.rstrip(".").lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
