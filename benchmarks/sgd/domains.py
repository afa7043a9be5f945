"""Services become a domain: intents are goals and tools, transactional is effectful, slots are fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import create_model

from benchmarks.sgd.carried import kind_of
from benchmarks.sgd.names import qualified
from benchmarks.sgd.reading import DONT_CARE, Intent, Service, Slot
from intentprops import Domain, FromItem, Goal, Result, Tool

NOW = "2019-03-01T09:00:00+00:00"
"""SGD's dialogues are set on the 1st of March 2019."""


def result_of(service: str, intent: str) -> str:
    """The result, or the effect, that a method brings."""
    return f"{qualified(service, intent)}_result"


def from_items(service: Service) -> set[str]:
    """The slots that an accepted item fills in: those that a transaction requires, and those that are carried to other services.

    What a search alone asks for stays the user's own wish: a person who takes a hotel with five stars has not said that it
    must have five.
    """
    required = {name for intent in service.intents if intent.is_transactional for name in intent.required_slots}
    found = {name for intent in service.intents for name in intent.result_slots}
    taken = {name for intent in service.intents for name in intent.slots}
    return {name for name in found if name in required or (name not in taken and kind_of(service.service_name, name))}


def parameters(service: Service, intent: Intent) -> dict[str, Any]:
    """The JSON Schema of a method's arguments. The default of an optional slot is the argument's; ``dontcare`` is none."""
    slots = {slot.name: slot for slot in service.slots}
    properties = {}
    for name in intent.slots:
        properties[qualified(service.service_name, name)] = found = _values(slots[name])
        if intent.optional_slots.get(name, DONT_CARE) != DONT_CARE:
            found["default"] = intent.optional_slots[name]
    required = [qualified(service.service_name, name) for name in intent.required_slots]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _values(slot: Slot) -> dict[str, Any]:
    kind: dict[str, Any] = {"type": "string", "description": slot.description}
    return kind | {"enum": slot.possible_values} if slot.is_categorical and slot.possible_values else kind


def domain_of(services: Sequence[Service]) -> Domain:
    """One domain over the services of a dialogue, so that a value can be carried from one to another (T10)."""
    fields: dict[str, Any] = {}
    for service in services:
        taken = from_items(service)
        for slot in service.slots:
            kind: Any = Literal[tuple(slot.possible_values)] if slot.is_categorical and slot.possible_values else str
            name = qualified(service.service_name, slot.name)
            kind = Annotated[kind | None, FromItem(name)] if slot.name in taken else kind | None
            fields[name] = (kind, None)
    tools, goals = [], []
    for service in services:
        for intent in service.intents:
            name, schema = qualified(service.service_name, intent.name), parameters(service, intent)
            tools.append(Tool(
                {"name": name, "description": intent.description, "parameters": schema},
                args={path: path for path in schema["properties"]}, effect=intent.is_transactional,
                makes=result_of(service.service_name, intent.name), confirm="every_time" if intent.is_transactional else "never",
            ))  # fmt: skip
            made = {"ends_with": name} if intent.is_transactional else {"result": result_of(service.service_name, intent.name)}
            goals.append(Goal(name, **made))
    local = {qualified(service.service_name, slot) for service in services for slot in from_items(service)}
    results = [
        Result(tool.makes, refilter=[name for name in tool.args if name in local])
        for tool in tools if tool.makes is not None and not tool.effect
    ]  # fmt: skip
    return Domain(
        name="sgd", results=results, fields=create_model("Wishes", **fields), tools=tools, goals=goals, opens_with=goals[0].name,
    )
