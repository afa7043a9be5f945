"""What a check sees, and the registry that the grader asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, hint
from intentprops.findings import POINTS, REASONS, Dimension, Finding, Stage
from intentprops.oracle import CallExpectation, Expectation
from intentprops.trace import Trace, TurnRecord

CheckFunction: TypeAlias = Callable[["TurnView"], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class ViewedCall:
    """A call beside what the oracle knows of it. ``number`` counts the calls of the turn from 1."""

    number: int
    name: str
    arguments: dict[str, Any]
    result: Any
    status: str
    revision: int | None
    queued_turn: int | None
    expected: CallExpectation

    @property
    def path(self) -> str:
        return f"calls[{self.number}]"


@dataclass(slots=True)
class TurnView:
    """One turn as a check sees it: the domain, what must hold, what was recorded, and the turns around it."""

    domain: Domain
    scenario: Scenario
    expectations: Sequence[Expectation]
    trace: Trace
    index: int
    check: str = ""
    dimension: Dimension = "State"

    @property
    def expected(self) -> Expectation:
        return self.expectations[self.index]

    @property
    def record(self) -> TurnRecord:
        return self.trace[self.index]

    @property
    def number(self) -> int:
        return self.record.turn

    @property
    def previous(self) -> TurnRecord | None:
        return self.trace[self.index - 1] if self.index else None

    @property
    def language(self) -> str:
        return self.record.language or self.scenario.language

    @property
    def reply(self) -> str:
        return self.record.assistant_message or ""

    def calls(self, name: str | None = None) -> Iterator[ViewedCall]:
        """The calls of the turn that ran, all or those of one tool."""
        for number, (call, expected) in enumerate(zip(self.record.tool_calls, self.expected.calls, strict=True), 1):
            if call.status != "cancelled" and name in (None, call.name):
                yield ViewedCall(
                    number, call.name, call.arguments, call.result, call.status, call.revision, call.queued_turn, expected
                )

    def outlived(self, call: ViewedCall) -> bool:
        """Whether a queued effect ran although the version that it was planned for had changed."""
        return call.expected.moved_on and call.name in self.domain.effectful

    def readable(self, call: ViewedCall) -> bool:
        """Whether the arguments of a call fit the schema of its tool."""
        tool = self.domain.tool.get(call.name)
        return tool is None or tool.problem(call.arguments) is None

    def interpretation(self, path: str) -> Stage:
        """Where a wrong value at ``path`` arose: in reading, if this turn changed it; else it was lost later."""
        touched = path in self.expected.step.changed or path.removeprefix("constraints.") in self.expected.step.said
        return "interpretation" if touched or self.index == 0 else "memory"

    def planning(self, stage: Stage = "planning") -> Stage:
        """The stage of a wrong action: only where the agent exposes its state can it be told from a wrong state."""
        return stage if self.record.active_state_after is not None or self.record.summary is not None else "unknown"

    def finding(
        self, reason: str, path: str, *, stage: Stage, expected: Any = None, actual: Any = None,
        about: Iterable[str] = (), follows: Iterable[str] = (), critical: bool = False,
    ) -> Finding:  # fmt: skip
        """A finding of this check at this turn."""
        return Finding(
            dimension=self.dimension, check=self.check, turn=self.number, path=path, reason=reason, stage=stage,
            expected=expected, actual=actual, about=frozenset(about), follows=frozenset(follows), critical=critical,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Check:
    """A registered check."""

    name: str
    dimension: Dimension
    run: CheckFunction


_CHECKS: dict[str, Check] = {}


def check(name: str, *, dimension: Dimension) -> Callable[[CheckFunction], CheckFunction]:
    """Register a check. Raises for a name that is taken and for a dimension that does not exist."""
    known = (*POINTS, "summary", "protocol", "friction")
    if dimension not in known:
        raise IntentpropsError(f"check {name!r}: {dimension!r} is no dimension of {', '.join(known)}{hint(dimension, known)}")

    def register(function: CheckFunction) -> CheckFunction:
        if name in _CHECKS and _CHECKS[name].run is not function:
            raise IntentpropsError(f"check {name!r} is registered already, by {_CHECKS[name].run.__module__}")
        _CHECKS[name] = Check(name, dimension, function)
        return function

    return register


def unregister(name: str) -> None:
    """Take a check out again, such as one that a test added."""
    _CHECKS.pop(name, None)


def registered() -> tuple[Check, ...]:
    """All checks, in the order registered."""
    return tuple(_CHECKS.values())


__all__ = ["REASONS", "Check", "TurnView", "ViewedCall", "check", "registered", "unregister"]
