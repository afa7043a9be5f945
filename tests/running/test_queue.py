"""The article's case: the cancellation comes after the action was queued. The guard stops it; without one, the run shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from intentprops.domains.rooms import rooms
from intentprops.running.dialogue import play
from intentprops.running.experiment import Plan, run
from intentprops.scenarios import load
from intentprops.score import Grade, grade
from intentprops.trace import TurnRecord
from tests.running.queued_agent import guarded, unguarded

FILE = Path(__file__).parent / "queued.yaml"
SCENARIOS = {scenario.id: scenario for scenario in load(str(FILE), "en", rooms)}


def judged(name: str, create: Any) -> tuple[list[TurnRecord], Grade]:
    trace = play(rooms, SCENARIOS[name], create)
    assert [record.error for record in trace] == [None] * 3
    return trace, grade(rooms, SCENARIOS[name], trace)


@pytest.mark.parametrize("name", ["Q1", "Q2"])
def test_without_a_guard_the_run_shows_the_queued_action_of_the_old_version(name: str) -> None:
    trace, graded = judged(name, unguarded)
    assert [queued.name for queued in trace[1].queued or ()] == ["reserve_room"]
    assert [(call.name, call.queued_turn) for call in trace[2].tool_calls if call.queued_turn] == [("reserve_room", 2)]
    found = [finding for finding in graded.findings if finding.reason == "queue_revision_mismatch"]
    assert [(finding.turn, finding.stage, finding.critical, finding.path) for finding in found] == [(3, "execution", True, "calls[1]")]
    assert graded.points["Function"] == 0


def test_its_state_is_right_all_the_same() -> None:
    trace, graded = judged("Q1", unguarded)
    assert graded.points["State"] == 1
    assert trace[2].active_state_after is not None
    assert trace[2].active_state_after["permissions"]["reserve_room"] is False


@pytest.mark.parametrize("name", ["Q1", "Q2"])
def test_the_guard_cancels_it_and_the_dialogue_is_right_on_every_point(name: str) -> None:
    trace, graded = judged(name, guarded)
    assert next((call.name, call.status, call.queued_turn) for call in trace[2].tool_calls) == ("reserve_room", "cancelled", 2)
    assert graded.passed, graded.findings
    assert graded.points["Function"] == graded.points["State"] == graded.points["Arguments"] == 1


def test_after_a_correction_the_action_is_built_anew_and_not_carried_over() -> None:
    trace, _ = judged("Q2", guarded)
    assert [(call.name, call.status, call.arguments.get("capacity")) for call in trace[2].tool_calls[1:]] == [("search_rooms", "ok", 6)]
    assert trace[2].offers == ["amber", "birch", "cedar", "larch"]


@pytest.mark.parametrize("create", [guarded, unguarded])
def test_what_nothing_was_said_against_runs(create: Any) -> None:
    trace, graded = judged("Q3", create)
    assert [(call.name, call.status) for call in trace[2].tool_calls] == [("reserve_room", "ok")]
    assert graded.passed, graded.findings


def test_a_run_shows_it_in_its_matrix(tmp_path: Path) -> None:
    done = {}
    for name in ("guarded", "unguarded"):
        plan = Plan(files=(str(FILE),), agent=f"tests.running.queued_agent:{name}")
        done[name] = {row.name: cell.status for row, _, cell in run(plan, tmp_path / name).matrix.cells() if cell is not None}
    assert done["guarded"] == {"Q1": "passed", "Q2": "passed", "Q3": "passed"}
    assert done["unguarded"] == {"Q1": "failed", "Q2": "failed", "Q3": "passed"}
