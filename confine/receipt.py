"""The receipt of a launch: which guarantees hold, who enforces each, and how it was proven.

`judge` is pure. It takes what the child reported, what the supervisor saw from outside, and what the
ruleset says must have happened, and compares all three. A guarantee is proven only where the control
succeeded, the attempt was refused by the enforcer that was expected to, and the bytes agree. Anything else
is a missing proof, and a missing proof means no job (`confine.launch`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from confine.ruleset import GUARANTEES

__all__ = ["Proof", "Receipt"]


@dataclass(frozen=True, slots=True)
class Proof:
    """One guarantee of one launch.

    Attributes:
        enforced_by: the mechanisms that refused, in words; empty if none did.
        proven: true only if every attempt at it failed as expected and its control succeeded.
        detail: what was tried and who refused it, or what is missing.
    """

    enforced_by: str
    proven: bool
    detail: str


@dataclass(frozen=True, slots=True)
class Receipt:
    """What holds for one child; `proofs` has an entry for each of `GUARANTEES`."""

    role: str
    proofs: Mapping[str, Proof]

    @property
    def missing(self) -> list[str]:
        """Return the guarantees that were not proven, with the reason, as readable lines."""
        return [
            f"{name}: {self.proofs[name].detail}" if name in self.proofs else f"{name}: not reported"
            for name in GUARANTEES
            if name not in self.proofs or not self.proofs[name].proven
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the form that stands in results and in the audit chain."""
        return {
            name: {"enforced_by": proof.enforced_by, "proven": proof.proven, "detail": proof.detail}
            for name, proof in self.proofs.items()
        }
