"""A call carries a value that nobody said."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.planning.arguments import carried, misfits, plans_with
from intentprops.mutants.shape import Defect, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for number, call, path, binding in carried(case, at):
            for name in binding.fields:
                field = case.domain.field[name]
                for value in case.unsaid(field)[:1] if name in at.after.values and not field.is_set else ():
                    if misfits(case, at, number, path, binding, name, value) is False:
                        fault = plans_with(at.turn, call.name, name, value)
                        yield Site(at.turn, f"calls[{number}].{path}", fault=fault, where=name)


register(Defect(
    "invented_argument", "A call carries a value that nobody said.", _sites,
    Expect("arguments", "wrong_argument", "calls[*].*", "planning"),
    needs="revise",
))  # fmt: skip
