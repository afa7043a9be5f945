"""When a task is done, what a yes is worth, and what is owed: the corners of T18 and of completion."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from intentprops import Domain, DontCare, Reveal, Revision, Switch, Turn
from intentprops.correct import correct_trace
from intentprops.domains.rooms import rooms
from intentprops.oracle import CallExpectation, Progress, expect
from intentprops.score import grade
from intentprops.trace import Question, ToolCall
from tests.checks.examples import (
    ASIDE,
    AT_15,
    BOOK,
    EITHER,
    HOLD,
    LATER,
    RESERVE,
    RESERVED,
    SEARCH,
    SIX,
    THANKS,
    THREE,
    YES,
    all_of,
    no_harness,
    says,
    scenario,
    spoken,
    without_calls,
)
from tests.checks.test_yes import ANY_NUMBER, RETRACTED
from tests.domains.shelf import shelf
from tests.domains.travel import travel


def status_after(turns: list[Turn], **arguments: Any) -> str:
    """The status once the last turn's booking was accepted."""
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    no_harness(trace)
    for record in trace[:-1]:
        record.questions = [Question(confirm="reserve_room")]  # which names no values
    trace[len(turns) - 1].tool_calls = [ToolCall(name="reserve_room", arguments=RESERVE | arguments, result=dict(RESERVED))]
    return expect(rooms, chain, trace)[-1].state.status


@pytest.mark.parametrize(("turns", "attendees", "status"), [
    ([BOOK, YES], 12, "completed"),
    ([BOOK, YES], 6, "active"),  # that is not what was wanted
    ([BOOK, RETRACTED, YES], 7, "active"),  # nobody said it
    ([BOOK, ANY_NUMBER, YES], 7, "completed"),  # any will do
    ([BOOK, THANKS], 12, "active"),  # nobody said yes
])  # fmt: skip
def test_a_task_is_done_when_its_call_was_made_with_what_was_said(turns: list[Turn], attendees: int, status: str) -> None:
    assert status_after(turns, attendees=attendees) == status


def test_a_task_that_was_done_changed_and_done_again_is_done() -> None:
    """It is touched by the change, and no longer once it was done anew."""
    chain = scenario(BOOK, YES, SIX, YES, YES)
    trace = spoken(rooms, chain)
    for turn, attendees in ((2, 12), (5, 6)):
        trace[turn - 1].tool_calls = [ToolCall(name="reserve_room", arguments=RESERVE | {"attendees": attendees}, result=dict(RESERVED))]
    trace[2].tool_calls = trace[3].tool_calls = []
    found = expect(rooms, chain, trace)
    assert [e.state.status for e in found] == ["active", "completed", "awaiting_confirmation", "active", "completed"]


def heard(domain: Domain, *turns: tuple[Turn, list[Question] | None]) -> Progress:
    """The oracle after some turns in which the agent asked, and made no call."""
    progress = Progress(domain)
    for turn, questions in turns:
        progress.user(turn)
        progress.reply(None, questions)
    return progress


def test_a_yes_that_was_not_used_outlives_another_one() -> None:
    buy = Turn.of(*HOLD.changes[1:], text="A flight from Istanbul to Lisbon on 7 August for two.")
    ticket = Turn.of(Switch("buy"), text="Buy it.")
    progress = heard(travel, (buy, None), (ticket, [Question(confirm="refund")]), (YES, None))
    progress.user(YES)
    assert progress.expect_call(ToolCall(name="refund", arguments={"ticket_id": "T1"})).confirmed
    assert progress.expect_call(ToolCall(name="issue_ticket", arguments={"hold_id": "H1"})).confirmed


def owed(domain: Domain, *turns: Turn, calls: dict[int, list[ToolCall]] | None = None, questions: list[Question] | None = None) -> tuple[str, ...]:
    """The calls that an agent misses that makes these calls and no other."""
    chain = scenario(*turns, domain=domain)
    trace = spoken(domain, chain)[: len(turns)]
    for number, record in enumerate(trace, 1):
        record.tool_calls, record.questions, record.offers = (calls or {}).get(number, []), questions, None
    return expect(domain, chain, trace)[-1].missing


