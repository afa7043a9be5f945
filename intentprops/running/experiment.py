"""An experiment: scenarios × memory modes × repeats, with everything but the memory held equal.

:func:`run` plays what a plan asks for, records each dialogue as soon as it ends, and computes the matrix from the
recorded traces alone: a run that was killed and resumed ends with the same matrix as one that was not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from intentprops.errors import TraceError
from intentprops.reports.junit import junit_xml
from intentprops.reports.matrix import Attempt, Matrix, Row, cell_of, to_json
from intentprops.running.folder import JUNIT, MATRIX, TRACES, RunFolder, add_dialogue, read_dialogues
from intentprops.running.manifest import GRADING, manifest
from intentprops.running.plan import AGENT, DOMAINS, TEST_DOUBLES, Plan, tested
from intentprops.running.prepare import Experiment, Slot, prepare
from intentprops.trace import shorten

__all__ = ["AGENT", "DOMAINS", "TEST_DOUBLES", "Experiment", "OnCell", "Plan", "Run", "Slot", "prepare", "read_matrix", "run"]


@dataclass(frozen=True)
class Run:
    """A run that came to its end. ``unreported`` says why its reports could not be written, where that went wrong."""

    folder: RunFolder
    experiment: Experiment
    matrix: Matrix
    unreported: str = ""

    @property
    def passed(self) -> bool:
        return all(cell is not None and cell.status == "passed" for _, _, cell in self.matrix.cells())


OnCell = Callable[[int, int, Slot, Attempt], None]


def run(
    plan: Plan | Experiment, folder: Path | str, *, resume: bool = False, on_cell: OnCell | None = None
) -> Run:
    """Play a plan, prepared or not, and leave a run folder.

    ``on_cell(done, total, slot, attempt)`` is called after each dialogue. With ``resume`` the dialogues that the folder
    holds whole are kept. Raises :class:`IntentpropsError` before the first dialogue where plan or folder is unfit.
    """
    experiment = plan if isinstance(plan, Experiment) else prepare(plan)
    out = RunFolder(folder)
    out.begin(manifest(experiment), resume=resume)
    with out.traces() as file:
        done = out.whole_dialogues()
        refuse_strangers(experiment, out, done)
        for number, (run_id, slot) in enumerate(experiment.slots.items(), 1):
            if run_id in done:
                continue
            trace = add_dialogue(file, experiment.play(slot))
            if on_cell is not None:
                on_cell(number, len(experiment.slots), slot, experiment.attempt(trace))
        matrix = read_matrix(experiment, out)
        out.write(MATRIX, to_json(matrix))
        out.write(JUNIT, junit_xml(matrix))
        return Run(out, experiment, matrix, _report(out, experiment, matrix))


def _report(out: RunFolder, experiment: Experiment, matrix: Matrix) -> str:
    """Write what people read. What goes wrong with that is said, and takes nothing away from a run that may have been costly."""
    from intentprops.running.recorded import Recorded  # it reads what this module leaves
    from intentprops.running.reporting import write_reports

    try:
        write_reports(Recorded(out, experiment, matrix))
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"
    return ""


def read_matrix(experiment: Experiment, folder: RunFolder) -> Matrix:
    """The matrix of what a folder holds, graded anew in the order of the plan. One trace is in memory at a time."""
    attempts: dict[str, Attempt] = {}
    place = folder.file(TRACES)
    for trace in read_dialogues(place) if place.exists() else ():
        if isinstance(trace, TraceError):
            raise trace
        refuse_strangers(experiment, folder, [trace[0].run_id])
        attempts[trace[0].run_id] = experiment.attempt(trace)
    return matrix_of(experiment, attempts)


def matrix_of(experiment: Experiment, attempts: Mapping[str, Attempt]) -> Matrix:
    """The matrix of some attempts by their run ids; a cell without any was not run."""
    cells: defaultdict[str, defaultdict[str, list[Attempt]]] = defaultdict(lambda: defaultdict(list))
    for run_id, slot in experiment.slots.items():
        if run_id in attempts:
            cells[slot.row][slot.mode].append(attempts[run_id])
    rows = [
        Row(
            name=name, scenario_id=scenario.id, domain=scenario.domain, language=scenario.language, kind=scenario.kind,
            title=scenario.title, cells={mode: cell_of(found) for mode, found in cells[name].items()},
        )
        for name, scenario in experiment.rows.items()
    ]  # fmt: skip
    plan = experiment.plan
    assert isinstance(plan.repeats, int)
    return Matrix(
        grading=GRADING, tested=tested(plan), test_double=plan.agent is None, modes=plan.modes, repeats=plan.repeats,
        rows=tuple(rows),
    )  # fmt: skip


def refuse_strangers(experiment: Experiment, folder: RunFolder, run_ids: Iterable[str]) -> None:
    """A dialogue that the plan does not ask for, such as one repeat more for one mode, has no place in its matrix."""
    for run_id in run_ids:
        if run_id not in experiment.slots:
            raise TraceError(
                f"{folder.file(TRACES)}: run_id: {shorten(run_id)} is no dialogue of this run, which has"
                f" {experiment.plan.repeats} for each scenario and memory mode, fixed before it began"
            )
