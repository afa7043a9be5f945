"""Who is tested, by name: an agent, an updater, or a test double with a memory."""

from __future__ import annotations

from typing import Any

from intentprops.changes import Scenario
from intentprops.checks import registered
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.running.memory import MODES, with_memory
from intentprops.running.models import find_model
from intentprops.running.prepare import find_agent
from intentprops.testing.player import Budget, Player
from intentprops.trace import TurnRecord


def player_of(subject: str, domain: Domain, *, budget: Budget | None = None, timeout: float | None = 60.0) -> Player:
    """A player for ``package.module:create``, ``updater:package.module:function`` or ``model:NAME:MEMORY``.

    Raises :class:`IntentpropsError` for what is not there.
    """
    kind, _, rest = subject.partition(":")
    if kind == "updater":
        return _UpdaterPlayer(domain, find_agent(rest), budget=budget)
    if kind == "model" and rest.count(":") == 1:
        name, memory = rest.split(":")
        if memory not in MODES:
            raise IntentpropsError(f"there is no memory mode {memory!r}; there are {', '.join(MODES)}")
        return Player(domain, with_memory(find_model(name, domain), memory), budget=budget, timeout=timeout)
    return Player(domain, find_agent(subject), budget=budget, timeout=timeout)


class _UpdaterPlayer(Player):
    """Plays dialogues against a function that keeps a state and calls nothing: its state is judged, and nothing else."""

    def __init__(self, domain: Domain, create: Any, *, budget: Budget | None = None) -> None:
        super().__init__(domain, create, budget=budget)
        self.checks = [check for check in registered() if check.dimension == "State"]

    def play(self, scenario: Scenario, repeat: int = 1) -> list[TurnRecord]:
        from intentprops.properties import Updater, traced

        self.dialogues += 1
        self.turns += len(scenario.turns)
        update: Any = self.create
        return traced(self.domain, scenario, Updater(update))
