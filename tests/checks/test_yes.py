"""A yes that is missing, and what it may follow from: a value, or an item, that no yes was given to."""

from __future__ import annotations

import pytest

from intentprops import DontCare, Retract, Turn, Unmodelled
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.score import grade
from tests.checks.examples import BOOK, RESERVE, SEARCH, all_of, attribute, no_harness, reserves, scenario, spoken

RETRACTED = Turn.of(Retract("attendees"), text="Leave open how many we are.")
ANY_NUMBER = Turn.of(DontCare("attendees"), text="For any number of people.")


def unconfirmed(turn: Turn | None = None, **arguments: object) -> Finding:
    """A booking that nobody said yes to, after a turn."""
    turns = [BOOK] if turn is None else [BOOK, turn]
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    all_of(no_harness, reserves(len(turns), RESERVE | arguments))(trace)
    return next(f for f in grade(rooms, chain, trace).findings if f.reason == "unconfirmed_call")


def test_a_right_call_without_a_yes_follows_from_nothing() -> None:
    finding = unconfirmed()
    assert finding.follows == set()
    assert finding.about == {"permissions.reserve_room"}
    assert finding.expected == "a yes of the user that covers this reserve_room"


@pytest.mark.parametrize(("turn", "attendees", "wrong"), [
    (None, 12, False),  # the active value
    (None, 6, True),  # another one
    (RETRACTED, 7, True),  # nobody said it
    (RETRACTED, 12, True),  # it was withdrawn
    (ANY_NUMBER, 7, False),  # any will do
    (ANY_NUMBER, 12, False),
])  # fmt: skip
def test_it_may_follow_from_a_wrong_value(turn: Turn | None, attendees: int, wrong: bool) -> None:
    assert ("constraints.attendees" in unconfirmed(turn, attendees=attendees).follows) == wrong


@pytest.mark.parametrize(("room", "wrong"), [("cedar", False), ("amber", True), ("atlantis", True)])
def test_it_may_follow_from_an_item_of_no_current_answer(room: str, wrong: bool) -> None:
    assert ("results.search_results" in unconfirmed(room_id=room).follows) == wrong


def test_a_question_is_named_by_its_whole_subject() -> None:
    chain = scenario(SEARCH, Turn.of(Unmodelled("note: secret"), text="It is secret."))
    trace = spoken(rooms, chain)
    attribute(2, "questions", [])(trace)
    [finding] = grade(rooms, chain, trace).findings
    assert finding.expected == "a question: what 'note: secret' demands"
