"""What a scenario lacks to be fair: changes that cannot be what they say, and facts that an owed call needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from intentprops.changes import (
    Answer,
    Change,
    Message,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
)  # fmt: skip
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.errors import ScenarioError
from intentprops.oracle import expect
from intentprops.scenarios.canonical import canonical
from intentprops.state import Question, State
from intentprops.transitions import apply


def lint(domain: Domain, scenario: Scenario) -> list[str]:
    """What is wrong with a scenario, one line each; empty where it is sound.

    Legality: each change can be what it says where it stands, when the domain's own correct agent answers; labels
    exist; no message is without words. Sufficiency: what the active goal owes at the end needs nothing that nobody said.
    """
    try:
        scenario = canonical(domain, scenario)
    except ScenarioError as error:
        return [str(error)]
    if not scenario.turns:
        return ["there is no turn"]
    found: list[str] = []
    for number, turn in enumerate(scenario.turns, 1):
        found += [f"turn {number}: {problem}" for problem in _without_words(turn, scenario)]
    found += _labels(scenario)
    for number, turn in enumerate(scenario.turns, 1):
        state, offers = _met(domain, scenario, number)
        problems = list(_illegal(domain, state, turn, offers))
        if not problems:
            problems = _applied(domain, state, turn, offers)
        found += [f"turn {number}: {problem}" for problem in problems]
        if problems:  # what stands on a broken turn cannot be judged
            return found
    return found + list(_insufficient(domain, scenario))


def _without_words(turn: Turn, scenario: Scenario) -> list[str]:
    empty = not turn.messages or any(not message.text.strip() for message in turn.messages)
    return [f"there are no words in {scenario.language!r}"] if empty else []


def _labels(scenario: Scenario) -> list[str]:
    labels = [turn.label for turn in scenario.turns if turn.label is not None]
    return [f"the label {label!r} is given twice" for label in dict.fromkeys(labels) if labels.count(label) > 1]


def _met(domain: Domain, scenario: Scenario, number: int) -> tuple[State, tuple[str, ...]]:
    """The state and the offers that a turn meets after the domain's own correct agent."""
    if number == 1:
        return State(), ()
    before = replace(scenario, turns=scenario.turns[: number - 1])
    trace = correct_trace(domain, before)
    return expect(domain, before, trace)[number - 2].state, tuple(trace[number - 2].offers or ())


def _applied(domain: Domain, state: State, turn: Turn, offers: tuple[str, ...]) -> list[str]:
    try:
        return list(apply(domain, state, turn, offers).missed)
    except ScenarioError as error:
        return [str(error)]


def _illegal(domain: Domain, start: State, turn: Turn, offers: tuple[str, ...]) -> Iterator[str]:
    """The changes of a turn that are not what they say, each held against the state that the one before it left."""
    if start.revision == 0 and any(isinstance(change, Switch) for change in turn.changes):
        start = replace(start, revision=1)  # T0: a switch anywhere in the first turn keeps the opening goal away
    done: list[Message] = []
    for message in turn.messages:
        for n, change in enumerate(message.changes):
            so_far = Turn((*done, replace(message, changes=message.changes[:n])))
            try:
                state = apply(domain, start, so_far, offers).state
            except ScenarioError as error:
                yield str(error)
                return
            if problem := _problem(domain, state, change):
                yield problem
        done.append(message)


def _problem(domain: Domain, state: State, change: Change) -> str | None:
    """Why a change cannot be what it says in ``state``; ``None`` where it can."""
    match change:
        case Revision(name) if not domain.field[name].is_set and not _settled(state, name):
            return f"{domain.field[name].path} is revised and was not known; say reveal"
        case Reveal(name, value) if not domain.field[name].is_set:
            known = state.values.get(name)
            if known not in (None, value, _default(domain, state, name)):
                return f"{domain.field[name].path} is revealed and was known to be {domain.field[name].dump(known)!r}; say revise"
        case Remove(name, members) if absent := members - state.values.get(name, frozenset()):
            return f"{domain.field[name].path}: {domain.field[name].dump(absent)} cannot be removed, since it was not there"
        case Retract(name) if not _settled(state, name):
            return f"{domain.field[name].path} is retracted and was not known"
        case Return(str() as name, _) if name not in state.first:
            return f"{domain.field[name].path} returns to its first value, and had none"
        case Answer(topic) if not any(q.subject == topic and q.kind != "conflict" for q in state.questions):
            asked = ", ".join(repr(q.subject) for q in state.questions if q.kind != "conflict") or "none"
            return f"{topic!r} is answered, which is no open question; open: {asked}"
    return None


def _settled(state: State, name: str) -> bool:
    """Whether there is anything to revise or to withdraw; of a field in conflict there is what was said of it."""
    return name in state.values or name in state.indifferent or Question("conflict", name) in state.questions


def _default(domain: Domain, state: State, name: str) -> object:
    """What the goal itself filled in, which nobody said."""
    defaults = domain.goal[state.goal].defaults if state.goal is not None else {}
    return domain.field[name].parse(defaults.get(name))


def _insufficient(domain: Domain, scenario: Scenario) -> Iterator[str]:
    """Fields that the owed call of the last active goal needs, and that nobody ever said; what was withdrawn is meant so."""
    trace = correct_trace(domain, scenario)
    state = expect(domain, scenario, trace)[len(scenario.turns) - 1].state
    goal = domain.goal_of(state.goal)
    if goal is None or state.questions or state.completed or (goal.result and domain.maker[goal.result].name in state.bans):
        return
    for name in domain.needs(goal.name):
        if name not in state.values and name not in state.indifferent and name not in state.first:
            yield f"at the end {goal.name} needs {domain.field[name].path}, which nobody said"
