"""What becomes of an agent that cannot be reached, breaks, hangs or talks nonsense: an error of its own dialogue, in words, without keys."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from intentprops.adapters.command import command_agent
from intentprops.adapters.dry import NOT_JSON, dry_call, needs, read_arguments
from intentprops.adapters.hide import hide, keys_of, place_of
from intentprops.adapters.wire import Conversation
from intentprops.changes import Turn
from intentprops.domains.rooms import rooms
from intentprops.errors import AgentError, IntentpropsError
from intentprops.running.dialogue import play
from intentprops.running.experiment import Plan, run
from intentprops.running.session import Create, Session, Toolbox
from intentprops.trace import TurnRecord
from tests.adapters import brains
from tests.adapters.server import Server, serving
from tests.adapters.test_contract import asking, played, scenario

KEY = "sk-canary-7fcf1a90b2"
NO_WAIT = {"Retry-After": "0.001"}


def needs_http() -> None:
    for library in ("httpx", "tenacity"):
        pytest.importorskip(library, reason="needs the extra http")


def session() -> Session:
    return Session(Toolbox(rooms), scenario(asking()).now, "en", 0, "s", rooms)


def error_of(create: Create, timeout: float = 30.0) -> str:
    """The error that ends the dialogue in its first turn; no key is in it."""
    trace = play(rooms, scenario(asking(), Turn.of(text="Thank you.")), create, timeout=timeout)
    assert len(trace) == 1, [record.assistant_message for record in trace]
    assert trace[0].error is not None
    assert KEY not in trace[0].error
    return trace[0].error


# -- HTTP


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(brains.searches) as found:
        yield found


def http(server: Server, **options: Any) -> Create:
    needs_http()
    from intentprops.adapters.http import http_agent

    return http_agent(server.url + "/chat?token=" + KEY, headers={"Authorization": f"Bearer {KEY}"}, **options)


def test_no_server_is_said_with_its_address() -> None:
    needs_http()
    from intentprops.adapters.http import http_agent

    assert error_of(http_agent(f"http://user:{KEY}@127.0.0.1:1/chat?key={KEY}")).startswith("there is no server at http://127.0.0.1:1/chat")


def test_an_address_that_is_none_is_refused_at_once() -> None:
    needs_http()
    from intentprops.adapters.http import http_agent

    with pytest.raises(IntentpropsError, match="is no address; give one such as"):
        http_agent("127.0.0.1:8000/chat")


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_what_may_pass_is_asked_again_with_the_same_idempotency_key(server: Server, status: int) -> None:
    server.failures = [(status, NO_WAIT, "busy")] * 2
    (record,) = played(http(server), asking())
    assert record.error is None
    assert [body.get("message") for body in server.requests[:3]] == [asking().text] * 3
    keys = [headers["Idempotency-Key"] for headers in server.headers]
    assert len(set(keys[:3])) == 1
    assert keys[3] not in keys[:3]


def test_what_does_not_pass_becomes_an_error_with_the_status_and_the_tries(server: Server) -> None:
    server.failures = [(429, NO_WAIT, f"slow down, {KEY}")] * 3
    assert "/chat answered 429: 'slow down, [hidden]', 3 times" in error_of(http(server, retries=2))


@pytest.mark.parametrize("status", [400, 401, 404])
def test_what_cannot_pass_is_not_asked_again(server: Server, status: int) -> None:
    server.failures = [(status, {}, f"the key {KEY} is wrong")]
    assert f"answered {status}: 'the key [hidden] is wrong'" in error_of(http(server))
    assert len(server.requests) == 1


def test_a_server_that_wants_an_hour_is_not_waited_for(server: Server) -> None:
    server.failures = [(429, {"Retry-After": "3600"}, "")]
    assert "it asks to wait 3600 s" in error_of(http(server))
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"reply": "I found', "answered with something that is no JSON"),
        ("<html>502</html>", "answered with something that is no JSON"),
        ("[" * 100_000, "answered with something that is no JSON"),
        ('["reply"]', "an answer is an object with calls or a reply, not ['reply']"),
        ("{}", "an answer has calls or a reply, which is text; got {}"),
        ('{"reply": 3}', "an answer has calls or a reply, which is text"),
        ('{"error": "no model"}', "the agent said that it failed: 'no model'"),
        ('{"calls": []}', "calls is a list of calls with at least one"),
        ('{"calls": {"name": "search_rooms"}}', "calls is a list of calls with at least one"),
        ('{"calls": ["search_rooms"]}', "a call is an object with name and arguments"),
        ('{"calls": [{"arguments": {}}]}', "a call that names no tool"),
        ('{"calls": [{"name": "search_rooms", "revision": "three"}]}', "revision of a call is a whole number"),
        ('{"made": [3], "reply": "x"}', "a call in made is an object"),
        ('{"reply": "x", "state": 3}', "cannot be recorded"),
        ('{"reply": "x", "questions": [{"about": {}}]}', "cannot be recorded"),
    ],
)
def test_an_answer_that_is_none_is_said(server: Server, body: str, said: str) -> None:
    server.failures = [(200, {}, body)]
    assert said in error_of(http(server))


def test_a_connection_that_breaks_off_is_tried_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    create = http(server)
    monkeypatch.setattr("intentprops.adapters.http.BACK_OFF", 0.0)
    server.failures = [(200, {"Content-Length": "9999"}, '{"reply": "I fou')]
    (record,) = played(create, asking())
    assert record.error is None
    server.failures = [(200, {"Content-Length": "9999"}, '{"reply": "I fou')] * 9
    assert "broke off: RemoteProtocolError" in error_of(create)


@given(seconds=st.integers(0, 10_000))
def test_a_wait_is_read_as_a_number_and_as_a_date(seconds: int) -> None:
    needs_http()
    from email.utils import format_datetime

    from intentprops.adapters.http import retry_after

    now = datetime(2026, 8, 3, 9, tzinfo=UTC)
    assert retry_after(str(seconds)) == seconds
    later = datetime.fromtimestamp(now.timestamp() + seconds, UTC)
    assert retry_after(format_datetime(later, usegmt=True), now) == seconds
    for nonsense in (None, "soon", "nan", "-5"):
        assert retry_after(nonsense) in (None, 0.0)


def test_a_server_that_hangs_is_given_up() -> None:
    needs_http()
    wake = threading.Event()

    def hangs(users: Any, answers: Any) -> str:
        wake.wait()
        return "late"

    with serving(hangs) as slow:
        said = error_of(http(slow, timeout=0.2))
        wake.set()
    assert "/chat gave no answer within 0.2 s" in said


# -- providers


@pytest.fixture(params=["openai", "anthropic"])
def provider(request: pytest.FixtureRequest, server: Server) -> Any:
    pytest.importorskip(request.param, reason=f"needs the extra {request.param}")
    if request.param == "openai":
        from intentprops.adapters.openai_chat import openai_agent

        return lambda **more: openai_agent("fake", base_url=server.url + "/v1", api_key=KEY, **more)
    from intentprops.adapters.anthropic_messages import anthropic_agent

    return lambda **more: anthropic_agent("fake", base_url=server.url, api_key=KEY, **more)


def test_an_approval_of_a_tool_that_does_not_exist_is_refused_before_anything_is_asked(provider: Any, server: Server) -> None:
    assert "approval: there is no tool 'reserve_rooms'; did you mean 'reserve_room'?" in error_of(provider(approval=["reserve_rooms"]))
    assert server.requests == []


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_provider_that_recovers_is_asked_again(provider: Any, server: Server, status: int) -> None:
    server.failures = [(status, NO_WAIT, '{"error": {"message": "busy"}}')] * 2
    (record,) = played(provider(), asking())
    assert record.error is None
    assert record.usage.input_tokens == 200


@pytest.mark.parametrize(("status", "name"), [(401, "AuthenticationError"), (404, "NotFoundError"), (429, "RateLimitError"), (500, "InternalServerError")])
def test_a_provider_that_refuses_is_an_error_that_names_the_kind(provider: Any, server: Server, status: int, name: str) -> None:
    server.failures = [(status, NO_WAIT, json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}}))] * 9
    said = error_of(provider(max_retries=1))
    assert f"the model fake gave no answer: {name}" in said
    assert "[hidden]" in said


@pytest.mark.parametrize("body", ['{"choices": [{"mess', "<html></html>", "[]", "{}", '{"choices": []}', '{"choices": [{"message": null}]}'])
def test_a_cut_or_foreign_answer_of_a_provider_is_an_error(provider: Any, server: Server, body: str) -> None:
    server.failures = [(200, {}, body)] * 9
    assert "the model fake" in error_of(provider(max_retries=0))


def test_no_key_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    pytest.importorskip("openai", reason="needs the extra openai")
    pytest.importorskip("anthropic", reason="needs the extra anthropic")
    from intentprops.adapters.anthropic_messages import anthropic_agent
    from intentprops.adapters.openai_chat import openai_agent

    assert "OPENAI_API_KEY" in error_of(openai_agent("gpt"))
    assert "api_key" in error_of(anthropic_agent("claude", base_url="http://127.0.0.1:1"))


def test_a_framework_that_is_not_installed_is_named_with_its_extra() -> None:
    with pytest.raises(IntentpropsError, match=r"pip install 'intentprops\[openai\]'"):
        needs("a_framework_that_nobody_has", "openai")


# -- commands


def python(code: str, **options: Any) -> Create:
    return command_agent([sys.executable, "-u", "-c", code], **options)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "ended with exit code 0"),
        ("import sys; sys.exit(3)", "ended with exit code 3"),
        ("raise ValueError('no model')", "ended with exit code 1; its last words: 'ValueError: no model'"),
        ("import os; os.kill(os.getpid(), 9)", "was ended by signal 9"),
        ("input(); print('{\"reply\": \"I fou', end='')", "ended with exit code 0, after '{\"reply\": \"I fou'"),
        ("input(); print('Loading…'); input()", "printed a line that is no JSON"),
        ("input(); print('{\"reply\": 3}'); input()", "a reply, which is text"),
        ("input(); print('x' * 11_000_000); input()", "a line of more than 10,000,000 bytes"),
        ("import sys; input(); sys.stdout.buffer.write(b'\\xff\\xfe\\n'); input()", "printed a line that is no JSON"),
    ],
)
def test_a_command_that_dies_or_prints_garbage_is_said(code: str, said: str) -> None:
    assert said in error_of(python(code))


def test_a_command_that_is_not_there_is_said() -> None:
    assert "the command 'no-such-command' cannot be started: No such file or directory" in error_of(command_agent("no-such-command --now"))
    with pytest.raises(IntentpropsError, match="command: it is empty"):
        command_agent("")


def test_the_last_words_of_a_command_hold_no_key() -> None:
    code = "import os, sys; sys.exit('refused: ' + os.environ['MY_VALUE'])"
    assert "its last words: 'refused: [hidden]'" in error_of(python(code, env={"MY_VALUE": KEY}))


def test_a_command_that_hangs_is_given_up_and_ended(tmp_path: Path) -> None:
    """It writes its process id, says nothing, and ignores that its input was closed."""
    place = tmp_path / "pid"
    code = f"import os, signal, time; open({str(place)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    assert error_of(python(code), timeout=2.0) == "no answer within 2 s"
    assert not (Path("/proc") / place.read_text()).exists()


def test_a_line_that_nobody_asked_for_does_not_become_the_next_answer() -> None:
    code = "import sys\nfor line in sys.stdin: print('{\"reply\": \"one\"}\\n{\"reply\": \"two\"}')"
    trace = played(python(code), asking(), Turn.of(text="Thank you."))
    assert [record.assistant_message for record in trace] == ["one", None]
    assert "nobody asked for" in str(trace[1].error)


def test_a_command_ends_with_its_dialogue() -> None:
    """Its input is closed, it may still finish, and it says so."""
    trace = played(python("import sys\nfor line in sys.stdin: print('{\"reply\": \"ok\"}')"), asking(), Turn.of(text="Thank you."))
    assert [record.error for record in trace] == [None, None]


def test_what_a_command_prints_to_its_standard_error_is_its_own_affair() -> None:
    code = "import sys\nfor line in sys.stdin: print('x' * 500_000, file=sys.stderr); print('{\"reply\": \"ok\"}')"
    assert [record.error for record in played(python(code), asking(), Turn.of(text="Thank you."))] == [None, None]


ONE_DIES = command_agent([sys.executable, "-c", """
import json, sys
for line in sys.stdin:
    if "V1" in json.loads(line)["session"]:
        sys.exit("out of memory")
    print(json.dumps({"reply": "I looked."}), flush=True)
