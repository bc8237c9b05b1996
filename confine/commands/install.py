"""`scribe install claude-code` and `scribe uninstall claude-code`: the hook in a host's settings, and out again.

Without `--write` the fragment is shown and nothing is touched. The settings are replaced as a whole (temporary file,
fsync, rename), keep their other bytes, and their old bytes are kept beside them; a link is not followed, and
settings that are malformed are left alone.
"""

from __future__ import annotations

import argparse
import os
import shlex
import stat
import subprocess
import sys
from typing import Any

from confine.errors import UsageError
from confine.hosts import claude_code
from confine.hosts.splice import SpliceError
from confine.terminal import Printer
from room.handles import Directory, NotRegularError, TooLargeError

__all__ = ["add", "run"]

_HOSTS = ("claude-code",)
_MOST = 4 << 20
_BOM = "\ufeff"


def add(commands: Any) -> None:
    """Add both commands to the parser."""
    for name, text in (
        ("install", "show the hook for a host's settings, or add it with --write"),
        ("uninstall", "take the hook out of a host's settings"),
    ):
        parser = commands.add_parser(name, help=text)
        parser.add_argument("host", choices=_HOSTS, metavar="HOST", help=", ".join(_HOSTS))
        parser.add_argument("--settings", metavar="FILE", help="the settings file, instead of ~/.claude/settings.json")
        if name == "install":
            parser.add_argument("--write", action="store_true", help="add it, instead of only showing it")
            parser.add_argument("--config", metavar="FILE", help="the configuration that the hook shall read")
        parser.add_argument("--json", action="store_true", help="print one JSON document")
        parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, printer: Printer) -> int:
    """Run one of the two."""
    with _Settings(arguments.settings, create=getattr(arguments, "write", False)) as settings:
        if arguments.command == "uninstall":
            return _uninstall(settings, arguments, printer)
        return _install(settings, arguments, printer)


def _install(settings: _Settings, arguments: argparse.Namespace, printer: Printer) -> int:
    line = _command(arguments.config)
    fragment = claude_code.fragment(line)
    report: dict[str, Any] = {"host": arguments.host, "settings": settings.path, "fragment": fragment}
    before = settings.text if settings.text is not None else claude_code.EMPTY
    after = _changed(settings, lambda: claude_code.added(before, line))
    there = after == before
    backup = None
    if arguments.write and not there:
        backup = settings.replace(after, keep=_without(before))
    if arguments.json:
        printer.json({**report, "already": there, "written": arguments.write and not there, "backup": backup})
    elif not arguments.write:
        printer.json(fragment)
        printer.note(f"{'is already in' if there else 'would be added to'} {settings.path}; --write adds it")
    else:
        printer.line(f"{settings.path} {'has the hook already' if there else 'has the hook now'}")
        if backup is not None:
            printer.line((f"as it was before: {backup}", "dim"))
    return 0


def _uninstall(settings: _Settings, arguments: argparse.Namespace, printer: Printer) -> int:
    text, old = settings.text, settings.old()
    done = False
    if text is not None:
        before = old if old is not None and _valid(old) else claude_code.EMPTY
        after = _changed(settings, lambda: claude_code.removed(text, before))
        done = after != text
        lines = _lines(text)
        if done and len(lines) == 1:
            # If nothing but the hook came since, what was there is there again, byte for byte.
            if old is not None and _valid(old) and claude_code.added(old, lines[0]) == text:
                after = old
            elif old is None and claude_code.added(claude_code.EMPTY, lines[0]) == text:
                after = ""
        if done:
            settings.restore(after)
    if arguments.json:
        printer.json({"host": arguments.host, "settings": settings.path, "removed": done})
    else:
        printer.line(f"{settings.path} {'has the hook no more' if done else 'had no hook of ours'}")
    return 0


def _changed(settings: _Settings, change: Any) -> str:
    try:
        return str(change())
    except SpliceError as error:
        raise UsageError(
            f"the settings {settings.path} were left alone",
            str(error),
            "Mend the file, or add by hand what `scribe install claude-code` shows",
        ) from None


def _valid(text: str) -> bool:
    try:
        claude_code.removed(text)
    except SpliceError:
        return False
    return True


def _without(text: str) -> bool:
    """Tell whether settings have no hook of ours: then they are what a person had before."""
    return claude_code.removed(text) == text


def _lines(text: str) -> list[str]:
    return list(dict.fromkeys(claude_code.lines(text)))


def _command(config: str | None) -> str:
    """Return the hook's command line for this interpreter and this installation."""
    options = [] if config is None else ["--config", os.path.abspath(config)]
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    code = "import os, confine; print(os.path.dirname(os.path.dirname(os.path.abspath(confine.__file__))))"
    found = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, cwd=os.path.abspath(os.sep), check=False
    )
    isolated = found.returncode == 0 and found.stdout.strip() == home
    return claude_code.command(sys.executable, home=None if isolated else home, options=options)


