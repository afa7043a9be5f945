"""A dialogue to break: its scenario, the correct agent's trace of it, and what the oracle expects of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from intentprops.changes import Scenario, Turn
from intentprops.correct import Act, call_of
from intentprops.domain import Domain
from intentprops.fields import PREFIX, Field
from intentprops.ledger import suits
from intentprops.mutants.agent import Exposed, simulate
from intentprops.mutants.shape import Site
from intentprops.oracle import HARNESS_YES, Expectation, Progress, expect
from intentprops.score import Grade, grade
from intentprops.state import State
from intentprops.tools import Item, named
from intentprops.trace import ToolCall, TurnRecord


@dataclass(frozen=True, slots=True)
class At:
    """One live turn of a case: its number, what was said, what was recorded, and what must hold.

    ``heard`` is the active version after the user spoke, before the agent acted.
    """

    turn: int
    said: Turn
    record: TurnRecord
    expected: Expectation

    @property
    def before(self) -> State:
        return self.expected.before

    @property
    def heard(self) -> State:
        return self.expected.step.state

    @property
    def after(self) -> State:
        return self.expected.state

    def changed(self, path: str) -> bool:
        return path in self.expected.step.changed

    @property
    def acted(self) -> bool:
        """Whether the agent's own calls moved the state on."""
        return self.heard.content() != self.after.content()


class Case:
    """A domain's scenario with the correct agent's trace. Nothing of it may be changed; :meth:`broken` gives what may be."""

    def __init__(self, domain: Domain, scenario: Scenario) -> None:
        self.domain, self.scenario = domain, scenario
        self._traces: dict[Exposed, list[TurnRecord]] = {}

    @cached_property
    def trace(self) -> list[TurnRecord]:
        """The correct trace of an agent that exposes its state."""
        return self.exposing("state")

    def exposing(self, exposed: Exposed) -> list[TurnRecord]:
        """The correct trace of an agent that exposes a state, a summary, or neither."""
        if exposed not in self._traces:
            self._traces[exposed] = simulate(self.domain, self.scenario, exposed=exposed)
        return self._traces[exposed]

    @cached_property
    def expectations(self) -> list[Expectation]:
        return expect(self.domain, self.scenario, self.trace)

    def grade(self, exposed: Exposed = "state") -> Grade:
        """The control: the grade of a correct trace."""
        return grade(self.domain, self.scenario, self.exposing(exposed))

    def broken(self, site: Site) -> list[TurnRecord]:
        """The trace that a site makes of this case."""
        if site.fault.breaks:
            trace = simulate(self.domain, self.scenario, site.fault, site.exposed)
        else:
            trace = [record.model_copy(deep=True) for record in self.exposing(site.exposed)]
        site.edit(trace)
        return trace

    # -- where things are

    def live(self, start: int = 1) -> Iterator[At]:
        """The turns that are the agent's own and were reached, from a turn on."""
        for n, (record, expected) in enumerate(zip(self.trace, self.expectations, strict=True), 1):
            if n >= start and not record.scripted and not expected.blind:
                yield At(n, self.said(n), record, expected)

    def said(self, turn: int) -> Turn:
        return self.scenario.turns[turn - 1] if turn <= len(self.scenario.turns) else HARNESS_YES

    def revised(self) -> Iterator[tuple[At, Field, Any, Any]]:
        """Each scalar that a turn replaced by another value: the turn, the field, the old value and the new one."""
        for at in self.live(2):
            for field in self.scalars():
                old, new = at.before.values.get(field.name), at.heard.values.get(field.name)
                if old is not None and new is not None and old != new and at.after.values.get(field.name) == new:
                    yield at, field, old, new

    def scalars(self) -> list[Field]:
        """The fields that people state themselves and that hold one value."""
        return [field for field in self.domain.field.values() if not field.is_set and field.from_item is None]

    def progress(self, turn: int) -> Progress:
        """The oracle's progress when the calls of a turn are made and its reply is not yet given."""
        progress = Progress(self.domain)
        for n, record in enumerate(self.trace[:turn], 1):
            progress.user(self.said(n))
            for call in record.tool_calls:
                progress.call(call)
            if n < turn:
                progress.reply(record.offers, record.questions)
        return progress

    def heard(self, turn: int) -> Progress:
        """The oracle's progress when the words of a turn are heard and nothing is done yet."""
        progress = self.progress(turn - 1)
        if turn > 1:
            record = self.trace[turn - 2]
            progress.reply(record.offers, record.questions)
        progress.user(self.said(turn))
        return progress

    def outlived(self, result: str, turn: int) -> bool:
        """Whether the answers from before a turn are outdated from then on to the end."""
        ledger = self.progress(turn - 1).ledger
        return all(ledger.best(result, e.state) == "stale" for e in self.expectations[turn - 1 :])

    def call_of(self, tool: str, progress: Progress) -> Act | None:
        """A call of a tool with active values, if it can be made."""
        act = call_of(self.domain, progress, self.domain.tool[tool])
        return act if act is not None and self.right(act, progress) else None

    def right(self, act: Act, progress: Progress) -> bool:
        """Whether the arguments of a call fit their schema, and the items that it names can be named and suit."""
        tool, made = self.domain.tool[act.name], progress.expect_call(ToolCall(name=act.name, arguments=act.arguments))
        for path, binding in tool.args.items():
            if isinstance(binding, Item):
                name = named(act.arguments, path)
                item = made.usable[binding.result].get(name) or self.domain.items.get(name)
                if name not in made.usable[binding.result] and not self.domain.picks(binding.result, progress.state.values):
                    return False
                if item is None or (not self.domain.maker[binding.result].effect and not suits(self.domain, item, progress.state)):
                    return False
        return tool.problem(act.arguments) is None

    def calls(self, at: At) -> Iterator[tuple[int, ToolCall]]:
        """The calls of a turn with their numbers, from 1; undos are not among them."""
        for number, call in enumerate(at.record.tool_calls, 1):
            tool = self.domain.tool.get(call.name)
            if tool is not None and tool.undoes is None:
                yield number, call

    @cached_property
    def pools(self) -> Mapping[str, tuple[Any, ...]]:
        """Values of each field that a person might say."""
        from intentprops.mutants.chains import known_values

        return known_values(self.domain)

    def unsaid(self, field: Field) -> list[Any]:
        """Values of a field that nobody said in this dialogue, and that no other field holds."""
        said = {value for e in self.expectations for value in e.state.values.values() if not isinstance(value, frozenset)}
        said |= {entry.old for entry in self.expectations[-1].state.superseded}
        said |= {value for turn in self.scenario.turns for change in turn.changes for value in _values(change)}
        return [value for value in self.pools.get(field.name, ()) if value not in said and not isinstance(value, frozenset)]


def _values(change: Any) -> tuple[Any, ...]:
    value = getattr(change, "value", None)
    return (*getattr(change, "values", ()), *(() if value is None or isinstance(value, frozenset) else (value,)))


def path_of(field: Field) -> str:
    return PREFIX + field.name


def shown(record: TurnRecord) -> dict[str, Any]:
    """The state that a record exposes."""
    assert record.active_state_after is not None
    return record.active_state_after
