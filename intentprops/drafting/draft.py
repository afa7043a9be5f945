"""A draft of a domain, guessed from the definitions of tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType

from intentprops.domain import Domain
from intentprops.drafting.bindings import bind
from intentprops.drafting.definitions import DraftError, ToolDefinition
from intentprops.drafting.effects import Guess, asks_first, effect_of, hands_off
from intentprops.drafting.goals import goals_of, opening, speak
from intentprops.drafting.names import identifier
from intentprops.drafting.plan import CONFIRM, Decisions, DraftField, DraftGoal, DraftResult, DraftTool, Question
from intentprops.drafting.source import source_of
from intentprops.tools import Confirmation


@dataclass(frozen=True, eq=False)
class Draft:
    """A domain to begin with: everything that was guessed, as data, and the module that says it."""

    name: str
    fields: list[DraftField]
    tools: list[DraftTool]
    results: list[DraftResult]
    goals: list[DraftGoal]
    opens_with: str
    handoff: list[str]
    synonyms: dict[object, list[str]]
    confirm_decided: bool = False

    @property
    def questions(self) -> list[Question]:
        """What a person has to decide, in the order of the source; each stands there as ``# QUESTION: …``."""
        return list(self._questions())

    def _questions(self) -> Iterator[Question]:
        for field in self.fields:
            if field.question:
                yield Question(f"field {field.name}", field.question)
        if self.asks_to_confirm:
            yield Question("tools", CONFIRM)
        for tool in self.tools:
            for text in [*tool.questions, *(f"{one.path}: {one.question}" for one in tool.arguments if one.question)]:
                yield Question(f"tool {tool.name}", text)

    @property
    def asks_to_confirm(self) -> bool:
        """Whether there are effects, and nothing says which of them need a yes."""
        acting = [tool for tool in self.tools if tool.effect.value]
        return bool(acting) and not self.confirm_decided and all(tool.confirm == "never" for tool in acting)

    def source(self) -> str:
        """The text of the module."""
        return source_of(self)

    def domain(self) -> Domain:
        """The domain of that very module, executed. Raises :class:`intentprops.errors.DomainError` where it does not hold together."""
        return self._domain

    @cached_property
    def _domain(self) -> Domain:
        module = ModuleType(self.name)
        exec(compile(self.source(), f"<draft {self.name}>", "exec", dont_inherit=True), module.__dict__)
        found = module.__dict__[self.name]
        assert isinstance(found, Domain)
        return found


def draft(definitions: Sequence[ToolDefinition], name: str = "mydomain", *, decided: Decisions | None = None) -> Draft:
    """A draft of the domain that these tools belong to.

    ``name`` becomes the name of the domain and of its variable in the module. What is ``decided`` takes the place of guesses. Raises
    :class:`DraftError` where there is no tool, where two have one name, or where a decision is about what there is not.
    """
    decided = decided or Decisions()
    name = identifier(name)
    _refuse(definitions, decided)
    handoff = [one.name for one in definitions if one.name not in decided.effectful and hands_off(one)]
    kept = [one for one in definitions if one.name not in handoff]
    if not kept:
        raise DraftError(
            f"all {len(definitions)} tools pass the dialogue on to a person ({', '.join(handoff)}); a domain needs one that does something"
        )
    taken: set[str] = {"catalogue", "now"}
    tools = []
    for one in kept:
        tools.append(_tool(one, identifier(one.name, taken), decided))
        taken.add(tools[-1].method)
    fields, results = bind(tools, decided)
    goals = goals_of(tools, decided)
    speak(tools, goals, decided)
    choices = {value for field in fields for value in field.choices}
    synonyms: dict[object, list[str]] = {value: list(words) for value, words in decided.synonyms.items() if value in choices}
    return Draft(name, fields, tools, results, goals, opening(tools, goals), handoff, synonyms, bool(decided.confirm))


def _tool(definition: ToolDefinition, method: str, decided: Decisions) -> DraftTool:
    if definition.name in decided.effectful:
        return DraftTool(
            definition, Guess(decided.effectful[definition.name], 1.0, "decided"), method, confirm=_confirm(definition, decided)
        )
    found = DraftTool(definition, effect_of(definition), method, confirm=_confirm(definition, decided))
    if not found.effect.sure:
        taken, otherwise = ("to do so", "drop effect=True") if found.effect.value else ("not to", "say effect=True, and what it makes")
        found.questions.append(f"does it change the world? It is taken {taken}, for {found.effect.reason}; else {otherwise}")
    return found


def _confirm(definition: ToolDefinition, decided: Decisions) -> Confirmation:
    if definition.name in decided.confirm:
        return decided.confirm[definition.name]
    return "every_time" if asks_first(definition) else "never"


def _refuse(definitions: Sequence[ToolDefinition], decided: Decisions) -> None:
    if not definitions:
        raise DraftError("there is no tool to make a domain of")
    twice = [name for name, number in Counter(one.name for one in definitions).items() if number > 1]
    if twice:
        raise DraftError(
            f"the tool {twice[0]!r} is defined {sum(one.name == twice[0] for one in definitions)} times; a domain has one of a name"
        )
    names = {one.name for one in definitions}
    if kept := sorted(name for name in names if name.startswith("__") and name.endswith("__")):
        raise DraftError(f"a tool has the name {kept[0]!r}, which Python keeps for itself; a world has a method of that name")
    for about in ("effectful", "confirm", "makes", "undoes", "says"):
        for name in getattr(decided, about):
            if name not in names:
                raise DraftError(f"decided {about}: there is no tool {name!r}; there are {_some(sorted(names))}")
    for about in ("carries", "items"):
        for place in getattr(decided, about):
            if not any(place.startswith(name + ".") for name in names):
                raise DraftError(f"decided {about}: {place!r} names no argument of a tool; write it as 'tool.path'")


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
