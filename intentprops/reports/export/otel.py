"""A dialogue as OpenTelemetry spans, by the semantic conventions for generative AI, in the JSON form of OTLP.

A trace for each dialogue: a span of the whole, below it an ``invoke_agent`` for each turn, below that an ``execute_tool`` for each call.
The five points are ``gen_ai.evaluation.result`` events of the whole, and each finding is one of the turn or call where it stands. A run
keeps no times, so the spans start at the scenario's ``now`` and each step takes a millisecond.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from intentprops.changes import Scenario
from intentprops.findings import POINTS, Finding
from intentprops.reports.matrix import Attempt, plain
from intentprops.reports.text import difference, headline, meaning
from intentprops.trace import ToolCall, Trace, TurnRecord

STEP = 1_000_000
"""Nanoseconds of a step."""
OK, ERROR = 1, 2
INTERNAL = 1


def spans(scenario: Scenario, trace: Trace, attempt: Attempt, *, agent: str, run: str) -> dict[str, Any]:
    """One dialogue, a ``TracesData`` of OTLP. ``agent`` names what was tested; ``run`` tells runs apart, so that ids differ."""
    builder = _Builder(scenario, trace, attempt, agent, run)
    return {
        "resourceSpans": [
            {
                "resource": {"attributes": _attributes({"service.name": agent, "intentprops.scenario.domain": scenario.domain})},
                "scopeSpans": [{"scope": {"name": "intentprops", "version": _version()}, "spans": builder.all()}],
            }
        ]
    }


class _Builder:
    """The spans of one dialogue, with a clock that counts steps."""

    def __init__(self, scenario: Scenario, trace: Trace, attempt: Attempt, agent: str, run: str) -> None:
        self.scenario, self.trace, self.attempt, self.agent = scenario, trace, attempt, agent
        self.conversation = trace[0].run_id
        self.trace_id = _id(f"{run}/{self.conversation}", 16)
        self.clock = _nanoseconds(scenario.now)

    def all(self) -> list[dict[str, Any]]:
        root, began = self._id("dialogue"), self.clock
        found = [span for record in self.trace for span in self._turn(record, root)]
        known = {
            "gen_ai.conversation.id": self.conversation, "gen_ai.agent.name": self.agent, "intentprops.scenario.id": self.scenario.id,
            "intentprops.memory_mode": self.trace[0].memory_mode, "intentprops.status": self.attempt.status,
        }  # fmt: skip
        events = [self._event(_point(point, self.attempt.points[point]), began) for point in POINTS]
        whole = self._span("dialogue", root, None, known, began, events, error=self.attempt.error)
        return [whole, *found]

    def _turn(self, record: TurnRecord, root: str) -> Iterator[dict[str, Any]]:
        """A turn, then its calls. Findings stand at the call that they name, all others at the turn."""
        began, me = self.clock, self._id(f"turn {record.turn}")
        here = [finding for finding in self.attempt.findings if finding.turn == record.turn]
        calls = [
            self._call(record.turn, number, call, me, [f for f in here if _at_call(f, number)])
            for number, call in enumerate(record.tool_calls, 1)
            if call.status != "cancelled"
        ]
        ran = {number for number, call in enumerate(record.tool_calls, 1) if call.status != "cancelled"}
        left = [f for f in here if not any(_at_call(f, number) for number in ran)]
        known = {
            "gen_ai.operation.name": "invoke_agent", "gen_ai.provider.name": "intentprops", "gen_ai.agent.name": self.agent,
            "gen_ai.conversation.id": self.conversation,
            "gen_ai.input.messages": _messages("user", record.user_message),
            "gen_ai.output.messages": _messages("assistant", record.assistant_message, "stop"),
            "gen_ai.usage.input_tokens": record.usage.input_tokens, "gen_ai.usage.output_tokens": record.usage.output_tokens,
            "intentprops.turn": record.turn, "intentprops.harness": record.harness, "intentprops.scripted": record.scripted,
            "intentprops.state": None if record.active_state_after is None else _text(record.active_state_after),
        }  # fmt: skip
        self.clock += STEP
        events = [self._event(_finding(finding), began) for finding in left]
        yield self._span(f"invoke_agent {self.agent}", me, root, known, began, events, error=record.error)
        yield from calls

    def _call(self, turn: int, number: int, call: ToolCall, parent: str, findings: Iterable[Finding]) -> dict[str, Any]:
        began = self.clock
        self.clock += STEP
        known = {
            "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": call.name, "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": f"call_{turn}_{number}", "gen_ai.tool.call.arguments": _text(call.arguments),
            "gen_ai.tool.call.result": _text(call.result), "error.type": "tool_error" if call.status == "error" else None,
        }  # fmt: skip
        events = [self._event(_finding(finding), began) for finding in findings]
        refused = "the tool refused" if call.status == "error" else None
        return self._span(f"execute_tool {call.name}", self._id(f"call {turn}.{number}"), parent, known, began, events, error=refused)

    def _span(
        self, name: str, me: str, parent: str | None, attributes: Mapping[str, Any], began: int, events: list[dict[str, Any]],
        *, error: str | None,
    ) -> dict[str, Any]:  # fmt: skip
        status = {"code": ERROR, "message": error} if error is not None else {"code": OK}
        return {
            "traceId": self.trace_id, "spanId": me, "parentSpanId": parent or "", "name": name, "kind": INTERNAL,
            "startTimeUnixNano": str(began), "endTimeUnixNano": str(max(self.clock, began + STEP)),
            "attributes": _attributes(attributes), "events": events, "status": status,
        }  # fmt: skip

    def _event(self, attributes: Mapping[str, Any], at: int) -> dict[str, Any]:
        return {"timeUnixNano": str(at), "name": "gen_ai.evaluation.result", "attributes": _attributes(attributes)}

    def _id(self, what: str) -> str:
        return _id(f"{self.trace_id}/{what}", 8)


def _point(name: str, score: int | None) -> dict[str, Any]:
    label = {1: "pass", 0: "fail"}.get(score, "not_judged") if score is not None else "not_judged"
    return {
        "gen_ai.evaluation.name": name, "gen_ai.evaluation.score.value": None if score is None else float(score),
        "gen_ai.evaluation.score.label": label,
    }  # fmt: skip


def _finding(finding: Finding) -> dict[str, Any]:
    role = "friction" if not finding.fails else "cause" if finding.cause is None else "consequence"
    return {
        "gen_ai.evaluation.name": f"{finding.dimension}.{finding.reason}",
        "gen_ai.evaluation.score.value": 0.0 if finding.fails else None,
        "gen_ai.evaluation.score.label": "fail" if finding.fails else "friction",
        "gen_ai.evaluation.explanation": f"{headline(finding)}: {difference(finding)}: {meaning(finding.reason)}",
        "intentprops.role": role, "intentprops.stage": finding.stage, "intentprops.path": finding.path,
        "intentprops.critical": finding.critical,
    }  # fmt: skip


def _at_call(finding: Finding, number: int) -> bool:
    place = f"calls[{number}]"
    return finding.path == place or finding.path.startswith(place + ".")


def _messages(role: str, content: str | None, finish: str | None = None) -> str | None:
    if content is None:
        return None
    message: dict[str, Any] = {"role": role, "parts": [{"type": "text", "content": content}]}
    return _text([message | ({"finish_reason": finish} if finish else {})])


def _attributes(known: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Attributes as OTLP has them; what is unknown is left out, never guessed."""
    return [{"key": key, "value": _value(thing)} for key, thing in known.items() if thing is not None]


def _value(thing: Any) -> dict[str, Any]:
    if isinstance(thing, bool):
        return {"boolValue": thing}
    if isinstance(thing, int):
        return {"intValue": str(thing)}
    if isinstance(thing, float):
        return {"doubleValue": thing}
    return {"stringValue": str(thing)}


def _text(thing: Any) -> str:
    return json.dumps(plain(thing), ensure_ascii=False)


def _id(what: str, size: int) -> str:
    return sha256(what.encode()).hexdigest()[: 2 * size]


def _nanoseconds(moment: datetime) -> int:
    return int(moment.timestamp()) * 1_000_000_000


def _version() -> str:
    try:
        return version("intentprops")
    except PackageNotFoundError:  # a clone that is not installed
        return ""
