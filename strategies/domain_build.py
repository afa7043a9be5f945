"""From the plan of a random domain to the domain itself: its fields model, its tools, and a world that answers them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, create_model

from intentprops.domain import Domain, Goal, Invariant, Result, Selection, World
from intentprops.errors import ToolError
from intentprops.fields import FromItem, Words
from intentprops.strategies.domain_words import ACTS, ITEMS, SEARCHES, Theme, Verb
from intentprops.tools import Binding, Covers, Exact, Item, Tool, dig

NOW = "2026-08-03T09:00:00+03:00"
HANDOFF = "call_a_person"


class Argument(NamedTuple):
    """An argument of a tool: how it is bound, the type of its values or the theme that has it, whether it is required."""

    binding: Binding | None
    of: Any
    required: bool


class Laid:
    """A tool while it is laid; ``below`` are the results and effects that it stands on."""

    def __init__(self, verb: Verb, *, effect: bool = False, makes: str | None = None, undoes: str | None = None) -> None:
        self.verb, self.effect, self.makes, self.undoes = verb, effect, makes, undoes
        self.every_time = self.function = False
        self.group = ""
        self.bound: dict[str, Argument] = {}
        self.flat: dict[str, Argument] = {}
        self.below: list[str] = []
        self.depends: list[str] = []
        self.refilter: dict[str, Callable[[Any, Any], bool] | None] = {}

    @property
    def arguments(self) -> dict[str, Argument]:
        """Every argument by its path."""
        return {**{self.group + name: argument for name, argument in self.bound.items()}, **self.flat}

    def touches(self, name: str) -> bool:
        """Whether a field means something to this tool already."""
        return name in self.depends or any(name in a.binding.fields for a in self.bound.values() if a.binding is not None)

    def stand_on(self, result: str, item: bool) -> None:
        self.below.append(result)
        if item:
            self.flat[f"{result}_id"] = Argument(Item(result), str, True)
        else:
            self.depends.append(result)


class Plan:
    """A domain while it is laid: at first one tool that finds, and the goal to find."""

    def __init__(self) -> None:
        first = SEARCHES[0]
        self.hand = Laid(first, makes=first.makes)
        self.tools = [self.hand]
        self.goals = [Goal(first.name, first.words, result=first.makes)]
        self.fields: dict[str, Theme] = {}
        self.owned: set[str] = set()
        self.needs: dict[str, list[str]] = {}
        self.rules: list[int] = []
        self.items: int | None = None
        self.key, self.opening, self.handoff = "id", 0, False

    @property
    def names(self) -> set[str]:
        return {tool.verb.name for tool in self.tools} | {goal.name for goal in self.goals}

    @property
    def results(self) -> list[str]:
        return [tool.makes for tool in self.tools if tool.makes and not tool.effect]

    @property
    def effects(self) -> list[Laid]:
        return [tool for tool in self.tools if tool.makes and tool.effect]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(ITEMS)[: self.items or 3]

    def type_of(self, of: Any) -> Any:
        """The type of an argument's values."""
        if not isinstance(of, Theme):
            return of
        return Literal[self.ids] if of.name == "item" else of.whole

    def reached(self, tool: Laid, allowed: tuple[str, ...]) -> Iterator[Laid]:
        """The tools whose calls a call of this one stands on, and itself."""
        for other in self.tools:
            if other.makes in tool.below and other is not tool and (not other.effect or other.verb.name in allowed):
                yield from self.reached(other, allowed)
        yield tool


def build(plan: Plan, name: str) -> Domain:
    """The domain that a plan comes to."""
    fields = _fields(plan)
    suits = _suits(plan)
    sorts = bool({"limit", "sort_by"} & set(plan.fields))
    return Domain(
        name=name,
        fields=fields,
        tools=[_tool(plan, tool) for tool in plan.tools],
        results=[_result(plan, tool) for tool in plan.tools if tool.makes],
        goals=[replace(goal, needs=_needs(plan, goal)) for goal in plan.goals],
        opens_with=plan.goals[plan.opening].name,
        world=_world(plan, fields, suits, sorts),
        suits=suits,
        selection=Selection(
            order_by="sort_by" if "sort_by" in plan.fields else None,
            limit="limit" if "limit" in plan.fields else None,
            orders={"cheapest": lambda item: item["cost"], "nearest": lambda item: item["distance"]} if sorts else {},
        ),
        synonyms=_synonyms(plan),
        invariants=[_RULES[rule] for rule in plan.rules],
        handoff=[HANDOFF] if plan.handoff else [],
    )


def _fields(plan: Plan) -> type[BaseModel]:
    fields: Any = {theme.name: _field(plan, theme) for theme in plan.fields.values()}
    return create_model("Wishes", **fields)


