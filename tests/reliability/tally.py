"""What was done to rooms in this run of the tests, and what was lost: the rows of `docs/reliability.md`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DOCUMENT = Path(__file__).parents[2] / "docs" / "reliability.md"
COMMAND = "python -m tests.reliability"
SAMPLED = ("system call", "answered to")
"""Words in the names of sections of which an ordinary run of the tests injects a share only. Which calls a share meets
depends on the interpreter, so of these sections the names are compared and not the rows."""
_BEGIN, _END = "<!-- written by the tests: begin -->", "<!-- written by the tests: end -->"


class Tally:
    """Counts of faults.

    Attributes:
        injected: (section, fault) → how often it was injected.
        stood: how often everything was in order afterwards. What is missing from it was lost.
        steps: steps of the write protocol before which somebody was killed, by who it was.
        complete: all tests of the folder are in this run.
        whole: none of them was skipped or has failed.
    """

    def __init__(self) -> None:
        self.complete = False
        self.whole = True
        self.injected: Counter[tuple[str, str]] = Counter()
        self.stood: Counter[tuple[str, str]] = Counter()
        self.steps: dict[str, set[str]] = {"supervisor": set(), "hand": set()}

    @contextmanager
    def fault(self, section: str, fault: str, times: int = 1) -> Iterator[None]:
        """Count a fault that was injected; what the block asserts is that nothing was lost by it."""
        self.injected[section, fault] += times
        yield
        self.stood[section, fault] += times

    def rows(self) -> list[tuple[str, str]]:
        """Return section and fault of each row, sorted."""
        return sorted(self.injected)

    def table(self) -> str:
        """Return the rows as markdown."""
        lines = ["| fault | injected | lost |", "|---|---:|---:|"]
        section = ""
        for key in self.rows():
            if key[0] != section:
                section = key[0]
                lines.append(f"| **{section}** | | |")
            lost = self.injected[key] - self.stood[key]
            lines.append(f"| {key[1]} | {self.injected[key]} | {lost or 'nothing'} |")
        lines.append(
            f"| **in all** | {self.injected.total()} | {self.injected.total() - self.stood.total() or 'nothing'} |"
        )
        return "\n".join(lines)


def committed() -> list[tuple[str, str]]:
    """Return section and fault of each row in the document."""
    found, section = [], ""
    for line in _part()[1].splitlines() if DOCUMENT.exists() else ():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and cells[0].startswith("**"):
            section = cells[0].strip("*")
        elif len(cells) == 3 and cells[1].isdecimal():
            found.append((section, cells[0]))
    return sorted(found)


def write(tally: Tally) -> None:
    """Put the table into the document."""
    before, _, after = _part()
    DOCUMENT.write_text(f"{before}{_BEGIN}\n\n{tally.table()}\n\n{_END}{after}", "utf-8")


def _part() -> tuple[str, str, str]:
    before, _, rest = DOCUMENT.read_text("utf-8").partition(_BEGIN)
    table, _, after = rest.partition(_END)
    return before, table, after
