"""The second of two searches leaves out one wish of a set, a feature that the first one had.

Where a tool may be asked more broadly and what it brings is filtered later, the broader search is right; what is wrong then is
to offer an item that lacks the feature.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from intentprops.correct import Act, selected
from intentprops.ledger import argument_fits, argument_is_old, expected_argument, suits
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import At, Case
from intentprops.mutants.edits import offers, with_value
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.tools import Binding, plant

_EXACT = Expect("arguments", "wrong_argument", "calls[*].*", "planning")
_BROADER = Expect("items", "unsuitable_candidate", "offers", "response")


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for number, call in case.calls(at):
            if case.domain.tool[call.name].effect or at.expected.step.compares:
                continue
            for path, binding in case.domain.carriers(call.name):
                for name in binding.fields:
                    held = at.after.values.get(name) if case.domain.field[name].is_set else None
                    for member in sorted(held or (), key=str)[:1]:
                        yield from _site(case, at, number, path, binding, name, (held or frozenset()) - {member})


def _site(case: Case, at: At, number: int, path: str, binding: Binding, name: str, fewer: frozenset[Any]) -> Iterator[Site]:
    domain, state = case.domain, at.expected.calls[number - 1].state
    argument = expected_argument(domain, binding, with_value(name, fewer)(state))
    tool = domain.tool[at.expected.calls[number - 1].tool]
    if argument is None or tool.problem({**at.record.tool_calls[number - 1].arguments, path.split(".")[0]: argument}):
        return
    if not argument_fits(domain, binding, argument, state):
        if not argument_is_old(domain, binding, argument, state):
            yield Site(at.turn, f"calls[{number}].{path}", fault=_asks(at.turn, tool.name, path, argument), expects=[_EXACT], where=name)
        return
    offered = _offered(case, at, tool.makes or "", name, fewer)
    if offered:
        fault = _asks(at.turn, tool.name, path, argument) + offers(at.turn, lambda listed: offered)
        yield Site(at.turn, "offers", fault=fault, expects=[_BROADER], where=name)


def _offered(case: Case, at: At, result: str, name: str, fewer: frozenset[Any]) -> tuple[str, ...]:
    """What would be offered under the fewer wishes, where that holds an item which lacks the one that was left out."""
    goal = case.domain.goal_of(at.after.goal)
    if goal is None or goal.result != result or not at.record.offers:
        return ()
    progress = case.progress(at.turn)
    progress.state = replace(progress.state, values={**progress.state.values, name: fewer})
    key = case.domain.result[result].key
    items = [item for item in case.domain.items.values() if key in item and suits(case.domain, item, progress.state)]
    lacking = [item for item in items if not suits(case.domain, item, at.after)]
    return tuple(str(item[key]) for item in (lacking[:1] + selected(case.domain, progress))[: len(at.record.offers)]) if lacking else ()


def _asks(turn: int, tool: str, path: str, argument: Any) -> Fault:
    def send(mind: Mind, act: Act) -> Act:
        if mind.turn != turn or act.name != tool:
            return act
        arguments = {**act.arguments}
        plant(arguments, path, argument)
        return Act(act.name, arguments)

    return Fault(send=(send,))


register(Defect(
    "dropped_wish", "A search leaves out one of several wishes, and what it finds is taken to have it.", _sites,
    [_EXACT, _BROADER],
    needs="add revise",
    examples=[Example("rooms:V5", 1, "offers"), Example("mail:R5", 2, "calls[1].attachments")],
))  # fmt: skip
