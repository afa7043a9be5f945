"""Random dialogues: a domain, what its user says, and what some agent, right or wrong, does in between.

A dialogue is drawn as a list of small moves that know nothing of any domain, and then played: a move that would not be legal
where it stands is skipped. So every drawn list is a dialogue, and a shorter list is a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

from hypothesis import strategies as st

from intentprops.changes import (
    GOAL,
    Accept,
    Answer,
    Change,
    Compare,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Forbid,
    Message,
    Permit,
    Refer,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.running.session import Toolbox
from intentprops.strategies import pool as value_pool
from intentprops.tools import Covers, Derived, Exact, Free, Item, Tool, dig, plant
from intentprops.trace import Question, ToolCall, TurnRecord
from tests.domains.travel import travel
from tests.oracle.said import Asked, Call, Exchange
from tests.oracle.second import History
from tests.oracle.tiny import tiny, unlisted

Dialogue: TypeAlias = tuple[Domain, Scenario, list[TurnRecord]]
Move: TypeAlias = tuple[str, int, int]
DOMAINS = (rooms, mail, travel, tiny, unlisted)

POOLS: dict[str, Sequence[Any]] = {
    "attendees": (6, 8, 12), "passengers": (2, 3, 4), "size": (2, 3, 4), "spare": (2, 3), "limit": (1, 2, 3), "depth": (1, 2),
    "starts_at": ("2026-08-07T15:00:00+03:00", "2026-08-07T16:00:00+03:00", "2026-08-07T17:00:00+03:00"),
    "send_at": ("2026-08-07T15:00:00+03:00", "2026-08-07T16:00:00+03:00"),
    "depart": ("2026-08-07", "2026-08-08", "2026-08-14"), "back": ("2026-08-14", "2026-08-08"), "max_price": (200, 300, 700),
}  # fmt: skip
"""Few values of each field without a closed list, so that a value often comes back."""

TOPICS = ("confidential", "auditor")
OPERATIONS = ("catering", "auditor")


@dataclass(frozen=True)
class Plan:
    """One turn, not yet played: the moves of each message, and what the agent does about them."""

    messages: list[list[Move]]
    label: bool
    calls: list[Move]
    offers: list[int] | None
    asked: tuple[str, int, int] | None


def pool(domain: Domain, name: str) -> Sequence[Any]:
    """The values of a field that dialogues are made of; of a set, some of its subsets."""
    field = domain.field[name]
    if name not in POOLS and not field.choices:
        return value_pool(domain, name)
    values = [field.parse_member(raw) for raw in field.choices or POOLS[name]][:3]
    if not field.is_set:
        return values
    return [frozenset(values[:1]), frozenset(values[1:2]), frozenset(values[:2]), frozenset(values), frozenset()]


def pick(things: Sequence[Any], index: int) -> Any:
    return things[index % len(things)]


# -- what the user says


def _about(kind: Callable[[str, Any], Change]) -> Callable[[Domain, History, int, int], list[Change]]:
    def made(domain: Domain, history: History, a: int, b: int) -> list[Change]:
        goal = domain.goal.get(history.goal(len(history.moments)) or "")
        name = pick([*(goal.own if goal else ()), *domain.field], a)  # what belongs to a goal comes and goes: look there first
        return [kind(name, pick(pool(domain, name), b))]

    return made


def _about_members(kind: Callable[[str, Any], Change]) -> Callable[[Domain, History, int, int], list[Change]]:
    """The same of a set only: of the fields few are one, and what goes wrong with sets takes two moves on the same one."""

    def made(domain: Domain, history: History, a: int, b: int) -> list[Change]:
        sets = [name for name, field in domain.field.items() if field.is_set]
        name = pick(sets, a)
        return [kind(name, pick(pool(domain, name), b))]

    return made


def _lift(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    """A ban that is in force is lifted."""
    banned = [name for name in domain.tool if history.banned(name, len(history.moments))]
    return [Permit(frozenset({pick(banned, a)}))] if banned else []


def _fill(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    """All that the goal needs, in one breath."""
    goal = history.goal(len(history.moments)) or pick(domain.goals, a).name
    return [Reveal(name, pick(pool(domain, name), b)) for name in domain.needs(goal)]


def _want(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    """A goal that ends with an effect, and all that it needs."""
    goal = pick([goal for goal in domain.goals if goal.ends_with], a)
    return [Switch(goal.name), *(Reveal(name, pick(pool(domain, name), b)) for name in domain.needs(goal.name))]


def _settle(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    """An answer to every open question."""
    found: list[Change] = []
    for question in sorted(history.questions(len(history.moments))):
        kind, subject = question.split(":", 1)
        if kind != "conflict":
            found.append(Answer(subject))
        elif subject == GOAL:
            found.append(Switch(pick(domain.goals, a).name))
        else:
            found.append(Reveal(subject, pick(pool(domain, subject), b)))
    return found


def _withdraw(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    """A retraction of what stands in conflict, which settles nothing; where nothing does, a conflict comes first."""
    open_ = sorted(q.removeprefix("conflict:") for q in history.questions(len(history.moments)) if q.startswith("conflict:"))
    fields = [name for name in open_ if name in domain.field]
    if fields:
        return [Retract(pick(fields, a))]
    name = pick(list(domain.field), a)
    return [Conflict(name, (pick(pool(domain, name), b),)), Retract(name)]


def _on_the_revised(kind: Callable[[str, Any], Change]) -> Callable[[Domain, History, int, int], list[Change]]:
    """One more change to a field that was revised already: corrections of corrections, and the way back."""

    def made(domain: Domain, history: History, a: int, b: int) -> list[Change]:
        time = len(history.moments)
        revised = [name for name, field in domain.field.items() if not field.is_set and history.superseded(name, time)]
        name = pick(revised, a) if revised else ""
        return [kind(name, pick(pool(domain, name), b))] if revised else []

    return made


def _refer(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    name = pick(list(domain.field), a)
    field = domain.field[name]
    others = [f for f in domain.field.values() if f.name != name and f.is_set == field.is_set]
    alike = [f.name for f in others if f.annotation == field.annotation]
    return [Refer(name, pick(alike, b))] if alike else []


def _label(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    return [Return(version=pick(sorted(history.labels), a))] if history.labels else []


def _take_over(domain: Domain, history: History, a: int, b: int) -> list[Change]:
    """A yes that makes a value one's own which the last question named."""
    turn = len(history.exchanges) - 1
    found = [
        (binding.field, domain.field[binding.field].parse(value))
        for question in (history.exchanges[turn - 1].asked or () if turn else ()) if question.tool in domain.tool
        for path, binding in domain.tool[question.tool].args.items() if isinstance(binding, Exact | Covers)
        if (value := dig(question.arguments or {}, path)) is not None
    ]  # fmt: skip
    return [Confirm(), *([Revision(*pick(found, a))] if found else [])]


