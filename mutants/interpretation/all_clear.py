"""A question is open, and the agent asks it; its status says that all is clear."""

from collections.abc import Iterator

from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        if at.before.status != "needs_clarification" and at.after.status == "needs_clarification":

            def change(record: TurnRecord) -> None:
                if shown(record)["status"] == "needs_clarification":
                    shown(record)["status"] = "active"

            yield Site(at.turn, "status", since(at.turn, change))


register(Defect(
    "all_clear", "The status is active while a question is open.", _sites,
    Expect("state", "wrong_status", "status", "interpretation"),
    needs="unmodelled",
    examples=[Example("rooms:R2", 2, "status")],
))  # fmt: skip
