"""``intentprops grade`` and ``show``: judge recorded dialogues again, and look at one of them."""

from __future__ import annotations

import json as jsonlib
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from intentprops.changes import Scenario
from intentprops.cli.common import BAD_INPUT, FINDINGS, Domains, Files, Json, fail
from intentprops.cli.watch import growing
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, TraceError, hint
from intentprops.reports.dialogue import WIDTH, told
from intentprops.reports.matrix import Attempt, attempt_of, plain, unjudged
from intentprops.reports.terminal import console, show_lines
from intentprops.reports.text import one_line, sentence, visible
from intentprops.reports.timeline import timeline
from intentprops.running.folder import MANIFEST, TRACES, read_dialogues
from intentprops.running.manifest import plan_of
from intentprops.running.plan import Plan
from intentprops.running.prepare import every_language
from intentprops.score import Grade
from intentprops.score import grade as judge
from intentprops.trace import Trace, shorten

SHOWN = 20
"""Failed dialogues that are printed; ``--json`` has them all."""

Known = dict[tuple[str, str], tuple[Domain, Scenario]]


def grade(
    traces: Annotated[str, typer.Argument(metavar="TRACES", help="A trace file (JSON Lines), or a run folder.")],
    domain: Domains = None,
    scenarios: Files = None,
    json: Json = False,
) -> None:
    """Judge recorded dialogues again.

    Each dialogue belongs to the scenario that its records name: of the run folder, of the files given, else of the
    library. A dialogue that cannot be read is named, and the others are judged all the same. With --json one line is
    printed for each dialogue, and the counts at the end.
    """
    place, known = _open(traces, domain, scenarios)
    counts: Counter[str] = Counter()
    for trace in read_dialogues(place):
        try:
            if isinstance(trace, TraceError):
                raise trace
            attempt = _attempt(known, trace)
        except IntentpropsError as error:
            counts["unreadable"] += 1
            fail(str(error))
            continue
        counts[attempt.status] += 1
        if json:
            _print_json({"scenario_id": trace[0].scenario_id, "memory_mode": trace[0].memory_mode, **plain(attempt)})
        elif attempt.status != "passed" and counts["failed"] + counts["error"] <= SHOWN:
            _print_attempt(attempt)
    if json:
        _print_json({"counts": dict(sorted(counts.items()))})
    else:
        hidden = counts["failed"] + counts["error"] - SHOWN
        more = f" ({hidden} not shown; --json has them all)" if hidden > 0 else ""
        print(", ".join(f"{counts[status]} {status}" for status in ("passed", "failed", "error", "unreadable")) + more)
    if counts["unreadable"] or not counts:
        if not counts:
            fail(f"{place} holds no dialogue")
        raise typer.Exit(BAD_INPUT)
    if counts["failed"] or counts["error"]:
        raise typer.Exit(FINDINGS)


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
    place, known = _open(traces, domain, scenarios, growing=watch)
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
                if _attempt(known, trace).status != "passed":
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
    attempt = _attempt(known, trace)
    if json:
        _print_json({"run_id": attempt.run_id, "status": attempt.status, "points": attempt.points})
    else:
        causes = f"  {', '.join(dict.fromkeys(cause.reason for cause in attempt.causes))}" if attempt.causes else ""
        print(f"{one_line(attempt.run_id)}  {attempt.status}{causes}", flush=True)


def _show(known: Known, trace: Trace, json: bool) -> None:
    try:
        graded = _judged(known, trace)
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


def _open(traces: str, domains: list[str] | None, files: list[str] | None, *, growing: bool = False) -> tuple[Path, Known]:
    """The trace file, which may be still to come, and the scenarios that its dialogues may be of."""
    place = Path(traces)
    plan = Plan(domains=tuple(domains or ()), files=tuple(files or ()))
    if place.is_dir():
        if (place / MANIFEST).exists() and not (domains or files):
            plan = plan_of(place)
        place = place / TRACES
    if not place.is_file() and not (growing and place.parent.is_dir()):
        raise TraceError(f"{place}: there is no such file; give a trace file, or a run folder, which holds {TRACES}")
    return place, every_language(plan)


def _judged(known: Known, trace: Trace) -> Grade:
    first = trace[0]
    fitting = [pair for (name, language), pair in known.items() if name == first.scenario_id and first.language in (None, language)]
    if not fitting:
        names = ", ".join(dict.fromkeys(name for name, _ in known))
        raise TraceError(
            f"run {first.run_id!r} is of the scenario {first.scenario_id!r} ({first.language or 'no language named'}), which is not among"
            f" {shorten(names, 200)}; name its file with --scenarios"
        )
    for number, (domain, scenario) in enumerate(fitting, 1):
        try:
            return judge(domain, scenario, trace)
        except TraceError as error:
            if number == len(fitting):
                raise TraceError(f"run {first.run_id!r}: {error}") from None
    raise AssertionError("one of them returned or raised")


def _attempt(known: Known, trace: Trace) -> Attempt:
    try:
        return attempt_of(_judged(known, trace), trace[0].run_id)
    except IntentpropsError:
        raise
    except Exception as problem:
        return unjudged(trace[0].run_id, problem)


def _print_attempt(attempt: Attempt) -> None:
    print(f"{one_line(attempt.run_id)}: {attempt.status}")
    if attempt.error is not None:
        print(f"  error: {visible(attempt.error)}")
    for finding in attempt.findings:
        print(f"  {sentence(finding)}")


def _print_json(document: object) -> None:
    sys.stdout.write(jsonlib.dumps(plain(document), ensure_ascii=False) + "\n")
