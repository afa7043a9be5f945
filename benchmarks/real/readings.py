"""How near a drafted reading comes to the corrected one: single statements of each turn, counted on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from intentprops.annotating import Annotations
from intentprops.changes import (
    GOAL,
    Answer,
    Change,
    Interpretation,
    Message,
    Reveal,
    Revision,
    Scenario,
    Turn,
    UnknownGoal,
    Unmodelled,
    Unsure,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.importers import Recorded
from intentprops.oracle import Progress
from intentprops.reading import Context, read
from intentprops.scenarios.words import dump_changes
from intentprops.state import State
from intentprops.transitions import apply


@dataclass(frozen=True)
class Agreement:
    """Statements that both readings make, and those of one alone. By kind: value, goal, yes, and so on."""

    both: Counter[str]
    drafted: Counter[str]
    corrected: Counter[str]

    def precision(self, kind: str | None = None) -> float | None:
        """The share of the drafted statements that are right; ``None`` where none was drafted."""
        return _share(self.both, self.drafted, kind)

    def recall(self, kind: str | None = None) -> float | None:
        """The share of the right statements that were drafted; ``None`` where there is none."""
        return _share(self.both, self.corrected, kind)


def agreement(domain: Domain, drafts: Mapping[str, Scenario], corrected: Iterable[Scenario]) -> Agreement:
    """Turn by turn, over all dialogues that were corrected."""
    found = Agreement(Counter(), Counter(), Counter())
    for right in corrected:
        for one, other in zip(drafts[right.id].turns, right.turns, strict=True):
            mine, theirs = statements(domain, one.changes), statements(domain, other.changes)
            found.drafted.update(kind for kind, _ in mine)
            found.corrected.update(kind for kind, _ in theirs)
            found.both.update(kind for kind, _ in mine & theirs)
    return found


def statements(domain: Domain, changes: Iterable[Change]) -> set[tuple[str, str]]:
    """What changes say, one value each: whether a value was said first or in the place of another is not told apart."""
    found: set[tuple[str, str]] = set()
    for change in changes:
        if isinstance(change, (Reveal, Revision)):
            field = domain.field[change.field]
            members = change.value if field.is_set else [change.value]
            found |= {("value", f"{field.name}={field.dump_member(member)}") for member in members}
        else:
            [(kind, what)] = dump_changes([change], domain)[0].items()
            found.add(({"switch": "goal", "detour": "goal", "confirm": "yes"}.get(kind, kind), str(what)))
    return found


def _share(part: Counter[str], whole: Counter[str], kind: str | None) -> float | None:
    right, all_of = (part.total(), whole.total()) if kind is None else (part[kind], whole[kind])
    return right / all_of if all_of else None


def drafts(domain: Domain, log: Iterable[Recorded]) -> Annotations:
    """What the reference reader makes of each dialogue, turn by turn, from the words and what the agent did before them."""
    scenarios = {found.id: _draft(domain, found) for found in log}
    return Annotations(scenarios, dict.fromkeys(scenarios, "the draft"))


def _draft(domain: Domain, recorded: Recorded) -> Scenario:
    now, progress, turns = datetime.fromisoformat(domain.world.now), Progress(domain), list[Turn]()
    for said, record in zip(recorded.turns, recorded.trace(), strict=True):
        turns.append(_turn(domain, said.messages, progress.state, now))
        progress.user(turns[-1])
        for call in record.tool_calls:
            progress.call(call)
        progress.reply(None, None)
    return Scenario(recorded.id, domain.name, tuple(turns), now, interpretation=Interpretation("reader", "reference"))


def _turn(domain: Domain, said: Iterable[str], state: State, now: datetime) -> Turn:
    """A turn as read. Where the reader found words for which the domain has no field or goal, it does not know what they demand."""
    turn, unknown = Turn(()), list[str]()
    for text in said:
        changes = read(domain, text, "en", Context(now, apply(domain, state, turn).state if turn.messages else state))
        unknown += [change.topic for change in changes if isinstance(change, (Unmodelled, UnknownGoal))]
        kept = tuple(change for change in changes if not isinstance(change, (Unmodelled, UnknownGoal, Answer)))
        turn = replace(turn, messages=(*turn.messages, Message(text, kept)))
    why = f"no field and no goal for {', '.join(map(repr, unknown))}"
    return replace(turn, unsure=Unsure(why, frozenset({GOAL, "permissions"}))) if unknown else turn
