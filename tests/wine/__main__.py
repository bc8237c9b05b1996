"""`python -m tests.wine [pytest arguments]`: the tests on a Windows CPython under Wine.

Wine runs the real interpreter and the real Windows code of the packages, on Linux. It proves calls and
lifecycles, not enforcement: it keeps no integrity levels, no limits of job objects and no alternate data streams.
The archives, the interpreter and Wine's own directory are kept in the folder that `SCRIBE_WINE` names (by default
`.tox/wine-home`), so that a second run starts at once.

Without Wine nothing is run, and that is said; where the variable `CI` is set it is a failure.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.wine.interpreter import PROJECT, build
from tests.wine.suite import SUITE

_INHERITED = ("PATH", "HOME", "LANG", "SCRIBE_SHARED", "HYPOTHESIS_PROFILE")
_DONE = b"wine: pytest ended with "
# A process that is killed under Wine may end with 0: only a run that says its own end has come to it.
_RUN = (
    "import sys, pytest; code = int(pytest.main(sys.argv[1:]));"
    f" sys.stdout.write({_DONE.decode()!r} + str(code) + chr(10)); sys.stdout.flush(); sys.exit(code)"
)
_PYTEST = ("-c", _RUN, "--tb=short", "-p", "no:cacheprovider")


def main() -> int:
    """Run pytest under Wine and return its exit code."""
    wine = shutil.which("wine")
    if wine is None:
        _say("Wine is not installed: the tests on Windows are SKIPPED (Debian: apt-get install wine)")
        return 1 if os.environ.get("CI") else 0
    folder = Path(os.environ.get("SCRIBE_WINE", PROJECT / ".tox" / "wine-home"))
    folder.mkdir(parents=True, exist_ok=True)
    # One run at a time: the end of one would end the other.
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT)
    fcntl.flock(lock, fcntl.LOCK_EX)
    python = build(folder)
    environment = _environment(folder / "prefix")
    _make_prefix(wine, environment)
    try:
        cache = f"pycache_prefix={folder / 'bytecode'}"
        return _run((wine, str(python), "-X", cache, *_PYTEST, *_arguments(sys.argv[1:])), environment, until=_DONE)
    finally:
        _end(environment)


def _arguments(given: list[str]) -> list[str]:
    """Return what pytest is given: what was asked for, and the whole suite unless files are named."""
    named = any((PROJECT / each.partition("::")[0]).exists() for each in given if not each.startswith("-"))
    return given if named else [*given, *SUITE]


def _environment(prefix: Path) -> dict[str, str]:
    """Return what Wine is given: few variables, no messages of its own, no offers to install Mono and Gecko."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return kept | {"WINEPREFIX": str(prefix), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}


def _make_prefix(wine: str, environment: dict[str, str]) -> None:
    """Make Wine's directory; `user.reg` is the last thing in it that is written."""
    if not (Path(environment["WINEPREFIX"]) / "user.reg").is_file():
        _say("making Wine's directory, once")
        code = _run((wine, "wineboot", "--init"), environment)
        if code:
            raise SystemExit(f"wine: wineboot ended with {code}")


def _run(command: tuple[str, ...], environment: dict[str, str], until: bytes = b"") -> int:
    """Run with no input and with a pipe as output, which is passed on: under Wine a terminal is another thing.

    Args:
        command: what is run.
        environment: of it.
        until: how its last line begins; without that line it has failed, whatever it ended with.
    """
    last = b""
    with subprocess.Popen(
        command,
        cwd=PROJECT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            last = line
            sys.stdout.buffer.write(line.replace(b"\r\n", b"\n"))
            sys.stdout.buffer.flush()
    if not last.startswith(until):
        _say("the tests did not come to their end")
        return process.returncode or 1
    return process.returncode


def _end(environment: dict[str, str]) -> None:
    """Wait for Wine's server of this directory, and end it if a process of the tests still holds it."""
    if (server := shutil.which("wineserver")) is None:
        return
    try:
        subprocess.run((server, "--wait"), env=environment, timeout=30, check=False)
    except subprocess.TimeoutExpired:
        _say("a process of the tests was still running; it is ended")
        subprocess.run((server, "--kill"), env=environment, check=False)


def _say(text: str) -> None:
    sys.stdout.write(f"wine: {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
