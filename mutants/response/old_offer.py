"""Items of an outdated answer are offered: it compares the rooms that were found for twelve."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import offers
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    """A turn in which the result stays outdated, and rightly: nothing is owed of it then."""
    for at in case.live(2):
        goal = case.domain.goal_of(at.after.goal)
        reads = [name for name in case.domain.result if not case.domain.maker[name].effect]
        names = [goal.result] if goal is not None and goal.result else reads
        stale = [name for name in names if at.expected.results.get(name) == "stale"]
        if not stale or at.expected.step.compares or names[0] != stale[0]:
            continue
        pool = case.progress(at.turn).ledger.pool(stale[0], at.after, usable=False)
        for item in list(map(str, pool))[:1]:

            def old(listed: tuple[str, ...], item: str = item) -> list[str]:
                return [item]

            yield Site(at.turn, f"results.{stale[0]}", fault=offers(at.turn, old), where=item)


register(Defect(
    "old_offer", "Items of an outdated answer are offered.", _sites,
    Expect("items", "stale_result_used", "results.*", "response"),
    needs="revise detour forbid",
    examples=[Example("rooms:V7", 2, "results.search_results")],
))  # fmt: skip
