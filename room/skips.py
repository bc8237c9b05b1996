"""Which human turns are not worth a run of the writer: the skip rules of extraction.

Between the transcript (`room.transcripts`) and the writer. Pure: what the conversation says goes in, what is
kept and why the rest is not comes out; the caller writes an audit row for each. A rule looks at one
*exchange*, the text of a person with all that the assistant and its tools did in answer:

- `main-agent-wrote`: the main agent wrote memory in that exchange: an editor, a patch or a shell on a path in
  a room or in a host's memory directory, or a memory tool. Whatever was worth keeping it has kept.
- `too-few-words`: fewer words of prose than `min_user_words`, counted by `room.transcripts.words`.
- `cursor-unmoved`: nothing has been said since the last reading. This one is about the whole run.

Not defended: a shell command that hides the path it writes to. The price is a second look at that exchange,
and admission knows duplicates.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Literal, NamedTuple

from room.transcripts.turns import A_MEMORY, Turn
from room.transcripts.words import count_words

Rule = Literal["main-agent-wrote", "too-few-words", "cursor-unmoved"]

MIN_USER_WORDS = 3


class Skip(NamedTuple):
    """One thing that is skipped. `exchange` is the number of the human turn, 0 for the whole run."""

    exchange: int
    rule: Rule
    reason: str


class Judgement(NamedTuple):
    """What the rules say of one reading.

    Attributes:
        kept: the turns of the exchanges that the writer gets, in order.
        skipped: the exchanges that it does not get, in order.
        run: why there is nothing to do at all; None if there is.
    """

    kept: tuple[Turn, ...]
    skipped: tuple[Skip, ...]
    run: Skip | None


def judge(
    turns: Sequence[Turn],
    *,
    moved: bool = True,
    rooms: Sequence[str] = (),
    memories: Sequence[str] = (),
    home: str = "",
    min_user_words: int = MIN_USER_WORDS,
) -> Judgement:
    """Judge the turns of one reading, exchange by exchange.

    What stands before the first human turn of the reading (the end of an exchange that was judged in an
    earlier run) is neither kept nor listed.

    Args:
        turns: `Reading.turns`.
        moved: `Reading.moved`.
        rooms: absolute paths of the rooms of the run, as they are spelled and with links resolved.
        memories: absolute paths of the host's own memory directories and files.
        home: the user's home directory, for paths that begin with `~`; "" if it is not known.
        min_user_words: the fewest words of prose that are worth a run.
    """
    if not moved:
        reason = "nothing has been said in this conversation since the last run"
        return Judgement((), (), Skip(0, "cursor-unmoved", reason))
    places = [_folded(place, home) for place in (*rooms, *memories) if place]
    kept: list[Turn] = []
    skipped: list[Skip] = []
    for exchange, spoken in _exchanges(turns).items():
        skip = _skip(exchange, spoken, places, home, min_user_words)
        if skip is None:
            kept.extend(spoken)
        else:
            skipped.append(skip)
    return Judgement(tuple(kept), tuple(skipped), None if kept else _whole(skipped))


def _exchanges(turns: Sequence[Turn]) -> dict[int, list[Turn]]:
    """Return the turns by exchange, those exchanges in which a person speaks."""
    exchanges: dict[int, list[Turn]] = {}
    for turn in turns:
        if turn.origin == "user":
            exchanges.setdefault(turn.exchange, []).append(turn)
        elif turn.exchange in exchanges:
            exchanges[turn.exchange].append(turn)
    return exchanges


def _skip(exchange: int, turns: list[Turn], places: list[str], home: str, least: int) -> Skip | None:
    """Return why one exchange is skipped, or None."""
    for turn in turns:
        for path in turn.writes:
            if path == A_MEMORY or _lies_in(_folded(path, home), places):
                reason = f"the main agent wrote memory itself in this turn, with {turn.tool}"
                return Skip(exchange, "main-agent-wrote", reason)
    words = sum(count_words(turn.text) for turn in turns if turn.origin == "user")
    if words < least:
        count = "1 word" if words == 1 else f"{words} words"
        return Skip(exchange, "too-few-words", f"a person wrote {count} of prose, and {least} are the least")
    return None


def _whole(skipped: list[Skip]) -> Skip:
    """Return why the whole run is skipped: the rule that says more, where there are two."""
    if not skipped:
        return Skip(0, "too-few-words", "no person has said anything since the last run")
    wrote = [skip for skip in skipped if skip.rule == "main-agent-wrote"]
    chosen = wrote[0] if wrote else skipped[-1]
    others = len(skipped) - 1
    more = f" ({others} more human turn{'s' * (others > 1)} skipped)" if others else ""
    return Skip(0, chosen.rule, chosen.reason + more)


def _folded(path: str, home: str) -> str:
    """Return a path in the form in which paths are compared: without `~`, `.`, `..` and differences of case.

    Case is folded on every system: a macOS or NTFS volume does not tell `Memory` from `memory`.
    """
    for prefix in ("~/", "$HOME/", "${HOME}/"):
        if home and path.startswith(prefix):
            path = os.path.join(home, path[len(prefix) :])
    return os.path.normpath(path).replace("\\", "/").casefold()


def _lies_in(path: str, places: list[str]) -> bool:
    """Tell whether a folded path is one of some places or lies below one, by whole segments."""
    return any(path == place or path.startswith(place.rstrip("/") + "/") for place in places)
