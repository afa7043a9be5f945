"""Agents of each framework as people write them, with the framework's own fake model, a brain behind it, and tools that raise.

No test tool is imported here: the same agents run in a fresh environment that has one extra and nothing else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.adapters import brains
from tests.adapters.speaker import Speaker


class RealToolReached(BaseException):
    """Nothing may catch it on the way: a real tool was about to do something."""


def real_search_rooms(capacity: int, starts_at: str, required_features: list[str] | None = None) -> str:
    """Find rooms that hold so many people."""
    raise RealToolReached("search_rooms")


def real_reserve_room(room_id: str, starts_at: str, attendees: int, duration_minutes: int = 60) -> str:
    """Reserve one room."""
    raise RealToolReached("reserve_room")


def as_json(answer: Any) -> str:
    return json.dumps(answer, ensure_ascii=False)


def read_back(text: Any) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {"error": text}


@dataclass
class Wishes:
    """What an agent of ours keeps of the task."""

    people: int | None = None

    def hear(self, message: str) -> None:
        self.people = brains.heard(message, self.people)

    def document(self) -> dict[str, Any]:
        return {"goal": "search_rooms", "constraints": {"attendees": self.people}}


def langchain_model(brain: brains.Brain) -> Any:
    """LangChain's own fake chat model, with what it says decided by a brain."""
    from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
    from langchain_core.outputs import ChatGeneration, ChatResult

    class Fake(FakeMessagesListChatModel):
        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
            system = "".join(str(m.content) for m in messages if isinstance(m, SystemMessage))
            conversation = []
            for m in messages:
                if isinstance(m, ToolMessage):
                    conversation.append(brains.Entry("tool", str(m.name), answer=read_back(m.content)))
                elif isinstance(m, AIMessage):
                    made = tuple(brains.Call(call["name"], call["args"]) for call in m.tool_calls)
                    conversation.append(brains.Entry("assistant", str(m.content), made))
                elif isinstance(m, HumanMessage):
                    conversation.append(brains.Entry("user", str(m.content)))
            said = brains.thought(brain, conversation, system)
            if isinstance(said, str):
                return ChatResult(generations=[ChatGeneration(message=AIMessage(said))])
            good = [{"name": c.name, "args": c.arguments, "id": uuid4().hex} for c in said if not isinstance(c.arguments, str)]
            bad = [{"name": c.name, "args": c.arguments, "id": uuid4().hex, "error": "no JSON"} for c in said if isinstance(c.arguments, str)]
            return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=good, invalid_tool_calls=bad))])

        def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
            return self

    return Fake(responses=[])


def langgraph_graph(brain: brains.Brain, approve: bool = True) -> Any:
    """A graph as people write it: it notes what was said, thinks, asks before a reservation, and has a ToolNode with the real tools."""
    from langchain_core.messages import ToolMessage
    from langchain_core.tools import tool
    from langgraph.graph import END, START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode, tools_condition
    from langgraph.types import Command, interrupt

    class Values(MessagesState):
        people: int | None

    tools = [tool("search_rooms")(real_search_rooms), tool("reserve_room")(real_reserve_room)]
    model = langchain_model(brain).bind_tools(tools)

    def listen(state: Values) -> Any:
        return {"people": brains.heard(str(state["messages"][-1].content), state.get("people"))}

    def think(state: Values) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    def ask(state: Values) -> Any:
        calls = [call for call in state["messages"][-1].tool_calls if call["name"] == "reserve_room"]
        if approve and calls and not interrupt([{"name": call["name"], "args": call["args"]} for call in calls]):
            refusals = [ToolMessage(f"The user {brains.REFUSED}", name=call["name"], tool_call_id=call["id"]) for call in calls]
            return Command(goto="think", update={"messages": refusals})
        return Command(goto="tools")

    builder = StateGraph(Values)
    builder.add_node("listen", listen)
    builder.add_node("think", think)
    builder.add_node("ask", ask, destinations=("think", "tools"))
    builder.add_node("tools", ToolNode(tools))
    builder.add_edge(START, "listen")
    builder.add_edge("listen", "think")
    builder.add_conditional_edges("think", tools_condition, {"tools": "ask", END: END})
    builder.add_edge("tools", "think")
    return builder.compile()


