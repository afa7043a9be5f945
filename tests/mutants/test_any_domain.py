"""For any chain, and any place in it where a defect bites: killed for the right reason, or equivalent; any variant: green."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intentprops import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.mutants import Case, Defect, Site, control, defects, judge
from intentprops.mutants.drawing import mutants_of, variants_of
from intentprops.mutants.judge import expected_at
from intentprops.mutants.pairs import are_apart, both
from intentprops.score import grade
from intentprops.strategies import chains, domains
from tests.domains.travel import travel

DOMAINS = [rooms, mail, travel]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
@given(data=st.data())
@settings(derandomize=True, deadline=None, max_examples=60)
def test_a_mutant_is_killed_or_equivalent(domain: Domain, data: st.DataObject) -> None:
    drawn = data.draw(mutants_of(domain))
    if drawn is not None:
        case, defect, site = drawn
        assert judge(case, defect, site).outcome in ("killed", "equivalent"), judge(case, defect, site).detail


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
@given(data=st.data())
@settings(derandomize=True, deadline=None, max_examples=60)
def test_a_variant_is_green(domain: Domain, data: st.DataObject) -> None:
    drawn = data.draw(variants_of(domain))
    if drawn is not None:
        case, variant, site = drawn
        assert judge(case, variant, site).outcome == "green", judge(case, variant, site).detail


@given(data=st.data())
@settings(derandomize=True, deadline=None, max_examples=100)
def test_so_it_is_in_random_domains(data: st.DataObject) -> None:
    domain = data.draw(domains())
    for drawn, right in ((data.draw(mutants_of(domain)), {"killed", "equivalent"}), (data.draw(variants_of(domain)), {"green"})):
        if drawn is not None and control(drawn[0]).right:
            verdict = judge(*drawn)
            assert verdict.outcome in right, verdict.detail


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
@given(data=st.data())
@settings(derandomize=True, deadline=None, max_examples=40)
def test_of_two_defects_the_earlier_is_the_root_cause(domain: Domain, data: st.DataObject) -> None:
    case = Case(domain, data.draw(chains(domain, language=None)))
    placed: list[tuple[Defect, Site]] = [(one, site) for one in defects() for site in one.sites(case)]
    pairs = [(a, b) for a in placed for b in placed if are_apart(*a, *b) and not a[0].expected[0].friction]
    if pairs:
        (one, first), (_, second) = data.draw(st.sampled_from(pairs))
        if judge(case, one, first).outcome == "equivalent":
            return  # then the second is alone
        causes = grade(case.domain, case.scenario, case.broken(both(first, second))).causes
        assert (causes[0].turn, causes[0].path) == (first.turn, first.path), causes[0]
        assert expected_at(one, first)[0].fits(causes[0])


@given(chains(rooms, language=None))
@settings(derandomize=True, deadline=None, max_examples=50)
def test_a_correct_trace_is_green_whatever_is_exposed(chain: object) -> None:
    assert control(Case(rooms, chain)).outcome == "green"  # type: ignore[arg-type]
