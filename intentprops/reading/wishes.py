"""Words about a field that name no value: any will do, forget it, as at first, the same as, an hour later (T9, T10)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from typing import Any

from intentprops.changes import Change, Conflict, DontCare, Refer, Retract, Return, Reveal, Revision
from intentprops.reading import cues
from intentprops.reading.lexicon import MOMENTS, fits
from intentprops.reading.places import Places
from intentprops.reading.scan import Segment, Utterance, Value
from intentprops.reading.words import Hit, normalise
from intentprops.state import State


def fields_named(said: Utterance, first: int, last: int, existing: frozenset[str]) -> list[str]:
    """The fields that a stretch of words names by a noun, in order; one place may name several that share it."""
    found = [hit.found for hit in said.nouns if first <= hit.first and hit.last <= last]
    return list(dict.fromkeys(name for name in found if name in existing))


def fields_of_kind(said: Utterance, first: int, last: int, places: Places) -> list[str]:
    """The one field that a general word ("the date", "the number") can mean here, if it is one."""
    found: list[str] = []
    for cue, kinds in (
        ("number", ("number",)),
        ("time", ("time", "datetime")),
        ("date", ("date", "datetime")),
    ):
        if said.cue(cue, first, last):
            there = [name for name in said.lexicon.of_kind(*kinds) if name in places.existing]
            known = [name for name in there if name in places.state.values or name in places.state.first]
            found += known if len(known) == 1 else there if len(there) == 1 else []
    return list(dict.fromkeys(found))


def subjects(said: Utterance, segment: Segment, places: Places) -> list[str]:
    """The fields that a segment speaks of: by name, or by a general word."""
    named = fields_named(said, segment.first, segment.last, places.existing)
    if len(named) > 1:  # "room" may name an item and how many of them; the item is meant unless a number stands there
        single = [name for name in named if said.lexicon.kinds[name] != "number"]
        shared = {hit.first for hit in said.nouns if hit.found in named}
        named = single[:1] if single and len(shared) == 1 else named
    return named or fields_of_kind(said, segment.first, segment.last, places)


def indifference(said: Utterance, places: Places, busy: Iterable[str]) -> list[Change]:
    """``any day will do``; ``no budget``; without a field, what was asked about."""
    found: list[Change] = []
    for segment in said.segments:
        hit = said.cue("any", segment.first, segment.last)
        if hit is None or segment.question or not _meant(said, segment, hit.first, hit.last):
            continue
        names = subjects(said, segment, places) or _in_sentence(said, segment, places)
        if not names:
            asked = [name for name in places.asked if name in places.existing]
            names = asked if len(asked) == 1 else []
        found += [DontCare(name) for name in names if name not in busy]
    return list(dict.fromkeys(found))


def _in_sentence(said: Utterance, segment: Segment, places: Places) -> list[str]:
    """The field that the neighbouring segments of a short sentence name: "As for the day, any"."""
    index = said.segments.index(segment)
    near = [
        s
        for s in (*said.segments[max(0, index - 1) : index], *said.segments[index + 1 : index + 2])
        if s.sentence == segment.sentence
    ]
    near = [s for s in near if s.first < segment.first or said.words[s.first].keys & cues.interrogatives(said.lexicon.language)]
    if segment.last - segment.first > 4:
        return []
    return next((names for s in near if not said.within(said.values, s) and (names := subjects(said, s, places))), [])


def _meant(said: Utterance, segment: Segment, first: int, last: int) -> bool:
    """A bare "any" needs a "will do", or a segment of its own; "doesn't matter" speaks for itself."""
    word = said.words[first]
    if not (last == first + 1 and (word.text in {"any", "either"} or "любой" in word.keys)):
        return True
    if any(segment.first <= h.first < first and h.last <= first for h in said.cues.get("not", ())):
        return False
    if said.within(said.acts, segment) and not said.cue("fine", last, segment.last):
        return False
    return bool(said.cue("fine", segment.first, segment.last)) or segment.last - segment.first <= 4


def withdrawals(said: Utterance, places: Places, busy: Iterable[str]) -> list[Change]:
    """``forget the date for now``; ``the number isn't settled yet``."""
    found: list[Change] = []
    for segment in said.segments:
        if said.within(said.acts, segment) or said.within(said.values, segment):
            continue
        drop = said.cue("drop", segment.first, segment.last)
        if drop and any(hit.last == drop.first and hit.last - hit.first <= 2 for hit in said.cues.get("not", ())):
            drop = None
        unsure = said.cue("unsure", segment.first, segment.last)
        unneeded = said.cue("unneeded", segment.first, segment.last)
        without = said.cue_before("without", _first_noun(said, segment), cues.LINKS[said.lexicon.language])
        if not (drop or unsure or unneeded or without):
            continue
        for name in subjects(said, segment, places) or (_in_sentence(said, segment, places) if unsure else []):
            if name in busy:
                continue
            if name in places.state.values:
                is_set = said.lexicon.domain.field[name].is_set
                found.append(DontCare(name) if without and not drop and not unsure and not is_set else Retract(name))
    return list(dict.fromkeys(found))


