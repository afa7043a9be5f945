"""No secret is written or shown, whatever the channel and the spelling: a canary is looked for in everything that a run leaves."""

from __future__ import annotations

import base64
import html
import io
import json
import os
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from intentprops.cli import call
from intentprops.running import secrets
from intentprops.running.secrets import HidingStream, hide, hide_text
from intentprops.trace import HIDDEN
from tests.models.servers import Answer, chat, provider

CANARY = 'sk-"C4nary/+\\7&ü=='
FEW = settings(max_examples=40, deadline=None)
AWKWARD = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=8, max_size=40)


@pytest.fixture(autouse=True)
def only_these(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "_declared", set())
    monkeypatch.setenv("SERVICE_API_KEY", CANARY)


# -- by value

SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str, "JSON": json.dumps, "JSON in UTF-8": lambda v: json.dumps(v, ensure_ascii=False), "JSON in JSON": lambda v: json.dumps(json.dumps(v)),
    "URL": lambda v: quote(v, safe=""), "URL path": quote, "form": quote_plus, "URL in URL": lambda v: quote(quote(v, safe=""), safe=""),
    "XML": html.escape, "repr": repr, "ascii": ascii, "hex": lambda v: v.encode().hex(), "HEX": lambda v: v.encode().hex().upper(),
}  # fmt: skip


def decoded(text: str) -> str:
    """Everything that a text may stand for."""
    from urllib.parse import unquote_plus

    return "\n".join([text, html.unescape(text), unquote_plus(text), unquote_plus(unquote_plus(text)), text.replace("\\", "")])


@pytest.mark.parametrize("spelling", SPELLINGS)
@FEW
@given(value=AWKWARD)
@example(value=CANARY)
def test_a_value_is_found_in_every_spelling(spelling: str, value: str) -> None:
    secrets._declared.clear()
    secrets.declare(value)
    shown = hide_text(f"before {SPELLINGS[spelling](value)} after")
    assert HIDDEN in shown
    assert value not in decoded(shown)
    assert shown.startswith("before ")
    assert shown.endswith(" after")


@FEW
@given(value=AWKWARD, before=st.binary(max_size=5), after=st.binary(max_size=5), encode=st.sampled_from([base64.b64encode, base64.urlsafe_b64encode]))
def test_a_value_is_found_within_base64(value: str, before: bytes, after: bytes, encode: Any) -> None:
    secrets._declared.clear()
    secrets.declare(value)
    assert HIDDEN in hide_text(encode(before + value.encode() + after).decode())


@FEW
@given(value=AWKWARD, cuts=st.lists(st.integers(0, 40), max_size=6))
def test_a_value_is_found_in_the_pieces_of_a_stream(value: str, cuts: list[int]) -> None:
    secrets._declared.clear()
    secrets.declare(value)
    ends = sorted({0, len(value), *(cut for cut in cuts if cut < len(value))})
    pieces = [value[low:high] for low, high in pairwise(ends)]
    document = {"list": ["so ", *pieces, " on"], "events": [{"n": 1, "delta": {"text": piece}} for piece in pieces]}
    clean = hide(document)
    assert value not in "".join(clean["list"]).replace(HIDDEN, "")
    assert value not in "".join(event["delta"]["text"] for event in clean["events"])
    assert (clean["list"][0], clean["list"][-1]) == ("so ", " on")


@FEW
@given(value=AWKWARD, cut=st.integers(1, 39), lead=st.text(max_size=5))
def test_a_value_is_found_across_two_writes_to_a_stream(value: str, cut: int, lead: str) -> None:
    secrets._declared.clear()
    secrets.declare(value)
    stream = HidingStream(out := io.StringIO())
    for part in (lead, value[:cut], value[cut:], "\n"):
        stream.write(part)
    stream.finish()
    assert value not in out.getvalue()


def test_an_environment_variable_is_a_secret_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, value in {
        "GH_TOKEN": "value-of-gh", "AWS_SECRET_ACCESS_KEY": "value-of-aws", "DB_PASSWORD": "value-of-db", "API_KEY_2": "value-of-2",
        "KEYBOARD": "value-of-keyboard", "MONKEY": "value-of-monkey", "SHORT_TOKEN": "room", "KEY_FILE": "value-of-file", "TOKENIZERS": "value-of-tok",
        "CERT_KEY": str(tmp_path),
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    known = secrets.values()
    assert {"value-of-gh", "value-of-aws", "value-of-db", "value-of-2", CANARY} <= set(known)
    assert not {"value-of-keyboard", "value-of-monkey", "room", "value-of-file", "value-of-tok", str(tmp_path)} & set(known)


# -- by field


def test_a_variable_may_hold_bytes_that_are_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "BINARY_API_KEY", os.fsdecode(b"\xff\xfe-12345678"))
    assert hide_text("all of it stays, and hidden it is: " + os.fsdecode(b"\xff\xfe-12345678")) == f"all of it stays, and hidden it is: {HIDDEN}"


@pytest.mark.parametrize("name", ["authorization", "Authorization", "x-api-key", "api_key", "apikey", "password", "client_secret", "openai_api_key", "Set-Cookie", "token"])
def test_what_stands_under_a_telling_name_is_hidden_whatever_it_is(name: str) -> None:
    assert hide({name: "plain", "a": [{name: ["x", "y"]}]}) == {name: HIDDEN, "a": [{name: HIDDEN}]}


@pytest.mark.parametrize("document", [{"input_tokens": 5}, {"keys": ["a"]}, {"token": 5}, {"password": None}, {"max_tokens": "9"}, {"author": "Ann"}, {"text": "the password is easy"}])
def test_what_only_sounds_like_it_stays(document: Any) -> None:
    assert hide(document) == document


