"""Names: which of them mean the same file somewhere, and which of them are more than names.

A file system may ignore case, drop characters that cannot be seen, compose and decompose letters, cut off dots and
spaces, or give a file a second, short name. `normal_form` is one key that covers them all, for comparison only: what
is opened is always the original spelling (CVE-2025-48384 is a stripped name that was opened). The guard compares
keys; `room` uses the same ones.

Which file system opens what is worked out from their published tables: Linux `fs/unicode` (ext4 casefold: NFD, default
ignorables dropped, full case fold), XNU `vfs_unicode.c` (APFS: NFD and full case fold), Apple `UCStringCompareData.h`
(HFS+: sixteen ignored code points, all of them default ignorable), ntfs-3g `unistr.c` (one unit to one unit).

Not defended: look-alikes. `pınned` and fullwidth letters open no protected name anywhere, so they are ordinary.
"""

from __future__ import annotations

import re
from unicodedata import normalize

__all__ = [
    "DEVICES",
    "INDEX",
    "INSTRUCTIONS",
    "PINNED",
    "SENSITIVE",
    "UNPRINTABLE",
    "device",
    "normal_form",
    "short_name",
    "shown",
    "stripped",
]

SENSITIVE = frozenset(
    (
        *(".git", ".githooks", ".husky", "hooks", "head", "config", "objects", "refs"),
        *(".ssh", ".aws", ".gnupg"),
        *(".claude", ".codex", ".dsh", ".gemini", ".qwen", ".scribe", ".zcode", "agents", "commands", "skills"),
        *(".cargo", ".devcontainer", ".idea", ".mvn", ".vscode", ".yarn", "node_modules"),
    )
)
"""Segments in which programs look for orders, keys or code, as normal forms."""

PINNED = "pinned"
INDEX = "memory.md"
INSTRUCTIONS = frozenset(
    ("agents.md", "claude.md", "claude.local.md", "copilot-instructions.md", "gemini.md", "qwen.md", "skill.md")
)
"""Files that agents obey, as normal forms."""

# Default_Ignorable_Code_Point of DerivedCoreProperties.txt, complete: obtained by asking Perl's
# \p{Default_Ignorable_Code_Point} (Unicode 14) about every code point. The ranges hold reserved code points too,
# so later versions assign within them. A test derives what `unicodedata` can show of it (UAX #44) and compares.
_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CONTROL = "\x00-\x1f\x7f-\x9f"
_INVISIBLE = re.compile(f"[{_CONTROL}{_IGNORABLE}]")

UNPRINTABLE = re.compile(f"[{_CONTROL}\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no path may hold: controls, line separators, bidi overrides and isolates, lone surrogates."""

DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    # Windows reads the superscripts of Latin-1 as digits here ("Naming Files, Paths, and Namespaces").
    + [name + digit for name in ("com", "lpt") for digit in "0123456789\u00b9\u00b2\u00b3"]
)


def stripped(text: str) -> str:
    """Return a text without the characters that cannot be seen: controls and default ignorables."""
    return text if text.isascii() and text.isprintable() else _INVISIBLE.sub("", text)


def normal_form(segment: str) -> str:
    """Return the key under which every spelling of a name compares equal, whichever file system holds it.

    NFD, invisible characters dropped, full case fold, NFD again, cut at the first `:` (an alternate data
    stream belongs to the file before it), trailing dots and spaces removed (Windows does so, vfat too).
    """
    if segment.isascii() and segment.isprintable():
        key = segment.lower()
    else:
        key = normalize("NFD", _INVISIBLE.sub("", normalize("NFD", segment)).casefold())
    return key.partition(":")[0].rstrip(". ")


def device(segment: str) -> str:
    """Return the device that Windows opens for a name, in capitals, or "".

    An extension, a stream and spaces before either do not matter: `nul.txt`, `COM1 .md`, `LPT9  :x`.
    """
    base = segment.partition(":")[0].partition(".")[0].rstrip(" ").lower()
    return base.upper() if base in DEVICES else ""


def _ntfs_checksum(name: str) -> str:
    """Return the four digits that NTFS puts into a short name once `~4` is taken, as lower-case hexadecimal.

    Worked out by others from Windows and confirmed by the short names in git's path.c: gi7eba, gi250a, gi7d29,
    maba30.
    """
    total = 0
    for character in name:
        total = (total * 37 + ord(character)) & 0xFFFF
    mixed = total * 314159269 & 0xFFFFFFFF
    if mixed >= 1 << 31:
        mixed = (1 << 32) - mixed
    mixed -= (mixed * 1152921497 >> 60) * 1000000007
    return f"{mixed & 0xFFFF:04x}"[::-1]


def _short_parts(name: str) -> tuple[str, str, str]:
    """Return what Windows makes a short name of: characters before the `~`, those of later clashes, an extension.

    Leading dots and spaces are dropped and an extension keeps three characters.
    """
    base, dot, extension = name.lstrip(".").rpartition(".")
    base = (base if dot else extension).replace(".", "")
    return base[:6], base[:2] + _ntfs_checksum(name), f".{extension[:3]}" if dot else ""


_SHORT_PARTS = {name: _short_parts(name) for name in sorted(SENSITIVE | INSTRUCTIONS | {PINNED, INDEX})}
_NUMBERED = re.compile(r"([^~]+)~([0-9]+)(\.[^.~]{1,3})?")


def short_name(segment: str) -> str:
    """Return the protected name that a segment like `GIT~1`, `skills~2` or `CLAUDE~1.MD` may open, or "".

    A short name of NTFS or vfat has eight characters before its extension: six and `~1` at first, fewer when the number
    grows, two and a checksum after four clashes. It is refused everywhere, because a room can move.
    """
    match = _NUMBERED.fullmatch(normal_form(segment)) if "~" in segment else None
    if match is None:
        return ""
    stem, number, extension = match.groups(default="")
    for name, (short, checksum, ending) in _SHORT_PARTS.items():
        if (stem == name and not extension) or (stem in (short[: 7 - len(number)], checksum) and extension == ending):
            return name
    return ""


def shown(text: str, most: int = 80) -> str:
    """Return a text in quotes, fit for a reason: what cannot be seen is escaped, what is long is cut.

    Args:
        text: any text, lone surrogates included.
        most: how many characters of it are shown.
    """
    safe = "".join(map(_safe, text[:most]))
    return f'"{safe}{"…" if len(text) > most else ""}"'


def _safe(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character.isprintable() and not _INVISIBLE.match(character):
        return character
    return character.encode("unicode_escape").decode("ascii")
