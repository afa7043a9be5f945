"""Both forms of the data are read alike; what cannot be read is an error with its place, never a traceback."""

from __future__ import annotations

import copy
import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.sgd.__main__ import VARIABLE, main
from benchmarks.sgd.reading import SgdError, read_folder, read_schema
from tests.sgd.conftest import write
from tests.sgd.small import EVENING, SCHEMA, compact


def test_both_forms_say_the_same(tmp_path: Path) -> None:
    full = read_folder(write(tmp_path / "full", [EVENING]))[1][0]
    short = read_folder(write(tmp_path / "short", short=[compact(EVENING)]))[1][0]
    assert (full.id, full.services, full.said) == (short.id, short.services, short.said)
    assert [[(c.method, c.parameters, c.count) for c in a.calls] for a in full.answers] == [
        [(c.method, c.parameters, c.count) for c in a.calls] for a in short.answers
    ]


def test_of_a_dialogue_in_both_forms_the_full_one_counts(tmp_path: Path) -> None:
    found = read_folder(write(tmp_path / "both", [EVENING], [compact(EVENING), compact(EVENING | {"dialogue_id": "1_00002"})]))[1]
    assert [(one.id, one.answers[1].calls[0].results is not None) for one in found] == [("1_00001", True), ("1_00002", False)]


def test_files_may_be_compressed(tmp_path: Path) -> None:
    folder = write(tmp_path / "data", [EVENING])
    for name in ("schema.json", "dialogues_001.json"):
        (folder / f"{name}.gz").write_bytes(gzip.compress((folder / name).read_bytes()))
        (folder / name).unlink()
    assert [one.id for one in read_folder(folder)[1]] == ["1_00001"]


def _turn(raw: Any, number: int) -> Any:
    return raw["turns"][number]["frames"][-1]


BROKEN: list[tuple[Callable[[Any], Any], str]] = [
    (lambda raw: raw.pop("services"), "services: field required"),
    (lambda raw: raw["turns"].pop(), "the system's answer to the last turn is missing"),
    (lambda raw: raw["turns"].pop(0), "user and system have to speak in turn"),
    (lambda raw: raw.update(turns=[]), "user and system have to speak in turn"),
    (lambda raw: raw.update(turns="all"), "turns: input should be a valid list, got 'all'"),
    (lambda raw: raw["turns"][0].update(speaker="ROBOT"), "turns.0.speaker: input should be 'USER' or 'SYSTEM', got 'ROBOT'"),
    (lambda raw: _turn(raw, 0).update(service="Weather_2"), "the service 'Weather_2' is not in the schema; did you mean 'Weather_1'?"),
    (lambda raw: _turn(raw, 0)["actions"][1].update(slot="town"), "turn 0: INFORM names 'town', which is no slot of Weather_1"),
    (lambda raw: _turn(raw, 0)["actions"][0].update(canonical_values=["GetWether"]), "turn 0: 'GetWether' is no intent of Weather_1"),
    (lambda raw: _turn(raw, 0)["actions"][1].update(canonical_values=[]), "turn 0: INFORM of 'city' has 1 values and 0 canonical ones"),
    (lambda raw: _turn(raw, 1)["service_call"].update(method="Rain"), "turn 1: 'Rain' is no method of Weather_1"),
    (lambda raw: _turn(raw, 1)["service_call"].update(parameters={"town": "x"}), "turn 1: GetWeather carries 'town', which is no slot"),
    (lambda raw: _turn(raw, 1)["service_call"].update(parameters={"city": 7}), "city: input should be a valid string, got 7"),
    (lambda raw: _turn(raw, 1).update(service_results=["clear"]), "service_results.0: input should be a valid dictionary, got 'clear'"),
]  # fmt: skip


@pytest.mark.parametrize(("breaks", "message"), BROKEN)
def test_a_broken_dialogue_is_named_with_its_place(tmp_path: Path, breaks: Callable[[Any], Any], message: str) -> None:
    raw = copy.deepcopy(EVENING)
    breaks(raw)
    with pytest.raises(SgdError) as caught:
        read_folder(write(tmp_path / "data", [EVENING | {"dialogue_id": "1_00000"}, raw]))
    assert message in str(caught.value)
    assert "dialogues_001.json: dialogue 2" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("dialogues_001.json", '[{"dialogue_id": "1', "no JSON"),
        ("dialogues_001.json", '{"dialogue_id": "1"}', "a list of dialogues belongs here, not {'dialogue_id': '1'}"),
        ("dialogues_001.json", "[3]", "dialogue 1: dialogue: input should be"),
        ("dialogues_001.json.gz", "[]", "cannot be read"),
        ("dialogues_001.json", b"\xff\xfe", "cannot be read"),
        ("more_dialogues.jsonl", "{}\n", "more_dialogues.jsonl:1: dialogue_id: field required"),
        ("more_dialogues.jsonl", "\n{\n", "more_dialogues.jsonl:2: no JSON"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, name: str, text: str | bytes, message: str) -> None:
    folder = write(tmp_path / "data")
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SgdError, match=name) as caught:
        read_folder(folder)
    assert message in str(caught.value)


def test_a_schema_that_does_not_hold_together_is_refused(tmp_path: Path) -> None:
    schema = copy.deepcopy(SCHEMA)
    schema[0]["intents"][0]["required_slots"] = ["village"]
    with pytest.raises(SgdError, match=r"Tables_1\.FindTables uses the slot 'village', which is none of \['address'"):
        read_schema(write(tmp_path / "data", schema=schema) / "schema.json")
    del schema[0]["intents"][0]["is_transactional"]
    path = write(tmp_path / "data", schema=schema) / "schema.json"
    with pytest.raises(SgdError, match=r"schema\.json: 0\.intents\.0\.is_transactional: field required"):
        read_schema(path)


def test_a_folder_without_the_data_is_named(tmp_path: Path) -> None:
    with pytest.raises(SgdError, match="no such folder"):
        read_folder(tmp_path / "nowhere")
    with pytest.raises(SgdError, match=r"no schema\.json there"):
        read_folder(tmp_path)
    with pytest.raises(SgdError, match=r"no dialogues_001\.json there"):
        read_folder(write(tmp_path / "data"))


def test_the_command_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(write(tmp_path / "data", [EVENING])))
    assert main(["--report", str(tmp_path / "report.md")]) == 1  # no table says that the town of a table is where the weather is
    printed, report = capsys.readouterr(), (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "1 dialogues, 4 calls" in printed.out
    assert "3 of 4 calls (75.00 %)" in printed.out
    assert "not explained: an error of ours until it is shown to be something else" in report
    assert "`Tables_1_town` is 'Springfield', expected None" in report
    assert not any(turn["utterance"] in report for turn in EVENING["turns"])


@pytest.mark.parametrize("arguments", [["--data", "nowhere"], ["--report", "nowhere/at/all.md"]])
def test_bad_input_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    monkeypatch.setenv(VARIABLE, str(write(tmp_path / "data", [EVENING])))
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.startswith("error: "), printed.err.count("\n")) == ("", True, 1)


def test_a_report_is_the_same_each_time(tmp_path: Path) -> None:
    folder = write(tmp_path / "data", [EVENING])
    reports = []
    for name in ("one", "two"):
        main(["--data", str(folder), "--report", str(tmp_path / name)])
        reports.append([line for line in (tmp_path / name).read_text(encoding="utf-8").splitlines() if "Judged in" not in line])
    assert reports[0] == reports[1]
