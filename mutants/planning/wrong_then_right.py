"""First a search with the old value, then one with the right value: every call is judged, not just the last."""

from collections.abc import Iterator

from intentprops.correct import Act
from intentprops.ledger import expected_argument
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.edits import with_value
from intentprops.mutants.planning.arguments import carried, misfits
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.tools import plant
from intentprops.trace import ToolCall


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for number, call, path, binding in carried(case, at):
            for name in binding.fields if not case.domain.tool[call.name].effect else ():
                for old in sorted(at.after.old_values(name), key=str)[:1] if not case.domain.field[name].is_set else ():
                    if misfits(case, at, number, path, binding, name, old):
                        state = with_value(name, old)(at.expected.calls[number - 1].state)
                        wrong = call.model_copy(deep=True)
                        for other, bound in case.domain.carriers(call.name):
                            if name in bound.fields:
                                plant(wrong.arguments, other, expected_argument(case.domain, bound, state))
                        fault = _twice(at.turn, number, wrong)
                        yield Site(at.turn, f"calls[{number}].{path}", fault=fault, where=name)


def _twice(turn: int, number: int, wrong: ToolCall) -> Fault:
    def plan(mind: Mind, step: object) -> object:
        act = Act(wrong.name, wrong.arguments)
        if mind.turn != turn or len(mind.calls) != number - 1 or act in mind.done:
            return step
        mind.done.append(act)
        return act

    return Fault(plan=(plan,))  # type: ignore[arg-type]


register(Defect(
    "wrong_then_right", "A wrong call is made before the right one.", _sites,
    Expect("arguments", "superseded_argument", "calls[*].*", "planning"),
    needs="revise",
))  # fmt: skip
