"""The interpreter of moves: a list of them, said to a domain, is a dialogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from intentprops.changes import (
    GOAL,
    Accept,
    Change,
    Compare,
    Confirm,
    Conflict,
    Detour,
    Forbid,
    Message,
    Permit,
    Return,
    Revision,
    Scenario,
    Switch,
    Turn,
    UnknownGoal,
)  # fmt: skip
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.state import State, view
from intentprops.strategies.moves import Move, Scene, says
from intentprops.transitions import apply

SILENT = "…"
"""What a message says before it was put into words."""
LABELS = ("plan A", "plan B", "plan C")
GENERATED = "generated"
"""The id of a scenario that nobody named."""
_WHOLE = (Switch, Detour, Confirm, Compare, UnknownGoal)


def interpret(
    domain: Domain, moves: Iterable[Move], pools: Mapping[str, Sequence[Any]], *, max_turns: int = 6, start: State | None = None
) -> Scenario:
    """The dialogue that moves make, without words. A move that is not legal where it stands is skipped.

    ``start`` is the state that the first move meets, if it is not the beginning.
    """
    now = now_of(domain)
    draft = Draft(domain, pools, now, start or State())
    for move in moves:
        draft.play(move, max_turns)
    turns = tuple(draft.turns)
    return Scenario(GENERATED, domain.name, turns, now, kind=kind_of(turns))


def now_of(domain: Domain) -> datetime:
    return datetime.fromisoformat(domain.world.now or "2030-01-07T09:00:00+00:00")


def kind_of(turns: Sequence[Turn]) -> str:
    """The class of a dialogue: by the largest thing that changes after its first turn."""
    later = [change for turn in turns[1:] for change in turn.changes]
    if any(isinstance(change, (Switch, Detour)) for change in later):
        return "switch"
    if any(isinstance(change, Revision) for change in later):
        return "revision"
    return "reveal" if later else "control"


class Draft:
    """A dialogue while it is made: its turns, the last of which may still be joined to."""

    def __init__(
        self, domain: Domain, pools: Mapping[str, Sequence[Any]], now: datetime, start: State = State()  # noqa: B008, since it is frozen
    ) -> None:
        self.domain, self.pools, self.now = domain, pools, now
        self.turns: list[Turn] = []
        self.before = self.state = start  # before the last turn, and after it
        self.recent: tuple[str, ...] = ()  # the field last spoken of
        self.labels: dict[str, int] = {}
        self.join: str | None = None
        self.offers: tuple[list[Turn], Sequence[str]] | None = None  # asked for last: an agent's turn is dear

    def play(self, move: Move, max_turns: int) -> None:
        if move.kind in ("and", "burst"):
            self.join = move.kind
        elif move.kind == "label":
            self._label()
        else:
            join, self.join = self.join if self.turns else None, None
            if join is not None:
                self._add(move, *self._joined(join), self.turns[:-1], self.before)
            elif len(self.turns) < max_turns:
                self._add(move, (), (), list(self.turns), self.state)

    def _joined(self, join: str) -> tuple[tuple[Message, ...], tuple[Change, ...]]:
        """The messages that stay as they are, and the changes of the one that is added to."""
        *others, last = self.turns[-1].messages
        return (tuple(others), last.changes) if join == "and" else (self.turns[-1].messages, ())

    def _add(
        self, move: Move, messages: tuple[Message, ...], said: tuple[Change, ...], earlier: list[Turn], before: State
    ) -> None:
        """Say what the move says, in a turn after the ``earlier`` ones, if it says anything there."""

        joined = bool(messages or said)
        labels = {label: at for label, at in self.labels.items() if label in before.versions}  # a turn's own names nothing in it
        scene = Scene(self.domain, self.pools, self.state, self.recent, lambda: self._listed(earlier), labels)
        changes = tuple(says(move, scene))
        if (not changes and (joined or move.kind != "aside")) or not _go_together(said, changes):
            return
        label = self.turns[-1].label if joined else None
        turn = Turn((*messages, Message(SILENT, (*said, *changes))), label)
        taken = self._listed(earlier) if any(isinstance(change, Accept) for change in turn.changes) else ()
        state = apply(self.domain, before, turn, taken).state
        if not self._sound(state):
            return
        self.state = state
        self.turns, self.before = [*earlier, turn], before
        if label is not None:
            self.labels[label] = state.revision
        for change in changes:
            if (name := getattr(change, "field", None)) in self.domain.field:
                self.recent = (name,)

    def _listed(self, turns: list[Turn]) -> Sequence[str]:
        """What the domain's own correct agent lists last, in answer to some turns."""
        if self.offers is None or self.offers[0] != turns:
            said = Scenario(GENERATED, self.domain.name, tuple(turns), self.now)
            self.offers = turns, (correct_trace(self.domain, said)[len(turns) - 1].offers or ()) if turns else ()
        return self.offers[1]

    def _sound(self, state: State) -> bool:
        """Whether the domain's own rules allow such a version: nobody can act rightly on one that breaks them."""
        seen = view(self.domain, state)
        return all(invariant.holds(seen) for invariant in self.domain.invariants)

    def _label(self) -> None:
        """Name the version that is active now, so that a return can ask for it (T9)."""
        if not self.turns or self.turns[-1].label or len(self.state.versions) >= len(LABELS) or self.state.goal is None:
            return
        label = LABELS[len(self.state.versions)]
        self.turns[-1] = replace(self.turns[-1], label=label)
        self.labels[label] = self.state.revision
        version = apply(self.domain, self.state, Turn((), label)).state.versions
        self.state = replace(self.state, versions=version)


def _go_together(said: Sequence[Change], more: Sequence[Change]) -> bool:
    """Whether one message can hold both: one change of a field, one of a kind, one about the task as a whole."""
    if not said:
        return True
    both = [*said, *more]
    whole = [c for c in both if isinstance(c, _WHOLE) or _of_all(c)]
    fields = [getattr(c, "field", None) for c in both if not _of_all(c)]
    named = [name for name in fields if name is not None]
    kinds = [Forbid if isinstance(c, Permit) else type(c) for c in both if getattr(c, "field", None) is None]
    if any(isinstance(c, Compare) for c in both):  # a question of its own: what stands beside it would be compared as well
        return False
    return len(whole) <= 1 and len(set(named)) == len(named) and len(set(kinds)) == len(kinds)


def _of_all(change: Change) -> bool:
    return (isinstance(change, Conflict) and change.field == GOAL) or (isinstance(change, Return) and change.version is not None)
