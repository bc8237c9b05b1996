"""A profile: which rules are on for whom, as data. The table of rules and profiles stands in `profiles/*.yaml`.

The guard reads `rules` and `paths`, admission `switches` and `caps`, `policies.toolset` reads `tools`, and the door
`front_matter` and `index_listed`. Reading is strict: a key that is missing, unknown, doubled or of another
type ends the command, because a misspelt rule that is quietly off would be a hole that nobody sees.

Some rules have no switch. They keep a write in the room, and no profile, not even a user's own, can turn them off.

This is the only module of `policies` that reads a file. Not defended: a profile that its user weakened. None is ever
read from the workspace, so only the user can have done it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any

from policies.admission import Switches
from policies.caps import Caps

__all__ = ["RULES", "SHIPPED", "PolicyError", "Profile", "Tools", "load"]

RULES = (
    "shape",
    "containment",
    "streams",
    "names",
    "sensitive",
    "markdown",
    "pinned",
    "links",
    "index",
    "instruction-files",
    "one-spelling",
    "files-only",
)
"""The guard's rules, in the order in which they are asked."""

SHIPPED = ("extraction", "dream", "user", "memory-tool")

_ALWAYS = frozenset(RULES[:5]) | {"links", "index", "instruction-files", "one-spelling"}
_PATHS = ("memories", "relative", "absolute")
_SWITCHES = ("trust", "phrasing", "conflict")
_CHECKS = ("content", "secrets", "caps")
_MOST_BYTES = 64 * 1024
_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "profiles")


class PolicyError(Exception):
    """A profile cannot be used; nothing ran.

    Attributes:
        what: what happened, a clause without a full stop.
        why: the cause, a clause.
        do: what the user can do.
    """

    exit_code = 4

    def __init__(self, what: str, why: str, do: str) -> None:
        super().__init__(what, why, do)
        self.what = what
        self.why = why
        self.do = do

    def __str__(self) -> str:
        return f"{self.what}: {self.why}. {self.do}"


@dataclass(frozen=True, slots=True)
class Tools:
    """What a host's tool catalogue is narrowed by.

    Attributes:
        deny: patterns of names, as of a shell, compared without case.
        scopes: side-effect scopes that a tool may have; any other one, and none given, is denied.
    """

    deny: tuple[str, ...]
    scopes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Profile:
    """One column of the design's table.

    Attributes:
        name: its name.
        about: who it is for, in one line.
        rules: each of `RULES` to "on", "off" or "confirm" (off, once a person has confirmed).
        paths: accepted spellings: "memories" (below a virtual prefix), "relative", "absolute" (below the room).
        switches: what admission holds for a person and what it only records.
        caps: the bounds of admission.
        tools: for narrowing a host's catalogue.
        front_matter: memories are given front matter; without, a file is kept as it was sent.
        index_listed: `MEMORY.md` is shown in listings.
    """

    name: str
    about: str
    rules: Mapping[str, str]
    paths: frozenset[str]
    switches: Switches
    caps: Caps
    tools: Tools
    front_matter: bool
    index_listed: bool

    def on(self, rule: str) -> bool:
        """Return whether a rule is on; one that nobody has heard of is."""
        return self.rules.get(rule, "on") == "on"


