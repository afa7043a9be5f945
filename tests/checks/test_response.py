"""Replies: what they claim, which numbers they name, what they ask, and which items they offer."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from intentprops import Compare, Conflict, Domain, Goal, Retract, Reveal, Revision, Switch, Tool, Turn, Unmodelled, World
from intentprops.changes import Language, UnknownGoal
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.score import grade
from intentprops.trace import Question, ToolCall
from tests.checks.examples import BOOK, COMPARE, COMPARE_AT_ONCE, HOLD, LATER, SEARCH, SECRET, SIX, THANKS, scenario, spoken
from tests.checks.test_yes import RETRACTED
from tests.domains.travel import travel
from tests.oracle.tiny import tiny


def found(domain: Domain, turns: list[Turn], language: Language = "en", **shown: Any) -> list[Finding]:
    """What is said of the last turn if that is what the agent shows of it."""
    chain = replace(scenario(*turns, domain=domain), language=language)
    trace = spoken(domain, chain)
    record = trace[len(turns) - 1]
    record.language = None
    for name, value in shown.items():
        setattr(record, name, value)
    return [f for f in grade(domain, chain, trace).findings if f.turn == record.turn and f.fails]


def reasons(domain: Domain, turns: list[Turn], language: Language = "en", **shown: Any) -> list[str]:
    return [f.reason for f in found(domain, turns, language, **shown)]


# -- claims


@pytest.mark.parametrize(("turns", "reply", "expected"), [
    ([BOOK], "I will book it now.", []),  # the user asked for that
    ([BOOK, COMPARE], "I will book it now.", ["announced_old_plan"]),
    ([BOOK, COMPARE], "I will book cedar. I will reserve it right away.", ["announced_old_plan"]),  # one act, one finding
    ([BOOK, COMPARE], "I have booked cedar. Yes, I have reserved it.", ["false_completion_claim"]),
    ([BOOK, COMPARE], "I have booked cedar. I will book larch, too.", ["false_completion_claim", "announced_old_plan"]),
])  # fmt: skip
def test_claims_of_the_booking(turns: list[Turn], reply: str, expected: list[str]) -> None:
    assert reasons(rooms, turns, assistant_message=reply) == expected


def test_what_was_done_excuses_no_claim_of_another_act() -> None:
    assert reasons(travel, [HOLD], assistant_message="I have held the seats.") == []
    assert reasons(travel, [HOLD], assistant_message="I have bought the ticket.") == ["false_completion_claim"]


class Stay(BaseModel):
    hotel: Literal["Astoria"] | None = None


def book(hotel: str) -> Any:
    """Book a hotel."""


def cancel() -> Any:
    """Cancel a booking."""


class Hotels(World):
    now = "2026-08-03T09:00:00+03:00"

    def book(self, hotel: str) -> Any:
        return {"accepted": True}

    def cancel(self) -> Any:
        return {"accepted": True}


hotels = Domain(
    name="hotels", fields=Stay, world=Hotels, opens_with="stay",
    tools=[
        Tool(cancel, effect=True, words=["cancel"], objects=["booking", "stay"]),
        Tool(book, effect=True, makes="booking", args={"hotel": "hotel"}, words=["book"], objects=["booking", "stay"]),
    ],
    goals=[Goal("stay", ends_with="book", words=["book"]), Goal("leave", ends_with="cancel", words=["cancel"])],
)  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), [
    ("Your stay is confirmed!", []),  # it may be said of a booking as well as of a cancellation
    ("Your booking is confirmed!", []),
    ("I have cancelled your stay.", ["false_completion_claim"]),
])  # fmt: skip
def test_a_claim_that_fits_several_acts_is_of_one_that_was_done(reply: str, expected: list[str]) -> None:
    booked = Turn.of(Switch("stay"), Reveal("hotel", "Astoria"), text="Book the Astoria.")
    assert reasons(hotels, [booked], assistant_message=reply) == expected


class Trip(BaseModel):
    show: Literal["Hamlet"] | None = None


def buy_ticket(show: str) -> Any:
    """Buy a ticket."""


def reserve_hotel() -> Any:
    """Reserve a hotel."""


class Town(World):
    now = "2026-08-03T09:00:00+03:00"

    def buy_ticket(self, show: str) -> Any:
        return {"accepted": True}

    def reserve_hotel(self) -> Any:
        return {"accepted": True}


class City(Town):
    def look_up(self) -> Any:
        return {"shows": []}


town = Domain(
    name="town", fields=Trip, world=Town, opens_with="go out",
    tools=[
        Tool(buy_ticket, effect=True, makes="ticket", args={"show": "show"}, words=["buy", "купить"], objects=["ticket", "билет"]),
        Tool(reserve_hotel, effect=True, makes="room", words=["reserve", "забронировать"], objects=["hotel", "отель"]),
    ],
    goals=[Goal("go out", ends_with="buy_ticket"), Goal("stay", ends_with="reserve_hotel")],
)  # fmt: skip


@pytest.mark.parametrize(("reply", "expected"), [
    ("Your tickets have been reserved.", []),  # they were bought just now: the words of another act for it
    ("I was able to reserve your tickets.", []),
    ("I have reserved the hotel.", ["false_completion_claim"]),
])  # fmt: skip
def test_what_was_just_done_may_be_reported_in_the_words_of_another_act(reply: str, expected: list[str]) -> None:
    bought = Turn.of(Reveal("show", "Hamlet"), text="I want to see Hamlet.")
    assert reasons(town, [bought], assistant_message=reply) == expected
    assert "false_completion_claim" in reasons(town, [bought], assistant_message=reply, tool_calls=[])


@pytest.mark.parametrize(("reply", "expected"), [
    ("Я забронировал билеты.", []), ("Я забронировал отель.", ["false_completion_claim"]), ("Я забронировал отель по билетам.", ["false_completion_claim"]),
])  # fmt: skip
def test_what_was_just_done_may_be_reported_in_the_words_of_another_act_in_russian(reply: str, expected: list[str]) -> None:
    bought = Turn.of(Reveal("show", "Hamlet"), text="Хочу на «Гамлета».")
    assert reasons(town, [bought], "ru", assistant_message=reply) == expected


@pytest.mark.parametrize("refused", [{"result": {"accepted": False}}, {"result": "no connection", "status": "error"}])
def test_what_was_only_tried_may_not_be_reported_in_the_words_of_another_act(refused: dict[str, Any]) -> None:
    bought = Turn.of(Reveal("show", "Hamlet"), text="I want to see Hamlet.")
    tried = [ToolCall(name="buy_ticket", arguments={"show": "Hamlet"}, **refused)]
    assert "false_completion_claim" in reasons(town, [bought], assistant_message="Your tickets have been reserved.", tool_calls=tried)


@pytest.mark.parametrize(("turns", "reply", "expected"), [
    (["want", "thanks"], "Yes, your tickets have been reserved.", []),  # they were bought a turn ago
    (["want", "thanks"], "Yes, I was able to reserve your tickets.", []),
    (["want", "thanks"], "Yes, the hotel has been reserved.", ["false_completion_claim"]),
    (["want"], "I will reserve the tickets now.", []),  # that is what the goal ends with
    (["want"], "I will reserve the hotel now.", ["announced_old_plan"]),
    (["stay"], "I will buy the tickets now.", ["announced_old_plan"]),
])  # fmt: skip
def test_an_act_may_be_spoken_of_in_the_words_of_another_one(turns: list[str], reply: str, expected: list[str]) -> None:
    said = {
        "want": Turn.of(Reveal("show", "Hamlet"), text="I want to see Hamlet."), "thanks": Turn.of(text="Thanks. Is it done?"),
        "stay": Turn.of(Switch("stay"), text="I want to stay overnight."),
    }  # fmt: skip
    assert reasons(town, [said[turn] for turn in turns], assistant_message=reply) == expected


def look_up() -> Any:
    """Look a show up."""


def test_words_of_several_acts_are_taken_for_the_one_that_is_permitted_and_a_search_is_no_act() -> None:
    same = [
        Tool(reserve_hotel, effect=True, makes="room", words=["reserve"], objects=["hotel"]),
        Tool(buy_ticket, effect=True, makes="ticket", args={"show": "show"}, words=["reserve"], objects=["ticket"]),
        Tool(look_up, makes="shows", words=["look up"]),
    ]
    for tools, goal, meant in ((same, "go out", "buy_ticket"), (same, "stay", "reserve_hotel"), (same[::-1], "go out", "buy_ticket"), (same[::-1], "stay", "reserve_hotel")):
        city = replace(town, tools=tools, world=City)
        wished = Turn.of(Switch(goal), Reveal("show", "Hamlet"), text="I want to see Hamlet.")
        claimed = [f for f in found(city, [wished], assistant_message="I have reserved it.", tool_calls=[]) if f.reason == "false_completion_claim"]
        assert [f"permissions.{meant}" in f.about for f in claimed] == [True]
        assert "false_completion_claim" not in reasons(city, [wished], assistant_message="I have looked up the shows.", tool_calls=[])


def test_each_fact_that_nobody_knows_counts() -> None:
    both = Turn.of(Unmodelled("confidential meeting"), Unmodelled("external auditor"), text="It is confidential, and an external auditor comes.")
    reply = "Cedar is suitable for a confidential meeting. Cedar is suitable for an external auditor. What else?"
    assert [sorted(f.about) for f in found(rooms, [SEARCH, both], assistant_message=reply)] == [
        ["unmodelled:confidential meeting"], ["unmodelled:external auditor"],
    ]  # fmt: skip


# -- numbers

THREE_ROOMS = Turn.of(Revision("limit", 3), text="Compare three.")


@pytest.mark.parametrize(("turns", "reply", "path"), [
    ([SEARCH, SIX], "I looked for 12 people.", "constraints.attendees"),
    ([SEARCH, SIX], "I looked for twelve people.", "constraints.attendees"),
    ([SEARCH, SIX], "I looked for 6 people.", None),
    ([SEARCH, SIX], "For 12 people, I mean for 6 people.", None),  # it names the active one, too
    ([SEARCH, SIX], "Cedar is a room for 12 people.", None),  # of the room, not of the party
    ([SEARCH, RETRACTED], "I looked for 12 people.", None),  # nothing is active that it could contradict
    ([SEARCH, LATER], "I looked for 15 people at 15:00.", None),
    ([COMPARE_AT_ONCE, THREE_ROOMS], "These are the 2 variants.", "constraints.limit"),
    ([COMPARE_AT_ONCE, THREE_ROOMS], "These are the 3 variants.", None),
])  # fmt: skip
def test_an_old_number_is_not_named_as_the_current_one(turns: list[Turn], reply: str, path: str | None) -> None:
    faults = [f for f in found(rooms, turns, assistant_message=reply) if f.reason == "contradicts_state"]
    assert [f.about for f in faults] == ([] if path is None else [{path}])


def test_nor_is_it_in_russian() -> None:
    assert reasons(rooms, [SEARCH, SIX], "ru", assistant_message="Я поискал на двенадцать человек.") == ["contradicts_state"]
    assert reasons(rooms, [SEARCH, SIX], "ru", assistant_message="Я поискал на шесть человек.") == []


# -- questions

ANYTHING = [Question(about="what that means")]


@pytest.mark.parametrize(("turn", "questions", "missing"), [
    (SECRET, ANYTHING, False),  # what a fact without a field is called is the agent's affair
    (Turn.of(Unmodelled("note: secret"), text="It is secret."), ANYTHING, False),
    (Turn.of(UnknownGoal("sing"), text="Sing to us."), ANYTHING, False),
    (Turn.of(Conflict("attendees", (6, 8)), text="Six or eight."), ANYTHING, True),
    (Turn.of(Conflict("attendees", (6, 8)), text="Six or eight."), [Question(about="attendees")], False),
    (SECRET, [Question(about="attendees")], True),
])  # fmt: skip
def test_what_a_question_has_to_be_about(turn: Turn, questions: list[Question], missing: bool) -> None:
    assert ("missing_question" in reasons(rooms, [SEARCH, turn], questions=questions)) == missing


@pytest.mark.parametrize(("reply", "language", "missing"), [
    ("Please let me know what that means.", "en", False), ("Noted.", "en", True),
    ("Уточните, пожалуйста, что это значит.", "ru", False), ("Понятно.", "ru", True),
])  # fmt: skip
def test_a_question_in_words(reply: str, language: Language, missing: bool) -> None:
    assert ("missing_question" in reasons(rooms, [SEARCH, SECRET], language, questions=None, assistant_message=reply)) == missing


# -- offers


@pytest.mark.parametrize(("more", "offers", "expected"), [
    ([], ["cedar", "larch"], []),
    ([], ["larch", "cedar"], ["wrong_selection"]),
    ([], ["cedar", "cedar"], ["wrong_selection"]),
    ([], [], ["wrong_selection"]),  # the turn asked for them
    ([THANKS], [], []),  # it did not
    ([THANKS], ["larch", "cedar"], ["wrong_selection"]),
    ([Turn.of(Compare(), text="How do they compare with before?")], ["larch", "cedar"], []),
    ([Turn.of(Retract("limit"), text="Not only two.")], ["cedar", "larch"], []),
    ([Turn.of(Retract("limit"), text="Not only two.")], ["cedar"], ["wrong_selection"]),
    ([Turn.of(Retract("sort_by"), text="In any order.")], ["larch", "cedar"], []),
    ([Turn.of(Retract("sort_by"), text="In any order.")], ["larch"], ["wrong_selection"]),
    ([Turn.of(Revision("limit", 1), text="Just the cheapest.")], ["cedar"], []),
    ([Turn.of(Revision("limit", 1), text="Just the cheapest.")], ["larch"], ["wrong_selection"]),
])  # fmt: skip
def test_a_comparison_offers_the_first_of_the_suitable_ones(more: list[Turn], offers: list[str], expected: list[str]) -> None:
    assert reasons(rooms, [COMPARE_AT_ONCE, *more], offers=offers) == expected


@pytest.mark.parametrize(("compares", "expected"), [(True, []), (False, ["stale_result_used"])])
def test_old_items_may_be_named_to_compare(compares: bool, expected: list[str]) -> None:
    later = Turn.of(*LATER.changes, *([Compare()] if compares else []), text="And at 16:00, beside what you found?")
    assert [r for r in reasons(rooms, [SEARCH, later], offers=["cedar"], tool_calls=[], results=None) if r == "stale_result_used"] == expected


ORDER = Turn.of(Switch("order"), Reveal("size", 2), Reveal("color", "blue"), text="Order the small blue ones.")
LIST = Turn.of(Switch("list"), Reveal("size", 2), text="List the small ones.")
TALK = Turn.of(Switch("talk"), text="Tell me about them.")


def test_offers_are_held_against_the_result_of_the_goal() -> None:
    """Two were refined, and one of them ranked."""
    assert reasons(tiny, [LIST], offers=["c"]) in ([], ["wrong_selection"])
    assert "unsuitable_candidate" in reasons(tiny, [ORDER], offers=["c"])
    assert "unsuitable_candidate" not in reasons(tiny, [ORDER, TALK], offers=["c"])


def test_where_the_goal_has_none_any_result_will_do() -> None:
    assert "unsuitable_candidate" not in reasons(tiny, [LIST, TALK], offers=["a"])
    [finding] = [f for f in found(tiny, [LIST, TALK], offers=["b"]) if f.reason == "unsuitable_candidate"]
    assert finding.actual == ["b"]


def test_a_narrowing_may_be_shown_as_either() -> None:
    """No call carries the price: what was found is filtered by it, or looked for again."""
    cheap = Turn.of(Reveal("max_price", Decimal(250)), text="Up to 250 euros.")
    trip = Turn.of(*HOLD.changes[1:], text="A flight from Istanbul to Lisbon on 7 August for two.")
    for rank in ("fresh", "stale"):
        assert reasons(travel, [trip, cheap], results={"flights": rank}, tool_calls=[]) == []


def test_each_result_that_is_shown_is_judged() -> None:
    assert reasons(tiny, [LIST], results={"refined": "stale"}) == ["lost_result"]


def test_what_a_comparison_expects_stands_in_its_order() -> None:
    """The quickest two; the catalogue has them in another order."""
    trip = Turn.of(Switch("compare"), *HOLD.changes[1:], Reveal("sort_by", "duration_asc"), text="Compare the two quickest flights.")
    [finding] = [f for f in found(travel, [trip], offers=["TK1755", "TK1759"]) if f.reason == "wrong_selection"]
    assert finding.expected == ["TK1759", "TK1761"]
