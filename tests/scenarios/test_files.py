"""Scenario files: what is refused, with file, line and field, and what is found inside the library."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import intentprops.domains
from intentprops.changes import Answer, Language, Reveal, Switch, UnknownGoal, Unmodelled
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.errors import DomainError, ScenarioError
from intentprops.scenarios import bundled, file_schema, find_domain, lint, load, loads, read_changes
from tests.profile import scaled

GOOD = """\
schema: 1
domain: rooms
language: en
scenarios:
  - id: S1
    kind: revision
    title: Six instead of twelve
    turns:
      - say: Find a room for twelve people on Friday, August 7, at 15:00.
        changes:
          - switch: search_rooms
          - reveal: {attendees: 12, starts_at: "2026-08-07T15:00:00+03:00"}
      - say: There will be six of us.
        changes:
          - revise: {attendees: 6}
  - id: S2
    kind: control
    turns:
      - say: Hello.
"""

BAD = {
    "a field that the domain does not have": (
        "- revise: {attendees: 6}", "- revise: {atendees: 6}",
        "15: scenarios[0].turns[1].changes[0].revise.atendees: 'atendees' is no field; did you mean 'attendees'?",
    ),
    "a moment without a zone": (
        "15:00:00+03:00\"", "15:00:00\"",
        "12: scenarios[0].turns[0].changes[1].reveal.starts_at: constraints.starts_at: '2026-08-07T15:00:00' does not fit",
    ),
    "a moment without quotes and zone": (
        "\"2026-08-07T15:00:00+03:00\"", "2026-08-07T15:00:00", "12: scenarios[0].turns[0].changes[1].reveal.starts_at: ",
    ),
    "an id twice": ("id: S2", "id: S1", "16: scenarios[1].id: the scenario 'S1' is there already, in line 5"),
    "an id that is no file name": ("id: S2", "id: S/2", "16: scenarios[1].id: 'S/2' cannot be part of a run id"),
    "an id that is a number": ("id: S2", "id: 2", "16: scenarios[1].id: 2 is no text; put it in quotes"),
    "an unknown key": ("    title:", "    titel:", "7: scenarios[0].titel: 'titel' is no key; did you mean 'title'?"),
    "an unknown key of the file": ("language: en", "langage: en", "3: langage: 'langage' is no key; did you mean 'language'?"),
    "an unknown goal": (
        "switch: search_rooms", "switch: search_room",
        "11: scenarios[0].turns[0].changes[0].switch: 'search_room' is no goal",
    ),
    "an unknown change": (
        "- revise:", "- revision:",
        "15: scenarios[0].turns[1].changes[0].revision: 'revision' is no kind of change; did you mean 'revise'?",
    ),
    "an unknown kind": (
        "kind: control", "kind: controls",
        "17: scenarios[1].kind: 'controls' is no kind of scenario; did you mean 'control'?",
    ),
    "a missing key": ("    kind: control\n", "", "16: scenarios[1]: 'kind' is missing"),
    "a missing schema": ("schema: 1\n", "", "schema: None is no version of a scenario file; write 'schema: 1'"),
    "a newer schema": ("schema: 1", "schema: 2", "1: schema: 2 is newer than 1, the newest known here; update intentprops"),
    "an unknown domain": ("domain: rooms", "domain: room", "2: domain: there is no domain 'room'; did you mean 'rooms'?"),
    "an unknown language": ("language: en", "language: english", "3: language: 'english' is no language; it takes en, ru"),
    "a plain text without a language": ("language: en\n", "", "8: scenarios[0].turns[0].say: a plain text needs its language"),
    "a text that is a number": ("say: Hello.", "say: 12:30", "19: scenarios[1].turns[0].say: 750 is no text; put it in quotes"),
    "a turn without words": ("- say: Hello.", "- label: hello", "19: scenarios[1].turns[0]: 'say' is missing"),
    "no turns": ("    turns:\n      - say: Hello.", "    turns: []", "18: scenarios[1].turns: a scenario needs a turn"),
    "a value that is no value": (
        "attendees: 6}", "attendees: -6}",
        "15: scenarios[0].turns[1].changes[0].revise.attendees: constraints.attendees: -6 does not fit",
    ),
    "a change that is a word": (
        "- switch: search_rooms", "- switch",
        "11: scenarios[0].turns[0].changes[0]: 'switch' is no change",
    ),
    "two changes in one": (
        "- switch: search_rooms\n          - reveal:", "- switch: search_rooms\n            reveal:",
        "11: scenarios[0].turns[0].changes[0]: {'switch': 'search_rooms',",
    ),
    "a key twice": ("kind: control", "kind: control\n    kind: switch", "18: broken YAML: the key 'kind' is there twice"),
    "broken YAML": ("kind: control", "kind: [control", "18: broken YAML: "),
    "a Python object": (
        "say: Hello.", "say: !!python/object/apply:os.getcwd []",
        "19: broken YAML: could not determine a constructor",
    ),
    "a now without a zone": (
        "language: en", "language: en\nnow: 2026-08-03T09:00:00",
        "4: now: '2026-08-03T09:00:00' has no zone",
    ),
    "a now that is no moment": ("language: en", "language: en\nnow: Monday", "4: now: 'Monday' is no moment"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_mistake_is_shown_with_file_line_and_field(name: str, tmp_path: Path) -> None:
    right, wrong, says = BAD[name]
    assert right in GOOD
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(ScenarioError) as refusal:
        load(path)
    assert str(refusal.value).startswith(f"{path}:"), str(refusal.value)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("content", "says"), [
    (b"", "the file is empty; it takes schema, domain and scenarios"),
    (b"# nothing yet\n", "the file is empty"),
    (b"- a\n- b\n", "['a', 'b'] is no mapping"),
    (b"\xff\xfe\x00", "broken YAML"),
    (b"[" * 5000, "nested too deeply"),
    (b"a: &a [*a]\n", "recursive"),
    (b"schema: 1\ndomain: rooms\nscenarios: []\n", "no scenario speaks 'en'"),
])  # fmt: skip
def test_what_is_no_scenario_file(content: bytes, says: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError) as refusal:
        load(path)
    assert str(path) in str(refusal.value)
    assert says in str(refusal.value)


@settings(max_examples=scaled(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, len(GOOD)), st.integers(0, 12), st.text(max_size=3))
def test_whatever_is_damaged_it_is_read_or_explained(start: int, length: int, other: str) -> None:
    with contextlib.suppress(ScenarioError):
        loads(GOOD[:start] + other + GOOD[start + length :])


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"mine\.yaml: cannot be read: No such file"):
        load(tmp_path / "mine.yaml")


def test_a_good_file_is_read() -> None:
    one, two = loads(GOOD)
    assert (one.id, one.kind, one.title, one.language) == ("S1", "revision", "Six instead of twelve", "en")
    assert one.now.isoformat() == rooms.world.now
    assert one.turns[0].changes[0] == Switch("search_rooms")
    assert [type(change) for change in one.turns[0].changes] == [Switch, Reveal, Reveal]
    assert two.turns[0].changes == ()


def test_a_scenario_is_loaded_in_the_languages_that_it_speaks() -> None:
    both = GOOD.replace("say: Hello.", "say: {en: Hello., ru: Привет.}")
    assert [scenario.id for scenario in loads(both, "en")] == ["S1", "S2"]
    assert [(s.id, s.language, s.turns[0].text) for s in loads(both, "ru")] == [("S2", "ru", "Привет.")]
    with pytest.raises(ScenarioError, match="no scenario speaks 'ru'; they speak en"):
        loads(GOOD, "ru")


def test_a_scenario_that_speaks_a_language_speaks_it_throughout() -> None:
    half = GOOD.replace("say: Hello.", "say: {en: Hello., ru: Привет.}\n      - say: {en: Bye.}")
    assert len(loads(half, "en")) == 2
    with pytest.raises(ScenarioError, match=r"<text>:20: scenarios\[1\].turns\[1\].say: there is no 'ru' text; it has en"):
        loads(half, "ru")


def test_a_given_domain_is_that_of_the_file() -> None:
    assert loads(GOOD, domain=rooms)
    with pytest.raises(ScenarioError, match="the file is of the domain 'rooms', not 'mail'"):
        loads(GOOD, domain=mail)


EVERY_CHANGE = """\
- switch: {goal: compare_rooms, disposition: cancelled}
- reveal: {attendees: 12, required_features: [screen]}
- revise: {attendees: 6}
- remove: {required_features: [экран]}
- retract: attendees
- any: attendees
- accept: 2
- refer: {attendees: limit}
- return: attendees
- return: {version: first plan}
- conflict: {attendees: [6, 8]}
- conflict: {goal: [search_rooms, reserve_room]}
- unmodelled: {en: confidential meeting, ru: конфиденциальная встреча}
- unknown_goal: order pizza
- answer: confidential meeting
- detour: answer_question
- confirm: true
- forbid: [reserve_room]
- forbid: reserve_room
- permit: reserve_room
- compare: true
"""


def test_every_change_can_be_written() -> None:
    raw = yaml.safe_load(EVERY_CHANGE)
    changes = read_changes(rooms, raw)
    assert len({type(change) for change in changes}) == 18
    assert len(changes) == len(raw) + 1  # two fields in one mapping are two changes
    change = file_schema() | {"type": "array", "items": {"$ref": "#/$defs/change"}, "required": [], "properties": {}}
    assert list(jsonschema.Draft202012Validator(change).iter_errors(raw)) == []


@pytest.mark.parametrize(("raw", "says"), [
    ([{"accept": 0}], "changes[0].accept: 0 is no position of an offer"),
    ([{"confirm": False}], "changes[0].confirm: False: write true, or leave it out"),
    ([{"reveal": {}}], "changes[0].reveal: {} is no mapping of fields"),
    ([{"return": {}}], "changes[0].return: 'version' is missing"),
    ([{"refer": {"attendees": "required_features"}}], "cannot take the value of constraints.required_features"),
    ([{"switch": {"goal": "search_rooms", "disposition": "gone"}}], "changes[0].switch: 'gone' is no disposition"),
    ([{"forbid": ["book"]}], "changes[0].forbid: 'book' is no tool"),
    ([{"unmodelled": " "}], "changes[0].unmodelled: ' ' is no topic"),
    ({"reveal": {}}, "changes: {'reveal': {}} is no list of changes"),
])  # fmt: skip
def test_a_change_that_is_none(raw: Any, says: str) -> None:
    with pytest.raises(ScenarioError) as refusal:
        read_changes(rooms, raw)
    assert says in str(refusal.value)


def test_no_changes_are_no_changes() -> None:
    assert read_changes(rooms, None) == read_changes(rooms, []) == ()


# -- what comes with the library


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", ["rooms", "mail"])
def test_bundled_scenarios_are_sound(name: str, language: Language) -> None:
    domain = find_domain(name)
    scenarios = bundled(name, language)
    assert {scenario.kind for scenario in scenarios} == {"reveal", "revision", "switch", "control"}
    assert {scenario.id: lint(domain, scenario) for scenario in scenarios} == {scenario.id: [] for scenario in scenarios}
    assert all(scenario.title for scenario in scenarios)


WORDY = (Unmodelled, UnknownGoal, Answer)


def test_bundled_scenarios_are_the_same_in_both_languages() -> None:
    def shape(language: Language) -> list[Any]:
        """What is asked, without the words: topics are words too."""
        return [
            (s.id, s.kind, [[type(c) if isinstance(c, WORDY) else c for c in turn.changes] for turn in s.turns])
            for name in ("rooms", "mail") for s in bundled(name, language)
        ]  # fmt: skip

    assert shape("en") == shape("ru")


def test_the_article_is_there() -> None:
    found = {scenario.id: scenario for name in ("rooms", "mail") for scenario in bundled(name)}
    assert {"R1", "R2", "V1", "V2", "V3", "F1", "F2", "F3", "C1", "C2", "C3"} <= set(found)
    assert len(found) == sum(len(bundled(name)) for name in ("rooms", "mail"))  # ids are unique across the domains
    assert [len(found[name].turns) for name in ("V1", "F1")] == [3, 3]  # plain assertions look at turn >= 3


def test_bundled_files_fit_the_schema_of_files() -> None:
    schema = file_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    files = sorted(Path(intentprops.domains.__path__[0]).glob("*/scenarios/*.yaml"))
    assert len(files) >= 2
    for file in files:
        problems = jsonschema.Draft202012Validator(schema).iter_errors(yaml.safe_load(file.read_text(encoding="utf-8")))
        assert [problem.message for problem in problems] == []


FORM = (
    "an unknown key", "a missing key", "an unknown kind", "an unknown change", "no turns", "a newer schema", "two changes in one",
)  # fmt: skip


@pytest.mark.parametrize("name", FORM)
def test_the_schema_of_files_sees_mistakes_of_form(name: str) -> None:
    right, wrong, _ = BAD[name]
    document = yaml.safe_load(GOOD.replace(right, wrong, 1))
    assert list(jsonschema.Draft202012Validator(file_schema()).iter_errors(document))


def test_no_scenarios_come_with_a_domain_of_ones_own() -> None:
    with pytest.raises(ScenarioError, match="no scenarios come with the domain 'room'; did you mean 'rooms'"):
        bundled("room")


# -- domains


def test_a_domain_is_found_by_its_name() -> None:
    assert find_domain("rooms") is rooms
    assert find_domain("intentprops.domains.mail:mail") is mail


def test_a_domain_of_ones_own_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_domain.py").write_text("from intentprops.domains.mail import mail as desk\n")
    monkeypatch.chdir(tmp_path)
    assert find_domain("my_own_domain:desk") is mail


@pytest.mark.parametrize(("name", "says"), [
    ("room", "there is no domain 'room'; did you mean 'rooms'?; name your own as package.module:attribute"),
    ("rooms:", "name it as package.module:attribute"),
    ("no.such.module:rooms", "cannot import no.such.module: ModuleNotFoundError"),
    ("intentprops.domains.rooms:room", "it has no 'room'; the domains of intentprops.domains.rooms are rooms"),
    ("intentprops.domains.rooms:suits", "no Domain"),
])  # fmt: skip
def test_a_domain_that_is_not_there(name: str, says: str) -> None:
    with pytest.raises(DomainError) as refusal:
        find_domain(name)
    assert says in str(refusal.value)


def test_a_module_that_breaks_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_broken_domain.py").write_text("raise RuntimeError('not today')")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DomainError, match="cannot import my_broken_domain: RuntimeError: not today"):
        find_domain("my_broken_domain:desk")
