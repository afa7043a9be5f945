"""The right call, made one turn before anybody asked for it."""

from collections.abc import Iterator

from intentprops.correct import Act
from intentprops.ledger import argument_fits
from intentprops.mutants.case import At, Case
from intentprops.mutants.edits import acts_at_the_end
from intentprops.mutants.planning.unpermitted import reason
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.tools import dig
from intentprops.trace import ToolCall

_EXPECTS = tuple(
    Expect("function", reason, "calls[*]", "planning") for reason in ("forbidden_call", "unconfirmed_call", "unconfirmed_resume")
)


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live(2):
        before = next((other for other in case.live(at.turn - 1) if other.turn == at.turn - 1), None)
        for _, call in case.calls(at):
            act = Act(call.name, call.arguments)
            effect = case.domain.tool[call.name].effect and call.status == "ok"
            if before is None or not effect or not _known(case, before, call):
                continue
            why = reason(case.progress(before.turn), act)
            expects = [expect for expect in _EXPECTS if expect.reason == why]
            if expects:
                number = len(before.record.tool_calls) + 1
                yield Site(before.turn, f"calls[{number}]", fault=acts_at_the_end(before.turn, act), expects=expects, where=act.name)


def _known(case: Case, before: At, call: ToolCall) -> bool:
    """Whether all that the call carries was said by then."""
    return all(
        argument_fits(case.domain, binding, dig(call.arguments, path), before.after, effectful=True)
        for path, binding in case.domain.carriers(call.name)
    )


register(Defect(
    "one_turn_early", "A right call is made one turn before it was asked for.", _sites,
    _EXPECTS,
    needs="switch confirm",
    examples=[Example("rooms:F5", 2, "calls[1]")],
))  # fmt: skip
