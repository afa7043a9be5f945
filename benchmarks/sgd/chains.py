"""A dialogue's acts become a chain of changes, turn by turn; each turn is read from what was said up to it.

=====================================  =====================================================================
the user, after the system             becomes
=====================================  =====================================================================
INFORM                                 Reveal, or Revision of what was told; ``dontcare`` becomes DontCare
INFORM_INTENT, AFFIRM_INTENT           Switch
SELECT after OFFER                     Accept
AFFIRM after CONFIRM                   Reveal of what was read out, and Confirm
AFFIRM after NOTIFY_FAILURE and OFFER  Accept of the alternative, and Confirm
AFFIRM after REQUEST of one value      Reveal of that value
NEGATE with INFORM after CONFIRM       the corrections; what else was read out stands, and becomes Reveal
NEGATE_INTENT, NEGATE alone            Forbid: the transaction is declined
nothing of a slot that is needed       Refer to what was told of another service (:mod:`benchmarks.sgd.carried`)
=====================================  =====================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from benchmarks.sgd.carried import Place, source_of
from benchmarks.sgd.domains import NOW, from_items
from benchmarks.sgd.names import qualified
from benchmarks.sgd.reading import DONT_CARE, Act, Dialogue, Frame, Said, Service
from intentprops import (
    Accept,
    Confirm,
    DontCare,
    Forbid,
    Refer,
    Reveal,
    Revision,
    Scenario,
    Switch,
    Turn,
)  # fmt: skip
from intentprops.changes import Change


def chain_of(dialogue: Dialogue, services: Mapping[str, Service]) -> Scenario:
    """The scenario of a dialogue: what the user's turns mean. Reads what was said, and no answer."""
    reader = _Reader(services)
    turns = []
    for index in range(0, len(dialogue.said), 2):
        before = dialogue.said[index - 1] if index else None
        turns.append(Turn.of(*reader.read(before, dialogue.said[index]), text=dialogue.said[index].text))
    return Scenario(dialogue.id, "sgd", tuple(turns), datetime.fromisoformat(NOW))


def goals_of(dialogue: Dialogue) -> list[Place | None]:
    """The service and intent that are active after each turn of the user, as far as acts tell."""
    found: list[Place | None] = []
    goal: Place | None = None
    for index in range(0, len(dialogue.said), 2):
        goal = _goal(dialogue.said[index - 1] if index else None, dialogue.said[index]) or goal
        found.append(goal)
    return found


def offered(frame: Frame) -> list[dict[str, str]]:
    """The items that a frame lists: each OFFER names a slot, with a value for each item."""
    offers = frame.of("OFFER")
    many = max((len(act.canonical) for act in offers), default=0)
    return [{act.slot: act.canonical[n] for act in offers if n < len(act.canonical)} for n in range(many)]


def _goal(before: Said | None, said: Said) -> Place | None:
    """The intent that a turn of the user asks for."""
    for frame in said.frames:
        if act := next(iter(frame.of("INFORM_INTENT")), None):
            return frame.service, act.canonical[0]
    offered = _acts(before, "OFFER_INTENT")
    if offered and any(frame.has("AFFIRM_INTENT") for frame in said.frames):
        return offered[-1][0], offered[-1][1].canonical[0]
    return None


def _acts(said: Said | None, name: str) -> list[tuple[str, Act]]:
    """The acts of a name with their services."""
    return [(frame.service, act) for frame in (said.frames if said else ()) for act in frame.of(name)]


