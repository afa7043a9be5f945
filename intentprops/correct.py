"""A domain's own correct agent: what to do next, given the oracle's progress.

It is the source of events where there is no trace, and the hands of the reference model. It does the least that is
right: takes back what went stale, obtains what is owed, asks what it must, and says what it did.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from intentprops.changes import Scenario
from intentprops.domain import Domain, World
from intentprops.errors import ToolError
from intentprops.ledger import expected_argument
from intentprops.oracle import Progress
from intentprops.state import State, dump_state
from intentprops.tools import Free, Item, Tool, dig, plant
from intentprops.trace import Question, ToolCall, TurnRecord


@dataclass(frozen=True, slots=True)
class Act:
    """A call to make next."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Say:
    """The turn is over: what to offer and ask. The words are made from it by whoever speaks."""

    offers: tuple[str, ...]
    questions: tuple[Question, ...]
    nothing_suits: bool = False


def next_step(domain: Domain, progress: Progress) -> Act | Say:
    """The correct agent's next call, or the end of its turn."""
    undo = _undo(domain, progress)
    if undo is not None:
        return undo
    for result in [name for owed in progress.owed_results() for name in domain.chain(owed)]:
        if progress.ledger.best(result, progress.state) in (None, "stale"):
            act = call_of(domain, progress, domain.maker[result])
            if act is not None:
                return act
    owed = progress.owed_call()
    if owed is not None and (domain.tool[owed].confirm == "never" or owed in progress.approved):
        act = call_of(domain, progress, domain.tool[owed])
        if act is not None:
            return act
    return say(domain, progress)


def selected(domain: Domain, progress: Progress) -> list[Mapping[str, Any]]:
    """The suitable items of the goal's result, in the asked order and number; by default the first order named."""
    goal = domain.goal_of(progress.state.goal)
    if goal is None or goal.result is None:
        return []
    items = progress.ledger.candidates(goal.result, progress.state)
    orders, state = domain.selection.orders, progress.state
    order = orders.get(state.values.get(domain.selection.order_by or "", "")) or next(iter(orders.values()), None)
    if order is not None:
        items = sorted(items, key=order)
    return items[: state.values.get(domain.selection.limit or "")]


def _undo(domain: Domain, progress: Progress) -> Act | None:
    """Take back a stale effect, where a declared undo needs no yes."""
    for effect in progress.ledger.effects():
        name = domain.undo_of.get(effect.name)
        if name is None or domain.tool[name].confirm != "never":
            continue
        if progress.ledger.freshness(effect, progress.state) == "stale":
            arguments: dict[str, Any] = {}
            for path, binding in domain.tool[name].args.items():
                if isinstance(binding, Item):
                    plant(arguments, path, effect.effect_id)
            return Act(name, arguments)
    return None


def call_of(domain: Domain, progress: Progress, tool: Tool) -> Act | None:
    """A call with active values; ``None`` where an item that it needs is not there."""
    arguments: dict[str, Any] = {}
    for path, binding in tool.args.items():
        if isinstance(binding, Item):
            value = _item(domain, progress, binding.result, undo=tool.undoes)
            if value is None:
                return None
        elif isinstance(binding, Free):
            value = binding.example
        else:
            value = expected_argument(domain, binding, progress.state)
            if value is None and tool.paths.get(path):  # the tool wants one: where any will do, one is taken
                value = expected_argument(domain, binding, _with_samples(domain, progress.state, binding.fields))
        if value is not None or tool.paths.get(path):
            plant(arguments, path, value)
    for path in tool.nests:
        around = path.rpartition(".")[0]
        if dig(arguments, path) is None and (not around or dig(arguments, around) is not None):
            plant(arguments, path, {})
    return Act(tool.name, arguments)


def _with_samples(domain: Domain, state: State, names: Sequence[str]) -> State:
    """The state with some value for each of the fields of which any will do."""
    samples = {name: domain.field[name].parse(domain.field[name].sample()) for name in names if name in state.indifferent}
    return replace(state, values={**state.values, **samples})


