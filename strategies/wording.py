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
            before = apply(domain, state, Turn(tuple(messages)), offers).state if messages else state
            context = Context(scenario.now, before, offers, tuple(question.id for question in before.questions))
            choice = manner.choice and manner.choice + len(done) + len(messages)
            said = utterances.phrase(domain, message.changes, context, language, style=manner.style, choice=choice)
            messages.append(replace(message, text=said.text))
        if turn.label is not None:
            text = f"{messages[-1].text} {utterances.label_phrase(turn.label, language, manner.choice)}"
            messages[-1] = replace(messages[-1], text=text)
        done.append(replace(turn, messages=tuple(messages)))
        state = apply(domain, state, done[-1], offers).state
    return replace(scenario, turns=tuple(done), language=language)


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
