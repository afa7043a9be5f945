"""Traces of ours, judged again: each by the scenario that its records name, of a run folder, of files, or of the library."""

from __future__ import annotations

from pathlib import Path

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, TraceError
from intentprops.reports.matrix import Attempt, attempt_of, unjudged
from intentprops.running.folder import MANIFEST, TRACES
from intentprops.running.manifest import plan_of
from intentprops.running.plan import Plan
from intentprops.running.prepare import every_language
from intentprops.score import Grade
from intentprops.score import grade as judge
from intentprops.trace import Trace, shorten

Known = dict[tuple[str, str], tuple[Domain, Scenario]]
"""Scenarios by id and language."""


def opened(traces: str, domains: list[str] | None, files: list[str] | None, *, growing: bool = False) -> tuple[Path, Known]:
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


def judged(known: Known, trace: Trace) -> Grade:
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


def attempt(known: Known, trace: Trace) -> Attempt:
    try:
        return attempt_of(judged(known, trace), trace[0].run_id)
    except IntentpropsError:
        raise
    except Exception as problem:
        return unjudged(trace[0].run_id, problem)
