"""What acts become: changes, calls, and what the oracle expects of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.sgd.agreement import Cases, misfits, origins
from benchmarks.sgd.chains import chain_of
from benchmarks.sgd.domains import domain_of
from benchmarks.sgd.reading import Answer, Dialogue, Service, read_folder
from benchmarks.sgd.traces import trace_of
from intentprops import Accept, Confirm, DontCare, Forbid, Refer, Reveal, Revision, Switch
from tests.sgd.conftest import write
from tests.sgd.small import EVENING, SCHEMA, call, dialogue, frame

KNOWN = {service["service_name"]: Service.model_validate(service) for service in SCHEMA}


def one(tmp_path: Path, *turns: object) -> Dialogue:
    return read_folder(write(tmp_path / "data", [dialogue(*turns)]))[1][0]


@pytest.fixture
def places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The town of a table and the city of the weather speak of one place."""
    monkeypatch.setattr("benchmarks.sgd.carried.KINDS", {"there": frozenset({"Tables_1.town", "Weather_1.city"})})


@pytest.mark.usefixtures("places")
def test_an_evening_becomes_the_changes_that_the_user_meant(evening: Path) -> None:
    chain = chain_of(read_folder(evening)[1][0], KNOWN)
    assert [list(turn.changes) for turn in chain.turns] == [
        [Switch("Weather_1_GetWeather"), Reveal("Weather_1_city", "Springfield")],
        [Accept(1), Switch("Tables_1_FindTables"), DontCare("Tables_1_garden"), Refer("Tables_1_town", "Weather_1_city")],
        [],
        [],
        [Accept(1), Switch("Tables_1_BookTable"), Reveal("Tables_1_time", "18:45")],
        [Reveal("Tables_1_seats", "4")],
        [Confirm()],
        [Accept(1), Confirm()],
        [],
    ]


@pytest.mark.usefixtures("places")
def test_its_calls_are_what_the_oracle_expects(evening: Path) -> None:
    case = Cases(KNOWN).of(read_folder(evening)[1][0])
    assert list(misfits(case)) == []
    assert (case.graded.passed, case.graded.not_reached) == (True, [])
    assert [call.name.partition("_1_")[2] for _, _, call, _ in case.calls()] == ["GetWeather", "FindTables", "BookTable", "BookTable"]
    assert list(origins(case)) == [["said"], ["carried"], ["accepted", "said", "said"], ["accepted", "accepted", "said"]]


@pytest.mark.usefixtures("places")
def test_what_a_call_found_is_known_from_the_file_or_from_what_was_told_of_it(evening: Path) -> None:
    trace = trace_of(read_folder(evening)[1][0], KNOWN)
    found = {item["Tables_1_place"]: item for item in trace[1].tool_calls[0].result["items"]}
    assert found["Bella"]["Tables_1_address"] == "1 Elm Street"
    assert (trace[1].offers, trace[2].offers) == ([found["Casa"]["id"]], [found["Bella"]["id"]])
    assert (trace[3].offers, [q.about for q in trace[3].questions or ()]) == (None, [])
    assert [record.tool_calls[0].result["accepted"] for record in trace[6:8]] == [False, True]


def test_a_schema_becomes_a_domain() -> None:
    domain = domain_of(list(KNOWN.values()))
    assert domain.effectful == {"Tables_1_BookTable"}
    assert {name: domain.function(name) for name in domain.goal} == {name: name for name in domain.tool}
    assert domain.field["Tables_1_seats"].choices == ("1", "2", "3", "4")
    assert domain.tool["Tables_1_BookTable"].defaults == {"Tables_1_seats": "2"}
    assert domain.tool["Tables_1_FindTables"].defaults == {}  # dontcare is no default
    assert {name for name, field in domain.field.items() if field.from_item} == {"Tables_1_place", "Tables_1_time"}
    assert "Tables_1_address" not in domain.field  # an answer alone has it, and nothing is made of it


BOOK = frame(("INFORM_INTENT", "intent", "BookTable"), ("INFORM", "place", "Bella"), ("INFORM", "time", "18:45"))
READ_OUT = frame(("CONFIRM", "place", "Bella"), ("CONFIRM", "time", "18:45"), ("CONFIRM", "seats", "2"))
OFFER = frame(("OFFER_INTENT", "intent", "BookTable"))
GOODBYE = frame(("GOODBYE", "", ""))


