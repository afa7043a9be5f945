"""The proof of the checks as one parametrized test of a user's own domain."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.mutants.proof import CONTROL, Proof, Task, prove
from intentprops.mutants.shape import defects, variants


def proof_test(domain: Domain, scenarios: Iterable[Scenario] = (), *, chains: int = 10, seed: int = 0) -> Callable[[str], None]:
    """A test for each defect and each variant, over some scenarios and generated chains of a domain::

        test_checks = proof_test(shop, chains=20)

    A defect to which the domain gives no place is skipped, and says so.
    """
    given = tuple(scenarios)
    names = [CONTROL, *(one.name for one in defects()), *(one.name for one in variants())]

    @pytest.mark.parametrize("name", names)
    def test(name: str) -> None:
        only = defects()[0].name if name == CONTROL else name
        proof = prove(Task(domain, given, chains, seed, (only,)))
        row = proof.rows[name]
        if row.verdict == "no place":
            pytest.skip(f"{domain.name} gives {name} no place in {proof.cases} dialogues")
        assert row.passed, told(proof, name)

    return test


def told(proof: Proof, name: str) -> str:
    """What is wrong with one row, for a person."""
    row = proof.rows[name]
    lines = [f"{p.outcome} in {p.case}, {p.site}: {p.detail}" for p in row.problems] or [row.verdict]
    return f"{name} ({row.text})\n" + "\n".join(lines)

