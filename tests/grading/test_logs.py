"""A dialogue of a log, judged by its annotation: a right agent is not called wrong, and what nobody can tell is not judged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from intentprops.changes import Scenario, Turn, Unsure, digest_of
from intentprops.domain import Domain
from intentprops.domains.rooms import rooms
from intentprops.errors import TraceError
from intentprops.grading.logs import Judged, judge_recorded
from intentprops.grading.outcome import of_log
from intentprops.importers import Recorded, Source
from intentprops.importers.plain import conversations
from intentprops.scenarios import loads
from tests.grading.logs import PERSON, annotations, recorded

Found = set[tuple[int, str, str]]


def judged(domain: Domain, log: Recorded, scenario: Scenario) -> Judged:
    return judge_recorded(domain, annotations(scenario), log)


def failing(found: Judged) -> Found:
    return {(f.turn, f.path, f.reason) for f in found.grade.findings if f.fails}


def unsure(scenario: Scenario, number: int, paths: frozenset[str] = frozenset()) -> Scenario:
    turns = list(scenario.turns)
    turns[number] = replace(turns[number], unsure=Unsure("who knows", paths))
    return replace(scenario, turns=tuple(turns))


def test_the_log_of_a_right_agent_has_no_finding() -> None:
    found = {scenario.id: failing(judged(domain, log, scenario)) for domain, log, scenario in recorded("reference")}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_the_log_of_a_wrong_agent_has_some() -> None:
    found = [failing(judged(domain, log, scenario)) for domain, log, scenario in recorded("mistaken")]
    assert sum(map(bool, found)) > len(found) / 3


def test_a_turn_that_is_unsure_adds_no_finding_and_no_pass() -> None:
    for domain, log, scenario in recorded("mistaken"):
        sure = judged(domain, log, scenario)
        for number in range(len(scenario.turns)):
            for paths in (frozenset[str](), frozenset({"goal"}), frozenset({"constraints." + next(iter(domain.field))})):
                found = judged(domain, log, unsure(scenario, number, paths))
                assert failing(found) <= failing(sure), (scenario.id, number, paths)
                assert not failing(sure) or of_log(found).status != "passed", (scenario.id, number, paths)


def test_a_last_turn_that_is_unsure_is_never_a_pass() -> None:
    for domain, log, scenario in recorded("reference"):
        outcome = of_log(judged(domain, log, unsure(scenario, len(scenario.turns) - 1)))
        assert outcome.status == "not judged", scenario.id


def test_a_dialogue_of_which_nothing_can_be_read_has_no_finding_that_rests_on_a_reading() -> None:
    for domain, log, scenario in recorded("mistaken"):
        turns = tuple(replace(turn, unsure=Unsure("who knows")) for turn in scenario.turns)
        reasons = {reason for _, _, reason in failing(judged(domain, log, replace(scenario, turns=turns)))}
        assert reasons <= {"invalid_arguments", "false_completion_claim"}, scenario.id


AT = "2026-08-07T15:00:00+03:00"
LARCH = {"id": "larch", "name": "Larch", "capacity": 14, "price": 90, "features": [], "available": [AT]}


def search(capacity: int, **more: Any) -> dict[str, Any]:
    arguments = {"capacity": capacity, "starts_at": AT, "required_features": []}
    return {"name": "search_rooms", "arguments": arguments, "result": {"rooms": [LARCH]}} | more


def log_of(*turns: dict[str, Any]) -> Recorded:
    (found,) = conversations({"id": "d", "turns": list(turns)}, Source("log.jsonl", line=4))
    return found


def read_as(*changes: str) -> Scenario:
    turns = "".join(f"\n      - {{say: '', changes: [{change}]{', unsure: why' if change.endswith('?') else ''}}}" for change in changes)
    text = f"schema: 1\ndomain: rooms\nlanguage: en\nscenarios:\n  - id: d\n    kind: revision\n    turns:{turns.replace('?', '')}\n"
    (found,) = loads(text, "en", rooms)
    return replace(found, interpretation=PERSON)


def says(number: int, *, after: int) -> list[dict[str, Any]]:
    return [
        {"user": "Find a room for twelve.", "calls": [search(12)], "agent": "I found larch."},
        {"user": "We will be six.", "calls": [search(number)], "agent": "I found larch."},
        *({"user": "Hm.", "agent": "Yes?"} for _ in range(after)),
    ]


FIRST, SIX = f"switch: search_rooms}}, {{reveal: {{attendees: 12, starts_at: '{AT}'}}", "revise: {attendees: 6}"


def wrap(*changes: str) -> Scenario:
    return read_as(*(f"{{{change.rstrip('?')}}}{'?' if change.endswith('?') else ''}" if change.strip("?") else change for change in changes))


def test_a_stale_argument_is_found_and_rests_on_a_person() -> None:
    outcome = of_log(judged(rooms, log_of(*says(12, after=0)), wrap(FIRST, SIX)))
    assert outcome.status == "failed"
    assert outcome.document is not None
    (finding,) = outcome.document["findings"]
    assert (finding["reason"], finding["path"]) == ("superseded_argument", "calls[1].capacity")
    assert finding["interpretation"] == {"by": "person", "name": "Ada", "version": None}
    assert "(read by person Ada)" in "\n".join(outcome.lines)
    assert "log.jsonl:4" in outcome.lines[0]


def test_what_was_unsure_is_judged_again_once_it_is_said_again() -> None:
    turns = [*says(12, after=0), {"user": "Six!", "calls": [search(12)], "agent": "I found larch."}]
    found = judged(rooms, log_of(*turns), wrap(FIRST, f"{SIX}?", "revise: {attendees: 8}"))
    assert failing(found) == {(3, "calls[1].capacity", "superseded_argument")}
    assert "turn 2: unsure: why" in found.unobserved


def test_a_path_that_is_unsure_leaves_the_others_judged() -> None:
    late = AT.replace("15:00:00+", "18:00:00+")
    wrong = search(12) | {"arguments": {"capacity": 99, "starts_at": late, "required_features": []}}
    turns = [says(12, after=0)[0], {"user": "At six.", "calls": [wrong], "agent": "I found larch."}]
    scenario = wrap(FIRST, SIX)
    scenario = unsure(scenario, 1, frozenset({"constraints.attendees"}))
    assert failing(judged(rooms, log_of(*turns), scenario)) == {(2, "calls[1].starts_at", "wrong_argument")}


def test_without_the_result_of_a_call_nothing_that_rests_on_it_is_judged() -> None:
    book = {"name": "reserve_room", "arguments": {"room_id": "larch", "starts_at": AT, "attendees": 12, "duration_minutes": 60}}
    asks = {"user": "Book a room for twelve.", "calls": [search(12)], "agent": "Shall I book larch?"}
    turns = [asks, {"user": "Yes.", "calls": [book], "agent": "I booked larch."}]
    scenario = wrap(FIRST.replace("search_rooms", "reserve_room"), "confirm: true")
    found = judged(rooms, log_of(*turns), scenario)
    assert (failing(found), found.grade.points["Function"]) == (set(), None)
    refused = [asks, {**turns[1], "calls": [{**book, "result": {"error": "taken"}}]}]
    assert {reason for _, _, reason in failing(judged(rooms, log_of(*refused), scenario))} == {"false_completion_claim"}


def test_arguments_that_the_log_does_not_show_are_not_judged() -> None:
    turns = [{"user": "Find a room for twelve.", "calls": [{"name": "search_rooms", "arguments": "{cut", "result": {}}], "agent": "Hm."}]
    found = judged(rooms, log_of(*turns), wrap(FIRST))
    assert failing(found) == set()
    assert "no JSON object" in found.unobserved[-1]


def test_a_last_message_that_nobody_answered_is_not_held_against_the_agent() -> None:
    turns = [*says(6, after=0), {"user": "Book it."}]
    outcome = of_log(judged(rooms, log_of(*turns), wrap(FIRST, SIX, "switch: reserve_room")))
    assert outcome.status == "not judged"
    assert "turn 3: the log ends before the agent answers" in outcome.lines[-1]
    assert of_log(judged(rooms, log_of(*turns), wrap(FIRST, SIX, ""))).status == "passed", "it changed nothing"


def test_an_agent_that_asks_before_it_books_and_gets_no_answer_is_not_judged_for_it() -> None:
    turns = [{"user": "Book a room for twelve.", "calls": [search(12)], "agent": "Shall I book larch?"}]
    assert of_log(judged(rooms, log_of(*turns), wrap(FIRST.replace("search_rooms", "reserve_room")))).status == "not judged"
    idle = [{**turns[0], "agent": "I found larch."}]
    found = judged(rooms, log_of(*idle), wrap(FIRST.replace("search_rooms", "reserve_room")))
    assert failing(found) == {(1, "reserve_room", "missing_call")}


def test_an_unknown_tool_is_shown_and_not_judged() -> None:
    turns = says(6, after=0)
    turns[1]["calls"].append({"name": "think", "arguments": {"x": 1}, "result": ""})
    found = judged(rooms, log_of(*turns), wrap(FIRST, SIX))
    assert (failing(found), found.unknown) == (set(), ("think",))


def test_annotations_of_other_words_are_refused_with_both_places() -> None:
    log, scenario = log_of(*says(6, after=0)), wrap(FIRST, SIX)
    short = replace(scenario, turns=scenario.turns[:1])
    with pytest.raises(TraceError, match=r"log\.jsonl:4: notes\.yaml is of other words: dialogue 'd' has 2 turns"):
        judged(rooms, log, short)
    other = replace(scenario, turns=(scenario.turns[0], _said(scenario.turns[1], digest="0" * 16)))
    with pytest.raises(TraceError, match=r"turn 2: sha256: 0000000000000000 there, [0-9a-f]{16} is that of the message in the log"):
        judged(rooms, log, other)
    right = replace(scenario, turns=(scenario.turns[0], _said(scenario.turns[1], digest=digest_of("We will be six."))))
    assert judged(rooms, log, right).scenario.turns[1].text == "We will be six."
    with pytest.raises(TraceError, match=r"turn 2: say: 'Six' there, 'We will be six\.' in the log"):
        judged(rooms, log, replace(scenario, turns=(scenario.turns[0], _said(scenario.turns[1], text="Six"))))


def _said(turn: Turn, *, text: str = "", digest: str | None = None) -> Turn:
    return replace(turn, messages=(replace(turn.messages[0], text=text, digest=digest),))
