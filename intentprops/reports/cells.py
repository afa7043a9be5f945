"""The cells of a run as CSV, a line for each dialogue, for people who plot."""

from __future__ import annotations

import csv
import io

from intentprops.findings import POINTS
from intentprops.reports.matrix import Matrix
from intentprops.reports.text import one_line

MEASURES = (
    "steps_to_recovery", "repeated_searches", "forbidden_calls", "clarifying_questions", "input_tokens", "update_errors",
    "planning_errors",
)  # fmt: skip
COLUMNS = (
    "domain", "scenario", "language", "kind", "memory_mode", "repeat", "run_id", "status", *POINTS, "reasons", "root_cause", "stage",
    "turn", "path", *MEASURES,
)  # fmt: skip


def cells_csv(matrix: Matrix) -> str:
    """The table. What is empty was not judged or not measured; a cell that was not run has a line with that status and no repeat."""
    out = io.StringIO()
    table = csv.DictWriter(out, COLUMNS, lineterminator="\n", restval="")
    table.writeheader()
    for row, mode, cell in matrix.cells():
        same = {"domain": row.domain, "scenario": row.name, "language": row.language, "kind": row.kind, "memory_mode": mode}
        if cell is None:
            table.writerow(same | {"status": "not run"})
            continue
        for number, attempt in enumerate(cell.repeats, 1):
            cause = attempt.causes[0] if attempt.causes else None
            found = {"root_cause": cause.reason, "stage": cause.stage, "turn": cause.turn, "path": cause.path} if cause else {}
            line = same | found | {
                "repeat": number, "run_id": attempt.run_id, "status": attempt.status, **attempt.points,
                "reasons": " ".join(dict.fromkeys(finding.reason for finding in attempt.findings)),
                **{name: attempt.measures.get(name) for name in MEASURES},
            }  # fmt: skip
            table.writerow({name: _plain(thing) for name, thing in line.items()})
    return out.getvalue()


def _plain(thing: object) -> object:
    """Text that no spreadsheet takes for a formula."""
    if not isinstance(thing, str):
        return thing
    shown = one_line(thing)
    return f"'{shown}" if shown[:1] in ("=", "+", "-", "@") else shown
