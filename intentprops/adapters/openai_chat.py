"""Any model behind OpenAI-compatible chat completions: OpenAI itself, vLLM, Ollama, llama.cpp, a gateway.

    create = openai_agent("gpt-5-mini", instructions=PROMPT, approval=["reserve_room"])
    create = openai_agent("qwen3", base_url="http://127.0.0.1:8080/v1")

The SDK retries 408, 409, 429 and 5xx with back-off and honours ``Retry-After``.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from intentprops.adapters.approval import Approves, approves
from intentprops.adapters.chat import Said, WireCall, chat_agent
from intentprops.adapters.dry import MAX_STEPS, as_text, needs
from intentprops.adapters.hide import excerpt, keys_of, told
from intentprops.errors import AgentError
from intentprops.running.session import Create


def openai_agent(
    model: str, *, instructions: str = "", base_url: str | None = None, api_key: str | None = None, client: Any = None,
    tools: Sequence[Mapping[str, Any]] | None = None, approval: Collection[str] = (), approves: Approves = approves,
    max_steps: int = MAX_STEPS, max_retries: int = 2, **options: Any,
) -> Create:  # fmt: skip
    """An agent from a model and an instruction.

    - ``client``: your own ``openai.OpenAI``; without one, ``base_url`` and ``api_key`` (or ``OPENAI_API_KEY``) make it. A server
      at a ``base_url`` of your own needs no key.
    - ``tools``: your definitions, in any of the usual forms; without them, those of the domain.
    - ``approval``: tools whose calls wait for the user's yes; ``approves`` decides whether a message is one.
    - ``max_steps``: completions in a turn; one that needs more ends the dialogue in an error.
    - ``options`` go to ``chat.completions.create``: ``temperature``, ``seed``, ``parallel_tool_calls``, …

    Raises :class:`IntentpropsError` where the extra ``openai`` is not installed.
    """
    openai = needs("openai", "openai")

    @functools.cache
    def connected() -> Any:  # one for all dialogues, made where the first begins: it holds connections, and nothing of a dialogue
        return client or _client(openai, base_url, api_key, max_retries)

    def connect() -> _Completions:
        return _Completions(openai, connected(), model, options)

    return chat_agent(
        connect, instructions=instructions, tools=tools, approval=approval, approves=approves, max_steps=max_steps
    )


def _client(openai: Any, base_url: str | None, api_key: str | None, max_retries: int) -> Any:
    if base_url is not None and api_key is None:
        api_key = os.environ.get("OPENAI_API_KEY", "no key")
    try:
        return openai.OpenAI(base_url=base_url, api_key=api_key, max_retries=max_retries)
    except openai.OpenAIError as error:
        raise AgentError(f"no client for the model: {error}") from None


class _Completions:
    """The wire form of chat completions."""

    def __init__(self, openai: Any, client: Any, model: str, options: Mapping[str, Any]) -> None:
        self.openai, self.client, self.model, self.options = openai, client, model, options
        self.keys = keys_of(more=[getattr(client, "api_key", None)])

    def tools(self, specs: Sequence[Mapping[str, Any]]) -> list[Any]:
        return [{"type": "function", "function": dict(spec)} for spec in specs]

    def user(self, text: str) -> Any:
        return {"role": "user", "content": text}

    def assistant(self, text: str, calls: Sequence[WireCall]) -> Any:
        if not calls:
            return {"role": "assistant", "content": text}
        wired = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": as_text(call.arguments)}}
            for call in calls
        ]
        return {"role": "assistant", "content": text or None, "tool_calls": wired}

    def answers(self, answers: Sequence[tuple[WireCall, str, bool]]) -> list[Any]:
        return [{"role": "tool", "tool_call_id": call.id, "content": text} for call, text, _ in answers]

    def ask(self, system: str, messages: Sequence[Any], tools: Sequence[Any]) -> Said:
        sent = [{"role": "system", "content": system}, *messages]
        more = {"tools": tools, **self.options} if tools else self.options
        try:
            found = self.client.chat.completions.create(model=self.model, messages=sent, **more)
        except self.openai.OpenAIError as error:
            raise AgentError(f"the model {self.model} gave no answer: {told(error, self.keys)}") from None
        except ValueError as error:  # a body that is no JSON
            raise AgentError(f"the model {self.model} answered with something that is no JSON: {excerpt(error, self.keys)}") from None
        return self._read(found)

    def _read(self, found: Any) -> Said:
        try:
            message = found.choices[0].message
            calls = [WireCall(call.id, call.function.name, call.function.arguments) for call in message.tool_calls or ()]
        except (AttributeError, IndexError, TypeError):
            raise AgentError(f"the model {self.model} answered with no chat completion: {excerpt(found, self.keys)}") from None
        raw = message.model_dump(exclude_none=True, include={"role", "content", "tool_calls"})
        usage = getattr(found, "usage", None)
        return Said(
            message.content or getattr(message, "refusal", None) or "", calls, {"content": None, **raw},
            getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None),
        )  # fmt: skip
