"""A dialogue in the hand of a test: played, checked, varied, saved."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from intentprops.changes import Language, Message, Scenario, Turn
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, ScenarioError
from intentprops.running.session import Create
from intentprops.scenarios import find_domain
from intentprops.scenarios.canonical import canonical
from intentprops.testing.outcome import Outcome, judge
from intentprops.testing.player import Budget, Player

Agent = Create | str


@dataclass(frozen=True)
class Dialogue:
    """A scenario of a domain."""

    domain: Domain
    scenario: Scenario

    def play(self, agent: Agent | Player, *, budget: Budget | None = None) -> Outcome:
        """Play it against an agent (``create``, ``"package.module:create"``, or a :class:`Player` that remembers) and grade it."""
        player = agent if isinstance(agent, Player) else Player(self.domain, agent_of(agent), budget=budget)
        outcome = judge(player, self.scenario)
        if outcome is None:
            raise IntentpropsError(f"budget: {player.budget.turns} turns are too few for a dialogue of {len(self.scenario.turns)}")
        return outcome

    def check(self, agent: Agent | Player, *dimensions: str) -> None:
        """Play it and raise :class:`DialogueFailure` where the agent fails."""
        self.play(agent).check(*dimensions)

    def calls(self, agent: Agent | Player) -> list[tuple[str, Any]]:
        """The calls that an agent makes in it, in order: for comparing one dialogue with another."""
        trace = self.play(agent).grades[0].trace
        return [(call.name, call.arguments) for record in trace for call in record.tool_calls if call.status != "cancelled"]

    def replies(self, agent: Agent | Player) -> list[str]:
        return [record.assistant_message or "" for record in self.play(agent).grades[0].trace]

    def with_turn(self, turn: Turn, at: int | None = None) -> Dialogue:
        """The same with one more turn, by default at the end; ``at`` counts the turns before it."""
        turns = list(self.scenario.turns)
        turns.insert(len(turns) if at is None else at, turn)
        return Dialogue(self.domain, replace(self.scenario, turns=tuple(turns)))

    def with_aside(self, text: str | None = None, at: int = 1) -> Dialogue:
        """The same with a turn that changes nothing (T11) after the turn ``at``."""
        return self.with_turn(Turn.of(text=text or ASIDES[self.scenario.language]), at)

    def reworded(self, say: Callable[[Message], str]) -> Dialogue:
        """The same with other words: ``say`` gives the text of each message."""
        turns = [
            replace(turn, messages=tuple(replace(message, text=say(message)) for message in turn.messages))
            for turn in self.scenario.turns
        ]
        return Dialogue(self.domain, replace(self.scenario, turns=tuple(turns)))

    def save(self, path: Path | str) -> Path:
        """Write it as a scenario file, which ``intentprops replay`` and ``run --scenarios`` take."""
        from intentprops.testing.keep import write

        return write(Path(path), self.domain, self.scenario)

    def __repr__(self) -> str:
        from intentprops.testing.python import as_python

        return as_python(self.domain, self.scenario)


ASIDES = {"en": "Thanks, that is good to know.", "ru": "Спасибо, буду знать."}


def dialogue(
    domain: Domain | str, turns: Iterable[Turn], *, now: datetime | str | None = None, language: Language = "en", id: str = "dialogue"
) -> Dialogue:
    """A dialogue from turns. Changes may hold values in their JSON forms; ``now`` is that of the domain's world by default.

    Raises :class:`ScenarioError` for what the domain does not have.
    """
    found = find_domain(domain) if isinstance(domain, str) else domain
    when = now or found.world.now
    if not when:
        raise ScenarioError(f"'now' is missing, and the world of {found.name!r} has none of its own")
    moment = datetime.fromisoformat(when) if isinstance(when, str) else when
    return Dialogue(found, canonical(found, Scenario(id, found.name, tuple(turns), moment, language)))


def agent_of(agent: Agent) -> Create:
    from intentprops.running.prepare import find_agent

    return find_agent(agent) if isinstance(agent, str) else agent