def _tools(domain: Domain, a: int, b: int) -> frozenset[str]:
    names = list(domain.tool)
    return frozenset({pick(names, a), pick(names, b)})


SAYINGS: dict[str, Callable[[Domain, History, int, int], list[Change]]] = {
    "fill": _fill,
    "want": _want,
    "settle": _settle,
    "reveal": _about(Reveal),
    "revise": _about(Revision),
    "remove": _about(Remove),
    "add members": _about_members(Reveal),
    "replace members": _about_members(Revision),
    "drop members": _about_members(Remove),
    "retract": _about(lambda name, value: Retract(name)),
    "withdraw": _withdraw,
    "correct again": _on_the_revised(Revision),
    "go back": _on_the_revised(lambda name, value: Return(name)),
    "any": _about(lambda name, value: DontCare(name)),
    "return": _about(lambda name, value: Return(name)),
    "conflict": _about(lambda name, value: Conflict(name, (value,))),
    "version": _label,
    "refer": _refer,
    "accept": lambda domain, history, a, b: [Accept(a % 3 + 1)],
    "goals": lambda domain, history, a, b: [Conflict(GOAL, (pick(domain.goals, a).name, pick(domain.goals, b).name))],
    "fact": lambda domain, history, a, b: [Unmodelled(pick(TOPICS, a))],
    "operation": lambda domain, history, a, b: [UnknownGoal(pick(OPERATIONS, a))],
    "answer": lambda domain, history, a, b: [Answer(pick(TOPICS + OPERATIONS, a))],
    "switch": lambda domain, history, a, b: [Switch(pick(domain.goals, a).name, pick((None, "cancelled"), b))],
    "detour": lambda domain, history, a, b: [Detour(pick(domain.goals, a).name)],
    "yes": lambda domain, history, a, b: [Confirm()],
    "forbid": lambda domain, history, a, b: [Forbid(_tools(domain, a, b))],
    "permit": lambda domain, history, a, b: [Permit(_tools(domain, a, b))],
    "lift": _lift,
    "take over": _take_over,
    "compare": lambda domain, history, a, b: [Compare()],
}


