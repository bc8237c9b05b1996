"""The profile language of macOS, read and judged: written without a look at what makes the profiles here.

What is known of the language (docs/adr/0012-macos-by-profile.md names who saw it) is modelled here. Where what is known leaves a choice, the choice is
an argument, and a profile is good only if it is good under each (`READINGS`):

- `order`: "specific" goes up from the operation to its wildcards and takes the first level that says something, and
  at each level a rule with filters before one without; "text" takes the last rule that matches, whatever its level.
- `folds`: whether `literal` and `subpath` see case and normal form.

Whatever is not known is an error, as it is for the compiler: an unknown operation, filter or modifier, a parameter without
a value, an import, a second `default`.
"""

from __future__ import annotations

import functools
import itertools
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OPERATIONS = frozenset(
    """
    appleevent-send device-camera device-microphone distributed-notification-post file-chroot file-clone file-ioctl
    file-issue-extension file-link file-lock file-map-executable file-mknod file-mount file-mount-update file-read-data file-read-metadata
    file-read-xattr file-revoke file-search file-test-existence file-unmount file-write-acl file-write-create
    file-write-data file-write-flags file-write-mode file-write-mount file-write-owner file-write-setugid
    file-write-times file-write-umount file-write-unlink file-write-xattr generic-issue-extension hid-control
    iokit-get-properties iokit-open iokit-set-properties ipc-posix-sem ipc-posix-shm-read-data ipc-posix-shm-write-create
    ipc-posix-shm-write-data ipc-posix-shm-write-unlink ipc-sysv-msg ipc-sysv-sem ipc-sysv-shm job-creation
    load-unsigned-code lsopen mach-bootstrap mach-issue-extension mach-lookup mach-priv-host-port mach-priv-task-port mach-register
    mach-task-name network-bind network-inbound network-outbound nvram-delete nvram-get nvram-set process-codesigning-status-get
    process-exec process-exec-interpreter process-fork process-info-codesignature process-info-dirtycontrol
    process-info-listpids process-info-pidfdinfo process-info-pidfileportinfo process-info-pidinfo
    process-info-rusage process-info-setcontrol pseudo-tty signal sysctl-read sysctl-write system-acct
    system-audit system-chud system-debug system-fsctl system-info system-kext-load system-kext-query system-kext-unload system-lcid system-mac-label
    system-nfssvc system-pagein-control system-privilege system-reboot system-sched system-set-time system-socket system-suspend-resume system-swap
    user-preference-read user-preference-write
    """.split()
)
WILDCARDS = frozenset(
    """
    file* file-read* file-write* iokit* ipc* ipc-posix* ipc-posix-shm* ipc-posix-shm-read* ipc-posix-shm-write*
    ipc-sysv* mach* network* nvram* process* process-exec* process-info* sysctl* system* user-preference*
    """.split()
)

LEFT_OPEN = ("file-map-executable", "iokit-get-properties", "nvram-", "process-info-")
"""Operations that `(deny default)` does not close."""

KINDS = {"REGULAR-FILE", "DIRECTORY", "SYMLINK", "FIFO", "SOCKET", "CHARACTER-DEVICE", "BLOCK-DEVICE"}
MODIFIERS = {"report", "no-report", "no-log", "message", "partial-symbolication", "telemetry", "send-signal"}


class ProfileError(Exception):
    """The compiler would not take this profile."""


class Symbol(str):
    """A name of the language."""

    __slots__ = ()


@dataclass(frozen=True)
class Act:
    """What a process attempts.

    Attributes:
        operation: one of `OPERATIONS`.
        path: the real path that it is about, as the kernel spells it; None for what has none.
        kind: the type of the file; of a created one, the type to be.
        target: whose process it is about: `self` or `others`.
        name: of a service or a sysctl.
    """

    operation: str
    path: str | None = None
    kind: str = "REGULAR-FILE"
    target: str = "others"
    name: str = ""


@dataclass(frozen=True)
class Reading:
    """One way to understand what the sources leave open."""

    order: str = "specific"
    folds: bool = False


READINGS = [Reading(order, folds) for order, folds in itertools.product(("specific", "text"), (False, True))]


# -- Reading ------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r'\s+|;[^\n]*|(?P<open>\()|(?P<close>\))|(?P<raw>#"[^"]*")|(?P<string>"(?:[^"\\]|\\.)*")|(?P<atom>[^\s()";]+)', re.S
)
_ESCAPES = {"\\": "\\", '"': '"', "n": "\n", "t": "\t", "r": "\r"}


