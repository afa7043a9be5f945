"""A domain: the process under test, described with the user's own pydantic models, tools and plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel

from intentprops.errors import DomainError
from intentprops.fields import Field, read_fields
from intentprops.tools import Binding, Covers, Derived, Exact, Item, Tool


class World:
    """The dry-run side of the tools: a method for each, named like it, that answers with JSON values.

    One instance lives for one dialogue, so what a method remembers on ``self`` stays done. ``now`` is the
    zone-aware ISO time that scenarios of the domain use unless they name their own; ``catalogue`` holds the items that
    results list. A method refuses by raising :class:`intentprops.ToolError`.
    """

    now: str = ""
    catalogue: Sequence[Mapping[str, Any]] = ()


@dataclass(frozen=True)
class Goal:
    """An operation that a user may want.

    - ``result``: what must be found for it, obtained by the read-only tool that makes that result.
    - ``ends_with``: the effectful tool that fulfils it; ``allows`` adds others. Read-only tools are always allowed. A goal that
      only allows owes no call: so is a request that may take several of a kind, or rightly be refused.
    - ``words_only``: fulfilled by a reply alone.
    - ``needs``: fields without which nothing is owed yet; by default those in required arguments of its tools.
    - ``own``: fields that exist under this goal (and others that own them) only, and go with it (T5).
    - ``defaults``: values that own fields take where the user says none.
    """

    name: str
    words: Sequence[str] = ()
    result: str | None = None
    ends_with: str | None = None
    allows: Sequence[str] = ()
    needs: Sequence[str] | None = None
    own: Sequence[str] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)
    words_only: bool = False


@dataclass(frozen=True)
class Result:
    """Something derived, or an effect that stands in the world; its maker is the tool with ``makes=name``.

    What it depends on is read from the maker's bindings; ``depends`` adds fields and results that no argument
    carries. ``refilter`` names the fields whose narrowing may be filtered locally from what is there: a set that
    grew, a scalar that was unset; a mapping gives ``(argument, want) -> bool`` instead. ``key`` is the id of an item.
    """

    name: str
    depends: Sequence[str] = ()
    refilter: Sequence[str] | Mapping[str, Callable[[Any, Any], bool]] = ()
    key: str = "id"

    def may_refilter(self, field_name: str, argument: Any, want: Any) -> bool:
        """Whether a result searched with ``argument`` can be filtered locally to ``want``."""
        if field_name not in self.refilter:
            return False
        if isinstance(self.refilter, Mapping):
            return bool(self.refilter[field_name](argument, want))
        if isinstance(want, frozenset):
            return (argument or frozenset()) <= want
        return argument is None


@dataclass(frozen=True)
class Invariant:
    """A rule of the domain over a :class:`intentprops.state.View` (``goal``, ``status``, ``permissions``, ``wants``)."""

    text: str
    holds: Callable[[Any], bool]


@dataclass(frozen=True)
class Selection:
    """How offered items are chosen: the field that names the order, the one that limits their number, the orders."""

    order_by: str | None = None
    limit: str | None = None
    orders: Mapping[Any, Callable[[Mapping[str, Any]], Any]] = field(default_factory=dict)


_REMEMBERED = 4096
"""How many filled models a domain keeps: the same constraints are asked about again and again."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Domain:
    """A process under test. Everything is checked when it is built; a mistake raises :class:`DomainError`.

    ``suits(item, wants)`` says whether an item satisfies the constraints; ``wants`` is an instance of ``fields``
    with ``None`` for what is unknown or indifferent. ``synonyms`` maps a value to the words for it in any language.
    ``handoff`` names tools that pass the dialogue to a person: a legal answer to an open question.
    ``phrases`` adds manners of speaking (see :mod:`intentprops.language`).
    """

    name: str
    fields: type[BaseModel]
    tools: Sequence[Tool]
    goals: Sequence[Goal]
    opens_with: str
    world: type[World] = World
    results: Sequence[Result] = ()
    suits: Callable[[Mapping[str, Any], Any], bool] = lambda item, wants: True
    selection: Selection = Selection()
    synonyms: Mapping[Any, Sequence[str]] = field(default_factory=dict)
    invariants: Sequence[Invariant] = ()
    handoff: Sequence[str] = ()
    phrases: Mapping[str, Any] = field(default_factory=dict)
    _wants: dict[tuple[Any, ...], BaseModel] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        _lint(self)

    @cached_property
    def field(self) -> dict[str, Field]:
        """The constraint fields by name."""
        return read_fields(self.fields, self.synonyms, f"domain {self.name!r}")

    @cached_property
    def tool(self) -> dict[str, Tool]:
        return {tool.name: tool for tool in self.tools}

    @cached_property
    def goal(self) -> dict[str, Goal]:
        return {goal.name: goal for goal in self.goals}

    @cached_property
    def result(self) -> dict[str, Result]:
        """Results and effects by name, those that are depended on before those that depend on them."""
        declared = {result.name: result for result in self.results}
        made = {tool.makes: declared.get(tool.makes, Result(tool.makes)) for tool in self.tools if tool.makes}
        return {name: made[name] for name in _ordered(self, made)}

    @cached_property
    def maker(self) -> dict[str, Tool]:
        """The tool that makes each result or effect."""
        return {tool.makes: tool for tool in self.tools if tool.makes}

    @cached_property
    def effectful(self) -> frozenset[str]:
        return frozenset(tool.name for tool in self.tools if tool.effect)

    @cached_property
    def undo_of(self) -> dict[str, str]:
        """The undo tool of each effect that has one."""
        return {tool.undoes: tool.name for tool in self.tools if tool.undoes}

    @cached_property
    def owners(self) -> dict[str, frozenset[str]]:
        """The goals under which a goal-bound field exists; fields of every goal are absent."""
        names = {name for goal in self.goals for name in goal.own}
        return {name: frozenset(goal.name for goal in self.goals if name in goal.own) for name in names}

    @cached_property
    def allowed(self) -> dict[str | None, frozenset[str]]:
        """The tools that each goal allows; under no goal, the read-only ones."""
        reads = frozenset(self.tool) - self.effectful
        table: dict[str | None, frozenset[str]] = {None: reads}
        for goal in self.goals:
            table[goal.name] = reads | set(goal.allows) | ({goal.ends_with} if goal.ends_with else set())
        return table

    @cached_property
    def permissions(self) -> tuple[str, ...]:
        """The tools that a state speaks of: all but those that only undo."""
        granted = frozenset().union(*self.allowed.values())
        return tuple(t.name for t in self.tools if t.name in granted or t.undoes is None)

    @cached_property
    def item_fields(self) -> dict[str, str]:
        """The fields that an accepted item sets, with the key of the item that each takes."""
        return {name: f.from_item.key for name, f in self.field.items() if f.from_item is not None}

    def picks(self, result: str, values: Mapping[str, Any]) -> bool:
        """Whether values say which item of a result is meant: its id, and not only some other part of it."""
        return any(name in values for name, key in self.item_fields.items() if key == self.result[result].key)

    @cached_property
    def items(self) -> dict[Any, Mapping[str, Any]]:
        """The catalogue by id."""
        keys = {result.key for result in self.result.values()} or {"id"}
        return {item[key]: item for item in self.world.catalogue for key in keys if key in item}

    def goal_of(self, name: str | None) -> Goal | None:
        """The goal of a name; ``None`` for none, and for one that the domain does not have."""
        return None if name is None else self.goal.get(name)

    def function(self, goal: str | None) -> str | None:
        """A goal's own function: the tool that fulfils it, else the one that makes its result."""
        if goal is None:
            return None
        found = self.goal[goal]
        if found.ends_with:
            return found.ends_with
        return self.maker[found.result].name if found.result else None

    def needs(self, goal: str) -> tuple[str, ...]:
        """The fields that must be known before anything is owed under a goal."""
        return self._needs[goal]

    @cached_property
    def _needs(self) -> dict[str, tuple[str, ...]]:
        return {name: self._needs_of(name) for name in self.goal}

    def _needs_of(self, goal: str) -> tuple[str, ...]:
        found = self.goal[goal]
        if found.needs is not None:
            return tuple(found.needs)
        tools = [self.maker[name] for name in self.chain(found.result)] if found.result else []
        tools += [self.tool[found.ends_with]] if found.ends_with else []
        names = [name for tool in tools for name in required_fields(tool)]
        return tuple(dict.fromkeys(name for name in names if not self.field[name].is_set))

    def depends(self, result: str) -> tuple[str, ...]:
        """The fields that a result or effect depends on, its own and those of every result below it."""
        return self._depends[result]

    def below(self, result: str) -> tuple[str, ...]:
        """The results that a result depends on directly."""
        return _below(self, self.maker[result], self.result[result])

    def chain(self, result: str) -> tuple[str, ...]:
        """A result with the results below it, the lowest first: the order in which they have to be obtained."""
        return self._chains[result]

    @cached_property
    def _chains(self) -> dict[str, tuple[str, ...]]:
        table: dict[str, tuple[str, ...]] = {}
        for result in self.result:  # the lower ones first
            lower = [name for below in self.below(result) if not self.maker[below].effect for name in table[below]]
            table[result] = tuple(dict.fromkeys([*lower, result]))
        return table

    @cached_property
    def _depends(self) -> dict[str, tuple[str, ...]]:
        table: dict[str, tuple[str, ...]] = {}
        for name, result in self.result.items():
            own = [f for binding in self.maker[name].args.values() for f in binding.fields]
            own += [f for f in result.depends if f in self.field]
            own += [f for lower in self.below(name) for f in table[lower]]
            table[name] = tuple(dict.fromkeys(own))
        return table

    def wants(self, values: Mapping[str, Any]) -> BaseModel:
        """The user's own model, filled with canonical values."""
        key = tuple(values.get(name) for name in self.field)
        if key not in self._wants:
            if len(self._wants) >= _REMEMBERED:
                self._wants.clear()
            filled = {name: values.get(name, f.empty) for name, f in self.field.items()}
            self._wants[key] = self.fields.model_construct(**filled)
        return self._wants[key]

    def carriers(self, tool: str) -> list[tuple[str, Binding]]:
        """The bound arguments of a tool that carry fields."""
        return self._carriers[tool]

    @cached_property
    def _carriers(self) -> dict[str, list[tuple[str, Binding]]]:
        return {t.name: [(path, binding) for path, binding in t.args.items() if binding.fields] for t in self.tools}

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """A domain is named, not spelled out, where a failing example is printed."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        return f"<Domain {self.name}: {len(self.field)} fields, {len(self.tools)} tools, {len(self.goals)} goals>"


def required_fields(tool: Tool) -> list[str]:
    """The fields that a tool's required arguments carry exactly or derived."""
    bound = [(path, b) for path, b in tool.args.items() if tool.paths.get(path)]
    return [name for _, binding in bound for name in binding.fields if isinstance(binding, (Exact, Derived, Covers))]


