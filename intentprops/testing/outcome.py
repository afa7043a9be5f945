"""What became of a dialogue: its grades, one for each repeat, and how a failure is told."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import get_args

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.findings import FAILING, Dimension, Finding
from intentprops.reports.dialogue import render
from intentprops.reports.text import one_line
from intentprops.score import Grade, grade
from intentprops.testing.player import Budget, BudgetSpent, Player
from intentprops.testing.python import as_python


class DialogueFailure(AssertionError):
    """An agent failed a dialogue. The text is the dialogue as a person reads it, with the findings at their places."""

    outcome: Outcome
    fingerprint: str


@cache
def _failure_of(fingerprint: str) -> type[DialogueFailure]:
    """A type for each root cause: Hypothesis takes failures of different types for different bugs, and shrinks each."""
    return type("DialogueFailure", (DialogueFailure,), {"__module__": __name__, "fingerprint": fingerprint})


@dataclass(frozen=True)
class Outcome:
    """A dialogue that was played and graded once or several times."""

    domain: Domain
    scenario: Scenario
    grades: Sequence[Grade]
    player: Player

    @property
    def budget(self) -> Budget:
        return self.player.budget

    @property
    def failed(self) -> bool:
        """Whether as many repeats failed as the budget says."""
        return len(self.failing()) >= self.budget.fail_if

    def failing(self, dimensions: Sequence[str] = FAILING) -> list[Grade]:
        """The grades with an error, or with a finding in one of the dimensions."""
        return [graded for graded in self.grades if graded.error is not None or _causes(graded, dimensions)]

    def check(self, *dimensions: str) -> None:
        """Raise :class:`DialogueFailure` if the agent failed: in one of the dimensions, or, without any, in whichever.

        An agent that raised, timed out or broke has failed in every dimension.
        """
        wanted = _known(dimensions) or FAILING
        failing = self.failing(wanted)
        if len(failing) >= self.budget.fail_if:
            fingerprint = fingerprint_of(failing[0], wanted)
            failure = _failure_of(fingerprint)(told(self, failing, wanted))
            failure.outcome = self
            raise failure

    def findings(self, *dimensions: str) -> list[Finding]:
        """The findings of the first repeat in some dimensions, or all: for what a test only wants to show."""
        wanted = _known(dimensions) or get_args(Dimension)
        return [finding for finding in self.grades[0].findings if finding.dimension in wanted]


def _known(dimensions: Sequence[str]) -> tuple[str, ...]:
    for name in dimensions:
        if name not in get_args(Dimension):
            raise IntentpropsError(f"{name!r} is no dimension; there are {', '.join(get_args(Dimension))}")
    return tuple(dimensions)


def _causes(graded: Grade, dimensions: Sequence[str]) -> list[Finding]:
    """The failing findings in some dimensions, root causes first."""
    found = [finding for finding in graded.findings if finding.fails and finding.dimension in dimensions]
    return sorted(found, key=lambda finding: finding.cause is not None)


def fingerprint_of(graded: Grade, dimensions: Sequence[str] = FAILING) -> str:
    """One line that is the same for the same root cause in different dialogues: dimension, reason, and path without numbers."""
    causes = _causes(graded, dimensions)
    if not causes:
        return f"error {(graded.error or '').split(':')[0]}"
    first = causes[0]
    path = "".join(character for character in first.path if not character.isdigit())
    return f"{first.dimension} {first.reason} {path}"


def judge(player: Player, scenario: Scenario) -> Outcome | None:
    """Play and grade a scenario, as often as the budget needs to know; ``None`` where its turns are spent before that.

    A first repeat that passes is enough to go on: a search looks for dialogues that fail, and what fails is repeated.
    """
    budget = player.budget
    grades: list[Grade] = []
    for repeat in range(1, budget.repeats + 1):
        try:
            trace = player.play(scenario, repeat)
        except BudgetSpent:
            return None
        grades.append(grade(player.domain, scenario, trace, checks=player.checks))
        bad = sum(not _passed(graded) for graded in grades)
        if repeat == 1 and not bad:
            break
        if bad >= budget.fail_if or bad + budget.repeats - repeat < budget.fail_if:
            break
    return Outcome(player.domain, scenario, grades, player)


def _passed(graded: Grade) -> bool:
    return graded.error is None and not any(finding.fails for finding in graded.findings)


def told(outcome: Outcome, failing: Sequence[Grade], dimensions: Sequence[str] = FAILING) -> str:
    """A failure for a person: the root cause and how often, then the dialogue, then the code that plays it again."""
    first, player = failing[0], outcome.player
    causes = _causes(first, dimensions)
    what = f"{causes[0].dimension} {causes[0].reason} at {one_line(causes[0].path)}" if causes else f"error: {one_line(first.error or '')}"
    budget = outcome.budget
    often = f"{len(failing)} of {len(outcome.grades)} dialogues failed" if budget.repeats > 1 else "the dialogue failed"
    cost = "" if budget.turns is None else f"{player.turns} live turns of {budget.turns}"
    if player.spent:
        cost += ", which ended before the search for a shorter dialogue did"
    code = textwrap.indent(as_python(outcome.domain, outcome.scenario), "    ")
    head = f"{what}: {often}" + (f" ({cost})" if cost else "")
    return f"{head}\n\n{render(outcome.domain, first)}\nas Python:\n{code}"
