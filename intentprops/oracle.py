"""The oracle: from what the user said and what the agent did so far, what must hold after each turn.

:class:`Progress` follows one dialogue: ``user`` takes a turn of the user, ``call`` each call of the agent,
``reply`` the end of the turn. :func:`expect` folds a whole scenario and its trace. Both are pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from intentprops.changes import Accept, Confirm, Scenario, Turn
from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.fields import Field
from intentprops.ledger import Freshness, Ledger, Made, argument_fits, means_the_same, suits
from intentprops.state import State
from intentprops.tools import Binding, Covers, Exact, Item, dig
from intentprops.trace import Question, ToolCall, Trace, TurnRecord
from intentprops.transitions import Step, apply


@dataclass(frozen=True, slots=True)
class CallExpectation:
    """What the oracle knows of one call at the moment it was made.

    ``state`` is the active version then. ``permitted`` includes a declared undo of a stale effect (T19).
    ``resumes``: it would be permitted had the user confirmed. ``confirmed``: no yes is needed, or one covers it (T18).
    ``moved_on``: the version changed since it was queued. ``repeats`` is the standing effect that it would repeat.
    ``usable`` and ``outdated`` are the items, by result, that an item argument may or may no longer name.
    ``needless``: a read whose answer was at hand.
    """

    tool: str
    state: State
    permitted: bool
    resumes: bool
    confirmed: bool
    moved_on: bool
    repeats: Made | None
    compares: bool
    needless: bool
    usable: Mapping[str, Mapping[Any, Mapping[str, Any]]]
    outdated: Mapping[str, Mapping[Any, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Expectation:
    """What must hold after a turn.

    ``before`` and ``state`` are the active versions before the user spoke and after the agent acted;
    ``step`` is what the words did. ``results`` has the freshness of every result that exists, ``effects`` that of
    every standing effect. ``owed_results`` and ``owed_call`` are what the active version owes, the call since turn
    ``requested_in``; ``open`` the questions that the reply owes, ``askable`` what it may ask besides.
    ``candidates`` are the suitable items of each usable result.
    The last four are judged over the whole dialogue and stand at one turn each: ``missing`` tools whose owed call was
    never made, ``left_stale`` owed results that stayed stale, ``standing`` effects that a change left stale,
    ``not_reached`` preconditions that did not occur (an offer to accept that was not listed, or not exposed). From then
    on the expectation is ``blind``: what a chosen item would decide is neither owed nor judged.
    """

    turn: int
    before: State
    state: State
    step: Step
    calls: tuple[CallExpectation, ...]
    results: Mapping[str, Freshness]
    effects: tuple[tuple[Made, Freshness], ...]
    owed_results: tuple[str, ...]
    owed_call: str | None
    requested_in: int | None
    open: tuple[str, ...]
    askable: frozenset[str]
    candidates: Mapping[str, Sequence[Mapping[str, Any]]]
    done: frozenset[str]
    missing: tuple[str, ...] = ()
    left_stale: tuple[str, ...] = ()
    standing: tuple[Made, ...] = ()
    not_reached: tuple[str, ...] = ()
    blind: bool = False


class Progress:
    """One dialogue as the oracle sees it, turn by turn."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.state = State()
        self.ledger = Ledger(domain)
        self.turn = 0
        self.offers: tuple[str, ...] = ()
        self.approved: dict[str, Mapping[str, Any] | None] = {}
        self._unseen: set[str] = set()
        self._used: set[str] = set()
        self._asked: dict[str, Mapping[str, Any] | None] | None = None
        self._versions: list[tuple[Any, ...]] = []
        self._questions_owed: set[str] = set()
        self._step: Step | None = None
        self._request: int | None = None
        self._began: State  # these three begin with the user's words
        self._tried: set[str]
        self._calls: list[CallExpectation]

    def user(self, turn: Turn) -> Step:
        """The user spoke: apply the changes; a yes covers the calls that were asked for (T18), a change ends it."""
        self.turn += 1
        self._began = self.state
        if turn.changes or turn.unsure is not None or not self._neglected():
            self._request = None
        takes = any(isinstance(change, Accept) for change in turn.changes)
        step = self._step = apply(self.domain, self.state, turn, self.offers, self.ledger.items() if takes else None)
        if step.state.content() != self.state.content():
            self.approved.clear()
        self.state = step.state
        self._calls, self._tried = [], set()
        if step.agrees:
            self._approve(step)
        if self._step.requested or self._step.confirmed:
            self._request = self.turn
        return self._step

    def _approve(self, step: Step) -> None:
        """A yes covers what the last reply asked for; where its questions are not exposed, what the goal allows.

        One that replaces a value, or takes an item, covers a call only as it was asked about: if the question named that very
        value or item, it was taken over, and not corrected.
        """
        if not self._asked:
            if self._asked is None and step.confirmed:
                self._unseen = set(self.domain.allowed[self.state.goal] & self.domain.effectful)
                self.approved |= dict.fromkeys(self._unseen)
            return
        function = self.domain.goal[self.state.goal].ends_with if self.state.goal else None
        known = {*self._began.values, *self._began.indifferent, *step.taken}
        moved = {name for name in step.said & known if self.domain.field[name].path in step.changed}
        asked = [(name if name in self.domain.tool else function, arguments) for name, arguments in self._asked.items()]
        covered = [(tool, arguments) for tool, arguments in asked if self._as_asked(step, moved, tool, arguments or {})]
        self._step = replace(step, confirmed=not moved or bool(covered))
        for tool, arguments in covered:
            if tool:
                self.approved[tool] = arguments
                self._unseen.discard(tool)

    def _as_asked(self, step: Step, moved: set[str], tool: str | None, named: Mapping[str, Any]) -> bool:
        """Whether each value that a turn moved is now what a question about a call named.

        What comes with an accepted item, and no argument of the call carries, is no correction.
        """
        bound = self.domain.tool[tool].args if tool else {}
        carried = {f.name: path for f in self.domain.field.values() for path, b in bound.items() if _carries(self.domain, b, f)}
        corrected = moved - (step.taken - carried.keys())
        return all(name in carried and _active(self.domain, name, dig(named, carried[name]), step.state) for name in corrected)

    def call(self, call: ToolCall) -> CallExpectation:
        """The agent made a call: say what to expect of it, then enter it into the ledger."""
        expectation = self.expect_call(call)
        self._calls.append(expectation)
        if call.status != "cancelled":
            self._tried.add(call.name)
        made = self.ledger.enter(call, self.turn, self.state)
        tool = self.domain.tool.get(call.name)
        accepted = call.status == "ok" and tool is not None and tool.effect and tool.accepted(call.result)
        if accepted and expectation.permitted and expectation.confirmed:
            self._use(call.name)
            self._complete(call, made)
        return expectation

    def _use(self, tool: str) -> None:
        """A yes is used once. One to a question that nobody saw may have been to a list ("cancel both"): it lasts for its turn."""
        if tool in self._unseen:
            self._used.add(tool)
        else:
            self.approved.pop(tool, None)

    def _complete(self, call: ToolCall, made: Made | None) -> None:
        """A task is completed when its goal's call was permitted, made with active values and accepted."""
        goal = self.domain.goal_of(self.state.goal)
        if goal is None or goal.ends_with != call.name:
            return
        tool = self.domain.tool[call.name]
        fits = all(
            argument_fits(
                self.domain, binding, tool.argument(call.arguments, path), self.state,
                default=tool.defaults.get(path), effectful=True, chosen=True,
            )
            for path, binding in self.domain.carriers(call.name)
        )
        if fits and (made is None or self.ledger.freshness(made, self.state) == "fresh"):
            self.state = replace(self.state, completed=True, touched=False, revision=self.state.revision + 1)

    def expect_call(self, call: ToolCall) -> CallExpectation:
        """What to expect of a call if it were made now; it is not entered anywhere."""
        domain, state = self.domain, self.state
        tool = domain.tool.get(call.name)
        if tool is None:
            return CallExpectation(call.name, state, True, False, True, False, None, False, False, {}, {})
        permitted = state.permits(domain, tool.name) or self._may_undo(tool.undoes)
        repeats = self._repeated(call)
        results = [b.result for b in tool.args.values() if isinstance(b, Item)]
        answers = [] if tool.effect or tool.makes is None else self.ledger.of(tool.makes)
        needless = any(made.arguments == call.arguments and self.ledger.freshness(made, state) == "fresh" for made in answers)
        assert self._step is not None
        return CallExpectation(
            tool=tool.name, state=state, permitted=permitted,
            resumes=not permitted and tool.effect and self._would_resume(tool.name),
            confirmed=tool.confirm == "never" or self._covered(call),
            moved_on=self._moved_on(call), repeats=repeats,
            compares=self._step.compares and not tool.effect, needless=needless,
            usable={name: self._nameable(name, True) for name in results},
            outdated={name: self._nameable(name, False) for name in results},
        )  # fmt: skip

    def _may_undo(self, effect: str | None) -> bool:
        """T19: a declared undo of a stale effect is permitted under any ban."""
        return effect is not None and any(
            made.name == effect and self.ledger.freshness(made, self.state) == "stale" for made in self.ledger.effects()
        )

    def _would_resume(self, tool: str) -> bool:
        state = self.state
        if state.status != "awaiting_confirmation" or tool in state.bans:
            return False
        goal = state.paused.goal if state.paused is not None else state.goal
        return tool in self.domain.allowed[goal]

    def _covered(self, call: ToolCall) -> bool:
        """A yes covers only the values that the question named; a question that named none, or an empty set, is taken to name the
        active."""
        if call.name not in self.approved:
            return False
        named, tool = self.approved[call.name] or {}, self.domain.tool[call.name]
        return all(
            means_the_same(self.domain, binding, value, tool.argument(call.arguments, path))
            for path, binding in tool.args.items()
            if (value := dig(named, path)) not in (None, [])
        )

    def _moved_on(self, call: ToolCall) -> bool:
        """Whether the version changed between the turn that queued a call and now."""
        if call.queued_turn is None or not 1 <= call.queued_turn < self.turn:
            return False
        return self._versions[call.queued_turn - 1] != self.state.content()

    def _repeated(self, call: ToolCall) -> Made | None:
        for made in self.ledger.effects(call.name):
            same = all(_same(made.arguments.get(key), call.arguments.get(key)) for key in {*made.arguments, *call.arguments})
            if same and self.ledger.freshness(made, self.state) == "fresh":
                return made
        return None

    def _nameable(self, result: str, usable: bool) -> dict[Any, Mapping[str, Any]]:
        """What an item argument may name: items of a result, or effects by their id."""
        if not self.domain.maker[result].effect:
            return self.ledger.pool(result, self.state, usable)
        standing = [m for m in self.ledger.effects() if m.name == result and m.effect_id is not None]
        return {
            m.effect_id: {}
            for m in standing
            if (self.ledger.freshness(m, self.state) == "fresh") == usable
        }

    def reply(self, offers: Sequence[str] | None, questions: Sequence[Question] | None) -> Expectation:
        """The agent's turn is over: what must hold now."""
        assert self._step is not None
        state, ledger, domain = self.state, self.ledger, self.domain
        owed = self.owed_questions()
        self.approved = {tool: named for tool, named in self.approved.items() if tool not in self._used}
        self._used = set()
        self._questions_owed = set(self._open())
        if offers is not None:
            self.offers = tuple(offers)
        self._asked = None if questions is None else {q.confirm: q.arguments for q in questions if q.confirm}
        self._versions.append(state.content())
        results = {name: ledger.best(name, state) for name in domain.result if not domain.maker[name].effect}
        return Expectation(
            turn=self.turn, before=self._began, state=state, step=self._step, calls=tuple(self._calls),
            results={name: rank for name, rank in results.items() if rank is not None},
            effects=tuple((made, ledger.freshness(made, state)) for made in ledger.effects()),
            owed_results=self.owed_results(), owed_call=self.owed_call(), requested_in=self._request, open=owed, askable=self._askable(),
            candidates={name: ledger.candidates(name, state) for name, rank in results.items() if rank in ("fresh", "refilter")},
            done=frozenset(ledger.done),
            not_reached=self._step.missed,
        )  # fmt: skip

    def moved(self) -> bool:
        """Whether the user's words in this turn changed the task."""
        return self._step is not None and self._step.state.content() != self._began.content()

    def _open(self) -> list[str]:
        paused = self.state.paused
        return [question.id for question in self.state.questions] + ([f"resume:{paused.goal}"] if paused is not None else [])

    def owed_questions(self) -> tuple[str, ...]:
        """The questions that this turn's reply owes: each open one once, and whether to go on after a detour."""
        return tuple(question for question in self._open() if question not in self._questions_owed)

    def owed_results(self) -> tuple[str, ...]:
        """The results that the active goal owes: known arguments, no open question, and not chosen or done already."""
        state, domain = self.state, self.domain
        if state.goal is None or state.questions or state.completed:
            return ()
        goal = domain.goal[state.goal]
        if goal.result is None or self._unknown():
            return ()
        if any(domain.maker[name].name in state.bans for name in domain.chain(goal.result)):
            return ()
        if any(self._nothing_to_make_of(name) for name in domain.chain(goal.result)):
            return ()
        chosen = goal.ends_with is not None and domain.picks(goal.result, state.values)
        standing = goal.ends_with is not None and any(
            self.ledger.freshness(made, state) == "fresh" for made in self.ledger.effects(goal.ends_with)
        )
        return () if chosen or standing else (goal.result,)

    def _nothing_to_make_of(self, name: str) -> bool:
        """Whether a result is made from an item of another one, which is at hand and in which nothing suits."""
        for binding in self.domain.maker[name].args.values():
            if not isinstance(binding, Item) or self.domain.maker[binding.result].effect:
                continue
            if self.ledger.best(binding.result, self.state) in ("fresh", "refilter"):
                items = self.ledger.pool(binding.result, self.state, usable=True)
                if not any(suits(self.domain, item, self.state) for item in items.values()):
                    return True
        return False

    def owed_call(self) -> str | None:
        """The effectful call that the active version owes, if it was asked for and something suits."""
        state, domain = self.state, self.domain
        goal = domain.goal_of(state.goal)
        if goal is None or goal.ends_with is None or not state.permits(domain, goal.ends_with):
            return None
        if self._request is None or self._unknown():
            return None
        if any(self.ledger.freshness(made, state) == "fresh" for made in self.ledger.effects(goal.ends_with)):
            return None
        return self._first_of(goal.ends_with)

    def _neglected(self) -> bool:
        """Whether the turn that is over neither tried the call that it owes, nor asked for a yes to it."""
        owed = self.owed_call()
        if owed is None or owed in self._tried:
            return False
        if self._asked is None:  # it may have asked where a yes is needed, though it had one: it need not know that it had
            return self.domain.tool[owed].confirm == "never"
        return not self._asked

    def _first_of(self, name: str) -> str | None:
        """The call that has to come first for a tool to be called: the one that makes the effect that it takes.

        An undo comes first or not at all: nothing is done in order to be undone.
        """
        undoes = self.domain.tool[name].undoes
        if undoes is not None and not any(made.name == undoes for made in self.ledger.effects()):
            return None
        for binding in self.domain.tool[name].args.values():
            if isinstance(binding, Item) and not self._available(binding.result, undo=undoes):
                maker = self.domain.maker[binding.result]
                return self._first_of(maker.name) if maker.effect and self.state.permits(self.domain, maker.name) else None
        return name

    def _available(self, result: str, undo: str | None = None) -> bool:
        """Whether an item argument can name anything that suits; an undo may name a stale effect as well.

        Before a result is there, the catalogue tells, if the goal owes that result or the user chose an item.
        """
        if self.domain.maker[result].effect:
            return bool(self._nameable(result, usable=True) or (undo == result and self._nameable(result, usable=False)))
        if self.ledger.best(result, self.state) in ("fresh", "refilter"):
            items = self.ledger.pool(result, self.state, usable=True)
            return any(suits(self.domain, item, self.state) for item in items.values())
        chosen = self.domain.picks(result, self.state.values)
        if not chosen and result not in self.owed_results():
            return False
        catalogue = self.domain.items.values()
        return not catalogue or any(suits(self.domain, item, self.state) for item in catalogue)

    def _unknown(self) -> list[str]:
        assert self.state.goal is not None
        known = {*self.state.values, *self.state.indifferent}
        return [name for name in self.domain.needs(self.state.goal) if name not in known]

    def _askable(self) -> frozenset[str]:
        """What a reply may ask: its open questions, unknown required fields, a yes before an effect, what to resume."""
        state = self.state
        ids = {question.id for question in state.questions} | {question.subject for question in state.questions}
        if state.goal is not None:
            ids |= set(self._unknown())
            ids |= {tool for tool in self.domain.allowed[state.goal] if tool in self.domain.effectful}
        if state.paused is not None:
            ids |= {state.paused.goal, f"resume:{state.paused.goal}", *self.domain.allowed[state.paused.goal]}
            ids |= {n for n in self.domain.needs(state.paused.goal) if n not in state.values and n not in state.indifferent}
        if state.status == "awaiting_confirmation" and state.goal is not None:
            ids.add(state.goal)
        return frozenset(ids)


