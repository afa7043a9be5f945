"""What a person reads at the end of a run: the matrix as a table, and every failure with what is needed to act on it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import IO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from intentprops.findings import POINTS, Finding
from intentprops.reports.compare import sentences
from intentprops.reports.dialogue import Kind, Line
from intentprops.reports.matrix import Attempt, Cell, Matrix, Row
from intentprops.reports.text import clip, difference, headline, meaning, one_line, stage
from intentprops.running.plan import Plan

STYLES: dict[Kind, str] = {
    "title": "bold", "user": "bold", "changes": "cyan", "state": "blue", "cause": "red", "consequence": "yellow", "friction": "magenta",
    "note": "dim",
}  # fmt: skip
_STATUS = {"passed": "green", "failed": "red", "error": "bold red"}


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # the command's affair: its exit code says so


def console(file: IO[str] | None = None, *, quiet: bool = False) -> Console:
    """A console that shows text as it is: no markup, no emoji codes, colour on a terminal only."""
    found = _Console(file=file, markup=False, emoji=False, highlight=False, quiet=quiet, soft_wrap=True)
    if not found.is_terminal:
        found.width = 200  # a pipe has no width; a table folded at 80 columns could not be searched
    return found


def show_lines(lines: Iterable[Line], out: Console) -> None:
    """Print a rendered dialogue."""
    for line in lines:
        out.print(Text(line.text, STYLES.get(line.kind, "")))


def show_matrix(matrix: Matrix, out: Console) -> None:
    """Print the table: a scenario on each row, the five points and the verdict in each cell."""
    out.print(Text(f"Tested: {matrix.tested}", "bold"))
    legend = "  ".join(f"{point[0]} {point}" for point in POINTS)
    out.print(Text(f"{legend}    1 right, 0 wrong, – not judged", "dim"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(Text("scenario"))
    for mode in matrix.modes:
        table.add_column(Text(f"{mode}\n{' '.join(point[0] for point in POINTS)}"))
    domain = None
    for row in matrix.rows:
        if row.domain != domain and len({other.domain for other in matrix.rows}) > 1:
            domain = row.domain
            table.add_row(Text(domain, "bold"))
        name = Text(clip(row.name, 40))
        if row.title:
            name.append(f"  {clip(row.title, 60)}", "dim")
        table.add_row(name, *(_cell(row.cells.get(mode), matrix.repeats) for mode in matrix.modes))
    out.print(table, soft_wrap=False)
    counts = matrix.counts()
    out.print(Text(", ".join(f"{count} {status}" for status, count in counts.items() if count or status == "passed")))


def show_comparison(matrix: Matrix, out: Console) -> None:
    """Print what the matrix says of each memory mode, and of one beside another; of a test double there is nothing to say."""
    if matrix.comparison is None or matrix.test_double:
        return
    for line in sentences(matrix.comparison):
        out.print(Text(line))


def _cell(cell: Cell | None, repeats: int) -> Text:
    if cell is None:
        return Text("not run", "dim")
    text = Text()
    for point in POINTS:
        score = cell.points[point]
        text.append(f"{'–' if score is None else score} ", {0: "red", 1: "green"}.get(score, "dim") if score is not None else "dim")
    share = f" {cell.passed}/{len(cell.repeats)}" if repeats > 1 else ""
    short = f" of {repeats}" if len(cell.repeats) < repeats else ""
    return text.append(f" {cell.status}{share}{short}", _STATUS[cell.status])


def show_failures(matrix: Matrix, plan: Plan, folder: str, out: Console) -> None:
    """Print each cell that did not pass, its repeats folded into the first that failed."""
    for row, mode, cell in matrix.cells():
        if cell is not None and cell.status != "passed":
            out.print()
            _show_failure(row, mode, cell, plan, folder, out)


def _show_failure(row: Row, mode: str, cell: Cell, plan: Plan, folder: str, out: Console) -> None:
    failed = [attempt for attempt in cell.repeats if attempt.status != "passed"]
    first = failed[0]
    out.print(Text(f"{one_line(row.name)} · {mode} · {len(failed)} of {len(cell.repeats)} dialogues did not pass", "bold"))
    if first.error is not None:
        _say(out, "error", one_line(first.error, 400), "bold red")
    for finding in first.findings:
        _show_finding(finding, first, out)
    if not first.failing and first.error is None:
        _say(out, "failed", "Function, which a case is about, could not be judged", "red")
    alike = {tuple((f.turn, f.path, f.reason) for f in attempt.failing) for attempt in failed}
    if len(alike) > 1:
        seen = ", ".join(f"{cause.reason} at {one_line(cause.path)} ({cause.repeats}×)" for cause in cell.root_causes)
        _say(out, "repeats", f"they differ; all root causes: {seen}", "")
    for reason in first.not_judged:
        _say(out, "not judged", one_line(reason), "dim")
    _say(out, "see it", shlex.join(["intentprops", "show", folder, first.run_id]), "")
    repeat = cell.trace_ids.index(first.run_id) + 1
    again = plan.command(only=row.scenario_id, language=row.language, mode=mode, repeat=repeat)
    _say(out, "run again", again, "")


def _show_finding(finding: Finding, attempt: Attempt, out: Console) -> None:
    if not finding.fails:
        _say(out, "friction", f"turn {finding.turn}, {finding.reason} at {one_line(finding.path)}: {meaning(finding.reason)}", "magenta")
        return
    if finding.cause is None:
        _say(out, "cause", f"turn {finding.turn}, {stage(finding)}: {headline(finding)}", "red")
        _say(out, "", f"{difference(finding)}: {meaning(finding.reason)}", "")
    else:
        _say(out, "consequence", f"turn {finding.turn}, {stage(finding)}: {headline(finding)}", "yellow")
        of = attempt.findings[finding.cause]
        _say(out, "", f"{difference(finding)}: {meaning(finding.reason)}; follows from {of.reason} at {one_line(of.path)}", "")


def _say(out: Console, label: str, text: str, style: str) -> None:
    out.print(Text(f"  {label:<12} ").append(text, style))
