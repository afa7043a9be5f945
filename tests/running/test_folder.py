"""The run folder: nothing is lost, nothing is written outside it, and what is broken is named by file, line and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from intentprops.errors import IntentpropsError, TraceError
from intentprops.running.folder import MANIFEST, MATRIX, TRACES, RunFolder, add_dialogue, read_dialogues
from intentprops.trace import TurnRecord


def dialogue(run_id: str, turns: int = 2) -> list[TurnRecord]:
    return [
        TurnRecord(run_id=run_id, scenario_id="V1", memory_mode="chat", turn=turn, user_message="hello")
        for turn in range(1, turns + 1)
    ]


def recorded(folder: RunFolder, *run_ids: str) -> Path:
    with folder.traces() as file:
        for run_id in run_ids:
            add_dialogue(file, dialogue(run_id))
    return folder.file(TRACES)


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    found = RunFolder(tmp_path / "run")
    found.begin({"plan": {"seed": 0}}, resume=False)
    return found


# -- it begins


def test_a_run_begins_in_a_new_folder_or_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new/and/deep"):
        RunFolder(tmp_path / name).begin({"plan": {}}, resume=False)
        assert RunFolder(tmp_path / name).manifest() == {"plan": {}}


def test_a_manifest_that_was_cut_while_it_was_written_is_no_run_yet(tmp_path: Path) -> None:
    (tmp_path / f".{MANIFEST}.new").write_text('{"pl')
    RunFolder(tmp_path).begin({"plan": {}}, resume=False)
    assert [place.name for place in tmp_path.iterdir()] == [MANIFEST]


def test_a_second_run_needs_another_folder(folder: RunFolder) -> None:
    with pytest.raises(IntentpropsError, match="holds a run already"):
        folder.begin({"plan": {"seed": 0}}, resume=False)


def test_a_run_goes_on_only_with_all_that_was_held_equal(folder: RunFolder) -> None:
    folder.begin({"plan": {"seed": 0}}, resume=True)
    with pytest.raises(IntentpropsError, match=r"plan\.seed was 0 and is 1 now"):
        folder.begin({"plan": {"seed": 1}}, resume=True)


# -- it grows by whole dialogues


def test_a_dialogue_reads_back_as_it_was_recorded(folder: RunFolder) -> None:
    with folder.traces() as file:
        returned = add_dialogue(file, dialogue("a"))
    assert list(read_dialogues(folder.file(TRACES))) == [returned]
    assert folder.whole_dialogues() == ["a"]


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_what_was_half_written_is_cut_off_and_what_was_whole_stays(folder: RunFolder, cut: int) -> None:
    place = recorded(folder, "a", "b")
    whole = place.read_bytes()
    place.write_bytes(whole + whole[: len(whole) // 2 - cut])
    assert folder.whole_dialogues() == ["a", "b"]
    assert place.read_bytes() == whole


def test_a_dialogue_that_is_there_twice_is_refused(folder: RunFolder) -> None:
    recorded(folder, "a", "a")
    with pytest.raises(TraceError, match=r"traces\.jsonl:4: run_id: 'a' is in the file twice"):
        folder.whole_dialogues()


def test_one_process_writes_at_a_time(folder: RunFolder) -> None:
    pytest.importorskip("fcntl")
    with folder.traces(), pytest.raises(IntentpropsError, match="is being written by another process"):
        recorded(folder, "a")


# -- it is read back, and what cannot be read takes only itself away


def spoilt(folder: RunFolder, number: int, line: str) -> list[Any]:
    place = recorded(folder, "a", "b", "c")
    lines = place.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = line or lines[number - 1][:30]
    place.write_text("\n".join(lines), encoding="utf-8")
    return [str(found) if isinstance(found, TraceError) else found[0].run_id for found in read_dialogues(place)]


@pytest.mark.parametrize(("number", "left"), [(1, ["b", "c"]), (2, ["b", "c"]), (3, ["a", "c"]), (4, ["a", "c"]), (6, ["a", "b"])])
def test_a_broken_line_takes_its_own_dialogue(folder: RunFolder, number: int, left: list[str]) -> None:
    found = spoilt(folder, number, "")
    assert [name for name in found if name in "abc"] == left
    errors = [text for text in found if text not in "abc"]
    assert len(errors) == 1
    assert f"traces.jsonl:{number}: broken JSON" in errors[0]


def test_a_line_of_which_nothing_can_be_made_out(folder: RunFolder) -> None:
    found = spoilt(folder, 4, "\x00\x01")
    assert [name for name in found if name in "abc"] == ["a", "c"]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("[]", "record: input should be an object"),
        (json.dumps({"run_id": "b"}), "scenario_id: field required"),
        (json.dumps({"run_id": "b", "format": 7}), "format 7 is newer than 1"),
    ],
)
def test_what_is_wrong_with_a_record_is_said_with_its_field(folder: RunFolder, record: str, said: str) -> None:
    errors = [text for text in spoilt(folder, 3, record) if text not in "abc"]
    assert f"traces.jsonl:3: {said}" in errors[0]


def test_blank_lines_are_nothing(folder: RunFolder) -> None:
    place = recorded(folder, "a")
    place.write_bytes(place.read_bytes().replace(b"\n", b"\n\n"))
    assert len(list(read_dialogues(place))) == 1


# -- it keeps its files inside


@pytest.mark.parametrize("name", ["../out.json", "/etc/passwd", "", ".", "a/../../b"])
def test_a_name_that_leads_out_is_refused(folder: RunFolder, name: str) -> None:
    with pytest.raises(IntentpropsError, match="leads out of the run folder"):
        folder.write(name, "text")


def write(folder: RunFolder, name: str) -> None:
    if name == TRACES:
        recorded(folder, "a")
    else:
        folder.write(name.removeprefix(".").removesuffix(".new"), "text")


@pytest.mark.parametrize("name", [TRACES, MATRIX, MANIFEST, f".{MATRIX}.new"])
def test_a_link_that_leads_out_is_refused(folder: RunFolder, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.write_text("not ours")
    (folder.path / name).unlink(missing_ok=True)
    (folder.path / name).symlink_to(outside)
    with pytest.raises(IntentpropsError, match="leads out of the run folder"):
        write(folder, name)
    assert outside.read_text() == "not ours"


def test_a_matrix_that_does_not_fit_is_named_by_its_field(folder: RunFolder) -> None:
    folder.write(MATRIX, "{}")
    with pytest.raises(IntentpropsError, match=r"matrix\.json: grading: field required; --resume writes it anew"):
        folder.matrix()
