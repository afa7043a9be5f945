"""A mistake in a domain is refused when the domain is built, in one line that names the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Ge
from hypothesis.vendor.pretty import pretty
from pydantic import BaseModel

from intentprops import Covers, Domain, DomainError, Exact, FromItem, Goal, Item, Result, Selection, Tool, Words, World


class Wish(BaseModel):
    size: Annotated[int | None, Ge(1)] = None
    colour: Literal["red", "blue"] | None = None
    extras: frozenset[Literal["box", "bow"]] = frozenset()


def look(size: int, colour: str | None = None) -> Any:
    """Look for things."""


def take(thing: str, size: int) -> Any:
    """Take one."""


def rest() -> Any:
    """Rest."""


LOOK = Tool(look, makes="things", args={"size": "size", "colour": Covers("colour")})
TAKE = Tool(take, effect=True, makes="taken", args={"thing": Item("things"), "size": "size"})
GOALS = [Goal("find", result="things"), Goal("take", result="things", ends_with="take")]


def build(**changes: Any) -> Domain:
    parts: dict[str, Any] = {"name": "shop", "fields": Wish, "tools": [LOOK, TAKE], "goals": GOALS, "opens_with": "find"}
    return Domain(**{**parts, **changes})


class NotUnknown(BaseModel):
    size: int = 3


class Listed(BaseModel):
    sizes: list[int] | None = None


class Spoken(BaseModel):
    size: Annotated[int | None, Words(en="{v} of {what}")] = None


class SpokenRussian(BaseModel):
    size: Annotated[int | None, Words(ru="{x} штук")] = None


class Full(BaseModel):
    extras: frozenset[str] = frozenset({"box"})


class Required(BaseModel):
    size: int | None


class Chosen(Wish):
    thing: Annotated[Literal["cup", "jug"] | None, FromItem()] = None


class Shop(World):
    catalogue = ({"id": "cup"}, {"name": "no id"}, {"id": "pot"})

    def look(self, size: int, colour: str | None = None) -> Any: ...

    def take(self, thing: str, size: int) -> Any: ...


class Silent(World):
    def look(self, size: int, colour: str | None = None) -> Any: ...


def tool(function: Callable[..., Any] = look, **options: Any) -> Tool:
    return Tool(function, **{"makes": "things", **options})


MISTAKES: dict[str, tuple[dict[str, Any], str]] = {
    "an argument bound to no field": ({"tools": [tool(args={"size": "sise"}), TAKE]}, "tool 'look': argument 'size' is bound to 'sise'"),
    "an argument of a tool without any": ({"tools": [LOOK, TAKE, Tool(rest, args={"bed": "size"})]}, "tool 'rest' has no argument 'bed'; it has (none)"),
    "an argument that does not exist": ({"tools": [tool(args={"siz": "size"}), TAKE]}, "tool 'look' has no argument 'siz'; it has colour, size"),
    "an item of no result": (
        {"tools": [LOOK, Tool(take, effect=True, args={"thing": Item("stuff"), "size": "size"})]}, "names an item of 'stuff'"),
    "a cycle": (
        {"results": [Result("things", depends=["taken"])]}, "results depend on each other in a cycle: things -> taken -> things"),
    "a dependency on nothing": ({"results": [Result("things", depends=["wind"])]}, "depends on 'wind', which is no field"),
    "a goal without a tool": ({"goals": [*GOALS, Goal("dream")]}, "goal 'dream' has no tool"),
    "a goal with an unknown tool": ({"goals": [*GOALS, Goal("fly", ends_with="fly")]}, "allows 'fly', which is no tool of look, take"),
    "a goal that wants no result": ({"goals": [*GOALS, Goal("fly", result="wings")]}, "wants the result 'wings', which no tool makes"),
    "a goal that ends with a read": ({"goals": [*GOALS, Goal("peek", ends_with="look")]}, "ends with 'look', which changes nothing"),
    "a goal that wants an effect": ({"goals": [*GOALS, Goal("own", result="taken")]}, "which is an effect; say ends_with"),
    "a goal that owns no field": ({"goals": [*GOALS, Goal("x", words_only=True, own=["mood"])]}, "owns 'mood', which is no field"),
    "a default of another's field": (
        {"goals": [*GOALS, Goal("x", words_only=True, defaults={"size": 2})]}, "has a default for 'size', which it does not own"),
    "an owed call that nobody can say": (
        {"tools": [tool(args={"colour": "colour"}), TAKE]}, "owes a call of 'look' whose required argument 'size' nobody can say"),
    "an opening goal that does not exist": ({"opens_with": "fnd"}, "opens with 'fnd', which is no goal of find, take"),
    "a phrase with an unknown placeholder": ({"fields": Spoken}, "the phrase '{v} of {what}' has the unknown placeholder {what}"),
    "a field that cannot be unknown": ({"fields": NotUnknown}, "field 'size' must start unknown: give it the default None"),
    "a field that is a list": ({"fields": Listed}, "field 'sizes' is a"),
    "a tool twice": ({"tools": [LOOK, LOOK, TAKE]}, "tool 'look' is declared twice"),
    "two makers of one result": ({"tools": [LOOK, Tool(take, makes="things", args={"thing": Exact("colour"), "size": "size"})]}, "'things' is declared twice"),
    "a result that nobody makes": ({"results": [Result("gold")]}, "no tool makes the result 'gold'"),
    "a filter over no field": ({"results": [Result("things", refilter=["taste"])]}, "re-filters 'taste', which is no field"),
    "an undo of nothing": ({"tools": [LOOK, TAKE, Tool(take, name="give", undoes="loan")]}, "undoes 'loan', which is no effect"),
    "a world that cannot answer": ({"world": Silent}, "the world 'Silent' has no method of that name"),
    "synonyms of no value": ({"synonyms": {"green": ["lime"]}}, "synonyms for 'green', which is a value of no field"),
    "synonyms that are one text": ({"synonyms": {"red": "crimson"}}, "are one text 'crimson'; give a list"),
    "an order by no field": ({"selection": Selection(order_by="rank")}, "the selection uses 'rank', which is no field"),
    "a default that does not fit": ({"goals": [*GOALS, Goal("x", words_only=True, own=["size"], defaults={"size": "big"})]}, "goal 'x' has a default that its field refuses: constraints.size: 'big' does not fit"),
    "an item that cannot be chosen": ({"fields": Chosen, "world": Shop}, "an item of the catalogue cannot be chosen, its 'id' is refused: constraints.thing: 'pot' does not fit"),
    "a need of no field": ({"goals": [*GOALS, Goal("x", words_only=True, needs=["mood"])]}, "needs 'mood', which is no field"),
    "an effect owed that nobody can say": (
        {"tools": [LOOK, Tool(take, effect=True, makes="taken", args={"size": "size"})]}, "owes a call of 'take' whose required argument 'thing' nobody can say"),
    "a goal twice": ({"goals": [*GOALS, GOALS[0]]}, "goal 'find' is declared twice"),
    "a result twice": ({"results": [Result("things"), Result("things")]}, "result 'things' is declared twice"),
    "a limit by no field": ({"selection": Selection(limit="count")}, "the selection uses 'count', which is no field"),
    "an opened tool that is none": ({"goals": [*GOALS, Goal("x", words_only=True, allows=["fly"])]}, "allows 'fly', which is no tool"),
    "an item by a wrong name": ({"tools": [tool(args={"size": Covers("length")}), TAKE]}, "argument 'size' is bound to 'length', which is no field"),
    "a set that starts full": ({"fields": Full}, "field 'extras' must start unknown: give it the default frozenset()"),
    "a field that is required": ({"fields": Required}, "field 'size' must start unknown: give it the default None"),
    "a Russian phrase with an unknown placeholder": ({"fields": SpokenRussian}, "the phrase '{x} штук' has the unknown placeholder {x}"),
    "a hand-off that is a tool": ({"handoff": ["look"]}, "look is a hand-off and a tool at once"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_refused_and_named(mistake: str) -> None:
    changes, message = MISTAKES[mistake]
    with pytest.raises(DomainError) as caught:
        build(**changes)
    assert message in str(caught.value)
    assert "'shop'" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_domain_without_a_mistake_is_built() -> None:
    assert repr(build()) == "<Domain shop: 3 fields, 2 tools, 2 goals>"


def test_a_domain_is_named_where_an_example_is_printed() -> None:
    assert pretty(build()) == "<Domain shop: 3 fields, 2 tools, 2 goals>"


def test_a_function_without_annotations_gives_no_schema() -> None:
    def bare(size):  # type: ignore[no-untyped-def]
        return size

    with pytest.raises(DomainError, match="parameter 'size' has no annotation"):
        Tool(bare)
