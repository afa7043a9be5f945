"""``intentprops report``, ``export`` and ``show`` of a run folder, finished or not, whole or not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from intentprops.cli import watch
from intentprops.running import reporting
from tests.cli.conftest import Command, Outcome


@pytest.fixture
def red(command: Command) -> Path:
    assert command("run", "--domain", "rooms", "--only", "F1", "--only", "V1", "--model", "mistaken", "--out", "red").code == 1
    return Path("red")


def lines_of(folder: Path) -> list[bytes]:
    return (folder / "traces.jsonl").read_bytes().splitlines(keepends=True)


# -- report


def test_run_names_its_report_first(command: Command) -> None:
    ended = command("run", "--domain", "rooms", "--only", "C1", "--out", "ran")
    assert ended.out.splitlines()[-1].startswith("ran: report.html, ")
    assert Path("ran/report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_page_is_written_anew_into_the_folder_or_elsewhere(command: Command, red: Path) -> None:
    before = (red / "report.html").read_bytes()
    (red / "report.html").unlink()
    assert command("report", "red").out == "red/report.html\n"
    assert (red / "report.html").read_bytes() == before
    assert command("report", "red", "--out", "new/place.html", "--language", "ru").out == "new/place.html\n"
    assert '<html lang="ru">' in Path("new/place.html").read_text(encoding="utf-8")


def test_two_runs_are_compared(command: Command, red: Path) -> None:
    command("run", "--domain", "rooms", "--only", "F1", "--out", "good")
    assert command("report", "good", "red").out == "red/comparison.html\n0 better, 2 worse, 1 the same, 3 only in the second\n"
    shown = Path("red/comparison.html").read_text(encoding="utf-8")
    assert "is-worse" in shown
    assert 'id="A.F1__chat__repeat-01"' in shown
    assert 'id="B.F1__chat__repeat-01"' in shown
    assert "model.name" in shown, "what was not held equal is named"
    data = json.loads(command("report", "good", "red", "--json").out)
    assert data["counts"] == {"worse": 2, "same": 1, "only_b": 3}
    assert {cell["verdict"] for cell in data["cells"]} == {"worse", "same", "only_b"}


def test_a_proof_beside_a_run_and_a_proof_alone_are_shown(command: Command, red: Path) -> None:
    command("verify", "mail", "--chains", "0", "--only", "stale_value", "--out", "red")
    command("report", "red")
    assert "Proof of the checks" in (red / "report.html").read_text(encoding="utf-8")
    (red / "proof.json").rename(Path("proof.json"))
    Path("proof").mkdir()
    Path("proof.json").rename("proof/proof.json")
    assert command("report", "proof").out == "proof/report.html\n"


def test_markdown_and_annotations_go_to_the_standard_output(command: Command, red: Path) -> None:
    assert command("report", "red", "--markdown").out == (red / "summary.md").read_text(encoding="utf-8")
    assert command("report", "red", "--json").out == (red / "matrix.json").read_text(encoding="utf-8")
    assert command("report", "red", "--github").out.startswith("::error title=F1 · chat::turn 3")


def test_a_run_that_is_not_finished_is_shown_as_far_as_it_is(command: Command, red: Path) -> None:
    (red / "matrix.json").unlink()
    (red / "traces.jsonl").write_bytes(b"".join(lines_of(red)[:5]))
    ended = command("report", "red")
    assert ended.code == 2
    assert "the dialogue 'F1__summary__repeat-01' was cut short after turn 2" in ended.err or "V1__summary" in ended.err
    shown = (red / "report.html").read_text(encoding="utf-8")
    assert "has not come to its end" in shown
    assert "was cut short after turn 2" in shown
    assert 'class="cell not-run"' in shown


def test_a_broken_line_is_named_and_the_rest_is_shown(command: Command, red: Path) -> None:
    lines = lines_of(red)
    lines[1] = lines[1][:100] + b"\n"
    (red / "traces.jsonl").write_bytes(b"".join(lines))
    ended = command("report", "red")
    assert ended.code == 2
    assert "traces.jsonl:2: broken JSON" in ended.err
    assert ended.out == "red/report.html\n"
    assert "traces.jsonl:2: broken JSON" in (red / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command_name", ["report", "export"])
@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (lambda red: None, "nowhere is no run folder, it is not there"),
        (lambda red: Path("nowhere").mkdir(), "nowhere is no run folder, it holds no manifest.json"),
        (lambda red: Path("nowhere").write_text("x"), "nowhere is no run folder, it is a file"),
        (lambda red: (red / "manifest.json").write_text("{"), "broken JSON"),
        (lambda red: (red / "manifest.json").write_text('{"plan": 3}'), "plan: it should say what the run plays"),
        (lambda red: elsewhere(red), "what this run played cannot be found: domain 'gone:away'"),
    ],
)  # fmt: skip
def test_bad_input_is_said_in_a_line(command: Command, red: Path, command_name: str, prepare: Callable[[Path], None], said: str) -> None:
    prepare(red)
    ended: Outcome = command(command_name, "nowhere" if "nowhere" in said else "red", *(["--otel"] if command_name == "export" else []))
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert ended.err.count("error:") == 1


def elsewhere(red: Path) -> None:
    document = json.loads((red / "manifest.json").read_text(encoding="utf-8"))
    document["plan"]["domains"] = ["gone:away"]
    (red / "manifest.json").write_text(json.dumps(document), encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report", "red", "--markdown", "--github"], "choose one"), (["report", "red", "red", "--markdown"], "of one run"),
        (["report", "red", "--out", "red"], "red is a folder; --out takes a file"), (["export", "red"], "--otel or --openai"),
        (["export", "red", "--otel", "--openai"], "--otel or --openai"),
    ],
)  # fmt: skip
def test_options_that_do_not_go_together_are_refused(command: Command, red: Path, arguments: list[str], said: str) -> None:
    ended = command(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_a_run_whose_agent_is_gone_is_reported_all_the_same(command: Command, folder: Path) -> None:
    command("run", "--domain", "rooms", "--only", "C1", "--agent", "agents:talks", "--out", "ran")
    (folder / "agents.py").unlink()
    import sys

    sys.modules.pop("agents")
    assert command("report", "ran").code == 0


def test_a_report_that_cannot_be_written_takes_nothing_from_the_run(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*args: object) -> None:
        raise ValueError("no room")

    monkeypatch.setattr(reporting, "write_reports", breaks)
    ended = command("run", "--domain", "rooms", "--only", "C1", "--out", "ran")
    assert ended.code == 0
    assert "3 passed" in ended.out
    assert ended.out.splitlines()[-1] == "ran: manifest.json, traces.jsonl, matrix.json, junit.xml"
    assert "the run is whole, but its report could not be written: ValueError: no room" in ended.err


# -- export


@pytest.mark.parametrize(("form", "key"), [("--otel", "resourceSpans"), ("--openai", "messages")])
def test_an_export_has_a_line_of_json_for_each_dialogue(command: Command, red: Path, form: str, key: str) -> None:
    printed = command("export", "red", form).out
    assert [key in json.loads(line) for line in printed.splitlines()] == [True] * 6
    assert command("export", "red", form, "--out", "there/export.jsonl").out == "there/export.jsonl\n"
    assert Path("there/export.jsonl").read_text(encoding="utf-8") == printed


# -- show


def test_show_of_a_cell_takes_the_first_repeat_that_did_not_pass(command: Command, red: Path) -> None:
    shown = command("show", "red", "F1__chat")
    assert "F1__chat__repeat-01" in shown.out
    assert "✗ Function (critical) forbidden_call at calls[1]" in shown.out
    assert "    must hold goal  \"reserve_room\" → \"compare_rooms\"" in shown.out, "what the turn did to the state"
    assert command("show", "red", "F1").out == shown.out
    assert "passed" in command("show", "red", "F1__structured").out, "where all passed it is the first"


def test_show_is_readable_in_a_pipe(command: Command, red: Path) -> None:
    shown = command("show", "red", "V1__structured").out
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) <= 110


def test_show_of_an_unknown_cell_names_one_that_is_close(command: Command, red: Path) -> None:
    ended = command("show", "red", "F1__chat__repeat-07")
    assert ended.code == 2
    assert "did you mean 'F1__chat__repeat-01'?" in ended.err


def test_watch_shows_what_comes_until_the_run_ends(command: Command, red: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run goes on each time that the watcher sleeps: a line at a time, and half a line first."""
    left = lines_of(red)
    (red / "traces.jsonl").unlink()
    grown = list[bytes]()

    def sleep(seconds: float) -> None:
        line = left.pop(0)
        for written in (line[:50], line):
            (red / "traces.jsonl").write_bytes(b"".join([*grown, written]))
        grown.append(line)

    monkeypatch.setattr(watch, "sleep", sleep)
    ended = command("show", "red", "--watch")
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines()] == [
        f"{row}__{mode}__repeat-01" for row in ("V1", "F1") for mode in ("chat", "summary", "structured")
    ]
    assert left == []


def test_watch_of_a_dialogue_waits_for_it_and_no_longer(command: Command, red: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = lines_of(red)
    (red / "traces.jsonl").write_bytes(b"")

    def sleep(seconds: float) -> None:
        with open(red / "traces.jsonl", "ab") as file:
            file.write(left.pop(0))

    monkeypatch.setattr(watch, "sleep", sleep)
    assert "Six people instead of twelve" in command("show", "red", "V1__chat__repeat-01", "--watch").out
    assert left


def test_watch_of_what_is_no_run_is_refused(command: Command, red: Path) -> None:
    assert "--watch needs the folder of a run" in command("show", "red/traces.jsonl", "--watch").err
