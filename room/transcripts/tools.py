"""What a tool call does that matters here: does it bring words from the network, and which files it writes.

The readers ask this for every tool call. A wrong guess costs little in one direction only, so the guesses
lean that way: a tool that may have fetched a page counts as one that did, and lowers the trust of its result
from `external-tool` to `external-web`; a path that a command may have written is listed, and only paths in
the room or in a host's memory directory have an effect (`room.skips`).

Not defended: a shell command that hides what it does (variables, scripts, substitution). Shell is not parsed.
"""

from __future__ import annotations

import ntpath
import posixpath
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from room.transcripts.tables import names
from room.transcripts.turns import A_MEMORY

# A word of these in a tool's name says that it reaches for the network.
_NETWORK = names(
    "web webfetch websearch fetch browser browse browsing navigate url http https internet online download",
    "crawl crawler scrape scraper firecrawl playwright puppeteer selenium chrome devtools curl wget",
    "tavily exa brave perplexity serp serpapi searxng duckduckgo bing wikipedia arxiv",
)
_FETCHING = re.compile(
    r"(?<![\w./-])(?:curl|wget|lynx|w3m|elinks|xh|httpie|aria2c|iwr|irm|Invoke-(?:WebRequest|RestMethod))(?![\w-])",
    re.IGNORECASE,
)
# Names of tools without their hyphens and underscores.
_SHELLS = names(
    "bash shell sh exec terminal powershell pwsh cmd command execcommand runcommand executecommand",
    "runshellcommand localshell runterminalcommand unifiedexec",
)
_WRITERS = names(
    "write writefile writetofile filewrite createfile create savefile append appendfile update updatefile",
    "edit editfile fileedit multiedit smartedit insertedit insert insertline",
    "replace replaceinfile searchreplace strreplace strreplaceeditor strreplacebasededittool",
    "applypatch applydiff patch",
    "notebookedit editnotebook delete deletefile remove removefile move movefile rename renamefile",
)
# Commands of a tool that has several. A command that is not among them changes nothing (view, list).
_CHANGES = names("create str_replace insert delete rename write edit append update add save replace remove move")
_LOOKS = names("view read list get search query recall open find show load retrieve status")
_PATHS = names(
    "file_path path notebook_path absolute_path filePath filename file target_file old_path new_path",
    "relative_path relative_workspace_path AbsolutePath TargetFile source destination uri files paths",
)
# The first of these that a call has is what it does.
_SHOWN = (
    ("command", "cmd", "file_path", "path", "notebook_path", "absolute_path")
    + ("pattern", "query", "url", "fact", "input", "prompt", "description")
)  # fmt: skip
_PATCHED = re.compile(r"^\*\*\* (?:Add File|Update File|Delete File|Move to): (.{1,4096}?)\s*$", re.MULTILINE)

_ARGUMENT = r"(\"[^\"\n]{1,4096}\"|'[^'\n]{1,4096}'|[^\s;|&<>()\"']{1,4096})"
_REDIRECT = re.compile(rf"(?<![0-9&<>=-])[0-9]?>{{1,2}}\|?[ \t]{{0,9}}(?!&){_ARGUMENT}")
_COMMANDS = re.compile(r"(?<![\w./-])(tee|cp|mv|rm|install|touch|truncate|rsync|ln|sed)(?![\w.-])([^;|&\n<>]{0,4096})")
_ELSEWHERE = re.compile(rf"\s{{0,9}}cd[ \t]{{1,9}}{_ARGUMENT}[ \t]{{0,9}}(?:&&|;|\n)")
# Of these the last argument is written and the others are only read.
_LAST_ONLY = frozenset(("cp", "install", "rsync", "ln"))
_WORD = re.compile(_ARGUMENT)
_HUMP = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])")


def is_network(name: str, arguments: object) -> bool:
    """Tell whether the result of a tool call may hold words from the network.

    Args:
        name: the tool's name, of any host or MCP server.
        arguments: what it was called with.
    """
    if not _NETWORK.isdisjoint(_parts(name)):
        return True
    return _is_shell(name) and _FETCHING.search(_command(arguments)) is not None


