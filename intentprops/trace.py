"""What an agent did: the record of a turn, the trace of a dialogue, and their JSON Lines form (DESIGN section 9)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from intentprops.errors import TraceError

HIDDEN = "[hidden]"
"""What is recorded in the place of a secret."""
FORMAT = 1
"""The version of the trace format that this library writes; it reads this one and older ones."""


class _Record(BaseModel):
    model_config = ConfigDict(extra="allow")


class ToolCall(_Record):
    """One call: what was asked, what the world answered, and, where the agent exposes it, what it was planned on.

    ``revision`` is the revision of the agent's own state that the call was planned under; ``queued_turn`` the turn in
    which it was put into a queue, if it waited in one. ``status`` ``"cancelled"`` means that it never ran.
    """

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    result: Any = None
    status: Literal["ok", "error", "cancelled"] = "ok"
    revision: int | None = None
    queued_turn: int | None = None


class Queued(_Record):
    """An action that waits, with the turn and the agent's revision in which it was planned."""

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    turn: int | None = None
    revision: int | None = None


class Question(_Record):
    """A question of a reply: about a field, about an open question's id, or for a yes to a call (``confirm``)."""

    about: str | None = None
    confirm: str | None = None
    arguments: dict[str, Any] | None = None


class Usage(_Record):
    """Tokens as the environment reported them; ``None`` where it did not. Never estimated."""

    input_tokens: int | None = None
    output_tokens: int | None = None


class TurnRecord(_Record):
    """One record of a trace. What an agent does not expose is ``None``, which is unobserved and never wrong.

    ``offers`` are the ids of the items that the reply lists; ``results`` the agent's own view of its results
    (``{"search_results": "fresh" | "stale"}``); ``harness`` marks a turn that the runner added (T18);
    ``scripted`` a turn that the scenario fixed; ``error`` why the agent gave no reply.
    """

    run_id: str
    scenario_id: str
    memory_mode: str
    turn: int = Field(ge=1)
    active_state_before: dict[str, Any] | None = None
    user_message: str
    active_state_after: dict[str, Any] | None = None
    assistant_message: str | None = None
    tool_calls: list[ToolCall] = Field(default_factory=list)
    assertions: list[Any] = Field(default_factory=list)
    usage: Usage = Field(default_factory=Usage)
    results: dict[str, str] | None = None
    offers: list[str] | None = None
    questions: list[Question] | None = None
    effects: list[dict[str, Any]] | None = None
    summary: str | None = None
    queued: list[Queued] | None = None
    harness: bool = False
    scripted: bool = False
    error: str | None = None
    now: str | None = None
    language: str | None = None
    format: int = FORMAT


Trace = Sequence[TurnRecord]
"""The records of one dialogue, in the order of their turns."""


def events(trace: Trace) -> list[dict[str, Any]]:
    """The flat list of a trace's events, so that a plain assertion function over events works.

    Each has ``turn`` and ``type`` (``user_message``, ``tool_call``, ``assistant_message``); calls have ``name`` and
    ``arguments``; the last one of a turn has ``active_state_after``.
    """
    found: list[dict[str, Any]] = []
    for record in trace:
        found.append({"turn": record.turn, "type": "user_message", "text": record.user_message})
        for call in record.tool_calls:
            if call.status != "cancelled":
                found.append({
                    "turn": record.turn, "type": "tool_call", "name": call.name, "arguments": call.arguments,
                    "result": call.result, "status": call.status,
                })  # fmt: skip
        found.append({
            "turn": record.turn, "type": "assistant_message", "text": record.assistant_message,
            "active_state_after": record.active_state_after,
        })  # fmt: skip
    return found


def dumps(trace: Iterable[TurnRecord]) -> str:
    """JSON Lines, a record on each."""
    return "".join(record.model_dump_json(exclude_defaults=False) + "\n" for record in trace)


def read_records(path: Path | str) -> Iterator[tuple[int, TurnRecord]]:
    """The records of a trace file with their line numbers, one at a time.

    Raises :class:`TraceError` with file, line and field at the first record that cannot be read.
    """
    with open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield number, _parse(line, f"{path}:{number}")


def _parse(line: bytes, place: str) -> TurnRecord:
    try:
        record = TurnRecord.model_validate_json(line)
    except ValidationError as error:
        raise TraceError(f"{place}: {_explain(error, line)}") from None
    if record.format > FORMAT:
        raise TraceError(f"{place}: format {record.format} is newer than {FORMAT}, the newest known here; update intentprops")
    return record


def _explain(error: ValidationError, line: bytes) -> str:
    first = error.errors(include_url=False)[0]
    if first["type"] == "json_invalid":
        return f"broken JSON: {first['ctx']['error']}"
    raw = json.loads(line)
    newer = raw.get("format") if isinstance(raw, dict) else None
    if isinstance(newer, int) and newer > FORMAT:
        return f"format {newer} is newer than {FORMAT}, the newest known here; update intentprops"
    where = ".".join(map(str, first["loc"])) or "record"
    return f"{where}: {first['msg'].lower()}, got {shorten(first['input'])}"


def shorten(value: Any, limit: int = 60) -> str:
    """A value for an error message: printable, and never longer than a line."""
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def read_traces(path: Path | str) -> Iterator[tuple[int, list[TurnRecord]]]:
    """The traces of a file, each with the line of its first record. Records of one run stand next to each other.

    Raises :class:`TraceError` also for a turn that is missing or out of order.
    """
    start, trace = 0, list[TurnRecord]()
    for number, record in read_records(path):
        if trace and record.run_id != trace[0].run_id:
            yield start, trace
            trace = []
        if not trace:
            start = number
        if record.turn != len(trace) + 1:
            raise TraceError(
                f"{path}:{number}: run {record.run_id!r} has turn {record.turn} where turn {len(trace) + 1} belongs"
            )
        trace.append(record)
    if trace:
        yield start, trace


def mapping_or_none(value: Any) -> Mapping[str, Any] | None:
    """``value`` where it is an object, else ``None``."""
    return value if isinstance(value, Mapping) else None
