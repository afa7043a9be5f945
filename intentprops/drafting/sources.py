"""Where tools are read from: a file, an MCP server, or Python objects."""

from __future__ import annotations

import importlib
import inspect
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from intentprops.drafting.definitions import DraftError, ToolDefinition, object_schema, short
from intentprops.drafting.names import identifier
from intentprops.drafting.readers import read_document, read_file
from intentprops.errors import DomainError
from intentprops.tools import Tool

_PYTHON = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(:[A-Za-z_]\w*(\.[A-Za-z_]\w*)*)?")


def read_tools(source: str | os.PathLike[str]) -> list[ToolDefinition]:
    """The tools of a source: a JSON or YAML file of any known format, the address of an MCP server, ``package.module`` or
    ``package.module:name``. Raises :class:`DraftError` that says what cannot be read, and where.
    """
    text = os.fspath(source)
    if re.match(r"https?://", text):
        return read_mcp(text)
    path = Path(text)
    if path.is_dir():
        raise DraftError(f"{text} is a folder; name a file of it")
    if path.exists():
        return read_file(path)
    if _PYTHON.fullmatch(text) and not text.endswith((".json", ".yaml", ".yml")):
        return read_python(text)
    raise DraftError(
        f"there is no file {text!r}; give a file of tools (JSON or YAML), the address of an MCP server, or package.module:name"
    )


def read_mcp(server: str) -> list[ToolDefinition]:
    """The tools of an MCP server: an address, or the command that starts one. None of them is called."""
    from intentprops.adapters.mcp import mcp_tools  # an extra

    if re.match(r"https?://", server):
        return read_document(mcp_tools(server), server)
    from mcp import StdioServerParameters

    try:
        command, *arguments = shlex.split(server)
    except ValueError as error:
        raise DraftError(f"the command {server!r} cannot be read: {error}") from None
    return read_document(mcp_tools(StdioServerParameters(command=command, args=arguments)), server)


def read_python(name: str) -> list[ToolDefinition]:
    """The tools of a module (its public functions), or of what it names: a function, a tool object, a pydantic model whose fields are
    the arguments, a class with methods, or a list of any of these."""
    module_name, _, attribute = name.partition(":")
    if os.getcwd() not in sys.path and "" not in sys.path:  # a console script has no current folder on its path
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:
        raise DraftError(f"{name}: cannot import {module_name}: {type(error).__name__}: {error}") from None
    for part in attribute.split(".") if attribute else ():
        if not hasattr(found, part):
            raise DraftError(f"{name}: there is no {part!r} in {getattr(found, '__name__', type(found).__name__)}")
        found = getattr(found, part)
    tools = _of_object(found, name)
    if not tools:
        raise DraftError(f"{name}: no tool in it; name a function, a tool object, a pydantic model, or a list of them")
    return tools


def _of_object(found: Any, place: str) -> list[ToolDefinition]:
    if inspect.ismodule(found):
        own = [value for key, value in vars(found).items() if not key.startswith("_") and inspect.isfunction(value)]
        return [_of_tool(value, place) for value in own if value.__module__ == found.__name__]
    if isinstance(found, type) and issubclass(found, BaseModel):
        schema = found.model_json_schema()
        return [ToolDefinition(identifier(found.__name__), inspect.getdoc(found) or "", object_schema(schema, schema, place))]
    if isinstance(found, type):
        methods = [value for key, value in vars(found).items() if not key.startswith("_") and inspect.isfunction(value)]
        return [_of_tool(value, place) for value in methods]
    if isinstance(found, dict):
        return read_document(found, place)
    if isinstance(found, (list, tuple)):
        return [tool for number, item in enumerate(found) for tool in _of_object(item, f"{place}[{number}]")]
    return [_of_tool(found, place)]


def _of_tool(source: Any, place: str) -> ToolDefinition:
    try:
        tool = Tool(source)
        schema = tool.schema
    except DomainError as error:
        raise DraftError(f"{place}: {error}") from None
    except Exception as error:  # an annotation of which there is no schema
        raise DraftError(f"{place}: no schema can be made of {short(source)}: {str(error).splitlines()[0]}") from None
    return ToolDefinition(tool.name, tool.description, object_schema(schema, schema, f"{place} {tool.name!r}"))
