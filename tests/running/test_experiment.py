"""A plan and what it means: the dialogues that it asks for, the command that says it, the matrix that comes of it."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from intentprops.errors import IntentpropsError
from intentprops.findings import POINTS
from intentprops.reports.matrix import plain, to_json
from intentprops.running.experiment import Plan, prepare, read_matrix, run
from intentprops.running.folder import RunFolder
from intentprops.running.manifest import manifest, plan_of
from intentprops.running.prepare import every_language

SMALL: dict[str, Any] = {"domains": ("rooms",), "only": ("V1", "C1")}


def create(session: Any) -> Any:
    """An agent whose call and state have shapes that nobody expects."""

    def respond(message: str) -> str:
        session.tools.call("reserve_room", {"room_id": [{}], "starts_at": {"at": []}, "attendees": "six"})
        return "I found nothing."

    return respond


# -- every dialogue is asked for once, with everything but the memory held equal


def test_a_plan_asks_for_each_scenario_in_each_mode_as_often_as_it_says() -> None:
    slots = prepare(Plan(**SMALL, repeats=2)).slots
    assert list(slots)[:3] == ["C1__chat__repeat-01", "C1__chat__repeat-02", "C1__summary__repeat-01"]
    assert len(slots) == 2 * 3 * 2


def test_two_languages_have_a_row_each() -> None:
    assert list(prepare(Plan(**SMALL, languages=("en", "ru"))).rows) == ["C1.en", "V1.en", "C1.ru", "V1.ru"]


def test_an_agent_has_a_column_of_its_own() -> None:
    experiment = prepare(Plan(**SMALL, agent=f"{__name__}:create"))
    assert list(experiment.slots) == ["C1__agent__repeat-01", "V1__agent__repeat-01"]
    assert manifest(experiment)["test_double"] is False


def test_the_same_number_of_repeats_for_each_mode() -> None:
    assert Plan(repeats={"chat": 3, "summary": 3, "structured": 3}).repeats == 3
    with pytest.raises(IntentpropsError, match="repeats: chat 3, structured 5: every memory mode gets the same number"):
        Plan(repeats={"chat": 3, "structured": 5})


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"repeats": 0}, "repeats 0"),
        ({"repeats": True}, "repeats True"),
        ({"modes": ()}, r"memory modes \(none\): there are chat, summary, structured"),
        ({"modes": ("chat", "graph")}, "memory modes chat, graph"),
        ({"languages": ("de",)}, "languages de: there are en and ru"),
        ({"model": "gpt"}, "there is no model 'gpt'"),
        ({"timeout": float("nan")}, "timeout nan"),
        ({"timeout": float("inf")}, "timeout inf"),
        ({"max_steps": 0}, "max-steps 0"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_when_it_is_made(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(IntentpropsError, match=said):
        Plan(**settings)


# -- a plan can be said again


PLANS = [
    Plan(),
    Plan(domains=("rooms", "mail"), languages=("en", "ru"), modes=("summary",), repeats=4, seed=-3, timeout=0.25, max_steps=2),
    Plan(files=("my file.yaml",), only=("a", "b"), model="mistaken"),
    Plan(agent="package.module:create", languages=("ru",)),
]


@pytest.mark.parametrize("plan", PLANS)
def test_a_manifest_gives_the_plan_back(plan: Plan) -> None:
    assert Plan.from_json(json.loads(to_json(asdict(plan)))) == plan


@pytest.mark.parametrize("plan", PLANS)
def test_the_command_names_what_is_not_the_default(plan: Plan) -> None:
    words = shlex.split(plan.command())
    assert words[:2] == ["intentprops", "run"]
    assert ("my file.yaml" in words) == bool(plan.files)
    assert ("--agent" in words) == (plan.agent is not None)
    assert "--memory" not in words or plan.agent is None
    assert len(Plan().command().split()) == 2


def test_the_command_of_one_dialogue_has_its_seed_and_no_repeats() -> None:
    command = Plan(seed=7, repeats=5).command(only="V1", language="ru", mode="chat", repeat=3)
    assert command == "intentprops run --only V1 --language ru --memory chat --seed 9"


def test_only_what_is_said_otherwise_is_a_difference() -> None:
    plan = Plan(**SMALL, repeats=2)
    assert plan.differences({"repeats": 2, "only": ("V1", "C1")}) == []
    assert plan.differences({"repeats": 3, "seed": 0}) == ["repeats was 2 and is 3 now"]


def test_scenarios_are_known_in_every_language_whatever_the_plan_chose() -> None:
    known = every_language(Plan(only=("V1",), languages=("en",), agent="nowhere:create"))
    assert {("V1", "en"), ("V1", "ru"), ("F2", "en")} <= set(known)


# -- the run


def test_a_run_leaves_its_files_and_a_matrix_without_empty_cells(tmp_path: Path) -> None:
    done = run(Plan(**SMALL, modes=("chat", "structured"), repeats=2), tmp_path / "run")
    assert done.passed
    assert sorted(place.name for place in (tmp_path / "run").iterdir()) == [
        "cells.csv", "junit.xml", "manifest.json", "matrix.json", "report.html", "summary.md", "traces.jsonl",
    ]  # fmt: skip
    assert done.folder.matrix() == done.matrix
    assert plan_of(tmp_path / "run") == done.experiment.plan
    for _, _, cell in done.matrix.cells():
        assert cell is not None
        assert cell.passed == 2
        assert set(cell.points) == set(POINTS)
        assert len(cell.trace_ids) == 2


def test_a_finished_run_that_is_resumed_plays_nothing_and_changes_nothing(tmp_path: Path) -> None:
    run(Plan(**SMALL), tmp_path)
    before = {place.name: place.read_bytes() for place in tmp_path.iterdir()}
    played: list[int] = []
    run(Plan(**SMALL), tmp_path, resume=True, on_cell=lambda done, total, slot, attempt: played.append(done))
    assert played == []
    assert {place.name: place.read_bytes() for place in tmp_path.iterdir()} == before


@pytest.mark.parametrize("kept", [0, 1, 3, 4, 10, 14])
def test_wherever_a_run_was_cut_it_ends_with_the_same_matrix(tmp_path: Path, kept: int) -> None:
    run(Plan(**SMALL), tmp_path / "whole")
    run(Plan(**SMALL), tmp_path / "cut")
    lines = (tmp_path / "cut/traces.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut/traces.jsonl").write_bytes(b"".join(lines[:kept]) + lines[kept][:50])
    for name in ("matrix.json", "junit.xml"):
        (tmp_path / "cut" / name).unlink()
    run(Plan(**SMALL), tmp_path / "cut", resume=True)
    for name in ("matrix.json", "junit.xml", "traces.jsonl"):
        assert (tmp_path / "cut" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_what_is_not_there_is_not_run(tmp_path: Path) -> None:
    done = run(Plan(**SMALL), tmp_path)
    lines = (tmp_path / "traces.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "traces.jsonl").write_text("".join(line for line in lines if "C1__chat" not in line), encoding="utf-8")
    matrix = read_matrix(done.experiment, RunFolder(tmp_path))
    assert matrix.counts() == {"passed": 5, "failed": 0, "error": 0, "not run": 1}


def test_the_matrix_holds_no_time_and_no_place(tmp_path: Path) -> None:
    texts = [to_json(run(Plan(**SMALL), tmp_path / name).matrix) for name in ("one", "two")]
    assert texts[0] == texts[1]
    assert str(tmp_path) not in texts[0]


def test_arguments_of_any_shape_end_in_a_finding_or_an_error_cell_and_the_run_goes_on(tmp_path: Path) -> None:
    done = run(Plan(**SMALL, agent=f"{__name__}:create"), tmp_path)
    statuses = [cell.status for _, _, cell in done.matrix.cells() if cell is not None]
    assert len(statuses) == 2
    assert "passed" not in statuses
    json.dumps(plain(done.matrix))
