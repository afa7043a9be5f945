"""The second oracle: the rules of ``docs/semantics.md`` read the other way round.

The first oracle folds a state, one handler for each change. This one keeps no state at all. It lays the whole dialogue out
as a line of moments, and answers questions about any time on it by looking back for whoever had the last word: who last
set this field, who last banned this tool, which detour is still open. The two share the vocabulary, and no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from intentprops.changes import Accept, Compare, Confirm, Permit, Return, Switch
from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.tools import Binding, Covers, Derived, Exact, Item, Tool, dig
from tests.oracle.said import ANY, SILENT, Asked, Call, Exchange, LogEntry, Words, remembered

RANKS = ("fresh", "refilter", "stale")
"""From good to bad."""


class Judged(NamedTuple):
    """What holds of one call: may it be made, was it agreed to, has the version moved on since it was queued."""

    tool: str
    permitted: bool
    confirmed: bool
    moved_on: bool
    compares: bool


@dataclass(frozen=True, slots=True)
class Second:
    """What holds at one time. ``results`` has the best rank of each result that there is, ``effects`` the rank of each
    standing effect with the tool that made it, in the order made."""

    goal: str | None
    values: dict[str, Any]
    indifferent: frozenset[str]
    bans: frozenset[str]
    questions: frozenset[str]
    paused: str | None
    status: str
    permissions: dict[str, bool]
    log: frozenset[LogEntry]
    completed: bool
    touched: bool
    results: dict[str, str]
    effects: tuple[tuple[str, str], ...]
    owed_results: frozenset[str]
    owed_call: str | None
    calls: tuple[Judged, ...]


def second(domain: Domain, exchanges: Sequence[Exchange]) -> list[Second]:
    """What holds at the end of each turn, its calls included."""
    history = History(domain, exchanges)
    return [history.at(turn) for turn in range(len(exchanges))]


class History(Words):
    """The second half: what was done, what it is worth now, and what is owed."""

    @remembered
    def fulfils(self, when: int) -> bool:
        """Whether a call completes the task (T8): the goal's own effect, permitted, confirmed, accepted, active values."""
        call, goal = self.moments[when], self.domain.goal.get(self.goal(when) or "")
        if not isinstance(call, Call) or goal is None or goal.ends_with != call.tool or not self.accepted(when):
            return False
        tool, judged = self.domain.tool[call.tool], self.judged(when)
        if not judged.permitted or not judged.confirmed:
            return False
        said = all(self._was_said(call, p, b, when) for p, b in self.domain.carriers(tool.name))
        return said and (tool.makes is None or self.effect_rank(when, when) == "fresh")

    @remembered
    def judged(self, when: int) -> Judged:
        call = self.moments[when]
        assert isinstance(call, Call)
        tool, said = self.domain.tool[call.tool], self.exchanges[self.turn_of[when]].turn.changes
        early = call.queued is not None and call.queued < self.turn_of[when]
        return Judged(
            tool=tool.name,
            permitted=self.permitted(tool.name, when) or self._stale_to_undo(tool, when),
            confirmed=tool.confirm == "never" or self.approved(when),
            moved_on=early and self.content(self.done[call.queued or 0]) != self.content(when),
            compares=not tool.effect and any(isinstance(change, Compare) for change in said),
        )

    def _stale_to_undo(self, tool: Tool, time: int) -> bool:
        """T19: there is a stale effect that the tool takes back."""
        kind = tool.undoes and self.domain.maker[tool.undoes].name
        return any(self._tool(effect) == kind and self.effect_rank(effect, time) == "stale" for effect in self.standing(time))

    def _was_said(self, call: Call, path: str, binding: Binding, time: int) -> bool:
        """Whether an argument of an effect is active: of a field that nobody spoke of, it may hold nothing, or the default."""
        argument = self.carried(call, path)
        if not isinstance(binding, Exact | Covers) or self.holds(binding.field, time) is not None:
            return self._any_would_do(binding, argument, time, time) or self.fits(binding, argument, time, self._default(call, path))
        return argument in (None, self._default(call, path))

    def carried(self, call: Call, path: str) -> Any:
        """What a call carries at a path; of an argument that is left out, what the tool's schema says that means."""
        place: Any = call.arguments
        for part in path.split("."):
            if part not in place:
                return self._default(call, path)
            place = place[part]
        return place

    def _default(self, call: Call, path: str) -> Any:
        return self.domain.tool[call.tool].defaults.get(path)

    # -- a yes (T18)

    @remembered
    def approved(self, when: int) -> bool:
        """Whether a call is what the newest yes that speaks of its tool agreed to, and that yes still stands."""
        call, now = self.moments[when], self.turn_of[when]
        assert isinstance(call, Call)
        for yes in reversed(range(now + 1)):
            asked = self._agreed_to(yes, call.tool)
            if asked is not None:
                changed = any(self.content(self.began[t]) != self.content(self.heard[t]) for t in range(yes + 1, now + 1))
                unseen = yes == 0 or self.exchanges[yes - 1].asked is None
                until = self.began[now] if unseen else when  # a list may have been asked for, and is done in one turn
                calls = (w for w in range(self.heard[yes], until) if self._tool(w) == call.tool and self.accepted(w))
                used = any(judged.permitted and judged.confirmed for judged in map(self.judged, calls))
                return not used and not changed and self._named(asked, call)
        return False

    def _agreed_to(self, turn: int, tool: str) -> Asked | None:
        """The question about a tool that the words of a turn say yes to, if they do."""
        own = self.domain.function(self.goal(self.heard[turn])) or ""
        asked = self.exchanges[turn - 1].asked if turn else None
        if asked is None:
            allowed = [name for name in self.domain.allowed[self.goal(self.heard[turn])] if self.domain.tool[name].effect]
            questions = [Asked(name) for name in allowed] if self.agreed(turn) else []
        else:
            known = [a if a.tool in self.domain.tool else Asked(own, a.arguments) for a in asked]
            questions = [a for a in known if self._says_yes(turn) and self._as_asked(a, turn)]
        return next((question for question in questions if question.tool == tool), None)

    def agreed(self, turn: int) -> bool:
        """Whether the turn says yes, and replaces no value that it speaks of, save by what a question named; a first value
        beside a yes is no other one."""
        if not self._says_yes(turn):
            return False
        asked = (self.exchanges[turn - 1].asked if turn else None) or ()
        own = self.domain.function(self.goal(self.heard[turn])) or ""
        known = [a if a.tool in self.domain.tool else Asked(own, a.arguments) for a in asked]
        return not self._corrected(turn, taken=bool(known)) or any(self._as_asked(question, turn) for question in known)

    def _says_yes(self, turn: int) -> bool:
        return any(isinstance(self.moments[when], Confirm) for when in range(self.began[turn], self.heard[turn]))

    def _corrected(self, turn: int, taken: bool = False) -> set[str]:
        """The known fields that a turn speaks of and changes; with those that came with an item, if that is asked for."""
        moments = range(self.began[turn], self.heard[turn])
        fields = self.domain.field.items()
        known = [n for n, f in fields if self.holds(n, self.began[turn]) != f.empty or (taken and self._came_along(n, turn))]
        names = [n for n in known if any(self._speaks_of(n, when) for when in moments)]
        return {n for n in names if self.holds(n, self.began[turn]) != self.holds(n, self.heard[turn])}

    def _as_asked(self, question: Asked, turn: int) -> bool:
        """Whether a turn leaves the call as it was asked about: what it changes are values that the question named so, or come
        with an item that was accepted and are no part of the call."""
        return all(
            self._reads(name, dig(question.arguments or {}, path)) == self.known(name, self.heard[turn])
            if (path := self._place(name, question.tool)) is not None
            else self._came_along(name, turn)
            for name in self._corrected(turn, taken=True)
        )

    def _place(self, name: str, tool: str) -> str | None:
        """The argument that says the value of a field; of an item, the one that names it."""
        taken = self.domain.item_fields.get(name)
        places = [
            path
            for path, b in (self.domain.tool[tool].args if tool in self.domain.tool else {}).items()
            if (isinstance(b, Exact | Covers) and b.field == name)
            or (isinstance(b, Item) and taken is not None and taken == self.domain.result[b.result].key)
        ]
        return places[-1] if places else None

    def _came_along(self, name: str, turn: int) -> bool:
        """Whether the last word on a field in a turn was an item that the user accepted."""
        words = [m for when in range(self.began[turn], self.heard[turn]) if self.said(name, when) is not SILENT for m in [self.moments[when]]]
        return bool(words) and isinstance(words[-1], Accept)

    def _reads(self, name: str, raw: Any) -> Any:
        """What a question says of a field; nothing, if it names no value or one that no field of its kind can have."""
        try:
            return SILENT if raw is None else self.domain.field[name].parse(raw)
        except ValueProblem:
            return SILENT

    def _speaks_of(self, name: str, when: int) -> bool:
        match self.moments[when]:
            case Return(version=str()):
                return self.exists(name, self.goal(when + 1))
            case Accept():
                return name in self.domain.item_fields
        return getattr(self.moments[when], "field", None) == name

    def _named(self, asked: Asked, call: Call) -> bool:
        """Whether a call has the values that a question named; where it named none (or no member), the active ones are meant."""
        named, args = asked.arguments or {}, self.domain.tool[call.tool].args
        return all(self._alike(args[p], dig(named, p), self.carried(call, p)) for p in args if dig(named, p) not in (None, []))

    def _alike(self, binding: Binding, one: Any, other: Any) -> bool:
        """Whether two arguments mean the same: one instant in two zones does."""
        if not isinstance(binding, Exact | Covers):
            return bool(one == other)
        field = self.domain.field[binding.field]
        try:
            return bool(field.parse(one) == field.parse(other))
        except ValueProblem:
            return bool(one == other)

    # -- results and effects

    def accepted(self, when: int) -> bool:
        call = self.moments[when]
        return isinstance(call, Call) and call.ok and self.domain.tool[call.tool].accepted(call.answer)

    def made(self, name: str, time: int) -> list[int]:
        """The accepted calls that made a result or effect before a time."""
        maker = self.domain.maker[name].name
        calls = ((when, m) for when, m in enumerate(self.moments[:time]) if isinstance(m, Call))
        return [when for when, call in calls if call.tool == maker and self.accepted(when)]

    def result_rank(self, name: str, time: int) -> str | None:
        """How good the best answer is that there is of a result."""
        ranks = [self.rank(when, time) for when in self.made(name, time)]
        return min(ranks, key=RANKS.index, default=None)

    @remembered
    def rank(self, when: int, time: int) -> str:
        """Whether what a call brought is fresh, to be re-filtered, or stale at a time."""
        kind = self._makes(when)
        lower = [self.rank(made, time) for made in self._stands_on(when)]
        return max([self._own_rank(when, kind, time), *lower], key=RANKS.index)

    def _makes(self, when: int) -> str:
        kind = self.domain.tool[self._tool(when)].makes
        assert kind is not None
        return kind

    def _stands_on(self, when: int) -> list[int]:
        """The calls that brought what a call was made from: for an item those that have it; the newest that held then."""
        call = self.moments[when]
        assert isinstance(call, Call)
        items = [(b.result, dig(call.arguments, p)) for p, b in self.domain.tool[call.tool].args.items() if isinstance(b, Item)]
        found = []
        for name in self.domain.below(self._makes(when)):
            ids = [id for result, id in items if result == name]
            holding = [made for made in self.made(name, when) if not ids or any(id in self.ids(made) for id in ids)]
            held = [made for made in holding if self._holds_at(made, when)]
            found += (held or holding)[-1:]
        return found

    def _holds_at(self, made: int, time: int) -> bool:
        rank = self.effect_rank if self.domain.tool[self._tool(made)].effect else self.rank
        return rank(made, time) != "stale"

    def ids(self, when: int) -> dict[Any, Any]:
        """What a call brought, by id: the items of an answer, or the effect itself."""
        call, kind = self.moments[when], self._makes(when)
        assert isinstance(call, Call)
        maker = self.domain.maker[kind]
        if maker.effect:
            id = dig(call.answer, maker.effect_id) if maker.effect_id else None
            return {} if id is None else {id: call.answer}
        key = self.domain.result[kind].key
        lists = [value for value in call.answer.values() if isinstance(value, list)]
        return {item[key]: item for item in [*(i for found in lists for i in found), call.answer] if key in item}

    @remembered
    def effect_rank(self, when: int, time: int) -> str:
        """An effect is fresh while its arguments fit, its item suits, and what it was made from was not undone."""
        if self._own_rank(when, self._makes(when), time) == "stale":
            return "stale"
        effects = [made for made in self._stands_on(when) if self.domain.tool[self._tool(made)].effect]
        if any(self.effect_rank(made, time) == "stale" or made in self.undone(time) for made in effects):
            return "stale"
        if any(self.rank(made, time) == "stale" for made in self._whole(when)):
            return "stale"
        return "fresh" if self._item_suits(when, time) else "stale"

    def _whole(self, when: int) -> list[int]:
        """The results that an effect depends on as a whole, and not through an item of them."""
        tool = self.domain.tool[self._tool(when)]
        items = {b.result for b in tool.args.values() if isinstance(b, Item)}
        made = [n for n in self._stands_on(when) if not self.domain.tool[self._tool(n)].effect]
        return [n for n in made if self._makes(n) not in items]

    def _item_suits(self, when: int, time: int) -> bool:
        """An item of the catalogue must suit; what else an id stands for, such as a draft, must not be stale."""
        call = self.moments[when]
        assert isinstance(call, Call)
        items = [(b.result, dig(call.arguments, p)) for p, b in self.domain.tool[call.tool].args.items() if isinstance(b, Item)]
        for id in (id for result, id in items if not self.domain.maker[result].effect):
            if id in self.domain.items:
                return self.suits(self.domain.items[id], time)
            holding = [made for made in self._stands_on(when) if id in self.ids(made)]
            return all(self.rank(made, time) != "stale" for made in holding)
        return True

    def suits(self, item: Mapping[str, Any], time: int) -> bool:
        """Whether an item is what is wanted, and the one that was chosen, if one was (T10)."""
        for name, key in self.domain.item_fields.items():
            chosen = self.known(name, time)
            if chosen is not None and key in item and self.domain.field[name].parse(item[key]) != chosen:
                return False
        return bool(self.domain.suits(item, self.domain.wants({name: self.known(name, time) for name in self.domain.field})))

    def standing(self, time: int) -> list[int]:
        """The effects that were made, not taken back, and that no other effect was made from."""
        return [effect for effect in self.effects(time) if effect not in self.undone(time) | self._absorbed(time)]

    def effects(self, time: int) -> list[int]:
        kinds = [name for name, tool in self.domain.maker.items() if tool.effect]
        return sorted(when for name in kinds for when in self.made(name, time))

    def _absorbed(self, time: int) -> frozenset[int]:
        return frozenset(lower for effect in self.effects(time) for lower in self._stands_on(effect))

    @remembered
    def undone(self, time: int) -> frozenset[int]:
        """The effects that were taken back: each undo takes the newest standing one of the id that it names."""
        undos = (when for when in range(time) if self.accepted(when) and self.domain.tool[self._tool(when)].undoes)
        return frozenset(effect for when in undos for effect in self._undoes(when))

    def _undoes(self, when: int) -> list[int]:
        call = self.moments[when]
        assert isinstance(call, Call)
        tool = self.domain.tool[call.tool]
        ids = [dig(call.arguments, path) for path, binding in tool.args.items() if isinstance(binding, Item)]
        kind = [effect for effect in self.standing(when) if self._makes(effect) == tool.undoes]
        return [effect for effect in kind if not ids or any(id in self.ids(effect) for id in ids)][-1:]

    def _own_rank(self, when: int, kind: str, time: int) -> str:
        """The rank of a call's own arguments, and of the dependencies that no argument carries."""
        call = self.moments[when]
        assert isinstance(call, Call)
        args, result = self.domain.tool[call.tool].args, self.domain.result[kind]
        bound = [(b, self.carried(call, p), self._default(call, p)) for p, b in args.items()]
        bound = [(b, argument, usual) for b, argument, usual in bound if not self._any_would_do(b, argument, when, time)]
        misfits = [(b, argument) for b, argument, usual in bound if not self.fits(b, argument, time, usual)]
        local = [self._refilters(kind, binding, argument, time) for binding, argument in misfits]
        carried = {name for binding in args.values() for name in binding.fields}
        for name in result.depends:
            if name in self.domain.field and name not in carried:
                then, now = self.known(name, when), self.known(name, time)
                local += [result.may_refilter(name, then, now)] if then != now else []
        return "fresh" if not local else "refilter" if all(local) else "stale"

    def _refilters(self, kind: str, binding: Binding, argument: Any, time: int) -> bool:
        if not isinstance(binding, Exact | Covers):
            return False
        try:
            had = self.domain.field[binding.field].parse(argument)
        except ValueProblem:
            return False
        return self.domain.result[kind].may_refilter(binding.field, had, self.known(binding.field, time))

    def _any_would_do(self, binding: Binding, argument: Any, when: int, time: int) -> bool:
        """Whether an argument was the agent's to choose when the call was made, and is still."""
        if not isinstance(binding, Exact | Covers) or any(self.holds(binding.field, at) is not ANY for at in (when, time)):
            return False
        try:
            self.domain.field[binding.field].parse(argument)
        except ValueProblem:
            return False
        return True

    def fits(self, binding: Binding, argument: Any, time: int, usual: Any = None) -> bool:
        """Whether an argument carries the active value of its field; ``usual`` is what the tool takes where it is left out."""
        if isinstance(binding, Derived):
            values = [self.known(name, time) for name in binding.fields]
            return None in values or binding.same(argument, binding.make(*values))
        if not isinstance(binding, Exact | Covers):
            return True
        field, want = self.domain.field[binding.field], self.known(binding.field, time)
        try:
            value = field.parse(argument)
        except ValueProblem:
            return False
        if want == field.empty and argument == usual and usual is not None:
            return not (field.is_set and value & self.superseded(field.name, time))
        if not field.is_set and want is None:
            return value is None or value not in self.superseded(field.name, time)
        return binding.covers(value, want) if isinstance(binding, Covers) else bool(value == want)

    # -- what is owed

    def _ready(self, goal: str, time: int) -> bool:
        return all(self.holds(name, time) not in (None, frozenset()) for name in self.domain.needs(goal))

    def owed_results(self, time: int) -> frozenset[str]:
        goal = self.domain.goal.get(self.goal(time) or "")
        if goal is None or goal.result is None or not self._ready(goal.name, time):
            return frozenset()
        if self.questions(time) or self.completed(time):
            return frozenset()
        if any(self.banned(self.domain.maker[name].name, time) for name in self.domain.chain(goal.result)):
            return frozenset()
        if goal.ends_with is not None:
            if self._picked(goal.result, time) or self._fresh_effect(goal.ends_with, time):
                return frozenset()
        lower = [b.result for name in self.domain.chain(goal.result) for b in self.domain.maker[name].args.values() if isinstance(b, Item)]
        return frozenset() if any(self._found_in_vain(result, time) for result in lower) else frozenset({goal.result})

    def _found_in_vain(self, result: str, time: int) -> bool:
        """A result was found, still counts, and holds nothing that suits."""
        if self.domain.maker[result].effect:
            return False
        usable = [made for made in self.made(result, time) if self.rank(made, time) != "stale"]
        return bool(usable) and not any(self.suits(item, time) for made in usable for item in self.ids(made).values())

    def owed_call(self, time: int) -> str | None:
        """The effectful call that is owed if the chain ends at a time."""
        goal = self.domain.goal.get(self.goal(time) or "")
        if goal is None or goal.ends_with is None:
            return None
        if not self._wanted(self.turn_of[time - 1]) or not self.permitted(goal.ends_with, time) or self._fresh_effect(goal.ends_with, time):
            return None
        return self._first_step(goal.ends_with, time) if self._ready(goal.name, time) else None

    def _wanted(self, turn: int) -> bool:
        """Whether a turn asks for the goal's call, or says nothing after one that did and whose agent did nothing about it."""
        said = self.exchanges[turn].turn
        if turn == 0 or any(isinstance(c, Switch | Permit) for c in said.changes) or self.agreed(turn):
            return True
        if said.changes or said.unsure is not None:
            return False
        owed, asked = self.owed_call(self.done[turn - 1]), self.exchanges[turn - 1].asked
        calls = range(self.heard[turn - 1], self.done[turn - 1])
        if owed is None or asked or any(self._tool(when) == owed for when in calls):
            return False
        return asked is not None or self.domain.tool[owed].confirm == "never"

    def _first_step(self, name: str, time: int) -> str | None:
        """The call itself, or the one that makes the effect that it takes; None where nothing suits."""
        tool = self.domain.tool[name]
        if tool.undoes and tool.undoes not in map(self._makes, self.standing(time)):
            return None
        for binding in tool.args.values():
            if isinstance(binding, Item) and not self._can_be_named(binding.result, tool, time):
                maker = self.domain.maker[binding.result]
                may = maker.effect and self.permitted(maker.name, time)
                return self._first_step(maker.name, time) if may else None
        return name

    def _picked(self, result: str, time: int) -> bool:
        """Whether the user said which item it is."""
        ids = {name for name, key in self.domain.item_fields.items() if key == self.domain.result[result].key}
        return any(self.known(name, time) is not None for name in ids)

    def _can_be_named(self, result: str, tool: Tool, time: int) -> bool:
        if self.domain.maker[result].effect:
            effects = [e for e in self.standing(time) if self._makes(e) == result and self.ids(e)]
            return any(tool.undoes == result or self.effect_rank(e, time) == "fresh" for e in effects)
        usable = [made for made in self.made(result, time) if self.rank(made, time) != "stale"]
        owed = result in self.owed_results(time)
        chosen = self._picked(result, time)
        if usable:
            return any(self.suits(item, time) for made in usable for item in self.ids(made).values())
        items = list(self.domain.items.values())
        return (owed or chosen) and (not items or any(self.suits(item, time) for item in items))

    def _fresh_effect(self, tool: str, time: int) -> bool:
        return any(self._tool(when) == tool and self.effect_rank(when, time) == "fresh" for when in self.standing(time))

    def _tool(self, when: int) -> str:
        return getattr(self.moments[when], "tool", "")

    # -- all of it

    def at(self, turn: int) -> Second:
        """What holds at the end of a turn, its calls included."""
        time = self.done[turn]
        fields, detour = self.domain.field, self.paused(time)
        results = {name: self.result_rank(name, time) for name, tool in self.domain.maker.items() if not tool.effect}
        return Second(
            goal=self.goal(time),
            values={name: v for name, f in fields.items() if (v := self.known(name, time)) != f.empty},
            indifferent=frozenset(name for name in fields if self.holds(name, time) is ANY),
            bans=frozenset(tool for tool in self.domain.tool if self.banned(tool, time)),
            questions=self.questions(time),
            paused=None if detour is None else self.goal(detour),
            status=self.status(time),
            permissions={tool: self.permitted(tool, time) for tool in self.domain.permissions},
            log=self.log(time),
            completed=self.completed(time),
            touched=self.touched(time),
            results={name: rank for name, rank in results.items() if rank is not None},
            effects=tuple((self._tool(when), self.effect_rank(when, time)) for when in self.standing(time)),
            owed_results=self.owed_results(time),
            owed_call=self.owed_call(time),
            calls=tuple(self.judged(when) for when in range(self.heard[turn], time)),
        )
