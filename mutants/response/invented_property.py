"""An item is offered as if it had what the user wants, and it has not: a screen that is not there."""

from collections.abc import Iterator

from intentprops.ledger import suits
from intentprops.mutants.case import Case
from intentprops.mutants.edits import offers
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    domain = case.domain
    for at in case.live():
        goal = domain.goal_of(at.after.goal)
        if goal is None or goal.result is None or not at.record.offers or at.expected.step.compares:
            continue
        if at.expected.results.get(goal.result) == "stale":
            continue
        key = domain.result[goal.result].key
        bad = [item[key] for item in domain.items.values() if key in item and not suits(domain, item, at.after)]
        for item in bad[:1]:

            def invented(listed: tuple[str, ...], item: str = str(item)) -> list[str]:
                return [*listed[:-1], item]

            yield Site(at.turn, "offers", fault=offers(at.turn, invented), where=str(item))


register(Defect(
    "invented_property", "An item is offered that does not have what the user wants.", _sites,
    Expect("items", "unsuitable_candidate", "offers", "response"),
    needs="revise",
    examples=[Example("rooms:V1", 1, "offers")],
))  # fmt: skip
