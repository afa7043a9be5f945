"""``intentprops show``: recorded dialogues listed, or one of them looked at."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from intentprops.cli.common import BAD_INPUT, Domains, Files, Json, fail
from intentprops.cli.watch import growing
from intentprops.errors import IntentpropsError, TraceError, hint
from intentprops.grading.traces import Known, attempt, judged, opened
from intentprops.reports.dialogue import WIDTH, told
from intentprops.reports.matrix import attempt_of, plain, unjudged
from intentprops.reports.terminal import console, show_lines
from intentprops.reports.text import one_line
from intentprops.reports.timeline import timeline
from intentprops.running.folder import read_dialogues
from intentprops.trace import Trace, shorten


def show(
    traces: Annotated[str, typer.Argument(metavar="TRACES", help="A run folder, or a trace file (JSON Lines).")],
    cell: Annotated[
        str | None, typer.Argument(metavar="[CELL]", help="A dialogue (F1__chat__repeat-01), or a cell or scenario (F1__chat, F1).")
    ] = None,
    domain: Domains = None,
    scenarios: Files = None,
    watch: Annotated[bool, typer.Option("--watch", help="Of a run that is going on: show what comes until it ends.")] = False,
    json: Json = False,
) -> None:
    """List recorded dialogues, or show one.

    It shows what was said, what it meant, what that did to state and results, what was done, and each finding at its place. Of a cell
    it is the first repeat that did not pass.
    """
    place, known = opened(traces, domain, scenarios, growing=watch)
    ids, broken, passed = list[str](), False, None
    for trace in growing(Path(traces)) if watch else read_dialogues(place):
        try:
            if isinstance(trace, TraceError):
                raise trace
            ids.append(trace[0].run_id)
            if cell is None:
                _list(known, trace, json)
            elif trace[0].run_id == cell:
                _show(known, trace, json)
                return
            elif trace[0].run_id.startswith(f"{cell}__"):
                if attempt(known, trace).status != "passed":
                    _show(known, trace, json)
                    return
                passed = passed or trace
        except IntentpropsError as error:
            broken = True
            fail(str(error))
    if passed is not None:
        _show(known, passed, json)
    elif cell is not None:
        there = ", ".join(map(shorten, ids[:10])) + (" …" if len(ids) > 10 else "")
        raise TraceError(f"{place} has no dialogue {cell!r}; it has {there or 'none'}{hint(cell, ids)}")
    if broken:
        raise typer.Exit(BAD_INPUT)


def _list(known: Known, trace: Trace, json: bool) -> None:
    found = attempt(known, trace)
    if json:
        _print_json({"run_id": found.run_id, "status": found.status, "points": found.points})
    else:
        causes = f"  {', '.join(dict.fromkeys(cause.reason for cause in found.causes))}" if found.causes else ""
        print(f"{one_line(found.run_id)}  {found.status}{causes}", flush=True)


def _show(known: Known, trace: Trace, json: bool) -> None:
    try:
        graded = judged(known, trace)
    except IntentpropsError:
        raise
    except Exception as problem:
        raise TraceError(f"run {trace[0].run_id!r}: {unjudged(trace[0].run_id, problem).error}") from problem
    if json:
        records = [record.model_dump(mode="json") for record in trace]
        _print_json({**plain(attempt_of(graded, trace[0].run_id)), "trace": records})
    else:
        domain, _ = known[graded.scenario.id, graded.scenario.language]
        screen = console()
        width = min(screen.width, WIDTH) if screen.is_terminal else WIDTH
        show_lines(told(timeline(domain, graded), width=width, diffs=True), screen)


def _print_json(document: object) -> None:
    sys.stdout.write(jsonlib.dumps(plain(document), ensure_ascii=False) + "\n")
