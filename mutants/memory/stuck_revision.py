"""The state changes, and its revision does not rise."""

from collections.abc import Iterator

from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        before, now = shown(case.trace[at.turn - 2])["revision"], shown(at.record)["revision"]
        if now > before and at.before.content() != at.after.content():

            def change(record: TurnRecord, less: int = now - before) -> None:
                shown(record)["revision"] -= less
                for call in record.tool_calls:
                    call.revision = None

            yield Site(at.turn, "revision", since(at.turn, change))


register(Defect(
    "stuck_revision", "The state changes under the same revision.", _sites,
    Expect("state", "revision_regressed", "revision", "memory"),
    needs="revise",
    examples=[Example("rooms:V1", 2, "revision")],
))  # fmt: skip
