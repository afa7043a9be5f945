"""Messages of Anthropic's API: blocks of text, tool use and tool results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from intentprops.importers.conversation import Conversation, decoded, is_error, name_of, text_of
from intentprops.importers.openai_chat import NAMES, split
from intentprops.importers.recorded import Recorded, Source
from intentprops.trace import shorten

CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
THOUGHTS = ("thinking", "redacted_thinking")


def fits(document: Any) -> bool:
    """Whether messages are Anthropic's and nobody else's: they have blocks that no other format has."""
    if isinstance(document, dict) and isinstance(document.get("messages"), list) and isinstance(document.get("system"), (str, list)):
        return True
    messages = document.get("messages") if isinstance(document, dict) else document
    return any(
        isinstance(block, Mapping) and (block.get("type") in (*CALLS, *THOUGHTS) or _is_result(block))
        for message in (messages if isinstance(messages, list) else ())
        if isinstance(message, Mapping) and isinstance(message.get("content"), list)
        for block in message["content"]
    )


def conversations(document: Any, source: Source) -> Iterator[Recorded]:
    """A list of messages, or the body of a request, ``{"system": …, "messages": […]}``; whatever else it has becomes metadata."""
    messages, metadata = split(document)
    told = Conversation(source)
    if (system := metadata.pop("system", None)) is not None:
        told.at = "system"
        told.system.append(text_of(system, told))
    for number, message in enumerate(messages):
        told.at = f"messages[{number}]"
        _read(told, message)
    inside = metadata.get("metadata")
    name = name_of({**(inside if isinstance(inside, Mapping) else {}), **metadata}, source, *NAMES)
    yield told.recorded(name, "anthropic", metadata)


def _read(told: Conversation, message: Any) -> None:
    if not isinstance(message, Mapping):
        raise told.error(f"{shorten(message)} is no message")
    role, content = message.get("role"), message.get("content")
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not isinstance(blocks, list) or not all(isinstance(block, Mapping) for block in blocks):
        raise told.error(f"content: {shorten(content)} is neither a text nor a list of blocks")
    if role == "user":
        spoken = [block for block in blocks if not _is_result(block)]
        for block in blocks:
            if _is_result(block):
                _result(told, block)
        if spoken:
            attached = [block for block in spoken if block.get("type") != "text"]
            told.user(text_of([block for block in spoken if block.get("type") == "text"], told))
            for block in attached:
                told.fact("attachments", dict(block))
    elif role == "assistant":
        told.tokens(message.get("usage"), "input_tokens", "output_tokens")
        for block in blocks:
            _block(told, block)
    elif role == "system":
        told.system.append(text_of(content, told))
    else:
        raise told.error(f"role: {shorten(role)} is none of user, assistant, system")


def _block(told: Conversation, block: Mapping[str, Any]) -> None:
    kind = block.get("type")
    if kind == "text":
        told.agent(text_of([block], told))
    elif kind in CALLS:
        told.call(block.get("name"), block.get("input"), block.get("id"))
    elif _is_result(block):  # of a tool of the server's own
        _result(told, block)
    elif kind in THOUGHTS:
        told.fact("thinking", block.get("thinking") or block.get("data"))
    else:
        told.fact("attachments", dict(block))


def _result(told: Conversation, block: Mapping[str, Any]) -> None:
    content = block.get("content")
    parts = content if isinstance(content, list) else []
    texts = [part["text"] for part in parts if isinstance(part, Mapping) and isinstance(part.get("text"), str)]
    value = decoded("\n".join(texts)) if parts and len(texts) == len(parts) else decoded(content)
    told.result(value, call_id=block.get("tool_use_id"), failed=bool(block.get("is_error")) or is_error(value))


def _is_result(block: Mapping[str, Any]) -> bool:
    return str(block.get("type")).endswith("tool_result")
