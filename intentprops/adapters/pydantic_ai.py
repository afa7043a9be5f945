"""A pydantic-ai ``Agent`` as an agent under test.

    create = pydantic_ai_agent(agent, deps=lambda session: Deps(now=session.now), state=lambda deps: deps.wishes.model_dump())

Whatever toolsets the agent has, its calls are made dry; its tools keep their names, descriptions, schemas and approvals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from intentprops.adapters.approval import REFUSAL, Approves, Pending, approves, pending_of, waiting
from intentprops.adapters.dry import (
    MAX_STEPS,
    NOT_JSON,
    as_text,
    built,
    dry_call,
    exposed,
    facts,
    needs,
    output_text,
    read_arguments,
    total,
)
from intentprops.adapters.hide import without_keys
from intentprops.errors import AgentError
from intentprops.running.session import Create, Reply, Session

needs("pydantic_ai", "pydantic-ai")

from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ToolDenied, UsageLimitExceeded, UsageLimits
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.tools import Tool
from pydantic_ai.toolsets import AbstractToolset, FunctionToolset, WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool


def pydantic_ai_agent(
    agent: Any, *, deps: Callable[[Session], Any] | None = None, state: Callable[[Any], Mapping[str, Any] | None] | None = None,
    results: Callable[[Any], Mapping[str, str] | None] | None = None, reply: Callable[[Any], str] | None = None,
    approval: Collection[str] = (), approves: Approves = approves, instructions: Callable[[Session], str | None] = facts,
    max_steps: int = MAX_STEPS, **options: Any,
) -> Create:  # fmt: skip
    """An agent from an ``Agent``, or from a function of the session that builds one.

    - ``deps`` makes the dependencies of a dialogue; ``state`` and ``results`` map them, after a turn, to the active state and to
      ``{result: "fresh" | "stale"}``. Without them State and Invalidation are judged from what the agent does alone.
    - ``reply``: the text of an output that is no text; by default its JSON.
    - A call that needs approval is a pending call. When the next message approves it (``approves``) it is made, else it is
      denied, and the message is heard. ``approval`` names tools that ask for it themselves, by ``ApprovalRequired``.
    - External tools are answered by the dry run at once. An agent without tools gets those of the domain.
    - ``instructions`` are added to the agent's own: by default ``now`` and the language.
    - ``max_steps``: requests to the model in a turn. ``options`` go to ``run``: ``model``, ``model_settings``, …
    """

    def create(session: Session) -> _Dialogue:
        found, made = built(agent, Agent, session, "a pydantic-ai Agent")
        toolsets = list(found.toolsets) if made else dry_toolsets(found, session, approval)
        return _Dialogue(
            session, found, toolsets, deps=None if deps is None else deps(session), state=state, results=results, reply=reply,
            asks=bool(approval) and not made, approves=approves, instructions=instructions(session), max_steps=max_steps,
            options=options,
        )  # fmt: skip

    return create


def dry_toolset(session: Session) -> FunctionToolset[Any]:
    """The session's dry-run tools as a toolset, for an agent that is built for it."""

    def dry(name: str) -> Callable[..., Any]:
        async def call(**arguments: Any) -> Any:
            return dry_call(session, name, arguments)

        return call

    return FunctionToolset([
        Tool.from_schema(dry(spec["name"]), spec["name"], spec["description"], spec["parameters"]) for spec in session.tools.specs()
    ])  # fmt: skip


def dry_toolsets(agent: Agent[Any, Any], session: Session, approval: Collection[str] = ()) -> list[AbstractToolset[Any]]:
    """The agent's toolsets with their calls made dry; those of the domain where it has no tools of its own."""
    held = [toolset for toolset in agent.toolsets if not (isinstance(toolset, FunctionToolset) and not toolset.tools)]
    return [Dry(toolset, session, frozenset(approval)) for toolset in held or [dry_toolset(session)]]


@dataclass
class Dry(WrapperToolset[Any]):
    """A toolset whose calls go to the session. Their arguments arrive as the model wrote them: the dry run judges them."""

    session: Session
    approval: frozenset[str] = frozenset()

    async def get_tools(self, ctx: Any) -> dict[str, ToolsetTool[Any]]:
        tools = await super().get_tools(ctx)
        return {name: self._dry(tool) for name, tool in tools.items()}

    def _dry(self, tool: ToolsetTool[Any]) -> ToolsetTool[Any]:
        asks = tool.tool_def.name in self.approval
        definition = replace(tool.tool_def, kind="unapproved") if asks else tool.tool_def
        return replace(tool, tool_def=definition, args_validator=_AsWritten(), args_validator_func=None)

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: Any, tool: ToolsetTool[Any]) -> Any:
        return dry_call(self.session, name, tool_args[NOT_JSON] if isinstance(tool_args, _NoObject) else tool_args)


class _NoObject(dict[str, Any]):
    """Arguments that are no object, on their way through a framework that wants one."""


class _AsWritten:
    """Takes any arguments: what does not fit is recorded and refused by the dry run, as for every other agent."""

    def validate_json(self, input: Any, **_: Any) -> Any:
        text = input if isinstance(input, str) else bytes(input).decode("utf-8", "replace")
        return self.validate_python(text)

    def validate_python(self, input: Any, **_: Any) -> Any:
        found = read_arguments(input)
        return dict(found) if isinstance(found, Mapping) else _NoObject({NOT_JSON: input})


