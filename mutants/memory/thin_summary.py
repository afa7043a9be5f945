"""The summary leaves out what the user said."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.memory.summaries import clear_lines, instead
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at, field, now, _ in clear_lines(case):
        yield Site(at.turn, "summary", instead(case, at, field, now, ""), where=field.name, exposed="summary")


register(Defect(
    "thin_summary", "A value that the user said is missing from the summary.", _sites,
    Expect("summary_values", "lost_value", "summary", "memory", before="calls"),
    needs="reveal",
    examples=[Example("rooms:V1", 1, "summary")],
))  # fmt: skip
