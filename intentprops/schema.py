"""The JSON Schema of a domain's state (draft 2020-12), and documents held against it and against the domain's invariants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from intentprops.changes import GOAL
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.fields import Field
from intentprops.state import DISPOSITIONS, STATUSES, Paused, Question, State, Superseded, View

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_DATE_TIME = r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$"
_DATE = r"^\d{4}-\d{2}-\d{2}$"


@cache
def state_schema(domain: Domain) -> dict[str, Any]:
    """The schema of a state: what :func:`intentprops.state.dump_state` writes and an agent may expose.

    The goal is null only while a clarification is needed (a conflict of goals leaves none).
    """
    tools = list(domain.permissions)
    return {
        "$schema": DRAFT,
        "title": f"State of {domain.name}",
        "type": "object",
        "required": ["revision", "goal", "status", "constraints", "permissions", "superseded"],
        "properties": {
            "revision": {"type": "integer", "minimum": 1},
            "goal": {"enum": [*domain.goal, None]},
            "status": {"enum": list(STATUSES)},
            "constraints": {
                "type": "object",
                "properties": {name: _field_schema(field) for name, field in domain.field.items()},
                "additionalProperties": False,
            },
            "permissions": {
                "type": "object",
                "required": tools,
                "properties": {tool: {"type": "boolean"} for tool in tools},
                "additionalProperties": False,
            },
            "superseded": {"type": "array", "items": {"anyOf": [_entry_schema(domain, name) for name in (*domain.field, GOAL)]}},
            "open_questions": {"type": "array", "items": {"type": "string", "pattern": "^(unmodelled|conflict|unknown_goal):."}},
            "indifferent": _names(domain.field),
            "paused": _names(domain.goal),
            "forbidden": _names(domain.tool),
        },
        "additionalProperties": False,
        "if": {"properties": {"goal": {"type": "null"}}},
        "then": {"properties": {"status": {"const": "needs_clarification"}}},
    }


def _names(names: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"enum": list(names)}, "uniqueItems": True}


def _member_schema(field: Field) -> dict[str, Any]:
    """The schema of one value, from the annotation of the user's model."""
    schema = dict(TypeAdapter(field.annotation).json_schema())
    if schema.get("format") == "date-time":
        schema["pattern"] = _DATE_TIME
    elif schema.get("format") == "date":
        schema["pattern"] = _DATE
    if "anyOf" in schema:  # a Decimal is a number or a text of one
        schema.pop("title", None)
    return schema


def _field_schema(field: Field) -> dict[str, Any]:
    member = _member_schema(field)
    if field.is_set:
        return {"type": "array", "items": member, "uniqueItems": True}
    if "enum" in member or "const" in member:
        return {"enum": [*(member.get("enum") or [member["const"]]), None]}
    return {"anyOf": [member, {"type": "null"}]}


def _entry_schema(domain: Domain, name: str) -> dict[str, Any]:
    """An entry of the log: the goal with its disposition, or a value of a field (for a set: a member)."""
    entry: dict[str, Any] = {"type": "object", "required": ["path", "old", "new"], "additionalProperties": False}
    if name == GOAL:
        goals = list(domain.goal)
        values = {"old": {"enum": goals}, "new": {"enum": [*goals, None]}, "disposition": {"enum": [*DISPOSITIONS, None]}}
        return entry | {"properties": {"path": {"const": GOAL}, **values}}
    member = _member_schema(domain.field[name])
    return entry | {
        "properties": {"path": {"const": domain.field[name].path}, "old": member, "new": {"anyOf": [member, {"type": "null"}]}}
    }


@cache
def _validator(domain: Domain) -> Any:
    import jsonschema

    return jsonschema.Draft202012Validator(state_schema(domain))


def validate_state(domain: Domain, document: Any) -> list[str]:
    """What of a document does not fit the schema, one line for each place; empty where it fits."""
    errors = sorted(_validator(domain).iter_errors(document), key=lambda error: error.json_path)
    return [f"{error.json_path.removeprefix('$').lstrip('.') or 'state'}: {_short(error.message)}" for error in errors]


def _short(message: str) -> str:
    return message if len(message) <= 160 else message[:159] + "…"


def invariant_problems(domain: Domain, document: Mapping[str, Any]) -> list[str]:
    """The invariants that a valid document breaks."""
    wants = domain.wants({name: field.parse(document["constraints"].get(name)) for name, field in domain.field.items()})
    shown = View(document["goal"], document["status"], document["permissions"], wants)
    return [rule.text for rule in domain.invariants if not rule.holds(shown)]


def load_state(domain: Domain, document: Mapping[str, Any]) -> State:
    """The state that a valid document describes. A paused goal comes without the values of its own.

    Raises :class:`IntentpropsError` that names the place, for a document that does not fit the schema.
    """
    problems = validate_state(domain, {**document, "revision": max(1, document.get("revision", 1))})
    if problems:
        raise IntentpropsError(f"no state of {domain.name}: {'; '.join(problems[:3])}")
    values = {name: domain.field[name].parse(raw) for name, raw in document["constraints"].items()}
    known = {name: value for name, value in values.items() if value != domain.field[name].empty}
    paused = document.get("paused") or [None]
    status = document["status"]
    touched = status == "awaiting_confirmation" and paused[0] is None
    state = State(
        goal=document["goal"], values=known, indifferent=frozenset(document.get("indifferent", ())),
        bans=frozenset(document.get("forbidden", ())),
        questions=tuple(Question(*text.split(":", 1)) for text in document.get("open_questions", ())),
        paused=Paused(paused[0], {}, frozenset()) if paused[0] else None,
        completed=status == "completed" or touched, touched=touched, revision=document.get("revision", 1),
        superseded=tuple(_load_entry(domain, entry) for entry in document["superseded"]),
    )  # fmt: skip
    return state


def _load_entry(domain: Domain, entry: Mapping[str, Any]) -> Superseded:
    field = domain.field.get(re.sub(r"^constraints\.", "", entry["path"]))
    if field is None:
        return Superseded(GOAL, entry["old"], entry["new"], entry.get("disposition"))
    old, new = (None if entry[key] is None else field.parse_member(entry[key]) for key in ("old", "new"))
    return Superseded(field.path, old, new)