def _field(plan: Plan, theme: Theme) -> Any:
    en, ru = theme.en.split("|")[0], theme.ru.split("|")[0]
    words = Words(en=theme.en, ru=theme.ru, ask_en=f"And the {en}?", ask_ru=f"Уточните, пожалуйста: {ru}?")
    if theme.is_set:
        return Annotated[theme.whole, words], frozenset()
    if theme.from_item is None:
        return Annotated[theme.annotation | None, words], None
    key = FromItem(plan.key) if theme.name == "item" else theme.from_item
    return Annotated[plan.type_of(theme) | None, words, key], None


def _synonyms(plan: Plan) -> dict[str, list[str]]:
    found = {value: list(words) for theme in plan.fields.values() for value, words in theme.synonyms.items()}
    return found | ({id: list(ITEMS[id]) for id in plan.ids} if "item" in plan.fields else {})


def _needs(plan: Plan, goal: Goal) -> list[str] | None:
    """What a goal names as its needs: only where more is needed than its own tools tell."""
    more = plan.needs.get(goal.name, [])
    if not more and not goal.allows:
        return None
    own = [tool for tool in plan.tools if tool.verb.name == goal.ends_with or (goal.result and tool.makes == goal.result)]
    tools = [reached for tool in own for reached in plan.reached(tool, tuple(goal.allows))]
    required = [a.binding for tool in tools for a in tool.bound.values() if a.required and a.binding is not None]
    names = [name for binding in required for name in binding.fields if not plan.fields[name].is_set]
    return list(dict.fromkeys([*names, *more]))


def _result(plan: Plan, tool: Laid) -> Result:
    assert tool.makes is not None
    refilter: Any = tuple(tool.refilter)
    if any(tool.refilter.values()):
        refilter = {name: may or _narrower for name, may in tool.refilter.items()}
    return Result(tool.makes, depends=tuple(tool.depends), refilter=refilter, key="id" if tool.effect else plan.key)


def _narrower(had: Any, want: Any) -> bool:
    """What a result without functions of its own allows: a set that grew, a scalar that was unset."""
    return (had or frozenset()) <= want if isinstance(want, frozenset) else had is None


def _in_order(state: Any) -> bool:
    start, end = (getattr(state.wants, name, None) for name in ("starts_at", "ends_at"))
    return start is None or end is None or start <= end


_RULES = (
    Invariant(
        "nothing is done while a question is open",
        lambda s: s.status != "needs_clarification" or not any(s.permissions.get(verb.name) for verb in ACTS),
    ),
    Invariant("a comparison books nothing", lambda s: s.goal != "compare" or not s.permissions.get("book")),
    Invariant("nothing ends before it starts", _in_order),
)


# -- tools


def _tool(plan: Plan, tool: Laid) -> Tool:
    arguments = {path: a._replace(of=plan.type_of(a.of)) for path, a in tool.arguments.items()}
    return Tool(
        _function(tool.verb.name, arguments) if tool.function else _definition(tool.verb.name, arguments),
        args={path: argument.binding for path, argument in arguments.items() if argument.binding is not None},
        effect=tool.effect, makes=tool.makes, undoes=tool.undoes, confirm="every_time" if tool.every_time else "never",
        words=tool.verb.words, objects=tool.verb.objects, effect_id=f"{tool.makes}_id" if tool.effect and tool.makes else None,
    )  # fmt: skip


def _grouped(arguments: Mapping[str, Argument]) -> dict[str, Argument | dict[str, Argument]]:
    """Arguments by the first part of their paths."""
    found: dict[str, Any] = {}
    for path, argument in arguments.items():
        head, _, rest = path.partition(".")
        if rest:
            found.setdefault(head, {})[rest] = argument
        else:
            found[head] = argument
    return found


def _required(inner: Argument | Mapping[str, Argument]) -> bool:
    return inner.required if isinstance(inner, Argument) else any(argument.required for argument in inner.values())


def _definition(name: str, arguments: Mapping[str, Argument]) -> dict[str, Any]:
    return {"name": name, "description": f"To {name}.", "parameters": _object(arguments)}


def _object(arguments: Mapping[str, Argument]) -> dict[str, Any]:
    grouped = _grouped(arguments)
    return {
        "type": "object",
        "properties": {head: _json(inner.of) if isinstance(inner, Argument) else _object(inner) for head, inner in grouped.items()},
        "required": [head for head, inner in grouped.items() if _required(inner)],
        "additionalProperties": False,
    }


@cache
def _json(annotation: Any) -> Mapping[str, Any]:
    return TypeAdapter(annotation).json_schema()


