"""The travel desk: flights are searched, held, ticketed and refunded. Nested arguments, opaque ids, chained effects."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le
from pydantic import BaseModel, ConfigDict

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
    ToolError,
    Words,
    World,
)  # fmt: skip

Airport = Literal["IST", "LIS", "OPO", "SVO", "TBS"]
Cabin = Literal["economy", "business"]
Extra = Literal["bag", "wifi", "pet"]
FlightId = Literal["TK1755", "TK1759", "TK1761", "TP1230", "TK1449", "SU2130", "TK384", "TP1231"]

FLEX_DAYS = 3
"""The desk searches so many days either side of the date it is given."""


class Trip(BaseModel):
    """What a user may say of a trip; ``None`` is unknown. Two legs are two fields."""

    origin: Annotated[Airport | None, Words(
        en="origin|from {v}|departing from {v}", ru="откуда|из {v}|вылет из {v}",
        ask_en="Where do you fly from?", ask_ru="Откуда вы летите?",
    )] = None  # fmt: skip
    destination: Annotated[Airport | None, Words(
        en="destination|to {v}|going to {v}", ru="куда|направление|в {v}|лететь в {v}",
        ask_en="Where do you fly to?", ask_ru="Куда вы летите?",
    )] = None  # fmt: skip
    depart: Annotated[dt.date | None, Words(
        en="departure|departure date|leaving {v}|leaving on {v}|on {v}", ru="вылет|дата вылета|вылет {v}|вылетаем {v}",
        ask_en="When do you leave?", ask_ru="Когда вылет?",
    )] = None  # fmt: skip
    back: Annotated[dt.date | None, Words(
        en="return date|way back|returning {v}|returning on {v}|back on {v}", ru="дата возвращения|обратный рейс|обратно {v}",
        ask_en="When do you come back?", ask_ru="Когда обратно?",
    )] = None  # fmt: skip
    passengers: Annotated[int | None, Ge(1), Le(9), Words(
        en="passenger|traveller|seat|{v} of us", ru="пассажир|билет|место|нас {v}",
        ask_en="How many passengers?", ask_ru="Сколько пассажиров?",
    )] = None  # fmt: skip
    cabin: Annotated[Cabin | None, Words(en="cabin|class|in {v}", ru="класс|в {v} классе")] = None
    max_price: Annotated[Decimal | None, Ge(0), Words(
        en="price|budget|under {v} euros|up to {v} euros", ru="цена|бюджет|до {v} евро|не дороже {v} евро",
    )] = None  # fmt: skip
    extras: Annotated[frozenset[Extra], Words(en="extra|with {v}|need {v}", ru="дополнительно|с {v}|нужен {v}")] = frozenset()
    flight: Annotated[FlightId | None, FromItem("id"), Words(en="flight", ru="рейс")] = None
    sort_by: Annotated[Literal["price_asc", "duration_asc"] | None, Words(en="order", ru="порядок")] = None
    limit: Annotated[int | None, Ge(1), Words(en="options|flights|variants", ru="вариант|рейс")] = None


class Query(BaseModel):
    """What the production search takes."""

    model_config = ConfigDict(extra="forbid")

    origin: Airport
    destination: Airport
    date: dt.date
    back: dt.date | None = None
    pax: int | None = None
    cabin: Cabin | None = None
    page: int = 1


def search_flights(query: Query) -> Any:
    """Find flights a few days either side of a date."""


def hold_seat(flight_id: str, pax: int) -> Any:
    """Hold seats on a flight for half a day."""


def release_hold(hold_id: str) -> Any:
    """Give held seats back."""


def issue_ticket(hold_id: str, total: Decimal | None = None) -> Any:
    """Turn a hold into a ticket. It is paid for at once."""


def refund(ticket_id: str) -> Any:
    """Take a ticket back."""


def _flight(
    id: str, route: str, depart: str, price: int, minutes: int, seats: int, cabin: Cabin, *extras: Extra
) -> dict[str, Any]:
    origin, destination = route.split("-")
    return {
        "id": id, "origin": origin, "destination": destination, "depart": depart, "price": price,
        "minutes": minutes, "seats": seats, "cabin": cabin, "extras": list(extras),
    }  # fmt: skip


class Desk(World):
    """The dry-run side: holds and tickets live as long as the dialogue, and are known by opaque ids."""

    now = "2026-08-03T09:00:00+03:00"
    catalogue = (
        _flight("TK1755", "IST-LIS", "2026-08-07", 212, 290, 9, "economy", "bag"),
        _flight("TK1759", "IST-LIS", "2026-08-07", 264, 285, 4, "economy", "bag", "wifi", "pet"),
        _flight("TK1761", "IST-LIS", "2026-08-07", 640, 285, 3, "business", "bag", "wifi"),
        _flight("TP1230", "IST-LIS", "2026-08-08", 189, 340, 6, "economy"),
        _flight("TK1449", "IST-OPO", "2026-08-07", 231, 300, 5, "economy", "bag", "wifi"),
        _flight("SU2130", "IST-SVO", "2026-08-07", 178, 215, 9, "economy", "bag", "pet"),
        _flight("TK384", "IST-TBS", "2026-08-09", 145, 140, 9, "economy", "wifi"),
        _flight("TP1231", "LIS-IST", "2026-08-14", 205, 280, 6, "economy", "bag", "pet"),
    )

    def __init__(self) -> None:
        self._holds: dict[str, str] = {}
        self._tickets: dict[str, str] = {}
        self._issued = 0

    def search_flights(self, query: Mapping[str, Any]) -> Any:
        wants = Trip(
            origin=query["origin"], destination=query["destination"], passengers=query.get("pax"), cabin=query.get("cabin")
        )
        day = dt.date.fromisoformat(query["date"])
        near = [f for f in self.catalogue if abs((dt.date.fromisoformat(f["depart"]) - day).days) <= FLEX_DAYS]
        return {"flights": [flight for flight in near if suits(flight, wants)]}

    def hold_seat(self, flight_id: str, pax: int) -> Any:
        return {"hold_id": self._issue("H", self._holds, flight_id), "expires": "2026-08-03T21:00:00+03:00"}

    def release_hold(self, hold_id: str) -> Any:
        return {"released": self._take(self._holds, hold_id)}

    def issue_ticket(self, hold_id: str, total: Any = None) -> Any:
        return {"ticket_id": self._issue("T", self._tickets, self._take(self._holds, hold_id))}

    def refund(self, ticket_id: str) -> Any:
        return {"refunded": self._take(self._tickets, ticket_id)}

    def _issue(self, letter: str, shelf: dict[str, str], what: str) -> str:
        self._issued += 1
        shelf[f"{letter}{self._issued:03}"] = what
        return f"{letter}{self._issued:03}"

    def _take(self, shelf: dict[str, str], id: str) -> str:
        if id not in shelf:
            raise ToolError(f"{id} is not known here")
        return shelf.pop(id)


def suits(flight: Any, wants: Any) -> bool:
    """Whether a flight is what the trip asks for; a search, which is broader, leaves some wishes out."""
    exact = {"origin": wants.origin, "destination": wants.destination, "cabin": wants.cabin}
    return (
        all(want is None or flight[key] == want for key, want in exact.items())
        and (wants.depart is None or flight["depart"] == wants.depart.isoformat())
        and (wants.passengers is None or wants.passengers <= flight["seats"])
        and (wants.max_price is None or flight["price"] <= wants.max_price)
        and wants.extras <= set(flight["extras"])
    )


def near(searched: dt.date, wanted: dt.date) -> bool:
    """Whether a search by one date shows the flights of another."""
    return abs((searched - wanted).days) <= FLEX_DAYS


def always(had: Any, want: Any) -> bool:
    """The search never sees these wishes, so what it found can be filtered by any of them."""
    return True


travel = Domain(
    name="travel",
    fields=Trip,
    world=Desk,
    tools=[
        Tool(
            search_flights, makes="flights", words=["search", "find", "look up", "искать", "найти", "подобрать"],
            args={
                "query.origin": "origin", "query.destination": "destination", "query.date": Covers("depart", by=near),
                "query.back": "back", "query.pax": "passengers", "query.cabin": Covers("cabin"), "query.page": Free(),
            },
        ),
        Tool(
            hold_seat, effect=True, makes="hold", effect_id="hold_id",
            words=["hold", "put on hold", "придержать", "удержать", "отложить", "удержание"],
            objects=["seat", "place", "fare", "место"],
            args={"flight_id": Item("flights"), "pax": "passengers"},
        ),
        Tool(
            release_hold, undoes="hold", words=["release", "release the hold", "снять бронь", "снять удержание", "отпустить места", "освободить места"],
            args={"hold_id": Item("hold")},
        ),
        Tool(
            issue_ticket, effect=True, makes="ticket", effect_id="ticket_id", confirm="every_time",
            words=["buy", "issue", "ticket", "purchase", "pay", "купить", "выписать", "оплатить", "приобрести", "покупка", "билет"],
            args={"hold_id": Item("hold"), "total": Free()},
        ),
        Tool(
            refund, undoes="ticket", confirm="every_time",
            words=["refund", "return the ticket", "give the ticket back", "вернуть билет", "сдать билет", "возврат"],
            objects=["money", "fare", "price", "деньги", "стоимость"],
            args={"ticket_id": Item("ticket")},
        ),
    ],
    results=[Result("flights", depends=["max_price", "extras"], refilter={"max_price": always, "extras": always})],
    handoff=["transfer_to_human"],
    opens_with="search",
    goals=[
        Goal(
            "search", result="flights",
            words=["search", "find", "look for", "show", "искать", "найти", "показать", "подобрать"],
        ),
        Goal(
            "compare", result="flights", words=["compare", "comparison", "сравнить", "сравнение"],
            own=["sort_by", "limit"], defaults={"sort_by": "price_asc", "limit": 2},
        ),
        Goal("hold", result="flights", ends_with="hold_seat", words=["hold", "put on hold", "придержать", "удержать"]),
        Goal(
            "buy", result="flights", ends_with="issue_ticket", allows=["hold_seat"],
            needs=["origin", "destination", "depart", "passengers"], words=["buy", "purchase", "купить", "оплатить"],
        ),
        Goal("refund", ends_with="refund", words=["refund", "return the ticket", "вернуть билет", "сдать билет"]),
        Goal("answer", words_only=True, words=["explain", "tell", "what", "объяснить", "рассказать", "какой"]),
    ],
    suits=suits,
    selection=Selection(
        order_by="sort_by", limit="limit",
        orders={"price_asc": lambda flight: flight["price"], "duration_asc": lambda flight: flight["minutes"]},
    ),
    synonyms={
        "IST": ["Istanbul", "Стамбул"],
        "LIS": ["Lisbon", "Lisboa", "Лиссабон"],
        "OPO": ["Porto", "Порту"],
        "SVO": ["Moscow", "Sheremetyevo", "Москва", "Шереметьево"],
        "TBS": ["Tbilisi", "Тбилиси"],
        "economy": ["coach", "эконом", "экономический"],
        "business": ["business class", "бизнес"],
        "bag": ["baggage", "suitcase", "luggage", "багаж", "чемодан"],
        "wifi": ["wi-fi", "internet", "вайфай", "интернет"],
        "pet": ["dog", "cat", "питомец", "собака", "кошка"],
        "price_asc": ["cheapest", "by price", "самый дешёвый", "по цене"],
        "duration_asc": ["fastest", "shortest", "самый быстрый", "по времени в пути"],
    },
    invariants=[
        Invariant(
            "nobody comes back before leaving",
            lambda s: s.wants.back is None or s.wants.depart is None or s.wants.back >= s.wants.depart,
        ),
        Invariant(
            "a comparison touches no seat and has a limit",
            lambda s: s.goal != "compare" or (not s.permissions["hold_seat"] and s.wants.limit is not None),
        ),
        Invariant(
            "nothing is held or bought while a question is open",
            lambda s: s.status != "needs_clarification" or not (s.permissions["hold_seat"] or s.permissions["issue_ticket"]),
        ),
    ],
)  # fmt: skip
