"""What a message holds before it is understood: words, segments, and the mentions of values, fields, acts and cues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import pairwise
from typing import Any, Literal

from intentprops.language import numbers
from intentprops.reading import cues
from intentprops.reading.clock import moments_in
from intentprops.reading.lexicon import MOMENTS, Act, Lexicon
from intentprops.reading.words import Hit, Word, members, normalise, words_of

_BOUNDARY = re.compile(r"[.!?;\n…]|,|:| - |—|[()]")
_YIELDING = members("drop swap fancy take later earlier")
_STOPS = re.compile(r"[.!?;\n…]")


@dataclass(frozen=True, slots=True)
class Value:
    """A value mentioned: words ``first`` up to, not including, ``last``.

    ``choices`` are the fields and values that a word of a closed list may stand for; ``number`` and ``moment`` hold
    the value itself.
    """

    first: int
    last: int
    kind: Literal["choice", "number", "ordinal", "moment"]
    value: Any = None
    choices: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a message between commas, stops and conjunctions. ``opener`` is the mark or word that starts it."""

    first: int
    last: int
    opener: str
    question: bool
    sentence: int


@dataclass(frozen=True)
class Utterance:
    """A message with all its mentions, in order of place."""

    lexicon: Lexicon
    now: datetime
    text: str
    words: tuple[Word, ...]
    segments: tuple[Segment, ...]
    values: tuple[Value, ...]
    nouns: tuple[Hit[str], ...]
    acts: tuple[Hit[Act], ...]
    cues: Mapping[str, tuple[Hit[str], ...]]

    def cue(self, name: str, first: int, last: int) -> Hit[str] | None:
        """The first cue of a name that lies within a range of words."""
        return next((hit for hit in self.cues.get(name, ()) if first <= hit.first and hit.last <= last), None)

    def cue_before(self, name: str, index: int, links: frozenset[str]) -> Hit[str] | None:
        """A cue that ends just before a word, but for links between."""
        for hit in self.cues.get(name, ()):
            if hit.last <= index and index - hit.last <= 5 and self._linked(hit.last, index, links):
                return hit
        return None

    def cue_after(self, name: str, index: int, links: frozenset[str]) -> Hit[str] | None:
        """A cue that starts at a word or after it, but for links between."""
        for hit in self.cues.get(name, ()):
            if index <= hit.first <= index + 5 and self._linked(index, hit.first, links):
                return hit
        return None

    def _linked(self, first: int, last: int, links: frozenset[str]) -> bool:
        return all(self.words[i].text in links for i in range(first, last)) and not self.stopped(first - 1, last)

    def stopped(self, first: int, last: int) -> bool:
        """Whether a mark of punctuation stands between two words."""
        if first < 0 or last >= len(self.words) or first >= last:
            return False
        return any(
            _BOUNDARY.search(self.text, self.words[i].end, self.words[i + 1].start) is not None for i in range(first, last)
        )

    def segment_of(self, index: int) -> Segment:
        return next(segment for segment in self.segments if segment.first <= index < segment.last)

    def within(self, hits: Iterable[Any], segment: Segment) -> list[Any]:
        return [hit for hit in hits if segment.first <= hit.first < segment.last]


def scan(lexicon: Lexicon, text: str, now: datetime) -> Utterance:
    """Find every mention in a message."""
    text = normalise(text)
    words = words_of(text)
    values = _values(lexicon, text, words, now)
    taken = [False] * len(words)
    for value in values:
        taken[value.first : value.last] = [True] * (value.last - value.first)
    spans = {(value.first, value.last) for value in values if value.kind == "choice"}
    nouns = [hit for hit in lexicon.nouns.find(words) if (hit.first, hit.last) in spans or not any(taken[hit.first : hit.last])]
    acts = _longest(hit for hit in lexicon.acts.find(words) if not any(taken[hit.first : hit.last]) and not _inside(hit, nouns))
    found: dict[str, list[Hit[str]]] = {}
    for hit in cues.phrases(lexicon.language).find(words):
        if hit.found in _YIELDING and any(act.first <= hit.first < act.last for act in acts):
            continue  # what the domain can do is an act there: "hold" in one domain, a delay in another
        kept = found.setdefault(hit.found, [])
        if not (kept and kept[-1].last > hit.first):
            kept.append(hit)
    segments = _segments(lexicon.language, text, words, values)
    named = {name: tuple(hits) for name, hits in found.items()}
    return Utterance(lexicon, now, text, words, segments, values, tuple(nouns), tuple(acts), named)


def _inside(hit: Hit[Any], nouns: Iterable[Hit[Any]]) -> bool:
    """Whether a word is a part of a longer name of a field, as in "booking id"."""
    return any(noun.first <= hit.first and hit.last <= noun.last and noun.last - noun.first > hit.last - hit.first for noun in nouns)


