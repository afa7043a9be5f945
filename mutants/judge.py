"""One mutant, one verdict: whether what must catch it did, first and for the right reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args
from weakref import WeakKeyDictionary

from intentprops.checks import Check, registered
from intentprops.findings import Finding
from intentprops.mutants.agent import Exposed
from intentprops.mutants.case import Case
from intentprops.mutants.normal import normal
from intentprops.mutants.shape import Defect, Expect, Site, Variant
from intentprops.score import Grade, grade
from intentprops.trace import TurnRecord

Outcome: TypeAlias = Literal[
    "killed", "killed wrongly", "survived", "equivalent", "green", "false alarm", "not applicable", "error"
]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
RIGHT: frozenset[Outcome] = frozenset({"killed", "equivalent", "green", "not applicable"})
"""The outcomes that a proof may have; each of the others is a fault of a check, of a defect, or of the grader."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant, or of a variant.

    *killed*: the first root cause is the expected one, and no other stands beside it. *killed wrongly*: it was found, but
    by another check, at another path or turn, for another reason, at another stage, or too late; ``detail`` says which.
    *survived*: nothing failed. *equivalent*: its normalized trace is that of the original. *green* and *false alarm* are
    of variants and controls. *not applicable*: the case gave it no place. *error*: it could not be made or judged.
    ``findings`` are all that were found, causes and consequences.
    """

    outcome: Outcome
    detail: str = ""
    site: Site | None = None
    findings: Sequence[Finding] = ()

    @property
    def right(self) -> bool:
        return self.outcome in RIGHT


def control(case: Case) -> Verdict:
    """The correct trace itself, which must be green, whatever the agent exposes of its memory."""
    if case not in _CONTROLS:
        _CONTROLS[case] = _control(case)
    return _CONTROLS[case]


_CONTROLS: WeakKeyDictionary[Case, Verdict] = WeakKeyDictionary()


def _control(case: Case) -> Verdict:
    for exposed in get_args(Exposed):
        verdict = _harmless(case.grade(exposed), None)
        if not verdict.right:
            return replace(verdict, detail=f"{verdict.detail} (an agent that exposes {exposed})")
    return verdict


def judge(case: Case, one: Defect | Variant, site: Site, checks: Iterable[Check] | None = None) -> Verdict:
    """Break a case at a site and judge what comes of it. ``checks`` are those to judge with; by default all that are
    registered. Never raises for what a defect of a user's own does."""
    try:
        trace = case.broken(site)
        if isinstance(one, Defect) and normal(case.domain, trace) == normal(case.domain, case.exposing(site.exposed)):
            return Verdict("equivalent", site=site)
        graded = grade(case.domain, case.scenario, trace, checks=checks)
    except Exception as problem:
        return Verdict("error", f"{type(problem).__name__}: {problem}", site)
    if isinstance(one, Variant):
        return _harmless(graded, site)
    return _death(case, one, site, trace, graded, None if checks is None else tuple(checks))


def _harmless(graded: Grade, site: Site | None) -> Verdict:
    failing = [finding for finding in graded.findings if finding.fails]
    if graded.error is not None:
        return Verdict("error", graded.error, site)
    if failing:
        return Verdict("false alarm", told(failing[0]), site, tuple(failing))
    return Verdict("green", site=site)


def expected_at(one: Defect, site: Site) -> tuple[Expect, ...]:
    return tuple(site.expects) or one.expected


def _death(
    case: Case, one: Defect, site: Site, trace: list[TurnRecord], graded: Grade, checks: tuple[Check, ...] | None
) -> Verdict:
    expects = expected_at(one, site)
    first = expects[0]
    causes = graded.causes
    if first.friction:
        if causes:
            return Verdict("killed wrongly", f"{told(causes[0])}, and friction fails nothing", site, causes)
        causes = [finding for finding in graded.findings if finding.dimension == "friction"]
    if not causes:
        return Verdict("survived", site=site)
    found = causes if first.friction else [finding for finding in graded.findings if finding.fails]
    if (why := _unlike(causes[0], first, site)) is not None:
        return Verdict("killed wrongly", why, site, found)
    for other in causes[1:]:
        if not first.friction and not any(expect.fits(other) for expect in expects):
            return Verdict("killed wrongly", f"beside the root cause stands {told(other)}", site, found)
    if first.before is not None and not _found_before_calls(case, site, trace, first, checks):
        return Verdict("killed wrongly", f"too late: {told(causes[0])} is not found before the calls of the turn", site, found)
    return Verdict("killed", site=site, findings=found)


def _unlike(finding: Finding, expect: Expect, site: Site) -> str | None:
    """How a root cause differs from the expected one."""
    pairs = (
        ("check", finding.check, expect.check), ("reason", finding.reason, expect.reason), ("path", finding.path, site.path),
        ("turn", finding.turn, site.turn), ("stage", finding.stage, expect.stage),
    )  # fmt: skip
    wrong = [f"{name} {got} instead of {want}" for name, got, want in pairs if got != want]
    if not wrong and not expect.fits(finding):
        wrong = [f"path {finding.path} is none of {expect.path}"]
    return f"{', '.join(wrong)}: {told(finding)}" if wrong else None


def _found_before_calls(
    case: Case, site: Site, trace: list[TurnRecord], expect: Expect, checks: tuple[Check, ...] | None
) -> bool:
    """Whether the finding is there while the calls of its turn, and all that follows, have not happened."""
    early = [record.model_copy(deep=True) for record in trace[: site.turn]]
    early[-1] = early[-1].model_copy(update={
        "tool_calls": [], "assistant_message": None, "offers": None, "questions": None, "results": None,
    })  # fmt: skip
    chosen = registered() if checks is None else checks
    found = grade(case.domain, case.scenario, early, checks=[one for one in chosen if one.name == expect.check]).findings
    return any(expect.fits(finding) and (finding.path, finding.turn) == (site.path, site.turn) for finding in found)


def told(finding: Finding) -> str:
    """A finding in a few words."""
    return f"{finding.check} found {finding.reason} at {finding.path} in turn {finding.turn} ({finding.stage})"
