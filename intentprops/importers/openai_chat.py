"""Messages of OpenAI's chat completions, and what benchmarks make of them: tau-bench and tau2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from intentprops.importers.conversation import Conversation, decoded, is_error, name_of, parts_of, text_of
from intentprops.importers.recorded import Recorded, Source
from intentprops.trace import shorten

NAMES = ("id", "conversation_id", "run_id", "session_id", "name")
"""Where a document may have the name of its conversation."""


def fits(document: Any) -> bool:
    """Whether messages are OpenAI's and nobody else's: calls beside the content, answers with a role of their own."""
    messages = document.get("messages") if isinstance(document, dict) else document
    return any(
        message.get("tool_calls") or message.get("function_call") or message.get("role") in ("tool", "function", "developer", "system")
        for message in (messages if isinstance(messages, list) else ())
        if isinstance(message, Mapping)
    )


def conversations(document: Any, source: Source) -> Iterator[Recorded]:
    """A list of messages, or an object with ``messages``; whatever else the object has becomes metadata."""
    messages, metadata = split(document)
    told = Conversation(source)
    for number, message in enumerate(messages):
        told.at = f"messages[{number}]"
        read(told, message)
    inside = metadata.get("metadata")
    name = name_of({**(inside if isinstance(inside, Mapping) else {}), **metadata}, source, *NAMES)
    yield told.recorded(name, "openai", metadata)


def split(document: Any) -> tuple[list[Any], dict[str, Any]]:
    """The messages of a document, and what it has beside them."""
    if isinstance(document, list):
        return document, {}
    return document["messages"], {key: value for key, value in document.items() if key != "messages"}


def read(told: Conversation, message: Any) -> None:
    """One message, into the conversation."""
    if not isinstance(message, Mapping):
        raise told.error(f"{shorten(message)} is no message")
    role, content = message.get("role"), message.get("content")
    if role in ("system", "developer"):
        told.system.append(text_of(content, told))
    elif role == "user":
        text, attached = parts_of(content, told)
        told.user(text)
        for part in attached:
            told.fact("attachments", part)
    elif role == "assistant":
        told.tokens(message.get("usage"), "prompt_tokens", "completion_tokens")
        text, attached = parts_of(content, told)
        told.agent(text or _refusal(message))
        for part in attached:
            told.fact("attachments", part)
        for call in _calls(told, message):
            function = next((call[key] for key in ("function", "custom") if isinstance(call.get(key), Mapping)), call)
            told.call(function.get("name"), function.get("arguments", function.get("input")), call.get("id"))
        if isinstance(legacy := message.get("function_call"), Mapping):
            told.call(legacy.get("name"), legacy.get("arguments"))
    elif role in ("tool", "function"):
        value = decoded(content if isinstance(content, str) else text_of(content, told))
        name = message.get("name") if role == "function" else None
        told.result(value, call_id=message.get("tool_call_id"), name=name, failed=is_error(value))
    else:
        raise told.error(f"role: {shorten(role)} is none of system, developer, user, assistant, tool, function")


def _refusal(message: Mapping[str, Any]) -> str | None:
    return refusal if isinstance(refusal := message.get("refusal"), str) else None


def _calls(told: Conversation, message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list) or not all(isinstance(call, Mapping) for call in calls):
        raise told.error(f"tool_calls: {shorten(calls)} is no list of calls")
    return calls
