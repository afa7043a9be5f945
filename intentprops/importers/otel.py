"""Spans of OpenTelemetry by the semantic conventions for generative AI, in the JSON form of OTLP; also those that ``export`` writes.

A conversation is what has one ``gen_ai.conversation.id``, else one trace. Its words are those of the outermost spans that have messages
(an ``invoke_agent`` before the ``chat`` inside it); a history that a request repeats is told once. Calls are those of the messages, and
the ``execute_tool`` spans that no message has.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from intentprops.errors import TraceError
from intentprops.importers.conversation import Conversation, is_error
from intentprops.importers.documents import Document
from intentprops.importers.recorded import Recorded, Source
from intentprops.trace import shorten

OPEN = 100
"""Traces that may be unfinished at a time: the spans of a trace may be spread over many lines of a file, and are held until then."""
ERROR = (2, "STATUS_CODE_ERROR")


@dataclass(slots=True)
class _Span:
    id: str
    parent: str
    name: str
    start: int
    end: int
    known: dict[str, Any]
    error: str | None

    @property
    def operation(self) -> str:
        return str(self.known.get("gen_ai.operation.name", ""))

    @property
    def speaks(self) -> bool:
        return self.operation != "execute_tool" and ("gen_ai.input.messages" in self.known or "gen_ai.output.messages" in self.known)

    @property
    def usage(self) -> dict[str, Any]:
        return {name: self.known.get(f"gen_ai.usage.{name}") for name in ("input_tokens", "output_tokens")}


@dataclass(slots=True)
class _Trace:
    source: Source
    spans: list[_Span] = field(default_factory=list)

    @property
    def conversation(self) -> str | None:
        found = (span.known.get("gen_ai.conversation.id") for span in self.spans)
        return next((str(name) for name in found if name), None)


def read(found: Iterable[Document]) -> Iterator[Recorded | TraceError]:
    """The conversations of a file of spans, in the order in which they begin."""
    traces: OrderedDict[str, _Trace] = OrderedDict()
    closed: set[str] = set()
    for source, document in found:
        if isinstance(document, TraceError):
            yield document
            continue
        try:
            for trace_id, span in _spans(document, source):
                traces.setdefault(trace_id, _Trace(source)).spans.append(span)
        except TraceError as error:
            yield error
        while len(traces) > OPEN:
            yield _first(traces, closed)
    while traces:
        yield _first(traces, closed)


def _first(traces: OrderedDict[str, _Trace], closed: set[str]) -> Recorded | TraceError:
    """The conversation of the trace that began first, with the other traces of it."""
    trace_id, first = traces.popitem(last=False)
    name = first.conversation
    spans = list(first.spans)
    if name is not None:
        for other in [key for key, trace in traces.items() if trace.conversation == name]:
            spans += traces.pop(other).spans
        if name in closed:
            return TraceError(
                f"{first.source}: the conversation {shorten(name)} goes on after {OPEN} other traces began; sort the file by conversation"
            )
        closed.add(name)
    try:
        return _conversation(name or trace_id, first.source, spans)
    except TraceError as error:
        return error


def _conversation(name: str, source: Source, spans: list[_Span]) -> Recorded:
    told = Conversation(source)
    spans.sort(key=lambda span: span.start)
    by_id = {span.id: span for span in spans}
    speakers = [span for span in spans if span.speaks and not any(above.speaks for above in _above(span, by_id))]
    if not speakers:
        raise TraceError(
            f"{source}: the spans of {shorten(name)} have no messages (gen_ai.input.messages); record them with their content"
        )
    tools: dict[str, list[_Span]] = {}
    for span in spans:
        if span.operation == "execute_tool":
            tools.setdefault(_speaker_of(span, speakers, by_id).id, []).append(span)
    heard = _Heard(told, [message for span in speakers for message in _messages(told, span)])
    for span in speakers:
        heard.take(span, tools.get(span.id, []), _tokens(span, spans, by_id))
    metadata = {key: value for span in spans for key, value in span.known.items() if key.startswith("intentprops.") and key != STATE}
    metadata |= {key: span.known[key] for span in spans for key in ("gen_ai.agent.name", "gen_ai.request.model") if key in span.known}
    return told.recorded(name, "otel", metadata)


STATE = "intentprops.state"


class _Heard:
    """The messages of a conversation in their order, each once, with the spans of the tools among them."""

    def __init__(self, told: Conversation, messages: list[dict[str, Any]]) -> None:
        self.told = told
        self.so_far: list[str] = []
        parts = [part for message in messages for part in message["parts"]]
        self.called = {str(part.get("id")) for part in parts if part.get("type") == "tool_call" and part.get("id")}
        self.answered = {str(part.get("id")) for part in parts if part.get("type") == "tool_call_response"}
        self.failed: set[str] = set()

    def take(self, span: _Span, tools: list[_Span], usage: Mapping[str, Any]) -> None:
        told = self.told
        self.failed |= {str(tool.known.get("gen_ai.tool.call.id")) for tool in tools if tool.error is not None}
        asked, answered = (_read(told, span, f"gen_ai.{way}.messages") for way in ("input", "output"))
        keys = [_key(message) for message in asked]
        new = asked[len(self.so_far) :] if keys[: len(self.so_far)] == self.so_far else asked
        if not told.system:
            told.system.extend(_read_system(span))
        for message in new:
            self._message(message)
        for name, value in _facts(span).items():
            told.turn.facts[name] = value
        for tool in tools:
            if tool.start < span.end:
                self._tool(tool)
        for message in answered:
            self._message(message)
        for tool in tools:
            if tool.start >= span.end:
                self._tool(tool)
        if span.error is not None and span.operation == "invoke_agent" and not answered:
            told.turn.facts["error"] = span.error
        told.tokens(usage, "input_tokens", "output_tokens")
        self.so_far = [*self.so_far, *map(_key, new), *map(_key, answered)]

    def _message(self, message: Mapping[str, Any]) -> None:
        told, role = self.told, message["role"]
        texts = [str(part.get("content", "")) for part in message["parts"] if part.get("type") == "text"]
        if role == "system":
            told.system.extend(texts)
        elif role == "user" and texts:
            told.user("\n".join(texts))
        for part in message["parts"]:
            kind = part.get("type")
            if kind == "tool_call":
                told.call(part.get("name"), part.get("arguments"), part.get("id"))
            elif kind == "tool_call_response":
                value = _decoded(part.get("response", part.get("result")))
                told.result(value, call_id=part.get("id"), failed=str(part.get("id")) in self.failed or is_error(value))
            elif kind == "text" and role == "assistant":
                told.agent(str(part.get("content", "")))
            elif kind != "text":
                told.fact("thinking" if kind == "reasoning" else "attachments", dict(part))

    def _tool(self, span: _Span) -> None:
        call_id = span.known.get("gen_ai.tool.call.id")
        self.told.at = f"span {span.id}"
        if str(call_id) not in self.called:
            self.told.call(span.known.get("gen_ai.tool.name"), span.known.get("gen_ai.tool.call.arguments"), call_id)
        if str(call_id) not in self.answered and "gen_ai.tool.call.result" in span.known:
            value = _decoded(span.known["gen_ai.tool.call.result"])
            self.told.result(value, call_id=call_id, name=span.known.get("gen_ai.tool.name"), failed=span.error is not None)


def _above(span: _Span, by_id: Mapping[str, _Span]) -> Iterator[_Span]:
    """The spans around a span, from the inside out; parents that form a circle are met once."""
    met = {span.id}
    while (above := by_id.get(span.parent)) is not None and above.id not in met:
        met.add(above.id)
        yield above
        span = above


def _speaker_of(span: _Span, speakers: list[_Span], by_id: Mapping[str, _Span]) -> _Span:
    """The span to which a tool's belongs: the one around it, else the last that began before it."""
    around = {above.id for above in _above(span, by_id)}
    before = [speaker for speaker in speakers if speaker.start <= span.start]
    return next((speaker for speaker in speakers if speaker.id in around), before[-1] if before else speakers[0])