def _longest(hits: Iterable[Hit[Any]]) -> list[Hit[Any]]:
    kept: list[Hit[Any]] = []
    for hit in hits:  # in order of place, longer ones first
        if not (kept and kept[-1].last > hit.first):
            kept.append(hit)
    return kept


def _values(lexicon: Lexicon, text: str, words: Sequence[Word], now: datetime) -> tuple[Value, ...]:
    """The values mentioned; where spans overlap the longer one stays."""
    by_place: dict[tuple[int, int], list[tuple[str, Any]]] = {}
    for hit in lexicon.choices.find(words):
        by_place.setdefault((hit.first, hit.last), []).append(hit.found)
    found = [Value(first, last, "choice", choices=tuple(all_)) for (first, last), all_ in by_place.items()]
    if lexicon.of_kind(*MOMENTS):
        for moment in moments_in(text, now, lexicon.language):
            span = _span(words, moment.start, moment.end)
            if span and not moment.approximate and not _counted(lexicon, words, span, moment.value):
                found.append(Value(*span, "moment", moment.value))
    for number in numbers(text, lexicon.language):
        span = _span(words, number.start, number.end)
        if span and not _pronoun(lexicon, words, span):
            found.append(Value(*span, "ordinal" if number.ordinal else "number", number.value))
    rank = {"moment": 0, "choice": 1, "number": 2, "ordinal": 3}
    found.sort(key=lambda value: (value.first - value.last, rank[value.kind], value.first))
    kept: list[Value] = []
    for value in found:
        if all(value.last <= other.first or other.last <= value.first for other in kept):
            kept.append(value)
    return tuple(sorted(kept, key=lambda value: value.first))


def _span(words: Sequence[Word], start: int, end: int) -> tuple[int, int] | None:
    inside = [index for index, word in enumerate(words) if word.start < end and start < word.end]
    return (inside[0], inside[-1] + 1) if inside else None


def _counted(lexicon: Lexicon, words: Sequence[Word], span: tuple[int, int], value: Any) -> bool:
    """Whether what looks like an hour counts something: "на шесть человек"."""
    if not isinstance(value, time) or span[1] >= len(words):
        return False
    numeric = set(lexicon.of_kind("number"))
    return any(hit.found in numeric for hit in lexicon.nouns.at(words, span[1]))


def _pronoun(lexicon: Lexicon, words: Sequence[Word], span: tuple[int, int]) -> bool:
    """Whether "one" stands for a thing and counts nothing: "the best one", "one with a view"."""
    first, last = span
    if last - first != 1 or not words[first].keys & {"one", "один"}:
        return False
    if len(words) == 1 or (last < len(words) and next(iter(lexicon.nouns.at(words, last)), None)):
        return False
    before = words[first - 1].text if first else ""
    after = words[last].text if last < len(words) else ""
    return not (
        before in {"be", "just", "only", "for", "is", "будет", "на", "number", "option"} or after in {"more", "of", "из", "fewer"}
    )


def _segments(language: str, text: str, words: Sequence[Word], values: Sequence[Value]) -> tuple[Segment, ...]:
    splitters = cues.SPLITTERS[language]
    inside = {index for value in values for index in range(value.first + 1, value.last)}
    starts: list[tuple[int, str]] = []
    for index, word in enumerate(words):
        gap = _BOUNDARY.findall(text, words[index - 1].end, word.start) if index else ["."]
        if index in inside:
            continue
        if gap:
            starts.append((index, next((mark for mark in gap if _STOPS.search(mark)), gap[0].strip())))
        elif word.text in splitters and not _listed(values, index) and not _contrast(words, index):
            starts.append((index, word.text))
    segments: list[Segment] = []
    sentence = 0
    for (first, opener), (last, _) in pairwise([*starts, (len(words), "")]):
        sentence += bool(_STOPS.search(opener))
        end = _STOPS.search(text, words[last - 1].end)
        segments.append(Segment(first, last, opener, end is not None and end[0] == "?", sentence))
    return tuple(segments)


def _listed(values: Sequence[Value], index: int) -> bool:
    """Whether a conjunction stands between two values, as in a list."""
    return any(value.last == index for value in values) and any(index < value.first <= index + 2 for value in values)


def _contrast(words: Sequence[Word], index: int) -> bool:
    """``а не``, ``but not``, ``and not``: what follows is what is replaced."""
    return index + 1 < len(words) and words[index + 1].text in {"не", "not"}


def part(value: Any) -> str:
    """Whether a moment is a ``date``, a ``time`` or a ``datetime``."""
    return "datetime" if isinstance(value, datetime) else "date" if isinstance(value, date) else "time"
