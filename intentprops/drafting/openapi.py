"""The operations of an OpenAPI 3 document as tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from intentprops.drafting.definitions import DraftError, ToolDefinition, object_schema, resolve, short
from intentprops.drafting.names import identifier

_METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")


def operations(document: Mapping[str, Any], place: str) -> Iterator[ToolDefinition]:
    """A tool for each operation. Its arguments are the parameters in path and query, and the parts of a JSON body."""
    if not str(document["openapi"]).startswith("3"):
        raise DraftError(f"{place}: it is OpenAPI {document['openapi']}; version 3 can be read")
    paths = document.get("paths")
    if not isinstance(paths, Mapping):
        raise DraftError(f"{place}: the OpenAPI document has no paths")
    for path, item in paths.items():
        item = resolve(item, document, f"{place} {path}")
        if not isinstance(item, Mapping):
            raise DraftError(f"{place} {path}: {short(item)} is no path item")
        for method in _METHODS:
            if isinstance(operation := item.get(method), Mapping):
                yield _operation(document, str(path), method, operation, item.get("parameters") or [], f"{place} {method.upper()} {path}")


def _operation(
    document: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any], shared: Any, place: str
) -> ToolDefinition:  # fmt: skip
    name = operation.get("operationId") or identifier(f"{method}_{path}")
    properties: dict[str, Any] = {}
    required: list[str] = []
    for parameter in [*shared, *(operation.get("parameters") or [])]:
        parameter = resolve(parameter, document, place)
        if not isinstance(parameter, Mapping) or "name" not in parameter:
            raise DraftError(f"{place}: {short(parameter)} is no parameter; it has no name")
        if parameter.get("in") not in ("path", "query"):
            continue
        properties[parameter["name"]] = _schema_of(parameter)
        if parameter.get("required") and parameter["name"] not in required:
            required.append(parameter["name"])
    for key, schema in _body(document, operation, place).items():
        if key == "required":
            required += [one for one in schema if one not in required]
        else:
            properties |= {one: sub for one, sub in schema.items() if one not in properties}
    text = ". ".join(str(operation[key]).strip().rstrip(".") for key in ("summary", "description") if operation.get(key))
    schema = object_schema({"type": "object", "properties": properties, "required": required}, document, place)
    return ToolDefinition(str(name), text, schema, method=method.upper())


def _schema_of(parameter: Mapping[str, Any]) -> dict[str, Any]:
    content = parameter.get("content")
    inner = next(iter(content.values()), {}) if isinstance(content, Mapping) else parameter
    schema = dict(inner.get("schema") or {})
    for key in ("description", "example"):
        if parameter.get(key) is not None:
            schema.setdefault(key, parameter[key])
    return schema


def _body(document: Mapping[str, Any], operation: Mapping[str, Any], place: str) -> dict[str, Any]:
    """The parts of a JSON body as properties; a body that is no object is one argument of that name."""
    body = resolve(operation.get("requestBody") or {}, document, place)
    content = body.get("content") if isinstance(body, Mapping) else None
    if not isinstance(content, Mapping) or not content:
        return {}
    media = next((value for key, value in content.items() if "json" in key), next(iter(content.values())))
    schema = media.get("schema") or {}
    whole = resolve(schema, document, place)
    if isinstance(whole, Mapping) and (whole.get("type") == "object" or "properties" in whole or "allOf" in whole):
        flat = object_schema(schema, document, place)
        return {"properties": flat["properties"], "required": flat.get("required", []) if body.get("required", True) else []}
    return {"properties": {"body": schema}, "required": ["body"] if body.get("required") else []}
