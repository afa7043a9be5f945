"""What an agent does not expose is not held against it, and what it does expose is judged all the same."""

from __future__ import annotations

from typing import Any

from intentprops import Accept, Turn
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.score import grade
from intentprops.trace import TurnRecord
from tests.checks.examples import BOOK, COMPARE, SEARCH, SIX, scenario, spoken


def found(shown: dict[str, Any], *turns: Turn) -> list[Finding]:
    """What is said of the last turn if the agent exposes that, and no more."""
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    trace[len(turns) - 1].active_state_after = shown
    return [f for f in grade(rooms, chain, trace).findings if f.turn == len(turns) and f.dimension == "State"]


def test_fields_after_one_that_is_not_shown_are_judged() -> None:
    [finding] = found({"constraints": {"starts_at": "2026-08-07T15:00:00+03:00", "limit": 7}}, SEARCH, SIX)
    assert finding.path == "constraints.limit"


def test_a_leak_is_about_the_permission_alone_where_goal_and_status_are_not_shown() -> None:
    [finding] = found({"permissions": {"reserve_room": True}}, BOOK, COMPARE)
    assert (finding.reason, finding.about, finding.follows) == ("permission_leak", {"permissions.reserve_room"}, set())


def test_a_false_entry_is_about_its_own_path_where_the_goal_is_not_shown() -> None:
    log = [{"path": "constraints.attendees", "old": 12, "new": 6}, {"path": "constraints.starts_at", "old": "2026-08-08T15:00:00+03:00"}]
    [finding] = found({"superseded": log}, SEARCH, SIX)
    assert (finding.reason, finding.about) == ("false_supersession", {"superseded", "constraints.starts_at"})
    [finding] = found({"superseded": []}, SEARCH, SIX)
    assert (finding.reason, finding.about) == ("missing_supersession", {"superseded", "constraints.attendees"})


def test_a_wrong_status_follows_from_nothing_that_is_not_shown() -> None:
    [finding] = found({"status": "needs_clarification"}, SEARCH, SIX)
    assert (finding.reason, finding.follows) == ("wrong_status", set())


def test_what_was_accepted_of_an_offer_unseen_is_not_judged_but_all_else_is() -> None:
    """Nobody knows which room the second one is, where the agent does not expose what it lists."""
    chain = scenario(SEARCH, Turn.of(Accept(2), text="The second one."))
    trace: list[TurnRecord] = spoken(rooms, chain)
    trace[0].offers = None
    trace[1].active_state_after = {"constraints": {"attendees": 7, "room": "larch"}}
    found = [f.path for f in grade(rooms, chain, trace).findings if f.dimension == "State"]
    assert found == ["constraints.attendees"]
