"""A tool is taken from a function, a framework's tool object or a definition; its schema judges arguments."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from intentprops import DomainError, Tool


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


def test_what_is_no_tool_is_refused() -> None:
    with pytest.raises(DomainError, match="needs 'name' and 'parameters'"):
        Tool({"name": "look"})
    with pytest.raises(DomainError, match="cannot take a tool from 7"):
        Tool(7)


def test_nested_arguments_have_dotted_paths() -> None:
    class Query(BaseModel):
        size: int
        page: int = 1

    def search(query: Query, limit: int | None = None) -> Any:
        """Search."""

    search.__annotations__["query"] = Query
    assert Tool(search).paths == {"query": True, "query.size": True, "query.page": False, "limit": False}
