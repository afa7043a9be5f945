"""How sure a share of passed dialogues is, and whether two of them differ by more than chance."""

from __future__ import annotations

from math import comb

from intentprops.reports.compare import wilson

NOISE = 0.05
"""A difference that chance alone brings more often than this is within noise."""


def interval(passed: int, total: int) -> tuple[float, float]:
    """Wilson's interval at 95 % for ``passed`` of ``total`` dialogues; shares from 0 to 1."""
    if total == 0:
        return 0.0, 1.0
    found = wilson(passed / total, total)
    return found.low, found.high


def chance(passed: int, total: int, other_passed: int, other_total: int) -> float:
    """Fisher's exact test, two-sided: how often chance alone would bring a difference this large or larger."""
    both, every = passed + other_passed, total + other_total
    weights = [comb(total, n) * comb(other_total, both - n) for n in range(max(0, both - other_total), min(both, total) + 1)]
    here = comb(total, passed) * comb(other_total, other_passed)
    return sum(weight for weight in weights if weight <= here) / comb(every, both)


def sign_chance(better: int, worse: int) -> float:
    """The sign test, two-sided: how often chance alone would share changed cells so unevenly or more so."""
    total, most = better + worse, max(better, worse)
    if total == 0:
        return 1.0
    return float(min(1.0, 2 * sum(comb(total, n) for n in range(most, total + 1)) / 2**total))
