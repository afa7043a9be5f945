"""Anthropic's messages. ``ANTHROPIC_BASE_URL`` names another server that speaks them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from intentprops.errors import IntentpropsError
from intentprops.models.outside import unavailable
from intentprops.models.wire import plain_schema, read_call, with_ids
from intentprops.running.models import ChatMessage, Completion
from intentprops.running.secrets import declare

ANSWER = "answer"
"""The tool by which an answer that should fit a schema is asked for."""


class AnthropicModel:
    """A model by its name. ``parameters`` (max_tokens, temperature, …) are sent with each request as they are."""

    def __init__(self, name: str, parameters: Mapping[str, Any] | None = None) -> None:
        import anthropic

        key, base = os.environ.get("ANTHROPIC_API_KEY"), os.environ.get("ANTHROPIC_BASE_URL")
        if not key:
            raise IntentpropsError(f"the model anthropic:{name} needs a key: set ANTHROPIC_API_KEY")
        declare(key)
        self._client = anthropic.Anthropic(api_key=key, max_retries=0)
        self._sent = {"max_tokens": 2048, **(parameters or {})}
        self.name, self.version = name, f"{name}, messages"
        self.parameters = self._sent | ({"base_url": base} if base else {})

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        who = f"anthropic:{self.name}"
        request: dict[str, Any] = {
            "model": self.name, "max_tokens": self._sent["max_tokens"],
            "system": "\n\n".join(message.content for message in messages if message.role == "system"),
            "messages": _turns([message for message in with_ids(messages) if message.role != "system"]),
        }  # fmt: skip
        if tools:
            request["tools"] = [
                {"name": tool["name"], "description": tool["description"], "input_schema": plain_schema(tool["parameters"])}
                for tool in tools
            ]
        if schema is not None:
            request["tools"] = [{"name": ANSWER, "description": "Give the answer.", "input_schema": plain_schema(schema)}]
            request["tool_choice"] = {"type": "tool", "name": ANSWER}
        try:
            answer = self._client.messages.create(**request, extra_body=self._sent)
            blocks, usage = list(answer.content), answer.usage
        except Exception as error:  # of the library, of the connection, or of an answer that was cut
            raise unavailable(who, error) from None
        calls = tuple(read_call(who, block.name, block.input, block.id) for block in blocks if block.type == "tool_use")
        text = "".join(block.text for block in blocks if block.type == "text")
        if schema is not None and calls:
            text, calls = json.dumps(dict(calls[0].arguments), ensure_ascii=False), ()
        return Completion(
            text, calls, input_tokens=usage.input_tokens if usage else None, output_tokens=usage.output_tokens if usage else None
        )


def _turns(messages: Sequence[ChatMessage]) -> list[dict[str, Any]]:
    """The messages as blocks, those of one side together: all answers of parallel calls belong into one turn."""
    turns = list[dict[str, Any]]()
    for message in messages:
        role = "assistant" if message.role == "assistant" else "user"
        if not turns or turns[-1]["role"] != role:
            turns.append({"role": role, "content": []})
        turns[-1]["content"] += _blocks(message)
    return turns


def _blocks(message: ChatMessage) -> list[dict[str, Any]]:
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.call_id, "content": message.content}]
    text = [{"type": "text", "text": message.content}] if message.content else []
    return [*text, *({"type": "tool_use", "id": c.id, "name": c.name, "input": dict(c.arguments)} for c in message.calls)]
