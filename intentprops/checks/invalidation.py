"""Invalidation: outdated results are not used, current ones are not lost, outdated effects do not stand in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from intentprops.changes import GOAL
from intentprops.checks.registry import TurnView, ViewedCall, check
from intentprops.fields import PREFIX
from intentprops.findings import Finding
from intentprops.language import mentions
from intentprops.ledger import Made, find_items, suits
from intentprops.tools import Item, named

CURRENT = frozenset({"fresh", "current", "active"})
"""What an agent may call a result that it holds for current; ``stale`` and ``absent`` are the other words."""


def results(turn: TurnView) -> Iterator[Finding]:
    """The agent's own view of its results, where it exposes one, and owed results that stayed stale."""
    shown = turn.record.results or {}
    for name, rank in turn.expected.results.items():
        said = shown.get(name)
        if said is None:
            continue
        if rank == "stale" and said in CURRENT:
            if not _obtained_wrongly(turn, name):
                yield _result(turn, "not_invalidated", name, expected="stale", actual=said)
        elif rank == "fresh" and said not in CURRENT:  # a narrowing may be filtered locally, or searched again: both are right
            yield _result(turn, "lost_result", name, expected="fresh", actual=said)
    for name in turn.expected.left_stale:
        if shown.get(name) not in CURRENT:  # else it was said above
            tool = turn.domain.maker[name].name
            yield _result(turn, "not_invalidated", name, expected=f"a new call of {tool}", actual="the old answer", owed=True)


def _obtained_wrongly(turn: TurnView, name: str) -> bool:
    """Whether the result was obtained again since it went stale, and is stale still: then its arguments are the fault."""
    tool = turn.domain.maker[name].name
    fresh = [e.turn for e in turn.expectations[: turn.index] if e.results.get(name) != "stale"]
    since = fresh[-1] if fresh else 0
    tried = [call for record in turn.trace[since : turn.index + 1] for call in record.tool_calls]
    return any(call.name == tool and call.status == "ok" for call in tried)


def _result(turn: TurnView, reason: str, name: str, expected: Any, actual: Any, owed: bool = False) -> Finding:
    path = f"results.{name}"
    stage = "memory" if turn.record.results is not None else turn.planning()
    return turn.finding(reason, path, stage=stage, expected=expected, actual=actual, about=[path],
        follows=[GOAL, *_decide_completion(turn)] if owed else ())  # fmt: skip


def _decide_completion(turn: TurnView) -> list[str]:
    """The fields that decide whether the goal is done already: with a wrong value it was not, and its agent owes nothing any more."""
    goal = turn.domain.goal_of(turn.expected.state.goal)
    makes = turn.domain.tool[goal.ends_with].makes if goal is not None and goal.ends_with else None
    return [PREFIX + name for name in (turn.domain.depends(makes) if makes else ())]


def items(turn: TurnView) -> Iterator[Finding]:
    """Items that the agent acts on or offers come from a current result and satisfy the active constraints."""
    for call in turn.calls():
        tool = turn.domain.tool.get(call.name)
        if tool is None or not call.expected.permitted or tool.undoes is not None or turn.expected.blind:
            continue
        if turn.outlived(call) or not turn.readable(call):
            continue
        for path, binding in tool.args.items():
            if isinstance(binding, Item):
                yield from _item(turn, call, f"{call.path}.{path}", binding.result, named(call.arguments, path))
    if not turn.expected.step.compares and not turn.expected.blind:
        yield from _offers(turn)


def _item(turn: TurnView, call: ViewedCall, path: str, result: str, item_id: Any) -> Iterator[Finding]:
    usable, outdated = call.expected.usable[result], call.expected.outdated[result]
    about = [f"results.{result}"]
    chosen = not turn.domain.maker[result].effect and turn.domain.picks(result, call.expected.state.values)
    if chosen:
        return
    if item_id in usable:
        if turn.domain.maker[result].effect or suits(turn.domain, usable[item_id], call.expected.state):
            return
        reason, expected = "unsuitable_candidate", "an item that satisfies the constraints"
    elif item_id in outdated:
        reason, expected = "stale_result_used", f"an item of a current {result}"
    else:
        reason, expected = "unsuitable_candidate", f"an item of {result}, which has no {item_id!r}"
    yield turn.finding(reason, path, stage=turn.planning(), expected=expected, actual=item_id, about=about,
        follows=_blamed(turn, [item_id]))  # fmt: skip


