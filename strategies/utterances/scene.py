"""What a message is said in, the words that fill the gaps of a frame, and how they are filled in."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeAlias, TypeVar

from intentprops.changes import Language
from intentprops.domain import Domain
from intentprops.fields import Field
from intentprops.language import language_of
from intentprops.reading.lexicon import MOMENTS, Lexicon, lexicon
from intentprops.state import State

T = TypeVar("T")
Form: TypeAlias = Callable[[str], str]
"""Words in a case (or another form) that a frame asks for."""
Forms: TypeAlias = Mapping[str, Form]


@dataclass(frozen=True)
class Scene:
    """The dialogue as a speaker sees it. ``variant`` picks among words that mean the same; 0 the plainest.

    ``formal`` speaks to the agent as to a stranger (in Russian: вы), ``brief`` in as few words as will do.
    """

    domain: Domain
    language: Language
    now: datetime
    state: State
    offers: Sequence[str] = ()
    variant: int = 0
    formal: bool = False
    brief: bool = False

    def pick(self, options: Sequence[T], salt: int = 0) -> T:
        """One of some words that mean the same."""
        return options[self.variant * (2 * salt + 1) % len(options)]

    @property
    def lexicon(self) -> Lexicon:
        return lexicon(self.domain, self.language)

    def kind(self, field: Field) -> str:
        return self.lexicon.kinds[field.name]

    def counts_people(self, field: Field) -> bool:
        """Whether a field is the one that counts those who come, in any language."""
        return any(field.name in lexicon(self.domain, language).counts_people for language in ("en", "ru"))

    def exists(self, field: Field, goal: str | None) -> bool:
        return goal is None or goal in self.domain.owners.get(field.name, {goal})

    def moments(self) -> list[Field]:
        """The fields that hold a moment."""
        return [field for field in self.domain.field.values() if self.kind(field) in MOMENTS]

    def item(self) -> Field | None:
        """The field that names the item which the task is about."""
        fields = [f for f in self.domain.field.values() if f.from_item is not None]
        keys = {result.key for result in self.domain.result.values()}
        return next((f for f in fields if f.from_item is not None and f.from_item.key in keys), None)


def spoken(field: Field, value: Any, language: str) -> list[str]:
    """The words for a value of a closed list in a language: its own text, then its synonyms; a name as it is."""
    own = str(getattr(value, "value", value)).replace("_", " ")
    words = list(dict.fromkeys([own, *field.synonyms.get(value, ())]))
    fitting = [word for word in words if language_of(word) == language]
    code = own.isupper() or any(letter.isdigit() for letter in own)
    if code and len(fitting) > 1:  # nobody says "SVO" who can say "Moscow"
        fitting = [word for word in fitting if word != own]
    return fitting or [own]


def frames(field: Field, language: str) -> list[tuple[str, str]]:
    """What the field's own frames have before and after the value."""
    found = [part.partition("{v}") for part in field.words.alternatives(language) if "{v}" in part]
    return [(before.strip(), after.strip()) for before, _, after in found]


@cache
def parsed(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """A template as pieces: text, then the name of a gap and the form that it asks for."""
    return tuple((text, name, spec or "") for text, name, spec, _ in string.Formatter().parse(template))


def fill(template: str, forms: Forms, agree: Callable[[str, str], str] | None = None) -> str | None:
    """A frame with its gaps filled; ``None`` where a gap has no words here. ``agree`` inflects a word after the subject."""
    out: list[str] = []
    for text, name, spec in parsed(template):
        out.append(text)
        if name is None:
            continue
        if name in forms:
            out.append(forms[name](spec))
        elif agree is not None and not name.isascii():
            out.append(agree(name, spec))
        else:
            return None
    return "".join(out)


def still(text: str) -> Form:
    """Words that have one form."""
    return lambda spec: text
