"""What the rules do to a state, where the dialogues of the other tests seldom lead."""

from __future__ import annotations

from typing import Any

import pytest

from intentprops.changes import (
    GOAL,
    Accept,
    Answer,
    Change,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Switch,
    Turn,
)  # fmt: skip
from intentprops.domain import Domain, Result
from intentprops.errors import ScenarioError
from intentprops.ledger import Ledger, argument_is_old, find_items, means_the_same
from intentprops.state import Paused, Question, State, Superseded
from intentprops.tools import Derived, Exact, Item
from intentprops.trace import ToolCall
from intentprops.transitions import Step, apply
from tests.oracle.tiny import tiny, unlisted


def told(*turns: Turn | Change, state: State = State(), domain: Domain = tiny, **more: Any) -> Step:  # noqa: B008
    """The last of some turns; a bare change is a turn of its own."""
    for turn in turns:
        step = apply(domain, state, turn if isinstance(turn, Turn) else Turn.of(turn), **more)
        state = step.state
    return step


def test_an_answer_closes_what_was_open_of_its_subject_but_no_conflict() -> None:
    open_ones = (Question("unmodelled", "lunch"), Question("unknown_goal", "lunch"), Question("unmodelled", "parking"), Question("conflict", "lunch"))
    assert told(Answer("lunch"), state=State("list", questions=open_ones, revision=1)).state.questions == open_ones[2:]


@pytest.mark.parametrize(("turn", "path"), [
    (Turn.of(Revision("size", 7), Revision("size", 6)), "constraints.size"),
    (Turn.of(Remove("tags", frozenset("x")), Reveal("tags", frozenset("x"))), "constraints.tags"),
    (Turn.of(Switch("make"), Switch("list")), GOAL),
])  # fmt: skip
def test_what_came_back_within_a_turn_was_never_given_up(turn: Turn, path: str) -> None:
    before = told(Switch("list"), Reveal("size", 6), Reveal("tags", frozenset("x"))).state
    log = told(turn, state=before).state.superseded
    assert log
    assert {(entry.path, entry.transient) for entry in log} == {(path, True)}


def test_what_did_not_come_back_was_given_up() -> None:
    before = told(Switch("list"), Reveal("size", 6), Reveal("tags", frozenset("xy"))).state
    turn = Turn.of(Revision("size", 7), Remove("tags", frozenset("x")), Switch("make"))
    assert [(e.path, e.old, e.transient) for e in told(turn, state=before).state.superseded] == [
        ("constraints.size", 6, False), ("constraints.tags", "x", False), (GOAL, "list", False),
    ]  # fmt: skip


def test_a_task_that_was_done_and_is_resumed_is_as_it_was() -> None:
    """T8: nothing of it changed; that another one was done meanwhile touches it not."""
    state = State("finish", completed=True, revision=3, paused=Paused("list", {"limit": 4}, frozenset(), completed=True))
    back = told(Confirm(), state=state).state
    assert (back.goal, back.completed, back.touched, back.paused, dict(back.values)) == ("list", True, False, None, {"limit": 4})


def test_what_was_done_and_then_changed_is_open_again_after_a_yes() -> None:
    done = State("make", values={"size": 2}, completed=True, revision=1)
    changed = told(Revision("size", 3), state=done).state
    assert (changed.completed, changed.touched) == (True, True)
    again = told(Confirm(), state=changed).state
    assert (again.completed, again.touched) == (False, False)
    assert told(Switch("make"), state=changed).state == again.__class__(**{**_fields(again), "revision": changed.revision + 1})


def _fields(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in State.__dataclass_fields__}


def test_indifference_goes_and_comes_with_the_goal_that_owns_the_field() -> None:
    wished = told(Turn.of(Switch("list"), DontCare("limit"), DontCare("color"))).state
    assert wished.indifferent == {"limit", "color"}
    away = told(Detour("talk"), state=wished).state
    assert away.indifferent == {"color"}
    back = told(Turn.of(DontCare("spare"), Confirm()), state=away).state
    assert back.indifferent == {"limit", "color", "spare"}
    assert told(Switch("make"), state=wished).state.indifferent == {"color"}


def test_a_withdrawn_wish_leaves_its_question_open() -> None:
    torn = told(Switch("list"), Conflict("size", (2, 3))).state
    assert told(Retract("size"), state=torn).state.questions == (Question("conflict", "size"),)


