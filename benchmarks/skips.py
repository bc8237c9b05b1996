"""`python -m benchmarks.skips`: what the skip rules save when a host's hook runs after each turn.

Each transcript of the shared folder is played turn by turn: after every human turn, with all that answered it, the
hook would run on what is new. Without skips each of those runs is at least one model call that is sent the new part of
the conversation; with them `room.skips` judges first, by the words of the person, by what the main agent wrote, and by
whether anything is new. A session's end comes once more (`SessionEnd`), with nothing new.

Tokens are estimated, not counted: characters of the turns that are sent, divided by four, and nothing for the system
prompt, which is cached. A run of more than one call would be worth more; so the table says the least that is saved.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from confine.hosts.known import memories
from room import skips
from room.transcripts import Turn, open_transcript, read

FOLDER = Path(os.environ.get("SCRIBE_SHARED", Path(__file__).resolve().parents[2] / "shared")) / "transcripts"
README = Path(__file__).resolve().parents[1] / "README.md"
START, END = "<!-- skips -->", "<!-- /skips -->"
_A_TOKEN = 4
"""Characters of a token, as an estimate."""
_LONGEST_OTHER = 4_000
"""Characters that are sent of a block that no person wrote, as `confine.extraction` sends them."""


@dataclass
class Saved:
    """What one transcript costs, with and without skips.

    Attributes:
        runs: of the hook.
        calls: of the model, with skips.
        tokens_without: that would be sent without skips (estimate).
        tokens: that are sent with them (estimate).
        rules: runs that were skipped, by rule.
    """

    runs: int = 0
    calls: int = 0
    tokens_without: int = 0
    tokens: int = 0
    rules: Counter[str] = field(default_factory=Counter)

    def add(self, other: Saved) -> None:
        """Add what another transcript costs."""
        self.runs += other.runs
        self.calls += other.calls
        self.tokens_without += other.tokens_without
        self.tokens += other.tokens
        self.rules += other.rules


def played(path: Path) -> Saved:
    """Play one transcript, a run of the hook after each human turn and one at the end."""
    with open_transcript(str(path)) as transcript:
        turns = read(transcript).turns
    saved = Saved()
    exchanges: dict[int, list[Turn]] = {}
    for turn in turns:
        exchanges.setdefault(turn.exchange, []).append(turn)
    # What stands before the first human turn comes with it.
    before = exchanges.pop(0, [])
    groups = list(exchanges.values()) or [[]]
    groups[0] = before + groups[0]
    for group in groups:
        _run(saved, group, skips.judge(group, memories=memories(str(path)), home=os.path.expanduser("~")))
    _run(saved, [], skips.judge([], moved=False))
    return saved


def _run(saved: Saved, turns: list[Turn], judged: skips.Judgement) -> None:
    saved.runs += 1
    saved.tokens_without += _tokens(turns)
    if judged.run is not None:
        saved.rules[judged.run.rule] += 1
        return
    saved.calls += 1
    saved.tokens += _tokens(judged.kept)


def _tokens(turns: list[Turn] | tuple[Turn, ...]) -> int:
    characters = sum(len(turn.text if turn.origin == "user" else turn.text[:_LONGEST_OTHER]) for turn in turns)
    return characters // _A_TOKEN


def table(folder: Path) -> str:
    """Return the table of a folder of transcripts, with the sum of all of them in the last line.

    Raises:
        FileNotFoundError: there are none.
    """
    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        raise FileNotFoundError(f"there are no transcripts in {folder}")
    lines = [
        "| transcript | runs of the hook | model calls with skips | tokens without | tokens with | skipped |",
        "|---|--:|--:|--:|--:|---|",
    ]
    total = Saved()
    for path in paths:
        saved = played(path)
        total.add(saved)
        lines.append(_line(path.stem, saved))
    return "\n".join([*lines, _line("**all**", total)])


def _line(name: str, saved: Saved) -> str:
    rules = ", ".join(f"{count} {rule}" for rule, count in sorted(saved.rules.items()))
    return (
        f"| {name} | {saved.runs} | {saved.calls} | {saved.tokens_without:,} | {saved.tokens:,} | {rules or 'none'} |"
    )


def main() -> None:
    """Print the table; with `--write`, put it into the README too."""
    text = table(FOLDER)
    print(text)
    if "--write" in sys.argv[1:]:
        page = README.read_text(encoding="utf-8")
        before, _, rest = page.partition(START)
        _, _, after = rest.partition(END)
        README.write_text(f"{before}{START}\n{text}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
