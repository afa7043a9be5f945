"""How many mutants are judged per second, how many die for the right reason, and how often each defect has a place.

    python benchmarks/mutants.py [chains] [random domains]

The built-in domains with their scenarios and ``chains`` generated chains each (200 by default); then that many random domains
(100 by default) with 5 chains each. Ratios are to grading the unbroken traces of the same chains.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import islice
from random import Random
from time import perf_counter

from intentprops.domain import Domain
from intentprops.mutants import OUTCOMES, Case, defects
from intentprops.mutants.chains import generated
from intentprops.mutants.proof import Proof, Task, prove
from intentprops.scenarios import bundled, find_domain
from intentprops.strategies.random_domains import KINDS, Brick, domain_of


def random_domain(seed: int) -> Domain:
    """A random domain without Hypothesis."""
    random, names = Random(seed), [kind for kind in KINDS for _ in range(KINDS[kind].weight)]
    kinds = ["field"] * random.randint(1, 7) + [random.choice(names) for _ in range(random.randint(2, 26))]
    return domain_of(Brick(kind, random.randrange(KINDS[kind].whiches), random.randrange(KINDS[kind].hows)) for kind in kinds)


def floor(domain: Domain, chains: int) -> float:
    """Correct traces made and graded per second."""
    start = perf_counter()
    for _, scenario in islice(generated(domain, 0), chains):
        Case(domain, scenario).grade()
    return chains / (perf_counter() - start)


def show(name: str, proofs: list[Proof], seconds: float) -> None:
    total: Counter[str] = Counter()
    for proof in proofs:
        for row in proof.rows.values():
            total.update({(f"{row.kind} {outcome}"): count for outcome, count in row.outcomes.items()})
    judged = sum(proof.mutants for proof in proofs)
    counts = {key: total[key] for kind in ("defect", "variant", "control") for o in OUTCOMES if total[key := f"{kind} {o}"]}
    print(f"{name}: {judged:,} mutants and variants in {seconds:.1f} s, {judged / seconds:,.0f}/s: {counts}")


def places(proofs: list[Proof]) -> None:
    """In how many chains each defect has a place, as they come and aimed; and how many of its mutants are equivalent."""
    chains = sum(proof.task.chains for proof in proofs)
    print(f"{'defect':<22} as it comes   aimed   equivalent")
    for defect in defects():
        rows = [proof.rows[defect.name] for proof in proofs]
        plain, more = (sum(row.bites[source] for row in rows) for source in ("chain", "aimed chain"))
        judged, same = sum(row.judged for row in rows), sum(row.outcomes["equivalent"] for row in rows)
        print(f"{defect.name:<22} {plain / chains:>10.0%} {(plain + more) / chains:>8.0%} {same / max(judged, 1):>11.0%}")


def main() -> None:
    chains, domains = (int(given) if given else default for given, default in zip([*sys.argv[1:3], "", ""], (200, 100), strict=False))
    proofs = []
    for name in ("rooms", "mail"):
        domain = find_domain(name)
        scenarios = (*bundled(name, "en"), *bundled(name, "ru"))
        rate, start = floor(domain, 100), perf_counter()
        proofs.append(prove(Task(domain, scenarios, chains)))
        seconds = perf_counter() - start
        show(name, proofs[-1:], seconds)
        print(f"    {proofs[-1].mutants / seconds / rate:.2f} of the rate at which correct traces are made and graded ({rate:,.0f}/s)")
    places(proofs)
    start = perf_counter()
    many = [prove(Task(random_domain(seed), (), 5, seed)) for seed in range(domains)]
    show(f"{domains} random domains", many, perf_counter() - start)
    places(many)


if __name__ == "__main__":
    main()
