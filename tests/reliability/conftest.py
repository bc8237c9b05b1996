"""Fixtures of the reliability tests: the rig that is interrupted, and the tally that becomes a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability import tally as tallies
from tests.reliability.rig import Rig
from tests.reliability.tally import Tally

_TALLY = Tally()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note whether this run injects all faults, or only those of a few tests that somebody chose."""
    options, files = session.config.option, {item.path for item in session.items}
    chosen = options.keyword or options.markexpr or any("::" in each for each in session.config.args)
    _TALLY.complete = not chosen and files >= set(Path(__file__).parent.glob("test_*.py"))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note a test of this folder that was skipped or failed: its rows are missing."""
    if "tests/reliability/" in report.nodeid and report.outcome != "passed":
        _TALLY.whole = False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The table is looked at when all faults have been injected."""
    items.sort(key=lambda item: "reliability/test_table" in item.nodeid)


@pytest.fixture(scope="session")
def tally() -> Tally:
    return _TALLY


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether every fault is injected, and not only a share of those at system calls."""
    return getattr(request.config, "every_fault", False)


@pytest.fixture(scope="session")
def writing(request: pytest.FixtureRequest) -> bool:
    """Whether this run writes the table."""
    return getattr(request.config, "writes_reliability", False)


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    made = Rig()
    yield made
    made.close()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the table, if the run was asked to (`python -m tests.reliability`) and all went well."""
    if _TALLY.complete and getattr(session.config, "writes_reliability", False) and exitstatus == 0:
        tallies.write(_TALLY)
