"""How far the oracle and the recorded calls agree, and what stands against it.

The oracle explains a call when each argument is what it expects there: the active value of the field, or, of a field without
one, nothing or the schema's default. A field for which any value would do expects none in particular.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from benchmarks.sgd.chains import chain_of
from benchmarks.sgd.domains import domain_of
from benchmarks.sgd.names import qualified
from benchmarks.sgd.reading import Answer, Dialogue, Service, ServiceCall
from benchmarks.sgd.traces import trace_of
from intentprops import Domain, Refer, Scenario
from intentprops.errors import ValueProblem
from intentprops.fields import Field
from intentprops.ledger import expected_argument
from intentprops.oracle import CallExpectation
from intentprops.scenarios.canonical import canonical
from intentprops.score import Grade, grade
from intentprops.tools import Binding
from intentprops.trace import ToolCall, TurnRecord


@dataclass(frozen=True)
class Case:
    """A dialogue with its domain, its chain and its trace."""

    dialogue: Dialogue
    domain: Domain
    scenario: Scenario
    trace: Sequence[TurnRecord]

    @cached_property
    def graded(self) -> Grade:
        return grade(self.domain, self.scenario, self.trace)

    def calls(self) -> Iterator[tuple[int, int, ToolCall, CallExpectation]]:
        """Every call with its turn, its number in the turn (both from 1), and what the oracle knew when it was made."""
        for record, expected in zip(self.trace, self.graded.expectations, strict=True):
            for number, (call, known) in enumerate(zip(record.tool_calls, expected.calls, strict=True), 1):
                yield record.turn, number, call, known


class Cases:
    """Makes cases of dialogues; a domain is made once for each set of services."""

    def __init__(self, services: Mapping[str, Service]) -> None:
        self.services = services
        self.domains: dict[tuple[str, ...], Domain] = {}

    def of(self, dialogue: Dialogue) -> Case:
        key = tuple(sorted(dialogue.services))
        if key not in self.domains:
            self.domains[key] = domain_of([self.services[name] for name in key])
        domain = self.domains[key]
        return Case(dialogue, domain, canonical(domain, chain_of(dialogue, self.services)), trace_of(dialogue, self.services))


@dataclass(frozen=True)
class Misfit:
    """An argument that is not what the oracle expects; ``turn`` and ``number`` count from 1."""

    dialogue: str
    turn: int
    number: int
    tool: str
    path: str
    expected: Any
    actual: Any
    superseded: bool


def misfits(case: Case) -> Iterator[Misfit]:
    """What the oracle does not explain of the calls of a dialogue."""
    for turn, number, call, known in case.calls():
        tool = case.domain.tool[call.name]
        for path, binding in case.domain.carriers(call.name):
            expected = expected_argument(case.domain, binding, known.state)
            actual = tool.argument(call.arguments, path)
            if _explained(binding, known, expected, actual, tool.defaults.get(path)):
                continue
            old = {str(value) for name in binding.fields for value in known.state.old_values(name)}
            yield Misfit(case.dialogue.id, turn, number, call.name, path, expected, actual, str(actual) in old)


def _explained(binding: Binding, known: CallExpectation, expected: Any, actual: Any, default: Any) -> bool:
    if expected is None and set(binding.fields) <= known.state.indifferent:
        return True
    return bool(actual == (default if expected is None else expected))


ORIGINS = {
    "said": "said by the user",
    "accepted": "part of an accepted offer",
    "read out": "read out or proposed by the system, and let stand",
    "carried": "carried over from another service",
    "default": "the schema's default, or left open",
}
"""Where the value of an argument comes from."""


def origins(case: Case) -> Iterator[list[str]]:
    """For each call of a dialogue, where the values come from that the oracle expects in the arguments that it names."""
    last: dict[str, str] = {}
    for said, record, e in zip(case.dialogue.said[::2], case.trace, case.graded.expectations, strict=True):
        told = {qualified(frame.service, act.slot) for frame in said.frames for act in frame.of("INFORM")}
        carried = {change.field for change in case.scenario.turns[e.turn - 1].changes if isinstance(change, Refer)}
        for name in e.step.said:
            if case.domain.field[name].path in e.step.changed:
                last[name] = (
                    "said" if name in told else "carried" if name in carried else "accepted" if name in e.step.taken else "read out"
                )
        for call, known in zip(record.tool_calls, e.calls, strict=True):
            named = [b.fields[0] for path, b in case.domain.carriers(call.name) if path in call.arguments]
            yield [last.get(name, "default") if name in known.state.values else "default" for name in named]


@dataclass(frozen=True)
class Revised:
    """A known value that a turn replaced, with the next call that carries its field before it is replaced again.

    ``accepted``: by an offer that the user accepted, not by his own words.
    """

    dialogue: str
    field: str
    turn: int
    old: Any
    new: Any
    call_turn: int
    number: int
    path: str
    carried: Any
    accepted: bool


def revised(case: Case) -> Iterator[Revised]:
    """The revisions of a dialogue that a later call shows."""
    made = list(case.calls())
    changes = [
        (e.turn, name, e.before.values[name], e.step.state.values[name], name in e.step.taken)
        for e in case.graded.expectations for name in case.domain.field
        if name in e.before.values and name in e.step.state.values and e.before.values[name] != e.step.state.values[name]
    ]  # fmt: skip
    for turn, name, old, new, accepted in changes:
        until = min((t for t, other, *_ in changes if other == name and t > turn), default=len(case.trace) + 1)
        for at, number, call, _ in made:
            paths = [path for path, binding in case.domain.carriers(call.name) if name in binding.fields]
            if turn <= at < until and paths:
                carried = case.domain.tool[call.name].argument(call.arguments, paths[0])
                value = _parsed(case.domain.field[name], carried)
                yield Revised(case.dialogue.id, name, turn, old, new, at, number, paths[0], value, accepted)
                break


def _parsed(field: Field, argument: Any) -> Any:
    """What an argument says of a field; the argument itself where the field cannot read it."""
    try:
        return field.parse(argument)
    except ValueProblem:
        return argument


# -- faults put into the record: what grading says of an agent that is wrong


def finds_old_value(case: Case, revision: Revised) -> bool:
    """Whether the old value is found where it is put in the place of the new one, at that very argument."""
    trace = [record.model_copy(deep=True) for record in case.trace]
    call = trace[revision.call_turn - 1].tool_calls[revision.number - 1]
    call.arguments[revision.path] = case.domain.field[revision.field].dump(revision.old)
    place = f"calls[{revision.number}].{revision.path}"
    return ("superseded_argument", revision.call_turn, place) in _findings(case, trace)


def finds_early_calls(case: Case) -> Iterator[bool]:
    """For each transaction: whether it is found when it is made a turn too early, before the yes.

    Not of one that is tried again: the yes to what the world refused still stands.
    """
    for turn, number, call, _ in case.calls():
        last = {other.name for record in case.trace[max(turn - 2, 0) : turn - 1] for other in record.tool_calls}
        again = any(other.arguments == call.arguments for record in case.trace[: turn - 1] for other in record.tool_calls)
        if turn > 1 and call.name in case.domain.effectful - last and not again:
            trace = [record.model_copy(deep=True) for record in case.trace]
            trace[turn - 2].tool_calls.append(trace[turn - 1].tool_calls.pop(number - 1))
            place = f"calls[{len(trace[turn - 2].tool_calls)}]"
            yield ("unconfirmed_call", turn - 1, place) in _findings(case, trace)


def finds_claims(case: Case) -> Iterator[bool]:
    """For each transaction that succeeded: whether its report is found to be false when the call is taken out."""
    for turn, number, call, _ in case.calls():
        if call.name in case.domain.effectful and case.domain.tool[call.name].accepted(call.result):
            trace = [record.model_copy(deep=True) for record in case.trace]
            trace[turn - 1].tool_calls.pop(number - 1)
            yield ("false_completion_claim", turn, "reply") in _findings(case, trace)


def finds_idleness(case: Case) -> bool | None:
    """Whether the dialogue's last transaction that succeeded is found missing when it is taken out; None where it has none, or
    the user said more than thanks after it."""
    made = [
        (turn, number, call.name)
        for turn, number, call, _ in case.calls()
        if call.name in case.domain.effectful and case.domain.tool[call.name].accepted(call.result)
    ]
    if not made or any(turn.changes for turn in case.scenario.turns[made[-1][0] :]):
        return None
    turn, number, tool = made[-1]
    trace = [record.model_copy(deep=True) for record in case.trace]
    trace[turn - 1].tool_calls.pop(number - 1)
    return ("missing_call", turn, tool) in _findings(case, trace)


def _findings(case: Case, trace: Sequence[TurnRecord]) -> set[tuple[str, int, str]]:
    return {(f.reason, f.turn, f.path) for f in grade(case.domain, case.scenario, trace).findings}


# -- what the agreement is compared with


def plain_fold(dialogue: Dialogue, services: Mapping[str, Service]) -> int:
    """The calls that a plain fold explains: the last value that the user informed the service of, and the schema's defaults."""
    told: dict[tuple[str, str], str] = {}
    explained = 0
    for turn, said in enumerate(dialogue.said):
        if said.speaker == "USER":
            told |= {(frame.service, act.slot): act.canonical[0] for frame in said.frames for act in frame.of("INFORM")}
        explained += sum(
            all(value in (told.get((call.service, slot)), _default(services, call, slot)) for slot, value in call.parameters.items())
            for call in dialogue.answers[turn].calls
        )
    return explained