def _offers(turn: TurnView) -> Iterator[Finding]:
    """Offered items, one finding for a reply and reason."""
    if not turn.record.offers:
        return
    state, domain = turn.expected.state, turn.domain
    goal = domain.goal_of(state.goal)
    names = [goal.result] if goal is not None and goal.result else [n for n in domain.result if not domain.maker[n].effect]
    suitable = {name: {item[domain.result[name].key] for item in turn.expected.candidates.get(name, ())} for name in names}
    listed = [item for item in turn.record.offers if item not in _alternatives(turn)]
    wrong = {name: [item for item in listed if item not in suitable[name]] for name in names}
    if not wrong or not all(wrong.values()):
        return
    name = names[0]
    stale = turn.expected.results.get(name) == "stale"
    yield turn.finding(
        "stale_result_used" if stale else "unsuitable_candidate", "offers" if not stale else f"results.{name}",
        stage="response", expected=sorted(map(str, suitable[name])) or f"items of a current {name}", actual=wrong[name],
        about=[f"results.{name}"], follows=[GOAL, *_blamed(turn, wrong[name])],
    )  # fmt: skip


def _alternatives(turn: TurnView) -> set[str]:
    """The items that an effectful tool named in this turn, such as what can be had where a booking was refused: no search's."""
    makes = {call.name: turn.domain.tool[call.name].makes for call in turn.calls() if call.name in turn.domain.effectful}
    keys = {name: turn.domain.result[made].key if made else "id" for name, made in makes.items()}
    return {str(item[keys[c.name]]) for c in turn.calls() if c.name in keys for item in find_items(c.result, keys[c.name])}


def _blamed(turn: TurnView, items: Iterable[Any]) -> list[str]:
    """The constraints that items of the catalogue, given by their ids as text, do not satisfy."""
    domain, state = turn.domain, turn.expected.state
    named = [item for id, item in domain.items.items() if str(id) in {str(one) for one in items}]
    alone = [(name, replace(state, values={name: value})) for name, value in state.values.items()]
    return [PREFIX + name for name, only in alone if any(not suits(domain, item, only) for item in named)]


def effects(turn: TurnView) -> Iterator[Finding]:
    """A stale effect that was neither undone by the end nor mentioned to the user since it went stale."""
    for made in turn.expected.standing:
        if not any(_mentioned(turn, made, index) for index in range(turn.index, len(turn.trace))):
            undo = turn.domain.undo_of.get(made.name)
            yield turn.finding(
                "standing_effect", f"effects.{made.name}", stage=turn.planning(),
                expected=f"{undo}, or a word to the user" if undo else "a word to the user",
                actual=f"{made.tool} of turn {made.turn} stands", about=[f"effects.{made.name}"],
            )  # fmt: skip


def _mentioned(turn: TurnView, made: Made, index: int) -> bool:
    """Whether the reply, or an exposed question, speaks of the effect: its words, its id or its item."""
    record = turn.trace[index]
    reply = record.assistant_message or ""
    words = [*turn.domain.tool[made.tool].words, made.tool.replace("_", " ")]
    undo = turn.domain.undo_of.get(made.name)
    if undo is not None:
        words += turn.domain.tool[undo].words
    named = [str(part) for part in (made.effect_id, made.item) if part is not None]
    about = {made.name, made.tool} | ({undo} if undo is not None else set())
    asked = any({q.about, q.confirm} & about for q in record.questions or ())
    return asked or any(part in reply for part in named) or mentions(reply, words)


check("results", dimension="Invalidation")(results)
check("items", dimension="Invalidation")(items)
check("effects", dimension="Invalidation")(effects)
