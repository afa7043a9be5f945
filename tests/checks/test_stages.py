"""Where a fault began: in reading, if the turn speaks of the path; else what was right got lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from intentprops import Reveal, Turn
from intentprops.domains.rooms import rooms
from intentprops.score import grade
from tests.checks.examples import SEARCH, SIX, THANKS, put, scenario, spoken

TWELVE_AGAIN = Turn.of(Reveal("attendees", 12), text="For twelve, as I said.")


@pytest.mark.parametrize(("turns", "stage"), [
    ([SEARCH], "interpretation"),
    ([SEARCH, SIX], "interpretation"),
    ([SEARCH, TWELVE_AGAIN], "interpretation"),  # nothing changed, but it was said, and heard wrongly
    ([SEARCH, THANKS], "memory"),
])  # fmt: skip
def test_the_stage_of_a_wrong_value(turns: Sequence[Turn], stage: str) -> None:
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    put(len(turns), "constraints", "attendees", value=7)(trace)
    found = [f for f in grade(rooms, chain, trace).findings if f.path == "constraints.attendees"]
    assert [(f.reason, f.stage) for f in found] == [("wrong_value", stage)]


def test_the_stage_of_a_wrong_start() -> None:
    """A value that the turn does not speak of was lost; the first turn loses nothing."""
    chain = scenario(SEARCH, SIX)
    trace = spoken(rooms, chain)
    put(2, "constraints", "starts_at", value="2026-08-08T15:00:00+03:00")(trace)
    [finding] = [f for f in grade(rooms, chain, trace).findings if f.path == "constraints.starts_at"]
    assert finding.stage == "memory"
