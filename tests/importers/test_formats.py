"""Logs of other formats: nothing that was said or done is lost, whatever the format and however the file is laid out."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intentprops.importers import IMPORTERS, Recorded, detect, read_log
from tests.importers.formats import FORMATS, Call, Step, Talk, Turn, heard, openai, plain, talks, told
from tests.profile import scaled

LAYOUTS = {
    "on a line each": lambda documents: "".join(json.dumps(document) + "\n" for document in documents),
    "one after the other": lambda documents: "\n".join(json.dumps(document, indent=1) for document in documents),
    "in a list": lambda documents: json.dumps(documents),
    "in a list over many lines": lambda documents: json.dumps(documents, indent=2, ensure_ascii=False),
}
BOOK = Call("book", {"room": "b1"}, {"id": 7}, False)
TALK: Talk = (
    Turn(("A room for twelve.",), (Step("Let me see.", (BOOK, Call("search", {}, [], False)), None), Step("Booked.", (), (5, 7)))),
    Turn(("No, six.", "Sorry."), (Step("", (Call("book", {}, {"error": "taken"}, True),), (1, 2)),)),
)


def test_every_format_is_tested() -> None:
    assert set(FORMATS) == set(IMPORTERS)


@pytest.mark.parametrize("name", FORMATS)
@given(talk=talks)
@settings(max_examples=scaled(40), deadline=None)
def test_text_calls_arguments_order_errors_and_usage_come_back(name: str, tmp_path_factory: pytest.TempPathFactory, talk: Talk) -> None:
    path = tmp_path_factory.mktemp("log") / "log.json"
    path.write_text(json.dumps(FORMATS[name](talk)), encoding="utf-8")
    (found,) = read_log(path, name)
    assert isinstance(found, Recorded), found
    wanted = told(talk)
    if name == "plain":  # which has the texts of a turn behind its calls
        wanted = [(said, [(text, len(made)) for text, _ in texts], made, usage) for said, texts, made, usage in wanted]
    assert heard(found) == wanted
    assert found.notes == ()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_known_however_a_file_is_laid_out(tmp_path: Path, name: str, layout: str, packed: bool) -> None:
    text = LAYOUTS[layout]([FORMATS[name](TALK)])
    path = tmp_path / ("log.json.gz" if packed else "log.json")
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
    assert detect(path) == name
    (found,) = read_log(path)
    assert isinstance(found, Recorded), found
    assert [turn.messages for turn in found.turns] == [("A room for twelve.",), ("No, six.", "Sorry.")]


@pytest.mark.parametrize("layout", LAYOUTS)
@given(numbers=st.integers(1, 5))
@settings(max_examples=scaled(5), deadline=None)
def test_many_conversations_come_in_their_order(layout: str, tmp_path_factory: pytest.TempPathFactory, numbers: int) -> None:
    path = tmp_path_factory.mktemp("log") / "log.json"
    path.write_text(LAYOUTS[layout]([plain(TALK) | {"id": f"d-{n}"} for n in range(numbers)]), encoding="utf-8")
    found = [one for one in read_log(path) if isinstance(one, Recorded)]
    assert [one.id for one in found] == [f"d-{n}" for n in range(numbers)]
    places = [(one.source.line, one.source.index) for one in found]
    assert places == [(n + 1, None) if layout == "on a line each" else (None, n) for n in range(numbers)] or numbers == 1


def read_one(tmp_path: Path, document: Any) -> Recorded:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    (found,) = read_log(path)
    assert isinstance(found, Recorded), found
    return found


def test_a_bare_list_of_messages_is_one_conversation(tmp_path: Path) -> None:
    found = read_one(tmp_path, openai(TALK)["messages"])
    assert (found.id, found.format, len(found.turns)) == ("log-1", "openai", 2)


def test_facts_beside_the_conversation_stay_at_hand(tmp_path: Path) -> None:
    assert read_one(tmp_path, openai(TALK)).metadata == {"id": "d-1", "reward": 1.0, "system": ["the rules"]}
    assert read_one(tmp_path, FORMATS["anthropic"](TALK)).metadata == {"id": "d-1", "reward": 1.0, "system": ["the rules"]}
    tau = read_one(tmp_path, FORMATS["tau-bench"](TALK))
    assert (tau.id, tau.metadata["reward"]) == ("task-3-trial-1", 1.0)
    assert tau.metadata["info"]["task"]["actions"] == [{"name": "book"}]
    tau2 = read_one(tmp_path, FORMATS["tau2"](TALK))
    assert (tau2.id, tau2.metadata["task"], tau2.metadata["info"]) == ("task-x-1-trial-0", {"id": "[x]1", "purpose": "p"}, {"n": 1})
    assert tau2.metadata["reward_info"] == {"reward": 1.0}


def test_tasks_that_stand_behind_the_simulations_are_found(tmp_path: Path) -> None:
    document = FORMATS["tau2"](TALK)
    behind = {"simulations": document["simulations"], "tasks": document["tasks"]}
    assert read_one(tmp_path, behind).metadata["task"] == {"id": "[x]1", "purpose": "p"}


def test_the_record_has_the_reply_behind_the_last_call_and_what_was_said_before(tmp_path: Path) -> None:
    first, second = read_one(tmp_path, openai(TALK)).trace()
    assert first.assistant_message == "Booked."
    assert (first.model_extra or {})["said"] == [{"text": "Let me see.", "calls_before": 0}, {"text": "Booked.", "calls_before": 2}]
    assert (first.usage.input_tokens, first.usage.output_tokens) == (None, None), "one of the messages reported none"
    assert (second.user_message, second.assistant_message, second.usage.output_tokens) == ("No, six.\nSorry.", None, 2)
    for unseen in ("results", "offers", "questions", "effects", "queued", "summary", "active_state_after"):
        assert getattr(first, unseen) is None


def test_legacy_function_calls(tmp_path: Path) -> None:
    found = read_one(tmp_path, [
        {"role": "user", "content": [{"type": "text", "text": "Book."}, {"type": "image_url", "image_url": {"url": "x"}}]},
        {"role": "assistant", "content": None, "function_call": {"name": "book", "arguments": "{\"n\": 1}"}},
        {"role": "function", "name": "book", "content": "Error: no such room"},
        {"role": "assistant", "content": [{"type": "text", "text": "It"}, {"type": "refusal", "refusal": "failed."}]},
    ])  # fmt: skip
    (turn,) = found.turns
    assert [(c.name, c.arguments, c.result, c.status) for c in turn.calls] == [("book", {"n": 1}, "Error: no such room", "error")]
    assert (turn.reply, turn.facts["attachments"]) == ("It\nfailed.", [{"type": "image_url", "image_url": {"url": "x"}}])


def test_calls_of_a_simulated_user_are_no_calls_of_the_agent(tmp_path: Path) -> None:
    document = FORMATS["tau2"](TALK)
    document["simulations"][0]["messages"] += [
        {"role": "user", "content": None, "tool_calls": [{"id": "u", "name": "restart", "arguments": {}, "requestor": "user"}]},
        {"role": "tool", "id": "u", "requestor": "user", "error": False, "content": "done"},
    ]
    found = read_one(tmp_path, document)
    assert [call.name for turn in found.turns for call in turn.calls] == ["book", "search", "book"]
    assert found.turns[-1].facts["user_calls"] == [{"id": "u", "name": "restart", "arguments": {}}]


def test_what_the_agent_did_before_the_user_spoke_is_kept(tmp_path: Path) -> None:
    found = read_one(tmp_path, [{"role": "assistant", "content": "Hello!"}, {"role": "user", "content": "Hi."}])
    assert found.opening is not None
    assert (found.opening.reply, len(found.turns)) == ("Hello!", 1)
