"""A dialogue as data: what each turn said, changed, made stale and fresh again, and where each finding stands."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from intentprops.domains.rooms import rooms
from intentprops.reports.dialogue import told
from intentprops.reports.matrix import plain
from intentprops.reports.timeline import Timeline, recorded, timeline
from intentprops.running.experiment import Plan, prepare
from intentprops.running.recorded import timeline_of
from intentprops.score import grade
from intentprops.strategies import traces
from tests.domains.travel import travel


def played(scenario: str, mode: str, model: str = "mistaken", language: str = "en") -> Timeline:
    """One scenario of the library, played by a test double."""
    experiment = prepare(Plan(only=(scenario,), modes=(mode,), model=model, languages=(language,)))  # type: ignore[arg-type]
    return timeline_of(experiment, experiment.play(next(iter(experiment.slots.values()))))


# -- what was said


def test_the_words_of_a_message_are_whole_and_those_of_its_changes_are_marked() -> None:
    said = played("F1", "chat").turns[2].said[0]
    assert said.text == "Stop, do not book anything. Just compare the two cheapest options."
    assert [part.text for part in said.parts if part.marked] == ["book", "compare", "two", "cheapest"]


def test_russian_words_are_marked_too() -> None:
    line = played("V1", "chat", language="ru")
    assert any(part.marked and "шест" in part.text for turn in line.turns for said in turn.said for part in said.parts)


def test_a_change_has_the_value_that_it_replaces() -> None:
    last = played("V3", "structured").turns[2]
    assert (last.said[0].changes[0].name, last.said[0].changes[0].old, last.said[0].changes[0].new) == ("attendees", 6, 8)


def test_each_message_of_a_burst_has_its_own_changes() -> None:
    turn = next(turn for turn in played("V6", "structured", "reference").turns if len(turn.said) > 1)
    assert all(said.changes for said in turn.said)


def test_what_the_runner_said_in_the_users_place_is_marked() -> None:
    turn = played("F7", "structured", "reference").turns[-1]
    assert turn.harness
    assert turn.said[0].text == "Yes, go ahead, exactly as you said last."
    assert [change.kind for change in turn.said[0].changes] == ["confirm"]


# -- state, results


def test_a_result_goes_stale_with_its_reason_and_is_fresh_again_after_the_call() -> None:
    turn = played("V1", "structured", "reference").turns[2]
    assert [(moved.name, moved.before, moved.after, moved.because) for moved in turn.moved] == [
        ("search_results", "fresh", "stale", ("attendees",))
    ]
    assert [(moved.before, moved.after) for call in turn.calls for moved in call.moved] == [("stale", "fresh")]
    assert turn.stale == ("search_results",)


def test_the_state_is_a_diff_with_what_the_agent_holds() -> None:
    rows = {held.path: held for held in played("V1", "structured").turns[2].state}
    assert (rows["constraints.attendees"].before, rows["constraints.attendees"].after) == (12, 6)
    assert rows["constraints.attendees"].exposed
    assert rows["constraints.attendees"].shown == 6
    assert rows["superseded"].after == ["attendees 12"]
    assert not any(held.path.startswith("permissions") for held in rows.values()), "what did not change is not in it"


def test_a_state_that_is_not_exposed_is_unobserved_and_not_wrong() -> None:
    turn = played("V1", "chat").turns[2]
    assert not turn.state_exposed
    assert [held for held in turn.state if held.exposed] == []


# -- calls


def test_a_superseded_argument_is_marked_with_the_value_that_holds() -> None:
    call = played("V3", "structured").turns[2].calls[0]
    capacity = next(argument for argument in call.arguments if argument.path == "capacity")
    assert (capacity.value, capacity.mark, capacity.expected) == (12, "superseded", 8)
    assert [argument.mark for argument in call.arguments if argument.path == "starts_at"] == [""]


def test_a_call_that_was_cancelled_shows_what_it_would_have_carried() -> None:
    calls = [call for turn in played("F4", "structured").turns for call in turn.calls if call.status == "cancelled"]
    assert [argument.path for argument in calls[0].arguments if argument.mark == "superseded"] == ["room_id", "attendees"]


# -- findings


def test_every_finding_stands_at_one_place_and_names_its_cause() -> None:
    line = played("F4", "chat")
    seen = [index for turn in line.turns for some in turn.faults.values() for index in some]
    seen += [index for turn in line.turns for place in (*turn.calls, *turn.state) for index in place.faults]
    assert sorted(seen) == list(range(len(line.faults)))
    assert all(line.faults[fault.follows].role == "cause" for fault in line.faults if fault.follows is not None)


def test_a_fault_of_a_call_stands_at_the_call() -> None:
    line = played("F1", "chat")
    assert [line.faults[index].reason for index in line.turns[2].calls[0].faults] == ["forbidden_call"]
    assert line.faults[0].critical


def test_a_dialogue_that_could_not_be_judged_has_its_words_and_calls() -> None:
    whole = played("V1", "structured")
    experiment = prepare(Plan(only=("V1",), modes=("structured",), model="mistaken"))
    trace = experiment.play(next(iter(experiment.slots.values())))
    bare = recorded(whole.scenario, trace, whole.attempt)
    assert [turn.reply for turn in bare.turns] == [turn.reply for turn in whole.turns]
    assert [call.name for turn in bare.turns for call in turn.calls] == [call.name for turn in whole.turns for call in turn.calls]
    assert bare.faults == ()


# -- for any dialogue


@pytest.mark.parametrize("domain", [rooms, travel], ids=["rooms", "travel"])
def test_any_correct_dialogue_has_a_timeline_of_plain_data_without_faults(domain: Any) -> None:
    @settings(max_examples=60, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(traces(domain))
    def holds(drawn: Any) -> None:
        scenario, trace = drawn
        line = timeline(domain, grade(domain, scenario, trace))
        assert not [fault for fault in line.faults if fault.role != "friction"]
        assert not [argument for turn in line.turns for call in turn.calls for argument in call.arguments if argument.mark]
        assert not [held for turn in line.turns for held in turn.state if held.exposed and held.shown != held.after]
        turns = [plain(asdict(turn)) for turn in line.turns]
        assert json.loads(json.dumps(turns)) == turns
        assert list(told(line, diffs=True))

    holds()


# -- in a terminal


def test_the_terminal_tells_the_diff_of_each_turn_in_the_width_that_there_is() -> None:
    lines = [line.text for line in told(played("V1", "structured"), width=60, diffs=True)]
    assert "    state     attendees  12 → 6" in lines
    assert max(map(len, lines)) <= 60