TRIP = Turn.of(*HOLD.changes[1:], text="A flight from Istanbul to Lisbon on 7 August for two.")
BUY = Turn.of(Switch("buy"), text="Buy it.")
REFUND = Turn.of(Switch("refund"), text="Give it back.")
FOUND = {"flights": [dict(travel.items["TK1755"])]}
QUERY = {"query": {"origin": "IST", "destination": "LIS", "date": "2026-08-07", "pax": 2}}
SEARCHED = ToolCall(name="search_flights", arguments=QUERY, result=FOUND)
HELD = ToolCall(name="hold_seat", arguments={"flight_id": "TK1755", "pax": 2}, result={"hold_id": "H001"})
BOUGHT = ToolCall(name="issue_ticket", arguments={"hold_id": "H001"}, result={"ticket_id": "T002"})


def test_a_call_that_takes_an_effect_owes_that_one_first() -> None:
    assert owed(travel, TRIP, BUY, calls={1: [SEARCHED]}) == ("hold_seat",)
    assert owed(travel, TRIP, BUY, calls={1: [SEARCHED], 2: [HELD]}) == ("issue_ticket",)


def test_an_outdated_effect_is_none_to_go_on_with() -> None:
    three = Turn.of(Switch("buy"), Revision("passengers", 3), text="Buy it for three.")
    again = ToolCall(name="search_flights", arguments={"query": QUERY["query"] | {"pax": 3}}, result=FOUND)
    assert owed(travel, HOLD, three, calls={1: [SEARCHED, HELD], 2: [again]}) == ("hold_seat",)


def test_an_undo_is_owed_while_there_is_something_to_undo() -> None:
    assert owed(travel, TRIP, REFUND, calls={1: [SEARCHED]}) == ()
    assert owed(travel, TRIP, BUY, YES, REFUND, calls={1: [SEARCHED], 2: [HELD], 3: [BOUGHT]}) == ("refund",)
    back = Turn.of(Switch("refund"), Revision("passengers", 3), text="There are three of us now. Give it back.")
    assert owed(travel, TRIP, BUY, YES, back, calls={1: [SEARCHED], 2: [HELD], 3: [BOUGHT]}) == ("refund",)
    assert owed(travel, HOLD, REFUND, calls={1: [SEARCHED, HELD]}) == ()  # a hold is no ticket


EMPTY = ToolCall(name="search_rooms", arguments={"capacity": 12, "starts_at": "2026-08-07T15:00:00+03:00", "required_features": []}, result={"rooms": []})
SOME = EMPTY.model_copy(update={"result": {"rooms": [dict(rooms.items["cedar"])]}})


def test_where_nothing_was_found_no_booking_is_owed() -> None:
    """Whatever the catalogue has: what was found is what there is."""
    assert owed(rooms, BOOK, calls={1: [SOME]}) == ("reserve_room",)
    assert owed(rooms, BOOK, calls={1: [EMPTY]}) == ()
    cheap = Turn.of(Switch("hold"), Reveal("max_price", Decimal(250)), text="Hold one, up to 250 euros.")
    assert owed(travel, TRIP, cheap, calls={1: [SEARCHED]}) == ("hold_seat",)
    assert owed(travel, TRIP, cheap, calls={1: [SEARCHED.model_copy(update={"result": {"flights": []}})]}) == ()


def test_who_names_a_room_needs_no_search() -> None:
    named = Turn.of(*BOOK.changes, Reveal("room", "cedar"), text="Book cedar for 12 people on 7 August at 15:00.")
    assert owed(rooms, named) == ("reserve_room",)


def test_a_call_that_makes_nothing_is_owed_as_well() -> None:
    tag = Turn.of(Switch("tag"), Reveal("corner", "quiet corner"), text="Tag a shelf in the quiet corner.")
    found = ToolCall(name="find_shelf", arguments={"corner": "quiet corner"}, result={"shelves": [dict(shelf.items["s1"])]})
    assert owed(shelf, tag, calls={1: [found]}) == ("tag",)
    chain = scenario(tag, domain=shelf)
    trace = spoken(shelf, chain)
    trace[0].tool_calls = [found]
    [finding] = [f for f in grade(shelf, chain, trace).findings if f.reason == "missing_call"]
    assert (finding.path, finding.follows) == ("tag", set())


def test_the_same_arguments_of_another_call_are_no_second_time() -> None:
    progress = Progress(shelf)
    progress.user(Turn.of(Switch("pack"), Reveal("corner", "quiet corner"), text="Pack the quiet corner."))
    progress.call(ToolCall(name="box_up", arguments={"corner": "quiet corner"}, result={"box_id": "B1"}))
    assert progress.expect_call(ToolCall(name="box_up", arguments={"corner": "quiet corner"})).repeats is not None
    assert progress.expect_call(ToolCall(name="lock_up", arguments={"corner": "quiet corner"})).repeats is None


