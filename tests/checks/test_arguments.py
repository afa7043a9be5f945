"""Arguments that fit and that do not: what nobody said, what is compared, and the item that the user chose."""

from __future__ import annotations

from typing import Any

import pytest

from intentprops import Accept, Compare, Confirm, Domain, Reveal, Revision, Switch, Turn
from intentprops.checks.response import act_of
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.score import grade
from intentprops.trace import ToolCall
from tests.checks.examples import BOOK, RESERVE, SEARCH, hides_state, scenario, spoken
from tests.checks.test_yes import ANY_NUMBER, RETRACTED
from tests.domains.shelf import shelf
from tests.domains.travel import travel


def found(domain: Domain, turns: list[Turn], tool: str, arguments: dict[str, Any], hidden: bool = False) -> list[Finding]:
    """What is said of the arguments of a call in the last turn."""
    chain = scenario(*turns, domain=domain)
    trace = spoken(domain, chain)
    trace[len(turns) - 1].tool_calls = [ToolCall(name=tool, arguments=arguments, result={})]
    if hidden:
        hides_state(trace)
    return [f for f in grade(domain, chain, trace).findings if f.check == "arguments" and f.turn == len(turns)]


@pytest.mark.parametrize(("turns", "attendees", "reason"), [
    ([BOOK], 12, None),
    ([BOOK], 7, "wrong_argument"),
    ([BOOK, RETRACTED], 7, "wrong_argument"),  # nobody said it
    ([BOOK, RETRACTED], 12, "superseded_argument"),
    ([BOOK, ANY_NUMBER], 7, None),  # any will do
])  # fmt: skip
def test_an_effect_takes_only_what_was_said(turns: list[Turn], attendees: int, reason: str | None) -> None:
    faults = found(rooms, turns, "reserve_room", RESERVE | {"attendees": attendees})
    assert [(f.reason, f.path) for f in faults] == ([] if reason is None else [(reason, "calls[1].attendees")])


@pytest.mark.parametrize("compares", [True, False])
def test_an_old_value_may_be_searched_for_to_compare(compares: bool) -> None:
    six = Turn.of(Revision("attendees", 6), *([Compare()] if compares else []), text="And for six, beside what you found for twelve?")
    search = {"capacity": 12, "starts_at": "2026-08-07T15:00:00+03:00", "required_features": []}
    assert [f.reason for f in found(rooms, [SEARCH, six], "search_rooms", search)] == ([] if compares else ["superseded_argument"])


TAG = Turn.of(Switch("tag"), Reveal("corner", "quiet corner"), text="Tag a shelf in the quiet corner.")


def chose(**said: str) -> Turn:
    return Turn.of(*(Reveal(name, value) for name, value in said.items()), text="That one.")


@pytest.mark.parametrize(("said", "item", "path", "value"), [
    ({"spot": "s1"}, "s3", "constraints.spot", "s1"),
    ({"hue": "red"}, "s3", "constraints.hue", "red"),  # not chosen by its id, but by another part of it
    ({"spot": "s3", "hue": "blue"}, "s4", "constraints.spot", "s3"),  # s4 has no hue
])  # fmt: skip
def test_the_item_that_the_user_chose_is_the_one_to_take(said: dict[str, str], item: str, path: str, value: str) -> None:
    [fault] = [f for f in found(shelf, [TAG, chose(**said)], "tag", {"text": "x", "shelf_id": item}) if f.path == "calls[1].shelf_id"]
    assert (fault.reason, fault.stage, fault.expected, fault.actual) == ("wrong_argument", "planning", value, item)
    assert fault.about == {path}


@pytest.mark.parametrize(("said", "item"), [({"spot": "s1"}, "s1"), ({"hue": "blue"}, "s3"), ({}, "s3"), ({"hue": "red"}, "atlantis"), ({"hue": "red"}, "s4")])
def test_what_was_not_chosen_is_open(said: dict[str, str], item: str) -> None:
    assert found(shelf, [TAG, chose(**said)] if said else [TAG], "tag", {"text": "x", "shelf_id": item}) == []


def test_an_item_that_was_chosen_before_is_an_old_one() -> None:
    turns = [SEARCH, Turn.of(Accept(1), Switch("reserve_room"), text="The first one, book it."), Turn.of(Revision("room", "larch"), text="No, larch.")]
    [fault] = [f for f in found(rooms, turns, "reserve_room", RESERVE, hidden=False) if f.path == "calls[1].room_id"]
    assert (fault.reason, fault.expected, fault.actual, fault.about) == ("superseded_argument", "larch", "cedar", {"constraints.room"})


def test_the_stage_is_unknown_where_nothing_is_shown() -> None:
    [fault] = [f for f in found(shelf, [TAG, chose(spot="s1")], "tag", {"text": "x", "shelf_id": "s3"}, hidden=True) if f.path == "calls[1].shelf_id"]
    assert fault.stage == "unknown"


def test_an_act_is_told_by_its_words_its_objects_and_what_it_takes() -> None:
    reserve, ticket = act_of(rooms, "reserve_room"), act_of(travel, "issue_ticket")
    assert (reserve.words, reserve.objects) == (rooms.tool["reserve_room"].words, rooms.tool["reserve_room"].objects)
    assert reserve.names == tuple(rooms.items)
    assert act_of(travel, "hold_seat").objects == ("seat", "place", "fare", "место")
    assert ticket.names == ()  # it takes a hold, and holds have no names


SEVEN = {"capacity": 7, "starts_at": "2026-08-07T15:00:00+03:00", "required_features": []}


@pytest.mark.parametrize("first", [
    ToolCall(name="reserve_room", arguments=dict(RESERVE), result={}, queued_turn=1),  # it ran too late: that is Function's
    ToolCall(name="search_rooms", arguments={"capacity": "many"}, status="error"),  # no tool can read it
    ToolCall(name="think", arguments={}),
])  # fmt: skip
def test_every_call_is_judged(first: ToolCall) -> None:
    chain = scenario(BOOK, Turn.of(Revision("attendees", 6), text="We will be six."))
    trace = spoken(rooms, chain)
    trace[1].tool_calls = [first, ToolCall(name="search_rooms", arguments=SEVEN, result={"rooms": []})]
    assert "calls[2].capacity" in [f.path for f in grade(rooms, chain, trace).findings if f.check == "arguments"]


@pytest.mark.parametrize("first", [
    ToolCall(name="think", arguments={}), ToolCall(name="reserve_room", arguments=dict(RESERVE), status="cancelled", queued_turn=1),
])  # fmt: skip
def test_every_item_is_judged(first: ToolCall) -> None:
    chain = scenario(BOOK, Turn.of(Confirm(), text="Yes."))
    trace = spoken(rooms, chain)
    trace[1].tool_calls = [first, ToolCall(name="reserve_room", arguments=RESERVE | {"room_id": "atlantis"}, result={})]
    assert "calls[2].room_id" in [f.path for f in grade(rooms, chain, trace).findings if f.check == "items"]
