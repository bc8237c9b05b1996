"""Interleaved measurement: what two things cost relative to each other, on a machine that is never quiet.

Every round runs the baseline and every candidate once, in turn, so that a slow moment hits all of them. A
result is the median of the ratios of the rounds; seconds are shown for the baseline only, and asserted nowhere.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

__all__ = ["interleaved"]


def interleaved(
    baseline: Callable[[], object], candidates: Mapping[str, Callable[[], object]], rounds: int
) -> tuple[float, dict[str, float]]:
    """Run all of them in turn. What a run returns, if it can be called, tidies up outside of the measured time.

    Returns:
        The baseline's median in seconds, and for each candidate the median of its ratios to the baseline.
    """
    for each in (baseline, *candidates.values()):
        _seconds(each)
    base: list[float] = []
    ratios: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        base.append(_seconds(baseline))
        for name, candidate in candidates.items():
            ratios[name].append(_seconds(candidate) / base[-1])
    return statistics.median(base), {name: statistics.median(each) for name, each in ratios.items()}


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    after = work()
    took = time.perf_counter() - begun
    if callable(after):
        after()
    return took
