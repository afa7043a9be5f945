"""Calls that wait for the user: what a reply says of them, and whether the next message approves them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from intentprops.adapters.dry import NOT_JSON, read_arguments
from intentprops.changes import Confirm
from intentprops.running.session import Reply, Session
from intentprops.state import State


@dataclass(frozen=True, slots=True)
class Pending:
    """A call that waits for a yes. ``id`` is the framework's own."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""


def pending_of(name: Any, arguments: Any, id: Any = "") -> Pending:
    """A call that waits, from what a model wrote: arguments that are no object are shown as they came."""
    found = read_arguments(arguments)
    return Pending(str(name), found if isinstance(found, Mapping) else {NOT_JSON: arguments}, str(id))


Approves: TypeAlias = Callable[[Session, str, Sequence[Pending]], bool]


def approves(session: Session, message: str, pending: Sequence[Pending]) -> bool:
    """Whether a message is a yes to the calls that wait, and nothing beside it.

    It is read as the oracle's own reader reads it: "yes, but for six" approves nothing. An agent that decides otherwise gives its
    adapter a function of its own.
    """
    from intentprops.reading import Context, read  # the words of a language are loaded only where a call waits

    asked = tuple(call.name for call in pending)
    goal = next((name for name, goal in session.domain.goal.items() if goal.ends_with in asked), None)
    context = Context(session.now, State(goal=goal), (), asked)  # "yes, book it" is no switch where booking is what is asked about
    changes = [change for line in message.split("\n") for change in read(session.domain, line, session.language, context)]
    return bool(changes) and all(isinstance(change, Confirm) for change in changes)


REFUSAL = "The user did not approve this call; it was not made. Read the newest message."
"""What an agent is told of a call that was not approved."""


def waiting(pending: Sequence[Pending], language: str, said: str = "", **more: Any) -> Reply:
    """The reply of an agent whose calls wait: its words, or a plain question where it said nothing."""
    return Reply(
        said.strip() or question(pending, language),
        pending=[{"name": call.name, "arguments": dict(call.arguments)} for call in pending],
        questions=[{"confirm": call.name, "arguments": dict(call.arguments)} for call in pending],
        **more,
    )


def question(pending: Sequence[Pending], language: str) -> str:
    """The question that an interrupt stands for, with each argument, so that a yes covers exactly these."""
    calls = "; ".join(
        f"{call.name}({', '.join(f'{name}={json.dumps(value, ensure_ascii=False)}' for name, value in call.arguments.items())})"
        for call in pending
    )
    return {"en": f"Shall I go ahead with {calls}?", "ru": f"Выполнить {calls}?"}[language]
