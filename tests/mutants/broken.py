"""What each defect and each variant does to a dialogue, to the word: ``python -m tests.mutants.broken`` writes the file beside this one.

For each the places that it finds in a panel of dialogues, what it changes in the trace at the first of them, and what becomes of
it; and two proofs as a whole. Whoever changes a defect sees in a diff what he changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from intentprops import Scenario
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.mutants import Case, Defect, Variant, defects, judge, variants
from intentprops.mutants.chains import aimed, generated
from intentprops.mutants.normal import normal
from intentprops.mutants.proof import Task, prove
from intentprops.scenarios import bundled
from intentprops.strategies.moves import Move
from intentprops.trace import TurnRecord
from tests.checks.examples import NOW
from tests.domains.travel import travel
from tests.mutants.examples import EXAMPLES
from tests.tables import Tables, lines, ordered, write

FOLDER = Path(__file__).parent / "tables"
SHOWN = 3
"""The dialogues in which each is broken; the places in all others are counted."""


def cases() -> list[Case]:
    """Scenarios of the library in both languages, those made for single defects, and chains of the travel desk."""
    found = [Case(domain, s) for domain in (rooms, mail) for s in (*bundled(domain.name, "en"), *bundled(domain.name, "ru")[:6])]
    found += [Case(domain, Scenario(name, domain.name, tuple(turns), NOW)) for name, (domain, turns, _, _) in EXAMPLES.items()]
    return found + [Case(travel, scenario) for _, scenario in islice(generated(travel, 3), 14)]


def _changed(before: list[TurnRecord], after: list[TurnRecord]) -> Iterator[str]:
    """Each key of a record that differs, with what it says now; of an object, the parts that differ."""
    if len(before) != len(after):
        yield f"{len(before)} turns, now {len(after)}"
    for one, other in zip(before, after, strict=False):
        old, new = one.model_dump(mode="json"), other.model_dump(mode="json")
        for key, value in new.items():
            if value != old.get(key):
                parts = value
                if isinstance(value, dict) and isinstance(old.get(key), dict):
                    parts = {name: part for name, part in value.items() if part != old[key].get(name)}
                yield f"turn {other.turn} {key}: {json.dumps(ordered(parts), ensure_ascii=False)[:240]}"


def broken(stage: Callable[[], tuple[Defect | Variant, ...]]) -> Iterator[list[Any]]:
    """Defects, or variants, over the panel."""
    panel = cases()
    for one in stage():
        placed = [(case, sites) for case in panel if (sites := list(one.sites(case)))]
        yield [one.name, one.text, {case.scenario.id: [str(site) for site in sites][:4] for case, sites in placed}]
        for number, (case, sites) in enumerate(placed[::-1][: SHOWN * 5 : 5]):
            site = sites[number % len(sites)]
            verdict = judge(case, one, site)
            said = [verdict.outcome, verdict.detail, *(f"{f.check} {f.reason} {f.path} {f.stage} turn {f.turn}" for f in verdict.findings)]
            yield [one.name, case.scenario.id, str(site), list(_changed(case.exposing(site.exposed), case.broken(site))), said]


def proofs() -> Iterator[Any]:
    """Two proofs as a whole."""
    yield ordered(prove(Task(mail, tuple(bundled("mail", "en"))[:3], chains=1, seed=2)).to_json())
    yield ordered(prove(Task(travel, (), chains=1, seed=5)).to_json())


def aims() -> Iterator[Any]:
    """The chains that are aimed at what each defect needs, and traces in their normal form."""
    moves = next(islice(generated(rooms, 9), 3, None))[0]
    for needs in dict.fromkeys(one.needs for one in (*defects(), *variants())):
        for scenario in aimed(rooms, [Move(*move) for move in moves], needs, "seed"):
            yield [str(needs) if isinstance(needs, str) else needs.__name__, scenario.id, [[type(c).__name__ for c in turn.changes] for turn in scenario.turns]]
    for case in cases()[::9]:
        yield [case.scenario.id, str(normal(case.domain, case.trace))[:2000] if case.domain is not travel else ""]


FILES: Tables = {
    FOLDER / f"{name}.jsonl": lines(make)
    for name, make in (("defects", partial(broken, defects)), ("variants", partial(broken, variants)), ("proofs", proofs), ("aims", aims))
}


if __name__ == "__main__":
    write(FILES)
