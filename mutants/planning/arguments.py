"""Calls with another value for one field: what a planner does that looks at an old or an imagined version."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from intentprops.correct import Act, Say
from intentprops.domain import Domain
from intentprops.fields import Field
from intentprops.ledger import argument_fits, argument_is_old, expected_argument
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import At, Case
from intentprops.mutants.edits import with_value
from intentprops.state import State
from intentprops.tools import Binding, dig, plant
from intentprops.trace import Question, ToolCall


def carried(case: Case, at: At) -> Iterator[tuple[int, ToolCall, Field]]:
    """The scalars that a turn's calls carry: the call's number, the call, the field."""
    for number, call in case.calls(at):
        names = dict.fromkeys(name for _, binding in case.domain.carriers(call.name) for name in binding.fields)
        for name in names:
            if not case.domain.field[name].is_set:
                yield number, call, case.domain.field[name]


def misfit(case: Case, at: At, number: int, name: str, value: Any) -> tuple[str, bool] | None:
    """The first argument of a call that is wrong when it is made from a wrong value of a field, and whether it is an old one."""
    tool = at.record.tool_calls[number - 1].name
    for path, binding in case.domain.carriers(tool):
        old = _misfits(case, at, number, binding, name, value) if name in binding.fields else None
        if old is not None:
            return path, old
    return None


def _misfits(case: Case, at: At, number: int, binding: Binding, name: str, value: Any) -> bool | None:
    domain, expected = case.domain, at.expected.calls[number - 1]
    argument = _argument(domain, binding, with_value(name, value)(expected.state))
    effectful = domain.tool[expected.tool].effect
    if argument is None or argument_fits(
        domain, binding, argument, expected.state, effectful=effectful, compares=expected.compares, chosen=True
    ):
        return None
    return argument_is_old(domain, binding, argument, expected.state)


def wrong_call(case: Case, at: At, number: int, name: str, value: Any) -> Act:
    """A call of a turn as it would be with another value of a field."""
    call, state = at.record.tool_calls[number - 1], with_value(name, value)(at.expected.calls[number - 1].state)
    arguments: dict[str, Any] = _copied(call.arguments)
    for path, binding in case.domain.carriers(call.name):
        if name in binding.fields:
            plant(arguments, path, _argument(case.domain, binding, state))
    return Act(call.name, arguments)


def _argument(domain: Domain, binding: Binding, state: State) -> Any:
    return expected_argument(domain, binding, state)


def plans_with(turn: int, tool: str, name: str, value: Any) -> Fault:
    """An agent that plans the calls of one tool in a turn, and asks for a yes to them, with a wrong value of a field.

    It believes that it planned with the right one.
    """

    def wrong(mind: Mind, arguments: dict[str, Any]) -> dict[str, Any]:
        changed: dict[str, Any] = _copied(arguments)
        state = with_value(name, value)(mind.progress.state)
        for path, binding in mind.domain.carriers(tool):
            if name in binding.fields and dig(arguments, path) is not None:
                plant(changed, path, _argument(mind.domain, binding, state))
        return changed

    def send(mind: Mind, act: Act) -> Act:
        return Act(act.name, wrong(mind, act.arguments)) if mind.turn == turn and act.name == tool else act

    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        if isinstance(step, Act) or mind.turn not in (turn, turn - 1):
            return step
        asked = [
            Question(confirm=tool, arguments=wrong(mind, q.arguments)) if q.confirm == tool and q.arguments else q
            for q in step.questions
        ]
        return replace(step, questions=tuple(asked))

    return Fault(plan=(plan,), send=(send,))


def _copied(value: Any) -> Any:
    return {key: _copied(held) for key, held in value.items()} if isinstance(value, dict) else value
