"""The JSON Schema of a domain's state (draft 2020-12), and documents held against it and against the domain's invariants."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from intentprops.changes import GOAL
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, ValueProblem
from intentprops.fields import PREFIX, Field
from intentprops.state import DISPOSITIONS, STATUSES, Paused, Question, State, Superseded, View
from intentprops.trace import shorten

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_DAY = r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"
_CLOCK = r"([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?"
_PATTERNS = {
    "date": (rf"^{_DAY}$", "date, such as 2026-08-07"),
    "date-time": (rf"^{_DAY}T{_CLOCK}(Z|[+-]\d{{2}}:\d{{2}})$", "moment with an offset, such as 2026-08-07T15:00:00+03:00"),
}
"""The formats that validators commonly leave unchecked, as a pattern and in words."""


def state_schema(domain: Domain) -> dict[str, Any]:
    """The schema of a state: what :func:`intentprops.state.dump_state` writes and an agent may expose.

    The goal is null only while a clarification is needed (a conflict of goals leaves none).
    """
    return copy.deepcopy(_schema(domain))


@cache
def _schema(domain: Domain) -> dict[str, Any]:
    tools = list(domain.permissions)
    scalars = [name for name, field in domain.field.items() if not field.is_set]
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
            "superseded": {"type": "array", "items": _log_schema(domain)},
            "open_questions": {"type": "array", "items": _question(domain.field), "uniqueItems": True},
            "indifferent": _names(scalars),
            "paused": _names(domain.goal) | {"maxItems": 1},
            "forbidden": _names(domain.tool),
        },
        "additionalProperties": False,
        "if": {"properties": {"goal": {"type": "null"}}, "required": ["goal"]},
        "then": {"properties": {"status": {"const": "needs_clarification"}}},
    }


def _names(names: Iterable[str]) -> dict[str, Any]:
    return {"type": "array", "items": {"enum": list(names)}, "uniqueItems": True}


def _question(fields: Iterable[str]) -> dict[str, Any]:
    """The id of an open question: a topic, or the field or goal in conflict."""
    names = "|".join(map(re.escape, (*fields, GOAL)))
    return {"type": "string", "pattern": rf"^((unmodelled|unknown_goal):(.|\n)+|conflict:({names}))$"}


def _member_schema(field: Field) -> dict[str, Any]:
    """The schema of one value, from the annotation of the user's model."""
    schema = dict(TypeAdapter(field.annotation).json_schema())
    schema.pop("title", None)
    if schema.get("format") in _PATTERNS:
        schema["pattern"] = _PATTERNS[schema["format"]][0]
    return schema


def _nullable(schema: Mapping[str, Any]) -> dict[str, Any]:
    if "enum" in schema or "const" in schema:
        return {"enum": [*(schema.get("enum") or [schema["const"]]), None]}
    if isinstance(schema.get("type"), str):
        return {**schema, "type": [schema["type"], "null"]}
    null = {"type": "null"}
    return {"anyOf": [*(one for one in schema.get("anyOf", [schema]) if one != null), null]}


def _field_schema(field: Field) -> dict[str, Any]:
    member = _member_schema(field)
    return {"type": "array", "items": member, "uniqueItems": True} if field.is_set else _nullable(member)


def _log_schema(domain: Domain) -> dict[str, Any]:
    """An entry of the log: the goal with its disposition, or a value of a field (for a set: a member)."""
    values = {field.path: _member_schema(field) for field in domain.field.values()}
    values[GOAL] = {"enum": list(domain.goal)}
    return {
        "type": "object",
        "required": ["path", "old", "new"],
        "properties": {"path": {"enum": list(values)}, "old": {}, "new": {}, "disposition": {"enum": [*DISPOSITIONS, None]}},
        "additionalProperties": False,
        "allOf": [
            {
                "if": {"properties": {"path": {"const": path}}, "required": ["path"]},
                "then": {"properties": {
                    "old": value, "new": _nullable(value), **({} if path == GOAL else {"disposition": {"type": "null"}}),
                }},
            }
            for path, value in values.items()
        ],
    }  # fmt: skip


@cache
def _validator(domain: Domain) -> Any:
    import jsonschema

    formats = jsonschema.FormatChecker()

    @formats.checks("date-time", raises=ValueError)
    def is_moment(value: object) -> bool:  # unchecked without one more dependency; the pattern knows no calendar
        return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None

    return jsonschema.Draft202012Validator(_schema(domain), format_checker=formats)


