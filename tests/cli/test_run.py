"""``intentprops run``: what it prints, what it leaves, and how it ends."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from intentprops.findings import POINTS
from tests.cli.conftest import Command

ONE = ("--domain", "rooms", "--only", "V1")


def test_the_main_job_leaves_no_cell_empty_and_ends_with_0(command: Command) -> None:
    ended = command("run")
    assert ended.code == 0, ended.out
    matrix = json.loads(Path(".intentprops/run-001/matrix.json").read_bytes())
    assert matrix["modes"] == ["chat", "summary", "structured"]
    for row in matrix["rows"]:
        assert set(row["cells"]) == {"chat", "summary", "structured"}
        assert all(cell["status"] == "passed" and cell["points"]["Function"] == 1 for cell in row["cells"].values())
    assert {"R1", "R2", "V1", "V2", "V3", "F1", "F2", "F3", "C1", "C2", "C3"} <= {row["scenario_id"] for row in matrix["rows"]}
    assert "test double" in ended.out
    assert "not run" not in ended.out


def test_russian_dialogues_pass_too(command: Command) -> None:
    assert command("run", "--language", "ru").code == 0


def test_a_failure_names_turn_path_values_reason_and_cause(command: Command) -> None:
    ended = command("run", "--model", "mistaken", "--only", "F1", "--memory", "chat")
    assert ended.code == 1
    for said in ("turn 3", "forbidden_call", "calls[1]", "(critical)", "the user forbade it", "cause", "test double"):
        assert said in ended.out


def test_the_command_that_is_printed_runs_the_failure_again(command: Command) -> None:
    options = ("--model", "mistaken", "--language", "both", "--repeats", "2", "--only", "F1", "--only", "V1")
    first, again = command("run", *options, "--json"), command("run", *options)
    line = next(line for line in again.out.splitlines() if "run again" in line)
    words = shlex.split(line.split("run again", 1)[1])
    assert words[0] == "intentprops"
    replayed = command(*words[1:], "--json")
    row, cell = next((r, c) for r in json.loads(first.out)["rows"] for c in r["cells"].values() if c["status"] == "failed")
    one = json.loads(replayed.out)["rows"]
    assert [r["scenario_id"] for r in one] == [row["scenario_id"]]
    assert next(iter(one[0]["cells"].values()))["reasons"] == {reason: count // 2 for reason, count in cell["reasons"].items()}


def test_all_that_a_plan_holds_is_in_the_command(command: Command) -> None:
    options = ("--model", "mistaken", "--only", "F1", "--memory", "chat", "--max-steps", "5", "--timeout", "7.5", "--seed", "3")
    line = next(line for line in command("run", *options, "--out", "one").out.splitlines() if "run again" in line)
    command(*shlex.split(line.split("run again", 1)[1])[1:], "--out", "two")
    plans = [json.loads(Path(name, "manifest.json").read_bytes())["plan"] for name in ("one", "two")]
    assert plans[0] == plans[1]


def test_the_dialogue_that_is_named_can_be_looked_at(command: Command) -> None:
    ended = command("run", "--model", "mistaken", "--only", "F1", "--memory", "chat")
    words = shlex.split(next(line for line in ended.out.splitlines() if "see it" in line).split("see it", 1)[1])
    shown = command(*words[1:])
    assert shown.code == 0
    assert "Just compare the two cheapest" in shown.out
    assert "forbidden_call" in shown.out


def test_json_is_the_matrix_and_nothing_else(command: Command) -> None:
    ended = command("run", *ONE, "--json", "--out", "here")
    assert ended.code == 0
    assert ended.out == Path("here/matrix.json").read_text(encoding="utf-8")


def test_junit_has_a_case_for_each_cell_with_the_points_as_properties(command: Command) -> None:
    command("run", "--model", "mistaken", "--only", "F1", "--out", "here")
    suite = ElementTree.parse("here/junit.xml").getroot()[0]
    cases = suite.findall("testcase")
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        ("rooms.chat", "F1"), ("rooms.summary", "F1"), ("rooms.structured", "F1")
    ]  # fmt: skip
    named = {p.get("name") for p in cases[0].iter("property")}
    assert set(POINTS) <= named
    assert suite.get("failures") == str(sum(case.find("failure") is not None for case in cases))
    assert cases[0].find("failure") is not None


def test_the_manifest_holds_what_was_held_equal(command: Command) -> None:
    command("run", *ONE, "--repeats", "2", "--seed", "7", "--out", "here")
    manifest = json.loads(Path("here/manifest.json").read_bytes())
    assert manifest["plan"]["repeats"] == 2
    assert manifest["plan"]["seed"] == 7
    assert {"model", "instructions", "domains", "scenarios", "grading", "versions", "tested"} <= set(manifest)


def test_a_second_run_gets_a_folder_of_its_own(command: Command) -> None:
    command("run", *ONE)
    command("run", *ONE)
    assert sorted(place.name for place in Path(".intentprops").iterdir()) == ["run-001", "run-002"]


# -- an agent that does wrong is an error cell, and the run goes on


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("silent", "the agent answered NoneType"),
        ("raises", "RuntimeError: no key"),
        ("raises_async", "RuntimeError: no key, async"),
        ("hangs", "no answer within 0.05 s"),
        ("hangs_async", "no answer within 0.05 s"),
        ("endless", "50,000,000 characters"),
    ],
)
def test_what_an_agent_does_wrong_is_an_error_cell(command: Command, agent: str, said: str) -> None:
    ended = command("run", *ONE, "--only", "C1", "--agent", f"agents:{agent}", "--timeout", "0.05" if "hang" in agent else "60")
    assert ended.code == 1
    assert ended.out.count(said) >= 2, "each of the two cells says why"
    assert "2 error" in ended.out
    assert "Traceback" not in ended.out + ended.err


def test_a_process_ends_though_its_agent_never_does(process: Command) -> None:
    ended = process("run", *ONE, "--agent", "agents:hangs_in_a_pool", "--timeout", "0.05")
    assert ended.code == 1
    assert "1 error" in ended.out


def test_what_an_agent_prints_is_not_in_the_result(command: Command) -> None:
    ended = command("run", *ONE, "--agent", "agents:talks", "--json")
    assert json.loads(ended.out)["tested"] == "the agent agents:talks"
    assert "asked" in ended.err


def test_control_and_direction_characters_are_shown_and_never_obeyed(command: Command) -> None:
    ended = command("run", *ONE, "--agent", "agents:strange", "--out", "here")
    assert ended.code == 1
    shown = command("show", "here", "V1__agent__repeat-01")
    assert r"\x1b[31mred\x07 \u202eevil\u202c [bold]x[/bold]" in shown.out
    for text in (ended.out, shown.out):
        assert not set("\x1b\x07\u202e\u202c") & set(text)
    assert "\x1b" not in Path("here/junit.xml").read_text(encoding="utf-8")
    ElementTree.parse("here/junit.xml")
    assert "\\u001b[31mred" in Path("here/traces.jsonl").read_text(encoding="utf-8"), "the trace keeps what was said"


# -- stopped and resumed


def test_a_run_that_was_killed_ends_with_the_same_matrix(command: Command, process: Command) -> None:
    scenarios = ("--domain", "rooms", "--only", "C1", "--only", "V1", "--only", "F1", "--agent", "agents:dies")
    Path("to_go").write_text("9")
    whole = command("run", *scenarios, "--out", "whole")
    assert whole.code == 1
    Path("to_go").write_text("1")
    assert process("run", *scenarios, "--out", "cut").code == -9
    assert not Path("cut/matrix.json").exists()
    with open("cut/traces.jsonl", "ab") as file:
        file.write(b'{"run_id": "half a rec')
    Path("to_go").write_text("9")
    assert command("run", "--resume", "--out", "cut").code == 1
    assert Path("cut/matrix.json").read_bytes() == Path("whole/matrix.json").read_bytes()
    assert Path("cut/junit.xml").read_bytes() == Path("whole/junit.xml").read_bytes()


def test_ctrl_c_says_how_to_go_on(command: Command) -> None:
    ended = command("run", *ONE, "--agent", "agents:stopped", "--out", "here")
    assert ended.code == 130
    assert "intentprops run --resume --out here" in ended.err
    assert Path("here/manifest.json").exists()


def test_resume_without_a_folder_goes_on_with_the_newest(command: Command) -> None:
    command("run", "--only", "V1")
    command("run", "--only", "F1")
    ended = command("run", "--resume", "--json")
    assert [row["scenario_id"] for row in json.loads(ended.out)["rows"]] == ["F1"]


# -- bad input: one line, exit code 2, nothing played


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--model", "gpt"], "there is no model 'gpt'; there are reference, mistaken"),
        (["--memory", "graph"], "memory modes graph: there are chat, summary, structured"),
        (["--domain", "room"], "did you mean 'rooms'?"),
        (["--only", "V99"], "there is no scenario 'V99' among"),
        (["--only", "../V1"], "there is no scenario '../V1' among"),
        (["--agent", "nowhere:create"], "cannot import nowhere"),
        (["--agent", "agents:nothing"], "is not there"),
        (["--agent", "agents"], "name it as package.module:create"),
        (["--agent", "agents:silent", "--memory", "chat"], "--agent takes the place of --model and --memory"),
        (["--model", ""], "there is no model ''"),
        (["--language", "de"], "Invalid value for '--language'"),
        (["--repeats", "-1"], "repeats -1"),
        (["--repeats", "0"], "repeats 0"),
        (["--max-steps", "0"], "max-steps 0"),
        (["--repeats", "many"], "Invalid value for '--repeats'"),
        (["--timeout", "-3"], "timeout -3"),
        (["--timeout", "0"], "timeout 0"),
        (["--timeout", "inf"], "timeout inf: give seconds, above 0 and at most 86400"),
        (["--domain", "mail", "--only", "V1"], "there is no scenario 'V1' among"),
        (["--scenarios", "missing.yaml"], "missing.yaml: cannot be read"),
        (["--resume"], "there is no run in .intentprops to go on with"),
        (["--resume", "--out", "empty"], "empty holds no run to go on with"),
    ],
)
def test_bad_input_is_one_line_and_2(command: Command, arguments: list[str], said: str) -> None:
    ended = command("run", *arguments)
    assert ended.code == 2
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert not Path(".intentprops").exists()


def test_a_folder_with_a_run_is_not_written_over(command: Command) -> None:
    command("run", *ONE, "--out", "here")
    before = Path("here/traces.jsonl").read_bytes()
    ended = command("run", *ONE, "--out", "here")
    assert ended.code == 2
    assert "here holds a run already; go on with it by --resume" in ended.err
    assert Path("here/traces.jsonl").read_bytes() == before


def test_a_run_is_not_resumed_with_other_settings(command: Command) -> None:
    command("run", *ONE, "--out", "here")
    for options, said in [
        (["--repeats", "3"], "repeats was 1 and is 3 now"),
        (["--model", "mistaken"], "model was 'reference' and is 'mistaken' now"),
        (["--memory", "chat"], "modes was 'chat, summary, structured' and is 'chat' now"),
        (["--agent", "agents:silent"], "agent was None and is 'agents:silent' now"),
        (["--seed", "1", "--only", "F1"], "only was 'V1' and is 'F1' now; seed was 0 and is 1 now"),
    ]:
        ended = command("run", *options, "--resume", "--out", "here")
        assert ended.code == 2
        assert said in ended.err
    assert command("run", "--only", "V1", "--seed", "0", "--resume", "--out", "here").code == 0, "the same said again is no other setting"


def test_a_run_is_not_resumed_with_another_agent_in_its_file(command: Command) -> None:
    command("run", *ONE, "--agent", "agents:talks", "--out", "here")
    with open("agents.py", "a") as file:
        file.write("\n# another version\n")
    ended = command("run", "--resume", "--out", "here")
    assert ended.code == 2
    assert "agent.source was" in ended.err


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("{", "manifest.json: broken JSON"),
        ("[]", "manifest.json holds []; it should hold an object"),
        ("{}", "manifest.json: plan: it should say what the run plays"),
        ('{"plan": {"colour": 1}}', "manifest.json: plan: 'colour' is unknown here; update intentprops"),
        ('{"plan": {"seed": "x"}}', "manifest.json: plan.seed: input should be a valid integer"),
    ],
)
def test_a_broken_manifest_is_named(command: Command, manifest: str, said: str) -> None:
    Path("here").mkdir()
    Path("here/manifest.json").write_text(manifest)
    for arguments in (["run", "--resume", "--out", "here"], ["run", "--resume", "--seed", "1", "--out", "here"]):
        ended = command(*arguments)
        assert ended.code == 2
        assert said in ended.err


def test_what_lies_in_the_folder_already_stays(command: Command) -> None:
    Path("mine").mkdir()
    Path("mine/thesis.txt").write_text("years of work")
    assert "is not empty and holds no run" in command("run", *ONE, "--out", "mine").err
    assert "is a file; --out takes a folder" in command("run", *ONE, "--out", "mine/thesis.txt").err
    assert "mine/thesis.txt/run: Not a directory" in command("run", *ONE, "--out", "mine/thesis.txt/run").err
    assert Path("mine/thesis.txt").read_text() == "years of work"


def test_a_path_that_leaves_the_folder_is_refused(command: Command, tmp_path: Path) -> None:
    outside = tmp_path / "outside.jsonl"
    outside.write_text("not ours")
    command("run", *ONE, "--out", "here")
    Path("here/traces.jsonl").unlink()
    Path("here/traces.jsonl").symlink_to(outside)
    ended = command("run", "--resume", "--out", "here")
    assert ended.code == 2
    assert "leads out of the run folder here" in ended.err
    assert outside.read_text() == "not ours"


def test_more_repeats_of_one_mode_have_no_place_in_a_matrix(command: Command) -> None:
    command("run", *ONE, "--out", "here")
    traces = Path("here/traces.jsonl").read_text(encoding="utf-8")
    more = traces.replace("V1__chat__repeat-01", "V1__chat__repeat-02")
    Path("here/traces.jsonl").write_text(traces + "".join(line for line in more.splitlines(True) if "repeat-02" in line), encoding="utf-8")
    ended = command("run", "--resume", "--out", "here")
    assert ended.code == 2
    assert "is no dialogue of this run, which has 1 for each scenario and memory mode" in ended.err
