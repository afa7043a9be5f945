"""Definitions of tools out of a document, whatever its format; the format is told from the content.

Known are lists of tools as OpenAI (chat completions, responses) and Anthropic take them, alone or in a whole request; an MCP server's
answer to ``tools/list``; JSON Schema documents; OpenAPI 3 documents.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from intentprops.drafting.definitions import DraftError, ToolDefinition, object_schema, short
from intentprops.drafting.names import identifier
from intentprops.drafting.openapi import operations

_SCHEMAS = ("parameters", "input_schema", "inputSchema", "params_json_schema", "args_schema")
_FORMATS = "a list of tools (OpenAI, Anthropic, MCP), a JSON Schema, or an OpenAPI 3 document"


def read_file(path: Path) -> list[ToolDefinition]:
    """The tools of a JSON or YAML file. Raises :class:`DraftError` with the place of what cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DraftError(f"{path}: it is no UTF-8 text (byte {error.start})") from None
    return read_document(parse(text, str(path)), str(path))


def parse(text: str, place: str) -> Any:
    """JSON, or YAML where it is none; what is broken is told with line and column."""
    if not text.strip():
        raise DraftError(f"{place}: it is empty; give {_FORMATS}")
    try:
        return json.loads(text)
    except RecursionError:
        raise DraftError(f"{place}: it is nested too deeply to be read") from None
    except ValueError as error:
        if text.lstrip()[0] in "{[" or place.endswith(".json"):
            line = f"{place}:{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else place
            raise DraftError(f"{line}: broken JSON: {getattr(error, 'msg', error)}") from None
    try:
        return json.loads(json.dumps(yaml.load(text, _Loader), default=str))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = f"{place}:{mark.line + 1}:{mark.column + 1}" if mark is not None else place
        raise DraftError(f"{where}: broken YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise DraftError(f"{place}: it cannot be read as YAML: {error}") from None


class _Loader(yaml.SafeLoader):
    """YAML as JSON has it: a date stays a text."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in known if tag != "tag:yaml.org,2002:timestamp"]
    for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_document(document: Any, place: str = "<document>") -> list[ToolDefinition]:
    """The tools of a document that is read already."""
    found = list(_tools(document, document, place))
    if not found:
        raise DraftError(f"{place}: there is no tool in it; give {_FORMATS}")
    return found


def _tools(document: Any, root: Any, place: str) -> Iterator[ToolDefinition]:
    if isinstance(document, list):
        for number, item in enumerate(document):
            yield from _tools(item, item, f"{place}[{number}]")
        return
    if not isinstance(document, Mapping):
        raise DraftError(f"{place}: {short(document)} is no tool; give {_FORMATS}")
    if "swagger" in document:
        raise DraftError(f"{place}: it is a Swagger {document['swagger']} document; convert it to OpenAPI 3")
    if "openapi" in document:
        yield from operations(document, place)
    elif isinstance(document.get("result"), Mapping) and "tools" in document["result"]:
        yield from _tools(document["result"]["tools"], root, f"{place}.result.tools")
    elif isinstance(document.get("error"), Mapping) and "jsonrpc" in document:
        raise DraftError(f"{place}: the server answered with an error: {short(document['error'].get('message'))}")
    elif isinstance(document.get("tools"), list):
        yield from _tools(document["tools"], root, f"{place}.tools")
    elif isinstance(document.get("functions"), list):
        yield from _tools(document["functions"], root, f"{place}.functions")
    elif isinstance(document.get("function"), Mapping):
        yield _tool(document["function"], f"{place}.function")
    elif "name" in document and (any(key in document for key in _SCHEMAS) or "type" not in document or document["type"] == "function"):
        yield _tool(document, place)
    elif _is_schema(document):
        yield from _schemas(document, root, place)
    elif isinstance(document.get("type"), str):  # a tool that the provider has built in: it says nothing but its name
        yield ToolDefinition(str(document.get("name") or document["type"]))
    elif document and all(isinstance(value, Mapping) and _is_schema(value) for value in document.values()):
        for name, value in document.items():
            yield _of_schema(str(name), value, root, f"{place}.{name}")
    else:
        raise DraftError(f"{place}: {short(dict(document))} has no name and no schema; give {_FORMATS}")


def _tool(tool: Mapping[str, Any], place: str) -> ToolDefinition:
    if "name" not in tool:
        raise DraftError(f"{place}: a tool has no name; it has {', '.join(map(str, tool))}")
    if not isinstance(tool["name"], str):
        raise DraftError(f"{place}: the name {short(tool['name'])} is no text")
    schema: Any = next((tool[key] for key in _SCHEMAS if tool.get(key) is not None), {})
    if not isinstance(schema, Mapping):
        raise DraftError(f"{place}: the parameters of {short(tool['name'])} are {short(schema)}, which is no JSON Schema")
    stated = tool.get("annotations")
    hints: Mapping[str, Any] = stated if isinstance(stated, Mapping) else {}
    answer = tool.get("outputSchema") or tool.get("output_schema")
    try:
        return ToolDefinition(
            tool["name"], str(tool.get("description") or hints.get("title") or ""),
            object_schema(schema, schema, f"{place} {tool['name']!r}"),
            read_only=_flag(hints.get("readOnlyHint")), destructive=_flag(hints.get("destructiveHint")),
            answer=answer if isinstance(answer, Mapping) else None,
        )  # fmt: skip
    except RecursionError:
        raise DraftError(f"{place}: the schema of {short(tool['name'])} is nested too deeply") from None


def _flag(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _is_schema(document: Mapping[str, Any]) -> bool:
    return (
        "properties" in document
        or "$ref" in document
        or "$defs" in document
        or "definitions" in document
        or document.get("type") == "object"
    )


def _schemas(document: Mapping[str, Any], root: Any, place: str) -> Iterator[ToolDefinition]:
    """A JSON Schema document is one tool; one that only defines is a tool for each object that it defines."""
    if "properties" in document or "$ref" in document or document.get("type") == "object":
        name = document.get("title") or str(document.get("$id", "")).rstrip("/").rpartition("/")[2].removesuffix(".json").removesuffix(
            ".schema"
        )
        yield _of_schema(identifier(name or Path(place.partition("[")[0]).name.partition(".")[0]), document, root, place)
        return
    for key in ("$defs", "definitions"):
        for name, value in (document.get(key) or {}).items():
            if isinstance(value, Mapping) and (value.get("type") == "object" or "properties" in value):
                yield _of_schema(identifier(str(name)), value, root, f"{place}#/{key}/{name}")


def _of_schema(name: str, schema: Mapping[str, Any], root: Any, place: str) -> ToolDefinition:
    start = root if isinstance(root, Mapping) else schema
    return ToolDefinition(name, str(schema.get("description") or ""), object_schema(schema, start, place))
