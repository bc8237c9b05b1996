"""The clauses of the guard: what is wrong with a path, one function for each thing that can be.

A clause takes a case (what is asked, under which profile) and one of its paths, and returns why the writer has to do
otherwise, and how, or "". Which clause belongs to which rule, and in which order they are asked, stands in one table
in `policies.guard`.

A reason is read by a model and perhaps by a person at a terminal: what it quotes of a path has no control characters
in it and is cut to a bounded length (`names.shown`).
"""

from __future__ import annotations

from typing import NamedTuple

from policies.address import MOST_CHARACTERS, Address, Target
from policies.names import (
    INDEX,
    INSTRUCTIONS,
    PINNED,
    SENSITIVE,
    UNPRINTABLE,
    device,
    short_name,
    shown,
    stripped,
)
from policies.operation import Operation
from policies.profile import Profile

MOST_BYTES = 1024
MOST_SEGMENTS = 20
MOST_SEGMENT_BYTES = 255

_FORBIDDEN = frozenset('<>"|?*')
_RESOURCE_FORK = "..namedfork"


class Case(NamedTuple):
    """One operation before the clauses: what is asked, for which paths, under which profile."""

    operation: Operation
    profile: Profile
    address: Address
    source: Target
    destination: Target | None

    @property
    def example(self) -> str:
        """A path that would be accepted, for advice."""
        if "memories" in self.profile.paths and self.address.prefixes:
            return f"{self.address.prefixes[0]}/notes.md"
        return "notes.md"

    @property
    def can_mean_a_directory(self) -> bool:
        """The command is one that directories know too. Whether the profile lets it is another question."""
        return self.operation.command in ("view", "delete", "rename")

    @property
    def means_a_directory(self) -> bool:
        """The command is for a directory that exists; the new path of a rename is then one too."""
        return self.can_mean_a_directory and self.source.facts.kind == "directory"


# -- shape: what every path is -------------------------------------------------------------------------------------


def is_text(case: Case, target: Target) -> str:
    """A path is a string with something in it."""
    if isinstance(target.raw, str) and target.raw:
        return ""
    name = "new_path" if target is case.destination else "path"
    return f"{name} has to be a text that is not empty, such as {case.example}"


def is_printable(case: Case, target: Target) -> str:
    """No controls, line separators, bidi overrides or lone surrogates: they show another name than they open."""
    found = UNPRINTABLE.search(str(target.raw))
    if found is None:
        return ""
    return f"the path holds the control character {shown(found.group())}: write {case.example} or the like"


def is_short(case: Case, target: Target) -> str:
    """The bounds of the file systems, so that a room can move: 255 bytes a name (NAME_MAX, limits.h)."""
    if len(str(target.raw)) > MOST_CHARACTERS or _length(target.path) > MOST_BYTES:
        return f"a path has at most {MOST_BYTES} bytes: shorten it"
    if len(target.segments) > MOST_SEGMENTS:
        return f"a path has at most {MOST_SEGMENTS} names: use fewer directories"
    for each in target.segments:
        if _length(each) > MOST_SEGMENT_BYTES:
            return f"a name has at most {MOST_SEGMENT_BYTES} bytes: shorten {shown(each, 20)}"
    return ""


def is_visible(case: Case, target: Target) -> str:
    """A file system that drops invisible characters would be left with no name, or with `..`."""
    for each in target.segments:
        if each != ".." and stripped(each) in ("", ".", ".."):
            return f"nothing of the name {shown(each)} can be seen: give it letters"
    return ""


def ends_as_a_file(case: Case, target: Target) -> str:
    """A `/` at the end is for directories, and three of the commands know none."""
    if target.slash and not case.can_mean_a_directory:
        return f"a / at the end means a directory, and a memory is a file: write {shown(target.path)}"
    return ""


# -- containment: what keeps a path in the room --------------------------------------------------------------------


def goes_down(case: Case, target: Target) -> str:
    """No `..`, with either separator, also where it would stay inside: what is before it may be a link by then."""
    for each in target.segments:
        if ".." in each.split("\\"):
            return f"a path only goes down, so .. is refused even where it stays inside: write {case.example}"
    return ""


def has_no_backslash(case: Case, target: Target) -> str:
    """On Windows it separates names, elsewhere it is one of their characters."""
    if any("\\" in each for each in target.segments):
        return "a backslash separates names on Windows and is refused everywhere: separate names by /"
    return ""


