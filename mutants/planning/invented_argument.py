"""A call carries a value that nobody said."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.planning.arguments import carried, misfit, plans_with
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for number, call, field in carried(case, at):
            for value in case.unsaid(field)[:1] if field.name in at.after.values else ():
                found = misfit(case, at, number, field.name, value)
                if found is not None and not found[1]:
                    fault = plans_with(at.turn, call.name, field.name, value)
                    yield Site(at.turn, f"calls[{number}].{found[0]}", fault=fault, where=field.name)


register(Defect(
    "invented_argument", "A call carries a value that nobody said.", _sites,
    Expect("arguments", "wrong_argument", "calls[*].*", "planning"),
    needs="revise",
    examples=[Example("rooms:V1", 1, "calls[1].capacity")],
))  # fmt: skip
