"""Two runs: what got better or worse, and what chance alone could have brought."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intentprops.findings import POINTS, Finding
from intentprops.reports.matrix import Attempt, Matrix, Row, cell_of
from intentprops.reports.runs import Comparison, Pair, compare
from intentprops.reports.shares import chance, interval, sign_chance

counts = st.integers(0, 12).flatmap(lambda total: st.tuples(st.integers(0, total), st.just(total)))


def matrix(passed: Sequence[int], total: int, *, double: bool = False, reason: str = "stale_value", name: str = "V") -> Matrix:
    """A matrix of one mode with a row for each number of passed repeats of ``total``."""
    rows = []
    for number, good in enumerate(passed):
        attempts = [_attempt(f"{name}{number}__chat__repeat-{n + 1:02}", n < good, reason) for n in range(total)]
        rows.append(Row(name=f"{name}{number}", scenario_id=f"{name}{number}", domain="rooms", language="en", kind="revision", title="",
                        cells={"chat": cell_of(attempts)}))  # fmt: skip
    return Matrix(grading=1, tested="x", test_double=double, modes=("chat",), repeats=total, rows=tuple(rows))


def _attempt(run_id: str, passed: bool, reason: str) -> Attempt:
    fault = Finding("State", "state", 2, "constraints.x", reason, "memory")
    return Attempt(run_id=run_id, status="passed" if passed else "failed", points=dict.fromkeys(POINTS, int(passed)), measures={},
                   findings=() if passed else (fault,))  # fmt: skip


def one(a: int, b: int, total: int, *, double: bool = False) -> Pair:
    return compare(matrix([a], total, double=double), matrix([b], total, double=double)).pairs[0]


@pytest.mark.parametrize(
    ("a", "b", "total", "verdict"),
    [(5, 5, 5, "same"), (0, 0, 5, "same"), (5, 4, 5, "noise"), (5, 2, 5, "noise"), (5, 1, 5, "worse"), (5, 0, 5, "worse"), (0, 5, 5, "better"),
     (1, 0, 1, "noise"), (0, 1, 1, "noise"), (20, 12, 20, "worse")],
)  # fmt: skip
def test_a_difference_counts_only_beyond_what_chance_brings(a: int, b: int, total: int, verdict: str) -> None:
    assert one(a, b, total).verdict == verdict


def test_so_few_repeats_that_nothing_could_be_told_are_said_to_be_few() -> None:
    assert one(1, 0, 1).few
    assert one(3, 0, 3).few
    assert not one(4, 0, 4).few
    assert one(1, 0, 1).direction == -1, "which way it went is shown all the same"


def test_of_deterministic_test_doubles_every_difference_counts() -> None:
    pair = one(1, 0, 1, double=True)
    assert (pair.verdict, pair.chance, pair.few) == ("worse", None, False)


def test_many_single_dialogues_together_tell_more_than_each() -> None:
    found = compare(matrix([1] * 8, 1), matrix([0] * 8, 1))
    assert {pair.verdict for pair in found.pairs} == {"noise"}
    assert (found.modes[0].worse, found.modes[0].better) == (8, 0)
    assert found.modes[0].chance is not None
    assert found.modes[0].chance < 0.05


def test_causes_that_came_and_went_are_named() -> None:
    pair = compare(matrix([0], 2, reason="stale_value"), matrix([0], 2, reason="wrong_goal")).pairs[0]
    assert (pair.verdict, pair.gone, pair.come) == ("noise", ("stale_value",), ("wrong_goal",))


def test_a_cell_of_one_run_alone_is_said_to_be_so() -> None:
    found: Comparison = compare(matrix([1], 1, name="A"), matrix([1], 1, name="B"))
    assert dict(found.counts) == {"only_a": 1, "only_b": 1}


@given(st.lists(st.integers(0, 4), min_size=1, max_size=5), st.lists(st.integers(0, 4), min_size=1, max_size=5))
def test_seen_from_the_other_side_better_is_worse(a: list[int], b: list[int]) -> None:
    swap = {"better": "worse", "worse": "better", "only_a": "only_b", "only_b": "only_a"}
    there, back = compare(matrix(a, 4), matrix(b, 4)), compare(matrix(b, 4), matrix(a, 4))
    found = {pair.row.name: pair for pair in back.pairs}
    for pair in there.pairs:
        assert found[pair.row.name].verdict == swap.get(pair.verdict, pair.verdict)
        assert found[pair.row.name].chance == pair.chance


@given(counts)
def test_the_interval_holds_the_share_and_stays_between_nought_and_one(one: tuple[int, int]) -> None:
    low, high = interval(*one)
    assert 0 <= low <= high <= 1
    if one[1]:
        assert low - 1e-9 <= one[0] / one[1] <= high + 1e-9


def test_the_interval_is_wilsons() -> None:
    """Values of the textbook: 2 of 5, 0 of 10, 10 of 10."""
    assert interval(2, 5) == pytest.approx((0.1176, 0.7693), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert interval(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)


@given(counts, counts)
def test_chance_is_a_probability_and_the_same_from_both_sides(a: tuple[int, int], b: tuple[int, int]) -> None:
    assert 0 < chance(*a, *b) <= 1
    assert chance(*a, *b) == pytest.approx(chance(*b, *a))


def test_chance_is_fishers_and_the_sign_test() -> None:
    """The tea-tasting of the textbook, and coins."""
    assert chance(3, 4, 1, 4) == pytest.approx(0.4857, abs=1e-4)
    assert chance(5, 5, 0, 5) == pytest.approx(0.0079, abs=1e-4)
    assert sign_chance(0, 0) == 1
    assert sign_chance(5, 0) == sign_chance(0, 5) == pytest.approx(2 / 32)
    assert sign_chance(3, 3) == 1
