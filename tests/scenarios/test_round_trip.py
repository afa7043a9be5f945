"""What is written can be read, and is the same: any chain of any domain, with any words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intentprops.changes import (
    GOAL,
    Change,
    Conflict,
    Forbid,
    Language,
    Message,
    Remove,
    Return,
    Reveal,
    Revision,
    Scenario,
    Script,
    ScriptedCall,
    Switch,
    Turn,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.domains.rooms import rooms
from intentprops.errors import ScenarioError
from intentprops.scenarios import bundled, canonical, dump, dump_changes, file_schema, loads, read_changes
from tests.oracle.chains import Dialogue, chains, pool
from tests.profile import scaled

NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")
THREE = datetime.fromisoformat("2026-08-07T15:00:00+03:00")
SCREEN, BOARD = frozenset({"экран"}), frozenset({"доска"})
SAYS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\x85\u2028\ufeff\n\t :#-{"), max_size=30)
VALIDATOR = jsonschema.Draft202012Validator(file_schema())


def sayable(domain: Domain, changes: Iterable[Change]) -> Iterator[Change]:
    """The oracles take more than anyone can say: a conflict of one value, nothing revealed, nothing removed."""
    for change in changes:
        match change:
            case Conflict(field="goal"):
                yield Conflict(GOAL, tuple(domain.goal)[:2])
            case Conflict(name):
                yield Conflict(name, tuple(pool(domain, name))[:2])
            case Reveal(_, value) | Remove(_, value) if not value and value != 0:
                pass
            case _:
                yield change


def plausible(dialogue: Dialogue, words: str = "…") -> tuple[Domain, Scenario]:
    domain, scenario, _ = dialogue
    turns = []
    for turn in scenario.turns:
        messages = (Message(words, tuple(sayable(domain, message.changes))) for message in turn.messages)
        turns.append(replace(turn, messages=tuple(messages)))
    return domain, canonical(domain, replace(scenario, turns=tuple(turns)))


@settings(max_examples=scaled(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(chains(), SAYS, st.sampled_from(["en", "ru"]))
def test_any_chain_comes_back(dialogue: Dialogue, words: str, language: Language) -> None:
    domain, scenario = plausible(dialogue, words)
    scenario = replace(scenario, id="any", language=language, title=words)
    text = dump(scenario, domain)
    assert loads(text, language, domain) == [scenario]
    assert loads(dump(scenario), language, domain) == [scenario]
    assert list(VALIDATOR.iter_errors(yaml.safe_load(text))) == []


@settings(max_examples=scaled(150), deadline=None, suppress_health_check=list(HealthCheck))
@given(chains())
def test_any_changes_come_back(dialogue: Dialogue) -> None:
    domain, scenario = plausible(dialogue)
    for turn in scenario.turns:
        assert read_changes(domain, dump_changes(turn.changes, domain)) == turn.changes


@settings(max_examples=scaled(50), deadline=None, suppress_health_check=list(HealthCheck))
@given(chains())
def test_canonical_is_canonical(dialogue: Dialogue) -> None:
    domain, scenario = plausible(dialogue)
    assert canonical(domain, scenario) == scenario


def test_a_script_a_label_and_a_burst_come_back() -> None:
    script = Script((ScriptedCall("search_rooms", {"capacity": 6, "required_features": []}),), "Amber.", ("amber",))
    burst = Turn((Message("Six."), Message("Eight.", (Revision("attendees", 8),))), label="plan")
    scenario = Scenario("S1", "rooms", (Turn((Message("Find."),), script=script), burst), NOW)
    assert loads(dump(scenario)) == [scenario]


def test_scenarios_of_two_moments_and_languages_share_a_file() -> None:
    one = Scenario("S1", "rooms", (Turn.of(text="Hello."),), NOW)
    two = replace(one, id="S2", now=NOW.replace(hour=10))
    other = replace(one, id="S3", language="ru")
    text = dump([one, two, other])
    assert loads(text, "en") == [one, two]
    assert loads(text, "ru") == [other]


def test_bundled_scenarios_come_back() -> None:
    scenarios = bundled("rooms", "ru")
    assert loads(dump(scenarios), "ru") == scenarios


@pytest.mark.parametrize("scenarios", [
    [],
    [Scenario("S1", "rooms", (Turn.of(text="Hi."),), NOW), Scenario("S2", "mail", (Turn.of(text="Hi."),), NOW)],
    [Scenario("S1", "rooms", (replace(Turn.of(text="Yes."), harness=True),), NOW)],
])  # fmt: skip
def test_what_is_no_file_is_not_written(scenarios: list[Scenario]) -> None:
    with pytest.raises(ScenarioError):
        dump(scenarios)


@pytest.mark.parametrize(("written", "meant"), [
    (Reveal("constraints.attendees", 6), Reveal("attendees", 6)),
    (Reveal("starts_at", "2026-08-07T15:00:00+03:00"), Reveal("starts_at", THREE)),
    (Revision("required_features", ["screen", "доска"]), Revision("required_features", frozenset({"экран", "доска"}))),
    (Remove("required_features", ["экран"]), Remove("required_features", frozenset({"экран"}))),
    (Conflict("constraints.attendees", [6, 8]), Conflict("attendees", (6, 8))),  # type: ignore[arg-type]
    (Conflict("required_features", ["screen", ["доска"]]), Conflict("required_features", (SCREEN, BOARD))),  # type: ignore[arg-type]
    (Forbid("reserve_room"), Forbid(frozenset({"reserve_room"}))),  # type: ignore[arg-type]
    (Forbid(["reserve_room"]), Forbid(frozenset({"reserve_room"}))),  # type: ignore[arg-type]
    (Return("constraints.attendees"), Return("attendees")),
])  # fmt: skip
def test_changes_written_in_python_become_canonical(written: object, meant: object) -> None:
    scenario = Scenario("S1", "rooms", (Turn.of(Switch("search_rooms"), written, text="Hi."),), NOW)  # type: ignore[arg-type]
    assert canonical(rooms, scenario).turns[0].changes[1] == meant


@pytest.mark.parametrize(("change", "says"), [
    (Reveal("atendees", 6), "'atendees' is no field; did you mean 'attendees'?"),
    (Reveal("attendees", "many"), "constraints.attendees: 'many' does not fit"),
    (Reveal("attendees", None), "says nothing"),
    (Remove("attendees", [6]), "is no set"),
    (Conflict("attendees", (6, 6)), "two different values"),
    (Switch("reserve"), "'reserve' is no goal; did you mean 'reserve_room'?"),
    (Forbid(frozenset()), "names no tool"),
    (Return(), "one of the two"),
    ("book", "is no change"),
])  # fmt: skip
def test_changes_that_the_domain_does_not_have_are_refused(change: object, says: str) -> None:
    scenario = Scenario("S1", "rooms", (Turn.of(text="Hi."), Turn.of(change, text="Hi.")), NOW)  # type: ignore[arg-type]
    with pytest.raises(ScenarioError) as refusal:
        canonical(rooms, scenario)
    assert says in str(refusal.value)
    assert "scenario 'S1': turns[1].changes[0]" in str(refusal.value)


def test_a_naive_now_and_another_domain_are_refused() -> None:
    with pytest.raises(ScenarioError, match="no zone"):
        canonical(rooms, Scenario("S1", "rooms", (), NOW.replace(tzinfo=None)))
    with pytest.raises(ScenarioError, match="'mail', not 'rooms'"):
        canonical(rooms, Scenario("S1", "mail", (), NOW))
