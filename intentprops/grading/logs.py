"""One dialogue of a log, judged by the interpretation that an annotation file has of it.

A log shows less than a run of ours: what it does not show is not judged. Where the words are unsure, where a call has no result, and
where the log ends before the agent could answer, what rests on that is unobserved: neither a failure nor a pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from intentprops.annotating.annotations import Annotations
from intentprops.annotating.doubt import active, doubts, end, judged_arguments, rests_on_doubt
from intentprops.changes import Interpretation, Scenario
from intentprops.domain import Domain
from intentprops.findings import Dimension, Finding, with_causes
from intentprops.importers.recorded import Recorded
from intentprops.language import asks
from intentprops.oracle import Expectation
from intentprops.score import Grade, grade, points_of
from intentprops.trace import TurnRecord

AT_THE_END = frozenset({"missing_call", "not_invalidated", "standing_effect"})
"""The reasons that are decided over the whole dialogue, once it has ended."""


@dataclass(frozen=True)
class Judged:
    """What was found in a recorded dialogue. ``unobserved`` says what could not be judged and why; ``dropped`` counts the findings that
    would have rested on it. ``unknown`` are the calls of tools that the domain does not have: shown, and not judged."""

    recorded: Recorded
    scenario: Scenario
    grade: Grade
    unobserved: tuple[str, ...] = ()
    dropped: int = 0
    unknown: tuple[str, ...] = ()

    @property
    def interpretation(self) -> Interpretation | None:
        return self.scenario.interpretation


def judge_recorded(domain: Domain, annotations: Annotations, recorded: Recorded) -> Judged:
    """Judge a dialogue. Pure: the same input gives the same findings.

    Raises :class:`TraceError` where it has no annotation, or one of other words.
    """
    scenario = annotations.of(recorded)
    trace = recorded.trace(language=scenario.language, now=scenario.now.isoformat())
    turns, ends = scenario.turns, list[str]()
    if len(trace) > 1 and not recorded.turns[-1].answered:
        last = turns[-1]
        if last.changes or last.unsure is not None:
            ends.append(f"turn {len(trace)}: the log ends before the agent answers")
        turns, trace = turns[:-1], trace[:-1]
    graded = grade(domain, replace(scenario, turns=turns), trace)
    doubt = doubts(domain, turns, trace, graded.expectations)
    final = graded.expectations[-1]
    if final.owed_call is not None and final.requested_in is not None:
        asked = [record.turn for record in trace[final.requested_in - 1 :] if asks(record.assistant_message or "", scenario.language)]
        ends += [f"turn {turn}: the agent asks, and the log has no answer of the user" for turn in asked[-1:]]
    kept = [
        finding for finding in graded.findings
        if not (ends and finding.reason in AT_THE_END)
        and not rests_on_doubt(domain, finding, _doubt_of(finding, doubt), graded.expectations[finding.turn - 1], trace[finding.turn - 1])
    ]  # fmt: skip
    findings = with_causes(domain, [replace(finding, cause=None) for finding in kept])
    points = _points(domain, graded.expectations, trace, findings, doubt, ended=not ends)
    unread = [(number, turn.unsure) for number, turn in enumerate(turns, 1) if turn.unsure is not None]
    unsure = [f"turn {number}: unsure{_named(found.paths)}: {found.why}" for number, found in unread]
    unknown = [call.name for record in trace for call in record.tool_calls if call.name not in domain.tool]
    return Judged(
        recorded, scenario, replace(graded, findings=findings, points=points), (*unsure, *ends, *recorded.notes),
        len(graded.findings) - len(kept), tuple(unknown),
    )  # fmt: skip


def _doubt_of(finding: Finding, doubt: Sequence[frozenset[str]]) -> frozenset[str]:
    """What is in doubt where a finding stands; what is decided at the end rests on every turn since."""
    turns = doubt[finding.turn - 1 :] if finding.reason in AT_THE_END else doubt[finding.turn - 1 : finding.turn]
    return frozenset().union(*turns)


def _named(paths: frozenset[str]) -> str:
    return f" of {', '.join(sorted(paths))}" if paths else ""


def _points(
    domain: Domain, expectations: Sequence[Expectation], trace: Sequence[TurnRecord], findings: Sequence[Finding],
    doubt: Sequence[frozenset[str]], *, ended: bool,
) -> dict[Dimension, int | None]:  # fmt: skip
    """A point is given for what stands in no doubt, and Function's only where the end of the dialogue can be judged."""
    clear = [number for number, paths in enumerate(doubt) if not paths & active(domain, expectations[number])]
    points = points_of(domain, [expectations[n] for n in clear], [trace[n] for n in clear], findings)
    calls = [(call, paths) for record, paths in zip(trace, doubt, strict=True) for call in record.tool_calls]
    if points["Arguments"] != 0:
        points["Arguments"] = 1 if any(judged_arguments(domain, call.name, paths) for call, paths in calls) else None
    if points["Function"] != 0:
        points["Function"] = 1 if ended and not doubt[-1] & end(domain, expectations[-1]) else None
    return points
