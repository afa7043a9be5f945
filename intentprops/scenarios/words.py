"""Changes as a scenario file writes them: one-key mappings, in the order said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic_core import to_jsonable_python

from intentprops.changes import (
    Accept,
    Answer,
    Change,
    Compare,
    Confirm,
    Conflict,
    Detour,
    DontCare,
    Forbid,
    Permit,
    Refer,
    Remove,
    Retract,
    Return,
    Reveal,
    Revision,
    Switch,
    UnknownGoal,
    Unmodelled,
)  # fmt: skip
from intentprops.domain import Domain
from intentprops.scenarios.canonical import canonical_change
from intentprops.scenarios.places import Place
from intentprops.trace import shorten

Reader: TypeAlias = Callable[[Any, Place], Iterable[tuple[Change, Place]]]


_HERE = Place(path="changes")


def read_changes(
    domain: Domain, raw: Sequence[Mapping[str, Any]] | None, *, language: str = "en", place: Place = _HERE
) -> tuple[Change, ...]:
    """The canonical changes of a list as it stands in a scenario file; ``None`` is none.

    A topic may be a text, or one for each language, of which that of ``language`` is taken. Raises
    :class:`intentprops.ScenarioError` for unknown kinds, fields, goals and tools, and for values that do not fit.
    """
    found: list[Change] = []
    for item, here in place.items([] if raw is None else raw, "changes"):
        if not isinstance(item, Mapping) or len(item) != 1:
            raise here.error(f"{shorten(item)} is no change; it is one key with its value, such as 'reveal: {{field: value}}'")
        kind, value = next(iter(item.items()))
        inside = here.at(item, str(kind))
        read = _READERS[inside.known(kind, _READERS, "kind of change")]
        if kind in _TOPICS:
            value = localized(value, language, language, inside)
        found += [canonical_change(domain, change, at) for change, at in read(value, inside)]
    return tuple(found)


def localized(value: Any, language: str, plain: str | None, place: Place) -> str:
    """The text in ``language`` of a text for each language. ``plain`` is the language of a plain text."""
    if not isinstance(value, Mapping):
        text = place.text(value)
        if plain is None:
            raise place.error("a plain text needs its language: write 'language: en' above it, or {en: …, ru: …}")
        if plain != language:
            raise place.error(f"there is no {language!r} text beside the {plain!r} one; write {{en: …, ru: …}}")
        return text
    texts = place.mapping(value, ("en", "ru"), kind="language")
    if language not in texts:
        raise place.error(f"there is no {language!r} text; it has {', '.join(texts) or '(none)'}")
    return place.at(value, language).text(texts[language])


def _each(make: Callable[[str, Any], Change]) -> Reader:
    """Several fields in one mapping are several changes."""

    def read(value: Any, place: Place) -> Iterable[tuple[Change, Place]]:
        if not isinstance(value, Mapping) or not value:
            raise place.error(f"{shorten(value)} is no mapping of fields, such as {{field: value}}")
        return [(make(name, raw), place.at(value, str(name))) for name, raw in value.items()]

    return read


def _one(make: Callable[[Any], Change]) -> Reader:
    return lambda value, place: [(make(value), place)]


def _flag(change: Change) -> Reader:
    def read(value: Any, place: Place) -> Iterable[tuple[Change, Place]]:
        if value is not True:
            raise place.error(f"{shorten(value)}: write true, or leave it out")
        return [(change, place)]

    return read


def _switch(value: Any, place: Place) -> Iterable[tuple[Change, Place]]:
    if not isinstance(value, Mapping):
        return [(Switch(value), place)]
    parts = place.mapping(value, ("goal", "disposition"), ["goal"])
    return [(Switch(parts["goal"], parts.get("disposition")), place)]


def _return(value: Any, place: Place) -> Iterable[tuple[Change, Place]]:
    if not isinstance(value, Mapping):
        return [(Return(value), place)]
    parts = place.mapping(value, ("version",), ["version"])
    return [(Return(version=place.at(value, "version").text(parts["version"])), place)]


_TOPICS = ("unmodelled", "unknown_goal", "answer")

_READERS: dict[str, Reader] = {
    "switch": _switch,
    "reveal": _each(Reveal),
    "revise": _each(Revision),
    "remove": _each(Remove),
    "retract": _one(Retract),
    "any": _one(DontCare),
    "accept": _one(Accept),
    "refer": _each(Refer),
    "return": _return,
    "conflict": _each(Conflict),
    "unmodelled": _one(Unmodelled),
    "unknown_goal": _one(UnknownGoal),
    "answer": _one(Answer),
    "detour": _one(Detour),
    "confirm": _flag(Confirm()),
    "forbid": _one(Forbid),
    "permit": _one(Permit),
    "compare": _flag(Compare()),
}
KINDS = tuple(_READERS)
"""The kinds of change that a file may write."""


def dump_changes(changes: Iterable[Change], domain: Domain | None = None) -> list[dict[str, Any]]:
    """Changes as plain data, as :func:`read_changes` takes them. ``domain`` is needed where a field writes its values in
    a manner of its own."""
    return [_dump(change, domain) for change in changes]


def _dump(change: Change, domain: Domain | None) -> dict[str, Any]:
    match change:
        case Switch(goal, None):
            return {"switch": goal}
        case Switch(goal, disposition):
            return {"switch": {"goal": goal, "disposition": disposition}}
        case Reveal(name, value):
            return {"reveal": {name: _value(name, value, domain)}}
        case Revision(name, value):
            return {"revise": {name: _value(name, value, domain)}}
        case Remove(name, members):
            return {"remove": {name: _value(name, members, domain)}}
        case Retract(name):
            return {"retract": name}
        case DontCare(name):
            return {"any": name}
        case Accept(position):
            return {"accept": position}
        case Refer(name, source):
            return {"refer": {name: source}}
        case Return(None, version):
            return {"return": {"version": version}}
        case Return(name, _):
            return {"return": name}
        case Conflict(name, values):
            return {"conflict": {name: [_value(name, value, domain) for value in values]}}
        case Unmodelled(topic):
            return {"unmodelled": topic}
        case UnknownGoal(topic):
            return {"unknown_goal": topic}
        case Answer(topic):
            return {"answer": topic}
        case Detour(goal):
            return {"detour": goal}
        case Confirm():
            return {"confirm": True}
        case Forbid(names):
            return {"forbid": sorted(names)}
        case Permit(names):
            return {"permit": sorted(names)}
        case Compare():
            return {"compare": True}


def _value(name: str, value: Any, domain: Domain | None) -> Any:
    field = domain.field.get(name) if domain is not None else None
    if field is not None:
        return field.dump(value)
    if isinstance(value, (set, frozenset)):
        return sorted((to_jsonable_python(member) for member in value), key=str)
    return to_jsonable_python(value)
