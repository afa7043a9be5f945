"""``intentprops run``: play scenarios against an agent, or a model in several memories, and leave a run folder."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from intentprops.cli.common import FINDINGS, LANGUAGES, STOPPED, Domains, Files, Json, Spoken, note
from intentprops.errors import IntentpropsError
from intentprops.reports.matrix import Attempt, to_json
from intentprops.reports.terminal import console, show_failures, show_matrix
from intentprops.reports.text import one_line
from intentprops.running.experiment import Experiment, OnCell, Plan, Slot, prepare
from intentprops.running.experiment import run as play
from intentprops.running.folder import JUNIT, MANIFEST, MATRIX, REPORT, TRACES, RunFolder
from intentprops.running.manifest import plan_of
from intentprops.scenarios import lint

RUNS = Path(".intentprops")
"""Where runs go that name no folder: ``.intentprops/run-001`` and so on."""


def run(
    domain: Domains = None,
    scenarios: Files = None,
    only: Annotated[list[str] | None, typer.Option(metavar="ID", help="Only this scenario. May be repeated.")] = None,
    language: Annotated[Spoken | None, typer.Option(help="The language of the dialogues.  [default: en]")] = None,
    memory: Annotated[
        list[str] | None, typer.Option(metavar="MODE", help="chat, summary or structured. May be repeated.  [default: all three]")
    ] = None,
    repeats: Annotated[
        int | None, typer.Option(metavar="N", help="Dialogues for each scenario and memory mode.  [default: 1]")
    ] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="reference or mistaken, two test doubles.  [default: reference]")
    ] = None,
    agent: Annotated[
        str | None, typer.Option(metavar="PLACE", help="Your agent, package.module:create, in place of a model and its memories.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The seed of the first repeat; each further one counts up.  [default: 0]")
    ] = None,
    timeout: Annotated[float | None, typer.Option(metavar="SECONDS", help="The longest wait for a reply.  [default: 60]")] = None,
    max_steps: Annotated[
        int | None, typer.Option(metavar="N", help="The most answers of a model in one turn.  [default: 8]")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where the run goes.  [default: a new folder in .intentprops]")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped: that of --out, or the newest.")] = False,
    json: Json = False,
) -> None:
    """Play scenarios, grade the agent, print the matrix.

    Without options: the scenarios of the library, in three memory modes, with the reference model. A run that was
    stopped goes on with --resume and needs no other option than its --out.
    """
    given = {
        "domains": domain, "files": scenarios, "only": only, "languages": LANGUAGES[language] if language else None,
        "modes": memory, "repeats": repeats, "model": model, "agent": agent, "seed": seed, "timeout": timeout, "max_steps": max_steps,
    }  # fmt: skip
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in given.items() if value not in (None, [])
    }
    if agent is not None and (model is not None or memory):
        raise IntentpropsError("--agent takes the place of --model and --memory; leave them out, the agent has a memory of its own")
    printed = sys.stdout
    with redirect_stdout(sys.stderr):  # what an agent prints is not our result
        folder = None if out is None and not resume else Path(out) if out is not None else _newest()
        plan = _resumed(folder, options) if resume and folder is not None else Plan(**options)
        experiment = prepare(plan)
        for name, scenario in experiment.rows.items():
            for problem in lint(experiment.domains[scenario.domain], scenario):
                note(f"{name}: {problem}")
        passed = _run(experiment, folder or _claimed(), resume, console(printed), json)
    if not passed:
        raise typer.Exit(FINDINGS)


def _run(experiment: Experiment, folder: Path, resume: bool, screen: Any, json: bool) -> bool:
    """Play, and print what came of it."""
    try:
        with _progress() as on_cell:
            done = play(experiment, folder, resume=resume, on_cell=on_cell)
    except KeyboardInterrupt:
        again = ["intentprops", "run", "--resume", "--out", str(folder)]
        note(f"stopped; what was recorded stays in {folder}. Go on with: {shlex.join(again)}")
        raise typer.Exit(STOPPED) from None
    if json:
        screen.file.write(to_json(done.matrix))
    else:
        show_matrix(done.matrix, screen)
        show_failures(done.matrix, experiment.plan, str(folder), screen)
        report = "" if done.unreported else f"{REPORT}, "
        screen.print(f"\n{one_line(str(folder))}: {report}{MANIFEST}, {TRACES}, {MATRIX}, {JUNIT}")
    if done.unreported:
        note(f"{folder}: the run is whole, but its report could not be written: {done.unreported}; 'intentprops report' tries again")
    return done.passed


def _resumed(folder: Path, options: dict[str, Any]) -> Plan:
    """The plan of the run in a folder. Options that are said again have to say the same."""
    if options and RunFolder(folder).manifest() is None:  # it was stopped before it had begun
        return Plan(**options)
    plan = plan_of(folder)
    if differing := plan.differences(options):
        raise IntentpropsError(
            f"{folder} cannot go on with other settings, or its dialogues could not be compared: {'; '.join(differing)}."
            " Resume it without options, or start anew with another --out"
        )
    return plan


def _numbered() -> list[tuple[int, Path]]:
    found = [(re.fullmatch(r"run-(\d+)", place.name), place) for place in RUNS.glob("run-*")]
    return sorted((int(match[1]), place) for match, place in found if match)


def _newest() -> Path:
    begun = [place for _, place in _numbered() if (place / MANIFEST).is_file()]
    if not begun:
        raise IntentpropsError(f"there is no run in {RUNS} to go on with; name its folder with --out")
    return begun[-1]


def _claimed() -> Path:
    """A new folder for a run that names none; two that begin at once get one each."""
    number = max((number for number, _ in _numbered()), default=0)
    while True:
        number += 1
        try:
            (RUNS / f"run-{number:03}").mkdir(parents=True)
        except FileExistsError:
            if RUNS.is_dir():
                continue
            raise
        return RUNS / f"run-{number:03}"


@contextmanager
def _progress() -> Iterator[OnCell]:
    """A live bar on a terminal, a line for each dialogue elsewhere; on the standard error, where no result goes."""
    screen = console(sys.stderr)
    if not screen.is_terminal:
        yield lambda done, total, slot, attempt: note(f"[{done}/{total}] {_label(slot)}: {_outcome(attempt)}")
        return
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total, slot, attempt: bar.update(
            task, completed=done, total=total, description=f"{_label(slot)}: {_outcome(attempt)}"
        )


def _label(slot: Slot) -> str:
    repeat = f" #{slot.repeat}" if slot.repeat > 1 else ""
    return f"{slot.row} {slot.mode}{repeat}"


def _outcome(attempt: Attempt) -> str:
    if attempt.error is not None:
        return f"error, {one_line(attempt.error, 80)}"
    causes: list[Any] = attempt.causes
    return f"{attempt.status}, {causes[0].reason}" if causes else attempt.status
