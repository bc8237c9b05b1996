"""A test that asks the system for what it cannot give skips at that point, and says so in the list of skips.

That holds for symbolic links and fifos (`tests.capabilities` tried both). Everything else is a mark of the test.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

from tests.capabilities import HAS_FIFO, HAS_SYMLINK


def _no_links(*arguments: object, **options: object) -> NoReturn:
    pytest.skip("symbolic links cannot be made here")


def _no_fifos(*arguments: object, **options: object) -> NoReturn:
    pytest.skip("this system has no fifos")


@pytest.fixture(autouse=True)
def _skips_what_cannot_be_made(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "tmp_path" in request.fixturenames:
        # pytest itself tries to make a link when it makes a directory for a test, and can do without.
        request.getfixturevalue("tmp_path")
    if not HAS_SYMLINK:
        monkeypatch.setattr(os, "symlink", _no_links)
        monkeypatch.setattr(Path, "symlink_to", _no_links)
    if not HAS_FIFO:
        monkeypatch.setattr(os, "mkfifo", _no_fifos, raising=False)
