"""A framework's own state, mapped by a small function: State and Invalidation are graded, and a mapping that breaks is named."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

import pytest

from intentprops.changes import Turn
from intentprops.domains.rooms import rooms
from intentprops.errors import IntentpropsError
from intentprops.running.dialogue import play
from intentprops.running.session import Create, Session, Toolbox
from intentprops.score import Grade, grade
from tests.adapters import brains
from tests.adapters.fakes import RealToolReached, agents_model, langchain_model, pydantic_ai_model, real_search_rooms
from tests.adapters.test_contract import V1, asking, played

Memory = dict[str, Any]
"""What the agents here keep: the number of people, and how many they last searched for."""


def heard(memory: Memory, text: str, sloppy: bool) -> None:
    """The memory after a message; a sloppy agent keeps the first number that it heard."""
    if any(word in text for word in brains.NUMBERS) and not (sloppy and memory):
        memory["people"] = brains.people([text])


def state(memory: Memory) -> dict[str, Any]:
    return {"goal": "search_rooms", "constraints": {"attendees": memory["people"], "starts_at": brains.AT}}


def results(memory: Memory) -> dict[str, str]:
    return {"search_results": "fresh"}


Made = Callable[..., Create]


def langgraph(sloppy: bool, **mapped: Any) -> Create:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langchain_core.tools import tool
    from langgraph.graph import START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode, tools_condition

    from intentprops.adapters.langgraph import langgraph_agent

    class Values(MessagesState):
        memory: dict[str, Any]

    model = langchain_model("searches")

    def listen(values: Values) -> Any:
        memory = dict(values.get("memory", {}))
        heard(memory, str(values["messages"][-1].content), sloppy)
        return {"memory": memory}

    def think(values: Values) -> Any:
        return {"messages": [model.invoke(values["messages"])]}

    builder = StateGraph(Values)
    builder.add_node("listen", listen)
    builder.add_node("think", think)
    builder.add_node("tools", ToolNode([tool("search_rooms")(real_search_rooms)]))
    builder.add_edge(START, "listen")
    builder.add_edge("listen", "think")
    builder.add_conditional_edges("think", tools_condition)
    builder.add_edge("tools", "think")
    return langgraph_agent(builder.compile(), **{key: lambda values, f=f: f(values["memory"]) for key, f in mapped.items()})


def pydantic_ai(sloppy: bool, **mapped: Any) -> Create:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from pydantic_ai import Agent, RunContext, Tool

    from intentprops.adapters.pydantic_ai import pydantic_ai_agent

    agent: Any = Agent(pydantic_ai_model("searches"), deps_type=dict, tools=[Tool(real_search_rooms, name="search_rooms")])

    @agent.instructions
    def listen(ctx: RunContext[Memory]) -> str:
        heard(ctx.deps, str(ctx.prompt), sloppy)
        return f"The task: {ctx.deps}"

    return pydantic_ai_agent(agent, deps=lambda session: {}, **mapped)


def openai_agents(sloppy: bool, **mapped: Any) -> Create:
    pytest.importorskip("agents", reason="needs the extra openai-agents")
    from agents import Agent, GuardrailFunctionOutput, function_tool, input_guardrail

    from intentprops.adapters.openai_agents import openai_agents_agent

    @input_guardrail
    def listen(ctx: Any, agent: Any, items: Any) -> GuardrailFunctionOutput:
        heard(ctx.context, items[-1]["content"], sloppy)
        return GuardrailFunctionOutput(output_info=None, tripwire_triggered=False)

    tools = [function_tool(real_search_rooms, name_override="search_rooms", strict_mode=False)]
    agent = Agent("clerk", tools=tools, model=agents_model("searches"), input_guardrails=[listen])
    return openai_agents_agent(agent, context=lambda session: {}, **mapped)


MADE: list[Made] = [langgraph, pydantic_ai, openai_agents]


def judged(create: Create) -> Grade:
    trace = play(rooms, V1, create)
    assert [record.error for record in trace] == [None] * 3
    return grade(rooms, V1, trace)


@pytest.mark.parametrize("made", MADE)
def test_a_mapped_state_is_graded_and_an_unmapped_one_is_not_observed(made: Made) -> None:
    assert judged(made(False)).points["State"] is None
    graded = judged(made(False, state=state, results=results))
    assert graded.passed, graded.findings
    assert (graded.points["State"], graded.points["Invalidation"]) == (1, 1)


@pytest.mark.parametrize("made", MADE)
def test_a_state_that_keeps_the_old_value_is_found(made: Made) -> None:
    graded = judged(made(True, state=state))
    assert graded.points["State"] == 0
    assert [(f.turn, f.path, f.reason) for f in graded.findings] == [(3, "constraints.attendees", "stale_value")]


@pytest.mark.parametrize("made", MADE)
def test_results_that_are_called_stale_though_they_were_found_anew_are_a_finding(made: Made) -> None:
    graded = judged(made(False, results=lambda memory: {"search_results": "stale"}))
    assert graded.points["Invalidation"] == 0


@pytest.mark.parametrize("made", MADE)
def test_a_mapping_that_raises_is_named(made: Made) -> None:
    def lost(memory: Memory) -> Any:
        return memory["wishes"]

    (record,) = played(made(False, state=lost), asking())
    assert "which maps the agent's state, raised KeyError: 'wishes'" in str(record.error)


# -- what cannot be made dry is refused, before anything real is reached


def session() -> Session:
    return Session(Toolbox(rooms), V1.now, "en", 0, "s", rooms)


def test_a_graph_without_a_tool_node_is_refused() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langgraph.graph import START, MessagesState, StateGraph

    from intentprops.adapters.langgraph import langgraph_agent

    def think(values: MessagesState) -> Any:
        raise RealToolReached("a node that calls its tools itself")

    builder = StateGraph(MessagesState)
    builder.add_node("think", think)
    builder.add_edge(START, "think")
    (record,) = played(langgraph_agent(builder.compile()), asking())
    assert "the graph has no ToolNode" in str(record.error)
    (record,) = played(langgraph_agent("my graph"), asking())
    assert "the adapter takes a LangGraph graph, or a function of the session that builds one; got str" in str(record.error)


def test_a_dry_run_writes_to_no_checkpointer_store_or_cache_of_the_graph() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langgraph.cache.memory import InMemoryCache
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.config import get_store
    from langgraph.graph import START, MessagesState, StateGraph
    from langgraph.store.memory import InMemoryStore

    from intentprops.adapters.langgraph import langgraph_agent
    from tests.adapters.fakes import langgraph_graph

    def note(values: MessagesState) -> Any:
        get_store().put(("notes",), "last", {"said": values["messages"][-1].content})
        return {}

    real = {"checkpointer": InMemorySaver(), "store": InMemoryStore(), "cache": InMemoryCache()}
    outer = StateGraph(MessagesState)
    outer.add_node("note", note)
    outer.add_node("inner", langgraph_graph("searches"))
    outer.add_edge(START, "note")
    outer.add_edge("note", "inner")
    (record,) = played(langgraph_agent(outer.compile(**real)), asking())
    assert (record.error, [call.name for call in record.tool_calls]) == (None, ["search_rooms"])
    assert list(real["checkpointer"].list(None)) == []
    assert real["store"].search(("notes",)) == []


def test_a_cached_node_makes_its_calls_in_every_dialogue() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langchain_core.messages import AIMessage
    from langchain_core.tools import tool
    from langgraph.cache.memory import InMemoryCache
    from langgraph.graph import START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode
    from langgraph.types import CachePolicy

    from intentprops.adapters.langgraph import langgraph_agent

    call = {"name": "search_rooms", "args": {"capacity": 6, "starts_at": brains.AT}, "id": "1", "type": "tool_call"}
    builder = StateGraph(MessagesState)
    builder.add_node("think", lambda values: {"messages": [AIMessage("", tool_calls=[call], id="same")]})
    builder.add_node("tools", ToolNode([tool("search_rooms")(real_search_rooms)]), cache_policy=CachePolicy(key_func=lambda *_: "same"))
    builder.add_edge(START, "think")
    builder.add_edge("think", "tools")
    create = langgraph_agent(builder.compile(cache=InMemoryCache()))
    for _ in range(2):
        (record,) = played(create, asking())
        assert (record.error, [call.name for call in record.tool_calls]) == (None, ["search_rooms"])


def test_branches_of_a_graph_call_their_tools_one_after_the_other() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langgraph.graph import START, MessagesState, StateGraph

    from intentprops.adapters.langgraph import langchain_tools, langgraph_agent

    together = threading.Barrier(2)

    def build(session: Session) -> Any:
        tools = {tool.name: tool for tool in langchain_tools(session)}

        def branch(capacity: int) -> Any:
            def work(values: MessagesState) -> Any:
                with contextlib.suppress(threading.BrokenBarrierError):
                    together.wait(0.1)
                tools["search_rooms"].invoke({"capacity": capacity, "starts_at": brains.AT})
                return {"messages": [("ai", "done")]}

            return work

        builder = StateGraph(MessagesState)
        for name, capacity in (("a", 6), ("b", 12)):
            builder.add_node(name, branch(capacity))
            builder.add_edge(START, name)
        return builder

    (record,) = played(langgraph_agent(build), asking())
    assert together.broken  # they never stood there together
    assert [call.arguments["capacity"] for call in record.tool_calls] == [6, 12]


def test_a_tool_node_in_a_subgraph_is_made_dry_too() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langgraph.graph import START, MessagesState, StateGraph

    from intentprops.adapters.langgraph import langgraph_agent
    from tests.adapters.fakes import langgraph_graph

    outer = StateGraph(MessagesState)
    outer.add_node("inner", langgraph_graph("searches"))
    outer.add_edge(START, "inner")
    (record,) = played(langgraph_agent(outer.compile()), asking())
    assert (record.error, record.assistant_message) == (None, "I found amber, birch, cedar, larch.")


def test_the_given_graph_stays_as_it_is() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from intentprops.adapters.langgraph import dry_graph
    from tests.adapters.fakes import langgraph_graph

    graph = langgraph_graph("searches")
    before = graph.nodes["tools"].bound
    assert dry_graph(graph, session()).nodes["tools"].bound is not before
    assert graph.nodes["tools"].bound is before


def test_a_graph_may_be_built_for_each_dialogue_from_the_dry_run_tools() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langgraph.graph import START, MessagesState, StateGraph

    from intentprops.adapters.langgraph import langchain_tools, langgraph_agent

    def build(session: Session) -> Any:
        tools = {tool.name: tool for tool in langchain_tools(session)}

        def think(values: MessagesState) -> Any:
            found = tools["search_rooms"].invoke({"capacity": 6, "starts_at": brains.AT})
            return {"messages": [("ai", str(found)[:20])]}

        builder = StateGraph(MessagesState)
        builder.add_node("think", think)
        builder.add_edge(START, "think")
        return builder

    (record,) = played(langgraph_agent(build), asking())
    assert (record.error, [call.name for call in record.tool_calls]) == (None, ["search_rooms"])


def test_external_tools_are_answered_at_once_also_beside_a_call_that_waits() -> None:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from pydantic_ai import Agent, DeferredToolRequests, Tool
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel
    from pydantic_ai.tools import ToolDefinition
    from pydantic_ai.toolsets import ExternalToolset

    from intentprops.adapters.pydantic_ai import pydantic_ai_agent
    from tests.adapters.fakes import real_reserve_room

    search = ToolCallPart("search_rooms", {"capacity": 6, "starts_at": brains.AT})
    reserve = ToolCallPart("reserve_room", {"room_id": "amber", "starts_at": brains.AT, "attendees": 6})
    said = [[search], [search, reserve], [TextPart("done")]]
    agent: Any = Agent(
        FunctionModel(lambda messages, info: ModelResponse(parts=said.pop(0))), output_type=[str, DeferredToolRequests],
        tools=[Tool(real_reserve_room, name="reserve_room", requires_approval=True)],
        toolsets=[ExternalToolset([ToolDefinition(name="search_rooms", parameters_json_schema={"type": "object"})])],
    )  # fmt: skip
    trace = played(pydantic_ai_agent(agent), asking(), Turn.of(text="Yes, go ahead."))
    assert [record.error for record in trace] == [None, None]
    assert [[call.name for call in record.tool_calls] for record in trace] == [["search_rooms", "search_rooms"], ["reserve_room"]]
    assert trace[1].assistant_message == "done"


def test_an_output_that_is_no_text_is_shown_as_json_or_as_the_user_says() -> None:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from pydantic import BaseModel
    from pydantic_ai import Agent
    from pydantic_ai.models.test import TestModel

    from intentprops.adapters.pydantic_ai import pydantic_ai_agent

    class Found(BaseModel):
        rooms: list[str]

    agent = Agent(TestModel(call_tools=[], custom_output_args={"rooms": ["amber"]}), output_type=Found)
    (record,) = played(pydantic_ai_agent(agent), asking())
    assert (record.error, record.assistant_message) == (None, '{"rooms":["amber"]}')
    (record,) = played(pydantic_ai_agent(agent, reply=lambda found: f"I found {found.rooms[0]}."), asking())
    assert record.assistant_message == "I found amber."
    assert record.usage.input_tokens is None


def test_calls_before_which_a_breakpoint_stops_wait_for_a_yes() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from intentprops.adapters.langgraph import langgraph_agent
    from tests.adapters.fakes import langgraph_graph

    graph = langgraph_graph("searches", approve=False).copy({"interrupt_before_nodes": ["tools"]})
    trace = played(langgraph_agent(graph), asking("six of us"), Turn.of(text="No, eight of us."), Turn.of(text="Yes, go ahead."))
    assert [record.error for record in trace] == [None] * 3
    asked = [[call["arguments"]["capacity"] for call in getattr(record, "pending", None) or ()] for record in trace]
    assert asked == [[6], [8], []]
    assert [[call.arguments["capacity"] for call in record.tool_calls] for record in trace] == [[], [], [8]]
    assert trace[2].assistant_message == "I found birch, cedar, larch."


def test_a_graph_that_knows_no_messages_says_how_it_hears_and_replies() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from typing import TypedDict

    from langgraph.graph import START, StateGraph

    from intentprops.adapters.langgraph import langchain_tools, langgraph_agent

    class Values(TypedDict, total=False):
        today: str
        said: str
        answer: str

    def build(session: Session) -> Any:
        tools = {tool.name: tool for tool in langchain_tools(session)}

        def work(values: Values) -> Any:
            tools["search_rooms"].invoke({"capacity": brains.people([values["said"]]), "starts_at": brains.AT})
            return {"answer": f"On {values['today']} I looked: {values['said']}"}

        builder = StateGraph(Values)
        builder.add_node("work", work)
        builder.add_edge(START, "work")
        return builder

    connected: dict[str, Any] = {
        "hear": lambda message: {"said": message}, "start": lambda session: {"today": session.now.date().isoformat()},
        "reply": lambda values: values["answer"],
    }  # fmt: skip
    trace = played(langgraph_agent(build, **connected), asking("six of us"), Turn.of(text="eight of us"))
    assert [record.assistant_message for record in trace] == ["On 2026-08-03 I looked: six of us", "On 2026-08-03 I looked: eight of us"]
    (record,) = played(langgraph_agent(build, **{**connected, "reply": None}), asking("six of us"))
    assert "the graph's state has no messages but today, said, answer; say with reply= what the user sees" in str(record.error)


def test_the_interrupts_of_langchains_middleware_are_known() -> None:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from intentprops.adapters.langgraph import answer_to, calls_of

    call = {"name": "reserve_room", "args": {"room_id": "amber"}}
    asked = {"action_requests": [{**call, "description": "?"}] * 2, "review_configs": []}
    assert calls_of(asked) == [{"name": "reserve_room", "arguments": {"room_id": "amber"}}] * 2
    assert answer_to(asked, True) == {"decisions": [{"type": "approve"}] * 2}
    assert [decision["type"] for decision in answer_to(asked, False)["decisions"]] == ["reject"] * 2
    inbox = [{"action_request": {"action": "reserve_room", "args": {"room_id": "amber"}}, "config": {}}]
    assert calls_of(inbox) == [{"name": "reserve_room", "arguments": {"room_id": "amber"}}]
    assert answer_to(inbox, True)[0]["type"] == "accept"
    assert (answer_to("Go on?", True), answer_to("Go on?", False)) == (True, False)
    assert calls_of("Go on?") == [{"name": "interrupt", "arguments": {"value": "Go on?"}}]


def test_the_agents_that_an_agent_hands_over_to_are_made_dry_in_a_circle_too() -> None:
    pytest.importorskip("agents", reason="needs the extra openai-agents")
    from agents import Agent, function_tool, handoff
    from agents.testing import ScriptedModel, assistant_message, function_call

    from intentprops.adapters.openai_agents import openai_agents_agent

    real = function_tool(real_search_rooms, name_override="search_rooms", strict_mode=False)
    search = '{"capacity": 6, "starts_at": "2026-08-07T15:00:00+03:00"}'
    said = [[function_call("search_rooms", search, call_id="1")], [assistant_message("found")], [assistant_message("still here")]]
    finder = Agent("finder", tools=[real], model=ScriptedModel(said))
    clerk = Agent("clerk", handoffs=[handoff(finder)], model=ScriptedModel([[function_call("transfer_to_finder", "{}", call_id="0")]]))
    finder.handoffs = [clerk]
    trace = played(openai_agents_agent(clerk), asking(), Turn.of(text="Thank you."))
    assert [record.error for record in trace] == [None, None]
    assert [record.assistant_message for record in trace] == ["found", "still here"]  # who took over hears the next message
    assert [[call.name for call in record.tool_calls] for record in trace] == [["search_rooms"], []]


def test_a_tool_of_an_agent_that_runs_elsewhere_is_refused() -> None:
    pytest.importorskip("agents", reason="needs the extra openai-agents")
    from agents import Agent, WebSearchTool

    from intentprops.adapters.openai_agents import openai_agents_agent

    for tool, said in ((WebSearchTool(), "is a WebSearchTool, which runs elsewhere,"), (Agent("other").as_tool("ask", "asks"), "is another agent (ask)")):
        (record,) = played(openai_agents_agent(Agent("clerk", tools=[tool])), asking())
        assert said in str(record.error)


def test_a_refused_call_over_mcp_is_an_error_of_the_tool() -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp")
    from mcp import Client

    from intentprops.adapters.mcp import dry_server

    async def called(name: str, arguments: Any) -> Any:
        async with Client(dry_server(session())) as client:
            return await client.call_tool(name, arguments)

    good = asyncio.run(called("search_rooms", {"capacity": 6, "starts_at": brains.AT}))
    assert (good.is_error, good.structured_content["rooms"][0]["id"]) == (False, "amber")
    for name, arguments in (("search_rooms", {"capacity": "many"}), ("open_door", {})):
        assert asyncio.run(called(name, arguments)).is_error is True


def test_the_tools_of_an_mcp_server_are_read_as_a_domain_takes_them() -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp")
    from intentprops import Tool
    from intentprops.adapters.mcp import dry_server, mcp_tools, serving

    here = session()
    with serving(here) as url:
        over_http = mcp_tools(url)
    within = mcp_tools(dry_server(here))
    assert over_http == within
    assert [Tool(definition).spec() for definition in within] == here.tools.specs()
    assert here.tools.take() == []
    with pytest.raises(IntentpropsError, match=r"the MCP server http://127\.0\.0\.1:1/mcp cannot be read") as refused:
        mcp_tools("http://127.0.0.1:1/mcp?key=sk-canary")
    assert "sk-canary" not in str(refused.value)