def annotated_fold(dialogue: Dialogue, services: Mapping[str, Service]) -> int:
    """The calls that the annotators' latest state and the schema's defaults explain.

    That state is an answer, the judged turn's own; spellings count as the acts said so far translate them.
    """
    state: dict[tuple[str, str], Sequence[str]] = {}
    spelled: dict[tuple[str, str], set[str]] = {}
    explained = 0
    for turn, said in enumerate(dialogue.said):
        for frame in said.frames:
            for act in frame.acts:
                for value, meant in zip(act.values, act.canonical, strict=True):
                    spelled.setdefault((act.slot, value), set()).add(meant)
        if said.speaker == "USER":
            for service, values in dialogue.answers[turn].slot_values.items():
                state = {key: value for key, value in state.items() if key[0] != service}
                state |= {(service, slot): listed for slot, listed in values.items()}
        for call in dialogue.answers[turn].calls:
            known = {
                slot: {name for value in state.get((call.service, slot), ()) for name in (value, *spelled.get((slot, value), ()))}
                for slot in call.parameters
            }
            explained += all(
                value in known[slot] or value == _default(services, call, slot) for slot, value in call.parameters.items()
            )
    return explained


def _default(services: Mapping[str, Service], call: ServiceCall, slot: str) -> str | None:
    return services[call.service].intent[call.method].optional_slots.get(slot)


