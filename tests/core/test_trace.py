"""A trace is read record by record; what cannot be read is named by file, line and field; a plain function reads its events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from intentprops.errors import TraceError
from intentprops.trace import ToolCall, TurnRecord, dumps, events, mapping_or_none, read_records, read_traces, shorten

RECORD: dict[str, Any] = {"run_id": "a", "scenario_id": "V1", "memory_mode": "chat", "turn": 1, "user_message": "Привет"}


def written(path: Path, *records: Any) -> Path:
    """A file with a line for each record; text and bytes as they are."""
    lines = [line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode() for line in records]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


BROKEN: dict[str, tuple[Any, str]] = {
    "cut off": ('{"run_id": "a", "scen', "broken JSON: "),
    "no text": (b'{"run_id": "\xff"}', "broken JSON: "),
    "a number that Python cannot write": ('{"run_id": NaN, "format": 1}', "run_id: input should be a valid string, got nan"),
    "no object": ("[1, 2]", "record: input should be an object, got [1, 2]"),
    "a number": ("7", "record: input should be an object, got 7"),
    "a key that is missing": ({key: value for key, value in RECORD.items() if key != "turn"}, "turn: field required, got {"),
    "a turn before the first": ({**RECORD, "turn": 0}, "turn: input should be greater than or equal to 1, got 0"),
    "an argument list": ({**RECORD, "tool_calls": [{"name": "x", "arguments": [1]}]}, "tool_calls.0.arguments: input should be an object, got [1]"),
    "an unknown status": ({**RECORD, "tool_calls": [{"name": "x", "status": "odd"}]}, "tool_calls.0.status: input should be 'ok', 'error' or 'cancelled', got 'odd'"),
    "a newer format": ({**RECORD, "format": 2}, "format 2 is newer than 1, the newest known here; update intentprops"),
    "a newer format that differs": ({"format": 3, "turns": []}, "format 3 is newer than 1, the newest known here; update intentprops"),
    "a format that is none": ({**RECORD, "format": "new", "turn": 1}, "format: input should be a valid integer, unable to parse string as an integer, got 'new'"),
    "an older format that differs": ({"format": 1, "turn": 1}, "run_id: field required, got {'format': 1, 'turn': 1}"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    line, says = BROKEN[name]
    path = written(tmp_path / "t.jsonl", RECORD, "", line)
    with pytest.raises(TraceError) as caught:
        list(read_records(path))
    assert str(caught.value).startswith(f"{path}:3: {says}")


def test_what_stands_before_a_broken_line_is_read(tmp_path: Path) -> None:
    records = read_records(written(tmp_path / "t.jsonl", RECORD, "", {**RECORD, "turn": 2}, "{"))
    assert [(number, record.turn) for number, record in (next(records), next(records))] == [(1, 1), (3, 2)]
    with pytest.raises(TraceError, match=r":4: broken JSON"):
        next(records)


def test_traces_are_the_records_that_stand_next_to_each_other(tmp_path: Path) -> None:
    path = written(tmp_path / "t.jsonl", RECORD, {**RECORD, "turn": 2}, {**RECORD, "run_id": "b"}, {**RECORD, "run_id": "b", "turn": 2})
    assert [(line, [record.turn for record in trace]) for line, trace in read_traces(path)] == [(1, [1, 2]), (3, [1, 2])]
    assert list(read_traces(written(tmp_path / "none.jsonl"))) == []


@pytest.mark.parametrize(("turns", "line", "says"), [
    ([1, 3], 2, "run 'a' has turn 3 where turn 2 belongs"), ([2], 1, "run 'a' has turn 2 where turn 1 belongs"),
    ([1, 2, 2], 3, "run 'a' has turn 2 where turn 3 belongs"),
])  # fmt: skip
def test_turns_follow_one_another(tmp_path: Path, turns: list[int], line: int, says: str) -> None:
    path = written(tmp_path / "t.jsonl", *({**RECORD, "turn": turn} for turn in turns))
    with pytest.raises(TraceError) as caught:
        list(read_traces(path))
    assert str(caught.value) == f"{path}:{line}: {says}"


def test_what_was_written_reads_back(tmp_path: Path) -> None:
    trace = [
        TurnRecord(**RECORD, tool_calls=[ToolCall(name="x", arguments={"a": 1}, queued_turn=1)], later=1),
        TurnRecord(**{**RECORD, "turn": 2}, assistant_message="Да", offers=[]),
    ]
    text = dumps(trace)
    assert [json.loads(line)["turn"] for line in text.splitlines()] == [1, 2]
    assert json.loads(text.splitlines()[1])["questions"] is None, "what is not exposed is written too"
    (tmp_path / "t.jsonl").write_text(text, encoding="utf-8")
    assert [trace for _, trace in read_traces(tmp_path / "t.jsonl")] == [trace]
    assert trace[0].model_extra == {"later": 1}


def test_the_events_of_a_trace_are_a_flat_list() -> None:
    calls = [ToolCall(name="x", arguments={"a": 1}, result=[1]), ToolCall(name="y", status="cancelled"), ToolCall(name="z", status="error")]
    one = TurnRecord(**RECORD, tool_calls=calls, assistant_message="Hi", active_state_after={"revision": 1})
    two = TurnRecord(**{**RECORD, "turn": 2, "user_message": "?"})
    assert events([one, two]) == [
        {"turn": 1, "type": "user_message", "text": "Привет"},
        {"turn": 1, "type": "tool_call", "name": "x", "arguments": {"a": 1}, "result": [1], "status": "ok"},
        {"turn": 1, "type": "tool_call", "name": "z", "arguments": {}, "result": None, "status": "error"},
        {"turn": 1, "type": "assistant_message", "text": "Hi", "active_state_after": {"revision": 1}},
        {"turn": 2, "type": "user_message", "text": "?"},
        {"turn": 2, "type": "assistant_message", "text": None, "active_state_after": None},
    ]


@pytest.mark.parametrize(("length", "limit", "shown"), [(58, None, 60), (59, None, 60), (5, 7, 7), (6, 7, 7), (60, 7, 7)])
def test_a_value_in_a_message_is_never_longer_than_its_line(length: int, limit: int | None, shown: int) -> None:
    text = shorten("x" * length) if limit is None else shorten("x" * length, limit)
    assert len(text) == shown
    assert text.endswith("…") == (length + 2 > shown)


def test_only_an_object_is_a_mapping() -> None:
    assert mapping_or_none({"a": 1}) == {"a": 1}
    assert mapping_or_none([1]) is None