def expect(domain: Domain, scenario: Scenario, trace: Trace | None = None) -> list[Expectation]:
    """What must hold after each turn of a scenario.

    ``trace`` holds what the agent did; it may be shorter than the scenario (a run that stopped) or longer by the
    harness's own turns. Without a trace the events are those of the domain's own correct agent.
    """
    if trace is None:
        from intentprops.correct import correct_trace

        trace = correct_trace(domain, scenario)
    progress = Progress(domain)
    found = []
    for record, turn in zip(trace, _turns(scenario, trace), strict=False):
        progress.user(turn)
        for call in record.tool_calls:
            progress.call(call)
        found.append(progress.reply(record.offers, record.questions))
    return _judge_whole(domain, found, trace)


HARNESS_YES = Turn.of(Confirm())
"""What a turn of the harness's own means (T18): a yes to exactly what was asked."""


def yeses(domain: Domain) -> int:
    """How often the harness says yes in one dialogue at most: once for each effectful tool."""
    return len(domain.effectful)


def awaits_yes(progress: Progress, trace: Sequence[TurnRecord]) -> bool:
    """Whether the harness answers a question for a yes that comes now (T18): a call is owed, and its last yes, if any, was used.

    A call may need another before it, with a yes of its own: a place is held in a booking that is still to be made.
    """
    given, effectful = [record for record in trace if record.harness], progress.domain.effectful
    used = not given or any(call.name in effectful and call.status == "ok" for call in given[-1].tool_calls)
    return used and len(given) < yeses(progress.domain) and progress.owed_call() is not None


