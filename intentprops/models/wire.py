"""What the protocols of providers have in common: ids of calls, arguments as text, schemas."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from intentprops.errors import AgentError
from intentprops.running.models import ChatMessage, ModelCall
from intentprops.trace import shorten


def with_ids(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The messages with an id for each call, which providers insist on; a scripted call has none."""
    named, waiting, count = list[ChatMessage](), list[str](), 0
    for message in messages:
        if message.calls:
            calls = []
            for call in message.calls:
                count += 1
                calls.append(replace(call, id=call.id or f"call_{count}"))
            waiting = [call.id for call in calls]
            message = replace(message, calls=tuple(calls))
        elif message.role == "tool":
            message = replace(message, call_id=message.call_id or (waiting[0] if waiting else "call_0"))
            waiting = [one for one in waiting if one != message.call_id]
        named.append(message)
    return named


def read_call(who: str, name: Any, arguments: Any, id: Any) -> ModelCall:
    """A call as a provider sends it, its arguments as JSON text or an object; raises :class:`AgentError` where they are neither."""
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except ValueError as error:
            raise AgentError(f"{who}: the arguments of its call of {name} are no JSON ({error}): {shorten(arguments, 200)}") from None
    if not isinstance(arguments, Mapping):
        raise AgentError(f"{who}: the arguments of its call of {name} are {shorten(arguments, 200)}, not an object")
    return ModelCall(str(name), dict(arguments), str(id or ""))


def plain_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema without what stands at its top beside the shape, which providers refuse; the memory judges by the whole of it."""
    return {key: part for key, part in schema.items() if key not in ("$schema", "if", "then", "else", "allOf")}