def legal(history: History, since: int) -> bool:
    """Whether every moment since a time can be what it says where it stands."""
    return all(_legal(history, when) for when in range(since, len(history.moments)))


def _legal(history: History, when: int) -> bool:
    goal = history.goal(when)
    match history.moments[when]:
        case Detour(target):
            return goal is not None and goal != target
        case Return(version=str(label)):
            return history.labels[label] <= history.began[history.turn_of[when]]
        case Conflict(field="goal") | Return(field=None):
            return True
        case Refer(name, source):
            return history.exists(name, goal) and history.exists(source, goal)
        case Remove(name):
            return history.domain.field[name].is_set and history.exists(name, goal)
        case Reveal(name) | Revision(name) | Retract(name) | DontCare(name) | Return(field=str(name)) | Conflict(name):
            return history.exists(name, goal)
    return True


def _hear(domain: Domain, before: Sequence[Exchange], plan: Plan) -> Turn:
    """The turn that a plan comes to after what was there before."""
    turn = Turn((), label=f"version {len(before) + 1}" if plan.label else None)
    for moves in plan.messages:
        turn = replace(turn, messages=(*turn.messages, Message("…")))
        for kind, a, b in moves:
            history = History(domain, [*before, Exchange(turn)])
            for change in SAYINGS[kind](domain, history, a, b):
                *others, last = turn.messages
                longer = replace(turn, messages=(*others, Message("…", (*last.changes, change))))
                wider = History(domain, [*before, Exchange(longer)])
                if legal(wider, wider.began[-1]):
                    turn = longer
    return turn


# -- what the agent does


def _arguments(domain: Domain, history: History, tool: Tool, kind: str, index: int) -> dict[str, Any]:
    """Arguments of a call: from the active values, from those before the turn, or from anywhere."""
    time = history.began[-1] if kind == "old" else len(history.moments)
    arguments: dict[str, Any] = {}
    for path, binding in tool.args.items():
        if isinstance(binding, Item):
            value = _id(domain, history, binding.result, kind, index)
        elif isinstance(binding, Free):
            value = binding.example
        else:
            required = bool(tool.paths[path])
            values = [_value(domain, history, name, time, kind, index, required) for name in binding.fields]
            if isinstance(binding, Derived):
                value = binding.make(*values)
            else:
                value = None if values[0] is None else domain.field[binding.fields[0]].dump(values[0])
        if value is not None and not (kind == "terse" and value == tool.defaults.get(path)):
            plant(arguments, path, _respelt(value) if kind == "respelt" else value)
    return arguments


def _respelt(value: Any) -> Any:
    """The same instant in another zone."""
    if isinstance(value, str) and value[10:11] == "T":
        return datetime.fromisoformat(value).astimezone(UTC).isoformat()
    return value


def _value(domain: Domain, history: History, name: str, time: int, kind: str, index: int, required: bool) -> Any:
    known = history.known(name, time)
    anything = pick(pool(domain, name), index)
    if kind == "any" or (known is None and required):
        return anything
    return None if kind == "broad" and not required else known


