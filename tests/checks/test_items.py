"""Which items a call may name: those of a current answer that suit, and what the user chose."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from intentprops import Confirm, Domain, Revision, Switch, Turn
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.score import grade
from tests.checks.examples import AT_15, HOLD, RESERVED, SEARCH, THREE, VIDEO, all_of, call, hides_state, scenario, spoken
from tests.domains.travel import travel

BOOK_IT = Turn.of(Switch("reserve_room"), text="Book one of them.")
YES = Turn.of(Confirm(), text="Yes.")
SEARCH_SIX = Turn.of(*SEARCH.changes, Revision("attendees", 6), text="A room for 6 people on 7 August at 15:00.")


def of_item(domain: Domain, turns: Sequence[Turn], tool: str, arguments: dict[str, object], hidden: bool = False) -> Finding | None:
    """What is said of the item that a call in the last turn names."""
    chain = scenario(*turns, domain=domain)
    trace = spoken(domain, chain)
    trace[len(turns) - 1].tool_calls = []
    all_of(call(len(turns), tool, arguments, dict(RESERVED)), *([hides_state] if hidden else []))(trace)
    return next((f for f in grade(domain, chain, trace).findings if f.check == "items" and f.path.startswith("calls")), None)


def reserves(room: str, *turns: Turn, hidden: bool = False) -> Finding | None:
    return of_item(rooms, turns, "reserve_room", {"room_id": room, "starts_at": AT_15.isoformat(), "attendees": 6}, hidden)


def test_an_item_of_the_current_answer_that_suits() -> None:
    assert reserves("cedar", SEARCH_SIX, BOOK_IT, YES) is None
    assert reserves("amber", SEARCH_SIX, BOOK_IT, YES) is None


def test_an_item_that_a_narrowing_ruled_out() -> None:
    """The answer may still be used, filtered; amber has no video link."""
    finding = reserves("amber", SEARCH_SIX, VIDEO, BOOK_IT, YES)
    assert finding is not None
    assert (finding.reason, finding.path, finding.stage) == ("unsuitable_candidate", "calls[1].room_id", "planning")
    assert (finding.expected, finding.actual) == ("an item that satisfies the constraints", "amber")
    assert finding.follows == {"constraints.required_features"}
    assert reserves("cedar", SEARCH_SIX, VIDEO, BOOK_IT, YES) is None


def test_an_item_of_no_answer() -> None:
    finding = reserves("atlantis", SEARCH_SIX, BOOK_IT, YES, hidden=True)
    assert finding is not None
    assert (finding.reason, finding.stage) == ("unsuitable_candidate", "unknown")
    assert finding.expected == "an item of search_results, which has no 'atlantis'"
    assert finding.follows == set()


@pytest.mark.parametrize("hold", ["H001", "H777"])
def test_an_effect_is_named_by_its_id(hold: str) -> None:
    finding = of_item(travel, [HOLD, Turn.of(Switch("buy"), text="Buy it."), YES], "issue_ticket", {"hold_id": hold})
    assert (finding is None) == (hold == "H001")


def test_an_effect_that_a_change_left_outdated_is_not_to_be_used() -> None:
    chain = scenario(HOLD, THREE, Turn.of(Switch("buy"), text="Buy it."), YES, domain=travel)
    trace = spoken(travel, chain)
    for record in trace[1:]:
        record.tool_calls = []
    call(4, "issue_ticket", {"hold_id": "H001"}, {"ticket_id": "T1"})(trace)
    finding = next(f for f in grade(travel, chain, trace).findings if f.path == "calls[1].hold_id")
    assert (finding.reason, finding.expected) == ("stale_result_used", "an item of a current hold")
