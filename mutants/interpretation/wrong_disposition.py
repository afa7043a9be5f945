"""A task that the user cancelled is recorded as one that waits, or the reverse."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.changes import GOAL, Change, Scenario, Switch
from intentprops.mutants.case import Case, shown
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.state import DISPOSITIONS
from intentprops.trace import TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        for entry in at.heard.superseded[len(at.before.superseded) :]:
            if entry.path != GOAL or entry.disposition is None:
                continue
            other = next(word for word in DISPOSITIONS if word != entry.disposition)

            def change(record: TurnRecord, old: str = entry.old, other: str = other) -> None:
                for logged in shown(record)["superseded"]:
                    if logged["path"] == GOAL and logged["old"] == old:
                        logged["disposition"] = other

            yield Site(at.turn, "superseded", since(at.turn, change), where=f"{entry.old} {other}")


def _said_of_the_old_goal(scenario: Scenario) -> Scenario:
    """The chain with a word on what becomes of the old goal at each switch."""

    def word(change: Change) -> Change:
        return replace(change, disposition="cancelled") if isinstance(change, Switch) else change

    first, *later = scenario.turns
    spoken = [
        replace(turn, messages=tuple(replace(m, changes=tuple(map(word, m.changes))) for m in turn.messages)) for turn in later
    ]
    return replace(scenario, turns=(first, *spoken))


register(Defect(
    "wrong_disposition", "The old goal is recorded with another disposition than the user gave it.", _sites,
    Expect("state", "wrong_disposition", "superseded", "interpretation"),
    needs=_said_of_the_old_goal,
))  # fmt: skip
