"""A call was queued, then the user changed or cancelled the task, and the call runs all the same."""

from collections.abc import Iterator

from intentprops.correct import Act, Say
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import ToolCall


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        progress = case.progress(at.turn - 1)
        if progress.state.goal is None or at.before.content() == at.heard.content():
            continue
        tools = [tool for tool in sorted(case.domain.effectful) if case.domain.tool[tool].undoes is None]
        for tool in tools:
            act = case.call_of(tool, progress) if progress.state.permits(case.domain, tool) else None
            if act is not None:
                yield Site(at.turn, "calls[1]", fault=_runs(at.turn, act), where=tool)
                break


def _runs(turn: int, act: Act) -> Fault:
    """It runs at the beginning of the turn, before anything that the new words call for."""

    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        if mind.turn != turn or mind.calls or act in mind.done:
            return step
        mind.done.append(act)
        return act

    def send(mind: Mind, sent: Act) -> "list[ToolCall] | Act":
        if mind.turn != turn or sent is not act:
            return sent
        call = mind.attempt(act)
        call.queued_turn = turn - 1
        return [call]

    return Fault(plan=(plan,), send=(send,))


register(Defect(
    "queued_call", "A queued action runs after the version that it was planned for had changed.", _sites,
    Expect("function", "queue_revision_mismatch", "calls[*]", "execution"),
    needs="switch forbid revise",
    examples=[Example("rooms:V7", 2, "calls[1]")],
))  # fmt: skip
