"""What a reader knows of a domain: its words, taken from the domain alone, and ready to be looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal

from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.fields import Field
from intentprops.reading.cue_words import NAMES
from intentprops.reading.words import Phrases, members, normalise, pattern_of

Kind = Literal["choice", "number", "datetime", "date", "time", "flag", "text"]
MOMENTS = frozenset({"datetime", "date", "time"})
_PREPOSITIONS = {
    "en": members("at on for in from to with by about of into the a till until"),
    "ru": members("в на с со для из от до к о об про по за у около"),
}


@dataclass(frozen=True)
class Frame:
    """A frame of a field: the patterns before and after the value, and how much it says (2 with a preposition alone)."""

    before: tuple[frozenset[str], ...]
    after: tuple[frozenset[str], ...]
    weight: int


@dataclass(frozen=True)
class Act:
    """A word of the domain for doing something: the goals and the tools that it may name."""

    goals: tuple[str, ...]
    tools: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """The words of a domain in one language."""

    domain: Domain
    language: str
    kinds: dict[str, Kind]
    frames: dict[str, tuple[Frame, ...]]
    choices: Phrases[tuple[str, Any]]
    nouns: Phrases[str]
    acts: Phrases[Act]
    known: frozenset[str]
    counts_people: frozenset[str]
    capped: frozenset[str]

    def of_kind(self, *kinds: str) -> tuple[str, ...]:
        return tuple(name for name, kind in self.kinds.items() if kind in kinds)


@lru_cache(maxsize=64)
def lexicon(domain: Domain, language: str) -> Lexicon:
    """The lexicon of a domain; built once."""
    fields = domain.field
    acts = dict(_acts(domain))
    nouns = [(noun, name) for name, field in fields.items() for noun in _nouns(field, language)]
    choices = list(_choices(domain))
    phrases = [phrase for phrase, _ in [*choices, *nouns]] + list(acts)
    phrases += [part.replace("{v}", " ") for field in fields.values() for part in field.words.alternatives(language)]
    phrases += [word for tool in domain.tools for word in tool.objects]
    phrases += [name.replace("_", " ") for name in (*fields, *domain.goal, *domain.tool)]
    return Lexicon(
        domain, language,
        kinds={name: _kind(field) for name, field in fields.items()},
        frames={name: tuple(_frames(field, language)) for name, field in fields.items()},
        choices=Phrases(choices),
        nouns=Phrases(nouns),
        acts=Phrases(acts.items()),
        known=frozenset(key for phrase in phrases for accept in pattern_of(phrase) for key in accept),
        counts_people=_speaking_of(fields, language, "us"),
        capped=_speaking_of(fields, language, "at_most", "money"),
    )  # fmt: skip


def _kind(field: Field) -> Kind:
    """What sort of values a field takes, found by trying: so constrained and wrapped types need no special care."""
    if field.choices:
        return "choice"
    if isinstance(_tried(field, True), bool) and not isinstance(_tried(field, 7), int | float):
        return "flag"
    for raw, kind, expected in _TRIALS:
        if isinstance(value := _tried(field, raw), expected) and not isinstance(value, bool):
            if kind != "date" or not isinstance(value, datetime):
                return kind
    return "flag" if isinstance(_tried(field, True), bool) else "text"


_TRIALS: tuple[tuple[Any, Kind, type], ...] = (
    ("2026-08-07T15:00:00+03:00", "datetime", datetime), ("2026-08-07", "date", date), ("15:00", "time", time),
    (2, "number", int | float | Decimal), (100, "number", int | float | Decimal), (0.5, "number", float | Decimal),
)  # type: ignore[assignment]  # fmt: skip


def _tried(field: Field, raw: Any) -> Any:
    try:
        return field.parse_member(raw)
    except ValueProblem:
        return None


def fits(field: Field, raw: Any) -> Any:
    """The canonical value of ``raw`` in a field, or ``None`` where it does not fit."""
    return _tried(field, raw)


def _choices(domain: Domain) -> Iterator[tuple[str, tuple[str, Any]]]:
    """Every word for every value of a closed list, whatever its language: a value may be named by its own text."""
    for name, field in domain.field.items():
        for value in field.choices:
            own = getattr(value, "value", value)
            spoken = [str(own).replace("_", " ")] if isinstance(own, str) else []
            for phrase in dict.fromkeys([*spoken, *field.synonyms.get(value, ())]):
                yield phrase, (name, field.parse_member(value))


def _nouns(field: Field, language: str) -> Sequence[str]:
    """What a field is called: its name, its label and the alternatives without a place for the value."""
    own = [part for part in field.words.alternatives(language) if "{v}" not in part]
    label = field.name.replace("_", " ")
    found = [label, field.label, *own]
    if label.split()[-1] in {"at", "on", "by"}:
        found.append(label.rsplit(" ", 1)[0])
    return tuple(dict.fromkeys(found))


def _frames(field: Field, language: str) -> Iterator[Frame]:
    for part in field.words.alternatives(language):
        if "{v}" in part:
            before, _, after = part.partition("{v}")
            patterns = pattern_of(before), pattern_of(after)
            words = normalise(part.replace("{v}", " ")).lower().split()
            content = [word for word in words if word not in _PREPOSITIONS[language]]
            yield Frame(*patterns, 4 + 2 * len(content) if content else 2)


def _acts(domain: Domain) -> Iterator[tuple[str, Act]]:
    """The words of goals and tools; one word may name both a goal and the tools that it comes to."""
    goals: dict[str, list[str]] = {}
    tools: dict[str, list[str]] = {}
    for goal in domain.goals:
        for word in [*goal.words, *_spoken(goal.name)]:
            goals.setdefault(word.lower(), []).append(goal.name)
    for tool in domain.tools:
        for word in [*tool.words, *_spoken(tool.name)]:
            tools.setdefault(word.lower(), []).append(tool.name)
    for word in dict.fromkeys([*goals, *tools]):
        named = tuple(dict.fromkeys(goals.get(word, ())))
        ends = [end for goal in named if (end := domain.goal[goal].ends_with) is not None]
        yield word, Act(named, tuple(dict.fromkeys([*tools.get(word, ()), *ends])))


def _spoken(name: str) -> list[str]:
    """``reserve_room`` is spoken of as "reserve room" and as "reserve"."""
    return list(dict.fromkeys([name.replace("_", " "), name.split("_")[0]]))


def _speaking_of(fields: dict[str, Field], language: str, *names: str) -> frozenset[str]:
    """The fields whose own words hold a general word, such as one for people."""
    keys = {key for name in names for p in NAMES[name][language].split("|") for key in _only(pattern_of(p))}
    found = set()
    for name, field in fields.items():
        texts = [*field.words.alternatives(language), name.replace("_", " "), field.label]
        spoken = {key for text in texts for accept in pattern_of(text.replace("{v}", " ")) for key in accept}
        if spoken & keys:
            found.add(name)
    return frozenset(found)


def _only(pattern: tuple[frozenset[str], ...]) -> frozenset[str]:
    return pattern[0] if len(pattern) == 1 else frozenset()
