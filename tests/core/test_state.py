"""The active version as a domain's rules see it."""

from __future__ import annotations

from intentprops.domains.rooms import rooms
from intentprops.state import Question, State, Superseded, view


def test_a_view_holds_goal_status_permissions_and_the_fields_as_a_model() -> None:
    seen = view(rooms, State(goal="reserve_room", values={"attendees": 6}))
    assert (seen.goal, seen.status) == ("reserve_room", "active")
    assert seen.permissions == {"search_rooms": True, "reserve_room": True}
    assert seen.wants == rooms.wants({"attendees": 6})
    assert view(rooms, State(goal="reserve_room", questions=(Question("conflict", "attendees"),))).status == "needs_clarification"


def test_a_member_that_came_back_is_not_old() -> None:
    log = (Superseded("constraints.required_features", "экран"), Superseded("constraints.required_features", "доска"), Superseded("constraints.attendees", 12))
    held = State(values={"required_features": frozenset({"экран"}), "attendees": 12}, superseded=log)
    assert held.old_values("required_features") == {"доска"}
    assert held.old_values("attendees") == set()
