"""Tokens and dictionary forms, by pymorphy3 for Russian and simplemma for English; both are loaded at first use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

_WORD = re.compile(r"\d+(?:[.,:]\d+)*|\w+(?:[-'’]\w+)*")
_CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: as written, its dictionary form, and its place."""

    text: str
    lemma: str
    start: int
    end: int


def language_of(text: str) -> str:
    """``ru`` where a text has more Cyrillic letters than Latin ones, else ``en``."""
    cyrillic = len(_CYRILLIC.findall(text))
    return "ru" if cyrillic > len(re.findall(r"[a-z]", text, re.IGNORECASE)) else "en"


def words_in(words: Iterable[str], language: str) -> list[str]:
    """Those of some words that are of a language, told by their letters."""
    return [word for word in words if language_of(word) == language]


@cache
def analyzer() -> Any:
    """The Russian analyzer; its dictionary takes a tenth of a second to load."""
    import pymorphy3

    return pymorphy3.MorphAnalyzer()


@lru_cache(maxsize=65536)
def parses(word: str) -> tuple[Any, ...]:
    """The readings of a Russian word, the likeliest first."""
    return tuple(analyzer().parse(word))


@lru_cache(maxsize=65536)
def lemma(word: str) -> str:
    """The dictionary form of a word, in lower case; its letters tell the language: a Latin word in a Russian text is English."""
    lowered = word.casefold()
    if _CYRILLIC.search(lowered):
        return str(parses(lowered.replace("ё", "е"))[0].normal_form).replace("ё", "е")
    if lowered.isdigit() or not lowered.isalpha():
        return lowered
    import simplemma

    found = simplemma.lemmatize(lowered, lang="en").casefold()
    british = len(found) > 5 and found.endswith("ell") and simplemma.is_known(found[:-1], lang="en")
    return found[:-1] if british else found  # cancelled, modelled, labelled


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text, numbers and times whole."""
    return tuple(Token(m[0], lemma(m[0]), m.start(), m.end()) for m in _WORD.finditer(text))


@lru_cache(maxsize=4096)
def _phrase(phrase: str) -> tuple[str, ...]:
    return tuple(token.lemma for token in tokens(phrase))


def find_phrase(read: Sequence[Token], phrase: str) -> list[tuple[int, int]]:
    """Where a phrase stands among tokens, in any inflection: pairs of first and last index plus one."""
    wanted = _phrase(phrase)
    size = len(wanted)
    if not size:
        return []
    return [
        (n, n + size) for n in range(len(read) - size + 1) if all(read[n + k].lemma == wanted[k] for k in range(size))
    ]


def mentions(text: str, words: Sequence[str]) -> bool:
    """Whether a text holds any of the words or phrases, in any inflection."""
    read = tokens(text)
    return any(find_phrase(read, word) for word in words)


def agree(noun: str, number: int) -> str:
    """A Russian noun as it stands after a number: 1 комната, 2 комнаты, 5 комнат."""
    return str(parses(noun)[0].make_agree_with_number(number).word)


def inflect(word: str, case: str) -> str:
    """A Russian word in a case (``gent``, ``datv``, ``accs``, ``ablt``, ``loct``); as it is where it has no such form."""
    form = parses(word)[0].inflect({case})
    return word if form is None else str(form.word)
