"""The domain's own correct agent, and the world that answers it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel

from intentprops import (
    Confirm,
    Detour,
    DontCare,
    Goal,
    Message,
    Refer,
    Return,
    Reveal,
    Revision,
    Scenario,
    ScenarioError,
    State,
    Switch,
    Tool,
    ToolError,
    Turn,
)  # fmt: skip
from intentprops.changes import Script, ScriptedCall
from intentprops.correct import Act, Say, call_of, correct_trace, insists, made, say
from intentprops.domain import Domain, World
from intentprops.domains.rooms import rooms
from intentprops.findings import Finding, with_causes
from intentprops.oracle import Progress
from intentprops.trace import ToolCall
from intentprops.transitions import apply
from tests.domains.shelf import shelf
from tests.oracle.tiny import tiny


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


def test_the_correct_trace_tells_all_of_its_turns() -> None:
    """With a turn that the scenario fixes: its calls are made as written, and the offers are those of the script."""
    start = rooms.field["starts_at"].parse("2026-08-07T15:00:00+03:00")
    calls = (ScriptedCall("search_rooms", {"capacity": 6, "starts_at": start.isoformat()}), ScriptedCall("search_rooms", {"capacity": 7, "starts_at": start.isoformat()}))
    turns = (
        Turn((Message("Six.", (Reveal("attendees", 6), Reveal("starts_at", start))),), script=Script(calls, "Here.", ("birch",))),
        Turn((Message("And now?", ()),), script=Script((), "Nothing.")), Turn.of(text="Well?"),
    )  # fmt: skip
    first, second, third = correct_trace(rooms, Scenario("six", "rooms", turns, start, language="ru"))
    assert [(call.name, call.arguments["capacity"], call.status) for call in first.tool_calls] == [("search_rooms", 6, "ok"), ("search_rooms", 7, "ok")]
    assert [(r.offers, r.questions, r.tool_calls == []) for r in (first, second)] == [(["birch"], [], False), ([], [], True)]
    assert third.offers == ["amber", "birch", "cedar", "larch"]
    assert [record.turn for record in (first, second, third)] == [1, 2, 3]
    assert (first.run_id, first.scenario_id, first.memory_mode, first.user_message) == ("six__correct__repeat-01", "six", "correct", "Six.")
    assert {(record.now, record.language, record.harness) for record in (first, second, third)} == {(start.isoformat(), "ru", False)}
    assert first.active_state_before is None
    assert (second.active_state_before, third.active_state_before) == (first.active_state_after, second.active_state_after)
    assert first.active_state_after is not None
    assert first.active_state_after["constraints"]["attendees"] == 6
    assert first.results == {"search_results": "fresh"}


def test_a_call_that_was_made_is_not_made_again_and_another_is() -> None:
    call = ToolCall(name="look", arguments={"size": 6})
    assert insists(Act("look", {"size": 6}), [call])
    assert not insists(Act("look", {"size": 7}), [call])
    assert not insists(Act("watch", {"size": 6}), [call])


def test_what_is_taken_back_is_named_though_it_is_outdated_and_nothing_else_is() -> None:
    """The newest thing that stands and fits; for the undo, the newest that stands."""
    progress = Progress(tiny)
    progress.user(Turn.of(Switch("make"), Reveal("size", 2), Reveal("color", "red"), Confirm()))
    for call in (("scan", {"heads": [0, 1], "color": "red"}), ("refine", {"kinds": []}), ("make", {"id": "a", "size": 2})):
        progress.call(ToolCall(name=call[0], arguments=call[1], result={"items": list(tiny.world.catalogue), "thing_id": "M1"}))
    assert call_of(tiny, progress, tiny.tool["seal"]) == Act("seal", {"thing_id": "M1"})
    assert call_of(tiny, progress, tiny.tool["unmake"]) == Act("unmake", {"thing_id": "M1"})
    progress.user(Turn.of(Revision("size", 3)))
    assert call_of(tiny, progress, tiny.tool["seal"]) is None
    assert call_of(tiny, progress, tiny.tool["unmake"]) == Act("unmake", {"thing_id": "M1"})


def test_objects_that_a_tool_requires_are_given_though_nothing_in_them_is_known() -> None:
    class Wish(BaseModel):
        size: int | None = None

    class Shop(World):
        now = "2026-08-03T09:00:00+03:00"

        def find(self, **given: Any) -> Any:
            return {"items": []}

    inner = {"type": "object", "required": ["size", "must"], "properties": {"size": {"type": "integer"}, "must": {"type": "object"}, "may": {"type": "object"}}}
    schema = {"type": "object", "required": ["there"], "properties": {
        "there": {"type": "object", "required": ["deep"], "properties": {"deep": {"type": "object", "properties": {"note": {"type": "string"}}}}}, "perhaps": inner,
    }}  # fmt: skip
    find = Tool({"name": "find", "parameters": schema}, makes="found", args={"perhaps.size": "size"})
    shop = Domain(name="shop", fields=Wish, world=Shop, tools=[find], goals=[Goal("find", result="found")], opens_with="find")
    progress = Progress(shop)
    progress.user(Turn.of(Switch("find")))
    assert call_of(shop, progress, find) == Act("find", {"there": {"deep": {}}})
    progress.user(Turn.of(Reveal("size", 6)))
    assert call_of(shop, progress, find) == Act("find", {"perhaps": {"size": 6, "must": {}}, "there": {"deep": {}}})
