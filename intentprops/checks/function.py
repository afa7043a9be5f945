"""Function: the calls that the active version permits, and the ones that it owes. Its findings are critical for effects."""

from __future__ import annotations

from collections.abc import Iterator

from intentprops.changes import GOAL
from intentprops.checks.registry import TurnView, ViewedCall, check
from intentprops.fields import PREFIX
from intentprops.findings import Finding
from intentprops.ledger import argument_fits
from intentprops.tools import Binding, Item, named


def function(turn: TurnView) -> Iterator[Finding]:
    """One finding for a call: the first reason that holds."""
    for call in turn.calls():
        reason = _reason(turn, call)
        if reason is None or (reason == "unconfirmed_call" and not turn.readable(call)):
            continue  # what the tool cannot read does nothing, and no yes can be asked for it
        if reason == "forbidden_call" and turn.expected.blind and _may_follow_the_unseen(turn, call):
            continue
        effectful = call.name in turn.domain.effectful
        queued = call.queued_turn is not None and call.queued_turn < turn.number
        repeats = call.expected.repeats
        yield turn.finding(
            reason, call.path, stage="execution" if queued else turn.planning(),
            expected=_expected(reason, call), actual=_spelled(call) + (f", as in turn {repeats.turn}" if repeats else ""),
            about=[f"permissions.{call.name}", *([GOAL] if reason != "unconfirmed_call" else [])],
            follows=_follows(turn, reason, call), critical=effectful,
        )  # fmt: skip


def _may_follow_the_unseen(turn: TurnView, call: ViewedCall) -> bool:
    """Whether an offer that was accepted unseen can have made a call right: what stood may be outdated by it, what was done be open
    again (T19)."""
    tool, state = turn.domain.tool[call.name], call.expected.state
    reopened = state.status == "completed" and call.name in turn.domain.allowed[state.goal] and call.name not in state.bans
    return tool.undoes is not None or reopened


def _follows(turn: TurnView, reason: str, call: ViewedCall) -> list[str]:
    """What else decides whether a call may be made: a status that is not ``active``; for a yes, what the call carries; for one
    that takes something back, what that depended on."""
    if reason == "unconfirmed_call":  # a wrong value, or an item of an old answer, is none that the yes was given to
        wrong = [PREFIX + name for path, b in turn.domain.carriers(call.name) for name in b.fields if not _fits(turn, call, path, b)]
        args = turn.domain.tool[call.name].args
        items = {b.result: named(call.arguments, path) for path, b in args.items() if isinstance(b, Item)}
        return wrong + [f"results.{name}" for name, item in items.items() if item not in call.expected.usable[name]]
    status = ["status"] if call.expected.state.status != "active" else []
    undoes = turn.domain.tool[call.name].undoes
    undone = turn.domain.depends(undoes) if undoes is not None else ()
    return [*status, *(PREFIX + name for name in undone)]


def _fits(turn: TurnView, call: ViewedCall, path: str, binding: Binding) -> bool:
    tool = turn.domain.tool[call.name]
    return argument_fits(
        turn.domain, binding, tool.argument(call.arguments, path), call.expected.state,
        default=tool.defaults.get(path), effectful=True, chosen=True,
    )  # fmt: skip


def _spelled(call: ViewedCall) -> str:
    return f"{call.name}({', '.join(f'{name}={value!r}' for name, value in call.arguments.items())})"


def _reason(turn: TurnView, call: ViewedCall) -> str | None:
    expected = call.expected
    effectful = call.name in turn.domain.effectful
    if effectful and expected.moved_on:
        return "queue_revision_mismatch"
    if expected.resumes and expected.repeats is None:
        return "unconfirmed_resume"
    if expected.permitted and not expected.confirmed and expected.repeats is None:
        return "unconfirmed_call"
    if expected.repeats is not None:
        return "duplicate_effect"
    return None if expected.permitted else "forbidden_call"


def _expected(reason: str, call: ViewedCall) -> str:
    state = call.expected.state
    if reason == "forbidden_call" and call.name in state.bans:
        return f"no {call.name}: the user forbade it"
    if reason == "forbidden_call" and state.status != "active":
        return f"no {call.name} while the status is {state.status}"
    return {
        "queue_revision_mismatch": f"the queued {call.name} is cancelled: the task changed after turn {call.queued_turn}",
        "unconfirmed_resume": f"no {call.name} before the user says to go on",
        "unconfirmed_call": f"a yes of the user that covers this {call.name}",
        "duplicate_effect": f"{call.name} once",
        "forbidden_call": f"no {call.name}: the goal is {state.goal}",
    }[reason]


def owed_calls(turn: TurnView) -> Iterator[Finding]:
    """An owed call that was never made. An agent that only asks or declines misses what it owes."""
    for tool in turn.expected.missing:
        goal, makes, undoes = turn.expected.state.goal, turn.domain.tool[tool].makes, turn.domain.tool[tool].undoes
        assert goal is not None  # under none nothing is owed
        yield turn.finding(
            "missing_call", tool, stage=turn.planning(), expected=f"a call of {tool}", actual="none",
            about=[GOAL, f"permissions.{tool}", *("constraints." + name for name in turn.domain.needs(goal))],
            follows=[f"effects.{undoes}"] if undoes else [PREFIX + name for name in (turn.domain.depends(makes) if makes else ())],
        )  # fmt: skip


check("function", dimension="Function")(function)
check("owed_calls", dimension="Function")(owed_calls)