def has_no_prefix(case: Case, target: Target) -> str:
    """No drive, also one without a separator after it (CVE-2021-37713), and no home directory."""
    first = target.segments[0] if target.segments else ""
    if first[1:2] == ":" and first[:1].isascii() and first[:1].isalpha():
        return f"{shown(first)} begins with a drive: write {case.example} or the like"
    if first.startswith("~"):
        return f"{shown(first)} may mean a home directory: begin the name with another character than ~"
    return ""


def is_inside(case: Case, target: Target) -> str:
    """The path says that it means this room, as the profile accepts it; `//`, with which UNC begins, never does."""
    if target.spelling in case.profile.paths:
        return ""
    advice = "make it relative to the room"
    if "memories" in case.profile.paths and case.address.prefixes:
        advice = f"begin it with {case.address.prefixes[0]}/"
    return f"{shown(str(target.raw))} is not how a path of this room is written: {advice}, as in {case.example}"


def is_not_the_root(case: Case, target: Target) -> str:
    """The room can be listed; it cannot be written, deleted or renamed."""
    if target.segments or case.operation.command == "view":
        return ""
    return f"this is the room itself, which can only be viewed: name a file in it, such as {case.example}"


def crosses_no_mount(case: Case, target: Target) -> str:
    """What is mounted below the room is not the room's (openat2(2), RESOLVE_NO_XDEV)."""
    if target.facts.mount:
        where = "/".join(each.name for each in target.facts.components)
        return f"{shown(where)} is a mount point and no part of the room: choose another path"
    return ""


# -- streams and names: what is more than a name on some system ----------------------------------------------------


def has_no_stream(case: Case, target: Target) -> str:
    """NTFS opens an alternate data stream behind a colon, of directories too; macOS a fork below the file."""
    for each, key in zip(target.segments, target.keys):
        if ":" in each:
            return f"a colon opens an alternate data stream on Windows: leave it out of {shown(each)}"
        if key == _RESOURCE_FORK:
            return f"{shown(each)} opens a file's resource fork on macOS: choose another name"
    return ""


def has_portable_characters(case: Case, target: Target) -> str:
    """The characters that Windows keeps for itself; two of them are patterns, and nothing here takes patterns."""
    for each in target.segments:
        bad = " ".join(sorted(_FORBIDDEN.intersection(each)))
        if bad:
            return f"{bad} cannot stand in a name on Windows: leave it out of {shown(each)}"
    return ""


def ends_in_a_character(case: Case, target: Target) -> str:
    """Windows cuts dots and spaces off, vfat on Linux dots."""
    for each in target.segments:
        if each.endswith((".", " ")):
            better = shown(each.rstrip(". ") or "notes")
            return f"Windows cuts dots and spaces off the end of the name {shown(each)}: write {better}"
    return ""


def is_no_device(case: Case, target: Target) -> str:
    """In every directory of Windows these open a device (CVE-2025-27210 went through one)."""
    for each in target.segments:
        name = device(each)
        if name:
            return f"{shown(each)} opens the device {name} on Windows: choose another name"
    return ""


def is_no_short_name(case: Case, target: Target) -> str:
    """Second names that Windows gives (`git~1`: CVE-2014-9390)."""
    for each in target.segments:
        name = short_name(each)
        if name:
            return f"{shown(each)} can open {name} on Windows, as its short name: leave out ~ and the number"
    return ""


# -- what names mean to programs and people ------------------------------------------------------------------------


def is_not_sensitive(case: Case, target: Target) -> str:
    """No segment, at any depth, is one in which programs look for keys, code or orders."""
    for each, key in zip(target.segments, target.keys):
        if key in SENSITIVE:
            return f"programs keep keys, code or orders in {key}, which {shown(each)} names: choose another name"
    return ""


def is_not_pinned(case: Case, target: Target) -> str:
    """The top-level `pinned/` itself and what is below it; one deeper down is ordinary."""
    if target.keys[:1] == [PINNED]:
        return (
            "what is pinned was pinned by the user, so it can be viewed and not changed: "
            "write a memory of your own outside pinned/, or ask the user"
        )
    return ""


