"""Constraint fields: what a user's pydantic model says of them, and how their values are read and compared."""

from __future__ import annotations

import types
import typing
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from functools import cache, cached_property
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError

from intentprops.errors import DomainError, ValueProblem

PREFIX = "constraints."
_SETS = (set, frozenset)


@dataclass(frozen=True)
class Words:
    """How people name a field, in each language: alternatives separated by ``|``.

    An alternative is either a noun that stands beside the value (``"people|attendees"``) or a frame with
    the placeholder ``{v}`` where the value goes (``"there will be {v} of us"``). Inflected forms need not be listed.
    ``ask`` is the question to ask when the value is missing.
    """

    en: str = ""
    ru: str = ""
    ask_en: str = ""
    ask_ru: str = ""

    def alternatives(self, language: str) -> tuple[str, ...]:
        return _alternatives(self.ru if language == "ru" else self.en)

    def nouns(self, language: str) -> tuple[str, ...]:
        """The alternatives that stand beside a value, without those that frame it."""
        return tuple(word for word in self.alternatives(language) if "{" not in word)

    def ask(self, language: str) -> str:
        return self.ask_ru if language == "ru" else self.ask_en


@cache
def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split("|") if part.strip())


@dataclass(frozen=True)
class FromItem:
    """Marks a field that holds a part of a chosen item, such as its id: what an accepted offer sets (T10)."""

    key: str = "id"


@dataclass(frozen=True)
class Field:
    """One constraint field of a domain, scalar or set.

    ``annotation`` is the type of a value (for a set: of a member). Values are canonical Python values; JSON
    values, synonyms and other spellings of one instant become canonical through :meth:`parse`.
    """

    name: str
    annotation: Any
    is_set: bool
    label: str
    words: Words
    from_item: FromItem | None
    synonyms: Mapping[Any, tuple[str, ...]] = field(default_factory=dict)
    _cache: dict[Hashable, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def path(self) -> str:
        return PREFIX + self.name

    @cached_property
    def _adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.annotation)

    @cached_property
    def choices(self) -> tuple[Any, ...]:
        """The closed list of values, where the annotation is a ``Literal`` or an ``Enum``; else empty."""
        return _choices(self.annotation)

    @cached_property
    def _by_synonym(self) -> dict[str, Any]:
        return {word.casefold(): value for value, words in self.synonyms.items() for word in words}

    @property
    def empty(self) -> Any:
        """What an unknown field holds: ``None``, or the empty set (sets are never unknown, only empty: T4)."""
        return frozenset() if self.is_set else None

    def parse(self, raw: Any) -> Any:
        """The canonical value of ``raw``; ``None`` (for a set: the empty set) where nothing is said.

        Raises :class:`ValueProblem`, which names the field, the value and what would be right.
        """
        if raw is None:
            return self.empty
        if self.is_set:
            if isinstance(raw, str) or not isinstance(raw, (list, tuple, set, frozenset)):
                raise ValueProblem(f"{self.path}: {raw!r} is not a list of members")
            return frozenset(self.parse_member(member) for member in raw)
        return self.parse_member(raw)

    def parse_member(self, raw: Any) -> Any:
        """The canonical form of one value, or of one member of a set."""
        key = (type(raw), raw, str(raw))  # one moment in two zones is equal, and is not spelled alike
        try:
            return self._cache[key]
        except KeyError:
            value = self._cache[key] = self._read(raw)
            return value
        except TypeError:  # not hashable: a list or an object where one value belongs
            return self._read(raw)

    def _read(self, raw: Any) -> Any:
        if isinstance(raw, str) and (known := self._by_synonym.get(raw.casefold())) is not None:
            return known
        try:
            value = self._adapter.validate_python(raw)
        except ValidationError as error:
            raise ValueProblem(f"{self.path}: {raw!r} does not fit: {_first(error)}{self._hint()}") from None
        if isinstance(value, datetime) and value.tzinfo is None:
            raise ValueProblem(f"{self.path}: {raw!r} has no zone; write it with an offset, such as {raw}+03:00")
        if isinstance(value, float) and value.is_integer() and self.annotation is not float:
            return int(value)
        return value

    def _hint(self) -> str:
        return f"; one of {', '.join(map(str, self.choices))}" if self.choices else ""

    def sample(self) -> Any:
        """The JSON form of some value, for a call that needs one where any will do; ``None`` if none comes to mind."""
        for raw in (*self.choices, "any", "2030-01-07T12:00:00+00:00", "2030-01-07", "12:00", 1, 100):
            try:
                return self.dump_member(self.parse_member(raw))
            except ValueProblem:
                continue
        return None

    def dump(self, value: Any) -> Any:
        """The JSON form of a canonical value; a set becomes a sorted list."""
        if self.is_set:
            return sorted((self.dump_member(member) for member in value), key=str)
        return None if value is None else self.dump_member(value)

    def dump_member(self, value: Any) -> Any:
        """One known value in JSON form; of a set, one member."""
        return value if isinstance(value, (str, int, bool)) else self._adapter.dump_python(value, mode="json")


