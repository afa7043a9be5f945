"""What keeps a run with a live model within bounds: a budget, a rate, and patience with a provider that is busy."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from intentprops.errors import BudgetSpent, IntentpropsError, Unavailable
from intentprops.running.clock import off_the_clock
from intentprops.running.models import ChatMessage, Completion, Model

ATTEMPTS = 5
"""How often an answer is asked for before the dialogue ends in an error."""
LONGEST_PAUSE = 120.0
"""Seconds; a provider that asks for more is not waited for."""


@dataclass
class Limits:
    """The bounds of one run, shared by all of its dialogues. They change how a run goes, never what it finds.

    ``workers`` dialogues go on at a time. ``max_calls`` and ``max_tokens`` bound what a live model is asked for, those
    reported; ``None`` is no bound. ``per_minute`` is the most calls in a minute, at equal distances.
    """

    workers: int = 1
    max_calls: int | None = None
    max_tokens: int | None = None
    per_minute: float | None = None
    attempts: int = ATTEMPTS
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    calls: int = field(default=0, init=False)
    tokens: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._free_at = 0.0
        for name, least in (("workers", 1), ("max_calls", 1), ("max_tokens", 1), ("attempts", 1)):
            value = getattr(self, name)
            if value is not None and value < least:
                raise IntentpropsError(f"{name.replace('_', '-')} {value}: give a whole number from {least}")
        if self.per_minute is not None and not 0 < self.per_minute < float("inf"):
            raise IntentpropsError(f"per-minute {self.per_minute:g}: give a number above 0")

    @property
    def spent(self) -> str | None:
        """Which budget is spent, in words."""
        if self.max_calls is not None and self.calls >= self.max_calls:
            return f"the budget of {self.max_calls:,} calls is spent"
        if self.max_tokens is not None and self.tokens >= self.max_tokens:
            return f"the budget of {self.max_tokens:,} tokens is spent ({self.tokens:,} were used)"
        return None

    def begin(self) -> None:
        """Count a call that is about to be made, and wait until the rate allows it; raises :class:`BudgetSpent`."""
        with self._lock:
            if (reason := self.spent) is not None:
                raise BudgetSpent(reason)
            self.calls += 1
            now = self.clock()
            pause = max(0.0, self._free_at - now) if self.per_minute else 0.0
            if self.per_minute:
                self._free_at = max(self._free_at, now) + 60 / self.per_minute
        self.pause(pause)

    def used(self, *tokens: int | None) -> None:
        """Count the tokens that an answer reports."""
        with self._lock:
            self.tokens += sum(count or 0 for count in tokens)

    def pause(self, seconds: float) -> None:
        if seconds > 0:
            with off_the_clock():
                self.sleep(seconds)


class LimitedModel:
    """A model within limits. An attempt that failed for no fault of the model is made again, later each time."""

    def __init__(self, model: Model, limits: Limits) -> None:
        self._model, self._limits = model, limits
        self.name, self.version = model.name, model.version
        self.parameters: Mapping[str, Any] = getattr(model, "parameters", {})

    def complete(
        self, messages: Sequence[ChatMessage], tools: Sequence[Mapping[str, Any]] = (), schema: Mapping[str, Any] | None = None
    ) -> Completion:
        for attempt in range(1, self._limits.attempts + 1):
            self._limits.begin()
            try:
                completion = self._model.complete(messages, tools, schema)
            except Unavailable as error:
                pause = back_off(attempt) if error.after is None else error.after
                if not error.again or attempt == self._limits.attempts or pause > LONGEST_PAUSE:
                    raise
                self._limits.pause(pause)
                continue
            self._limits.used(completion.input_tokens, completion.output_tokens)
            return completion
        raise AssertionError("the last attempt returns or raises")


def back_off(attempt: int) -> float:
    """Seconds before the next attempt: twice as long each time, and never the same for two that wait."""
    return min(30.0, 0.5 * 2.0**attempt) * random.uniform(0.5, 1.0)
