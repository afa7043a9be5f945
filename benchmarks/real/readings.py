"""How near a drafted reading comes to the corrected one: single statements of each turn, counted on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from intentprops.annotating import Annotations
from intentprops.annotating.drafting import draft
from intentprops.annotating.readers import ReferenceReader
from intentprops.changes import Change, Reveal, Revision, Scenario
from intentprops.domain import Domain
from intentprops.importers import Recorded
from intentprops.scenarios.words import dump_changes


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
    """What ``intentprops annotate`` drafts of each dialogue with the reference reader."""
    now, reader = datetime.fromisoformat(domain.world.now), ReferenceReader()
    scenarios = {found.id: draft(domain, found, reader, now=now) for found in log}
    return Annotations(scenarios, dict.fromkeys(scenarios, "the draft"))
