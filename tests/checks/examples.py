"""For every reason code a trace that has that fault and no other: how a correct trace is broken, and where it is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from intentprops import (
    Confirm,
    Conflict,
    Detour,
    Domain,
    DontCare,
    Forbid,
    Remove,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
    Unmodelled,
    expect,
)  # fmt: skip
from intentprops.correct import correct_trace
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.trace import Question, Queued, ToolCall, TurnRecord
from tests.domains.travel import travel

NOW = datetime.fromisoformat("2026-08-03T09:00:00+03:00")
AT_15 = datetime.fromisoformat("2026-08-07T15:00:00+03:00")
AT_16 = datetime.fromisoformat("2026-08-07T16:00:00+03:00")
DOMAINS: dict[str, Domain] = {domain.name: domain for domain in (rooms, mail, travel)}

SEARCH = Turn.of(Reveal("attendees", 12), Reveal("starts_at", AT_15), text="A room for 12 people on 7 August at 15:00, please.")
BOOK = Turn.of(Switch("reserve_room"), Reveal("attendees", 12), Reveal("starts_at", AT_15), text="Book a room for 12 people on 7 August at 15:00.")
SIX = Turn.of(Revision("attendees", 6), text="We will be six.")
LATER = Turn.of(Revision("starts_at", AT_16), text="Make it 16:00.")
SCREEN = Turn.of(Reveal("required_features", frozenset({"экран"})), text="With a screen.")
NO_SCREEN = Turn.of(Remove("required_features", frozenset({"экран"})), text="We need no screen after all.")
VIDEO = Turn.of(Reveal("required_features", frozenset({"видеосвязь"})), text="With a video link.")
COMPARE = Turn.of(Switch("compare_rooms"), Forbid(frozenset({"reserve_room"})), text="Book nothing. Just compare the two cheapest.")
DROP = Turn.of(Switch("compare_rooms", "cancelled"), text="Forget the booking for good. Compare the two cheapest.")
YES = Turn.of(Confirm(), text="Yes.")
THANKS = Turn.of(text="Thanks.")
ASIDE = Turn.of(Detour("answer_question"), text="Before you book, explain what the owner will see.")
SECRET = Turn.of(Unmodelled("confidential meeting"), text="The meeting is confidential.")
EITHER = Turn.of(Conflict("attendees", (6, 8)), text="Six or eight of us, who knows.")


def scenario(*turns: Turn, domain: Domain = rooms) -> Scenario:
    return Scenario("example", domain.name, turns, NOW)


Edit = Callable[[list[TurnRecord]], None]


@dataclass(frozen=True)
class Example:
    """A fault: ``edit`` breaks the correct trace of a scenario, and exactly ``reason`` at ``turn`` and ``path`` must follow.

    ``consequences`` are reasons that may stand beside it, tied to it as their cause.
    """

    reason: str
    turns: Sequence[Turn]
    edit: Edit
    turn: int
    path: str
    dimension: str
    domain: Domain = rooms
    stage: str | None = None
    consequences: frozenset[str] = frozenset()

    @property
    def scenario(self) -> Scenario:
        return scenario(*self.turns, domain=self.domain)

    def trace(self) -> list[TurnRecord]:
        """The broken trace."""
        trace = spoken(self.domain, self.scenario)
        self.edit(trace)
        return trace


def spoken(domain: Domain, scenario: Scenario) -> list[TurnRecord]:
    """The correct trace with a reply in each turn that says nothing of importance; questions end in a question mark."""
    trace = correct_trace(domain, scenario)
    for record, expected in zip(trace, expect(domain, scenario, trace), strict=True):
        standing = [f"The earlier {made.tool} stands." for made, rank in expected.effects if rank == "stale"]
        about = " ".join(f"Shall I go on: {q.confirm}?" if q.confirm else f"And {q.about}?" for q in record.questions or ())
        undone = any(domain.tool[call.name].undoes for call in record.tool_calls)
        undone_words = "The old hold was given back." if undone else ""
        record.assistant_message = " ".join(["Noted.", about, undone_words, *standing]).replace("_", " ")
    return trace


def state(record: TurnRecord) -> dict[str, Any]:
    assert record.active_state_after is not None
    return record.active_state_after


def put(turn: int, *path: str, value: Any) -> Edit:
    """Put a value into the exposed state of a turn."""

    def edit(trace: list[TurnRecord]) -> None:
        node = state(trace[turn - 1])
        for part in path[:-1]:
            node = node[part]
        node[path[-1]] = value

    return edit


def argument(turn: int, call: int, value: Any, *path: str) -> Edit:
    def edit(trace: list[TurnRecord]) -> None:
        node = trace[turn - 1].tool_calls[call - 1].arguments
        for part in path[:-1]:
            node = node[part]
        node[path[-1]] = value

    return edit


def attribute(turn: int, name: str, value: Any) -> Edit:
    return lambda trace: setattr(trace[turn - 1], name, value)


def says(turn: int, text: str) -> Edit:
    return attribute(turn, "assistant_message", text)


def all_of(*edits: Edit) -> Edit:
    def edit(trace: list[TurnRecord]) -> None:
        for one in edits:
            one(trace)

    return edit


def without_calls(turn: int, *names: str) -> Edit:
    def edit(trace: list[TurnRecord]) -> None:
        record = trace[turn - 1]
        record.tool_calls = [call for call in record.tool_calls if names and call.name not in names]

    return edit


def hides_state(trace: list[TurnRecord]) -> None:
    """An agent that exposes neither state nor results, offers or questions."""
    for record in trace:
        record.active_state_after = record.active_state_before = record.results = record.offers = record.questions = None


def call(turn: int, name: str, arguments: dict[str, Any], result: Any, **more: Any) -> Edit:
    return lambda trace: trace[turn - 1].tool_calls.append(ToolCall(name=name, arguments=arguments, result=result, **more))


RESERVE = {"room_id": "cedar", "starts_at": "2026-08-07T15:00:00+03:00", "attendees": 12, "duration_minutes": 60}
RESERVED = {"accepted": True, "dry_run": True, "reservation_id": "R-cedar-12"}
AGAIN = {"room_id": "amber", "starts_at": "2026-08-07T15:00:00+03:00", "attendees": 6, "duration_minutes": 60}


def reserves(turn: int, arguments: dict[str, Any] = RESERVE, **more: Any) -> Edit:
    return call(turn, "reserve_room", dict(arguments), dict(RESERVED), **more)


def searches_one_turn_late(trace: list[TurnRecord]) -> None:
    """The search that turn 2 owes comes in turn 3."""
    trace[2].tool_calls, trace[1].tool_calls = trace[1].tool_calls, []
    trace[1].results = {"search_results": "stale"}


def no_harness(trace: list[TurnRecord]) -> None:
    if trace[-1].harness:
        del trace[-1]


def log(turn: int, entries: list[dict[str, Any]]) -> Edit:
    return put(turn, "superseded", value=entries)


COMPARE_AT_ONCE = Turn.of(Switch("compare_rooms"), *SEARCH.changes, text="Compare the two cheapest rooms for 12 people on 7 August at 15:00.")
JUST_SEARCH = Turn.of(Switch("search_rooms"), text="Just show me all of them.")
SIX_LOG = [{"path": "constraints.attendees", "old": 12, "new": 6}]
HOLD = Turn.of(
    Switch("hold"), Reveal("origin", "IST"), Reveal("destination", "LIS"), Reveal("depart", datetime(2026, 8, 7).date()),
    Reveal("passengers", 2), text="Hold the cheapest flight from Istanbul to Lisbon on 7 August for two.",
)  # fmt: skip
ANY_RETURN = Turn.of(DontCare("back"), text="Any day will do for the way back.")
THREE = Turn.of(Revision("passengers", 3), text="There will be three of us after all.")

EXAMPLES = [
    # State
    Example("stale_value", [SEARCH, SIX], put(2, "constraints", "attendees", value=12), 2, "constraints.attendees", "State", stage="interpretation"),
    Example("stale_value", [SEARCH, SIX, THANKS], put(3, "constraints", "attendees", value=12), 3, "constraints.attendees", "State", stage="memory",
            consequences=frozenset({"revision_regressed"})),
    Example("stale_value", [COMPARE_AT_ONCE, JUST_SEARCH, THANKS], put(3, "constraints", "limit", value=2), 3, "constraints.limit", "State", stage="memory",
            consequences=frozenset({"revision_regressed"})),  # it went with its goal, and is in no log
    Example("lost_value", [SEARCH, SIX], put(2, "constraints", "starts_at", value=None), 2, "constraints.starts_at", "State", stage="memory"),
    Example("wrong_value", [SEARCH, SIX], put(2, "constraints", "attendees", value=7), 2, "constraints.attendees", "State"),
    Example("merged_versions", [SEARCH, SIX], put(2, "constraints", "attendees", value="6-12"), 2, "constraints.attendees", "State"),
    Example("wrong_goal", [SEARCH, SIX], put(2, "goal", value="answer_question"), 2, "goal", "State", stage="memory"),
    Example("wrong_status", [SEARCH, SECRET], put(2, "status", value="active"), 2, "status", "State"),
    Example("permission_leak", [BOOK, COMPARE], put(2, "permissions", "reserve_room", value=True), 2, "permissions.reserve_room", "State"),
    Example("permission_lost", [SEARCH, SIX], put(2, "permissions", "search_rooms", value=False), 2, "permissions.search_rooms", "State"),
    Example("missing_supersession", [SEARCH, SIX], log(2, []), 2, "superseded", "State"),
    Example("false_supersession", [SEARCH, SCREEN], log(2, [{"path": "goal", "old": "search_rooms", "new": "compare_rooms"}]), 2, "superseded", "State"),
    Example("wrong_disposition", [BOOK, DROP], log(2, [{"path": "goal", "old": "reserve_room", "new": "compare_rooms", "disposition": "paused"}]),
            2, "superseded", "State"),
    Example("revision_regressed", [SEARCH, SIX], put(2, "revision", value=0), 2, "revision", "State"),
    Example("invariant_violated", [HOLD, ANY_RETURN], put(2, "constraints", "back", value="2026-08-01"), 2, "state", "State", travel),
    Example("invariant_violated", [HOLD, ANY_RETURN], put(2, "constraints", value={"back": "2026-08-01"}), 2, "state", "State", travel),
    # Invalidation
    Example("not_invalidated", [SEARCH, LATER], all_of(without_calls(2), attribute(2, "results", {"search_results": "fresh"}), attribute(2, "offers", [])),
            2, "results.search_results", "Invalidation"),
    Example("not_invalidated", [SEARCH, LATER], all_of(without_calls(2), hides_state), 2, "results.search_results", "Invalidation", stage="unknown"),
    Example("not_invalidated", [SEARCH, LATER, THANKS], all_of(searches_one_turn_late, attribute(2, "results", {"search_results": "fresh"}), attribute(2, "offers", [])),
            2, "results.search_results", "Invalidation"),
    Example("lost_result", [SEARCH, THANKS], attribute(2, "results", {"search_results": "stale"}), 2, "results.search_results", "Invalidation"),
    Example("stale_result_used", [SEARCH, LATER, THANKS], all_of(searches_one_turn_late, attribute(2, "offers", ["cedar"])),
            2, "results.search_results", "Invalidation"),
    Example("unsuitable_candidate", [Turn.of(Reveal("attendees", 6), Reveal("starts_at", AT_15), text="A room for 6 people on 7 August at 15:00."), VIDEO],
            attribute(2, "offers", ["amber", "birch"]), 2, "offers", "Invalidation"),
    Example("standing_effect", [HOLD, THREE], all_of(without_calls(2), attribute(2, "questions", []), says(2, "Noted.")), 2, "effects.hold", "Invalidation", travel),
    Example("standing_effect", [BOOK, YES, LATER, EITHER], all_of(attribute(3, "questions", []), says(3, "Noted."), says(4, "Six or eight?")),
            3, "effects.reservation", "Invalidation"),
    # Function
    Example("forbidden_call", [BOOK, COMPARE], reserves(2, AGAIN | {"attendees": 12, "room_id": "cedar"}), 2, "calls[1]", "Function"),
    Example("missing_call", [SEARCH], all_of(without_calls(1), attribute(1, "offers", []), attribute(1, "results", {})), 1, "search_rooms", "Function"),
    Example("missing_call", [BOOK], all_of(no_harness, hides_state), 1, "reserve_room", "Function", stage="unknown"),
    Example("unconfirmed_call", [BOOK, THANKS], all_of(no_harness, reserves(2)), 2, "calls[1]", "Function"),
    Example("unconfirmed_resume", [BOOK, ASIDE], reserves(2), 2, "calls[1]", "Function"),
    Example("duplicate_effect", [BOOK, YES, THANKS], reserves(3), 3, "calls[1]", "Function"),
    Example("queue_revision_mismatch", [BOOK, SIX], all_of(no_harness, reserves(2, AGAIN, queued_turn=1, revision=1)), 2, "calls[2]", "Function", stage="execution"),
    # Arguments
    Example("superseded_argument", [SEARCH, SIX], all_of(argument(2, 1, 12, "capacity"), attribute(2, "results", None), attribute(2, "offers", None)),
            2, "calls[1].capacity", "Arguments", stage="planning"),
    Example("wrong_argument", [SEARCH, SIX], all_of(argument(2, 1, 7, "capacity"), attribute(2, "results", None), attribute(2, "offers", None)),
            2, "calls[1].capacity", "Arguments"),
    Example("invalid_arguments", [SEARCH, SIX], all_of(argument(2, 1, "6", "capacity"), attribute(2, "results", None), attribute(2, "offers", None)),
            2, "calls[1]", "Arguments"),
    # Response
    Example("false_completion_claim", [BOOK, COMPARE], says(2, "I have booked cedar for you."), 2, "reply", "Response"),
    Example("announced_old_plan", [BOOK, COMPARE], says(2, "I will book cedar right away."), 2, "reply", "Response"),
    Example("unfounded_claim", [SEARCH, SECRET], says(2, "Cedar is suitable for a confidential meeting. What else do you need?"), 2, "reply", "Response"),
    Example("contradicts_state", [SEARCH, SIX], says(2, "I looked for a place for 12 people."), 2, "reply", "Response"),
    Example("wrong_selection", [SEARCH, Turn.of(Revision("attendees", 6), Switch("compare_rooms"), text="We will be six. Compare the two cheapest.")],
            attribute(2, "offers", ["birch", "amber"]), 2, "offers", "Response"),
    Example("missing_question", [SEARCH, SECRET], all_of(attribute(2, "questions", []), says(2, "Noted.")), 2, "reply", "Response"),
    # summary, protocol, friction
    Example("lost_negation", [BOOK, COMPARE], attribute(2, "summary", "Compare the two cheapest rooms for 12 people, 7 August 2026 15:00. Then book one."),
            2, "summary", "summary"),
    Example("stale_value", [SEARCH, SIX], attribute(2, "summary", "Find a room for 12 people on 7 August 2026 at 15:00."), 2, "summary", "summary"),
    Example("lost_value", [SEARCH, SIX], attribute(2, "summary", "Find a room for 6 people."), 2, "summary", "summary"),
    Example("merged_versions", [SEARCH, SIX], attribute(2, "summary", "A room for 12 people on 7 August 2026 at 15:00, then the user said 6."), 2, "summary", "summary"),
    Example("acted_before_commit", [SEARCH, SIX], lambda trace: setattr(trace[1].tool_calls[0], "revision", 1), 2, "calls[1]", "protocol"),
    Example("needless_question", [SEARCH, SIX], attribute(2, "questions", [Question(about="starts_at")]), 2, "questions[1]", "friction"),
    Example("repeated_question", [SEARCH, EITHER, THANKS], attribute(3, "questions", [Question(about="conflict:attendees")]), 3, "questions[1]", "friction"),
    Example("needless_search", [SEARCH, THANKS], lambda trace: trace[1].tool_calls.append(trace[0].tool_calls[0].model_copy()), 2, "calls[1]", "friction"),
]  # fmt: skip

__all__ = ["EXAMPLES", "Example", "Queued", "scenario", "spoken"]
