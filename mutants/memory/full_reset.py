"""After a change only what was just said is known: all the rest is forgotten."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.mutants.case import Case, path_of
from intentprops.mutants.edits import believes
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.state import State


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        kept = {path.removeprefix("constraints.") for path in at.expected.step.changed} | at.expected.step.said
        lost = [field for field in case.domain.field.values() if field.name in at.heard.values and field.name not in kept]
        lost = [field for field in lost if field.name in at.before.values and at.heard.values[field.name] != field.empty]
        if not lost:
            continue

        def change(state: State, names: frozenset[str] = frozenset(field.name for field in lost)) -> State:
            return replace(state, values={name: value for name, value in state.values.items() if name not in names})

        yield Site(at.turn, path_of(lost[0]), fault=believes(at.turn, change))


register(Defect(
    "full_reset", "With a change all that it does not mention is lost.", _sites,
    Expect("state", "lost_value", "constraints.*", "memory"),
    needs="revise",
    examples=[Example("rooms:V1", 2, "constraints.attendees")],
))  # fmt: skip
