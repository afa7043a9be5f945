"""A question that had to be asked is not asked."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.correct import Act, Say
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        if at.expected.open and not any(call.name in case.domain.handoff for call in at.record.tool_calls):

            def plan(mind: Mind, step: Act | Say, turn: int = at.turn) -> Act | Say:
                return replace(step, questions=()) if isinstance(step, Say) and mind.turn == turn else step

            yield Site(at.turn, "reply", fault=Fault(plan=(plan,)))


register(Defect(
    "unasked_question", "A question that had to be asked is not asked.", _sites,
    Expect("owed_questions", "missing_question", "reply", "response"),
    needs="unmodelled detour",
    examples=[Example("rooms:R2", 2, "reply")],
))  # fmt: skip
