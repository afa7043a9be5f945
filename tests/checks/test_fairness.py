"""The two things that decide whether people keep the tool: a correct agent is never wrong, and one that did nothing never right."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from intentprops import Domain, Scenario, expect
from intentprops.correct import correct_trace
from intentprops.running import speech
from intentprops.score import Grade, grade
from intentprops.trace import TurnRecord
from tests.checks.examples import hides_state, spoken
from tests.oracle.chains import Dialogue, chains
from tests.profile import scaled


def shows_all(domain: Domain, trace: list[TurnRecord]) -> None:
    """The agent exposes state, results, offers and questions."""


def shows_nothing(domain: Domain, trace: list[TurnRecord]) -> None:
    hides_state(trace)


def writes_summaries(domain: Domain, trace: list[TurnRecord]) -> None:
    """The agent exposes the summary that it hands its planner, and nothing of a state."""
    from intentprops.schema import load_state

    for record in trace:
        assert record.active_state_after is not None
        record.summary = speech.summarize(domain, "en", load_state(domain, record.active_state_after))
    hides_state(trace)


def faults(graded: Grade) -> list[str]:
    return [f"turn {f.turn}: {f.reason} at {f.path}: expected {f.expected}, got {f.actual}" for f in graded.findings]


@pytest.mark.parametrize("shown", [shows_all, shows_nothing, writes_summaries])
@settings(max_examples=scaled(300), deadline=None)
@given(dialogue=chains())
def test_a_correct_agent_is_never_wrong(shown: Callable[[Domain, list[TurnRecord]], None], dialogue: Dialogue) -> None:
    domain, scenario, _ = dialogue
    trace = spoken(domain, scenario)
    shown(domain, trace)
    graded = grade(domain, scenario, trace)
    assert faults(graded) == []
    assert all(point in (1, None) for point in graded.points.values())


def idle(domain: Domain, scenario: Scenario, reply: str) -> list[TurnRecord]:
    """A trace of an agent that says the same in every turn and makes no call."""
    trace = [record for record in correct_trace(domain, scenario) if not record.harness]
    for record in trace:
        record.tool_calls, record.assistant_message = [], reply
    hides_state(trace)
    return trace


REPLIES = ["", "All right.", "Could you tell me more about what you need?", "I am sorry, I cannot help with that.", "Done, everything is arranged."]


@pytest.mark.parametrize("reply", REPLIES)
@settings(max_examples=scaled(50), deadline=None)
@given(dialogue=chains())
def test_an_agent_that_did_nothing_is_never_right(reply: str, dialogue: Dialogue) -> None:
    """Wherever the correct agent had to obtain something, the idle one misses it, whatever it says.

    Turns after an offer was accepted that nobody made are not reached, by either of them. A call with an effect is owed at the end of
    a dialogue only, so what was done before a last turn that asks for nothing does not count.
    """
    domain, scenario, _ = dialogue
    trace = correct_trace(domain, scenario)
    reached = [record for record, e in zip(trace, expect(domain, scenario, trace), strict=True) if not e.blind and not record.harness]
    made = {call.name for record in reached for call in record.tool_calls if call.name not in domain.effectful}
    made |= {call.name for record in reached for call in record.tool_calls if record is [r for r in trace if not r.harness][-1]}
    graded = grade(domain, scenario, idle(domain, scenario, reply))
    if made:
        assert not graded.passed


def test_a_summary_may_name_the_item_of_an_offer_that_was_not_exposed() -> None:
    """Who said "a" and then took the first offer, which was b, has b; that the offer is not in the trace changes nothing."""
    from datetime import datetime

    from intentprops import Accept, Reveal, Switch, Turn
    from tests.oracle.tiny import tiny

    turns = (Turn.of(Switch("make"), Reveal("size", 3), text="…"), Turn.of(Reveal("pick", "a"), Accept(1), text="…"))
    scenario = Scenario("chain", "tiny", turns, datetime.fromisoformat(tiny.world.now))
    trace = spoken(tiny, scenario)
    writes_summaries(tiny, trace)
    assert "pick: b" in (trace[-1].summary or "")
    assert faults(grade(tiny, scenario, trace)) == []
