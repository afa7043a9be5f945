"""A rig for each adapter: an agent of that framework with a brain for a model, tools that raise, and a yes asked before it reserves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from intentprops.running.session import Create
from tests.adapters import brains, fakes
from tests.adapters.server import serving

ROOT = Path(__file__).parents[2]
STEPS = 6
"""The step limit of every rig."""


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
    pytest.importorskip("tenacity", reason="needs the extra http")
    pytest.importorskip("httpx", reason="needs the extra http")
    from intentprops.adapters.http import http_agent

    with serving(getattr(brains, brain)) as server:
        yield http_agent(server.url + "/chat", max_steps=STEPS)


@rig
def command(brain: str) -> Iterator[Create]:
    from intentprops.adapters.command import command_agent

    yield command_agent([sys.executable, "-m", "tests.adapters.speaker", brain], cwd=str(ROOT), max_steps=STEPS)


@rig
def langgraph(brain: str) -> Iterator[Create]:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from intentprops.adapters.langgraph import langgraph_agent

    yield langgraph_agent(fakes.langgraph_graph(brain), max_steps=3 * STEPS)


@rig
def langgraph_with_tools_that_interrupt(brain: str) -> Iterator[Create]:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from intentprops.adapters.langgraph import langgraph_agent

    yield langgraph_agent(fakes.langgraph_graph(brain, approve=False), approval=["reserve_room"], max_steps=3 * STEPS)


@rig
def pydantic_ai(brain: str) -> Iterator[Create]:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from intentprops.adapters.pydantic_ai import pydantic_ai_agent

    yield pydantic_ai_agent(fakes.pydantic_ai_clerk(brain), max_steps=STEPS)


@rig
def pydantic_ai_with_tools_that_ask(brain: str) -> Iterator[Create]:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from pydantic_ai import Agent, Tool

    from intentprops.adapters.pydantic_ai import pydantic_ai_agent

    tools = [Tool(fakes.real_search_rooms, name="search_rooms"), Tool(fakes.real_reserve_room, name="reserve_room")]
    yield pydantic_ai_agent(Agent(fakes.pydantic_ai_model(brain), tools=tools), approval=["reserve_room"], max_steps=STEPS)


@rig
def openai_agents(brain: str) -> Iterator[Create]:
    pytest.importorskip("agents", reason="needs the extra openai-agents")
    from intentprops.adapters.openai_agents import openai_agents_agent

    yield openai_agents_agent(fakes.agents_clerk(brain), max_steps=STEPS)


@rig
def mcp(brain: str) -> Iterator[Create]:
    pytest.importorskip("mcp", reason="needs the extra mcp")
    from intentprops.adapters.mcp import mcp_agent

    if brain == "breaks_json":
        pytest.skip("MCP carries arguments that are objects, and no others")

    def build(session: Any, url: str) -> Any:
        clerk = fakes.McpClerk(url, brain, STEPS)
        clerk.speaker.users = [record.user_message for record in session.history]
        return clerk.chat

    yield mcp_agent(build)
