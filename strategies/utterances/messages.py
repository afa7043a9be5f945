"""One message: its parts, each in a frame, put together as a person would."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType

from intentprops.changes import Change, Reveal, Revision, Switch, Turn
from intentprops.errors import ScenarioError
from intentprops.strategies.utterances import frames_en, frames_ru, russian
from intentprops.strategies.utterances.parts import ASIDE, LANGUAGES, Part, part
from intentprops.strategies.utterances.scene import Form, Scene, fill, parsed, still
from intentprops.transitions import apply

STYLES = ("plain", "terse", "polite", "colloquial", "hesitant", "corrected")
"""The manners of speaking; "corrected" says something wrong first: "at three, no, at four"."""
_TABLES: Mapping[str, ModuleType] = {"en": frames_en, "ru": frames_ru}


@dataclass(frozen=True)
class Said:
    """A message, the style that it really has, and its main frame."""

    text: str
    style: str
    frame: str


@dataclass(frozen=True)
class Frame:
    """A frame in its manner: ``inner`` holds the words of the change, ``outer`` stands around it."""

    id: str
    outer: str
    inner: str

    @property
    def needs(self) -> frozenset[str]:
        """The gaps that the words of a part must fill; in Russian, words that only agree are none."""
        return _needs(self.inner)


@cache
def _needs(inner: str) -> frozenset[str]:
    return frozenset(name for _, name, _ in parsed(inner) if name is not None and name.isascii())


def say(scene: Scene, changes: Sequence[Change], style: str, choice: int) -> Said:
    """A message that carries changes, in a style, or in the plain one where the style has no frame for it."""
    parts = _parts(scene, changes)
    done = [_sentence(scene, one, style if n == 0 or style == "terse" else "plain", choice + n) for n, one in enumerate(parts)]
    text = _joined(scene, [words for words, _, _ in done], choice)
    used = done[0][1]
    return Said(_finished(text, used == "terse" and choice % 2 == 1), used, "+".join(frame for _, _, frame in done[:1]))


def _sentence(scene: Scene, one: Part, style: str, choice: int) -> tuple[str, str, str]:
    """The words of a part without a full stop, the style that they have, and their frame."""
    frames = _usable(scene, one, style)
    if not frames:
        style, frames = "plain", _usable(scene, one, "plain")
    if not frames:
        raise ScenarioError(f"no frame for {one.kind} ({one.key}) in {scene.language!r}; it has the words {', '.join(one.forms)}")
    frame = frames[choice * _stride(len(frames)) % len(frames)]
    return _rendered(scene, one, frame), style, frame.id


def _stride(size: int) -> int:
    """A step that visits every frame, so that few choices meet many sorts of them."""
    return next(step for step in (5, 7, 3, 11, 1) if size % step)  if size > 1 else 1


def _usable(scene: Scene, one: Part, style: str) -> list[Frame]:
    names = one.forms.keys()
    return [
        frame
        for frame in _frames(scene.language, one.key, one.kind, style)
        if frame.needs <= names
        and ("{old}" not in frame.outer or (one.old is not None and frame.needs <= one.old.keys()))
        and ("{wrong}" not in frame.outer or (one.wrong is not None and frame.needs <= one.wrong.keys()))
    ]


@cache
def _frames(language: str, key: str, kind: str, style: str) -> tuple[Frame, ...]:
    """The frames of a table in a style."""
    tables = _TABLES[language]
    table = tables.VALUES.get(key) or tables.ACTS[key]
    say_, do, bit = (table[group] for group in ("say", "do", "bit"))
    if kind == "reveal":  # what was unknown is not moved
        say_, do = (tuple(inner for inner in some if not _MOVING.search(inner)) for some in (say_, do))
    revises = kind == "revision" and key in tables.VALUES
    clean = [inner for inner in bit if not _LOADED.search(inner)] or bit[:1]
    pairs: list[tuple[str, str]] = []
    if style == "plain":
        pairs = [("{s}", inner) for inner in (*say_, *do, *table.get("more", ()))]
        pairs += _zipped(tables.MARKED, say_, clean) if revises else []
    elif style == "terse":
        pairs = [("{s}", inner) for inner in bit] + (_zipped(tables.MARKED[:2], clean, clean) if revises else [])
    elif style == "corrected":
        pairs = _zipped(tables.CORRECTED, clean, clean) if key in tables.VALUES and kind in ("reveal", "revision") else []
    else:
        wraps = tables.WRAPS[style]
        pairs = [*_wrapped(wraps["say"], say_), *_wrapped(wraps["do"], do)] if key not in tables.REFUSED else []
    if revises and style in ("polite", "colloquial", "hesitant"):
        pairs += _zipped(tables.MARKED[:5], say_, clean)
    if revises and style in ("plain", "colloquial"):
        pairs += _zipped(tables.OLD, clean, clean)[:1]
    return tuple(Frame(f"{kind}.{key}.{style}.{n}", outer, inner) for n, (outer, inner) in enumerate(pairs))


_LOADED = re.compile(r":|\b(then|too|just|also|and|total|maybe|тогда|лучше|ещё|плюс|и|только|всего)\b")
"""What makes a fragment more than a value: it cannot stand twice beside a correction."""


_MOVING = re.compile(r"\b(move|change|перенеси|сдвинь|измени|теперь)")
"""Frames that only suit what is known already."""
_TAILS = ("after all", "now", "yet", "as well", "too", "first", "instead", "for the moment")
_HEADS = ("don't", "do not", "never", "stop", "feel free", "before", "first", "just", "{do}, ")
"""How a frame ends or begins that takes no afterthought, or cannot be asked as a question."""


def _wrapped(outers: Sequence[str], inners: Sequence[str]) -> list[tuple[str, str]]:
    """Each frame in a manner, each manner about as often; what has an afterthought of its own takes no other."""
    found = []
    if any("could you" in outer for outer in outers):
        inners = [inner for inner in inners if not inner.startswith("let's")] or inners
    for n in range(max(len(outers), len(inners)) if inners else 0):
        inner = inners[n % len(inners)]
        plain = set(inner) & set(",:") or inner.endswith(_TAILS) or inner.startswith(_HEADS)
        fitting = [outer for outer in outers if outer.endswith("{s}" if inner.startswith(_HEADS) else ("{s}", "{s}?"))] if plain else outers
        found.append((fitting[n % len(fitting)], inner))
    return found


def _zipped(outers: Sequence[str], says: Sequence[str], bits: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for n, outer in enumerate(outers):
        inners = says if "{say}" in outer else bits
        found.append((outer, inners[n % len(inners)]))
    return found


_MANNERS = re.compile(r"\[(.*?)/(.*?)\]")


def _rendered(scene: Scene, one: Part, frame: Frame) -> str:
    agree = (lambda word, case: russian.agreed(word, one.subject, case, one.plural)) if scene.language == "ru" else None
    words = fill(frame.inner, one.forms, agree)
    assert words is not None
    outer: dict[str, Form] = {"s": still(words), "say": still(words), "bit": still(words)}
    for name, forms in (("old", one.old), ("wrong", one.wrong)):
        if forms is not None and f"{{{name}}}" in frame.outer:
            outer[name] = still(fill(frame.inner, forms, agree) or "")
    whole = fill(frame.outer, outer)
    assert whole is not None
    whole = _MANNERS.sub(r"\2" if scene.formal else r"\1", whole)
    return whole.replace("+", "") if scene.formal else whole.replace("+те", "")


# -- the parts of a message


def _parts(scene: Scene, changes: Sequence[Change]) -> list[Part]:
    """A goal takes the values that follow it into its own sentence; every other change is a part of its own."""
    if not changes:
        return [ASIDE]
    rest = list(changes)
    found: list[Part] = []
    first = next((c for c in rest if isinstance(c, Switch)), None)
    opens = scene.domain.goal[first.goal if first is not None else scene.domain.opens_with]
    told = [c for c in rest if isinstance(c, (Reveal, Revision)) and not (isinstance(c, Revision) and scene.domain.field[c.field].is_set)]
    if told and not opens.words_only and (first is not None or scene.state.revision == 0) and len({c.field for c in told}) == len(told):
        found.append(_opening(scene, first, told))
        rest = [c for c in rest if c is not first and c not in told]
    state = _after(scene, [c for c in changes if c not in rest])
    for number, change in enumerate(rest):
        found.append(part(replace(scene, state=state, variant=scene.variant + number if scene.variant else 0), change))
        state = _after(replace(scene, state=state), [change])
    return found


def _after(scene: Scene, changes: Sequence[Change]):  # type: ignore[no-untyped-def]
    return apply(scene.domain, scene.state, Turn.of(*changes), tuple(scene.offers)).state if changes else scene.state


def _opening(scene: Scene, switch: Switch | None, told: Sequence[Reveal | Revision]) -> Part:
    """``Find a room for twelve people on Friday, with a screen``: the goal with its values."""
    language = LANGUAGES[scene.language]
    domain = scene.domain
    goal = switch.goal if switch is not None else domain.opens_with
    forms = dict(language.goal(scene, goal))
    wants = {c.field: language.value(scene, domain.field[c.field], c.value, scene.state.values.get(c.field)) for c in told}
    best, limit = wants.get(domain.selection.order_by or ""), wants.get(domain.selection.limit or "")
    if best and limit and "best" in best[1] and "n" in limit[1] and "verb" in forms:
        forms["do"] = language.ranked(forms, limit[1], best[1])
        wants = {name: want for name, want in wants.items() if want not in (best, limit)}
    tails = [want[1]["pp"]("") for want in wants.values()]
    pairs = zip(tails, ["", *tails], strict=False)  # after a comma another one, so that "Friday, 7 August," is closed
    runs = [language.runs_on(text, n) and "," not in before for n, (text, before) in enumerate(pairs)]
    forms["tail"] = still("".join(f" {text}" if on else f", {text}" for text, on in zip(tails, runs, strict=True)))
    forms["tail_comma"], forms["tail_bare"] = still("".join(f", {text}" for text in tails)), still(", ".join(tails))
    if not tails:
        forms["tail_bare"] = forms["do"]
    forms["object"] = still(language.thing(scene, goal))
    return Part("open", "open" if switch is not None else "wish", forms, subject=language.thing(scene, goal))


# -- putting together


def _joined(scene: Scene, texts: Sequence[str], choice: int) -> str:
    text = texts[0]
    joints = _TABLES[scene.language].JOINTS
    for number, more in enumerate(texts[1:]):
        joint = joints[(choice + number) % len(joints)] if choice else joints[0]
        if text.endswith("?") or (len(text) > 60 and joint != joints[0]):
            joint = joints[0] if not text.endswith("?") else " "
        text = f"{text}{joint}{_capital(more) if joint in ('. ', ' ') else more}"
    return text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _finished(text: str, bare: bool) -> str:
    text = " ".join(text.split())
    return _capital(text) if bare or text.endswith(("?", "!", "…", ".")) else _capital(text) + "."
