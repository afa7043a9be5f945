"""Each defect and each variant with its examples: where it bites, and what becomes of it there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from intentprops import Scenario
from intentprops.mutants import Case, Defect, Site, Variant, control, defects, judge, variants
from intentprops.mutants.agent import simulate
from intentprops.mutants.running import broken_agent
from intentprops.running.dialogue import play
from intentprops.scenarios import bundled, find_domain
from intentprops.score import grade
from tests.checks.examples import NOW
from tests.mutants.examples import EXAMPLES

EVERY: list[Defect | Variant] = [*defects(), *variants()]


@cache
def case_of(place: str, language: str) -> Case:
    domain, _, name = place.partition(":")
    scenario = next(s for s in bundled(domain, language) if s.id == name)  # type: ignore[arg-type]
    return Case(find_domain(domain), scenario)


@cache
def made(name: str) -> Case:
    domain, turns, _, _ = EXAMPLES[name]
    return Case(domain, Scenario(name, domain.name, tuple(turns), NOW))


def examples(one: Defect | Variant) -> Iterator[tuple[Case, Site]]:
    for example in one.examples:
        case = case_of(example.scenario, example.language)
        yield from ((case, site) for site in one.sites(case) if (site.turn, site.path) == (example.turn, example.path))
    if one.name in EXAMPLES:
        _, _, turn, path = EXAMPLES[one.name]
        yield from ((made(one.name), site) for site in one.sites(made(one.name)) if (site.turn, site.path) == (turn, path))


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)
def test_it_has_an_example_and_bites_there(one: Defect | Variant) -> None:
    assert len(list(examples(one))) >= len(one.examples) + (one.name in EXAMPLES) > 0


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)
def test_what_becomes_of_it(one: Defect | Variant) -> None:
    for case, site in examples(one):
        verdict = judge(case, one, site)
        assert verdict.outcome == ("killed" if isinstance(one, Defect) else "green"), (str(site), verdict.detail)


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)
def test_the_unbroken_case_is_green(one: Defect | Variant) -> None:
    for case, _ in examples(one):
        verdict = control(case)
        assert verdict.outcome == "green", verdict.detail


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)
def test_breaking_leaves_the_case_as_it_was(one: Defect | Variant) -> None:
    """No mutation, byte for byte: what a site breaks is a copy, and breaking twice gives the same."""
    for case, site in examples(one):
        before = [record.model_dump_json() for record in case.exposing(site.exposed)]
        twice = [[record.model_dump_json() for record in case.broken(site)] for _ in range(2)]
        assert twice[0] == twice[1]
        assert [record.model_dump_json() for record in case.exposing(site.exposed)] == before
        fresh = simulate(case.domain, case.scenario, exposed=site.exposed)
        assert [record.model_dump_json() for record in fresh] == before


NOT_ALONE = {"error_as_success"}
"""The world refuses a call there, which no agent can bring about."""


@pytest.mark.parametrize("defect", [d for d in defects() if d.name not in NOT_ALONE], ids=lambda one: one.name)
def test_the_same_defect_in_a_running_agent_is_caught_alike(defect: Defect) -> None:
    for case, site in list(examples(defect))[:1]:
        trace = play(case.domain, case.scenario, broken_agent(case, site))
        found = [f for f in grade(case.domain, case.scenario, trace).findings if f.fails or defect.expected[0].friction]
        assert found, [record.error for record in trace]
        assert (found[0].turn, found[0].path) == (site.turn, site.path), found[0]
        assert any(expect.fits(found[0]) for expect in site.expects or defect.expected), found[0]
