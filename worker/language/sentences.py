"""From a person's text to sentences: what they wrote themselves, without code, quotes and pastes.

People paste logs, diffs and pages into a conversation; only the lines that are prose are theirs. A text that is very long
is a paste with a few words before it: its beginning is read and the rest left alone.
"""

from __future__ import annotations

__all__ = ["fold", "sentences", "words"]

_LONGEST_TEXT = 4_000
_BEGINNING = 1_200
_LONGEST_LINE = 700
_ENDS = ".!?"
_SPACELESS_ENDS = "\u3002\uff01\uff1f"
_ABBREVIATIONS = frozenset(
    "e.g i.e etc vs z.b d.h u.a bzw ca nr st dr mr mrs ms p.ej por ej prof approx resp incl".split()
)
_QUOTES = "\"'`\u201c\u201d\u2018\u2019\u201e\u00ab\u00bb\u300c\u300d\u300e\u300f"
_AROUND = _QUOTES + ".,;:!?()[]{}*_~<>\u2026\u3002\uff0c\uff01\uff1f\u3001\uff1b\uff1a\u00bf\u00a1"
_LOG_WORDS = (
    "ERROR",
    "WARN",
    "INFO",
    "DEBUG",
    "TRACE",
    "FATAL",
    "Traceback",
    "Exception",
    "error:",
    "warning:",
    "npm ERR",
)
_CODE_STARTS = (
    "import ", "from ", "def ", "class ", "function ", "const ", "let ", "var ", "return ", "#include", "package ",
    "public ", "private ", "SELECT ", "INSERT ", "UPDATE ", "$ ", "> ", "+", "-- ", "@@", "diff ", "index ", "File \"",
    "at ", "{", "}", "[", "]", "<", "//", "/*", "* @", "|", "#!", "\u276f", "%",
)  # fmt: skip


def sentences(text: str) -> list[str]:
    """Return the sentences of a person's own prose, as they were written, in order."""
    if len(text) > _LONGEST_TEXT:
        text = text[:_BEGINNING].rpartition("\n")[0] or text[:_BEGINNING].rpartition(". ")[0]
    found: list[str] = []
    fenced = ""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        bare = line.strip()
        mark = bare[:3]
        if mark in ("```", "~~~"):
            fenced = "" if fenced == mark else fenced or mark
            continue
        if fenced or not _is_prose(line, bare):
            continue
        found += _split(_without_bullet(bare))
    return found


def _is_prose(line: str, bare: str) -> bool:
    """Return whether a line is a person's own words."""
    if not bare or len(bare) > _LONGEST_LINE:
        return False
    if line.startswith(("    ", "\t")) and not bare.startswith(("- ", "* ")):
        return False
    if bare.startswith(_CODE_STARTS) and _without_bullet(bare) == bare:
        return False
    if any(each in bare for each in _LOG_WORDS):
        return False
    if bare.endswith(("{", "};", ");", "/>", "\\")) or "=>" in bare or " == " in bare or "://" in bare[:8]:
        return False
    letters = sum(each.isalpha() or each == " " for each in bare)
    return letters * 10 >= len(bare) * 6


def _without_bullet(bare: str) -> str:
    for bullet in ("- ", "* ", "\u2022 "):
        if bare.startswith(bullet):
            return bare[len(bullet) :].strip()
    head, dot, rest = bare.partition(". ")
    if dot and head.isdigit() and len(head) < 3:
        return rest.strip()
    return bare


def _split(line: str) -> list[str]:
    """Split a line where sentences end; a dot within a name, a number or an address ends none."""
    found, start = [], 0
    for at, character in enumerate(line):
        if character in _SPACELESS_ENDS:
            end = True
        elif character in _ENDS:
            after = line[at + 1 : at + 2]
            word = line[start:at].rpartition(" ")[2].lower().lstrip("(")
            end = (not after or after == " " or after in _QUOTES + ")") and word not in _ABBREVIATIONS
        else:
            continue
        if end:
            found.append(line[start : at + 1].strip())
            start = at + 1
    found.append(line[start:].strip())
    return [each for each in found if each.strip(_AROUND)]


def fold(text: str) -> str:
    """Return a text for matching: lower case, plain apostrophes, single spaces."""
    return " ".join(text.replace("\u2019", "'").replace("\u2018", "'").lower().split())


def words(sentence: str) -> list[str]:
    """Return the folded words of a sentence without the punctuation around them."""
    return [each for each in (part.strip(_AROUND) for part in fold(sentence).split(" ")) if each]


def is_quoted(sentence: str) -> bool:
    """Return whether a sentence is somebody else's: it begins with a quotation mark or is code as a whole."""
    return sentence[:1] in '"`\u201c\u201e\u00ab\u300c\u300e' and sentence[:1] != ""
