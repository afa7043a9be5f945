"""Services become a domain: intents are goals and tools, transactional is effectful, slots are fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BaseModel, create_model

from benchmarks.sgd.carried import kind_of
from benchmarks.sgd.names import qualified
from benchmarks.sgd.reading import DONT_CARE, Intent, Service, Slot
from intentprops import Domain, FromItem, Goal, Result, World
from intentprops.drafting import Decisions, ToolDefinition, draft

NOW = "2019-03-01T09:00:00+00:00"
"""SGD's dialogues are set on the 1st of March 2019."""


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
    """One domain over the services of a dialogue, so that a value can be carried from one to another (T10).

    The methods are drafted as any tools are, with what the schema states in place of guesses. Then comes what a definition of
    a tool does not say: the slots that only answers have, which of them an accepted item fills in, and that an intent is one
    method. No dialogue is played here, so that there is neither a catalogue nor a dry-run side.
    """
    methods = {qualified(service.service_name, intent.name): (service, intent) for service in services for intent in service.intents}
    definitions = [
        ToolDefinition(name, intent.description, parameters(service, intent)) for name, (service, intent) in methods.items()
    ]  # fmt: skip
    places = {f"{tool.name}.{path}": path for tool in definitions for path in tool.schema["properties"]}
    transactional = {name: intent.is_transactional for name, (_, intent) in methods.items()}
    drafted = draft(definitions, "sgd", decided=Decisions(
        effectful=transactional, confirm={name: "every_time" for name, effect in transactional.items() if effect},
        makes={name: f"{name}_result" for name in methods}, carries=places,
        items=dict.fromkeys(places), undoes=dict.fromkeys(methods), open=True,
    )).domain()  # fmt: skip
    taken = {qualified(service.service_name, slot) for service in services for slot in from_items(service)}
    goals = [
        Goal(tool.name, words=tool.words, ends_with=tool.name) if tool.effect else Goal(tool.name, words=tool.words, result=tool.makes)
        for tool in drafted.tools
    ]  # fmt: skip
    results = [
        Result(tool.makes, refilter=[path for path in tool.args if path in taken])
        for tool in drafted.tools if tool.makes is not None and not tool.effect
    ]  # fmt: skip
    return replace(
        drafted, fields=_fields(drafted, services, taken), goals=goals, results=results, opens_with=goals[0].name,
        world=World, suits=lambda item, wants: True,
    )  # fmt: skip


def _fields(drafted: Domain, services: Sequence[Service], taken: set[str]) -> type[BaseModel]:
    """The drafted fields, those that only answers have, and the mark of what an item fills in."""
    names = [qualified(service.service_name, slot.name) for service in services for slot in service.slots]
    known = drafted.fields.model_fields
    fields: dict[str, Any] = {}
    for name in names:
        if name in known:
            kind: Any = Annotated[known[name].annotation, *known[name].metadata]
        elif name in taken:
            kind = str | None
        else:
            continue
        fields[name] = (Annotated[kind, FromItem(name)] if name in taken else kind, None)
    return create_model("Wishes", **fields)