def read_fields(model: type[BaseModel], synonyms: Mapping[Any, typing.Sequence[str]], place: str) -> dict[str, Field]:
    """The fields of a user's pydantic model, by name.

    Raises :class:`DomainError` for a field that cannot be unknown: without ``None`` among its types, or a default
    that is not ``None`` (for a set: not empty).
    """
    fields = {}
    for name, info in model.model_fields.items():
        where = f"{place}: field {name!r}"
        annotation, markers = _unwrap(info.annotation)
        markers = [*info.metadata, *markers]
        is_set = get_origin(annotation) in _SETS
        if info.is_required() or info.get_default(call_default_factory=True) not in (None, frozenset(), set()):
            raise DomainError(f"{where} must start unknown: give it the default {'frozenset()' if is_set else 'None'}")
        if is_set:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in (list, tuple, dict) or annotation in (list, tuple, dict, set, frozenset):
            raise DomainError(f"{where} is a {annotation}; a field is a scalar or a frozenset[...] of scalars")
        constraints = [mark for mark in markers if not isinstance(mark, (Words, FromItem))]
        words = next((mark for mark in markers if isinstance(mark, Words)), Words())
        for language in ("en", "ru"):
            for phrase in words.alternatives(language):
                _check_placeholders(phrase, where)
        kept = Annotated[annotation, *constraints] if constraints else annotation
        values = set(_choices(annotation))
        fields[name] = Field(
            name=name,
            annotation=kept,
            is_set=is_set,
            label=info.title or name.replace("_", " "),
            words=words,
            from_item=next((mark for mark in markers if isinstance(mark, FromItem)), None),
            synonyms={value: tuple(words) for value, words in synonyms.items() if value in values},
        )
    return fields


def _check_placeholders(phrase: str, where: str) -> None:
    import string

    for _, name, _, _ in string.Formatter().parse(phrase):
        if name is not None and name != "v":
            raise DomainError(f"{where}: the phrase {phrase!r} has the unknown placeholder {{{name}}}; only {{v}} is filled")


def _unwrap(annotation: Any) -> tuple[Any, list[Any]]:
    """Strip ``Annotated`` and ``| None``; return the bare type and all markers found on the way."""
    markers: list[Any] = []
    while True:
        origin = get_origin(annotation)
        if origin is Annotated:
            annotation, *found = get_args(annotation)
            markers += found
        elif origin in (types.UnionType, typing.Union):
            rest = [arg for arg in get_args(annotation) if arg is not type(None)]
            if len(rest) != 1:
                return annotation, markers
            annotation = rest[0]
        else:
            return annotation, markers


def _choices(annotation: Any) -> tuple[Any, ...]:
    bare, _ = _unwrap(annotation)
    if get_origin(bare) is typing.Literal:
        return get_args(bare)
    if isinstance(bare, type) and issubclass(bare, Enum):
        return tuple(bare)
    return ()


def _first(error: ValidationError) -> str:
    return error.errors(include_url=False, include_input=False)[0]["msg"].lower()
