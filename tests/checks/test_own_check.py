"""A check of a user's own: a function and a decorator. Its findings count like ours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from intentprops.checks import TurnView, check
from intentprops.checks.registry import Check, registered, unregister
from intentprops.correct import correct_trace
from intentprops.domains.rooms import rooms
from intentprops.errors import IntentpropsError
from intentprops.findings import Dimension, Finding
from intentprops.scenarios import bundled
from intentprops.score import grade

V1 = next(scenario for scenario in bundled("rooms") if scenario.id == "V1")


@pytest.fixture
def dear() -> Iterator[None]:
    """A check that forbids to find rooms of more than 3000 an hour."""

    @check("nothing_dear", dimension="Response")
    def nothing_dear(turn: TurnView) -> Iterator[Finding]:
        for call in turn.calls("search_rooms"):
            dear = [room["id"] for room in call.result["rooms"] if room["price_per_hour"] > 3000]
            if dear:
                yield turn.finding("too_dear", call.path, stage="planning", expected="at most 3000", actual=dear)

    yield
    unregister("nothing_dear")


def test_its_findings_count(dear: None) -> None:
    graded = grade(rooms, V1, correct_trace(rooms, V1))
    assert [(f.check, f.turn, f.path) for f in graded.findings] == [("nothing_dear", 1, "calls[1]"), ("nothing_dear", 3, "calls[1]")]
    assert graded.points["Response"] == 0
    assert not graded.passed


def test_without_it_the_same_trace_is_green() -> None:
    assert grade(rooms, V1, correct_trace(rooms, V1)).passed


def test_a_name_is_taken_once_and_a_dimension_exists(dear: None) -> None:
    with pytest.raises(IntentpropsError, match="check 'nothing_dear' is registered already"):
        check("nothing_dear", dimension="State")(lambda turn: [])
    dimensions = "State, Invalidation, Function, Arguments, Response, summary, protocol, friction"
    with pytest.raises(IntentpropsError) as refusal:
        check("another", dimension="Respons")  # type: ignore[arg-type]
    assert str(refusal.value) == f"check 'another': 'Respons' is no dimension of {dimensions}; did you mean 'Response'?"


@pytest.mark.parametrize("dimension", ["State", "Invalidation", "Function", "Arguments", "Response", "summary", "protocol", "friction"])
def test_a_check_comes_and_goes_in_each_dimension(dimension: Dimension) -> None:
    before = registered()

    def nothing(turn: TurnView) -> list[Finding]:
        return []

    check("mine", dimension=dimension)(nothing)
    check("mine", dimension=dimension)(nothing)  # as when a module is loaded twice
    assert registered() == (*before, Check("mine", dimension, nothing))
    unregister("mine")
    unregister("mine")
    assert registered() == before


def test_a_check_sees_all_of_a_call() -> None:
    from intentprops.checks.registry import TurnView as View
    from intentprops.oracle import expect

    trace = correct_trace(rooms, V1)
    trace[2].tool_calls[0].revision, trace[2].tool_calls[0].queued_turn = 7, 3
    made = trace[2].tool_calls[0]
    [seen] = View(rooms, V1, expect(rooms, V1, trace), trace, 2).calls("search_rooms")
    assert (seen.number, seen.name, seen.arguments, seen.result) == (1, made.name, made.arguments, made.result)
    assert (seen.status, seen.revision, seen.queued_turn, seen.expected.tool) == ("ok", 7, 3, "search_rooms")
