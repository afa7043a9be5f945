"""The three memories: the same model, instructions, tools and order of messages; only what is remembered differs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from intentprops.changes import Script, ScriptedCall
from intentprops.domains.rooms import rooms
from intentprops.errors import IntentpropsError
from intentprops.running import Session
from intentprops.running.dialogue import play
from intentprops.running.memory import MODES, PLAN, PROPOSALS, with_memory
from intentprops.running.models import ChatMessage, Completion, ModelCall, ScriptedModel, find_model
from intentprops.scenarios import bundled
from intentprops.score import grade
from intentprops.trace import TurnRecord

SCENARIOS = {scenario.id: scenario for scenario in bundled("rooms")}
ROOM = {"room_id": "birch", "starts_at": "2026-08-07T15:00:00+03:00", "attendees": 8}
SEARCH = {"capacity": 8, "starts_at": "2026-08-07T15:00:00+03:00", "required_features": []}


def state(goal: str = "reserve_room", **changed: Any) -> dict[str, Any]:
    may = goal == "reserve_room"
    return {
        "goal": goal, "status": "active", "superseded": [], "open_questions": [],
        "constraints": {
            "attendees": 8, "starts_at": "2026-08-07T15:00:00+03:00", "required_features": [], "room": None,
            "sort_by": None, "limit": None,
        },
        "permissions": {"search_rooms": True, "reserve_room": may},
    } | changed  # fmt: skip


def played(mode: str, answers: Sequence[Any], turns: int = 1, **options: Any) -> tuple[list[TurnRecord], ScriptedModel]:
    """The first turns of F1 ("book a room for eight …") against a model that answers from a list."""
    model = ScriptedModel(answers)
    scenario = replace(SCENARIOS["F1"], turns=SCENARIOS["F1"].turns[:turns])
    return play(rooms, scenario, with_memory(model, mode, **options)), model  # type: ignore[arg-type]


def proposal(**changed: Any) -> str:
    return json.dumps(state(**changed))


@pytest.mark.parametrize(("mode", "first"), [("chat", []), ("summary", ["Book for eight."]), ("structured", [proposal()])])
def test_what_the_planner_sees_ends_with_the_newest_message_and_begins_with_the_same_instructions(mode: str, first: list[Any]) -> None:
    _, model = played(mode, [*first, "Which one?"])
    planner = model.seen[-1]
    assert planner[0].content.startswith(PLAN)
    assert planner[-1] == ChatMessage("user", SCENARIOS["F1"].turns[0].text)
    assert planner[0].content == played("chat", ["Which one?"])[1].seen[-1][0].content


def test_the_modes_differ_in_what_stands_between() -> None:
    chat = played("chat", ["One.", "Two."], turns=2)[1].seen[-1]
    summary = played("summary", ["S1", "One.", "S2", "Two."], turns=2)[1].seen[-1]
    structured = played("structured", [proposal(), "One.", proposal(), "Two."], turns=2)[1].seen[-1]
    first = SCENARIOS["F1"].turns[0].text
    assert first in [message.content for message in chat]
    assert first not in [message.content for message in summary]
    assert "Summary of the task:\nS2" in [message.content for message in summary]
    assert any(message.content.startswith("Active state of the task:") for message in structured)


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(IntentpropsError, match="there is no memory mode 'graph'; there are chat, summary, structured"):
        with_memory(ScriptedModel([]), "graph")  # type: ignore[arg-type]


@pytest.mark.parametrize("mode", MODES)
def test_a_turn_without_end_is_an_error(mode: str) -> None:
    first = {"chat": [], "summary": ["S"], "structured": [proposal()]}[mode]
    trace, _ = played(mode, [*first, *[Completion(calls=(ModelCall("search_rooms", SEARCH),))] * 3], max_steps=3)
    assert trace[-1].error == "no reply within 3 steps; the last one asked for search_rooms"
    assert len(trace[-1].tool_calls) == 3, "what was done before stays"


# -- summary


def test_a_summary_is_recorded_and_judged_before_the_plan_is() -> None:
    answers = ["Book for eight.", "Which?", "Book, with a screen.", "Which?", "Book one of the two cheapest.", "Which?"]
    trace, _ = played("summary", answers, turns=3)
    assert [record.summary for record in trace] == answers[::2]
    reasons = [finding.reason for finding in grade(rooms, SCENARIOS["F1"], trace).findings if finding.dimension == "summary"]
    assert "lost_negation" in reasons


# -- structured: propose, validate, commit, and only then plan


def test_a_proposal_is_committed_as_a_new_revision_before_anything_is_planned() -> None:
    search = Completion(calls=(ModelCall("search_rooms", SEARCH),))
    trace, model = played("structured", [proposal(), search, "Birch?"])
    assert model.seen[0] != model.seen[1]
    assert trace[0].tool_calls[0].revision == 1
    assert trace[0].active_state_after is not None
    assert trace[0].active_state_after["revision"] == 1


def test_a_state_that_stays_keeps_its_revision() -> None:
    trace, _ = played("structured", [proposal(), "One.", proposal(), "Two."], turns=2)
    assert [record.active_state_after["revision"] for record in trace if record.active_state_after] == [1, 1]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("book it", "no JSON"),
        ("[1]", "a JSON list, not an object"),
        (json.dumps({**state(), "goal": "fly"}), "goal"),
        (json.dumps(state("compare_rooms")), "a comparison reserves nothing and has a limit"),
    ],
)
def test_an_unfit_proposal_is_sent_back_and_never_committed(answer: str, said: str) -> None:
    trace, model = played("structured", [answer, proposal(), "Which?"])
    assert said in model.seen[1][-1].content
    assert trace[0].active_state_after is not None
    assert trace[0].active_state_after["goal"] == "reserve_room"


def test_after_some_unfit_proposals_the_turn_ends_in_an_error() -> None:
    trace, _ = played("structured", ["no"] * PROPOSALS)
    assert f"no valid state in {PROPOSALS} proposals" in str(trace[0].error)
    assert trace[0].tool_calls == []


def test_the_guard_stops_an_effect_that_the_state_does_not_permit() -> None:
    ban = proposal(permissions={"search_rooms": True, "reserve_room": False})
    trace, model = played("structured", [ban, Completion(calls=(ModelCall("reserve_room", ROOM),)), "I may not."])
    assert [(call.name, call.status) for call in trace[0].tool_calls] == [("reserve_room", "cancelled")]
    assert "is not permitted under revision 1" in model.seen[-1][-1].content


def test_what_waits_behind_a_call_that_moves_the_state_on_is_cancelled_and_never_carried_over() -> None:
    both = Completion(calls=(ModelCall("reserve_room", ROOM), ModelCall("reserve_room", {**ROOM, "room_id": "cedar"})))
    trace, model = played("structured", [proposal(), both, "Done."])
    assert [call.status for call in trace[0].tool_calls] == ["ok", "cancelled"]
    assert "was planned under revision 1, the state is at 2" in model.seen[-1][-1].content


def test_the_other_memories_have_no_guard() -> None:
    trace, _ = played("chat", [Completion(calls=(ModelCall("reserve_room", ROOM),)), "Done."])
    assert [call.status for call in trace[0].tool_calls] == ["ok"]


@pytest.mark.parametrize("mode", MODES)
def test_turns_that_a_scenario_scripted_reach_the_memory(mode: str) -> None:
    """V1 with its first turn fixed: the agent enters after a search for twelve that it did not make."""
    first, *rest = SCENARIOS["V1"].turns
    call = ScriptedCall("search_rooms", {**SEARCH, "capacity": 12})
    fixed = replace(first, script=Script((call,), "I found cedar and larch.", offers=("cedar", "larch")))
    scenario = replace(SCENARIOS["V1"], turns=(fixed, *rest))
    trace = play(rooms, scenario, with_memory(find_model("reference", rooms), mode))  # type: ignore[arg-type]
    assert [record.scripted for record in trace] == [True, False, False]
    assert [call.name for call in trace[2].tool_calls] == ["search_rooms"], "six people need a new search"
    assert grade(rooms, scenario, trace).passed


def test_tokens_are_those_reported_and_never_estimated() -> None:
    trace, _ = played("chat", [Completion("Hm.", input_tokens=7, output_tokens=2)])
    assert (trace[0].usage.input_tokens, trace[0].usage.output_tokens) == (7, 2)
    trace, _ = played("chat", ["Hm."])
    assert (trace[0].usage.input_tokens, trace[0].usage.output_tokens) == (None, None)


def test_a_session_says_what_an_agent_may_know() -> None:
    seen: list[Session] = []

    def create(session: Session) -> Any:
        seen.append(session)
        return lambda message: "?"

    play(rooms, SCENARIOS["V1"], create, seed=5, run_id="V1__agent__repeat-01")
    (session,) = seen
    assert (session.seed, session.language, session.id) == (5, "en", "V1__agent__repeat-01")
    assert session.now == SCENARIOS["V1"].now