@pytest.mark.parametrize(
    ("turns", "changes"),
    [
        ([BOOK, READ_OUT, frame(("AFFIRM", "", ""))], [Reveal("Tables_1_seats", "2"), Confirm()]),
        ([BOOK, READ_OUT, frame(("NEGATE", "", ""))], [Forbid(frozenset({"Tables_1_BookTable"}))]),
        ([BOOK, READ_OUT, frame(("NEGATE", "", ""), ("INFORM", "time", "19:00"))],
         [Reveal("Tables_1_seats", "2"), Revision("Tables_1_time", "19:00")]),
        ([BOOK, READ_OUT, frame(("REQUEST", "address", ""))], []),
        ([frame(("INFORM_INTENT", "intent", "FindTables")), OFFER, frame(("AFFIRM_INTENT", "", ""), ("INFORM", "time", "19:00"))],
         [Switch("Tables_1_BookTable"), Reveal("Tables_1_time", "19:00")]),
        ([frame(("INFORM_INTENT", "intent", "FindTables")), OFFER, frame(("NEGATE_INTENT", "", ""))],
         [Forbid(frozenset({"Tables_1_BookTable"}))]),
        ([BOOK, frame(("REQUEST", "seats", "3")), frame(("AFFIRM", "", ""))], [Reveal("Tables_1_seats", "3")]),
        ([BOOK, frame(("REQUEST", "seats", "")), frame(("INFORM", "time", "dontcare"))], [DontCare("Tables_1_time")]),
        ([BOOK, frame(("REQ_MORE", "", "")), frame(("NEGATE", "", ""), ("THANK_YOU", "", ""))], []),
    ],
)  # fmt: skip
def test_an_answer_means_what_it_answers(tmp_path: Path, turns: list[object], changes: list[object]) -> None:
    assert list(chain_of(one(tmp_path, *turns, GOODBYE), KNOWN).turns[1].changes) == changes


def test_one_of_several_offers_is_taken_by_its_name(tmp_path: Path) -> None:
    offers = frame(("OFFER", "place", "Casa"))
    offers["actions"][0] |= {"values": ["Casa", "Bella"], "canonical_values": ["Casa", "Bella"]}
    offers |= {"service_call": call("FindTables", town="Springfield"), "service_results": []}
    found = one(tmp_path, frame(("INFORM_INTENT", "intent", "FindTables"), ("INFORM", "town", "Springfield")), offers,
                frame(("SELECT", "place", "Bella")), GOODBYE)  # fmt: skip
    assert list(chain_of(found, KNOWN).turns[1].changes) == [Accept(2)]
    assert Cases(KNOWN).of(found).graded.expectations[1].state.values["Tables_1_place"] == "Bella"


@pytest.mark.usefixtures("places")
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_no_answer_is_an_input(data: st.DataObject) -> None:
    """Whatever the annotators' states and the parameters of the calls are, the chain is the same."""
    read = _read(EVENING)
    words = st.dictionaries(st.sampled_from(["place", "time", "town"]), st.text(max_size=3), max_size=3)
    answers = []
    for answer in read.answers:
        states = {service: {slot: [text] for slot, text in data.draw(words).items()} for service in answer.slot_values}
        answers.append(Answer(states, tuple(replace(one, parameters=data.draw(words)) for one in answer.calls)))
    assert chain_of(replace(read, answers=tuple(answers)), KNOWN) == chain_of(read, KNOWN)


def _read(raw: object) -> Dialogue:
    with TemporaryDirectory() as folder:
        return read_folder(write(Path(folder) / "data", [raw]))[1][0]


@pytest.mark.usefixtures("places")
@pytest.mark.parametrize(
    ("turn", "parameters", "reason"),
    [
        (3, {"town": "Shelbyville"}, "wrong_argument"),
        (13, {"place": "Bella", "time": "18:45"}, "wrong_argument"),  # two seats by default, and four were said
        (13, {"place": "Casa", "time": "18:45", "seats": "4"}, "wrong_argument"),
        (15, {"place": "Bella", "time": "18:45", "seats": "4"}, "superseded_argument"),
    ],
)
def test_a_call_that_is_wrong_is_found(evening: Path, turn: int, parameters: dict[str, str], reason: str) -> None:
    read = read_folder(evening)[1][0]
    answers = list(read.answers)
    answers[turn] = replace(answers[turn], calls=tuple(replace(one, parameters=parameters) for one in answers[turn].calls))
    case = Cases(KNOWN).of(replace(read, answers=tuple(answers)))
    assert {misfit.turn for misfit in misfits(case)} == {(turn + 1) // 2}
    found = {(finding.turn, finding.reason) for finding in case.graded.findings if finding.dimension == "Arguments"}
    assert ((turn + 1) // 2, reason) in found