class _Dialogue:
    def __init__(
        self, session: Session, agent: Agent[Any, Any], toolsets: Sequence[AbstractToolset[Any]], *, deps: Any, state: Any,
        results: Any, reply: Any, asks: bool, approves: Approves, instructions: str | None, max_steps: int,
        options: Mapping[str, Any],
    ) -> None:  # fmt: skip
        self.session, self.agent, self.toolsets, self.deps = session, agent, toolsets, deps
        self.state, self.results, self.said, self.approves, self.max_steps = state, results, reply, approves, max_steps
        self.options = {"instructions": instructions, **options}
        kinds = agent.output_type if isinstance(agent.output_type, (list, tuple)) else [agent.output_type]
        if asks and DeferredToolRequests not in kinds:
            self.options["output_type"] = [*kinds, DeferredToolRequests]
        self.messages: list[ModelMessage] = _history(session)
        self.held: DeferredToolRequests | None = None
        """The calls of the last answer where one of them waits for a yes."""
        self.brought: dict[str, Any] = {}
        """What the external ones among them brought: all are answered together."""
        self.tokens: list[tuple[int | None, int | None]] = []

    async def __call__(self, message: str) -> Reply:
        self.tokens = []
        heard: str | None = message
        decided: DeferredToolResults | None = None
        if self.held is not None:
            yes = self.approves(self.session, message, self._waiting())
            decided = DeferredToolResults(calls=self.brought)
            for call in self.held.approvals:
                decided.approvals[call.tool_call_id] = True if yes else ToolDenied(REFUSAL)
            self.held, heard = None, None if yes else message
        for _ in range(self.max_steps):
            output = await self._run(heard, decided)
            if not isinstance(output, DeferredToolRequests):
                return Reply(output_text(output, self.said), **self._seen())
            self.brought = {call.tool_call_id: dry_call(self.session, call.tool_name, call.args) for call in output.calls}
            if output.approvals:
                self.held = output
                return waiting(self._waiting(), self.session.language, self._spoken(), **self._seen())
            heard, decided = None, DeferredToolResults(calls=self.brought)
        raise AgentError(f"no reply within {self.max_steps} steps; the last one deferred a call again")

    async def _run(self, message: str | None, decided: DeferredToolResults | None) -> Any:
        limits = UsageLimits(request_limit=self.max_steps)
        with without_keys(), self.agent.override(toolsets=self.toolsets, tools=[]):
            try:
                result = await self.agent.run(
                    message, message_history=self.messages or None, deferred_tool_results=decided, deps=self.deps,
                    usage_limits=limits, **self.options,
                )  # fmt: skip
            except UsageLimitExceeded as error:
                raise AgentError(f"no reply within {self.max_steps} steps: {error}") from None
        self.messages = result.all_messages()
        self._record_unknown(result.new_messages())
        fake = isinstance(self.options.get("model", self.agent.model), (FunctionModel, TestModel))
        self.tokens.append((None, None) if fake else (result.usage.input_tokens, result.usage.output_tokens))
        return result.output

    def _record_unknown(self, new: Sequence[ModelMessage]) -> None:
        """Record the calls of tools that do not exist: pydantic-ai answers them itself."""
        made = {part.tool_call_id: part for message in self.messages for part in message.parts if isinstance(part, ToolCallPart)}
        for part in (part for message in new for part in message.parts):
            if (isinstance(part, ToolReturnPart) or part.part_kind == "retry-prompt") and part.tool_call_id in made:
                if str(part.content).startswith("Unknown tool name"):
                    dry_call(self.session, made[part.tool_call_id].tool_name, made[part.tool_call_id].args)

    def _waiting(self) -> list[Pending]:
        assert self.held is not None
        return [pending_of(call.tool_name, call.args, call.tool_call_id) for call in self.held.approvals]

    def _spoken(self) -> str:
        """What the model said beside its calls."""
        last = next((message for message in reversed(self.messages) if isinstance(message, ModelResponse)), None)
        return "".join(part.content for part in last.parts if isinstance(part, TextPart)) if last is not None else ""

    def _seen(self) -> dict[str, Any]:
        return {
            "state": exposed(self.state, self.deps), "results": exposed(self.results, self.deps),
            "input_tokens": total(given for given, _ in self.tokens), "output_tokens": total(made for _, made in self.tokens),
        }  # fmt: skip


def _history(session: Session) -> list[ModelMessage]:
    """The turns that a scenario scripted, as messages."""
    messages: list[ModelMessage] = []
    for number, record in enumerate(session.history):
        messages.append(ModelRequest(parts=[UserPromptPart(record.user_message)]))
        named = [(f"scripted-{number}-{n}", call) for n, call in enumerate(record.tool_calls)]
        if named:
            messages.append(ModelResponse(parts=[ToolCallPart(call.name, call.arguments, id) for id, call in named]))
            messages.append(ModelRequest(parts=[ToolReturnPart(call.name, as_text(call.result), id) for id, call in named]))
        messages.append(ModelResponse(parts=[TextPart(record.assistant_message or "")]))
    return messages
