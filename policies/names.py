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
    "INDEX",
    "INSTRUCTIONS",
    "PINNED",
    "SENSITIVE",
    "UNPRINTABLE",
    "device",
    "normal_form",
    "shown",
    "short_name",
    "stripped",
]

SENSITIVE = frozenset(
    ".git .ssh .aws .gnupg .dsh .zcode .scribe .claude .qwen .codex .gemini hooks .husky .githooks node_modules "
    ".vscode .idea head config objects refs skills commands agents .cargo .devcontainer .yarn .mvn".split()
)
"""Segments in which programs look for orders, keys or code, as normal forms."""

PINNED = "pinned"
INDEX = "memory.md"
INSTRUCTIONS = frozenset(
    "agents.md claude.md claude.local.md gemini.md qwen.md skill.md copilot-instructions.md".split()
)
"""Files that agents obey, as normal forms."""

# Default_Ignorable_Code_Point of DerivedCoreProperties.txt: a code point table, closed by Unicode's stability policy but
# for the reserved ranges, which are listed whole here. Obtained by asking Perl's \p{Default_Ignorable_Code_Point} (Unicode
# 14) for every code point; a test derives the part that `unicodedata` can show (UAX #44) and compares.
_IGNORABLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CONTROL = "\x00-\x1f\x7f-\x9f"
_INVISIBLE = re.compile(f"[{_CONTROL}{_IGNORABLE}]")

UNPRINTABLE = re.compile(f"[{_CONTROL}\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What no path may hold: controls, line separators, bidi overrides and isolates, lone surrogates."""

_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    # Windows reads the superscripts of Latin-1 as digits here ("Naming Files, Paths, and Namespaces").
    + [name + digit for name in ("com", "lpt") for digit in "0123456789\u00b9\u00b2\u00b3"]
)

_NUMBERED = re.compile(r"(?P<stem>[^~]+)~[0-9]+(?P<extension>\.[^.~]{1,3})?")


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
    return base.upper() if base in _DEVICES else ""


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


def _short_stems(name: str) -> dict[tuple[str, str], str]:
    """Return what can stand before the `~` of a short name of a protected one, and the extension after the number.

    Windows drops leading dots and spaces, keeps six characters and three of an extension. One place is lost for each
    further digit of the number, and after four clashes two characters and a checksum remain.
    """
    base, dot, extension = name.lstrip(".").rpartition(".")
    base = (base if dot else extension).replace(".", "")
    ending = f".{extension[:3]}" if dot else ""
    stems = [base[:length] for length in range(min(3, len(base)), min(6, len(base)) + 1)]
    stems.append(base[:2] + _ntfs_checksum(name))
    return {(stem, ending): name for stem in stems}


def _stems() -> dict[tuple[str, str], str]:
    protected = sorted(SENSITIVE | INSTRUCTIONS | {PINNED, INDEX})
    found: dict[tuple[str, str], str] = {(name, ""): name for name in protected}
    for name in protected:
        found.update(_short_stems(name))
    return found


_STEMS = _stems()


def short_name(segment: str) -> str:
    """Return the protected name that a segment like `GIT~1`, `skills~2` or `CLAUDE~1.MD` may open, or "".

    8.3 names exist on NTFS and vfat. They are refused everywhere, because a room can move.
    """
    if "~" not in segment:
        return ""
    match = _NUMBERED.fullmatch(normal_form(segment))
    return _STEMS.get((match["stem"], match["extension"] or ""), "") if match else ""


def shown(text: str, most: int = 80) -> str:
    """Return a text in quotes, fit for a reason: what cannot be seen is escaped, what is long is cut.

    Args:
        text: any text, lone surrogates included.
        most: how many characters of it are shown.
    """
    cut = text[:most]
    safe = "".join(
        each
        if each.isprintable() and not _INVISIBLE.match(each) and each not in '"\\'
        else each.encode("unicode_escape", "surrogatepass").decode() if each not in '"\\' else "\\" + each
        for each in cut
    )
    return f'"{safe}{"…" if len(text) > most else ""}"'
