"""Plays dialogues against an agent, asks nothing twice, and keeps within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from intentprops.changes import Scenario
from intentprops.checks import Check
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.oracle import yeses
from intentprops.running.dialogue import owes_a_yes, play
from intentprops.running.session import Create
from intentprops.trace import TurnRecord


@dataclass(frozen=True)
class Budget:
    """What a search may cost, and when a random agent counts as failing.

    ``turns``: live turns in all; ``None`` is no limit. A dialogue is played up to ``repeats`` times, with one seed for each,
    and fails when ``fail_if`` of them do. Raises :class:`IntentpropsError` where these cannot be.
    """

    turns: int | None = None
    repeats: int = 1
    fail_if: int = 1

    def __post_init__(self) -> None:
        for name in ("turns", "repeats", "fail_if"):
            number = getattr(self, name)
            if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
                raise IntentpropsError(f"budget: {name}={number!r}: give a whole number from 1")
        if self.fail_if > self.repeats:
            raise IntentpropsError(f"budget: fail_if={self.fail_if} of repeats={self.repeats} dialogues can never fail")


class BudgetSpent(Exception):
    """The next dialogue would need more live turns than the budget has left."""


class Player:
    """An agent under test, with everything it said so far.

    A dialogue whose messages were played before, whole or as the beginning of a longer one, is not played again: the agent
    is asked what it has not yet been asked in that repeat. So an agent that is random answers the same message of the same
    dialogue alike while it is tested.
    """

    def __init__(
        self, domain: Domain, create: Create, *, budget: Budget | None = None, seed: int = 0, timeout: float | None = 60.0
    ) -> None:
        self.domain, self.create = domain, create
        self.budget, self.seed, self.timeout = budget or Budget(), seed, timeout
        self.checks: Sequence[Check] | None = None
        """What the subject is judged by; ``None`` is by every check."""
        self.turns = 0
        """Live turns so far."""
        self.dialogues = 0
        """Dialogues played so far."""
        self.spent = False
        """Whether a dialogue was refused because the budget's turns are used up."""
        self._known: dict[Any, list[TurnRecord]] = {}

    def play(self, scenario: Scenario, repeat: int = 1) -> list[TurnRecord]:
        """The trace of a scenario, recorded or played now. Raises :class:`BudgetSpent` before a turn too many."""
        known = self._recorded(scenario, repeat)
        if known is not None:
            return known
        needed = len(scenario.turns) + yeses(self.domain)  # those that the runner may say at the end
        if self.budget.turns is not None and self.turns + needed > self.budget.turns:
            self.spent = True
            raise BudgetSpent
        trace = play(
            self.domain, scenario, self.create, run_id=f"{scenario.id}__agent__repeat-{repeat:02}",
            seed=self.seed + repeat - 1, timeout=self.timeout,
        )  # fmt: skip
        self.turns += sum(not record.scripted for record in trace)
        self.dialogues += 1
        self._remember(scenario, repeat, trace)
        return trace

    def _recorded(self, scenario: Scenario, repeat: int) -> list[TurnRecord] | None:
        whole = self._known.get(_key(scenario, repeat, len(scenario.turns), ended=True))
        if whole is not None:
            return _named(whole, scenario)
        begun = self._known.get(_key(scenario, repeat, len(scenario.turns)))
        if begun is None or owes_a_yes(self.domain, scenario, begun):
            return None
        return _named(begun, scenario)

    def _remember(self, scenario: Scenario, repeat: int, trace: list[TurnRecord]) -> None:
        for turn in range(1, min(len(scenario.turns), len(trace)) + 1):
            self._known.setdefault(_key(scenario, repeat, turn), trace[:turn])
        self._known[_key(scenario, repeat, len(scenario.turns), ended=True)] = trace


def _key(scenario: Scenario, repeat: int, turns: int, ended: bool = False) -> Any:
    """What decides how an agent goes on: all that it was told, and its seed. An agent that hung or broke ended there."""
    said = tuple((tuple(message.text for message in turn.messages), turn.script) for turn in scenario.turns[:turns])
    return scenario.now, scenario.language, repeat, said, ended


def _named(trace: Sequence[TurnRecord], scenario: Scenario) -> list[TurnRecord]:
    if all(record.scenario_id == scenario.id for record in trace):
        return list(trace)
    return [record.model_copy(update={"scenario_id": scenario.id}) for record in trace]
