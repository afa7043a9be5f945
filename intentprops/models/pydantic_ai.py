"""Any model that pydantic-ai knows, by its name (``openai:gpt-…``, ``google:gemini-…``), or one of its model objects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from intentprops.errors import IntentpropsError
from intentprops.models.outside import unavailable
from intentprops.models.wire import plain_schema, read_call, with_ids
from intentprops.running.models import ChatMessage, Completion

ANSWER = "answer"
"""The tool by which an answer that should fit a schema is asked for."""
FAKES = ("test", "function")
"""Systems of the library's fake models, which invent the tokens that they report."""


class PydanticAIModel:
    """A model of pydantic-ai, asked directly, without an agent. ``parameters`` are its model settings."""

    def __init__(self, model: Any, parameters: Mapping[str, Any] | None = None) -> None:
        from pydantic_ai.exceptions import UserError
        from pydantic_ai.models import infer_model

        try:
            self._model: Any = infer_model(model)
        except (UserError, ValueError, ImportError) as error:
            raise IntentpropsError(f"the model pydantic-ai:{model} cannot be made: {error}") from None
        self.parameters = dict(parameters or {})
        self.name = f"{self._model.system}:{self._model.model_name}"
        self.version = f"{self._model.model_name}, pydantic-ai {version('pydantic-ai-slim')}"

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        from pydantic_ai.direct import model_request_sync
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.tools import ToolDefinition

        offered = [
            ToolDefinition(name=tool["name"], description=tool["description"], parameters_json_schema=dict(tool["parameters"]))
            for tool in tools
        ]
        wanted = ModelRequestParameters(function_tools=offered)
        if schema is not None:
            answer_tool = ToolDefinition(
                name=ANSWER, description="Give the answer.", parameters_json_schema=plain_schema(schema), kind="output"
            )
            wanted = ModelRequestParameters(output_mode="tool", output_tools=[answer_tool], allow_text_output=False)
        try:
            answer = model_request_sync(
                self._model, _messages(with_ids(messages)), model_settings=self.parameters or None, model_request_parameters=wanted  # type: ignore[arg-type]
            )
        except Exception as error:  # of the library, of a provider's, or of the connection
            raise unavailable(f"pydantic-ai:{self.name}", error) from None
        return self._completion(answer, schema is not None)

    def _completion(self, answer: Any, fits_schema: bool) -> Completion:
        who = f"pydantic-ai:{self.name}"
        text = "".join(part.content for part in answer.parts if part.part_kind == "text")
        calls = tuple(
            read_call(who, part.tool_name, part.args or {}, part.tool_call_id) for part in answer.parts if part.part_kind == "tool-call"
        )
        if fits_schema and calls:
            text, calls = json.dumps(dict(calls[0].arguments), ensure_ascii=False), ()
        reported = answer.usage.has_values() and self._model.system not in FAKES
        return Completion(
            text, calls, input_tokens=answer.usage.input_tokens if reported else None,
            output_tokens=answer.usage.output_tokens if reported else None,
        )  # fmt: skip


def _messages(messages: Sequence[ChatMessage]) -> list[Any]:
    from pydantic_ai import messages as wire

    found: list[Any] = []
    for message in messages:
        if message.role == "assistant":
            text = [wire.TextPart(message.content)] if message.content else []
            calls = [wire.ToolCallPart(call.name, dict(call.arguments), tool_call_id=call.id) for call in message.calls]
            found.append(wire.ModelResponse(parts=[*text, *calls]))
            continue
        part: Any
        if message.role == "system":
            part = wire.SystemPromptPart(message.content)
        elif message.role == "tool":
            part = wire.ToolReturnPart(message.name, message.content, tool_call_id=message.call_id)
        else:
            part = wire.UserPromptPart(message.content)
        if found and isinstance(found[-1], wire.ModelRequest):
            found[-1] = wire.ModelRequest(parts=[*found[-1].parts, part])
        else:
            found.append(wire.ModelRequest(parts=[part]))
    return found
