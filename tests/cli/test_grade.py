"""``intentprops grade`` and ``show``: recorded dialogues, judged again; what cannot be read is named, the rest is judged."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command

Edit = Callable[[list[dict[str, Any]]], None]


@pytest.fixture
def traces(command: Command) -> Path:
    """Three dialogues of the reference model, in a file of their own."""
    command("run", "--domain", "rooms", "--only", "V1", "--out", "ran")
    return Path("ran/traces.jsonl").rename("traces.jsonl")


def rewrite(traces: Path, edit: Edit) -> None:
    records = [json.loads(line) for line in traces.read_text(encoding="utf-8").splitlines()]
    edit(records)
    traces.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")


def test_a_trace_file_is_graded_as_the_run_was(command: Command, traces: Path) -> None:
    ended = command("grade", str(traces))
    assert (ended.code, ended.out) == (0, "3 passed, 0 failed, 0 error, 0 unreadable\n")


def test_a_run_folder_is_graded_with_its_own_scenarios(command: Command) -> None:
    command("run", "--only", "F1", "--model", "mistaken", "--out", "ran", "--language", "ru")
    ended = command("grade", "ran")
    assert ended.code == 1
    assert "F1__chat__repeat-01: failed" in ended.out
    assert "turn 3, Function (critical) forbidden_call at calls[1]" in ended.out


def test_a_stale_argument_is_found_again(command: Command, traces: Path) -> None:
    def old_capacity(records: list[dict[str, Any]]) -> None:
        records[2]["tool_calls"][0]["arguments"]["capacity"] = 12

    rewrite(traces, old_capacity)
    ended = command("grade", str(traces), "--json")
    assert ended.code == 1
    *attempts, counts = [json.loads(line) for line in ended.out.splitlines()]
    assert counts == {"counts": {"failed": 1, "passed": 2}}
    assert [f["reason"] for f in attempts[0]["findings"] if f["cause"] is None] == ["superseded_argument"]


def test_a_number_as_text_is_judged_by_the_schema_of_the_tool(command: Command, traces: Path) -> None:
    def as_text(records: list[dict[str, Any]]) -> None:
        records[2]["tool_calls"][0]["arguments"]["capacity"] = "6"

    rewrite(traces, as_text)
    ended = command("grade", str(traces))
    assert ended.code == 1
    assert "invalid_arguments at calls[1]" in ended.out
    assert "capacity is '6'" in ended.out


def at(number: int, key: str, value: Any) -> Edit:
    return lambda records: records[number].update({key: value})


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (at(1, "format", 99), "traces.jsonl:2: format 99 is newer than 1, the newest known here; update intentprops"),
        (at(1, "turn", 3), "traces.jsonl:2: turn: run 'V1__chat__repeat-01' has turn 3 where 2 belongs"),
        (lambda records: records.pop(1), "traces.jsonl:2: turn: run 'V1__chat__repeat-01' has turn 3 where 2 belongs"),
        (at(1, "turn", "two"), "traces.jsonl:2: turn: input should be a valid integer"),
        (at(1, "user_message", None), "traces.jsonl:2: user_message: input should be a valid string"),
        (lambda records: records[1].pop("user_message"), "traces.jsonl:2: user_message: field required"),
        (at(1, "tool_calls", [{"arguments": {}}]), "traces.jsonl:2: tool_calls.0.name: field required"),
        (at(1, "user_message", "We need a pool."), "a trace of another version or language of it"),
        (lambda records: [r.update(scenario_id="V99") for r in records[:3]], "is of the scenario 'V99'"),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_is_judged(command: Command, traces: Path, edit: Edit, said: str) -> None:
    rewrite(traces, edit)
    ended = command("grade", str(traces))
    assert ended.code == 2
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert "2 passed" in ended.out


def test_broken_json_is_named_by_its_line(command: Command, traces: Path) -> None:
    lines = traces.read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4][:100]
    traces.write_text("\n".join(lines), encoding="utf-8")
    ended = command("grade", str(traces))
    assert ended.code == 2
    assert "traces.jsonl:5: broken JSON" in ended.err
    assert "2 passed" in ended.out


@pytest.mark.parametrize("number", [3, 4, 5])
def test_a_broken_line_takes_its_own_dialogue_with_it_and_no_other(command: Command, traces: Path, number: int) -> None:
    lines = traces.read_text(encoding="utf-8").splitlines()
    lines[number] = lines[number][:200]
    traces.write_text("\n".join(lines), encoding="utf-8")
    ended = command("grade", str(traces))
    assert ended.err.count("error:") == 1
    assert ended.out == "2 passed, 0 failed, 0 error, 1 unreadable\n"


def test_a_run_is_graded_and_shown_where_its_agent_is_not(command: Command, folder: Path) -> None:
    command("run", "--only", "V1", "--agent", "agents:talks", "--out", "ran")
    (folder / "agents.py").unlink()
    sys.modules.pop("agents")
    for arguments in (["grade", "ran"], ["show", "ran"]):
        ended = command(*arguments)
        assert "V1__agent__repeat-01" in ended.out
        assert ended.err == ""


@pytest.mark.parametrize("language", ["en", "ru"])
def test_files_that_speak_one_language_each(command: Command, folder: Path, language: str) -> None:
    text = "schema: 1\ndomain: rooms\nlanguage: {0}\nscenarios:\n  - {{id: {0}-1, kind: control, turns: [{{say: {1}}}]}}\n"
    for name, said in (("en", "Good morning."), ("ru", "Доброе утро.")):
        Path(f"{name}.yaml").write_text(text.format(name, said), encoding="utf-8")
    command("run", "--scenarios", f"{language}.yaml", "--language", language, "--out", "ran")
    ended = command("grade", "ran/traces.jsonl", "--scenarios", "en.yaml", "--scenarios", "ru.yaml", "--json")
    *attempts, counts = map(json.loads, ended.out.splitlines())
    assert {attempt["scenario_id"] for attempt in attempts} == {f"{language}-1"}, ended.err
    assert "unreadable" not in counts["counts"]


def test_the_json_of_a_dialogue_is_what_the_matrix_has_of_it(command: Command) -> None:
    command("run", "--model", "mistaken", "--only", "F1", "--out", "ran")
    row = json.loads(Path("ran/matrix.json").read_bytes())["rows"][0]
    for line in command("grade", "ran", "--json").out.splitlines()[:-1]:
        attempt = json.loads(line)
        assert attempt.pop("scenario_id") == row["scenario_id"]
        assert row["cells"][attempt.pop("memory_mode")]["repeats"] == [attempt]


@pytest.mark.parametrize(("content", "said"), [(None, "there is no such file"), (b"", "holds no dialogue"), (b"\xff\xfe\n", "broken JSON")])
def test_a_file_without_a_dialogue_is_bad_input(command: Command, content: bytes | None, said: str) -> None:
    if content is not None:
        Path("some.jsonl").write_bytes(content)
    ended = command("grade", "some.jsonl")
    assert ended.code == 2
    assert said in ended.err


def test_show_lists_the_dialogues_and_shows_one(command: Command, traces: Path) -> None:
    listed = command("show", str(traces))
    assert listed.out.splitlines() == [f"V1__{mode}__repeat-01  passed" for mode in ("chat", "summary", "structured")]
    shown = command("show", str(traces), "V1__structured__repeat-01")
    assert "attendees 12 → 6" in shown.out
    assert "stale: search_results" in shown.out
    data = json.loads(command("show", str(traces), "V1__structured__repeat-01", "--json").out)
    assert [record["turn"] for record in data["trace"]] == [1, 2, 3]


def test_show_lists_what_it_can_read(command: Command, traces: Path) -> None:
    rewrite(traces, lambda records: [record.update(scenario_id="V99") for record in records[:3]])
    ended = command("show", str(traces))
    assert ended.code == 2
    assert "is of the scenario 'V99'" in ended.err
    assert len(ended.out.splitlines()) == 2


def test_show_of_an_unknown_dialogue_names_those_there_are(command: Command, traces: Path) -> None:
    ended = command("show", str(traces), "V2__chat__repeat-01")
    assert ended.code == 2
    assert "has no dialogue 'V2__chat__repeat-01'; it has" in ended.err
    assert "V1__chat__repeat-01" in ended.err


@pytest.mark.parametrize("shape", [None, "many", {"at": []}, [[]]])
def test_an_answer_of_a_shape_that_the_domain_does_not_know_troubles_its_own_dialogue_only(
    command: Command, traces: Path, shape: Any
) -> None:
    def reshape(records: list[dict[str, Any]]) -> None:
        for room in records[2]["tool_calls"][0]["result"]["rooms"]:
            room.update(dict.fromkeys(room, shape))

    rewrite(traces, reshape)
    ended = command("grade", str(traces))
    assert ended.code in (0, 1)
    assert "Traceback" not in ended.err
    assert sum(int(part.split()[0]) for part in ended.out.splitlines()[-1].split(", ")) == 3
    assert command("show", str(traces)).out.count("\n") == 3


def test_ctrl_c_is_130(command: Command, traces: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["intentprops.grading.work"], "read_dialogues", stopped)
    ended = command("grade", str(traces))
    assert (ended.code, ended.err) == (130, "stopped\n")
