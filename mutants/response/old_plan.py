"""The reply announces what the active version does not permit."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import says
from intentprops.mutants.response.sentences import announces, idle_acts
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for tool in idle_acts(case, at):
            text = announces(tool, case.scenario.language)
            shared = [name for name in case.domain.effectful if set(case.domain.tool[name].words) & set(tool.words)]
            if text is not None and not any(at.after.permits(case.domain, name) for name in shared):
                yield Site(at.turn, "reply", in_turn(at.turn, says(text)), where=tool.name)
                break


register(Defect(
    "old_plan", "The reply announces an act that is not permitted.", _sites,
    Expect("claims", "announced_old_plan", "reply", "response"),
    needs="forbid",
    examples=[Example("rooms:V1", 1, "reply"), Example("rooms:V1", 1, "reply", "ru")],
))  # fmt: skip
