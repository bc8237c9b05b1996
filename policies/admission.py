"""Admission: whether a memory may be kept, and how far it may be believed. Pure, and without a model.

The guard has judged where a write goes; admission judges what it says, in the order of the design: content,
secrets, provenance, phrasing, precedence, conflict, caps. The first objection decides. Four answers:
**accept**; **hold**, a person decides; **reject**, the writer is told why; **known**, nothing changes.

Trust is worked out here and never claimed (`policies.trust`). A memory below `user-observed` is accepted as
**data**: it is shown, flagged, and guides nobody until a person verifies it.

For an explicit command of the user and for the memory-tool handler, what a person would have to decide is
*recorded* instead of held: the notice says what would have been held, and the write goes through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from policies import conflict, phrasing, secrets, trust
from policies.caps import Caps, Spent, index_size, reminders
from policies.conflict import Known
from policies.text import Cleaned, Rejection, clean
from policies.trust import GUIDANCE, TIERS, Citation, Provenance, Source

__all__ = [
    "Caps",
    "Citation",
    "Cleaned",
    "Decision",
    "Known",
    "Proposal",
    "Rejection",
    "Source",
    "Spent",
    "Switches",
    "clean",
    "dry_run",
    "judge",
]


@dataclass(frozen=True, slots=True)
class Switches:
    """How a profile treats what only a person can decide: `on` holds it, `recorded` notes it."""

    trust: str = "on"
    phrasing: str = "on"
    conflict: str = "on"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A write that the guard allows.

    Attributes:
        command: `create`, `str_replace`, `insert`, `delete` or `rename`.
        path: canonical relative path.
        text: the file's whole new text; None for a deletion or a rename.
        description: one line, as the text has it.
        type: as the text has it.
        body: the text below its front matter.
        cites: what the writer cites.
        previous: the memory that stands there now, or None.
        new_path: of a rename.
        added: the part of the text that this write brings; the whole text for a creation.
        as_sent: it is a file and not a topic: kept as it was sent, empty or said elsewhere already.
    """

    command: str
    path: str
    text: str | None
    description: str = ""
    type: str = "reference"
    body: str = ""
    cites: tuple[Citation, ...] = ()
    previous: Known | None = None
    new_path: str | None = None
    added: str | None = None
    as_sent: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer.

    Attributes:
        verdict: `accept`, `hold`, `reject` or `known`.
        rule: the rule that decided; "ok" for an acceptance.
        reason: what the writer, or the person who decides, should know.
        trust: the tier of the memory.
        guidance: it may guide: accepted, and not below `user-observed`.
        notices: caps, and what was recorded instead of held.
    """

    verdict: str
    rule: str
    reason: str
    trust: str
    guidance: bool
    notices: tuple[str, ...] = ()


def judge(
    proposal: Proposal,
    *,
    sources: Sequence[Source],
    known: Sequence[Known],
    spent: Spent,
    caps: Caps,
    switches: Switches,
) -> Decision:
    """Judge a proposal.

    Args:
        proposal: the write.
        sources: the words that may be cited, as the supervisor read them.
        known: every memory of the room.
        spent: what this run has done so far.
        caps: the profile's bounds.
        switches: what the profile holds and what it only records.
    """
    origin = _provenance(proposal, sources)
    notices: list[str] = []

    def answer(verdict: str, rule: str, reason: str) -> Decision:
        guides = verdict == "accept" and origin.trust in GUIDANCE
        return Decision(verdict, rule, reason, origin.trust, guides, tuple(notices))

    if objection := _content(proposal, known, spent, caps):
        return answer("reject", *objection)
    if proposal.text is not None and (kind := secrets.find(proposal.text)):
        reason = f"the text holds {kind}: remember where it is kept, never the value itself"
        return answer("reject", "secrets", reason)
    for rule, switch, reason in _held(proposal, origin, known):
        if getattr(switches, switch) == "on":
            return answer("hold", rule, reason)
        notices.append(f"{rule}: {reason}")
    if proposal.text is not None and (same := _same(proposal, known)):
        return answer("known", "duplicate", f"{same.path} says this already")
    notices += _caps(proposal, known, caps)
    return answer("accept", "ok", "; ".join(origin.reasons))


def dry_run(text: str, origin: str, *, caps: Caps, switches: Switches) -> Decision:
    """Judge a text as if one turn of that origin had said exactly it, in an empty room.

    Args:
        text: the memory.
        origin: `user`, `assistant`, `tool`, `web`, `system`, `operator` or `terminal`.
        caps: the profile's bounds.
        switches: the profile's.
    """
    cleaned = clean(text)
    if isinstance(cleaned, Rejection):
        return Decision("reject", cleaned.rule, cleaned.reason, trust.tier_of(origin), False)
    source = Source(1, origin, text)
    proposal = Proposal(
        "create", "memory.md", cleaned.text, description=cleaned.text, body=cleaned.text, cites=(Citation(1, text),)
    )
    decision = judge(proposal, sources=[source], known=(), spent=Spent(), caps=caps, switches=switches)
    return Decision(
        decision.verdict,
        decision.rule,
        decision.reason,
        decision.trust,
        decision.guidance,
        (*cleaned.notices, *decision.notices),
    )


def _provenance(proposal: Proposal, sources: Sequence[Source]) -> Provenance:
    """Work out the trust of what this write leaves; an edit cannot raise what stands there already."""
    if proposal.text is None:
        return trust.provenance("", proposal.cites, sources)
    words = proposal.added if proposal.added is not None else f"{proposal.description}\n{proposal.body}"
    found = trust.provenance(words, proposal.cites, sources)
    if proposal.previous is None:
        return found
    lower = trust.lowest((found.trust, proposal.previous.trust))
    return Provenance(lower, found.turns, found.reasons)


def _content(proposal: Proposal, known: Sequence[Known], spent: Spent, caps: Caps) -> tuple[str, str] | None:
    if proposal.text is None:
        unpinned = sum(not each.pinned for each in known) + spent.deletions
        allowed = max(1, int(unpinned * caps.deletions_share))
        if proposal.command == "delete" and caps.deletions_share < 1 and spent.deletions >= allowed:
            return "caps", f"this run has deleted {spent.deletions} memories, a quarter of the room: leave the others"
        return None
    size = len(proposal.text.encode("utf-8"))
    if not proposal.as_sent and not proposal.body.strip() and not proposal.description.strip():
        return "content", "the memory is empty: say what is to be remembered"
    shrinks = proposal.previous is not None and size < len(proposal.previous.body.encode("utf-8"))
    if size > caps.memory_bytes and not shrinks:
        return "content", f"{size} bytes are more than the {caps.memory_bytes} of one memory: write less, or several"
    if proposal.previous is None and len(known) >= caps.memories:
        return "caps", f"the room holds {len(known)} memories, its most: merge or remove some before adding"
    if spent.writes >= caps.run_writes and not shrinks:
        return "caps", f"this run has written {spent.writes} times, its most: keep what is left for the next one"
    if spent.bytes + size > caps.run_bytes and not shrinks:
        return "caps", f"this run has written {spent.bytes} bytes, near its most of {caps.run_bytes}: write less"
    return None


def _held(proposal: Proposal, origin: Provenance, known: Sequence[Known]) -> list[tuple[str, str, str]]:
    """Return what a person would have to decide: rule, switch, reason; in the order of the design."""
    found = []
    if proposal.text is not None:
        if wording := phrasing.find(proposal.text):
            kind, words = wording
            found.append(("phrasing", "phrasing", f"the wording is one of {kind} ({words!r})"))
        elif origin.trust not in GUIDANCE and (words_of := phrasing.standing(proposal.text)):
            reason = f"a standing instruction ({words_of!r}) that no person gave"
            found.append(("phrasing", "phrasing", reason))
    previous = proposal.previous
    if previous is not None and TIERS.index(previous.trust) < TIERS.index(origin.trust):
        reason = f"{previous.path} is {previous.trust}, better than what this change cites ({origin.trust})"
        found.append(("precedence", "trust", reason))
    if proposal.command == "create":
        other = conflict.rival(proposal.type, proposal.path, proposal.description, known)
        if other is not None and not _same(proposal, known):
            found.append(("conflict", "conflict", f"{other.path} says otherwise: {other.description[:100]!r}"))
    return found


def _same(proposal: Proposal, known: Sequence[Known]) -> Known | None:
    if proposal.command != "create" or proposal.as_sent:
        return None
    return conflict.duplicate(proposal.description, proposal.body, known)


def _caps(proposal: Proposal, known: Sequence[Known], caps: Caps) -> list[str]:
    if proposal.text is None:
        return []
    others = [(each.path, each.description) for each in known if each.path != proposal.path]
    return reminders(caps, *index_size([*others, (proposal.path, proposal.description)]))
