"""The report: what was measured, as data first, then as Markdown. It quotes no sentence of the data, only places in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from benchmarks.sgd.agreement import (
    ORIGINS,
    Agreement,
    Cases,
    Revised,
    annotated_fold,
    finds_claims,
    finds_early_calls,
    finds_idleness,
    finds_old_value,
    misfits,
    permuted,
    plain_fold,
    revised,
)  # fmt: skip
from benchmarks.sgd.explain import CATEGORIES, OPEN, category, finding_category
from benchmarks.sgd.reading import Dialogue, Service
from intentprops.findings import POINTS, REASONS

SEED = 1
EXAMPLES = 5
PLANTED = {
    "old value": ("the old value in the next call after a revision", "superseded_argument"),
    "too early": ("a transaction one turn too early, before the user's yes", "unconfirmed_call"),
    "idle": ("the last transaction left out, nothing but thanks after it", "missing_call"),
    "not done": ("the report of a transaction that was taken out (checks of text are narrow on purpose)", "false_completion_claim"),
}
"""Faults that are put into the record: what they are, and the reason by which each must be found."""


@dataclass
class Measured:
    """All numbers of a report."""

    services: int
    domains: int
    real: Agreement
    control: Agreement
    empty: int
    plain: int
    annotated: int
    revised: list[Revised]
    planted: Mapping[str, Counter[bool]]
    points: Mapping[str, Counter[int | None]]
    calls: dict[str, list[str]]
    findings: dict[tuple[str, ...], list[str]]
    seconds: float
    seed: int

    @property
    def unexplained(self) -> int:
        """The differences that no category explains."""
        return len(self.calls.get(OPEN, ())) + sum(len(places) for (*_, why), places in self.findings.items() if why == OPEN)


def measure(services: Mapping[str, Service], dialogues: Sequence[Dialogue], seed: int = SEED) -> Measured:
    """Judge the dialogues, and the control beside them."""
    start = perf_counter()
    cases, real, control = Cases(services), Agreement(), Agreement()
    calls: dict[str, list[str]] = {}
    findings: dict[tuple[str, ...], list[str]] = {}
    points: dict[str, Counter[int | None]] = {point: Counter() for point in POINTS}
    changed: list[Revised] = []
    planted: dict[str, Counter[bool]] = {name: Counter() for name in PLANTED}
    empty = 0
    for dialogue in dialogues:
        case = cases.of(dialogue)
        wrong = list(misfits(case))
        real.add(case, wrong)
        for misfit in wrong:
            place = f"{misfit.dialogue}, turn {2 * misfit.turn - 1}: `{misfit.path}` is {misfit.actual!r}, expected {misfit.expected!r}"
            calls.setdefault(category(case, misfit), []).append(place)
        for finding in case.graded.findings:
            place = f"{dialogue.id}, turn {2 * finding.turn - 1}: `{finding.path}`"
            findings.setdefault((finding.reason, finding_category(case, finding)), []).append(place)
        for point, judged in case.graded.points.items():
            points[point][judged] += 1
        for revision in revised(case):
            changed.append(revision)
            planted["old value"][finds_old_value(case, revision)] += 1
        planted["too early"].update(finds_early_calls(case))
        planted["not done"].update(finds_claims(case))
        planted["idle"].update(found for found in [finds_idleness(case)] if found is not None)
        empty += sum(_by_defaults(services, call.service, call.method, call.parameters) for a in dialogue.answers for call in a.calls)
    for dialogue in permuted(dialogues, seed):
        case = cases.of(dialogue)
        control.add(case, list(misfits(case)))
    return Measured(
        services=len(services), domains=len(cases.domains), real=real, control=control, empty=empty,
        plain=sum(plain_fold(dialogue, services) for dialogue in dialogues),
        annotated=sum(annotated_fold(dialogue, services) for dialogue in dialogues),
        revised=changed, planted=planted, points=points, calls=calls, findings=findings,
        seconds=perf_counter() - start, seed=seed,
    )  # fmt: skip


def _by_defaults(services: Mapping[str, Service], service: str, method: str, parameters: Mapping[str, str]) -> bool:
    """Whether a call carries nothing but the schema's defaults."""
    defaults = services[service].intent[method].optional_slots
    return all(defaults.get(slot) == value for slot, value in parameters.items())


def markdown(found: Measured) -> str:
    """The report."""
    return "\n".join([*_head(found), *_agreement(found), *_revisions(found), *_faults(found), *_graded(found), *_made_of(found)]) + "\n"


def summary(found: Measured) -> str:
    """The report in five lines."""
    real, control = found.real, found.control
    carried = sum(one.carried == one.new for one in found.revised)
    return "\n".join([
        f"{real.dialogues:,} dialogues, {real.calls:,} calls, {found.seconds:.1f} s",
        f"explained        {real.explained:,} of {real.calls:,} calls ({_percent(real.share)}); superseded values in {real.superseded}",
        f"plain fold       {found.plain:,} ({_percent(found.plain / max(real.calls, 1))});"
        f" annotators' state {found.annotated:,} ({_percent(found.annotated / max(real.calls, 1))})",
        f"control          {control.explained:,} ({_percent(control.share)}) with the calls dealt out anew",
        f"after a revision {carried:,} of {len(found.revised):,} next calls carry the new value;"
        f" the old one, planted, is found in {found.planted['old value'][True]:,}",
        f"graded           {real.passed:,} of {real.dialogues:,} passed; {found.unexplained} differences not explained",
    ])  # fmt: skip


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [f"| {' | '.join(head)} |", f"| {' | '.join('---' if n == 0 else '---:' for n in range(len(head)))} |"]
    return [*lines, *(f"| {' | '.join(str(cell) for cell in row)} |" for row in rows), ""]


