"""Under a goal that orders and limits, the offered items stand in another order, or are too few."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    chosen = case.domain.selection
    for at in case.live():
        goal = case.domain.goal.get(at.after.goal or "")
        offers = at.record.offers or []
        if goal is None or goal.result not in at.expected.owed_results or chosen.limit not in goal.own or at.expected.step.compares:
            continue
        order = chosen.orders.get(at.after.values.get(chosen.order_by or "", ""))
        key = case.domain.result[goal.result].key
        items = {str(item[key]): item for item in at.expected.candidates.get(goal.result, ())}
        if order is not None and len(offers) > 1 and order(items[offers[0]]) != order(items[offers[-1]]):
            yield Site(at.turn, "offers", in_turn(at.turn, _reversed), where="another order")
        elif offers:
            yield Site(at.turn, "offers", in_turn(at.turn, _fewer), where="one too few")


def _reversed(record: TurnRecord) -> None:
    record.offers = list(reversed(record.offers or []))


def _fewer(record: TurnRecord) -> None:
    record.offers = (record.offers or [])[1:]


register(Defect(
    "wrong_selection", "The offered items are not the ones asked for, or in another order.", _sites,
    Expect("selection", "wrong_selection", "offers", "response"),
    needs="switch",
))  # fmt: skip
