"""Two runs side by side: what got better, what got worse, and what chance alone could have brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from intentprops.reports.matrix import Cell, Matrix, Row
from intentprops.reports.shares import NOISE, chance, sign_chance

Verdict: TypeAlias = Literal["better", "worse", "noise", "same", "only_a", "only_b"]


@dataclass(frozen=True, slots=True)
class Pair:
    """A cell in both runs; ``None`` where one did not run it.

    ``chance`` is how often chance alone brings such a difference, ``None`` where there is none to tell; ``few``: with so few repeats no
    difference could be told from chance. ``gone`` and ``come`` are the reasons of root causes that only the first, or only the second
    run has.
    """

    row: Row
    mode: str
    a: Cell | None
    b: Cell | None
    verdict: Verdict
    direction: int
    chance: float | None
    few: bool
    gone: tuple[str, ...]
    come: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModeChange:
    """A memory mode in both runs: passed dialogues of all, cells that got better or worse, and how likely that is by chance."""

    mode: str
    passed_a: int
    total_a: int
    passed_b: int
    total_b: int
    better: int
    worse: int
    chance: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All cells of both runs. ``certain``: both are of deterministic test doubles, whose every difference counts."""

    certain: bool
    pairs: tuple[Pair, ...]
    modes: tuple[ModeChange, ...]

    @property
    def counts(self) -> Counter[str]:
        return Counter(pair.verdict for pair in self.pairs)

    def summary(self) -> str:
        """The counts in a line."""
        counts = self.counts
        words = {"better": "better", "worse": "worse", "noise": "within noise", "same": "the same", "only_a": "only in the first",
                 "only_b": "only in the second"}  # fmt: skip
        return ", ".join(f"{counts[name]} {said}" for name, said in words.items() if counts[name] or name in ("better", "worse"))

    def to_json(self) -> dict[str, Any]:
        """For programs: each cell by its verdict, without the dialogues."""
        return {
            "certain": self.certain, "counts": dict(self.counts), "modes": [asdict(mode) for mode in self.modes],
            "cells": [
                {
                    "domain": pair.row.domain, "name": pair.row.name, "memory_mode": pair.mode, "verdict": pair.verdict,
                    "a": _passed(pair.a), "b": _passed(pair.b), "chance": pair.chance, "few": pair.few,
                    "gone": pair.gone, "come": pair.come,
                }
                for pair in self.pairs
            ],
        }  # fmt: skip


def _passed(cell: Cell | None) -> dict[str, int] | None:
    return None if cell is None else {"passed": cell.passed, "repeats": len(cell.repeats)}


def compare(a: Matrix, b: Matrix) -> Comparison:
    """Compare cell by cell; cells belong together by domain, name of the row and memory mode."""
    certain = a.test_double and b.test_double
    rows = {(row.domain, row.name): row for matrix in (b, a) for row in matrix.rows}
    mine, yours = _cells(a), _cells(b)
    modes = tuple(dict.fromkeys([*a.modes, *b.modes]))
    pairs = tuple(
        _pair(row, mode, mine.get((*key, mode)), yours.get((*key, mode)), certain)
        for key, row in rows.items()
        for mode in modes
        if (*key, mode) in mine or (*key, mode) in yours
    )
    return Comparison(certain, pairs, tuple(_mode(mode, [pair for pair in pairs if pair.mode == mode], certain) for mode in modes))


def _cells(matrix: Matrix) -> dict[tuple[str, str, str], Cell]:
    return {(row.domain, row.name, mode): cell for row, mode, cell in matrix.cells() if cell is not None}


def _pair(row: Row, mode: str, a: Cell | None, b: Cell | None, certain: bool) -> Pair:
    if a is None or b is None:
        return Pair(row, mode, a, b, "only_b" if a is None else "only_a", 0, None, False, (), ())
    before, after = _reasons(a), _reasons(b)
    gone = tuple(reason for reason in before if reason not in after)
    come = tuple(reason for reason in after if reason not in before)
    first, second = len(a.repeats), len(b.repeats)
    direction = _sign(b.passed * first - a.passed * second)
    if direction == 0:
        return Pair(row, mode, a, b, "same" if not gone and not come else "noise", 0, None, False, gone, come)
    likely = 0.0 if certain else chance(a.passed, first, b.passed, second)
    few = not certain and chance(first, first, 0, second) > NOISE
    verdict: Verdict = "noise" if likely > NOISE else "better" if direction > 0 else "worse"
    return Pair(row, mode, a, b, verdict, direction, None if certain else likely, few, gone, come)


def _reasons(cell: Cell) -> list[str]:
    return list(dict.fromkeys(cause.reason for cause in cell.root_causes))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _mode(mode: str, pairs: Sequence[Pair], certain: bool) -> ModeChange:
    both = [(pair.a, pair.b) for pair in pairs if pair.a is not None and pair.b is not None]
    turns = Counter(pair.direction for pair in pairs)
    passed_a, total_a = sum(a.passed for a, _ in both), sum(len(a.repeats) for a, _ in both)
    passed_b, total_b = sum(b.passed for _, b in both), sum(len(b.repeats) for _, b in both)
    likely = None if certain else sign_chance(turns[1], turns[-1])
    return ModeChange(mode, passed_a, total_a, passed_b, total_b, turns[1], turns[-1], likely)