def _item(domain: Domain, progress: Progress, result: str, undo: str | None) -> Any:
    if domain.maker[result].effect:
        standing = [m for m in progress.ledger.effects() if m.name == result]
        fresh = [m for m in standing if progress.ledger.freshness(m, progress.state) == "fresh"]
        nameable = standing if undo == result else fresh
        return nameable[-1].effect_id if nameable else None
    for name, key in domain.item_fields.items():
        if name in progress.state.values and key == domain.result[result].key:
            return progress.state.values[name]
    items = selected(domain, progress) or progress.ledger.candidates(result, progress.state)
    return items[0][domain.result[result].key] if items else None


def say(domain: Domain, progress: Progress) -> Say:
    """What to offer and ask if the turn ends now."""
    state, owed = progress.state, progress.owed_call()
    due = progress.owed_questions()
    questions = [Question(about=question.id) for question in state.questions if question.id in due]
    if state.paused is not None:
        if any(question.startswith("resume:") for question in due):
            questions.append(Question(confirm=domain.function(state.paused.goal) or state.paused.goal))
    elif owed is not None:
        act = call_of(domain, progress, domain.tool[owed])
        if act is not None:
            questions.append(Question(confirm=owed, arguments=act.arguments))
    elif state.status == "awaiting_confirmation" and state.goal is not None and domain.function(state.goal) not in state.bans:
        questions.append(Question(confirm=domain.function(state.goal) or state.goal))
    if progress.moved() and not state.questions and state.goal is not None and not state.completed:
        known = {*state.values, *state.indifferent}
        questions += [Question(about=name) for name in domain.needs(state.goal) if name not in known]
    goal = domain.goal_of(state.goal)
    items = selected(domain, progress) if progress.owed_results() else []
    key = domain.result[goal.result].key if goal is not None and goal.result else "id"
    nothing = bool(progress.owed_results()) and not items
    return Say(tuple(str(item[key]) for item in items), tuple(questions), nothing)


def insists(act: Act, calls: list[ToolCall]) -> bool:
    """Whether the very same call was made in this turn already, and refused or of no use: no correct agent insists."""
    return any(c.name == act.name and c.arguments == act.arguments for c in calls)


def made(world: World, act: Act) -> ToolCall:
    """The call that an act makes, with what the world answers."""
    try:
        answer = json.loads(json.dumps(getattr(world, act.name)(**act.arguments), default=str))
    except ToolError as refusal:
        return ToolCall(name=act.name, arguments=act.arguments, result={"error": str(refusal)}, status="error")
    return ToolCall(name=act.name, arguments=act.arguments, result=answer)


def correct_trace(domain: Domain, scenario: Scenario) -> list[TurnRecord]:
    """The trace that a domain's own correct agent leaves in a scenario, the user's yes at its end included (T18)."""
    from intentprops.oracle import HARNESS_YES, awaits_yes

    progress, world = Progress(domain), domain.world()
    trace: list[TurnRecord] = []
    turns = [(turn, False) for turn in scenario.turns]
    while turns:
        turn, harness = turns.pop(0)
        progress.user(turn)
        calls: list[ToolCall] = []
        planned = [Act(c.name, dict(c.arguments)) for c in turn.script.calls] if turn.script is not None else None
        while True:
            step = (planned.pop(0) if planned else Say((), ())) if planned is not None else next_step(domain, progress)
            if isinstance(step, Say) or insists(step, calls):
                break
            calls.append(made(world, step))
            progress.call(calls[-1])
        said = (step if isinstance(step, Say) else Say((), ())) if planned is None else Say(turn.script.offers or (), ())  # type: ignore[union-attr]
        progress.reply(said.offers, said.questions)
        results = {name: progress.ledger.best(name, progress.state) for name in domain.result if not domain.maker[name].effect}
        trace.append(TurnRecord(
            run_id=f"{scenario.id}__correct__repeat-01", scenario_id=scenario.id, memory_mode="correct", turn=len(trace) + 1,
            user_message=turn.text, active_state_before=trace[-1].active_state_after if trace else None,
            active_state_after=dump_state(domain, progress.state), tool_calls=calls, offers=list(said.offers),
            questions=list(said.questions), harness=harness, now=scenario.now.isoformat(), language=scenario.language,
            results={name: "stale" if rank == "stale" else "fresh" for name, rank in results.items() if rank},
        ))  # fmt: skip
        if not turns and awaits_yes(progress, trace) and any(q.confirm for q in said.questions):
            turns.append((HARNESS_YES, True))
    return trace