def load(name_or_path: str, *, folder: str | None = None) -> Profile:
    """Load a profile.

    Args:
        name_or_path: a shipped profile's name, a name in the user's folder, or the path of a YAML file. A shipped name
            always means the shipped profile.
        folder: the user's folder of profiles, if there is one.

    Raises:
        PolicyError: there is none, or it is not a whole and valid profile.
    """
    path = _find(name_or_path, folder)
    what = f"the profile {name_or_path} cannot be used"
    try:
        with open(path, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise PolicyError(
            what, f"{path}: {error.strerror}", "Give the path of a YAML file that you can read"
        ) from error
    if len(data) > _MOST_BYTES:
        raise PolicyError(what, f"it has more than {_MOST_BYTES} bytes", "Shorten it: a profile has dozens of lines")
    return _Reader(what).profile(_parsed(what, data))


def _find(name_or_path: str, folder: str | None) -> str:
    if name_or_path in SHIPPED:
        return os.path.join(_FOLDER, f"{name_or_path}.yaml")
    if os.path.basename(name_or_path) != name_or_path or name_or_path.endswith((".yaml", ".yml")):
        return name_or_path
    own = os.path.join(folder, f"{name_or_path}.yaml") if folder else ""
    if own and os.path.isfile(own):
        return own
    raise PolicyError(
        f"there is no profile named {name_or_path}",
        "the shipped ones are " + ", ".join(SHIPPED) + (f", and {folder} has no such file" if folder else ""),
        "Name one of them, or give the path of a YAML file",
    )


def _parsed(what: str, data: bytes) -> Any:
    # Imported here, because everybody imports this module for its types and few load a profile.
    import yaml

    class Strict(yaml.SafeLoader):
        """PyYAML keeps the last of two equal keys; a reader of the file may believe the first."""

        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            names = [key.value for key, _ in node.value]
            for name in names:
                if names.count(name) > 1:
                    raise yaml.constructor.ConstructorError(None, None, f"two keys {name}", node.start_mark)
            return dict(super().construct_mapping(node, deep))

    try:
        return yaml.load(data, Strict)  # noqa: S506 - a SafeLoader, stricter.
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        reason = " ".join(str(error).split()) or type(error).__name__
        raise PolicyError(what, f"it is not valid YAML ({reason})", "Compare it with `scribe policy show`") from error


class _Reader:
    """Reads values of one profile and says which one is wrong."""

    def __init__(self, what: str) -> None:
        self._what = what

    def profile(self, data: Any) -> Profile:
        known = [each.name for each in fields(Profile) if each.name != "switches"]
        top = self._mapping(data, "the file", [*known, "admission"])
        rules = self._mapping(top["rules"], "rules", RULES)
        checks = self._mapping(top["admission"], "admission", [*_CHECKS, *_SWITCHES])
        tools = self._mapping(top["tools"], "tools", ("deny", "scopes"))
        for check in _CHECKS:
            self._choice(checks[check], f"admission.{check}", ("on",))
        return Profile(
            name=self._text(top["name"], "name"),
            about=self._text(top["about"], "about"),
            rules=MappingProxyType({rule: self._rule(rule, rules[rule]) for rule in RULES}),
            paths=frozenset(self._names(top["paths"], "paths", _PATHS)),
            switches=Switches(
                **{each: self._choice(checks[each], f"admission.{each}", ("on", "recorded")) for each in _SWITCHES}
            ),
            caps=self._caps(top["caps"]),
            tools=Tools(
                deny=tuple(self._names(tools["deny"], "tools.deny")),
                scopes=frozenset(self._names(tools["scopes"], "tools.scopes", ("none", "read", "write"))),
            ),
            front_matter=self._choice(top["front_matter"], "front_matter", ("on", "off")) == "on",
            index_listed=self._choice(top["index_listed"], "index_listed", ("on", "off")) == "on",
        )

    def _rule(self, rule: str, value: Any) -> str:
        if rule in _ALWAYS:
            return self._choice(value, f"rules.{rule}", ("on",))
        return self._choice(value, f"rules.{rule}", ("on", "off", "confirm") if rule == "pinned" else ("on", "off"))

    def _caps(self, value: Any) -> Caps:
        caps = self._mapping(value, "caps", [each.name for each in fields(Caps)])
        for name, number in caps.items():
            whole = name != "deletions_share"
            if isinstance(number, bool) or not isinstance(number, int if whole else (int, float)):
                raise self._wrong(f"caps.{name}", number, "a whole number" if whole else "a number from 0 to 1")
            # Written so that NaN, of which every comparison is false, does not pass.
            if not (number >= 0 and (whole or number <= 1)):
                raise self._wrong(f"caps.{name}", number, "at least 0" if whole else "a number from 0 to 1")
        return Caps(**caps)

    def _mapping(self, value: Any, where: str, keys: Collection[str]) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._wrong(where, value, "a mapping with the keys " + ", ".join(keys))
        for key in value:
            if key not in keys:
                raise PolicyError(
                    self._what, f"{where} has a key {key!r} that nobody reads", "Its keys are " + ", ".join(keys)
                )
        for key in keys:
            if key not in value:
                raise PolicyError(
                    self._what, f"{where} lacks the key {key}", "Write it: a profile says everything, to be read alone"
                )
        return value

    def _choice(self, value: Any, where: str, choices: tuple[str, ...]) -> str:
        # YAML 1.1 reads on and off as true and false.
        word = {True: "on", False: "off"}.get(value) if isinstance(value, bool) else value
        if not isinstance(word, str) or word not in choices:
            raise self._wrong(where, value if word is None else word, " or ".join(choices))
        return word

    def _text(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise self._wrong(where, value, "a line of text")
        return value

    def _names(self, value: Any, where: str, choices: Collection[str] = ()) -> list[str]:
        if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
            raise self._wrong(where, value, "a list of names")
        for each in value:
            if choices and each not in choices:
                raise self._wrong(where, each, "one of " + ", ".join(choices))
        if len(set(value)) != len(value):
            raise self._wrong(where, value, "a list without repetition")
        return value

    def _wrong(self, where: str, value: Any, right: str) -> PolicyError:
        return PolicyError(self._what, f"{where} is {value!r:.80}", f"It has to be {right}")
