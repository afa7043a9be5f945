"""A search whose answer is at hand."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import ToolCall, TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        progress = case.progress(at.turn)
        for name in case.domain.result:
            tool = case.domain.maker[name]
            fresh = [m for m in progress.ledger.of(name) if progress.ledger.freshness(m, at.after) == "fresh"]
            if tool.effect or not fresh:
                continue
            answers = [c for record in case.trace for c in record.tool_calls if c.name == tool.name and c.arguments == fresh[-1].arguments]
            number = len(at.record.tool_calls) + 1

            def change(record: TurnRecord, again: ToolCall = answers[-1]) -> None:
                record.tool_calls.append(again.model_copy(deep=True, update={"revision": None}))

            yield Site(at.turn, f"calls[{number}]", in_turn(at.turn, change), where=tool.name)
            break


register(Defect(
    "needless_search", "A search is made whose answer is at hand.", _sites,
    Expect("searches", "needless_search", "calls[*]", "planning"),
    needs="aside",
    examples=[Example("rooms:V1", 1, "calls[2]")],
))  # fmt: skip
