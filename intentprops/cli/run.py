"""``intentprops run``: play scenarios against an agent, or a model in several memories, and leave a run folder."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from intentprops.cli.common import FINDINGS, LANGUAGES, STOPPED, Domains, Files, Json, Spoken, note
from intentprops.errors import IntentpropsError
from intentprops.reports.matrix import Attempt, to_json
from intentprops.reports.terminal import console, show_failures, show_matrix
from intentprops.reports.text import one_line
from intentprops.running.experiment import OnCell, Plan, Slot, prepare
from intentprops.running.experiment import run as play
from intentprops.running.folder import MANIFEST, RunFolder
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
    repeats: Annotated[int | None, typer.Option(help="Dialogues for each scenario and memory mode.  [default: 1]")] = None,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="reference or mistaken, two test doubles.  [default: reference]")
    ] = None,
    agent: Annotated[
        str | None, typer.Option(metavar="PLACE", help="Your agent, package.module:create, in place of a model and its memories.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The seed of the first repeat; each further one counts up.  [default: 0]")] = None,
    timeout: Annotated[float | None, typer.Option(metavar="SECONDS", help="The longest wait for a reply.  [default: 60]")] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where the run goes.  [default: a new folder in .intentprops]")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped: that of --out, or the newest.")] = False,
    json: Json = False,
) -> None:
    """Play scenarios against an agent, grade what it did, and print the matrix.

    Without options: the scenarios of the library, in three memory modes, with the reference model.
    """
    given = {
        "domains": domain, "files": scenarios, "only": only, "languages": LANGUAGES[language] if language else None,
        "modes": memory, "repeats": repeats, "model": model, "agent": agent, "seed": seed, "timeout": timeout,
    }  # fmt: skip
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items() if value}
    if agent is not None and (model is not None or memory):
        raise IntentpropsError("--agent takes the place of --model and --memory; leave them out, the agent has a memory of its own")
    folder = _folder(out, resume)
    plan = _plan_of(folder) if resume and not options else Plan(**options)  # type: ignore[arg-type]
    experiment = prepare(plan)
    for name, scenario in experiment.rows.items():
        for problem in lint(experiment.domains[scenario.domain], scenario):
            note(f"{name}: {problem}")
    try:
        with _progress() as on_cell:
            done = play(plan, folder, resume=resume, on_cell=on_cell)
    except KeyboardInterrupt:
        again = ["intentprops", "run", "--resume", "--out", str(folder)]
        note(f"stopped; what was recorded stays in {folder}. Go on with: {shlex.join(again)}")
        raise typer.Exit(STOPPED) from None
    if json:
        sys.stdout.write(to_json(done.matrix))
    else:
        screen = console()
        show_matrix(done.matrix, screen)
        show_failures(done.matrix, plan, str(folder), screen)
        screen.print(f"\n{folder}: manifest.json, traces.jsonl, matrix.json, junit.xml")
    if not done.passed:
        raise typer.Exit(FINDINGS)


def _folder(out: str | None, resume: bool) -> Path:
    if out is not None:
        return Path(out)
    there = sorted((int(m[1]), place) for place in RUNS.glob("run-*") if (m := re.fullmatch(r"run-(\d+)", place.name)))
    if not resume:
        return RUNS / f"run-{(there[-1][0] if there else 0) + 1:03}"
    begun = [place for _, place in there if (place / MANIFEST).is_file()]
    if not begun:
        raise IntentpropsError(f"there is no run in {RUNS} to go on with; name its folder with --out")
    return begun[-1]


def _plan_of(folder: Path) -> Plan:
    """The plan of the run that a folder holds, so that nobody has to say its options again."""
    manifest = RunFolder(folder).manifest()
    if manifest is None:
        raise IntentpropsError(f"{folder} holds no run to go on with ({folder / MANIFEST} is not there)")
    plan = manifest.get("plan")
    if not isinstance(plan, dict):
        raise IntentpropsError(f"{folder / MANIFEST}: plan: it should say what the run plays")
    return Plan.from_json(plan)


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


