"""Whatever speaks OpenAI's chat completions: OpenAI itself, or a server of one's own that ``OPENAI_BASE_URL`` names."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from intentprops.errors import IntentpropsError, Unavailable
from intentprops.models.outside import unavailable
from intentprops.models.wire import plain_schema, read_call, with_ids
from intentprops.running.models import ChatMessage, Completion
from intentprops.running.secrets import declare


class OpenAIModel:
    """A model by its name. ``parameters`` (temperature, seed, max_completion_tokens, …) are sent with each request as they are."""

    def __init__(self, name: str, parameters: Mapping[str, Any] | None = None) -> None:
        import openai

        key, base = os.environ.get("OPENAI_API_KEY"), os.environ.get("OPENAI_BASE_URL")
        if not key and not base:
            raise IntentpropsError(
                f"the model openai:{name} needs a key: set OPENAI_API_KEY (or OPENAI_BASE_URL, for a server of your own)"
            )
        declare(key or "")
        self._client = openai.OpenAI(api_key=key or "none", max_retries=0)  # attempts are made again, and counted, by the run
        self._sent = dict(parameters or {})
        self._served, self._lock = "", threading.Lock()
        self.name, self.version = name, f"{name}, chat completions"
        self.parameters = self._sent | ({"base_url": base} if base else {})

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        who = f"openai:{self.name}"
        request: dict[str, Any] = {"model": self.name, "messages": [_message(message) for message in with_ids(messages)]}
        if tools:
            request["tools"] = [{"type": "function", "function": dict(tool)} for tool in tools]
        if schema is not None:
            request["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": plain_schema(schema)}}
        try:
            answer = self._client.chat.completions.create(**request, extra_body=self._sent)
            message, usage = answer.choices[0].message, answer.usage
        except Exception as error:  # of the library, of the connection, or of an answer that was cut
            raise unavailable(who, error) from None
        self._same(who, answer.model)
        return Completion(
            text=message.content or message.refusal or "",
            calls=tuple(
                read_call(who, call.function.name, call.function.arguments, call.id)
                for call in message.tool_calls or ()
                if call.type == "function"
            ),
            input_tokens=usage.prompt_tokens if usage else None,
            output_tokens=usage.completion_tokens if usage else None,
        )

    def _same(self, who: str, served: str) -> None:
        """A name may stand for another model tomorrow; within a run it has to be the same."""
        with self._lock:
            if self._served and served and served != self._served:
                raise Unavailable(f"{who}: answered as {served}, and as {self._served} before; the dialogues could not be compared")
            self._served = served or self._served


def _message(message: ChatMessage) -> dict[str, Any]:
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": message.call_id, "content": message.content}
    plain: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.calls:
        plain["tool_calls"] = [
            {
                "id": call.id, "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments), ensure_ascii=False)},
            }
            for call in message.calls
        ]  # fmt: skip
    return plain