@dataclass
class _Reader:
    """What the user meant, turn by turn.

    ``told`` are the slots with a value, in the order told; ``offered`` what the system last listed, by service.
    """

    services: Mapping[str, Service]
    goal: Place | None = None
    told: dict[Place, str] = field(default_factory=dict)
    offered: dict[str, list[dict[str, str]]] = field(default_factory=dict)

    def read(self, before: Said | None, said: Said) -> list[Change]:
        """The changes of a turn of the user, in the order in which they have to be applied."""
        for frame in before.frames if before else ():
            self._hear(frame)
        heard = {frame.service: frame for frame in (before.frames if before else ())}
        asked = _goal(before, said)
        changes: list[Change] = []
        for frame in said.frames:  # answers to what the system said, then what is new
            changes += self._answers(frame, heard.get(frame.service, Frame(frame.service, ())))
        if asked is not None:
            self.goal = asked
            changes.append(Switch(qualified(*asked)))
        for frame in said.frames:
            for act in frame.of("INFORM"):
                changes.append(self._tell(frame.service, act.slot, act.canonical[0]))
        return changes + self._carried()

    def _hear(self, frame: Frame) -> None:
        """What the system lists, and tells of the one thing that it listed."""
        if items := offered(frame):
            self.offered[frame.service] = items
        if len(listed := self.offered.get(frame.service, [])) == 1:
            listed[0].update({act.slot: act.canonical[0] for act in frame.of("INFORM") if act.canonical})

    def _answers(self, frame: Frame, heard: Frame) -> list[Change]:
        """What a frame says to the frame of the system before it."""
        service, changes = frame.service, list[Change]()
        for act in frame.of("SELECT"):
            changes.append(self._accept(service, act.slot, act.canonical))
        if frame.has("AFFIRM"):
            if heard.has("CONFIRM"):
                changes += [*self._stands(frame, heard), Confirm()]
            elif heard.has("NOTIFY_FAILURE") and heard.has("OFFER"):
                changes += [self._accept(service, "", ()), Confirm()]
            else:
                named = [act for act in heard.of("REQUEST") if len(act.canonical) == 1]
                changes += [self._tell(service, act.slot, act.canonical[0]) for act in named]
        if frame.has("NEGATE") and heard.has("CONFIRM") and frame.has("INFORM"):
            changes += self._stands(frame, heard)
        elif frame.has("NEGATE") and (heard.has("CONFIRM") or (heard.has("NOTIFY_FAILURE") and heard.has("OFFER"))):
            changes += [Forbid(frozenset({qualified(*self.goal)}))] if self.goal else []
        if frame.has("NEGATE_INTENT"):
            changes += [Forbid(frozenset({qualified(service, a.canonical[0])})) for a in heard.of("OFFER_INTENT")]
        return changes

    def _accept(self, service: str, slot: str, named: Sequence[str]) -> Change:
        listed = self.offered.get(service, [])
        position = next((n for n, item in enumerate(listed, 1) if named and item.get(slot) == named[0]), 1)
        if position <= len(listed):
            taken = from_items(self.services[service])
            for name, value in listed[position - 1].items():
                if name in taken:
                    self._put(service, name, value)
        return Accept(position)

    def _stands(self, frame: Frame, heard: Frame) -> list[Change]:
        """What the system read out and the user let stand, where it says more than was told."""
        corrected = {act.slot for act in frame.of("INFORM")}
        read = {act.slot: act.canonical[0] for act in heard.of("CONFIRM") if act.slot not in corrected}
        news = {slot: value for slot, value in read.items() if self.told.get((frame.service, slot)) != value}
        return [self._tell(frame.service, slot, value) for slot, value in news.items()]

    def _tell(self, service: str, slot: str, value: str) -> Change:
        name, known = qualified(service, slot), self.told.get((service, slot), DONT_CARE)
        self._put(service, slot, value)
        if value == DONT_CARE:
            return DontCare(name)
        return Reveal(name, value) if known in (DONT_CARE, value) else Revision(name, value)

    def _put(self, service: str, slot: str, value: str) -> None:
        self.told.pop((service, slot), None)
        self.told[service, slot] = value

    def _carried(self) -> list[Change]:
        """What is needed, was not said, and can be carried over; once nothing else is needed."""
        if self.goal is None:
            return []
        service, name = self.goal
        intent = self.services[service].intent[name]
        known = [place for place, value in self.told.items() if value != DONT_CARE]
        sources = {slot: source_of(service, slot, known) for slot in intent.slots if (service, slot) not in self.told}
        if any(sources.get(slot) is None for slot in intent.required_slots if (service, slot) not in self.told):
            return []
        changes: list[Change] = []
        for slot, source in sources.items():
            if source is not None:
                self._put(service, slot, self.told[source])
                changes.append(Refer(qualified(service, slot), qualified(*source)))
        return changes
