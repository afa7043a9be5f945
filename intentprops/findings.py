"""Findings: what a check found, as data; the words and colours are made elsewhere from the same data."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from intentprops.domain import Domain

Dimension: TypeAlias = Literal["State", "Invalidation", "Function", "Arguments", "Response", "summary", "protocol", "friction"]
Stage: TypeAlias = Literal["interpretation", "memory", "planning", "execution", "response", "unknown"]

POINTS: tuple[Dimension, ...] = ("State", "Invalidation", "Function", "Arguments", "Response")
"""The five dimensions that are scored."""
FAILING: tuple[Dimension, ...] = (*POINTS, "summary", "protocol")
"""The dimensions whose findings fail a scenario; friction never does."""
STAGES: tuple[Stage, ...] = ("interpretation", "memory", "planning", "execution", "unknown", "response")
"""In the order in which a turn goes through them. ``unknown`` is an action whose agent does not expose its state: it
stands before the response, since a reply is made after the actions."""

REASONS: Mapping[str, tuple[Dimension, str]] = {
    "stale_value": ("State", "a superseded value is still active"),
    "lost_value": ("State", "a value that the user said is gone"),
    "merged_versions": ("State", "old and new value stand side by side as one"),
    "wrong_value": ("State", "a value that nobody said"),
    "wrong_goal": ("State", "another goal than the active one"),
    "wrong_status": ("State", "another status than the active one"),
    "permission_leak": ("State", "a tool is permitted that the active version does not permit"),
    "permission_lost": ("State", "a tool is not permitted that the active version permits"),
    "missing_supersession": ("State", "a replaced value is missing from the log"),
    "false_supersession": ("State", "the log claims a replacement that never was"),
    "wrong_disposition": ("State", "the old goal is recorded with another disposition than the user gave it"),
    "revision_regressed": ("State", "the state changed and its revision did not rise"),
    "invariant_violated": ("State", "the state breaks a rule of its domain"),
    "stale_result_used": ("Invalidation", "an outdated result is used as if it were current"),
    "not_invalidated": ("Invalidation", "an outdated result stayed current and was not obtained again"),
    "lost_result": ("Invalidation", "a result that still holds is treated as outdated"),
    "unsuitable_candidate": ("Invalidation", "an item does not satisfy the active constraints"),
    "standing_effect": ("Invalidation", "an outdated effect was neither undone nor mentioned"),
    "queue_revision_mismatch": ("Function", "a queued action of an older version ran"),
    "unconfirmed_resume": ("Function", "a paused or changed task went on without a yes"),
    "unconfirmed_call": ("Function", "a call that needs a yes was made without one that covers it"),
    "duplicate_effect": ("Function", "an effect that stands was made again"),
    "forbidden_call": ("Function", "a call that the active version does not permit"),
    "missing_call": ("Function", "an owed call was never made"),
    "superseded_argument": ("Arguments", "a call carries a superseded value"),
    "wrong_argument": ("Arguments", "a call carries a value that the user did not say"),
    "invalid_arguments": ("Arguments", "the arguments do not fit the tool's schema"),
    "false_completion_claim": ("Response", "the reply claims an act that was not done"),
    "unfounded_claim": ("Response", "the reply claims what is not known"),
    "announced_old_plan": ("Response", "the reply announces an act that is not permitted"),
    "contradicts_state": ("Response", "the reply names a superseded value as the current one"),
    "wrong_selection": ("Response", "the offered items, their order or number are not the ones asked for"),
    "missing_question": ("Response", "a question that had to be asked was not asked"),
    "lost_negation": ("summary", "the summary asks for what the user forbade"),
    "acted_before_commit": ("protocol", "an action was planned before the new version was committed"),
    "needless_question": ("friction", "a question whose answer is known"),
    "repeated_question": ("friction", "a question that was asked before"),
    "needless_search": ("friction", "a search whose answer was at hand"),
}  # fmt: skip
"""Every reason code: the dimension it belongs to (summary reuses three of State) and what it means."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault: where, why, and enough to act on.

    ``path`` is a state path (``constraints.attendees``), a result (``results.search_results``), or a place in the turn
    (``calls[2].capacity``, ``reply``). ``about`` are the state paths that it concerns, by which consequences are told
    from causes; ``follows`` are further ones that it may follow from, though it is no cause of faults there. ``cause`` is
    the index of the root cause in the ordered list, ``None`` for a cause itself.
    """

    dimension: Dimension
    check: str
    turn: int
    path: str
    reason: str
    stage: Stage
    expected: Any = None
    actual: Any = None
    about: frozenset[str] = frozenset()
    critical: bool = False
    cause: int | None = None
    follows: frozenset[str] = frozenset()

    @property
    def fails(self) -> bool:
        return self.dimension in FAILING

    def to_json(self) -> dict[str, Any]:
        return {
            "dimension": self.dimension, "check": self.check, "turn": self.turn, "path": self.path, "reason": self.reason,
            "stage": self.stage, "expected": self.expected, "actual": self.actual, "about": sorted(self.about),
            "critical": self.critical, "cause": self.cause,
        }  # fmt: skip


_ORDER = {dimension: n for n, dimension in enumerate(("summary", "protocol", *POINTS, "friction"))}


def with_causes(domain: Domain, findings: Iterable[Finding]) -> list[Finding]:
    """Order findings by turn, then along the stages, and tie each consequence to its root cause.

    Within a stage the calls stand in the order made, and of one call the critical finding stands first.
    The first finding is a cause. A later one is a consequence of the first cause whose paths it shares, depends on or follows;
    otherwise it is a cause of its own. What is wrong in a state and stays as it was has the cause that it had. Friction is no
    cause of anything.
    """
    ordered = sorted(findings, key=_place)
    done: list[Finding] = []
    for finding in ordered:
        reach = _reach(domain, finding) | _with_fields(domain, finding.follows)
        cause = next(
            (n for n, f in enumerate(done) if f.cause is None and f.fails and finding.fails and _reach(domain, f) & reach),
            None,
        )
        done.append(replace(finding, cause=cause if cause is not None else _stayed(finding, done)))
    return done


def _stayed(finding: Finding, earlier: Sequence[Finding]) -> int | None:
    """The cause of the same fault of the state in an earlier turn."""
    said = ("check", "path", "reason", "expected", "actual")
    if finding.dimension != "State" or not finding.fails:
        return None
    return next((f.cause for f in reversed(earlier) if all(getattr(f, name) == getattr(finding, name) for name in said)), None)


def _place(finding: Finding) -> tuple[Any, ...]:
    call = re.match(r"calls\[(\d+)\]", finding.path)
    number = int(call[1]) if call else sys.maxsize
    later = call is not None and not finding.critical
    return not finding.fails, finding.turn, STAGES.index(finding.stage), number, later, _ORDER[finding.dimension]


def _reach(domain: Domain, finding: Finding) -> frozenset[str]:
    """The paths that a finding concerns, with the fields below each result among them."""
    named = not finding.path.startswith(("calls[", "reply", "summary"))
    return _with_fields(domain, {finding.path} | finding.about if named else finding.about)


def _with_fields(domain: Domain, some: Iterable[str]) -> frozenset[str]:
    paths = set(some)
    for path in list(paths):
        name = path.removeprefix("results.").removeprefix("effects.")
        if name in domain.result:
            paths |= {"constraints." + field for field in domain.depends(name)}
    return frozenset(paths)
