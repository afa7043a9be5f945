"""Two defects in one dialogue: the root cause must be the earlier one."""

from __future__ import annotations

from intentprops.mutants.judge import expected_at
from intentprops.mutants.shape import Defect, Site
from intentprops.trace import TurnRecord


def both(first: Site, second: Site) -> Site:
    """The place where both sites bite. Raises :class:`ValueError` for agents that expose different things."""
    if first.exposed != second.exposed:
        raise ValueError(f"one agent exposes {first.exposed}, the other {second.exposed}; no dialogue can have both")

    def edit(trace: list[TurnRecord]) -> None:
        first.edit(trace)
        second.edit(trace)

    return Site(first.turn, first.path, edit, first.fault + second.fault, first.expects, exposed=first.exposed)


def are_apart(one: Defect, first: Site, other: Defect, second: Site) -> bool:
    """Whether the first is met in an earlier turn than the second, so that it alone may be the first root cause.

    A defect that acts before its finding stands (an agent that never does what is owed) is met where its finding is.
    """
    acts_early = expected_at(one, first)[0].path == "tool" or expected_at(other, second)[0].path == "tool"
    return first.exposed == second.exposed and first.turn < second.turn and not acts_early
