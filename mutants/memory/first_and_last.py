"""Of a long dialogue only the first message and the last one are kept."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.errors import ScenarioError
from intentprops.mutants.case import Case, path_of
from intentprops.mutants.edits import believes
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.state import State
from intentprops.transitions import apply

_EXPECTS = (
    Expect("state", "lost_value", "constraints.*", "memory"),
    Expect("state", "stale_value", "constraints.*", "memory"),
)


def _sites(case: Case) -> Iterator[Site]:
    """Only where the last message says nothing that needs the ones between, so that what differs was forgotten."""
    for at in list(case.live(3))[-1:]:
        if any(record.scripted for record in case.trace[1:]):
            continue
        try:
            first = apply(case.domain, State(), case.said(1)).state
            kept = apply(case.domain, first, case.said(at.turn)).state
        except ScenarioError:
            continue
        lost = []
        for field in case.scalars():
            held, left = at.heard.values.get(field.name), kept.values.get(field.name)
            if held == left:
                continue
            if held is None or at.changed(path_of(field)) or field.name in at.expected.step.said:
                break
            lost.append((field, left))
        else:
            if lost:
                expects = _EXPECTS if lost[0][1] is None else _EXPECTS[::-1]
                values = {field.name: left for field, left in lost}

                def change(state: State, values: dict[str, object] = values) -> State:
                    left = {name: value for name, value in {**state.values, **values}.items() if value is not None}
                    return replace(state, values=left)

                yield Site(at.turn, path_of(lost[0][0]), fault=believes(at.turn, change), expects=expects)


register(Defect(
    "first_and_last", "What was said between the first message and the last one is forgotten.", _sites, _EXPECTS,
    needs="revise again reveal",
))  # fmt: skip