def _id(domain: Domain, history: History, result: str, kind: str, index: int) -> Any:
    """The id of an effect or an item: the newest or a suitable one, where the call is to be right."""
    time = len(history.moments)
    if domain.maker[result].effect:
        made = history.made(result, time)
        ids = [id for e in made if kind == "any" or e in history.standing(time) for id in history.ids(e)]
        return pick([*ids[::-1], "gone"], index if kind == "any" else 0)
    known = list(domain.items) or [id for when in history.made(result, time)[::-1] for id in history.ids(when)]
    suitable = [id for id in known if id not in domain.items or history.suits(domain.items[id], time)]
    return pick((known if kind == "any" else suitable) or known or ["none"], index)


def _tool_of(domain: Domain, history: History, index: int) -> Tool:
    """Mostly what the goal is about, now and then anything."""
    goal = domain.goal.get(history.goal(len(history.moments)) or "")
    likely = [domain.function(goal.name), goal.result and domain.maker[goal.result].name, *goal.allows] if goal else []
    return domain.tool[pick([name for name in (*likely, *likely, *domain.tool) if name], index)]


def _act(domain: Domain, history: History, toolbox: Toolbox, move: Move) -> ToolCall:
    kind, a, b = move
    tool = _tool_of(domain, history, a)
    if kind == "owed":
        time = len(history.moments)
        name = history.owed_call(time) or domain.function(history.goal(time))
        tool = domain.tool[name] if name else tool
    if kind == "undo":
        tool = pick([t for t in domain.tools if t.undoes] or [tool], a)
    arguments = _arguments(domain, history, tool, kind, b)
    if kind == "refused":
        return ToolCall(name=tool.name, arguments=arguments, result={"accepted": False})
    if kind == "failed":
        return ToolCall(name=tool.name, arguments=arguments, result={"error": "no answer"}, status="error")
    if kind == "cancelled":
        return ToolCall(name=tool.name, arguments=arguments, status="cancelled")
    queued = b % len(history.began) + 1 if kind == "queued" else None
    toolbox.call(tool.name, arguments, queued_turn=queued)
    return toolbox.take()[0]


def _ask(domain: Domain, history: History, asked: tuple[str, int, int] | None) -> list[Question] | None:
    if asked is None:
        return None
    kind, a, b = asked
    if kind == "nothing":
        return []
    time, tool = len(history.moments), _tool_of(domain, history, a)
    detour = history.paused(time)
    goal = history.goal(time if detour is None else detour)
    if kind == "task":
        return [Question(confirm=goal)]
    if kind == "own":
        name = history.owed_call(time) or domain.function(goal)
        tool = domain.tool[name] if name else tool
    arguments = None if kind == "bare" else _arguments(domain, history, tool, kind, b)
    return [Question(confirm=tool.name, arguments=arguments)]


def exchanges(domain: Domain, scenario: Scenario, trace: Sequence[TurnRecord]) -> Iterator[Exchange]:
    """A dialogue in the second oracle's own words."""
    for turn, record in zip(scenario.turns, trace, strict=True):
        yield exchange(domain, turn, record.tool_calls, record.offers, record.questions)


def exchange(
    domain: Domain, turn: Turn, calls: Sequence[ToolCall], offers: Sequence[str] | None, questions: Sequence[Question] | None
) -> Exchange:
    ran = [c for c in calls if c.status != "cancelled" and c.name in domain.tool]
    heard = [Call(c.name, c.arguments, c.result, c.status == "ok", c.queued_turn and c.queued_turn - 1) for c in ran]
    asked = None if questions is None else [Asked(q.confirm, q.arguments) for q in questions if q.confirm]
    return Exchange(turn, heard, offers, asked)