def _below(domain: Domain, tool: Tool, result: Result) -> tuple[str, ...]:
    names = [binding.result for binding in tool.args.values() if isinstance(binding, Item)]
    names += [name for name in result.depends if name not in domain.field]
    return tuple(dict.fromkeys(names))


def _ordered(domain: Domain, made: Mapping[str, Result]) -> list[str]:
    """Topological order of the results; a cycle raises :class:`DomainError`."""
    maker = {tool.makes: tool for tool in domain.tools if tool.makes}
    done: list[str] = []
    way: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        if name in way:
            cycle = " -> ".join([*way[way.index(name) :], name])
            raise DomainError(f"domain {domain.name!r}: results depend on each other in a cycle: {cycle}")
        if name not in made:
            raise DomainError(
                f"domain {domain.name!r}: {way[-1]!r} depends on {name!r}, which is no field"
                f" and no result that a tool makes; results: {_list(made)}"
            )
        way.append(name)
        for lower in _below(domain, maker[name], made[name]):
            visit(lower)
        way.pop()
        done.append(name)

    for name in made:
        visit(name)
    return done


def _lint(domain: Domain) -> None:
    """Refuse a domain that does not hold together, in one line that names the place."""
    place = f"domain {domain.name!r}"
    for kind, things in (("tool", domain.tools), ("goal", domain.goals), ("result", domain.results)):
        _unique([thing.name for thing in things], f"{place}: {kind}")
    _unique([tool.makes for tool in domain.tools if tool.makes], f"{place}: 'makes'")
    fields, tools = domain.field, domain.tool
    for field_name, values in ((v, w) for v, w in domain.synonyms.items()):
        if not any(field_name in f.choices for f in fields.values()):
            raise DomainError(f"{place}: synonyms for {field_name!r}, which is a value of no field")
        if isinstance(values, str):
            raise DomainError(f"{place}: the synonyms of {field_name!r} are one text {values!r}; give a list")
    for tool in domain.tools:
        where = f"{place}: tool {tool.name!r}"
        for path, binding in tool.args.items():
            if path not in tool.paths:
                raise DomainError(f"{where} has no argument {path!r}; it has {_list(tool.paths)}")
            for name in binding.fields:
                if name not in fields:
                    raise DomainError(f"{where}: argument {path!r} is bound to {name!r}, which is no field of {_list(fields)}")
            if isinstance(binding, Item) and binding.result not in {t.makes for t in domain.tools}:
                raise DomainError(f"{where}: argument {path!r} names an item of {binding.result!r}, which no tool makes")
        if tool.undoes is not None and tool.undoes not in {t.makes for t in domain.tools if t.effect}:
            raise DomainError(f"{where} undoes {tool.undoes!r}, which is no effect that a tool makes")
        if domain.world is not World and not callable(getattr(domain.world, tool.name, None)):
            raise DomainError(f"{where}: the world {domain.world.__name__!r} has no method of that name to answer it")
    for result in domain.results:
        if result.name not in {tool.makes for tool in domain.tools}:
            raise DomainError(f"{place}: no tool makes the result {result.name!r}; say makes={result.name!r} at one")
        for name in result.refilter:
            if name not in fields:
                raise DomainError(f"{place}: result {result.name!r} re-filters {name!r}, which is no field")
    _ = domain.result  # a cycle, or a dependency on nothing, is found here
    _lint_goals(domain, place)
    chosen = [name for name in (domain.selection.order_by, domain.selection.limit) if name]
    for name in chosen:
        if name not in fields:
            raise DomainError(f"{place}: the selection uses {name!r}, which is no field of {_list(fields)}")
    unknown = set(domain.handoff) & set(tools)
    if unknown:
        raise DomainError(f"{place}: {_list(unknown)} is a hand-off and a tool at once; leave it out of 'tools'")


