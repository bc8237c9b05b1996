"""`python -m tests.reliability [--all]`: inject the faults, and write the table of `docs/reliability.md`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


class _Writing:
    """Tells the run that the table is to be written, and whether every single call has its fault."""

    def __init__(self, every: bool) -> None:
        self.every = every

    @pytest.hookimpl
    def pytest_configure(self, config: pytest.Config) -> None:
        config.writes_reliability = True  # type: ignore[attr-defined]
        config.every_fault = self.every  # type: ignore[attr-defined]


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each != "--all"]
    sys.exit(pytest.main([str(Path(__file__).parent), *given], plugins=[_Writing("--all" in sys.argv)]))