def _tokens(span: _Span, spans: list[_Span], by_id: Mapping[str, _Span]) -> dict[str, Any]:
    """What a span cost; where it does not say, what the requests inside it did."""
    if any(value is not None for value in span.usage.values()):
        return span.usage
    inside = [other.usage for other in spans if other.operation == "chat" and any(above is span for above in _above(other, by_id))]
    return {
        name: sum(usage[name] for usage in inside) if inside and all(isinstance(usage[name], int) for usage in inside) else None
        for name in ("input_tokens", "output_tokens")
    }


def _facts(span: _Span) -> dict[str, Any]:
    """What our own export knows of a turn."""
    found: dict[str, Any] = {name: True for name in ("harness", "scripted") if span.known.get(f"intentprops.{name}") is True}
    if STATE in span.known:
        found["active_state_after"] = _decoded(span.known[STATE])
    return found


def _messages(told: Conversation, span: _Span) -> list[dict[str, Any]]:
    return [message for way in ("input", "output") for message in _read(told, span, f"gen_ai.{way}.messages")]


def _read(told: Conversation, span: _Span, key: str) -> list[dict[str, Any]]:
    told.at = f"span {span.id}: {key}"
    raw = span.known.get(key)
    if raw is None:
        return []
    messages = _decoded(raw)
    if not isinstance(messages, list):
        raise told.error(f"{shorten(raw)} is no list of messages")
    for message in messages:
        parts = message.get("parts") if isinstance(message, dict) else None
        if not isinstance(parts, list) or "role" not in message or not all(isinstance(part, dict) for part in parts):
            raise told.error(f"{shorten(message)} is no message; it takes a role, and parts")
    return messages


