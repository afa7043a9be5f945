"""The comparison as Markdown: numbers first, then each annotated dialogue, then those that were read by machine alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from benchmarks.real.comparison import Case, Log
from benchmarks.real.readings import Agreement

RIGHT = {"both": "both", "ours": "ours", "benchmark": "the benchmark", "neither": "neither", "open": "not looked at"}
"""Who is right about a dialogue."""


@dataclass(frozen=True)
class Opinion:
    """What a reading of a dialogue says of the two verdicts: who is right, and why."""

    right: str
    why: str


@dataclass(frozen=True)
class Drafted:
    """A log's dialogues as the reader alone understands them: those that were corrected, and all others."""

    agreement: Agreement
    corrected: Sequence[Case]
    others: Sequence[Case]


def rewarded(cases: Iterable[Case]) -> Counter[tuple[str, bool]]:
    """How many dialogues have each verdict, with the full reward and without it."""
    return Counter((case.verdict, case.reward == 1.0) for case in cases)


def heading(log: Log, cases: Sequence[Case], opinions: dict[str, Opinion], drafted: Drafted) -> str:
    """One log."""
    return "\n\n".join([
        f"## {log.title}",
        f"{len(cases)} dialogues were annotated, and {len(drafted.others)} more were read by the reference reader alone.",
        "Annotated dialogues by verdict:", crosstab(cases),
        f"Who is right: {_counted(opinions[case.id].right if case.id in opinions else 'open' for case in cases)}.",
        table(cases, opinions),
        "### Drafts", _drafts(drafted, cases),
    ])  # fmt: skip


def crosstab(cases: Sequence[Case]) -> str:
    counts = rewarded(cases)
    rows = [
        f"| {verdict} | {counts[verdict, True]} | {counts[verdict, False]} |"
        for verdict in ("right", "wrong", "unsure", "nothing to judge")
    ]
    return "\n".join(["| we say | full reward | less |", "| --- | ---: | ---: |", *rows])


def table(cases: Iterable[Case], opinions: dict[str, Opinion]) -> str:
    """Each dialogue on a line."""
    rows = ["| dialogue | we say | root cause | reward | right | why |", "| --- | --- | --- | ---: | --- | --- |"]
    for case in cases:
        opinion = opinions.get(case.id, Opinion("open", ""))
        rows.append(
            f"| {case.id} | {case.verdict} | {'; '.join(case.causes)} | {case.reward:.2f} | {RIGHT[opinion.right]} | {opinion.why} |"
        )
    return "\n".join(rows)


def _drafts(drafted: Drafted, corrected: Sequence[Case]) -> str:
    found = drafted.agreement
    kinds = sorted(found.corrected | found.drafted, key=lambda kind: -found.corrected[kind])
    rows = [
        f"| {kind} | {found.corrected[kind]} | {found.drafted[kind]} | {_percent(found.precision(kind))} | {_percent(found.recall(kind))} |"
        for kind in kinds
    ]
    rows.append(
        f"| all | {found.corrected.total()} | {found.drafted.total()} | {_percent(found.precision())} | {_percent(found.recall())} |"
    )
    same = sum(one.verdict == other.verdict and one.causes == other.causes for one, other in zip(drafted.corrected, corrected, strict=True))
    reasons = Counter(cause.reason for case in drafted.others for cause in case.judged.grade.causes)
    return "\n\n".join([
        "What the drafts say, against the corrected annotations, in statements:",
        "\n".join(["| kind | corrected | drafted | precision | recall |", "| --- | ---: | ---: | ---: | ---: |", *rows]),
        f"By the draft alone {same} of {len(corrected)} annotated dialogues have the same verdict and causes.",
        f"The other {len(drafted.others)} dialogues, by drafts:", crosstab(drafted.others),
        f"Their root causes by reason: {_counted(reasons.elements())}.",
    ])  # fmt: skip


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.0%}"


def _counted(names: Iterable[str]) -> str:
    counts = Counter(names)
    return ", ".join(f"{RIGHT.get(name, name)} {count}" for name, count in counts.most_common()) or "none"
