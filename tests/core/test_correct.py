"""The domain's own correct agent, and the world that answers it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from intentprops import Detour, DontCare, Message, Refer, Return, Reveal, ScenarioError, State, Switch, ToolError, Turn
from intentprops.correct import Act, Say, made, say
from intentprops.domain import World
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding, with_causes
from intentprops.oracle import Progress
from intentprops.trace import ToolCall
from intentprops.transitions import apply
from tests.domains.shelf import shelf


class Desk(World):
    def look(self, size: int) -> Any:
        if size > 9:
            raise ToolError("too large")
        return {"on": date(2026, 8, 7), "size": size}


def test_an_answer_is_json_and_a_refusal_is_an_error() -> None:
    assert made(Desk(), Act("look", {"size": 6})) == ToolCall(name="look", arguments={"size": 6}, result={"on": "2026-08-07", "size": 6})
    assert made(Desk(), Act("look", {"size": 12})) == ToolCall(name="look", arguments={"size": 12}, result={"error": "too large"}, status="error")


def heard(*turns: Turn) -> Progress:
    progress = Progress(rooms)
    for turn in turns:
        progress.user(turn)
    return progress


def test_where_nothing_suits_it_says_so() -> None:
    start = rooms.field["starts_at"].parse("2026-08-07T15:00:00+03:00")
    many = heard(Turn.of(Reveal("attendees", 99), Reveal("starts_at", start)))
    some = heard(Turn.of(Reveal("attendees", 6), Reveal("starts_at", start)))
    for progress in (many, some):
        progress.call(made(rooms.world(), Act("search_rooms", {"capacity": progress.state.values["attendees"], "starts_at": start.isoformat()})))
    assert say(rooms, many) == Say((), (), True)
    assert say(rooms, some) == Say(("amber", "birch", "cedar", "larch"), (), False)
    assert not say(rooms, heard(Turn.of(Switch("answer_question")))).nothing_suits


MISPLACED: dict[str, tuple[list[Turn], str]] = {
    "a detour to the active goal": ([Turn.of(Switch("reserve_room")), Turn.of(Detour("reserve_room"))], "a detour to 'reserve_room', which is the active goal already"),
    "a return to no version": ([Turn.of(Reveal("attendees", 6)), Turn.of(Return(version="A"))], "return to the version 'A', which no earlier turn labels; labels: none so far"),
    "a return to another version": (
        [Turn.of(Reveal("attendees", 6), label="B"), Turn.of(Switch("compare_rooms"), label="C"), Turn.of(Return(version="A"))],
        "return to the version 'A', which no earlier turn labels; labels: B, C",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISPLACED)
def test_a_change_that_cannot_be_is_named(name: str) -> None:
    turns, says = MISPLACED[name]
    with pytest.raises(ScenarioError) as caught:
        heard(*turns)
    assert str(caught.value) == says


def test_a_source_that_is_unknown_is_told() -> None:
    step = apply(shelf, State(), Turn((Message("As there.", (Refer("corner", "hue"),)),)))
    assert step.missed == ("hue was unknown when corner referred to it",)


def finding(path: str, turn: int, *about: str, follows: str = "") -> Finding:
    return Finding("State", "state", turn, path, "stale_value", "memory", about=frozenset(about), follows=frozenset(follows.split()))


@pytest.mark.parametrize(("later", "cause"), [
    (finding("constraints.attendees", 2), 0), (finding("constraints.starts_at", 2), None), (finding("results.search_results", 2), 0),
    (finding("calls[1].x", 2, "constraints.attendees"), 0), (finding("calls[1].x", 2), None), (finding("reply", 2, "constraints.limit"), None),
    (finding("reply", 2, follows="constraints.attendees"), 0), (finding("reply", 2, follows="results.search_results"), 0), (finding("effects.reservation", 2), 0),
])  # fmt: skip
def test_a_consequence_shares_a_path_with_its_cause(later: Finding, cause: int | None) -> None:
    assert [one.cause for one in with_causes(rooms, [later, finding("constraints.attendees", 1)])] == [None, cause]


def test_what_stays_wrong_in_a_state_has_the_cause_that_it_had() -> None:
    first, then, still = finding("goal", 1), finding("status", 2, follows="goal"), finding("status", 3)
    other = replace(finding("status", 3), actual="completed")
    assert [one.cause for one in with_causes(rooms, [first, then, still, other])] == [None, 0, 0, None]


def test_a_wish_that_any_value_fulfils_is_no_first_value() -> None:
    state = heard(Turn.of(Reveal("attendees", 6)), Turn.of(DontCare("attendees"))).state
    assert (state.indifferent, state.values.get("attendees")) == ({"attendees"}, None)
