"""The recorded runs of tau-bench and of tau2 (and benchmarks that write tau2's form, such as AgentChangeBench)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from intentprops.importers import openai_chat
from intentprops.importers.conversation import Conversation, decoded, is_error, text_of
from intentprops.importers.recorded import Recorded, Source
from intentprops.trace import shorten


def tau_bench(document: Any, source: Source) -> Iterator[Recorded]:
    """One run, ``{task_id, reward, info, traj, trial}``; ``reward``, ``info`` (with the task and its right actions) become metadata.

    Its tools say ``Error: …`` where they refuse.
    """
    told = Conversation(source)
    for number, message in enumerate(_list(told, document.get("traj"), "traj")):
        told.at = f"traj[{number}]"
        openai_chat.read(told, message)
    metadata = {key: value for key, value in document.items() if key != "traj"}
    yield told.recorded(f"task-{document.get('task_id')}-trial-{document.get('trial', 0)}", "tau-bench", metadata)


def tau2(document: Any, source: Source) -> Iterator[Recorded]:
    """``Results`` of tau2. Metadata of each simulation are its own facts (``reward_info``, ``seed``, …), and its ``task``.

    Calls that the simulated user makes on a device of his are no calls of the agent: they stand in the record of the turn as
    ``user_calls``, with their results.
    """
    listed = _list(Conversation(source), document.get("tasks") or [], "tasks")
    tasks = {str(task.get("id")): task for task in listed if isinstance(task, Mapping)}
    for simulation in _list(Conversation(source), document["simulations"], "simulations"):
        told = Conversation(source)
        if not isinstance(simulation, Mapping):
            raise told.error(f"{shorten(simulation)} is no simulation")
        for number, message in enumerate(_list(told, simulation.get("messages"), "messages")):
            told.at = f"messages[{number}]"
            _tau2_message(told, message)
        task_id = simulation.get("task_id")
        facts = {key: value for key, value in simulation.items() if key != "messages"}
        info = document.get("info")
        metadata = facts | {"task": tasks.get(str(task_id)), "info": info}
        yield told.recorded(f"task-{task_id}-trial-{simulation.get('trial', 0)}", "tau2", metadata)


def _tau2_message(told: Conversation, message: Any) -> None:
    if not isinstance(message, Mapping):
        raise told.error(f"{shorten(message)} is no message")
    if isinstance(several := message.get("tool_messages"), list):
        for one in several:
            _tau2_message(told, one)
        return
    role, content = message.get("role"), message.get("content")
    if role == "user":
        for call in _list(told, message.get("tool_calls") or [], "tool_calls"):
            told.fact("user_calls", {key: call.get(key) for key in ("id", "name", "arguments")} if isinstance(call, Mapping) else call)
        if content is not None:
            told.user(text_of(content, told))
    elif role == "assistant":
        told.tokens(message.get("usage"), "prompt_tokens", "completion_tokens")
        told.agent(text_of(content, told))
        for call in _list(told, message.get("tool_calls") or [], "tool_calls"):
            if not isinstance(call, Mapping):
                raise told.error(f"tool_calls: {shorten(call)} is no call")
            told.call(call.get("name"), call.get("arguments"), call.get("id"))
    elif role == "tool" and message.get("requestor") == "user":
        told.fact("user_results", {"id": message.get("id"), "result": decoded(content), "error": message.get("error")})
    elif role == "tool":
        value = decoded(content)
        told.result(value, call_id=message.get("id"), failed=bool(message.get("error")) or is_error(value))
    elif role == "system":
        told.system.append(text_of(content, told))
    else:
        raise told.error(f"role: {shorten(role)} is none of system, user, assistant, tool")


def _list(told: Conversation, value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise told.error(f"{name}: {shorten(value)} is no list")
    return value
