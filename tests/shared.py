"""Data that stays outside the project: where it is, and a visible skip where it is not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_FOLDER = Path(os.environ.get("SCRIBE_SHARED", Path(__file__).resolve().parents[2] / "shared"))


def shared(name: str) -> Path:
    """Return the path of a shared file, or skip the test by saying which file is missing."""
    path = _FOLDER / name
    if not path.exists():
        pytest.skip(f"shared data is absent: {name}")
    return path
