"""Logs that are broken: each fault is said with its place, and costs the conversation that it is in and no other."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intentprops.errors import IntentpropsError, TraceError
from intentprops.importers import Recorded, read_log
from tests.importers.formats import FORMATS, openai, plain
from tests.importers.test_formats import TALK
from tests.profile import scaled


def write(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "log.json"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def messages(*found: dict[str, Any]) -> str:
    return json.dumps({"messages": [{"role": "user", "content": "Book."}, *found]})


def asked(arguments: str = "{}", id: str = "a") -> dict[str, Any]:
    call = {"id": id, "type": "function", "function": {"name": "book", "arguments": arguments}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def answered(id: str = "a") -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": id, "content": "done"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "log.json: no JSON: it is empty; a log is JSON Lines, or a list of conversations"),
        ("a,b\n1,2\n", "log.json: no JSON: it begins with 'a'"),
        (b"\xff\xfe{", "log.json: no JSON: it begins with"),
        (json.dumps([openai(TALK)])[:-30], "log.json[0]: broken JSON: "),
        (gzip.compress(json.dumps([openai(TALK)]).encode())[:-20], "the compressed file is broken or ends too early"),
        (messages(answered()), "log.json:1: messages[1]: a result of the call 'a', which nobody made before it"),
        (messages(asked(), answered(), answered()), "log.json:1: messages[3]: a second result of the call 'a'; a call has one"),
        (messages({"role": "robot", "content": "x"}), "log.json:1: messages[1]: role: 'robot' is none of system, developer, user"),
        (messages({"role": "assistant", "content": 7}), "log.json:1: messages[1]: content: 7 is neither a text nor a list of parts"),
        (messages({"role": "assistant", "tool_calls": [{"id": "a", "function": {}}]}), "messages[1]: a call without a name of its tool"),
        (json.dumps({"messages": [{"role": "assistant", "content": "Hello?"}]}), "log.json:1: no turn of a user in it"),
        (json.dumps({"rows": []}), "log.json:1: no format of a log that is known here (openai, anthropic, tau-bench"),
        (json.dumps({"turns": [{"agent": "x"}]}), "turns[0]: {'agent': 'x'} is no turn; it takes user, calls, agent, usage"),
        (json.dumps({"turns": [{"user": 7}]}), "turns[0]: user: 7 is neither a text nor a list of texts"),
        (json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [{"name": "x"}]}]}]}), "a span without traceId and spanId"),
        ("[" * 3_000, "broken JSON"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str | bytes, said: str) -> None:
    (error,) = read_log(write(tmp_path, text))
    assert isinstance(error, TraceError), error
    assert said in str(error)


def test_a_broken_line_costs_itself_alone(tmp_path: Path) -> None:
    lines = [json.dumps(plain(TALK) | {"id": f"d-{n}"}) for n in range(3)]
    lines[1] = lines[1][:40]
    first, error, last = read_log(write(tmp_path, "\n".join(lines)))
    assert isinstance(first, Recorded)
    assert isinstance(last, Recorded)
    assert (first.id, last.id) == ("d-0", "d-2")
    assert ":2: broken JSON" in str(error)


def test_half_a_list_gives_its_first_half(tmp_path: Path) -> None:
    text = json.dumps([plain(TALK) | {"id": f"d-{n}"} for n in range(3)])
    first, second, error = read_log(write(tmp_path, text[:-40]))
    assert [getattr(one, "id", None) for one in (first, second)] == ["d-0", "d-1"]
    assert "log.json[2]: broken JSON" in str(error)
    assert "what follows it cannot be read" in str(error)


def test_formats_that_are_mixed_are_told_apart(tmp_path: Path) -> None:
    lines = [json.dumps(FORMATS[name](TALK)) for name in ("tau-bench", "openai", "tau-bench", "plain")]
    first, second, third, fourth = read_log(write(tmp_path, "\n".join(lines)))
    assert isinstance(first, Recorded)
    assert isinstance(third, Recorded)
    assert ":2: this record is messages of OpenAI's chat completions, in a file of results of tau-bench" in str(second)
    assert ":4: this record is the plain form, in a file of results of tau-bench" in str(fourth)


def test_a_format_that_is_named_is_held_to(tmp_path: Path) -> None:
    path = write(tmp_path, json.dumps(openai(TALK)))
    assert [type(found) for found in read_log(path, "openai")] == [Recorded]
    assert [type(found) for found in read_log(path, "tau2")] == [TraceError]
    with pytest.raises(IntentpropsError, match=r"'opnai' is no format of a log; .*did you mean 'openai'"):
        list(read_log(path, "opnai"))


def test_a_call_without_a_result_is_kept_and_noted(tmp_path: Path) -> None:
    (found,) = read_log(write(tmp_path, messages(asked())))
    assert isinstance(found, Recorded)
    (call,) = found.turns[0].calls
    assert (call.result, (call.model_extra or {})["unanswered"]) == (None, True)
    assert found.notes == ("the call of book has no result",)


@pytest.mark.parametrize("arguments", ["{", "[1]", "7", "six people"])
def test_arguments_that_are_no_object_are_kept_as_they_are_and_noted(tmp_path: Path, arguments: str) -> None:
    (found,) = read_log(write(tmp_path, messages(asked(arguments), answered())))
    assert isinstance(found, Recorded)
    (call,) = found.turns[0].calls
    assert (call.arguments, (call.model_extra or {})["raw_arguments"]) == ({}, arguments)
    assert "messages[1]: the arguments of book are no JSON object" in found.notes[0]


def test_an_id_that_is_used_again_names_the_newest_call(tmp_path: Path) -> None:
    (found,) = read_log(write(tmp_path, messages(asked(), answered(), asked('{"n": 2}'), answered())))
    assert isinstance(found, Recorded)
    assert [(call.arguments, call.result) for call in found.turns[0].calls] == [({}, "done"), ({"n": 2}, "done")]


def test_a_missing_file_is_an_error() -> None:
    with pytest.raises(TraceError, match=r"nowhere\.json: cannot be read: No such file or directory"):
        list(read_log("nowhere.json"))


@given(name=st.sampled_from(sorted(FORMATS)), start=st.floats(0, 1), cut=st.integers(0, 30), put=st.binary(max_size=6))
@settings(max_examples=scaled(200), deadline=None)
def test_whatever_is_done_to_a_log_is_read_or_said(
    tmp_path_factory: pytest.TempPathFactory, name: str, start: float, cut: int, put: bytes
) -> None:
    raw = json.dumps([FORMATS[name](TALK)] * 2).encode()
    at = int(start * len(raw))
    path = tmp_path_factory.mktemp("log") / "log.json"
    path.write_bytes(raw[:at] + put + raw[at + cut :])
    for found in read_log(path):
        assert isinstance(found, (Recorded, TraceError))
        if isinstance(found, TraceError):
            assert "log.json" in str(found)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["role", "content", "id", "x"]), inner, max_size=3),
    max_leaves=6,
)


@given(name=st.sampled_from(sorted(FORMATS)), junk=JUNK, data=st.data())
@settings(max_examples=scaled(300), deadline=None)
def test_a_value_of_another_shape_is_read_or_said(tmp_path_factory: pytest.TempPathFactory, name: str, junk: Any, data: st.DataObject) -> None:
    document: Any = json.loads(json.dumps(FORMATS[name](TALK)))
    places = list(_places(document))
    parent, key = places[data.draw(st.integers(0, len(places) - 1))]
    parent[key] = junk
    path = tmp_path_factory.mktemp("log") / "log.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    for found in read_log(path, name):
        assert isinstance(found, (Recorded, TraceError))
        if isinstance(found, Recorded):
            found.trace()


def _places(value: Any) -> Any:
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _places(value[key])
