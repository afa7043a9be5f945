"""From a trace to findings, five points and a verdict."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from intentprops.changes import Scenario
from intentprops.checks import Check, TurnView, registered
from intentprops.checks.judged import JUDGED
from intentprops.domain import Domain
from intentprops.errors import TraceError
from intentprops.findings import POINTS, Dimension, Finding, with_causes
from intentprops.oracle import Expectation, expect
from intentprops.trace import HIDDEN, Trace


@dataclass(frozen=True)
class Grade:
    """What grading a trace yields.

    ``points`` has 1, 0 or ``None`` for each dimension; ``None`` where the agent does not expose what the point needs, or
    the case was not reached: never passed, never failed. ``not_reached`` says which preconditions did not occur.
    ``measures`` are the counts that stand beside quality in a matrix. ``error`` is set when the run ended in one.
    """

    scenario: Scenario
    trace: Trace
    expectations: Sequence[Expectation]
    findings: Sequence[Finding]
    points: dict[Dimension, int | None]
    not_reached: Sequence[str]
    measures: dict[str, int | None]
    error: str | None = None

    @property
    def passed(self) -> bool:
        """No finding in the five, in summary or in protocol, no error, and Function was judged: it is what a case is about."""
        return _passed(self)

    @property
    def causes(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.cause is None and finding.fails]


def _passed(graded: Grade) -> bool:
    judged = graded.points["Function"] is not None
    return graded.error is None and judged and not any(finding.fails for finding in graded.findings)


def grade(
    domain: Domain, scenario: Scenario, trace: Trace, *, checks: Iterable[Check] | None = None
) -> Grade:
    """Judge a trace of a scenario. Pure: the same input gives the same grade.

    Raises :class:`TraceError` when the trace is not one of that scenario.
    """
    _fits(scenario, trace)
    error = next((record.error for record in trace if record.error), None)
    expectations = expect(domain, scenario, trace)
    if error is not None or len(trace) < len(scenario.turns):
        expectations = [replace(e, missing=(), left_stale=(), standing=()) for e in expectations]
    findings: list[Finding] = []
    chosen = (*registered(), JUDGED) if checks is None else tuple(checks)
    for index, record in enumerate(trace):
        if record.scripted or (record.error and index == len(trace) - 1):
            continue
        for one in chosen:
            findings += one.run(TurnView(domain, scenario, expectations, trace, index, one.name, one.dimension))
    ordered = with_causes(domain, _once(findings))
    missed = [f"turn {e.turn}: {reason}" for e in expectations for reason in e.not_reached]
    if len(trace) < len(scenario.turns) and error is None:
        error = f"the trace ends after turn {len(trace)} of {len(scenario.turns)}"
    return Grade(
        scenario, trace, expectations, ordered, points_of(domain, expectations, trace, ordered), missed,
        _measures(domain, expectations, trace, ordered), error,
    )  # fmt: skip


def _once(findings: Sequence[Finding]) -> list[Finding]:
    """Without what a judge found in a reply that a check had found wrong already: one finding for one fault."""
    wrong = {finding.turn for finding in findings if finding.dimension == JUDGED.dimension and finding.check != JUDGED.name}
    return [finding for finding in findings if finding.check != JUDGED.name or finding.turn not in wrong]


def _fits(scenario: Scenario, trace: Trace) -> None:
    for record in trace:
        if record.scenario_id != scenario.id:
            raise TraceError(f"the trace is of scenario {record.scenario_id!r}, not of {scenario.id!r}")
    extra = [record for record in trace[len(scenario.turns) :] if not record.harness]
    if extra:
        raise TraceError(
            f"scenario {scenario.id!r} has {len(scenario.turns)} turns; the trace goes on with turn {extra[0].turn},"
            " which is not marked as the harness's own"
        )
    for turn, record in zip(scenario.turns, trace, strict=False):
        if turn.text and record.user_message and not _same_words(turn.text, record.user_message):
            raise TraceError(
                f"turn {record.turn} of the trace says {record.user_message[:60]!r}, the scenario {turn.text[:60]!r}:"
                " this is a trace of another version or language of it"
            )


def _same_words(said: str, recorded: str) -> bool:
    """Whether a record has the words of a turn; a secret among them was not recorded."""
    parts = map(re.escape, recorded.split(HIDDEN))
    return said == recorded or (HIDDEN in recorded and re.fullmatch(".+".join(parts), said, re.DOTALL) is not None)


def points_of(
    domain: Domain, expectations: Sequence[Expectation], trace: Trace, findings: Sequence[Finding]
) -> dict[Dimension, int | None]:
    """One for what was observed and fault-free, zero for a fault, ``None`` for what could not be seen."""
    failed = {finding.dimension for finding in findings}
    live = [(e, record) for e, record in zip(expectations, trace, strict=False) if not record.scripted]
    seen: dict[Dimension, bool] = {
        "State": any(record.active_state_after is not None for _, record in live),
        "Invalidation": any(_invalidation_seen(e, record.results, record.offers) for e, record in live),
        "Function": any(record.error is None and (not e.blind or record.tool_calls) for e, record in live),
        "Arguments": any(call.name in domain.tool for _, record in live for call in record.tool_calls),
        "Response": any(record.assistant_message for _, record in live),
    }
    return {point: 0 if point in failed else 1 if seen[point] else None for point in POINTS}


def _invalidation_seen(e: Expectation, results: object, offers: object) -> bool:
    """Reached: a result or effect exists, and either went stale here, or the agent shows what it holds or offers."""
    went_stale = "stale" in e.results.values() or any(rank == "stale" for _, rank in e.effects)
    again = any(not call.needless for call in e.calls) and e.turn > 1 and bool(e.step.changed)
    return bool(e.results) and (went_stale or again or results is not None or offers is not None)


def _measures(
    domain: Domain, expectations: Sequence[Expectation], trace: Trace, findings: Sequence[Finding]
) -> dict[str, int | None]:
    reasons = [finding.reason for finding in findings]
    makers = {tool.name for name, tool in domain.maker.items() if not tool.effect}
    calls = [call.name for record in trace for call in record.tool_calls]
    live = [record for record in trace if not record.scripted]
    sizes = [record.usage.input_tokens for record in live]
    written = [record.usage.output_tokens for record in live]
    unplaced = any(finding.stage == "unknown" and finding.fails for finding in findings)
    update = {finding.reason for finding in findings if finding.stage in ("interpretation", "memory") and finding.fails}
    plan = {finding.reason for finding in findings if finding.stage in ("planning", "execution") and finding.fails}
    asked = [record.questions for record in trace]
    return {
        "steps_to_recovery": _steps_to_recovery(expectations, trace),
        "turns_to_recovery": _turns_to_recovery(expectations, trace),
        "repeated_searches": max(0, sum(name in makers for name in calls) - 1),
        "forbidden_calls": sum(reason in ("forbidden_call", "unconfirmed_resume") for reason in reasons),
        "clarifying_questions": None if all(q is None for q in asked) else sum(len(q or ()) for q in asked),
        "input_tokens": _sum(sizes),
        "output_tokens": _sum(written),
        "update_errors": None if unplaced else len(update),  # an agent that shows no state makes neither kind visibly
        "planning_errors": None if unplaced else len(plan),
    }


def _sum(numbers: Sequence[int | None]) -> int | None:
    """``None`` where any of them was not reported, or there is none."""
    return None if not numbers or any(n is None for n in numbers) else sum(n or 0 for n in numbers)


def _recovery(expectations: Sequence[Expectation], trace: Trace) -> Trace | None:
    """The turns from the last change of the task to the first at whose end nothing that is owed is stale or missing."""
    changes = [e.turn for e in expectations if e.step.changed and e.turn > 1]
    if not changes:
        return None
    start = changes[-1] - 1
    for number, (e, record) in enumerate(zip(expectations[start:], trace[start:], strict=False), 1):
        fresh = all(e.results.get(name) in ("fresh", "refilter") for name in e.owed_results)
        if fresh and not e.missing and record.error is None:
            return trace[start : start + number]
    return None


def _steps_to_recovery(expectations: Sequence[Expectation], trace: Trace) -> int | None:
    """Calls in the turns of the recovery."""
    turns = _recovery(expectations, trace)
    return None if turns is None else sum(len(record.tool_calls) for record in turns)


def _turns_to_recovery(expectations: Sequence[Expectation], trace: Trace) -> int | None:
    """Turns after that of the change: 0 where the first answer to it was right already."""
    turns = _recovery(expectations, trace)
    return None if turns is None else len(turns) - 1
