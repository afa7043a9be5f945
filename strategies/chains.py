"""Dialogues as Hypothesis strategies: valid, sufficient, and made of small moves, so that they shrink to the minimum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn, SearchStrategy

from intentprops.changes import Change, Scenario, Turn
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.state import State
from intentprops.strategies.bulk import VALUE, WHICH
from intentprops.strategies.interpret import interpret
from intentprops.strategies.moves import OPENING, Kinds, Move, themes
from intentprops.strategies.values import Values, pools
from intentprops.trace import TurnRecord
from intentprops.transitions import apply


def move_lists(domain: Domain, kinds: Kinds = None, max_turns: int = 6) -> SearchStrategy[list[Move]]:
    """Lists of moves: an opening, then three short lists one after the other, which together are longer than one would be."""
    if isinstance(max_turns, bool) or not isinstance(max_turns, int) or max_turns < 1:
        raise InvalidArgument(f"max_turns is a whole number from 1, not {max_turns!r}")
    numbers = st.integers(0, WHICH - 1), st.integers(0, VALUE - 1)
    opening = st.builds(Move, st.just(OPENING), *numbers)
    return st.one_of([_of_theme(theme, opening, numbers, max_turns) for theme in themes(domain, kinds)])


def _of_theme(
    theme: Mapping[str, int], opening: SearchStrategy[Move], numbers: tuple[SearchStrategy[int], ...], max_turns: int
) -> SearchStrategy[list[Move]]:
    names = [kind for kind, weight in theme.items() for _ in range(weight)]
    some = st.lists(st.builds(Move, st.sampled_from(names), *numbers), max_size=10)
    return st.builds(_joined, opening, some, some)


def _joined(opening: Move, *parts: list[Move]) -> list[Move]:
    return [opening, *(move for part in parts for move in part)]


def _chain(
    draw: DrawFn, domain: Domain, moves: SearchStrategy[list[Move]], known: Mapping[str, Sequence[Any]], max_turns: int
) -> Scenario:
    return interpret(domain, draw(moves), known, max_turns=max_turns)


_chains = st.composite(_chain)


def silent_chains(
    domain: Domain, *, kinds: Kinds = None, max_turns: int = 6, values: Values | None = None
) -> SearchStrategy[Scenario]:
    """Dialogues without words, for what reads changes and not text."""
    return _chains(domain, move_lists(domain, kinds, max_turns), pools(domain, values), max_turns)


def _state(draw: DrawFn, domain: Domain, scenarios: SearchStrategy[Scenario]) -> State:
    state = State()
    trace = correct_trace(domain, draw(scenarios))
    return state
