"""A rig for each adapter: an agent of that framework with a brain for a model, tools that raise, and a yes asked before it reserves."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from intentprops.errors import AgentError
from intentprops.running.session import Create
from tests.adapters import brains
from tests.adapters.server import serving
from tests.adapters.speaker import Speaker

ROOT = Path(__file__).parents[2]
STEPS = 6
"""The step limit of every rig."""


class RealToolReached(BaseException):
    """Nothing may catch it on the way: a real tool was about to do something."""


def real_search_rooms(capacity: int, starts_at: str, required_features: list[str] | None = None) -> str:
    """Find rooms that hold so many people."""
    raise RealToolReached("search_rooms")


def real_reserve_room(room_id: str, starts_at: str, attendees: int, duration_minutes: int = 60) -> str:
    """Reserve one room."""
    raise RealToolReached("reserve_room")


Rig = Callable[[str], AbstractContextManager[Create]]
RIGS: dict[str, Rig] = {}


def rig(function: Callable[[str], Iterator[Create]]) -> Rig:
    made = contextmanager(function)
    RIGS[function.__name__] = made
    return made


@rig
def openai_chat(brain: str) -> Iterator[Create]:
    pytest.importorskip("openai", reason="needs the extra openai")
    from intentprops.adapters.openai_chat import openai_agent

    with serving(getattr(brains, brain)) as server:
        yield openai_agent("fake", base_url=server.url + "/v1", approval=["reserve_room"], max_steps=STEPS)


@rig
def anthropic_messages(brain: str) -> Iterator[Create]:
    pytest.importorskip("anthropic", reason="needs the extra anthropic")
    from intentprops.adapters.anthropic_messages import anthropic_agent

    with serving(getattr(brains, brain)) as server:
        yield anthropic_agent("fake", base_url=server.url, api_key="a key", approval=["reserve_room"], max_steps=STEPS)


@rig
def http(brain: str) -> Iterator[Create]:
    pytest.importorskip("httpx", reason="needs the extra http")
    from intentprops.adapters.http import http_agent

    with serving(getattr(brains, brain)) as server:
        yield http_agent(server.url + "/chat", max_steps=STEPS)


@rig
def command(brain: str) -> Iterator[Create]:
    from intentprops.adapters.command import command_agent

    yield command_agent([sys.executable, "-m", "tests.adapters.speaker", brain], cwd=str(ROOT), max_steps=STEPS)


def langchain_model(brain: str) -> Any:
    """LangChain's own fake chat model, with what it says decided by a brain."""
    from langchain_core.language_models.fake_chat_models import FakeMessagesListChatModel
    from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
    from langchain_core.outputs import ChatGeneration, ChatResult

    class Fake(FakeMessagesListChatModel):
        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **kwargs: Any) -> ChatResult:
            users = [m.content for m in messages if isinstance(m, HumanMessage)]
            last = max(n for n, m in enumerate(messages) if isinstance(m, HumanMessage))
            answers = [(m.name, read_back(m.content)) for m in messages[last:] if isinstance(m, ToolMessage)]
            said = getattr(brains, brain)(users, answers)
            if isinstance(said, str):
                return ChatResult(generations=[ChatGeneration(message=AIMessage(said))])
            good = [{"name": c.name, "args": c.arguments, "id": uuid4().hex} for c in said if not isinstance(c.arguments, str)]
            bad = [{"name": c.name, "args": c.arguments, "id": uuid4().hex, "error": "no JSON"} for c in said if isinstance(c.arguments, str)]
            return ChatResult(generations=[ChatGeneration(message=AIMessage("", tool_calls=good, invalid_tool_calls=bad))])

        def bind_tools(self, tools: Any, **kwargs: Any) -> Any:
            return self

    return Fake(responses=[])


def read_back(text: Any) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return {"error": text}


def langgraph_graph(brain: str, approve: bool = True) -> Any:
    """A graph as people write it: a model, a node that asks before a reservation, and a ToolNode with the real tools."""
    from langchain_core.messages import ToolMessage
    from langchain_core.tools import tool
    from langgraph.graph import END, START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode, tools_condition
    from langgraph.types import Command, interrupt

    tools = [tool("search_rooms")(real_search_rooms), tool("reserve_room")(real_reserve_room)]
    model = langchain_model(brain).bind_tools(tools)

    def think(state: MessagesState) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    def ask(state: MessagesState) -> Any:
        calls = [call for call in state["messages"][-1].tool_calls if call["name"] == "reserve_room"]
        if approve and calls and not interrupt([{"name": call["name"], "args": call["args"]} for call in calls]):
            refusals = [ToolMessage(f"The user {brains.REFUSED}", name=call["name"], tool_call_id=call["id"]) for call in calls]
            return Command(goto="think", update={"messages": refusals})
        return Command(goto="tools")

    builder = StateGraph(MessagesState)
    builder.add_node("think", think)
    builder.add_node("ask", ask, destinations=("think", "tools"))
    builder.add_node("tools", ToolNode(tools))
    builder.add_edge(START, "think")
    builder.add_conditional_edges("think", tools_condition, {"tools": "ask", END: END})
    builder.add_edge("tools", "think")
    return builder.compile()


@rig
def langgraph(brain: str) -> Iterator[Create]:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from intentprops.adapters.langgraph import langgraph_agent

    yield langgraph_agent(langgraph_graph(brain), max_steps=3 * STEPS)