def test_a_field_of_the_domain_is_its_own_business() -> None:
    assert hide({"password": "new-password-1", "token": "x"}, {"password"}) == {"password": "new-password-1", "token": HIDDEN}
    assert hide_text("password: something-long", {"password"}) == "password: something-long"


@pytest.mark.parametrize("text", ["{'Authorization': 'Bearer abc.def-123'}", "authorization: basic dXNlcjpwYXNz", "?api_key=abcdef123&x=1", '{"password": "hunter22"}', '{\\"x-api-key\\": \\"abcdef123\\"}'])
def test_a_telling_name_within_a_text(text: str) -> None:
    shown = hide_text(text)
    assert HIDDEN in shown
    assert not any(secret in shown for secret in ("abc.def", "dXNlcjpw", "abcdef123", "hunter22"))


# -- over everything that a run leaves

SCENARIOS = """
schema: 1
domain: rooms
scenarios:
  - id: S1
    kind: control
    title: A key where it does not belong
    turns:
      - say: {en: CANARY_SAID}
        changes: [{reveal: {attendees: 6}}]
      - say: {en: "Thanks."}
        changes: []
"""


def spilling(name: str) -> Callable[[dict[str, Any]], Answer]:
    """A provider that repeats the key wherever it can."""
    turn = iter(range(1000))

    def answer(request: dict[str, Any]) -> Answer:
        number = next(turn)
        if name == "error":
            return Answer({"error": {"message": f"the key {CANARY} is wrong; headers {{'authorization': 'Bearer {CANARY}'}}"}}, 401)
        if name == "broken arguments":
            return chat(None, ("reserve_room", f'{{"room_id": "{CANARY}'))
        if number % 2 == 0:
            arguments = {"room_id": CANARY, "starts_at": "2026-08-07T15:00:00+03:00", "attendees": 6}
            return chat("", ("reserve_room", arguments), (f"tool-{quote(CANARY)}", {"api_key": "abc", "pieces": [CANARY[:5], CANARY[5:]]}))
        return chat(f"Your key is {CANARY}, in base64 {base64.b64encode(CANARY.encode()).decode()}. Shall I book?")

    return answer


@pytest.mark.parametrize("name", ["calls and replies", "error", "broken arguments"])
def test_the_canary_is_in_no_file_and_on_no_screen(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("openai")
    said = json.dumps(f"Find a room for six people, my key is {CANARY}.", ensure_ascii=False)
    (tmp_path / "s.yaml").write_text(SCENARIOS.replace("CANARY_SAID", said), encoding="utf-8")
    with provider(spilling(name)) as server:
        monkeypatch.setenv("OPENAI_API_KEY", CANARY.encode("ascii", "replace").decode())
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        code = call([
            "run", "--model", "openai:m", "--scenarios", str(tmp_path / "s.yaml"), "--out", str(tmp_path / "run"), "--fixtures", str(tmp_path / "fixtures"),
            "--record", "all", "--memory", "chat", "--memory", "summary",
        ])  # fmt: skip
        assert code == 1
        assert server.headers[0]["authorization"].startswith("Bearer sk-")
        assert name != "calls and replies" or CANARY in json.dumps(server.requests, ensure_ascii=False).replace("\\\\", "\\").replace('\\"', '"')
    printed = capsys.readouterr()
    written = {str(place): place.read_text(encoding="utf-8") for folder in ("run", "fixtures") for place in (tmp_path / folder).rglob("*") if place.is_file()}
    assert {Path(place).name for place in written} >= {"manifest.json", "traces.jsonl", "matrix.json", "junit.xml"}
    assert name == "error" or any(place.endswith(".yaml") for place in written)
    for place, text in {**written, "stdout": printed.out, "stderr": printed.err}.items():
        shown = decoded(text)
        assert "C4nary" not in shown, place
        for spelled in (base64.b64encode(CANARY.encode()).decode()[:12], quote(CANARY), CANARY.encode().hex()):
            assert spelled not in shown, place
    assert HIDDEN in written[str(tmp_path / "run" / "traces.jsonl")]


def create(session: Any) -> Any:
    """An agent that prints, logs in pieces and raises."""

    def respond(message: str) -> str:
        print("key:", CANARY)
        for piece in (CANARY[:6], CANARY[6:], "\n"):
            sys.stderr.write(piece)
        raise RuntimeError(f"HTTP 401 for {CANARY}")

    return respond


def test_what_an_agent_prints_and_raises_is_hidden_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["run", "--domain", "rooms", "--only", "C1", "--agent", f"{__name__}:create", "--out", str(tmp_path)]) == 1
    printed = capsys.readouterr()
    for text in (printed.out, printed.err, *(place.read_text(encoding="utf-8") for place in tmp_path.iterdir())):
        assert "C4nary" not in text
    assert f"RuntimeError: HTTP 401 for {HIDDEN}" in printed.out


def test_a_secret_that_is_declared_by_the_name_of_its_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("SERVICE_API_KEY")
    monkeypatch.setenv("MY_THING", CANARY)
    arguments = ["run", "--domain", "rooms", "--only", "C1", "--agent", f"{__name__}:create", "--out", str(tmp_path / "run")]
    assert call([*arguments, "--secret", "MY_THING"]) == 1
    assert "C4nary" not in (tmp_path / "run" / "junit.xml").read_text(encoding="utf-8")
    assert call([*arguments, "--secret", "NO_SUCH"]) == 2
    assert "there is no such environment variable" in capsys.readouterr().err
