"""A result that still holds is taken for an outdated one."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for name, rank in at.expected.results.items():
            if rank == "fresh":

                def change(record: TurnRecord, name: str = name) -> None:
                    record.results = {**(record.results or {}), name: "stale"}

                yield Site(at.turn, f"results.{name}", in_turn(at.turn, change))


register(Defect(
    "forgotten_result", "A result that still holds is treated as outdated.", _sites,
    Expect("results", "lost_result", "results.*", "memory"),
    needs="aside",
    examples=[Example("rooms:V1", 1, "results.search_results")],
))  # fmt: skip
