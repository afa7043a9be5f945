"""The user asks for another operation, and the old goal stays active."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.changes import GOAL
from intentprops.mutants.case import At, Case
from intentprops.mutants.edits import believes
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.state import State


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        if at.changed(GOAL) and at.before.goal is not None and at.heard.goal is not None:

            def stays(state: State, at: At = at) -> State:
                return replace(state, goal=at.before.goal, paused=at.before.paused)

            yield Site(at.turn, GOAL, fault=believes(at.turn, stays))


register(Defect(
    "missed_switch", "The goal that the user left stays the active one.", _sites,
    Expect("state", "wrong_goal", "goal", "interpretation"),
    needs="switch",
    examples=[Example("rooms:F1", 3, "goal")],
))  # fmt: skip
