"""Plain assertion functions over the list of a trace's events: nothing of the library is needed to write one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from intentprops import events
from intentprops.running.experiment import Plan, prepare

Events = list[dict[str, Any]]


def calls_after_the_change(trace: Events) -> Iterator[dict[str, Any]]:
    return (event for event in trace if event["type"] == "tool_call" and event["turn"] >= 3)


def assert_six(trace: Events) -> None:
    """After the correction nothing is called for twelve any more, and the state says six."""
    for event in calls_after_the_change(trace):
        for name in ("capacity", "attendees"):
            assert event["arguments"].get(name, 6) == 6
    assert trace[-1]["active_state_after"]["constraints"]["attendees"] == 6


def assert_only_compared(trace: Events) -> None:
    """After the switch nothing is reserved, and the state says so."""
    assert "reserve_room" not in [event["name"] for event in calls_after_the_change(trace)]
    state = trace[-1]["active_state_after"]
    assert state["goal"] == "compare_rooms"
    assert state["permissions"]["reserve_room"] is False
    assert (state["constraints"]["limit"], state["constraints"]["sort_by"]) == (2, "price_asc")


def played(name: str, model: str = "reference") -> Events:
    experiment = prepare(Plan(domains=("rooms",), only=(name,), modes=("structured",), model=model))
    (slot,) = experiment.slots.values()
    return events(experiment.play(slot))


CASES = [("V1", assert_six), ("F1", assert_only_compared)]


@pytest.mark.parametrize(("name", "check"), CASES)
def test_a_plain_function_judges_our_traces(name: str, check: Callable[[Events], None]) -> None:
    check(played(name))


def test_the_functions_have_something_to_judge() -> None:
    """V1 searches again in turn 3; and each function fails where its fault is put into the trace."""
    searched, compared = played("V1"), played("F1")
    again = list(calls_after_the_change(searched))
    assert [event["arguments"]["capacity"] for event in again] == [6]
    again[0]["arguments"]["capacity"] = 12
    with pytest.raises(AssertionError):
        assert_six(searched)
    compared.insert(-1, {"turn": 3, "type": "tool_call", "name": "reserve_room", "arguments": {}})
    with pytest.raises(AssertionError):
        assert_only_compared(compared)


def test_an_event_has_what_such_a_function_reads() -> None:
    trace = played("V1")
    assert {event["type"] for event in trace} == {"user_message", "tool_call", "assistant_message"}
    assert [event["turn"] for event in trace] == sorted(event["turn"] for event in trace)
    assert all({"name", "arguments", "result", "status"} <= set(event) for event in trace if event["type"] == "tool_call")
