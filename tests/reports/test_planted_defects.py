"""From the page alone of a dialogue with a planted defect: turn, path, reason, stage and root cause of each can be named."""

from __future__ import annotations

import pytest

from intentprops.domain import Domain
from intentprops.mutants import Defect, Variant, defects, variants
from intentprops.reports.graph import graph
from intentprops.reports.html.page import _environment
from intentprops.reports.text import value
from intentprops.reports.timeline import Timeline, timeline
from intentprops.score import grade
from tests.mutants.test_examples import examples
from tests.reports.pages import Page


def shown(domain: Domain, line: Timeline) -> tuple[str, str]:
    """The text of the verdict of a dialogue in the page, and that of its turns."""
    body = _environment("en").get_template("dialogue.html").render(d=line, g=graph(domain), number=0)
    verdict, turns = body.split('<ol class="turns">')
    return Page(verdict).words, Page(turns).words


@pytest.mark.parametrize("defect", list(defects()), ids=lambda defect: defect.name)
def test_the_page_tells_what_was_planted(defect: Defect) -> None:
    for case, site in examples(defect):
        graded = grade(case.domain, case.scenario, case.broken(site))
        line = timeline(case.domain, graded)
        verdict, turns = shown(case.domain, line)
        first = line.faults[0]
        assert (first.turn, first.path) == (site.turn, site.path)
        assert f"{first.reason} at {first.path}" in turns, "it stands where it happened"
        if defect.expected[0].friction:
            assert "Root cause" not in verdict
            assert f"friction {first.reason}" in turns
            continue
        assert verdict.count("Root cause") == len(line.causes) >= 1
        said = verdict[verdict.index("Root cause") :]
        stage = "stage unknown" if first.stage == "unknown" else first.stage
        tool = f" ( {line.tool_of(first)} )" if line.tool_of(first) else ""
        critical = "critical " if first.critical else ""
        assert said.startswith(f"Root cause turn {first.turn} {first.dimension} {critical}{first.reason} at {first.path}{tool}")
        assert f"· {stage}" in said
        for thing in (first.expected, first.actual):
            told = thing if isinstance(thing, str) and "\n" in thing else value(thing, 600)
            assert thing in (None, []) or " ".join(told.split()) in said
        after = line.consequences(0)
        assert ("What followed from it" in said) == bool(after)
        assert turns.count("follows from") == sum(fault.role == "consequence" for fault in line.faults)


@pytest.mark.parametrize("variant", list(variants()), ids=lambda variant: variant.name)
def test_the_page_of_a_right_dialogue_names_no_cause(variant: Variant) -> None:
    for case, site in examples(variant):
        line = timeline(case.domain, grade(case.domain, case.scenario, case.broken(site)))
        verdict, turns = shown(case.domain, line)
        assert "did what the active version asks for" in verdict
        assert "Root cause" not in verdict + turns
        assert "wrong now" not in turns, "and none of its arguments is marked"
