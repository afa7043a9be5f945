"""A fact is reported as a change of goal: the log says that a goal was replaced, and none was."""

from collections.abc import Iterator

from intentprops.changes import GOAL
from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        replaced = {entry.old for e in case.expectations for entry in e.state.superseded if entry.path == GOAL}
        paused = {e.state.paused.goal for e in case.expectations if e.state.paused is not None}
        told = bool(at.expected.step.said) and not at.changed(GOAL) and at.before.content() != at.heard.content()
        for old in [goal for goal in case.domain.goal if goal not in replaced | paused][:1] if told else ():
            entry = {"path": GOAL, "old": old, "new": at.after.goal}

            def change(record: TurnRecord, entry: dict[str, str | None] = entry) -> None:
                shown(record)["superseded"].append(entry)

            yield Site(at.turn, "superseded", since(at.turn, change))


register(Defect(
    "reveal_as_switch", "The log claims a change of goal where the user only told a fact.", _sites,
    Expect("state", "false_supersession", "superseded", "interpretation"),
    needs="reveal",
    examples=[Example("rooms:R1", 2, "superseded")],
))  # fmt: skip
