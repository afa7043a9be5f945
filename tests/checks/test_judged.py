"""What a judge model said of a reply, where the trace keeps it; a trace without one is judged without."""

from __future__ import annotations

from typing import Any

import pytest

from intentprops.domains.rooms import rooms
from intentprops.findings import Finding
from intentprops.score import grade
from intentprops.trace import TurnRecord
from tests.checks.examples import BOOK, COMPARE, says, scenario, spoken

UNSUPPORTED = {"verdict": "unsupported", "model": "some-model", "quote": "Cedar has a piano."}
CHAIN = scenario(BOOK, COMPARE)


def judged(judge: Any, *, turn: int = 2, reply: str | None = None) -> list[Finding]:
    trace = spoken(rooms, CHAIN)
    trace[turn - 1] = TurnRecord.model_validate({**trace[turn - 1].model_dump(), "judge": judge})
    if reply is not None:
        says(turn, reply)(trace)
    return grade(rooms, CHAIN, trace).findings


def test_an_unsupported_claim_is_a_finding_of_the_reply() -> None:
    [finding] = judged(UNSUPPORTED)
    assert (finding.dimension, finding.check, finding.turn, finding.path) == ("Response", "judge", 2, "reply")
    assert (finding.reason, finding.stage, finding.actual) == ("unfounded_claim", "response", "Cedar has a piano.")
    assert finding.expected == "only claims that the facts support, says some-model"
    assert [f.turn for f in judged(UNSUPPORTED, turn=1)] == [1]


@pytest.mark.parametrize("judge", [None, "unsupported", {}, {"verdict": "supported"}, {"verdict": None}, ["unsupported"], {**UNSUPPORTED, "verdict": "UNSUPPORTED"}])
def test_anything_else_is_none(judge: Any) -> None:
    assert judged(judge) == []


def test_a_reply_that_a_check_found_wrong_is_wrong_once() -> None:
    assert [f.check for f in judged(UNSUPPORTED, reply="I have booked cedar.")] == ["claims"]


def test_another_turn_has_a_finding_of_its_own() -> None:
    trace = spoken(rooms, CHAIN)
    trace[0] = TurnRecord.model_validate({**trace[0].model_dump(), "judge": UNSUPPORTED})
    says(2, "I have booked cedar.")(trace)
    assert [(f.turn, f.check) for f in grade(rooms, CHAIN, trace).findings] == [(1, "judge"), (2, "claims")]


def test_a_choice_of_checks_asks_no_judge() -> None:
    trace = spoken(rooms, CHAIN)
    trace[1] = TurnRecord.model_validate({**trace[1].model_dump(), "judge": UNSUPPORTED})
    assert grade(rooms, CHAIN, trace, checks=()).findings == []