@rig
def langgraph_with_tools_that_interrupt(brain: str) -> Iterator[Create]:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from intentprops.adapters.langgraph import langgraph_agent

    yield langgraph_agent(langgraph_graph(brain, approve=False), approval=["reserve_room"], max_steps=3 * STEPS)


def pydantic_ai_model(brain: str) -> Any:
    """pydantic-ai's own fake model, with what it says decided by a brain."""
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
    from pydantic_ai.models.function import FunctionModel

    def think(messages: Any, info: Any) -> ModelResponse:
        users: list[str] = []
        answers: list[tuple[str, Any]] = []
        for part in (part for message in messages for part in message.parts):
            if isinstance(part, UserPromptPart):
                users.append(str(part.content))
                answers = []
            elif isinstance(part, ToolReturnPart):
                answers.append((part.tool_name, part.content if isinstance(part.content, dict) else read_back(part.content)))
            elif part.part_kind == "retry-prompt":
                answers.append((part.tool_name, {"error": str(part.content)}))
        said = getattr(brains, brain)(users, answers)
        if isinstance(said, str):
            return ModelResponse(parts=[TextPart(said)])
        return ModelResponse(parts=[ToolCallPart(call.name, call.arguments) for call in said])

    return FunctionModel(think)


@rig
def pydantic_ai(brain: str) -> Iterator[Create]:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from pydantic_ai import Agent, DeferredToolRequests, Tool

    from intentprops.adapters.pydantic_ai import pydantic_ai_agent

    tools = [Tool(real_search_rooms, name="search_rooms"), Tool(real_reserve_room, name="reserve_room", requires_approval=True)]
    agent: Any = Agent(pydantic_ai_model(brain), output_type=[str, DeferredToolRequests], tools=tools)
    yield pydantic_ai_agent(agent, max_steps=STEPS)


@rig
def pydantic_ai_with_tools_that_ask(brain: str) -> Iterator[Create]:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from pydantic_ai import Agent, Tool

    from intentprops.adapters.pydantic_ai import pydantic_ai_agent

    tools = [Tool(real_search_rooms, name="search_rooms"), Tool(real_reserve_room, name="reserve_room")]
    yield pydantic_ai_agent(Agent(pydantic_ai_model(brain), tools=tools), approval=["reserve_room"], max_steps=STEPS)


def agents_model(brain: str) -> Any:
    """The SDK's own scripted model, which answers every call with what a brain decides."""
    from agents.testing import ModelStep, ScriptedModel, assistant_message, function_call

    def think(call: Any) -> Any:
        items = [call.input] if isinstance(call.input, str) else call.input
        users: list[str] = []
        answers: list[tuple[str, Any]] = []
        names: dict[str, str] = {}
        for item in items:
            if isinstance(item, str) or item.get("role") == "user":
                users.append(item if isinstance(item, str) else item["content"])
                answers = []
            elif item.get("type") == "function_call":
                names[item["call_id"]] = item["name"]
            elif item.get("type") == "function_call_output":
                answers.append((names[item["call_id"]], read_back(item["output"])))
        said = getattr(brains, brain)(users, answers)
        if isinstance(said, str):
            return [assistant_message(said)]
        return [
            function_call(c.name, c.arguments if isinstance(c.arguments, str) else json.dumps(c.arguments), call_id=uuid4().hex) for c in said
        ]

    return ScriptedModel([ModelStep.respond(think)] * 1000)


@rig
def openai_agents(brain: str) -> Iterator[Create]:
    pytest.importorskip("agents", reason="needs the extra openai-agents")
    from agents import Agent, function_tool

    from intentprops.adapters.openai_agents import openai_agents_agent

    tools = [
        function_tool(real_search_rooms, name_override="search_rooms", strict_mode=False),
        function_tool(real_reserve_room, name_override="reserve_room", strict_mode=False, needs_approval=True),
    ]
    yield openai_agents_agent(Agent("clerk", tools=tools, model=agents_model(brain)), max_steps=STEPS)


@rig
def mcp(brain: str) -> Iterator[Create]:
    """An agent that knows its tools from an MCP server alone, through the library's own client."""
    pytest.importorskip("mcp", reason="needs the extra mcp")
    from mcp import Client

    from intentprops.adapters.mcp import mcp_agent
    from intentprops.running import Reply

    if brain == "breaks_json":
        pytest.skip("MCP carries arguments that are objects, and no others")

    def build(session: Any, url: str) -> Any:
        speaker = Speaker(getattr(brains, brain))
        speaker.users = [record.user_message for record in session.history]

        async def respond(message: str) -> Reply:
            answer = speaker.hear({"message": message})
            async with Client(url) as client:
                assert {tool.name for tool in (await client.list_tools()).tools} == {"search_rooms", "reserve_room"}
                for _ in range(STEPS):
                    if "reply" in answer:
                        return Reply(answer["reply"], pending=answer.get("pending"), questions=answer.get("questions"))
                    results = []
                    for call in answer["calls"]:
                        found = await client.call_tool(call["name"], call["arguments"])
                        results.append({"name": call["name"], "result": read_back(found.content[0].text)})
                    answer = speaker.hear({"results": results})
            raise AgentError(f"no reply within {STEPS} steps")

        return respond

    yield mcp_agent(build)
