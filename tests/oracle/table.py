"""All that the oracle expects in some 200 dialogues, to the word: ``python -m tests.oracle.table`` writes the file beside this one.

A line for each turn, with what the correct agent did in it; and a digest of each of some 400 more dialogues, in which the agent did
something else as well: a call again, an old call, one too few, one that was refused. Two oracles that were written apart have to agree (``test_agreement``);
this shows whoever changes a rule, in a diff, what he changed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from hypothesis.errors import InvalidArgument

from intentprops import Domain, Scenario
from intentprops.correct import correct_trace
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.oracle import Expectation, expect
from intentprops.scenarios import bundled
from intentprops.score import grade
from intentprops.state import dump_state
from intentprops.strategies import stream
from intentprops.strategies.random_domains import KINDS, Brick, domain_of
from intentprops.trace import TurnRecord
from tests.domains.shelf import shelf
from tests.domains.travel import travel
from tests.oracle.tiny import tiny
from tests.tables import Tables, write

DOMAINS: tuple[Domain, ...] = (rooms, mail, travel, shelf, tiny)
EACH, RANDOM, MORE = 25, 80, 65
"""Dialogues of each domain, random domains with a dialogue each, and as many of both that are kept as digests."""


def dialogues(each: int, others: int, seed: int) -> Iterator[tuple[Domain, Scenario]]:
    for domain in DOMAINS:
        yield from ((domain, scenario) for scenario in islice(stream(domain, seed, max_turns=8), each))
    random = Random(seed)
    bricks = [Brick(kind, which, how) for kind, made in KINDS.items() for which in range(made.whiches) for how in range(made.hows)]
    for number in range(others):
        domain = domain_of([Brick("field", number % 8, number % 3), *random.sample(bricks, 14)])
        try:
            yield domain, next(islice(stream(domain, number), 3, None))
        except InvalidArgument:  # no field of it can be revised
            continue


def _plain(value: Any) -> str:
    """A value with the members of sets in an order of their own."""
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(map(_plain, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_plain(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value)


def _state(document: dict[str, Any]) -> str:
    """A state without what says nothing: unknown fields, what is not permitted, empty lists."""
    kept = {
        **document, "constraints": {name: value for name, value in document["constraints"].items() if value not in (None, [])},
        "permissions": [name for name, granted in document["permissions"].items() if granted],
        "superseded": [f"{entry['path'].removeprefix('constraints.')} {_plain(entry['old'])}>{_plain(entry['new'])} {entry.get('disposition') or ''}".strip() for entry in document["superseded"]],
    }  # fmt: skip
    return " ".join(_plain(value) for value in kept.values() if value not in ([], {}))


def _turn(domain: Domain, scenario: Scenario, e: Expectation, record: TurnRecord) -> str:
    said = scenario.turns[e.turn - 1].changes if e.turn <= len(scenario.turns) else "the harness's yes"
    calls = [[c.permitted, c.confirmed, c.needless, c.repeats is not None, c.resumes] for c in e.calls]
    shown = {
        "said": [type(change).__name__ for change in said] if isinstance(said, tuple) else said, "did": [[c.name, c.arguments, c.status] for c in record.tool_calls],
        "offers": record.offers, "asks": [[q.about, q.confirm, q.arguments] for q in record.questions or ()], "shows": record.results,
        "state": _state(dump_state(domain, e.state)), "first": e.state.first, "labels": sorted(e.state.versions), "changed": [path.removeprefix("constraints.") for path in sorted(e.step.changed)],
        "flags": [e.step.requested, e.step.confirmed, e.step.compares, e.blind], "missed": e.step.missed, "calls": calls, "results": e.results,
        "effects": [[made.tool, made.turn, rank] for made, rank in e.effects], "owed": [e.owed_results, e.owed_call], "open": e.open, "askable": e.askable,
        "candidates": {name: [item[domain.result[name].key] for item in items] for name, items in e.candidates.items() if name in domain.result},
        "done": e.done, "missing": e.missing, "left": e.left_stale, "standing": [made.tool for made in e.standing], "unreached": e.not_reached,
    }  # fmt: skip
    return " ".join(f"{key}={_plain(value)}" for key, value in shown.items() if value not in (None, (), [], {}, frozenset(), [(), None]))


def damaged(trace: list[TurnRecord], random: Random) -> list[TurnRecord]:
    """A trace in which the calls are not those of the correct agent."""
    found = [record.model_copy(deep=True) for record in trace]
    calls = [(record, call) for record in found for call in record.tool_calls]
    if not calls:
        return found
    record, call = random.choice(calls)
    later = random.choice([one for one in found if one.turn >= record.turn])
    match random.randrange(6):
        case 0:
            record.tool_calls.remove(call)
        case 1:
            later.tool_calls.append(call)
        case 2:
            later.tool_calls.insert(0, call)
        case 3:
            call.status, call.result = "error", {"error": "no"}
        case 4:
            later.offers, later.questions = record.offers, None
        case _:
            record.offers = later.questions = None
    return found


def digests() -> Iterator[str]:
    """A line for each dialogue: the scenarios of the library, and random ones in all kinds of domains, correct and damaged."""
    random = Random(21)
    scenarios = [(domain, scenario) for domain in (rooms, mail) for scenario in bundled(domain.name, "ru")]
    for number, (domain, scenario) in enumerate([*scenarios, *dialogues(MORE, MORE, seed=34)], 1):
        trace = correct_trace(domain, scenario)
        if number % 4:
            trace = damaged(trace, random)
        lines = [_turn(domain, scenario, e, record) for e, record in zip(expect(domain, scenario, trace), trace, strict=True)]
        lines += [f"{f.check} {f.reason} {f.path} {f.turn} {f.stage} {_plain(f.expected)} {_plain(f.actual)} {f.cause}" for f in grade(domain, scenario, trace).findings]
        yield f"{number} {domain.name} {len(lines)} {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:16]}"


def text() -> str:
    lines = []
    for number, (domain, scenario) in enumerate(dialogues(EACH, RANDOM, seed=13), 1):
        trace = correct_trace(domain, scenario)
        lines.append(f"# {number} {domain.name}")
        lines += [_turn(domain, scenario, e, record) for e, record in zip(expect(domain, scenario, trace), trace, strict=True)]
    return "\n".join([*lines, *digests()]) + "\n"


FILES: Tables = {Path(__file__).with_suffix(".txt"): text}


if __name__ == "__main__":
    write(FILES)
