"""A fact that the domain has no field for, or an operation that it does not have, is passed over: nothing is open."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.mutants.case import Case
from intentprops.mutants.edits import believes
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    """Only where the agent does not also act on what it takes for clear: that it did would be found first."""
    for at in case.live():
        news = [q for q in at.heard.questions if q not in at.before.questions]
        if news and all(q.kind in ("unmodelled", "unknown_goal") for q in at.heard.questions):
            site = Site(at.turn, "status", fault=believes(at.turn, lambda state: replace(state, questions=())))
            if not any(call.name in case.domain.effectful for call in case.broken(site)[at.turn - 1].tool_calls):
                yield site


register(Defect(
    "unheard_question", "What had to be asked about is passed over, and the status says that all is clear.", _sites,
    Expect("state", "wrong_status", "status", "interpretation"),
    needs="unmodelled",
    examples=[Example("rooms:R2", 2, "status")],
))  # fmt: skip