def _first_noun(said: Utterance, segment: Segment) -> int:
    return next((hit.first for hit in said.within(said.nouns, segment)), -10)


def returns(said: Utterance, places: Places, busy: Iterable[str], taken: frozenset[int] = frozenset()) -> list[Change]:
    """``back to the number we said first``; a whole version by its label. ``taken`` are the words of an accepted offer."""
    state = places.state
    back = tuple(hit for hit in said.cues.get("back", ()) if not _wishes(said, hit))
    sentences = {said.segment_of(hit.first).sentence for hit in back}
    for label in sorted(state.versions, key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(normalise(label.lower()))}(?!\w)", said.text.lower()):
            if _sentence_at(said, match.start()) in sentences:
                return [Return(version=label)]
    for segment in said.segments:
        original = said.cue("original", segment.first, segment.last)
        if original is not None and original.first in taken:
            continue
        around = [s for s in said.segments if s.sentence == segment.sentence]
        first, last = around[0].first, around[-1].last
        if original is None or not any(first <= hit.first < last and hit.first != original.first for hit in back):
            continue
        names = subjects(said, segment, places) or [n for s in around for n in subjects(said, s, places)]
        if not names:
            moved = [n for n in state.first if n in places.existing and state.values.get(n) != state.first[n]]
            names = moved if len(moved) == 1 else []
        moved = [name for name in names if state.values.get(name) != state.first.get(name)]
        names = moved or names
        return [Return(field=name) for name in dict.fromkeys(names) if name in state.first and name not in busy]
    return []


def _sentence_at(said: Utterance, place: int) -> int | None:
    """The sentence of the word at a place in the text."""
    index = next((i for i, word in enumerate(said.words) if word.end > place), None)
    return None if index is None else said.segment_of(index).sentence


def _wishes(said: Utterance, hit: Hit[str]) -> bool:
    """``I'd like``, where "like" is a verb and compares nothing."""
    before = said.words[hit.first - 1].text if hit.first else ""
    return said.words[hit.first].text == "like" and before in {"would", "i", "we", "to", "you"}


def references(said: Utterance, places: Places) -> list[Change]:
    """``come back the same day as departure``: one field takes the value of another of its kind."""
    for hit in said.cues.get("same", ()):
        segment = said.segment_of(hit.first)
        last = max(s.last for s in said.segments if s.sentence == segment.sentence)
        joint = next((i for i in range(hit.last, last) if said.words[i].text in {"as", "что", "как"}), None)
        if joint is None:
            continue
        sources = _spoken_of(said, joint + 1, last, places)
        first = min(s.first for s in said.segments if s.sentence == segment.sentence)
        for source in sources:
            kind = said.lexicon.kinds[source]
            alike = [n for n, k in said.lexicon.kinds.items() if k == kind and n != source and n in places.existing]
            named = [n for n in _spoken_of(said, first, joint, places) if n in alike]
            target = named or (alike if len(alike) == 1 else [])
            if target:
                return [Refer(target[0], source)]
    return []


def _spoken_of(said: Utterance, first: int, last: int, places: Places) -> list[str]:
    """The fields that words name by a noun, or by the telling words of a frame."""
    found = fields_named(said, first, last, places.existing)
    for name, frames in said.lexicon.frames.items():
        telling = [accept for frame in frames if frame.weight > 2 for accept in (*frame.before, *frame.after)]
        small = cues.LINKS[said.lexicon.language]
        for i in range(first, last):
            word = said.words[i]
            if word.text not in small and any(accept & word.keys for accept in telling) and name in places.existing:
                found.append(name)
    return list(dict.fromkeys(found))


# -- more, fewer, later, earlier

_UNITS = {
    "hour": 3600,
    "час": 3600,
    "minute": 60,
    "минута": 60,
    "day": 86400,
    "день": 86400,
    "week": 604800,
    "неделя": 604800,
}
_HALVES = {"полчаса": 1800}
_FALLBACK = {"a": 1, "an": 1, "one": 1, "half": 0.5}


def shifts(said: Utterance, places: Places) -> tuple[list[Change], frozenset[int]]:
    """``an hour later``, ``two more people``: what a known value becomes, and the words that said it."""
    changes, words = _moved(said, places)
    more, other = _counted(said, places)
    return [*changes, *more], words | other


def _moved(said: Utterance, places: Places) -> tuple[list[Change], frozenset[int]]:
    for name, sign in (("later", 1), ("earlier", -1)):
        for hit in said.cues.get(name, ()):
            unit = _unit_near(said, hit.first, hit.last)
            if unit is None:
                continue
            index, seconds = unit
            known = [n for n in said.lexicon.of_kind(*MOMENTS) if n in places.state.values and n in places.existing]
            spoken = [n for n in _spoken_of(said, 0, len(said.words), places) if n in said.lexicon.of_kind(*MOMENTS)]
            named = [n for n in spoken if n in known] or known
            if len(named) != 1:
                continue
            fresh = [n for n in spoken if n not in known and said.lexicon.kinds[n] == said.lexicon.kinds[named[0]]]
            target = fresh[0] if fresh else named[0]  # "we come back a week later": counted from the way out
            moved = _shifted(places.state.values[named[0]], timedelta(seconds=seconds * sign))
            value = None if moved is None else fits(said.lexicon.domain.field[target], moved)
            if value is not None:
                change = Reveal(target, value) if fresh else Revision(target, value)
                return [change], frozenset(range(min(index, hit.first) - 2, max(index, hit.last) + 1))
    return [], frozenset()


