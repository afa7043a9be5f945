"""A model behind Anthropic's messages.

    create = anthropic_agent("claude-sonnet-5", instructions=PROMPT, approval=["reserve_room"])

The SDK retries 408, 409, 429 and 5xx with back-off and honours ``Retry-After``.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from intentprops.adapters.approval import Approves, approves
from intentprops.adapters.chat import Said, WireCall, chat_agent
from intentprops.adapters.dry import MAX_STEPS, needs, read_arguments
from intentprops.adapters.hide import excerpt, keys_of, told
from intentprops.errors import AgentError
from intentprops.running.session import Create


def anthropic_agent(
    model: str, *, instructions: str = "", max_tokens: int = 4096, base_url: str | None = None, api_key: str | None = None,
    client: Any = None, tools: Sequence[Mapping[str, Any]] | None = None, approval: Collection[str] = (),
    approves: Approves = approves, max_steps: int = MAX_STEPS, max_retries: int = 2, **options: Any,
) -> Create:  # fmt: skip
    """An agent from a model and an instruction; ``client`` is your own ``anthropic.Anthropic``.

    The arguments are those of :func:`~intentprops.adapters.openai_chat.openai_agent`; ``options`` go to ``messages.create``.
    Raises :class:`IntentpropsError` where the extra ``anthropic`` is not installed.
    """
    anthropic = needs("anthropic", "anthropic")

    @functools.cache
    def connected() -> Any:  # one for all dialogues, made where the first begins: it holds connections, and nothing of a dialogue
        return client or anthropic.Anthropic(base_url=base_url, api_key=api_key, max_retries=max_retries)

    def connect() -> _Messages:
        return _Messages(anthropic, connected(), model, {"max_tokens": max_tokens, **options})

    return chat_agent(
        connect, instructions=instructions, tools=tools, approval=approval, approves=approves, max_steps=max_steps
    )


class _Messages:
    """The wire form of messages."""

    def __init__(self, anthropic: Any, client: Any, model: str, options: Mapping[str, Any]) -> None:
        self.anthropic, self.client, self.model, self.options = anthropic, client, model, options
        self.keys = keys_of(more=[getattr(client, "api_key", None), getattr(client, "auth_token", None)])

    def tools(self, specs: Sequence[Mapping[str, Any]]) -> list[Any]:
        return [
            {"name": spec["name"], "description": spec["description"], "input_schema": dict(spec["parameters"])} for spec in specs
        ]

    def user(self, text: str) -> Any:
        return {"role": "user", "content": text}

    def assistant(self, text: str, calls: Sequence[WireCall]) -> Any:
        spoken = [{"type": "text", "text": text}] if text else []
        used = [{"type": "tool_use", "id": call.id, "name": call.name, "input": dict(_object(call.arguments))} for call in calls]
        return {"role": "assistant", "content": [*spoken, *used] or "(nothing)"}

    def answers(self, answers: Sequence[tuple[WireCall, str, bool]]) -> list[Any]:
        blocks = [
            {"type": "tool_result", "tool_use_id": call.id, "content": text, "is_error": failed} for call, text, failed in answers
        ]
        return [{"role": "user", "content": blocks}]

    def ask(self, system: str, messages: Sequence[Any], tools: Sequence[Any]) -> Said:
        more = {"tools": tools, **self.options} if tools else self.options
        try:
            found = self.client.messages.create(model=self.model, system=system, messages=_joined(messages), **more)
        except self.anthropic.AnthropicError as error:
            raise AgentError(f"the model {self.model} gave no answer: {told(error, self.keys)}") from None
        except ValueError as error:  # a body that is no JSON
            raise AgentError(f"the model {self.model} answered with something that is no JSON: {excerpt(error, self.keys)}") from None
        except TypeError as error:  # no key at all: the SDK looks for one when it asks
            raise AgentError(f"the model {self.model} was not asked: {excerpt(error, self.keys, 300)}") from None
        return self._read(found)

    def _read(self, found: Any) -> Said:
        try:
            text = "".join(block.text for block in found.content if block.type == "text")
            calls = [WireCall(block.id, block.name, block.input) for block in found.content if block.type == "tool_use"]
            raw = [_sent_back(block) for block in found.content]
        except (AttributeError, TypeError):
            raise AgentError(f"the model {self.model} answered with no message: {excerpt(found, self.keys)}") from None
        usage = getattr(found, "usage", None)
        return Said(
            text, calls, {"role": "assistant", "content": raw or "(nothing)"},
            getattr(usage, "input_tokens", None), getattr(usage, "output_tokens", None),
        )  # fmt: skip


def _sent_back(block: Any) -> dict[str, Any]:
    """A block of the model's answer as it goes back; what is no object cannot go back as one."""
    if block.type == "tool_use":
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": dict(_object(block.input))}
    return dict(block.model_dump(exclude_none=True))


def _object(arguments: Any) -> Mapping[str, Any]:
    found = read_arguments(arguments)
    return found if isinstance(found, Mapping) else {}


def _joined(messages: Sequence[Any]) -> list[Any]:
    """Neighbours of one role as one message: the answer to calls and the user's next words are both the user's."""
    joined: list[Any] = []
    for message in messages:
        if joined and joined[-1]["role"] == message["role"]:
            joined[-1] = {"role": message["role"], "content": [*_blocks(joined[-1]), *_blocks(message)]}
        else:
            joined.append(message)
    return joined


def _blocks(message: Mapping[str, Any]) -> list[Any]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)
