"""Words, addresses, names in code and marks: a stretch of a person's text, cut into tokens.

Sees text between the places that `worker.language.sentences` has found, and says of each token what it is and
where it stands, so that a memory can quote the very characters. Quotations and inline code come in as
spans and go out as one token each: what is in them is not the person speaking.

Chinese and Japanese put no spaces between words. Their words are cut by the lexicon of the table in use, the
longest first; what it does not hold is one token a character.
"""

from __future__ import annotations

__all__ = ["BREAKS", "KINDS", "Lexicon", "Token", "is_dense", "is_ending", "tokens", "word_parts"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Lexicon = dict[str, list[str]]
    Span = tuple[int, int, str]

KINDS = (
    "@URL",  # https://…, docs.example.org/x
    "@PATH",  # ~/notes, src/app/, ./run.sh
    "@CODE",  # `make`, snake_case, camelCase, call(), main.py, --flag
    "@QUOTE",  # a quotation
    "@TERM",  # a quotation of a few words: a name for something
    "@NUMBER",  # 8080, 3.11, 14:30
    "@TICKET",  # CORE-12, #345
    "@CHANNEL",  # #team-billing
    "@SLASH",  # apps/web, but and/or too
    "@NAME",  # a word with a capital within a sentence, @someone
)
"""Kinds of tokens. A table has them as classes, under these names without the sign."""

BREAKS = frozenset(",;:()?!—$")
"""Marks at which a clause ends; `$` is the end of a sentence."""

_SAME_MARK = {
    "，": ",",
    "、": ",",
    "；": ";",
    "：": ":",
    "？": "?",
    "！": "!",
    "（": "(",
    "）": ")",
    "。": ".",
    "．": ".",
    "–": "—",
    "―": "—",
    "…": ".",
    "¿": "¿",
    "¡": "",
}
_MARKS = BREAKS | frozenset(".¿")
_JOINS = frozenset(".-'’@/+#&=_:%~")
_STARTS = frozenset("@#./~$-")
_CLOSERS = frozenset("<>\"'`)]}”’»」』")
_TRAILING = ".,:;!?'’-"
_ELISIONS = frozenset(["j'", "n'", "l'", "d'", "m'", "t'", "s'", "c'", "qu'", "jusqu'", "lorsqu'", "puisqu'"])
_TOP_LEVEL = frozenset(
    "ai app biz cloud cn co com corp de dev edu es eu example fr gg gov info internal intra io jp lan local me net"
    " org sh test tv uk us xyz".split()
)
_LONGEST_ELISION = 8


class Token:
    """A word or a mark.

    Attributes:
        start: index of its first character in the text.
        end: index after its last.
        key: the word as tables know it: case folded, with a straight apostrophe.
        kinds: of `KINDS`; none for an ordinary word.
        breaks: whether a clause ends here.
        is_mark: whether it is punctuation and no word.
    """

    __slots__ = ("breaks", "end", "is_mark", "key", "kinds", "start")

    def __init__(self, start: int, end: int, key: str, kinds: tuple[str, ...] = ()) -> None:
        self.start = start
        self.end = end
        self.key = key
        self.kinds = kinds
        self.breaks = key in BREAKS
        self.is_mark = key in _MARKS

    def __repr__(self) -> str:
        return f"{self.key}{''.join(self.kinds)}"


def is_dense(character: str) -> bool:
    """Return whether a character belongs to a script without spaces: kana and Han."""
    return character > "\u2fff" and (
        "\u3040" <= character <= "\u30ff"  # Hiragana and katakana
        or "\u3400" <= character <= "\u9fff"  # Han
        or character in "々〆ヶ"
        or "\uf900" <= character <= "\ufaff"  # Han, compatibility forms
        or "\U00020000" <= character <= "\U0003ffff"  # Han, the rarer part
    )


def is_ending(key: str) -> bool:
    """Return whether a word is a particle or the ending of a Japanese verb: nothing but hiragana."""
    return "\u3040" <= key[0] <= "\u309f" and all("\u3040" <= character <= "\u309f" for character in key)


def tokens(said: str, offset: int, spans: Sequence[Span], lexicon: Lexicon) -> list[Token]:
    """Return the tokens of a sentence, with the end mark `$` last.

    Args:
        said: the sentence.
        offset: where it stands in the block; the tokens are given by their places there.
        spans: quotations and inline code in it, by their places in the block, in order: start, end, and
            `@QUOTE` or `@CODE`.
        lexicon: words of a language without spaces, by their first character, the longest first.
    """
    found: list[Token] = []
    end = len(said)
    masks = iter([*spans, (offset + end, offset + end, "")])
    first, last, kind = next(masks)
    at = 0
    while at < end:
        if at + offset >= first:
            close = min(max(last - offset, at + 1), end)
            inner = said[at:close]
            found.append(Token(at, close, inner.casefold(), _kinds_of_span(inner, kind)))
            at = close
            first, last, kind = next(masks)
            continue
        limit = min(first - offset, end)
        character = said[at]
        if is_dense(character):
            token = _dense(said, at, limit, lexicon)
        elif character.isalnum() or (character in _STARTS and _starts_word(said, at, limit)):
            token = _word(said, at, limit)
        else:
            at = _mark(said, at, end, found)
            continue
        found.append(token)
        at = token.end
    _mark_names(said, found)
    found.append(Token(end, end, "$"))
    for token in found:
        token.start += offset
        token.end += offset
    return found


def _kinds_of_span(inner: str, kind: str) -> tuple[str, ...]:
    """Return the kinds of a quotation or a stretch of code; a single quoted word is a name."""
    if kind == "@QUOTE" and len(inner.split()) <= 3 and len(inner) <= 32:
        return (kind, "@TERM")
    return (kind,)


def _mark(text: str, at: int, end: int, found: list[Token]) -> int:
    """Take a mark, if it is one that tables know; return where to go on."""
    character = text[at]
    key = _SAME_MARK.get(character, character)
    if key == "-" and text[at - 1 : at].isspace() and text[at + 1 : at + 2].isspace():
        key = "—"
    elif character == "-" and text.startswith("--", at):
        found.append(Token(at, at + 2, "—"))
        return at + 2
    if key in _MARKS:
        found.append(Token(at, at + 1, key))
    return min(at + 1, end)


def _dense(text: str, at: int, limit: int, lexicon: Lexicon) -> Token:
    for word in lexicon.get(text[at], ()):
        if at + len(word) <= limit and text.startswith(word, at):
            return Token(at, at + len(word), word)
    if "\u30a1" <= text[at] <= "\u30ff":  # A run of katakana is one word.
        last = at + 1
        while last < limit and last - at < 32 and "\u30a1" <= text[last] <= "\u30ff":
            last += 1
        return Token(at, last, text[at:last])
    return Token(at, at + 1, text[at])


def _starts_word(text: str, at: int, limit: int) -> bool:
    """Return whether a sign begins a name of code: `./run`, `~/x`, `--flag`, `@name`, `#12`, `.env`."""
    after = text[at + 1 : at + 2]
    if at + 1 >= limit or not after:
        return False
    if text[at] == "-":
        return (after == "-" and text[at + 2 : at + 3].isalpha()) or (after.isascii() and after.isalpha())
    if after.isalnum():
        return not is_dense(after)
    return text[at] in "./~" and after in "./_" and text[at + 2 : at + 3].strip(" \t\n.") != ""


def _word(text: str, start: int, limit: int) -> Token:
    at = start + 1
    while at < limit:
        character = text[at]
        if is_dense(character):
            break
        if character.isalnum() or character == "_" or (character > "\u02ff" and character.isidentifier()):
            at += 1
        elif character == ":" and text.startswith("://", at):
            at = _address_end(text, at + 3, limit)
            break
        elif character in _JOINS and at + 1 < limit and _joins(text, at):
            at += 1
            if character in "'’" and at - start <= _LONGEST_ELISION and _elided(text[start:at]):
                break
        elif character == "(" and text.startswith("()", at):
            at += 2
        elif (character in "+#" and at + 1 <= limit and text[at - 1] in "cCfF+") or character == "/":
            at += 1  # C++, C#, F#; a directory's closing slash.
        else:
            break
    key = text[start:at].casefold().replace("’", "'")
    return Token(start, at, key, _kinds(text[start:at], key))


def word_parts(word: str) -> list[str]:
    """Return the words of an item of a table: parted by underscores, and after an elision ("d'accord")."""
    parts = []
    for part in word.split("_"):
        head, mark, tail = part.partition("'")
        parts += [head + mark, tail] if tail and head + mark in _ELISIONS else [part]
    return parts


def _elided(word: str) -> bool:
    return word.casefold().replace("’", "'") in _ELISIONS


def _joins(text: str, at: int) -> bool:
    after = text[at + 1]
    if is_dense(after):
        return False
    return after.isalnum() or (text[at] in "./-_@" and after in "._-@~" and text[at + 2 : at + 3].isalnum())


def _address_end(text: str, at: int, limit: int) -> int:
    """Return the end of an address: before white space, a closing mark or a script without spaces."""
    while at < limit and not text[at].isspace() and text[at] not in _CLOSERS and text[at] not in _SAME_MARK:
        if is_dense(text[at]):
            break
        at += 1
    while text[at - 1] in _TRAILING:
        at -= 1
    return at


def _kinds(word: str, key: str) -> tuple[str, ...]:
    """Return what an unusual word is."""
    if word.isalpha():
        inner = word[1:]
        mixed = word[0].islower() and inner != inner.lower()
        return ("@CODE",) if mixed and word.isascii() else ()
    if "://" in key or key.startswith("www."):
        return ("@URL",)
    first = word[0]
    if first == "#":
        return ("@TICKET",) if word[1:].isdigit() else ("@CHANNEL",)
    if first == "@":
        return ("@CODE",) if "/" in word else ("@NAME",)
    if first.isdigit() and not word.strip("0123456789.,:-/%"):
        return ("@NUMBER",)
    if "/" in word:
        return _kinds_with_slash(word, key)
    if first in "-.$" or "_" in word or word.endswith("()") or "=" in word:
        return ("@CODE",)
    if "." in word and not _is_abbreviation(word):
        return ("@URL",) if key.rpartition(".")[2] in _TOP_LEVEL and not first.isupper() else ("@CODE",)
    head, dash, tail = word.partition("-")
    if dash and tail.isdigit() and head.isupper() and len(head) > 1:
        return ("@TICKET",)
    return ()


def _kinds_with_slash(word: str, key: str) -> tuple[str, ...]:
    host = key.partition("/")[0]
    if "." in host[1:] and host.partition(":")[0].rpartition(".")[2] in _TOP_LEVEL:
        return ("@URL",)
    last = word.rpartition("/")[2]
    if word[0] in "/~." or word.endswith("/") or "." in last or word.count("/") > 1:
        return ("@PATH",)
    return ("@SLASH",)


def _is_abbreviation(word: str) -> bool:
    return all(len(part) <= 1 for part in word.split("."))


def _mark_names(text: str, found: list[Token]) -> None:
    """Mark the words with a capital that stand within a sentence."""
    for at in range(1, len(found)):
        before, token = found[at - 1], found[at]
        if not token.kinds and not before.is_mark and text[token.start].isupper():
            token.kinds = ("@NAME",)
