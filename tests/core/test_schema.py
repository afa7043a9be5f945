"""The schema of a state, for kinds of fields that the library's domains do not have, and documents at their edges."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge
from pydantic import AfterValidator, BaseModel

from intentprops import Domain, Goal, Invariant, Tool
from intentprops.domains.rooms import rooms
from intentprops.errors import IntentpropsError
from intentprops.schema import invariant_problems, load_state, state_schema, validate_state


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


def even(value: int) -> int:
    if value % 2:
        raise ValueError("odd")
    return value


class Odd(BaseModel):
    colour: Colour | None = None
    only: Literal["one"] | None = None
    free: Any = None
    mixed: int | str | None = None
    pair: Annotated[int | None, Ge(0), AfterValidator(lambda value: value if value is None else even(value))] = None


def look(colour: str) -> Any:
    """Look."""


ODD = Domain(
    name="odd", fields=Odd, tools=[Tool(look, makes="view", args={"colour": "colour"})], goals=[Goal("see", result="view")], opens_with="see",
    invariants=[Invariant("nothing is done", lambda s: s.status != "completed"), Invariant("there is a goal", lambda s: s.goal is not None)],
)  # fmt: skip
STATE: dict[str, Any] = {"revision": 1, "goal": "see", "status": "active", "constraints": {}, "permissions": {"look": True}, "superseded": []}


def test_each_kind_of_value_may_be_unknown() -> None:
    assert state_schema(ODD)["properties"]["constraints"]["properties"] == {
        "colour": {"enum": ["red", "blue", None]}, "only": {"enum": ["one", None]}, "free": {"anyOf": [{}, {"type": "null"}]},
        "mixed": {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}, "pair": {"type": ["integer", "null"], "minimum": 0},
    }  # fmt: skip


def test_invariants_see_goal_and_status() -> None:
    assert invariant_problems(ODD, STATE) == []
    assert invariant_problems(ODD, {**STATE, "status": "completed"}) == ["nothing is done"]
    assert invariant_problems(ODD, {**STATE, "goal": None}) == ["there is a goal"]


def test_a_value_that_only_the_model_refuses_is_told() -> None:
    document = {**STATE, "constraints": {"pair": 3}}
    assert validate_state(ODD, document) == []
    assert invariant_problems(ODD, document) == ["constraints.pair: 3 does not fit: value error, odd"]


@pytest.mark.parametrize(("length", "cut"), [(160, False), (161, True), (300, True)])
def test_what_is_said_of_a_document_fits_a_line(length: int, cut: bool) -> None:
    about = len("Additional properties are not allowed ('' was unexpected)")
    said = validate_state(ODD, {**STATE, "x" * (length - about): 1})[0].removeprefix("state: ")
    assert len(said) == min(length, 160)
    assert said.endswith("…") == cut
    assert "XX" not in said


def test_the_state_before_the_first_message_is_loaded() -> None:
    assert load_state(ODD, {**STATE, "revision": 0}).revision == 0
    with pytest.raises(IntentpropsError, match=r"^no state of odd: revision: -1 is less than the minimum of 1$"):
        load_state(ODD, {**STATE, "revision": -1})


def test_the_first_three_problems_are_told() -> None:
    with pytest.raises(IntentpropsError) as caught:
        load_state(ODD, {**STATE, "revision": "a", "goal": 1, "status": 2, "permissions": 3})
    assert str(caught.value) == (
        "no state of odd: goal: 1 is none of see, null; permissions: 3 is no object; revision: 'a' is no integer"
    )


def test_all_that_a_document_says_is_loaded() -> None:
    document = {
        "revision": 4, "goal": "search_rooms", "status": "needs_clarification", "constraints": {"attendees": 6}, "permissions": {"search_rooms": True, "reserve_room": False},
        "superseded": [
            {"path": "goal", "old": "reserve_room", "new": "search_rooms", "disposition": "cancelled"}, {"path": "constraints.attendees", "old": 12, "new": None},
        ],
        "indifferent": ["starts_at"], "forbidden": ["reserve_room"], "open_questions": ["unmodelled:meeting: secret: very"], "paused": ["compare_rooms"],
    }  # fmt: skip
    state = load_state(rooms, document)
    assert (state.goal, state.revision, state.values) == ("search_rooms", 4, {"attendees": 6})
    assert (state.indifferent, state.bans) == ({"starts_at"}, {"reserve_room"})
    assert [question.id for question in state.questions] == ["unmodelled:meeting: secret: very"]
    assert [question.kind for question in state.questions] == ["unmodelled"]
    assert state.paused is not None
    assert (state.paused.goal, state.paused.values) == ("compare_rooms", {"sort_by": "price_asc", "limit": 2})
    assert [(entry.path, entry.old, entry.new, entry.disposition) for entry in state.superseded] == [
        ("goal", "reserve_room", "search_rooms", "cancelled"), ("constraints.attendees", 12, None, None),
    ]  # fmt: skip
    assert (state.completed, state.touched) == (False, False)


@pytest.mark.parametrize(("status", "paused", "completed", "touched"), [
    ("completed", [], True, False), ("awaiting_confirmation", [], True, True), ("awaiting_confirmation", ["compare_rooms"], False, False), ("active", [], False, False),
])  # fmt: skip
def test_a_status_says_whether_the_task_was_completed(status: str, paused: list[str], completed: bool, touched: bool) -> None:
    state = load_state(rooms, {**STATE, "goal": "search_rooms", "permissions": {"search_rooms": True, "reserve_room": False}, "status": status, "paused": paused})
    assert (state.completed, state.touched) == (completed, touched)
