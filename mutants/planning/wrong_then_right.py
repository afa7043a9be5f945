"""First a search with the old value, then one with the right value: every call is judged, not just the last."""

from collections.abc import Iterator

from intentprops.correct import Act, Say
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.planning.arguments import carried, misfit, wrong_call
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for number, call, field in carried(case, at):
            for old in sorted(at.after.old_values(field.name), key=str)[:1] if not case.domain.tool[call.name].effect else ():
                found = misfit(case, at, number, field.name, old)
                if found is not None and found[1]:
                    fault = _twice(at.turn, number, wrong_call(case, at, number, field.name, old))
                    yield Site(at.turn, f"calls[{number}].{found[0]}", fault=fault, where=field.name)


def _twice(turn: int, number: int, act: Act) -> Fault:
    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        if mind.turn != turn or len(mind.calls) != number - 1 or act in mind.done:
            return step
        mind.done.append(act)
        return act

    return Fault(plan=(plan,))


register(Defect(
    "wrong_then_right", "A wrong call is made before the right one.", _sites,
    Expect("arguments", "superseded_argument", "calls[*].*", "planning"),
    needs="revise",
    examples=[Example("rooms:V1", 3, "calls[1].capacity")],
))  # fmt: skip
