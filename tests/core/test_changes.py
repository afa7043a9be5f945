"""Changes, turns and scenarios are plain values."""

from __future__ import annotations

from datetime import UTC, datetime

from intentprops import Confirm, Message, Reveal, Scenario, Switch, Turn
from intentprops.changes import Forbid, Interpretation, ScriptedCall, digest_of, tools
from intentprops.errors import IntentpropsError, Unavailable, hint
from intentprops.findings import Finding


def test_a_ban_names_one_tool_or_several() -> None:
    assert tools("book") == frozenset({"book"})
    assert tools(["book", "hold", "book"]) == frozenset({"book", "hold"})


def test_a_turn_of_one_message() -> None:
    turn = Turn.of(Reveal("size", 6), Confirm(), text="Six, yes.", label="first")
    assert turn == Turn((Message("Six, yes.", (Reveal("size", 6), Confirm())),), "first")
    assert Turn.of() == Turn((Message("", ()),), None)
    assert not Turn.of().harness


def test_a_burst_is_one_turn() -> None:
    turn = Turn((Message("Six.", (Reveal("size", 6),)), Message("And find.", (Switch("find"),))))
    assert (turn.text, turn.changes) == ("Six.\nAnd find.", (Reveal("size", 6), Switch("find")))


def test_a_scenario_with_one_more_turn_is_another() -> None:
    short = Scenario("a", "shop", (Turn.of(text="1"),), datetime(2026, 8, 3, tzinfo=UTC), language="ru", kind="control", title="A")
    long = short.with_turn(Turn.of(text="2"))
    assert [turn.text for turn in long.turns] == ["1", "2"]
    assert (long.id, long.language, long.kind, long.title, long.now) == (short.id, "ru", "control", "A", short.now)
    assert len(short.turns) == 1


def test_a_digest_is_that_of_the_bytes_of_a_message() -> None:
    assert digest_of("Six, да.") == "0120a530476103fd"
    assert digest_of("\udc00") == "b2d612a08bec1f41"


def test_who_read_the_changes_is_said_with_name_and_version() -> None:
    assert str(Interpretation("model", "reader-x", "2")) == "model reader-x 2"
    assert str(Interpretation("person", "Ann")) == "person Ann"


def test_equal_calls_of_a_script_have_equal_hashes() -> None:
    one, same = ScriptedCall("look", {"size": 6, "colour": "red"}), ScriptedCall("look", {"colour": "red", "size": 6})
    assert one == same
    assert hash(one) == hash(same)
    assert len({hash(one), hash(ScriptedCall("look", {"size": 7, "colour": "red"})), hash(ScriptedCall("take", {"size": 6, "colour": "red"}))}) == 3
    assert hash(ScriptedCall("look", {"size": [1], "a": {}}))


def test_a_provider_that_cannot_be_reached_says_when_to_come_back() -> None:
    assert (Unavailable("busy").again, Unavailable("busy").after) == (False, None)
    later = Unavailable("busy", again=True, after=2.5)
    assert (str(later), later.again, later.after) == ("busy", True, 2.5)
    assert isinstance(later, IntentpropsError)


def test_a_name_that_is_nearly_right_is_hinted_at() -> None:
    assert hint("serch", ["search", "reserve", "searched"]) == "; did you mean 'search'?"
    assert hint(7, ["search"]) == ""
    assert hint("search", []) == ""


def test_a_finding_is_written_whole() -> None:
    finding = Finding("State", "state", 2, "goal", "wrong_goal", "memory", "find", "book", frozenset({"goal", "constraints.size"}), True, 3, frozenset({"x"}))
    assert finding.to_json() == {
        "dimension": "State", "check": "state", "turn": 2, "path": "goal", "reason": "wrong_goal", "stage": "memory", "expected": "find", "actual": "book",
        "about": ["constraints.size", "goal"], "critical": True, "cause": 3,
    }  # fmt: skip
    assert finding.fails
    assert not Finding("friction", "friction", 1, "reply", "needless_search", "planning").fails


def test_a_ban_is_a_value() -> None:
    assert Forbid(tools("book")) == Forbid(frozenset({"book"}))