def _head(found: Measured) -> list[str]:
    return [
        "# The oracle, judged by dialogues of people", "",
        f"Schema-Guided Dialogue: {found.real.dialogues:,} dialogues with {found.real.calls:,} service calls, {found.services} services,"
        f" {found.domains} domains (one for each set of services that dialogues share). Judged in {found.seconds:.1f} s.", "",
    ]  # fmt: skip


def _agreement(found: Measured) -> list[str]:
    real, control = found.real, found.control
    rows: list[Sequence[object]] = [
        ("**the oracle**", f"{real.explained:,}", _percent(real.share)),
        ("the annotators' latest state with the schema's defaults (it reads the judged turn)", f"{found.annotated:,}",
         _percent(found.annotated / max(real.calls, 1))),
        ("a plain fold of what the user informed of, with the schema's defaults", f"{found.plain:,}",
         _percent(found.plain / max(real.calls, 1))),
        ("the schema's defaults alone", f"{found.empty:,}", _percent(found.empty / max(real.calls, 1))),
        (f"control: the oracle, the calls dealt out anew within each method (seed {found.seed})", f"{control.explained:,}",
         _percent(control.share)),
    ]  # fmt: skip
    lines = ["## What each call must carry", "", *_table(("explained by", f"of {real.calls:,} calls", "share"), rows)]
    lines += [
        f"In {real.carrying:,} calls a value was carried over from another service, which no act says: without them, the acts alone"
        f" explain at least {_percent((real.explained - real.carrying) / max(real.calls, 1))}.", "",
    ]  # fmt: skip
    lines += [f"Superseded values: in {real.superseded:,} calls; in the control in {control.superseded:,}.", ""]
    lines += ["Arguments that differ from what the oracle expects, each in a category:", ""]
    return lines + _places({(why,): places for why, places in found.calls.items()})


def _places(differences: Mapping[tuple[str, ...], Sequence[str]]) -> list[str]:
    lines = []
    for key, places in sorted(differences.items()):
        name = f"`{key[0]}`, " if len(key) > 1 else ""
        lines.append(f"- {name}{len(places)}: {CATEGORIES[key[-1]]}")
        lines += [f"  - {place}" for place in places[:EXAMPLES]]
        if len(places) > EXAMPLES:
            lines.append(f"  - and {len(places) - EXAMPLES} more")
    return [*(lines or ["- none"]), ""]


def _revisions(found: Measured) -> list[str]:
    rows = []
    for name, kind in (("by the user's words", False), ("by an accepted offer", True)):
        ones = [one for one in found.revised if one.accepted == kind]
        rows.append((name, len(ones), sum(one.carried == one.new for one in ones), sum(one.carried == one.old for one in ones)))
    return [
        "## The next call after a revision", "",
        *_table(("a known value is replaced", "next calls", "carry the new value", "carry the old one"), rows),
    ]


def _faults(found: Measured) -> list[str]:
    rows = [
        (text, f"`{reason}`", f"{sum(found.planted[name].values()):,}", f"{found.planted[name][True]:,}")
        for name, (text, reason) in PLANTED.items()
    ]  # fmt: skip
    return [
        "## Faults put into the record", "",
        "An oracle that finds nothing proves nothing: each fault is put into the recorded dialogues, one at a time.", "",
        *_table(("fault", "must be found as", "planted", "found there"), rows),
    ]  # fmt: skip


def _graded(found: Measured) -> list[str]:
    rows = [(point, *(f"{found.points[point][judged]:,}" for judged in (1, 0, None))) for point in POINTS]
    reasons = sorted(found.control.reasons.items(), key=lambda pair: -pair[1])
    return [
        "## What grading says of the whole dialogues", "",
        f"{found.real.passed:,} of {found.real.dialogues:,} passed; in the control {found.control.passed:,}.", "",
        *_table(("point", "right", "wrong", "not judged"), rows),
        "Every finding, by its reason and why it is there (friction does not fail a dialogue):", "",
        *_places(dict(found.findings)),
        "Findings in the control: " + (", ".join(f"{n:,} `{reason}` ({REASONS[reason][0]})" for reason, n in reasons) or "none") + ".", "",
    ]  # fmt: skip


def _made_of(found: Measured) -> list[str]:
    total = sum(found.real.origins.values()) or 1
    origins = [(text, f"{found.real.origins[name]:,}", _percent(found.real.origins[name] / total)) for name, text in ORIGINS.items()]
    changes = [(name, f"{number:,}") for name, number in found.real.changes.most_common()]
    return [
        "## What the chains are made of", "", *_table(("change", "number"), changes),
        *_table(("the value of an argument was", "arguments", "share"), origins),
    ]  # fmt: skip
