"""When a task is done, what a yes is worth, and what is owed: the corners of T18 and of completion."""

from __future__ import annotations

from typing import Any

import pytest

from intentprops import Domain, Switch, Turn
from intentprops.domains.rooms import rooms
from intentprops.oracle import Progress, expect
from intentprops.trace import Question, ToolCall
from tests.checks.examples import BOOK, HOLD, RESERVE, RESERVED, SIX, THANKS, YES, no_harness, scenario, spoken
from tests.checks.test_yes import ANY_NUMBER, RETRACTED
from tests.domains.travel import travel


def status_after(turns: list[Turn], **arguments: Any) -> str:
    """The status once the last turn's booking was accepted."""
    chain = scenario(*turns)
    trace = spoken(rooms, chain)
    no_harness(trace)
    for record in trace[:-1]:
        record.questions = [Question(confirm="reserve_room")]  # which names no values
    trace[len(turns) - 1].tool_calls = [ToolCall(name="reserve_room", arguments=RESERVE | arguments, result=dict(RESERVED))]
    return expect(rooms, chain, trace)[-1].state.status


@pytest.mark.parametrize(("turns", "attendees", "status"), [
    ([BOOK, YES], 12, "completed"),
    ([BOOK, YES], 6, "active"),  # that is not what was wanted
    ([BOOK, RETRACTED, YES], 7, "active"),  # nobody said it
    ([BOOK, ANY_NUMBER, YES], 7, "completed"),  # any will do
    ([BOOK, THANKS], 12, "active"),  # nobody said yes
])  # fmt: skip
def test_a_task_is_done_when_its_call_was_made_with_what_was_said(turns: list[Turn], attendees: int, status: str) -> None:
    assert status_after(turns, attendees=attendees) == status


def test_a_task_that_was_done_changed_and_done_again_is_done() -> None:
    """It is touched by the change, and no longer once it was done anew."""
    chain = scenario(BOOK, YES, SIX, YES, YES)
    trace = spoken(rooms, chain)
    for turn, attendees in ((2, 12), (5, 6)):
        trace[turn - 1].tool_calls = [ToolCall(name="reserve_room", arguments=RESERVE | {"attendees": attendees}, result=dict(RESERVED))]
    trace[2].tool_calls = trace[3].tool_calls = []
    found = expect(rooms, chain, trace)
    assert [e.state.status for e in found] == ["active", "completed", "awaiting_confirmation", "active", "completed"]


def heard(domain: Domain, *turns: tuple[Turn, list[Question] | None]) -> Progress:
    """The oracle after some turns in which the agent asked, and made no call."""
    progress = Progress(domain)
    for turn, questions in turns:
        progress.user(turn)
        progress.reply(None, questions)
    return progress


def test_a_yes_that_was_not_used_outlives_another_one() -> None:
    buy = Turn.of(*HOLD.changes[1:], text="A flight from Istanbul to Lisbon on 7 August for two.")
    ticket = Turn.of(Switch("buy"), text="Buy it.")
    progress = heard(travel, (buy, None), (ticket, [Question(confirm="refund")]), (YES, None))
    progress.user(YES)
    assert progress.expect_call(ToolCall(name="refund", arguments={"ticket_id": "T1"})).confirmed
    assert progress.expect_call(ToolCall(name="issue_ticket", arguments={"hold_id": "H1"})).confirmed
