"""A grade: what is judged of a trace that broke off, that was scripted in part, or that is of another scenario."""

from __future__ import annotations

from dataclasses import replace

import pytest

from intentprops import Accept, Scenario, Turn, expect
from intentprops.checks import registered
from intentprops.domains.rooms import rooms
from intentprops.errors import TraceError
from intentprops.score import Grade, grade
from intentprops.trace import TurnRecord
from tests.checks.examples import ANY_RETURN, BOOK, HOLD, LATER, SEARCH, SIX, THANKS, THREE, YES, hides_state, put, says, scenario, spoken
from tests.domains.travel import travel

CHAIN = scenario(SEARCH, SIX)


def idle_at_last() -> list[TurnRecord]:
    """The search that the second turn owes is not made, and a booking is claimed."""
    trace = spoken(rooms, CHAIN)
    trace[1].tool_calls, trace[1].offers, trace[1].results = [], None, None
    says(2, "I have booked it.")(trace)
    return trace


def reasons(graded: Grade) -> list[tuple[int, str]]:
    return [(f.turn, f.reason) for f in graded.findings]


def test_without_an_error_all_is_judged() -> None:
    graded = grade(rooms, CHAIN, idle_at_last())
    assert reasons(graded) == [(2, "not_invalidated"), (2, "false_completion_claim")]
    assert (graded.error, graded.passed) == (None, False)
    assert (graded.scenario, graded.trace) == (CHAIN, idle_at_last())
    assert list(graded.expectations) == expect(rooms, CHAIN, idle_at_last())


def test_the_turn_of_an_error_is_not_judged_and_nothing_is_owed() -> None:
    trace = idle_at_last()
    trace[1].error = "it hung"
    graded = grade(rooms, CHAIN, trace)
    assert reasons(graded) == []
    assert (graded.error, graded.passed) == ("it hung", False)


def test_an_error_in_the_middle_ends_no_judgement() -> None:
    trace = spoken(rooms, CHAIN)
    trace[0].error = "one answer was lost"
    says(1, "I have booked it.")(trace)
    says(2, "I have booked it.")(trace)
    graded = grade(rooms, CHAIN, trace)
    assert reasons(graded) == [(1, "false_completion_claim"), (2, "false_completion_claim")]
    assert graded.error == "one answer was lost"


@pytest.mark.parametrize("error", [None, "the provider was gone"])
def test_a_trace_that_ends_early_owes_nothing_more(error: str | None) -> None:
    trace = spoken(rooms, CHAIN)[:1]
    trace[0].error, trace[0].tool_calls, trace[0].offers, trace[0].results = error, [], None, None
    graded = grade(rooms, CHAIN, trace)
    assert reasons(graded) == []
    assert graded.error == (error or "the trace ends after turn 1 of 2")
    assert not graded.passed


def test_an_early_end_leaves_no_effect_to_speak_of_and_no_result_to_renew() -> None:
    for domain, turns in ((travel, (HOLD, ANY_RETURN, THANKS)), (travel, (HOLD, THREE, THANKS)), (rooms, (SEARCH, LATER, THANKS))):
        chain = scenario(*turns, domain=domain)
        trace = spoken(domain, chain)[:2]
        trace[1].tool_calls, trace[1].results, trace[1].offers, trace[1].questions = [], None, None, []
        says(2, "Noted.")(trace)
        assert [f for f in grade(domain, chain, trace).findings if f.dimension in ("Invalidation", "Function")] == []


def test_a_scripted_turn_is_no_deed_of_the_agent() -> None:
    chain = scenario(SEARCH, SIX, THANKS)
    trace = spoken(rooms, chain)
    for turn in (1, 2, 3):
        put(turn, "constraints", "limit", value=turn)(trace)
    trace[1].scripted = True
    assert [f.turn for f in grade(rooms, chain, trace).findings if f.path == "constraints.limit"] == [1, 3]


def test_a_choice_of_checks_is_asked_alone() -> None:
    assert grade(rooms, CHAIN, idle_at_last(), checks=()).findings == []
    chosen = [check for check in registered() if check.name == "claims"]
    assert reasons(grade(rooms, CHAIN, idle_at_last(), checks=iter(chosen))) == [(2, "false_completion_claim")]


def refusal(chain: Scenario, trace: list[TurnRecord]) -> str:
    with pytest.raises(TraceError) as problem:
        grade(rooms, chain, trace)
    return str(problem.value)


def test_a_trace_of_another_scenario_is_refused() -> None:
    assert refusal(replace(CHAIN, id="V9"), spoken(rooms, CHAIN)) == "the trace is of scenario 'example', not of 'V9'"


