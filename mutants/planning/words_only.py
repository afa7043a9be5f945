"""The agent that shows nothing of its state repeats the correction in words, and obtains nothing anew."""

from collections.abc import Iterator

from intentprops.changes import Accept
from intentprops.mutants.case import Case
from intentprops.mutants.memory.stale_result import gone_stale, keeps
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    """Only where nothing is obtained later, so that the old answer is the last word."""
    for at in case.live(2):
        stale = gone_stale(case, at)
        later = {call.name for record in case.trace[at.turn :] for call in record.tool_calls}
        makers = {case.domain.maker[name].name for name in case.domain.result if not case.domain.maker[name].effect}
        last = case.expectations[-1]
        rest = case.expectations[at.turn - 1 :]
        owed = [name for name in stale if all(name in e.owed_results for e in rest) and last.results.get(name) == "fresh"]
        owed = [name for name in owed if case.outlived(name, at.turn)]
        accepts = any(isinstance(change, Accept) for turn in case.scenario.turns for change in turn.changes)
        owed = [name for name in owed if _looked_for(case, name, at.turn)]
        if owed and not later & makers and not last.blind and not accepts:
            yield Site(at.turn, f"results.{owed[0]}", fault=keeps(at.turn, frozenset(makers)), exposed="nothing")


def _looked_for(case: Case, name: str, turn: int) -> bool:
    """Whether the result was obtained before a turn while it was owed: else it was never looked for."""
    owed = [e.turn for e in case.expectations[: turn - 1] if name in e.owed_results]
    tool = case.domain.maker[name].name
    return bool(owed) and any(call.name == tool for record in case.trace[owed[0] - 1 : turn - 1] for call in record.tool_calls)


register(Defect(
    "words_only", "The correction is confirmed in words, and what depends on it is never obtained anew.", _sites,
    Expect("results", "not_invalidated", "results.*", "unknown"),
    needs="revise",
    examples=[Example("rooms:V1", 3, "results.search_results")],
))  # fmt: skip
