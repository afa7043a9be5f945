"""The words of a message: one spelling for each, the keys that they are looked up by, and their form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Generic, Literal, TypeVar

from intentprops.language.morphology import lemma as dictionary_form
from intentprops.language.morphology import parses

Form = Literal["imperative", "infinitive", "finite", "past", "gerund", "noun", "adjective", "other"]
T = TypeVar("T")

_CONTRACTIONS = (
    (r"\bwon'?t\b", "will not"), (r"\bcan'?t\b|\bcannot\b", "can not"), (r"\bshan't\b", "shall not"),
    (r"\b(do|does|did|is|are|was|were|has|have|had|should|would|could|must|need)n'?t\b", r"\1 not"),
    (r"\blet's\b", "let us"), (r"'ll\b", " will"), (r"'re\b", " are"), (r"'ve\b", " have"), (r"\bi'm\b", "i am"),
    (r"\b(it|that|there|here|what|who|where|he|she|everything|nothing)'s\b", r"\1 is"), (r"'d\b", " would"),
)  # fmt: skip
_TABLE = str.maketrans({"’": "'", "‘": "'", "ё": "е", "Ё": "Е", "\u00a0": " ", "–": "—", "“": '"', "”": '"'})
_EXPANSIONS = [(re.compile(pattern, re.IGNORECASE), text) for pattern, text in _CONTRACTIONS]
_WORD = re.compile(r"\w+(?:[-'.]\w+)*")
_CYRILLIC = re.compile("[а-я]")


@dataclass(frozen=True, slots=True)
class Word:
    """One word: ``text`` is lower-case, ``keys`` are its text, its lemmas and, for a verb, the stem of its aspect pair."""

    text: str
    keys: frozenset[str]
    start: int
    end: int
    written: str


def members(text: str) -> frozenset[str]:
    """The words of a table."""
    return frozenset(text.split())


def normalise(text: str) -> str:
    """One spelling of apostrophes, dashes and ё; English contractions written out."""
    text = text.translate(_TABLE)
    if "'" in text or "nt" in text or "cannot" in text:
        for pattern, replacement in _EXPANSIONS:
            text = pattern.sub(replacement, text)
    return text


def words_of(text: str) -> tuple[Word, ...]:
    """The words of a normalised text."""
    return tuple(Word(m[0].lower(), keys(m[0].lower()), m.start(), m.end(), m[0]) for m in _WORD.finditer(text))


@lru_cache(maxsize=20_000)
def keys(word: str) -> frozenset[str]:
    """What a word may be found by: itself, its lemmas, the stem that both aspects of a Russian verb share."""
    if not _CYRILLIC.search(word):
        found = {word, dictionary_form(word)}
        if word.endswith("ing") and len(word) > 5:
            found |= {word[:-3], word[:-3] + "e"}
        return frozenset(found)
    found = {word}
    for parse in _parses(word):
        base = parse.normal_form.replace("ё", "е")
        found.add(base)
        if parse.tag.POS in _VERBAL:
            found.add(aspect_stem(base))
    return frozenset(found)


_VERBAL = {"VERB", "INFN", "GRND", "PRTS", "PRTF"}
_SUFFIX = re.compile(r"(?:ировать|овать|ывать|ивать|лять|нуть|ать|ять|ить|еть|уть|ти)(?:ся)?$")


@cache
def aspect_stem(verb: str) -> str:
    """The consonants of a verb's stem, which its perfective and imperfective share: отправить, отправлять.

    The last one of the imperfective is taken back to what it came from: освобождать, оплачивать, возмещать, отпускать.
    """
    stem = _SUFFIX.sub("", verb)
    if stem == verb:
        return "~" + verb
    if verb.removeprefix(stem) in ("ить", "ать", "ивать"):
        stem = re.sub("жд$", "д", re.sub("(ст|ск|щ|ч)$", "т", stem))
    bare = re.sub(r"^(?:за(?=\w{4})|по(?=\w{3}))", "", stem)
    consonants = re.sub("[аеиоуыэюяйьъ]", "", bare)
    return "~" + (bare[0] + consonants if len(consonants) >= 2 else verb)


def _parses(word: str) -> tuple[Any, ...]:
    readings = parses(word)
    return tuple(reading for reading in readings[:4] if reading.score >= readings[0].score / 12)


@lru_cache(maxsize=20_000)
def forms(word: str) -> frozenset[Form]:
    """The forms that a Russian word may have; for an English one, what its ending shows."""
    if not _CYRILLIC.search(word):
        return frozenset([_english_form(word)])
    return frozenset(_form(parse.tag) for parse in _parses(word))


def _english_form(word: str) -> Form:
    base = dictionary_form(word)
    if word.endswith("ing") and len(word) > 4:
        return "gerund"
    if base != word and word.endswith("ed"):
        return "past"
    return "infinitive" if base == word else "other"


def _form(tag: Any) -> Form:
    if tag.POS == "VERB":
        return "imperative" if tag.mood == "impr" else "past" if tag.tense == "past" else "finite"
    if tag.POS == "INFN":
        return "infinitive"
    if tag.POS in {"GRND", "PRTS", "PRTF"}:
        return "past"
    return "noun" if tag.POS == "NOUN" else "adjective" if tag.POS in {"ADJF", "ADJS"} else "other"


def first_person_plural(word: str) -> bool:
    """Whether a Russian verb is a proposal: сравним, берём."""
    return any(parse.tag.POS == "VERB" and parse.tag.person == "1per" and parse.tag.number == "plur" for parse in _parses(word))


@dataclass(frozen=True, slots=True)
class Hit(Generic[T]):
    """A phrase found in a text: words ``first`` up to, not including, ``last``."""

    first: int
    last: int
    found: T


class Phrases(Generic[T]):
    """An index of phrases; what each stands for is found in a text in any inflection."""

    def __init__(self, entries: Iterable[tuple[str, T]]) -> None:
        self._by_first: dict[str, list[tuple[tuple[frozenset[str], ...], T]]] = {}
        for phrase, meaning in entries:
            pattern = tuple(accepted(word.lower()) for word in _WORD.findall(normalise(phrase)))
            if pattern:
                for key in pattern[0]:
                    self._by_first.setdefault(key, []).append((pattern, meaning))

    def at(self, words: Sequence[Word], index: int) -> Iterator[Hit[T]]:
        """Every phrase that starts at a word, those with the very word first: of two with one place, the first counts."""
        seen = set()
        for key in sorted(words[index].keys, key=lambda key: (key != words[index].text, key)):
            for pattern, meaning in self._by_first.get(key, ()):
                if (id(pattern), id(meaning)) not in seen and matches(words, index, pattern):
                    seen.add((id(pattern), id(meaning)))
                    yield Hit(index, index + len(pattern), meaning)

    def find(self, words: Sequence[Word]) -> list[Hit[T]]:
        """Every phrase in a text, in order of place, longer ones first."""
        hits = [hit for index in range(len(words)) for hit in self.at(words, index)]
        return sorted(hits, key=lambda hit: (hit.first, -hit.last))


def matches(words: Sequence[Word], index: int, pattern: Sequence[frozenset[str]]) -> bool:
    """Whether a pattern of accepted keys stands at a place in a text."""
    if index < 0 or index + len(pattern) > len(words):
        return False
    return all(accept & words[index + offset].keys for offset, accept in enumerate(pattern))


@lru_cache(maxsize=20_000)
def accepted(word: str) -> frozenset[str]:
    """The keys that a word of a phrase accepts: what is inflected accepts itself, what is not its inflections."""
    if _CYRILLIC.search(word):
        return frozenset(key for key in keys(word))
    base = dictionary_form(word)
    plural = word.endswith("s") and word.startswith(base[:2])
    return frozenset([word, base] if base == word or plural else [word])


def pattern_of(phrase: str) -> tuple[frozenset[str], ...]:
    """The accepted keys of each word of a phrase."""
    return tuple(accepted(word.lower()) for word in _WORD.findall(normalise(phrase)))
