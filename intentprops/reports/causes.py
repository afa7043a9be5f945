"""Why a run did not pass, alike causes together: what went wrong, where, and where to see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from intentprops.findings import Finding
from intentprops.reports.matrix import Attempt, Cell, Matrix
from intentprops.reports.text import one_line

UNJUDGED = "Function, which a case is about, could not be judged"
EXAMPLES = 3
"""Dialogues that are named of one cause."""


@dataclass(frozen=True, slots=True)
class Cause:
    """A root cause: a reason at a stage. ``count`` are its dialogues; an example is a cell's name, a run id and a turn.

    A dialogue that ended in an error, or whose Function could not be judged, has no finding to blame: then ``text`` says what it was, and
    the turns are ``None``.
    """

    dimension: str
    reason: str
    stage: str
    critical: bool
    paths: tuple[str, ...]
    count: int
    examples: tuple[tuple[str, str, int | None], ...]
    text: str = ""


def causes(matrix: Matrix) -> list[Cause]:
    """The causes, the critical ones first, then the frequent ones."""
    found: dict[tuple[str, str, str], list[tuple[str, Attempt, Finding]]] = {}
    other: dict[str, list[tuple[str, Attempt]]] = {}
    for row, mode, cell in matrix.cells():
        for attempt in cell.repeats if cell is not None else ():
            name = f"{row.name} {mode}"
            for finding in attempt.causes:
                found.setdefault((finding.dimension, finding.reason, finding.stage), []).append((name, attempt, finding))
            if attempt.error is not None or (attempt.status != "passed" and not attempt.causes):
                other.setdefault(UNJUDGED if attempt.error is None else one_line(attempt.error), []).append((name, attempt))
    blamed = [*(_cause(seen) for seen in found.values()), *(_without_finding(text, seen) for text, seen in other.items())]
    return sorted(blamed, key=lambda cause: (not cause.critical, -cause.count))


def _without_finding(text: str, seen: list[tuple[str, Attempt]]) -> Cause:
    examples = {cell: (cell, attempt.run_id, None) for cell, attempt in reversed(seen)}
    dimension = "Function" if text == UNJUDGED else "error"
    return Cause(dimension, "", "unknown", False, (), len(seen), tuple(reversed(examples.values()))[:EXAMPLES], text)


def _cause(seen: list[tuple[str, Attempt, Finding]]) -> Cause:
    first = seen[0][2]
    examples = {cell: (cell, attempt.run_id, finding.turn) for cell, attempt, finding in reversed(seen)}
    return Cause(
        first.dimension, first.reason, first.stage, any(finding.critical for _, _, finding in seen),
        tuple(dict.fromkeys(finding.path for _, _, finding in seen)), len({attempt.run_id for _, attempt, _ in seen}),
        tuple(reversed(examples.values()))[:EXAMPLES],
    )  # fmt: skip


def shown_attempt(cell: Cell) -> Attempt:
    """The repeat of a cell that a reader should see first: one that did not pass, where there is one."""
    return next((attempt for attempt in cell.repeats if attempt.status != "passed"), cell.repeats[0])


def words_of(findings: Iterable[Finding]) -> tuple[list[str], list[str], list[str]]:
    """The dimensions, reasons and stages of some findings, each once, in order."""
    some = list(findings)
    return (
        list(dict.fromkeys(f.dimension for f in some)), list(dict.fromkeys(f.reason for f in some)),
        list(dict.fromkeys(f.stage for f in some)),
    )  # fmt: skip
