"""The summary gives a replaced value, and not the new one."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.memory.summaries import clear_lines, instead, line_of, spelled
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at, field, now, old in clear_lines(case):
        for value in old[:1]:
            line = line_of(case, field, spelled(field, value))
            yield Site(at.turn, "summary", instead(case, at, field, now, line), where=field.name, exposed="summary")


register(Defect(
    "outdated_summary", "The summary gives a value that was replaced.", _sites,
    Expect("summary_values", "stale_value", "summary", "memory", before="calls"),
    needs="revise",
    examples=[Example("rooms:V3", 2, "summary")],
))  # fmt: skip