def _function(name: str, arguments: Mapping[str, Argument]) -> Callable[..., Any]:
    """A function whose signature says the same as the definition would."""
    types = {head: _python(head, inner) for head, inner in _grouped(arguments).items()}

    def function(**given: Any) -> Any:
        raise NotImplementedError

    function.__name__, function.__doc__ = name, f"To {name}."
    function.__annotations__ = {head: kind for head, (kind, _) in types.items()}
    function.__signature__ = inspect.Signature([  # type: ignore[attr-defined]
        inspect.Parameter(head, inspect.Parameter.KEYWORD_ONLY, default=inspect.Parameter.empty if default is ... else default)
        for head, (_, default) in types.items()
    ])  # fmt: skip
    return function


def _python(head: str, inner: Argument | dict[str, Argument]) -> tuple[Any, Any]:
    """The type of an argument, or of a group of them, and its default."""
    if isinstance(inner, Argument):
        return (inner.of, ...) if inner.required else (inner.of | None, None)
    parts: Any = {name: _python(name, below) for name, below in _grouped(inner).items()}
    group = create_model(head.capitalize(), __config__=ConfigDict(extra="forbid"), **parts)
    return group, ... if _required(inner) else group()


# -- the world


def _suits(plan: Plan) -> Callable[[Mapping[str, Any], Any], bool]:
    telling = [(theme.name, theme, theme.fits) for theme in plan.fields.values() if theme.fits is not None]

    def suits(item: Mapping[str, Any], wants: Any) -> bool:
        wanted = ((name, theme, fits, getattr(wants, name)) for name, theme, fits in telling)
        return all(want is None or fits(theme, item[name], want) for name, theme, fits, want in wanted)

    return suits


def _catalogue(plan: Plan, sorts: bool) -> tuple[dict[str, Any], ...]:
    shelf = []
    for n, id in enumerate(plan.ids):
        item = {plan.key: id, **{theme.name: theme.held[n] for theme in plan.fields.values() if theme.held}}
        shelf.append(item | ({"cost": (40, 20, 60, 30, 50, 10)[n], "distance": (3, 5, 1, 6, 2, 4)[n]} if sorts else {}))
    return tuple(shelf)


def _world(plan: Plan, fields: type[BaseModel], suits: Callable[[Mapping[str, Any], Any], bool], sorts: bool) -> type[World]:
    def begin(self: Any) -> None:
        self._standing, self._count = {}, 0

    methods = {tool.verb.name: _acting(plan, tool) if tool.effect else _finding(plan, tool, fields, suits) for tool in plan.tools}
    return type("Shop", (World,), {"now": NOW, "catalogue": _catalogue(plan, sorts), "__init__": begin, **methods})


def _finding(plan: Plan, tool: Laid, fields: type[BaseModel], suits: Callable[[Mapping[str, Any], Any], bool]) -> Callable[..., Any]:
    """A method that lists the items which suit the arguments."""
    carried = {path: a.binding.field for path, a in tool.arguments.items() if isinstance(a.binding, (Exact, Covers))}
    named = [path for path, a in tool.arguments.items() if isinstance(a.binding, Item)]

    def find(self: Any, **arguments: Any) -> Any:
        given = {name: dig(arguments, path) for path, name in carried.items()}
        try:
            wants = fields.model_validate({name: value for name, value in given.items() if value is not None})
        except ValidationError as error:
            raise ToolError(f"no such {error.errors()[0]['loc'][0]}") from None
        ids = [dig(arguments, path) for path in named]
        return {"items": [item for item in self.catalogue if suits(item, wants) and (not ids or item[plan.key] in ids)]}

    return find


def _acting(plan: Plan, tool: Laid) -> Callable[..., Any]:
    """A method that does something: it takes what it stands on, and gives an id that no other call gets."""
    named = {path: a.binding.result for path, a in tool.arguments.items() if isinstance(a.binding, Item)}
    results, makes, undoes = plan.results, tool.makes, tool.undoes

    def act(self: Any, **arguments: Any) -> Any:
        ids = {path: dig(arguments, path) for path in named}
        if undoes is not None and not named:
            ids = {undoes: next((id for id, kind in reversed(self._standing.items()) if kind == undoes), None)}
        for path, id in ids.items():
            kind = named.get(path, path)
            if id not in plan.ids if kind in results else self._standing.get(id) != kind:
                raise ToolError(f"there is no {kind} {id!r}")
        for id in ids.values():
            self._standing.pop(id, None)
        self._count += 1
        if makes is None:
            return {"accepted": True}
        self._standing[f"{makes}-{self._count}"] = makes
        return {"accepted": True, f"{makes}_id": f"{makes}-{self._count}"}

    return act
