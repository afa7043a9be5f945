"""What was done already, and still stands, is done again."""

from collections.abc import Iterator

from intentprops.correct import Act
from intentprops.mutants.case import Case
from intentprops.mutants.edits import acts_at_the_end
from intentprops.mutants.planning.unpermitted import reason
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        progress = case.progress(at.turn)
        for made, rank in at.expected.effects:
            act = Act(made.tool, dict(made.arguments))
            if rank == "fresh" and case.right(act, progress) and reason(progress, act) == "duplicate_effect":
                number = len(at.record.tool_calls) + 1
                yield Site(at.turn, f"calls[{number}]", fault=acts_at_the_end(at.turn, act), where=made.tool)


register(Defect(
    "effect_twice", "An effect that stands is made again.", _sites,
    Expect("function", "duplicate_effect", "calls[*]", "planning"),
    needs="switch confirm",
    examples=[Example("rooms:F5", 3, "calls[2]")],
))  # fmt: skip
