"""Words for a dialogue: each message said as a person would, in one language and manner."""

from __future__ import annotations

from dataclasses import dataclass, replace

from intentprops.changes import Accept, Answer, Change, Language, Message, Return, Scenario, Turn, UnknownGoal, Unmodelled
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.reading import Context
from intentprops.state import State
from intentprops.strategies import utterances
from intentprops.strategies.interpret import LABELS
from intentprops.transitions import apply


@dataclass(frozen=True)
class Manner:
    """How a user speaks: the style, and a number that picks the turns of phrase; 0 the plainest."""

    style: str = "plain"
    choice: int = 0


PLAIN = Manner()


def worded(domain: Domain, scenario: Scenario, language: Language, manner: Manner = PLAIN) -> Scenario:
    """The same dialogue in words. Topics and labels take their names in the language too."""
    named = [_named(turn, language) for turn in scenario.turns]
    done: list[Turn] = []
    state = State()
    for number, turn in enumerate(named):
        offers = _offers(domain, replace(scenario, turns=tuple(named[:number]))) if _accepts(turn) else ()
        messages: list[Message] = []
        for message in turn.messages:
            choice = manner.choice and manner.choice + len(done) + len(messages)
            messages += _said(domain, state, messages, message, scenario, offers, language, replace(manner, choice=choice))
        if turn.label is not None:
            text = f"{messages[-1].text} {utterances.label_phrase(turn.label, language, manner.choice)}"
            messages[-1] = replace(messages[-1], text=text)
        done.append(replace(turn, messages=tuple(messages)))
        state = apply(domain, state, done[-1], offers).state
    return replace(scenario, turns=tuple(done), language=language)


def _said(
    domain: Domain, state: State, earlier: list[Message], message: Message, scenario: Scenario, offers: tuple[str, ...],
    language: Language, manner: Manner,
) -> list[Message]:  # fmt: skip
    """One message in words. Changes that nobody could read out of one message are said one after the other instead, if that
    means the same."""
    said = _phrase(domain, state, earlier, message.changes, scenario, offers, language, manner)
    if not said.beyond or len(message.changes) < 2:
        return [replace(message, text=said.text)]
    parts: list[Message] = []
    for change in message.changes:
        part = _phrase(domain, state, [*earlier, *parts], (change,), scenario, offers, language, manner)
        parts.append(Message(part.text, (change,)))
    together = apply(domain, state, Turn((*earlier, message)), offers).state.content()
    apart = apply(domain, state, Turn((*earlier, *parts)), offers).state.content()
    return parts if together == apart else [replace(message, text=said.text)]


def _phrase(
    domain: Domain, state: State, earlier: list[Message], changes: tuple[Change, ...], scenario: Scenario, offers: tuple[str, ...],
    language: Language, manner: Manner,
) -> utterances.Utterance:  # fmt: skip
    before = apply(domain, state, Turn(tuple(earlier)), offers).state if earlier else state
    context = Context(scenario.now, before, offers, tuple(question.id for question in before.questions))
    return utterances.phrase(domain, changes, context, language, style=manner.style, choice=manner.choice)


def plain(domain: Domain, scenario: Scenario) -> Scenario:
    """The same changes in the plainest words."""
    return worded(domain, scenario, scenario.language)


def _accepts(turn: Turn) -> bool:
    return any(isinstance(change, Accept) for change in turn.changes)


def _offers(domain: Domain, scenario: Scenario) -> tuple[str, ...]:
    trace = correct_trace(domain, scenario)
    return tuple(trace[len(scenario.turns) - 1].offers or ())


def _named(turn: Turn, language: Language) -> Turn:
    """Topics and labels by their names in a language."""
    messages = [replace(m, changes=tuple(_change(change, language) for change in m.changes)) for m in turn.messages]
    label = turn.label and _label(turn.label, language)
    return replace(turn, messages=tuple(messages), label=label)


def _change(change: Change, language: Language) -> Change:
    match change:
        case Unmodelled(topic) | UnknownGoal(topic) | Answer(topic):
            return type(change)(utterances.topic_in(topic, language))
        case Return(None, str() as version):
            return Return(version=_label(version, language))
    return change


def _label(label: str, language: Language) -> str:
    return f"план {'АБВ'[LABELS.index(label)]}" if language == "ru" and label in LABELS else label
