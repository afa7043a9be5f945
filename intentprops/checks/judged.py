"""What a judge found in a reply, where a trace has one. It is no registered check: without a judge there is nothing to look at."""

from __future__ import annotations

from collections.abc import Iterator

from intentprops.checks.registry import Check, TurnView
from intentprops.findings import Finding
from intentprops.trace import mapping_or_none


def _found(turn: TurnView) -> Iterator[Finding]:
    judge = mapping_or_none((turn.record.model_extra or {}).get("judge"))
    if judge is not None and judge.get("verdict") == "unsupported":
        yield turn.finding(
            "unfounded_claim", "reply", stage="response", expected=f"only claims that the facts support, says {judge.get('model')}",
            actual=judge.get("quote"),
        )  # fmt: skip


JUDGED = Check("judge", "Response", _found)
