"""The state has the new value, and the call carries the old one: the correction was confirmed in words only (V1)."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.planning.arguments import carried, misfits, plans_with
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for number, call, path, binding in carried(case, at):
            for name in binding.fields:
                for old in sorted(at.after.old_values(name), key=str)[:1] if not case.domain.field[name].is_set else ():
                    if misfits(case, at, number, path, binding, name, old):
                        fault = plans_with(at.turn, call.name, name, old)
                        yield Site(at.turn, f"calls[{number}].{path}", fault=fault, where=name)


register(Defect(
    "old_argument", "A call carries a value that the user replaced, though the state has the new one.", _sites,
    Expect("arguments", "superseded_argument", "calls[*].*", "planning"),
    examples=[Example("rooms:V1", 3, "calls[1].capacity")],
    needs="revise",
))  # fmt: skip
