"""What a statement is about: its words without those that say nothing, for names and for second thoughts.

Two statements of one subject must not both become memories. They are of one subject if they say the same
of the same thing, or name another thing in its place: "tabs in Python" and then "spaces in Python", "use MySQL"
and then "no, Postgres instead of MySQL". The subject is also the file's name, and leaves out whether it was
praised or forbidden: a later session that says the opposite comes by the same name, and admission notices.

Not defended: the same subject in other words. Both memories are kept.
"""

from __future__ import annotations

from worker.language.tokens import is_dense, is_ending

__all__ = ["Subject"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from worker.language.statement import Statement

_MOST_WORDS = 6
_MOST_CHARACTERS = 16
_LONGEST_SLUG = 48
_VALUES = frozenset(["@URL", "@PATH", "@NUMBER", "@TICKET", "@CHANNEL", "@TERM"])
_PLAIN = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "œ": "oe",
        "æ": "ae",
        **dict(zip("áàâãåéèêëíìîïóòôõúùûýÿçñ", "aaaaaeeeeiiiioooouuuyycn")),
    }
)


class Subject:
    """What a statement is about.

    Attributes:
        slug: for a file's name: small letters, digits and hyphens; characters of other scripts stay.

    Args:
        statement: of a person.
        text: of the block that it stands in.
    """

    __slots__ = ("_against", "_corrects", "_head", "_kind", "_scope", "_values", "_words", "slug")

    def __init__(self, statement: Statement, text: str) -> None:
        language = statement.language
        empty, link = language.group("EMPTY"), language.group("LINK")
        scope, against = language.group("SCOPE"), language.group("AGAINST")
        self._kind = statement.kind
        self._corrects = statement.corrects
        parts: dict[str, set[str]] = {"head": set(), "scope": set(), "against": set()}
        values: set[str] = set()
        part = "head"
        for token in statement.tokens:
            if token.key in against:
                part = "against"
            elif token.key in scope:
                # Only the last one is what for: "with Redis for caching".
                part = "scope"
                parts["head"] |= parts["scope"]
                parts["scope"] = set()
            elif token.key in ",;":
                part = "head"
            if token.is_mark or token.key in empty or token.key in link or is_ending(token.key):
                continue
            word = token.key.strip("`\"'“”„«»「」『』")
            parts[part].add(word)
            if _VALUES.intersection(token.kinds):
                values.add(word)
        self._head, self._scope, self._against = parts["head"], parts["scope"], parts["against"]
        self._words = self._head | self._scope | self._against
        self._values = values
        self.slug = _slug(statement, text)

    def is_about(self, words: frozenset[str]) -> bool:
        """Return whether one of these words is in it."""
        return not words.isdisjoint(self._words)

    def replaces(self, older: Subject) -> bool:
        """Return whether this is the later word on the same subject."""
        if self._words == older._words:
            return True
        common = self._words & older._words
        most = len(common) / max(1, min(len(self._words), len(older._words)))
        contrast = bool(self._against) or self._corrects
        if contrast and most >= 0.5 and (self._against & older._head or self._head & older._words):
            return True
        if self._kind == older._kind and (self._kind == "choose" or contrast):
            return bool(self._scope) and self._scope == older._scope
        if self._values and older._values and self._kind == older._kind:
            rest = self._words - self._values
            return bool(rest) and rest == older._words - older._values
        return False


def _slug(statement: Statement, text: str) -> str:
    """Return the words that carry meaning, and what stands between them, as a part of a file's name."""
    language = statement.language
    empty, between = language.group("EMPTY"), language.group("LINK") | language.group("AGAINST")
    words: list[str] = []
    links: list[str] = []
    count = 0
    marked = False
    for token in statement.tokens:
        # "Tabs, not spaces" says of what it is; whether a thing was denied is no part of its name.
        denies = token.key in language.group("NO") and not marked
        marked = token.is_mark
        if token.is_mark or denies or (token.key in empty and token.key not in between):
            links = [] if language.dense else links
            continue
        word = _part(text[token.start : token.end].casefold(), token.kinds)
        if token.key in between or is_ending(token.key):
            links.append(word)
        elif word:
            words += [*(links if words else ()), word]
            links, count = [], count + 1
        if count >= (_MOST_CHARACTERS if language.dense else _MOST_WORDS) or sum(map(len, words)) > _LONGEST_SLUG:
            break
    slug = _joined(words)
    return slug[:_LONGEST_SLUG].strip("-") if len(slug) > _LONGEST_SLUG else slug or "note"


def _part(key: str, kinds: tuple[str, ...]) -> str:
    """Return a word as a part of a name; of an address only its host, of a path its last name."""
    if "@URL" in kinds:
        key = key.partition("://")[2] or key
        key = key.removeprefix("www.").partition("/")[0].partition(":")[0]
    elif "@PATH" in kinds:
        key = key.rstrip("/").rpartition("/")[2]
    plain = key.translate(_PLAIN).replace("'", "").replace("’", "")
    return "-".join("".join(mark if mark.isalnum() else " " for mark in plain).split())


def _joined(words: list[str]) -> str:
    """Return words with hyphens between them, but none between two of a script without spaces."""
    slug = ""
    for word in words:
        if slug and len(slug) + len(word) >= _LONGEST_SLUG:
            break
        dense = slug and is_dense(slug[-1]) and is_dense(word[0])
        slug += word if dense or not slug else f"-{word}"
    return slug
