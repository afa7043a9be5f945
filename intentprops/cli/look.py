"""``intentprops scenarios`` and ``schema``: look at what there is."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from intentprops.changes import Scenario
from intentprops.cli.common import FINDINGS, LANGUAGES, Domains, Files, Json, Spoken
from intentprops.domain import Domain
from intentprops.reports.matrix import to_json
from intentprops.reports.terminal import console
from intentprops.reports.text import one_line, value, visible
from intentprops.running.experiment import Experiment, Plan, prepare
from intentprops.scenarios import dump_changes, file_schema, find_domain, lint
from intentprops.schema import state_schema
from intentprops.trace import TurnRecord


def scenarios(
    name: Annotated[str | None, typer.Argument(metavar="ID", help="The scenario to show; without it they are listed.")] = None,
    domain: Domains = None,
    scenarios: Files = None,
    language: Annotated[Spoken, typer.Option(help="The language of the dialogues.")] = "en",
    json: Json = False,
) -> None:
    """List scenarios, or show one.

    Files of your own are checked on the way. A scenario that an agent could not get right, such as one whose booking
    lacks a date, is named; then the exit code is 1.
    """
    only = (name,) if name is not None else ()
    plan = Plan(domains=tuple(domain or ()), files=tuple(scenarios or ()), languages=LANGUAGES[language], only=only)
    experiment = prepare(plan)
    problems = {row: lint(experiment.domains[s.domain], s) for row, s in experiment.rows.items()}
    if json:
        rows = [_document(experiment.domains[s.domain], s) | {"problems": problems[row]} for row, s in experiment.rows.items()]
        sys.stdout.write(to_json(rows))
    elif name is None:
        _table(experiment)
    else:
        for scenario in experiment.rows.values():
            _show(experiment.domains[scenario.domain], scenario)
    for row, found in problems.items():
        for problem in found:
            print(f"{one_line(row)}: {visible(problem)}", file=sys.stderr)
    if any(problems.values()):
        raise typer.Exit(FINDINGS)


def _document(domain: Domain, scenario: Scenario) -> dict[str, object]:
    return {
        "id": scenario.id, "domain": scenario.domain, "kind": scenario.kind, "title": scenario.title,
        "language": scenario.language, "now": scenario.now.isoformat(),
        "turns": [
            {
                "messages": [{"text": m.text, "changes": dump_changes(m.changes, domain)} for m in turn.messages],
                "label": turn.label, "scripted": turn.script is not None,
            }
            for turn in scenario.turns
        ],
    }  # fmt: skip


def _table(experiment: Experiment) -> None:
    table = Table("id", "kind", "language", "turns", "title", box=box.SIMPLE_HEAD, pad_edge=False)
    domain = None
    for row, scenario in experiment.rows.items():
        if scenario.domain != domain:
            domain = scenario.domain
            table.add_row(Text(domain, "bold"))
        table.add_row(Text(row), scenario.kind, scenario.language, str(len(scenario.turns)), Text(one_line(scenario.title)))
    console().print(table, soft_wrap=False)


def _show(domain: Domain, scenario: Scenario) -> None:
    screen = console()
    screen.print(Text(f"{scenario.id}: {one_line(scenario.title)}", "bold"))
    screen.print(Text(f"domain {scenario.domain}, {scenario.kind}, language {scenario.language}, now {scenario.now.isoformat()}", "dim"))
    for number, turn in enumerate(scenario.turns, 1):
        for message in turn.messages:
            screen.print(Text(f"{number:2}  {visible(message.text)}"))
            for change in dump_changes(message.changes, domain):
                screen.print(Text(f"      = {value(change, 400)}", "cyan"))
        if turn.script is not None:
            calls = ", ".join(f"{call.name}{value(dict(call.arguments))}" for call in turn.script.calls)
            screen.print(Text(f"      the agent's part is scripted: {calls or 'no call'}", "dim"))
        if turn.label is not None:
            screen.print(Text(f"      this version is called {turn.label!r}", "dim"))


def schema(
    what: Annotated[Literal["state", "trace", "scenario"], typer.Argument(help="Which schema.")] = "state",
    domain: Annotated[str, typer.Option(metavar="NAME", help="The domain of the state, or package.module:attribute.")] = "rooms",
    json: Annotated[bool, typer.Option("--json", help="As with the other commands; a schema is always JSON.")] = False,
) -> None:
    """Print a JSON Schema.

    It is that of a domain's state, of a record of a trace, or of a file of scenarios (draft 2020-12).
    """
    if what == "state":
        document = state_schema(find_domain(domain))
    elif what == "trace":
        document = {"$schema": "https://json-schema.org/draft/2020-12/schema", **TurnRecord.model_json_schema()}
    else:
        document = file_schema()
    sys.stdout.write(to_json(document))
