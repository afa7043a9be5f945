"""An experiment: scenarios × memory modes × repeats, with everything but the memory held equal.

:func:`run` plays what a plan asks for, records each dialogue as soon as it ends, and computes the matrix from the
recorded traces alone: a run that was killed and resumed ends with the same matrix as one that was not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from intentprops.errors import BudgetSpent, TraceError
from intentprops.reports.compare import compare
from intentprops.reports.junit import junit_xml
from intentprops.reports.matrix import Attempt, Matrix, Row, cell_of, to_json
from intentprops.running.folder import JUNIT, MATRIX, TRACES, RunFolder, add_dialogue, outside, read_dialogues
from intentprops.running.manifest import GRADING, manifest
from intentprops.running.plan import AGENT, DOMAINS, TEST_DOUBLES, Plan, test_double, tested
from intentprops.running.pool import in_parallel
from intentprops.running.prepare import Experiment, Slot, prepare
from intentprops.trace import Trace, shorten

__all__ = ["AGENT", "DOMAINS", "TEST_DOUBLES", "Experiment", "OnCell", "Plan", "Run", "Slot", "prepare", "read_matrix", "run"]


@dataclass(frozen=True)
class Run:
    """A run that came to its end. ``unreported`` says why its reports could not be written, where that went wrong."""

    folder: RunFolder
    experiment: Experiment
    matrix: Matrix
    stopped: str | None = None
    """Why it came to its end before all was played, in words."""

    unreported: str = ""
    """Why its report could not be written."""

    @property
    def outside(self) -> int:
        """How many dialogues ended for a reason outside of what is tested; resuming the run plays them again."""
        return len(self.experiment.slots) - len(self.folder.whole_dialogues())

    @property
    def passed(self) -> bool:
        return all(cell is not None and cell.status == "passed" for _, _, cell in self.matrix.cells())


OnCell = Callable[[int, int, Slot, Attempt], None]


def run(
    plan: Plan | Experiment, folder: Path | str, *, resume: bool = False, repeat_errors: bool = False, on_cell: OnCell | None = None
) -> Run:
    """Play a plan, prepared or not, and leave a run folder.

    ``on_cell(done, total, slot, attempt)`` is called after each dialogue. With ``resume`` the dialogues that the folder
    holds whole are kept, but for those that ended for a reason outside of what is tested; with ``repeat_errors`` also but for
    those in which the agent itself failed. Raises :class:`IntentpropsError` before the first dialogue where plan or folder is unfit.
    """
    experiment = plan if isinstance(plan, Experiment) else prepare(plan)
    out = RunFolder(folder, experiment.own_names)
    out.begin(manifest(experiment), resume=resume)
    limits = experiment.limits
    with out.traces() as file:
        done = out.whole_dialogues((lambda last: last.error is not None) if repeat_errors else outside)
        refuse_strangers(experiment, out, done)
        left = [slot for run_id, slot in experiment.slots.items() if run_id not in done]
        number = len(experiment.slots) - len(left)
        with closing(in_parallel(_within_budget(experiment), left, limits.workers)) as played:
            for slot, trace in played:
                if trace is None:
                    continue
                number += 1
                trace = add_dialogue(file, trace, experiment.own_names)
                if on_cell is not None:
                    on_cell(number, len(experiment.slots), slot, experiment.attempt(trace))
        matrix = read_matrix(experiment, out)
        out.write(MATRIX, to_json(matrix))
        out.write(JUNIT, junit_xml(matrix))
        unreported = _report(out, experiment, matrix)
    return Run(out, experiment, matrix, limits.spent if number < len(experiment.slots) else None, unreported)


def _within_budget(experiment: Experiment) -> Callable[[Slot], Trace | None]:
    """Plays a dialogue; ``None`` where the budget does not reach to its end, which leaves it to another time."""

    def play(slot: Slot) -> Trace | None:
        if experiment.limits.spent is not None and experiment.plan.agent is not None:
            return None
        try:
            trace = experiment.play(slot)
        except BudgetSpent:
            return None
        if experiment.plan.agent is not None:  # whose calls of a model nobody sees; what it reports counts
            experiment.limits.used(*(n for record in trace for n in (record.usage.input_tokens, record.usage.output_tokens)))
        return trace

    return play


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
        grading=GRADING, tested=tested(plan), test_double=test_double(plan), modes=plan.modes, repeats=plan.repeats,
        rows=tuple(rows), comparison=compare(rows, plan.modes),
    )  # fmt: skip


def refuse_strangers(experiment: Experiment, folder: RunFolder, run_ids: Iterable[str]) -> None:
    """A dialogue that the plan does not ask for, such as one repeat more for one mode, has no place in its matrix."""
    for run_id in run_ids:
        if run_id not in experiment.slots:
            raise TraceError(
                f"{folder.file(TRACES)}: run_id: {shorten(run_id)} is no dialogue of this run, which has"
                f" {experiment.plan.repeats} for each scenario and memory mode, fixed before it began"
            )
