"""The offline writer: from what a person said to memories, by rules and without a model.

Runs inside the agent (`worker.agent`) and asks for nothing itself. It looks at blocks that a person wrote and
at no other: what a tool, a page or the assistant says is not even read. A memory is the person's own
sentence, without what led up to it; its citation is that sentence as it stands in its turn, so that
admission can find every word of it where a person put it.

One proposal for each subject: where a person changes their mind, the last word is what counts.

Not defended: a person who pastes a stranger's text without a mark, and a person who means something else
than they say.
"""

from __future__ import annotations

from worker.language import languages
from worker.language.sentences import sentences
from worker.language.statement import read
from worker.language.subject import Subject
from worker.language.tokens import is_dense, tokens

__all__ = ["Proposal", "propose"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from worker.language.sentences import Sentence
    from worker.language.statement import Reading, Statement

    Block = Mapping[str, Any]

_LONGEST_DESCRIPTION = 120
_SHORTEST_QUOTE = 16
"""Characters of a citation: more than admission asks for, because it folds white space and invisible ones."""

_LONGEST_LINE = 80
_MOST_PROPOSALS = 200
"""Of a run, the last ones; what a person says is bounded, what somebody may feed us is not."""

_CLOSED = "\"'”’»`)"
_NONE: frozenset[str] = frozenset()
_PLAIN_START = frozenset("abcdefghijklmnopqrstuvwxyzäöüßéèêàâçñáíóúABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜÉÈÊÀÂÇÑÁÍÓÚ")


class Proposal:
    """A memory that the writer would like to keep.

    Attributes:
        name: of the file, `<type>-<subject>.md`.
        description: one line of at most 120 characters.
        type: `user`, `feedback`, `project` or `reference`.
        body: what is to be remembered.
        cites: where it was said: `turn` and `quote` of each place.
    """

    __slots__ = ("body", "cites", "description", "name", "type")

    def __init__(self, name: str, description: str, type_: str, body: str, cites: list[dict[str, Any]]) -> None:
        self.name = name
        self.description = description
        self.type = type_
        self.body = body
        self.cites = cites

    @property
    def file_text(self) -> str:
        """The file: front matter with what a writer may claim, and the body."""
        description = self.description.replace("\\", "\\\\").replace('"', '\\"')
        return f'---\ndescription: "{description}"\nmetadata:\n  type: {self.type}\n---\n\n{self.body}\n'


class _Draft:
    """A memory in the making: where it was said, and what it is about."""

    __slots__ = ("block", "body", "end", "start", "subject", "type")

    def __init__(self, block: Block, start: int, end: int, statement: Statement) -> None:
        self.block = block
        self.start = start
        self.end = end
        self.type = statement.type
        self.body = _body(str(block["text"]), statement)
        self.subject = Subject(statement, str(block["text"]))


def propose(blocks: Iterable[Block], existing: Sequence[str] = ()) -> list[Proposal]:
    """Return what is worth remembering of a conversation.

    Args:
        blocks: `turn`, `origin` and `text` of each, in order.
        existing: names that are taken in the room.
    """
    drafts: list[_Draft] = []
    previous: Block | None = None
    for block in blocks:
        if block["origin"] == "user":
            _read_block(block, drafts, previous)
            previous = block
    taken = {name.casefold() for name in existing}
    proposals = []
    for draft in drafts:
        name = _free_name(f"{draft.type}-{draft.subject.slug}", taken)
        taken.add(name.casefold())
        cites = [{"turn": draft.block["turn"], "quote": _quote(str(draft.block["text"]), draft.start, draft.end)}]
        proposals.append(Proposal(name, _description(draft.body), draft.type, draft.body, cites))
    return proposals


def _read_block(block: Block, drafts: list[_Draft], previous: Block | None) -> None:
    """Read one block; what it says replaces what was said of the same subject before."""
    text = str(block["text"])
    carried = heading = _NONE
    found: list[_Draft] = []
    for sentence in sentences(text):
        flags = carried | heading if sentence.item else carried
        if not sentence.item:
            heading = _NONE
        reading = _read_sentence(text, sentence, flags)
        if reading.takes_back:
            _take_back(reading, found, drafts, previous)
            carried = _NONE
            continue
        if reading.announces and not text[sentence.end :].lstrip().startswith(("```", "~~~", ">")):
            break
        found += [_Draft(block, sentence.start, sentence.end, each) for each in reading.statements]
        carried = reading.flags - flags
        if carried and text[sentence.end - 1] in ":：":
            heading, carried = carried, _NONE if text.find("\n", sentence.end) >= 0 else carried
    for draft in found:
        drafts[:] = [each for each in drafts if not draft.subject.replaces(each.subject)][-_MOST_PROPOSALS + 1 :]
        drafts.append(draft)


def _take_back(reading: Reading, found: list[_Draft], drafts: list[_Draft], previous: Block | None) -> None:
    """Forget what a person takes back: in the same block, of the same subject, or else in the block before."""
    before = [each for each in drafts if each.subject.is_about(reading.about)]
    if not found and not before:
        before = [each for each in drafts if each.block is previous]
    found.clear()
    drafts[:] = [each for each in drafts if each not in before]


def _read_sentence(text: str, sentence: Sentence, carried: frozenset[str]) -> Reading:
    """Read a sentence by the tables of the languages that it may be in; the first that finds something counts."""
    reading: Reading | None = None
    for language in languages(text, sentence.start, sentence.end):
        said = text[sentence.start : sentence.end].translate(language.folds)
        words = tokens(said, sentence.start, sentence.spans, language.lexicon)
        this = read(words, language, carried)
        if this.statements or this.takes_back or this.announces:
            return this
        if reading is None or this.flags:
            reading = this
    assert reading is not None
    return reading


# -- Wording ------------------------------------------------------------------------------------------------


def _body(text: str, statement: Statement) -> str:
    """Return the person's sentence as a text of its own."""
    first, last = statement.tokens[0], statement.tokens[-1]
    said = " ".join(text[start:end] for start, end in statement.spans)
    body = " ".join(map(_unmarked, said.split()))
    if not first.kinds and body[:1] in _PLAIN_START and first.key in statement.language.known:
        body = body[:1].upper() + body[1:]
    if statement.language.dense:
        return body + "。" if is_dense(body[-1]) else body
    open_ = body[-1].isalnum() or (body[-1] in _CLOSED and body[-2:-1] not in (".", "!", "?"))
    return body + "." if open_ and "@URL" not in last.kinds else body


def _unmarked(word: str) -> str:
    """Return a word without the signs that make it bold or slanted; `**/*.py` and `2**3` are none."""
    inner = word.strip("*")
    return inner if inner and "*" not in inner and "/" not in inner else word


def _description(body: str) -> str:
    """Return the body as one line, cut between words where it is too long."""
    line = body[:-1] if body.endswith((".", "。")) and not body.endswith("..") else body
    if len(line) <= _LONGEST_DESCRIPTION:
        return line
    cut = line[: _LONGEST_DESCRIPTION - 2]
    head = cut.rpartition(" ")[0]
    return (head if len(head) > _LONGEST_DESCRIPTION // 2 else cut).rstrip(" ,;:") + " …"


def _quote(text: str, start: int, end: int) -> str:
    """Return the words of a citation: the sentence, with the lines around it if it is very short."""
    while end - start < _SHORTEST_QUOTE and (start > 0 or end < len(text)):
        start = max(text.rfind("\n", 0, max(start - 1, 0)) + 1, start - _LONGEST_LINE)
        newline = text.find("\n", end + 1)
        end = min(len(text) if newline < 0 else newline, end + _LONGEST_LINE)
    return text[start:end]


def _free_name(stem: str, taken: set[str]) -> str:
    name, number = f"{stem}.md", 2
    while name.casefold() in taken:
        name, number = f"{stem}-{number}.md", number + 1
    return name
