"""From the values that a message mentions to changes of fields: T1, T3, T4, T13."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import pairwise
from typing import Any

from intentprops.changes import Change, Conflict, Remove, Reveal, Revision
from intentprops.reading import cues
from intentprops.reading.acts import asked_about
from intentprops.reading.lexicon import MOMENTS, fits
from intentprops.reading.places import SAID, Places
from intentprops.reading.scan import Utterance, Value, part
from intentprops.reading.words import forms, members
from intentprops.state import State


@dataclass(frozen=True, slots=True)
class Placed:
    """A mention with its field. ``dropped``: the words take the value away, or name it as the old one."""

    mention: Value
    field: str
    value: Any
    dropped: bool


def changes_of(said: Utterance, places: Places, state: State, skip: frozenset[int]) -> list[Change]:
    """The changes that the mentioned values carry, field by field in the order said. ``skip`` are words to leave out."""
    placed = _place(said, places, state, skip)
    found: list[Change] = []
    for name in dict.fromkeys(item.field for item in placed):
        mine = [item for item in placed if item.field == name]
        field = said.lexicon.domain.field[name]
        if field.is_set:
            found += _of_set(said, name, mine, state)
        elif said.lexicon.kinds[name] in MOMENTS:
            found += _of_moment(said, name, mine, state)
        else:
            found += _of_scalar(said, name, mine, state)
    return found


# -- which field, and whether the value is wanted


def _place(said: Utterance, places: Places, state: State, skip: frozenset[int]) -> list[Placed]:
    dropped = dropped_values(said)
    mentions = [
        v for v in said.values if v.kind != "ordinal" and v.first not in skip and not _idle(said, v) and not asked_about(said, v)
    ]
    scores = {id(v): places.score(v) for v in mentions}
    chosen: dict[int, str | None] = {}
    for mention in mentions:
        chosen[id(mention)] = _clear_winner(scores[id(mention)], places)
    for mention in mentions:
        if chosen[id(mention)] is None:
            chosen[id(mention)] = _by_elimination(said, mention, mentions, scores, chosen, places, state, dropped)
    found = []
    for mention in mentions:
        name = chosen[id(mention)]
        if name is not None:
            value = dict(mention.choices).get(name) if mention.kind == "choice" else mention.value
            found.append(Placed(mention, name, value, id(mention) in dropped))
    return found


def _idle(said: Utterance, value: Value) -> bool:
    """Whether a value stands in small talk: "nice weather today"."""
    segment = said.segment_of(value.first)
    if said.words[value.first].text in {"today", "сегодня"} and value.last == value.first + 1:
        if said.cue("not", segment.first, segment.last) or said.cue("nothing", segment.first, segment.last):
            return True  # "book nothing today"
    return said.cue("idle", segment.first, segment.last) is not None


def _clear_winner(scores: dict[str, float], places: Places) -> str | None:
    if not scores:
        return None
    best = max(scores.values())
    winners = [name for name, score in scores.items() if score == best]
    if len(winners) > 1 and best >= SAID:
        winners = [name for name in winners if name in places.existing] or winners
    return winners[0] if len(winners) == 1 and (best >= SAID or (len(scores) == 1 and best > 0)) else None


def _by_elimination(
    said: Utterance,
    mention: Value,
    mentions: Sequence[Value],
    scores: dict[int, dict[str, float]],
    chosen: dict[int, str | None],
    places: Places,
    state: State,
    dropped: set[int],
) -> str | None:
    """The field of a value that no word places: the only one, the one of its pair, the one whose value it replaces."""
    mine = scores[id(mention)]
    best = max(mine.values(), default=0.0)
    names = [name for name in mine if name in places.existing and mine[name] == best]
    if mention.kind == "choice" and len(mine) == 1:
        return next(iter(mine))
    for other in mentions:  # "Kazan instead of Moscow": the field that holds what is replaced
        if id(other) in dropped and other is not mention and other.kind == mention.kind:
            held = [name for name in names if name in state.values and _held(state.values[name], other, name)]
            if len(held) == 1:
                return held[0]
    if id(mention) in dropped:
        held = [name for name in names if name in state.values and _held(state.values[name], mention, name)]
        if len(held) == 1:
            return held[0]
    for other in mentions:  # "Berlin or Rome", "six or eight rooms": both are of one field
        near, far = (other, mention) if other.first < mention.first else (mention, other)
        gap = range(near.last, far.first)
        if near.last < far.first <= near.last + 3 and other.kind == mention.kind and chosen[id(other)] in mine:
            if any(said.words[i].text in {"or", "или", "либо"} for i in gap):
                return chosen[id(other)]
    rivals = {chosen[id(v)] for v in mentions if v is not mention and scores[id(v)].keys() == mine.keys()} - {None}
    rest = [name for name in names if name not in rivals]
    if rivals and len(rest) == 1:
        return rest[0]
    if mention.kind == "number" and not places.bare(mention):
        return None
    if mention.kind != "number" and len(names) == 1:
        return names[0]
    pair = [v for v in mentions if v is not mention and scores[id(v)].keys() == mine.keys() and mention.kind != "number"]
    if len(names) == 2 and len(pair) == 1 and pair[0].first > mention.first and pair[0].first - mention.last <= 2:
        return names[0]  # "Moscow — Kazan": in the order of the fields
    free = [name for name in names if name not in state.values and name not in chosen.values()]
    if mention.kind == "moment" and len(free) == len(mine) > 1 and len(pair) == 0:
        return free[0]  # of a way out and a way back, neither known, a day alone is the first
    return places.only_candidate(mention, mine)


def _held(value: Any, mention: Value, name: str) -> bool:
    if mention.kind == "choice":
        return bool(dict(mention.choices).get(name) == value)
    if mention.kind == "moment":
        return _shares(value, mention.value)
    return bool(value == mention.value)


def _shares(known: Any, moment: Any) -> bool:
    """Whether a moment names a part of a known value."""
    if isinstance(known, datetime):
        return moment in (known, known.date(), known.timetz(), known.time())
    return bool(known == moment)


def dropped_values(said: Utterance) -> set[int]:
    """The mentions (by identity) that the words take away or name as old; a list shares its negation."""
    links = cues.LINKS[said.lexicon.language]
    groups = _groups(said)
    found: set[int] = set()
    for group in groups:
        head, tail = group[0], group[-1]
        if _dropped_before(said, head, links) or _dropped_after(said, head, tail):
            found |= {id(v) for v in group}
        for mention in group[1:]:
            if _dropped_before(said, mention, links):
                found.add(id(mention))
    return found | _swapped(said, links)


def _swapped(said: Utterance, links: frozenset[str]) -> set[int]:
    """``swap the screen for a board``: the first of two values of a kind gives way."""
    found: set[int] = set()
    for first, second in pairwise(said.values):
        if first.kind != second.kind or said.segment_of(first.first) != said.segment_of(second.first):
            continue
        between = {said.words[i].text for i in range(first.last, second.first)}
        if (
            between & {"for", "with", "by", "to", "на"}
            and said.cue_before("swap", first.first, links)
            and second.first - first.last <= 3
        ):
            found.add(id(first))
    return found


def _groups(said: Utterance) -> list[list[Value]]:
    """Values of one kind that are listed: "a screen, a board and video"."""
    joiners = {"and", "or", "nor", "и", "или", "ни", "a", "an", "the", "no", "без"}
    groups: list[list[Value]] = []
    for value in said.values:
        previous = groups[-1][-1] if groups else None
        if previous is not None and value.kind == previous.kind == "choice":
            between = {said.words[i].text for i in range(previous.last, value.first)}
            comma = said.stopped(previous.last - 1, value.first)
            fields = {n for n, _ in previous.choices} & {n for n, _ in value.choices}
            joined = between & {"and", "or", "nor", "и", "или", "ни"} if not comma else _continues(said, value)
            if fields and between <= joiners and joined:
                groups[-1].append(value)
                continue
        groups.append([value])
    return groups


def _continues(said: Utterance, value: Value) -> bool:
    return value.last < len(said.words) and said.words[value.last].text in {"and", "or", "nor", "и", "или"}


def _dropped_before(said: Utterance, value: Value, links: frozenset[str]) -> bool:
    names = ("instead_of",) if value.kind != "choice" else ("instead_of", "without", "unneeded", "drop")
    for name in names:
        hit = said.cue_before(name, value.first, links)
        if hit is not None and not _negated(said, hit.first, name):
            return True
    return value.kind == "choice" and _denied(said, value, links)


def _denied(said: Utterance, value: Value, links: frozenset[str]) -> bool:
    """``don't attach the agenda``: a denial with one word of the domain, or one verb, between."""
    for hit in said.cues.get("not", ()):
        between = [w for w in said.words[hit.last : value.first] if w.text not in links]
        if hit.last <= value.first and len(between) == 1 and not said.stopped(hit.first, value.first):
            if not between[0].keys & _NO_DENIAL and not any(hit.last <= act.first < value.first for act in said.acts):
                return True
    return False


