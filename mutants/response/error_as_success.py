"""The world refuses a call, and the reply says that it is done."""

from collections.abc import Iterator

from intentprops.correct import Act
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.edits import at as in_turn
from intentprops.mutants.edits import says
from intentprops.mutants.response.sentences import claims_done, idle_acts
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.trace import ToolCall


def refusals(case: Case) -> Iterator[tuple[int, str, Fault]]:
    """The first call of an effect, refused by the world from that turn on: the turn, the tool, and how it goes then."""
    for at in case.live():
        for _, call in case.calls(at):
            tool = case.domain.tool[call.name]
            before = case.expectations[at.turn - 2].done if at.turn > 1 else frozenset()
            if tool.effect and call.status == "ok" and call.name not in before:
                yield at.turn, call.name, refused(at.turn, call.name)
                return


def refused(turn: int, tool: str) -> Fault:
    def send(mind: Mind, act: Act) -> "list[ToolCall] | Act":
        if mind.turn < turn or act.name != tool:
            return act
        return [ToolCall(name=tool, arguments=act.arguments, result={"error": "the service is down"}, status="error")]

    return Fault(send=(send,))


def _sites(case: Case) -> Iterator[Site]:
    for turn, name, fault in refusals(case):
        text = claims_done(case.domain.tool[name], case.scenario.language)
        at = next(at for at in case.live() if at.turn == turn)
        others = {tool.name for tool in idle_acts(case, at)} | {name}
        words = set(case.domain.tool[name].words)
        shared = {tool for tool in case.domain.effectful if set(case.domain.tool[tool].words) & words}
        if text is not None and shared <= others:
            yield Site(turn, "reply", in_turn(turn, says(text)), fault, where=name)


register(Defect(
    "error_as_success", "A call ended in an error, and the reply claims that it was done.", _sites,
    Expect("claims", "false_completion_claim", "reply", "response"),
    needs="switch confirm",
    examples=[Example("rooms:F5", 3, "reply")],
))  # fmt: skip
