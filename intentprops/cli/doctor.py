"""``intentprops doctor``: what is still open in a domain."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated

import typer

from intentprops.cli.common import FINDINGS, Files, Json
from intentprops.errors import IntentpropsError
from intentprops.reports.matrix import to_json
from intentprops.reports.text import visible
from intentprops.running.plan import DOMAINS
from intentprops.scenarios import bundled, find_domain, load

if TYPE_CHECKING:
    from intentprops.drafting.doctor import Open

TITLES = {
    "question": "Questions in the source",
    "words": "Without words",
    "values": "Without values",
    "binding": "Not bound",
    "scenario": "Scenarios",
    "unreached": "Never reached",
    "unproved": "Not proved",
    "unused": "Without consequence",
    "turns": "Turns that its dialogues cannot have",
    "defects": "Defects that have no place",
}


def doctor(
    domain: Annotated[str, typer.Argument(help="A domain of the library, or package.module:attribute.")],
    scenarios: Files = None,
    chains: Annotated[int, typer.Option(metavar="N", help="Generated dialogues to break; ten times as many are played.")] = 20,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed makes the same dialogues.")] = 0,
    json: Json = False,
) -> None:
    """Say what is still open in a domain.

    Questions in its source, fields without words or values, arguments that are not judged, goals and results that no dialogue reaches,
    defects that have no place. The exit code is 1 where a person has something to do; what may stay as it is does not count.
    """
    from intentprops.drafting.doctor import examine

    if chains < 0:
        raise IntentpropsError(f"chains {chains}: give a whole number from 0")
    found = find_domain(domain)
    known = list(bundled(domain)) if domain in DOMAINS else []
    given = [scenario for file in scenarios or () for scenario in load(file, "en", found)]
    file = _file(domain)
    source = Path(file).read_text(encoding="utf-8") if file else ""
    name = Path(file).name if file else ""
    opens = examine(found, source, file=name, scenarios=[*known, *given], chains=chains, seed=seed)
    if json:
        sys.stdout.write(to_json({"domain": domain, "open": [one.to_json() for one in opens]}))
    else:
        _show(domain, opens)
    if any(not one.note for one in opens):
        raise typer.Exit(FINDINGS)


def _file(place: str) -> str:
    """The file that a domain is written in; empty where it is in none."""
    name = place.partition(":")[0] if ":" in place else f"intentprops.domains.{place}"
    module = sys.modules.get(name)
    try:
        return inspect.getsourcefile(module) or "" if isinstance(module, ModuleType) else ""
    except TypeError:
        return ""


def _show(domain: str, opens: list[Open]) -> None:
    for sort, title in TITLES.items():
        some = [one for one in opens if one.sort == sort]
        if some:
            print(f"{title} ({len(some)}{', may stay so' if some[0].note else ''})")
            for one in some:
                print(visible(f"  {one.place + '  ' if one.place else ''}{one.about}: {one.text}"))
            print()
    due = sum(not one.note for one in opens)
    print(visible(f"{domain}: {due} to decide or to mend, {len(opens) - due} that may stay so"))
