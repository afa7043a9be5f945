"""Dialogues for other tools: OpenTelemetry spans and chat messages."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

from intentprops.domains.rooms import rooms
from intentprops.findings import POINTS
from intentprops.reports.export import conversation, spans
from intentprops.running.experiment import Plan, prepare


def exported(scenario: str, mode: str, model: str = "mistaken") -> tuple[dict[str, Any], dict[str, Any], Any]:
    experiment = prepare(Plan(only=(scenario,), modes=(mode,), model=model))  # type: ignore[arg-type]
    slot = next(iter(experiment.slots.values()))
    trace = experiment.play(slot)
    attempt = experiment.attempt(trace)
    return spans(slot.scenario, trace, attempt, agent=model, run="r"), conversation(slot.domain, trace, attempt), trace


def known(attributes: list[dict[str, Any]]) -> dict[str, Any]:
    return {a["key"]: next(iter(a["value"].values())) for a in attributes}


def flat(document: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = document["resourceSpans"][0]["scopeSpans"][0]["spans"]
    return found


# -- OpenTelemetry


def test_a_dialogue_is_a_trace_of_turns_and_calls() -> None:
    document, _, _ = exported("F1", "chat")
    found = flat(document)
    assert [span["name"] for span in found] == [
        "dialogue", "invoke_agent mistaken", "execute_tool search_rooms", "invoke_agent mistaken", "invoke_agent mistaken",
        "execute_tool reserve_room",
    ]  # fmt: skip
    ids = {span["spanId"] for span in found}
    assert len(ids) == len(found)
    assert {span["traceId"] for span in found} == {found[0]["traceId"]}
    assert [span["parentSpanId"] in ids for span in found] == [False, True, True, True, True, True]
    assert all(int(span["startTimeUnixNano"]) < int(span["endTimeUnixNano"]) for span in found)


def test_a_turn_has_its_messages_and_a_call_its_arguments_and_result() -> None:
    found = flat(exported("F1", "chat")[0])
    turn, call = known(found[1]["attributes"]), known(found[2]["attributes"])
    assert turn["gen_ai.operation.name"] == "invoke_agent"
    assert turn["gen_ai.conversation.id"] == "F1__chat__repeat-01"
    assert json.loads(turn["gen_ai.input.messages"])[0]["parts"][0]["content"].startswith("Book a room for eight")
    assert call["gen_ai.operation.name"] == "execute_tool"
    assert json.loads(call["gen_ai.tool.call.arguments"])["capacity"] == 8
    assert json.loads(call["gen_ai.tool.call.result"])["rooms"]
    assert "gen_ai.usage.input_tokens" not in turn, "what is unknown is left out"


def test_the_points_and_findings_are_evaluation_results() -> None:
    found = flat(exported("F1", "chat")[0])
    points = {e["gen_ai.evaluation.name"]: e for e in (known(event["attributes"]) for event in found[0]["events"])}
    assert tuple(points) == POINTS
    assert (points["Function"]["gen_ai.evaluation.score.value"], points["Function"]["gen_ai.evaluation.score.label"]) == (0.0, "fail")
    assert points["State"]["gen_ai.evaluation.score.label"] == "not_judged"
    assert "gen_ai.evaluation.score.value" not in points["State"]
    event = known(found[-1]["events"][0]["attributes"])
    assert event["gen_ai.evaluation.name"] == "Function.forbidden_call", "it is an event of the call"
    assert event["intentprops.role"] == "cause"
    assert "the user forbade it" in event["gen_ai.evaluation.explanation"]


def test_it_is_what_opentelemetry_reads() -> None:
    pytest.importorskip("opentelemetry.proto", reason="opentelemetry-proto is not installed")
    from google.protobuf import json_format
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

    document = exported("F4", "chat")[0]
    assert len(json_format.ParseDict(document, TracesData()).resource_spans[0].scope_spans[0].spans) == len(flat(document))


# -- messages


def test_messages_stand_in_order_and_every_call_has_its_answer() -> None:
    _, document, trace = exported("F1", "chat")
    messages = document["messages"]
    assert [message["role"] for message in messages] == [
        "user", "assistant", "tool", "assistant", "user", "assistant", "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    for message, answer in pairwise(messages):
        for call in message.get("tool_calls", []):
            assert answer["tool_call_id"] == call["id"]
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
    assert [m["content"] for m in messages if m["role"] == "user"] == [record.user_message for record in trace]
    assert [tool["function"]["name"] for tool in document["tools"]] == list(rooms.tool)
    assert document["metadata"]["points"]["Function"] == 0


def test_a_call_that_was_cancelled_never_ran_and_is_not_there() -> None:
    document, messages, trace = exported("F4", "structured")
    cancelled = [call for record in trace for call in record.tool_calls if call.status == "cancelled"]
    assert cancelled
    ran = [call.name for record in trace for call in record.tool_calls if call.status != "cancelled"]
    assert [call["function"]["name"] for m in messages["messages"] for call in m.get("tool_calls", [])] == ran
    assert [span["name"].split()[1] for span in flat(document) if span["name"].startswith("execute_tool")] == ran
