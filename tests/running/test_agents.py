"""The smallest interface to an agent, and what becomes of one that does wrong: its own cell ends, and nothing else."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from intentprops.domains.rooms import rooms
from intentprops.errors import AgentError
from intentprops.running import Reply, Session
from intentprops.running.dialogue import play
from intentprops.scenarios import bundled
from intentprops.score import grade
from intentprops.trace import TurnRecord

V1 = next(scenario for scenario in bundled("rooms") if scenario.id == "V1")
SEARCH = {"capacity": 12, "starts_at": "2026-08-07T15:00:00+03:00"}


def played(create: Any, timeout: float = 30.0) -> list[TurnRecord]:
    return play(rooms, V1, create, timeout=timeout)


def ten_lines(session: Session) -> Any:
    def respond(message: str) -> str:
        people = 6 if "six" in message else 12
        features = ["экран"] if "screen" in message or people == 6 else []
        found = session.tools.search_rooms(capacity=people, starts_at=SEARCH["starts_at"], required_features=features)
        return "I found " + ", ".join(room["id"] for room in found["rooms"]) + "."

    return respond


def test_an_agent_of_under_ten_lines_passes_what_it_is_right_in() -> None:
    graded = grade(rooms, V1, played(ten_lines))
    assert graded.passed, graded.findings
    assert graded.points["State"] is None
    assert graded.points["Arguments"] == 1


def test_respond_is_called_once_for_each_turn_with_the_words_alone() -> None:
    heard: list[str] = []
    played(lambda session: lambda message: (heard.append(message), "ok")[1])
    assert heard == [turn.text for turn in V1.turns]


def test_an_asynchronous_agent_keeps_its_loop() -> None:
    loops = []

    def create(session: Session) -> Any:
        async def respond(message: str) -> Reply:
            await asyncio.sleep(0)
            loops.append(asyncio.get_running_loop())
            return Reply("ok", offers=[])

        return respond

    assert [record.error for record in played(create)] == [None] * 3
    assert len(set(map(id, loops))) == 1


def raises(error: BaseException) -> Any:
    def create(session: Session) -> Any:
        def respond(message: str) -> str:
            session.tools.call("search_rooms", SEARCH)
            if "screen" in message:
                raise error
            return "ok"

        return respond

    return create


@pytest.mark.parametrize("error", [ValueError("no key"), SystemExit(3), KeyboardInterrupt()])
def test_an_exception_ends_the_dialogue_and_what_was_recorded_stays(error: BaseException) -> None:
    trace = played(raises(error))
    assert [record.error is None for record in trace] == [True, False]
    assert type(error).__name__ in str(trace[1].error)
    assert len(trace[1].tool_calls) == 1


def test_create_may_fail_too() -> None:
    def create(session: Session) -> Any:
        raise RuntimeError("no server")

    assert [record.error for record in played(create)] == ["RuntimeError: no server"]
    assert "must return a callable" in str(played(lambda session: "hello")[0].error)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "the agent answered NoneType"),
        (42, "the agent answered int"),
        (Reply(None), "the reply's text is NoneType"),  # type: ignore[arg-type]
        ("x" * 50_000_000, "the reply has 50,000,000 characters"),
    ],
)
def test_what_is_no_reply_is_said(answer: Any, said: str) -> None:
    trace = played(lambda session: lambda message: answer)
    assert len(trace) == 1
    assert said in str(trace[0].error)


def test_a_call_of_an_agent_that_was_given_up_is_in_no_trace() -> None:
    """It hangs, is given up, wakes, and calls a tool: refused, and recorded nowhere."""
    wake, woke = threading.Event(), threading.Event()
    late: list[Any] = []

    def hangs(session: Session) -> Any:
        def respond(message: str) -> str:
            wake.wait()
            try:
                late.append(session.tools.call("search_rooms", SEARCH))
            except AgentError as refusal:
                late.append(refusal)
            woke.set()
            return "too late"

        return respond

    given_up = played(hangs, timeout=0.05)
    wake.set()
    assert woke.wait(10)
    other = played(lambda session: lambda message: "ok")
    assert "no answer within 0.05 s" in str(given_up[-1].error)
    assert isinstance(late[0], AgentError)
    assert [call for record in (*given_up, *other) for call in record.tool_calls] == []


def test_a_coroutine_that_hangs_is_given_up() -> None:
    def create(session: Session) -> Any:
        async def respond(message: str) -> str:
            await asyncio.Event().wait()
            return ""

        return respond

    assert "no answer within" in str(played(create, timeout=0.05)[0].error)


def test_a_tool_that_nobody_declared_is_recorded_and_answered_with_an_error() -> None:
    trace = played(lambda session: lambda message: str(session.tools.call("fly", {"to": "LIS"})))
    assert (trace[0].tool_calls[0].name, trace[0].tool_calls[0].status) == ("fly", "error")


def test_a_number_as_text_is_answered_as_the_schema_of_the_tool_has_it() -> None:
    trace = played(lambda session: lambda message: str(session.tools.call("search_rooms", {**SEARCH, "capacity": "12"})))
    assert trace[0].tool_calls[0].status == "error"
    assert "capacity" in str(trace[0].tool_calls[0].result)


def test_the_toolbox_never_protects_the_agent() -> None:
    """A booking that nobody asked for is recorded and answered like any other call."""
    room = {"room_id": "amber", "starts_at": SEARCH["starts_at"], "attendees": 6}
    trace = played(lambda session: lambda message: str(session.tools.call("reserve_room", room)))
    assert trace[0].tool_calls[0].status == "ok"
    assert {finding.reason for finding in grade(rooms, V1, trace).causes} >= {"forbidden_call"}


# -- what an agent holds open ends with its dialogue


class Holding:
    """An agent that holds something open."""

    def __init__(self, close: Any) -> None:
        self.close = close

    def __call__(self, message: str) -> str:
        return "ok"


def test_an_agent_may_close_what_it_holds_open_when_its_dialogue_has_ended() -> None:
    closed: list[str] = []
    assert len(played(lambda session: Holding(lambda: closed.append(session.id)))) == 3
    assert closed == ["V1"]


def test_what_goes_wrong_in_closing_belongs_to_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intentprops.running.dialogue.CLOSING", 0.05)
    wake = threading.Event()

    def fails() -> None:
        raise ValueError("cannot close")

    for close in (fails, wake.wait, "not a function"):
        assert [record.error for record in played(lambda session, close=close: Holding(close))] == [None] * 3
    wake.set()


def test_the_tasks_of_an_asynchronous_agent_go_on_between_turns_and_end_with_its_dialogue() -> None:
    ticks: list[int] = []
    ended = threading.Event()

    def create(session: Session) -> Any:
        tasks = []

        async def background() -> None:
            try:
                while True:
                    ticks.append(len(ticks))
                    await asyncio.sleep(0)
            finally:
                ended.set()

        async def respond(message: str) -> str:
            if not tasks:
                tasks.append(asyncio.create_task(background()))
            before = len(ticks)
            while len(ticks) < before + 2:
                await asyncio.sleep(0)
            return "ok"

        return respond

    assert [record.error for record in played(create)] == [None] * 3
    assert ended.wait(5)
    assert len(ticks) >= 6
