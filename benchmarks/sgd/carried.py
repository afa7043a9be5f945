"""Values that the user carries over from one service to another: "a hotel there", "a ride for all of us".

No act says so: the words do. What the acts do say is that a slot was needed, that the user did not name it, and that the
system did not ask. Which slots of two services speak of the same thing is a matter of their meaning, and stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Place = tuple[str, str]
"""A service and one of its slots."""

KINDS: Mapping[str, frozenset[str]] = {
    "there": frozenset({
        "Buses_1.to_location", "Events_1.city_of_event", "Flights_3.destination_city", "Homes_1.area", "Hotels_1.destination",
        "Hotels_4.location", "RentalCars_1.pickup_city", "Restaurants_2.location", "Services_4.city", "Travel_1.location", "Weather_1.city",
    }),
    "from here": frozenset({"Buses_1.from_location", "Flights_3.origin_city"}),
    "to that address": frozenset({
        "Events_1.event_location", "Restaurants_2.address", "RideSharing_1.destination", "Services_4.address",
    }),
    "for all of us": frozenset({
        "Buses_1.travelers", "Events_1.number_of_seats", "Flights_3.passengers", "Restaurants_2.number_of_seats",
        "RideSharing_1.number_of_riders",
    }),
}  # fmt: skip
"""Slots of different services that speak of one thing."""


def kind_of(service: str, slot: str) -> frozenset[str]:
    """The slots of any service that speak of the same thing as this one; empty where there are none."""
    here = f"{service}.{slot}"
    return next((names for names in KINDS.values() if here in names), frozenset())


def source_of(service: str, slot: str, told: Iterable[Place]) -> Place | None:
    """What a slot may be carried over from: of what was told of other services, the last of its kind."""
    kind = kind_of(service, slot)
    found = [place for place in told if place[0] != service and ".".join(place) in kind]
    return found[-1] if found else None