def parse(text: str) -> list[Any]:
    """Return the expressions of a text: lists, symbols, strings, numbers."""
    stack: list[list[Any]] = [[]]
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise ProfileError(f"cannot be read at {text[at : at + 20]!r}")
        at = found.end()
        token = found.group()
        if found["open"]:
            stack.append([])
        elif found["close"]:
            if len(stack) == 1:
                raise ProfileError("a parenthesis too many")
            whole = stack.pop()
            stack[-1].append(whole)
        elif found["raw"]:
            stack[-1].append(token[2:-1])
        elif found["string"]:
            stack[-1].append(_unescape(token[1:-1]))
        elif found["atom"]:
            stack[-1].append(int(token) if token.isdecimal() else Symbol(token))
    if len(stack) != 1:
        raise ProfileError("a parenthesis is missing")
    return stack[0]


@functools.cache
def _parsed(text: str) -> list[Any]:
    return parse(text)


def _unescape(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        if found[1] not in _ESCAPES:
            raise ProfileError(f"an unknown escape \\{found[1]}")
        return _ESCAPES[found[1]]

    return re.sub(r"\\(.)", one, text, flags=re.S)


# -- Regular expressions ------------------------------------------------------------------------------------------


def quote(text: str) -> str:
    """Return the text with a backslash before what the compiler's `regex-quote` escapes; it leaves `]` and `}`."""
    return "".join("\\" + each if each in "^.[$()|*+?{\\" else each for each in text)


@functools.cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Return a pattern of the language as Python's: no more of it than is known of both."""
    flags = re.S
    if pattern.startswith("(?i)"):
        flags, pattern = flags | re.I, pattern[4:]
    out, at = [], 0
    while at < len(pattern):
        each = pattern[at]
        if each == "\\":
            if at + 1 == len(pattern) or pattern[at + 1].isalnum():
                raise ProfileError("an unknown escape in a regular expression")
            out.append(re.escape(pattern[at + 1]))
            at += 2
        elif each == "[":
            end = pattern.index("]", at + 2)
            inner = pattern[at + 1 : end]
            if any(bad in inner for bad in "[\\&~|") or "--" in inner:
                raise ProfileError("an unknown set in a regular expression")
            out.append(f"[{inner}]")
            at = end + 1
        elif each == "{" or pattern[at : at + 2] == "(?":
            raise ProfileError(f"unknown in a regular expression: {each}")
        else:
            # Python's `$` also matches before a line feed at the end, and a name may end in one.
            out.append(r"\Z" if each == "$" else each if each in "^.*+?()|" else re.escape(each))
            at += 1
    try:
        return re.compile("".join(out), flags)
    except re.error as error:
        raise ProfileError(f"not a regular expression: {error}") from None


# -- Judging ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rule:
    allows: bool
    operation: str
    filters: tuple[Any, ...]


class Evaluator:
    """A profile, read with its parameters.

    Raises:
        ProfileError: the compiler would refuse it.
    """

    def __init__(self, text: str, parameters: Mapping[str, str] | None = None, reading: Reading = Reading()) -> None:
        self._parameters = dict(parameters or {})
        self._reading = reading
        self._default: bool | None = None
        self._rules: list[Rule] = []
        forms = _parsed(text)
        if not forms or forms[0] != [Symbol("version"), 1]:
            raise ProfileError("the first form is (version 1)")
        for form in forms[1:]:
            self._read(form)
        if self._default is None:
            raise ProfileError("no default")
        for rule in self._rules:
            # A filter that is wrong is wrong for every act.
            for each in rule.filters:
                self._matches(each, Act("file-read-data", "/", name="x"))

    def _read(self, form: Any) -> None:
        if not isinstance(form, list) or not form or not isinstance(form[0], Symbol):
            raise ProfileError(f"not a form: {form!r}")
        if form[0] not in ("allow", "deny"):
            raise ProfileError(f"refused here: {form[0]}")
        names = list(itertools.takewhile(lambda each: isinstance(each, Symbol), form[1:]))
        rest = form[1 + len(names) :]
        filters = tuple(each for each in rest if not _modifier(each))
        if not names:
            raise ProfileError("a rule without an operation")
        for name in names:
            if name == "default":
                if self._default is not None or filters:
                    raise ProfileError("one default, and without filters")
                self._default = form[0] == "allow"
            elif name not in OPERATIONS | WILDCARDS:
                raise ProfileError(f"unbound variable: {name}")
            else:
                self._rules.append(Rule(form[0] == "allow", name, filters))

    def allows(self, act: Act) -> bool:
        """Return the verdict."""
        if act.operation not in OPERATIONS:
            raise ProfileError(f"not an operation: {act.operation}")
        levels = [act.operation, *_above(act.operation)]
        if self._reading.order == "text":
            levels_of_rules = [[rule for rule in self._rules if rule.operation in levels]]
            passes = [lambda rule: True]
        else:
            levels_of_rules = [[rule for rule in self._rules if rule.operation == level] for level in levels]
            passes = [lambda rule: bool(rule.filters), lambda rule: not rule.filters]
        for rules, chosen in itertools.product(levels_of_rules, passes):
            for rule in reversed(rules):
                if chosen(rule) and (not rule.filters or any(self._matches(each, act) for each in rule.filters)):
                    return rule.allows
        return bool(self._default) or act.operation.startswith(LEFT_OPEN)

    def _matches(self, form: Any, act: Act) -> bool:
        if not isinstance(form, list) or not form or not isinstance(form[0], Symbol):
            raise ProfileError(f"not a filter: {form!r}")
        name, rest = str(form[0]), form[1:]
        if name in ("require-all", "require-any"):
            if not rest:
                raise ProfileError(f"an empty {name}")
            answers = [self._matches(each, act) for each in rest]
            return all(answers) if name == "require-all" else any(answers)
        if name == "require-not":
            if len(rest) != 1:
                raise ProfileError("require-not takes one filter")
            return not self._matches(rest[0], act)
        if name in ("vnode-type", "target"):
            known = KINDS if name == "vnode-type" else {"self", "others", "same-sandbox"}
            if not rest or not set(rest) <= known:
                raise ProfileError(f"unbound variable in {rest!r}")
            return (act.kind if name == "vnode-type" else act.target) in rest and (
                name == "target" or act.path is not None
            )
        values = [self._text(each) for each in rest]
        if not values:
            raise ProfileError(f"{name} of nothing")
        if name not in _FILTERS:
            raise ProfileError(f"unbound variable: {name}")
        return any(_FILTERS[name](value, act, self._same) for value in values)

    def _text(self, form: Any) -> str:
        if isinstance(form, str) and not isinstance(form, Symbol):
            return form
        if isinstance(form, list) and form and form[0] == "param" and len(form) == 2:
            name = self._text(form[1])
            if name not in self._parameters:
                raise ProfileError(f"expected pattern, got boolean: no parameter {name}")
            return self._parameters[name]
        if isinstance(form, list) and form and form[0] == "string-append":
            return "".join(self._text(each) for each in form[1:])
        if isinstance(form, list) and form and form[0] == "regex-quote" and len(form) == 2:
            return quote(self._text(form[1]))
        raise ProfileError(f"not a text: {form!r}")

    def _same(self, text: str) -> str:
        return unicodedata.normalize("NFD", text).casefold() if self._reading.folds else text


def _modifier(form: Any) -> bool:
    if not (isinstance(form, list) and form and form[0] == "with"):
        return False
    if len(form) < 2 or form[1] not in MODIFIERS:
        raise ProfileError(f"an unknown modifier: {form!r}")
    return True


def _above(operation: str) -> list[str]:
    """Return the wildcards over an operation, the narrowest first."""
    return sorted((each for each in WILDCARDS if operation.startswith(each[:-1])), key=len, reverse=True)


def _literal(value: str, act: Act, same: Any) -> bool:
    return act.path is not None and same(act.path) == same(value)


def _subpath(value: str, act: Act, same: Any) -> bool:
    if value != "/" and value.endswith("/"):
        raise ProfileError("a subpath that ends in a slash matches nothing")
    return act.path is not None and (same(act.path) + "/").startswith(same(value).rstrip("/") + "/")


def _prefix(value: str, act: Act, same: Any) -> bool:
    return act.path is not None and same(act.path).startswith(same(value))


def _regex(value: str, act: Act, same: Any) -> bool:
    pattern = compiled(value)
    return act.path is not None and pattern.search(act.path) is not None


def _ancestors(value: str, act: Act, same: Any) -> bool:
    return act.path is not None and act.path != value and _subpath(act.path, Act(act.operation, value), same)


_FILTERS = {
    "literal": _literal,
    "path": _literal,
    "subpath": _subpath,
    "prefix": _prefix,
    "regex": _regex,
    "path-ancestors": _ancestors,
    "global-name": lambda value, act, same: act.name == value,
    "sysctl-name": lambda value, act, same: act.name == value,
    "sysctl-name-prefix": lambda value, act, same: act.name.startswith(value),
}
