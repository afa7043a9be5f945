"""A switch is taken as one more task: what the old goal wanted is done as well (F1: it compares, and books)."""

from collections.abc import Iterator

from intentprops.changes import GOAL
from intentprops.mutants.case import Case
from intentprops.mutants.edits import acts_at_the_end
from intentprops.mutants.planning.unpermitted import unpermitted
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        goals = [entry.old for entry in at.after.superseded if entry.path == GOAL and entry.old in case.domain.goal]
        for goal in dict.fromkeys(reversed(goals)):
            tool = case.domain.goal[goal].ends_with
            act = unpermitted(case, at, tool) if tool is not None else None
            if act is not None:
                number = len(at.record.tool_calls) + 1
                yield Site(at.turn, f"calls[{number}]", fault=acts_at_the_end(at.turn, act), where=act.name)
                break


register(Defect(
    "extra_task", "What the goal that the user left wanted is done as well.", _sites,
    Expect("function", "forbidden_call", "calls[*]", "planning"),
    needs="switch switch",
    examples=[Example("rooms:F1", 3, "calls[1]")],
))  # fmt: skip
