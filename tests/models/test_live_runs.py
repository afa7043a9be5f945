"""Whole runs with a provider on 127.0.0.1: whatever it does wrong is an error of one dialogue, and what was recorded stays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from intentprops.cli import call
from intentprops.errors import IntentpropsError
from intentprops.models.limits import Limits
from intentprops.running.experiment import Plan, Run, prepare, run
from tests.models.servers import Answer, Fixed, Provider, chat, provider

pytest.importorskip("openai")
ONE: dict[str, Any] = {"domains": ("rooms",), "only": ("C1",), "modes": ("chat",), "model": "openai:m", "max_steps": 3}


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Provider], None]:
    def use(server: Provider) -> None:
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")

    return use


def quick(plan: Plan, folder: Path, **settings: Any) -> Run:
    return run(prepare(plan, Limits(sleep=lambda _: None)), folder, **settings)


def error(done: Run) -> str:
    (cell,) = [cell for _, _, cell in done.matrix.cells() if cell]
    return cell.repeats[0].error or ""


WRONG: dict[str, tuple[Answer, str, int]] = {
    "a wrong key": (Answer({"error": {"message": "no"}}, 401), "HTTP 401 Unauthorized; is the key right?", 1),
    "an unknown model": (Answer({"error": {"message": "no"}}, 404), "HTTP 404 Not Found; is the model's name right", 1),
    "busy all the time": (Answer({"error": {}}, 429), "HTTP 429 Too Many Requests", 1),
    "broken": (Answer("oops", 500), "HTTP 500 Internal Server Error", 1),
    "cut JSON": (Answer('{"choices": [{"mess'), "out of reach", 1),
    "arguments that are no JSON": (chat(None, ("search_rooms", '{"capacity": ')), "are no JSON", 0),
    "an endless loop of calls": (chat(None, ("search_rooms", {"capacity": 6})), "no reply within 3 steps", 0),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_goes_wrong_is_an_error_of_the_dialogue_and_says_whose(what: str, at: Any, tmp_path: Path) -> None:
    answer, said, outside = WRONG[what]
    with provider(answer) as server:
        at(server)
        done = quick(Plan(**ONE), tmp_path)
    assert said in error(done)
    assert done.outside == outside
    assert (tmp_path / "matrix.json").exists()


def test_a_tool_that_does_not_exist_is_answered_and_the_dialogue_goes_on(at: Any, tmp_path: Path) -> None:
    with provider(chat(None, ("fly_to_moon", {"at": 1})), chat("There is no such tool.")) as server:
        at(server)
        assert error(quick(Plan(**ONE), tmp_path)) == ""
    answered = [message for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert json.loads(answered[0]["content"]) == {"error": "unknown tool 'fly_to_moon'"}


def test_the_run_goes_on_after_an_error_and_resuming_repeats_it_alone(at: Any, tmp_path: Path) -> None:
    plan = Plan(**{**ONE, "only": ("C1", "V1")})
    with provider(Answer({"error": {}}, 400), chat("Which room?")) as server:
        at(server)
        done = quick(plan, tmp_path)
        asked = len(server.requests)
        assert (done.matrix.counts()["error"], done.outside) == (1, 1)
        again = quick(plan, tmp_path, resume=True)
    assert again.matrix.counts()["error"] == 0
    assert len(server.requests) - asked == 2  # the turns of C1


def test_a_run_stopped_by_its_budget_says_how_to_go_on(at: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", "--model", "openai:m", "--domain", "rooms", "--only", "C1", "--only", "V1", "--memory", "chat", "--out", str(tmp_path / "r")]
    with provider(chat("Noted.")) as server:
        at(server)
        assert call([*arguments, "--max-calls", "3"]) == 3
        said = capsys.readouterr().err
        assert "the budget of 3 calls is spent" in said
        assert f"intentprops run --resume --out {tmp_path / 'r'}" in said
        assert len(server.requests) == 3
        assert call(["run", "--resume", "--out", str(tmp_path / "r")]) == 1
    assert "not run" not in capsys.readouterr().out


def test_answers_that_were_paid_for_are_kept_when_the_budget_ends_in_the_middle_of_a_dialogue(at: Any, tmp_path: Path) -> None:
    plan = Plan(**ONE, fixtures=str(tmp_path / "fixtures"), record="missing")
    with provider(chat("Noted.")) as server:
        at(server)
        assert run(prepare(plan, Limits(max_calls=1)), tmp_path / "r").stopped
        while run(prepare(plan, Limits(max_calls=1)), tmp_path / "r", resume=True).stopped:
            pass
        assert len(server.requests) == 2  # one for each turn, none of them twice


def test_a_recorded_run_replays_to_the_same_matrix_with_no_key_no_library_and_no_server(
    at: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {**ONE, "modes": ("chat", "summary"), "repeats": 2, "fixtures": str(tmp_path / "fixtures")}
    with provider(chat(None, ("search_rooms", {"capacity": 8, "starts_at": "2026-08-07T15:00:00+03:00"})), chat("Options: birch.")) as server:
        at(server)
        live = quick(Plan(**settings, record="all"), tmp_path / "live")
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    replayed = quick(Plan(**settings), tmp_path / "replayed")
    assert replayed.matrix == live.matrix
    traces = [(tmp_path / name / "traces.jsonl").read_bytes() for name in ("live", "replayed")]
    assert traces[0] == traces[1]


def test_the_manifest_says_what_was_held_equal(at: Any, tmp_path: Path) -> None:
    with provider(chat("Noted.")) as server:
        at(server)
        quick(Plan(**ONE, parameters={"temperature": 0}), tmp_path)
        manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
        assert manifest["model"]["reference"] == "openai:m"
        assert manifest["model"]["parameters"] == {"temperature": 0, "base_url": f"{server.url}/v1"}
        assert (manifest["tested"], manifest["test_double"]) == ("the language model openai:m", False)
        with pytest.raises(IntentpropsError, match=r"model\.parameters\.temperature was 0 and is 1 now"):
            quick(Plan(**ONE, parameters={"temperature": 1}), tmp_path, resume=True)


def own() -> Fixed:
    return Fixed("Noted.")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--model", "gpt-5"], "there is no model 'gpt-5'; there are reference, mistaken, local"),
        (["--model", "openai:m", "--parameter", "temperature"], "write it as NAME=VALUE"),
        (["--record", "all"], "record 'all': give none, missing, all, and the folder by --fixtures"),
        (["--fixtures", "here"], "fixtures hold the answers of a language model"),
        (["--model", f"{__name__}:own", "--fixtures", "nowhere"], "nowhere holds no recorded dialogue of this run"),
        (["--model", "reference", "--parameter", "seed=1"], "takes no parameter 'seed'"),
        (["--agent", "a:b", "--max-calls", "1"], "--max-calls cannot see what an --agent asks"),
        (["--workers", "0"], "workers 0"),
    ],
)
def test_options_that_do_not_fit_are_said_before_anything_is_played(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert call(["run", *options]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / ".intentprops").exists()


def test_a_model_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["run", "--model", f"{__name__}:own", "--domain", "rooms", "--only", "C1", "--memory", "chat", "--out", str(tmp_path / "r")]) == 1
    shown = capsys.readouterr().out
    assert f"Tested: the language model {__name__}:own" in shown
    assert "chat: 0 of 1 dialogues passed, 0%, interval 0% to 79% over 1 scenarios" in shown
    assert f"--model {__name__}:own" in shown