def written(name: str, arguments: object, cwd: str | None) -> tuple[str, ...]:
    """Return the paths that a tool call would write, move or delete; `A_MEMORY` for a memory without a path.

    Args:
        name: the tool's name.
        arguments: what it was called with, parsed where it is JSON.
        cwd: the working directory, to which relative paths belong; None where it is not known.
    """
    parts = _parts(name)
    if "memory" in parts or "memories" in parts or parts[-1:] == ("remember",):
        return () if _only_looks(parts, arguments) else (A_MEMORY,)
    found: Iterator[str]
    if _is_shell(name):
        command = _command(arguments)
        elsewhere = _ELSEWHERE.match(command)
        if elsewhere:
            cwd = _absolute(_unquoted(elsewhere[1]), cwd)
        found = _by_shell(command)
    elif "".join(parts) in _WRITERS or (parts[:1] == ("mcp",) and not _WRITERS.isdisjoint(_tails(parts))):
        if _only_looks((), arguments):
            return ()
        found = _by_editor(arguments)
    else:
        return ()
    return tuple(dict.fromkeys(_absolute(path, cwd) for path in found))


def shown(arguments: object) -> str:
    """Return the argument that says what a tool call does, as text: its command, path, query or prompt."""
    if isinstance(arguments, str):
        return arguments
    if isinstance(arguments, Mapping):
        for key in _SHOWN:
            value = arguments.get(key)
            if isinstance(value, str) and value:
                return value
            if isinstance(value, list):
                return " ".join(part for part in value if isinstance(part, str))
    return ""


@lru_cache(maxsize=256)
def _parts(name: str) -> tuple[str, ...]:
    """Return the words of a tool's name in lower case: of camelCase, snake_case and `mcp__server__tool`."""
    return tuple(part.lower() for part in _HUMP.split(name[:200]) if part)


def _tails(parts: tuple[str, ...]) -> list[str]:
    """Return what the last one, two and three words of a name spell together."""
    return ["".join(parts[-count:]) for count in (1, 2, 3)]


def _is_shell(name: str) -> bool:
    parts = _parts(name)
    return "".join(parts) in _SHELLS or not _SHELLS.isdisjoint(_tails(parts))


def _only_looks(parts: tuple[str, ...], arguments: object) -> bool:
    """Tell whether a call of a tool with several commands reads and does not write."""
    if isinstance(arguments, Mapping):
        for key in ("command", "action", "operation"):
            if isinstance(arguments.get(key), str):
                return arguments[key] not in _CHANGES
    return not _LOOKS.isdisjoint(parts) and _CHANGES.isdisjoint(parts)


def _command(arguments: object) -> str:
    """Return the command line of a call of a shell."""
    if isinstance(arguments, Mapping):
        arguments = next((arguments[key] for key in ("command", "cmd", "script") if key in arguments), "")
    if isinstance(arguments, list):
        return " ".join(part for part in arguments if isinstance(part, str))
    return arguments if isinstance(arguments, str) else ""


def _by_editor(arguments: object) -> Iterator[str]:
    """Yield the paths in the arguments of an editor: under the usual keys, and in a patch."""
    if isinstance(arguments, str):
        yield from _PATCHED.findall(arguments)
    if isinstance(arguments, Mapping):
        for key in _PATHS.intersection(arguments):
            value = arguments[key]
            for path in value if isinstance(value, list) else [value]:
                if isinstance(path, str) and path:
                    yield path.removeprefix("file://")
        for key in ("input", "patch", "diff"):
            if isinstance(arguments.get(key), str):
                yield from _PATCHED.findall(arguments[key])


def _by_shell(command: str) -> Iterator[str]:
    """Yield what a command line may write: redirections, a patch, arguments of the common commands."""
    yield from _PATCHED.findall(command)
    for target in _REDIRECT.findall(command):
        yield _unquoted(target)
    for name, rest in _COMMANDS.findall(command):
        words = _WORD.findall(rest)
        if name == "sed" and not any(word.startswith(("-i", "--in-place")) for word in words):
            continue
        paths = [_unquoted(word) for word in words if not word.startswith("-")]
        yield from paths[-1:] if name in _LAST_ONLY else paths


def _unquoted(word: str) -> str:
    return word[1:-1] if word[0] in "\"'" and word[-1] == word[0] and len(word) > 1 else word


def _absolute(path: str, cwd: str | None) -> str:
    """Join a relative path to the working directory. A `~` or a variable stays as it is.

    How paths are spelled is the host's matter: a session of Windows may be read on another system, and the other way.
    """
    if cwd and path[0] not in "~$" and not (posixpath.isabs(path) or ntpath.splitdrive(path)[0]):
        path = (ntpath if ntpath.splitdrive(cwd)[0] else posixpath).join(cwd, path)
    return path
