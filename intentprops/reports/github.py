"""Failures as workflow commands of GitHub Actions, which shows them beside the run."""

from __future__ import annotations

from collections.abc import Iterator

from intentprops.reports.causes import shown_attempt
from intentprops.reports.matrix import Cell, Matrix
from intentprops.reports.text import difference, headline, meaning, one_line, stage
from intentprops.running.plan import Plan

SHOWN = 10
"""Annotations of one kind that GitHub shows of a step."""


def workflow_commands(matrix: Matrix, plan: Plan) -> Iterator[str]:
    """A line for each cell that did not pass, with its root cause; the critical ones first, since only ten are shown."""
    wrong = [(row.name, mode, cell) for row, mode, cell in matrix.cells() if cell is not None and cell.status != "passed"]
    wrong.sort(key=lambda one: not any(cause.critical for attempt in one[2].repeats for cause in attempt.causes))
    file = f"file={_property(plan.files[0])}," if len(plan.files) == 1 else ""
    for name, mode, cell in wrong[:SHOWN]:
        yield f"::error {file}title={_property(f'{name} · {mode}')}::{_data(_message(cell))}"
    if len(wrong) > SHOWN:
        yield f"::notice title=intentprops::{len(wrong) - SHOWN} more cells did not pass"


def _message(cell: Cell) -> str:
    attempt = shown_attempt(cell)
    if attempt.error is not None:
        return one_line(attempt.error, 400)
    if not attempt.causes:
        return "Function, which a case is about, could not be judged"
    first = attempt.causes[0]
    share = f" ({len(cell.repeats) - cell.passed} of {len(cell.repeats)} dialogues)" if len(cell.repeats) > 1 else ""
    return f"turn {first.turn}, {stage(first)}: {headline(first)}: {difference(first)}: {meaning(first.reason)}{share}"


def _data(words: str) -> str:
    return words.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(words: str) -> str:
    return _data(one_line(words)).replace(":", "%3A").replace(",", "%2C")
