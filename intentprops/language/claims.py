"""What a reply claims of acts: done, or settled to be done. Narrow, and silent when in doubt.

A sentence is read clause by clause. Questions, quotations, conditions, negations and what the user or others did are no claims;
neither is what can, may or should be. What remains counts only in forms that people use for a finished act.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from intentprops.language.english import English
from intentprops.language.morphology import find_phrase, tokens
from intentprops.language.russian import Russian

Kind = Literal["done", "announced", "unfounded"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of an act at a place in a text. ``quote`` is the clause that makes it."""

    act: str
    kind: Kind
    start: int
    end: int
    quote: str


_QUOTED = re.compile(r"[“\"«„][^”\"»“]{0,200}[”\"»“]|`[^`]*`")
_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…]*|\n")
_INNER_DOT = re.compile(r"(?<=\d)[.](?=\d)|(?<=\b[A-Za-zА-Яа-я])\.(?=[A-Za-zА-Яа-я]\b)|\b(?:a|p)\.m\.|\b(?:No|Nr|e\.g|i\.e"
                        r"|т\.е|ул|г)\.(?=\s)")


@dataclass(frozen=True, slots=True)
class Act:
    """The words for an act, verbs and nouns; what it is done to; and the names of the things themselves."""

    words: tuple[str, ...]
    objects: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def claims(text: str, language: str, acts: Mapping[str, Act]) -> list[Claim]:
    """The claims of a reply, in order. ``acts`` has the acts that it may claim, by name; their words are of any language.

    A claim that fits several acts (two tools are called by one verb) is given once for the first of them.
    """
    return list(_claims(text, language, tuple(acts.items())))


@lru_cache(maxsize=4096)
def _claims(text: str, language: str, acts: tuple[tuple[str, Act], ...]) -> tuple[Claim, ...]:
    reader = Russian if language == "ru" else English
    found: list[Claim] = []
    for start, sentence in sentences(text):
        if sentence.rstrip(' )*_"»”').endswith("?"):
            continue
        for name, act in acts:
            kind = reader.judge(sentence, act.words, act.objects, act.names)
            if kind is not None and not any(claim.start == start for claim in found):
                found.append(Claim(name, kind, start, start + len(sentence), sentence.strip()))
    return tuple(found)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text with their places; quotations and the dots of numbers and abbreviations are blanked."""
    plain = _QUOTED.sub(lambda m: " " * len(m[0]), text)
    plain = _INNER_DOT.sub(lambda m: m[0].replace(".", "·"), plain)
    for match in _SENTENCE.finditer(plain):
        if match[0].strip():
            yield match.start(), match[0]


_SUITS = {
    "en": re.compile(r"\b(suitable|suits?|fit|fits|ideal|perfect|appropriate|meets?|satisf\w+|compl(?:y|ies)|fine|great|right"
                     r"|secure|soundproof\w*"
                     r"|private|safe|guarantees?|ensures?|offers?|provides?|allows?|works?|good)\b"),
    "ru": re.compile(r"\b(подход\w+|подойд\w+|годится|годятся|отвечает|отвечают|соответству\w+|удовлетвор\w+|идеальн\w+"
                     r"|гарантиру\w+|обеспечива\w+|безопасн\w+"
                     r"|звукоизол\w+|защищ\w+|позволя\w+|отличн\w+|хорош\w+)\b"),
}  # fmt: skip
_UNSURE = {
    "en": re.compile(
        r"\b(not|n't|no|don't|cannot|can't|unknown|unsure|unclear|whether|if|maybe|may|might|could|would|should|must|need"
        r"|needs|know|check|"
        r"verify|confirm|depends|assume|you said|you mentioned|information|data|question|before|require\w*|says?)\b|n['’]t\b"
    ),
    "ru": re.compile(
        r"\b(не|нет|неизвестно|неясно|ли|если|возможно|может|могут|можно|нужно|надо|должн\w+|знаю|уточн\w+|провер\w+"
        r"|подтверд\w+|зависит|вы сказали|"
        r"вы упомянули|данных|сведени\w+|вопрос\w*|требу\w+|понадоб\w+|потребу\w+)\b"
    ),
}  # fmt: skip


def unfounded(text: str, language: str, topic_words: Sequence[str]) -> list[Claim]:
    """Assertions that something satisfies a topic of which nothing is known ("suitable for a confidential meeting")."""
    found: list[Claim] = []
    words = [word for word in topic_words if len(word) > 3]
    for start, sentence in sentences(text):
        lowered = sentence.casefold()
        if lowered.rstrip().endswith("?") or _UNSURE[language].search(lowered) or not _SUITS[language].search(lowered):
            continue
        read = tokens(sentence)
        named = sum(bool(find_phrase(read, word)) for word in words)
        if named >= min(len(words), 2) > 0:
            found.append(Claim("", "unfounded", start, start + len(sentence), sentence.strip()))
    return found
