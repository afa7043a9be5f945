"""The errors that a user of the library can meet. Each says what is wrong, the value, and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class IntentpropsError(Exception):
    """Base of all errors raised for bad input; its text is meant for a person."""


class DomainError(IntentpropsError):
    """A domain does not hold together; the text names the place in it."""


class ScenarioError(IntentpropsError):
    """A scenario, chain or change cannot be what it says in its domain."""


class NoLanguage(ScenarioError):
    """A scenario file has nothing in the language that was asked for."""


class TraceError(IntentpropsError):
    """A trace file, or one record of it, cannot be read; the text names file, line and field."""


class ValueProblem(IntentpropsError):
    """A value does not fit its field."""


class ToolError(IntentpropsError):
    """Raised by a world: the tool refuses, and the agent gets the text as the tool's error."""


class AgentError(IntentpropsError):
    """The agent under test failed, timed out, or answered with something that is no reply."""


class Unavailable(AgentError):
    """What stands behind a model or an agent gave no answer: no key, overloaded, out of reach. It says nothing of either, so a
    dialogue that ended in it is played again by ``--resume``.

    ``again``: another attempt may help. ``after``: seconds that the provider asked to wait, ``None`` where it did not.
    """

    def __init__(self, text: str, *, again: bool = False, after: float | None = None) -> None:
        super().__init__(text)
        self.again, self.after = again, after


class BudgetSpent(Unavailable):
    """The run may make no further call of a model; what was recorded stays, and ``--resume`` goes on."""


class GuardError(IntentpropsError):
    """A queued action may not run: the state moved on, or permits it no longer."""


def hint(word: Any, known: Iterable[str]) -> str:
    """"; did you mean …?" where a known name is close, else nothing."""
    close = difflib.get_close_matches(str(word), list(known), 1)
    return f"; did you mean {close[0]!r}?" if close else ""
