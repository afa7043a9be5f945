"""An ``Agent`` of the OpenAI Agents SDK as an agent under test.

    create = openai_agents_agent(agent, context=lambda session: Wishes(), state=lambda wishes: wishes.document())

The function tools of the agent, and of every agent that it can hand over to, keep their names, schemas and approvals; what they
do is made dry. The SDK's tracing is off: a test sends nothing anywhere.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from intentprops.adapters.approval import REFUSAL, Approves, Pending, approves, pending_of, waiting
from intentprops.adapters.dry import MAX_STEPS, as_text, built, dry_call, exposed, facts, needs, output_text, total
from intentprops.adapters.hide import without_keys
from intentprops.errors import AgentError, IntentpropsError
from intentprops.running.session import Create, Reply, Session

needs("agents", "openai-agents")

from agents import Agent, FunctionTool, Handoff, MaxTurnsExceeded, RunConfig, Runner


def openai_agents_agent(
    agent: Any, *, context: Callable[[Session], Any] | None = None,
    state: Callable[[Any], Mapping[str, Any] | None] | None = None, results: Callable[[Any], Mapping[str, str] | None] | None = None,
    reply: Callable[[Any], str] | None = None, approves: Approves = approves,
    instructions: Callable[[Session], str | None] = facts, config: Any = None, max_steps: int = MAX_STEPS,
) -> Create:  # fmt: skip
    """An agent from an ``Agent``, or from a function of the session that builds one with ``dry_tools(session)``.

    - ``context`` makes the context of a dialogue; ``state`` and ``results`` map it, after a turn, to the active state and to
      ``{result: "fresh" | "stale"}``. Without them State and Invalidation are judged from what the agent does alone.
    - ``reply``: the text of a final output that is no text; by default its JSON.
    - A call that needs approval is a pending call. When the next message approves it (``approves``) it is made; else it is
      rejected, the run is ended with that, and then the message is heard.
    - ``instructions`` are added to those of an agent that is given as it is: by default ``now`` and the language.
    - ``config``: a ``RunConfig`` of your own. ``max_steps``: turns of the model in one of the user's.
    """

    def create(session: Session) -> _Dialogue:
        found, made = built(agent, Agent, session, "an Agent of the OpenAI Agents SDK")
        ready = found if made else dry_agent(found, session, instructions(session))
        return _Dialogue(
            session, ready, None if context is None else context(session), state=state, results=results, reply=reply,
            approves=approves, config=config or RunConfig(tracing_disabled=True), max_steps=max_steps,
        )  # fmt: skip

    return create


def dry_tools(session: Session) -> list[FunctionTool]:
    """The session's dry-run tools as function tools, for an agent that is built for it."""
    return [
        FunctionTool(
            name=spec["name"], description=spec["description"], params_json_schema=spec["parameters"], strict_json_schema=False,
            on_invoke_tool=_dry(session, spec["name"]),
        )
        for spec in session.tools.specs()
    ]  # fmt: skip


def _dry(session: Session, name: str) -> Callable[[Any, str], Any]:
    async def invoke(context: Any, arguments: str) -> str:
        return as_text(dry_call(session, name, arguments))

    return invoke


def dry_agent(agent: Agent[Any], session: Session, instructions: str | None = None) -> Agent[Any]:
    """A copy of an agent, and of all that it can hand over to, whose function tools are made dry.

    Raises :class:`IntentpropsError` for a tool that cannot be: it runs elsewhere, or is an agent of its own.
    """
    return _Copies(session, instructions).of(agent)


class _Copies:
    """Copies of agents that hand over to each other, perhaps in a circle; each is made once."""

    def __init__(self, session: Session, instructions: str | None) -> None:
        self.session, self.instructions = session, instructions
        self.made: dict[int, Agent[Any]] = {}

    def of(self, agent: Agent[Any]) -> Agent[Any]:
        if id(agent) not in self.made:
            if agent.mcp_servers:
                raise IntentpropsError(
                    f"the agent {agent.name!r} takes tools from MCP servers, which this adapter does not replace; give it a function"
                    " of the session that builds the agent, with dry_tools(session) or a server of intentprops.adapters.mcp"
                )
            tools = [self._tool(agent, tool) for tool in agent.tools]
            copy = agent.clone(tools=tools, handoffs=[], instructions=_with(agent.instructions, self.instructions))
            self.made[id(agent)] = copy
            copy.handoffs = [self.of(other) if isinstance(other, Agent) else self._handoff(other) for other in agent.handoffs]
        return self.made[id(agent)]

    def _tool(self, agent: Agent[Any], tool: Any) -> FunctionTool:
        if not isinstance(tool, FunctionTool) or tool._is_agent_tool:
            kind = type(tool).__name__
            what = f"is another agent ({tool.name})" if isinstance(tool, FunctionTool) else f"is a {kind}, which runs elsewhere,"
            raise IntentpropsError(
                f"a tool of the agent {agent.name!r} {what} and cannot be made dry; give the adapter a function of the session that"
                " builds the agent with intentprops.adapters.openai_agents.dry_tools(session)"
            )
        return replace(
            tool, on_invoke_tool=_dry(self.session, tool.name), output_json_schema=None, _output_type_adapter=None
        )

    def _handoff(self, handoff: Handoff[Any, Any]) -> Handoff[Any, Any]:
        invoke = handoff.on_invoke_handoff

        async def hand_over(context: Any, arguments: str) -> Agent[Any]:
            return self.of(await invoke(context, arguments))

        return replace(handoff, on_invoke_handoff=hand_over)


