"""Correct behaviour that a check might punish: each variant of a correct trace stays green."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from intentprops import Confirm, Domain, Forbid, Reveal, Revision, Switch, Turn
from intentprops.domains.rooms import rooms
from intentprops.score import grade
from intentprops.trace import Question, ToolCall, TurnRecord
from tests.checks.examples import (
    BOOK,
    COMPARE,
    HOLD,
    LATER,
    RESERVE,
    SCREEN,
    SEARCH,
    SECRET,
    SIX,
    THANKS,
    THREE,
    VIDEO,
    YES,
    Edit,
    all_of,
    argument,
    attribute,
    call,
    hides_state,
    log,
    put,
    says,
    scenario,
    spoken,
    state,
    without_calls,
)  # fmt: skip
from tests.domains.travel import travel

TWELVE = Turn.of(Revision("attendees", 12), text="No, twelve after all.")
TWENTY = Turn.of(Revision("attendees", 20), text="We will be twenty.")
BOTH = Turn.of(Reveal("required_features", frozenset({"экран", "видеосвязь"})), text="With a screen and a video link.")
TOUCH_NOTHING = Turn.of(
    Revision("passengers", 3), Forbid(frozenset({"hold_seat", "issue_ticket"})), text="There are three of us. Hold and buy nothing for now."
)
STOP = Turn.of(Switch("compare_rooms"), Forbid(frozenset({"reserve_room"})), text="Book nothing. Compare the two cheapest.")


@dataclass(frozen=True)
class Benign:
    name: str
    turns: Sequence[Turn]
    edit: Edit
    domain: Domain = rooms


def extra_search(trace: list[TurnRecord]) -> None:
    trace[1].tool_calls.append(trace[1].tool_calls[0].model_copy(deep=True))


def reversed_lists(trace: list[TurnRecord]) -> None:
    shown = state(trace[1])
    shown["constraints"]["required_features"].reverse()
    trace[1].tool_calls = list(reversed(trace[1].tool_calls))


def only(turn: int, *names: str) -> Edit:
    def edit(trace: list[TurnRecord]) -> None:
        trace[turn - 1].active_state_after = {name: state(trace[turn - 1])[name] for name in names}

    return edit


def renumbered(trace: list[TurnRecord]) -> None:
    """An agent that counts its revisions in its own way."""
    for record in trace:
        state(record)["revision"] *= 100


BENIGN = [
    Benign("lists in another order", [SEARCH, BOTH], reversed_lists),
    Benign("an extra read with active values", [SEARCH, SIX], extra_search),
    Benign("a broader search, filtered later", [Turn.of(*SEARCH.changes, *SCREEN.changes, text="A room for 12 with a screen.")],
           argument(1, 1, [], "required_features")),
    Benign("a local filter instead of a new search", [SEARCH, VIDEO], without_calls(2)),
    Benign("the same instant in another zone", [SEARCH, LATER], all_of(
        argument(2, 1, "2026-08-07T13:00:00+00:00", "starts_at"), put(2, "constraints", "starts_at", value="2026-08-07T13:00:00Z"))),
    Benign("a synonym in the state", [SEARCH, SCREEN], put(2, "constraints", "required_features", value=["Screen"])),
    Benign("a number as text in the state", [SEARCH, SIX], put(2, "constraints", "attendees", value="6")),
    Benign("the first answer again after 12, 6, 12", [SEARCH, SIX, TWELVE], without_calls(3)),
    Benign("a part of the state only", [SEARCH, SIX], only(2, "goal")),
    Benign("revisions counted otherwise", [SEARCH, SIX, THANKS], renumbered),
    Benign("nothing exposed but calls and text", [BOOK, COMPARE], hides_state),
    Benign("a log in another order, with repeats", [SEARCH, SIX, TWELVE], log(3, [
        {"path": "constraints.attendees", "old": 6, "new": 12}, {"path": "constraints.attendees", "old": 12, "new": 6},
        {"path": "constraints.attendees", "old": 12, "new": 6}])),
    Benign("a tool that the domain does not list", [SEARCH, SIX], call(2, "think", {"thought": "six, then"}, None)),
    Benign("a hand-off instead of a question", [HOLD, Turn.of(*SECRET.changes, text="We are on a secret mission.")], all_of(
        call(2, "transfer_to_human", {}, {"transferred": True}), attribute(2, "questions", []), says(2, "A colleague takes over.")), travel),
    Benign("nothing suits, and saying so", [SEARCH, TWENTY], all_of(attribute(2, "offers", []), says(2, "Nothing fits twenty people."))),
    Benign("an undo under a ban", [HOLD, TOUCH_NOTHING], lambda trace: None, travel),
    Benign("telling of what stands instead of undoing it", [HOLD, THREE], all_of(
        without_calls(2), attribute(2, "results", None), says(2, "The seats are still held for two; shall I hold three instead?")), travel),
    Benign("done at once, as the first turn asked", [HOLD, THANKS], lambda trace: None, travel),
    Benign("it was done before you wrote", [BOOK, YES, STOP], says(3, "Cedar was booked before you wrote. Here are the two cheapest.")),
    Benign("a denial that holds the word", [BOOK, STOP], says(2, "I have booked nothing. Here are the two cheapest.")),
    Benign("an offer that holds the word", [BOOK], says(1, "Cedar is free. Shall I book it for 12 people?")),
    Benign("history with the old number", [SEARCH, SIX], says(2, "I looked again for 6 people instead of 12.")),
    Benign("a room described by its size", [SEARCH, SIX], says(2, "Cedar is a room for 12 people, amber one for 6.")),
    Benign("a question asked in words alone", [SEARCH, SECRET], all_of(hides_state, says(2, "Please let me know what that demands of the room."))),
    Benign("a yes asked for again after a change", [BOOK, SIX], attribute(2, "questions", [Question(confirm="reserve_room")])),
    Benign("a queued action that was cancelled", [BOOK, STOP], lambda trace: trace[1].tool_calls.append(
        ToolCall(name="reserve_room", arguments=dict(RESERVE), status="cancelled", queued_turn=1))),
    Benign("a refused call that is tried again", [BOOK, Turn.of(Confirm(), text="Yes.")], lambda trace: trace[1].tool_calls.insert(
        0, ToolCall(name="reserve_room", arguments=dict(RESERVE), result={"error": "busy, try again"}, status="error"))),
]  # fmt: skip


@pytest.mark.parametrize("benign", BENIGN, ids=lambda benign: benign.name)
def test_it_stays_green(benign: Benign) -> None:
    chain = scenario(*benign.turns, domain=benign.domain)
    trace = spoken(benign.domain, chain)
    benign.edit(trace)
    graded = grade(benign.domain, chain, trace)
    assert [f for f in graded.findings if f.fails] == []
    assert graded.passed