_NO_DENIAL = members("forget only just mind sure know забыть только менее хватать")


def _dropped_after(said: Utterance, head: Value, tail: Value) -> bool:
    if head.kind != "choice":
        return False
    segment = said.segment_of(tail.first)
    limit = min(
        (v.first for v in said.values if v.first >= tail.last and v.first < segment.last),
        default=segment.last,
    )
    refused = tail.last + 1 < limit and said.words[tail.last].text == "не" and not said.stopped(tail.last - 1, tail.last + 1)
    if refused and not said.words[tail.last + 1].keys & _NO_DENIAL and "imperative" in forms(said.words[tail.last + 1].text):
        return True  # «повестку не прикладывай»
    hit = said.cue("unneeded", tail.last, limit)
    return hit is not None and not _negated(said, hit.first, "drop")


def _negated(said: Utterance, index: int, name: str) -> bool:
    """``don't drop``, ``не забудь``: the cue itself is denied."""
    return name == "drop" and any(hit.last == index and hit.last - hit.first <= 2 for hit in said.cues.get("not", ()))


# -- what becomes of the field


def _of_set(said: Utterance, name: str, placed: list[Placed], state: State) -> list[Change]:
    held: frozenset[Any] = state.values.get(name, frozenset())
    wanted = frozenset(item.value for item in placed if not item.dropped)
    gone = frozenset(item.value for item in placed if item.dropped) - wanted
    if wanted and held - wanted and not gone and _only(said, placed):
        return [Revision(name, wanted)]
    changes: list[Change] = [Remove(name, gone & held)] if gone & held else []
    return [*changes, Reveal(name, wanted)] if wanted - held else changes


