"""Budgets, rates, back-off, workers: they change how a run goes, never what it finds. Nobody sleeps here: time is a list."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from intentprops.errors import BudgetSpent, IntentpropsError, Unavailable
from intentprops.models.limits import LimitedModel, Limits, back_off
from intentprops.running.clock import off_the_clock
from intentprops.running.experiment import Plan, prepare, run
from intentprops.running.models import Completion
from intentprops.running.pool import in_parallel
from tests.models.servers import DIALOGUE, Fixed


class Slept(list[float]):
    """A clock that moves only when somebody sleeps."""

    now = 0.0

    def sleep(self, seconds: float) -> None:
        self.append(seconds)
        self.now += seconds

    def limits(self, **settings: Any) -> Limits:
        return Limits(sleep=self.sleep, clock=lambda: self.now, **settings)


class Flaky(Fixed):
    """Fails as often as there are errors, and answers then."""

    def __init__(self, *errors: Unavailable) -> None:
        super().__init__()
        self.errors = list(errors)

    def complete(self, *args: Any, **kwargs: Any) -> Completion:
        answer = super().complete(*args, **kwargs)
        if self.errors:
            raise self.errors.pop(0)
        return answer


# -- attempts


def test_a_busy_provider_is_asked_again_when_it_said() -> None:
    time, model = Slept(), Flaky(Unavailable("429", again=True, after=7.0), Unavailable("503", again=True))
    assert LimitedModel(model, time.limits()).complete(DIALOGUE).text == "Which room?"
    assert time[0] == 7.0
    assert 1.0 <= time[1] <= 2.0
    assert model.asked == 3


@pytest.mark.parametrize("error", [Unavailable("401"), Unavailable("429", again=True, after=3600.0)])
def test_what_another_attempt_does_not_help_is_not_tried_again(error: Unavailable) -> None:
    time, model = Slept(), Flaky(error)
    with pytest.raises(Unavailable, match=str(error)):
        LimitedModel(model, time.limits()).complete(DIALOGUE)
    assert (model.asked, time) == (1, [])


def test_attempts_come_to_an_end() -> None:
    time, model = Slept(), Flaky(*(Unavailable("500", again=True) for _ in range(9)))
    with pytest.raises(Unavailable, match="500"):
        LimitedModel(model, time.limits(attempts=3)).complete(DIALOGUE)
    assert (model.asked, len(time)) == (3, 2)


def test_pauses_grow_to_a_bound_and_are_never_the_same_for_two() -> None:
    assert all(0.5 * min(30, 0.5 * 2**n) <= back_off(n) <= min(30, 0.5 * 2**n) for n in range(1, 20))
    assert len({back_off(3) for _ in range(20)}) > 1


# -- rate and budget


def test_a_rate_keeps_the_distance() -> None:
    time = Slept()
    model = LimitedModel(Fixed(), time.limits(per_minute=30))
    for _ in range(4):
        model.complete(DIALOGUE)
    assert time == [2.0, 2.0, 2.0]


@pytest.mark.parametrize(("settings", "answers", "said"), [({"max_calls": 3}, 3, "3 calls"), ({"max_tokens": 40}, 3, r"40 tokens is spent \(45 were used\)")])
def test_a_budget_ends_it(settings: dict[str, int], answers: int, said: str) -> None:
    model = LimitedModel(inner := Fixed(), Limits(**settings))
    for _ in range(answers):
        model.complete(DIALOGUE)
    with pytest.raises(BudgetSpent, match=said):
        model.complete(DIALOGUE)
    assert inner.asked == answers


def test_attempts_count_in_the_budget() -> None:
    time = Slept()
    with pytest.raises(BudgetSpent):
        LimitedModel(Flaky(*(Unavailable("500", again=True) for _ in range(9))), time.limits(max_calls=2)).complete(DIALOGUE)


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"workers": 0}, "workers 0: give a whole number from 1"), ({"max_calls": 0}, "max-calls 0"), ({"max_tokens": -1}, "max-tokens -1"),
     ({"per_minute": 0}, "per-minute 0: give a number above 0"), ({"per_minute": float("nan")}, "per-minute nan")],
)  # fmt: skip
def test_limits_that_cannot_be(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(IntentpropsError, match=said):
        Limits(**settings)


# -- a run within limits

SMALL: dict[str, Any] = {"domains": ("rooms",), "only": ("C1", "V1", "F1", "R1"), "repeats": 2}


def files(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in ("manifest.json", "matrix.json", "junit.xml")}


def lines(folder: Path) -> list[str]:
    return sorted((folder / "traces.jsonl").read_text(encoding="utf-8").splitlines())


def test_what_a_run_finds_does_not_depend_on_the_workers(tmp_path: Path) -> None:
    run(Plan(**SMALL), tmp_path / "one")
    run(prepare(Plan(**SMALL), Limits(workers=4)), tmp_path / "four")
    assert files(tmp_path / "one") == files(tmp_path / "four")
    assert lines(tmp_path / "one") == lines(tmp_path / "four")


@pytest.mark.parametrize("workers", [1, 3])
def test_a_budget_stops_a_run_and_resuming_ends_it_as_if_nothing_had_been(tmp_path: Path, workers: int) -> None:
    run(Plan(**SMALL), tmp_path / "whole")
    stopped = run(prepare(Plan(**SMALL), Limits(max_calls=20, workers=workers)), tmp_path / "parts")
    assert stopped.stopped == "the budget of 20 calls is spent"
    assert stopped.matrix.counts()["error"] == 0
    for _ in range(30):
        if run(prepare(Plan(**SMALL), Limits(max_calls=20, workers=workers)), tmp_path / "parts", resume=True).stopped is None:
            break
    assert files(tmp_path / "whole") == files(tmp_path / "parts")
    assert lines(tmp_path / "whole") == lines(tmp_path / "parts")


def test_work_comes_back_as_it_ends_and_an_error_is_raised_to_the_caller() -> None:
    first = threading.Event()

    def work(number: int) -> int:
        if number == 0:
            first.wait(10)
        elif number == 3:
            first.set()
        return number

    order = [item for item, _ in in_parallel(work, range(4), 2)]
    assert sorted(order) == [0, 1, 2, 3]
    assert order[-1] == 0 or order[-2] == 0
    with pytest.raises(ZeroDivisionError):
        list(in_parallel(lambda number: 1 // number, [1, 0, 2], 2))


# -- what no agent is to blame for


class Outage(Fixed):
    """Out of reach as long as the switch is on; a bad answer whenever it is asked by the letter."""

    down = True

    def complete(self, messages: Any, tools: Any = (), schema: Any = None) -> Completion:
        text = " ".join(message.content for message in messages)
        if Outage.down and "twelve" in text:
            raise Unavailable("HTTP 500")
        if "eight people" in text:
            raise ValueError("I broke")
        return super().complete(messages, tools, schema)


def test_resuming_plays_again_what_failed_outside_and_nothing_else(tmp_path: Path) -> None:
    plan = Plan(domains=("rooms",), only=("C1", "V1", "R1"), modes=("chat",), model=f"{__name__}:Outage")
    Outage.down = True
    first = run(plan, tmp_path)
    before = (tmp_path / "traces.jsonl").read_bytes()
    errors = {row.name: cell.repeats[0].error for row, _, cell in first.matrix.cells() if cell}
    assert errors["V1"] == "HTTP 500"
    assert errors["C1"] == "ValueError: I broke"
    assert first.outside == 1
    Outage.down = False
    again = run(plan, tmp_path, resume=True)
    added = (tmp_path / "traces.jsonl").read_bytes().removeprefix(before)
    assert {json.loads(line)["run_id"] for line in added.splitlines()} == {"V1__chat__repeat-01"}
    assert again.outside == 0
    assert {row.name: cell.status for row, _, cell in again.matrix.cells() if cell}["V1"] == "failed"
    run(plan, tmp_path, resume=True, repeat_errors=True)
    repeated = (tmp_path / "traces.jsonl").read_bytes().removeprefix(before + added)
    assert "C1__chat__repeat-01" in {json.loads(line)["run_id"] for line in repeated.splitlines()}
    assert run(plan, tmp_path, resume=True).matrix == again.matrix


class Waits(Fixed):
    """Takes longer than the time-out, off the clock."""

    def complete(self, *args: Any, **kwargs: Any) -> Completion:
        with off_the_clock():
            threading.Event().wait(0.3)
        return super().complete(*args, **kwargs)


def test_time_that_is_no_time_of_the_agent_does_not_count(tmp_path: Path) -> None:
    done = run(Plan(domains=("rooms",), only=("C1",), modes=("chat",), model=f"{__name__}:Waits", timeout=0.2), tmp_path)
    assert done.matrix.counts()["error"] == 0
