"""The normal form of a trace: what is left when spelling, order and counting are taken out. No check is asked.

Two traces with one normal form are the same behaviour, so that a mutant whose trace has that of the original is equivalent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.fields import Field
from intentprops.tools import Covers, Exact, dig, plant
from intentprops.trace import ToolCall, Trace, TurnRecord, mapping_or_none


def normal(domain: Domain, trace: Trace) -> list[Any]:
    """A value that is equal for two traces of one scenario exactly when they show the same behaviour.

    Left out are the numbers of revisions, but for their order; the order of sets, of questions and of the log; and how a
    value of a field is spelled. Kept are words, calls with their order and answers, offers in their order, and what is exposed.
    """
    return [_record(domain, record, before) for before, record in zip([None, *trace], trace, strict=False)]


def _record(domain: Domain, record: TurnRecord, before: TurnRecord | None) -> Any:
    return {
        "said": record.user_message, "reply": record.assistant_message, "summary": record.summary, "error": record.error,
        "harness": record.harness, "scripted": record.scripted, "offers": record.offers, "results": record.results,
        "questions": _bag(None if record.questions is None else [q.model_dump() for q in record.questions]),
        "queued": _bag(None if record.queued is None else [q.model_dump() for q in record.queued]),
        "effects": _bag(record.effects),
        "calls": [_call(domain, call, before) for call in record.tool_calls],
        "state": _state(domain, record, before),
    }  # fmt: skip


def _call(domain: Domain, call: ToolCall, before: TurnRecord | None) -> Any:
    arguments: dict[str, Any] = json.loads(json.dumps(call.arguments, default=str))
    tool = domain.tool.get(call.name)
    for path, binding in tool.args.items() if tool is not None else ():
        if isinstance(binding, (Exact, Covers)) and dig(arguments, path) is not None:
            plant(arguments, path, _canonical(domain.field[binding.field], dig(arguments, path)))
    return call.name, arguments, call.result, call.status, call.queued_turn, _rose(call.revision, before)


def _state(domain: Domain, record: TurnRecord, before: TurnRecord | None) -> Any:
    shown = record.active_state_after
    if shown is None:
        return None
    rest = {key: value for key, value in shown.items() if key not in ("revision", "constraints", "superseded")}
    constraints = {
        name: _canonical(domain.field[name], raw) if name in domain.field else raw
        for name, raw in (mapping_or_none(shown.get("constraints")) or {}).items()
    }
    log = shown.get("superseded")
    entries = [{**entry, "new": None} if isinstance(entry, Mapping) else entry for entry in log] if isinstance(log, list) else log
    sets = {key: _bag(value) if isinstance(value, list) else value for key, value in rest.items()}
    return sets, constraints, _bag(entries, once=True) if isinstance(entries, list) else entries, _rose(shown.get("revision"), before)


def _rose(revision: Any, before: TurnRecord | None) -> Any:
    """Whether a revision is above, at or below the one that the turn before exposed: the number itself is the agent's affair."""
    known = None if before is None or before.active_state_after is None else before.active_state_after.get("revision")
    if not isinstance(revision, int) or not isinstance(known, int):
        return None if revision is None else "counted"
    return (revision > known) - (revision < known)


def _canonical(field: Field, raw: Any) -> Any:
    """One spelling for one value; what is no value stays as it is."""
    try:
        return _bag(field.dump(field.parse(raw))) if field.is_set else field.dump(field.parse(raw))
    except ValueProblem:
        return raw


def _bag(items: Iterable[Any] | None, once: bool = False) -> Any:
    if items is None:
        return None
    spelled = sorted(json.dumps(item, sort_keys=True, default=str) for item in items)
    return sorted(set(spelled)) if once else spelled
