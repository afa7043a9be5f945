"""The values that dialogues are made of: few for each field, so that one often comes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import combinations
from typing import Any, TypeAlias

from annotated_types import Ge, Gt, Le, Lt
from hypothesis.errors import InvalidArgument

from intentprops.domain import Domain
from intentprops.errors import ValueProblem
from intentprops.fields import Field

Values: TypeAlias = Mapping[str, Sequence[Any]]
"""Values of a user's own, by field."""
MANY = 4
"""The values of a field that are used at most."""
_NUMBERS = (2, 3, 4, 6, 8, 12, 1, 20, 100, 200, 300, 500, 1000)
_DAYS, _HOURS = (4, 5, 11, 1), (15, 16, 17, 10)


def pool(domain: Domain, name: str) -> tuple[Any, ...]:
    """The canonical values of a field, the simplest first; of a set, some of its subsets, the smallest first.

    They come from the annotation, and from what the catalogue holds: of a field that decides which items suit, only values
    that some item suits. Raises :class:`hypothesis.errors.InvalidArgument` where fewer than two values are known.
    """
    field = domain.field[name]
    found = _members(domain, field)
    if len(found) < 2:
        raise InvalidArgument(
            f"{field.path}: {len(found)} value(s) can be made of {field.annotation!r} and the catalogue;"
            f" give some, such as values={{{name!r}: [...]}}"
        )
    return _subsets(found) if field.is_set else found


def pools(domain: Domain, given: Values | None = None) -> dict[str, tuple[Any, ...]]:
    """The values of every field; those ``given`` for a field take the place of its own. A field of which fewer than two
    values are known is left out: nobody speaks of it."""
    given = given or {}
    for name in given:
        if name not in domain.field:
            raise InvalidArgument(f"values: {name!r} is no field of {domain.name}; it has {', '.join(domain.field)}")
    found = {name: _given(field, given[name]) if name in given else _own(domain, name) for name, field in domain.field.items()}
    kept = {name: values for name, values in found.items() if values}
    if not kept:
        raise InvalidArgument(f"{domain.name} has no field that can be revised: no field has two values; give some with values={{…}}")
    return kept


def _own(domain: Domain, name: str) -> tuple[Any, ...]:
    try:
        return pool(domain, name)
    except InvalidArgument:
        return ()


def _given(field: Field, raw: Sequence[Any]) -> tuple[Any, ...]:
    try:
        found = tuple(dict.fromkeys(field.parse(value) for value in raw))
    except ValueProblem as problem:
        raise InvalidArgument(f"values: {problem}") from None
    if len(found) < 2:
        raise InvalidArgument(f"values: {field.path} needs two different values or more, not {list(raw)!r}")
    return found


def _members(domain: Domain, field: Field) -> tuple[Any, ...]:
    """Single values of a field: those that its own type suggests, and those of the catalogue that it could hold."""
    if field.choices:
        return _telling(domain, field, [field.parse_member(raw) for raw in field.choices])[:MANY]
    own = _parsed(field, _suggested(field, domain.world.now))
    found = _parsed(field, _leaves(domain.world.catalogue))
    return _telling(domain, field, own, [value for value in found if type(value) in {type(other) for other in own}])[:MANY]


def _telling(domain: Domain, field: Field, own: Sequence[Any], found: Sequence[Any] = ()) -> tuple[Any, ...]:
    """Where a field decides which items suit: the values that some item suits, those of the catalogue first; else its own.

    Values that other items suit stand first, for a change between them is a change of the answer.
    """
    suited = {value: _suited(domain, field, value) for value in dict.fromkeys([*found, *own])}
    order = sorted((value for value in suited if suited[value]), key=lambda value: -len(suited[value]))
    if len(set(suited.values())) < 2 or len(order) < 2:
        return tuple(own)
    first = {suited[value]: value for value in reversed(order)}
    found = tuple(dict.fromkeys([*reversed(first.values()), *order]))
    unsuited = [value for value in suited if not suited[value]]  # with one of them nothing suits, and saying so is right
    return found if len(found) > 2 else (*found, *unsuited[:1])


def _suited(domain: Domain, field: Field, value: Any) -> frozenset[Any]:
    wants = domain.wants({field.name: frozenset([value]) if field.is_set else value})
    try:
        return frozenset(key for key, item in domain.items.items() if domain.suits(item, wants))
    except Exception:  # a world's own rule may need more than one field
        return frozenset()


def _parsed(field: Field, raw: Iterable[Any]) -> list[Any]:
    """What a field makes of raw values; a number is no moment, though some types would take it for one."""
    found: list[Any] = []
    for value in raw:
        try:
            parsed = field.parse_member(value)
        except ValueProblem:
            continue
        if parsed not in found and not (isinstance(parsed, (date, time)) and isinstance(value, (int, float))):
            found.append(parsed)
    return found


def _leaves(thing: Any) -> Iterator[Any]:
    """The single values inside the catalogue."""
    if isinstance(thing, Mapping):
        for value in thing.values():
            yield from _leaves(value)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for value in thing:
            yield from _leaves(value)
    elif thing is not None and not isinstance(thing, bool):
        yield thing


def _suggested(field: Field, now: str) -> Iterator[Any]:
    """Values that a type suggests: small numbers within its bounds, moments some days after ``now``."""
    start = datetime.fromisoformat(now) if now else datetime.fromisoformat("2030-01-07T09:00:00+00:00")
    days = [start.date() + timedelta(days=n) for n in _DAYS]
    moments = [datetime.combine(days[0], time(hour), start.tzinfo) for hour in _HOURS]
    if bool in _types(field.annotation):
        yield from (True, False)
    elif _holds(field, days[0].isoformat(), date):
        yield from days
    elif _holds(field, moments[0].isoformat(), datetime):
        yield from moments
    elif _holds(field, "15:00", time):
        yield from (time(hour) for hour in _HOURS)
    elif not _holds(field, "any", str):
        yield from (_within(field.annotation) or _NUMBERS)


def _holds(field: Field, raw: str, kind: type) -> bool:
    try:
        return type(field.parse_member(raw)) is kind
    except ValueProblem:
        return False


def _within(annotation: Any) -> list[Any]:
    """Numbers at and near the bounds where none of the usual ones fits."""
    bounds = [m for m in getattr(annotation, "__metadata__", ()) if isinstance(m, (Ge, Gt, Le, Lt))]
    low = next((m.ge if isinstance(m, Ge) else m.gt + 1 for m in bounds if isinstance(m, (Ge, Gt))), None)  # type: ignore[operator]
    if low is None or low <= _NUMBERS[0]:  # type: ignore[operator]
        return []
    return [low, low + 1, low + 2, *_NUMBERS]  # type: ignore[operator]


def _types(annotation: Any) -> set[type]:
    """The plain types inside an annotation."""
    from typing import get_args

    found = {annotation} if isinstance(annotation, type) else set()
    for part in get_args(annotation):
        found |= _types(part)
    return found


def _subsets(members: Sequence[Any]) -> tuple[frozenset[Any], ...]:
    """Subsets of up to two members, and the whole."""
    few = [frozenset(some) for size in (1, 2) for some in combinations(members, size)]
    return tuple(dict.fromkeys([*few, frozenset(members)]))