def validate_state(domain: Domain, document: Any) -> list[str]:
    """What of a document does not fit the schema, one line for each place; empty where it fits."""
    errors = sorted(_validator(domain).iter_errors(document), key=lambda error: (error.json_path, str(error.validator)))
    found = {error.json_path: _explain(error) for error in errors}
    return [f"{path.removeprefix('$').lstrip('.') or 'state'}: {text}" for path, text in found.items()]


def _explain(error: Any) -> str:
    value = error.instance
    if error.validator in ("pattern", "format") and error.schema.get("format") in _PATTERNS:
        return f"{shorten(value)} is no {_PATTERNS[error.schema['format']][1]}"
    if error.validator == "const" and list(error.path) == ["status"]:
        return f"{shorten(value)} with no goal; the goal is null only while the status is {error.validator_value}"
    if error.validator == "type":
        wanted = error.validator_value
        return f"{shorten(value)} is no {wanted if isinstance(wanted, str) else ' or '.join(wanted)}"
    if error.validator == "enum":
        return f"{shorten(value)} is none of {', '.join('null' if name is None else str(name) for name in error.validator_value)}"
    return str(error.message) if len(error.message) <= 160 else error.message[:159] + "…"


def invariant_problems(domain: Domain, document: Mapping[str, Any]) -> list[str]:
    """The invariants of the domain that a document breaks, which fits the schema."""
    try:
        wants = domain.wants({name: field.parse(document["constraints"].get(name)) for name, field in domain.field.items()})
    except ValueProblem as problem:
        return [str(problem)]
    shown = View(document["goal"], document["status"], document["permissions"], wants)
    return [rule.text for rule in domain.invariants if not rule.holds(shown)]


def load_state(domain: Domain, document: Mapping[str, Any]) -> State:
    """The state that a document describes, which must fit the schema; revision 0 is that before the first message.

    A paused goal comes without the values of its own. What a return to a first value needs (T9) is taken from the log,
    as far as it goes. Raises :class:`IntentpropsError` that names the places, and :class:`ValueProblem` for a value
    that the field itself refuses.
    """
    problems = validate_state(domain, {**document, "revision": 1} if document.get("revision") == 0 else document)
    if problems:
        raise IntentpropsError(f"no state of {domain.name}: {'; '.join(problems[:3])}")
    values = {name: domain.field[name].parse(raw) for name, raw in document["constraints"].items()}
    known = {name: value for name, value in values.items() if value != domain.field[name].empty}
    log = tuple(_load_entry(domain, entry) for entry in document["superseded"])
    paused = document.get("paused") or [None]
    status = document["status"]
    touched = status == "awaiting_confirmation" and paused[0] is None
    return State(
        goal=document["goal"], values=known, indifferent=frozenset(document.get("indifferent", ())),
        bans=frozenset(document.get("forbidden", ())),
        questions=tuple(Question(*text.split(":", 1)) for text in document.get("open_questions", ())),
        paused=Paused(paused[0], _defaults(domain, paused[0]), frozenset()) if paused[0] else None,
        completed=status == "completed" or touched, touched=touched, revision=document["revision"],
        superseded=log, first=_first(domain, known, log),
    )  # fmt: skip


def _defaults(domain: Domain, goal: str) -> dict[str, Any]:
    """What a paused goal comes back with: a document does not say more of it than its name."""
    return {name: domain.field[name].parse(value) for name, value in domain.goal[goal].defaults.items()}


def _load_entry(domain: Domain, entry: Mapping[str, Any]) -> Superseded:
    if entry["path"] == GOAL:
        return Superseded(GOAL, entry["old"], entry["new"], entry.get("disposition"))
    field = domain.field[entry["path"].removeprefix(PREFIX)]
    old, new = (None if entry[key] is None else field.parse_member(entry[key]) for key in ("old", "new"))
    return Superseded(field.path, old, new)


def _first(domain: Domain, known: Mapping[str, Any], log: Iterable[Superseded]) -> dict[str, Any]:
    """The first values said, by the log: what was replaced first, else what is active.

    Not of sets, whose members the log has apart, and not of fields that a goal owns and may have filled in itself.
    """
    first: dict[str, Any] = {}
    for entry in log:
        first.setdefault(entry.path.removeprefix(PREFIX), entry.old)
    told = {**known, **first}
    return {name: told[name] for name, f in domain.field.items() if name in told and not f.is_set and name not in domain.owners}
