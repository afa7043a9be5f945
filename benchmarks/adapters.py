"""What each adapter costs for each turn, as a ratio to the bare library in the same run: ``python -m benchmarks.adapters``.

Both sides play the same dialogue with the same fake model or local server, one search and one reply in each turn; the bare side
has a plain function for a tool. What an adapter adds is the dry run, the record of the call and of the turn, and the thread of the
dialogue. Milliseconds are those of the processor.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from intentprops import Scenario, Turn
from intentprops.domains.rooms import Building, rooms
from intentprops.running.dialogue import play
from intentprops.running.session import Create
from tests.adapters import brains, fakes, rigs
from tests.adapters.server import serving

ROOT = Path(__file__).parents[1]
MESSAGE = "There will be six of us."
Dialogue = Callable[[int], None]
"""Plays a dialogue of so many turns with the bare library."""


def search(capacity: int, starts_at: str, required_features: list[str] | None = None) -> Any:
    """Find rooms."""
    return json.loads(json.dumps(Building().search_rooms(capacity, starts_at, required_features)))


@contextmanager
def openai_chat() -> Iterator[Dialogue]:
    import openai

    with serving(brains.searches) as server:
        client = openai.OpenAI(base_url=server.url + "/v1", api_key="none")
        tools = [{"type": "function", "function": tool.spec()} for tool in rooms.tools]

        def dialogue(turns: int) -> None:
            messages: list[Any] = [{"role": "system", "content": "You find rooms."}]
            for _ in range(turns):
                messages.append({"role": "user", "content": MESSAGE})
                while True:
                    said = client.chat.completions.create(model="fake", messages=messages, tools=tools).choices[0].message  # type: ignore[call-overload]
                    messages.append(said.model_dump(exclude_none=True))
                    if not said.tool_calls:
                        break
                    for call in said.tool_calls:
                        answer = json.dumps(search(**json.loads(call.function.arguments)))
                        messages.append({"role": "tool", "tool_call_id": call.id, "content": answer})

        yield dialogue


@contextmanager
def anthropic_messages() -> Iterator[Dialogue]:
    import anthropic

    with serving(brains.searches) as server:
        client = anthropic.Anthropic(base_url=server.url, api_key="none")
        tools: Any = [{"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)} for tool in rooms.tools]

        def dialogue(turns: int) -> None:
            messages: list[Any] = []
            for _ in range(turns):
                messages.append({"role": "user", "content": MESSAGE})
                while True:
                    said = client.messages.create(model="fake", max_tokens=100, messages=messages, tools=tools)
                    messages.append({"role": "assistant", "content": [block.model_dump() for block in said.content]})
                    used = [block for block in said.content if block.type == "tool_use"]
                    if not used:
                        break
                    results = [{"type": "tool_result", "tool_use_id": b.id, "content": json.dumps(search(**b.input))} for b in used]
                    messages.append({"role": "user", "content": results})

        yield dialogue


def _exchange(ask: Callable[[Any], Any], turns: int) -> None:
    session = uuid4().hex
    for _ in range(turns):
        answer = ask({"session": session, "message": MESSAGE})
        while "calls" in answer:
            results = [{"name": call["name"], "result": search(**call["arguments"])} for call in answer["calls"]]
            answer = ask({"session": session, "results": results})


@contextmanager
def http() -> Iterator[Dialogue]:
    import httpx

    with serving(brains.searches) as server:

        def dialogue(turns: int) -> None:
            with httpx.Client() as client:
                _exchange(lambda body: client.post(server.url + "/chat", json=body).json(), turns)

        yield dialogue


@contextmanager
def command() -> Iterator[Dialogue]:
    def dialogue(turns: int) -> None:
        words = [sys.executable, "-m", "tests.adapters.speaker", "searches"]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
            assert process.stdin is not None
            assert process.stdout is not None

            def ask(body: Any) -> Any:
                print(json.dumps(body), file=process.stdin, flush=True)
                return json.loads(process.stdout.readline())  # type: ignore[union-attr]

            _exchange(ask, turns)
            process.stdin.close()

    yield dialogue


@contextmanager
def langgraph() -> Iterator[Dialogue]:
    from langchain_core.tools import tool
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.prebuilt import ToolNode

    graph = fakes.langgraph_graph("searches")
    node = graph.nodes["tools"].copy({"bound": ToolNode([tool("search_rooms")(search)])})
    graph = graph.copy({"nodes": {**graph.nodes, "tools": node}, "checkpointer": InMemorySaver()})

    async def talk(turns: int) -> None:
        config = {"configurable": {"thread_id": uuid4().hex}}
        for _ in range(turns):
            await graph.ainvoke({"messages": [("user", MESSAGE)]}, config)

    yield lambda turns: asyncio.run(talk(turns))


@contextmanager
def pydantic_ai() -> Iterator[Dialogue]:
    from pydantic_ai import Agent, Tool

    agent = Agent(fakes.pydantic_ai_model("searches"), tools=[Tool(search, name="search_rooms")])

    async def talk(turns: int) -> None:
        history = None
        for _ in range(turns):
            history = (await agent.run(MESSAGE, message_history=history)).all_messages()

    yield lambda turns: asyncio.run(talk(turns))


@contextmanager
def openai_agents() -> Iterator[Dialogue]:
    from agents import Agent, RunConfig, Runner, function_tool

    tools = [function_tool(search, name_override="search_rooms", strict_mode=False)]
    agent = Agent("clerk", tools=tools, model=fakes.agents_model("searches"))

    async def talk(turns: int) -> None:
        items: list[Any] = []
        for _ in range(turns):
            given = [*items, {"role": "user", "content": MESSAGE}]
            items = (await Runner.run(agent, given, run_config=RunConfig(tracing_disabled=True))).to_input_list()

    yield lambda turns: asyncio.run(talk(turns))


@contextmanager
def mcp() -> Iterator[Dialogue]:
    from mcp import Client
    from mcp.server import MCPServer

    from intentprops.adapters.mcp import serving_app

    async def talk(turns: int, url: str) -> None:
        users: list[str] = []
        for _ in range(turns):
            users.append(MESSAGE)
            async with Client(url) as client:
                await client.list_tools()
                (call,) = brains.searches(users, [])
                answer = await client.call_tool(call.name, call.arguments)
            brains.searches(users, [(call.name, json.loads(answer.content[0].text))])

    def dialogue(turns: int) -> None:
        server: Any = MCPServer("bare", log_level="ERROR")
        server.tool(name="search_rooms")(search)
        with serving_app(server.streamable_http_app()) as address:
            asyncio.run(talk(turns, f"{address}/mcp"))

    yield dialogue


BARE = [openai_chat, anthropic_messages, http, command, langgraph, pydantic_ai, openai_agents, mcp]


def adapted(create: Create, turns: int) -> None:
    said = tuple(Turn.of(text=MESSAGE) for _ in range(turns))
    trace = play(rooms, Scenario("bench", "rooms", said, datetime.fromisoformat(Building.now)), create, timeout=None)
    assert len(trace) >= turns, trace[-1].error
    assert all(len(record.tool_calls) == 1 for record in trace)


def seconds(work: Callable[[], None]) -> float:
    """The processor's time, of this process and of those that it ended: other work on the machine does not count."""
    began = _processor()
    work()
    return _processor() - began


def _processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=20, help="turns of a dialogue (20; 30 at most)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds; the fastest counts")
    parser.add_argument("--only", choices=[bare.__name__ for bare in BARE], action="append", help="this adapter; may be repeated")
    options = parser.parse_args()
    print(f"{'adapter':20} {'bare, ms a turn':>16} {'adapter':>9} {'ratio':>7} {'added, ms':>10}")
    for bare in BARE:
        if options.only and bare.__name__ not in options.only:
            continue
        times: dict[str, list[float]] = {"bare": [], "adapter": []}
        with bare() as dialogue, rigs.RIGS[bare.__name__]("searches") as create:
            for number in range(options.rounds + 1):
                for side, play_it in (("bare", dialogue), ("adapter", partial(adapted, create))):
                    found = seconds(lambda play_it=play_it: play_it(options.turns))  # type: ignore[misc]
                    if number:  # the first round warms up
                        times[side].append(found)
        plain, ours = (1000 * min(times[side]) / options.turns for side in ("bare", "adapter"))
        print(f"{bare.__name__:20} {plain:16.2f} {ours:9.2f} {ours / plain:7.2f} {ours - plain:10.2f}")


if __name__ == "__main__":
    main()
