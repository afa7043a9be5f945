"""After a detour, or a change of what was done, the old task goes on without a yes."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.correct import Act
from intentprops.mutants.case import At, Case
from intentprops.mutants.edits import acts_at_the_end
from intentprops.mutants.planning.unpermitted import reason
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        act = _resumed(case, at) if at.after.status == "awaiting_confirmation" else None
        if act is not None:
            number = len(at.record.tool_calls) + 1
            yield Site(at.turn, f"calls[{number}]", fault=acts_at_the_end(at.turn, act), where=act.name)


def _resumed(case: Case, at: At) -> Act | None:
    """The call that the paused task would go on with."""
    progress, state = case.progress(at.turn), at.after
    goal = state.paused.goal if state.paused is not None else state.goal
    tool = case.domain.goal[goal].ends_with if goal is not None else None
    if tool is None:
        return None
    progress.state = replace(state, goal=goal, paused=None, completed=False, touched=False)
    act = case.call_of(tool, progress)
    progress.state = state
    if act is None:
        return None
    return act if reason(progress, act) == "unconfirmed_resume" else None


register(Defect(
    "silent_resume", "A task that was interrupted or changed goes on without a yes.", _sites,
    Expect("function", "unconfirmed_resume", "calls[*]", "planning"),
    needs="detour",
    examples=[Example("rooms:F3", 2, "calls[1]")],
))  # fmt: skip