def pydantic_ai_model(brain: brains.Brain) -> Any:
    """pydantic-ai's own fake model, with what it says decided by a brain."""
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
    from pydantic_ai.models.function import FunctionModel

    def think(messages: Any, info: Any) -> ModelResponse:
        conversation: list[brains.Entry] = []
        for message in messages:
            texts = [part.content for part in message.parts if isinstance(part, TextPart)]
            made = tuple(brains.Call(part.tool_name, part.args) for part in message.parts if isinstance(part, ToolCallPart))
            if texts or made:
                conversation.append(brains.Entry("assistant", "".join(texts), made))
            for part in message.parts:
                if isinstance(part, UserPromptPart):
                    conversation.append(brains.Entry("user", str(part.content)))
                elif isinstance(part, ToolReturnPart):
                    answer = part.content if isinstance(part.content, dict) else read_back(part.content)
                    conversation.append(brains.Entry("tool", part.tool_name, answer=answer))
                elif part.part_kind == "retry-prompt":
                    conversation.append(brains.Entry("tool", str(part.tool_name), answer={"error": str(part.content)}))
        said = brains.thought(brain, conversation, info.instructions or "")
        if isinstance(said, str):
            return ModelResponse(parts=[TextPart(said)])
        return ModelResponse(parts=[ToolCallPart(call.name, call.arguments) for call in said])

    return FunctionModel(think)


def pydantic_ai_clerk(brain: brains.Brain) -> Any:
    """An agent with its wishes for dependencies, and a tool that needs approval."""
    from pydantic_ai import Agent, DeferredToolRequests, RunContext, Tool

    tools = [Tool(real_search_rooms, name="search_rooms"), Tool(real_reserve_room, name="reserve_room", requires_approval=True)]
    agent: Any = Agent(pydantic_ai_model(brain), deps_type=Wishes, output_type=[str, DeferredToolRequests], tools=tools)

    @agent.instructions
    def task(ctx: RunContext[Wishes | None]) -> str:
        if ctx.deps is not None and ctx.prompt is not None:
            ctx.deps.hear(str(ctx.prompt))
        return f"The task: {ctx.deps}"

    return agent


def agents_model(brain: brains.Brain) -> Any:
    """The SDK's own scripted model, which answers every call with what a brain decides."""
    from agents.testing import ModelStep, ScriptedModel, assistant_message, function_call

    def think(call: Any) -> Any:
        items = [call.input] if isinstance(call.input, str) else call.input
        conversation: list[brains.Entry] = []
        names: dict[str, str] = {}
        for item in items:
            if isinstance(item, str) or item.get("role") == "user":
                conversation.append(brains.Entry("user", item if isinstance(item, str) else item["content"]))
            elif item.get("type") == "function_call":
                names[item["call_id"]] = item["name"]
                conversation.append(brains.Entry("assistant", calls=(brains.Call(item["name"], read_back(item["arguments"])),)))
            elif item.get("type") == "function_call_output":
                conversation.append(brains.Entry("tool", names[item["call_id"]], answer=read_back(item["output"])))
            elif item.get("role") == "assistant":
                text = item["content"] if isinstance(item["content"], str) else "".join(part["text"] for part in item["content"])
                conversation.append(brains.Entry("assistant", text))
        said = brains.thought(brain, conversation, call.system_instructions or "")
        if isinstance(said, str):
            return [assistant_message(said)]
        return [
            function_call(c.name, c.arguments if isinstance(c.arguments, str) else json.dumps(c.arguments), call_id=uuid4().hex) for c in said
        ]

    return ScriptedModel([ModelStep.respond(think)] * 1000)


def agents_clerk(brain: brains.Brain) -> Any:
    """An agent with its wishes for a context, and a tool that needs approval."""
    from agents import Agent, GuardrailFunctionOutput, function_tool, input_guardrail

    @input_guardrail(name="listen")
    def listen(ctx: Any, agent: Any, items: Any) -> GuardrailFunctionOutput:
        if ctx.context is not None:
            ctx.context.hear(str(items[-1]["content"]))
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=False)

    tools = [
        function_tool(real_search_rooms, name_override="search_rooms", strict_mode=False),
        function_tool(real_reserve_room, name_override="reserve_room", strict_mode=False, needs_approval=True),
    ]
    return Agent("clerk", tools=tools, model=agents_model(brain), input_guardrails=[listen])


class McpClerk:
    """An agent that knows its tools from an MCP server alone, through the library's own client."""

    def __init__(self, mcp_server: str, brain: str = "searches", steps: int = 6) -> None:
        self.server, self.steps = mcp_server, steps
        self.speaker = Speaker(getattr(brains, brain))

    async def chat(self, message: str) -> Any:
        from mcp import Client

        from intentprops.errors import AgentError
        from intentprops.running import Reply

        answer = self.speaker.hear({"message": message})
        async with Client(self.server) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == {"search_rooms", "reserve_room"}
            for _ in range(self.steps):
                if "reply" in answer:
                    return Reply(answer["reply"], pending=answer.get("pending"), questions=answer.get("questions"))
                results = []
                for call in answer["calls"]:
                    found = await client.call_tool(call["name"], call["arguments"])
                    results.append({"name": call["name"], "result": read_back(found.content[0].text)})
                answer = self.speaker.hear({"results": results})
        raise AgentError(f"no reply within {self.steps} steps")