"""])  # fmt: skip


def test_an_agent_that_breaks_in_one_dialogue_is_one_error_cell_and_the_run_goes_on(tmp_path: Path) -> None:
    plan = Plan(domains=("rooms",), only=("V1", "C1", "V2"), agent=f"{__name__}:ONE_DIES")
    cells = {row.name: cell for row, _, cell in run(plan, tmp_path / "run").matrix.cells()}
    assert {name: cell.status for name, cell in cells.items() if cell is not None} == {"C1": "failed", "V1": "error", "V2": "failed"}
    assert "its last words: 'out of memory'" in (tmp_path / "run" / "traces.jsonl").read_text(encoding="utf-8")


# -- the protocol


def conversed(*answers: Any, steps: int = 3) -> tuple[list[Any], Any, Session]:
    """A turn with an agent that answers from a list; what it was sent, the reply, the session."""
    here, left, sent = session(), list(answers), []

    def ask(body: Any) -> Any:
        sent.append(body)
        return left.pop(0)

    return sent, Conversation(here, ask, context=False, max_steps=steps).turn("hello"), here


SEARCH = {"name": "search_rooms", "arguments": {"capacity": 6, "starts_at": brains.AT}}


def test_what_the_scenario_holds_equal_goes_out_with_the_first_message_alone() -> None:
    here, sent = session(), list[Any]()
    conversation = Conversation(here, lambda body: sent.append(body) or {"reply": "ok"}, context=True, max_steps=3)
    for message in ("one", "two"):
        conversation.turn(message)
    assert set(sent[0]) == {"session", "message", "now", "language", "seed", "tools"}
    assert sent[0]["tools"] == here.tools.specs()
    assert sent[1] == {"session": "s", "message": "two"}


def test_calls_are_answered_from_the_dry_run_until_a_reply_comes() -> None:
    sent, reply, here = conversed({"calls": [{"id": "a", **SEARCH, "revision": 4}]}, {"reply": "done", "offers": ["amber"], "input_tokens": 7})
    assert sent[0] == {"session": "s", "message": "hello"}
    assert [(result["id"], result["result"]["rooms"][0]["id"]) for result in sent[1]["results"]] == [("a", "amber")]
    assert (reply.text, reply.offers, reply.input_tokens, reply.state) == ("done", ["amber"], 7, None)
    assert [(call.name, call.revision) for call in here.tools.take()] == [("search_rooms", 4)]


def test_calls_that_the_agent_made_itself_are_recorded_with_what_they_brought() -> None:
    made = [{**SEARCH, "result": {"rooms": []}}, {**SEARCH, "error": "down"}, SEARCH]
    _, _, here = conversed({"made": made, "reply": "done"})
    first, second, third = here.tools.take()
    assert (first.result, first.status) == ({"rooms": []}, "ok")
    assert (second.result, second.status) == ({"error": "down"}, "error")
    assert third.result["rooms"][0]["id"] == "amber"


def test_an_endless_loop_ends_at_the_step_limit() -> None:
    with pytest.raises(AgentError, match="no reply within 3 rounds of calls"):
        conversed(*[{"calls": [SEARCH]}] * 9)


# -- what they share


@given(arguments=st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.lists(st.integers()), st.dictionaries(st.text(), st.integers())))
def test_any_arguments_are_recorded_and_never_raise(arguments: Any) -> None:
    here = session()
    answer = dry_call(here, "search_rooms", arguments)
    assert "error" in answer
    (call,) = here.tools.take()
    assert call.status == "error"
    assert TurnRecord.model_validate_json(
        TurnRecord(run_id="r", scenario_id="s", memory_mode="agent", turn=1, user_message="", tool_calls=[call]).model_dump_json()
    )
    if isinstance(read_arguments(arguments), str):
        assert call.arguments == {NOT_JSON: arguments}


@given(key=st.text(min_size=6, max_size=40))
def test_a_key_is_hidden_plain_quoted_and_escaped(key: str) -> None:
    forms = [key, quote(key, safe=""), json.dumps(key)[1:-1], json.dumps(key, ensure_ascii=False)[1:-1]]
    assume(not any(form in "start | end [hidden]" for form in forms))
    shown = hide(f"start | {' | '.join(forms)} | end", [key])
    assert not [form for form in forms if form in shown.replace("[hidden]", "")]


def test_keys_are_found_in_headers_and_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", "from-the-environment")
    found = keys_of({"Authorization": f"Bearer {KEY}"})
    assert {KEY, f"Bearer {KEY}", "from-the-environment"} <= set(found)
    assert place_of(f"https://me:{KEY}@host:8000/chat?key={KEY}#x") == "https://host:8000/chat"


# -- frameworks


def raising(name: str, error: Exception) -> Create:
    """An agent of each framework whose model raises."""

    def brain(users: Any, answers: Any) -> Any:
        raise error

    from tests.adapters import fakes

    brains.raises = brain  # type: ignore[attr-defined]
    if name == "langgraph":
        pytest.importorskip("langgraph", reason="needs the extra langgraph")
        from intentprops.adapters.langgraph import langgraph_agent

        return langgraph_agent(fakes.langgraph_graph("raises"))
    if name == "pydantic_ai":
        pytest.importorskip("pydantic_ai", reason="needs the extra pydantic-ai")
        from intentprops.adapters.pydantic_ai import pydantic_ai_agent

        return pydantic_ai_agent(fakes.pydantic_ai_clerk("raises"))
    if name == "openai_agents":
        pytest.importorskip("agents", reason="needs the extra openai-agents")
        from intentprops.adapters.openai_agents import openai_agents_agent

        return openai_agents_agent(fakes.agents_clerk("raises"))
    pytest.importorskip("mcp", reason="needs the extra mcp")
    from intentprops.adapters.mcp import mcp_agent

    return mcp_agent(lambda session, url: lambda message: brain([], []))


@pytest.mark.parametrize("name", ["langgraph", "pydantic_ai", "openai_agents", "mcp"])
@pytest.mark.parametrize("error", [RuntimeError(f"refused: {KEY}"), ExceptionGroup("several", [RuntimeError(f"refused: {KEY}")])])
def test_what_a_framework_raises_is_an_error_without_keys(name: str, error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MODEL_API_KEY", KEY)
    monkeypatch.setattr(brains, "raises", None, raising=False)
    assert error_of(raising(name, error)) == "RuntimeError: refused: [hidden]"
