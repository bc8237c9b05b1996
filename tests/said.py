"""Tables of sentences: what a person said, and the name of the memory that the offline writer makes of it.

A row is `name: sentence`, the name without its ending; it begins with the type of the memory, and its words
are those that a reader would look for. A row without a name is a sentence that is no memory.
"""

from __future__ import annotations

from policies.trust import Citation, Source, provenance
from worker.writer import Proposal, propose


def rows(table: str) -> list[str]:
    """Return the rows of a table that are not empty."""
    return [row for row in table.split("\n") if row.strip()]


def remembered(table: str) -> list[tuple[str, str]]:
    """Return name and sentence of each row."""
    found = []
    for row in rows(table):
        name, _, sentence = row.partition(": ")
        found.append((name, sentence))
    return found


def forgotten(table: str) -> list[str]:
    """Return the sentences of a table without names."""
    return rows(table)


def learned(*texts: str, origin: str = "user") -> list[Proposal]:
    """Return what the writer proposes when these texts were said, each in a turn of its own."""
    return propose([{"turn": turn, "origin": origin, "text": text} for turn, text in enumerate(texts, 1)])


def check_remembered(name: str, sentence: str) -> None:
    """Check that a sentence gives one memory of that name, in the person's own words, with its citation."""
    (proposal,) = learned(sentence)
    assert proposal.name == f"{name}.md"
    assert proposal.name.startswith(f"{proposal.type}-")
    said = " ".join(sentence.casefold().split())
    for word in proposal.body.casefold().strip(".。").split():
        assert word in said, f"{word!r} is no word of the person's"
    (cite,) = proposal.cites
    assert cite["turn"] == 1 and cite["quote"] in sentence
    assert len(cite["quote"]) >= 12 or cite["quote"] == sentence
    assert "\n" not in proposal.description and len(proposal.description) <= 120
    origin = provenance(
        f"{proposal.description}\n{proposal.body}", [Citation(1, cite["quote"])], [Source(1, "user", sentence)]
    )
    assert origin.trust == "user-observed", origin.reasons


def check_forgotten(sentence: str) -> None:
    """Check that a sentence gives no memory."""
    assert [proposal.body for proposal in learned(sentence)] == []
