"""What the fake models of all frameworks think: the words heard so far, and the answers since the last of them, to text or calls.

Plain functions of plain data, so that one contract holds every adapter to the same behaviour. This module imports nothing, since a
command imports it in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

AT = "2026-08-07T15:00:00+03:00"
NUMBERS = {"two": 2, "six": 6, "eight": 8, "twelve": 12, "forty": 40}
REFUSED = "did not approve"


class Call(NamedTuple):
    name: str
    arguments: Any


Answers = list[tuple[str, Any]]


class Entry(NamedTuple):
    """A message of a conversation, whatever the framework: the user's, the assistant's with its calls, or a tool's answer."""

    role: str
    text: str = ""
    calls: tuple[Call, ...] = ()
    answer: Any = None


class Whole(NamedTuple):
    """A brain that is shown the instruction and the whole conversation, as a model is."""

    think: Callable[[str, list[Entry]], str | list[Call]]


Brain = Whole | Callable[[list[str], Answers], str | list[Call]] | str
"""A plain brain may go by its name."""


def thought(brain: Brain, conversation: list[Entry], system: str = "") -> str | list[Call]:
    """What a brain says next."""
    if isinstance(brain, Whole):
        return brain.think(system, conversation)
    plain = globals()[brain] if isinstance(brain, str) else brain
    users = [entry.text for entry in conversation if entry.role == "user"]
    last = max((n for n, entry in enumerate(conversation) if entry.role == "user"), default=0)
    return plain(users, [(entry.text, entry.answer) for entry in conversation[last:] if entry.role == "tool"])  # type: ignore[no-any-return]


def people(users: list[str]) -> int:
    """The last number that was said."""
    return [NUMBERS[word] for text in users for word in text.lower().strip(".").replace(",", "").split() if word in NUMBERS][-1]


def heard(message: str, before: int | None) -> int | None:
    """The number of people after a message."""
    return people([message]) if any(word in message.lower() for word in NUMBERS) else before


def search(users: list[str]) -> Call:
    screen = any("screen" in text for text in users)
    return Call("search_rooms", {"capacity": people(users), "starts_at": AT, "required_features": ["экран"] if screen else []})


def found(answers: Answers) -> list[str]:
    return [room["id"] for name, answer in answers if name == "search_rooms" for room in answer.get("rooms", ())]


def searches(users: list[str], answers: Answers) -> str | list[Call]:
    """Looks again after every message, with the values of now."""
    return "I found " + ", ".join(found(answers)) + "." if answers else [search(users)]


def looks_twice(users: list[str], answers: Answers) -> str | list[Call]:
    """Two calls at once; its reply tells in which order the answers came."""
    if not answers:
        return [Call("search_rooms", {"capacity": capacity, "starts_at": AT}) for capacity in (6, 12)]
    return "; ".join(answer["rooms"][0]["id"] for _, answer in answers)


def stumbles(users: list[str], answers: Answers) -> str | list[Call]:
    """Calls with arguments that do not fit, and says what came of it."""
    if not answers:
        return [Call("search_rooms", {"capacity": "many", "starts_at": AT})]
    return f"It failed: {answers[-1][1]}"


def invents_a_tool(users: list[str], answers: Answers) -> str | list[Call]:
    return f"It failed: {answers[-1][1]}" if answers else [Call("open_door", {"room_id": "amber"})]


def breaks_json(users: list[str], answers: Answers) -> str | list[Call]:
    return f"It failed: {answers[-1][1]}" if answers else [Call("search_rooms", '{"capacity": 6, ')]


def books(users: list[str], answers: Answers) -> str | list[Call]:
    """Searches, then reserves the first room, which has to be approved; where it was not, it waits for the next words."""
    if any(name == "reserve_room" for name, _ in answers):
        outcome = str([answer for name, answer in answers if name == "reserve_room"][-1])
        return "I booked nothing." if REFUSED in outcome else "It is booked."
    rooms = found(answers)
    if not rooms:
        return [search(users)]
    return [Call("reserve_room", {"room_id": rooms[0], "starts_at": AT, "attendees": people(users)})]


def never_ends(users: list[str], answers: Answers) -> str | list[Call]:
    return [Call("search_rooms", {"capacity": 6, "starts_at": AT})]


def repeats(users: list[str], answers: Answers) -> str | list[Call]:
    """Searches for what it heard last, and says all that it ever heard."""
    return " | ".join(users) if answers else [search(users)]