class _Settings:
    """A settings file, held by the handle of its folder.

    Attributes:
        path: where it is.
        text: what it holds, without a byte order mark; None where there is none.
    """

    def __init__(self, path: str | None, *, create: bool) -> None:
        default = os.path.join(os.path.realpath(os.path.expanduser("~")), ".claude", "settings.json")
        self.path = os.path.abspath(path) if path is not None else default
        self._mark = ""
        self._mode = 0o600
        self.text: str | None = None
        self._data: bytes | None = None
        self._folder: Directory | None = None
        folder, self._name = os.path.split(self.path)
        self._backup = f"{self._name}.before-scribe"
        above, last = os.path.split(folder)
        try:
            if path is None and create:
                with Directory.at(above) as home:
                    home.make(last)
            self._folder = Directory.at(os.path.join(os.path.realpath(above), last))
            self._data = self._read(self._name)
        except FileNotFoundError as error:
            if self._folder is None and (path is not None or create):
                raise self._refused(f"there is no folder {folder}") from error
        except OSError as error:
            self.close()
            raise self._refused(_why(error)) from error
        if self._data is not None:
            try:
                text = self._data.decode("utf-8")
            except UnicodeDecodeError:
                self.close()
                raise self._refused("it is not in UTF-8") from None
            self._mark = _BOM if text.startswith(_BOM) else ""
            self.text = text[len(self._mark) :]

    def _read(self, name: str) -> bytes:
        """Read a file of the user's own, and remember its mode.

        Raises:
            OSError: it is missing, a link, no regular file or too large. UsageError: it is not the user's alone.
        """
        assert self._folder is not None
        data = self._folder.read(name, _MOST)
        status = self._folder.look(name)
        if status is not None and sys.platform != "win32":
            if status.st_uid != os.geteuid() or status.st_nlink > 1:
                self.close()
                raise self._refused("it is another user's, or has a second name that would keep the old bytes")
            self._mode = stat.S_IMODE(status.st_mode)
        return data

    def old(self) -> str | None:
        """Return what the file held before the hook was added, if that was kept."""
        if self._folder is None:
            return None
        try:
            return self._folder.read(self._backup, _MOST).decode("utf-8").removeprefix(_BOM)
        except (OSError, UnicodeDecodeError):
            return None

    def replace(self, text: str, *, keep: bool) -> str | None:
        """Write the file, and keep its old bytes beside it.

        Args:
            text: what it shall hold.
            keep: the old bytes are a person's own and worth keeping.

        Returns:
            Where the old bytes are, if there were any to keep.
        """
        assert self._folder is not None
        kept = None
        try:
            if keep and self._data is not None:
                self._folder.replace(self._backup, self._data)
                kept = self._folder.join(self._backup)
            elif keep:
                self._folder.unlink(self._backup)
            self._write(text)
        except OSError as error:
            raise self._refused(_why(error)) from error
        return kept

    def restore(self, text: str) -> None:
        """Write the file as it is without the hook; with no text it goes, because it was made for the hook."""
        assert self._folder is not None
        try:
            if text:
                self._write(text)
            else:
                self._refuse_news()
                self._folder.unlink(self._name)
            self._folder.unlink(self._backup)
        except OSError as error:
            raise self._refused(_why(error)) from error

    def _write(self, text: str) -> None:
        assert self._folder is not None
        self._refuse_news()
        self._folder.replace(self._name, (self._mark + text).encode("utf-8"), mode=self._mode)
        if sys.platform != "win32":
            # The mode of a new file goes through the umask; the old file's had not.
            fd = self._folder.open(self._name, os.O_RDONLY)
            try:
                os.fchmod(fd, self._mode)
            finally:
                os.close(fd)

    def _refuse_news(self) -> None:
        """Refuse to write over what the host has written since the file was read."""
        assert self._folder is not None
        try:
            now: bytes | None = self._folder.read(self._name, _MOST)
        except FileNotFoundError:
            now = None
        if now != self._data:
            raise self._refused("it was changed just now")

    def _refused(self, why: str) -> UsageError:
        look = f"Look at it: ls -l {shlex.quote(self.path)}; name the real file with --settings"
        return UsageError(f"the settings {self.path} were left alone", why, look)

    def close(self) -> None:
        """Close the folder."""
        if self._folder is not None:
            self._folder.close()
            self._folder = None

    def __enter__(self) -> _Settings:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _why(error: OSError) -> str:
    if isinstance(error, (NotRegularError, TooLargeError)):
        return str(error.strerror)
    return os.strerror(error.errno) if error.errno else str(error)
