"""The airline desk of tau-bench, written from its policy (the system prompt of each run) and the calls of the logs.

A request here may take several calls (two cancellations, three bookings), and the policy demands that many be refused. So no goal
ends with a call: nothing effectful is owed, and a refusal is never held against the agent. What is judged: which operation
the user wants at the moment, a yes before each change of the booking database, and the values he named. Not judged, since the log
cannot show it or the domain has no word for it: prices and budgets, seats, the choice among flights that nobody named, reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Any, Literal

from annotated_types import Ge, Le
from pydantic import BaseModel

from benchmarks.real.recorded import among, exactly, holding, recorded_world, said, within
from intentprops import Derived, Domain, Free, Goal, Tool, Words

Cabin = Literal["basic_economy", "economy", "business"]
Payment = Literal["credit_card", "gift_card", "certificate"]
Place = Literal[
    "ATL", "BOS", "CLT", "DEN", "DFW", "DTW", "EWR", "IAH", "JFK", "LAS", "LAX", "LGA", "MCO", "MIA", "MSP", "ORD", "PHL",
    "PHX", "SEA", "SFO", "NYC", "WEST",
]  # fmt: skip
"""An airport, or a place with several: the New York area, the West Coast."""

AIRPORTS = {"NYC": ("JFK", "LGA", "EWR"), "WEST": ("LAX", "SFO", "SEA")}


class Trip(BaseModel):
    """What a user may say of a reservation, new or old; ``None`` is unknown."""

    user: Annotated[str | None, Words(en="user id|user ID|ID")] = None
    reservations: Annotated[frozenset[str], Words(en="reservation|reservation id|reservation number|booking|confirmation")] = frozenset()
    origin: Annotated[Place | None, Words(en="from {v}|leaving {v}|departing {v}")] = None
    destination: Annotated[Place | None, Words(en="to {v}|going to {v}|arriving in {v}")] = None
    dates: Annotated[
        frozenset[Annotated[date, Ge(date(2024, 1, 1))]], Words(en="on {v}|date|day|for {v}|returning {v}|to {v}")
    ] = frozenset()
    trip: Annotated[Literal["one_way", "round_trip"] | None, Words(en="trip")] = None
    cabin: Annotated[Cabin | None, Words(en="class|cabin|in {v}")] = None
    flights: Annotated[frozenset[str], Words(en="flight")] = frozenset()
    passengers: Annotated[frozenset[str], Words(en="passenger|name")] = frozenset()
    bags: Annotated[int | None, Ge(0), Le(20), Words(en="bags|bag|checked bags|baggage|suitcases")] = None
    insurance: Literal["insured", "uninsured"] | None = None
    payment: Annotated[frozenset[Payment], Words(en="pay with {v}|use {v}|payment method")] = frozenset()


def get_user_details(user_id: str) -> Any:
    """Get the profile of a user, with payment methods and reservations."""


def get_reservation_details(reservation_id: str) -> Any:
    """Get a reservation."""


def search_direct_flight(origin: str, destination: str, date: str) -> Any:
    """Search nonstop flights between two airports on a day."""


def search_onestop_flight(origin: str, destination: str, date: str) -> Any:
    """Search flights with one stop between two airports on a day."""


def book_reservation(
    user_id: str, origin: str, destination: str, flight_type: str, cabin: str, flights: list[dict[str, Any]],
    passengers: list[dict[str, Any]], payment_methods: list[dict[str, Any]], total_baggages: int, nonfree_baggages: int,
    insurance: str,
) -> Any:  # fmt: skip
    """Book a reservation."""


def cancel_reservation(reservation_id: str) -> Any:
    """Cancel a whole reservation."""


def update_reservation_flights(reservation_id: str, cabin: str, flights: list[dict[str, Any]], payment_id: str) -> Any:
    """Change the flights, or the cabin, of a reservation; all segments are given, those too that stay."""


def update_reservation_baggages(reservation_id: str, total_baggages: int, nonfree_baggages: int, payment_id: str) -> Any:
    """Set the number of checked bags of a reservation."""


def update_reservation_passengers(reservation_id: str, passengers: list[dict[str, Any]]) -> Any:
    """Change who flies on a reservation."""


def send_certificate(user_id: str, amount: int) -> Any:
    """Send a user a travel certificate as compensation."""


TOOLS = (
    get_user_details, get_reservation_details, search_direct_flight, search_onestop_flight, book_reservation, cancel_reservation,
    update_reservation_flights, update_reservation_baggages, update_reservation_passengers, send_certificate,
)  # fmt: skip


def place(field: str) -> Derived:
    """An airport of the place that the user named."""
    return Derived(field, lambda named: list(AIRPORTS.get(named, (named,))), lambda argument, airports: argument in airports)


def segments(flights: Any) -> tuple[set[str], set[str]]:
    """The days and the numbers of the flights in a call."""
    rows = [row for row in flights or () if isinstance(row, dict)]
    return {str(row.get("date")) for row in rows}, {str(row.get("flight_number")) for row in rows}


def names(passengers: Any) -> set[str]:
    return {f"{row.get('first_name')} {row.get('last_name')}" for row in passengers or () if isinstance(row, dict)}


def kinds(payment: Any) -> Iterable[str]:
    """How a call pays: the kind is written in the id of a payment method."""
    ids = [row.get("payment_id") for row in payment if isinstance(row, dict)] if isinstance(payment, list) else [payment]
    return {str(name).rpartition("_")[0] for name in ids}


FLIGHTS = holding(["dates", "flights"], segments)
PAYMENT = within("payment", kinds)
RESERVATION = among("reservations")
INSURANCE = Derived("insurance", {"insured": "yes", "uninsured": "no"}.__getitem__)

airline = Domain(
    name="airline",
    fields=Trip,
    world=recorded_world("Desk", "2024-05-15T15:00:00-05:00", TOOLS),
    opens_with="ask",
    tools=[
        Tool(get_user_details, makes="profile", args={"user_id": said("user")}),
        Tool(get_reservation_details, makes="reservation", args={"reservation_id": Free()}),
        Tool(search_direct_flight, words=["search", "find"]),
        Tool(search_onestop_flight),
        Tool(
            book_reservation, effect=True, confirm="every_time", words=["book", "booking"], objects=["flight", "ticket", "trip"],
            args={
                "user_id": said("user"), "origin": place("origin"), "destination": place("destination"), "flight_type": said("trip"),
                "cabin": said("cabin"), "flights": FLIGHTS, "passengers": exactly("passengers", names), "payment_methods": PAYMENT,
                "total_baggages": said("bags"), "insurance": INSURANCE,
            },
        ),
        Tool(
            cancel_reservation, effect=True, confirm="every_time", words=["cancel", "cancellation"],
            objects=["reservation", "flight", "booking"], args={"reservation_id": RESERVATION},
        ),
        Tool(
            update_reservation_flights, effect=True, confirm="every_time",
            words=["upgrade", "downgrade", "change", "modify", "update", "reschedule", "book"], objects=["reservation", "flight", "cabin"],
            args={"reservation_id": RESERVATION, "cabin": said("cabin"), "flights": FLIGHTS, "payment_id": PAYMENT},
        ),
        Tool(
            update_reservation_baggages, effect=True, confirm="every_time", words=["change", "update"],
            args={"reservation_id": RESERVATION, "total_baggages": said("bags"), "payment_id": PAYMENT},
        ),
        Tool(
            update_reservation_passengers, effect=True, confirm="every_time", words=["change", "update"],
            args={"reservation_id": RESERVATION, "passengers": exactly("passengers", names)},
        ),
        Tool(
            send_certificate, effect=True, words=["send", "issue"], objects=["certificate", "voucher"],
            args={"user_id": said("user")},
        ),
    ],
    goals=[
        Goal("ask", words_only=True, words=["explain"]),
        Goal(
            "book", result="profile", needs=["user"], allows=["book_reservation"], words=["book", "reserve"],
        ),
        Goal(
            "change", result="reservation", needs=["user", "reservations"],
            allows=["update_reservation_flights", "update_reservation_baggages", "update_reservation_passengers"],
            words=["change", "modify", "update", "upgrade", "downgrade", "move", "reschedule", "add", "push back"],
        ),
        Goal(
            "cancel", result="reservation", needs=["user", "reservations"], allows=["cancel_reservation"], words=["cancel"],
        ),
        Goal(
            "compensate", allows=["send_certificate"], words=["compensate", "compensation", "complain", "reimburse"],
        ),
        Goal(
            "several", result="reservation", needs=["user", "reservations"],
            allows=[
                "book_reservation", "cancel_reservation", "update_reservation_flights", "update_reservation_baggages",
                "update_reservation_passengers", "send_certificate",
            ],
        ),
    ],
    handoff=["transfer_to_human_agents"],
    synonyms={
        "basic_economy": ["basic economy"], "business": ["business class"], "economy": ["economy class"],
        "insured": ["with insurance", "add insurance", "travel insurance"],
        "uninsured": ["no insurance", "without insurance", "no travel insurance", "without travel insurance"],
        "one_way": ["one-way", "one way"], "round_trip": ["round trip", "round-trip", "roundtrip"],
        "credit_card": ["credit card", "card on file", "Mastercard", "Visa"], "gift_card": ["gift card", "gift cards"],
        "certificate": ["certificate", "certificates", "voucher"],
        "NYC": ["New York", "New York City"], "WEST": ["West Coast"], "ATL": ["Atlanta"], "BOS": ["Boston"], "CLT": ["Charlotte"],
        "DEN": ["Denver"], "DFW": ["Dallas"], "DTW": ["Detroit"], "EWR": ["Newark"], "IAH": ["Houston"], "LAS": ["Las Vegas"],
        "LAX": ["Los Angeles"], "LGA": ["LaGuardia"], "MCO": ["Orlando"], "MIA": ["Miami"], "MSP": ["Minneapolis"],
        "ORD": ["Chicago"], "PHL": ["Philadelphia"], "PHX": ["Phoenix"], "SEA": ["Seattle"], "SFO": ["San Francisco"],
    },
)  # fmt: skip
"""``several`` is for a message that asks for more than one operation: which comes first is the agent's affair."""

