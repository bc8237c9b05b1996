"""The macOS profile of each role: text for `sandbox-exec`, made from the ruleset by a pure function.

`profile` takes a role, a description of the interpreter and the facts of the room, and returns the text and the
values of its parameters. No path of this machine stands in the text: it is the same for every room and every
user, and what differs travels beside it (`-D NAME=value`), where no quote or parenthesis of a name can be
taken for the language. The kernel judges real paths (`/private/var/…`), so the caller resolves them first.

The language is not documented by its maker. What this file relies on, and where each fact was seen, stands in
`docs/adr/0012-macos-by-profile.md`. Three of them shape the text:

- a rule for one operation outlives a later rule for its wildcard, and a rule with a filter outlives one without; so
  the profile allows single operations and never `file-write*`, and no verdict depends on the order of rules;
- `(deny default)` leaves a few operations open (`file-map-executable`, `process-info*`, …), which are denied by name;
- a parameter cannot stand in a regular expression, but `string-append` and `regex-quote` make one from it.

Not defended here: what the language has no operation for. `UNJUDGED` names it, and the receipt repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from confine.ruleset import Ruleset

__all__ = ["UNJUDGED", "Layout", "Profile", "profile"]

UNJUDGED = (
    "threads",
    "executable memory",
    "mappings of memory",
    "pipes and other descriptors without a name",
    "the modes with which files and directories are created",
    "locks on files that are open",
    "limits, priorities and alarms of the process itself",
)
"""What a process can do whatever its profile says; see the record for what stands in the way of each."""

_SYSTEM_LIBRARIES = (
    # The dynamic linker, its shared cache and what is not in the cache; cryptexes since macOS 13.
    "/usr/lib",
    "/System/Library",
    "/System/Cryptexes",
    "/System/Volumes/Preboot/Cryptexes",
    "/private/var/db/dyld",
)
_SYSTEM_DATA = ("/usr/share/locale", "/usr/share/zoneinfo", "/usr/share/zoneinfo.default", "/private/var/db/timezone")

_FACTS_OF_THE_MACHINE = (
    # What libSystem and the interpreter ask sysctl(3) when they start; nothing that names the user or a process.
    "hw.activecpu",
    "hw.byteorder",
    "hw.cachelinesize_compat",
    "hw.cpufamily",
    "hw.cputype",
    "hw.logicalcpu",
    "hw.logicalcpu_max",
    "hw.machine",
    "hw.memsize",
    "hw.ncpu",
    "hw.pagesize",
    "hw.pagesize_compat",
    "hw.physicalcpu",
    "hw.physicalcpu_max",
    "kern.argmax",
    "kern.bootargs",
    "kern.maxfilesperproc",
    "kern.osproductversion",
    "kern.osrelease",
    "kern.ostype",
    "kern.osvariant_status",
    "kern.osversion",
    "kern.secure_kernel",
    "kern.usrstack64",
    "kern.version",
    "sysctl.proc_cputype",
    "sysctl.proc_translated",
)

_HEAD = """\
(version 1)
(deny default)
; Open under (deny default) unless they are named, or named for the reader.
(deny appleevent-send)
(deny file-clone)
(deny file-link)
(deny file-map-executable)
(deny iokit-get-properties)
(deny mach-lookup)
(deny network*)
(deny nvram*)
(deny process-fork)
(deny process-info*)
(deny signal)
"""

_PINNED = '#"/[pP][iI][nN][nN][eE][dD](/|$)"'
_TEMPORARY = r'#"/(.*/)?\.scribe-[^/]*\.tmp$"'
"""The names of `worker.temporary_name`: the only files of a room that are ever written in place."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the interpreter lies, as real paths.

    Attributes:
        programs: what may be executed; the first is what is started. A framework's `bin/python3` executes the
            application in `Resources` before anything else (Mac/Tools/pythonw.c), so that one is here too.
        trees: directories with its library, to read and to map.
        libraries: single files that it is linked with.
    """

    programs: tuple[str, ...]
    trees: tuple[str, ...]
    libraries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """What `sandbox-exec` is given.

    Attributes:
        text: the profile; it holds no path but those of the system.
        parameters: name and value, in the order of their use.
    """

    text: str
    parameters: tuple[tuple[str, str], ...]

    def arguments(self) -> list[str]:
        """Return the arguments of `sandbox-exec` (sandbox-exec(1))."""
        return ["-p", self.text, *(each for name, value in self.parameters for each in ("-D", f"{name}={value}"))]


def profile(ruleset: Ruleset, layout: Layout, room: Mapping[str, Any] | None = None) -> Profile:
    """Return the profile of a role.

    Args:
        ruleset: the role's; only one that is granted rights may have a room.
        layout: the interpreter.
        room: `path`, the room's real path as the kernel spells it; `pinned`, the directories in it that an automated
            run must not write in; `automated`, whether it is one even without such a directory yet.

    Raises:
        ValueError: a path is not absolute and plain, or the room does not go with the role.
    """
    if bool(ruleset.rights) != (room is not None):
        raise ValueError(f"a room goes with a role that has rights, and with no other: {ruleset.role}")
    names = _Names()
    parts = [_HEAD, _interpreter(layout, names)]
    if room is not None:
        parts.append(_room(room, names))
    return Profile("".join(parts), tuple(names.parameters))


class _Names:
    """Parameters as they are handed out: a name for each path."""

    def __init__(self) -> None:
        self.parameters: list[tuple[str, str]] = []

    def give(self, name: str, path: str) -> str:
        """Return the expression that stands for a path."""
        self.parameters.append((name, _plain(path)))
        return f'(param "{name}")'

    def give_all(self, name: str, paths: Sequence[str]) -> list[str]:
        return [self.give(f"{name}_{number}", path) for number, path in enumerate(paths)]


def _plain(path: str) -> str:
    """Return a path that names one place, however it is read: absolute, without `.`, `..`, doubled or last slash."""
    if not path.startswith("/") or path == "/" or any(part in ("", ".", "..") for part in path[1:].split("/")):
        raise ValueError(f"not a real path: {path!r}")
    if "\0" in path:
        raise ValueError("a path with a NUL")
    return path


def _interpreter(layout: Layout, names: _Names) -> str:
    programs = names.give_all("PROGRAM", layout.programs)
    trees = names.give_all("TREE", layout.trees)
    libraries = names.give_all("LIBRARY", layout.libraries)
    literals = [f"(literal {each})" for each in (*programs, *libraries)]
    own = [*literals, *(f"(subpath {each})" for each in trees)]
    system = [f'(subpath "{path}")' for path in _SYSTEM_LIBRARIES]
    data = [f'(subpath "{path}")' for path in _SYSTEM_DATA]
    above = [f"(path-ancestors {each})" for each in (*programs, *trees, *libraries)]
    facts = [f'(sysctl-name "{name}")' for name in _FACTS_OF_THE_MACHINE]
    return (
        "; The interpreter, and what it is linked with.\n"
        + _rule("process-exec", [f"(literal {each})" for each in programs])
        + _rule("file-map-executable", [*own, *system])
        # Since macOS 26 the dynamic linker reads the root directory; without it every program is aborted.
        + _rule("file-read*", ['(literal "/")', *own, *system, *data])
        + _rule("file-read-metadata", above)
        + _rule("process-info*", ["(target self)"])
        + _rule("sysctl-read", facts)
    )


def _room(room: Mapping[str, Any], names: _Names) -> str:
    root = names.give("ROOM", str(room["path"]))
    pinned = list(room.get("pinned", ()))
    below = [
        f"(subpath {root})",
        # The filter above may fold case and this one does not: a room under another spelling than the kernel's is
        # refused, where the carve-out below would have missed it. It leaves out the room itself as well.
        f'(regex (string-append "^" (regex-quote {root}) #"/."))',
    ]
    if pinned or room.get("automated", False):
        below.append(f'(require-not (regex (string-append "^" (regex-quote {root}) {_PINNED})))')
    for number, name in enumerate(pinned):
        if "/" in name:
            raise ValueError(f"not a name in the room: {name!r}")
        below.append(f"(require-not (subpath {names.give(f'PINNED_{number}', room['path'] + '/' + name)}))")
    temporary = f'(regex (string-append "^" (regex-quote {root}) {_TEMPORARY}))'
    return (
        "; The room. Created are files and directories, no links, fifos, sockets or devices.\n"
        + _rule("file-read*", [f"(subpath {root})"])
        + _rule("file-read-metadata", [f"(path-ancestors {root})"])
        + _rule("file-write-create", [_all([*below, "(vnode-type REGULAR-FILE DIRECTORY)"])])
        + _rule("file-write-unlink", [_all(below)])
        + "; What is written is a temporary file; it gets its name by a rename.\n"
        + _rule("file-write-data", [_all([*below, temporary])])
    )


def _rule(operation: str, filters: Sequence[str]) -> str:
    return f"(allow {operation}\n" + "\n".join(f"  {each}" for each in filters) + ")\n"


def _all(filters: Sequence[str]) -> str:
    return "(require-all\n" + "\n".join(f"    {each}" for each in filters) + ")"
