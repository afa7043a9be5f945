"""The user's yes came before his last change, and the agent takes it for a yes to the changed call."""

from collections.abc import Iterator

from intentprops.changes import Confirm
from intentprops.mutants.case import Case
from intentprops.mutants.edits import acts_at_the_end
from intentprops.mutants.planning.unpermitted import reason
from intentprops.mutants.shape import Defect, Expect, Site, register


def _sites(case: Case) -> Iterator[Site]:
    """A yes to a call that was asked for, and with it or after it a change that ends the yes."""
    for at in case.live(2):
        asked = {q.confirm for record in case.trace[: at.turn - 1] for q in record.questions or () if q.confirm}
        agreed = any(isinstance(c, Confirm) for n in range(2, at.turn + 1) for c in case.said(n).changes)
        moved = at.before.content() != at.heard.content() and not at.expected.step.confirmed
        progress = case.progress(at.turn)
        for tool in sorted(asked & case.domain.effectful) if agreed and moved else ():
            act = case.call_of(tool, progress)
            if act is not None and reason(progress, act) == "unconfirmed_call":
                number = len(at.record.tool_calls) + 1
                yield Site(at.turn, f"calls[{number}]", fault=acts_at_the_end(at.turn, act), where=tool)


register(Defect(
    "early_yes", "A yes that was given before the last change is taken for one to the changed call.", _sites,
    Expect("function", "unconfirmed_call", "calls[*]", "planning"),
    needs="switch confirm and revise",
))  # fmt: skip
