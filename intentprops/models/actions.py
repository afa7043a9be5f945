"""Tools for a model that has no tool calls of its own: each answer is one JSON object, an *action*, that a schema enforces.

An action calls a tool or says something to the user. A server that constrains its output by a JSON Schema makes every
answer one of these, whatever the model would have written.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from intentprops.errors import AgentError
from intentprops.running.models import ChatMessage, Completion, ModelCall
from intentprops.trace import shorten

REPLY = "reply"
"""The action that says something to the user."""
LONGEST_REPLY, LONGEST_TEXT, LONGEST_LIST = 300, 40, 5
"""Bounds that a schema gets where it has none: a weak model may never end a text or a list."""


def action_schema(tools: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The schema of an action with these tools."""
    text = {
        "type": "object", "properties": {"text": {"type": "string", "minLength": 1, "maxLength": LONGEST_REPLY}}, "required": ["text"],
        "additionalProperties": False,
    }  # fmt: skip
    choices = [*((tool["name"], tool["parameters"]) for tool in tools), (REPLY, text)]
    either = {
        "anyOf": [
            {
                "type": "object", "properties": {"action": {"const": name}, "arguments": schema},
                "required": ["action", "arguments"], "additionalProperties": False,
            }
            for name, schema in choices
        ]
    }  # fmt: skip
    return dict(bounded(either))


def bounded(schema: Any) -> Any:
    """A schema with an end to every text and list, and without what a grammar cannot say (most conditions, uniqueness).

    What fits it need not fit the original; whoever asked with the original judges the answer by that.
    """
    if isinstance(schema, list):
        return [bounded(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    if (cases := _cases(schema)) is not None:
        return {"anyOf": [bounded(case) for case in cases]}
    left_out = {"$schema", "title", "allOf", "if", "then", "else", "uniqueItems", "default"}
    left_out |= {"pattern"} if "format" in schema else set()
    out = {key: bounded(part) for key, part in schema.items() if key not in left_out}
    if "properties" in schema:  # a property may be called as a keyword is
        out["properties"] = {name: bounded(part) for name, part in schema["properties"].items()}
    if schema.get("type") == "string" and not {"enum", "const", "pattern", "format"} & set(schema):
        out.setdefault("maxLength", LONGEST_TEXT)
    if schema.get("type") == "array":
        out.setdefault("maxItems", LONGEST_LIST)
    return out


def _cases(schema: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The schemas of the cases that a schema tells apart by "if … then …"; ``None`` where it does not.

    Two kinds are known: a choice is null or not; and a choice has one of several values, each with a shape of its own.
    """
    base = {key: part for key, part in schema.items() if key not in ("allOf", "if", "then")}
    properties: Mapping[str, Any] = schema.get("properties", {})
    if schema.get("allOf") and all(set(part) == {"if", "then"} for part in schema["allOf"]):
        whens = [(part["if"]["properties"], part["then"].get("properties", {})) for part in schema["allOf"]]
        return [{**base, "properties": {**properties, **when, **then}} for when, then in whens]
    condition = schema.get("if", {}).get("properties", {})
    name = next(iter(condition), "")
    choices = properties.get(name, {}).get("enum", ())
    if len(condition) != 1 or condition[name] != {"type": "null"} or None not in choices:
        return None
    chosen = {name: {"enum": [choice for choice in choices if choice is not None]}}
    null = {name: {"enum": [None]}, **schema.get("then", {}).get("properties", {})}
    return [{**base, "properties": {**properties, **case}} for case in (chosen, null)]


def instruction(tools: Sequence[Mapping[str, Any]]) -> str:
    """How to answer, for the model to read."""
    lines = [
        f'{{"action": "{tool["name"]}", "arguments": {{{_signature(tool["parameters"])}}}}}: {tool["description"]}' for tool in tools
    ]
    told = f'{{"action": "{REPLY}", "arguments": {{"text": string}}}}: Say something to the user.'
    return "\n".join(["Answer with one JSON object, an action:", *lines, told])


def _signature(schema: Mapping[str, Any]) -> str:
    return ", ".join(f'"{name}": {_kind(part)}' for name, part in schema.get("properties", {}).items())


def _kind(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(map(_kind, schema["anyOf"]))
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}, …]"
    return str(schema.get("format") or schema.get("type") or "any")


def spoken(messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    """The messages with calls and their answers as plain text, and how to answer before the last one, where a weak model heeds it."""
    plain: list[dict[str, str]] = []
    for message in messages:
        if message.role == "tool":
            plain.append({"role": "user", "content": f"Answer of {message.name}: {message.content}"})
        elif message.calls:
            plain += [{"role": "assistant", "content": _action(call.name, dict(call.arguments))} for call in message.calls]
        elif message.role == "assistant" and tools:
            plain.append({"role": "assistant", "content": _action(REPLY, {"text": message.content})})
        else:
            plain.append({"role": message.role, "content": message.content})
    if tools and plain:
        plain[-1]["content"] = instruction(tools) + "\n\n" + plain[-1]["content"]
    return plain


def _action(name: str, arguments: Mapping[str, Any]) -> str:
    return json.dumps({"action": name, "arguments": arguments}, ensure_ascii=False)


def read_action(answer: str) -> Completion:
    """The completion that an answer says; raises :class:`AgentError` for what is no action."""
    try:
        action = json.loads(answer)
    except ValueError as error:
        raise AgentError(f"the model's action is no JSON ({error}): {shorten(answer, 200)}") from None
    if not isinstance(action, dict) or not isinstance(action.get("arguments"), dict) or not isinstance(action.get("action"), str):
        raise AgentError(f"the model's answer is no action with a name and arguments: {shorten(answer, 200)}")
    if action["action"] == REPLY:
        return Completion(str(action["arguments"].get("text", "")))
    return Completion(calls=(ModelCall(action["action"], action["arguments"]),))
