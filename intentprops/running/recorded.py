"""A run that is looked at again: what its folder holds, graded anew, with what cannot be read named and left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from intentprops.checks import registered
from intentprops.errors import IntentpropsError, TraceError
from intentprops.reports.matrix import Attempt, Matrix, unjudged
from intentprops.reports.timeline import Timeline, recorded, timeline
from intentprops.running.experiment import matrix_of
from intentprops.running.folder import MANIFEST, TRACES, RunFolder, is_whole, read_dialogues
from intentprops.running.manifest import plan_of
from intentprops.running.prepare import Experiment, prepare
from intentprops.trace import Trace, shorten


@dataclass(frozen=True)
class Recorded:
    """What a run folder holds. ``problems`` are the dialogues that could not be read; ``finished``: none is still to come."""

    folder: RunFolder
    experiment: Experiment
    matrix: Matrix
    problems: tuple[str, ...] = ()
    finished: bool = True

    def traces(self) -> Iterator[Trace]:
        """The whole dialogues, one in memory at a time."""
        graded = {run_id for _, _, cell in self.matrix.cells() if cell is not None for run_id in cell.trace_ids}
        return (trace for trace in _readable(self.experiment, self.folder, []) if trace[0].run_id in graded)

    def timelines(self) -> Iterator[Timeline]:
        """Each dialogue as a reader meets it; one that cannot be judged has its words and calls alone."""
        for trace in self.traces():
            yield timeline_of(self.experiment, trace)


def timeline_of(experiment: Experiment, trace: Trace) -> Timeline:
    """The timeline of a dialogue of an experiment."""
    slot = experiment.slots[trace[0].run_id]
    try:
        return timeline(slot.domain, experiment.judge(trace))
    except Exception as problem:  # whatever broke the judging is told in its place
        return recorded(slot.scenario, trace, unjudged(slot.run_id, problem))


def is_run(path: Path) -> bool:
    """Whether a folder holds a run."""
    return (path / MANIFEST).is_file()


def read_run(path: Path | str) -> Recorded:
    """Read and grade a run folder, finished or not.

    Raises :class:`IntentpropsError` where there is no run, or where its domain or scenarios cannot be found.
    """
    place = Path(path)
    if not is_run(place):
        what = "is not there" if not place.exists() else "is a file" if place.is_file() else f"holds no {MANIFEST}"
        raise IntentpropsError(f"{place} is no run folder, it {what}; give the folder that 'intentprops run' printed at its end")
    folder, problems = RunFolder(place), list[str]()
    try:
        experiment = prepare(plan_of(place), recorded=True)
    except IntentpropsError as error:
        raise IntentpropsError(f"{place}: what this run played cannot be found: {error}") from None
    problems += _missing_checks(folder)
    attempts: dict[str, Attempt] = {}
    for trace in _readable(experiment, folder, problems):
        try:
            attempts[trace[0].run_id] = experiment.attempt(trace)
        except IntentpropsError as error:
            problems.append(f"{trace[0].run_id}: {error}")
    return Recorded(folder, experiment, matrix_of(experiment, attempts), tuple(problems), len(attempts) == len(experiment.slots))


def _readable(experiment: Experiment, folder: RunFolder, problems: list[str]) -> Iterator[Trace]:
    place = folder.file(TRACES)
    for found in read_dialogues(place) if place.exists() else ():
        if isinstance(found, TraceError):
            problems.append(str(found))
        elif found[0].run_id not in experiment.slots:
            problems.append(f"{place}: run_id: {shorten(found[0].run_id)} is no dialogue of this run")
        elif not is_whole(found):
            problems.append(f"{place}: the dialogue {found[0].run_id!r} was cut short after turn {len(found)}")
        else:
            yield found


def _missing_checks(folder: RunFolder) -> Iterator[str]:
    """The checks that the run was graded with and that are not registered here, such as those in the module of its agent."""
    grading = (folder.manifest() or {}).get("grading")
    names = grading.get("checks", []) if isinstance(grading, dict) else []
    known = {check.name for check in registered()}
    if missing := [str(name) for name in names if name not in known]:
        yield f"graded without the checks {', '.join(missing)}, whose module cannot be imported here"
