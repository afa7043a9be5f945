"""The kill matrix as the page shows it, from the document that ``intentprops verify`` keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from intentprops.errors import IntentpropsError

OUTCOMES = ("killed", "killed wrongly", "survived", "equivalent", "green", "false alarm", "error", "not applicable")
"""In the order of the columns."""
_WORST = ("error", "false alarm", "survived", "killed wrongly", "killed", "green", "equivalent", "not applicable")


@dataclass(frozen=True)
class ProofRow:
    """A defect or variant: its outcomes, and one outcome, the worst, for each scenario."""

    name: str
    text: str
    documented: bool
    verdict: str
    caught_by: Sequence[str]
    outcomes: Mapping[str, int]
    cases: Sequence[tuple[str, str]]
    problems: Sequence[Mapping[str, Any]]

    @property
    def told(self) -> str:
        """The strip of scenarios in words, for who does not see it."""
        counts = Counter(outcome for _, outcome in self.cases)
        return ", ".join(f"{count} {outcome}" for outcome, count in counts.items())


@dataclass(frozen=True)
class ProofView:
    """A proof. ``needs`` says of each check which defects it alone caught, and how many mutants of them."""

    domain: str
    passed: bool
    mutants: int
    outcomes: Sequence[str]
    rows: Sequence[ProofRow]
    needs: Sequence[tuple[str, Sequence[str], int]]

    @classmethod
    def of(cls, document: Any) -> ProofView:
        """Raises :class:`IntentpropsError` for what is no document of a proof."""
        try:
            rows = [_row(row) for row in document["rows"]]
            needs = [(str(name), list(found), sum(found.values())) for name, found in document["missed_without"]["checks"].items()]
            return cls(str(document["domain"]), bool(document["passed"]), int(document["mutants"]), OUTCOMES, rows, needs)
        except (KeyError, TypeError, AttributeError, ValueError) as problem:
            raise IntentpropsError(f"this is no proof that 'intentprops verify --out' wrote: {problem!r}") from None


def _row(row: Mapping[str, Any]) -> ProofRow:
    expects = [f"{expect['check']}: {expect['reason']}" for expect in row["expects"]]
    return ProofRow(
        str(row["name"]), str(row["text"]), bool(row["documented"]), str(row["verdict"]), list(dict.fromkeys(expects)),
        Counter({name: int(row["outcomes"].get(name, 0)) for name in OUTCOMES}),
        [(str(case), min(found, key=_WORST.index)) for case, found in row["cases"].items() if found], list(row["problems"]),
    )  # fmt: skip
