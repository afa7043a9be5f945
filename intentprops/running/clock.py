"""The time that a turn may take, without what is no time of the agent: back-off, rate limits, a queue."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Turn(threading.local):
    """The stopwatch of the turn that the current thread plays, if it plays one."""

    watch: Stopwatch | None = None


class Stopwatch:
    """Runs while the agent thinks, and stands still while it is :func:`off_the_clock`."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._stood = 0.0
        self._standing_since: float | None = None

    @property
    def standing(self) -> bool:
        return self._standing_since is not None

    def left(self, timeout: float) -> float:
        """Seconds of the time-out that are left."""
        now = time.monotonic()
        since = self._standing_since
        return timeout - (now - self._began - self._stood - (0.0 if since is None else now - since))

    def stop(self) -> None:
        self._standing_since = time.monotonic()

    def go_on(self) -> None:
        since, self._standing_since = self._standing_since, None
        self._stood += 0.0 if since is None else time.monotonic() - since


turn = Turn()


@contextmanager
def off_the_clock() -> Iterator[None]:
    """What happens inside does not count towards the time-out of the turn."""
    watch = turn.watch
    if watch is None or watch.standing:
        yield
        return
    watch.stop()
    try:
        yield
    finally:
        watch.go_on()
