"""A value is taken for another one, which nobody said."""

from collections.abc import Iterator

from intentprops.mutants.case import Case, path_of
from intentprops.mutants.edits import believes, with_value
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for field in case.scalars():
            said = field.name in at.heard.values and at.changed(path_of(field)) and field.name in at.expected.step.said
            for value in case.unsaid(field)[:1] if said else ():
                yield Site(at.turn, path_of(field), fault=believes(at.turn, with_value(field.name, value)))


register(Defect(
    "misheard_value", "A field holds a value that nobody said.", _sites,
    Expect("state", "wrong_value", "constraints.*", "interpretation"),
    needs="revise",
    examples=[Example("rooms:C1", 1, "constraints.attendees")],
))  # fmt: skip
