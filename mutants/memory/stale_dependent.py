"""What was asked for first is obtained anew, and what was made from it is not: the change does not reach the end of the chain."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.memory.stale_result import gone_stale, keeps
from intentprops.mutants.shape import Defect, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        stale = gone_stale(case, at)
        upper = [name for name in stale if set(case.domain.chain(name)[:-1]) & set(stale)]
        if upper and all(at.expected.results.get(name) == "fresh" for name in stale):
            tools = frozenset(case.domain.maker[name].name for name in upper)
            yield Site(at.turn, f"results.{upper[0]}", fault=keeps(at.turn, tools))


register(Defect(
    "stale_dependent", "A result is obtained anew, and what depends on it stays as it was.", _sites,
    Expect("results", "not_invalidated", "results.*", "memory"),
    needs="revise",
))  # fmt: skip
