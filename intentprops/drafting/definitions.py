"""A tool as its maker defines it, whatever the format, and its arguments read from the JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from intentprops.errors import IntentpropsError

Kind: TypeAlias = Literal["text", "choice", "integer", "number", "flag", "date", "datetime", "time", "choices", "other"]
"""What an argument holds: ``choices`` is a list of members of a closed list, ``other`` what no field can hold, such as objects."""

_DEEP, _LARGE = 8, 4000
"""How deep a schema is followed, and how many nodes of it are kept: what lies beyond may be anything."""


class DraftError(IntentpropsError):
    """Tools that cannot be read, or of which no domain can be made."""


@dataclass(frozen=True)
class ToolDefinition:
    """One tool: its name, what it says of itself, and the JSON Schema of its arguments (an object, references inlined).

    ``read_only`` and ``destructive`` are what the definition states of its effect (MCP), ``None`` where it says nothing; ``method``
    is the HTTP method of an operation. ``answer`` is the schema of what it returns, where that is stated.
    """

    name: str
    description: str = ""
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "object", "properties": {}})
    read_only: bool | None = None
    destructive: bool | None = None
    method: str | None = None
    answer: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise DraftError(f"a tool has the name {self.name!r}; a name is a text that is not empty")
        if not isinstance(self.schema, Mapping):
            raise DraftError(f"tool {self.name!r}: its parameters are {type(self.schema).__name__}, not a JSON Schema of an object")
        object.__setattr__(self, "schema", object_schema(self.schema, self.schema, f"tool {self.name!r}"))
        object.__setattr__(self, "description", " ".join(str(self.description or "").split()))


@dataclass(frozen=True)
class Argument:
    """An argument of a tool, at its dotted path.

    ``alone`` is false where an object around it may be left out, but not be given without other arguments beside this one.
    """

    path: str
    required: bool
    kind: Kind
    schema: Mapping[str, Any]
    choices: tuple[Any, ...] = ()
    alone: bool = True

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]

    @property
    def description(self) -> str:
        return str(self.schema.get("description") or self.schema.get("title") or "")


def arguments(definition: ToolDefinition) -> list[Argument]:
    """The arguments at the leaves of a tool's schema, in its order."""
    return list(_leaves(definition.schema, ""))


def _leaves(schema: Mapping[str, Any], prefix: str) -> Iterator[Argument]:
    for name, sub in schema["properties"].items():
        path, needed = prefix + name, name in schema.get("required", ())
        if sub.get("type") == "object" and sub.get("properties") and "." not in name and prefix.count(".") < _DEEP:
            parts = list(_leaves(sub, path + "."))
            owed = {part.path for part in parts if part.required}
            for part in parts:
                yield part if needed else replace(part, required=False, alone=part.alone and owed <= {part.path})
        else:
            bare = without_null(sub)
            yield Argument(path, needed, kind_of(bare), bare, choices_of(bare))


