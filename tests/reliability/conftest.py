"""Fixtures of the reliability tests: the rig that is interrupted, and the tally that becomes a table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.reliability import tally as tallies
from tests.reliability.rig import Rig
from tests.reliability.tally import Tally

_TALLY = pytest.StashKey[Tally]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The table is looked at when all faults have been injected."""
    items.sort(key=lambda item: "reliability/test_table" in item.nodeid)


@pytest.fixture(scope="session")
def tally(request: pytest.FixtureRequest) -> Tally:
    return request.config.stash.setdefault(_TALLY, Tally())


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether every fault is injected, and not only a share of those at system calls."""
    return getattr(request.config, "writes_reliability", False)


@pytest.fixture(scope="session")
def rig() -> Iterator[Rig]:
    made = Rig()
    yield made
    made.close()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the table, if the run was asked to (`python -m tests.reliability`) and all went well."""
    found = session.config.stash.get(_TALLY, None)
    if found is not None and getattr(session.config, "writes_reliability", False) and exitstatus == 0:
        tallies.write(found)
