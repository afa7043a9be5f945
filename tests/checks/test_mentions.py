"""What counts as a word about an effect that a change left outdated, and what does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from intentprops import Reveal, Revision, Switch, Turn
from intentprops.changes import Language
from intentprops.findings import Finding
from intentprops.score import grade
from intentprops.trace import Question
from tests.checks.examples import HOLD, THANKS, THREE, all_of, attribute, says, scenario, spoken, without_calls
from tests.domains.shelf import shelf
from tests.domains.travel import travel


def found(reply: str | None, questions: Sequence[Question] | None = (), language: Language = "en") -> list[Finding]:
    """Two seats are held, there will be three people, and the agent does nothing but reply."""
    chain = replace(scenario(HOLD, THREE, domain=travel), language=language)
    trace = spoken(travel, chain)
    all_of(without_calls(2), attribute(2, "results", None), attribute(2, "questions", None if questions is None else list(questions)))(trace)
    trace[1].assistant_message = reply
    trace[1].language = None
    return [f for f in grade(travel, chain, trace).findings if f.reason == "standing_effect"]


WORDS: list[tuple[str, Language]] = [
    ("The hold of two seats stands.", "en"),
    ("What I did by hold seat stands.", "en"),
    ("H001 is still there.", "en"),
    ("TK1755 is still yours for two.", "en"),
    ("Shall I release what you have?", "en"),
    ("Прежние места всё ещё удержаны.", "ru"),
    ("Отпустить места?", "ru"),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "language"), WORDS)
def test_its_words_its_id_its_item_and_those_of_its_undo_are_about_it(reply: str, language: Language) -> None:
    assert found(reply, language=language) == []


@pytest.mark.parametrize("question", [Question(about="hold"), Question(about="hold_seat"), Question(confirm="hold_seat"), Question(confirm="release_hold")])
def test_a_question_about_it_or_its_undo_is(question: Question) -> None:
    assert found("Yes or no?", [question]) == []


@pytest.mark.parametrize(("reply", "questions"), [
    ("Noted.", ()), ("", ()), (None, None), ("None of it.", None), ("For how many?", [Question(about="passengers")]), ("Bought nothing.", [Question(confirm="issue_ticket")]),
])  # fmt: skip
def test_anything_else_is_not(reply: str | None, questions: Sequence[Question] | None) -> None:
    [finding] = found(reply, questions)
    assert (finding.turn, finding.path, finding.stage) == (2, "effects.hold", "planning")
    assert finding.expected == "release_hold, or a word to the user"
    assert finding.actual == "hold_seat of turn 1 stands"
    assert finding.about == {"effects.hold"}


@pytest.mark.parametrize(("reply", "faults"), [("The box up stands.", 0), ("I packed it.", 0), ("B1 stands.", 0), ("The boxing stands.", 1), ("box_up", 1)])
def test_the_name_of_its_tool_in_words_is_about_it(reply: str, faults: int) -> None:
    """It need not be among the words that people use for the act."""
    pack = Turn.of(Switch("pack"), Reveal("corner", "quiet corner"), text="Pack the quiet corner.")
    chain = scenario(pack, Turn.of(Revision("corner", "open space"), text="No, the open space."), domain=shelf)
    trace = spoken(shelf, chain)
    all_of(without_calls(2), attribute(2, "questions", []), says(2, reply))(trace)
    assert sum(f.reason == "standing_effect" for f in grade(shelf, chain, trace).findings) == faults


def test_a_word_in_a_later_turn_is_enough() -> None:
    chain = scenario(HOLD, THREE, THANKS, domain=travel)
    trace = spoken(travel, chain)
    all_of(without_calls(2), attribute(2, "results", None), attribute(2, "questions", []), says(2, "Noted."), says(3, "By the way, the hold stands."))(trace)
    trace[2].tool_calls = []
    assert [f for f in grade(travel, chain, trace).findings if f.reason == "standing_effect"] == []
