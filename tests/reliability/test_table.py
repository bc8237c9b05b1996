"""The table of `docs/reliability.md` is the one that this run would write."""

from __future__ import annotations

import pytest

from tests.reliability import tally as tallies
from tests.reliability.tally import COMMAND, SAMPLED, Tally


def test_the_document_has_the_faults_of_this_run(tally: Tally, writing: bool) -> None:
    """Counts differ between interpreters and kernels, so the rows are compared; each count is that of one whole run."""
    if not tally.complete:
        pytest.skip("not all faults were injected in this run: run the whole folder")
    if writing:
        return  # This run writes the table.
    found, there = ({_compared(row) for row in rows} for rows in (tally.rows(), tallies.committed()))
    missing = there - found if tally.whole else set()
    unheard = found - there
    assert not unheard | missing, f"docs/reliability.md is of other tests: run `{COMMAND}` and commit what it writes"


def _compared(row: tuple[str, str]) -> tuple[str, str]:
    return (row[0], "") if any(word in row[0] for word in SAMPLED) else row


def test_nothing_was_lost(tally: Tally) -> None:
    assert tally.injected == tally.stood
