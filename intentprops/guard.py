"""The gate before a side effect, for the runner and for production agents.

An action that was planned, and perhaps queued, under one version of the task must not run under another. At the last
moment before the effect, its revision and its permission are compared with the state as it is then::

    guard = Guard(lambda: store.current_state())       # {"revision": 7, "permissions": {"reserve_room": True}}
    guard.run(Action("reserve_room", arguments, revision=6), reserve_room)     # raises GuardError: do not run, plan anew

A refused action is cancelled and built anew; it is never carried over to the new revision.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from intentprops.errors import GuardError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Action:
    """A side effect that was planned under a revision of the state."""

    name: str
    arguments: Mapping[str, Any]
    revision: int


@dataclass(frozen=True, slots=True)
class Guard:
    """Compares actions with the current state, which ``current`` returns: ``revision`` and ``permissions``."""

    current: Callable[[], Mapping[str, Any]]

    def refusal(self, action: Action) -> str | None:
        """Why the action may not run now; ``None`` where it may. What the state does not say is no permission."""
        state = self.current()
        revision = state.get("revision")
        if action.revision != revision:
            return f"{action.name} was planned under revision {action.revision}, the state is at {revision}; cancel it and plan anew"
        if state.get("permissions", {}).get(action.name) is not True:
            return f"{action.name} is not permitted under revision {revision}"
        return None

    def check(self, action: Action) -> None:
        """Raise :class:`GuardError` where the action may not run now."""
        reason = self.refusal(action)
        if reason is not None:
            raise GuardError(reason)

    def run(self, action: Action, execute: Callable[..., T]) -> T:
        """Check, then execute with the action's arguments, with nothing in between."""
        self.check(action)
        return execute(**action.arguments)

    async def run_async(self, action: Action, execute: Callable[..., Awaitable[T]]) -> T:
        """The same for a coroutine function; the check runs in the same step of the loop that starts the effect."""
        self.check(action)
        return await execute(**action.arguments)
