"""Meeting rooms: find, compare, reserve. The catalogue and the tools are those of the article."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from annotated_types import Ge
from pydantic import AwareDatetime, BaseModel

from intentprops import (
    Covers,
    Domain,
    Free,
    FromItem,
    Goal,
    Invariant,
    Item,
    Result,
    Selection,
    Tool,
    Words,
    World,
)  # fmt: skip

Feature = Literal["экран", "видеосвязь", "доска"]
RoomId = Literal["amber", "birch", "cedar", "juniper", "larch"]


class Meeting(BaseModel):
    """What a user may say of a meeting; ``None`` is unknown."""

    attendees: Annotated[int | None, Ge(1), Words(
        en="people|attendees|participants|persons|{v} of us|party of {v}", ru="человек|участник|персона|место|нас {v}|на {v}",
        ask_en="How many people will attend?", ask_ru="Сколько будет участников?",
    )] = None  # fmt: skip
    starts_at: Annotated[AwareDatetime | None, Words(
        en="start|time|at {v}|on {v}|for {v}", ru="начало|время|в {v}|на {v}",
        ask_en="When does it start?", ask_ru="Когда начало?",
    )] = None  # fmt: skip
    required_features: Annotated[frozenset[Feature], Words(
        en="feature|equipment|with {v}|need {v}", ru="оснащение|с {v}|нужен {v}",
    )] = frozenset()  # fmt: skip
    room: Annotated[RoomId | None, FromItem("id"), Words(en="room", ru="комната|переговорная")] = None
    sort_by: Annotated[Literal["price_asc", "capacity_asc"] | None, Words(en="order", ru="порядок")] = None
    limit: Annotated[int | None, Ge(1), Words(en="options|rooms|variants", ru="вариант|комната|переговорная")] = None


def search_rooms(capacity: int, starts_at: AwareDatetime, required_features: list[Feature] = []) -> Any:  # noqa: B006
    """Find rooms that hold so many people and are free at that time."""


def reserve_room(room_id: str, starts_at: AwareDatetime, attendees: int, duration_minutes: int = 60) -> Any:
    """Reserve one room."""


def _room(id: str, capacity: int, price: int, features: list[str], *hours: int) -> dict[str, Any]:
    slots = [f"2026-08-07T{hour}:00:00+03:00" for hour in hours]
    return {"id": id, "capacity": capacity, "price_per_hour": price, "features": features, "available": slots}


class Building(World):
    """The dry-run side: nothing is ever reserved for real."""

    now = "2026-08-03T09:00:00+03:00"
    catalogue = (
        _room("amber", 6, 1800, ["экран"], 15),
        _room("birch", 8, 2200, ["экран", "видеосвязь"], 15),
        _room("cedar", 12, 3600, ["экран", "видеосвязь"], 15),
        _room("juniper", 8, 2400, ["экран", "видеосвязь"], 16),
        _room("larch", 14, 3900, ["экран", "видеосвязь", "доска"], 15, 16),
    )

    def search_rooms(self, capacity: int, starts_at: str, required_features: list[str] | None = None) -> Any:
        wants = {"attendees": capacity, "starts_at": starts_at, "required_features": required_features or []}
        return {"rooms": [room for room in self.catalogue if suits(room, Meeting.model_validate(wants))]}

    def reserve_room(self, room_id: str, starts_at: str, attendees: int, duration_minutes: int = 60) -> Any:
        return {"accepted": True, "dry_run": True, "reservation_id": f"R-{room_id}-{attendees}"}


def suits(room: Any, wants: Any) -> bool:
    return (
        (wants.attendees is None or wants.attendees <= room["capacity"])
        and (wants.starts_at is None or wants.starts_at in map(datetime.fromisoformat, room["available"]))
        and set(room["features"]) >= wants.required_features
    )


rooms = Domain(
    name="rooms",
    fields=Meeting,
    world=Building,
    tools=[
        Tool(
            search_rooms, makes="search_results", words=["search", "find", "искать", "найти", "подобрать"],
            args={"capacity": "attendees", "starts_at": "starts_at", "required_features": Covers("required_features")},
        ),
        Tool(
            reserve_room, effect=True, makes="reservation", confirm="every_time",
            words=[
                "book", "reserve", "booking", "reservation",
                "забронировать", "бронировать", "зарезервировать", "резервировать", "бронь", "бронирование", "резерв",
            ],
            objects=["room", "slot", "комната", "переговорная", "переговорка"],
            args={
                "room_id": Item("search_results"), "starts_at": "starts_at", "attendees": "attendees", "duration_minutes": Free(60),
            },
        ),
    ],
    results=[Result("search_results", refilter=["required_features"])],
    opens_with="search_rooms",
    goals=[
        Goal(
            "search_rooms", result="search_results",
            words=["find", "search", "look for", "show", "найти", "подобрать", "показать"],
        ),
        Goal(
            "compare_rooms", result="search_results", words=["compare", "сравнить", "сравнение"],
            own=["sort_by", "limit"], defaults={"sort_by": "price_asc", "limit": 2},
        ),
        Goal(
            "reserve_room", result="search_results", ends_with="reserve_room",
            words=["book", "reserve", "забронировать", "бронировать"],
        ),
        Goal("answer_question", words_only=True, words=["explain", "tell", "what", "объяснить", "рассказать", "какой"]),
    ],
    suits=suits,
    selection=Selection(
        order_by="sort_by", limit="limit",
        orders={"price_asc": lambda room: room["price_per_hour"], "capacity_asc": lambda room: room["capacity"]},
    ),
    synonyms={
        "экран": ["screen", "display", "projector", "проектор"],
        "видеосвязь": ["video link", "video conferencing", "video conference", "video", "видеоконференция", "видео"],
        "доска": ["whiteboard", "board", "маркерная доска"],
        "price_asc": ["cheapest", "cheaper", "by price", "дешёвый", "самый дешёвый", "по цене"],
        "capacity_asc": ["smallest", "by size", "маленький", "по вместимости"],
    },
    invariants=[
        Invariant(
            "a comparison reserves nothing and has a limit",
            lambda s: s.goal != "compare_rooms" or (not s.permissions["reserve_room"] and s.wants.limit is not None),
        ),
        Invariant(
            "nothing is reserved while a question is open",
            lambda s: s.status != "needs_clarification" or not s.permissions["reserve_room"],
        ),
    ],
)  # fmt: skip