def _turns(scenario: Scenario, trace: Sequence[TurnRecord]) -> list[Turn]:
    extra = [HARNESS_YES for record in trace[len(scenario.turns) :] if record.harness]
    return [*scenario.turns, *extra]


def _judge_whole(domain: Domain, found: list[Expectation], trace: Trace) -> list[Expectation]:
    """What can be said only at the end: owed calls never made, results left stale, effects left standing."""
    if not found:
        return found
    first_miss = next((n for n, expectation in enumerate(found) if expectation.not_reached), len(found))
    found = [replace(e, blind=True) if n >= first_miss else e for n, e in enumerate(found)]
    for name in dict.fromkeys(result for e in found[:first_miss] for result in e.owed_results):
        _judge_result(domain, found, trace, name)
    if first_miss == len(found):
        _judge_end(domain, found, trace)
    return found


def _judge_result(domain: Domain, found: list[Expectation], trace: Trace, name: str) -> None:
    """A result that was owed: missing where it was never looked for; left stale where it was not looked for again."""
    turns = [e.turn for e in found if name in e.owed_results and not e.blind]
    tool, last = domain.maker[name].name, found[-1]
    called = [
        record.turn
        for record in trace[turns[0] - 1 :]
        for call in record.tool_calls
        if call.name == tool and call.status != "cancelled"
    ]
    if not called and found[turns[-1] - 1].results.get(name, "stale") == "stale":
        at = found[turns[-1] - 1]
        found[at.turn - 1] = replace(at, missing=(*at.missing, tool))
    elif not last.blind and name in last.owed_results and last.results.get(name) == "stale":
        since = next(e.turn for e in reversed(found) if e.turn == 1 or found[e.turn - 2].results.get(name) != "stale")
        due = next((e.turn + 1 for e in reversed(found) if name not in e.owed_results), 1)
        if not any(turn >= since for turn in called):
            at = found[max(since, due) - 1]
            found[at.turn - 1] = replace(at, left_stale=(*at.left_stale, name))


