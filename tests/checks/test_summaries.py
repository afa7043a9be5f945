"""What a summary has to say of each field, in the words that people use; and what it may leave open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from intentprops import Domain, Forbid, Remove, Reveal, Revision, Switch, Turn
from intentprops.changes import Language
from intentprops.domains.rooms import rooms
from intentprops.score import grade
from tests.checks.examples import COMPARE_AT_ONCE, LATER, NO_SCREEN, SCREEN, SEARCH, SIX, scenario, spoken
from tests.domains.shelf import shelf
from tests.domains.travel import travel

CORNER = [
    Turn.of(Reveal("corner", "quiet corner"), Reveal("rate", 1.5), Reveal("floors", frozenset({2, 3})), text="A quiet corner at 1.5, floors 2 and 3."),
    Turn.of(Revision("corner", "open space"), Revision("rate", 2.5), Remove("floors", frozenset({2})), text="An open space at 2.5, not floor 2."),
]


def faults(domain: Domain, turns: Sequence[Turn], summary: str, language: Language = "en") -> list[str]:
    """The faults of a summary after the last turn, each with its path."""
    chain = replace(scenario(*turns, domain=domain), language=language)
    trace = spoken(domain, chain)
    trace[-1].summary, trace[-1].language = summary, None
    found = [f for f in grade(domain, chain, trace).findings if f.dimension == "summary"]
    return [f"{f.reason} {path}" for f in found for path in sorted(f.about)]


START = "constraints.starts_at"
MANY = "constraints.attendees"
FEATURES = "constraints.required_features"


@pytest.mark.parametrize(("turns", "summary", "expected"), [
    ([SEARCH, SIX], "A room for 6 people on 7 August 2026 at 15:00.", []),
    ([SEARCH, SIX], "A room for six people on 2026-08-07 15:00.", []),
    ([SEARCH, SIX], "A room for 6 people on 7 August.", []),  # a day may stand for the moment
    ([SEARCH, SIX], "A room for 6 people at 15:00.", []),  # and so may the time
    ([SEARCH, SIX], "A room for 6 people at 16:00.", [f"lost_value {START}"]),
    ([SEARCH, SIX], "A room for 6 people.", [f"lost_value {START}"]),
    ([SEARCH, SIX], "A room on 7 August at 15:00.", [f"lost_value {MANY}"]),
    ([SEARCH, SIX], "A room for 12 people on 7 August at 15:00.", [f"stale_value {MANY}"]),
    ([SEARCH, SIX], "A room for 12, no, 6 people on 7 August at 15:00.", [f"merged_versions {MANY}"]),
    ([SEARCH, LATER], "A room for 12 people on 7 August 2026 at 15:00.", [f"stale_value {START}"]),
    ([SEARCH, LATER], "A room for 12 people on 7 August 2026 at 16:00.", []),
    ([SEARCH, SCREEN], "A room with a screen for 12 people on 7 August at 15:00.", []),
    ([SEARCH, SCREEN], "A room for 12 people on 7 August at 15:00.", [f"lost_value {FEATURES}"]),
    ([SEARCH, SCREEN, NO_SCREEN], "A room with a screen for 12 people on 7 August at 15:00.", [f"stale_value {FEATURES}"]),
    ([SEARCH, SCREEN, NO_SCREEN], "A room for 12 people on 7 August at 15:00.", []),
    ([COMPARE_AT_ONCE], "Compare two rooms for 12 people on 7 August at 15:00, by price asc.", []),
    ([COMPARE_AT_ONCE], "Compare two rooms for 12 people on 7 August at 15:00, price_asc.", []),
    ([COMPARE_AT_ONCE], "Compare two rooms for 12 people on 7 August at 15:00.", ["lost_value constraints.sort_by"]),
])  # fmt: skip
def test_a_summary_of_rooms(turns: Sequence[Turn], summary: str, expected: list[str]) -> None:
    assert faults(rooms, turns, summary) == expected


@pytest.mark.parametrize(("turns", "summary", "expected"), [
    ([SEARCH, SIX], "Комната на шесть человек 7 августа 2026 года в 15:00.", []),
    ([SEARCH, SIX], "Комната на двенадцать человек завтра в 15:00.", [f"stale_value {MANY}", f"lost_value {START}"]),
    ([SEARCH, SIX], "Комната на шесть человек завтра.", [f"lost_value {START}"]),
    ([SEARCH], "Комната на двенадцать человек, в три мы начинаем.", []),
    ([SEARCH], "Комната на двенадцать человек, в три раза больше.", [f"lost_value {START}"]),  # a count and no time of day
    ([SEARCH, SCREEN], "Комната с экраном на двенадцать человек 7 августа.", []),
])  # fmt: skip
def test_a_summary_in_russian(turns: Sequence[Turn], summary: str, expected: list[str]) -> None:
    assert faults(rooms, turns, summary, "ru") == expected


@pytest.mark.parametrize(("summary", "expected"), [
    ("An open space at a rate of 2.5 on floor 3.", []),
    ("An open space at a rate of 1.5 on floor 3.", ["stale_value constraints.rate"]),
    ("An open space at a rate of 1.5, then 2.5, on floor 3.", ["merged_versions constraints.rate"]),
    ("A quiet corner at 2.5 on floor 3.", ["stale_value constraints.corner"]),
    ("An open space at 2.5 on floors 2 and 3.", ["merged_versions constraints.floors"]),
    ("An open space at 2.5.", ["lost_value constraints.floors"]),
])  # fmt: skip
def test_a_summary_of_decimals_and_choices_of_two_words(summary: str, expected: list[str]) -> None:
    assert faults(shelf, CORNER, summary) == expected


@pytest.mark.parametrize(("summary", "expected"), [
    ("The top shelf.", []), ("top_shelf", []), ("The top of the shelf.", ["lost_value constraints.corner"]),
])  # fmt: skip
def test_a_choice_is_named_with_spaces_too(summary: str, expected: list[str]) -> None:
    assert faults(shelf, [Turn.of(Reveal("corner", "top_shelf"), text="The top shelf.")], summary) == expected


def test_an_active_value_of_one_field_is_no_old_value_of_another() -> None:
    """Three was the rate, and is a floor."""
    turns = [Turn.of(Reveal("corner", "quiet corner"), Reveal("rate", 3.0), Reveal("floors", frozenset({2, 3})), text="A quiet corner at 3.0, floors 2 and 3."),
             Turn.of(Revision("rate", 2.5), text="At 2.5.")]  # fmt: skip
    assert faults(shelf, turns, "A quiet corner at a rate of 2.5 on floors 2 and 3.") == []


def test_a_yes_or_no_is_left_alone_and_what_comes_after_it_is_not() -> None:
    turns = [Turn.of(Reveal("loud", True), Reveal("hue", "red"), text="A loud red one.")]
    assert faults(shelf, turns, "Something.") == ["lost_value constraints.hue"]


PACK = Turn.of(Switch("pack"), Reveal("corner", "quiet corner"), text="Pack the quiet corner.")
NOT_YET = Turn.of(Forbid(frozenset({"box_up"})), text="But pack nothing yet.")


@pytest.mark.parametrize(("summary", "lost"), [
    ("The quiet corner. Do not box up.", False),  # by the name of the tool
    ("The quiet corner. Do not pack it.", False),
    ("The quiet corner. Box up.", True),
    ("The quiet corner.", True),  # the goal is to do it, so leaving the ban out loses it
])  # fmt: skip
def test_a_ban_is_told_by_the_words_of_the_act_or_its_name(summary: str, lost: bool) -> None:
    assert any(fault.startswith("lost_negation") for fault in faults(shelf, [PACK, NOT_YET], summary)) == lost


@pytest.mark.parametrize(("language", "summary", "lost"), [
    ("en", "Buy the flight. Do not return the ticket.", True),  # that rules out the return alone
    ("en", "Buy the flight. Do not issue the ticket.", False),
    ("ru", "Выбрать рейс. Нельзя: вернуть билет.", True),
    ("ru", "Выбрать рейс. Нельзя: выписать билет.", False),
])  # fmt: skip
def test_a_ban_is_not_told_by_an_act_whose_words_hold_those_of_another(language: Language, summary: str, lost: bool) -> None:
    turns = [Turn.of(Switch("buy"), text="Buy it."), Turn.of(Forbid(frozenset({"issue_ticket"})), text="But buy nothing yet.")]
    assert any(fault.startswith("lost_negation") for fault in faults(travel, turns, summary, language)) == lost
