"""A dialogue's calls become a trace: what the system called, what it got, listed, read out and asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.sgd.chains import goals_of
from benchmarks.sgd.names import qualified
from benchmarks.sgd.reading import DONT_CARE, Dialogue, Frame, Service, ServiceCall
from intentprops.trace import Question, ToolCall, TurnRecord

ID = "id"
"""The key of an item: SGD's items have none, so they are numbered."""


def trace_of(dialogue: Dialogue, services: Mapping[str, Service]) -> list[TurnRecord]:
    """The records of a dialogue, one for each turn of the user with what the system did upon it."""
    records = []
    listed = _listed(dialogue)
    for index, goal in enumerate(goals_of(dialogue)):
        turn = 2 * index + 1
        if turn >= len(dialogue.said):
            system, calls = None, ()
        else:
            system, calls = dialogue.said[turn], dialogue.answers[turn].calls
        offers = [item[ID] for service in (system.frames if system else ()) for item in listed.offers.get((turn, service.service), ())]
        records.append(TurnRecord(
            run_id=f"{dialogue.id}__recorded__repeat-01", scenario_id=dialogue.id, memory_mode="recorded", turn=index + 1,
            user_message=dialogue.said[turn - 1].text, assistant_message=system.text if system else "",
            tool_calls=[_call(call, services, listed, turn, system) for call in calls],
            offers=offers or None,
            questions=_questions(system.frames if system else (), goal, services),
        ))  # fmt: skip
    return records


class _Listed:
    """The items of a dialogue: those that each call found, and those that each turn of the system listed, by service."""

    def __init__(self) -> None:
        self.found: dict[tuple[int, str], list[dict[str, str]]] = {}
        self.offers: dict[tuple[int, str], list[dict[str, str]]] = {}


def _listed(dialogue: Dialogue) -> _Listed:
    """Where the file does not keep what a call found, the items are those that the system listed before its next call, with
    what it told of each until the user took it."""
    listed, last = _Listed(), dict[str, list[dict[str, str]]]()
    known: dict[str, bool] = {}
    told: dict[str, dict[str, str]] = {}
    for turn in range(1, len(dialogue.said), 2):
        for frame in dialogue.said[turn - 1].frames:
            if frame.has("SELECT"):
                told.pop(frame.service, None)
        for call in dialogue.answers[turn].calls:
            items = [_item(call.service, raw, turn, n) for n, raw in enumerate(call.results or ())]
            last[call.service] = listed.found[turn, call.service] = items
            known[call.service] = call.results is not None
        for frame in dialogue.said[turn].frames:
            offered = _offered(frame)
            pool = last.setdefault(frame.service, [])
            shown = []
            for n, raw in enumerate(offered):
                keyed = {qualified(frame.service, slot): value for slot, value in raw.items()}
                match = next((item for item in pool if keyed.items() <= item.items()), None)
                if match is None:
                    match = _item(frame.service, raw, turn, len(pool) + n)
                    pool.append(match)
                shown.append(match)
            if shown:
                listed.offers[turn, frame.service] = shown
                told.pop(frame.service, None)
                if len(shown) == 1:
                    told[frame.service] = shown[0]
            if frame.service in told and not known.get(frame.service):
                news = {qualified(frame.service, act.slot): act.canonical[0] for act in frame.of("INFORM") if act.slot}
                told[frame.service].update(news)
    return listed


def _item(service: str, raw: Mapping[str, str], turn: int, number: int) -> dict[str, str]:
    return {ID: f"{service}-{turn}-{number + 1}"} | {qualified(service, slot): value for slot, value in raw.items()}


def _offered(frame: Frame) -> list[dict[str, str]]:
    offers = frame.of("OFFER")
    many = max((len(act.canonical) for act in offers), default=0)
    return [{act.slot: act.canonical[n] for act in offers if n < len(act.canonical)} for n in range(many)]


def _call(call: ServiceCall, services: Mapping[str, Service], listed: _Listed, turn: int, system: Any) -> ToolCall:
    arguments = {qualified(call.service, slot): value for slot, value in call.parameters.items() if value != DONT_CARE}
    items = listed.found.get((turn, call.service), [])
    result: dict[str, Any] = {"items": items}
    if services[call.service].intent[call.method].is_transactional:
        failed = any(frame.has("NOTIFY_FAILURE") for frame in system.frames if frame.service == call.service)
        result = {"accepted": not failed} | result
    return ToolCall(name=qualified(call.service, call.method), arguments=arguments, result=result)


def _questions(frames: Sequence[Frame], goal: tuple[str, str] | None, services: Mapping[str, Service]) -> list[Question]:
    found = []
    for frame in frames:
        found += [Question(about=qualified(frame.service, act.slot)) for act in frame.of("REQUEST")]
        read = frame.of("CONFIRM") or (frame.of("OFFER") if frame.has("NOTIFY_FAILURE") else [])
        if read and goal is not None and goal[0] == frame.service:
            takes = services[goal[0]].intent[goal[1]].slots
            named = {qualified(frame.service, act.slot): act.canonical[0] for act in read if act.slot in takes}
            found.append(Question(confirm=qualified(*goal), arguments=named))
    return found
