"""What a person wrote in a block, sentence by sentence: without pastes, code and quotations.

The first step of the offline writer. A block is a person's by its origin, but not every word in it is theirs:
people paste logs, diffs, mails and whole documents. A sentence before a paste still counts; what follows an
announcement ("here is the output:") does not, and of a very long text only the beginning does.

Lines are judged by their shape, paragraphs by their lines; no line is looked at twice.

Not defended: a paste that looks like the person's own prose and that nothing announces.
"""

from __future__ import annotations

from worker.language.tokens import is_dense

__all__ = ["Sentence", "Span", "sentences"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Span = tuple[int, int, str]

LONG = 6_000
"""Characters of a block from which on it must hold a paste: nobody types so much in one go."""

_TYPED = 1_500
"""Characters at the start of a long block that are still taken for typed."""

_WRAPPED = 56
"""Characters of a line from which on the next one may be its continuation."""

_LONGEST_QUOTE = 2_000

_QUOTES = {"“": "”“", "„": "“”", "«": "»", "‹": "›", "「": "」", "『": "』", '"': '"', "‘": "’", "'": "'"}
_SINGLE = "'‘"
_ENDS = ".!?…"
_DENSE_ENDS = "。！？"
_AFTER_END = ".!?…\"'”’)»]*_`」』）"
_ABBREVIATIONS = frozenset(
    "approx bspw bzw ca cf dr e.g eg evtl ggf i.e ie incl inkl mr mrs mme nr p.ej p.ex prof pág sr sra u.a v.a vgl vs"
    " z.b z.t".split()
)
_MAY_END = ("etc", "usw", "al")
_LONGEST_ABBREVIATION = 8
_BULLETS = "-*•–·‣◦・"

# How a line begins that a program has printed, or that belongs to source code; compared after white space.
_PRINTED = (
    "traceback (most recent",
    'file "',
    "at async ",
    "caused by:",
    "npm err!",
    "npm warn",
    "error:",
    "error[",
    "warning:",
    "warn:",
    "info:",
    "debug:",
    "fatal:",
    "panic:",
    "exception in ",
    "uncaught ",
    "[error",
    "[warn",
    "[info",
    "[debug",
    "[pasted text",
    "[image",
    "diff --git",
    "index ",
    "@@ ",
    "+",
    "--- ",
    "$ ",
    "% ",
    ">>> ",
    "... ",
    "#!",
    "//",
    "/*",
    "*/",
    "<",
    "{",
    "}",
    "]",
    "|",
    "import ",
    "def ",
    "class ",
    "const ",
    "function ",
    "return ",
    "public ",
    "private ",
    "static ",
    "#include",
    "var ",
    "select ",
    "insert into",
    "create table",
    "-----",
    "=====",
    "***",
)
# How a mail begins: from there on a stranger speaks.
_MAIL = (
    "from:",
    "subject:",
    "von:",
    "betreff:",
    "gesendet:",
    "sent:",
    "asunto:",
    "objet :",
    "objet:",
    "件名",
    "主题：",
    "主题:",
)
# Of those, the ones that a person may begin a sentence with: they need a program's mark in the line as well.
_ALSO_WORDS = frozenset(
    ["import ", "class ", "return ", "public ", "private ", "static ", "select ", "index ", "function ", "def "]
    + ["info:", "debug:", "const ", "var "]
)
_PROGRAM_MARKS = frozenset("{}[]();=<>|\\&$@")
_LINE_ENDS = ("{", "}", ";", "=>", "(", "[", "\\", "},", "],", "</", "/>")


class Sentence:
    """A sentence of a person.

    Attributes:
        start: index of its first character in the block.
        end: index after its last, with its full stop.
        spans: quotations and inline code in it: start, end, and `@QUOTE` or `@CODE`.
        item: whether it is an item of a list, or begins one.
        last: whether it is the last of its line or paragraph.
    """

    __slots__ = ("end", "item", "last", "spans", "start")

    def __init__(self, start: int, end: int, spans: list[Span], item: bool, last: bool) -> None:
        self.start = start
        self.end = end
        self.spans = spans
        self.item = item
        self.last = last


def sentences(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a block that a person wrote.

    Args:
        text: the block, of any length.
    """
    limit = len(text) if len(text) < LONG else _TYPED
    for start, end, item in _stretches(text, limit):
        spans = list(_spans(text, start, end))
        yield from _split(text, start, end, spans, item)


# -- Lines --------------------------------------------------------------------------------------------------


def _stretches(text: str, limit: int) -> Iterator[tuple[int, int, bool]]:
    """Yield start and end of what belongs together: a paragraph, a line of its own, or an item of a list."""
    pending: tuple[int, int, bool] | None = None
    fence = ""
    pasted = False
    at = 0
    while at < limit:
        newline = text.find("\n", at)
        end = len(text) if newline < 0 else newline
        line = text[at:end] if end - at <= LONG else text[at : at + LONG]
        start, at = at, end + 1
        bare = line.strip()
        if fence:
            # A fence ends with a line of its own mark, at least as long (CommonMark 0.31, section 4.5).
            if bare.startswith(fence) and not bare.strip(fence[0]):
                fence = ""
            continue
        mark = bare[:1]
        run = len(bare) - len(bare.lstrip(mark)) if mark and mark in "`~" else 0
        kind = _kind(line, bare, run)
        if kind == "document":
            break
        if kind == "fence":
            fence = mark * run
        pasted = kind == "printed" or (pasted and kind not in ("blank", "fence"))
        if pasted or kind not in ("prose", "item"):
            if pending is not None:
                yield pending
            pending = None
            continue
        first = start + len(line) - len(line.lstrip())
        if kind == "item":
            first = _after_bullet(text, first)
        last = start + len(line.rstrip())
        if pending is not None and kind == "prose" and _continues(text, pending, first):
            pending = (pending[0], last, pending[2])
            continue
        if pending is not None:
            yield pending
        pending = (first, last, kind == "item") if first < last else None
    if pending is not None:
        yield pending


def _kind(line: str, bare: str, run: int) -> str:
    """Return what a line is: blank, fence, document, quoted, code, printed, item or prose."""
    if not bare:
        return "blank"
    if run >= 3:
        return "fence"
    if bare[0] == "#" and bare.lstrip("#").startswith(" ") and len(bare) - len(bare.lstrip("#")) <= 6:
        # A heading: what follows is a document, written for other readers.
        return "document"
    if bare[:24].lower().startswith(_MAIL):
        return "document"
    if bare[0] in ">＞":
        return "quoted"
    if _is_printed(bare):
        return "printed"
    if _after_bullet(bare, 0):
        return "item"
    if line.startswith(("    ", "\t")):
        return "code"
    return "prose"


def _is_printed(bare: str) -> bool:
    """Return whether a program wrote this line, or it is source code or data."""
    low = bare[:24].lower()
    marks = sum(mark in _PROGRAM_MARKS for mark in bare) if len(bare) <= LONG else len(bare)
    for opening in _PRINTED:
        if low.startswith(opening) and (opening not in _ALSO_WORDS or marks):
            return not (opening == "<" and "://" in bare)
    words = bare.split(None, 2)
    if low.startswith("at ") and len(words) > 1 and (":" in bare[3:] and ("(" in bare or "/" in bare)):
        return "://" not in bare
    if words[0] in ("ERROR", "WARN", "WARNING", "INFO", "DEBUG", "FATAL", "TRACE"):
        return True
    if len(words) > 1 and words[1] in ("=", ":=", "+=", "=>", "->") and words[0].isascii():
        return True
    if _is_stamp(words[0]):
        return True
    if bare[0] == "-" and len(bare) > 1 and not bare[1].isspace() and bare[1] != "-":
        return True
    if bare.endswith(_LINE_ENDS) and not any(map(is_dense, bare[:40])):
        return True
    if bare[0] == '"' and '":' in bare:
        return True
    if len(bare) > 400 and bare.count(" ") * 20 < len(bare) and not any(map(is_dense, bare[:200])):
        return True
    return len(bare) > 15 and marks * 6 > len(bare)


def _is_stamp(word: str) -> bool:
    """Return whether a word is a date or a time as logs write them: `[12:30:01`, `2026-01-31T08:00`."""
    bare = word.strip("[](),")
    digits = sum(map(str.isdigit, bare))
    return digits >= 6 and bare[0].isdigit() and (bare.count(":") >= 2 or bare.count("-") >= 2)


def _after_bullet(text: str, at: int) -> int:
    """Return the index after a list's bullet or number, and the white space behind it; `at` if there is none."""
    start = at
    if text[at : at + 1] in _BULLETS and text[at : at + 1]:
        at += 1
    else:
        while text[at : at + 1].isdigit() and at - start < 3:
            at += 1
        if at == start or text[at : at + 1] not in (".", ")", "、"):
            return start
        at += 1
    if not text[at : at + 1].isspace() and text[at - 1] not in "•・、":
        return start
    while text[at : at + 1] in (" ", "\t"):
        at += 1
    for box in ("[ ] ", "[x] "):
        if text.startswith(box, at):
            at += len(box)
    return at


def _continues(text: str, before: tuple[int, int, bool], first: int) -> bool:
    """Return whether a line goes on where the one before was wrapped by an editor."""
    start, end, _ = before
    line = end - max(text.rfind("\n", start, end) + 1, start)
    if text[end - 1] in ".!?:。！？：" or line < _WRAPPED:
        return False
    return text[first].islower() or text[first].isdigit() or text[first] in "`\"'(“"


# -- Quotations and code ------------------------------------------------------------------------------------


def _spans(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield inline code and quotations."""
    closed: dict[str, int] = {}
    at = start
    while at < end:
        character = text[at]
        if character == "`":
            run = at
            while run < end and text[run] == "`":
                run += 1
            close = _find(text, text[at:run], run, end, closed)
            if close < 0:
                at = run
                continue
            yield at, close + run - at, "@CODE"
            at = close + run - at
        elif character in _QUOTES and _opens(text, at, start):
            close = _closing(text, at, end, closed)
            if close < 0:
                at += 1
                continue
            yield at, close, "@QUOTE"
            at = close
        else:
            at += 1


def _opens(text: str, at: int, start: int) -> bool:
    """Return whether a sign opens a quotation: before it no letter, behind it no space."""
    before = text[at - 1] if at > start else " "
    after = text[at + 1 : at + 2]
    if text[at] in "「『«„“":
        return bool(after)
    return not before.isalnum() and after != "" and not after.isspace()


def _closing(text: str, at: int, end: int, closed: dict[str, int]) -> int:
    """Return the index after the quotation that opens here; -1 if it is none."""
    mark = text[at]
    best = -1
    for close in _QUOTES[mark]:
        found = _find(text, close, at + 1, end, closed)
        while mark in _SINGLE and found >= 0 and text[found + 1 : found + 2].isalnum():
            found = _find(text, close, found + 1, end, closed)
        if found >= 0 and (best < 0 or found < best):
            best = found
    if best >= 0 and best - at <= _LONGEST_QUOTE:
        return best + 1
    # A quotation that is never closed goes on to the end; an apostrophe does not.
    return -1 if mark in _SINGLE else end


def _find(text: str, what: str, start: int, end: int, missing: dict[str, int]) -> int:
    """Return where a mark is next, -1 if nowhere; it is not looked for again where it has not been found."""
    if missing.get(what, end) < end:
        return -1
    found = text.find(what, start, end)
    if found < 0:
        missing[what] = start
    return found


# -- Sentences ----------------------------------------------------------------------------------------------


def _split(text: str, start: int, end: int, spans: list[Span], item: bool) -> Iterator[Sentence]:
    inside: list[Span] = []
    ahead = iter([*spans, (end, end, "")])
    span = next(ahead)
    first = at = start
    while at < end:
        if at >= span[0]:
            inside.append(span)
            at = max(span[1], at + 1)
            ended = _ends_quoted(text, span, at, end)
            span = next(ahead)
            if not ended:
                continue
        elif not _is_end(text, at, end):
            at += 1
            continue
        while at < min(end, span[0]) and text[at] in _AFTER_END + _DENSE_ENDS + ";；":
            at += 1
        yield Sentence(first, at, inside, item, at >= end)
        while at < end and text[at].isspace():
            at += 1
        first, inside = at, []
    if first < end:
        yield Sentence(first, end, inside, item, True)


def _ends_quoted(text: str, span: Span, at: int, end: int) -> bool:
    """Return whether a sentence ends with a quotation that holds its full stop: `He said "Stop." Then …`."""
    if span[2] != "@QUOTE" or text[at - 2 : at - 1] not in (*_ENDS, *_DENSE_ENDS):
        return False
    following = text[at : at + 2].strip()
    return at >= end or (text[at].isspace() and (following[:1].isupper() or is_dense(following[:1] or "a")))


def _is_end(text: str, at: int, end: int) -> bool:
    """Return whether a sentence ends with this character."""
    character = text[at]
    if character in _DENSE_ENDS or character in ";；":
        return True
    if character not in _ENDS:
        return False
    after = at + 1
    while after < end and text[after] in _AFTER_END:
        after += 1
    if after < end and not text[after].isspace() and not is_dense(text[after]):
        return False
    if character != ".":
        return True
    word = at
    while word > 0 and at - word < _LONGEST_ABBREVIATION and (text[word - 1].isalnum() or text[word - 1] == "."):
        word -= 1
    if after >= end:
        return True
    before, following = text[word:at], text[after : after + 2].strip()[:1]
    if before.lower() in _MAY_END:
        return following.isupper()
    if before.lower() == "no":
        return not following.isdigit()
    return before.lower() not in _ABBREVIATIONS and not (len(before) == 1 and before.isupper())
