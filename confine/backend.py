"""The backend of this system, bound once. This is the only place in `confine/` that asks which system it is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from confine.errors import ConfinementUnavailableError

__all__ = ["load"]

if TYPE_CHECKING:
    from types import ModuleType


def load() -> ModuleType:
    """Return the backend module.

    Raises:
        ConfinementUnavailableError: there is none for this system. Nothing runs unconfined instead.
    """
    if sys.platform == "linux":
        from confine import linux

        return linux
    if sys.platform == "darwin":
        from confine import macos

        return macos
    raise ConfinementUnavailableError(
        "there is no confinement for this system yet",
        f"no backend enforces the guarantees on {sys.platform}",
        "run Scribe on Linux 5.13 or newer",
    )
