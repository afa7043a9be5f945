"""The call names an item of an outdated answer, by its opaque id: the old choice under the new wishes."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

from intentprops.correct import Act, Say
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.tools import Item, dig, plant


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for number, call in case.calls(at):
            for path, binding in case.domain.tool[call.name].args.items():
                if not isinstance(binding, Item) or not at.expected.calls[number - 1].permitted:
                    continue
                expected = at.expected.calls[number - 1]
                outdated = [id for id in expected.outdated[binding.result] if id not in expected.usable[binding.result]]
                effect = case.domain.maker[binding.result].effect
                if effect or case.domain.picks(binding.result, expected.state.values):
                    continue
                for old in outdated[:1]:
                    yield Site(at.turn, f"calls[{number}].{path}", fault=_takes(at.turn, call.name, path, old))


def _takes(turn: int, tool: str, path: str, item: Any) -> Fault:
    def send(mind: Mind, act: Act) -> Act:
        if mind.turn != turn or act.name != tool or dig(act.arguments, path) is None:
            return act
        arguments = deepcopy(act.arguments)
        plant(arguments, path, item)
        return Act(tool, arguments)

    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        if isinstance(step, Act) or mind.turn not in (turn, turn - 1):
            return step
        questions = tuple(q.model_copy(deep=True) for q in step.questions)
        for question in questions:
            if question.confirm == tool and question.arguments:
                plant(question.arguments, path, item)
        return replace(step, questions=questions)

    return Fault(plan=(plan,), send=(send,))


register(Defect(
    "old_item", "A call takes an item of an answer that is outdated, by its id.", _sites,
    Expect("items", "stale_result_used", "calls[*].*", "planning"),
    needs="revise switch confirm",
))  # fmt: skip
