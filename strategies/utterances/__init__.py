"""From what a user means to what a user says: changes become a message, in English or Russian, for any domain.

Words of the domain come from the domain alone; all else are the frames of :mod:`frames_en` and :mod:`frames_ru`. A message
is read back by the reference reader (:mod:`intentprops.reading`) before it is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from intentprops.changes import Change, Language, Turn
from intentprops.domain import Domain
from intentprops.reading import Context, read
from intentprops.strategies.utterances.messages import STYLES, Said, say
from intentprops.strategies.utterances.scene import Scene
from intentprops.strategies.utterances.topics import TOPICS, topic_in
from intentprops.transitions import apply

__all__ = ["STYLES", "TOPICS", "Utterance", "label_phrase", "phrase", "topic_in"]

_TRIES = (0, 1, 2, 3)
"""The frames of a style that are tried, counted from the one chosen; then a few plain ones."""
_PLAIN = (0, 1, 2, 3)
_REMEMBERED = 16_384
_known: dict[tuple[Any, ...], Utterance] = {}


@dataclass(frozen=True)
class Utterance:
    """A message in words. ``style`` is the style really used, ``frame`` names the main frame.

    ``beyond``: the reference reader does not read the changes back from it, so the message proves nothing about an agent.
    """

    text: str
    changes: tuple[Change, ...]
    style: str
    frame: str
    beyond: bool


def phrase(
    domain: Domain, changes: Sequence[Change], context: Context, language: Language, *, style: str = "plain", choice: int = 0
) -> Utterance:
    """One message that carries the changes; none is an aside such as thanks. The same arguments give the same text.

    ``context`` is what the user speaks into: ``now``, the state before the message, the offers and questions of the last reply.
    ``choice`` picks the frame; 0 is the plainest. Raises :class:`intentprops.errors.ScenarioError` for changes that cannot
    be said there, and :class:`ValueError` for a style that there is not.
    """
    if style not in STYLES:
        raise ValueError(f"style: there is no {style!r}; there are {', '.join(STYLES)}")
    if choice < 0:
        raise ValueError(f"choice is a whole number from 0, not {choice!r}")
    key = (domain, tuple(changes), _frozen(context), language, style, choice)
    if key not in _known:
        if len(_known) >= _REMEMBERED:
            _known.clear()
        _known[key] = _phrase(domain, tuple(changes), context, language, style, choice)
    return _known[key]


def _phrase(
    domain: Domain, changes: tuple[Change, ...], context: Context, language: Language, style: str, choice: int
) -> Utterance:
    meant = effect(domain, changes, context)
    tried: set[str] = set()
    said = None
    for said in _candidates(domain, changes, context, language, style, choice):
        if said.text in tried:
            continue
        tried.add(said.text)
        if effect(domain, read(domain, said.text, language, context), context) == meant:
            return Utterance(said.text, changes, said.style, said.frame, False)
    plainest = say(_scene(domain, context, language, "plain", 0), changes, "plain", 0)
    return Utterance(plainest.text, changes, plainest.style, plainest.frame, True)


def _candidates(
    domain: Domain, changes: tuple[Change, ...], context: Context, language: Language, style: str, choice: int
) -> Iterator[Said]:
    for manner, number in [*((style, choice + n) for n in _TRIES), *(("plain", n) for n in _PLAIN)]:
        yield say(_scene(domain, context, language, manner, number), changes, manner, number)


def _scene(domain: Domain, context: Context, language: Language, style: str, choice: int) -> Scene:
    return Scene(domain, language, context.now, context.state, context.offers, choice, style == "polite", style == "terse")


def effect(domain: Domain, changes: Sequence[Change], context: Context) -> tuple[Any, ...]:
    """What changes come to, however they are worded: the state that they leave, what is superseded, and what is asked for."""
    step = apply(domain, context.state, Turn.of(*changes), context.offers)
    state, before = step.state, context.state
    goal, values, indifferent, bans, _, *rest = state.content()
    log = frozenset((entry.path, entry.old) for entry in state.superseded[len(before.superseded) :])
    questions = sorted((q.kind, q.subject if q.kind == "conflict" else "") for q in state.questions)
    return goal, values, indifferent, bans, rest, questions, log, step.requested, step.confirmed, step.compares


def _frozen(context: Context) -> tuple[Any, ...]:
    """What of a context a message can depend on, hashable."""
    state = context.state
    paused = state.paused and (state.paused.goal, _items(state.paused.values), state.paused.indifferent)
    versions = tuple((name, v.goal, _items(v.values), v.indifferent) for name, v in state.versions.items())
    return (
        context.now, context.offers, context.asked, state.goal, _items(state.values), state.indifferent, state.bans, state.questions,
        paused, state.completed, state.touched, state.revision == 0, _items(state.first), versions,
    )  # fmt: skip


def _items(values: Any) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(values.items(), key=lambda pair: str(pair[0])))


_LABELS = {
    "en": ("Call this {label}.", "Let's call this {label}.", "This is {label}.", "Call it {label}.", "Let this be {label}.",
           "We call this {label}."),
    "ru": ("Назовём это «{label}».", "Пусть это будет «{label}».", "Это «{label}».", "Пусть это называется «{label}».",
           "Назовём это так: «{label}».", "Запомни: это «{label}»."),
}  # fmt: skip


def label_phrase(label: str, language: Language, choice: int = 0) -> str:
    """A sentence that names the version that is active after the message, and changes nothing."""
    return _LABELS[language][choice % len(_LABELS[language])].replace("{label}", label)