def test_a_whole_return_brings_back_goal_and_fields_but_no_first_value() -> None:
    """T9: what is open stays open if it is a fact without a field; a version without a goal leaves that in question."""
    unsaid = told(Turn.of(Conflict(GOAL, ("list", "make")), Reveal("size", 2), label="A")).state
    assert unsaid.goal is None
    later = told(Turn.of(Switch("make"), Reveal("color", "red"), Reveal("size", 3)), state=unsaid).state
    open_ones = (Question("unmodelled", "lunch"), Question("unknown_goal", "parking"), Question("conflict", "spare"))
    done = State(**{**_fields(later), "questions": open_ones, "completed": True, "touched": True})
    back = told(Return(version="A"), state=done).state
    assert (back.goal, dict(back.values), back.completed, back.touched) == (None, {"size": 2, "limit": 2}, False, False)
    assert back.questions == (Question("unmodelled", "lunch"), Question("conflict", GOAL))
    assert back.first == later.first
    assert [(e.path, e.old, e.new) for e in back.superseded[-3:]] == [
        (GOAL, "make", None), ("constraints.size", 3, 2), ("constraints.color", "red", None),
    ]  # fmt: skip


def test_an_offer_gives_the_fields_that_exist_their_values() -> None:
    items = {"q": {"id": "q", "shade": "dusky"}, "b": {"id": "x", "shade": "dark"}}
    taken = told(Accept(2), state=State("list", revision=1), offers=("a", "b"))
    assert (dict(taken.state.values), taken.taken, taken.missed) == ({"pick": "b", "shade": "light"}, {"pick", "shade"}, ())
    unknown = told(Accept(1), state=State("list", revision=1), offers=("c9",), domain=unlisted)
    assert (dict(unknown.state.values), len(unknown.missed)) == ({}, 1)
    assert "what was offered does not fit" in unknown.missed[0]
    odd = told(Accept(1), state=State("list", revision=1), offers=("b",), domain=unlisted, items=items)
    assert (dict(odd.state.values), len(odd.missed), odd.taken) == ({"shade": "dark"}, 1, {"shade"})
    bare = told(Accept(1), state=State("list", revision=1), offers=("b",), domain=unlisted)
    assert (dict(bare.state.values), bare.taken) == ({"pick": "b"}, {"pick"})


def test_a_detour_needs_a_task_to_leave() -> None:
    with pytest.raises(ScenarioError, match="a detour to 'talk' needs a task to leave"):
        told(Detour("talk"), state=State(revision=1))


# -- the ledger


def test_a_derived_argument_is_old_if_one_of_its_fields_had_such_a_value() -> None:
    both = Derived(["size", "spare"], lambda size, spare: [size, spare])
    state = State("list", {"size": 3, "spare": 5}, superseded=(Superseded("constraints.size", 2, 3), Superseded("constraints.spare", 4, 5)))
    for argument, old in (([2, 5], True), ([3, 4], True), ([3, 5], False), ([2, 2], False), ([9, 9], False), (None, False)):
        assert argument_is_old(tiny, both, argument, state) is old
    assert argument_is_old(tiny, both, [2, 5], State("list", {"size": 3}, superseded=state.superseded)) is False
    tags = Derived(["size", "tags"], lambda size, tags: [size, len(tags)])
    assert argument_is_old(tiny, tags, [2, 0], state) is True
    assert argument_is_old(tiny, Exact("size"), 2, state) is True
    assert argument_is_old(tiny, Exact("size"), "two", state) is False
    assert argument_is_old(tiny, Item("refined"), "a", state) is False


def test_arguments_that_a_field_cannot_read_mean_the_same_if_they_are_equal() -> None:
    assert means_the_same(tiny, Exact("size"), 6, "6")
    assert means_the_same(tiny, Exact("size"), "six", "six")
    assert not means_the_same(tiny, Exact("size"), "six", "seven")
    assert means_the_same(tiny, Item("refined"), "a", "a")
    assert not means_the_same(tiny, Item("refined"), "a", "b")


def test_items_are_known_from_the_answers_by_their_ids() -> None:
    ledger = Ledger(unlisted)
    ledger.enter(ToolCall(name="scan", arguments={"heads": [0]}, result={"items": [{"id": "a", "size": 2}, {"id": 7}]}), 1, State("list"))
    assert ledger.items() == {"a": {"id": "a", "size": 2}, "7": {"id": 7}}
    assert [item["id"] for item in find_items({"items": [{"id": "a"}, {"no": 1}, {"id": [1]}]}, "id")] == ["a"]


def test_what_may_be_filtered_from_what_is_there() -> None:
    """A set that grew, a scalar that was unset, or what the domain says."""
    by_name = Result("found", refilter=["tags", "color"])
    said = Result("found", refilter={"size": lambda argument, want: (argument, want) == (6, 5)})
    some, more = frozenset("x"), frozenset("xy")
    assert [by_name.may_refilter("tags", *pair) for pair in ((some, more), (some, some), (more, some), (None, some))] == [True, True, False, True]
    assert [by_name.may_refilter("color", *pair) for pair in ((None, "red"), ("blue", "red"))] == [True, False]
    assert [said.may_refilter(*args) for args in (("size", 6, 5), ("size", 5, 6), ("size", None, 5), ("color", 6, 5))] == [True, False, False, False]