def _only(said: Utterance, placed: list[Placed]) -> bool:
    links = cues.LINKS[said.lexicon.language]
    return any(said.cue_before("only", item.mention.first, links) for item in placed if not item.dropped)


def _of_scalar(said: Utterance, name: str, placed: list[Placed], state: State) -> list[Change]:
    field = said.lexicon.domain.field[name]
    kept = [(item.mention, value) for item in placed if not item.dropped if (value := fits(field, item.value)) is not None]
    if not kept:
        return []
    if (rivals := _alternatives(said, kept)) and len(set(rivals)) > 1:
        return [Conflict(name, tuple(dict.fromkeys(rivals)))]
    if len(kept) > 1 and _enumerated(said, kept):
        return []
    return [_said(name, _chosen(said, kept, state.values.get(name)), state)]


def _said(name: str, value: Any, state: State) -> Change:
    return Revision(name, value) if name in state.values else Reveal(name, value)


def _alternatives(said: Utterance, kept: Sequence[tuple[Value, Any]]) -> list[Any]:
    """The last two values, where "or" stands between them and nothing settles it afterwards."""
    if len(kept) < 2:
        return []
    (first, one), (second, other) = kept[-2:]
    joined = said.cue("or", first.last, second.first)
    if not joined or said.cue("correction", first.last, second.first):
        return []
    return [one, other] if second.first - first.last <= 4 or _repeated(said, first.first, joined.last, second.first) else []


def _repeated(said: Utterance, before: int, start: int, end: int) -> bool:
    """``with an amount of 3 or with an amount of 4``: the words that stood before the one value stand before the other."""
    words = [word.text for word in said.words]
    return words[start:end] == words[max(0, before - (end - start)) : before]


