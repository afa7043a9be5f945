"""The documented examples of the rules T0 to T19, one short test each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeAlias

import pytest
from pydantic import BaseModel

from intentprops import Goal, Tool, World
from intentprops.changes import (
    GOAL,
    Accept,
    Answer,
    Change,
    Compare,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Forbid,
    Message,
    Permit,
    Refer,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.domains.mail import mail
from intentprops.domains.rooms import rooms
from intentprops.errors import ScenarioError
from intentprops.oracle import Expectation, expect
from intentprops.running.session import Toolbox
from intentprops.state import State
from intentprops.trace import Question, TurnRecord
from intentprops.transitions import apply
from tests.domains.travel import travel
from tests.oracle.tiny import tiny

Told: TypeAlias = tuple[Turn, list[tuple[str, dict[str, Any]]], list[Question] | None]

FIFTEEN = "2026-08-07T15:00:00+03:00"
SAME_FIFTEEN = "2026-08-07T12:00:00+00:00"
BOOK = (Switch("reserve_room"), Reveal("attendees", 6), Reveal("starts_at", rooms.field["starts_at"].parse(FIFTEEN)))
BOOKING = ("reserve_room", {"room_id": "amber", "starts_at": FIFTEEN, "attendees": 6})
SHALL_I = Question(confirm="reserve_room", arguments=BOOKING[1])


def after(*turns: Turn | Change, domain: Domain = rooms, offers: Sequence[str] = ()) -> State:
    """The state after some turns; a bare change is a turn of its own."""
    state = State()
    for turn in turns:
        state = apply(domain, state, turn if isinstance(turn, Turn) else Turn.of(turn), offers).state
    return state


def log(state: State) -> set[tuple[str, Any]]:
    return {(entry.path.removeprefix("constraints."), entry.old) for entry in state.superseded}


def told(*turns: Told, domain: Domain = rooms) -> list[Expectation]:
    """What must hold after turns with the calls that the agent made in each and the questions that it ended with."""
    toolbox, trace = Toolbox(domain), []
    for number, (turn, calls, questions) in enumerate(turns, 1):
        for name, arguments in calls:
            toolbox.call(name, arguments)
        trace.append(TurnRecord(
            run_id="r", scenario_id="s", memory_mode="none", turn=number, user_message=turn.text,
            tool_calls=toolbox.take(), questions=questions,
        ))  # fmt: skip
    now = datetime.fromisoformat(domain.world.now)
    return expect(domain, Scenario("s", domain.name, tuple(turn for turn, _, _ in turns), now), trace)


def search(capacity: int, starts_at: str = FIFTEEN) -> tuple[str, dict[str, Any]]:
    return "search_rooms", {"capacity": capacity, "starts_at": starts_at}


def test_t0_a_task_opens_with_the_goal_that_the_domain_names() -> None:
    assert after(Reveal("attendees", 6)).goal == "search_rooms"
    assert log(after(Switch("compare_rooms"))) == set()


def test_t1_a_reveal_supersedes_nothing_and_adds_to_a_set() -> None:
    screen, board = (Reveal("required_features", frozenset({name})) for name in ("экран", "доска"))
    state = after(Reveal("attendees", 6), screen, board)
    assert state.values == {"attendees": 6, "required_features": {"экран", "доска"}}
    assert log(state) == set()


def test_t2_a_fact_without_a_field_stops_effects_until_it_is_answered() -> None:
    state = after(Turn.of(*BOOK), Unmodelled("confidential"))
    assert (state.status, state.permits(rooms, "reserve_room")) == ("needs_clarification", False)
    assert after(Turn.of(*BOOK), Unmodelled("confidential"), Answer("confidential")).permits(rooms, "reserve_room")


def test_t3_a_revision_replaces_and_logs_the_old_value() -> None:
    state = after(Reveal("attendees", 12), Revision("attendees", 6))
    assert (state.values["attendees"], log(state)) == (6, {("attendees", 12)})


def test_t3_members_of_a_set_are_removed_and_logged_one_by_one() -> None:
    state = after(Reveal("required_features", frozenset({"экран", "доска"})), Remove("required_features", frozenset({"доска"})))
    assert (state.values["required_features"], log(state)) == ({"экран"}, {("required_features", "доска")})


@pytest.mark.parametrize(("last", "old"), [(8, {12, 6}), (12, {6})])
def test_t4_the_last_correction_counts_and_a_value_that_came_back_is_not_forbidden(last: int, old: set[int]) -> None:
    state = after(Reveal("attendees", 12), Revision("attendees", 6), Revision("attendees", last))
    assert (state.values["attendees"], state.old_values("attendees")) == (last, old)


def test_t4_the_first_search_may_be_used_again() -> None:
    start = Reveal("starts_at", rooms.field["starts_at"].parse(FIFTEEN))
    found = told(
        (Turn.of(start, Reveal("attendees", 12)), [search(12)], None),
        (Turn.of(Revision("attendees", 6)), [], None),
        (Turn.of(Revision("attendees", 12)), [], None),
    )
    assert [each.results["search_results"] for each in found] == ["fresh", "stale", "fresh"]


def test_t5_a_switch_keeps_the_subject_and_drops_what_belongs_to_the_old_goal() -> None:
    state = after(Turn.of(Switch("compare_rooms"), Reveal("attendees", 6)), Switch("reserve_room", "cancelled"))
    assert state.values == {"attendees": 6}
    assert [(entry.path, entry.old, entry.disposition) for entry in state.superseded] == [(GOAL, "compare_rooms", "cancelled")]


def test_t5_what_belonged_to_a_goal_is_not_remembered_when_it_comes_back() -> None:
    three = Turn.of(Switch("compare_rooms"), Reveal("limit", 3))
    assert after(three, Switch("reserve_room"), Switch("compare_rooms")).values["limit"] == 2


def test_t6_forbid_wins_within_its_message() -> None:
    ban = Forbid(frozenset({"reserve_room"}))
    assert after(Turn.of(ban, *BOOK, Permit(ban.tools))).bans == {"reserve_room"}
    assert after(Turn((Message("", (ban,)), Message("", BOOK)))).bans == set()


def test_t6_a_switch_lifts_the_ban_on_its_own_function_only() -> None:
    state = after(Turn.of(Forbid(frozenset({"hold_seat", "issue_ticket"}))), Switch("hold"), domain=travel)
    assert state.bans == {"issue_ticket"}
    assert state.permits(travel, "hold_seat")


def test_t6_lifting_a_ban_grants_nothing_else() -> None:
    assert not after(Permit(frozenset({"reserve_room"}))).permits(rooms, "reserve_room")


def test_t7_a_detour_pauses_the_task_and_t8_a_yes_brings_its_own_fields_back() -> None:
    compare, aside = Turn.of(Switch("compare_rooms"), Reveal("limit", 3)), Turn.of(Detour("answer_question"))
    state = after(compare, aside)
    assert (state.goal, state.status, "limit" in state.values) == ("answer_question", "awaiting_confirmation", False)
    assert log(state) == log(after(compare))
    back = after(compare, aside, Confirm())
    assert (back.goal, back.status, back.values["limit"]) == ("compare_rooms", "active", 3)


def test_t8_what_a_detour_made_of_a_shared_field_does_not_outlive_it() -> None:
    state = after(Reveal("limit", 2), Turn.of(Detour("order"), DontCare("limit")), Confirm(), domain=tiny)
    assert (state.values["limit"], state.indifferent) == (2, frozenset())


def test_t7_a_detour_in_a_detour_leaves_the_same_task_paused() -> None:
    state = after(Turn.of(*BOOK), Detour("answer_question"), Detour("search_rooms"), Confirm())
    assert (state.goal, state.paused) == ("reserve_room", None)


def test_t9_the_first_value_comes_back() -> None:
    state = after(Reveal("attendees", 12), Revision("attendees", 6), Revision("attendees", 8), Return("attendees"))
    assert (state.values["attendees"], log(state)) == (12, {("attendees", 12), ("attendees", 6), ("attendees", 8)})


def test_t9_a_whole_version_comes_back_with_what_was_unknown_and_without_lifting_a_ban() -> None:
    first = Turn.of(Reveal("attendees", 12), label="first")
    ban = Forbid(frozenset({"reserve_room"}))
    later = Turn.of(Switch("compare_rooms"), Revision("attendees", 6), Reveal("room", "amber"), ban)
    state = after(first, later, Return(version="first"))
    assert (state.goal, state.values) == ("search_rooms", {"attendees": 12})
    assert state.bans == ban.tools
    with pytest.raises(ScenarioError, match="first"):
        after(first, Return(version="second"))


def test_t9_a_default_that_a_version_brings_back_is_no_first_value() -> None:
    compared = Turn.of(Switch("compare_rooms"), label="A")
    turns = [compared, Return(version="A"), Revision("limit", 3), Revision("limit", 4), Return("limit")]
    assert after(*turns).values["limit"] == 3


def test_t10_withdrawn_is_unknown_and_any_will_do_is_not() -> None:
    known = Reveal("attendees", 6)
    withdrawn, any_will_do = after(known, Retract("attendees")), after(known, DontCare("attendees"))
    assert (withdrawn.values, withdrawn.indifferent) == ({}, frozenset())
    assert (any_will_do.values, any_will_do.indifferent) == ({}, frozenset({"attendees"}))
    assert log(withdrawn) == log(any_will_do) == {("attendees", 6)}


def test_t10_the_second_one_is_the_second_that_was_offered() -> None:
    assert after(Accept(2), offers=["amber", "birch"]).values["room"] == "birch"
    assert after(Accept(3), offers=["amber", "birch"]).values == {}


def test_t10_the_same_day_as_there_is_a_value() -> None:
    depart = travel.field["depart"].parse("2026-08-07")
    later = travel.field["depart"].parse("2026-08-08")
    state = after(Reveal("depart", depart), Refer("back", "depart"), Revision("depart", later), domain=travel)
    assert (state.values["back"], state.values["depart"]) == (depart, later)


def test_t11_thanks_is_not_a_yes() -> None:
    paused = after(Turn.of(*BOOK), Detour("answer_question"))
    assert apply(rooms, paused, Turn.of(text="Thanks!")).state == paused


def test_t12_the_parts_of_a_message_are_one_revision() -> None:
    before = after(Reveal("attendees", 12))
    parts = Revision("attendees", 6), Forbid(frozenset({"reserve_room"})), Switch("compare_rooms")
    state = apply(rooms, before, Turn.of(*parts)).state
    assert (state.revision, state.values["limit"], state.values["attendees"]) == (before.revision + 1, 2, 6)


def test_t13_two_values_side_by_side_are_no_value() -> None:
    state = after(Turn.of(*BOOK), Conflict("attendees", (6, 8)))
    assert ("attendees" in state.values, state.status, log(state)) == (False, "needs_clarification", {("attendees", 6)})
    assert after(Turn.of(*BOOK), Conflict("attendees", (6, 8)), Retract("attendees")).status == "needs_clarification"
    assert after(Turn.of(*BOOK), Conflict("attendees", (6, 8)), Revision("attendees", 8)).status == "active"


def test_t13_two_sets_side_by_side_are_none() -> None:
    features = Reveal("required_features", frozenset({"экран"}))
    state = after(features, Conflict("required_features", (frozenset({"доска"}), frozenset())))
    assert (dict(state.values), state.status) == ({}, "needs_clarification")


def test_t13_two_goals_side_by_side_are_none() -> None:
    state = after(Turn.of(*BOOK), Conflict(GOAL, ("reserve_room", "compare_rooms")))
    assert (state.goal, state.permits(rooms, "search_rooms"), state.permits(rooms, "reserve_room")) == (None, True, False)


def test_t14_an_unknown_function_is_asked_about_and_the_goal_stays() -> None:
    state = after(Turn.of(*BOOK), UnknownGoal("catering"))
    assert (state.goal, state.status) == ("reserve_room", "needs_clarification")
    assert after(Turn.of(*BOOK), UnknownGoal("catering"), Switch("compare_rooms")).status == "active"


def test_t15_a_burst_is_its_messages_one_after_the_other() -> None:
    state = after(Turn((Message("", (Reveal("attendees", 12),)), Message("", (Revision("attendees", 6),)))))
    assert (state.values["attendees"], state.revision) == (6, 1)
    assert [(entry.old, entry.transient) for entry in state.superseded] == [(12, True)]


def test_t16_a_repeated_value_changes_nothing_and_paths_commute() -> None:
    known = after(Reveal("attendees", 6))
    assert apply(rooms, known, Turn.of(Reveal("attendees", 6))).state == known
    one, other = Revision("attendees", 8), Reveal("room", "amber")
    assert after(known_turn := Reveal("attendees", 6), one, other).content() == after(known_turn, other, one).content()


def test_t17_old_values_are_legitimate_in_the_reads_of_a_comparison() -> None:
    found = told((Turn.of(*BOOK), [], None), (Turn.of(Revision("attendees", 8), Compare()), [search(6), BOOKING], None))
    assert [call.compares for call in found[1].calls] == [True, False]


def test_t18_a_yes_covers_what_was_asked() -> None:
    asked = (Turn.of(*BOOK), [search(6)], [SHALL_I])
    found = told(asked, (Turn.of(Confirm()), [BOOKING], None))
    assert (found[1].calls[0].confirmed, found[1].state.status) == (True, "completed")
    other_room = (BOOKING[0], {**BOOKING[1], "room_id": "birch"})
    assert not told(asked, (Turn.of(Confirm()), [other_room], None))[1].calls[0].confirmed
    assert not told(asked, (Turn.of(), [BOOKING], None))[1].calls[0].confirmed


def test_t18_a_yes_covers_the_same_instant_in_another_zone() -> None:
    respelt = (BOOKING[0], {**BOOKING[1], "starts_at": SAME_FIFTEEN})
    found = told((Turn.of(*BOOK), [search(6)], [SHALL_I]), (Turn.of(Confirm()), [respelt], None))
    assert (found[1].calls[0].confirmed, found[1].state.status) == (True, "completed")


def test_t18_a_yes_to_no_question_covers_nothing() -> None:
    found = told((Turn.of(*BOOK), [search(6)], []), (Turn.of(Confirm()), [BOOKING], None))
    assert not found[1].calls[0].confirmed
    found = told((Turn.of(*BOOK), [search(6)], None), (Turn.of(Confirm()), [BOOKING], None))
    assert found[1].calls[0].confirmed  # questions that are not exposed are not held against anybody


def test_t18_a_yes_ends_with_a_change_and_with_its_use() -> None:
    asked: Told = (Turn.of(*BOOK), [search(6)], [SHALL_I])
    yes: Told = (Turn.of(Confirm()), [], None)
    assert told(asked, yes, (Turn.of(), [BOOKING], None))[2].calls[0].confirmed
    assert not told(asked, yes, (Turn.of(Revision("attendees", 8)), [BOOKING], None))[2].calls[0].confirmed
    assert not told(asked, (Turn.of(Confirm(), Revision("attendees", 8)), [BOOKING], None))[1].calls[0].confirmed
    assert not told(asked, (Turn.of(Confirm(), DontCare("attendees")), [BOOKING], None))[1].calls[0].confirmed
    assert [call.confirmed for call in told(asked, (Turn.of(Confirm()), [BOOKING, BOOKING], None))[1].calls] == [True, False]


def test_t18_a_yes_beside_a_first_value_stands() -> None:
    """To "Shall I reserve it, and for how many?" one says "Yes, for six": what was unknown cannot be other than it was asked."""
    start = [change for change in BOOK if change != Reveal("attendees", 6)]
    asked: Told = (Turn.of(*start), [search(6)], [Question(confirm="reserve_room")])
    yes = Turn.of(Confirm(), Reveal("attendees", 6))
    assert told(asked, (yes, [BOOKING], None))[1].calls[0].confirmed
    assert not told(asked, (Turn.of(DontCare("attendees")), [], None), (yes, [BOOKING], None))[2].calls[0].confirmed


class Files(BaseModel):
    folder: str | None = None


class Shelf(World):
    now = "2026-08-03T09:00:00+03:00"

    def delete(self, name: str) -> Any:
        return {"deleted": name}

    def archive(self, name: str) -> Any:
        return {"archived": name}


def delete(name: str) -> Any:
    """Delete a file."""


def archive(name: str) -> Any:
    """Archive a file."""


shelf = Domain(
    name="shelf", fields=Files, world=Shelf, opens_with="tidy",
    tools=[Tool(delete, effect=True, confirm="every_time"), Tool(archive, effect=True, confirm="every_time")],
    goals=[Goal("tidy", allows=["delete", "archive"])],
)  # fmt: skip


def test_t18_a_yes_to_a_question_that_nobody_saw_may_be_to_a_list_and_lasts_for_its_turn() -> None:
    """"Delete both, and archive the third: shall I?" A log holds the words of that question and not what it asked."""
    many = [("delete", {"name": "a"}), ("delete", {"name": "b"}), ("archive", {"name": "c"})]
    asks, yes = (Turn.of(), [], None), (Turn.of(Confirm()), many, None)
    found = told(asks, yes, (Turn.of(), many, None), domain=shelf)
    assert [[call.confirmed for call in turn.calls] for turn in found] == [[], [True] * 3, [False] * 3]
    assert [turn.done for turn in found[:2]] == [set(), {"delete", "archive"}]  # what makes no effect that stands was done all the same
    assert [call.confirmed for call in told(asks, (Turn.of(), many, None), domain=shelf)[1].calls] == [False] * 3


def test_a_goal_that_only_allows_owes_no_call() -> None:
    found = told((Turn.of(), [], None), (Turn.of(Confirm()), [], None), domain=shelf)
    assert [(turn.owed_call, turn.owed_results, turn.missing) for turn in found] == [(None, (), ())] * 2


HOLD = (
    Switch("hold"), Reveal("origin", "IST"), Reveal("destination", "LIS"), Reveal("passengers", 2),
    Reveal("depart", travel.field["depart"].parse("2026-08-07")),
)  # fmt: skip
HOLDING = ("hold_seat", {"flight_id": "TK1755", "pax": 2})


def test_t19_a_change_makes_what_was_done_stale_and_an_undo_is_permitted_under_any_ban() -> None:
    more = Turn.of(Revision("passengers", 3), Forbid(frozenset(travel.tool)))
    found = told((Turn.of(*HOLD), [HOLDING], None), (more, [("release_hold", {"hold_id": "H001"})], None), domain=travel)
    assert [rank for _, rank in found[0].effects] == ["fresh"]
    assert (found[1].before.status, found[1].calls[0].permitted, found[1].effects) == ("completed", True, ())
    assert found[1].state.status == "awaiting_confirmation"


def test_t19_a_hold_that_became_a_ticket_stands_as_a_part_of_it() -> None:
    ticket = ("issue_ticket", {"hold_id": "H001"})
    found = told(
        (Turn.of(*HOLD), [HOLDING], None),
        (Turn.of(Switch("buy")), [ticket], None),
        (Turn.of(Revision("passengers", 3)), [], None),
        domain=travel,
    )
    assert [[(made.tool, rank) for made, rank in each.effects] for each in found] == [
        [("hold_seat", "fresh")], [("issue_ticket", "fresh")], [("issue_ticket", "stale")],
    ]  # fmt: skip


def test_t19_a_letter_that_was_sent_is_stale_once_its_draft_is() -> None:
    letter = (Switch("send_email"), Reveal("recipient", "team"), Reveal("topic", "booking"))
    draft = ("compose_draft", {"recipient": "team", "topic": "booking"})
    sent = ("send_email", {"draft_id": "D-team-booking-plain", "recipient": "team"})
    found = told((Turn.of(*letter), [draft, sent], None), (Turn.of(Revision("topic", "delay")), [], None), domain=mail)
    assert [[rank for _, rank in each.effects] for each in found] == [["fresh"], ["stale"]]


def test_a_broader_search_is_fresh_and_a_wish_it_never_saw_is_filtered_locally() -> None:
    query = {"origin": "IST", "destination": "LIS", "date": "2026-08-08", "pax": 2}
    found = told(
        (Turn.of(*HOLD), [("search_flights", {"query": query})], None),
        (Turn.of(Reveal("cabin", "business")), [], None),
        (Turn.of(Reveal("extras", frozenset({"wifi"}))), [], None),
        (Turn.of(Revision("passengers", 1)), [], None),
        domain=travel,
    )
    assert [each.results["flights"] for each in found] == ["fresh", "fresh", "refilter", "stale"]
