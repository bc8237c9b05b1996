"""The offline writer: what a person said that is worth remembering, found by rules and without a model.

It reads the blocks of a conversation and keeps to words that a person wrote. A sentence becomes a memory if
a table of its language says so (`worker.language`) and nothing in it speaks against: a question, a doubt, a
moment, hearsay, an example. A wrong memory is worse than a missing one, so whatever is unclear is left out.
Each proposal cites the sentence that it comes from, and stays close to its words.

Not defended: irony, and whatever the tables do not know.
"""

from __future__ import annotations

from worker.language import chinese, english, french, german, japanese, spanish
from worker.language.matcher import find
from worker.language.naming import described, named
from worker.language.sentences import fold, is_quoted, sentences, words

__all__ = ["Proposal", "propose"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from worker.language.matcher import Language, Rule

_MODULES = (english, german, spanish, french, chinese, japanese)
_languages: list[Language] = []
_MOST_WORDS, _MOST_CHARACTERS = 60, 400
_SHORTEST_QUOTE = 12
_MOST_PROPOSALS = 50
_PLACES = "URL", "PATH", "TICKET", "CHANNEL"


class Proposal:
    """A memory that the writer would like to keep.

    Attributes:
        path: file name, `<type>-<subject>.md`.
        description: one line.
        kind: `user`, `feedback`, `project` or `reference`.
        body: the memory in a sentence.
        cites: where the words stand: turn and quote.
        subject: the words that it is about, for comparing.
    """

    __slots__ = ("body", "cites", "description", "kind", "path", "subject")

    def __init__(self, kind: str, body: str, cites: list[dict[str, Any]], subject: frozenset[str]) -> None:
        self.kind = kind
        self.body = body
        self.cites = cites
        self.subject = subject
        self.description = described(body)
        self.path = named(kind, body)

    @property
    def file_text(self) -> str:
        """Return the topic: what a writer may say of it; trust, source and time are the supervisor's."""
        quoted = self.description.replace("\\", "\\\\").replace('"', '\\"')
        return f'---\ndescription: "{quoted}"\nmetadata:\n  type: {self.kind}\n---\n\n{self.body}\n'


def propose(blocks: Iterable[Mapping[str, Any]]) -> list[Proposal]:
    """Return what is worth remembering, in the order in which it was said; the last word on a subject counts.

    Args:
        blocks: `turn`, `origin` and `text`; only those of a person are read.
    """
    found: list[Proposal] = []
    for block in blocks:
        if block["origin"] != "user":
            continue
        for sentence in sentences(block["text"]):
            proposal = _read(sentence, block)
            if proposal is not None:
                found = [each for each in found if not _replaces(proposal, each)]
                found.append(proposal)
    return found[-_MOST_PROPOSALS:]


def _read(sentence: str, block: Mapping[str, Any]) -> Proposal | None:
    """Return the memory that a sentence is, or None."""
    if is_quoted(sentence) or len(sentence) > _MOST_CHARACTERS or sentence.rstrip("\"')").endswith(("?", "\uff1f")):
        return None
    if not _languages:
        _languages.extend(module.table() for module in _MODULES)
    for language in _languages:
        hit = _match(sentence, language)
        if hit is None:
            continue
        rule, told, content = hit
        kind = rule.kind or _kind_of(content, language)
        if kind == "project" and _marked(content[-1]) == "URL":
            # A fact of the project that ends in an address says where something is.
            kind = "reference"
        quote = sentence if len(sentence) >= _SHORTEST_QUOTE else block["text"].strip()
        body = _sentence(told)
        return Proposal(kind, body, [{"turn": block["turn"], "quote": quote}], frozenset(content))
    return None


def _match(sentence: str, language: Language) -> tuple[Rule, str, list[str]] | None:
    """Return the rule that fits, what is to be remembered as it was written, and its words."""
    if not language.spaced:
        return _match_spaceless(sentence, language)
    plain, shown = words(sentence), _shown(sentence)
    if len(plain) != len(shown) or not 2 < len(plain) <= _MOST_WORDS:
        return None
    start = 0
    while start < len(plain) and plain[start] in language.fillers:
        if plain[start] in language.denials and not shown[start].endswith(","):
            break
        start += 1
    plain, shown = plain[start:], shown[start:]
    if not plain or (plain[0] in language.openers and not set(plain[1:2]) & language.denials):
        return None
    marked = [_marked(each) for each in plain]
    present = [veto for veto in language.vetoes if _contains(plain, veto)]
    for rule in language.rules:
        if any(" ".join(veto) not in rule.allows for veto in present):
            continue
        at = find(rule, marked, language)
        if at is None or not _says_something(plain[at:], language):
            continue
        told = " ".join(shown if rule.whole else shown[at:])
        return rule, told, plain[at:] if not rule.whole else plain
    return None


def _match_spaceless(sentence: str, language: Language) -> tuple[Rule, str, list[str]] | None:
    text = fold(sentence).strip(" \u3002\uff01!.\uff0c,\u3001~\uff5e")
    if not 4 <= len(text) <= 200 or not any(ord(each) > 0x2E80 for each in text):
        return None
    told = sentence.strip().strip("\u3002\uff01!.\uff0c,\u3001~\uff5e ")
    trimmed = True
    while trimmed:
        trimmed = False
        for filler in language.fillers:
            if text.startswith(filler) and len(text) > len(filler) + 2:
                text = text[len(filler) :].lstrip("\uff0c,\u3001\uff1a: ")
                told = told[-len(text) :] if len(told) >= len(text) else told
                trimmed = True
    if any(text.startswith(each) for each in language.openers):
        return None
    present = [veto[0] for veto in language.vetoes if veto[0] in text]
    for rule in language.rules:
        if any(veto not in rule.allows for veto in present):
            continue
        at = find(rule, text, language)
        if at is None:
            continue
        content = text[at:] if at < len(text) else text
        if content.strip("\uff0c,\u3001\uff1a: ") in language.empty or len(content.strip()) < 2:
            continue
        kept = told if rule.whole else told[len(told) - len(text) + at :].lstrip("\uff0c,\u3001\uff1a: ")
        return rule, kept, [content[index : index + 2] for index in range(max(1, len(content) - 1))]
    return None


def _shown(sentence: str) -> list[str]:
    """Return the words as they were written, one for each that `words` returns."""
    return [each for each in sentence.split() if words(each)]


def _marked(word: str) -> str:
    """Return a word for matching: addresses, paths, tickets and channels by their kind."""
    if "://" in word or word.startswith("www."):
        return "URL"
    head, dash, number = word.rpartition("-")
    if dash and number.isdigit() and head.isalpha() and len(head) <= 10:
        return "TICKET"
    if word.startswith("#") and len(word) > 2:
        return "CHANNEL"
    if "/" in word.strip("/") or (word.startswith(("/", "~/", "./")) and len(word) > 2):
        return "PATH"
    name, dot, ending = word.rpartition(".")
    if dot and name and ending.isalpha() and 1 < len(ending) <= 5 and name[-1:].isalnum():
        return "PATH"
    return word


def _contains(plain: Sequence[str], veto: tuple[str, ...]) -> bool:
    width = len(veto)
    return any(tuple(plain[at : at + width]) == veto for at in range(len(plain) - width + 1))


def _says_something(content: Sequence[str], language: Language) -> bool:
    """Return whether what was said can be understood later: it names something, and does not point at the screen."""
    pointing = {"this", "that", "these", "those", "it", "them"} & language.empty
    if content and content[0] in pointing and len(content) < 3:
        return False
    return any(each not in language.empty and any(map(str.isalnum, each)) for each in content)


def _kind_of(content: Sequence[str], language: Language) -> str:
    """Return the type of something that a person asked to remember."""
    if any(_marked(each) in _PLACES for each in content[-6:]) or any(_marked(each) == "URL" for each in content):
        return "reference"
    first = content[0] if content else ""
    if first in language.lists.get("first person", frozenset("i i'm my me i've i'd".split())):
        return "user"
    if first in language.lists.get("orders", frozenset("always never don't use avoid prefer stop do run".split())):
        return "feedback"
    return "project"


def _sentence(text: str) -> str:
    """Return a text as a sentence: a capital at its start, a full stop at its end."""
    text = " ".join(text.split()).strip(" ,;:-\u2013\u2014\uff0c\uff1a")
    text = text[:1].upper() + text[1:] if text[:1].isascii() else text
    if text and text[-1] not in ".!?\u3002\uff01\u2026":
        text += "\u3002" if ord(text[-1]) > 0x2E80 else "."
    return text


def _replaces(new: Proposal, old: Proposal) -> bool:
    """Return whether a later proposal speaks of the same thing, so that only the later one is kept."""
    if new.path == old.path or new.body == old.body:
        return True
    said, before = set(new.subject), set(old.subject)
    for word in ("instead", "not", "longer", "statt", "lieu", "vez"):
        if word in said and len(said & before) >= 2:
            return True
    return _topic(new) is not None and _topic(new) == _topic(old)


def _topic(proposal: Proposal) -> tuple[str, ...] | None:
    """Return what a decision is for ("… for linting"), if it says so."""
    plain = words(proposal.body)
    if "for" in plain[1:-1] and proposal.kind in ("project", "feedback"):
        after = plain[plain.index("for") + 1 :]
        return tuple(after[:4])
    return None
