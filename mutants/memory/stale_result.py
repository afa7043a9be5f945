"""What a result was made from changes, and the old answer stays current (V2: the time moves, the search does not)."""

from collections.abc import Iterator

from intentprops.correct import Act
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import At, Case
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def keeps(turn: int, tools: frozenset[str]) -> Fault:
    """An agent that does not obtain anew in a turn what some tools bring, and takes the last answers for it."""

    def send(mind: Mind, act: Act) -> Act | None:
        return None if mind.turn == turn and act.name in tools else act

    return Fault(send=(send,))


def gone_stale(case: Case, at: At) -> list[str]:
    """The results that the words of a turn made outdated and that the agent obtained anew in it, the lower ones first."""
    progress = case.heard(at.turn)
    again = {call.name for call in at.record.tool_calls}
    return [
        name for name in case.domain.result
        if not case.domain.maker[name].effect and case.domain.maker[name].name in again
        and progress.ledger.best(name, progress.state) == "stale"
    ]  # fmt: skip


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        stale = gone_stale(case, at)
        if stale and all(at.expected.results.get(name) == "fresh" for name in stale):
            tools = frozenset(case.domain.maker[name].name for name in case.domain.result if not case.domain.maker[name].effect)
            yield Site(at.turn, f"results.{stale[0]}", fault=keeps(at.turn, tools))


register(Defect(
    "stale_result", "What a result depends on changed, and the old answer stays current.", _sites,
    Expect("results", "not_invalidated", "results.*", "memory"),
    needs="revise", documented=True,
    examples=[Example("rooms:V2", 2, "results.search_results")],
))  # fmt: skip
