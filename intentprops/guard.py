"""The gate before a side effect, for the runner and for production agents.

An action that was planned, and perhaps queued, under one version of the task must not run under another. At the last
moment before the effect, its revision and its permission are compared with the state as it is then::

    guard = Guard(lambda: store.current_state())       # {"revision": 7, "permissions": {"reserve_room": True}}
    guard.run(Action("reserve_room", arguments, revision=6), reserve_room)     # raises GuardError: do not run, plan anew

    guard = Guard(store.current_state, lock=store.lock)                        # where the store is asynchronous
    await guard.run_async(Action("reserve_room", arguments, revision=6), reserve_room)

A refused action is cancelled and built anew; it is never carried over to the new revision. docs/guard.md has more.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, TypeVar

from intentprops.errors import GuardError, IntentpropsError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Action:
    """A side effect that was planned under a revision of the state."""

    name: str
    arguments: Mapping[str, Any]
    revision: int


@dataclass(frozen=True, slots=True)
class Guard:
    """Compares actions with the current state, which ``current`` returns: ``revision`` and ``permissions``.

    ``current`` may be asynchronous for :meth:`check_async` and :meth:`run_async`. ``lock`` is what your code holds while it commits a
    new state: a ``threading.Lock`` for :meth:`run`, an ``asyncio.Lock`` for :meth:`run_async`. With it no commit comes between
    the check and the end of the effect; without it, none that runs on the same thread or loop comes between the check and its beginning.
    """

    current: Callable[[], Mapping[str, Any] | Awaitable[Mapping[str, Any]]]
    lock: AbstractContextManager[Any] | AbstractAsyncContextManager[Any] | None = None

    def refusal(self, action: Action) -> str | None:
        """Why the action may not run now; ``None`` where it may. What the state does not say is no permission."""
        state = self.current()
        if inspect.isawaitable(state):
            if inspect.iscoroutine(state):
                state.close()
            raise IntentpropsError("guard: the current state is asynchronous; use run_async or check_async")
        return _refusal(action, state)

    def check(self, action: Action) -> None:
        """Raise :class:`GuardError` where the action may not run now."""
        _raise(self.refusal(action))

    async def check_async(self, action: Action) -> None:
        """The same where ``current`` may be asynchronous. Nothing else runs between its answer and the return of this."""
        state = self.current()
        _raise(_refusal(action, await state if inspect.isawaitable(state) else state))

    def run(self, action: Action, execute: Callable[..., T]) -> T:
        """Check, then execute with the action's arguments, with nothing in between."""
        if isinstance(self.lock, AbstractAsyncContextManager):
            raise IntentpropsError("guard: the lock is asynchronous; use run_async, or give a threading.Lock")
        with self.lock or nullcontext():
            self.check(action)
            return execute(**action.arguments)

    async def run_async(self, action: Action, execute: Callable[..., Awaitable[T]]) -> T:
        """The same for a coroutine function; the check ends in the same step of the loop that starts the effect."""
        if self.lock is not None and not isinstance(self.lock, AbstractAsyncContextManager):
            raise IntentpropsError("guard: a lock of threads would stop the whole loop; give an asyncio.Lock")
        async with self.lock or nullcontext():
            await self.check_async(action)
            return await execute(**action.arguments)


def _refusal(action: Action, state: Mapping[str, Any]) -> str | None:
    revision = state.get("revision")
    if action.revision != revision:
        return f"{action.name} was planned under revision {action.revision}, the state is at {revision}; cancel it and plan anew"
    if state.get("permissions", {}).get(action.name) is not True:
        return f"{action.name} is not permitted under revision {revision}"
    return None


def _raise(reason: str | None) -> None:
    if reason is not None:
        raise GuardError(reason)
