"""What was found and what was done: results with the values they were made from, and effects that stay.

When a result may be used, in one place: each argument of its call that carries a field fits the active value
(:func:`argument_fits`), each dependency that no argument carries has the value it had, and every result below it
is fresh. When only narrowings that the domain re-filters locally stand between, it is ``refilter``: it may be used, but
its items must be filtered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.state import State
from intentprops.tools import Binding, Covers, Derived, Exact, Item, Tool, named
from intentprops.trace import ToolCall

Freshness: TypeAlias = Literal["fresh", "refilter", "stale"]


@dataclass(frozen=True, slots=True)
class Made:
    """A result, or an effect, that a call brought. ``number`` counts the calls of the dialogue from 1.

    ``indifferent`` are the fields of which any value would do when it was made: what it carries there was the agent's choice.
    """

    name: str
    tool: str
    number: int
    turn: int
    arguments: Mapping[str, Any]
    snapshot: Mapping[str, Any]
    indifferent: frozenset[str]
    below: tuple[Made, ...]
    items: tuple[Mapping[str, Any], ...] = ()
    effect_id: Any = None
    item: Any = None


@dataclass
class Ledger:
    """The results and effects of a dialogue so far.

    Effects that were taken back are in ``undone``. An effect that another one was made from (a hold that became a ticket) is
    ``absorbed``: it stands as a part of that one, and is neither to be undone nor to be named again. ``done`` are the tools of
    all accepted effectful calls, those too that make nothing that stands. ``answers`` are all that
    calls brought, those of a refusal, which names alternatives, as well; each with the key of its items.
    """

    domain: Domain
    made: list[Made] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    absorbed: set[int] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    answers: list[tuple[str, Any]] = field(default_factory=list)
    calls: int = 0
    _ranks: dict[tuple[int, int], tuple[State, Freshness]] = field(default_factory=dict)

    def enter(self, call: ToolCall, turn: int, state: State) -> Made | None:
        """Record an accepted call; returns what it made, if its tool makes anything."""
        self.calls += 1
        self._ranks.clear()
        tool = self.domain.tool.get(call.name)
        if tool is None or call.status == "cancelled":
            return None
        self.answers.append((self.domain.result[tool.makes].key if tool.makes else "id", call.result))
        if call.status != "ok" or not tool.accepted(call.result):
            return None
        if tool.effect:
            self.done.add(tool.name)
        if tool.undoes is not None:
            self._undo(tool, call)
        if tool.makes is None:
            return None
        bound = {name for _, binding in self.domain.carriers(tool.name) for name in binding.fields}
        free = [name for name in self.domain.result[tool.makes].depends if name in self.domain.field and name not in bound]
        made = Made(
            name=tool.makes, tool=tool.name, number=self.calls, turn=turn, arguments=call.arguments,
            snapshot={name: state.values.get(name) for name in free}, indifferent=state.indifferent,
            below=tuple(self._below(tool, call, state)),
            items=() if tool.effect else tuple(find_items(call.result, self.domain.result[tool.makes].key)),
            effect_id=_effect_id(tool, call.result) if tool.effect else None,
            item=next((named(call.arguments, p) for p, b in tool.args.items() if isinstance(b, Item)), None),
        )  # fmt: skip
        self.made.append(made)
        if tool.effect:
            self.absorbed |= {lower.number for lower in made.below if lower.tool in self.domain.effectful}
        return made

    def items(self) -> dict[str, Mapping[str, Any]]:
        """All items that answers listed, by id: the newest word of each."""
        return {str(item[key]): item for key, answer in self.answers for item in find_items(answer, key)}

    def _undo(self, tool: Tool, call: ToolCall) -> None:
        """Take back the effect that the call names by its id; with no id in the arguments, the last one standing."""
        ids = [named(call.arguments, path) for path, b in tool.args.items() if isinstance(b, Item)]
        for effect in reversed(self.effects()):
            if effect.name == tool.undoes and (not ids or effect.effect_id in ids):
                self.undone.add(effect.number)
                return

    def _below(self, tool: Tool, call: ToolCall, state: State) -> Iterator[Made]:
        """The results that a call stands on: of those that may be used (A → B → A brings back the first), for an item those
        that hold it, the newest; where none may be used, the newest."""
        assert tool.makes is not None
        for name in self.domain.below(tool.makes):
            ids = {named(call.arguments, p) for p, b in tool.args.items() if isinstance(b, Item) and b.result == name}
            holding = [m for m in self.of(name) if not ids or ids & ({i.get(self.key(name)) for i in m.items} | {m.effect_id})]
            usable = [made for made in holding if self.freshness(made, state) != "stale"]
            if holding:
                yield (usable or holding)[-1]

    def key(self, name: str) -> str:
        return self.domain.result[name].key

    def of(self, name: str) -> list[Made]:
        return [made for made in self.made if made.name == name]

    def effects(self, tool: str | None = None) -> list[Made]:
        """The effects that stand, in the order done."""
        return [
            made for made in self.made
            if made.tool in self.domain.effectful and tool in (None, made.tool)
            and made.number not in self.undone and made.number not in self.absorbed
        ]  # fmt: skip

    def freshness(self, made: Made, state: State) -> Freshness:
        """Whether a result or effect still holds for the active version; see the head of this module."""
        key = (made.number, id(state))
        if key not in self._ranks:  # the state is kept beside its rank, so that its id is not given to another
            self._ranks[key] = (state, self._freshness(made, state))
        return self._ranks[key][1]

    def _freshness(self, made: Made, state: State) -> Freshness:
        domain = self.domain
        worst: Freshness = "fresh"
        tool = domain.tool[made.tool]
        for path, binding in domain.carriers(made.tool):
            argument, default = tool.argument(made.arguments, path), tool.defaults.get(path)
            if argument_fits(domain, binding, argument, state, default=default, chosen=set(binding.fields) <= made.indifferent):
                continue
            if not _refilters(domain, made.name, binding, argument, state):
                return "stale"
            worst = "refilter"
        for name, then in made.snapshot.items():
            if state.values.get(name) != then:
                if not domain.result[made.name].may_refilter(name, then, state.values.get(name, domain.field[name].empty)):
                    return "stale"
                worst = "refilter"
        if made.tool in domain.effectful:
            return "fresh" if self._holds(made, state) else "stale"
        for lower in made.below:
            below = self.freshness(lower, state)
            if below == "stale":
                return "stale"
            worst = below if below == "refilter" else worst
        return worst

    def _holds(self, effect: Made, state: State) -> bool:
        """Whether what an effect stands on still suits: its item, and the effects below it."""
        item = self.domain.items.get(effect.item)
        if item is not None and not suits(self.domain, item, state):
            return False
        found = [made for made in effect.below if made.tool not in self.domain.effectful and item is None]
        if any(self.freshness(made, state) == "stale" for made in found):  # a draft: it stands for what it was made from
            return False
        lower = [made for made in effect.below if made.tool in self.domain.effectful]
        return all(self.freshness(made, state) == "fresh" and made.number not in self.undone for made in lower)

    def best(self, name: str, state: State) -> Freshness | None:
        """The freshness of a result: that of its best instance (12 -> 6 -> 12 may use the first); ``None`` if never made."""
        ranks = [self.freshness(made, state) for made in self.of(name) if made.number not in self.undone]
        return next((rank for rank in ("fresh", "refilter", "stale") if rank in ranks), None)

    def pool(self, name: str, state: State, usable: bool) -> dict[Any, Mapping[str, Any]]:
        """The items of the instances that may be used now, or of those that may not, by id."""
        found = [made for made in self.of(name) if (self.freshness(made, state) != "stale") == usable]
        return {item[self.key(name)]: item for made in found for item in made.items}

    def candidates(self, name: str, state: State) -> list[Mapping[str, Any]]:
        """The usable items that suit the active constraints, in the order listed."""
        return [item for item in self.pool(name, state, usable=True).values() if suits(self.domain, item, state)]


def suits(domain: Domain, item: Mapping[str, Any], state: State) -> bool:
    """Whether an item satisfies the active constraints, the chosen item among them (T10)."""
    for name, key in domain.item_fields.items():
        if name in state.values and key in item and domain.field[name].parse(item[key]) != state.values[name]:
            return False
    return bool(domain.suits(item, domain.wants(state.values)))


def argument_fits(
    domain: Domain, binding: Binding, argument: Any, state: State, *,
    default: Any = None, effectful: bool = False, compares: bool = False, chosen: bool = False,
) -> bool:  # fmt: skip
    """Whether an argument is right for the active values.

    A field without a value leaves the argument to the agent, save for a value that was superseded, and save, in an
    effectful call, for one that nobody said. ``default`` is what the tool takes where the argument is left out: of a field
    without a value it is right, given or not; of a set, unless members of it were taken back. ``chosen``: the call is made while
    any value of the field will do, so that each is right, an old one too (T10). ``compares`` admits superseded values (T17).
    """
    if isinstance(binding, Derived):
        values = [_value(domain, state, name) for name in binding.fields]
        if any(value is None for value in values):
            return True
        return binding.same(argument, binding.make(*values))
    if not isinstance(binding, (Exact, Covers)):
        return True
    f = domain.field[binding.field]
    try:
        value = f.parse(argument)
    except ValueProblem:
        return False
    if compares and (value & state.old_values(f.name) if f.is_set else value in state.old_values(f.name)):
        return True
    want = state.values.get(f.name, f.empty)
    if want == f.empty and default is not None and argument == default:
        return not f.is_set or not value & state.old_values(f.name)
    if want is None:
        if value is None:
            return True
        if chosen and f.name in state.indifferent:
            return True
        return not effectful and value not in state.old_values(f.name)
    return binding.covers(value, want) if isinstance(binding, Covers) else bool(value == want)


def means_the_same(domain: Domain, binding: Binding, one: Any, other: Any) -> bool:
    """Whether two arguments carry one value: the same instant in two zones does."""
    if not isinstance(binding, (Exact, Covers)):
        return bool(one == other)
    f = domain.field[binding.field]
    try:
        return bool(f.parse(one) == f.parse(other))
    except ValueProblem:
        return bool(one == other)


def argument_is_old(domain: Domain, binding: Binding, argument: Any, state: State) -> bool:
    """Whether an argument that does not fit carries a superseded value of its field."""
    if isinstance(binding, Derived):
        for name in binding.fields:
            for old in state.old_values(name):
                values = [old if other == name else _value(domain, state, other) for other in binding.fields]
                if all(value is not None for value in values) and binding.same(argument, binding.make(*values)):
                    return True
        return False
    if not isinstance(binding, (Exact, Covers)):
        return False
    f = domain.field[binding.field]
    try:
        value = f.parse(argument)
    except ValueProblem:
        return False
    old = state.old_values(f.name)
    return bool(value & old) if f.is_set else value in old


def expected_argument(domain: Domain, binding: Binding, state: State) -> Any:
    """What a correct call would carry, in JSON form; ``None`` where the argument is to be left out."""
    if isinstance(binding, (Exact, Covers)):
        field = domain.field[binding.field]
        return field.dump(state.values.get(field.name, field.empty))
    if isinstance(binding, Derived):
        values = [_value(domain, state, name) for name in binding.fields]
        return None if any(value is None for value in values) else binding.make(*values)
    return None


def _value(domain: Domain, state: State, name: str) -> Any:
    """What a field holds; a set is never unknown, only empty (T4)."""
    return state.values.get(name, domain.field[name].empty)


def find_items(answer: Any, key: str) -> Iterator[Mapping[str, Any]]:
    """The items of a tool's answer: the objects with an id, in a list or one level below an object."""
    if isinstance(answer, Mapping):
        for value in answer.values():
            if isinstance(value, list):
                yield from find_items(value, key)
        if key in answer and not any(isinstance(value, list) and value for value in answer.values()):
            yield answer
    elif isinstance(answer, list):
        yield from (item for item in answer if isinstance(item, Mapping) and isinstance(item.get(key), (str, int)))


def _effect_id(tool: Tool, answer: Any) -> Any:
    if not isinstance(answer, Mapping):
        return None
    if tool.effect_id is not None:
        return answer.get(tool.effect_id)
    return next((value for key, value in answer.items() if key == "id" or key.endswith("_id")), None)


def _refilters(domain: Domain, result: str, binding: Binding, argument: Any, state: State) -> bool:
    if not isinstance(binding, (Exact, Covers)) or result not in domain.result:
        return False
    f = domain.field[binding.field]
    try:
        value = f.parse(argument)
    except ValueProblem:
        return False
    return domain.result[result].may_refilter(f.name, value, state.values.get(f.name, f.empty))
