"""Small changes of traces and of minds, of which defects and variants are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from intentprops.changes import Turn
from intentprops.correct import Act, Say
from intentprops.language import words_in
from intentprops.mutants.agent import Fault, Mind
from intentprops.mutants.case import shown
from intentprops.mutants.shape import Edit
from intentprops.running import speech
from intentprops.state import State
from intentprops.tools import Tool
from intentprops.trace import TurnRecord


def at(turn: int, change: Callable[[TurnRecord], Any]) -> Edit:
    """Change the record of one turn."""

    def edit(trace: list[TurnRecord]) -> None:
        if turn <= len(trace):
            change(trace[turn - 1])

    return edit


def since(turn: int, change: Callable[[TurnRecord], Any]) -> Edit:
    """Change the records of a turn and of all later ones."""

    def edit(trace: list[TurnRecord]) -> None:
        for record in trace[turn - 1 :]:
            change(record)

    return edit


def put(part: str, name: str, value: Any) -> Callable[[TurnRecord], None]:
    """Put a value into a part of the exposed state: ``put("constraints", "attendees", 12)``."""

    def change(record: TurnRecord) -> None:
        shown(record)[part][name] = value

    return change


def says(text: str) -> Callable[[TurnRecord], None]:
    """Say a sentence more."""

    def change(record: TurnRecord) -> None:
        record.assistant_message = f"{record.assistant_message or ''} {text}".strip()

    return change


def believes(turn: int, change: Callable[[State], State]) -> Fault:
    """An agent that takes its state for another one, from the moment at which it heard a turn. It counts that as a revision."""

    def read(mind: Mind, said: Turn) -> None:
        if mind.turn != turn:
            return
        state = mind.progress.state
        changed = change(state)
        moved = changed.content() != state.content()
        mind.progress.state = replace(changed, revision=state.revision + moved)

    return Fault(read=(read,))


def with_value(name: str, value: Any) -> Callable[[State], State]:
    """The state with another value of a field; ``None`` is unknown."""

    def change(state: State) -> State:
        values: Mapping[str, Any] = {**state.values, name: value}
        kept = {key: held for key, held in values.items() if held is not None}
        return replace(state, values=kept, indifferent=state.indifferent - {name})

    return change


def acts_at_the_end(turn: int, act: Act) -> Fault:
    """An agent that makes one more call, once, when it would have ended a turn."""

    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        if mind.turn != turn or isinstance(step, Act) or act in mind.done:
            return step
        mind.done.append(act)
        return act

    return Fault(plan=(plan,))


def offers(turn: int, change: Callable[[tuple[str, ...]], Sequence[str]]) -> Fault:
    """An agent that lists other items in a turn."""

    def plan(mind: Mind, step: Act | Say) -> Act | Say:
        return replace(step, offers=tuple(change(step.offers))) if isinstance(step, Say) and mind.turn == turn else step

    return Fault(plan=(plan,))


def verb(tool: Tool, language: str) -> str:
    """The first word for a tool in a language, else its name."""
    return next(iter(words_in(tool.words, language)), tool.name.replace("_", " "))


def value_line(language: str, name: str, spelled: str) -> str:
    """The line of a summary that gives a field."""
    return speech.say("value", language, name, spelled)
