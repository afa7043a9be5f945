"""The recorded runs of other people's benchmarks: the annotations fit the logs, and the committed verdicts come out."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.real.__main__ import committed, differences, main
from benchmarks.real.choice import chosen
from benchmarks.real.comparison import DATA, LOGS, Log, annotated, case
from benchmarks.real.order import in_order
from benchmarks.real.report import RIGHT
from intentprops.annotating import read_annotations
from intentprops.errors import TraceError
from intentprops.importers import Recorded
from intentprops.trace import ToolCall

there = [
    pytest.param(log, id=log.name, marks=pytest.mark.skipif(
        not (DATA / log.file).is_file(), reason=f"the recorded runs are not there (shared/data/{log.file})"
    ))
    for log in LOGS
]  # fmt: skip
AIRLINE = LOGS[0]
airline_there = pytest.mark.skipif(not (DATA / AIRLINE.file).is_file(), reason=f"the recorded runs are not there (shared/data/{AIRLINE.file})")


def dialogue(name: str) -> Recorded:
    return next(found for found in AIRLINE.recorded() if found.id == name)


def causes(recorded: Recorded) -> list[str]:
    return list(case(AIRLINE.domain, read_annotations([AIRLINE.annotations], AIRLINE.domain), recorded).causes)


def with_calls(recorded: Recorded, turn: int, edit: Callable[[list[ToolCall]], Any]) -> Recorded:
    """The dialogue with other calls in a turn."""
    calls = [copy.deepcopy(call) for call in recorded.turns[turn - 1].calls]
    edit(calls)
    turns = list(recorded.turns)
    turns[turn - 1] = replace(turns[turn - 1], calls=tuple(calls))
    return replace(recorded, turns=tuple(turns))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_annotations_are_read_without_the_log_and_hold_no_words_of_it(log: Log) -> None:
    scenarios = read_annotations([log.annotations], log.domain).scenarios
    assert len(scenarios) == {"airline": 23, "banking": 12}[log.name]
    for scenario in scenarios.values():
        assert scenario.interpretation is not None
        assert all(message.digest and not message.text for turn in scenario.turns for message in turn.messages)


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.name)
def test_each_annotated_dialogue_has_an_opinion_on_who_is_right(log: Log) -> None:
    table = committed()[log.name]
    assert set(table) == set(read_annotations([log.annotations], log.domain).scenarios)
    assert all(known["right"] in RIGHT and known["right"] != "open" and known["why"] for known in table.values())


@pytest.mark.parametrize("log", there)
def test_the_annotated_dialogues_are_those_that_the_rule_chooses(log: Log) -> None:
    annotations = read_annotations([log.annotations], log.domain)
    assert set(annotations.scenarios) == {found.id for found in log.recorded() if chosen(found)}


@pytest.mark.parametrize("log", there)
def test_the_committed_verdicts_come_out(log: Log) -> None:
    """The digests fit the log too, else grading refuses."""
    assert differences(annotated(log), committed()[log.name]) == []


@pytest.mark.parametrize("log", there)
def test_a_table_that_says_something_else_is_noticed(log: Log) -> None:
    cases = annotated(log)
    table = copy.deepcopy(committed()[log.name])
    table[cases[0].id]["verdict"] = "wrong"
    del table[cases[1].id]
    assert [line.split(":")[0] for line in differences(cases, table)] == [cases[0].id, cases[1].id]


@pytest.mark.parametrize(("kinds", "right"), [
    ("reply user call tool call tool reply user", True),
    ("user call tool tool reply user reply", True),
    ("user user reply", False),
    ("user reply reply user", False),
    ("user reply call tool user", False),
    ("user call tool user reply", False),
])  # fmt: skip
def test_the_order_of_a_log_is_held_against_the_protocol(kinds: str, right: bool) -> None:
    made = {"reply": {"role": "assistant"}, "call": {"role": "assistant", "tool_calls": [{"name": "look"}]}}
    assert in_order([made.get(kind, {"role": kind}) for kind in kinds.split()]) is right


@airline_there
def test_a_stale_value_planted_in_a_recorded_call_is_found() -> None:
    """The user gave up his certificate for two cards, and the booking is made to carry the certificate."""

    def pay_with_the_certificate(calls: list[ToolCall]) -> None:
        [booking] = calls
        booking.arguments["payment_methods"] = [{"payment_id": "certificate_8998287", "amount": 375}]

    recorded = dialogue("task-11-trial-0")
    assert causes(recorded) == []
    assert causes(with_calls(recorded, 7, pay_with_the_certificate)) == ["turn 7: superseded_argument at calls[1].payment_methods"]


@airline_there
def test_a_change_that_the_user_called_off_is_found() -> None:
    booked = ToolCall(name="update_reservation_flights", arguments={
        "reservation_id": "HXDUBJ", "cabin": "business", "payment_id": "gift_card_6941833",
        "flights": [{"flight_number": "HAT072", "date": "2024-05-19"}, {"flight_number": "HAT278", "date": "2024-05-23"}],
    }, result={"reservation_id": "HXDUBJ"})  # fmt: skip
    planted = with_calls(dialogue("task-24-trial-0"), 12, lambda calls: calls.append(booked))
    assert causes(planted) == ["turn 12: forbidden_call at calls[1]"]


@airline_there
def test_a_call_before_the_yes_is_found_and_the_same_call_after_it_is_not() -> None:
    recorded = dialogue("task-31-trial-0")
    cancelled = list(recorded.turns[8].calls)
    early = with_calls(with_calls(recorded, 9, list.clear), 8, lambda calls: calls.extend(cancelled))
    assert causes(recorded) == []
    assert causes(early) == ["turn 8: unconfirmed_call at calls[1]"]


def test_a_folder_without_the_logs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks.real", "--data", str(tmp_path)])
    assert main() == 2
    assert capsys.readouterr().err == f"{tmp_path} has no taubench/gpt-4o-airline.json.gz; name the folder of the logs with --data\n"


@airline_there
def test_an_annotation_of_other_words_is_refused_with_its_place() -> None:
    recorded = dialogue("task-31-trial-0")
    first = replace(recorded.turns[0], messages=("Good morning.",))
    with pytest.raises(TraceError, match=r"gpt-4o-airline.*airline\.yaml is of other words: dialogue 'task-31-trial-0', turn 1: sha256"):
        causes(replace(recorded, turns=(first, *recorded.turns[1:])))


@airline_there
def test_an_annotation_of_a_dialogue_that_the_log_does_not_have_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    only = dialogue("task-0-trial-0")
    monkeypatch.setattr(Log, "recorded", lambda self, data: iter([only]))
    with pytest.raises(TraceError, match=r"has no dialogue 'task-1-trial-0', of which .*airline\.yaml speaks"):
        annotated(AIRLINE)
