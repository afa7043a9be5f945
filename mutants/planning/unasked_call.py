"""A call that needs a yes is made without one: none was asked for, or it was given before the last change."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import acts_at_the_end
from intentprops.mutants.planning.unpermitted import reason
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        progress = case.progress(at.turn)
        for tool in sorted(case.domain.effectful):
            act = case.call_of(tool, progress) if case.domain.tool[tool].undoes is None else None
            if act is not None and reason(progress, act) == "unconfirmed_call":
                number = len(at.record.tool_calls) + 1
                yield Site(at.turn, f"calls[{number}]", fault=acts_at_the_end(at.turn, act), where=tool)


register(Defect(
    "unasked_call", "A call that needs a yes is made before the user gave one.", _sites,
    Expect("function", "unconfirmed_call", "calls[*]", "planning"),
    needs="switch",
    examples=[Example("rooms:V7", 1, "calls[2]")],
))  # fmt: skip
