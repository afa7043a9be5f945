"""Where a mentioned value belongs: the fields that it may be of, and how strongly the words say so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from intentprops.reading import cues
from intentprops.reading.lexicon import MOMENTS, fits
from intentprops.reading.scan import Utterance, Value, part
from intentprops.reading.words import forms, matches, members
from intentprops.state import State

SAID = 2.0
"""The least score of a place that the words themselves name; below it a field is a guess by elimination."""


class Places:
    """The scores of fields for the values of one message, in its dialogue."""

    def __init__(self, utterance: Utterance, state: State, asked: Sequence[str], existing: frozenset[str]) -> None:
        self.said = utterance
        self.lexicon = utterance.lexicon
        self.words = utterance.words
        self.state = state
        self.asked = asked
        self.existing = existing
        self.links = cues.LINKS[self.lexicon.language]

    def score(self, value: Value) -> dict[str, float]:
        """The fields that a value may belong to, with how strongly the words say so."""
        if value.kind == "choice":
            names: Iterable[str] = dict.fromkeys(name for name, _ in value.choices)
        elif value.kind == "moment":
            names = [n for n in self.lexicon.of_kind(*MOMENTS) if self._holds(n, value)]
        else:
            field = self.lexicon.domain.field
            names = [n for n in self.lexicon.of_kind("number") if fits(field[n], value.value) is not None]
        scores = {name: max(self._framed(name, value), self._named(name, value)) for name in names}
        if value.kind == "number":
            self._numeric(value, scores)
        for name in scores:
            if name in self.asked:
                scores[name] += 3
        return scores

    def _holds(self, name: str, value: Value) -> bool:
        kind, is_part = self.lexicon.kinds[name], part(value.value)
        return kind == "datetime" or kind == is_part or (is_part == "datetime" and kind in {"date", "time"})

    def _framed(self, name: str, value: Value) -> float:
        best = 0.0
        for frame in self.lexicon.frames[name]:
            if frame.weight == 2 and value.kind == "number" and self._counts_something(value):
                continue
            if self._matches_before(frame.before, value) and self._matches_after(frame.after, value.last):
                best = max(best, frame.weight)
        return best

    def _matches_before(self, pattern: Sequence[frozenset[str]], value: Value) -> bool:
        """The pattern ends at the value, or within it where the value brings its own preposition; links may stand between."""
        if not pattern:
            return True
        for end in range(min(value.first + 1, value.last - 1) if value.kind == "moment" else value.first, -1, -1):
            if matches(self.words, end - len(pattern), pattern):
                return not self.said.stopped(end - 1, value.first)
            if end == 0 or value.first - end > 3 or (end <= value.first and self.words[end - 1].text not in self.links):
                return False
        return False

    def _matches_after(self, pattern: Sequence[frozenset[str]], index: int) -> bool:
        return not pattern or any(matches(self.words, index + skip, pattern) for skip in (0, 1))

    def _named(self, name: str, value: Value) -> float:
        """A noun of the field beside the value: after a number, or before a value and its links."""
        best = 0.0
        for hit in self.said.nouns:
            if hit.found != name:
                continue
            if value.kind == "number" and 0 <= hit.first - value.last <= 3 and self._described(value.last, hit.first):
                best = max(best, 7.0 - (hit.first - value.last))
            elif 0 <= value.first - hit.last <= 5 and self._joined(hit.last, value.first, value.kind == "number"):
                best = max(best, 4.5)
            elif value.kind != "number" and self.said.segment_of(hit.first) == self.said.segment_of(value.first):
                best = max(best, 3.0)
        return best

    def _described(self, first: int, last: int) -> bool:
        """Whether only adjectives stand between a number and its noun: "two cheapest options", not "12 in the room"."""
        chosen = {i for v in self.said.values if v.kind == "choice" for i in range(v.first, v.last)}
        if self.said.stopped(first - 1, last):
            return False
        for index in range(first, last):
            word = self.words[index].text
            if index in chosen or word in {"самых", "самые", "самый", "most", "of", "the"}:
                continue
            if word in self.links or word in cues.SPLITTERS[self.lexicon.language]:
                return False
            if self.lexicon.language == "ru" and "adjective" not in forms(word):
                return False
        return True

    def _joined(self, first: int, last: int, counted: bool) -> bool:
        """Whether only links, or a colon or dash, stand between a noun and its value; "a room for six" counts no rooms."""
        gap = self.said.text[self.words[first - 1].end : self.words[last].start]
        if counted and any(self.words[i].text in _LOOSE for i in range(first, last)):
            return False
        return not set(gap) & set(".,;!?") and all(self.words[i].text in self.links for i in range(first, last))

    def _numeric(self, value: Value, scores: dict[str, float]) -> None:
        """What general words say of a number: money and limits, people, how many to show."""
        said, last = self.said, value.last
        money = said.cue_after("money", last, frozenset()) is not None or bool(self._around(value))
        if money or said.cue_before("at_most", value.first, self.links):
            for name in list(scores):
                if name in self.lexicon.capped:
                    scores[name] = max(scores[name], 6.0)
                elif money:
                    del scores[name]
            if money:
                return
        limit = self.lexicon.domain.selection.limit
        if limit in scores and self._limits(value):
            scores[limit] = max(scores[limit], 5.0)
        if self._counts_us(value):
            for name in self.lexicon.counts_people & scores.keys():
                scores[name] = max(scores[name], 5.0)

    def _around(self, value: Value) -> str:
        """The currency signs beside a number, if any."""
        before = self.said.text[max(0, self.words[value.first].start - 2) : self.words[value.first].start]
        after = self.said.text[self.words[value.last - 1].end :][:2]
        return "".join(c for c in before + after if c in "€$£₽")

    def _limits(self, value: Value) -> bool:
        order = self.lexicon.domain.selection.order_by
        after = value.last + (value.last < len(self.words) and self.words[value.last].text in {"самых", "самые", "of"})
        for other in self.said.values:
            beside = other.first in {value.last, after} or other.last == value.first
            if other.kind == "choice" and beside and order in dict(other.choices):
                return True
        top = value.first > 0 and self.words[value.first - 1].text in {"top", "топ"}
        return top or self.said.cue_after("position", value.last, frozenset()) is not None

    def _counts_us(self, value: Value) -> bool:
        """``we will be six``, ``six of us``, ``нас будет шесть``, ``six colleagues``."""
        if self.said.cue_after("us", value.last, frozenset({"of", "из"})) or _collective(self.words[value.first].text):
            return True
        if self._counts_something(value):
            return False
        segment = self.said.segment_of(value.first)
        return any(
            segment.first <= hit.first < value.first and self._attending(hit.last, value.first)
            for hit in self.said.cues.get("us", ())
        )

    def _attending(self, first: int, last: int) -> bool:
        attend = {i for hit in self.said.cues.get("attend", ()) for i in range(hit.first, hit.last)}
        corrected = {i for hit in self.said.cues.get("correction", ()) for i in range(hit.first, hit.last)}
        return all(
            i in attend or i in corrected or self.words[i].text in self.links or self.words[i].text in _ADVERBS
            for i in range(first, last)
        )

    def _counts_something(self, value: Value) -> bool:
        """Whether a number is followed by a noun that it counts, so that it isn't a bare one."""
        if value.last >= len(self.words) or self.said.stopped(value.last - 1, value.last):
            return False
        word = self.words[value.last]
        if word.text in self.links or word.text in cues.FILLERS[self.lexicon.language]:
            return False
        if any(v.first == value.last for v in self.said.values) or any(h.first == value.last for h in self.said.acts):
            return False
        if self.said.cue_after("attend", value.last, frozenset()) or word.text in _ADVERBS:
            return False
        if any(h.first == value.last for name in _ENDING for h in self.said.cues.get(name, ())):
            return False
        return self.lexicon.language == "en" or bool({"noun", "adjective"} & forms(word.text))

    def bare(self, value: Value) -> bool:
        """Whether a number stands alone, so that only what was asked or the only candidate can say what it is of."""
        return value.kind == "number" and not self._counts_something(value)

    def only_candidate(self, value: Value, scores: dict[str, float]) -> str | None:
        """The one field that a value can be of, where no word names one: the only known one, or the only one."""
        there = [name for name in scores if name in self.existing]
        known = [name for name in there if name in self.state.values and name in self.state.first]
        if len(known) == 1:
            return known[0]
        return there[0] if len(there) == 1 else None


def _collective(word: str) -> bool:
    """The Russian numbers that count people only: двоих, шестеро, вчетвером."""
    return bool(
        re.fullmatch(
            r"(?:в?дво(?:е|их|им|ем)|в?тро(?:е|их|им|ем)|в?(?:четв|пят|шест|сем|восьм|девят|десят)ер(?:о|ых|ым|ом))",
            word,
        )
    )


_LOOSE = members("for at on with by from in на для в с со из")
_ADVERBS = members(
    "now still definitely exactly probably only just сейчас теперь всего точно ровно скорее уже все-таки тогда then"
)
_ENDING = (
    "correction",
    "yes",
    "or",
    "instead",
    "unneeded",
    "thanks",
    "until",
    "only",
    "was",
    "not",
    "instead_of",
    "later",
    "may",
)