def _taken(domain: Domain, call: ToolCall) -> bool:
    """Whether the world took a call."""
    tool = domain.tool.get(call.name)
    return call.status == "ok" and (tool is None or tool.accepted(call.result))


def _judge_end(domain: Domain, found: list[Expectation], trace: Trace) -> None:
    """The effectful call that the end owes, and the effects that a change left stale.

    What was tried, and refused by the world, is not missing: more than to say so cannot be owed.
    """
    last = found[-1]
    refused = {call.name for call in trace[last.turn - 1].tool_calls if call.status != "cancelled" and not _taken(domain, call)}
    if last.owed_call is not None and last.requested_in is not None and last.owed_call not in refused:
        live = [e for e, record in zip(found, trace, strict=False) if e.turn >= last.requested_in and not record.scripted]
        if live and not any(e.missing for e in live):  # nor can be booked what was never looked for
            found[live[0].turn - 1] = replace(live[0], missing=(last.owed_call,))
    for made, rank in last.effects:
        if rank != "stale":
            continue
        since = max((e.turn for e in found if (made, "stale") not in e.effects), default=0) + 1
        if since > made.turn:  # else no change made it stale: the call itself was wrong, and is judged as such
            at = found[since - 1]
            found[since - 1] = replace(at, standing=(*at.standing, made))


def _carries(domain: Domain, binding: Binding, field: Field) -> bool:
    """Whether an argument says the very value of a field: as it is, or, of an item, by the id that the field holds."""
    if isinstance(binding, Item):
        return field.from_item is not None and field.from_item.key == domain.result[binding.result].key
    return isinstance(binding, (Exact, Covers)) and binding.field == field.name


def _active(domain: Domain, name: str, raw: Any, state: State) -> bool:
    """Whether a raw value is the active one of a field."""
    try:
        return raw is not None and bool(domain.field[name].parse(raw) == state.values.get(name, domain.field[name].empty))
    except ValueProblem:
        return False


def _same(one: Any, other: Any) -> bool:
    return bool(one == other)
