"""What is told of one judged dialogue: as data, and as lines for a person. Plain, so that it goes from one process to another."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from intentprops.grading.logs import Judged
from intentprops.reports.matrix import Attempt, attempt_of, plain
from intentprops.reports.text import one_line, sentence, visible
from intentprops.trace import Trace

STATUSES = ("passed", "failed", "not judged", "error", "unreadable", "not annotated")


@dataclass(frozen=True)
class Outcome:
    """``status`` is one of :data:`STATUSES`; ``document`` is ``None`` for what could not be read, of which ``error`` tells.

    ``unknown`` counts the calls of tools that the domain does not have, ``notes`` what of a log could not be taken at its word.
    """

    status: str
    document: dict[str, Any] | None = None
    lines: tuple[str, ...] = ()
    error: str | None = None
    unknown: Counter[str] = field(default_factory=Counter)
    notes: int = 0


def unreadable(error: Exception) -> Outcome:
    return Outcome("unreadable", error=str(error))


def of_trace(trace: Trace, attempt: Attempt) -> Outcome:
    """A trace of ours."""
    document = {"scenario_id": trace[0].scenario_id, "memory_mode": trace[0].memory_mode, **plain(attempt)}
    lines = [f"{one_line(attempt.run_id)}: {attempt.status}"]
    if attempt.error is not None:
        lines.append(f"  error: {visible(attempt.error)}")
    lines += [f"  {sentence(finding)}" for finding in attempt.findings]
    return Outcome(attempt.status, document, tuple(lines))


def of_log(judged: Judged) -> Outcome:
    """A dialogue of a log; each finding says on whose interpretation it rests."""
    recorded, graded = judged.recorded, judged.grade
    attempt = attempt_of(graded, recorded.id)
    whole = graded.points["Function"] and not judged.dropped
    status = "error" if graded.error else "failed" if attempt.failing else "passed" if whole else "not judged"
    who = judged.interpretation
    named = None if who is None else {"by": who.by, "name": who.name, "version": who.version}
    document = {
        "id": recorded.id, "source": str(recorded.source), "format": recorded.format, "status": status, "interpretation": named,
        "points": attempt.points, "findings": [plain(finding.to_json()) | {"interpretation": named} for finding in graded.findings],
        "not_judged": [*judged.unobserved, *attempt.not_judged], "findings_in_doubt": judged.dropped,
        "unknown_tools": dict(Counter(judged.unknown)), "measures": attempt.measures, "error": graded.error,
    }  # fmt: skip
    read_by = f" (read by {one_line(str(who), 80)})" if who is not None else ""
    lines = [f"{recorded.id}: {status}  {one_line(str(recorded.source))}"]
    if graded.error:
        lines.append(f"  error: {visible(graded.error)}")
    lines += [f"  {sentence(finding)}{read_by}" for finding in graded.findings]
    lines += [f"  not judged: {one_line(why)}" for why in judged.unobserved]
    return Outcome(status, document, tuple(lines), unknown=Counter(judged.unknown), notes=len(recorded.notes))

