"""What every adapter must do, whatever the framework: the same dialogues, the same calls, the same verdicts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from intentprops import Confirm, Reveal, Revision, Scenario, Switch, Turn
from intentprops.adapters.dry import NOT_JSON
from intentprops.changes import Script
from intentprops.domains.rooms import rooms
from intentprops.running.dialogue import LiveDialogue, play
from intentprops.running.session import Create
from intentprops.scenarios import bundled
from intentprops.score import grade
from intentprops.trace import TurnRecord
from tests.adapters.brains import AT
from tests.adapters.rigs import RIGS

V1 = next(scenario for scenario in bundled("rooms") if scenario.id == "V1")
ASK = "Find a room for six people on Friday, August 7, at 15:00."


@pytest.fixture(params=list(RIGS))
def rig(request: pytest.FixtureRequest) -> Any:
    return RIGS[request.param]


def scenario(*turns: Turn, id: str = "contract") -> Scenario:
    return Scenario(id, "rooms", turns, V1.now)


def asking(text: str = ASK, people: int = 6) -> Turn:
    at = rooms.field["starts_at"].parse(AT)
    return Turn.of(Switch("search_rooms"), Reveal("attendees", people), Reveal("starts_at", at), text=text)


def booking(people: int, text: str) -> Turn:
    at = rooms.field["starts_at"].parse(AT)
    return Turn.of(Switch("reserve_room"), Reveal("attendees", people), Reveal("starts_at", at), text=text)


def played(create: Create, *turns: Turn) -> list[TurnRecord]:
    return play(rooms, scenario(*turns), create)


def calls(record: TurnRecord) -> list[tuple[str, Any]]:
    return [(call.name, call.arguments.get("capacity", call.arguments.get("attendees"))) for call in record.tool_calls]


def test_the_call_after_a_correction_carries_the_new_value(rig: Any) -> None:
    with rig("searches") as create:
        trace = play(rooms, V1, create)
    assert [record.error for record in trace] == [None] * 3
    assert [calls(record) for record in trace] == [[("search_rooms", 12)], [("search_rooms", 12)], [("search_rooms", 6)]]
    graded = grade(rooms, V1, trace)
    assert graded.passed, graded.findings
    assert (graded.points["Arguments"], graded.points["Function"], graded.points["State"]) == (1, 1, None)


def test_parallel_calls_are_read_in_their_order_and_answered_in_it(rig: Any) -> None:
    with rig("looks_twice") as create:
        for _ in range(3):
            (record,) = played(create, asking())
            assert record.error is None
            assert calls(record) == [("search_rooms", 6), ("search_rooms", 12)]
            assert record.assistant_message == "amber; cedar"


def test_a_refused_call_reaches_the_agent_as_an_error_and_the_dialogue_goes_on(rig: Any) -> None:
    with rig("stumbles") as create:
        trace = played(create, asking(), Turn.of(text="Thank you."))
    assert [record.error for record in trace] == [None, None]
    assert [(call.name, call.status, call.arguments["capacity"]) for call in trace[0].tool_calls] == [("search_rooms", "error", "many")]
    assert "It failed" in str(trace[0].assistant_message)
    assert "capacity" in str(trace[0].assistant_message)


def test_a_call_of_a_tool_that_does_not_exist_is_named(rig: Any) -> None:
    """The frameworks differ: some tell the model, and it goes on; one ends the run. Neither passes in silence."""
    with rig("invents_a_tool") as create:
        (record,) = played(create, asking())
    if record.error is None:
        assert [(call.name, call.status) for call in record.tool_calls] == [("open_door", "error")]
        assert "open_door" in str(record.assistant_message)
    else:
        assert "open_door" in record.error


def test_arguments_that_are_no_json_are_kept_as_they_came(rig: Any, request: pytest.FixtureRequest) -> None:
    with rig("breaks_json") as create:
        (record,) = played(create, asking())
    assert record.error is None
    (call,) = record.tool_calls
    assert (call.name, call.status) == ("search_rooms", "error")
    assert call.arguments == {NOT_JSON: '{"capacity": 6, '}
    assert {finding.reason for finding in grade(rooms, scenario(asking()), [record]).findings} >= {"invalid_arguments"}


def test_an_endless_loop_of_calls_ends_in_an_error_and_its_calls_are_kept(rig: Any) -> None:
    with rig("never_ends") as create:
        trace = played(create, asking(), Turn.of(text="Thank you."))
    assert len(trace) == 1
    assert "step" in str(trace[0].error) or "rounds" in str(trace[0].error)
    assert 3 <= len(trace[0].tool_calls) <= 12


@pytest.fixture
def booked(rig: Any) -> Iterator[list[TurnRecord]]:
    with rig("books") as create:
        yield played(
            create,
            booking(12, "Book a room for twelve people on Friday, August 7, at 15:00."),
            Turn.of(Revision("attendees", 6), text="There will be six of us."),
            Turn.of(Confirm(), text="Yes, go ahead."),
        )


def test_an_interrupt_is_a_pending_call_and_a_message_that_is_no_yes_refuses_it(booked: list[TurnRecord]) -> None:
    """Twelve are asked about, six are said instead, six are asked about; a yes lets six through, once."""
    assert [record.error for record in booked] == [None] * 3
    first, second, yes = booked
    assert calls(first) == [("search_rooms", 12)]
    assert [(call["name"], call["arguments"]["attendees"]) for call in first.pending] == [("reserve_room", 12)]  # type: ignore[attr-defined]
    assert calls(second) == [("search_rooms", 6)]
    assert [(call["name"], call["arguments"]["attendees"]) for call in second.pending] == [("reserve_room", 6)]  # type: ignore[attr-defined]
    assert calls(yes) == [("reserve_room", 6)]
    assert yes.assistant_message == "It is booked."


def test_the_dialogue_with_the_interrupt_is_right_on_every_point(booked: list[TurnRecord]) -> None:
    said = [record.user_message for record in booked]
    turns = booking(12, said[0]), Turn.of(Revision("attendees", 6), text=said[1]), Turn.of(Confirm(), text=said[2])
    graded = grade(rooms, scenario(*turns), booked)
    assert graded.passed, graded.findings
    assert graded.points["Function"] == graded.points["Arguments"] == 1


def test_the_runner_says_the_yes_that_an_interrupt_waits_for_at_the_end_of_a_dialogue(rig: Any) -> None:
    with rig("books") as create:
        trace = played(create, booking(6, "Book a room for six people on Friday, August 7, at 15:00."))
    assert [record.error for record in trace] == [None, None]
    assert trace[1].harness
    assert [calls(record) for record in trace] == [[("search_rooms", 6)], [("reserve_room", 6)]]
    assert getattr(trace[1], "pending", None) is None


def test_two_dialogues_with_one_agent_do_not_mix(rig: Any) -> None:
    """Turn by turn, one after the other, and both at once on threads of their own."""
    with rig("repeats") as create:
        six, forty = (LiveDialogue(rooms, scenario(id=name), create) for name in ("six", "forty"))
        six.say(asking("six of us", 6))
        forty.say(asking("forty of us", 40))
        together = [threading.Thread(target=one.say, args=(Turn.of(text=text),)) for one, text in ((six, "still six"), (forty, "still forty"))]
        for thread in together:
            thread.start()
        for thread in together:
            thread.join()
        for one in (six, forty):
            one.close()
    assert [record.assistant_message for record in six.trace] == ["six of us", "six of us | still six"]
    assert [record.assistant_message for record in forty.trace] == ["forty of us", "forty of us | still forty"]
    assert [calls(record) for record in six.trace] == [[("search_rooms", 6)]] * 2
    assert [calls(record) for record in forty.trace] == [[("search_rooms", 40)]] * 2


def test_turns_that_a_scenario_scripted_are_known_to_the_agent(rig: Any) -> None:
    scripted = asking("a room for eight please", 8)
    script = Script(reply="I found birch.", calls=(), offers=("birch",))
    turn = Turn(scripted.messages, script=script)
    with rig("repeats") as create:
        trace = played(create, turn, Turn.of(text="And now?"))
    assert trace[1].error is None
    assert trace[1].assistant_message == "a room for eight please | And now?"