def test_an_id_names_an_effect_of_its_own_kind() -> None:
    progress = Progress(travel)
    progress.user(HOLD)
    progress.call(SEARCHED)
    progress.call(HELD)
    assert list(progress.expect_call(BOUGHT).usable["hold"]) == ["H001"]
    assert progress.expect_call(ToolCall(name="refund", arguments={"ticket_id": "H001"})).usable["ticket"] == {}


def test_a_result_left_outdated_is_held_against_the_turn_from_which_it_is_owed() -> None:
    aside = Turn.of(Switch("answer_question"), *LATER.changes, text="Make it 16:00. But first, what is in a room?")
    chain = scenario(SEARCH, aside, Turn.of(Switch("search_rooms"), text="Search on."), THANKS)
    trace = spoken(rooms, chain)
    for record in trace[1:]:
        record.tool_calls, record.offers, record.results = [], None, None
    assert [e.left_stale for e in expect(rooms, chain, trace)] == [(), (), ("search_results",), ()]


def test_an_undo_of_what_a_change_left_outdated_is_done_at_once() -> None:
    """It needs no word of the user, and the task that it fulfils is done anew, untouched."""
    progress = Progress(shelf)
    progress.user(Turn.of(Switch("pack"), Reveal("corner", "quiet corner"), text="Pack the quiet corner."))
    for box in ("B1", "B2"):
        progress.call(ToolCall(name="box_up", arguments={"corner": "quiet corner"}, result={"box_id": box}))
    progress.reply(None, None)
    progress.user(Turn.of(Switch("unpack"), text="Unpack one."))
    progress.call(ToolCall(name="unpack", arguments={"box_id": "B1"}, result={"accepted": True}))
    assert progress.state.status == "completed"
    progress.reply(None, None)
    progress.user(Turn.of(Revision("corner", "open space"), text="It is the open space, by the way."))
    assert progress.state.status == "awaiting_confirmation"
    progress.call(ToolCall(name="unpack", arguments={"box_id": "B2"}, result={"accepted": True}))
    assert progress.state.status == "completed"


def test_without_a_trace_the_correct_agent_is_followed() -> None:
    for turns in ((SEARCH, SIX), (BOOK, YES, LATER)):
        chain = scenario(*turns)
        assert expect(rooms, chain) == expect(rooms, chain, correct_trace(rooms, chain))
    assert expect(rooms, scenario(BOOK))[-1].state.status == "completed"


def test_what_was_found_before_it_was_owed_and_is_outdated_now_is_missing() -> None:
    """From the turn on in which it was owed nobody looked for it."""
    asked = Turn.of(Switch("answer_question"), *SEARCH.changes, text="What is there for 12 people on 7 August at 15:00?")
    chain = scenario(asked, Turn.of(Switch("search_rooms"), text="Show me."), LATER)
    trace = spoken(rooms, chain)
    trace[0].tool_calls = [SOME]
    for record in trace[1:]:
        record.tool_calls, record.offers, record.results = [], None, None
    found = expect(rooms, chain, trace)
    assert [e.results.get("search_results") for e in found] == ["fresh", "fresh", "stale"]
    assert [(e.missing, e.left_stale) for e in found] == [((), ()), ((), ()), (("search_rooms",), ())]


@pytest.mark.parametrize("result", [{"accepted": False}, {"error": "busy"}])
def test_what_the_world_did_not_accept_is_not_done(result: dict[str, Any]) -> None:
    chain = scenario(BOOK, YES)
    trace = spoken(rooms, chain)
    trace[1].tool_calls = [ToolCall(name="reserve_room", arguments=dict(RESERVE), result=result, status="error" if "error" in result else "ok")]
    assert expect(rooms, chain, trace)[-1].state.status == "active"


def test_a_call_that_the_domain_does_not_list_is_not_judged() -> None:
    progress = Progress(rooms)
    progress.user(BOOK)
    expected = CallExpectation("think", progress.state, True, False, True, False, None, False, False, {}, {})
    assert progress.expect_call(ToolCall(name="think", arguments={})) == expected


