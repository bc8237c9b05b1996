"""What the guard says, case by case: one sentence each, and the rule that decides.

`tests/test_guard_rules.py` runs them; `tests/mutate_guard.py` takes the guard apart and looks which of them notice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from policies import guard
from policies.operation import Operation, Verdict
from policies.profile import load
from tests.imagined import Imagined

ROOT = "/srv/rooms/project"
WINDOWS = "C:\\Users\\me\\project"
OK = "ok"
PROFILES = {name: load(name) for name in ("extraction", "dream", "user", "memory-tool")}


class Case(NamedTuple):
    """One sentence about the guard."""

    sentence: str
    rule: str
    command: Any
    path: Any
    new_path: Any = None
    room: tuple[str, ...] = ()
    profile: str = "extraction"
    folds: bool = False
    root: str = ROOT
    says: str = ""

    def holds(self) -> bool:
        """Return whether the guard says so: the rule, and what the reason has to mention."""
        verdict = self.judged()
        return (verdict.rule, verdict.allowed) == (self.rule, self.rule == OK) and self.says in verdict.reason

    def judged(self) -> Verdict:
        """Ask the guard."""
        operation = Operation(self.command, self.path, self.new_path)
        look = Imagined(*self.room, folds=self.folds)
        return guard.judge(operation, PROFILES[self.profile], guard.Address(("/memories",), self.root), look)


_DIRECTORIES = "/".join(["a" * 203] * 4)

_HONEST = [
    Case("a new memory may be created", OK, "create", "x.md"),
    Case("a memory may be viewed", OK, "view", "/memories/x.md", room=("x.md",)),
    Case("a memory may be edited", OK, "str_replace", "/memories/a/x.md", room=("a/x.md",)),
    Case("a line may be inserted", OK, "insert", f"{ROOT}/a/x.md", room=("a/x.md",)),
    Case("a memory may be deleted", OK, "delete", "x.md", room=("x.md",)),
    Case("a memory may be renamed", OK, "rename", "x.md", "a/y.md", ("x.md",)),
    Case("whether a file that exists may be created is the door's matter", OK, "create", "x.md", room=("x.md",)),
    Case("the absent may be asked for", OK, "view", "absent.md"),
    Case("the absent in an absent directory may be asked for", OK, "view", "no/absent.md"),
    Case("a view of the room lists it", OK, "view", "/memories"),
    Case("a view of the room with a slash lists it", OK, "view", "/memories/"),
    Case("a view of the room by its own path lists it", OK, "view", ROOT),
    Case("a view of a dot lists the room", OK, "view", "."),
    Case("a view of a directory lists it", OK, "view", "notes", room=("notes/x.md",)),
    Case("a directory may be viewed with a slash", OK, "view", "notes/", room=("notes/x.md",)),
    Case("a single dot is dropped", OK, "create", "./a/./x.md"),
    Case("two slashes are one", OK, "create", "/memories//a//x.md"),
    Case("letters of all scripts, spaces and emoji are names", OK, "create", "Müller & Söhne/日本語 👨‍💻.md"),
    Case("joiners and variation selectors may stand in a name", OK, "create", "नमस्\u200dते\ufe0f.md"),
    Case("a percent sign is itself", OK, "create", "%2e%2e%2fx.md"),
    Case("dots within a name are ordinary", OK, "create", "..a..b.md"),
    Case("a tilde after the beginning is ordinary", OK, "create", "a/~tilde~.md"),
    Case("a room on Windows is named by its own path", OK, "create", "c:/users/Me\\project\\a\\x.md", root=WINDOWS),
]

_DEFAULT = [
    Case("a command that the tool does not have is denied", "default", "execute", "x.md"),
    Case("a command that is no text is denied", "default", ["view"], "x.md"),
    Case("only a rename has a new path", "default", "create", "x.md", "y.md"),
    Case("what cannot be examined is denied", "default", "view", "a/x.md", room=("a/ !",)),
]

_SHAPE = [
    Case("a path is not empty", "shape", "view", ""),
    Case("a path is not absent", "shape", "view", None),
    Case("a path is no number", "shape", "view", 7),
    Case("a path is no bytes", "shape", "create", b"x.md"),
    Case("a rename has a new path", "shape", "rename", "x.md", None, ("x.md",)),
    Case("a new path is not empty", "shape", "rename", "x.md", "", ("x.md",)),
    Case("a NUL ends no path", "shape", "create", "x.md\0.txt"),
    Case("a newline is no part of a name", "shape", "create", "a\nb.md"),
    Case("DEL is no part of a name", "shape", "create", "a\x7fb.md"),
    Case("a C1 control is no part of a name", "shape", "create", "a\x9bb.md"),
    Case("a bidi override is no part of a name", "shape", "create", "a\u202eb.md"),
    Case("a bidi isolate is no part of a name", "shape", "create", "a\u2066b.md"),
    Case("a line separator is no part of a name", "shape", "create", "a\u2028b.md"),
    Case("a paragraph separator is no part of a name", "shape", "create", "a\u2029b.md"),
    Case("a lone surrogate is no part of a name", "shape", "create", "a\ud800b.md"),
    Case("an escape sequence is refused in a view too", "shape", "view", "a\x1b[2Jb.md"),
    Case("a path may have 1,024 bytes", OK, "create", f"{_DIRECTORIES}/{'a' * 205}.md"),
    Case("a path may not have 1,025 bytes", "shape", "create", f"{_DIRECTORIES}/{'a' * 206}.md"),
    Case("the room's own path does not count", OK, "create", f"{ROOT}/{_DIRECTORIES}/{'a' * 205}.md"),
    Case("bytes count, not characters", "shape", "create", f"{_DIRECTORIES}/{'é' * 103}.md"),
    Case("a megabyte of path is refused unread", "shape", "create", "a/" * 500_000 + "x.md"),
    Case("a path may have 20 names", OK, "create", "a/" * 19 + "x.md"),
    Case("a path may not have 21 names", "shape", "create", "a/" * 20 + "x.md"),
    Case("a path may not have 21 names that exist", "shape", "view", "a/" * 20 + "x.md", room=("a/" * 20 + "x.md",)),
    Case("a name may have 255 bytes", OK, "create", "a" * 252 + ".md"),
    Case("a name may not have 256 bytes", "shape", "create", "a" * 253 + ".md"),
    Case("a name does not vanish with its invisible characters", "shape", "create", "\u200b/x.md"),
    Case("a name does not become .. without them", "shape", "create", ".\u200d./x.md"),
    Case("a name does not become . without them", "shape", "create", "\u00ad./x.md"),
    Case("a memory that is created does not end in a slash", "shape", "create", "x.md/"),
    Case("a memory that is edited does not end in a slash and a dot", "shape", "insert", "x.md/.", room=("x.md",)),
    Case("a file that is viewed does not end in a slash", "shape", "view", "x.md/", room=("x.md",)),
    Case("a file is not renamed to a directory", "shape", "rename", "x.md", "y.md/", ("x.md",)),
]

_CONTAINMENT = [
    Case("a path does not go up", "containment", "view", ".."),
    Case("a path does not go up and down again", "containment", "create", "a/../b.md"),
    Case("a path does not go up from the prefix", "containment", "create", "/memories/../x.md"),
    Case("a path does not go up from the room's own path", "containment", "create", f"{ROOT}/../x.md"),
    Case("a new path does not go up", "containment", "rename", "x.md", "../y.md", ("x.md",)),
    Case("a backslash separates nothing", "containment", "create", "a\\b.md"),
    Case("a backslash does not go up", "containment", "create", "a\\..\\b.md"),
    Case("a drive is refused", "containment", "create", "C:\\x.md"),
    Case("a drive without a slash is refused", "containment", "create", "c:x.md"),
    Case("another machine is refused", "containment", "create", "//server/share/x.md"),
    Case("another machine is refused though it has our prefix", "containment", "create", "//memories/x.md"),
    Case("a device path is refused", "containment", "create", "\\\\?\\C:\\x.md"),
    Case("a home directory is refused", "containment", "create", "~/x.md"),
    Case("another user's home directory is refused", "containment", "create", "~root/x.md"),
    Case("a home directory below the prefix is refused", "containment", "create", "/memories/~/x.md"),
    Case("an absolute path outside is refused", "containment", "view", "/etc/x.md"),
    Case("the system's root is refused", "containment", "view", "/"),
    Case("a longer name is not the prefix", "containment", "create", "/memoriesX/x.md"),
    Case("a longer name is not the room", "containment", "create", f"{ROOT}2/x.md"),
    Case("a prefix is spelled as it is", "containment", "create", "/Memories/x.md"),
    Case("the room on Windows is not left by its path", "containment", "create", f"{WINDOWS}\\..\\x.md", root=WINDOWS),
    Case("a longer name is not the room on Windows", "containment", "create", f"{WINDOWS}2\\x.md", root=WINDOWS),
    Case("the room cannot be written", "containment", "create", "/memories"),
    Case("the room cannot be deleted", "containment", "delete", "."),
    Case("the room cannot be deleted by a user", "containment", "delete", "./", profile="user"),
    Case("the room cannot be renamed", "containment", "rename", "/memories/", "/memories/x", profile="memory-tool"),
    Case("nothing becomes the room", "containment", "rename", "x.md", ".", ("x.md",)),
    Case("a mount point is not crossed", "containment", "create", "mnt/x.md", room=("mnt/ @",)),
    Case("a mount point is not viewed", "containment", "view", "mnt", room=("mnt/ @",)),
    Case("a user names no prefix", "containment", "view", "/memories/x.md", profile="user", says="make it relative"),
    Case("a user is shown a user's path", "containment", "create", "../x.md", profile="user", says="write notes.md"),
    Case("a writer is shown a writer's path", "containment", "create", "../x.md", says="write /memories/notes.md"),
    Case("a writer is told how paths begin", "containment", "create", "/x.md", says="begin it with /memories/"),
    Case("a user names no absolute path", "containment", "view", f"{ROOT}/x.md", profile="user"),
    Case("the memory tool names the prefix", "containment", "create", "x.md", profile="memory-tool"),
    Case("the memory tool names no other path", "containment", "create", f"{ROOT}/x.md", profile="memory-tool"),
]

_STREAMS = [
    Case("a stream of a file is refused", "streams", "view", "x.md:hidden"),
    Case("a stream that ends in .md is refused", "streams", "create", "notes:hidden.md"),
    Case("the data stream is refused", "streams", "view", "x.md::$DATA"),
    Case("a stream of a directory is refused", "streams", "create", "notes:$I30:$INDEX_ALLOCATION/x.md"),
    Case("a resource fork is refused", "streams", "view", "x.md/..namedfork/rsrc", room=("x.md",)),
    Case("a resource fork is refused in any case", "streams", "create", "x.md/..NamedFork/rsrc.md"),
]

_NAMES = [
    *(Case(f"{each} stands in no name", "names", "create", f"a{each}b.md") for each in '<>"|?*'),
    Case("a pattern deletes nothing", "names", "delete", "*.md"),
    Case("a name does not end in a dot", "names", "create", "a./x.md"),
    Case("a name does not end in a space", "names", "create", "a /x.md"),
    Case("a memory does not end in a dot", "names", "create", "x.md."),
    Case("a name of dots is refused", "names", "create", ".../x.md"),
    *(
        Case(f"{each} is a device", "names", "create", f"{each}.md")
        for each in (
            *("con", "prn", "aux", "nul", "conin$", "conout$", "clock$"),
            *(f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"),
        )
    ),
    Case("a device is one in capitals", "names", "view", "NUL.md"),
    Case("a device is one as a directory", "names", "create", "a/Con/x.md"),
    Case("a device is one with many extensions", "names", "create", "aux.tar.gz.md"),
    Case("a device is one with spaces behind it", "names", "create", "com1  .md"),
    Case("a longer name is no device", OK, "create", "console.com10.md"),
    Case("a device behind a dot is none", OK, "create", "x.nul.md"),
    Case("a short name of .git is refused", "names", "create", "GIT~1/x.md"),
    Case("a short name of .git with a checksum is refused", "names", "create", "gi2837~1/x.md"),
    Case("a short name of a long name is refused", "names", "create", "DEVCON~2/x.md"),
    Case("a short name with a long number is refused", "names", "create", "devco~12/x.md"),
    Case("a protected name with a number is refused", "names", "create", "node_modules~1/x.md"),
    Case("a short name of an instruction file is refused", "names", "create", "COPILO~1.MD"),
    Case("a short name of the pinned is refused", "names", "create", "pinned~1/x.md"),
    Case("a short name of an unprotected name is ordinary", OK, "create", "gitu~1/x.md"),
    Case("a tilde without a number is ordinary", OK, "create", "git~x/x.md"),
    Case("a checksum of another name is ordinary", OK, "create", "gi7eba~1/x.md"),
]

_SENSITIVE_NAMES = (
    *(".git", ".ssh", ".aws", ".gnupg", ".dsh", ".zcode", ".scribe", ".claude", ".qwen", ".codex", ".gemini"),
    *("hooks", ".husky", ".githooks", "node_modules", ".vscode", ".idea", "head", "config", "objects", "refs"),
    *("skills", "commands", "agents", ".cargo", ".devcontainer", ".yarn", ".mvn"),
)

_SENSITIVE = [
    *(Case(f"{each} is sensitive", "sensitive", "create", f"{each}/x.md") for each in _SENSITIVE_NAMES),
    Case("a sensitive name is not viewed", "sensitive", "view", ".ssh", room=(".ssh/x.md",)),
    Case("a sensitive name is one at any depth", "sensitive", "create", "a/b/.git/c/x.md"),
    Case("a sensitive name is one in capitals", "sensitive", "create", ".GIT/x.md"),
    Case("a sensitive name is one with an invisible character", "sensitive", "create", ".g\u200cit/x.md"),
    Case("a sensitive name is one with a tag character", "sensitive", "create", ".gi\U000e0074t/x.md"),
    Case("a sensitive name is one with a long s", "sensitive", "create", "hookſ/x.md"),
    Case("a sensitive name is one with a sharp s", "sensitive", "create", ".ßh/x.md"),
    Case("a sensitive name is one with a ligature", "sensitive", "create", "conﬁg/x.md"),
    Case("a sensitive name is one with a Kelvin sign", "sensitive", "create", "hoo\u212as/x.md"),
    Case("a user does not change what is sensitive", "sensitive", "delete", ".git/x.md", profile="user"),
    Case("a file of the same name is ordinary", OK, "create", "config.md"),
    Case("a longer name is ordinary", OK, "create", "webhooks/x.md"),
    Case("a name without its dot is ordinary", OK, "create", "git/x.md"),
    Case("a look-alike is ordinary", OK, "create", ".gıt/x.md"),
]

_MARKDOWN = [
    Case("a memory ends in .md", "markdown", "create", "notes"),
    Case("a memory ends in .md and in nothing else", "markdown", "create", "x.md.txt"),
    Case("a memory ends in .md in small letters", "markdown", "create", "x.MD"),
    Case("a memory has a name before .md", "markdown", "create", ".md"),
    Case("a memory has a visible name before .md", "markdown", "create", "\u2060.md"),
    Case("a fullwidth letter is no m", "markdown", "create", "x.\uff4dd"),
    Case("an invisible character in .md is one too many", "markdown", "create", "x.m\u200dd"),
    Case("a file of another kind is not viewed", "markdown", "view", ".env", room=(".env",)),
    Case("an absent directory is not viewed", "markdown", "view", "absent"),
    Case("a memory is not renamed to another kind", "markdown", "rename", "x.md", "x.txt", ("x.md",)),
    Case("a memory is not renamed to a directory's name", "markdown", "rename", "x.md", "a", ("x.md", "a/")),
    Case("a file of another kind is not renamed", "markdown", "rename", "x.txt", "x.md", ("x.txt",)),
    Case("the memory tool keeps any kind", OK, "create", "/memories/todo.xml", profile="memory-tool"),
]

_PINNED = [
    Case("what is pinned is not created", "pinned", "create", "pinned/x.md"),
    Case("what is pinned is not edited", "pinned", "str_replace", "pinned/x.md", room=("pinned/x.md",)),
    Case("what is pinned is not deleted", "pinned", "delete", "pinned/x.md", room=("pinned/x.md",)),
    Case("what is pinned is not renamed", "pinned", "rename", "pinned/x.md", "x.md", ("pinned/x.md",)),
    Case("nothing is renamed into pinned", "pinned", "rename", "x.md", "pinned/x.md", ("x.md",)),
    Case("nothing is renamed to pinned", "pinned", "rename", "/memories/a", "/memories/pinned", ("a/",), "memory-tool"),
    Case("pinned is not deleted", "pinned", "delete", "/memories/pinned", None, ("pinned/x.md",), "memory-tool"),
    Case("pinned is pinned in capitals", "pinned", "create", "/memories/PINNED/x.md"),
    Case("pinned is pinned with an invisible character", "pinned", "create", "pin\u200cned/x.md"),
    Case("pinned is pinned though it is a link", "pinned", "create", "pinned/x.md", room=("pinned => elsewhere",)),
    Case("what is pinned may be viewed", OK, "view", "pinned/x.md", room=("pinned/x.md",)),
    Case("pinned may be listed", OK, "view", "/memories/Pinned", room=("Pinned/x.md",)),
    Case("a user may change what is pinned", OK, "delete", "pinned/x.md", None, ("pinned/x.md",), "user"),
    Case("a longer name is not pinned", OK, "create", "pinned-notes/x.md"),
    Case("pinned further down is ordinary", OK, "create", "project/pinned/x.md"),
    Case("a memory named pinned is ordinary", OK, "create", "pinned.md"),
]

_LINKS = [
    Case("a link is not viewed", "links", "view", "x.md", room=("x.md => y.md", "y.md")),
    Case("a dangling link is not created through", "links", "create", "x.md", room=("x.md => nowhere.md",)),
    Case("a link on the way is not passed", "links", "create", "l/x.md", room=("l => elsewhere",)),
    Case("a link far down is not passed", "links", "create", "a/b/l/c/x.md", room=("a/b/l => ../..",)),
    Case("a junction is not passed", "links", "create", "j/x.md", room=("j =junction=> C:\\Users",)),
    Case("a link is not deleted", "links", "delete", "x.md", room=("x.md => y.md",)),
    Case("nothing is renamed over a link", "links", "rename", "x.md", "l.md", ("x.md", "l.md => y.md")),
    Case("nothing is renamed through a link", "links", "rename", "x.md", "l/x.md", ("x.md", "l => a")),
    Case("a link that folds to the name is not passed", "links", "view", "L/x.md", room=("l => elsewhere",)),
    Case("a link is met where case is folded", "links", "create", "L/x.md", room=("l => elsewhere",), folds=True),
    Case("a ligature is met where it is folded", "links", "create", "FF/x.md", room=("ﬀ => elsewhere",), folds=True),
    Case("a pipe is not viewed", "links", "view", "p.md", room=("p.md |",)),
    Case("a device is not written", "links", "create", "p.md", room=("p.md |",)),
    Case("a pipe is no directory", "links", "create", "p/x.md", room=("p |",)),
    Case("nothing is below a file", "links", "create", "x.md/y.md", room=("x.md",)),
    Case("a directory is not written", "links", "create", "x.md", room=("x.md/",)),
    Case("a directory is not edited", "links", "str_replace", "x.md", room=("x.md/",)),
    Case("a directory is no memory to view", "links", "view", "x.md", room=("x.md/",)),
    Case("a directory is no memory to view with a slash", "links", "view", "x.md/", room=("x.md/",)),
    Case("a memory is not renamed over a directory", "links", "rename", "x.md", "y.md", ("x.md", "y.md/")),
    Case("a file with two names is not viewed", "links", "view", "x.md", room=("x.md == $OUT/secret",)),
    Case("a file with two names is not edited", "links", "insert", "x.md", room=("x.md == $OUT/secret",)),
    Case(
        "a pinned memory has no second name", "links", "insert", "x.md", room=("x.md == pinned/a.md",), says="pinned/a"
    ),
    Case("a user follows no link", "links", "delete", "l/x.md", None, ("l => elsewhere",), "user"),
]

_INDEX = [
    Case("the index is not written", "index", "create", "MEMORY.md"),
    Case("the index is not edited", "index", "str_replace", "/memories/MEMORY.md", room=("MEMORY.md",)),
    Case("the index is not deleted", "index", "delete", "MEMORY.md", None, ("MEMORY.md",), "user"),
    Case("the index is not written in another case", "index", "create", "Memory.md"),
    Case("nothing becomes the index", "index", "rename", "x.md", "MEMORY.md", ("x.md",)),
    Case("no directory takes the index's place", "index", "create", "MEMORY.md/x.md"),
    Case("the index may be viewed", OK, "view", "MEMORY.md", room=("MEMORY.md",)),
    Case("a longer name is not the index", OK, "create", "memory-usage.md"),
]

_INSTRUCTIONS = [
    *(
        Case(f"{each} is no memory", "instruction-files", "create", f"notes/{each}")
        for each in (
            *("AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", "GEMINI.md", "QWEN.md", "SKILL.md"),
            "copilot-instructions.md",
        )
    ),
    Case("an instruction file is one in small letters", "instruction-files", "create", "agents.md"),
    Case("an instruction file is one with a long s", "instruction-files", "create", "agentſ.md"),
    Case("nothing becomes an instruction file", "instruction-files", "rename", "x.md", "CLAUDE.md", ("x.md",)),
    Case("an instruction file is not edited", "instruction-files", "insert", "CLAUDE.md", room=("CLAUDE.md",)),
    Case("an instruction file that is there may be viewed", OK, "view", "CLAUDE.md", room=("CLAUDE.md",)),
    Case("a memory about agents is ordinary", OK, "create", "agents-overview.md"),
]

_ONE_SPELLING = [
    Case(
        "another case is another spelling", "one-spelling", "create", "Notes.md", room=("notes.md",), says='"notes.md"'
    ),
    Case("another composition is another spelling", "one-spelling", "create", "cafe\u0301.md", room=("caf\u00e9.md",)),
    Case("a joiner makes another spelling", "one-spelling", "create", "a\u200db.md", room=("ab.md",)),
    Case("a directory has one spelling", "one-spelling", "create", "Notes/x.md", room=("notes/",)),
    Case("a file in an existing directory has one spelling", "one-spelling", "create", "a/X.md", room=("a/x.md",)),
    Case("a rename makes no second spelling", "one-spelling", "rename", "x.md", "Y.md", ("x.md", "y.md")),
    Case("a rename may correct a spelling", OK, "rename", "a/notes.md", "a/Notes.md", ("a/notes.md",)),
    Case("a name is spelled as its like elsewhere", "one-spelling", "rename", "a/x.md", "X.md", ("a/x.md", "x.md")),
    Case("another spelling may be looked for", OK, "view", "Notes.md", room=("notes.md",)),
    Case("a name that only begins alike is another name", OK, "create", "notes-2.md", room=("notes.md",)),
]

_FILES_ONLY = [
    Case("a directory is not deleted", "files-only", "delete", "a", room=("a/x.md",)),
    Case("a directory is not deleted with a slash", "files-only", "delete", "a/", room=("a/x.md",)),
    Case("a directory that looks like a memory is not deleted", "files-only", "delete", "x.md", room=("x.md/",)),
    Case("a directory is not renamed", "files-only", "rename", "a", "b", ("a/x.md",)),
    Case("a directory is not renamed to a memory", "files-only", "rename", "a", "b.md", ("a/x.md",), "dream"),
    Case("a slash at the end means a directory", "files-only", "delete", "x.md/"),
    Case("a user deletes a directory", OK, "delete", "a", None, ("a/x.md",), "user"),
    Case("a user renames a directory", OK, "rename", "a", "b", ("a/x.md",), "user"),
    Case("the memory tool deletes a directory", OK, "delete", "/memories/a/", None, ("a/x.md",), "memory-tool"),
]

CASES = [
    *(*_HONEST, *_DEFAULT, *_SHAPE, *_CONTAINMENT, *_STREAMS, *_NAMES, *_SENSITIVE, *_MARKDOWN, *_PINNED),
    *(*_LINKS, *_INDEX, *_INSTRUCTIONS, *_ONE_SPELLING, *_FILES_ONLY),
]
