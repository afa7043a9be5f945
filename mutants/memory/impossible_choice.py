"""Where any value will do, one is taken that breaks a rule of the domain."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import put, since
from intentprops.mutants.shape import Defect, Expect, Site, register
from intentprops.state import View, view


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        state = at.after
        for name in sorted(state.indifferent):
            if name not in case.domain.field or name in at.before.indifferent or case.domain.field[name].from_item is not None:
                continue
            field, ours = case.domain.field[name], view(case.domain, state)
            for value in case.pools.get(name, ()):
                theirs = View(ours.goal, ours.status, ours.permissions, case.domain.wants({**state.values, name: value}))
                broken = any(rule.holds(ours) and not rule.holds(theirs) for rule in case.domain.invariants)
                if broken and value not in state.old_values(name):
                    yield Site(at.turn, "state", since(at.turn, put("constraints", name, field.dump(value))), where=name)
                    break


register(Defect(
    "impossible_choice", "Where any value will do, the agent takes one that a rule of the domain excludes.", _sites,
    Expect("state", "invariant_violated", "state", "memory"),
    needs="any",
))  # fmt: skip
