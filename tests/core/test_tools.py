"""A tool is taken from a function, a framework's tool object or a definition; its schema judges arguments."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from annotated_types import Ge
from pydantic import BaseModel

from intentprops import Covers, Derived, DomainError, Exact, Free, Item, Tool
from intentprops.tools import dig, named, plant


def look(size: int, colour: str | None = None) -> Any:
    """Look for things."""


class Args(BaseModel):
    size: int
    colour: str | None = None


SCHEMA = {
    "type": "object",
    "properties": {"size": {"type": "integer"}, "colour": {"type": "string"}},
    "required": ["size"],
}  # fmt: skip

SOURCES = {
    "function": look,
    "a tool object with a pydantic model": SimpleNamespace(name="look", description="Look for things.", args_schema=Args),
    "a tool object whose args_schema is one": SimpleNamespace(name="look", description="Look for things.", args_schema=SCHEMA),
    "a tool object with a JSON Schema": SimpleNamespace(name="look", description="Look for things.", params_json_schema=SCHEMA),
    "OpenAI": {"type": "function", "function": {"name": "look", "description": "Look for things.", "parameters": SCHEMA}},
    "Anthropic": {"name": "look", "description": "Look for things.", "input_schema": SCHEMA},
    "MCP": {"name": "look", "description": "Look for things.", "inputSchema": SCHEMA},
}


@pytest.mark.parametrize("kind", SOURCES)
def test_every_source_gives_the_same_tool(kind: str) -> None:
    tool = Tool(SOURCES[kind], args={"size": "size"})
    assert (tool.name, tool.description) == ("look", "Look for things.")
    assert tool.paths == {"size": True, "colour": False}
    assert tool.problem({"size": 6}) is None
    assert "size" in (tool.problem({}) or "")
    assert "'6'" in (tool.problem({"size": "6"}) or "")


UNTAKEN: dict[str, tuple[Any, str]] = {
    "no parameters": ({"name": "look", "about": 1}, "a tool definition needs 'name' and 'parameters' (or 'input_schema'), not ['about', 'name']"),
    "no name": ({"input_schema": SCHEMA}, "a tool definition needs 'name' and 'parameters' (or 'input_schema'), not ['input_schema']"),
    "a number": (7, "cannot take a tool from 7: give a function, a tool object or a definition"),
    "an object without a schema": (SimpleNamespace(name="look", args_schema=None), "cannot take a tool from namespace(name='look', args_schema=None)"),
}  # fmt: skip


@pytest.mark.parametrize("kind", UNTAKEN)
def test_what_is_no_tool_is_named(kind: str) -> None:
    source, says = UNTAKEN[kind]
    with pytest.raises(DomainError) as caught:
        Tool(source)
    assert str(caught.value).startswith(says)


def test_a_description_may_be_missing() -> None:
    sources = [
        {"name": "look", "parameters": SCHEMA}, SimpleNamespace(name="look", description=None, args_schema=Args), SimpleNamespace(name="look", parameters=SCHEMA),
        SimpleNamespace(name="look", description=None, inputSchema=SCHEMA), SimpleNamespace(name="look", description="", input_schema=SCHEMA),
    ]  # fmt: skip
    assert [Tool(source).description for source in sources] == [""] * 5


def test_what_a_declaration_leaves_out() -> None:
    tool = Tool(look)
    assert (tool.args, tool.effect, tool.makes, tool.undoes, tool.confirm, tool.words, tool.objects, tool.effect_id) == ({}, False, None, None, "never", (), (), None)
    assert tool.spec() == {"name": "look", "description": "Look for things.", "parameters": tool.schema}
    assert Tool(look, name="peek").name == "peek"
    assert Tool(look, undoes="hold").effect, "an undo is an effect"
    assert Tool(look, effect=True).undoes is None
    full = Tool(look, words=["see"], objects=["thing"], effect_id="look_id", confirm="every_time", makes="things")
    assert (full.words, full.objects, full.effect_id, full.confirm, full.makes) == (("see",), ("thing",), "look_id", "every_time", "things")


def test_arguments_are_judged_as_json() -> None:
    tool = Tool({"name": "look", "parameters": SCHEMA})
    assert tool.problem([6]) == "the arguments are list, not an object"
    assert tool.problem({"size": {6}}) == "the arguments are no JSON: Object of type set is not JSON serializable"
    assert tool.problem({"size": "6", "colour": 1}) == "colour: 1 is not of type 'string'", "the first by its place"
    assert tool.problem({}) == "$: 'size' is a required property"
    assert Tool(look).problem({"size": 1, "depth": 2}) == "depth is 2: extra inputs are not permitted"
    assert Tool(look).problem({}) == "size is {}: field required"


def test_an_answer_is_accepted_unless_it_says_otherwise() -> None:
    tool = Tool(look)
    assert [tool.accepted(answer) for answer in ({"error": "no"}, {"accepted": False}, {"error": ""}, {"accepted": None}, {}, [], None, "error")] == [False, False] + [True] * 6


def test_a_method_has_no_argument_of_its_own_object() -> None:
    class Desk:
        def look(self, size: int) -> Any:
            """Look."""

    assert Tool(Desk.look).paths == {"size": True}


def test_an_annotation_that_cannot_be_resolved_is_named() -> None:
    def odd(size: "Nowhere") -> Any:  # type: ignore[name-defined]  # noqa: F821, UP037
        """Odd."""

    with pytest.raises(DomainError, match=r"^tool 'odd': cannot resolve its annotations: name 'Nowhere' is not defined$"):
        Tool(odd)


def test_a_derived_argument_is_compared_as_it_says() -> None:
    plain, loose = Derived("size", str), Derived(["size", "colour"], lambda *parts: list(parts), same=lambda argument, expected: len(argument) == len(expected))
    assert (plain.fields, loose.fields) == (("size",), ("size", "colour"))
    assert plain.make(6) == "6"
    assert plain.same("6", "6") is True
    assert plain.same("6", "7") is False
    assert loose.same([1, 2], ["a", "b"])


def test_a_broader_argument_covers() -> None:
    size, extras = Covers("size"), Covers("extras")
    some, more = frozenset({"bag"}), frozenset({"bag", "pet"})
    assert [size.covers(argument, 6) for argument in (None, 6, 7)] == [True, True, False]
    assert [extras.covers(argument, some) for argument in (frozenset(), some, more)] == [True, True, False]
    assert extras.covers(some, more)
    assert Covers("size", by=lambda argument, want: argument >= want).covers(8, 6)
    assert (size.fields, Exact("size").fields, Free().fields, Item("things").fields) == (("size",), ("size",), (), ())


def test_a_place_of_the_arguments() -> None:
    arguments: dict[str, Any] = {"a": {"b": 1, "n": None}, "l": [1], "f": False}
    assert [dig(arguments, path) for path in ("a.b", "a.c", "a.b.c", "x", "a.n", "f")] == [1, None, None, None, None, False]
    assert [named(arguments, path) for path in ("a.b", "l", "a", "x", "f")] == [1, "[1]", "{'b': 1, 'n': None}", None, False]
    plant(arguments, "a.d.e", 2)
    plant(arguments, "g", 3)
    assert arguments == {"a": {"b": 1, "n": None, "d": {"e": 2}}, "l": [1], "f": False, "g": 3}


def test_references_of_a_schema_are_followed_and_circles_end() -> None:
    schema = {
        "properties": {"q": {"$ref": "#/$defs/Q"}, "lost": {"$ref": "#/$defs/None"}, "odd": {"$ref": "#/required"}, "r": {"$ref": "#/$defs/R"}},
        "required": ["q"],
        "$defs": {"Q": {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}, "q": {"$ref": "#/$defs/Q"}}}, "R": {"$ref": "#/$defs/R"}},
    }  # fmt: skip
    paths = Tool({"name": "look", "parameters": schema}).paths
    assert {path: paths[path] for path in ("q", "q.size", "q.q", "q.q.size", "lost", "odd", "r")} == {
        "q": True, "q.size": True, "q.q": False, "q.q.size": False, "lost": False, "odd": False, "r": False,
    }  # fmt: skip
    assert max(path.count(".") for path in paths) == 8


def test_a_pointer_may_lead_nowhere() -> None:
    schema = {
        "properties": {"deep": {"$ref": "#/$defs/None/deeper"}, "listed": {"$ref": "#/required/0"}, "escaped": {"$ref": "#/$defs/a~1b~0c"}},
        "required": ["deep"], "$defs": {"a/b~c": {"type": "object", "properties": {"x": {}}}},
    }  # fmt: skip
    assert Tool({"name": "look", "parameters": schema}).paths == {"deep": True, "listed": False, "escaped": False, "escaped.x": False}
    assert Tool({"name": "look", "parameters": {"type": "object"}}).paths == {}


def test_bindings_are_kept_as_they_are_and_a_name_is_exact() -> None:
    tool = Tool(look, args={"size": "size", "colour": Covers("colour")}, undoes="hold")
    assert tool.args == {"size": Exact("size"), "colour": Covers("colour")}
    assert tool.undoes == "hold"


def test_constraints_of_a_parameter_are_part_of_the_schema() -> None:
    def search(size: Annotated[int, Ge(1)]) -> Any: ...

    search.__annotations__["size"] = Annotated[int, Ge(1)]
    tool = Tool(search)
    assert tool.description == ""
    assert tool.schema["properties"]["size"]["minimum"] == 1
    assert tool.problem({"size": 0}) == "size is 0: input should be greater than or equal to 1"


def test_a_model_that_is_not_whole_is_refused_where_the_domain_is_built() -> None:
    class Broken(BaseModel):
        size: "Nowhere"  # type: ignore[name-defined]  # noqa: F821, UP037

    with pytest.raises(DomainError, match=r"^tool 'look': its model 'Broken' is no schema: "):
        Tool(SimpleNamespace(name="look", description="", args_schema=Broken))


def test_objects_that_are_required_where_they_stand_are_known() -> None:
    empty = {"type": "object"}
    inner = {"type": "object", "required": ["must"], "properties": {"must": empty, "may": empty, "text": {"type": "string"}}}
    schema = {"required": ["there", "word"], "properties": {"there": inner, "perhaps": inner, "word": {"type": "string"}}}
    assert Tool({"name": "look", "parameters": schema}).nests == ("there", "there.must", "perhaps.must")


def test_nested_arguments_have_dotted_paths() -> None:
    class Query(BaseModel):
        size: int
        page: int = 1

    def search(query: Query, limit: int | None = None) -> Any:
        """Search."""

    search.__annotations__["query"] = Query
    assert Tool(search).paths == {"query": True, "query.size": True, "query.page": False, "limit": False}
