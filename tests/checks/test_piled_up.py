"""A value that holds two versions at once, and what only looks like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from intentprops import Domain, Remove, Retract, Reveal, Revision, Turn
from intentprops.domains.rooms import rooms
from intentprops.score import grade
from tests.checks.examples import LATER, SEARCH, SIX, put, scenario, spoken
from tests.domains.shelf import shelf

CORNER = [Turn.of(Reveal("corner", "quiet corner"), Reveal("rate", 1.5), text="A quiet corner at 1.5."),
          Turn.of(Revision("corner", "open space"), Revision("rate", 2.5), text="An open space at 2.5.")]  # fmt: skip


def reason(domain: Domain, turns: Sequence[Turn], field: str, raw: Any) -> str | None:
    chain = scenario(*turns, domain=domain)
    trace = spoken(domain, chain)
    put(len(turns), "constraints", field, value=raw)(trace)
    return next((f.reason for f in grade(domain, chain, trace).findings if f.path == f"constraints.{field}"), None)


@pytest.mark.parametrize("raw", ["6-12", "12-6", "6..12", "from 12 to 6", "12, then 6", [12, 6], ["6", "12"], {"was": 12, "now": 6}, "[12 6]", "v12/v6"])
def test_a_range_a_list_an_object_or_a_text_of_both_versions(raw: Any) -> None:
    assert reason(rooms, [SEARCH, SIX], "attendees", raw) == "merged_versions"


@pytest.mark.parametrize("raw", ["7 or 8", "6 or 7", "12 or 7", [7, 12], [6], {"now": 6}, "six and twelve", [[6, 12]], [None, 12], {}, True])
def test_without_both_of_them_it_is_a_wrong_value(raw: Any) -> None:
    assert reason(rooms, [SEARCH, SIX], "attendees", raw) == "wrong_value"


def test_moments_and_choices_pile_up_too() -> None:
    three, four = "2026-08-07T15:00:00+03:00", "2026-08-07T16:00:00+03:00"
    assert reason(rooms, [SEARCH, LATER], "starts_at", f"{three} or {four}") == "merged_versions"
    assert reason(rooms, [SEARCH, LATER], "starts_at", f"{three} or 2026-08-07T17:00:00+03:00") == "wrong_value"
    assert reason(shelf, CORNER, "corner", ["quiet corner", "open space"]) == "merged_versions"
    assert reason(shelf, CORNER, "corner", ["open space"]) == "wrong_value"
    assert reason(shelf, CORNER, "rate", "1.5 to 2.5") == "merged_versions"


def test_where_nothing_is_active_nothing_is_piled_up() -> None:
    retracted = Turn.of(Retract("attendees"), text="Leave open how many we are.")
    assert reason(rooms, [SEARCH, retracted], "attendees", [None, 12]) == "wrong_value"
    assert reason(rooms, [SEARCH, retracted], "attendees", 12) == "stale_value"


def test_an_unreadable_set_is_a_wrong_value() -> None:
    screen = Turn.of(Reveal("required_features", frozenset({"экран"})), text="With a screen.")
    assert reason(rooms, [SEARCH, screen], "required_features", ["экран", "sauna"]) == "wrong_value"


def test_a_set_holds_old_members_strange_ones_or_too_few() -> None:
    screen = Turn.of(Reveal("required_features", frozenset({"экран", "доска"})), text="With a screen and a board.")
    no_screen = Turn.of(Remove("required_features", frozenset({"экран"})), text="Without the screen.")
    neither = Turn.of(Remove("required_features", frozenset({"доска"})), text="Without the board, too.")
    assert reason(rooms, [SEARCH, screen, no_screen], "required_features", ["экран", "доска"]) == "stale_value"
    assert reason(rooms, [SEARCH, screen, no_screen, neither], "required_features", ["экран", "доска"]) == "stale_value"
    assert reason(rooms, [SEARCH, screen, no_screen], "required_features", ["видеосвязь", "доска"]) == "wrong_value"
    assert reason(rooms, [SEARCH, screen, no_screen], "required_features", ["экран", "видеосвязь", "доска"]) == "wrong_value"
    assert reason(rooms, [SEARCH, screen, no_screen], "required_features", []) == "lost_value"
