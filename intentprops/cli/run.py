"""``intentprops run``: play scenarios against an agent, or a model in several memories, and leave a run folder."""

from __future__ import annotations

import json as jsonlib
import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from intentprops.cli.common import FINDINGS, LANGUAGES, SPENT, STOPPED, Domains, Files, Json, Spoken, note
from intentprops.errors import IntentpropsError
from intentprops.models.fixtures import Record
from intentprops.models.limits import Limits
from intentprops.reports.matrix import Attempt, to_json
from intentprops.reports.terminal import console, show_comparison, show_failures, show_matrix
from intentprops.reports.text import one_line
from intentprops.running import secrets
from intentprops.running.experiment import Experiment, OnCell, Plan, Run, Slot, prepare
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
        str | None,
        typer.Option(
            metavar="NAME",
            help="reference or mistaken, two test doubles; local, openai:NAME, anthropic:NAME, pydantic-ai:PROVIDER:NAME, or"
            " package.module:factory.  [default: reference]",
        ),
    ] = None,
    parameter: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A parameter of the model, such as temperature=0. May be repeated.")
    ] = None,
    fixtures: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Recorded answers of the model, a file for each dialogue: replayed, not asked for.")
    ] = None,
    record: Annotated[
        Record | None,
        typer.Option(help="What to record into --fixtures: none, what is missing, or all anew.  [default: none]"),
    ] = None,
    agent: Annotated[
        str | None, typer.Option(metavar="PLACE", help="Your agent, package.module:create, in place of a model and its memories.")
    ] = None,
    judge: Annotated[
        str | None, typer.Option(metavar="MODEL", help="A model that says of each reply whether the facts support it.")
    ] = None,
    judge_samples: Annotated[int | None, typer.Option(metavar="N", help="How often the judge is asked of a reply.  [default: 3]")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The seed of the first repeat; each further one counts up.  [default: 0]")
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="The longest wait for a reply.  [default: 60, with local 900]")
    ] = None,
    max_steps: Annotated[
        int | None, typer.Option(metavar="N", help="The most answers of a model in one turn.  [default: 8]")
    ] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Where the run goes.  [default: a new folder in .intentprops]")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was stopped: that of --out, or the newest.")] = False,
    repeat_errors: Annotated[
        bool, typer.Option("--repeat-errors", help="With --resume: play again what ended in an error of the agent's own, too.")
    ] = False,
    workers: Annotated[int, typer.Option(metavar="N", help="Dialogues that go on at a time.")] = 1,
    max_calls: Annotated[int | None, typer.Option(metavar="N", help="Stop after so many calls of the model.")] = None,
    max_tokens: Annotated[int | None, typer.Option(metavar="N", help="Stop after so many tokens, as reported.")] = None,
    per_minute: Annotated[float | None, typer.Option(metavar="N", help="The most calls of the model in a minute.")] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(metavar="VARIABLE", help="An environment variable that holds a secret, if its name does not say so. May be repeated."),
    ] = None,
    json: Json = False,
) -> None:
    """Play scenarios, grade the agent, print the matrix.

    Without options: the scenarios of the library, in three memory modes, with the reference model. A run that was
    stopped goes on with --resume and needs no other option than its --out.
    """
    given = {
        "domains": domain, "files": scenarios, "only": only, "languages": LANGUAGES[language] if language else None,
        "modes": memory, "repeats": repeats, "model": model, "agent": agent, "seed": seed, "timeout": timeout, "max_steps": max_steps,
        "parameters": _parameters(parameter), "fixtures": fixtures, "record": record, "judge": judge, "judge_samples": judge_samples,
    }  # fmt: skip
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in given.items() if value not in (None, [], {})
    }
    if agent is not None and (model is not None or memory):
        raise IntentpropsError("--agent takes the place of --model and --memory; leave them out, the agent has a memory of its own")
    if max_calls is not None and agent is not None:
        raise IntentpropsError("--max-calls cannot see what an --agent asks of its model; --max-tokens counts what its replies report")
    _declare(secret)
    limits = Limits(workers=workers, max_calls=max_calls, max_tokens=max_tokens, per_minute=per_minute)
    printed = sys.stdout
    with redirect_stdout(sys.stderr):  # what an agent prints is not our result
        folder = None if out is None and not resume else Path(out) if out is not None else _newest()
        plan = _resumed(folder, options) if resume and folder is not None else Plan(**options)
        experiment = prepare(plan, limits)
        for name, scenario in experiment.rows.items():
            for problem in lint(experiment.domains[scenario.domain], scenario):
                note(f"{name}: {problem}")
        done = _run(experiment, folder or _claimed(), resume, repeat_errors, console(printed), json)
    if done.stopped is not None:
        raise typer.Exit(SPENT)
    if not done.passed:
        raise typer.Exit(FINDINGS)


def _run(experiment: Experiment, folder: Path, resume: bool, repeat_errors: bool, screen: Any, json: bool) -> Run:
    """Play, and print what came of it."""
    again = f"Go on with: {shlex.join(['intentprops', 'run', '--resume', '--out', str(folder)])}"
    try:
        with _progress() as on_cell:
            done = play(experiment, folder, resume=resume, repeat_errors=repeat_errors, on_cell=on_cell)
    except KeyboardInterrupt:
        note(f"stopped; what was recorded stays in {folder}. {again}")
        raise typer.Exit(STOPPED) from None
    if json:
        screen.file.write(to_json(done.matrix))
    else:
        show_matrix(done.matrix, screen)
        show_comparison(done.matrix, screen)
        show_failures(done.matrix, experiment.plan, str(folder), screen)
        report = "" if done.unreported else f"{REPORT}, "
        screen.print(f"\n{one_line(str(folder))}: {report}{MANIFEST}, {TRACES}, {MATRIX}, {JUNIT}")
    if done.unreported:
        note(f"{folder}: the run is whole, but its report could not be written: {done.unreported}; 'intentprops report' tries again")
    if done.stopped is not None:
        note(f"stopped: {done.stopped}; what was recorded stays in {folder}. {again}")
    elif left := done.outside:
        note(f"{left} of {len(experiment.slots)} dialogues ended for a reason outside of what is tested. {again}")
    return done


def _parameters(words: list[str] | None) -> dict[str, Any]:
    """``temperature=0`` as a name and a JSON value, or a text."""
    found = dict[str, Any]()
    for word in words or ():
        name, sign, value = word.partition("=")
        if not sign or not name.isidentifier():
            raise IntentpropsError(f"parameter {word!r}: write it as NAME=VALUE, such as temperature=0")
        try:
            found[name] = jsonlib.loads(value)
        except ValueError:
            found[name] = value
    return found


def _declare(variables: list[str] | None) -> None:
    for name in variables or ():
        if not os.environ.get(name):
            raise IntentpropsError(f"secret {name!r}: there is no such environment variable; give its name, not the secret itself")
        secrets.declare(os.environ[name])


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
