"""A call whose arguments do not fit the tool's schema: a number as text, a required argument left out."""

from collections.abc import Iterator
from typing import Any

from intentprops.correct import Act
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import Case
from intentprops.mutants.shape import Defect, Example, Expect, Site, register
from intentprops.tools import Tool
from intentprops.trace import ToolCall


def _sites(case: Case) -> Iterator[Site]:
    for at in case.live():
        for number, call in case.calls(at):
            broken = _broken(case.domain.tool[call.name], call.arguments)
            if broken is not None:
                yield Site(at.turn, f"calls[{number}]", fault=_sends(at.turn, number, broken, case.domain.tool[call.name]))


def _broken(tool: Tool, arguments: dict[str, Any]) -> dict[str, Any] | None:
    for name, value in arguments.items():
        for bad in (str(value), [value], {"value": value}):
            changed = {**arguments, name: bad}
            if tool.problem(changed) is not None:
                return changed
    return None


def _sends(turn: int, number: int, arguments: dict[str, Any], tool: Tool) -> Fault:
    """It sends them, is told of the error, and sends the right ones."""

    def send(mind: Mind, act: Act) -> "list[ToolCall] | Act":
        if mind.turn != turn or len(mind.calls) != number - 1 or act.name != tool.name:
            return act
        return [ToolCall(name=tool.name, arguments=arguments, result={"error": tool.problem(arguments)}, status="error")]

    return Fault(send=(send,))


register(Defect(
    "unreadable_argument", "The arguments of a call do not fit the schema of its tool.", _sites,
    Expect("arguments", "invalid_arguments", "calls[*]", "planning"),
    needs="revise",
    examples=[Example("rooms:V1", 1, "calls[1]")],
))  # fmt: skip
