"""Rules that recorded dialogues taught: what stays on offer, what a yes takes over, what an argument left out carries.

Each dialogue is held against both oracles, and graded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel

from intentprops.changes import (
    Accept,
    Change,
    Confirm,
    DontCare,
    Forbid,
    Remove,
    Retract,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
    Unmodelled,
    Unsure,
    tools,
)  # fmt: skip
from intentprops.domain import Domain, Goal, Result, World
from intentprops.fields import FromItem
from intentprops.oracle import Expectation, Progress, awaits_yes, expect
from intentprops.score import grade
from intentprops.tools import Tool
from intentprops.trace import Question, ToolCall, TurnRecord
from tests.oracle.chains import exchanges
from tests.oracle.second import second
from tests.oracle.test_agreement import difference
from tests.oracle.tiny import tiny


class Table(BaseModel):
    hour: Annotated[Literal["18:30", "18:45", "19:00"] | None, FromItem("hour")] = None
    place: Annotated[Literal["garden", "window"] | None, FromItem("place")] = None
    seats: Literal["2", "4"] | None = None
    extras: frozenset[Literal["candles", "music"]] = frozenset()


def find_tables(hour: str | None = None) -> Any:
    """Find free tables."""


def book_table(hour: str, seats: str = "2", extras: list[str] = ["candles"]) -> Any:  # noqa: B006
    """Book a table."""


def greet() -> Any:
    """Greet the guests."""


class House(World):
    """Without a catalogue, as it is with recorded dialogues."""

    now = "2026-08-03T09:00:00+03:00"

    def find_tables(self, hour: str | None = None) -> Any:
        return {}

    def book_table(self, hour: str, seats: str = "2", extras: list[str] | None = None) -> Any:
        return {"accepted": True}

    def greet(self) -> Any:
        return {}


tables = Domain(
    name="tables", fields=Table, world=House, opens_with="look",
    tools=[
        Tool(find_tables, makes="tables", args={"hour": "hour"}),
        Tool(
            book_table, effect=True, makes="booking", confirm="every_time", words=["book"], objects=["table"],
            args={"hour": "hour", "seats": "seats", "extras": "extras"},
        ),
    ],
    goals=[Goal("look", result="tables"), Goal("dine", ends_with="book_table")],
)  # fmt: skip
DINE = Switch("dine"), Reveal("hour", "18:45")
WINDOW, GARDEN = {"id": "t1", "hour": "18:30", "place": "window"}, {"id": "t2", "hour": "19:00", "place": "garden"}


@dataclass
class Step:
    """One turn: what the user says, what the agent does."""

    changes: Sequence[Change] = ()
    calls: Sequence[ToolCall] = ()
    offers: Sequence[str] | None = None
    asked: dict[str, Any] | None = None


def booking(refused: bool = False, alternatives: Sequence[dict[str, Any]] = (), **arguments: Any) -> ToolCall:
    return ToolCall(name="book_table", arguments=arguments, result={"accepted": not refused, "items": list(alternatives)})


def search(*items: dict[str, Any], **arguments: Any) -> ToolCall:
    return ToolCall(name="find_tables", arguments=arguments, result={"items": list(items)})


def played(*steps: Step) -> tuple[Scenario, list[TurnRecord]]:
    turns = tuple(Turn.of(*step.changes) for step in steps)
    trace = [
        TurnRecord(
            run_id="r", scenario_id="s", memory_mode="none", turn=number, user_message="", assistant_message="",
            tool_calls=list(step.calls), offers=None if step.offers is None else list(step.offers),
            questions=[] if step.asked is None else [Question(confirm="book_table", arguments=step.asked)],
        )
        for number, step in enumerate(steps, 1)
    ]  # fmt: skip
    return Scenario("s", "tables", turns, datetime.fromisoformat(House.now)), trace


def told(*steps: Step) -> list[Expectation]:
    """What must hold after each turn; both oracles say the same."""
    scenario, trace = played(*steps)
    assert difference((tables, scenario, trace), second(tables, list(exchanges(tables, scenario, trace)))) is None
    return expect(tables, scenario, trace)


def found(*steps: Step) -> set[tuple[str, int, str]]:
    told(*steps)
    return {(finding.reason, finding.turn, finding.path) for finding in grade(tables, *played(*steps)).findings if finding.fails and finding.cause is None}


def test_t10_what_was_listed_stays_on_offer_until_something_else_is_listed() -> None:
    """A reply that only answers a question does not say what it lists; an empty list says that nothing is on offer."""
    listed = Step([], [search(WINDOW, GARDEN)], ["t1", "t2"])
    assert told(listed, Step(), Step([Accept(2)]))[2].state.values == {"hour": "19:00", "place": "garden"}
    assert told(listed, Step(offers=["t1"]), Step([Accept(1)]))[2].state.values == {"hour": "18:30", "place": "window"}
    for_nothing = told(listed, Step(offers=[]), Step([Accept(1)]))[2]
    assert (dict(for_nothing.state.values), for_nothing.not_reached) == ({}, ("no offer number 1 was listed",))


def test_t10_an_item_that_no_catalogue_has_is_known_from_the_newest_answer() -> None:
    moved = WINDOW | {"place": "garden"}
    steps = Step([], [search(WINDOW)], ["t1"]), Step([], [search(moved, hour="18:30")], ["t1"]), Step([Accept(1)])
    assert told(*steps)[2].state.values == {"hour": "18:30", "place": "garden"}


def test_t10_a_refusal_that_names_an_alternative_tells_what_it_is() -> None:
    refused = booking(refused=True, alternatives=[WINDOW], hour="18:45")
    steps = Step(DINE, asked={"hour": "18:45"}), Step([Confirm()], [refused], ["t1"]), Step([Accept(1)])
    state = told(*steps)[2].state
    assert (state.completed, dict(state.values)) == (False, {"hour": "18:30", "place": "window"})
    assert found(*steps) == set()  # the alternative is no search's item, and needs none to be listed


@pytest.mark.parametrize("item", [{"id": "t1", "hour": "midnight"}, {"id": "t1", "hour": ["18:30"]}])
def test_t10_what_a_field_cannot_hold_is_not_reached(item: dict[str, Any]) -> None:
    accepted = told(Step([], [search(item)], ["t1"]), Step([Accept(1)]))[1]
    assert (dict(accepted.state.values), len(accepted.not_reached), accepted.blind) == ({}, 1, True)


@pytest.mark.parametrize(
    ("asked", "changes", "covered"),
    [
        ({"hour": "18:30"}, [Revision("hour", "18:30"), Confirm()], True),  # "18:30 instead?" "Yes, 18:30."
        ({"hour": "late"}, [Revision("hour", "18:30"), Confirm()], False),  # what no hour is names none
        ({"hour": "18:45"}, [Revision("hour", "18:30"), Confirm()], False),  # "18:45?" "Yes, but 18:30."
        ({}, [Revision("hour", "18:30"), Confirm()], False),  # the question named nothing: what was it about?
        ({"hour": "18:30"}, [Revision("hour", "18:30")], False),  # no yes
        ({"hour": "18:30"}, [Revision("hour", "18:30"), Revision("seats", "4"), Confirm()], True),  # a first value beside it
        ({"hour": "18:30"}, [Accept(1), Confirm()], True),  # where the table stands is no argument of the call
        ({"hour": "18:30"}, [Accept(1), Revision("place", "garden"), Confirm()], True),  # what it was before: no other value
        ({"hour": "18:30"}, [Accept(1), Revision("hour", "19:00"), Confirm()], False),
    ],
)
def test_t18_a_yes_that_takes_over_what_the_question_named_is_no_correction(
    asked: dict[str, Any], changes: list[Change], covered: bool
) -> None:
    start = Step([*DINE, Reveal("place", "garden")], [search(WINDOW, hour="18:45")], ["t1"], asked)
    hour = "19:00" if Revision("hour", "19:00") in changes else "18:30"
    assert told(start, Step(changes, [booking(hour=hour)]))[1].calls[0].confirmed == covered


@pytest.mark.parametrize(
    ("said", "given", "reasons"),
    [
        ([], {}, set()),
        ([], {"seats": "2", "extras": ["candles"]}, set()),  # what the tool takes anyhow
        ([], {"seats": "4"}, {"wrong_argument"}),
        ([Reveal("seats", "2")], {}, set()),
        ([Reveal("seats", "4")], {}, {"wrong_argument"}),
        ([Reveal("seats", "4"), Revision("seats", "2")], {}, set()),
        ([Reveal("seats", "2"), Revision("seats", "4")], {}, {"superseded_argument"}),
        ([Reveal("seats", "2"), Retract("seats")], {}, set()),
        ([DontCare("seats")], {"seats": "4"}, set()),
        ([Reveal("extras", frozenset({"music"}))], {}, {"wrong_argument"}),
        ([Reveal("extras", frozenset({"candles"})), Remove("extras", frozenset({"candles"}))], {}, {"superseded_argument"}),
        ([Reveal("extras", frozenset({"candles"})), Remove("extras", frozenset({"candles"}))], {"extras": []}, set()),
    ],
)
def test_an_argument_that_is_left_out_carries_the_default_of_the_schema(
    said: list[Change], given: dict[str, Any], reasons: set[str]
) -> None:
    steps = Step([*DINE, *said], asked={"hour": "18:45"}), Step([Confirm()], [booking(hour="18:45", **given)])
    assert {reason for reason, turn, _ in found(*steps) if turn == 2} == reasons


def test_a_yes_to_the_default_covers_the_call_that_leaves_it_out() -> None:
    asked = Step([*DINE], asked={"hour": "18:45", "seats": "2"})
    assert told(asked, Step([Confirm()], [booking(hour="18:45")]))[1].calls[0].confirmed
    assert not told(asked, Step([Confirm()], [booking(hour="18:45", seats="4")]))[1].calls[0].confirmed


def test_a_booking_that_the_world_did_not_take_is_not_missing() -> None:
    asked = Step([*DINE], asked={"hour": "18:45"})
    assert found(asked, Step([Confirm()], [booking(refused=True, hour="18:45")])) == set()
    assert ("missing_call", 2, "book_table") in found(asked, Step([Confirm()]))


@pytest.mark.parametrize(("named", "covered"), [({"hour": "18:30"}, True), ({"hour": "19:00"}, False), ({}, False)])
def test_t18_a_yes_beside_an_item_covers_the_call_that_was_asked_about_with_that_item(named: dict[str, Any], covered: bool) -> None:
    """"18:30 or 19:00; shall I book the latter?" "The first one, yes." Though no hour was known, the yes is to another one."""
    start = Step([Switch("dine")], [search(WINDOW, GARDEN)], ["t1", "t2"], named)
    assert told(start, Step([Accept(1), Confirm()], [booking(hour="18:30")]))[1].calls[0].confirmed == covered


def test_t18_a_yes_beside_what_is_taken_back_covers_the_call_that_was_asked_about_without_it() -> None:
    """"18:45, and no music?" "Yes, no music." """
    start = Step([*DINE, Reveal("extras", frozenset({"music"}))], asked={"hour": "18:45", "extras": []})
    assert told(start, Step([Remove("extras", frozenset({"music"})), Confirm()], [booking(hour="18:45", extras=[])]))[1].calls[0].confirmed


@pytest.mark.parametrize(("said", "covered"), [([Confirm()], True), ([], False)])
def test_t18_a_dialogue_may_begin_with_a_yes_to_what_nobody_saw(said: list[Change], covered: bool) -> None:
    assert told(Step([*DINE, *said], [booking(hour="18:45")]))[0].calls[0].confirmed == covered


def test_a_call_without_a_yes_is_no_consequence_of_what_it_leaves_out_rightly() -> None:
    scenario, trace = played(Step(DINE, [booking(hour="18:45")]), Step([Revision("hour", "19:00")], [booking(hour="18:45")]))
    early = [finding for finding in grade(tables, scenario, trace).findings if finding.reason == "unconfirmed_call"]
    assert [set(finding.follows) for finding in early] == [set(), {"constraints.hour"}]


BOOKED = Step(DINE, asked={"hour": "18:45"}), Step([Confirm()], [booking(hour="18:45")])
"""A table is booked; what is done next for an offer that was accepted unseen may be right."""


@pytest.mark.parametrize(("between", "reason"), [
    ([Accept(1)], set()),
    ([Forbid(tools("book_table")), Accept(1)], {"forbidden_call"}),
    ([Switch("look"), Accept(1)], {"forbidden_call"}),
    ([Unmodelled("smoking"), Accept(1)], {"forbidden_call"}),
    ([], {"forbidden_call"}),
])  # fmt: skip
def test_what_was_done_may_be_open_again_for_an_offer_that_was_accepted_unseen(between: list[Change], reason: set[str]) -> None:
    again = Step(between, [booking(hour="18:30")])
    assert {why for why, turn, _ in found(*BOOKED, again) if turn == 3 and why == "forbidden_call"} == reason


def test_what_follows_a_call_that_may_be_right_is_judged() -> None:
    twice = Step([Accept(1)], [booking(hour="18:30"), booking(hour="18:45")])
    assert "duplicate_effect" in {why for why, turn, _ in found(*BOOKED, twice) if turn == 3}


@pytest.mark.parametrize(("last", "reason"), [(Accept(1), []), (Confirm(), ["forbidden_call"])])
def test_what_stands_may_be_outdated_for_an_offer_that_was_accepted_unseen(last: Change, reason: list[str]) -> None:
    turns = (Turn.of(Switch("make"), Reveal("size", 2)), Turn.of(Confirm()), Turn.of(last))
    made = ToolCall(name="make", arguments={"id": "a", "size": 2}, result={"thing_id": "M1"})
    undone = ToolCall(name="unmake", arguments={"thing_id": "M1"}, result={"done": "M1"})
    trace = [
        TurnRecord(run_id="r", scenario_id="s", memory_mode="none", turn=n, user_message="", assistant_message="", tool_calls=calls)
        for n, calls in enumerate(([], [made], [undone]), 1)
    ]
    graded = grade(tiny, Scenario("s", "tiny", turns, datetime.fromisoformat(House.now)), trace)
    assert [finding.reason for finding in graded.findings if finding.turn == 3 and finding.check == "function"] == reason


@pytest.mark.parametrize(("domain", "call", "item"), [
    (tiny, "unmake", {"id": "c"}), (replace(tables, results=[Result("booking", key="table")]), "book_table", {"table": "c"}),
], ids=["a tool that makes nothing", "a key of its own"])  # fmt: skip
def test_items_that_a_call_with_an_effect_named_are_no_searched_ones(domain: Domain, call: str, item: dict[str, str]) -> None:
    goal = "list" if domain is tiny else "look"
    arguments = {"thing_id": "M1"} if domain is tiny else {"hour": "18:30"}
    answered = ToolCall(name=call, arguments=arguments, result={"accepted": False, "items": [item]})
    for calls, reasons in (([answered], []), ([], ["unsuitable_candidate"])):
        record = TurnRecord(run_id="r", scenario_id="s", memory_mode="none", turn=1, user_message="", assistant_message="c", tool_calls=calls, offers=["c"])
        graded = grade(domain, Scenario("s", domain.name, (Turn.of(Switch(goal)),), datetime.fromisoformat(House.now)), [record])
        assert [finding.reason for finding in graded.findings if finding.check == "items" and finding.stage == "response"] == reasons


@pytest.mark.parametrize(("position", "covered"), [(1, True), (2, False)])
def test_t18_a_yes_beside_an_item_covers_the_call_that_was_to_take_it(position: int, covered: bool) -> None:
    """"Shall I make a?" "Yes, the first one." """
    taken = "ab"[position - 1]
    turns = (Turn.of(Switch("make"), Reveal("size", 2)), Turn.of(Accept(position), Confirm()))
    asked, made = Question(confirm="make", arguments={"id": "a", "size": 2}), ToolCall(name="make", arguments={"id": taken, "size": 2}, result={"thing_id": "M1"})
    trace = [
        TurnRecord(run_id="r", scenario_id="s", memory_mode="none", turn=1, user_message="", assistant_message="", offers=["a", "b"], questions=[asked]),
        TurnRecord(run_id="r", scenario_id="s", memory_mode="none", turn=2, user_message="", assistant_message="", tool_calls=[made]),
    ]
    scenario = Scenario("s", "tiny", turns, datetime.fromisoformat(House.now))
    assert expect(tiny, scenario, trace)[1].calls[0].confirmed == covered


@pytest.mark.parametrize(("calls", "again"), [
    ([booking(hour="18:45")], True), ([search(hour="18:45")], False), ([], False),
    ([ToolCall(name="book_table", arguments={"hour": "18:45"}, result={"error": "closed"}, status="error")], False),
])  # fmt: skip
def test_t18_the_harness_says_yes_again_if_its_last_one_was_used(calls: list[ToolCall], again: bool) -> None:
    more = replace(tables, tools=[*tables.tools, Tool(greet, effect=True, makes="greeting")])
    progress = Progress(more)
    progress.user(Turn.of(*DINE))
    said = TurnRecord(run_id="r", scenario_id="s", memory_mode="none", turn=1, user_message="yes", assistant_message="", tool_calls=calls, harness=True)
    assert progress.owed_call() == "book_table"
    assert awaits_yes(progress, [])
    assert awaits_yes(progress, [said]) == again
    assert not awaits_yes(progress, [said, said])


def test_t18_a_yes_to_a_question_that_was_seen_is_used_once_though_one_before_was_not_seen() -> None:
    steps = Step(DINE), Step([Confirm()], asked={"hour": "18:45"}), Step([Confirm()], [booking(hour="18:45"), booking(hour="18:45", seats="4")])
    scenario, trace = played(*steps)
    trace[0].questions = None
    assert [call.confirmed for call in expect(tables, scenario, trace)[2].calls] == [True, False]


@pytest.mark.parametrize(("hour", "owed"), [("18:30", "book_table"), ("late", None)])
def test_t18_a_yes_beside_another_value_than_the_question_named_asks_for_no_call(hour: str, owed: str | None) -> None:
    asked = Step([*DINE], asked={"hour": hour})
    assert told(asked, Step([Revision("hour", "18:30"), Confirm()]))[1].owed_call == owed


@pytest.mark.parametrize(("named", "covered"), [([], True), (["candles"], False)])
def test_t18_a_yes_beside_the_first_members_of_a_set_covers_the_call_that_was_asked_about_without_any(named: list[str], covered: bool) -> None:
    """"Shall I book it, with no extras?" "Yes, with music." """
    asked = Step(DINE, asked={"hour": "18:45", "extras": named})
    music = Step([Reveal("extras", frozenset({"music"})), Confirm()], [booking(hour="18:45", extras=["music"])])
    assert told(asked, music)[1].calls[0].confirmed == covered


ASKED, NOTHING = {"hour": "18:45"}, Step()
YES = Step([Confirm()])


@pytest.mark.parametrize(("steps", "missing"), [
    ([Step(DINE)], 1),
    ([Step(DINE), NOTHING], 1),  # "Book a table." "Done!" "Thanks."
    ([Step(DINE), NOTHING, NOTHING], 1),
    ([Step(DINE), Step([], [booking(hour="18:45")])], None),  # too early, and made
    ([Step(DINE, asked=ASKED), NOTHING], None),  # it waits for a yes
    ([Step(DINE), Step(asked=ASKED), NOTHING], None),
    ([Step(DINE), Step(asked=ASKED)], 1),  # where the dialogue ends, the harness would have said yes
    ([Step(DINE, asked=ASKED), YES, NOTHING], 2),
    ([Step(DINE, asked=ASKED), Step([Confirm()], asked=ASKED), NOTHING], None),  # it asks again
    ([Step(DINE, asked=ASKED), Step([Confirm()], [booking(hour="18:45")]), NOTHING], None),
    ([Step(DINE, asked=ASKED), Step([Confirm()], [booking(True, hour="18:45")]), NOTHING], None),  # and was refused
    ([Step(DINE, asked=ASKED), YES, Step([], [booking(hour="18:45")])], None),  # late is not never
    ([Step(DINE, asked=ASKED), YES, Step([], [booking(True, hour="18:45")])], None),
    ([Step(DINE), Step([Revision("hour", "19:00")]), NOTHING], None),  # the last word does not ask for it
    ([Step([Switch("look"), Reveal("hour", "18:45")], [search(WINDOW)]), NOTHING], None),
])  # fmt: skip
def test_the_owed_call_is_missing_though_the_user_says_thanks(steps: list[Step], missing: int | None) -> None:
    assert [turn for why, turn, _ in found(*steps) if why == "missing_call"] == ([] if missing is None else [missing])


@pytest.mark.parametrize("steps", [[Step(DINE), NOTHING], [Step(DINE), YES, NOTHING], [Step([*DINE, Confirm()]), NOTHING]])
def test_an_agent_that_does_not_expose_its_questions_may_have_asked_for_a_yes(steps: list[Step]) -> None:
    assert missing_after(tables, *played(*steps)) == []
    free = replace(tables, tools=[Tool(book_table, effect=True, makes="booking", args={"hour": "hour"}), tables.tool["find_tables"]])
    assert missing_after(free, *played(*steps)) == [len(steps) - 1]  # there was no yes to ask for


def test_what_cannot_be_read_may_be_more_than_thanks() -> None:
    scenario, trace = played(Step(DINE), NOTHING)
    unread = replace(scenario, turns=(scenario.turns[0], replace(scenario.turns[1], unsure=Unsure("what is meant"))))
    assert missing_after(tables, unread, trace) == []


@pytest.mark.parametrize(("scripted", "missing"), [([1], [2]), ([1, 2], [])])
def test_what_a_scripted_turn_left_undone_is_missing_where_the_agent_takes_over(scripted: list[int], missing: list[int]) -> None:
    scenario, trace = played(Step(DINE), NOTHING)
    for turn in scripted:
        trace[turn - 1].scripted = True
    assert [finding.turn for finding in grade(tables, scenario, trace).findings if finding.reason == "missing_call"] == missing


def test_a_queued_call_that_was_cancelled_was_not_made() -> None:
    cancelled = ToolCall(name="book_table", arguments={"hour": "18:45"}, status="cancelled")
    assert {turn for why, turn, _ in found(Step(DINE, asked=ASKED), Step([Confirm()], [cancelled]), NOTHING) if why == "missing_call"} == {2}


def missing_after(domain: Domain, scenario: Scenario, trace: list[TurnRecord]) -> list[int]:
    for record in trace:
        record.questions = None
    assert difference((domain, scenario, trace), second(domain, list(exchanges(domain, scenario, trace)))) is None
    return [finding.turn for finding in grade(domain, scenario, trace).findings if finding.reason == "missing_call"]
