"""Results upon results: what a later answer stands on when the same thing was looked for several times."""

from datetime import datetime

from hypothesis import example, given
from hypothesis import strategies as st

from intentprops import Detour, Reveal, Revision, Scenario, Switch, Turn
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.score import grade
from intentprops.strategies import stream
from intentprops.strategies.random_domains import domain_named

NESTED = domain_named("random-fe0-f9b-l11-i00-s20-r10-f13-s10-t00-w10-s20-s20")
NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")


def test_after_there_and_back_the_next_result_may_stand_on_the_first_answer() -> None:
    """Glass, steel, glass: the first search holds again, and what is checked now is checked on it."""
    turns = [
        Turn.of(Switch("find"), Reveal("material", "glass")),
        Turn.of(Revision("material", "steel")),
        Turn.of(Detour("estimate"), Revision("material", "glass")),
    ]
    chain = Scenario("there-and-back", NESTED.name, tuple(turns), NOW)
    trace = correct_trace(NESTED, chain)
    assert [call.name for record in trace for call in record.tool_calls] == ["find", "find", "check", "estimate"]
    graded = grade(NESTED, chain, trace)
    assert graded.passed, graded.findings


def test_a_summary_is_not_held_to_a_yes_or_no() -> None:
    """"Insured: no" is said in too many ways for a check of text."""
    domain: Domain = domain_named("random-f8a-f18-fa1-f5a-fb2")
    chain = Scenario("insured", domain.name, (Turn.of(Switch("find"), Reveal("insured", False)),), NOW)
    trace = correct_trace(domain, chain)
    trace[0].summary = "Looking around, without insurance."
    assert grade(domain, chain, trace).passed


@given(st.integers(0, 2**32))
@example(565).via("a burst in a labelled turn that returns to a version")
def test_the_domains_own_correct_agent_is_right_on_results_upon_results(seed: int) -> None:
    chain = next(stream(NESTED, seed))
    assert not [finding for finding in grade(NESTED, chain, correct_trace(NESTED, chain)).findings if finding.fails]
