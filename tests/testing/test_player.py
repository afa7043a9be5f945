"""Agents that are slow, costly and random: asked nothing twice, within a budget, and never flaky."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from intentprops import IntentpropsError, Scenario
from intentprops.domains.rooms import rooms
from intentprops.strategies import chains
from intentprops.testing import Budget, DialogueFailure, Player, intent_test, judge
from tests.testing.agents import EverySecond, right, silent


class Counted:
    def __init__(self, create: object) -> None:
        self.create, self.asked = create, list[str]()

    def __call__(self, session: object) -> object:
        respond = self.create(session)  # type: ignore[operator]

        def counted(message: str) -> object:
            self.asked.append(message)
            return respond(message)

        return counted


@settings(max_examples=25, deadline=None)
@given(chains(rooms))
def test_the_same_dialogue_is_not_played_again(scenario: Scenario) -> None:
    agent = Counted(right)
    player = Player(rooms, agent)  # type: ignore[arg-type]
    first = player.play(scenario)
    asked = len(agent.asked)
    assert player.play(scenario) == first
    assert len(agent.asked) == asked == player.turns


@settings(max_examples=25, deadline=None)
@given(chains(rooms))
def test_the_beginning_of_a_dialogue_is_known_too(scenario: Scenario) -> None:
    """Unless the runner would say a yes there, which the longer dialogue had no place for."""
    from dataclasses import replace

    player = Player(rooms, right)
    whole = player.play(scenario)
    played = player.dialogues
    for turns in range(1, len(scenario.turns)):
        begun = player.play(replace(scenario, turns=scenario.turns[:turns]))
        if player.dialogues == played:
            assert begun == whole[:turns]
        else:
            assert begun[-1].harness
            played = player.dialogues


def test_a_random_agent_gives_a_finding_and_no_flaky_failure_within_its_budget() -> None:
    """The bug in every second dialogue: what is found is a finding of two in three, and every answer is asked for once."""
    agent = EverySecond()
    player = Player(rooms, agent, budget=Budget(turns=200, repeats=3, fail_if=2))

    @settings(max_examples=200, deadline=None, database=None, report_multiple_bugs=False, derandomize=True)
    @given(chains(rooms, kinds="revise again reveal"))
    def search(scenario: Scenario) -> None:
        if (outcome := judge(player, scenario)) is not None:
            outcome.check()

    with pytest.raises(DialogueFailure) as failure:
        search()
    assert agent.turns == player.turns <= 200
    assert "of 3 dialogues failed" in str(failure.value) or "2 of 2 dialogues failed" in str(failure.value)
    assert f"{player.turns} live turns of 200" in str(failure.value)


def test_a_budget_that_ends_says_so_and_keeps_the_best() -> None:
    player = Player(rooms, silent, budget=Budget(turns=4))

    @settings(max_examples=200, deadline=None, database=None, report_multiple_bugs=False, derandomize=True)
    @given(chains(rooms, kinds="revise"))
    def search(scenario: Scenario) -> None:
        if (outcome := judge(player, scenario)) is not None:
            outcome.check()

    with pytest.raises(DialogueFailure, match=r"live turns of 4, which ended before the search for a shorter dialogue did"):
        search()
    assert player.spent
    assert player.turns <= 4


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"turns": 0}, "budget: turns=0: give a whole number from 1"),
        ({"repeats": 2, "fail_if": 3}, "budget: fail_if=3 of repeats=2 dialogues can never fail"),
        ({"repeats": True}, "budget: repeats=True: give a whole number from 1"),
    ],
)
def test_a_budget_that_cannot_be(options: dict[str, int], says: str) -> None:
    with pytest.raises(IntentpropsError) as problem:
        Budget(**options)
    assert str(problem.value) == says


def test_failures_of_different_causes_are_different_types() -> None:
    """So that Hypothesis takes them for different bugs, and shrinks each."""
    from intentprops.testing import dialogue
    from tests.testing.agents import broken

    talk = dialogue("rooms", _asked())
    types = set()
    for agent in (silent, broken):
        with pytest.raises(DialogueFailure) as failure:
            talk.check(agent)
        types.add(type(failure.value))
    assert len(types) == 2


def _asked() -> list[object]:
    from intentprops import Reveal, Switch, Turn

    return [Turn.of(Switch("search_rooms"), Reveal("attendees", 6), Reveal("starts_at", "2026-08-07T15:00:00+03:00"), text="Find a room for six people on 7 August at 15:00.")]  # fmt: skip


def test_a_test_function_must_take_the_outcome() -> None:
    with pytest.raises(IntentpropsError, match="test_it must take a parameter 'outcome'; it takes none"):

        @intent_test(rooms, agent=right)
        def test_it() -> None: ...


def test_an_unknown_dimension_is_named() -> None:
    from intentprops.testing import dialogue

    with pytest.raises(IntentpropsError, match="'Functions' is no dimension; there are State,"):
        dialogue("rooms", _asked()).check(silent, "Functions")  # type: ignore[arg-type]
