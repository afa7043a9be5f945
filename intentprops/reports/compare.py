"""What a matrix says of each memory mode, and whether it says that one is better: shares with their intervals, and no winner inside one.

The repeats of a scenario are not independent of each other, so an interval counts scenarios, not dialogues: more repeats
make each scenario's share more exact, and never the interval narrower than the scenarios allow.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from intentprops.reports.matrix import Attempt, Row

CONFIDENCE = 0.95

Verdict: TypeAlias = Literal["first", "second", "no difference shown", "not measured"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Interval(_Part):
    """A share or a difference of shares, with the bounds of its interval."""

    value: float
    low: float
    high: float


class Measure(_Part):
    """The mean of a measure over the ``known`` dialogues that have it; ``None`` where none has."""

    mean: float | None
    known: int


class Mode(_Part):
    """One memory mode. ``without_result`` ended for a reason outside of what is tested, and count nowhere else.

    ``share`` is of dialogues passed, with its Wilson interval. ``pass_k`` has for k = 1, 2, … the mean chance that k repeats
    of a scenario, drawn from those that were played, all pass: C(passed, k) / C(played, k).
    """

    mode: str
    scenarios: int
    dialogues: int
    passed: int
    errors: int
    without_result: int
    share: Interval | None
    pass_k: tuple[float, ...]
    measures: dict[str, Measure]


class Difference(_Part):
    """The share of ``first`` less that of ``second``, over the scenarios that both have; all differences together hold at 95 %."""

    first: str
    second: str
    scenarios: int
    share: Interval | None
    verdict: Verdict


class Comparison(_Part):
    confidence: float = CONFIDENCE
    modes: tuple[Mode, ...]
    differences: tuple[Difference, ...]


def wilson(share: float, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval of a share of ``count`` independent trials."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    middle = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    low, high = (middle - spread) / (1 + z * z / count), (middle + spread) / (1 + z * z / count)
    return Interval(value=share, low=min(share, max(0.0, low)), high=max(share, min(1.0, high)))


def newcombe(first: Interval, second: Interval) -> Interval:
    """Newcombe's interval of the difference of two shares, from their Wilson intervals."""
    value = first.value - second.value
    low = math.hypot(first.value - first.low, second.high - second.value)
    high = math.hypot(first.high - first.value, second.value - second.low)
    return Interval(value=value, low=value - low, high=value + high)


def pass_hat(passed: int, played: int, k: int) -> float:
    """The chance that ``k`` of the ``played`` repeats of a scenario all passed: C(passed, k) / C(played, k)."""
    return math.comb(passed, k) / math.comb(played, k)


def compare(rows: Sequence[Row], modes: Sequence[str]) -> Comparison:
    """The modes of a matrix, each by itself and each beside the others."""
    pairs = list(combinations(modes, 2))
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(pairs))
    return Comparison(
        modes=tuple(_mode(mode, rows) for mode in modes),
        differences=tuple(_difference(first, second, rows, confidence) for first, second in pairs),
    )


def _results(row: Row, mode: str) -> list[Attempt]:
    """The dialogues of a cell that say something of what is tested."""
    cell = row.cells.get(mode)
    return [] if cell is None else [attempt for attempt in cell.repeats if not attempt.outside]


def _passed(attempts: Sequence[Attempt]) -> int:
    return sum(attempt.status == "passed" for attempt in attempts)


def _mode(mode: str, rows: Sequence[Row]) -> Mode:
    by_scenario = [found for row in rows if (found := _results(row, mode))]
    attempts = [attempt for found in by_scenario for attempt in found]
    played = [attempt for row in rows if (cell := row.cells.get(mode)) for attempt in cell.repeats]
    shares = [_passed(found) / len(found) for found in by_scenario]
    deepest = min((len(found) for found in by_scenario), default=0)
    names = dict.fromkeys(name for attempt in attempts for name in attempt.measures)
    return Mode(
        mode=mode, scenarios=len(by_scenario), dialogues=len(attempts), passed=_passed(attempts),
        errors=sum(attempt.status == "error" for attempt in attempts), without_result=len(played) - len(attempts),
        share=wilson(fmean(shares), len(shares)) if shares else None,
        pass_k=tuple(
            fmean(pass_hat(_passed(found), len(found), k) for found in by_scenario) for k in range(1, deepest + 1)
        ),
        measures={name: _measure([attempt.measures for attempt in attempts], name) for name in names},
    )  # fmt: skip


def _measure(found: Sequence[Mapping[str, int | None]], name: str) -> Measure:
    values = [value for measures in found if (value := measures.get(name)) is not None]
    return Measure(mean=fmean(values) if values else None, known=len(values))


def _difference(first: str, second: str, rows: Sequence[Row], confidence: float) -> Difference:
    both = [(a, b) for row in rows if (a := _results(row, first)) and (b := _results(row, second))]
    if not both:
        return Difference(first=first, second=second, scenarios=0, share=None, verdict="not measured")
    one, other = (
        wilson(fmean(_passed(pair[side]) / len(pair[side]) for pair in both), len(both), confidence) for side in (0, 1)
    )
    share = newcombe(one, other)
    verdict: Verdict = "first" if share.low > 0 else "second" if share.high < 0 else "no difference shown"
    return Difference(first=first, second=second, scenarios=len(both), share=share, verdict=verdict)


def sentences(comparison: Comparison) -> list[str]:
    """The comparison in words, a line for each mode and each pair."""
    return [*map(_of_mode, comparison.modes), *map(_of_pair, comparison.differences)]


def _of_mode(mode: Mode) -> str:
    if mode.share is None:
        return f"{mode.mode}: no dialogue has a result"
    words = [f"{mode.mode}: {mode.passed} of {mode.dialogues} dialogues passed, {_percent(mode.share)} over {mode.scenarios} scenarios"]
    words += [f"{mode.errors} ended in an error"] if mode.errors else []
    words += [f"{mode.without_result} more have no result"] if mode.without_result else []
    words += [f"pass^{k} {share:.0%}" for k, share in enumerate(mode.pass_k, 1) if k > 1]
    return "; ".join(words)


def _of_pair(pair: Difference) -> str:
    if pair.share is None:
        return f"{pair.first} beside {pair.second}: no scenario has a result in both"
    better = {"first": f"{pair.first} passes more", "second": f"{pair.second} passes more"}.get(pair.verdict, pair.verdict)
    bounds = f"{pair.share.value:+.0%}, interval {pair.share.low:+.0%} to {pair.share.high:+.0%}"
    return f"{pair.first} less {pair.second}: {bounds}: {better}"


def _percent(share: Interval) -> str:
    return f"{share.value:.0%}, interval {share.low:.0%} to {share.high:.0%}"
