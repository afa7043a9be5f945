"""Defects of a running memory: the summaries of a model are broken, and the summary check finds it before planning."""

from __future__ import annotations

import pytest

from intentprops.domains.rooms import rooms
from intentprops.mutants.running import SummaryModel, losing_negations, piling_up
from intentprops.running.dialogue import play
from intentprops.running.memory import with_memory
from intentprops.running.models import find_model
from intentprops.scenarios import bundled
from intentprops.score import grade

SCENARIOS = {(s.id, s.language): s for language in ("en", "ru") for s in bundled("rooms", language)}  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_memory_that_loses_a_negation(language: str) -> None:
    scenario = SCENARIOS["F1", language]  # type: ignore[index]
    model = SummaryModel(find_model("reference", rooms), losing_negations(rooms, language))
    first = grade(rooms, scenario, play(rooms, scenario, with_memory(model, "summary"))).causes[0]
    assert (first.dimension, first.reason, first.stage) == ("summary", "lost_negation", "memory")


def test_a_memory_that_piles_up_both_versions() -> None:
    scenario = SCENARIOS["V3", "en"]
    model = SummaryModel(find_model("reference", rooms), piling_up)
    first = grade(rooms, scenario, play(rooms, scenario, with_memory(model, "summary"))).causes[0]
    assert (first.dimension, first.reason, first.path) == ("summary", "merged_versions", "summary")


def test_the_unbroken_memory_is_green() -> None:
    scenario = SCENARIOS["V3", "en"]
    model = SummaryModel(find_model("reference", rooms), lambda so_far, summary: summary)
    assert grade(rooms, scenario, play(rooms, scenario, with_memory(model, "summary"))).passed