def permuted(dialogues: Iterable[Dialogue], seed: int) -> list[Dialogue]:
    """The dialogues with the answers dealt out anew: each call has the parameters of another call of its method."""
    dialogues = list(dialogues)
    places: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
    for d, dialogue in enumerate(dialogues):
        for t, answer in enumerate(dialogue.answers):
            for c, call in enumerate(answer.calls):
                places.setdefault((call.service, call.method), []).append((d, t, c))
    dealt: dict[tuple[int, int, int], Mapping[str, str]] = {}
    for key in sorted(places):
        order = places[key]
        Random(f"{seed} {key}").shuffle(order)
        for place, (d, t, c) in zip(order, [*order[1:], order[0]], strict=True):
            dealt[place] = dialogues[d].answers[t].calls[c].parameters
    return [
        replace(dialogue, answers=tuple(
            Answer(a.slot_values, tuple(replace(call, parameters=dealt[d, t, c]) for c, call in enumerate(a.calls)))
            for t, a in enumerate(dialogue.answers)
        ))
        for d, dialogue in enumerate(dialogues)
    ]  # fmt: skip


@dataclass
class Agreement:
    """The counts of a set of dialogues. ``carrying`` are the calls with a value carried over from another service."""

    dialogues: int = 0
    calls: int = 0
    explained: int = 0
    superseded: int = 0
    passed: int = 0
    changes: Counter[str] = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    carrying: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        return self.explained / self.calls if self.calls else 0.0

    def add(self, case: Case, found: Sequence[Misfit]) -> None:
        made = list(case.calls())
        wrong = {(misfit.turn, misfit.number) for misfit in found}
        self.dialogues += 1
        self.calls += len(made)
        self.explained += len(made) - len(wrong)
        self.superseded += len({(misfit.turn, misfit.number) for misfit in found if misfit.superseded})
        self.passed += case.graded.passed
        self.changes.update(type(change).__name__ for turn in case.scenario.turns for change in turn.changes)
        for places in origins(case):
            self.origins.update(places)
            self.carrying += "carried" in places
        self.reasons.update(finding.reason for finding in case.graded.findings)
