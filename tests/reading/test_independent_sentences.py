"""How many sentences the reference reader reads that were written apart from it: 200 in each language.

Nothing in the library was made from them. The bar is what was measured when they were first read, not an aim.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from intentprops.changes import Change, DontCare, Remove, Reveal, Revision, Switch, UnknownGoal, Unmodelled
from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.reading import Context, read
from intentprops.scenarios import read_changes
from intentprops.state import State
from tests.domains.travel import travel

DATA = Path(__file__).parents[1] / "data"
DOMAINS: dict[str, Domain] = {domain.name: domain for domain in (rooms, mail, travel)}
NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")
BAR = {"en": 130, "ru": 123}


def meaning(domain: Domain, changes: Iterable[Change], state: State) -> frozenset[Any]:
    """What changes come to, whatever their order and the names of topics; repeating what holds comes to nothing."""
    found: set[Any] = set()
    for change in changes:
        match change:
            case Reveal(name, value) | Revision(name, value):
                field = domain.field[name]
                now = state.values.get(name, field.empty)
                if field.is_set:
                    value = now | value if isinstance(change, Reveal) else value
                if value != now:
                    found.add((name, value))
            case Remove(name, members):
                found.add((name, state.values.get(name, frozenset()) - members))
            case Unmodelled() | UnknownGoal():
                found.add(type(change))
            case DontCare(name) if domain.field[name].is_set:
                found.add((name, frozenset()))
            case Switch(goal):
                if goal != state.goal:
                    found.add(goal)
            case _:
                found.add(change)
    return frozenset(found)


def readings(language: str) -> list[tuple[bool, str, Any, Any]]:
    """For each sentence: whether it was read, the sentence, what it means, what was read."""
    found = []
    for item in yaml.safe_load((DATA / f"sentences_{language}.yaml").read_text(encoding="utf-8")):
        domain, before = DOMAINS[item["domain"]], item["before"] or {}
        values = {name: domain.field[name].parse(raw) for name, raw in (before.get("constraints") or {}).items()}
        bans = frozenset(tool for change in item["changes"] for tool in _names(change.get("permit")))
        state = State(goal=before.get("goal"), values=values, bans=bans, revision=1 if before.get("goal") else 0)
        asked = tuple(_asked(domain, name, state) for name in before.get("asked") or ())
        context = Context(NOW, state, tuple(before.get("offers") or ()), asked)
        wanted = read_changes(domain, [_renamed(change) for change in item["changes"]])
        got = read(domain, item["text"], language, context)
        one, other = meaning(domain, wanted, state), meaning(domain, got, state)
        found.append((one == other, item["text"], wanted, got))
    return found


def _names(raw: Any) -> list[str]:
    return [] if raw is None else [raw] if isinstance(raw, str) else list(raw)


def _renamed(change: dict[str, Any]) -> dict[str, Any]:
    return {("unmodelled" if key == "unknown" else key): value for key, value in change.items()}


def _asked(domain: Domain, name: str, state: State) -> str:
    return (domain.function(state.goal) or name) if name == "confirm" else name


@pytest.mark.parametrize("language", ["en", "ru"])
def test_sentences_written_apart(language: str) -> None:
    results = readings(language)
    assert len(results) == 200
    right = sum(ok for ok, *_ in results)
    print(f"{language}: {right} of 200")
    assert right >= BAR[language]
