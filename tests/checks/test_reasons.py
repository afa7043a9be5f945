"""Every reason code is reached by grading a trace file, at its turn and path, and nothing unrelated fails beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from intentprops.findings import REASONS
from intentprops.score import grade
from intentprops.trace import dumps, read_traces
from tests.checks.document import PAGE, page
from tests.checks.examples import EXAMPLES, Example, spoken


def name(example: Example) -> str:
    return f"{example.dimension}-{example.reason}-turn{example.turn}"


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_the_broken_trace_has_the_fault(example: Example, tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    file.write_text(dumps(example.trace()), encoding="utf-8")
    [(_, trace)] = read_traces(file)
    found = grade(example.domain, example.scenario, trace).findings
    assert found, "nothing was found"
    first = found[0]
    assert (first.reason, first.turn, first.path, first.dimension) == (example.reason, example.turn, example.path, example.dimension), found
    assert first.cause is None
    if example.stage is not None:
        assert first.stage == example.stage
    others = {f.reason for f in found[1:]}
    assert others <= example.consequences, found[1:]


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_the_correct_trace_has_none(example: Example) -> None:
    graded = grade(example.domain, example.scenario, spoken(example.domain, example.scenario))
    assert graded.findings == [], graded.findings
    assert graded.passed


def test_every_reason_has_an_example() -> None:
    assert {example.reason for example in EXAMPLES} == set(REASONS)


def test_the_page_of_reasons_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.checks.document"
