"""The dialogues that the examples continue: named states, folded from changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from intentprops import transitions
from intentprops.changes import (
    Change,
    Detour,
    Forbid,
    Reveal,
    Revision,
    Switch,
    Turn,
    UnknownGoal,
    Unmodelled,
)
from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.reading import Context, read
from intentprops.state import State
from tests.reading.flights import flights

NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")  # a Monday
MEETING = datetime.fromisoformat("2026-08-07T15:00:00+03:00")  # a Friday

_TWELVE = [Reveal("attendees", 12), Reveal("starts_at", MEETING)]
_TRIP = [
    Reveal("origin", "moscow"), Reveal("destination", "kazan"), Reveal("depart_on", datetime(2026, 8, 7).date()),
    Reveal("passengers", 2), Reveal("cabin", "economy"), Reveal("max_price", 300), Reveal("extras", frozenset({"bag"})),
]  # fmt: skip
_LETTER = [
    Reveal("recipient", "organizer"),
    Reveal("topic", "booking"),
    Reveal("attachments", frozenset({"agenda"})),
]

STATES: dict[str, tuple[Domain, list[list[Change]]]] = {
    "rooms": (rooms, []),
    "rooms asked": (rooms, [[Switch("search_rooms"), Reveal("starts_at", MEETING)]]),
    "rooms found": (rooms, [[Switch("search_rooms"), *_TWELVE, Reveal("required_features", frozenset({"экран"}))]]),
    "rooms booking": (rooms, [[Switch("reserve_room"), *_TWELVE, Reveal("required_features", frozenset({"экран"}))]]),
    "rooms empty booking": (rooms, [[Switch("reserve_room")]]),
    "rooms banned": (rooms, [[Switch("reserve_room"), *_TWELVE], [Forbid(frozenset({"reserve_room"}))]]),
    "rooms comparing": (
        rooms,
        [[Switch("reserve_room"), *_TWELVE], [Switch("compare_rooms"), Forbid(frozenset({"reserve_room"}))]],
    ),
    "rooms detour": (rooms, [[Switch("reserve_room"), *_TWELVE], [Detour("answer_question")]]),
    "rooms moved": (rooms, [[Switch("search_rooms"), *_TWELVE], [Revision("attendees", 6)]]),
    "rooms secret": (rooms, [[Switch("search_rooms"), *_TWELVE], [Unmodelled("confidential meeting")]]),
    "rooms pizza": (rooms, [[Switch("search_rooms"), *_TWELVE], [UnknownGoal("order pizza")]]),
    "mail": (mail, []),
    "mail sending": (mail, [[Switch("send_email"), *_LETTER]]),
    "mail drafting": (mail, [[Switch("draft_email"), *_LETTER]]),
    "mail banned": (mail, [[Switch("draft_email"), *_LETTER, Forbid(frozenset({"send_email"}))]]),
    "flights": (flights, []),
    "flights found": (flights, [[Switch("search"), *_TRIP]]),
    "flights buying": (flights, [[Switch("buy"), *_TRIP]]),
    "flights comparing": (flights, [[Switch("compare"), *_TRIP]]),
    "flights back": (flights, [[Switch("search"), *_TRIP, Reveal("return_on", datetime(2026, 8, 14).date())]]),
}


@dataclass(frozen=True)
class Example:
    """A message in a dialogue, and what it changes there.

    ``expected`` holds ``goal``, ``bans``, a field, ``questions``, ``answered``, ``paused``, or kinds of change.
    """

    state: str
    text: str
    expected: dict[str, Any]
    asked: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.state}: {self.text}"


def state_of(name: str) -> tuple[Domain, State]:
    domain, turns = STATES[name]
    state = State()
    for changes in turns:
        state = transitions.apply(domain, state, Turn.of(*changes)).state
    return domain, state


def outcome(example: Example, language: str) -> tuple[list[Change], dict[str, Any]]:
    """What a message changed: the parts of the state that differ, and the kinds of change that leave it alone."""
    domain, before = state_of(example.state)
    changes = read(domain, example.text, language, Context(NOW, before, example.offers, example.asked))
    after = transitions.apply(domain, before, Turn.of(*changes), example.offers).state
    return changes, differences(domain, before, after, changes)


def differences(domain: Domain, before: State, after: State, changes: Sequence[Change]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if after.goal != before.goal:
        found["goal"] = after.goal
    if after.bans != before.bans:
        found["bans"] = set(after.bans)
    for name, field in domain.field.items():
        old, new = before.values.get(name, field.empty), after.values.get(name, field.empty)
        if name in after.indifferent - before.indifferent:
            found[name] = "any"
        elif old != new:
            if name not in domain.owners or (name in after.first and after.first.get(name) != before.first.get(name)):
                found[name] = set(new) if field.is_set else new
            elif name in domain.owners and new not in (
                None,
                *(goal.defaults.get(name) for goal in domain.goals),
            ):
                found[name] = new
    if len(after.questions) > len(before.questions):
        found["questions"] = [question.kind for question in after.questions[len(before.questions) :]]
    if len(after.questions) < len(before.questions):
        found["answered"] = [question.subject for question in before.questions if question not in after.questions]
    if (after.paused and after.paused.goal) != (before.paused and before.paused.goal):
        found["paused"] = after.paused and after.paused.goal
    kinds = {type(change).__name__ for change in changes} & {
        "Confirm",
        "Compare",
        "Accept",
        "Refer",
        "Return",
        "Permit",
    }
    return found | {kind.lower(): True for kind in kinds}
