"""The user gives another value, and the first one stays in the state (V1, V3).

Harmless where the user came back to the first value: 12, then 6, then 12.
"""

from collections.abc import Iterator

from intentprops.mutants.case import Case, path_of
from intentprops.mutants.edits import believes, with_value
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for field in case.scalars():
            first, now = at.heard.first.get(field.name), at.heard.values.get(field.name)
            if at.changed(path_of(field)) and None not in (first, now, at.before.values.get(field.name)):
                yield Site(at.turn, path_of(field), fault=believes(at.turn, with_value(field.name, first)))


register(Defect(
    "stale_value", "The first value of a field stays in the state after the user gave another one.", _sites,
    Expect("state", "stale_value", "constraints.*", "interpretation"),
    needs="revise", documented=True,
    examples=[Example("rooms:V1", 3, "constraints.attendees"), Example("rooms:V3", 3, "constraints.attendees")],
))  # fmt: skip
