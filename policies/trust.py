"""Trust: how far a memory may be believed, worked out from where its words stood.

A writer claims nothing. It cites turns, and a citation counts only if the quote occurs in that turn. Then every
distinctive token of the memory (a URL, a path, a command, a number, a name in code) must occur in cited text;
one that stands in another block pulls the memory down to that block's tier, and one that stands nowhere down to
`external-tool`. The lowest tier counts. So a sentence of a person cannot carry a web page's address into a
trusted memory by standing beside it.

Not defended: a person who types what a page told them to type.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["GUIDANCE", "TIERS", "Citation", "Provenance", "Source", "lowest", "provenance", "tier_of"]

TIERS = ("user-verified", "operator", "user-observed", "external-tool", "external-web")
"""Best first."""

GUIDANCE = frozenset(TIERS[:3])
"""Tiers whose memories guide; the others are data until a person verifies them."""

_TIER = {
    "terminal": "user-verified",
    "operator": "operator",
    "user": "user-observed",
    "assistant": "external-tool",
    "tool": "external-tool",
    "system": "external-tool",
    "web": "external-web",
}
_SHORTEST_QUOTE = 12
_MOST_TOKENS = 500

_URL = r"[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s<>\"'`)\]}]+"
_ADDRESS = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_PATH = r"(?:~|\.{1,2})?/[\w.@+-]+(?:/[\w.@+-]+)*/?|[A-Za-z]:\\[\w.\\-]+|[\w.@+-]+(?:/[\w.@+-]+)+"
_NAME = r"[A-Za-z_][\w]*(?:[._:-]+[A-Za-z0-9_]+)+|[a-z]+[A-Z]\w*|[A-Za-z]+_\w+|--?[a-z][\w-]+"
_NUMBER = r"\d[\d.,:_-]*"
_TOKENS = re.compile(rf"(?<!\w)(?:{_URL}|{_ADDRESS}|{_PATH}|{_NAME}|{_NUMBER})")
_CODE = re.compile(r"`([^`\n]{1,200})`")


@dataclass(frozen=True, slots=True)
class Source:
    """One block of the conversation, as the supervisor read it.

    Attributes:
        turn: its number.
        origin: `user`, `assistant`, `tool`, `web`, `system`, `operator`, or `terminal` for a person's own
            command.
        text: its words.
    """

    turn: int
    origin: str
    text: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A writer's claim that a quote stands in a turn."""

    turn: int
    quote: str


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a memory's words stood.

    Attributes:
        trust: the tier that follows.
        turns: the turns whose citations counted.
        reasons: what pulled it down, for a person.
    """

    trust: str
    turns: tuple[int, ...]
    reasons: tuple[str, ...]


def tier_of(origin: str) -> str:
    """Return the tier of an origin; an unknown one is the lowest."""
    return _TIER.get(origin, TIERS[-1])


def lowest(tiers: Iterable[str]) -> str:
    """Return the lowest of the tiers; of none, `external-tool`."""
    return max(tiers, key=TIERS.index, default="external-tool")


def provenance(text: str, cites: Sequence[Citation], sources: Sequence[Source]) -> Provenance:
    """Work out the trust of a text.

    Args:
        text: the memory, description and body.
        cites: what the writer claims.
        sources: the conversation; several blocks may have the same turn number.
    """
    folded = [(source, _fold(source.text)) for source in sources]
    cited = [each for each in folded if any(_counts(cite, each) for cite in cites)]
    if not cited:
        return Provenance("external-tool", (), ("no citation of it occurs in the conversation",))
    tiers = {tier_of(source.origin) for source, _ in cited}
    reasons = [f"cited from {source.origin}" for source, _ in cited if tier_of(source.origin) not in GUIDANCE]
    told = " ".join(words for _, words in cited)
    others = sorted(
        ((tier_of(source.origin), words, source) for source, words in folded if (source, words) not in cited),
        key=lambda each: TIERS.index(each[0]),
    )
    for token in _distinctive(text):
        if _occurs(token, told):
            continue
        tier, where = next(
            ((tier, source.origin) for tier, words, source in others if _occurs(token, words)),
            ("external-tool", "nowhere"),
        )
        if tier not in tiers:
            reasons.append(f"{token[:60]!r} is not in what is cited ({where})")
        tiers.add(tier)
    turns = tuple(dict.fromkeys(source.turn for source, _ in cited))
    return Provenance(lowest(tiers), turns, tuple(dict.fromkeys(reasons))[:5])


def _counts(cite: Citation, block: tuple[Source, str]) -> bool:
    source, words = block
    if cite.turn != source.turn:
        return False
    quote = _fold(cite.quote)
    return bool(quote) and (quote == words or (len(quote) >= _SHORTEST_QUOTE and quote in words))


def _fold(text: str) -> str:
    """Return a text for comparison: compatibility forms and case folded, white space single, invisible gone."""
    shown = "".join(
        each for each in unicodedata.normalize("NFKC", text) if unicodedata.category(each) not in ("Cf", "Cs")
    )
    return " ".join(shown.casefold().split())


def _distinctive(text: str) -> list[str]:
    """Return the tokens that an attacker would want carried: addresses, paths, commands, numbers, code."""
    folded = unicodedata.normalize("NFKC", text)
    found = [_fold(match) for match in _CODE.findall(folded)]
    found += [_fold(match.group().rstrip(".,:;!?")) for match in _TOKENS.finditer(folded)]
    return [each for each in dict.fromkeys(found) if len(each) > 1][:_MOST_TOKENS]


def _occurs(token: str, words: str) -> bool:
    """Return whether a token stands in folded words, not as a part of a longer one."""
    start = words.find(token)
    while start != -1:
        before, after = words[start - 1 : start], words[start + len(token) : start + len(token) + 1]
        if not _joins(before, token[0]) and not _joins(after, token[-1]):
            return True
        start = words.find(token, start + 1)
    return False


def _joins(outside: str, inside: str) -> bool:
    ascii_word = outside.isascii() and (outside.isalnum() or outside in ("_",)) and outside != ""
    return ascii_word and inside.isascii() and (inside.isalnum() or inside == "_")