def test_a_trace_that_goes_on_is_refused_unless_the_harness_spoke() -> None:
    longer = spoken(rooms, scenario(SEARCH, SIX, THANKS))
    assert refusal(CHAIN, longer) == (
        "scenario 'example' has 2 turns; the trace goes on with turn 3, which is not marked as the harness's own"
    )
    booked = scenario(BOOK)
    assert spoken(rooms, booked)[-1].harness
    assert grade(rooms, booked, spoken(rooms, booked)).passed


def test_a_trace_of_other_words_is_refused() -> None:
    trace = spoken(rooms, CHAIN)
    trace[1].user_message = "x" * 70
    told = replace(CHAIN, turns=(CHAIN.turns[0], replace(SIX, messages=(replace(SIX.messages[0], text="y" * 70),))))
    assert refusal(told, trace) == (
        f"turn 2 of the trace says '{'x' * 60}', the scenario '{'y' * 60}': this is a trace of another version or language of it"
    )
    trace[1].user_message = ""
    assert grade(rooms, told, trace).error is None


def test_a_pass_needs_a_judged_function() -> None:
    """Nothing that a case is about was reached: that is no pass, and no failure."""
    chain = scenario(THANKS)
    trace = spoken(rooms, chain)
    for record in trace:
        record.error = "it never spoke"
    graded = grade(rooms, chain, trace)
    assert graded.points["Function"] is None
    assert not graded.passed
    assert grade(rooms, scenario(BOOK, YES), spoken(rooms, scenario(BOOK, YES))).passed


SECOND = Turn.of(Accept(2), text="The second one.")


@pytest.mark.parametrize(("calls", "point"), [(False, None), (True, 1)])
def test_function_is_judged_where_a_reached_turn_ended_or_a_call_was_made(calls: bool, point: int | None) -> None:
    """Nobody knows what the second one is; but a search is a search."""
    chain = scenario(SEARCH, SECOND)
    trace = spoken(rooms, chain)[:2]
    search = trace[0].tool_calls
    hides_state(trace)
    trace[0].error = "one answer was lost"
    trace[1].tool_calls = search if calls else []
    graded = grade(rooms, chain, trace)
    assert graded.expectations[1].blind
    assert graded.points["Function"] == point
    assert graded.not_reached


@pytest.mark.parametrize(("results", "offers", "point"), [(None, None, None), ({"search_results": "fresh"}, None, 1), (None, ["cedar"], 1)])
def test_invalidation_is_judged_where_results_or_offers_are_shown(results: dict[str, str] | None, offers: list[str] | None, point: int | None) -> None:
    chain = scenario(SEARCH)
    trace = spoken(rooms, chain)
    hides_state(trace)
    trace[0].results, trace[0].offers = results, offers
    assert grade(rooms, chain, trace).points["Invalidation"] == point


def test_measures_are_counted_and_never_estimated() -> None:
    trace = idle_at_last()
    trace[0].usage.input_tokens = 120
    measures = grade(rooms, CHAIN, trace).measures
    assert measures["input_tokens"] is None
    trace[1].usage.input_tokens = 0
    measures = grade(rooms, CHAIN, trace).measures
    assert {name: measures[name] for name in ("input_tokens", "repeated_searches", "forbidden_calls", "clarifying_questions")} == {
        "input_tokens": 120, "repeated_searches": 0, "forbidden_calls": 0, "clarifying_questions": 0,
    }  # fmt: skip
    trace[0].usage.output_tokens, trace[1].usage.output_tokens = 7, 8
    measures = grade(rooms, CHAIN, trace).measures
    assert measures == {
        "steps_to_recovery": None, "turns_to_recovery": None, "repeated_searches": 0, "forbidden_calls": 0, "clarifying_questions": 0,
        "input_tokens": 120, "output_tokens": 15, "update_errors": 0, "planning_errors": 1,
    }  # fmt: skip


@pytest.mark.parametrize(("said", "recorded", "same"), [
    ("The key is abc\n12, thanks (really).", "The key is [hidden], thanks (really).", True),
    ("The key is abc, thanks (really).", "The key is [hidden], thanks really.", False),
    ("The key is , thanks.", "The key is [hidden], thanks.", False),
    ("Another sentence.", "The key is [hidden].", False),
    ("a and b", "[hidden] and [hidden]", True),
])  # fmt: skip
def test_a_secret_in_the_words_was_not_recorded(said: str, recorded: str, same: bool) -> None:
    trace = spoken(rooms, CHAIN)
    trace[1].user_message = recorded
    told = replace(CHAIN, turns=(CHAIN.turns[0], replace(SIX, messages=(replace(SIX.messages[0], text=said),))))
    if same:
        assert grade(rooms, told, trace).error is None
    else:
        assert "another version or language" in refusal(told, trace)
