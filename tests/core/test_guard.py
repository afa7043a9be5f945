"""The gate before a side effect: revision and permission are compared with the state as it is, at the last moment."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intentprops.errors import GuardError
from intentprops.guard import Action, Guard

ARGUMENTS = {"room_id": "amber"}


def state(revision: int = 3, **permissions: bool) -> dict[str, Any]:
    return {"revision": revision, "permissions": permissions or {"reserve_room": True}}


@given(planned=st.integers(0, 20), current=st.integers(0, 20), permitted=st.booleans())
def test_an_action_runs_exactly_under_its_own_revision_and_with_a_permission(planned: int, current: int, permitted: bool) -> None:
    ran = []
    guard = Guard(lambda: state(current, reserve_room=permitted))
    action = Action("reserve_room", ARGUMENTS, planned)
    try:
        guard.run(action, lambda **arguments: ran.append(arguments))
    except GuardError:
        assert planned != current or not permitted
    assert bool(ran) == (planned == current and permitted)


def test_what_was_queued_before_a_correction_is_refused_with_both_revisions() -> None:
    guard = Guard(lambda: state(7))
    with pytest.raises(GuardError, match="reserve_room was planned under revision 6, the state is at 7; cancel it and plan anew"):
        guard.check(Action("reserve_room", ARGUMENTS, 6))


def test_what_the_state_does_not_speak_of_is_not_permitted() -> None:
    for permissions in ({"reserve_room": False}, {"send_email": True}, {"reserve_room": "yes"}):
        document = {"revision": 3, "permissions": permissions}
        assert Guard(lambda document=document: document).refusal(Action("reserve_room", ARGUMENTS, 3)) is not None
    assert Guard(lambda: {"revision": 3}).refusal(Action("reserve_room", ARGUMENTS, 3)) == "reserve_room is not permitted under revision 3"
    assert Guard(lambda: {}).refusal(Action("reserve_room", ARGUMENTS, 3)) is not None


def test_the_state_is_read_when_the_action_runs_and_not_when_it_was_planned() -> None:
    current = state(3)
    guard = Guard(lambda: current)
    action = Action("reserve_room", ARGUMENTS, 3)
    guard.check(action)
    current["permissions"]["reserve_room"] = False
    with pytest.raises(GuardError, match="not permitted"):
        guard.run(action, lambda **_: pytest.fail("it ran"))


def test_an_asynchronous_effect_is_checked_in_the_step_that_starts_it() -> None:
    current = state(3)
    guard = Guard(lambda: current)

    async def reserve(room_id: str) -> str:
        return room_id

    async def both() -> tuple[str, str]:
        first = await guard.run_async(Action("reserve_room", ARGUMENTS, 3), reserve)
        waiting = guard.run_async(Action("reserve_room", ARGUMENTS, 3), reserve)
        current["revision"] = 4  # a correction arrives while the second one waits
        try:
            return first, await waiting
        except GuardError as refusal:
            return first, str(refusal)

    first, second = asyncio.run(both())
    assert first == "amber"
    assert "the state is at 4" in second
