"""The gate before a side effect: revision and permission are compared with the state as it is, at the last moment."""

from __future__ import annotations

import asyncio
import inspect
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intentprops.errors import GuardError, IntentpropsError
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


def test_the_state_may_come_from_an_asynchronous_store() -> None:
    current = state(3)

    async def read() -> dict[str, Any]:
        await asyncio.sleep(0)
        return dict(current)

    async def reserve(room_id: str) -> str:
        return room_id

    async def both() -> str:
        guard = Guard(read)
        await guard.check_async(Action("reserve_room", ARGUMENTS, 3))
        assert await guard.run_async(Action("reserve_room", ARGUMENTS, 3), reserve) == "amber"
        current["revision"] = 4
        with pytest.raises(GuardError, match="the state is at 4"):
            await guard.run_async(Action("reserve_room", ARGUMENTS, 3), reserve)
        with pytest.raises(IntentpropsError, match=r"^guard: the current state is asynchronous; use run_async or check_async$"):
            guard.check(Action("reserve_room", ARGUMENTS, 4))
        return "done"

    assert asyncio.run(both()) == "done"


def test_with_a_lock_no_commit_comes_between_the_check_and_the_end_of_the_effect() -> None:
    lock, tried = threading.Lock(), []
    guard = Guard(lambda: state(3), lock=lock)
    assert guard.run(Action("reserve_room", ARGUMENTS, 3), lambda room_id: tried.append(lock.acquire(blocking=False)) or room_id) == "amber"
    assert tried == [False]
    assert not lock.locked()
    with pytest.raises(GuardError):
        guard.run(Action("reserve_room", ARGUMENTS, 2), lambda **_: pytest.fail("it ran"))
    assert not lock.locked()


def test_with_a_lock_of_the_loop_a_commit_waits_for_the_effect() -> None:
    order: list[str] = []

    async def both() -> None:
        current, lock = state(3), asyncio.Lock()
        guard = Guard(lambda: current, lock=lock)

        async def reserve(room_id: str) -> None:
            order.append("begins")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            order.append("ends")

        async def commit() -> None:
            async with lock:
                current["revision"] = 4
                order.append("commit")

        await asyncio.gather(guard.run_async(Action("reserve_room", ARGUMENTS, 3), reserve), commit())

    asyncio.run(both())
    assert order == ["begins", "ends", "commit"]


def test_a_lock_of_the_other_kind_is_refused() -> None:
    async def reserve(**_: Any) -> None:
        pytest.fail("it ran")

    with pytest.raises(IntentpropsError, match=r"^guard: the lock is asynchronous; use run_async, or give a threading\.Lock$"):
        Guard(lambda: state(3), lock=asyncio.Lock()).run(Action("reserve_room", ARGUMENTS, 3), lambda **_: pytest.fail("it ran"))
    with pytest.raises(IntentpropsError, match=r"^guard: a lock of threads would stop the whole loop; give an asyncio\.Lock$"):
        asyncio.run(Guard(lambda: state(3), lock=threading.Lock()).run_async(Action("reserve_room", ARGUMENTS, 3), reserve))


def test_a_state_that_is_not_awaited_is_closed() -> None:
    async def read() -> dict[str, Any]:
        return state(3)

    waiting = read()
    with pytest.raises(IntentpropsError):
        Guard(lambda: waiting).refusal(Action("reserve_room", ARGUMENTS, 3))
    assert inspect.getcoroutinestate(waiting) == inspect.CORO_CLOSED
