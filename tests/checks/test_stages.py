"""Where a fault began: in reading, if the turn speaks of the path; else what was right got lost."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest

from intentprops import Reveal, Turn
from intentprops.domains.rooms import rooms
from intentprops.score import grade
from intentprops.trace import Question, ToolCall
from tests.checks.examples import BOOK, COMPARE, HOLD, RESERVE, SEARCH, SIX, THANKS, put, scenario, spoken
from tests.domains.travel import travel

TWELVE_AGAIN = Turn.of(Reveal("attendees", 12), text="For twelve, as I said.")


@pytest.mark.parametrize(("turns", "stage"), [
    ([SEARCH], "interpretation"),
    ([SEARCH, SIX], "interpretation"),
    ([SEARCH, TWELVE_AGAIN], "interpretation"),  # nothing changed, but it was said, and heard wrongly
    ([SEARCH, THANKS], "memory"),
])  # fmt: skip
def test_the_stage_of_a_wrong_value(turns: Sequence[Turn], stage: str) -> None:
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    put(len(turns), "constraints", "attendees", value=7)(trace)
    found = [f for f in grade(rooms, chain, trace).findings if f.path == "constraints.attendees"]
    assert [(f.reason, f.stage) for f in found] == [("wrong_value", stage)]


def test_the_stage_of_a_wrong_start() -> None:
    """A value that the turn does not speak of was lost; the first turn loses nothing."""
    chain = scenario(SEARCH, SIX)
    trace = spoken(rooms, chain)
    put(2, "constraints", "starts_at", value="2026-08-08T15:00:00+03:00")(trace)
    [finding] = [f for f in grade(rooms, chain, trace).findings if f.path == "constraints.starts_at"]
    assert finding.stage == "memory"


@pytest.mark.parametrize(("queued", "stage"), [(None, "planning"), (1, "execution"), (2, "planning")])
def test_a_call_that_was_queued_before_this_turn_went_wrong_when_it_ran(queued: int | None, stage: str) -> None:
    chain = scenario(BOOK, COMPARE)
    trace = spoken(rooms, chain)
    trace[1].tool_calls.append(ToolCall(name="reserve_room", arguments=dict(RESERVE), result={}, queued_turn=queued))
    [finding] = [f for f in grade(rooms, chain, trace).findings if f.check == "function"]
    assert finding.stage == stage


@pytest.mark.parametrize("before", [None, {"revision": 99}])
def test_what_was_committed_before_is_what_the_last_turn_showed(before: dict[str, int] | None) -> None:
    chain = scenario(SEARCH, SIX)
    trace = spoken(rooms, chain)
    assert trace[0].active_state_after is not None
    trace[1].active_state_before = before
    trace[1].tool_calls[0].revision = trace[0].active_state_after["revision"]
    assert [f.reason for f in grade(rooms, chain, trace).findings if f.check == "protocol"] == ["acted_before_commit"]


def test_a_question_about_nothing_hides_none() -> None:
    chain = scenario(SEARCH, SIX)
    trace = spoken(rooms, chain)
    trace[1].questions = [Question(), Question(about="starts_at")]
    assert [(f.reason, f.path) for f in grade(rooms, chain, trace).findings] == [("needless_question", "questions[2]")]


def test_a_narrowing_that_is_filtered_recovers_at_once() -> None:
    cheap = Turn.of(Reveal("max_price", Decimal(250)), text="Up to 250 euros.")
    trip = Turn.of(*HOLD.changes[1:], text="A flight from Istanbul to Lisbon on 7 August for two.")
    chain = scenario(trip, cheap, domain=travel)
    trace = spoken(travel, chain)
    trace[1].tool_calls = []
    assert grade(travel, chain, trace).measures["steps_to_recovery"] == 0
