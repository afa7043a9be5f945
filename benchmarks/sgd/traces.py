"""A dialogue's calls become a trace: what the system called, what it got, listed, read out and asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmarks.sgd.carried import Place
from benchmarks.sgd.chains import goals_of, offered
from benchmarks.sgd.names import qualified
from benchmarks.sgd.reading import DONT_CARE, Dialogue, Frame, Said, Service, ServiceCall
from intentprops.trace import Question, ToolCall, TurnRecord

ID = "id"
"""The key of an item. SGD's items have none, so they are numbered."""

Item = dict[str, str]


def trace_of(dialogue: Dialogue, services: Mapping[str, Service]) -> list[TurnRecord]:
    """The records of a dialogue, one for each turn of the user with what the system did upon it."""
    shelf, records = _shelved(dialogue), []
    for index, goal in enumerate(goals_of(dialogue)):
        turn = 2 * index + 1
        system = dialogue.said[turn]
        records.append(TurnRecord(
            run_id=f"{dialogue.id}__recorded__repeat-01", scenario_id=dialogue.id, memory_mode="recorded", turn=index + 1,
            user_message=dialogue.said[turn - 1].text, assistant_message=system.text,
            tool_calls=[_call(call, services, system, shelf.found[turn, call.service]) for call in dialogue.answers[turn].calls],
            offers=[item[ID] for item in shelf.listed.get(turn, ())] or None,
            questions=_questions(system, goal, services),
        ))  # fmt: skip
    return records


@dataclass
class _Shelf:
    """The items of a dialogue: what each call found, by turn and service, and what each turn listed.

    Where the file does not keep what a call found, that is what the system listed before its next call, with what it told of
    each item until the user took it. ``newest`` is what the last call of a service found, ``open`` the item that is spoken of.
    """

    found: dict[tuple[int, str], list[Item]] = field(default_factory=dict)
    listed: dict[int, list[Item]] = field(default_factory=dict)
    newest: dict[str, list[Item]] = field(default_factory=dict)
    open: dict[str, Item] = field(default_factory=dict)

    def call(self, call: ServiceCall, turn: int) -> None:
        items = [_item(call.service, raw, turn, number) for number, raw in enumerate(call.results or (), 1)]
        self.found[turn, call.service] = self.newest[call.service] = items

    def hear(self, frame: Frame, turn: int, kept: bool) -> None:
        """What the system lists and tells of a service; ``kept``: the file has what its calls found."""
        service, known = frame.service, self.newest.setdefault(frame.service, [])
        for raw in offered(frame):
            wanted = {qualified(service, slot): value for slot, value in raw.items()}
            item = next((item for item in known if wanted.items() <= item.items()), None)
            if item is None:
                item = _item(service, raw, turn, len(known) + 1)
                known.append(item)
            self.listed.setdefault(turn, []).append(item)
        shown = [item for item in self.listed.get(turn, ()) if item in known]
        if len(shown) == 1:
            self.open[service] = shown[0]
        elif shown:
            self.open.pop(service, None)
        if service in self.open and not kept:
            self.open[service].update({qualified(service, act.slot): act.canonical[0] for act in frame.of("INFORM") if act.canonical})


def _shelved(dialogue: Dialogue) -> _Shelf:
    shelf, kept = _Shelf(), set[str]()
    for turn in range(1, len(dialogue.said), 2):
        for frame in dialogue.said[turn - 1].frames:
            if frame.has("SELECT"):
                shelf.open.pop(frame.service, None)
        for call in dialogue.answers[turn].calls:
            shelf.call(call, turn)
            kept |= {call.service} if call.results is not None else set()
        for frame in dialogue.said[turn].frames:
            shelf.hear(frame, turn, frame.service in kept)
    return shelf


def _item(service: str, raw: Mapping[str, str], turn: int, number: int) -> Item:
    return {ID: f"{service}-{turn}-{number}"} | {qualified(service, slot): value for slot, value in raw.items()}


def _call(call: ServiceCall, services: Mapping[str, Service], system: Said, items: list[Item]) -> ToolCall:
    """A call as the domain's tool has it. ``dontcare`` is the service's word for an argument that is left out."""
    arguments = {qualified(call.service, slot): value for slot, value in call.parameters.items() if value != DONT_CARE}
    result: dict[str, object] = {"items": items}
    if services[call.service].intent[call.method].is_transactional:
        refused = any(frame.has("NOTIFY_FAILURE") for frame in system.frames if frame.service == call.service)
        result = {"accepted": not refused} | result
    return ToolCall(name=qualified(call.service, call.method), arguments=arguments, result=result)


def _questions(system: Said, goal: Place | None, services: Mapping[str, Service]) -> list[Question]:
    """What a turn asks: for slots, and for a yes to the transaction with the values that it reads out or, refused, proposes."""
    found = []
    for frame in system.frames:
        found += [Question(about=qualified(frame.service, act.slot)) for act in frame.of("REQUEST")]
        read = frame.of("CONFIRM") or (frame.of("OFFER") if frame.has("NOTIFY_FAILURE") else [])
        if read and goal is not None and goal[0] == frame.service:
            takes = services[goal[0]].intent[goal[1]].slots
            named = {qualified(frame.service, act.slot): act.canonical[0] for act in read if act.slot in takes and act.canonical}
            found.append(Question(confirm=qualified(*goal), arguments=named))
    return found
