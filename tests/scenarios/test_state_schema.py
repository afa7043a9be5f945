"""The schema of a state accepts what the oracle writes and what the article shows, and nothing that is damaged in one place."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.errors import IntentpropsError
from intentprops.oracle import expect
from intentprops.schema import invariant_problems, load_state, state_schema, validate_state
from intentprops.state import State, dump_state
from tests.domains.travel import travel
from tests.oracle.chains import Dialogue, chains
from tests.profile import scaled

ARTICLE: dict[str, Any] = {
    "revision": 2,
    "goal": "compare_rooms",
    "status": "active",
    "constraints": {
        "attendees": 6,
        "starts_at": "2026-08-07T15:00:00+03:00",
        "required_features": ["экран"],
        "sort_by": "price_asc",
        "limit": 2,
    },
    "permissions": {"search_rooms": True, "reserve_room": False},
    "superseded": [
        {"path": "constraints.attendees", "old": 12, "new": 6},
        {"path": "goal", "old": "reserve_room", "new": "compare_rooms"},
    ],
}

WRONG: dict[tuple[Any, ...], list[Any]] = {
    ("revision",): [0, -1, 1.5, True],
    ("goal",): ["book_room", "", ["compare_rooms"]],
    ("status",): ["done", "", True],
    ("constraints",): [["attendees"]],
    ("constraints", "attendees"): [0, -6, 6.5, "6", True, [6]],
    ("constraints", "starts_at"): [
        "2026-08-07", "2026-08-07T15:00:00", "2026-13-07T15:00:00+03:00", "2026-02-30T15:00:00+03:00",
        "2026-08-07T25:00:00+03:00", "Friday", 15, ["2026-08-07T15:00:00+03:00"],
    ],
    ("constraints", "required_features"): ["экран", ["сцена"], ["экран", "экран"], [None], [["экран"]]],
    ("constraints", "sort_by"): ["best", "", 1, ["price_asc"]],
    ("constraints", "limit"): [0, -1, 2.5, "2", True],
    ("permissions",): [["search_rooms"]],
    ("permissions", "search_rooms"): ["yes", 1, [True]],
    ("permissions", "reserve_room"): ["no", 0, []],
    ("superseded",): [{"path": "goal"}, ["goal"], [None]],
    ("superseded", 0): [12, [12, 6]],
    ("superseded", 0, "path"): ["attendees", "constraints.budget", 1],
    ("superseded", 0, "old"): ["12", 0, True],
    ("superseded", 0, "new"): ["6", 0, [12, 6]],
    ("superseded", 1, "old"): ["book_room", 12],
    ("superseded", 1, "new"): ["book_room", 6],
    ("superseded", 1, "path"): ["constraints.goal", "constraints.attendees"],
}  # fmt: skip
"""Wrong values that look like right ones; every type that a place does not take is added below."""

NULLABLE = {
    *(("constraints", name) for name in ("attendees", "starts_at", "sort_by", "limit")),
    *(("superseded", n, "new") for n in (0, 1)),
}
OPTIONAL = {("constraints", name) for name in ARTICLE["constraints"]}


def places(document: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    steps = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for key, value in steps:
        yield (*way, key)
        yield from places(value, (*way, key))


def at(document: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        document = document[key]
    return document


def corruptions() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every way to damage the article's state in one place: another type, a wrong value, a missing key, an unknown one."""

    def with_(way: tuple[Any, ...], value: Any) -> dict[str, Any]:
        damaged = copy.deepcopy(ARTICLE)
        at(damaged, way[:-1])[way[-1]] = value
        return damaged

    for way in places(ARTICLE):
        name = ".".join(map(str, way))
        value = at(ARTICLE, way)
        others: list[Any] = [None] if way not in NULLABLE else []
        others += [other for other in ("?", 7.25, {"?": 1}) if type(other) is not type(value) or isinstance(other, (str, dict))]
        for wrong in [*others, *WRONG.get(way, [])]:
            yield f"{name} = {wrong!r}", with_(way, wrong)
        if isinstance(way[-1], str) and way not in OPTIONAL:
            damaged = copy.deepcopy(ARTICLE)
            del at(damaged, way[:-1])[way[-1]]
            yield f"without {name}", damaged
        if isinstance(value, dict):
            yield f"{name} + unknown", with_((*way, "unknown"), 1)
    yield "+ unknown", with_(("unknown",), 1)
    yield "goal = None", with_(("goal",), None)
    for name in ("open_questions", "indifferent", "paused", "forbidden"):
        for wrong in (None, "auditor", ["nobody"], [1]):
            yield f"{name} = {wrong}", with_((name,), wrong)


CORRUPTIONS = dict(corruptions())


