"""What each change of a message says: the table of frames that suits it, and the words that fill them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from types import ModuleType
from typing import Any

from intentprops.changes import (
    GOAL,
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
)
from intentprops.fields import Field
from intentprops.reading.lexicon import fits
from intentprops.strategies.utterances import forms_en, forms_ru, topics
from intentprops.strategies.utterances.scene import Forms, Scene, still

LANGUAGES: Mapping[str, ModuleType] = {"en": forms_en, "ru": forms_ru}


@dataclass(frozen=True)
class Part:
    """One thing that a message says.

    ``kind`` is the kind of change, ``key`` the table of frames; ``old`` and ``wrong`` are the words of the value that
    goes away and of a slip of the tongue. ``subject`` is what other words agree with (in Russian).
    """

    kind: str
    key: str
    forms: Forms
    old: Forms | None = None
    wrong: Forms | None = None
    subject: str = ""
    plural: bool = False

    @property
    def is_value(self) -> bool:
        return self.kind in ("reveal", "revision")


def part(scene: Scene, change: Change) -> Part:
    """What a change says where it stands."""
    match change:
        case Reveal(name, value) | Revision(name, value):
            return _value(scene, scene.domain.field[name], value, isinstance(change, Revision))
        case Remove(name, members):
            return _of_set(scene, scene.domain.field[name], frozenset(), frozenset(members), "remove")
        case Conflict(name, values) if name != GOAL:
            return _conflict(scene, scene.domain.field[name], values)
        case Retract(name) | DontCare(name):
            kind = "retract" if isinstance(change, Retract) else "any"
            return _named(scene, kind, scene.domain.field[name])
        case Refer(name, source):
            found = _named(scene, "refer", scene.domain.field[name])
            return replace(found, forms={**found.forms, "source": _module(scene).name(scene, scene.domain.field[source])["name"]})
        case Return(str() as name, _):
            return _named(scene, "return", scene.domain.field[name])
        case Return(None, label):
            return Part("version", "version", {"label": still(str(label))})
    return _act(scene, change)


def _act(scene: Scene, change: Change) -> Part:
    language = _module(scene)
    match change:
        case Conflict(_, (one, two, *_)):
            first, second = language.goal(scene, one), language.goal(scene, two)
            comma = "," if scene.language == "ru" and "," in first["do"]("") else ""
            return Part("torn", "torn", {"one": still(first["do"]("") + comma), "two": second["do"]})
        case Switch(goal):
            return Part("switch", "switch", language.goal(scene, goal))
        case Detour(goal):
            return Part("detour", "detour", {**language.goal(scene, goal), **_ahead(scene)})
        case Forbid(names) | Permit(names):
            kind = "forbid" if isinstance(change, Forbid) else "permit"
            key = "forbid_all" if kind == "forbid" and len(names) > 1 and names == scene.domain.effectful else kind
            return Part(kind, key, language.tools(scene, names))
        case Accept(position):
            forms = language.ordinal(scene, position)
            return Part("accept", "accept", forms, subject=forms["noun"](""))
        case Unmodelled(topic) | UnknownGoal(topic) | Answer(topic):
            return _topic(scene, type(change).__name__, topic)
        case Confirm():
            return Part("confirm", "confirm", {})
        case Compare():
            return Part("compare", "compare", {})
    raise TypeError(f"no words for {change!r}: it is none of the changes of a message")


_AHEAD = {"do": "ahead", "doing": "aheading", "to_do": "ahead_to", "doing_noun": "aheading_noun"}
_AHEAD_OF_EFFECT = _AHEAD | {"it": "ahead", "doing_it": "aheading", "alone": "ahead_to"}
"""The words of the task that a detour puts off; what an effect is done to is known by then."""


def _ahead(scene: Scene) -> dict[str, Any]:
    if scene.state.goal is None:
        return {}
    words = _module(scene).goal(scene, scene.state.goal)
    table = _AHEAD_OF_EFFECT if scene.domain.goal[scene.state.goal].ends_with else _AHEAD
    return {ahead: words[key] for key, ahead in table.items() if key in words}


ASIDE = Part("aside", "aside", {})


def _module(scene: Scene) -> ModuleType:
    return LANGUAGES[scene.language]


def _named(scene: Scene, kind: str, field: Field) -> Part:
    forms = _module(scene).name(scene, field)
    return Part(kind, kind, forms, subject=forms["name"](""), plural="plural" in forms)


def _value(scene: Scene, field: Field, value: Any, revises: bool) -> Part:
    held = scene.state.values.get(field.name)
    kind = "revision" if revises and held is not None else "reveal"
    if field.is_set:
        known: frozenset[Any] = held if held is not None else frozenset()
        gone = known - value if revises else frozenset()
        return _of_set(scene, field, (value - known) or (frozenset() if gone else value), gone, kind)
    shape, forms = _module(scene).value(scene, field, value, held)
    old = wrong = None
    if held is not None and held != value:
        old = _module(scene).value(replace(scene, variant=0), field, held, _counterpart(held, value))[1]
    if (slip := _slip(scene, field, value, held)) is not None:
        other, found = _module(scene).value(scene, field, slip, _counterpart(slip, value) if held is not None else None)
        wrong = found if other == shape else None
    return Part(kind, shape, forms, old, wrong, forms.get("noun", still(""))(""), plural=shape in ("people", "count"))


def _counterpart(moment: Any, value: Any) -> Any:
    """What a moment is told apart from, so that only the part that differs is said."""
    return value if isinstance(moment, datetime) else None


def _slip(scene: Scene, field: Field, value: Any, held: Any) -> Any:
    """A value that somebody may say by mistake: near the one that is meant, and not the one that goes away."""
    near: list[Any] = []
    if isinstance(value, (datetime, date)):
        steps = [timedelta(hours=1), timedelta(hours=-1)] if isinstance(value, datetime) else [timedelta(days=1), timedelta(days=2)]
        if isinstance(value, datetime) and isinstance(held, datetime) and held.timetz() == value.timetz():
            steps = [timedelta(days=1), timedelta(days=2)]
        near = [value + step for step in steps]
    elif isinstance(value, time):
        near = [value.replace(hour=(value.hour + 1) % 24), value.replace(hour=(value.hour - 1) % 24)]
    elif isinstance(value, bool) or scene.kind(field) == "flag":
        return None
    elif field.choices:
        near = [field.parse_member(choice) for choice in field.choices]
    elif scene.kind(field) == "number":
        gap = 1 if value < 20 else 50
        near = [value + gap, value - gap, value + 2 * gap]
    return next((other for other in near if other not in (value, held) and fits(field, other) is not None), None)


def _of_set(scene: Scene, field: Field, some: frozenset[Any], gone: frozenset[Any], kind: str) -> Part:
    language = _module(scene)
    added = language.value(scene, field, some)[1] if some else {}
    dropped = language.value(scene, field, gone)[1] if gone else {}
    subject = (added or dropped or {"subject": still("")})["subject"]("")
    if some and gone:
        swapped = {"gone": dropped["these"], "bare_gone": dropped["bare"]}
        return Part(kind, "replace", {**added, **swapped}, subject=subject, plural=len(some) > 1)
    if gone:
        return Part(kind, "remove", dropped, subject=subject, plural=len(gone) > 1)
    return Part(kind, "set", added, subject=subject, plural=len(some) > 1) if some else _named(scene, "any", field)


def _conflict(scene: Scene, field: Field, values: Sequence[Any]) -> Part:
    language = _module(scene)
    held = scene.state.values.get(field.name)
    known, before = _told_apart(values[-2], values[-1], held)
    one, two = language.value(scene, field, values[-2], known), language.value(scene, field, values[-1], before)
    joined = "v" if "v" in one[1] and one[0] not in ("place", "moment", "measure") else "pp"
    forms: dict[str, Any] = {"one": one[1][joined], "two": two[1][joined]}
    if one[0] in ("leg", "mark", "quality"):
        told = "v" if one[0] == "quality" else "on"
        forms = {"one": one[1][told], "two": two[1][told], "name": one[1]["name"]}
        return Part("conflict", "rivals", forms, subject=forms["name"](""))
    if one[0] in ("people", "person", "one", "count"):
        forms["one"], forms["two"] = one[1]["v"], language.counted(two[1])
    return Part("conflict", "conflict", forms)


def _told_apart(one: Any, two: Any, held: Any) -> tuple[Any, Any]:
    """What each of two rival moments is told apart from: a day or an hour that all of them share is not said again."""
    if not (isinstance(one, datetime) and isinstance(two, datetime)):
        return held, held
    if one.date() == two.date():
        return (held if isinstance(held, datetime) and held.date() == one.date() else None), one
    shared = isinstance(held, datetime) and one.time() == two.time() == held.time()
    return (two, one) if shared else (None, None)


def _topic(scene: Scene, kind: str, topic: str) -> Part:
    known = topics.find(topic, scene.language)
    key = {"Unmodelled": "unmodelled", "UnknownGoal": "unknown", "Answer": "answer"}[kind]
    about = known.about if known else topic
    said = (known.answers if kind == "Answer" else known.says) if known else (topic,) * 6
    forms = {f"s{n + 1}": still(text) for n, text in enumerate(said[scene.variant % len(said) :] + said[: scene.variant % len(said)])}
    forms |= {f"b{n}": forms[f"s{n}"] for n in (1, 2, 3)}
    return Part(key, key, {**forms, **_module(scene).topic(about)}, subject=about)
