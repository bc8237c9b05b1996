"""`python -m tests.reliability`: inject all faults, and write the table of `docs/reliability.md`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


class _Writing:
    """Tells the run that the table is to be written."""

    @pytest.hookimpl
    def pytest_configure(self, config: pytest.Config) -> None:
        config.writes_reliability = True  # type: ignore[attr-defined]


if __name__ == "__main__":
    sys.exit(pytest.main([str(Path(__file__).parent), *sys.argv[1:]], plugins=[_Writing()]))
