"""One conversation, as each format writes it; and conversations at random."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from intentprops.importers import Recorded


@dataclass(frozen=True)
class Call:
    name: str
    arguments: dict[str, Any]
    result: Any
    failed: bool


@dataclass(frozen=True)
class Step:
    """A message of the agent: a text, calls made at once, or both; the text comes first."""

    text: str
    calls: tuple[Call, ...]
    usage: tuple[int, int] | None


@dataclass(frozen=True)
class Turn:
    said: tuple[str, ...]
    steps: tuple[Step, ...]


Talk = tuple[Turn, ...]

words = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=12)
scalars = st.none() | st.booleans() | st.integers(-9, 9) | st.floats(-9, 9, allow_nan=False) | words
objects = st.dictionaries(words, scalars | st.lists(scalars, max_size=3), max_size=3)
answers = objects.filter(lambda found: "error" not in found) | st.lists(objects, max_size=2)
calls = st.one_of(
    st.builds(Call, st.sampled_from(["search", "book", "невидимый"]), objects, answers, st.just(False)),
    st.builds(Call, st.sampled_from(["search", "book"]), objects, words.map(lambda text: {"error": text}), st.just(True)),
)
usages = st.none() | st.tuples(st.integers(0, 999), st.integers(0, 999))
steps = st.one_of(
    st.builds(Step, words, st.just(()), usages),
    st.builds(Step, words | st.just(""), st.lists(calls, min_size=1, max_size=3).map(tuple), usages),
)
turns = st.builds(Turn, st.lists(words, min_size=1, max_size=2).map(tuple), st.lists(steps, min_size=1, max_size=3).map(tuple))
talks = st.lists(turns, min_size=1, max_size=4).map(tuple)


def told(talk: Talk) -> list[Any]:
    """What must come out of any format."""
    found = []
    for turn in talk:
        said, made = [], list[Any]()
        for step in turn.steps:
            if step.text:
                said.append((step.text, len(made)))
            made += [(c.name, c.arguments, c.result, "error" if c.failed else "ok") for c in step.calls]
        usage = [step.usage for step in turn.steps]
        sums = (None, None) if None in usage else tuple(sum(u[n] for u in usage if u) for n in (0, 1))
        found.append((turn.said, said, made, sums))
    return found


def heard(recorded: Recorded) -> list[Any]:
    """The same of what was read."""
    return [
        (
            turn.messages,
            [(said.text, said.calls_before) for said in turn.said],
            [(call.name, call.arguments, call.result, call.status) for call in turn.calls],
            (turn.usage.input_tokens, turn.usage.output_tokens),
        )
        for turn in recorded.turns
    ]


def _numbered(step: Step, at: list[int]) -> list[tuple[str, Call]]:
    found = []
    for call in step.calls:
        at[0] += 1
        found.append((f"call_{at[0]}", call))
    return found


def openai(talk: Talk) -> dict[str, Any]:
    messages: list[dict[str, Any]] = [{"role": "system", "content": "the rules"}]
    at = [0]
    for turn in talk:
        messages += [{"role": "user", "content": text} for text in turn.said]
        for step in turn.steps:
            made = _numbered(step, at)
            message: dict[str, Any] = {"role": "assistant", "content": step.text or None}
            if made:
                message["tool_calls"] = [
                    {"id": id, "type": "function", "function": {"name": c.name, "arguments": json.dumps(c.arguments)}} for id, c in made
                ]
            if step.usage:
                message["usage"] = {"prompt_tokens": step.usage[0], "completion_tokens": step.usage[1]}
            messages.append(message)
            for id, call in reversed(made):  # answers to calls made at once come as they are ready
                messages.append({"role": "tool", "tool_call_id": id, "content": json.dumps(call.result)})
    return {"id": "d-1", "messages": messages, "reward": 1.0}


def anthropic(talk: Talk) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    at = [0]
    for turn in talk:
        messages += [{"role": "user", "content": [{"type": "text", "text": text}]} for text in turn.said]
        for step in turn.steps:
            made = _numbered(step, at)
            blocks: list[dict[str, Any]] = [{"type": "text", "text": step.text}] if step.text else []
            blocks += [{"type": "tool_use", "id": id, "name": c.name, "input": c.arguments} for id, c in made]
            message: dict[str, Any] = {"role": "assistant", "content": blocks}
            if step.usage:
                message["usage"] = {"input_tokens": step.usage[0], "output_tokens": step.usage[1]}
            messages.append(message)
            if made:
                results = [
                    {"type": "tool_result", "tool_use_id": id, "content": [{"type": "text", "text": json.dumps(c.result)}], "is_error": c.failed}
                    for id, c in made
                ]
                messages.append({"role": "user", "content": results})
    return {"id": "d-1", "system": "the rules", "messages": messages, "reward": 1.0}


def tau_bench(talk: Talk) -> dict[str, Any]:
    return {"task_id": 3, "trial": 1, "reward": 1.0, "info": {"task": {"actions": [{"name": "book"}]}}, "traj": openai(talk)["messages"]}


def tau2(talk: Talk) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    at = [0]
    for turn in talk:
        messages += [{"role": "user", "content": text} for text in turn.said]
        for step in turn.steps:
            made = _numbered(step, at)
            usage = step.usage and {"prompt_tokens": step.usage[0], "completion_tokens": step.usage[1]}
            asked = [{"id": id, "name": c.name, "arguments": c.arguments, "requestor": "assistant"} for id, c in made]
            messages.append({"role": "assistant", "content": step.text or None, "tool_calls": asked or None, "usage": usage})
            for id, call in made:
                messages.append({"role": "tool", "id": id, "requestor": "assistant", "error": call.failed, "content": json.dumps(call.result)})
    simulation = {"id": "s", "task_id": "[x]1", "trial": 0, "reward_info": {"reward": 1.0}, "messages": messages}
    return {"timestamp": "now", "info": {"n": 1}, "tasks": [{"id": "[x]1", "purpose": "p"}], "simulations": [simulation]}


def plain(talk: Talk) -> dict[str, Any]:
    found = []
    for turn, (said, _, made, usage) in zip(talk, told(talk), strict=True):
        calls = [{"name": n, "arguments": a, "result": r, "error": status == "error"} for n, a, r, status in made]
        last = [step.text for step in turn.steps if step.text]
        entry: dict[str, Any] = {"user": list(said), "calls": calls, "usage": dict(zip(("input_tokens", "output_tokens"), usage, strict=True))}
        found.append(entry | ({"agent": last} if last else {}))
    return {"id": "d-1", "turns": found, "metadata": {"reward": 1.0}}


def _attributes(known: dict[str, Any]) -> list[dict[str, Any]]:
    kinds: dict[type, Callable[[Any], dict[str, Any]]] = {int: lambda n: {"intValue": str(n)}, str: lambda s: {"stringValue": s}}
    return [{"key": key, "value": kinds[type(value)](value)} for key, value in known.items() if value is not None]


def otel(talk: Talk) -> dict[str, Any]:
    """Requests that repeat the whole history, as instrumented clients record them, with a span for each run of a tool."""
    history: list[dict[str, Any]] = []
    spans: list[dict[str, Any]] = []
    at, clock = [0], [0]

    def span(known: dict[str, Any], failed: bool = False) -> None:
        clock[0] += 10
        spans.append({
            "traceId": "a" * 32, "spanId": f"{clock[0]:016x}", "name": "s", "startTimeUnixNano": str(clock[0]),
            "endTimeUnixNano": str(clock[0] + 5), "attributes": _attributes(known), "status": {"code": 2 if failed else 1},
        })  # fmt: skip

    for turn in talk:
        history += [{"role": "user", "parts": [{"type": "text", "content": text}]} for text in turn.said]
        for step in turn.steps:
            made = _numbered(step, at)
            parts: list[dict[str, Any]] = [{"type": "text", "content": step.text}] if step.text else []
            parts += [{"type": "tool_call", "id": id, "name": c.name, "arguments": c.arguments} for id, c in made]
            out = {"role": "assistant", "parts": parts}
            usage = step.usage or (None, None)
            span({
                "gen_ai.operation.name": "chat", "gen_ai.conversation.id": "d-1", "gen_ai.input.messages": json.dumps(history),
                "gen_ai.output.messages": json.dumps([out | {"finish_reason": "stop"}]), "gen_ai.usage.input_tokens": usage[0],
                "gen_ai.usage.output_tokens": usage[1], "gen_ai.system_instructions": json.dumps([{"type": "text", "content": "the rules"}]),
            })  # fmt: skip
            history.append(out)
            for id, call in made:
                span({
                    "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": call.name, "gen_ai.tool.call.id": id,
                    "gen_ai.tool.call.arguments": json.dumps(call.arguments), "gen_ai.tool.call.result": json.dumps(call.result),
                }, call.failed)  # fmt: skip
                response = {"type": "tool_call_response", "id": id, "response": call.result}
                history.append({"role": "tool", "parts": [response]})
    return {"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]}


FORMATS: dict[str, Callable[[Talk], dict[str, Any]]] = {
    "openai": openai, "anthropic": anthropic, "tau-bench": tau_bench, "tau2": tau2, "plain": plain, "otel": otel,
}  # fmt: skip
