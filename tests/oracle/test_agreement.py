"""Two oracles, written apart and the other way round, agree on any dialogue."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.oracle import Expectation, expect
from intentprops.strategies import chains as generated
from intentprops.strategies import domains, every_chain
from intentprops.trace import TurnRecord
from tests.oracle.chains import PLANS, Dialogue, chains, exchanges, play
from tests.oracle.second import Judged, Second, second
from tests.oracle.tiny import tiny
from tests.profile import scaled

EXAMPLES = int(os.environ.get("INTENTPROPS_ORACLE_EXAMPLES", scaled(300)))


def first_view(domain: Domain, expectation: Expectation, record: TurnRecord) -> Second:
    """The first oracle's answer in the second one's words."""
    state = expectation.state
    ran = [c for c, call in zip(expectation.calls, record.tool_calls, strict=True) if call.status != "cancelled"]
    return Second(
        goal=state.goal,
        values={name: value for name, value in state.values.items() if value != domain.field[name].empty},
        indifferent=state.indifferent,
        bans=state.bans,
        questions=frozenset(question.id for question in state.questions),
        paused=state.paused.goal if state.paused else None,
        status=state.status,
        permissions=state.permissions(domain),
        log=frozenset((entry.path, entry.old, entry.transient) for entry in state.superseded),
        completed=state.completed,
        touched=state.touched and state.completed,
        results={name: rank for name, rank in expectation.results.items() if not domain.maker[name].effect},
        effects=tuple((made.tool, rank) for made, rank in expectation.effects),
        owed_results=frozenset(expectation.owed_results),
        owed_call=expectation.owed_call,
        calls=tuple(Judged(c.tool, c.permitted, c.confirmed, c.moved_on, c.compares) for c in ran),
    )


def disagreement(dialogue: Dialogue) -> dict[str, tuple[Any, Any]] | None:
    """Where the two differ first: the turn, and the answers of the first and the second oracle."""
    domain, scenario, trace = dialogue
    return difference(dialogue, second(domain, list(exchanges(domain, scenario, trace))))


def difference(dialogue: Dialogue, others: Sequence[Second]) -> dict[str, tuple[Any, Any]] | None:
    domain, scenario, trace = dialogue
    found = expect(domain, scenario, trace)
    ones = (first_view(domain, expectation, record) for expectation, record in zip(found, trace, strict=True))
    for turn, (one, other) in enumerate(zip(ones, others, strict=True), 1):
        if one != other:
            names = [name for name in Second.__slots__ if getattr(one, name) != getattr(other, name)]
            return {f"turn {turn}: {name}": (getattr(one, name), getattr(other, name)) for name in names}
    return None


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(chains())
def test_the_oracles_agree(dialogue: Dialogue) -> None:
    assert disagreement(dialogue) is None


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_they_agree_on_generated_chains_in_any_domain(data: st.DataObject) -> None:
    """Chains of the library's own strategies over random domains, with an agent that does anything."""
    domain = data.draw(domains())
    scenario = data.draw(generated(domain, language=None))
    plans = data.draw(PLANS)[: len(scenario.turns)]
    assert disagreement(play(domain, plans, scenario.turns)) is None


LENGTH = int(os.environ.get("INTENTPROPS_ORACLE_LENGTH", "2"))


def test_they_agree_on_every_chain_of_a_small_domain() -> None:
    """Every dialogue up to a length, with the domain's own correct agent."""
    for scenario in every_chain(tiny, LENGTH, which=2, value=1):
        trace = [record for record in correct_trace(tiny, scenario) if not record.harness]
        found = disagreement((tiny, scenario, trace))
        assert found is None, scenario.turns