def _lint_goals(domain: Domain, place: str) -> None:
    if domain.opens_with not in domain.goal:
        raise DomainError(f"{place} opens with {domain.opens_with!r}, which is no goal of {_list(domain.goal)}")
    for goal in domain.goals:
        where = f"{place}: goal {goal.name!r}"
        if not (goal.result or goal.ends_with or goal.allows or goal.words_only):
            raise DomainError(f"{where} has no tool: give it a result, ends_with, allows, or words_only=True")
        if goal.result and goal.result not in domain.maker:
            raise DomainError(f"{where} wants the result {goal.result!r}, which no tool makes")
        if goal.result and domain.maker[goal.result].effect:
            raise DomainError(f"{where} wants the result {goal.result!r}, which is an effect; say ends_with instead")
        for name in [goal.ends_with, *goal.allows]:
            if name and name not in domain.tool:
                raise DomainError(f"{where} allows {name!r}, which is no tool of {_list(domain.tool)}")
        if goal.ends_with and not domain.tool[goal.ends_with].effect:
            raise DomainError(f"{where} ends with {goal.ends_with!r}, which changes nothing; say effect=True, or result")
        for kind, names in (("owns", goal.own), ("needs", goal.needs or ()), ("has a default for", goal.defaults)):
            for name in names:
                if name not in domain.field:
                    raise DomainError(f"{where} {kind} {name!r}, which is no field of {_list(domain.field)}")
        for name, value in goal.defaults.items():
            if name not in goal.own:
                raise DomainError(f"{where} has a default for {name!r}, which it does not own")
            domain.field[name].parse(value)
        owed = [domain.maker[goal.result]] if goal.result else []
        owed += [domain.tool[goal.ends_with]] if goal.ends_with else []
        for tool in owed:
            for path, required in tool.paths.items():
                nested = any(other.startswith(path + ".") for other in tool.paths)
                if required and not nested and path not in tool.args:
                    raise DomainError(
                        f"{where} owes a call of {tool.name!r} whose required argument {path!r} nobody can say:"
                        " bind it to a field, an Item, or Free()"
                    )


def _unique(names: Sequence[str], where: str) -> None:
    for name in names:
        if names.count(name) > 1:
            raise DomainError(f"{where} {name!r} is declared twice")


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "(none)"
