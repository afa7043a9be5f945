"""The log of what was superseded: what has to be in it, what may be, and since when a false entry is there."""

from __future__ import annotations

from typing import Any

import pytest

from intentprops import Turn
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.score import grade
from tests.checks.examples import ASIDE, BOOK, SEARCH, SIX, SIX_LOG, THANKS, YES, put, scenario, spoken

FALSE = {"path": "constraints.starts_at", "old": "2026-08-08T15:00:00+03:00", "new": "2026-08-07T15:00:00+03:00"}
PAUSED = {"path": "goal", "old": "reserve_room", "new": "answer_question"}


def found(turns: list[Turn], logs: dict[int, list[Any]]) -> list[Finding]:
    """What is said of logs, by turn."""
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    for turn, log in logs.items():
        put(turn, "superseded", value=log)(trace)
    return [f for f in grade(rooms, chain, trace).findings if f.path == "superseded"]


def test_a_false_entry_is_misread_at_first_and_kept_after_that() -> None:
    faults = found([SEARCH, SIX, THANKS], {2: [*SIX_LOG, FALSE], 3: [*SIX_LOG, FALSE]})
    assert [(f.turn, f.reason, f.stage) for f in faults] == [(2, "false_supersession", "interpretation"), (3, "false_supersession", "memory")]
    assert {f.actual["path"] for f in faults} == {"constraints.starts_at"}


@pytest.mark.parametrize("before", ["gone", [7], [{"path": 3}], [{"path": "constraints.attendees", "old": 12}]])
def test_what_was_in_no_log_before_is_misread(before: Any) -> None:
    [fault] = [f for f in found([SEARCH, SIX, THANKS], {2: before, 3: [*SIX_LOG, FALSE]}) if f.turn == 3]
    assert fault.stage == "interpretation"


@pytest.mark.parametrize("turn", [2, 3])
def test_a_task_that_a_detour_left_may_be_logged_from_then_on(turn: int) -> None:
    assert found([BOOK, ASIDE, YES], {turn: [PAUSED]}) == []


def test_it_may_not_before_that() -> None:
    [fault] = found([BOOK, ASIDE, YES], {1: [PAUSED]})
    assert (fault.turn, fault.reason, fault.about) == (1, "false_supersession", {"superseded", "goal"})


def test_a_goal_of_another_type_is_named_as_text() -> None:
    [fault] = found([SEARCH, SIX], {2: [*SIX_LOG, {"path": "goal", "old": 7}, {"path": "goal", "old": None}, {"path": "wish", "old": 7}]})
    assert fault.actual == {"path": "goal", "old": "7"}
