"""The table of `docs/reliability.md` is the one that this run would write."""

from __future__ import annotations

import pytest

from tests.reliability import tally as tallies
from tests.reliability.tally import COMMAND, SAMPLED, Tally


def test_the_document_has_the_faults_of_this_run(tally: Tally, request: pytest.FixtureRequest) -> None:
    """Counts differ between interpreters and systems, so the rows are compared; every count is of this run or none."""
    if not tally.complete:
        pytest.skip("not all faults were injected in this run: run the whole folder")
    if getattr(request.config, "writes_reliability", False):
        return
    found, there = set(tally.rows()), set(tallies.committed())
    missing = {row for row in there - found if row[0] not in SAMPLED and row[0] not in tally.skipped}
    new = found - there
    assert not new | missing, f"docs/reliability.md is not of these tests: run `{COMMAND}` and commit what it writes"


def test_nothing_was_lost(tally: Tally) -> None:
    assert tally.injected == tally.stood
