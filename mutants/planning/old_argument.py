"""The state has the new value, and the call carries the old one: the correction was confirmed in words only (V1)."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.planning.arguments import carried, misfit, plans_with
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for number, call, field in carried(case, at):
            for old in sorted(at.after.old_values(field.name), key=str)[:1]:
                found = misfit(case, at, number, field.name, old)
                if found is not None and found[1]:
                    fault = plans_with(at.turn, call.name, field.name, old)
                    yield Site(at.turn, f"calls[{number}].{found[0]}", fault=fault, where=field.name)


register(Defect(
    "old_argument", "A call carries a value that the user replaced, though the state has the new one.", _sites,
    Expect("arguments", "superseded_argument", "calls[*].*", "planning"),
    needs="revise",
    examples=[Example("rooms:V1", 3, "calls[1].capacity")],
))  # fmt: skip