def without_null(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a value that is not null; what stands beside the alternatives is kept."""
    for key in ("anyOf", "oneOf"):
        options = [option for option in schema.get(key, ()) if option.get("type") != "null"]
        if len(options) == 1:
            return {**{name: value for name, value in schema.items() if name != key}, **without_null(options[0])}
        numbers = [option for option in options if option.get("type") in ("number", "integer")]
        if len(numbers) == 1 and all(option.get("type") == "string" for option in options if option not in numbers):
            return {**{name: value for name, value in schema.items() if name != key}, **numbers[0]}  # a number that may be written as text
        if options and all("const" in option for option in options):
            return {**schema, "enum": [option["const"] for option in options]}
    if isinstance(types := schema.get("type"), list):
        bare = [name for name in types if name != "null"]
        return {**schema, "type": bare[0]} if len(bare) == 1 else {name: value for name, value in schema.items() if name != "type"}
    return schema


def choices_of(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    """The closed list of values of a schema, or of the members of its list."""
    if schema.get("type") == "array":
        return choices_of(without_null(schema.get("items") or {}))
    listed = schema.get("enum", [schema["const"]] if "const" in schema else [])
    found = [value for value in listed if isinstance(value, (str, int)) and value != ""]
    return tuple(dict.fromkeys(found)) if len({type(value) for value in found}) == 1 else ()


def kind_of(schema: Mapping[str, Any]) -> Kind:
    """What sort of value a schema without null takes."""
    kind, listed = schema.get("type"), choices_of(schema)
    if kind == "array":
        return "choices" if listed else "other"
    if kind == "boolean" or (listed and all(isinstance(value, bool) for value in listed)):
        return "flag"
    if listed:
        return "choice"
    if kind == "string":
        stated = schema.get("format") or _told_format(schema)
        return {"date": "date", "date-time": "datetime", "time": "time"}.get(stated, "text")  # type: ignore[return-value]
    return {"integer": "integer", "number": "number"}.get(kind, "other") if isinstance(kind, str) else "other"  # type: ignore[return-value]


_MOMENTS = (
    (
        "date-time",
        re.compile(r"yyyy-mm-dd[t ]hh:mm|iso[- ]?8601 (?:date[- ]?time|timestamp)|rfc ?3339|\d{4}-\d\d-\d\dT\d\d:\d\d", re.IGNORECASE),
    ),
    ("date", re.compile(r"yyyy-mm-dd|%Y-%m-%d|iso[- ]?8601 date|\b\d{4}-\d\d-\d\d\b", re.IGNORECASE)),
    ("time", re.compile(r"\bhh:mm|\b24-hour|\b\d\d:\d\d(?::\d\d)?\b", re.IGNORECASE)),
)
"""How a description tells the format of a text that is a moment."""


def _told_format(schema: Mapping[str, Any]) -> str:
    said = " ".join(str(schema.get(key, "")) for key in ("description", "examples", "example", "default"))
    return next((name for name, pattern in _MOMENTS if pattern.search(said)), "")


# -- one self-contained schema


def object_schema(schema: Mapping[str, Any], root: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """A schema of an object with every reference inlined. A reference that leads back into itself may be anything there.

    ``root`` is the document that references start from. Raises :class:`DraftError` for what is no object.
    """
    found = without_null(_Inliner(root, place).inline(schema, (), 0))
    if not found:
        return {"type": "object", "properties": {}}
    if found.get("type", "object") != "object":
        raise DraftError(f"{place}: its parameters are of type {found['type']!r}; a tool takes an object")
    properties = found.get("properties") or {}
    return {**found, "type": "object", "properties": properties, **({"required": list(found["required"])} if found.get("required") else {})}


def resolve(value: Any, root: Mapping[str, Any], place: str) -> Any:
    """What a value is, or what it refers to."""
    inliner = _Inliner(root, place)
    for _ in range(_DEEP):
        if not (isinstance(value, Mapping) and "$ref" in value):
            return value
        value = inliner.find(value["$ref"])
    raise DraftError(f"{place}: the reference {short(value['$ref'])} leads in a circle")


class _Inliner:
    def __init__(self, root: Mapping[str, Any], place: str) -> None:
        self.root, self.place, self.left = root, place, _LARGE

    def inline(self, schema: Any, way: tuple[str, ...], depth: int) -> dict[str, Any]:
        """A schema without references; ``{}`` is anything."""
        if schema is True or schema is None:
            return {}
        if not isinstance(schema, Mapping):
            raise DraftError(f"{self.place}: {short(schema)} stands where a JSON Schema belongs")
        self.left -= 1
        if depth > 3 * _DEEP or self.left < 0:
            return {}
        if "$ref" in schema:
            ref = schema["$ref"]
            beside = {key: value for key, value in schema.items() if key != "$ref"}
            if ref in way:
                return {}
            return {**self.inline(self.find(ref), (*way, str(ref)), depth + 1), **self.inline(beside, way, depth + 1)}
        found: dict[str, Any] = {}
        for key, value in schema.items():
            if key in ("$defs", "definitions", "$schema", "$id", "xml", "externalDocs", "discriminator"):
                continue
            if key == "properties" and isinstance(value, Mapping):
                found[key] = {str(name): self.inline(sub, way, depth + 1) for name, sub in value.items()}
            elif key in ("items", "additionalProperties", "not") and isinstance(value, Mapping):
                found[key] = self.inline(value, way, depth + 1)
            elif key in ("anyOf", "oneOf", "allOf") and isinstance(value, list):
                found[key] = [self.inline(option, way, depth + 1) for option in value]
            else:
                found[key] = value
        return _merged(found)

    def find(self, ref: Any) -> Any:
        """What a reference within the document names."""
        if not isinstance(ref, str) or not ref.startswith("#"):
            raise DraftError(f"{self.place}: the reference {short(ref)} leads out of the document; inline it, or bundle the document")
        node: Any = self.root
        for part in ref.removeprefix("#").strip("/").split("/") if ref.strip("#/") else []:
            part = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node, list) and part.isdigit() and int(part) < len(node):
                node = node[int(part)]
            elif isinstance(node, Mapping) and part in node:
                node = node[part]
            else:
                raise DraftError(f"{self.place}: the reference {ref!r} leads to nothing in the document")
        return node


def _merged(schema: dict[str, Any]) -> dict[str, Any]:
    """``allOf`` of objects as one object; an OpenAPI 3.0 ``nullable`` as the type that JSON Schema knows."""
    parts = schema.pop("allOf", None)
    for part in parts or ():
        for key, value in part.items():
            if key == "properties":
                schema["properties"] = {**value, **schema.get("properties", {})}
            elif key == "required":
                schema["required"] = list(dict.fromkeys([*schema.get("required", []), *value]))
            else:
                schema.setdefault(key, value)
    if schema.pop("nullable", None) is True and isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]
        if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
            schema["enum"] = [*schema["enum"], None]
    return schema


def short(value: Any) -> str:
    """A value as it is shown in a message."""
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
