"""The matrix of a run, scenario × memory mode: the data from which every report is rendered."""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, field_serializer

from intentprops.findings import POINTS, Finding
from intentprops.reports.compare import Comparison
from intentprops.score import Grade

Status: TypeAlias = Literal["passed", "failed", "error"]
Points: TypeAlias = dict[str, int | None]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Attempt(_Part):
    """One graded dialogue: a repeat of a cell. ``not_judged`` says of each point that is ``None`` why it is.

    ``outside``: it ended in an error that says nothing of what is tested.
    """

    run_id: str
    status: Status
    points: Points
    findings: tuple[Finding, ...] = ()
    not_judged: tuple[str, ...] = ()
    measures: dict[str, int | None]
    error: str | None = None
    outside: bool = False

    @field_serializer("findings")
    def _plain_findings(self, findings: Sequence[Finding]) -> list[Any]:
        return [plain(finding.to_json()) for finding in findings]

    @property
    def failing(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.fails]

    @property
    def causes(self) -> list[Finding]:
        return [finding for finding in self.failing if finding.cause is None]


class RootCause(_Part):
    """A root cause of a cell's failures, and in how many of its repeats it was found."""

    dimension: str
    path: str
    reason: str
    stage: str
    turn: int
    repeats: int


class Cell(_Part):
    """A scenario in one memory mode. A point is 0 where any repeat lost it, and ``None`` where none could be judged."""

    status: Status
    passed: int
    points: Points
    trace_ids: tuple[str, ...]
    reasons: dict[str, int]
    root_causes: tuple[RootCause, ...]
    measures: dict[str, tuple[int | None, ...]]
    repeats: tuple[Attempt, ...]


class Row(_Part):
    """A scenario of a matrix. A memory mode that is not among its ``cells`` was not run."""

    name: str
    scenario_id: str
    domain: str
    language: str
    kind: str
    title: str
    cells: dict[str, Cell]


class Matrix(_Part):
    """Scenario × memory mode. ``tested`` says in words what ran; ``test_double`` that it was no language model."""

    format: int = 1
    grading: int
    tested: str
    test_double: bool
    modes: tuple[str, ...]
    repeats: int
    rows: tuple[Row, ...]
    comparison: Comparison | None = None

    def cells(self) -> Iterator[tuple[Row, str, Cell | None]]:
        """Every cell in order, ``None`` where it was not run."""
        for row in self.rows:
            for mode in self.modes:
                yield row, mode, row.cells.get(mode)

    def counts(self) -> dict[str, int]:
        """How many cells there are of each status, ``not run`` included."""
        counts = {"passed": 0, "failed": 0, "error": 0, "not run": 0}
        for _, _, cell in self.cells():
            counts["not run" if cell is None else cell.status] += 1
        return counts


_UNSEEN = {
    "State": "the agent does not expose its state",
    "Invalidation": "no result went stale, and the agent does not expose which ones it holds",
    "Function": "no turn of the agent came to its end, or what the case is about was not reached",
    "Arguments": "no call was made",
    "Response": "no reply was given",
}


def attempt_of(graded: Grade, run_id: str) -> Attempt:
    """What a matrix keeps of a grade."""
    not_judged = [f"{point}: {_UNSEEN[point]}" for point in POINTS if graded.points[point] is None]
    return Attempt(
        run_id=run_id,
        status="error" if graded.error is not None else "passed" if graded.passed else "failed",
        points={point: graded.points[point] for point in POINTS},
        findings=tuple(graded.findings),
        not_judged=(*not_judged, *(f"not reached in {missed}" for missed in graded.not_reached)),
        measures=dict(graded.measures),
        error=graded.error,
        outside=bool(graded.trace and (graded.trace[-1].model_extra or {}).get("outside")),
    )


def unjudged(run_id: str, problem: Exception) -> Attempt:
    """A dialogue on which the judging itself broke: on values of a shape that the domain, or a check, is not ready for."""
    last = traceback.extract_tb(problem.__traceback__)[-1:]
    place = "".join(f" ({PurePath(frame.filename).name}:{frame.lineno})" for frame in last)
    return Attempt(
        run_id=run_id, status="error", points=dict.fromkeys(POINTS), measures={},
        error=f"cannot be judged: {type(problem).__name__}: {problem}{place}",
    )  # fmt: skip


def cell_of(attempts: Sequence[Attempt]) -> Cell:
    """The repeats of a cell, together."""
    statuses = [attempt.status for attempt in attempts]
    failing = [finding for attempt in attempts for finding in attempt.failing]
    causes = Counter(
        key for attempt in attempts for key in dict.fromkeys(_key(finding) for finding in attempt.causes)
    )
    return Cell(
        status="error" if "error" in statuses else "failed" if "failed" in statuses else "passed",
        passed=statuses.count("passed"),
        points={point: _together([attempt.points[point] for attempt in attempts]) for point in POINTS},
        trace_ids=tuple(attempt.run_id for attempt in attempts),
        reasons=dict(sorted(Counter(finding.reason for finding in failing).items())),
        root_causes=tuple(
            RootCause(dimension=d, path=p, reason=r, stage=s, turn=t, repeats=count) for (d, p, r, s, t), count in causes.items()
        ),
        measures={
            name: tuple(attempt.measures.get(name) for attempt in attempts)
            for name in dict.fromkeys(name for attempt in attempts for name in attempt.measures)
        },
        repeats=tuple(attempts),
    )


def _key(finding: Finding) -> tuple[str, str, str, str, int]:
    return finding.dimension, finding.path, finding.reason, finding.stage, finding.turn


def _together(points: Sequence[int | None]) -> int | None:
    return min((point for point in points if point is not None), default=None)


def to_json(document: Any) -> str:
    """The JSON text of a file of the folder."""
    return json.dumps(plain(document), ensure_ascii=False, indent=2) + "\n"


def plain(value: Any) -> Any:
    """A value as JSON has it: sets in order, moments in ISO form."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    return value.isoformat() if hasattr(value, "isoformat") else str(value)
