"""``intentprops report`` and ``export``: what a run folder holds, for people, for CI, and for other tools."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from intentprops.cli.common import BAD_INPUT, fail
from intentprops.errors import IntentpropsError
from intentprops.reports.export import conversation, spans
from intentprops.reports.github import workflow_commands
from intentprops.reports.markdown import markdown
from intentprops.reports.matrix import to_json
from intentprops.reports.runs import compare
from intentprops.reports.text import one_line
from intentprops.running.folder import PROOF, REPORT, RunFolder
from intentprops.running.recorded import Recorded, is_run, read_run
from intentprops.running.reporting import comparison_of, page_of, write_reports

COMPARISON = "comparison.html"
"""Where the page of two runs goes that names no file: into the folder of the second."""


def report(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run folder, or a folder with a proof of 'intentprops verify'.")],
    other: Annotated[str | None, typer.Argument(metavar="[RUN]", help="A second one, to compare the first with.")] = None,
    out: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the page goes.  [default: report.html in the folder]")
    ] = None,
    language: Annotated[Literal["en", "ru"], typer.Option(help="The language of the page; it can be changed there.")] = "en",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a summary in Markdown, and write nothing.")] = False,
    github: Annotated[bool, typer.Option("--github", help="Print annotations for GitHub Actions, and write nothing.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the matrix, or the comparison, as JSON, and write nothing.")] = False,
) -> None:
    """Write the page of a run, or of two runs side by side.

    The run may be one that was stopped or is still going on. A proof that lies in its folder (intentprops verify --out RUN) is shown too.
    """
    if markdown + github + json > 1:
        raise IntentpropsError("--markdown, --github and --json print different things; choose one")
    if other is not None:
        if markdown or github:
            raise IntentpropsError("--markdown and --github are of one run; leave the second one out")
        _compared(read_run(run), read_run(other), out, language, json)
        return
    printed = markdown or github or json
    if not is_run(Path(run)) and (Path(run) / PROOF).is_file() and not printed:
        from intentprops.reports.html import proof_page

        _save(proof_page(Path(run).resolve().name, RunFolder(run).proofs(), language=language), Path(out or Path(run) / REPORT))
        return
    found = read_run(run)
    if printed:
        _print(found, markdown, github)
    elif out is None:
        write_reports(found, language)
        print(one_line(str(found.folder.file(REPORT))))
    else:
        _save(page_of(found, language), Path(out))
    _end(found.problems)


def _compared(a: Recorded, b: Recorded, out: str | None, language: str, json: bool) -> None:
    found = compare(a.matrix, b.matrix)
    if json:
        sys.stdout.write(to_json(found.to_json()))
    else:
        _save(comparison_of(a, b, language), Path(out or b.folder.file(COMPARISON)))
        print(found.summary())
    _end((*a.problems, *b.problems))


def _print(found: Recorded, as_markdown: bool, as_annotations: bool) -> None:
    plan = found.experiment.plan
    if as_markdown:
        sys.stdout.write(markdown(found.matrix, plan, str(found.folder.path)))
    elif not as_annotations:
        sys.stdout.write(to_json(found.matrix))
    else:
        for line in workflow_commands(found.matrix, plan):
            print(line)


def _save(pieces: Iterable[str], place: Path) -> None:
    if place.is_dir():
        raise IntentpropsError(f"{place} is a folder; --out takes a file, such as {place / REPORT}")
    place.parent.mkdir(parents=True, exist_ok=True)
    RunFolder(place.parent).write(place.name, "".join(pieces))
    print(one_line(str(place)))


def _end(problems: Iterable[str]) -> None:
    """Say what could not be read; then the exit code is that of bad input."""
    some = list(problems)
    for problem in some:
        fail(problem)
    if some:
        raise typer.Exit(BAD_INPUT)


def export(
    run: Annotated[str, typer.Argument(metavar="RUN", help="A run folder.")],
    otel: Annotated[bool, typer.Option("--otel", help="OpenTelemetry spans with evaluation results, OTLP in JSON.")] = False,
    openai: Annotated[
        bool, typer.Option("--openai", help="Chat messages with tool calls, as fine-tuning and evaluation tools read them.")
    ] = False,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Where it goes.  [default: the standard output]")] = None,
) -> None:
    """Export dialogues for other tools.

    It is JSON Lines, a line for each dialogue.
    """
    if otel == openai:
        raise IntentpropsError("say which form: --otel or --openai")
    found = read_run(run)
    lines = (jsonlib.dumps(document, ensure_ascii=True, separators=(",", ":")) + "\n" for document in _documents(found, otel))
    if out is None:
        sys.stdout.writelines(lines)
    else:
        _save(lines, Path(out))
    _end(found.problems)


def _documents(found: Recorded, otel: bool) -> Iterator[dict[str, Any]]:
    plan, name = found.experiment.plan, sha256(jsonlib.dumps(found.folder.manifest(), sort_keys=True).encode()).hexdigest()
    for trace in found.traces():
        slot, attempt = found.experiment.slots[trace[0].run_id], found.experiment.attempt(trace)
        if otel:
            yield spans(slot.scenario, trace, attempt, agent=plan.agent or str(plan.model), run=name)
        else:
            yield conversation(slot.domain, trace, attempt)
