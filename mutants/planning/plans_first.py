"""The call is planned under the old revision, before the change of this turn was committed."""

from collections.abc import Iterator

from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        old = shown(case.trace[at.turn - 2])["revision"]
        if at.before.content() == at.heard.content():
            continue
        for number, _ in case.calls(at):

            def change(record: TurnRecord, number: int = number, old: int = old) -> None:
                record.tool_calls[number - 1].revision = old

            yield Site(at.turn, f"calls[{number}]", in_turn(at.turn, change))


register(Defect(
    "plans_first", "A call is planned before the new version is committed.", _sites,
    Expect("protocol", "acted_before_commit", "calls[*]", "planning"),
    needs="revise",
    examples=[Example("rooms:V1", 3, "calls[1]")],
))  # fmt: skip
