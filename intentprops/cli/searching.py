"""What ``fuzz`` and ``replay`` do: search and keep the search, find dialogues in files, show what came of it."""

from __future__ import annotations

import json as jsonlib
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Literal

import typer
from hypothesis.errors import InvalidArgument
from rich.text import Text

from intentprops.cli.common import STOPPED, note
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.reports.dialogue import lines
from intentprops.reports.matrix import to_json
from intentprops.reports.terminal import console, show_lines
from intentprops.reports.text import one_line, visible
from intentprops.running.prepare import domain_name
from intentprops.running.secrets import hide_text
from intentprops.scenarios import find_domain
from intentprops.strategies import move_lists, pools
from intentprops.testing.dialogue import Dialogue
from intentprops.testing.fuzz import Failure, Report, Search, fuzz, scenario_of
from intentprops.testing.keep import dialogues_in, keep, name_of
from intentprops.testing.outcome import judge
from intentprops.testing.python import as_python
from intentprops.testing.subjects import player_of

SEARCH = "fuzz.json"
"""What a search keeps in its folder."""


def search(hunt: Search, count: int | None, seconds: float | None, workers: int, out: str | None, resume: bool) -> Report:
    """Run one search; what it came to is kept after each slice."""
    folder = None if out is None else Path(out)
    so_far = _kept(folder, hunt) if resume and folder is not None else None

    def on_slice(total: Report, last: Report) -> None:
        new = ", ".join(last.failures) or "nothing new"
        turns = f", {total.live_turns:,} live turns" if total.live_turns else ""
        note(f"{hunt.subject}: {total.dialogues:,} dialogues{turns}, {len(total.failures)} root causes; {one_line(new)}")
        if folder is not None:
            _keep(folder, total)

    try:
        return fuzz(hunt, count=count, seconds=seconds, workers=workers, so_far=so_far, on_slice=on_slice)
    except KeyboardInterrupt:
        if folder is not None:
            note(f"stopped; the slices that ended are in {folder / SEARCH}; go on with --resume --out {shlex.quote(str(folder))}")
        raise typer.Exit(STOPPED) from None


def allowed(domain: Domain, kinds: str | None, max_turns: int) -> None:
    """Raises :class:`IntentpropsError` for dialogues that the domain cannot make."""
    try:
        move_lists(domain, kinds, max_turns)
        pools(domain)
    except InvalidArgument as problem:
        raise IntentpropsError(str(problem)) from None


def save(report: Report, domain: Domain, folder: str) -> None:
    """Keep the shortest dialogue of each root cause as a scenario file."""
    for failure in report.failures.values():
        keep(folder, domain, scenario_of(failure, domain, report.search.language), failure.fingerprint)


def _keep(folder: Path, report: Report) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    document = _documents(folder)
    document[report.search.subject] = report.to_json()
    part = folder / f"{SEARCH}.part"
    part.write_text(hide_text(to_json(document)), encoding="utf-8")
    part.replace(folder / SEARCH)


def _documents(folder: Path) -> dict[str, Any]:
    place = folder / SEARCH
    if not place.is_file():
        return {}
    try:
        document = jsonlib.loads(place.read_text(encoding="utf-8"))
    except ValueError as error:
        raise IntentpropsError(f"{place}: broken JSON: {error}; search anew with another --out") from None
    if not isinstance(document, dict):
        raise IntentpropsError(f"{place}: this is no search of intentprops; search anew with another --out")
    return document


def _kept(folder: Path, search: Search) -> Report | None:
    """The search that a folder holds, if it is the same one."""
    document = _documents(folder).get(search.subject)
    if document is None:
        return None
    try:
        report = Report.from_json(document)
    except (TypeError, KeyError) as error:
        raise IntentpropsError(f"{folder / SEARCH}: it cannot be read: {error}; search anew with another --out") from None
    differ = [name for name in vars(search) if name != "budget" and getattr(report.search, name) != getattr(search, name)]
    if differ:
        was = ", ".join(f"{name} was {getattr(report.search, name)!r} and is {getattr(search, name)!r} now" for name in differ)
        raise IntentpropsError(f"{folder} cannot go on with another search: {was}; search anew with another --out")
    report.search, report.spent = search, False
    return report


def show(report: Report, saved: str | None) -> None:
    screen = console()
    turns = f", {report.live_turns:,} live turns" if report.live_turns else ""
    how = "every dialogue of that length" if report.exhausted else f"{report.dialogues:,} dialogues"
    screen.print(Text(f"{report.search.subject}: {how}{turns}, {report.seconds:.1f} s, {len(report.failures)} root causes", "bold"))
    domain = find_domain(report.search.domain)
    for failure in sorted(report.failures.values(), key=lambda one: (one.turns, one.fingerprint)):
        _show_failure(failure, report, domain, saved)


def _show_failure(failure: Failure, report: Report, domain: Domain, saved: str | None) -> None:
    screen = console()
    often = f"found {failure.found} times" if failure.found > 1 else "found once"
    wording = "; in plain words it passes, so this is a matter of wording" if failure.wording else ""
    screen.print(Text(f"\n{failure.fingerprint}: {failure.turns} turns, {often}{wording}", "red"))
    scenario = scenario_of(failure, domain, report.search.language)
    player = player_of(report.search.subject, domain, timeout=report.search.timeout)
    with redirect_stdout(sys.stderr):
        outcome = judge(player, scenario)
    if outcome is not None:
        show_lines(lines(domain, outcome.grades[0]), screen)
    if saved is not None:
        screen.print(f"again: intentprops replay {Path(saved) / name_of(failure.fingerprint, domain)}.yaml --agent {report.search.subject}")
    screen.print("as Python:")
    for line in as_python(domain, scenario).splitlines():
        screen.print(f"    {line}")


def dialogues(files: list[str], language: Literal["en", "ru"] | None) -> list[tuple[Domain, Dialogue]]:
    """The dialogues of files and folders of files, each with the domain that its file names."""
    found = []
    for place in files:
        path = Path(place)
        for file in sorted(path.glob("*.yaml")) if path.is_dir() else [path]:
            domain = find_domain(domain_name(str(file)))
            spoken: tuple[Literal["en", "ru"], ...] = (language,) if language else ("en", "ru")
            some = [(domain, one) for tongue in spoken for one in dialogues_in(domain, [file], tongue)]
            found += some
    if not found:
        raise IntentpropsError(f"{visible(' '.join(files))}: there is no dialogue to play")
    return found
