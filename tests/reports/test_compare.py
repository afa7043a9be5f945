"""What a matrix says of its modes: shares, pass^k, intervals, and no winner inside one."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intentprops.findings import POINTS
from intentprops.reports.compare import compare, newcombe, pass_hat, sentences, wilson
from intentprops.reports.matrix import Attempt, Row, cell_of


def attempt(result: str, **measures: int | None) -> Attempt:
    status: Any = {"p": "passed", "f": "failed", "e": "error", "o": "error"}[result]
    return Attempt(
        run_id="x", status=status, points=dict.fromkeys(POINTS), measures=measures, error="gone" if status == "error" else None, outside=result == "o"
    )


def rows(**modes: str) -> list[Row]:
    """``chat="pf pp"``: two scenarios with two repeats each, passed and failed, and both passed."""
    scenarios = zip(*(results.split() for results in modes.values()), strict=True)
    return [
        Row(
            name=f"S{number}", scenario_id=f"S{number}", domain="d", language="en", kind="control", title="",
            cells={mode: cell_of([attempt(one) for one in results]) for mode, results in zip(modes, repeats, strict=True) if results != "-"},
        )
        for number, repeats in enumerate(scenarios)
    ]  # fmt: skip


# -- the formulas


@pytest.mark.parametrize(
    ("passed", "count", "low", "high"),
    # Newcombe 1998, table I, method 3; and what R's binom::binom.wilson gives for 0 and all of 10
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (10, 10, 0.7225, 1.0)],
)
def test_wilsons_interval(passed: int, count: int, low: float, high: float) -> None:
    found = wilson(passed / count, count)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    # Newcombe 1998 on differences, table II, method 10
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((10, 10), (0, 20), 0.6791, 1.0)],
)
def test_newcombes_interval(first: tuple[int, int], second: tuple[int, int], low: float, high: float) -> None:
    one, other = (wilson(passed / count, count) for passed, count in (first, second))
    found = newcombe(one, other)
    assert (found.low, min(1.0, found.high)) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.data())
def test_pass_k_is_the_share_of_choices_of_k_that_all_passed(results: list[bool], data: st.DataObject) -> None:
    k = data.draw(st.integers(1, len(results)))
    choices = list(combinations(results, k))
    assert pass_hat(sum(results), len(results), k) == pytest.approx(sum(map(all, choices)) / len(choices))


@given(st.floats(0, 1), st.integers(1, 1000))
def test_an_interval_holds_its_share_and_stays_within_bounds(share: float, count: int) -> None:
    found = wilson(share, count)
    assert 0 <= found.low <= share <= found.high <= 1


# -- the modes


def test_a_mode_in_numbers() -> None:
    (mode,) = compare(rows(chat="ppf pff eff ppp"), ["chat"]).modes
    assert (mode.scenarios, mode.dialogues, mode.passed, mode.errors, mode.without_result) == (4, 12, 6, 1, 0)
    assert mode.share is not None
    assert mode.share.value == pytest.approx(0.5)
    assert mode.pass_k == pytest.approx(((2 / 3 + 1 / 3 + 0 + 1) / 4, (1 / 3 + 0 + 0 + 1) / 4, 1 / 4))


def test_what_ended_outside_has_no_result() -> None:
    (mode,) = compare(rows(chat="po oo pp"), ["chat"]).modes
    assert (mode.scenarios, mode.dialogues, mode.passed, mode.errors, mode.without_result) == (2, 3, 3, 0, 3)
    assert len(mode.pass_k) == 1  # no more repeats than every scenario has


def test_more_repeats_of_the_same_scenarios_do_not_narrow_the_interval() -> None:
    few, many = (compare(rows(chat=text), ["chat"]).modes[0].share for text in ("p f p", "pppppppp ffffffff pppppppp"))
    assert few == many


def test_a_measure_that_nobody_reports_is_null() -> None:
    cell = cell_of([attempt("p", input_tokens=None, forbidden_calls=2), attempt("f", input_tokens=None, forbidden_calls=1)])
    row = rows(chat="p")[0].model_copy(update={"cells": {"chat": cell}})
    measures = compare([row], ["chat"]).modes[0].measures
    assert (measures["input_tokens"].mean, measures["input_tokens"].known) == (None, 0)
    assert (measures["forbidden_calls"].mean, measures["forbidden_calls"].known) == (1.5, 2)


# -- one beside another


def test_no_winner_inside_the_interval() -> None:
    (pair,) = compare(rows(chat="p f f", structured="p p f"), ["chat", "structured"]).differences
    assert pair.share is not None
    assert pair.share.low < 0 < pair.share.high
    assert pair.verdict == "no difference shown"


def test_a_winner_outside_of_it() -> None:
    found = compare(rows(chat="f " * 20, structured="p " * 20), ["chat", "structured"])
    assert found.differences[0].verdict == "second"
    assert sentences(found)[-1].endswith("structured passes more")


def test_only_scenarios_that_both_have_are_compared() -> None:
    (pair,) = compare(rows(chat="p f -", summary="f - p"), ["chat", "summary"]).differences
    assert pair.scenarios == 1
    (none,) = compare(rows(chat="p -", summary="- p"), ["chat", "summary"]).differences
    assert (none.share, none.verdict) == (None, "not measured")


@given(st.lists(st.sampled_from(["p", "f", "e"]), min_size=1, max_size=12))
def test_equal_modes_have_no_winner(results: list[str]) -> None:
    text = " ".join(results)
    found = compare(rows(chat=text, summary=text, structured=text), ["chat", "summary", "structured"])
    assert {pair.verdict for pair in found.differences} == {"no difference shown"}
