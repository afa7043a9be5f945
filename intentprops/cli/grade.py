"""``intentprops grade``: recorded dialogues judged, those of a run of ours again, those of a log by what was annotated."""

from __future__ import annotations

import json as jsonlib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from intentprops.cli.common import BAD_INPUT, FINDINGS, Domains, Files, Formats, Json, fail, note
from intentprops.errors import IntentpropsError
from intentprops.grading.outcome import STATUSES, Outcome
from intentprops.grading.work import Log, Source, Traces, is_log, outcomes
from intentprops.importers import IMPORTERS
from intentprops.reports.matrix import plain
from intentprops.reports.terminal import console
from intentprops.reports.text import one_line

SHOWN = 20
"""Failed dialogues that are printed; ``--json`` has them all."""
ALWAYS = ("passed", "failed", "error", "unreadable")
"""The statuses that are counted even where there are none."""


def grade(
    logs: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Trace files (JSON Lines), run folders, or logs of other formats; .gz too.")
    ],
    domain: Domains = None,
    scenarios: Files = None,
    annotations: Annotated[
        list[str] | None, typer.Option("--annotations", metavar="FILE", help="What the users of a log meant. May be repeated.")
    ] = None,
    format: Formats = None,
    workers: Annotated[int, typer.Option("--workers", min=1, max=256, help="Judge with this many processes.")] = 1,
    json: Json = False,
) -> None:
    """Judge recorded dialogues.

    A dialogue of a run belongs to the scenario that its records name: of the run folder, of the files given, else of the library. A
    dialogue of a log (OpenAI or Anthropic messages, tau-bench, tau2, OpenTelemetry, JSON Lines) is judged by its annotation, which
    'intentprops annotate' drafts. What cannot be read is named, and the rest is judged all the same. With --json one line is printed
    for each dialogue, and the counts at the end.
    """
    sources = [_source(log, domain or [], scenarios or [], annotations or [], format) for log in logs]
    counts: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    notes = 0
    for outcome in _watched(outcomes(sources, workers)):
        counts[outcome.status] += 1
        unknown += outcome.unknown
        notes += outcome.notes
        if outcome.error is not None:
            fail(outcome.error)
        elif json:
            _print_json(outcome.document)
        elif outcome.status in ("failed", "error") and counts["failed"] + counts["error"] <= SHOWN:
            print("\n".join(outcome.lines))
    _print_counts(counts, unknown, notes, json)
    if counts["unreadable"] or not counts or set(counts) == {"not annotated"}:
        if not counts:
            fail(f"{', '.join(logs)} holds no dialogue")
        raise typer.Exit(BAD_INPUT)
    if counts["failed"] or counts["error"]:
        raise typer.Exit(FINDINGS)


def _source(path: str, domains: list[str], scenarios: list[str], annotations: list[str], format: str | None) -> Source:
    """What a path is: a log where a format is named or its content tells one, else traces of ours."""
    if format is None and not is_log(path):
        if annotations:
            raise IntentpropsError(f"{path} is no log of a known format ({', '.join(IMPORTERS)}), so it takes no annotations")
        return Traces(path, tuple(domains), tuple(scenarios))
    if not annotations:
        raise IntentpropsError(
            f"{path} is a log, and what its users meant is not in it: give --annotations FILE; 'intentprops annotate' drafts one"
        )
    if len(domains) != 1:
        raise IntentpropsError(f"{path} is a log: give its domain by --domain, one, not {len(domains)}")
    return Log(path, domains[0], tuple(annotations), format)


def _watched(found: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes, with a live count on a terminal; on the standard error, where no result goes."""
    screen = console(sys.stderr)
    if not screen.is_terminal:
        yield from found
        return
    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} dialogues"), TimeElapsedColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("", total=None)
        for outcome in found:
            yield outcome
            bar.advance(task)


def _print_counts(counts: Counter[str], unknown: Counter[str], notes: int, json: bool) -> None:
    if json:
        more = {"unknown_tools": dict(sorted(unknown.items()))} if unknown else {}
        _print_json({"counts": dict(sorted(counts.items())), **more, **({"notes": notes} if notes else {})})
        return
    hidden = counts["failed"] + counts["error"] - SHOWN
    more_failed = f" ({hidden} not shown; --json has them all)" if hidden > 0 else ""
    shown = [status for status in STATUSES if counts[status] or status in ALWAYS]
    print(", ".join(f"{counts[status]} {status}" for status in shown) + more_failed)
    if unknown:
        names = ", ".join(f"{one_line(name, 60)} ({count})" for name, count in unknown.most_common(10))
        note(f"not judged, for the domain does not have them: calls of {names}{' …' if len(unknown) > 10 else ''}")
    if notes:
        note(f"{notes} places in the logs could not be taken at their word; --json has them")


def _print_json(document: object) -> None:
    sys.stdout.write(jsonlib.dumps(plain(document), ensure_ascii=False) + "\n")
