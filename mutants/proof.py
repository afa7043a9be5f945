"""The proof of a grader: every defect and every variant, broken into scenarios and generated chains, and judged.

What comes of it is data: for each defect or variant its verdicts, and for each check and reason what it alone caught. Tables
are made of it elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from random import Random
from typing import Any, Literal, TypeAlias

from intentprops.changes import Scenario
from intentprops.checks import registered
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.findings import REASONS
from intentprops.mutants.case import Case
from intentprops.mutants.chains import aimed, generated
from intentprops.mutants.judge import OUTCOMES, Outcome, Verdict, control, judge
from intentprops.mutants.shape import Defect, Needs, Site, Variant, defects, variants
from intentprops.strategies.moves import Move

FORMAT = 1
CONTROL = "control"
Source: TypeAlias = Literal["scenario", "chain", "aimed chain"]


@dataclass(frozen=True, slots=True)
class Judged:
    """One verdict of a proof. ``checks`` and ``reasons`` are those of all that was found."""

    name: str
    source: Source
    case: str
    site: str
    outcome: Outcome
    detail: str = ""
    checks: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Task:
    """What a proof is made over: a domain, some of its scenarios, and a number of generated chains from a seed.

    Of a scenario every site of every defect is broken; of a chain one site of each, and where it has none, a chain that is aimed
    at what the defect needs.
    """

    domain: Domain
    scenarios: tuple[Scenario, ...] = ()
    chains: int = 50
    seed: int = 0
    only: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.chains, bool) or not isinstance(self.chains, int) or self.chains < 0:
            raise IntentpropsError(f"chains {self.chains!r}: give a whole number from 0")
        if not self.scenarios and not self.chains:
            raise IntentpropsError("there is nothing to break: give scenarios, or a number of chains from 1")

    @property
    def chosen(self) -> list[Defect | Variant]:
        every: list[Defect | Variant] = [*defects(), *variants()]
        return [one for one in every if not self.only or one.name in self.only]

    @property
    def size(self) -> int:
        """The number of cases: scenarios and chains."""
        return len(self.scenarios) + self.chains


@dataclass
class Row:
    """What became of one defect, one variant, or the controls. ``bites`` says in how many cases of each source it had a place."""

    name: str
    kind: Literal["defect", "variant", "control"]
    text: str
    expects: tuple[dict[str, Any], ...] = ()
    documented: bool = False
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    bites: Counter[Source] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    cases: dict[str, Counter[Outcome]] = field(default_factory=dict)
    problems: list[Judged] = field(default_factory=list)

    @property
    def judged(self) -> int:
        return sum(self.outcomes.values()) - self.outcomes["not applicable"]

    @property
    def verdict(self) -> str:
        """In a word: ``right``, ``wrong``, ``changes nothing``, or ``no place`` where the domain gives it none."""
        if self.problems:
            return "wrong"
        if not self.judged:
            return "no place"
        if self.kind == "defect" and not self.outcomes["killed"]:
            return "changes nothing"
        return "right"

    @property
    def passed(self) -> bool:
        return self.verdict in ("right", "no place")


@dataclass
class Need:
    """What a check, or a reason code, is needed for: the mutants that nothing else caught, and their defects."""

    alone: int = 0
    defects: Counter[str] = field(default_factory=Counter)


@dataclass
class Proof:
    """The kill matrix of a domain, and what would be missed without each check."""

    task: Task
    rows: dict[str, Row]
    checks: dict[str, Need]
    reasons: dict[str, Need]
    cases: int = 0

    @classmethod
    def of(cls, task: Task) -> Proof:
        """An empty proof."""
        rows = {CONTROL: Row(CONTROL, "control", "The correct agent, whatever it exposes of its memory.")}
        for one in task.chosen:
            if isinstance(one, Defect):
                expects = tuple(asdict(expect) for expect in one.expected)
                rows[one.name] = Row(one.name, "defect", one.text, expects, one.documented)
            else:
                rows[one.name] = Row(one.name, "variant", one.text)
        needs = {one.name: Need() for one in registered()}
        return cls(task, rows, needs, {reason: Need() for reason in REASONS})

    @property
    def passed(self) -> bool:
        """Whether all that had a place was killed for the right reason, or green, and something had a place at all."""
        bitten = any(row.kind == "defect" and row.judged for row in self.rows.values())
        return bitten and all(row.passed for row in self.rows.values())

    @property
    def mutants(self) -> int:
        """How many mutants and variants were judged; controls are not counted."""
        return sum(row.judged for row in self.rows.values() if row.kind != "control")

    @property
    def unneeded(self) -> list[str]:
        """The checks, and reason codes, without which nothing here would have been missed."""
        return [name for name, need in (*self.checks.items(), *self.reasons.items()) if not need.alone]

    def add(self, judged: Iterable[Judged]) -> None:
        """Take in the verdicts of one case."""
        self.cases += 1
        bitten: set[tuple[str, Source]] = set()
        for one in judged:
            row = self.rows[one.name]
            row.outcomes[one.outcome] += 1
            row.cases.setdefault(one.case, Counter())[one.outcome] += 1
            row.checks.update(one.checks)
            if one.outcome != "not applicable":
                bitten.add((one.name, one.source))
            if one.outcome in ("killed wrongly", "survived", "false alarm", "error"):
                row.problems.append(one)
            if one.outcome == "killed":
                self._need(one)
        for name, source in bitten:
            self.rows[name].bites[source] += 1

    def _need(self, one: Judged) -> None:
        for names, needs in ((one.checks, self.checks), (one.reasons, self.reasons)):
            if len(names) == 1 and names[0] in needs:
                needs[names[0]].alone += 1
                needs[names[0]].defects[one.name] += 1

    def to_json(self) -> dict[str, Any]:
        """The file of a proof (format 1)."""
        return {
            "format": FORMAT, "domain": self.task.domain.name, "seed": self.task.seed, "chains": self.task.chains,
            "scenarios": [f"{scenario.id} ({scenario.language})" for scenario in self.task.scenarios],
            "passed": self.passed, "mutants": self.mutants, "rows": [_row(row) for row in self.rows.values()],
            "missed_without": {
                "checks": {name: dict(need.defects) for name, need in self.checks.items()},
                "reasons": {name: dict(need.defects) for name, need in self.reasons.items()},
            },
            "unneeded": self.unneeded,
        }  # fmt: skip


def _row(row: Row) -> dict[str, Any]:
    return {
        "name": row.name, "kind": row.kind, "text": row.text, "documented": row.documented, "expects": list(row.expects),
        "verdict": row.verdict, "outcomes": {name: row.outcomes[name] for name in OUTCOMES if row.outcomes[name]},
        "bites": dict(row.bites), "checks": dict(row.checks),
        "cases": {case: dict(found) for case, found in row.cases.items() if not case.startswith("chain-")},
        "problems": [
            {"case": p.case, "site": p.site, "outcome": p.outcome, "detail": p.detail} for p in row.problems
        ],
    }  # fmt: skip


def prove(task: Task) -> Proof:
    """Break and judge all that a task asks for."""
    proof = Proof.of(task)
    for number in range(task.size):
        proof.add(judge_case(task, number))
    return proof


def concluded(proof: Proof) -> Proof:
    """The proof, if there was anything to prove. Raises :class:`IntentpropsError` where the domain gives no defect a place."""
    chosen = [row for row in proof.rows.values() if row.kind == "defect"]
    if chosen and not any(row.judged for row in chosen):
        raise IntentpropsError(
            f"domain {proof.task.domain.name!r}: no defect has a place in {proof.cases} dialogues, so nothing is proved;"
            " its goals owe nothing, or no field can be revised"
        )
    return proof


def judge_case(task: Task, number: int) -> list[Judged]:
    """All verdicts of one scenario, or of one chain and those that are aimed from it."""
    if number < len(task.scenarios):
        return list(_of_scenario(task, task.scenarios[number]))
    return list(_of_chain(task, number - len(task.scenarios)))


def _of_scenario(task: Task, scenario: Scenario) -> Iterator[Judged]:
    case = Case(task.domain, scenario)
    name = f"{scenario.id} ({scenario.language})"
    green = control(case)
    yield _judged(CONTROL, "scenario", name, green)
    for one in task.chosen if green.right else ():
        sites = _sites(case, one)
        if not sites:
            yield _judged(one.name, "scenario", name, Verdict("not applicable"))
        for site in sites:
            yield _judged(one.name, "scenario", name, site if isinstance(site, Verdict) else judge(case, one, site))


def _of_chain(task: Task, number: int) -> Iterator[Judged]:
    """One site of each defect; the chains of even numbers are Russian, so that both languages are spoken."""
    moves, scenario = _chain(task, number)
    case = Case(task.domain, scenario)
    green = control(case)
    yield _judged(CONTROL, "chain", scenario.id, green)
    targets: dict[Any, _Aimed] = {}
    for one in task.chosen if green.right else ():
        source: Source = "chain"
        there, sites = case, _sites(case, one)
        if not sites:
            target = targets.setdefault(one.needs, _Aimed(task, one.needs, moves, number))
            source, (there, sites) = "aimed chain", target.bitten(one) or (case, [])
        if not sites:
            yield _judged(one.name, "chain", scenario.id, Verdict("not applicable"))
            continue
        site = Random(f"{task.seed}-{number}-{one.name}").choice(sites)
        verdict = site if isinstance(site, Verdict) else judge(there, one, site)
        yield _judged(one.name, source, there.scenario.id, verdict)


def _chain(task: Task, number: int) -> tuple[list[Move], Scenario]:
    """The chain of a number: each has a seed of its own, so that they can be made in any order."""
    moves, scenario = next(islice(generated(task.domain, task.seed * 1_000_003 + number), 1))
    return moves, _spoken(scenario, number, f"chain-{task.seed}-{number}")


class _Aimed:
    """The chains that are aimed at one need, made when they are asked for; defects of one need share them."""

    def __init__(self, task: Task, needs: Needs, moves: list[Move], number: int) -> None:
        name = needs.replace(" ", "-") if isinstance(needs, str) else needs.__name__.strip("_")
        self.task, self.number = task, number
        self.chains = aimed(task.domain, moves, needs, f"chain-{task.seed}-{number}-{name}")
        self.made: list[Case] = []

    def bitten(self, one: Defect | Variant) -> tuple[Case, list[Site | Verdict]] | None:
        """The first of them that gives a defect a place; such a chain is a control as well."""
        for case in self._cases():
            if sites := _sites(case, one):
                green = control(case)
                return case, sites if green.right else [green]
        return None

    def _cases(self) -> Iterator[Case]:
        yield from list(self.made)
        for scenario in self.chains:
            self.made.append(Case(self.task.domain, _spoken(scenario, self.number, scenario.id)))
            yield self.made[-1]


def _spoken(scenario: Scenario, number: int, name: str) -> Scenario:
    return replace(scenario, id=name, language="en" if number % 2 else "ru")


def _sites(case: Case, one: Defect | Variant) -> list[Site | Verdict]:
    """The sites of a defect in a case; what it raises while it looks for them is a verdict."""
    try:
        return list(one.sites(case))
    except Exception as problem:
        return [Verdict("error", f"while looking for its sites: {type(problem).__name__}: {problem}")]


def _judged(name: str, source: Source, case: str, verdict: Verdict) -> Judged:
    checks = tuple(dict.fromkeys(finding.check for finding in verdict.findings))
    reasons = tuple(dict.fromkeys(finding.reason for finding in verdict.findings))
    return Judged(name, source, case, str(verdict.site or ""), verdict.outcome, verdict.detail, checks, reasons)


