"""Sentences of an untrue reply, made from the words of a domain's tools and fields, in Russian and English."""

from collections.abc import Iterator

from intentprops.domain import Domain
from intentprops.fields import Field
from intentprops.language import agree, words_in
from intentprops.language.english import past_of
from intentprops.language.morphology import parses
from intentprops.mutants.case import At, Case
from intentprops.tools import Tool

_OF_ITEMS = frozenset(["capacity", "seat", "seats", "вместимость"])
"""A room of capacity 12 may be named whatever capacity was asked for."""


def claims_done(tool: Tool, language: str) -> str | None:
    """A claim that the act of a tool was done; ``None`` where the domain has no word for it."""
    if language == "ru":
        past = _form(tool, {"VERB", "past", "masc", "sing"})
        return f"Я {past}." if past else None
    verb = _english(tool)
    return f"I have {past_of(verb)[-1]} it." if verb and past_of(verb) else None


def announces(tool: Tool, language: str) -> str | None:
    """A plan to do the act of a tool at once."""
    if language == "ru":
        future = _form(tool, {"VERB", "1per", "sing", "futr"})
        return f"Сейчас {future}." if future else None
    verb = _english(tool)
    return f"I will {verb} it right away." if verb else None


def _english(tool: Tool) -> str | None:
    words = [word for word in words_in(tool.words, "en") if " " not in word]
    return words[0] if words else None


def _form(tool: Tool, grammemes: set[str]) -> str | None:
    """A form of the first Russian verb of a tool that has one: perfective verbs alone say that something is done."""
    for word in words_in(tool.words, "ru"):
        verb = next((p for p in parses(word) if {"INFN", "perf"} <= p.tag.grammemes), None) if " " not in word else None
        found = verb.inflect(grammemes) if verb is not None else None
        if found is not None:
            return str(found.word)
    return None


def counts(field: Field, number: int, language: str) -> str | None:
    """A number with the noun of its field: "12 people", «12 человек»; no noun that tells as well what an item has."""
    nouns = [noun for noun in field.words.nouns(language) if " " not in noun and noun not in _OF_ITEMS]
    if not nouns:
        return None
    return f"{number} {agree(nouns[0], number) if language == 'ru' else nouns[0]}"


def idle_acts(case: Case, at: At) -> Iterator[Tool]:
    """The effectful tools of which nothing was done by a turn, nor of any other that shares a word with them."""
    domain: Domain = case.domain
    for name in sorted(domain.effectful):
        tool = domain.tool[name]
        shared = {other for other in domain.effectful if set(domain.tool[other].words) & set(tool.words)}
        if tool.words and not shared & at.expected.done:
            yield tool