def is_not_the_index(case: Case, target: Target) -> str:
    """No file of that name anywhere, and no directory that would stand in its way."""
    for each, key in zip(target.segments, target.keys):
        if key == INDEX:
            return f"{shown(each)} is the index, which is rebuilt from the memories: edit the memory it names"
    return ""


def is_no_instruction(case: Case, target: Target) -> str:
    """Agents obey such files wherever they find them."""
    for each, key in zip(target.segments, target.keys):
        if key in INSTRUCTIONS:
            return (
                f"agents obey {shown(each)}, and a memory is what was learned, not what was ordered: "
                "choose a name that says what it is about"
            )
    return ""


# -- what the file system shows ------------------------------------------------------------------------------------


def is_markdown(case: Case, target: Target) -> str:
    """A memory's name ends in `.md`, exactly so, after something that can be seen. Directories have other names."""
    leaf = target.leaf
    stem = leaf.removesuffix(".md")
    if not leaf or (leaf != stem and stripped(stem).strip(". ")) or case.means_a_directory:
        return ""
    better = shown((stem.strip(". ") or "notes") + ".md")
    return f"{shown(leaf)} is no name of a memory, which ends in .md: write {better} or the like"


def is_examined(case: Case, target: Target) -> str:
    """What cannot be looked at is not allowed."""
    if target.facts.unknown:
        return f"{shown(target.path)} cannot be examined ({target.facts.unknown}): choose another path"
    return ""


def passes_no_link(case: Case, target: Target) -> str:
    """No link on the way or at the end, dangling or not, nor one that a folding file system takes for the name."""
    for each in target.facts.components:
        if each.kind == "link":
            return f"{shown(each.name)} is a link, and links are never followed: choose another path"
    for each in target.facts.twins:
        if each.kind == "link":
            return f"the link {shown(each.name)} has the same name on some systems: choose another path"
    return ""


def is_regular(case: Case, target: Target) -> str:
    """Files where files are meant, directories where directories are; never a pipe, a socket or a device."""
    facts = target.facts
    last = facts.components[-1] if facts.components else None
    if last is None or last.kind == "link":
        return ""
    if last.kind == "other":
        return f"{shown(last.name)} is a pipe, a socket or a device and no file: choose another path"
    if last.kind == "file":
        return f"{shown(last.name)} is a file, so nothing is below it: choose another path" if facts.missing else ""
    if facts.missing or (case.means_a_directory and not _means_a_memory(case, target)):
        return ""
    return f"{shown(target.path)} is a directory and no memory: name a file, such as {case.example}"


def ends_as_it_is(case: Case, target: Target) -> str:
    """A `/` at the end of what is a file, or is about to become one."""
    if target.slash and not case.means_a_directory and (target is case.destination or target.facts.kind == "file"):
        return f"a / at the end means a directory, and this is a file: write {shown(target.path)}"
    return ""


def has_one_name(case: Case, target: Target) -> str:
    """A file with several names may be somebody else's file outside the room, or a pinned one."""
    facts = target.facts
    last = facts.components[-1] if facts.components else None
    if last is None or last.kind != "file" or last.links < 2:
        return ""
    if facts.pinned_alias:
        other = f"the pinned memory {shown(facts.pinned_alias)}"
        return f"{shown(target.path)} is {other} under a second name (a hard link): choose another path"
    return f"{shown(target.path)} has {last.links} names (hard links), perhaps outside: choose another path"


def has_one_spelling(case: Case, target: Target) -> str:
    """What is made anew is not another spelling of what is there; renaming a memory to its own is allowed."""
    if case.operation.command != "create" and target is not case.destination:
        return ""
    for each in target.facts.twins:
        there = target.facts.beside(each.name)
        if target is not case.destination or there != case.source.path:
            return f"{shown(there)} exists, and on some systems that is the same name: use it as it is spelled"
    return ""


def is_a_file(case: Case, target: Target) -> str:
    """One memory at a time: a directory takes with it what nobody named."""
    if case.operation.command not in ("delete", "rename") or target is not case.source:
        return ""
    if target.slash or case.means_a_directory:
        verb = case.operation.command.removesuffix("e") + "ed"
        return f"{shown(target.path)} is a directory, and memories are {verb} one by one: name a file"
    return ""


def _means_a_memory(case: Case, target: Target) -> bool:
    """Return whether a view is of a memory by its name, so that a directory of that name is in the way."""
    return case.operation.command == "view" and target.leaf.endswith(".md")


def _length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
