"""A run as Markdown, for the summary of a CI job or a comment on a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from intentprops.findings import POINTS
from intentprops.reports.causes import causes, shown_attempt
from intentprops.reports.matrix import Attempt, Cell, Matrix
from intentprops.reports.shares import interval
from intentprops.reports.text import difference, meaning, one_line, stage
from intentprops.running.plan import Plan

FAILURES = 20
"""Cells that did not pass and are told at length; a summary of a CI job has a limited size."""


def markdown(matrix: Matrix, plan: Plan, folder: str) -> str:
    """The summary. What an agent or a file says is shown as text, never as Markdown or HTML."""
    return "\n".join(_lines(matrix, plan, folder)) + "\n"


def _lines(matrix: Matrix, plan: Plan, folder: str) -> Iterator[str]:
    counts = matrix.counts()
    yield "## intentprops: " + ", ".join(f"{count} {status}" for status, count in counts.items() if count or status == "passed")
    yield f"\nTested: {text(matrix.tested)}\n"
    if found := causes(matrix):
        yield "| root cause | where | stage | dialogues | first seen |\n| --- | --- | --- | ---: | --- |"
        for cause in found:
            critical = " **critical**" if cause.critical else ""
            name, _, turn = cause.examples[0]
            what = text(cause.text) if cause.text else f"{code(cause.reason)}: {text(meaning(cause.reason))}"
            where = f"{code(cause.paths[0])} | {text(cause.stage)}" if cause.paths else " | "
            seen = text(name) if turn is None else f"{text(name)}, turn {turn}"
            yield f"| {text(cause.dimension)}{critical} {what} | {where} | {cause.count} | {seen} |"
        yield ""
    yield f"<details><summary>Matrix: {len(matrix.rows)} scenarios × {len(matrix.modes)}</summary>\n"
    yield "| scenario | " + " | ".join(f"{text(mode)} ({' '.join(point[0] for point in POINTS)})" for mode in matrix.modes) + " |"
    yield "| --- |" + " --- |" * len(matrix.modes)
    for row in matrix.rows:
        yield f"| {code(row.name)} {text(row.title)} | " + " | ".join(_cell(row.cells.get(mode)) for mode in matrix.modes) + " |"
    yield "\n</details>\n"
    yield from _failures(matrix, plan, folder)


def _failures(matrix: Matrix, plan: Plan, folder: str) -> Iterator[str]:
    wrong = [(row, mode, cell) for row, mode, cell in matrix.cells() if cell is not None and cell.status != "passed"]
    for row, mode, cell in wrong[:FAILURES]:
        attempt = shown_attempt(cell)
        yield f"### {code(row.name)} · {text(mode)} · {len(cell.repeats) - cell.passed} of {len(cell.repeats)} did not pass\n"
        yield from _findings(attempt)
        repeat = cell.trace_ids.index(attempt.run_id) + 1
        again = plan.command(only=row.scenario_id, language=row.language, mode=None if plan.agent else mode, repeat=repeat)
        yield f"- run again: {code(again)}\n"
    if len(wrong) > FAILURES:
        yield f"and {len(wrong) - FAILURES} more in `report.html`\n"


def _findings(attempt: Attempt) -> Iterator[str]:
    if attempt.error is not None:
        yield f"- **error** {text(attempt.error)}"
    for finding in attempt.failing:
        role = "**root cause**" if finding.cause is None else "consequence"
        critical = " (critical)" if finding.critical else ""
        yield (
            f"- {role}, turn {finding.turn}, {stage(finding)}: {text(finding.dimension)}{critical} {code(finding.reason)} at"
            f" {code(finding.path)}: {text(difference(finding))}"
        )
    if not attempt.failing and attempt.error is None:
        yield "- Function, which a case is about, could not be judged"


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return "not run"
    points = " ".join("–" if cell.points[point] is None else str(cell.points[point]) for point in POINTS)
    status = {"passed": "✓", "failed": "**✗**", "error": "**error**"}[cell.status]
    if len(cell.repeats) == 1:
        return f"{points} {status}"
    low, high = interval(cell.passed, len(cell.repeats))
    return f"{points} {status} {cell.passed}/{len(cell.repeats)} ({100 * low:.0f}–{100 * high:.0f} %)"


def text(words: str, limit: int = 300) -> str:
    """Words of unknown origin on one line, with everything escaped that Markdown or HTML would obey."""
    return re.sub(r"([\\`*_{}\[\]()#+\-.!|<>&~$@:])", _escaped, one_line(words, limit))


def _escaped(match: re.Match[str]) -> str:
    mark = match[1]
    if mark in "-.():+!":  # these mean nothing inside a line
        return mark
    return {"<": "&lt;", ">": "&gt;", "&": "&amp;", "@": "@&#8203;"}.get(mark, f"\\{mark}")


def code(words: str, limit: int = 300) -> str:
    """The same as code: the fence is longer than any run of backticks in it, and a bar does not end the column."""
    shown = one_line(words, limit)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}".replace("|", "\\|")
