"""Agents for the tests of this folder: the reference model, whole or with one planted bug."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from intentprops import State
from intentprops.domains.rooms import rooms
from intentprops.running import Session
from intentprops.running.memory import with_memory
from intentprops.running.reference import ReferenceModel

Change = Callable[[State], State]


def misled(change: Change, mode: str = "structured") -> Any:
    """The reference model, which plans from another state than it keeps."""

    class Misled(ReferenceModel):
        def _decide(self, progress: Any, calls: Any) -> Any:
            wished = progress.state
            progress.state = change(wished)
            step = super()._decide(progress, calls)
            progress.state = wished
            return step

    return with_memory(Misled(rooms), mode)  # type: ignore[arg-type]


def first_number(state: State) -> State:
    """The number of people that was said first stays for good."""
    old = [entry.old for entry in state.superseded if entry.path == "constraints.attendees"]
    return replace(state, values={**state.values, "attendees": old[0]}) if old and "attendees" in state.values else state


right = with_memory(ReferenceModel(rooms), "chat")
careful = with_memory(ReferenceModel(rooms), "structured")
stubborn = misled(first_number)


def silent(session: Session) -> Callable[[str], str]:
    """Does nothing at all."""
    return lambda message: "All right."


def broken(session: Session) -> Callable[[str], str]:
    def respond(message: str) -> str:
        raise RuntimeError("out of order")

    return respond


class EverySecond:
    """Random: the bug of ``stubborn`` in every second dialogue, and a count of the turns that it was asked."""

    def __init__(self) -> None:
        self.dialogues = self.turns = 0

    def __call__(self, session: Session) -> Any:
        self.dialogues += 1
        respond = (stubborn if self.dialogues % 2 else right)(session)

        def counted(message: str) -> Any:
            self.turns += 1
            return respond(message)

        return counted


def update(before: Any, turn: Any) -> Any:
    """An updater that is right."""
    from intentprops.schema import load_state
    from intentprops.state import dump_state
    from intentprops.transitions import apply

    state = State() if before is None else load_state(rooms, before)
    return dump_state(rooms, apply(rooms, state, turn).state)


def forgetful(before: Any, turn: Any) -> Any:
    """An updater that starts anew with each revision."""
    after = update(before, turn)
    if before is not None and any(type(change).__name__ == "Revision" for change in turn.changes):
        after["constraints"]["required_features"] = []
    return after
