"""What the words of a message mean, for a reader: its changes as data, and the parts of its text that carry them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from intentprops.changes import Change, Detour, Forbid, Message, Permit, Refer, Remove, Reveal, Revision, Switch
from intentprops.domain import Domain
from intentprops.reports.matrix import plain

LONGEST = 2_000
"""Characters of a message in which the words of its changes are looked for."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text; ``marked`` where it carries a change."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Altered:
    """A change for a reader: ``kind`` as the class is called, what it is about, and old and new value, ``None`` where there is none."""

    kind: str
    name: str = ""
    old: Any = None
    new: Any = None
    note: str = ""


def altered(domain: Domain, change: Change, known: dict[str, Any], goal: str | None) -> Altered:
    """A change with what it replaces. ``known`` holds the values before it, and is brought up to date."""
    kind = type(change).__name__.lower()
    if isinstance(change, (Reveal, Revision)):
        old, known[change.field] = known.get(change.field), change.value
        described = domain.field[change.field]
        if isinstance(change, Reveal) and described.is_set:
            return Altered("added", change.field, None, plain(described.dump(change.value)))
        return Altered(kind, change.field, None if old is None else plain(described.dump(old)), plain(described.dump(change.value)))
    if isinstance(change, Switch):
        return Altered(kind, "goal", goal, change.goal, change.disposition or "")
    if isinstance(change, (Forbid, Permit)):
        return Altered(kind, ", ".join(sorted(change.tools)))
    name, *rest = [getattr(change, field.name) for field in dataclasses.fields(change)] or [""]
    left = [plain(part) for part in rest if part is not None]
    return Altered(kind, "" if name is None else str(plain(name)), None, left[0] if len(left) == 1 else left or None)


def marked(domain: Domain, message: Message, language: str, now: datetime) -> Iterator[Part]:
    """The text of a message, with the words that carry its changes marked: values, goals and tools that are said in words."""
    at = 0
    for start, end in _spans(domain, message, language, now):
        if at < start:
            yield Part(message.text[at:start])
        yield Part(message.text[start:end], True)
        at = end
    if at < len(message.text) or not message.text:
        yield Part(message.text[at:])


@lru_cache(maxsize=4096)
def _spans(domain: Domain, message: Message, language: str, now: datetime) -> tuple[tuple[int, int], ...]:
    if not message.changes or len(message.text) > LONGEST:
        return ()
    from intentprops.reading.lexicon import lexicon
    from intentprops.reading.scan import scan

    said = scan(lexicon(domain, language), message.text, now)
    if len(said.text) != len(message.text):  # a contraction written out: its places are no longer those of the text
        return ()
    new = [value for change in message.changes for value in _values(change)]
    goals = {change.goal for change in message.changes if isinstance(change, (Switch, Detour))}
    tools = {tool for change in message.changes if isinstance(change, (Forbid, Permit)) for tool in change.tools}
    hits = [value for value in said.values if _carries(value, new)]
    found = {(said.words[hit.first].start, said.words[hit.last - 1].end) for hit in hits}
    found |= {
        (said.words[act.first].start, said.words[act.last - 1].end)
        for act in said.acts
        if goals & set(act.found.goals) or tools & set(act.found.tools)
    }
    return tuple(_apart(sorted(found)))


def _values(change: Change) -> list[Any]:
    if isinstance(change, Remove):
        return list(change.members)
    value = getattr(change, "value", getattr(change, "position", None))
    values = list(value) if isinstance(value, (frozenset, set, list, tuple)) else [value]
    return [*values, *getattr(change, "values", ())] if not isinstance(change, Refer) else []


def _carries(value: Any, new: list[Any]) -> bool:
    """Whether a mention may be of one of the new values; of a moment, a part of it will do: a day, an hour."""
    if value.kind == "choice":
        return any(choice in new for _, choice in value.choices)
    if value.kind == "moment":
        return any(isinstance(one, datetime) for one in new)
    return any(not isinstance(one, bool) and one == value.value for one in new)


def _apart(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans in order; one that overlaps the one before it falls away."""
    last = 0
    for start, end in spans:
        if start >= last:
            yield start, end
            last = end
