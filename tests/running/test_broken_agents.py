"""The reference agent, broken in the ways that agents break: the first finding names turn, path and reason."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from intentprops import Reveal, Scenario, Switch, Turn
from intentprops.domains.rooms import rooms
from intentprops.running import Reply, Session
from intentprops.running.dialogue import YES, play
from intentprops.running.memory import with_memory
from intentprops.running.models import find_model
from intentprops.scenarios import bundled
from intentprops.score import Grade, grade
from intentprops.strategies.random_domains import domain_named
from intentprops.trace import Question

SCENARIOS = {scenario.id: scenario for scenario in bundled("rooms")}
Respond = Callable[[str], Any]


def reference(session: Session, mode: str = "structured") -> Callable[[str], Reply]:
    return with_memory(find_model("reference", rooms), mode)(session)  # type: ignore[arg-type, return-value]


def judged(name: str, create: Callable[[Session], Respond]) -> Grade:
    scenario: Scenario = SCENARIOS[name]
    return grade(rooms, scenario, play(rooms, scenario, create, memory_mode="agent"))


def old_arguments(session: Session) -> Respond:
    """It says six and searches for twelve."""
    call = session.tools.call

    def with_twelve(name: str, arguments: Any, **more: Any) -> Any:
        return call(name, {**arguments, "capacity": 12} if "capacity" in arguments else arguments, **more)

    session.tools.call = with_twelve  # type: ignore[method-assign]
    return reference(session)


def words_only(session: Session) -> Respond:
    """It takes note of the change, and obtains nothing anew."""
    answer, turns = reference(session), iter(range(1, 99))

    def respond(message: str) -> Reply:
        if next(turns) >= 3:
            session.tools.call = lambda *_, **__: {"rooms": []}  # type: ignore[method-assign, assignment]
        reply = answer(message)
        reply.offers = reply.results = None
        return reply

    return respond


def books_anyway(session: Session) -> Respond:
    """It compares as it was told, and then books the cheapest."""
    answer = reference(session)

    def respond(message: str) -> Reply:
        reply = answer(message)
        if "ompare" in message:
            session.tools.reserve_room(room_id="amber", starts_at="2026-08-07T15:00:00+03:00", attendees=8)
        return reply

    return respond


def resets(session: Session) -> Respond:
    """After a correction everything else is forgotten."""
    answer, turns = reference(session), iter(range(1, 99))

    def respond(message: str) -> Reply:
        reply = answer(message)
        if next(turns) == 3:
            assert reply.state is not None
            reply.state = {**reply.state, "constraints": {**reply.state["constraints"], "starts_at": None}}
        return reply

    return respond


def claims_it(session: Session) -> Respond:
    """It books nothing, and says that it did."""
    answer = reference(session)

    def respond(message: str) -> Reply:
        reply = answer(message)
        if "ompare" in message:
            reply.text = "I have booked amber for you."
        return reply

    return respond


BROKEN = [
    (old_arguments, "V1", 3, "calls[1].capacity", "superseded_argument"),
    (words_only, "V1", 3, "results.search_results", "not_invalidated"),
    (books_anyway, "F1", 3, "calls[1]", "forbidden_call"),
    (resets, "V1", 3, "constraints.starts_at", "lost_value"),
    (claims_it, "F1", 3, "reply", "false_completion_claim"),
]  # fmt: skip


@pytest.mark.parametrize(("create", "name", "turn", "path", "reason"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_the_first_finding_names_the_fault(create: Any, name: str, turn: int, path: str, reason: str) -> None:
    graded = judged(name, create)
    assert not graded.passed
    first = graded.causes[0]
    assert (first.turn, first.path, first.reason) == (turn, path, reason), graded.findings


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_unbroken_agent_is_green(name: str) -> None:
    graded = judged(name, reference)
    assert graded.passed, graded.findings


IDLE = ["", "Of course, right away!", "Could you tell me more?", "Sorry, I cannot do that."]


@pytest.mark.parametrize("reply", IDLE)
@pytest.mark.parametrize("name", SCENARIOS)
def test_an_agent_that_only_talks_is_red(name: str, reply: str) -> None:
    graded = judged(name, lambda session: lambda message: reply)
    assert not graded.passed
    assert "missing_call" in {finding.reason for finding in graded.causes}


def test_asking_before_each_booking_is_green_where_the_policy_wants_it() -> None:
    """The user's yes comes from the harness at the end, once, and the booking follows."""
    asked = [name for name in SCENARIOS if judged(name, reference).trace[-1].harness]
    assert asked, "no scenario ends with an owed booking"
    for name in asked:
        graded = judged(name, reference)
        assert graded.passed
        assert [call.name for call in graded.trace[-1].tool_calls][-1] == "reserve_room"


def test_an_agent_that_asks_again_instead_of_booking_gets_no_second_yes() -> None:
    """It asked, was told to go ahead, and asked once more."""

    def asks(session: Session) -> Respond:
        answer = reference(session)

        def respond(message: str) -> Reply:
            again = Reply("Shall I book it?", questions=[Question(confirm="reserve_room")])
            return again if message == YES["en"] else answer(message)

        return respond

    asked = [name for name in SCENARIOS if judged(name, reference).trace[-1].harness]
    for name in asked:
        graded = judged(name, asks)
        assert sum(record.harness for record in graded.trace) == 1
        assert "missing_call" in {finding.reason for finding in graded.findings}


def test_calls_that_follow_one_another_get_a_yes_each() -> None:
    """A place is held in a booking that is still to be made, and each of the two calls needs a yes."""
    domain = domain_named("random-a31-a41-p00")
    turn = Turn.of(Switch("hold"), Reveal("guests", 2), text="Hold a seat for 2 guests.")
    scenario = Scenario("hold", domain.name, (turn,), datetime.fromisoformat(domain.world.now))

    def create(session: Session) -> Respond:
        steps = iter(["book", "hold"])
        waiting: list[str] = []

        def respond(message: str) -> Reply:
            if waiting:
                booking = {"booking_id": "booking-1"} if waiting[0] == "hold" else {}
                session.tools.call(waiting.pop(), booking)
            following = next(steps, None)
            if following is None:
                return Reply("It is held.")
            waiting.append(following)
            return Reply(f"Shall I {following}?")

        return respond

    trace = play(domain, scenario, create)
    assert [[call.name for call in record.tool_calls] for record in trace] == [[], ["book"], ["hold"]]
    assert [record.harness for record in trace] == [False, True, True]
    assert grade(domain, scenario, trace).passed
