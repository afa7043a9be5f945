"""The reply says that an act was done, and it was not."""

from collections.abc import Iterator

from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import says
from intentprops.mutants.response.sentences import claims_done, idle_acts
from intentprops.mutants.shape import Defect, Example, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for tool in idle_acts(case, at):
            text = claims_done(tool, case.scenario.language)
            if text is not None:
                yield Site(at.turn, "reply", in_turn(at.turn, says(text)), where=tool.name)
                break


register(Defect(
    "false_claim", "The reply claims an act that was not done.", _sites,
    Expect("claims", "false_completion_claim", "reply", "response"),
    needs="switch",
    examples=[Example("rooms:V1", 1, "reply"), Example("rooms:V1", 1, "reply", "ru")],
))  # fmt: skip