def _read_system(span: _Span) -> list[str]:
    parts = _decoded(span.known.get("gen_ai.system_instructions"))
    found = [parts] if isinstance(parts, str) else parts if isinstance(parts, list) else []
    return [part if isinstance(part, str) else str(part.get("content", "")) for part in found if isinstance(part, (str, dict))]


def _key(message: Mapping[str, Any]) -> str:
    """What makes a message the same in a history that is told again, which may write out arguments in another way."""
    parts = [[part.get("type"), part.get("id") or part.get("content")] for part in message["parts"]]
    return json.dumps([message["role"], parts], ensure_ascii=False, default=str)


def _decoded(value: Any) -> Any:
    if isinstance(value, str):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


# -- the JSON form of OTLP


def _spans(document: Any, source: Source) -> Iterator[tuple[str, _Span]]:
    place = Conversation(source)
    for resource in _list(place, document, "resourceSpans"):
        for scope in _list(place, resource, "scopeSpans"):
            for raw in _list(place, scope, "spans"):
                if not isinstance(raw.get("traceId"), str) or not isinstance(raw.get("spanId"), str):
                    raise place.error(f"a span without traceId and spanId: {shorten(raw)}")
                known = {str(item.get("key")): _value(item.get("value")) for item in _list(place, raw, "attributes")}
                if any(key.startswith(("gen_ai.", "intentprops.")) for key in known):
                    yield raw["traceId"], _span(place, raw, known)


def _span(place: Conversation, raw: Mapping[str, Any], known: dict[str, Any]) -> _Span:
    status = raw.get("status") if isinstance(raw.get("status"), Mapping) else {}
    error = str(known.get("error.type", "")) or None
    if status and status.get("code") in ERROR:
        error = str(status.get("message") or error or "error")
    try:
        start, end = int(raw.get("startTimeUnixNano", 0)), int(raw.get("endTimeUnixNano", 0))
    except (TypeError, ValueError):
        raise place.error(f"span {raw['spanId']}: startTimeUnixNano: {shorten(raw.get('startTimeUnixNano'))} is no number") from None
    return _Span(raw["spanId"], str(raw.get("parentSpanId") or ""), str(raw.get("name")), start, end, known, error)


def _list(place: Conversation, parent: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = parent.get(key) or []
    if not isinstance(found, list) or not all(isinstance(item, Mapping) for item in found):
        raise place.error(f"{key}: {shorten(found)} is no list of objects")
    return found


def _value(value: Any) -> Any:
    """A value of OTLP, which names its kind: ``{"stringValue": …}``; one that is not of its kind is kept as it is."""
    if not isinstance(value, Mapping) or not value:
        return None
    kind, inner = next(iter(value.items()))
    if kind == "intValue" and isinstance(inner, str) and re.fullmatch(r"-?\d{1,20}", inner):
        return int(inner)
    items = inner.get("values") if isinstance(inner, Mapping) else None
    if kind == "arrayValue" and isinstance(items, list):
        return [_value(item) for item in items]
    if kind == "kvlistValue" and isinstance(items, list):
        return {str(item.get("key")): _value(item.get("value")) for item in items if isinstance(item, Mapping)}
    return inner
