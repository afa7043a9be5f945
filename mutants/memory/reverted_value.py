"""A replaced value comes back in a turn that does not speak of it."""

from collections.abc import Iterator

from intentprops.mutants.case import Case, path_of
from intentprops.mutants.edits import believes, with_value
from intentprops.mutants.shape import Defect, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for field in case.scalars():
            silent = field.name not in at.expected.step.said and not at.changed(path_of(field))
            known = field.name in at.before.values and field.name in at.heard.values
            for old in sorted(at.before.old_values(field.name), key=str)[:1] if silent and known else ():
                yield Site(at.turn, path_of(field), fault=believes(at.turn, with_value(field.name, old)))


register(Defect(
    "reverted_value", "A value that was replaced earlier is active again, and nobody said so.", _sites,
    Expect("state", "stale_value", "constraints.*", "memory"),
    needs="revise aside",
))  # fmt: skip
