"""Mutants as Hypothesis draws them: any chain of a domain, any place in it where a defect bites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from intentprops.domain import Domain
from intentprops.mutants.case import Case
from intentprops.mutants.shape import Defect, Site, Variant, defects, variants
from intentprops.strategies import chains

One = TypeVar("One", Defect, Variant)


def _mutant(draw: DrawFn, domain: Domain) -> tuple[Case, Defect, Site] | None:
    """A case, a defect and a site of it; ``None`` for a chain in which no defect has a place."""
    return _broken(draw, domain, defects())


def _variant(draw: DrawFn, domain: Domain) -> tuple[Case, Variant, Site] | None:
    """A case, a benign variant and a site of it; ``None`` for a chain in which none has a place."""
    return _broken(draw, domain, variants())


def _broken(draw: DrawFn, domain: Domain, every: Sequence[One]) -> tuple[Case, One, Site] | None:
    case = Case(domain, draw(chains(domain, language=None)))
    placed = [(one, sites) for one in every if (sites := list(one.sites(case)))]
    if not placed:
        return None
    one, sites = draw(st.sampled_from(placed))
    return case, one, draw(st.sampled_from(sites))


mutants_of = st.composite(_mutant)
variants_of = st.composite(_variant)