def _enumerated(said: Utterance, kept: Sequence[tuple[Value, Any]]) -> bool:
    """Two values side by side with "and": neither is the value of a scalar."""
    (first, _), (second, _) = kept[-2:]
    between = {said.words[i].text for i in range(first.last, second.first)}
    return bool(between & {"and", "и", "with", "с"}) and second.first - first.last <= 2 and first.kind == "choice"


def _chosen(said: Utterance, kept: Sequence[tuple[Value, Any]], current: Any) -> Any:
    """The last value said, unless it is told as what was before."""
    values = [value for _, value in kept]
    fresh = [value for mention, value in kept if not _history(said, mention)] or values
    if len(fresh) > 1 and fresh[-1] == current:
        last = kept[-1][0]
        if not said.cue("correction", kept[-2][0].last, last.first):
            return next((value for value in reversed(fresh) if value != current), current)
    return fresh[-1]


def _history(said: Utterance, mention: Value) -> bool:
    segment = said.segment_of(mention.first)
    return said.cue("was", segment.first, mention.first) is not None


# -- dates and times: what isn't said of a moment stays as it was


def _of_moment(said: Utterance, name: str, placed: list[Placed], state: State) -> list[Change]:
    current = state.values.get(name)
    kept = [item for item in placed if not item.dropped]
    kept = [item for item in kept if not _history(said, item.mention)] or kept
    if not kept:
        return []
    kind = said.lexicon.kinds[name]
    if len(kept) > 1 and part(kept[-2].value) == "datetime" and part(kept[-1].value) != "date":
        rivals = _alternatives(said, [(i.mention, i.value) for i in kept])  # "Friday at three or at four"
        if rivals:
            return [Conflict(name, tuple(_fitting(said, name, [rivals[0], _combined(kind, rivals[1:], rivals[0], said.now)])))]
    days = [(i.mention, i.value) for i in kept if part(i.value) == "date"]
    times = [(i.mention, i.value) for i in kept if part(i.value) == "time"]
    for pairs in (days, times):
        if len(pairs) > 1 and len(rivals := _alternatives(said, pairs)) == 2:
            values = [_combined(kind, [rival, *(_rest(pairs, days, times))], current, said.now) for rival in rivals]
            return [Conflict(name, tuple(_fitting(said, name, values)))]
    day = [_newest(said, days, current)] if days else []
    hour = [_newest(said, times, current)] if times else []
    whole = [i.value for i in kept if part(i.value) == "datetime"]
    value = _combined(kind, [*whole[-1:], *day, *hour], current, said.now)
    fitting = _fitting(said, name, [value])
    return [_said(name, fitting[0], state)] if fitting else []


def _rest(pairs: Any, days: list[tuple[Value, Any]], times: list[tuple[Value, Any]]) -> list[Any]:
    other = times if pairs is days else days
    return [other[-1][1]] if other else []


def _newest(said: Utterance, pairs: list[tuple[Value, Any]], current: Any) -> Any:
    held = next((value for _, value in pairs if current is not None and _shares(current, value)), None)
    return _chosen(said, pairs, held)


def _fitting(said: Utterance, name: str, values: list[Any]) -> list[Any]:
    field = said.lexicon.domain.field[name]
    return [fitted for value in values if value is not None if (fitted := fits(field, value)) is not None]


def _combined(kind: str, parts: list[Any], current: Any, now: datetime) -> Any:
    """The value of a field of a kind from parts said and the value known; ``None`` while something is missing."""
    day: date | None = current.date() if isinstance(current, datetime) else current if isinstance(current, date) else None
    hour: time | None = current.timetz() if isinstance(current, datetime) else current if isinstance(current, time) else None
    zone = current.tzinfo if isinstance(current, datetime) else now.tzinfo
    for piece in parts:
        if isinstance(piece, datetime):
            day, hour, zone = piece.date(), piece.timetz(), piece.tzinfo
        elif isinstance(piece, date):
            day = piece
        else:
            hour = piece
    if kind == "date":
        return day
    if kind == "time":
        return hour
    if day is None or hour is None:
        return None
    return datetime.combine(day, hour.replace(tzinfo=None), hour.tzinfo or zone)
