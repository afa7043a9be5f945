"""An agent that understands all, asks politely what else there is, and does nothing."""

from collections.abc import Iterator
from dataclasses import replace

from intentprops.correct import Act, Say, say
from intentprops.mutants.agent import Fault, Mind, simulate
from intentprops.mutants.case import Case
from intentprops.mutants.edits import since
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.oracle import expect
from intentprops.trace import Question, TurnRecord


def _sites(case: Case) -> Iterator[Site]:
    """What is owed and never obtained, by the rule: at the last turn that owed it."""
    if any(record.scripted and record.tool_calls for record in case.trace):
        return
    fault = Fault(plan=(_asks,))
    idle = expect(case.domain, case.scenario, simulate(case.domain, case.scenario, fault))
    for expectation in idle:
        for tool in expectation.missing[:1]:
            yield Site(expectation.turn, tool, since(1, _wonders), fault)
            return


def _asks(mind: Mind, step: Act | Say) -> Act | Say:
    return replace(say(mind.domain, mind.progress), offers=(), nothing_suits=False)


def _wonders(record: TurnRecord) -> None:
    record.questions = [*(record.questions or ()), Question(about="anything_else")]


register(Defect(
    "always_asks", "The agent asks and never does what is owed.", _sites,
    Expect("owed_calls", "missing_call", "tool", "planning"),
    needs="switch",
    examples=[Example("rooms:R1", 2, "search_rooms")],
))  # fmt: skip
