"""A travel desk of the reader's own tests: a domain with two fields of one type, counts, money, a set and five acts."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal

from annotated_types import Ge
from pydantic import BaseModel

from intentprops import Domain, FromItem, Goal, Selection, Tool, Words, World
from intentprops.tools import Item

City = Literal["moscow", "kazan", "berlin", "oslo", "rome"]


class Trip(BaseModel):
    """What a user may say of a trip."""

    origin: Annotated[City | None, Words(en="origin|departure city|from {v}|leaving {v}", ru="вылет|город вылета|из {v}")] = None
    destination: Annotated[
        City | None,
        Words(en="destination|to {v}|arriving in {v}", ru="прилёт|назначение|направление|в {v}|до {v}"),
    ] = None
    depart_on: Annotated[date | None, Words(
        en="departure|departure date|outbound|leave on {v}|leaving on {v}|fly out on {v}|fly on {v}|depart on {v}|on {v}",
        ru="дата вылета|отправление|вылетаем {v}|вылет {v}|туда {v}|летим {v}",
    )] = None  # fmt: skip
    return_on: Annotated[date | None, Words(
        en="return|return date|way back|come back|come back on {v}|back on {v}|return on {v}|returning on {v}|returning {v}",
        ru="возвращение|обратный рейс|дата возвращения|обратно {v}|вернуться {v}|возвращаемся {v}|назад {v}",
    )] = None  # fmt: skip
    passengers: Annotated[
        int | None,
        Ge(1),
        Words(en="passengers|travellers|people|adults|{v} of us", ru="пассажир|человек|взрослый|нас {v}"),
    ] = None
    cabin: Annotated[Literal["economy", "business"] | None, Words(en="cabin|class|in {v}", ru="класс|салон")] = None
    max_price: Annotated[int | None, Ge(1), Words(
        en="budget|price|price limit|under {v}|up to {v}|{v} euros", ru="бюджет|цена|до {v}|не дороже {v}|{v} евро"
    )] = None  # fmt: skip
    extras: Annotated[
        frozenset[Literal["bag", "seat", "meal"]],
        Words(en="extra|add {v}|with {v}", ru="услуга|с {v}|добавь {v}"),
    ] = frozenset()
    flight: Annotated[str | None, FromItem("id"), Words(en="flight", ru="рейс")] = None
    limit: Annotated[int | None, Ge(1), Words(en="options|flights|offers", ru="вариант|предложение")] = None
    sort_by: Annotated[Literal["price", "duration"] | None, Words(en="sorting", ru="сортировка")] = None


def search_flights(origin: City, destination: City, depart_on: date, passengers: int) -> Any:
    """Find flights."""


def hold_flight(flight_id: str) -> Any:
    """Hold a flight."""


def buy_ticket(flight_id: str) -> Any:
    """Buy a ticket."""


def refund_ticket(ticket_id: str) -> Any:
    """Refund a ticket."""


class Airline(World):
    now = "2026-08-03T09:00:00+03:00"
    catalogue = ({"id": "SU-101", "price": 300}, {"id": "SU-205", "price": 200}, {"id": "LH-7", "price": 250})

    def search_flights(self, **query: Any) -> Any:
        return {"flights": list(self.catalogue)}

    def hold_flight(self, flight_id: str) -> Any:
        return {"accepted": True}

    buy_ticket = hold_flight

    def refund_ticket(self, ticket_id: str) -> Any:
        return {"accepted": True}


flights = Domain(
    name="flights",
    fields=Trip,
    world=Airline,
    opens_with="search",
    tools=[
        Tool(
            search_flights,
            makes="found",
            words=["search", "find", "искать", "найти"],
            args={name: name for name in ("origin", "destination", "depart_on", "passengers")},
        ),
        Tool(
            hold_flight,
            effect=True,
            makes="hold",
            words=["hold", "держать", "отложить", "придержать"],
            args={"flight_id": Item("found")},
        ),
        Tool(
            buy_ticket,
            effect=True,
            makes="ticket",
            confirm="every_time",
            words=["buy", "purchase", "pay", "купить", "оплатить", "покупка"],
            args={"flight_id": Item("found")},
        ),
        Tool(
            refund_ticket,
            effect=True,
            makes="refund",
            words=["refund", "возврат", "вернуть деньги"],
            args={"ticket_id": Item("ticket")},
        ),
    ],
    goals=[
        Goal("search", result="found", words=["search", "find", "look for", "найти", "искать"]),
        Goal(
            "compare",
            result="found",
            words=["compare", "сравнить", "сравнение"],
            own=["limit", "sort_by"],
            defaults={"limit": 3, "sort_by": "price"},
        ),
        Goal("hold", result="found", ends_with="hold_flight", words=["hold", "придержать", "отложить"]),
        Goal("buy", result="found", ends_with="buy_ticket", words=["buy", "purchase", "купить"]),
        Goal("refund", ends_with="refund_ticket", words=["refund", "get my money back", "вернуть деньги", "оформить возврат"]),
        Goal("answer", words_only=True, words=["explain", "tell", "объяснить", "рассказать"]),
    ],
    selection=Selection(order_by="sort_by", limit="limit", orders={"price": lambda item: item["price"]}),
    synonyms={
        "moscow": ["Москва"],
        "kazan": ["Казань"],
        "berlin": ["Берлин"],
        "oslo": ["Осло"],
        "rome": ["Рим"],
        "economy": ["coach", "economy class", "эконом", "эконом-класс"],
        "business": ["business class", "бизнес", "бизнес-класс"],
        "bag": ["luggage", "checked bag", "багаж"],
        "seat": ["window seat", "место у окна", "выбор места"],
        "meal": ["food", "hot meal", "питание"],
        "price": ["cheapest", "by price", "дешёвый", "по цене"],
        "duration": ["fastest", "shortest", "быстрый", "по длительности"],
    },
)
