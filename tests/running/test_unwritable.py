"""What an agent says, exposes or passes and no file can hold: kept as far as it goes, or an error cell with its reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from intentprops.domains.rooms import rooms
from intentprops.running import Reply, Session
from intentprops.running.dialogue import play
from intentprops.scenarios import bundled
from intentprops.trace import TurnRecord, dumps

V1 = next(scenario for scenario in bundled("rooms") if scenario.id == "V1")


def played(answer: Callable[[Session], Any]) -> list[TurnRecord]:
    trace = play(rooms, V1, lambda session: lambda message: answer(session))
    assert [TurnRecord.model_validate_json(line) for line in dumps(trace).splitlines()] == trace
    return trace


def test_half_a_character_is_marked_as_lost() -> None:
    trace = played(lambda session: "fine \ud83d here, and \ud83d\ude00")
    assert trace[0].assistant_message == "fine \ufffd here, and \U0001f600"


def test_half_a_character_in_an_argument() -> None:
    trace = played(lambda session: (session.tools.call("search_rooms", {"capacity": "\ud83d"}), "done")[1])
    assert trace[0].tool_calls[0].arguments == {"capacity": "\ufffd"}


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (Reply("x", state={"a": object()}), "cannot be recorded: Unable to serialize unknown type"),
        (Reply("x", state={1: 2}), "the reply's active_state_after.1.[key] cannot be recorded: input should be a valid string, got 1"),
        (Reply("x", results={"search_results": 5}), "the reply's results.search_results cannot be recorded"),  # type: ignore[dict-item]
        (Reply("x", offers=[1, 2]), "the reply's offers.0 cannot be recorded"),  # type: ignore[list-item]
        (Reply("x", summary=3), "the reply's summary cannot be recorded"),  # type: ignore[arg-type]
        (Reply("x", state={"a": "\ud83d"}), "cannot be recorded"),
    ],
)
def test_what_cannot_be_recorded_is_an_error_with_its_place(reply: Reply, said: str) -> None:
    trace = played(lambda session: (session.tools.call("search_rooms", {"capacity": 6}), reply)[1])
    assert len(trace) == 1
    assert said in str(trace[0].error)
    assert len(trace[0].tool_calls) == 1, "what was recorded before stays"


def test_an_exception_with_half_a_character() -> None:
    def fails(session: Session) -> Any:
        raise RuntimeError("bad \ud83d")

    assert played(fails)[0].error == "RuntimeError: bad \ufffd"
