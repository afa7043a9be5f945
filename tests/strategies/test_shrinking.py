"""Dialogues and random domains shrink to the smallest that is still what was looked for, from every seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import Phase, find, given, seed, settings

from intentprops import Domain, Revision, Scenario, Switch
from intentprops.domains.rooms import rooms
from intentprops.strategies import KINDS, chains
from intentprops.strategies.random_domains import domains
from intentprops.testing.shapes import shapes_of
from intentprops.tools import Item
from tests.strategies.test_domains import chained

# -- dialogues


def minimal(domain: Domain, wanted: Callable[[Scenario], bool], number: int, **options: Any) -> Scenario:
    """The smallest dialogue that Hypothesis comes to, from one seed."""
    found: list[Scenario] = []

    @seed(number)
    @settings(max_examples=1500, deadline=None, database=None, report_multiple_bugs=False, phases=[Phase.generate, Phase.shrink])
    @given(chains(domain, language=None, **options))
    def none_is(scenario: Scenario) -> None:
        if wanted(scenario):
            found.append(scenario)
            raise AssertionError

    with pytest.raises(AssertionError):
        none_is()
    return found[-1]


def said(scenario: Scenario) -> Iterator[Any]:
    return (change for turn in scenario.turns for change in turn.changes)


def revised_twice_then_switched(scenario: Scenario) -> bool:
    count: Counter[str] = Counter()
    for change in said(scenario):
        if isinstance(change, Revision):
            count[change.field] += 1
        if isinstance(change, Switch) and max(count.values(), default=0) >= 2:
            return True
    return False


SHRINKS: dict[str, tuple[Callable[[Scenario], bool], int]] = {
    "a revision": (lambda s: any(isinstance(c, Revision) for c in said(s)), 2),
    "a field revised twice, then a switch": (revised_twice_then_switched, 4),
    "a detour and a yes": (lambda s: "detour with a return (T7)" in shapes_of(s), 3),
    "a ban that is lifted": (lambda s: "ban lifted (T6)" in shapes_of(s), 3),
    "there and back": (lambda s: "A → B → A (T4)" in shapes_of(s), 3),
    "a whole version again": (lambda s: "whole version again (T9)" in shapes_of(s), 3),
    "an offer that is taken": (lambda s: "offer accepted (T10)" in shapes_of(s), 2),
    "a member that is removed": (lambda s: "set member removed" in shapes_of(s), 3),
    "a burst": (lambda s: "burst (T15)" in shapes_of(s), 1),
}  # fmt: skip


@pytest.mark.parametrize("name", SHRINKS)
@pytest.mark.parametrize("number", range(3))
def test_a_dialogue_shrinks_to_the_shortest(name: str, number: int) -> None:
    wanted, turns = SHRINKS[name]
    assert len(minimal(rooms, wanted, number).turns) == turns


@pytest.mark.parametrize("number", range(15))
def test_it_does_so_from_every_seed(number: int) -> None:
    """The measured case: one field twice, then a switch, and nothing else."""
    scenario = minimal(rooms, revised_twice_then_switched, number)
    assert [[type(change).__name__ for change in turn.changes] for turn in scenario.turns[1:]] == [["Revision"], ["Revision"], ["Switch"]]
    assert len(KINDS) > 20  # among all of them


# -- random domains


def two_effects(domain: Domain) -> bool:
    return any(binding.result in {t.makes for t in domain.tools if t.effect} for tool in domain.tools if not tool.undoes
               for binding in tool.args.values() if isinstance(binding, Item))  # fmt: skip


@pytest.mark.parametrize("chosen", [0, 1, 2])
@pytest.mark.parametrize(
    ("wanted", "size"),
    [
        (lambda d: True, (1, 1, 1)),
        (lambda d: d.effectful, (1, 2, 2)),
        (lambda d: chained(d) >= 3, (1, 3, 1)),
        (lambda d: d.undo_of, (1, 3, 2)),
        (two_effects, (1, 3, 3)),
        (lambda d: len(d.field) - len(d.owners) >= 4, (4, 1, 1)),  # a field that belongs to a goal costs a goal
        (lambda d: any(goal.defaults for goal in d.goals), (1, 1, 2)),
    ],
    ids=["any", "an effect", "a chain of three", "an undo", "an effect of an effect", "four fields", "a default"],
)
def test_domains_shrink_to_the_smallest(wanted: Callable[[Domain], Any], size: tuple[int, int, int], chosen: int) -> None:
    quick = settings(max_examples=1000, deadline=None, database=None, phases=[Phase.generate, Phase.shrink])
    found = find(domains(), lambda domain: bool(wanted(domain)), settings=quick, random=random.Random(chosen))
    assert len(found.field) <= size[0]
    assert len(found.tools) <= size[1]
    assert len(found.goals) <= size[2]