LOOK = Turn.of(Switch("look"), Reveal("corner", "quiet corner"), text="Look at a shelf in the quiet corner.")
LOUD = Turn.of(Reveal("loud", True), text="It may be loud.")


@pytest.mark.parametrize(("turns", "shelves", "result"), [
    ([LOOK], ["s1"], ("details",)),
    ([LOOK], [], ()),  # there is nothing to look at
    ([LOOK], ["s2"], ()),  # it is in the open space
    ([LOOK, LOUD], ["s1"], ("details",)),  # what was found may be filtered
    ([LOOK, LOUD], ["s2"], ()),
])  # fmt: skip
def test_a_result_that_is_made_of_an_item_is_owed_where_one_suits(turns: list[Turn], shelves: list[str], result: tuple[str, ...]) -> None:
    chain = scenario(*turns, domain=shelf)
    trace = spoken(shelf, chain)
    answer = {"shelves": [dict(shelf.items[name]) for name in shelves]}
    trace[0].tool_calls = [ToolCall(name="find_shelf", arguments={"corner": "quiet corner"}, result=answer)]
    for record in trace[1:]:
        record.tool_calls = []
    assert expect(shelf, chain, trace)[-1].owed_results == result


def test_each_effect_that_a_change_left_outdated_stands() -> None:
    """The first hold is right again; the second is what nobody wants any more."""
    two = Turn.of(Revision("passengers", 2), text="Two after all.")
    chain = scenario(HOLD, THREE, two, domain=travel)
    trace = spoken(travel, chain)
    second = ToolCall(name="hold_seat", arguments={"flight_id": "TK1755", "pax": 3}, result={"hold_id": "H002"})
    trace[0].tool_calls, trace[1].tool_calls, trace[2].tool_calls = [SEARCHED, HELD], [second], []
    found = expect(travel, chain, trace)
    assert [(made.effect_id, rank) for made, rank in found[-1].effects] == [("H001", "fresh"), ("H002", "stale")]
    assert [made.effect_id for made in found[-1].standing] == ["H002"]


def test_before_the_user_spoke_nothing_moved_and_nothing_is_owed() -> None:
    progress = Progress(rooms)
    assert not progress.moved()
    assert progress.owed_call() is None
    progress.state = replace(progress.state, goal="reserve_room", values={"attendees": 12, "starts_at": AT_15})
    assert progress.owed_call() is None
    progress = Progress(rooms)
    progress.user(BOOK)
    assert progress.moved()
    progress.reply(None, None)
    progress.user(THANKS)
    assert not progress.moved()


HALF = Turn.of(Switch("reserve_room"), Reveal("starts_at", AT_15), text="Book a room on 7 August at 15:00.")
ANY_OF_US = Turn.of(Switch("reserve_room"), Reveal("starts_at", AT_15), DontCare("attendees"), text="Book a room, of any size, on 7 August at 15:00.")


@pytest.mark.parametrize(("turns", "about", "needless"), [
    ([BOOK, ASIDE, EITHER], "attendees", False),  # two values stand side by side
    ([HALF, ASIDE], "attendees", False),  # what the task that waits will need
    ([BOOK, ASIDE], "attendees", True),  # it is known
    ([ANY_OF_US, ASIDE], "attendees", True),  # any will do
    ([BOOK, ASIDE], "reserve_room", False),  # whether to go on
])  # fmt: skip
def test_what_may_be_asked_during_a_detour(turns: list[Turn], about: str, needless: bool) -> None:
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    trace[len(turns) - 1].questions = [*(trace[len(turns) - 1].questions or []), Question(about=about)]
    found = [f.reason for f in grade(rooms, chain, trace).findings if f.turn == len(turns) and f.reason == "needless_question"]
    assert bool(found) == needless


def test_what_is_owed_to_take_something_back_follows_from_what_was_left_standing() -> None:
    bought = Turn.of(Switch("buy"), *(change for change in HOLD.changes if not isinstance(change, Switch)), text="Buy the cheapest flight.")
    chain = scenario(bought, YES, Turn.of(Switch("refund"), text="I want my money back."), YES, domain=travel)
    trace = spoken(travel, chain)
    all_of(without_calls(4), says(4, "Noted."))(trace)
    [missing] = [finding for finding in grade(travel, chain, trace).findings if finding.reason == "missing_call"]
    assert (missing.path, missing.follows) == ("refund", {"effects.ticket"})
