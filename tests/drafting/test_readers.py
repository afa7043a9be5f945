"""Tools are read alike from every format, and what cannot be read is told with its place."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from intentprops.drafting import DraftError, ToolDefinition, draft, read_document, read_tools
from intentprops.drafting.definitions import arguments

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "day": {"type": "string", "format": "date"}, "guests": {"type": "integer", "minimum": 1}},
    "required": ["city", "guests"],
}  # fmt: skip

leaves = st.sampled_from([
    {"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"enum": ["a", "b"]}, {"type": "string", "format": "date"},
    {"type": "array", "items": {"enum": ["x", "y"]}}, {"type": "array", "items": {"type": "object"}}, {"type": ["string", "null"]}, {},
])  # fmt: skip
names = st.from_regex(r"[a-z]{2,8}(_[a-z]{2,8}){0,3}", fullmatch=True)
nested = st.recursive(leaves, lambda inner: st.builds(
    lambda properties, needed: {"type": "object", "properties": properties, "required": sorted(properties)[:needed]},
    st.dictionaries(names, inner, max_size=4), st.integers(0, 4),
), max_leaves=8)  # fmt: skip
schemas = st.builds(
    lambda properties, needed: {"type": "object", "properties": properties, "required": sorted(properties)[:needed]},
    st.dictionaries(names, nested, max_size=5), st.integers(0, 5),
)  # fmt: skip
tools = st.lists(st.tuples(names, st.text(max_size=40), schemas), min_size=1, max_size=5, unique_by=lambda tool: tool[0])


def written(form: str, some: list[tuple[str, str, Any]]) -> Any:
    """Tools in a format."""
    plain = [{"name": name, "description": text} for name, text, _ in some]
    bodies = [schema for _, _, schema in some]
    if form == "chat":
        return [{"type": "function", "function": {**one, "parameters": body}} for one, body in zip(plain, bodies, strict=True)]
    if form == "request":
        return {"model": "m", "messages": [], "tools": written("chat", some)}
    if form == "responses":
        return [{"type": "function", **one, "parameters": body, "strict": True} for one, body in zip(plain, bodies, strict=True)]
    if form == "anthropic":
        return {"tools": [{**one, "input_schema": body} for one, body in zip(plain, bodies, strict=True)]}
    listed = {"tools": [{**one, "inputSchema": body} for one, body in zip(plain, bodies, strict=True)]}
    return listed if form == "mcp" else {"jsonrpc": "2.0", "id": 1, "result": listed}


@given(tools)
def test_every_list_of_tools_reads_alike(some: list[tuple[str, str, Any]]) -> None:
    expected = [ToolDefinition(*one) for one in some]
    for form in ("chat", "request", "responses", "anthropic", "mcp", "rpc"):
        assert read_document(written(form, some)) == expected


@given(tools)
def test_json_and_yaml_read_alike(some: list[tuple[str, str, Any]]) -> None:
    from intentprops.drafting.readers import parse

    document = written("mcp", some)
    assert parse(yaml.safe_dump(document), "x.yaml") == parse(json.dumps(document), "x.json") == document


def test_what_an_mcp_server_states_is_kept() -> None:
    hints = {"readOnlyHint": False, "destructiveHint": True}
    (tool,) = read_document({"tools": [{"name": "drop", "inputSchema": SCHEMA, "annotations": hints}]})
    assert (tool.read_only, tool.destructive) == (False, True)


def test_a_json_schema_is_a_tool_and_its_definitions_are_tools() -> None:
    assert [tool.name for tool in read_document({"title": "BookRoom", **SCHEMA})] == ["book_room"]
    assert [tool.name for tool in read_document({"$defs": {"Find": SCHEMA, "Book": SCHEMA, "Size": {"enum": [1]}}})] == ["find", "book"]
    assert [tool.name for tool in read_document({"find": SCHEMA, "book": SCHEMA})] == ["find", "book"]


def test_a_tool_that_the_provider_has_built_in_is_kept_by_its_name() -> None:
    assert [tool.name for tool in read_document([{"type": "web_search_20250305", "name": "web_search"}, {"type": "code_interpreter"}])] == [
        "web_search", "code_interpreter",
    ]  # fmt: skip


OPENAPI = {
    "openapi": "3.0.3",
    "info": {"title": "Rooms", "version": "1"},
    "paths": {
        "/rooms": {
            "get": {"operationId": "listRooms", "summary": "Rooms that are free", "parameters": [
                {"name": "city", "in": "query", "required": True, "schema": {"type": "string"}},
                {"$ref": "#/components/parameters/Day"}, {"name": "X-Trace", "in": "header", "schema": {"type": "string"}},
            ]},
            "post": {"requestBody": {"required": True, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Stay"}}}}},
        },
        "/rooms/{room_id}": {
            "parameters": [{"name": "room_id", "in": "path", "required": True, "schema": {"type": "string"}}],
            "delete": {"operationId": "closeRoom"},
        },
    },
    "components": {
        "parameters": {"Day": {"name": "day", "in": "query", "schema": {"type": "string", "format": "date"}}},
        "schemas": {
            "Stay": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"guests": {"type": "integer", "nullable": True}}}]},
            "Base": {"type": "object", "required": ["city"], "properties": {"city": {"type": "string"}}},
        },
    },
}  # fmt: skip


def test_the_operations_of_an_openapi_document_are_tools() -> None:
    found = {tool.name: tool for tool in read_document(OPENAPI)}
    assert list(found) == ["listRooms", "post_rooms", "closeRoom"]
    assert [(one.path, one.required, one.kind) for one in arguments(found["listRooms"])] == [("city", True, "text"), ("day", False, "date")]
    assert {(one.path, one.required, one.kind) for one in arguments(found["post_rooms"])} == {
        ("guests", False, "integer"), ("city", True, "text"),
    }  # fmt: skip
    assert found["closeRoom"].method == "DELETE"
    assert draft(list(found.values()), "stay").domain().effectful == {"post_rooms", "closeRoom"}


def test_a_schema_that_leads_back_into_itself_ends_in_anything() -> None:
    node = {"type": "object", "properties": {"name": {"type": "string"}, "left": {"$ref": "#/$defs/Node"}, "right": {"$ref": "#/$defs/Node"}}}
    schema = {"type": "object", "properties": {"root": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}}
    tool = ToolDefinition("set_tree", "", schema)
    assert {one.path: one.kind for one in arguments(tool)} == {"root.name": "text", "root.left": "other", "root.right": "other"}
    assert draft([tool]).domain()
    whole = ToolDefinition("set_node", "", {**node, "$defs": {"Node": node}, "properties": {"me": {"$ref": "#"}}})
    assert arguments(whole)


def test_functions_models_and_modules_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_tools.py").write_text(
        "from pydantic import BaseModel\n"
        "class BookRoom(BaseModel):\n    '''Book one.'''\n    room_id: str\n    guests: int\n"
        "def find_rooms(city: str, guests: int = 1) -> list[str]:\n    '''Find rooms.'''\n    return []\n"
        "def _hidden(a: int) -> None: ...\n"
        "def bare(a): ...\n"
        "class Kit:\n    def cancel_room(self, room_id: str) -> None:\n        '''Cancel one.'''\n"
        "ALL = [find_rooms, BookRoom]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    try:
        assert [tool.name for tool in read_tools("my_tools:ALL")] == ["find_rooms", "book_room"]
        assert [tool.name for tool in read_tools("my_tools:Kit")] == ["cancel_room"]
        assert read_tools("my_tools:find_rooms")[0].description == "Find rooms."
        with pytest.raises(DraftError, match="parameter 'a' has no annotation"):
            read_tools("my_tools")
        with pytest.raises(DraftError, match="there is no 'nothing' in my_tools"):
            read_tools("my_tools:nothing")
    finally:
        sys.modules.pop("my_tools", None)


BROKEN = {
    "empty": ("", "it is empty"),
    "half": ('[{"name": "a", ', r"x\.json:1:16: broken JSON"),
    "number": ("7", "7 is no tool"),
    "no tool": ("[]", "there is no tool in it"),
    "nameless": ('[{"type": "function", "function": {"parameters": {}}}]', r"x\.json\[0\]\.function: a tool has no name"),
    "name no text": ('[{"name": 7, "parameters": {}}]', "the name 7"),
    "schema no schema": ('[{"name": "a", "parameters": [1]}]', "which is no JSON Schema"),
    "property no schema": ('[{"name": "a", "parameters": {"properties": {"b": 3}}}]', "3 stands where a JSON Schema belongs"),
    "no object": ('[{"name": "a", "parameters": {"type": "string"}}]', "of type 'string'; a tool takes an object"),
    "dangling": ('[{"name": "a", "parameters": {"$ref": "#/$defs/B"}}]', "the reference '#/\\$defs/B' leads to nothing"),
    "elsewhere": ('[{"name": "a", "parameters": {"$ref": "other.json"}}]', "leads out of the document"),
    "swagger": ('{"swagger": "2.0", "paths": {}}', "convert it to OpenAPI 3"),
    "openapi 4": ('{"openapi": "4.0", "paths": {}}', "version 3 can be read"),
    "no paths": ('{"openapi": "3.1.0"}', "has no paths"),
    "rpc error": ('{"jsonrpc": "2.0", "error": {"code": 1, "message": "no"}}', "answered with an error: 'no'"),
    "something": ('{"hello": "world"}', "has no name and no schema"),
    "deep": ("[" * 5000, "nested too deeply|broken JSON"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_says_what_and_where(name: str, tmp_path: Path) -> None:
    text, message = BROKEN[name]
    path = tmp_path / "x.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DraftError, match=message) as refused:
        read_tools(path)
    assert str(path) in str(refused.value)


def test_other_sources_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("a: [1, 2", encoding="utf-8")
    (tmp_path / "x.bin").write_bytes(b"\xff\xfe\x00")
    for source, message in (
        (str(tmp_path), "is a folder"), (str(tmp_path / "none.json"), "there is no file"), (str(tmp_path / "x.yaml"), "broken YAML"),
        (str(tmp_path / "x.bin"), "no UTF-8"), ("no_such_module_here:tool", "cannot import"),
    ):  # fmt: skip
        with pytest.raises(DraftError, match=message):
            read_tools(source)
