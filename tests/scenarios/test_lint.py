"""A scenario is fair: each change can be what it says, and what is owed at the end can be done with what was said."""

from __future__ import annotations

from datetime import datetime

import pytest

from intentprops.changes import (
    Accept,
    Answer,
    Change,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Forbid,
    Message,
    Refer,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
    Unmodelled,
)  # fmt: skip
from intentprops.domains.rooms import rooms
from intentprops.scenarios import lint

NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")
FIND = (Switch("search_rooms"), Reveal("attendees", 6), Reveal("starts_at", "2026-08-07T15:00:00+03:00"))
BOOK = (Switch("reserve_room"), *FIND[1:])


def found(*turns: tuple[Change, ...]) -> list[str]:
    """What lint says of turns that all have words."""
    return lint(rooms, Scenario("S1", "rooms", tuple(Turn.of(*changes, text="Words.") for changes in turns), NOW))


SOUND: dict[str, tuple[tuple[Change, ...], ...]] = {
    "a revision of what is known": (FIND, (Revision("attendees", 8),)),
    "the same fact again": (FIND, (Reveal("attendees", 6),)),
    "the missing fact at last": (FIND[:2], FIND[2:]),
    "a set that grows, shrinks and is emptied":
        (FIND, (Reveal("required_features", ["экран"]),), (Remove("required_features", ["экран"]),)),
    "a set that is replaced": (FIND, (Revision("required_features", ["доска"]),)),
    "an own field over its default": (FIND, (Switch("compare_rooms"), Reveal("limit", 3))),
    "a default that is revised": (FIND, (Switch("compare_rooms"),), (Revision("limit", 3),)),
    "an own field that is named before its goal, in the first turn": ((Reveal("limit", 3), Switch("compare_rooms"), *FIND[1:]),),
    "an offer that is taken": (FIND, (Accept(2), Switch("reserve_room"))),
    "a yes after a detour": (BOOK, (Detour("answer_question"),), (Confirm(),)),
    "a conflict that is settled": (FIND, (Conflict("attendees", (6, 8)),), (Reveal("attendees", 8),)),
    "a conflict that is settled by a correction": (FIND, (Conflict("attendees", (6, 8)),), (Revision("attendees", 8),)),
    "a question that stays open": ((Switch("search_rooms"), Unmodelled("auditor")),),
    "a question that is answered": (FIND, (Unmodelled("auditor"),), (Answer("auditor"),)),
    "any value will do": ((*FIND[:2], DontCare("starts_at")),),
    "a return to the first value": (FIND, (Revision("attendees", 8),), (Return("attendees"),)),
    "a value that the user takes back": (FIND, (Retract("attendees"),)),
    "nothing is owed in words": ((Switch("answer_question"),),),
    "nothing is owed under a ban": ((Switch("search_rooms"), Forbid("search_rooms")),),  # type: ignore[arg-type]
}  # fmt: skip

UNSOUND: dict[str, tuple[str, tuple[tuple[Change, ...], ...]]] = {
    "a revision of the unknown": (
        "turn 2: constraints.attendees is revised and was not known; say reveal", ((FIND[0],), (Revision("attendees", 8),)),
    ),
    "a revision of the unknown in the first turn": (
        "turn 1: constraints.attendees is revised and was not known; say reveal",
        ((Switch("search_rooms"), Revision("attendees", 8)),),
    ),
    "a second fact of a scalar": (
        "turn 2: constraints.attendees is revealed and was known to be 6; say revise", (FIND, (Reveal("attendees", 8),)),
    ),
    "two facts in one turn": (
        "turn 1: constraints.attendees is revealed and was known to be 6; say revise", ((*FIND, Reveal("attendees", 8)),),
    ),
    "a retraction of the unknown": (
        "turn 2: constraints.attendees is retracted and was not known", ((FIND[0],), (Retract("attendees"),)),
    ),
    "a member that is not there": (
        "turn 2: constraints.required_features: ['доска'] cannot be removed, since it was not there",
        (FIND, (Remove("required_features", ["доска"]),)),
    ),
    "a return to nothing": (
        "turn 2: constraints.room returns to its first value, and had none", (FIND, (Return("room"),)),
    ),
    "a label that nobody gave": (
        "turn 2: return to the version 'plan', which no earlier turn labels; labels: none so far",
        (FIND, (Return(version="plan"),)),
    ),
    "an answer to nothing":
        ("turn 2: 'auditor' is answered, which is no open question; open: none", (FIND, (Answer("auditor"),))),
    "an offer that was not made": ("turn 2: no offer number 9 was listed", (FIND, (Accept(9),))),
    "an unknown source": (
        "turn 1: limit was unknown when attendees referred to it", ((Switch("answer_question"), Refer("attendees", "limit")),),
    ),
    "a field that does not exist under the goal": (
        "turn 2: constraints.limit exists only under compare_rooms; the goal here is search_rooms", (FIND, (Reveal("limit", 3),)),
    ),
    "a detour to where one is": (
        "turn 2: a detour to 'search_rooms', which is the active goal already", (FIND, (Detour("search_rooms"),)),
    ),
    "a number that nobody said": (
        "at the end search_rooms needs constraints.attendees, which nobody said", ((FIND[0], FIND[2]),),
    ),
    "a field that the domain does not have": (
        "scenario 'S1': turns[0].changes[0]: 'attendee' is no field; did you mean 'attendees'?", ((Reveal("attendee", 3),),),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SOUND)
def test_what_is_sound(name: str) -> None:
    assert found(*SOUND[name]) == []


@pytest.mark.parametrize("name", UNSOUND)
def test_what_is_not(name: str) -> None:
    says, turns = UNSOUND[name]
    assert found(*turns) == [says]


def test_every_message_has_words() -> None:
    turns = (Turn.of(*FIND, text="Find."), Turn((Message("Hm."), Message(" ", (Revision("attendees", 8),)))))
    assert lint(rooms, Scenario("S1", "rooms", turns, NOW)) == ["turn 2: there are no words in 'en'"]


def test_a_label_is_given_once() -> None:
    turns = (Turn.of(*FIND, text="Find.", label="plan"), Turn.of(text="Thanks.", label="plan"))
    assert lint(rooms, Scenario("S1", "rooms", turns, NOW)) == ["the label 'plan' is given twice"]


def test_a_label_is_returned_to() -> None:
    turns = (
        Turn.of(*FIND, text="Find.", label="plan"),
        Turn.of(Revision("attendees", 8), text="Eight."),
        Turn.of(Return(version="plan"), text="Back."),
    )
    assert lint(rooms, Scenario("S1", "rooms", turns, NOW)) == []


def test_a_burst_is_judged_message_after_message() -> None:
    burst = Turn((Message("Six.", (Reveal("attendees", 6),)), Message("Eight.", (Revision("attendees", 8),))))
    turns = (Turn.of(FIND[0], FIND[2], text="Find."), burst)
    assert lint(rooms, Scenario("S1", "rooms", turns, NOW)) == []


def test_a_scenario_without_turns_is_none() -> None:
    assert lint(rooms, Scenario("S1", "rooms", (), NOW)) == ["there is no turn"]