def _unit_near(said: Utterance, first: int, last: int) -> tuple[int, float] | None:
    for index in [*range(first - 1, max(first - 3, -1), -1), *range(last, min(last + 4, len(said.words)))]:
        word = said.words[index]
        for half, seconds in _HALVES.items():
            if half in word.keys:
                return index, float(seconds)
        for unit, size in _UNITS.items():
            if unit in word.keys:
                return index, size * _amount(said, index)
    return None


def _amount(said: Utterance, index: int) -> float:
    number = next((v.value for v in said.values if v.kind == "number" and v.last == index), None)
    if number is not None:
        return float(number)
    before = [said.words[i].text for i in range(max(0, index - 2), index)]
    return 0.5 if "half" in before else next((_FALLBACK[w] for w in reversed(before) if w in _FALLBACK), 1.0)


def _shifted(value: Any, by: timedelta) -> Any:
    if isinstance(value, datetime):
        return value + by
    if isinstance(value, date):
        return value + by if by.seconds == 0 else None
    if isinstance(value, time):
        return (datetime.combine(date(2000, 1, 1), value) + by).timetz()
    return None


def _counted(said: Utterance, places: Places) -> tuple[list[Change], frozenset[int]]:
    known = [n for n in said.lexicon.of_kind("number") if n in said.lexicon.counts_people and n in places.state.values]
    if len(known) != 1:
        return [], frozenset()
    for value in said.values:
        if value.kind != "number" or not isinstance(value.value, int) or value.value > 20:
            continue
        for name, sign in (("more", 1), ("fewer", -1)):
            hit = said.cue_after(name, value.last, frozenset({"people", "человек"}))
            if hit is None and sign < 0:
                hit = _absent(said, value)
            if hit is None and said.lexicon.language == "ru":
                hit = next((h for h in said.cues.get(name, ()) if h.last == value.first), None)
            if hit is None or not _of_people(said, max(value.last, hit.last), hit):
                continue
            if (
                total := fits(said.lexicon.domain.field[known[0]], places.state.values[known[0]] + sign * value.value)
            ) is not None:
                return [Revision(known[0], total)], frozenset(range(value.first, value.last))
    return [], frozenset()


def _absent(said: Utterance, value: Value) -> Hit[str] | None:
    """``three of us won't come``: those who will not be there."""
    segment = said.segment_of(value.first)
    us = said.cue_after("us", value.last, frozenset({"of", "из"}))
    if said.lexicon.language == "ru" and us is None:
        denial = said.cue_after("not", value.last, frozenset())
        return denial if denial and said.cue_after("attend", denial.last, frozenset()) else None
    gone = None if us is None else said.cue("not", us.last, segment.last) or said.cue("drop", us.last, segment.last)
    return us if us is not None and gone is not None and gone.first - us.last <= 1 else None


def _of_people(said: Utterance, index: int, hit: Any) -> bool:
    segment = said.segment_of(hit.first)
    nouns = any(h.found in said.lexicon.counts_people for h in said.within(said.nouns, segment))
    ends = index >= segment.last
    return (
        nouns
        or ends
        or said.cue("us", segment.first, segment.last) is not None
        or said.cue("attend", index, segment.last) is not None
    )


def flags(said: Utterance, places: Places, state: State) -> list[Change]:
    """A yes-or-no field: its noun says yes, unless the words take it away."""
    found: list[Change] = []
    for segment in said.segments:
        for hit in said.within(said.nouns, segment):
            if said.lexicon.kinds[hit.found] != "flag" or hit.found not in places.existing:
                continue
            links = cues.LINKS[said.lexicon.language]
            denied = any(said.cue_before(n, hit.first, links) for n in ("without", "not", "drop", "unneeded"))
            value = not (denied or said.cue("unneeded", hit.last, segment.last))
            if state.values.get(hit.found) != value:
                found.append((Revision if hit.found in state.values else Reveal)(hit.found, value))
    return _rival_flags(said, found)


def _rival_flags(said: Utterance, found: list[Change]) -> list[Change]:
    """``with insurance or without it``: neither is chosen (T13)."""
    names = [getattr(change, "field", "") for change in found]
    torn = {name for name in names if names.count(name) == 2} if said.cues.get("or") else set()
    kept = [change for change, name in zip(found, names, strict=True) if name not in torn]
    return [*kept, *(Conflict(name, (True, False)) for name in sorted(torn))]