def play(domain: Domain, plans: Sequence[Plan], said: Sequence[Turn] | None = None) -> Dialogue:
    """The dialogue that a list of plans comes to. Where turns are ``said``, the plans are what the agent does about them."""
    toolbox, past, trace = Toolbox(domain), list[Exchange](), list[TurnRecord]()
    items = [str(id) for id in domain.items]
    for number, plan in enumerate(plans, 1):
        turn = _hear(domain, past, plan) if said is None else said[number - 1]
        calls: list[ToolCall] = []
        for move in plan.calls:
            history = History(domain, [*past, exchange(domain, turn, calls, None, None)])
            calls.append(_act(domain, history, toolbox, move))
        answered = [id for when in _answers(domain, [*past, exchange(domain, turn, calls, None, None)]) for id in when]
        known = items or answered
        offers = None if plan.offers is None else [pick(known, index) for index in plan.offers if known]
        questions = _ask(domain, History(domain, [*past, exchange(domain, turn, calls, None, None)]), plan.asked)
        past.append(exchange(domain, turn, calls, offers, questions))
        trace.append(TurnRecord(
            run_id="chain", scenario_id="chain", memory_mode="none", turn=number, user_message=turn.text,
            tool_calls=calls, offers=offers, questions=questions,
        ))  # fmt: skip
    turns = tuple(e.turn for e in past)
    return domain, Scenario("chain", domain.name, turns, datetime.fromisoformat(domain.world.now)), trace


def _answers(domain: Domain, past: Sequence[Exchange]) -> Iterator[list[str]]:
    """The ids of the items that each read-only call brought."""
    history = History(domain, past)
    for when, moment in enumerate(history.moments):
        if isinstance(moment, Call) and history.accepted(when) and not domain.tool[moment.tool].effect and domain.tool[moment.tool].makes:
            yield [str(id) for id in history.ids(when)]


_INDEX = st.integers(0, 11)
_COMMON = ["want", "want", "fill", "reveal", "revise", "switch", "detour", "yes", "yes", "settle", "settle"]
_SAYING = st.tuples(st.sampled_from([*_COMMON, *SAYINGS, *_COMMON]), _INDEX, _INDEX)
_ACT = st.tuples(
    st.sampled_from(["owed", "right"] * 4 + ["terse", "broad", "old", "any", "refused", "failed", "cancelled", "queued", "undo", "undo"]),
    _INDEX,
    _INDEX,
)
_ASK = st.tuples(st.sampled_from(["own", "own", "own", "task", "nothing", "bare", "right", "old", "any"]), _INDEX, _INDEX)
_PLAN = st.builds(
    Plan,
    messages=st.lists(st.lists(_SAYING, max_size=4), min_size=1, max_size=2),
    label=st.booleans(),
    calls=st.lists(_ACT, max_size=3),
    offers=st.none() | st.lists(_INDEX, max_size=3),
    asked=st.none() | _ASK,
)
_YES = st.builds(
    Plan,
    messages=st.sampled_from(["yes", "take over"]).map(lambda kind: [[(kind, 0, 0)]]) | _INDEX.map(lambda a: [[("take over", a, 0)]]),
    label=st.booleans(),
    calls=st.lists(st.tuples(st.sampled_from(["owed", "owed", "right", "respelt"]), _INDEX, _INDEX), min_size=1, max_size=3),
    offers=st.none(),
    asked=st.none() | _ASK,
)
_IDLE = st.builds(
    Plan,
    messages=st.lists(st.tuples(st.sampled_from(["want", "settle", "yes"]), _INDEX, _INDEX), max_size=2).map(lambda said: [said]),
    label=st.just(False),
    calls=st.just([]) | st.lists(st.tuples(st.sampled_from(["owed", "failed", "cancelled"]), _INDEX, _INDEX), max_size=1),
    offers=st.none(),
    asked=st.sampled_from([("nothing", 0, 0), ("nothing", 0, 0), ("own", 0, 0), None]),
)
_ANY = st.lists(_PLAN | _PLAN | _YES, min_size=1, max_size=7)
_PLANS = st.one_of(_ANY, _ANY, _ANY, _ANY, _ANY, st.lists(_IDLE, min_size=2, max_size=4))


PLANS = st.lists(_PLAN, min_size=6, max_size=6)
"""What an agent does, right or wrong, in six turns."""


def _chain(draw: st.DrawFn, domains: Sequence[Domain] = DOMAINS) -> Dialogue:
    return play(draw(st.sampled_from(domains)), draw(_PLANS))


chains = st.composite(_chain)
"""Dialogues over any of the domains."""