def test_the_state_of_the_article_is_valid() -> None:
    assert validate_state(rooms, ARTICLE) == []
    assert invariant_problems(rooms, ARTICLE) == []


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_one_damaged_place_is_rejected(name: str) -> None:
    damaged = CORRUPTIONS[name]
    assert validate_state(rooms, damaged)
    if damaged.get("revision") != 0:  # the state before the first message
        with pytest.raises(IntentpropsError):
            load_state(rooms, damaged)


@pytest.mark.parametrize(("way", "says"), [
    (("constraints", "starts_at"), "constraints.starts_at: 7 is no string or null"),
    (("status",), "status: 7 is none of active, needs_clarification, awaiting_confirmation, completed"),
    (("superseded", 0, "old"), "superseded[0].old: 'x' is no integer"),
    (("goal",), "status: 'active' with no goal; the goal is null only while the status is needs_clarification"),
])  # fmt: skip
def test_a_problem_names_place_and_value(way: tuple[Any, ...], says: str) -> None:
    damaged = copy.deepcopy(ARTICLE)
    at(damaged, way[:-1])[way[-1]] = None if way == ("goal",) else "x" if way[0] == "superseded" else 7
    assert validate_state(rooms, damaged) == [says]


def test_a_moment_without_a_zone_is_explained() -> None:
    damaged = {**ARTICLE, "constraints": {"starts_at": "2026-08-07T15:00:00"}}
    assert validate_state(rooms, damaged) == [
        "constraints.starts_at: '2026-08-07T15:00:00' is no moment with an offset, such as 2026-08-07T15:00:00+03:00"
    ]


@pytest.mark.parametrize(("part", "value"), [
    ("permissions", {"search_rooms": True, "reserve_room": True}),
    ("constraints", {"attendees": 6, "limit": None}),
])  # fmt: skip
def test_invariants_are_held_beside_the_schema(part: str, value: Any) -> None:
    broken = {**ARTICLE, part: value}
    assert validate_state(rooms, broken) == []
    assert invariant_problems(rooms, broken) == ["a comparison reserves nothing and has a limit"]


@pytest.mark.parametrize("domain", [rooms, mail, travel], ids=lambda domain: domain.name)
def test_the_schema_is_one(domain: Domain) -> None:
    schema = state_schema(domain)
    jsonschema.Draft202012Validator.check_schema(schema)
    schema["properties"].clear()
    assert state_schema(domain)["properties"]


def states(dialogue: Dialogue) -> list[State]:
    domain, scenario, trace = dialogue
    found = [expectation.state for expectation in expect(domain, scenario, trace)]
    # A return to a version whose goal was in conflict leaves none, and no question: nothing a document could say.
    return [state for state in found if state.goal is not None or state.questions]


@settings(max_examples=scaled(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(chains())
def test_whatever_the_oracle_writes_is_valid(dialogue: Dialogue) -> None:
    for state in states(dialogue):
        assert validate_state(dialogue[0], dump_state(dialogue[0], state)) == []


@settings(max_examples=scaled(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(chains())
def test_what_was_written_is_loaded(dialogue: Dialogue) -> None:
    domain = dialogue[0]
    for state in states(dialogue):
        loaded = load_state(domain, dump_state(domain, state))
        assert loaded.content() == as_shown(domain, state).content()
        assert loaded.revision == max(state.revision, 1)
        assert {(e.path, e.old, e.new) for e in loaded.superseded} == {(e.path, e.old, e.new) for e in state.superseded}
        assert dump_state(domain, loaded)["constraints"] == dump_state(domain, state)["constraints"]


def as_shown(domain: Domain, state: State) -> State:
    """A state as its document shows it: a pause without its values, and a completion only where the status says it."""
    hidden = bool(state.questions) or state.paused is not None
    paused = None
    if state.paused is not None:  # a document has its name alone, so it comes back with its defaults
        defaults = {name: domain.field[name].parse(value) for name, value in domain.goal[state.paused.goal].defaults.items()}
        paused = replace(state.paused, values=defaults, indifferent=frozenset(), completed=False, touched=False)
    completed = state.completed and not hidden
    return replace(state, paused=paused, completed=completed, touched=completed and state.touched)


@given(st.sampled_from(["unmodelled:auditor", "unknown_goal:pizza", "conflict:attendees", "conflict:goal"]))
def test_an_open_question_is_loaded(question: str) -> None:
    document = {**ARTICLE, "status": "needs_clarification", "open_questions": [question]}
    assert [q.id for q in load_state(rooms, document).questions] == [question]


def test_a_return_finds_the_first_value_in_the_log() -> None:
    assert load_state(rooms, ARTICLE).first["attendees"] == 12
