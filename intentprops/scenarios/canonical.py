"""Changes made canonical: whoever wrote them, their names are those of the domain and their values are its values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from intentprops.changes import (
    GOAL,
    Accept,
    Answer,
    Change,
    Compare,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Forbid,
    Permit,
    Refer,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.fields import PREFIX, Field
from intentprops.scenarios.places import Place
from intentprops.state import DISPOSITIONS
from intentprops.trace import shorten


def canonical(domain: Domain, scenario: Scenario) -> Scenario:
    """The scenario with every change canonical: values as the fields hold them, tools as frozensets, bare field names.

    Raises :class:`ScenarioError` that names scenario, turn and change, for what the domain does not have.
    """
    place = Place(f"scenario {scenario.id!r}")
    if scenario.domain != domain.name:
        raise place.error(f"it is of the domain {scenario.domain!r}, not {domain.name!r}")
    if scenario.now.tzinfo is None:
        raise place.error(f"now: {scenario.now.isoformat()} has no zone; write it with an offset")
    turns = [_turn(domain, turn, replace(place, path=f"turns[{n}]")) for n, turn in enumerate(scenario.turns)]
    return replace(scenario, turns=tuple(turns))


def _turn(domain: Domain, turn: Turn, place: Place) -> Turn:
    messages = []
    for m, message in enumerate(turn.messages):
        inside = f"{place.path}.messages[{m}]" if len(turn.messages) > 1 else place.path
        changes = (
            canonical_change(domain, change, replace(place, path=f"{inside}.changes[{n}]"))
            for n, change in enumerate(message.changes)
        )
        messages.append(replace(message, changes=tuple(changes)))
    return replace(turn, messages=tuple(messages))


def canonical_change(domain: Domain, change: Change, place: Place) -> Change:
    """One change, canonical; raises :class:`ScenarioError` at ``place``."""
    try:
        return _canonical(domain, change, place)
    except ValueProblem as problem:
        raise place.error(str(problem)) from None


def _canonical(domain: Domain, change: Change, place: Place) -> Change:
    match change:
        case Reveal(name, raw) | Revision(name, raw):
            field = _field(domain, name, place)
            value = field.parse(raw)
            if value is None or (value == field.empty and isinstance(change, Reveal)):
                raise place.error(f"{field.path}: {shorten(raw)} says nothing; to withdraw a value, say retract")
            return replace(change, field=field.name, value=value)
        case Remove(name, raw):
            field = _field(domain, name, place)
            if not field.is_set:
                raise place.error(f"{field.path} is no set, so nothing can be removed from it; say retract, or revise")
            if not (members := field.parse(raw)):
                raise place.error(f"{field.path}: no members to remove")
            return Remove(field.name, members)
        case Retract(name) | DontCare(name):
            return replace(change, field=_field(domain, name, place).name)
        case Accept(position):
            if isinstance(position, bool) or not isinstance(position, int) or position < 1:
                raise place.error(f"{shorten(position)} is no position of an offer; they are counted from 1")
            return change
        case Refer(name, source):
            to, of = _field(domain, name, place), _field(domain, source, place)
            if to == of or to.is_set != of.is_set:
                raise place.error(f"{to.path} cannot take the value of {of.path}")
            return Refer(to.name, of.name)
        case Return(name, version):
            if (name is None) == (version is None):
                raise place.error("a return is to a field's first value or to the version of a label, one of the two")
            return change if name is None else Return(_field(domain, name, place).name)
        case Conflict(name, raw):
            return Conflict(*_conflict(domain, name, raw, place))
        case Unmodelled(topic) | UnknownGoal(topic) | Answer(topic):
            if not isinstance(topic, str) or not topic.strip():
                raise place.error(f"{shorten(topic)} is no topic; name it in a few words")
            return type(change)(topic.strip())
        case Switch(goal, disposition):
            if disposition is not None:
                place.known(disposition, DISPOSITIONS, "disposition")
            return replace(change, goal=place.known(goal, domain.goal, "goal"))
        case Detour(goal):
            return Detour(place.known(goal, domain.goal, "goal"))
        case Forbid(tools) | Permit(tools):
            return type(change)(_tools(domain, tools, place))
        case Confirm() | Compare():
            return change
    raise place.error(f"{shorten(change)} is no change")


def _field(domain: Domain, name: Any, place: Place) -> Field:
    bare = name.removeprefix(PREFIX) if isinstance(name, str) else name
    return domain.field[place.known(bare, domain.field, "field")]


def _conflict(domain: Domain, name: str, raw: Any, place: Place) -> tuple[str, tuple[Any, ...]]:
    if isinstance(raw, str) or not isinstance(raw, Iterable):
        raise place.error(f"{shorten(raw)} is no list of the values in conflict")
    if name == GOAL:
        values: list[Any] = [place.known(goal, domain.goal, "goal") for goal in raw]
    else:
        field = _field(domain, name, place)
        name, values = field.name, [_side(field, value) for value in raw]
    if len(dict.fromkeys(values)) < 2:
        raise place.error(f"a conflict needs two different values, not {shorten(raw)}")
    return name, tuple(values)


def _side(field: Field, raw: Any) -> Any:
    """One side of a conflict; about a set, a member alone stands for the set of it."""
    return field.parse([raw] if field.is_set and isinstance(raw, str) else raw)


def _tools(domain: Domain, tools: Any, place: Place) -> frozenset[str]:
    names = [tools] if isinstance(tools, str) else tools
    if not isinstance(names, Iterable) or not (names := list(names)):
        raise place.error(f"{shorten(tools)} names no tool; it takes {', '.join(domain.tool)}")
    return frozenset(place.known(name, domain.tool, "tool") for name in names)