def _with(own: Any, added: str | None) -> Any:
    """Instructions of an agent, which may be a function, with a line more."""
    if not added:
        return own
    if not callable(own):
        return f"{own}\n{added}" if own else added

    async def both(context: Any, agent: Any) -> str:
        said = own(context, agent)
        said = await said if inspect.isawaitable(said) else said
        return f"{said}\n{added}" if said else added

    return both


class _Dialogue:
    def __init__(
        self, session: Session, agent: Agent[Any], context: Any, *, state: Any, results: Any, reply: Any, approves: Approves,
        config: RunConfig, max_steps: int,
    ) -> None:  # fmt: skip
        self.session, self.agent, self.context, self.config, self.max_steps = session, agent, context, config, max_steps
        self.state, self.results, self.said, self.approves = state, results, reply, approves
        self.items: list[Any] = _history(session)
        self.held: Any = None
        """The result of a run that was interrupted."""
        self.tokens: list[tuple[int | None, int | None]] = []

    async def __call__(self, message: str) -> Reply:
        self.tokens = []
        refused = 0
        while self.held is not None:
            if self.approves(self.session, message, self._waiting()):
                return await self._go_on(self._decided(True))
            refused += 1
            if refused > self.max_steps:
                raise AgentError(f"the agent asks for approval again after {self.max_steps} refusals: {self._waiting()[0].name}")
            await self._go_on(self._decided(False))
        return await self._go_on([*self.items, {"role": "user", "content": message}])

    def _decided(self, yes: bool) -> Any:
        state = self.held.to_state()
        for item in self.held.interruptions:
            if yes:
                state.approve(item)
            else:
                state.reject(item, rejection_message=REFUSAL)
        return state

    async def _go_on(self, given: Any) -> Reply:
        before = 0 if self.held is None else len(self.held.raw_responses)
        more = {} if self.held is not None else {"context": self.context}
        with without_keys():
            try:
                result = await Runner.run(self.agent, given, max_turns=self.max_steps, run_config=self.config, **more)
            except MaxTurnsExceeded:
                raise AgentError(f"no reply within {self.max_steps} steps") from None
        self.agent = result.last_agent
        self._count(result.raw_responses[before:])
        if result.interruptions:
            self.held = result
            return waiting(self._waiting(), self.session.language, self._spoken(result), **self._seen())
        self.held, self.items = None, result.to_input_list()
        return Reply(output_text(result.final_output, self.said), **self._seen())

    def _waiting(self) -> list[Pending]:
        return [pending_of(item.name, item.arguments) for item in self.held.interruptions]

    def _spoken(self, result: Any) -> str:
        """What the model said beside the calls that wait."""
        messages = [item for item in result.raw_responses[-1].output if item.type == "message"]
        return "".join(getattr(part, "text", "") for message in messages for part in message.content)

    def _count(self, responses: Sequence[Any]) -> None:
        """Tokens as reported; a fake model reports zeros, which nobody counted."""
        for response in responses:
            usage = response.usage
            self.tokens.append((usage.input_tokens, usage.output_tokens) if usage.input_tokens else (None, None))

    def _seen(self) -> dict[str, Any]:
        return {
            "state": exposed(self.state, self.context), "results": exposed(self.results, self.context),
            "input_tokens": total(one for one, _ in self.tokens), "output_tokens": total(one for _, one in self.tokens),
        }  # fmt: skip


def _history(session: Session) -> list[Any]:
    """The turns that a scenario scripted, as input items."""
    items: list[Any] = []
    for number, record in enumerate(session.history):
        items.append({"role": "user", "content": record.user_message})
        named = [(f"scripted-{number}-{n}", call) for n, call in enumerate(record.tool_calls)]
        items += [
            {"type": "function_call", "call_id": id, "name": call.name, "arguments": as_text(call.arguments)} for id, call in named
        ]
        items += [{"type": "function_call_output", "call_id": id, "output": as_text(call.result)} for id, call in named]
        items.append({"role": "assistant", "content": record.assistant_message or ""})
    return items
