"""No adapter bends a dialogue: the reference model, put behind each framework, does and says what it does and says without one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.running.dialogue import play
from intentprops.running.memory import PLAN, with_memory
from intentprops.running.models import ChatMessage, ModelCall
from intentprops.running.reference import ReferenceModel
from intentprops.running.session import Create, Session
from intentprops.scenarios import bundled, find_domain
from intentprops.score import grade
from intentprops.trace import TurnRecord
from tests.adapters import fakes
from tests.adapters.brains import Call, Entry, Whole
from tests.adapters.server import serving

STEPS = 25


def reference(domain: Domain) -> Whole:
    """The reference model as a brain: it is shown what a framework showed its model."""
    model = ReferenceModel(domain)

    def think(system: str, conversation: list[Entry]) -> str | list[Call]:
        messages = [ChatMessage("system", system)]
        for entry in conversation:
            calls = tuple(ModelCall(call.name, call.arguments) for call in entry.calls)
            content = fakes.as_json(entry.answer) if entry.role == "tool" else entry.text
            messages.append(ChatMessage(entry.role, content, calls))  # type: ignore[arg-type]
        said = model.complete(messages)
        return [Call(call.name, dict(call.arguments)) for call in said.calls] or said.text

    return Whole(think)


@contextmanager
def openai_chat(domain: Domain) -> Iterator[Create]:
    pytest.importorskip("openai", reason="needs the extra openai")
    from intentprops.adapters.openai_chat import openai_agent

    with serving(reference(domain)) as server:
        yield openai_agent("fake", instructions=PLAN, base_url=server.url + "/v1", max_steps=STEPS)


@contextmanager
def anthropic_messages(domain: Domain) -> Iterator[Create]:
    pytest.importorskip("anthropic", reason="needs the extra anthropic")
    from intentprops.adapters.anthropic_messages import anthropic_agent

    with serving(reference(domain)) as server:
        yield anthropic_agent("fake", instructions=PLAN, base_url=server.url, api_key="none", max_steps=STEPS)


@contextmanager
def langgraph(domain: Domain) -> Iterator[Create]:
    pytest.importorskip("langgraph", reason="needs the extra langgraph")
    from langchain_core.messages import SystemMessage
    from langgraph.graph import START, MessagesState, StateGraph
    from langgraph.prebuilt import ToolNode, tools_condition

    from intentprops.adapters.dry import facts
    from intentprops.adapters.langgraph import langchain_tools, langgraph_agent

    model = fakes.langchain_model(reference(domain))

    def build(session: Session) -> Any:
        system = SystemMessage(f"{PLAN}\n{facts(session)}")

        def think(values: MessagesState) -> Any:
            return {"messages": [model.invoke([system, *values["messages"]])]}

        builder = StateGraph(MessagesState)
        builder.add_node("think", think)
        builder.add_node("tools", ToolNode(langchain_tools(session)))
        builder.add_edge(START, "think")
        builder.add_conditional_edges("think", tools_condition)
        builder.add_edge("tools", "think")
        return builder

    yield langgraph_agent(build, max_steps=2 * STEPS)


@contextmanager
def pydantic_ai(domain: Domain) -> Iterator[Create]:
    pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
    from pydantic_ai import Agent

    from intentprops.adapters.pydantic_ai import pydantic_ai_agent

    yield pydantic_ai_agent(Agent(fakes.pydantic_ai_model(reference(domain)), instructions=PLAN), max_steps=STEPS)


@contextmanager
def openai_agents(domain: Domain) -> Iterator[Create]:
    pytest.importorskip("agents", reason="needs the extra openai-agents")
    from agents import Agent

    from intentprops.adapters.dry import facts
    from intentprops.adapters.openai_agents import dry_tools, openai_agents_agent

    def build(session: Session) -> Any:
        return Agent("clerk", instructions=f"{PLAN}\n{facts(session)}", tools=dry_tools(session), model=model)

    model = fakes.agents_model(reference(domain))
    yield openai_agents_agent(build, max_steps=STEPS)


def seen(trace: list[TurnRecord]) -> list[Any]:
    return [
        (record.error, record.assistant_message, record.harness, [(call.name, call.arguments, call.result) for call in record.tool_calls])
        for record in trace
    ]


def told(domain: Domain, scenario: Scenario, create: Create) -> Any:
    trace = play(domain, scenario, create)
    graded = grade(domain, scenario, trace)
    return seen(trace), graded.points, [(finding.turn, finding.path, finding.reason) for finding in graded.findings]


def black_box(create: Create) -> Create:
    """The agent without what it exposes beside its words: no adapter of a model can know more."""

    def made(session: Session) -> Any:
        respond: Any = create(session)
        return lambda message: respond(message).text

    return made


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", ["rooms", "mail"])
@pytest.mark.parametrize("rig", [openai_chat, anthropic_messages, langgraph, pydantic_ai, openai_agents])
def test_a_dialogue_through_an_adapter_is_the_dialogue_without(rig: Any, name: str, language: Any) -> None:
    domain = find_domain(name)
    plain = black_box(with_memory(ReferenceModel(domain), "chat", max_steps=STEPS))
    with rig(domain) as create:
        for scenario in bundled(name, language):
            through = told(domain, scenario, create)
            assert through == told(domain, scenario, plain), scenario.id
            assert not [error for error, *_ in through[0] if error]
