"""The state machine: a failing run prints as code that runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from intentprops.domains.rooms import rooms
from intentprops.testing import DialogueFailure
from intentprops.testing.machine import intent_machine
from tests.testing.agents import right, stubborn

FEW = settings(max_examples=15, deadline=None, stateful_step_count=5, derandomize=True)
RightRooms = intent_machine(rooms, right, kinds="revise reveal switch forbid permit")
StubbornRooms = intent_machine(rooms, stubborn, kinds="revise reveal switch")


def test_a_right_agent_passes() -> None:
    run_state_machine_as_test(RightRooms, settings=FEW)  # type: ignore[no-untyped-call]


def test_a_failing_run_prints_as_code_that_runs() -> None:
    with pytest.raises(DialogueFailure) as failure:
        run_state_machine_as_test(StubbornRooms, settings=settings(FEW, max_examples=100, report_multiple_bugs=False, database=None, derandomize=True))  # type: ignore[no-untyped-call]
    note = "\n".join(failure.value.__notes__)
    code = note[note.index("state = ") :].split("\n\n")[0]
    lines = [line for line in code.splitlines() if line.startswith("state")]
    assert [line.split("(")[0] for line in lines] == ["state = RoomsMachine", "state.opening", "state.revise", "state.teardown"]
    script = "\n".join(["from tests.testing.test_machine import StubbornRooms as RoomsMachine", *lines])
    ended = subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert "DialogueFailure" in ended.stderr
