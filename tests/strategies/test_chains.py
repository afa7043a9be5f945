"""Generated dialogues: valid and sufficient by construction, of every shape that the rules name, and each shrinks to the minimum."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from intentprops import Accept, Confirm, Detour, Domain, Permit, Remove, Return, Revision, Scenario, State, Switch, Turn
from intentprops.correct import correct_trace
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.oracle import expect
from intentprops.scenarios import lint
from intentprops.score import grade
from intentprops.strategies import chains, changes, changes_of, every_chain, pools, states, stream, traces, turns
from intentprops.strategies.dialogues import opened
from intentprops.testing.shapes import SHAPES, effective_changes, shapes_of
from intentprops.transitions import apply
from tests.domains.travel import travel
from tests.oracle.tiny import tiny
from tests.profile import scaled

DOMAINS = (rooms, mail, travel, tiny)
FEW = settings(max_examples=scaled(40), deadline=None)


def silent(**options: Any) -> st.SearchStrategy[tuple[Domain, Scenario]]:
    """Dialogues of some domain, without words."""
    return st.one_of([chains(d, language=None, **options).map(lambda s, d=d: (d, s)) for d in DOMAINS])  # type: ignore[misc]


# -- what is drawn


@settings(max_examples=scaled(200), deadline=None)
@given(st.data())
def test_every_dialogue_is_valid_and_sufficient(data: st.DataObject) -> None:
    """Lint finds nothing: each change can be what it says where it stands, and what is owed at the end was said."""
    assert lint(*data.draw(silent())) == []


@settings(max_examples=scaled(200), deadline=None)
@given(st.data())
def test_an_owed_call_has_its_arguments(data: st.DataObject) -> None:
    domain, scenario = data.draw(silent())
    for e in expect(domain, scenario):
        if e.owed_call or e.owed_results:
            assert e.state.goal is not None
            assert not set(domain.needs(e.state.goal)) - {*e.state.values, *e.state.indifferent}


@FEW
@given(st.integers(1, 6), st.data())
def test_the_length_can_be_chosen(most: int, data: st.DataObject) -> None:
    assert 1 <= len(data.draw(chains(rooms, language=None, max_turns=most)).turns) <= most


@FEW
@given(st.data())
def test_the_kinds_can_be_chosen(data: st.DataObject) -> None:
    scenario = data.draw(chains(rooms, language=None, kinds="revise forbid"))
    later = [change for turn in scenario.turns[1:] for change in turn.changes]
    assert {type(change).__name__ for change in later} <= {"Revision", "Forbid"}


def test_a_kind_that_is_named_more_often_is_drawn_more_often() -> None:
    def revisions(kinds: str) -> int:
        some = islice(stream(rooms, 1, kinds=kinds), 300)
        return sum(isinstance(change, Revision) for scenario in some for turn in scenario.turns for change in turn.changes)

    assert revisions("revise revise revise revise forbid detour") > 2 * revisions("revise forbid forbid detour detour detour")


@FEW
@given(st.data())
def test_the_values_can_be_chosen(data: st.DataObject) -> None:
    scenario = data.draw(chains(rooms, language=None, values={"attendees": [3, 5]}, kinds="revise"))
    said = [change.value for turn in scenario.turns for change in turn.changes if getattr(change, "field", "") == "attendees"]
    assert set(said) <= {3, 5}


def test_a_five_turn_dialogue_holds_three_changes_in_the_median() -> None:
    for domain in DOMAINS:
        some = [s for s in islice(stream(domain, 5), 1500) if len(s.turns) == 5]
        assert statistics.median(map(effective_changes, some)) >= 3


def test_no_shape_that_the_rules_name_is_rarer_than_one_in_two_hundred() -> None:
    """Over the domains that can make it at all: no two fields of rooms are alike, and letters have no catalogue."""
    count: Counter[str] = Counter()
    for domain in (rooms, travel):
        count.update(shape for scenario in islice(stream(domain, 3), 2000) for shape in shapes_of(scenario))
    assert {shape: count[shape] for shape in SHAPES if count[shape] < 4000 / 200} == {}


# -- the other strategies


@FEW
@given(st.data())
def test_a_turn_is_legal_after_a_plain_opening_or_in_its_state(data: st.DataObject) -> None:
    apply(rooms, opened(rooms), data.draw(turns(rooms)))
    apply(travel, opened(travel, "hold"), data.draw(turns(travel, opened(travel, "hold"))))


@FEW
@given(st.data())
def test_the_kinds_and_values_of_a_turn_and_of_a_change_can_be_chosen(data: st.DataObject) -> None:
    chosen: dict[str, Any] = {"kinds": "revise", "values": {"attendees": [3, 5]}}
    said = [*data.draw(turns(rooms, **chosen)).changes, data.draw(changes(rooms, **chosen))]
    assert {type(change) for change in said} == {Revision}
    assert all(change.value in (3, 5) for change in said if isinstance(change, Revision) and change.field == "attendees")


PARTS = settings(max_examples=2000, deadline=None, database=None)


def test_a_turn_has_up_to_three_parts_in_one_message_or_in_several() -> None:
    one = "revise"
    assert len(find(turns(rooms, kinds=one), lambda turn: len(turn.messages) == 3, settings=PARTS).changes) == 3
    assert find(turns(rooms, kinds=one), lambda turn: len(turn.messages) == 1 and len(turn.changes) == 2, settings=PARTS).changes
    assert len(find(turns(rooms, kinds=one), lambda turn: True, settings=PARTS).changes) == 1


@FEW
@given(st.data())
def test_a_turn_has_no_more_than_three_parts(data: st.DataObject) -> None:
    turn = data.draw(turns(rooms, kinds="revise"))
    assert 1 <= len(turn.messages) <= len(turn.changes) <= 3


@FEW
@given(st.data())
def test_a_change_of_any_domain_is_legal(data: st.DataObject) -> None:
    """Whatever says nothing in a state gives way to what does."""
    for domain in DOMAINS:
        apply(domain, opened(domain), Turn.of(data.draw(changes(domain))))
        apply(domain, opened(domain), data.draw(turns(domain)))


@pytest.mark.parametrize("drawn", [lambda: turns(rooms, kinds="revise"), lambda: changes(rooms, kinds="revise"), lambda: changes_of(rooms, Revision)])
def test_every_field_and_every_value_of_its_pool_can_be_said(drawn: Callable[[], st.SearchStrategy[Any]]) -> None:
    def says(said: Any, name: str, value: Any) -> bool:
        return any(isinstance(one, Revision) and (one.field, one.value) == (name, value) for one in getattr(said, "changes", [said]))

    start = opened(rooms).values
    for name in ("attendees", "starts_at"):
        for value in pools(rooms)[name]:
            if value != start[name]:
                find(drawn(), lambda said, name=name, value=value: says(said, name, value), settings=PARTS)  # type: ignore[misc]


def test_what_says_nothing_in_a_state_is_refused_by_name() -> None:
    for make in (turns, changes):
        with pytest.raises(InvalidArgument, match=r"^kinds: none of return says anything in this state of rooms$"):
            make(rooms, kinds="return")
    with pytest.raises(InvalidArgument, match=r"^kinds: none of 'aside' says anything in this state of rooms$"):
        changes(rooms, kinds="aside")
    with pytest.raises(InvalidArgument, match=r"^mail cannot make a Accept$"):
        changes_of(mail, Accept)


@FEW
@given(st.data())
def test_a_change_is_legal_in_its_state(data: st.DataObject) -> None:
    apply(travel, opened(travel, "hold"), Turn.of(data.draw(changes(travel, opened(travel, "hold")))))
    apply(rooms, opened(rooms), Turn.of(data.draw(changes(rooms))))


@pytest.mark.parametrize("kind", [Revision, Remove, Switch, Detour, Confirm, Permit, Return])
def test_changes_of_one_kind(kind: type) -> None:
    @FEW
    @given(changes_of(rooms, kind))
    def all_are(change: Any) -> None:
        assert type(change) is kind

    all_are()


@FEW
@given(st.data())
def test_states_are_those_that_dialogues_leave(data: st.DataObject) -> None:
    state = data.draw(states(rooms, kinds="revise"))
    assert state.revision >= 1
    assert state.questions == ()
    assert state.goal == rooms.opens_with or state.goal in rooms.goal


@FEW
@given(st.data())
def test_a_drawn_trace_is_right(data: st.DataObject) -> None:
    scenario, trace = data.draw(traces(travel))
    assert [finding for finding in grade(travel, scenario, trace).findings if finding.fails and finding.dimension != "Response"] == []
    assert trace == correct_trace(travel, scenario)


def test_from_type_knows_our_types() -> None:
    @settings(max_examples=5, deadline=None)
    @given(st.from_type(Scenario), st.from_type(Revision), st.from_type(State))
    def known(scenario: Scenario, revision: Revision, state: State) -> None:
        assert lint(rooms, scenario) == []
        assert revision.field in rooms.field
        assert state.goal in {None, *rooms.goal}

    known()


# -- without Hypothesis


def test_a_stream_is_decided_by_its_seed() -> None:
    one, same, other = (list(islice(stream(rooms, n), 50)) for n in (1, 1, 2))
    assert one == same
    assert one != other


def test_every_dialogue_of_a_length_is_enumerated_once() -> None:
    found = [scenario.turns for scenario in every_chain(tiny, 2, kinds="revise switch and")]
    assert len(found) == len(set(found))
    openings = {turns for turns in found if len(turns) == 1}
    assert all(turns[:1] in openings for turns in found)


# -- bad input


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"kinds": "revize"}, "kinds: 'revize' is no kind of change; there are revise,"),
        ({"kinds": "refer"}, "kinds: rooms cannot make 'refer': no two fields have the same type"),
        ({"kinds": "and burst"}, "kinds: 'and burst' names no kind that says anything; name some, such as 'revise switch forbid'"),
        ({"kinds": {"revise": -1}}, "kinds: the weight of 'revise' is a whole number from 0, not -1"),
        ({"max_turns": 0}, "max_turns is a whole number from 1, not 0"),
        ({"values": {"people": [1, 2]}}, "values: 'people' is no field of rooms; it has attendees,"),
        ({"values": {"attendees": [6]}}, "values: constraints.attendees needs two different values or more, not [6]"),
        ({"values": {"attendees": [6, "many"]}}, "values: constraints.attendees: 'many' does not fit"),
        ({"language": "fr"}, "language: there is no 'fr'; there are en, ru, and None for no words"),
        ({"styles": "rude"}, "styles: 'rude' is no style; there are plain,"),
        ({"styles": ""}, "styles: name one or more of plain,"),
    ],
)
def test_what_cannot_be_is_said_at_the_call(options: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidArgument) as problem:
        chains(rooms, **options)
    assert str(problem.value).startswith(says)


def test_a_domain_that_nobody_can_revise_is_refused() -> None:
    from pydantic import BaseModel

    from intentprops import Goal, Tool

    class Nothing(BaseModel):
        name: str | None = None

    def look() -> Any:
        """Look."""

    bare = Domain(name="bare", fields=Nothing, tools=[Tool(look, makes="view")], goals=[Goal("see", result="view")], opens_with="see")
    with pytest.raises(InvalidArgument, match="bare has no field that can be revised: no field has two values; give some with"):
        chains(bare)
