"""The same findings for a terminal, a CI server and a reader of JSON."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from intentprops.findings import POINTS
from intentprops.reports.dialogue import render
from intentprops.reports.junit import junit_xml
from intentprops.reports.matrix import Matrix, to_json, unjudged
from intentprops.reports.terminal import console, show_failures, show_matrix
from intentprops.reports.text import clip, one_line, value, visible
from intentprops.running.experiment import Plan, Run, run
from intentprops.running.folder import TRACES, read_dialogues


def create(session: Any) -> Any:
    """Red text, a bell, words that run backwards, markup."""
    return lambda message: "\x1b[31mred\x07 \u202eevil\u202c [bold]x[/bold] :smile: </testsuite>\x00"


@pytest.fixture(scope="module")
def red(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A scenario that two of the memories fail, each in its own way."""
    plan = Plan(domains=("rooms",), only=("F1",), model="mistaken", repeats=2)
    return run(plan, tmp_path_factory.mktemp("reports") / "red")


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return run(Plan(domains=("rooms",), only=("V1",), agent=f"{__name__}:create"), tmp_path_factory.mktemp("reports") / "strange")


def printed(done: Run, plan: Plan | None = None) -> str:
    screen = console(io.StringIO())
    show_matrix(done.matrix, screen)
    show_failures(done.matrix, plan or done.experiment.plan, "out", screen)
    return screen.file.getvalue()  # type: ignore[attr-defined, no-any-return]


def first_dialogue(done: Run) -> str:
    trace = next(iter(read_dialogues(done.folder.file(TRACES))))
    assert isinstance(trace, list)
    slot = done.experiment.slots[trace[0].run_id]
    return render(slot.domain, done.experiment.judge(trace))


# -- the matrix


def test_the_matrix_reads_back_from_its_json(red: Run) -> None:
    assert Matrix.model_validate(json.loads(to_json(red.matrix))) == red.matrix


def test_a_cell_has_points_trace_ids_reasons_and_measures(red: Run) -> None:
    cell = red.matrix.rows[0].cells["chat"]
    assert cell.points["Function"] == 0
    assert cell.points["State"] is None, "chat exposes no state: neither right nor wrong"
    assert cell.trace_ids == ("F1__chat__repeat-01", "F1__chat__repeat-02")
    assert cell.reasons == {"forbidden_call": 2}
    assert {"steps_to_recovery", "repeated_searches", "forbidden_calls", "clarifying_questions", "input_tokens"} <= set(cell.measures)
    assert [(cause.reason, cause.repeats) for cause in cell.root_causes] == [("forbidden_call", 2)]


def test_a_dialogue_that_broke_the_judging_says_where_and_has_no_points() -> None:
    try:
        json.loads("{")
    except ValueError as problem:
        attempt = unjudged("a", problem)
    assert attempt.status == "error"
    assert set(attempt.points.values()) == {None}
    assert attempt.error is not None
    assert attempt.error.startswith("cannot be judged: JSONDecodeError: ")
    assert "decoder.py:" in attempt.error


# -- the terminal


def test_a_failure_says_all_that_is_needed_to_act_on_it(red: Run) -> None:
    text = printed(red)
    for said in (
        "test double", "F1 · chat · 2 of 2 dialogues did not pass", "turn 3", "Function (critical) forbidden_call at calls[1]",
        "the user forbade it", "not judged   State: the agent does not expose its state", "intentprops show out F1__chat__repeat-01",
        "run again    intentprops run --domain rooms --only F1 --memory chat --model mistaken", "failed 0/2",
    ):  # fmt: skip
        assert said in text


def test_a_passed_cell_is_not_among_the_failures(red: Run) -> None:
    passed = [mode for _, mode, cell in red.matrix.cells() if cell is not None and cell.status == "passed"]
    for mode in passed:
        assert f"F1 · {mode}" not in printed(red)


def test_no_colour_and_no_markup_where_there_is_no_terminal(strange: Run) -> None:
    assert "\x1b" not in printed(strange)


# -- the dialogue


def test_a_dialogue_shows_words_meaning_calls_and_each_finding_at_its_place(red: Run) -> None:
    lines = first_dialogue(red).splitlines()
    ban = next(n for n, line in enumerate(lines) if "= forbid reserve_room" in line)
    call = next(n for n, line in enumerate(lines) if n > ban and "reserve_room(" in line)
    fault = next(n for n, line in enumerate(lines) if "✗ Function (critical) forbidden_call" in line)
    assert ban < call < fault
    assert any(line.startswith("cause") and "forbidden_call at calls[1]" in line for line in lines)
    assert "now: Monday 3 August 2026" in lines[1]


def test_what_an_agent_says_is_shown_and_never_obeyed(strange: Run) -> None:
    shown = first_dialogue(strange)
    assert r"“\x1b[31mred\x07 \u202eevil\u202c [bold]x[/bold] :smile: </testsuite>\x00”" in shown
    for text in (shown, printed(strange), junit_xml(strange.matrix)):
        assert not set("\x1b\x07\u202e\u202c\x00") & set(text)


# -- JUnit


def test_each_cell_is_a_test_case_with_the_points_as_properties(red: Run) -> None:
    suite = ElementTree.fromstring(junit_xml(red.matrix))[0]
    assert suite.get("tests") == "3"
    case = suite.find("testcase")
    assert case is not None
    values = {p.get("name"): p.get("value") for p in case.iter("property")}
    assert values["Function"] == "0"
    assert values["State"] == "null"
    assert set(POINTS) <= set(values)
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("type") == "forbidden_call"
    assert "turn 3" in str(failure.get("message"))


def test_a_cell_that_was_not_run_is_skipped(red: Run) -> None:
    row = red.matrix.rows[0]
    holed = red.matrix.model_copy(update={"rows": (row.model_copy(update={"cells": {}}),)})
    suite = ElementTree.fromstring(junit_xml(holed))[0]
    assert (suite.get("skipped"), suite.get("failures")) == ("3", "0")
    assert "not run" in printed(Run(red.folder, red.experiment, holed))


def test_a_run_writes_the_junit_of_its_matrix(red: Run) -> None:
    assert Path(red.folder.path, "junit.xml").read_text(encoding="utf-8") == junit_xml(red.matrix)


# -- text of unknown origin


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"), ("двенадцать", "двенадцать"), ("a\tb", "a    b"), ("a\nb", "a\nb"), ("\r", r"\r"), ("\x1b[2J", r"\x1b[2J"),
        ("\u202e", r"\u202e"), ("\u2066", r"\u2066"), ("\ud83d", r"\ud83d"), ("\u2028", r"\u2028"), ("\ufeff", r"\ufeff"), ("\x9b", r"\x9b"),
    ],
)  # fmt: skip
def test_characters_that_a_terminal_obeys_are_spelled_out(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_long_text_is_cut_and_says_by_how_much() -> None:
    assert visible("a" * 50_000_000, 10) == "aaaaaaaaaa… (49,999,990 more characters)"
    assert one_line("a\n b\t c") == "a b c"
    assert len(clip("word " * 100, 20)) == 20


def test_a_value_is_shown_as_json() -> None:
    assert value({"b", "a"}) == '["a", "b"]'
    assert value("6") == '"6"'
    assert value(None) == "null"
