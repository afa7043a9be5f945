"""The JSON Schema of a scenario file, for editors and for whoever generates such files."""

from __future__ import annotations

from typing import Any

from intentprops.scenarios.files import DIGEST, ID, INTERPRETERS, LANGUAGES, SCENARIO_KINDS, SCHEMA
from intentprops.scenarios.words import KINDS
from intentprops.state import DISPOSITIONS


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


_NAME = {"type": "string", "minLength": 1}
_FIELDS = {"type": "object", "minProperties": 1}
_TRUE = {"const": True}
_WORDS = [{"required": ["say"]}, {"required": ["sha256"]}]
_TOOLS = {"anyOf": [_NAME, {"type": "array", "items": _NAME, "minItems": 1}]}
_TEXT = {"$ref": "#/$defs/text"}
_MOMENT = {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d{2}-\d{2}[T ].*(Z|[+-]\d{2}:?\d{2})$"}

_VALUES: dict[str, dict[str, Any]] = {
    "switch": {"anyOf": [_NAME, _object({"goal": _NAME, "disposition": {"enum": [*DISPOSITIONS, None]}}, ["goal"])]},
    "reveal": _FIELDS,
    "revise": _FIELDS,
    "remove": _FIELDS | {"additionalProperties": {"type": "array", "minItems": 1}},
    "retract": _NAME,
    "any": _NAME,
    "accept": {"type": "integer", "minimum": 1},
    "refer": _FIELDS | {"additionalProperties": _NAME},
    "return": {"anyOf": [_NAME, _object({"version": _NAME}, ["version"])]},
    "conflict": _FIELDS | {"additionalProperties": {"type": "array", "minItems": 2}},
    "unmodelled": _TEXT,
    "unknown_goal": _TEXT,
    "answer": _TEXT,
    "detour": _NAME,
    "confirm": _TRUE,
    "forbid": _TOOLS,
    "permit": _TOOLS,
    "compare": _TRUE,
}


def file_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of a scenario file, whatever its domain; names and values are the domain's affair."""
    paths = {"type": "array", "minItems": 1, "items": _NAME}
    digest = {"type": "string", "pattern": f"^{DIGEST}$"}
    said = {"say": _TEXT, "sha256": digest, "changes": {"type": ["array", "null"], "items": {"$ref": "#/$defs/change"}}}
    turn = {
        **said,
        "messages": {"type": "array", "minItems": 1, "items": _object(said, []) | {"anyOf": _WORDS}},
        "label": {"type": ["string", "null"]},
        "unsure": {"anyOf": [{"type": ["string", "null"]}, _object({"paths": paths, "why": {"type": "string"}}, ["paths", "why"])]},
        "agent": {"anyOf": [{"$ref": "#/$defs/agent"}, {"type": "null"}]},
    }
    who = {"by": {"enum": list(INTERPRETERS)}, "name": {"type": "string"}, "version": {"type": ["string", "null"]}}
    interpretation = {"anyOf": [_object(who, ["by", "name"]), {"type": "null"}]}
    scenario = {
        "id": {"type": "string", "pattern": f"^{ID}$"},
        "kind": {"enum": list(SCENARIO_KINDS)},
        "title": _TEXT,
        "now": _MOMENT,
        "language": {"enum": list(LANGUAGES)},
        "interpretation": interpretation,
        "turns": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/turn"}},
    }
    document = {
        "schema": {"const": SCHEMA},
        "domain": _NAME,
        "now": _MOMENT,
        "language": {"enum": list(LANGUAGES)},
        "interpretation": interpretation,
        "scenarios": {"type": "array", "minItems": 1, "items": _object(scenario, ["id", "kind", "turns"])},
    }
    texts = _object({language: {"type": "string"} for language in LANGUAGES}, []) | {"minProperties": 1}
    call = _object({"name": _NAME, "arguments": {"type": ["object", "null"]}}, ["name"])
    agent = {
        "calls": {"type": ["array", "null"], "items": call},
        "reply": _TEXT,
        "offers": {"type": ["array", "null"], "items": {"type": "string"}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Scenarios of a domain",
        **_object(document, ["schema", "domain", "scenarios"]),
        "$defs": {
            "text": {"anyOf": [{"type": "string"}, texts]},
            "change": {"oneOf": [_object({kind: _VALUES[kind]}, [kind]) for kind in KINDS]},
            "turn": _object(turn, []) | {"oneOf": [
                {"anyOf": _WORDS, "not": {"required": ["messages"]}},
                {"required": ["messages"], "not": {"anyOf": [*_WORDS, {"required": ["changes"]}]}},
            ]},
            "agent": _object(agent, ["reply"]),
        },
    }  # fmt: skip
