"""Models of providers, each against a server on 127.0.0.1 or its library's own fake: what is sent, what is read, what goes wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest

from intentprops.errors import AgentError, IntentpropsError, Unavailable
from intentprops.models import KINDS, build, problem
from intentprops.running.models import ModelCall
from tests.models.servers import DIALOGUE, SCHEMA, TOOLS, Answer, Provider, chat, messages, provider

# -- names


@pytest.mark.parametrize("name", ["local", "local:own.gguf", "openai:gpt-x", "anthropic:claude-x", "pydantic-ai:openai:gpt-x", "my.agents:model"])
def test_a_name_that_can_be_a_model(name: str) -> None:
    assert problem(name) is None


@pytest.mark.parametrize("name", ["", "gpt-5", "openai", "openai:", "anthropic:", "local:", "pydantic-ai:", "pydantic-ai:gpt", "my agent:model", "a:b:c"])
def test_a_name_that_can_be_none_is_refused_with_those_that_can(name: str) -> None:
    with pytest.raises(IntentpropsError, match="there is no model") as refused:
        build(name, {})
    assert all(kind in str(refused.value) for kind in KINDS)


def factory() -> Any:
    raise LookupError("no such deployment")


def nothing() -> Any:
    return object()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no.such.module:x", "cannot import no.such.module"), (f"{__name__}:absent", "must be a function that returns a model"),
        (f"{__name__}:factory", r"factory\(\) raised LookupError: no such deployment"),
        (f"{__name__}:nothing", r"returned object without name, version, complete"),
    ],
)  # fmt: skip
def test_a_model_of_ones_own_that_cannot_be_made(name: str, said: str) -> None:
    with pytest.raises(IntentpropsError, match=said):
        build(name, {})


@pytest.mark.parametrize(("name", "variable"), [("openai:m", "OPENAI_API_KEY"), ("anthropic:m", "ANTHROPIC_API_KEY")])
def test_a_key_that_is_missing_is_said_before_anything_is_asked(name: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(name.partition(":")[0])
    for one in (variable, variable.replace("API_KEY", "BASE_URL")):
        monkeypatch.delenv(one, raising=False)
    with pytest.raises(IntentpropsError, match=f"needs a key: set {variable}"):
        build(name, {})


# -- OpenAI's chat completions


@pytest.fixture
def openai_at(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("openai")

    def at(server: Provider, **parameters: Any) -> Any:
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-for-tests")
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        return build("openai:m", parameters)

    return at


def test_openai_is_asked_with_messages_tools_and_parameters(openai_at: Any) -> None:
    with provider(chat(None, ("search_rooms", {"capacity": 8}))) as server:
        answer = openai_at(server, temperature=0, seed=3).complete(DIALOGUE, TOOLS)
    (sent,) = server.requests
    assert (sent["model"], sent["temperature"], sent["seed"]) == ("m", 0, 3)
    assert sent["tools"] == [{"type": "function", "function": TOOLS[0]}]
    call, told = sent["messages"][2], sent["messages"][3]
    assert call["tool_calls"][0]["id"] == told["tool_call_id"]
    assert server.headers[0]["authorization"] == "Bearer a-key-for-tests"
    assert answer.calls == (ModelCall("search_rooms", {"capacity": 8}, "id-0"),)
    assert (answer.input_tokens, answer.output_tokens) == (11, 7)


def test_openai_is_asked_for_json_that_fits_a_schema(openai_at: Any) -> None:
    with provider(chat('{"goal": null}')) as server:
        assert openai_at(server).complete(DIALOGUE[:2], schema=SCHEMA).text == '{"goal": null}'
    assert server.requests[0]["response_format"]["json_schema"]["schema"]["required"] == ["goal"]


def test_a_server_that_reports_no_tokens(openai_at: Any) -> None:
    with provider(Answer({**chat("Hello.").body, "usage": None})) as server:
        answer = openai_at(server).complete(DIALOGUE)
    assert (answer.input_tokens, answer.output_tokens) == (None, None)


@pytest.mark.parametrize(
    ("answer", "said", "again", "after"),
    [
        (Answer({"error": {"message": "bad key"}}, 401), "HTTP 401 Unauthorized; is the key right", False, None),
        (Answer({"error": {"message": "no such model"}}, 404), "HTTP 404 Not Found; is the model's name right", False, None),
        (Answer({"error": {}}, 429, {"retry-after": "7"}), "HTTP 429", True, 7.0),
        (Answer({"error": {}}, 429, {"retry-after-ms": "1500"}), "HTTP 429", True, 1.5),
        (Answer({"error": {}}, 429, {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}), "HTTP 429", True, 0.0),
        (Answer({"error": {}}, 429, {"retry-after": "soon"}), "HTTP 429", True, None),
        (Answer("oops", 500, {"content-type": "text/plain"}), "HTTP 500 Internal Server Error", True, None),
        (Answer('{"choices": [{"message"'), "out of reach", True, None),
        (Answer({"choices": []}), "out of reach", True, None),
        (Answer("<html>", headers={"content-type": "text/html"}), "out of reach", True, None),
    ],
)
def test_what_a_provider_does_wrong_is_no_fault_of_the_agent(openai_at: Any, answer: Answer, said: str, again: bool, after: float | None) -> None:
    with provider(answer) as server, pytest.raises(Unavailable, match=said) as error:
        openai_at(server).complete(DIALOGUE)
    assert (error.value.again, error.value.after) == (again, after)
    assert len(server.requests) == 1  # attempts are the affair of the run, which counts them


def test_nobody_at_home(openai_at: Any) -> None:
    with provider(chat("x")) as server:
        model = openai_at(server)
    with pytest.raises(Unavailable, match="openai:m: out of reach") as error:
        model.complete(DIALOGUE)
    assert error.value.again


@pytest.mark.parametrize(("arguments", "said"), [('{"capacity": ', "are no JSON"), ("[6]", "not an object"), ('"six"', "not an object")])
def test_arguments_that_are_none_are_the_models_fault(openai_at: Any, arguments: str, said: str) -> None:
    with provider(chat(None, ("search_rooms", arguments))) as server, pytest.raises(AgentError, match=said) as error:
        openai_at(server).complete(DIALOGUE, TOOLS)
    assert not isinstance(error.value, Unavailable)


def test_a_name_that_comes_to_stand_for_another_model_in_the_middle_of_a_run(openai_at: Any) -> None:
    with provider(chat("x", model="m-2025-01"), chat("x", model="m-2026-01")) as server:
        model = openai_at(server)
        model.complete(DIALOGUE)
        with pytest.raises(Unavailable, match="answered as m-2026-01, and as m-2025-01 before"):
            model.complete(DIALOGUE)


# -- Anthropic's messages


@pytest.fixture
def anthropic_at(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("anthropic")

    def at(server: Provider, **parameters: Any) -> Any:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "a-key-for-tests")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        return build("anthropic:m", parameters)

    return at


def test_anthropic_is_asked_with_blocks_in_alternating_turns(anthropic_at: Any) -> None:
    call = {"type": "tool_use", "id": "t1", "name": "search_rooms", "input": {"capacity": 8}}
    with provider(messages({"type": "text", "text": "I look."}, call)) as server:
        answer = anthropic_at(server, temperature=0).complete(DIALOGUE, TOOLS)
    (sent,) = server.requests
    assert (sent["system"], sent["temperature"], sent["max_tokens"]) == ("You help.", 0, 2048)
    assert [turn["role"] for turn in sent["messages"]] == ["user", "assistant", "user"]
    used, (result, said) = sent["messages"][1]["content"][0], sent["messages"][2]["content"]
    assert used["id"] == result["tool_use_id"]
    assert said == {"type": "text", "text": "Make it eight."}
    assert answer.text == "I look."
    assert answer.calls == (ModelCall("search_rooms", {"capacity": 8}, "t1"),)
    assert (answer.input_tokens, answer.output_tokens) == (11, 7)


def test_anthropic_gives_an_answer_that_should_fit_a_schema_through_a_tool(anthropic_at: Any) -> None:
    with provider(messages({"type": "tool_use", "id": "t1", "name": "answer", "input": {"goal": None}})) as server:
        answer = anthropic_at(server).complete(DIALOGUE[:2], schema=SCHEMA)
    assert json.loads(answer.text) == {"goal": None}
    assert answer.calls == ()
    assert server.requests[0]["tool_choice"] == {"type": "tool", "name": "answer"}


def test_anthropic_overloaded(anthropic_at: Any) -> None:
    busy = Answer({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, 529, {"retry-after": "3"})
    with provider(busy) as server, pytest.raises(Unavailable, match="HTTP 529") as error:
        anthropic_at(server).complete(DIALOGUE)
    assert (error.value.again, error.value.after) == (True, 3.0)


# -- pydantic-ai


def test_a_model_of_pydantic_ai_sees_the_dialogue_and_its_fake_reports_no_tokens() -> None:
    pytest.importorskip("pydantic_ai")
    from pydantic_ai.messages import ModelResponse, ToolCallPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    from intentprops.models.pydantic_ai import PydanticAIModel

    seen: list[Any] = []

    def answer(asked: list[Any], info: AgentInfo) -> ModelResponse:
        seen.append([part.part_kind for message in asked for part in message.parts])
        tool = (info.function_tools or info.output_tools)[0]
        return ModelResponse(parts=[ToolCallPart(tool.name, {"capacity": 8}, tool_call_id="c9")])

    model = PydanticAIModel(FunctionModel(answer))
    answered = model.complete(DIALOGUE, TOOLS)
    assert seen == [["system-prompt", "user-prompt", "tool-call", "tool-return", "user-prompt"]]
    assert answered.calls == (ModelCall("search_rooms", {"capacity": 8}, "c9"),)
    assert (answered.input_tokens, answered.output_tokens) == (None, None)
    assert json.loads(model.complete(DIALOGUE[:2], schema=SCHEMA).text) == {"capacity": 8}


def test_a_name_that_pydantic_ai_does_not_know() -> None:
    pytest.importorskip("pydantic_ai")
    with pytest.raises(IntentpropsError, match="the model pydantic-ai:nobody:m cannot be made"):
        build("pydantic-ai:nobody:m", {})
