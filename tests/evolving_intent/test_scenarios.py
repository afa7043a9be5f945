"""Each scenario in each memory mode: the five points of a dialogue that is played here and now."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from intentprops.findings import POINTS
from intentprops.reports.dialogue import render
from intentprops.running.experiment import Experiment, Slot


def test_scenario(cell: tuple[Experiment, Slot], record_property: Callable[[str, object], None]) -> None:
    experiment, slot = cell
    graded = experiment.judge(experiment.play(slot))
    for point in POINTS:
        record_property(point, "null" if graded.points[point] is None else graded.points[point])
    if not graded.passed:
        pytest.fail(render(slot.domain, graded), pytrace=False)
