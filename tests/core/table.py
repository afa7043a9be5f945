"""What the core says of four domains, to the word: ``python -m tests.core.table`` writes the files beside this one.

The schema of the state and of each tool, what is derived from a declaration (needs, dependencies, permissions, …), how each
field reads values, and the problems of states and arguments that do not fit. Nobody says beforehand what each text has to be;
but whoever changes the core sees in a diff what he changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any

from intentprops import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.errors import DomainError, ValueProblem
from intentprops.schema import invariant_problems, load_state, state_schema, validate_state
from intentprops.state import dump_state
from tests.domains.shelf import shelf
from tests.domains.travel import travel
from tests.tables import Tables, document, ordered, write

FOLDER = Path(__file__).parent / "tables"
DOMAINS: tuple[Domain, ...] = (rooms, mail, travel, shelf)
RAW: list[Any] = [
    None, 0, 1, 6, 6.0, 2.5, -3, True, "6", "", "any", "Экран", "screen", "COACH", "IST", "istanbul", "2026-08-07", "2026-08-07T15:00:00+03:00", "2026-08-07T12:00:00Z",
    "2026-08-07T15:00:00", date(2026, 8, 7), datetime.fromisoformat("2026-08-07T15:00:00+03:00"), [], ["screen"], ["экран", "screen"], ("bag", "pet"), [1, 2], {"a": 1},
    "s1", "red", "quiet corner", "amber", 1.5, frozenset({"bag"}), [["bag"]], "big", ["big", "round"], "formal", "brief",
]  # fmt: skip


def declared(domain: Domain) -> dict[str, Any]:
    """What a domain derives from its declaration."""
    return {
        "repr": repr(domain),
        "results": list(domain.result), "makers": {name: tool.name for name, tool in domain.maker.items()},
        "effectful": ordered(domain.effectful), "undo": domain.undo_of, "owners": ordered(domain.owners),
        "allowed": ordered(domain.allowed), "permissions": list(domain.permissions), "item_fields": domain.item_fields,
        "items": sorted(map(str, domain.items)), "functions": {name: domain.function(name) for name in domain.goal},
        "needs": {name: list(domain.needs(name)) for name in domain.goal},
        "depends": {name: list(domain.depends(name)) for name in domain.result},
        "below": {name: list(domain.below(name)) for name in domain.result}, "chains": {name: list(domain.chain(name)) for name in domain.result},
        "carriers": {name: [path for path, _ in domain.carriers(name)] for name in domain.tool},
        "picks": {name: [field for field in domain.field if domain.picks(name, {field: 1})] for name in domain.result},
    }  # fmt: skip


def fields(domain: Domain) -> dict[str, Any]:
    """How each field reads and writes values, and what it is called."""
    found = {}
    for name, used in domain.field.items():
        field, read = replace(used, _cache={}), {}  # what was read before may be the same moment in another zone
        for raw in RAW:
            with suppress(ValueProblem):
                value = field.parse(raw)
                read[str(ordered(raw))] = f"{ordered(value)!r} {field.dump(value)!r}"
        found[name] = {
            "path": field.path, "set": field.is_set, "label": field.label, "choices": list(map(str, field.choices)), "empty": repr(ordered(field.empty)),
            "sample": field.sample(), "from": field.from_item and field.from_item.key,
            "words": {language: [*field.words.alternatives(language), "|", *field.words.nouns(language), "|", field.words.ask(language)] for language in ("en", "ru")},
            "synonyms": {str(value): list(words) for value, words in field.synonyms.items()}, "read": read,
        }  # fmt: skip
    return found


ARGUMENTS: list[Any] = [
    {}, None, [], {"capacity": 6, "starts_at": "2026-08-07T15:00:00+03:00"}, {"capacity": "6", "starts_at": "2026-08-07T15:00:00+03:00"},
    {"capacity": 6, "starts_at": "Friday"}, {"capacity": 6, "starts_at": "2026-08-07T15:00:00+03:00", "extra": 1}, {"capacity": {1, 2}},
    {"query": {"origin": "IST", "destination": "LIS", "date": "2026-08-07"}}, {"query": {"origin": "IST", "destination": "XXX", "date": "2026-08-07"}},
    {"query": 7}, {"flight_id": "TK1755", "pax": 2}, {"flight_id": 1, "pax": "2"}, {"corner": "quiet corner", "rate": 1.5, "floors": [2]}, {"corner": 5},
    {"text": "a", "shelf_id": "s1"}, {"marks": ["big", "huge"]}, {"hold_id": "H1", "total": 12.5}, {"recipient": "a", "subject": "b"},
]  # fmt: skip


def tools(domain: Domain) -> dict[str, Any]:
    """The definition of each tool, its argument paths, and what it says of arguments."""
    return {
        tool.name: {"spec": tool.spec(), "paths": dict(tool.paths), "problems": [(tool.problem(arguments) or "").split(":")[0] for arguments in ARGUMENTS]}
        for tool in domain.tools
    }


def states(domain: Domain) -> list[str]:
    """What is said of each document that is damaged in one place, of those that the oracle writes."""
    from intentprops.oracle import expect
    from intentprops.scenarios import bundled
    from tests.scenarios.test_state_schema import CORRUPTIONS

    if domain is rooms:
        damaged = CORRUPTIONS
        return [f"{name}: {validate_state(domain, document)}" for name, document in damaged.items()]
    if domain is not mail:
        return []
    lines = []
    for scenario in bundled("mail"):
        for expectation in expect(domain, scenario):
            document = dump_state(domain, expectation.state)
            loaded = load_state(domain, document)
            lines.append(f"{scenario.id} {json.dumps(document, ensure_ascii=False)} {sorted(loaded.first)} {invariant_problems(domain, document)}")
            for key in document:
                lines.append(f"{scenario.id} without {key}: {validate_state(domain, {k: v for k, v in document.items() if k != key})}")
    return lines


TABLES: dict[str, Callable[[Domain], Any]] = {
    "state_schema": state_schema, "declared": declared, "fields": fields, "tools": tools, "states": states,
}  # fmt: skip


def mistakes() -> dict[str, str]:
    """How each mistake in a declaration is refused."""
    from tests.core.test_domain_errors import MISTAKES, build

    said = {}
    for mistake, (changes, _) in MISTAKES.items():
        try:
            said[mistake] = repr(build(**changes))
        except DomainError as error:
            said[mistake] = str(error)
    return said


FILES: Tables = {
    **{FOLDER / f"{domain.name}-{name}.json": document(partial(make, domain)) for domain in DOMAINS for name, make in TABLES.items()},
    FOLDER / "mistakes.json": document(mistakes),
}


if __name__ == "__main__":
    write(FILES)
