"""Under a goal that orders and limits, the offered items stand in another order, or are too few."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import offers as turned
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    chosen = case.domain.selection
    for at in case.live():
        goal = case.domain.goal_of(at.after.goal)
        offers = at.record.offers or []
        if goal is None or goal.result not in at.expected.owed_results or chosen.limit not in goal.own or at.expected.step.compares:
            continue
        order = chosen.orders.get(at.after.values.get(chosen.order_by or "", ""))
        key = case.domain.result[goal.result].key
        items = {str(item[key]): item for item in at.expected.candidates.get(goal.result, ())}
        if order is not None and len(offers) > 1 and order(items[offers[0]]) != order(items[offers[-1]]):
            yield Site(at.turn, "offers", fault=turned(at.turn, lambda listed: listed[::-1]), where="another order")
        elif len(offers) > 1 or (offers and at.expected.step.changed):
            yield Site(at.turn, "offers", fault=turned(at.turn, lambda listed: listed[1:]), where="one too few")


register(Defect(
    "wrong_selection", "The offered items are not the ones asked for, or in another order.", _sites,
    Expect("selection", "wrong_selection", "offers", "response"),
    needs="switch",
    examples=[Example("rooms:F1", 3, "offers")],
))  # fmt: skip
