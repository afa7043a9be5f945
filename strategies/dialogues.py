"""Dialogues as Hypothesis strategies: valid, sufficient, and made of small moves, so that they shrink to the minimum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.strategies import DrawFn, SearchStrategy

from intentprops.changes import Answer, Change, Compare, Language, Permit, Remove, Return, Scenario, Turn
from intentprops.correct import correct_trace
from intentprops.domain import Domain
from intentprops.oracle import expect
from intentprops.state import State
from intentprops.strategies.interpret import interpret
from intentprops.strategies.moves import JOINING, KINDS, OPENING, VALUE, WEIGHTS, WHICH, Kinds, Move, themes, unable
from intentprops.strategies.utterances import STYLES
from intentprops.strategies.values import Values, pools
from intentprops.strategies.wording import Manner, worded
from intentprops.trace import TurnRecord
from intentprops.transitions import apply

PHRASES = 12
"""How many turns of phrase a dialogue is drawn among."""


def chains(
    domain: Domain, *, kinds: Kinds = None, max_turns: int = 6, values: Values | None = None, language: Language | None = "en",
    styles: str | Sequence[str] | None = None,
) -> SearchStrategy[Scenario]:  # fmt: skip
    """Dialogues of a domain in which the user changes the requirements: any mix of T0 to T19, worded as people speak.

    - ``kinds`` names the kinds of change (``"revise revise switch forbid"``; twice is twice as often) or gives each a weight;
      by default all that the domain can make. See :data:`intentprops.strategies.KINDS`.
    - ``max_turns`` is the number of turns at most.
    - ``values`` gives the values of a field in the place of those that its annotation and the catalogue suggest.
    - ``language`` is ``en`` or ``ru``; ``None`` leaves the messages without words, for what reads changes and not text.
    - ``styles`` names the manners of speaking; by default all. It shrinks to the first, and that to its plainest words.

    Each dialogue is valid and sufficient: no change is out of place, and what becomes owed can be known. Raises
    :class:`hypothesis.errors.InvalidArgument` for what the domain cannot make.
    """
    moves, known = move_lists(domain, kinds, max_turns), pools(domain, values)
    spoken = _spoken(language, styles)
    if language is not None:  # dictionaries are loaded here, so that no health check takes that for slow drawing
        worded(domain, interpret(domain, [Move(OPENING)], known), language)
    return _chains(domain, moves, known, max_turns, *spoken)


def _spoken(language: Language | None, styles: str | Sequence[str] | None) -> tuple[Language | None, SearchStrategy[Manner]]:
    if language is not None and language not in get_args(Language):
        raise InvalidArgument(f"language: there is no {language!r}; there are {', '.join(get_args(Language))}, and None for no words")
    names = styles.split() if isinstance(styles, str) else list(STYLES if styles is None else styles)
    if unknown := [name for name in names if name not in STYLES]:
        raise InvalidArgument(f"styles: {unknown[0]!r} is no style; there are {', '.join(STYLES)}")
    if not names:
        raise InvalidArgument(f"styles: name one or more of {', '.join(STYLES)}")
    return language, st.builds(Manner, st.sampled_from(names), st.integers(0, PHRASES - 1))


def move_lists(domain: Domain, kinds: Kinds = None, max_turns: int = 6) -> SearchStrategy[list[Move]]:
    """Lists of moves: an opening, then two short lists one after the other, which together are longer than one would be."""
    if isinstance(max_turns, bool) or not isinstance(max_turns, int) or max_turns < 1:
        raise InvalidArgument(f"max_turns is a whole number from 1, not {max_turns!r}")
    numbers = st.integers(0, WHICH - 1), st.integers(0, VALUE - 1)
    opening = st.builds(Move, st.just(OPENING), *numbers)
    return st.one_of([_of_theme(theme, opening, numbers) for theme in themes(domain, kinds)])


def _of_theme(
    theme: Mapping[str, int], opening: SearchStrategy[Move], numbers: tuple[SearchStrategy[int], ...]
) -> SearchStrategy[list[Move]]:
    some = st.lists(_move(theme, numbers), max_size=10)
    return st.builds(_joined, opening, some, some)


def _move(theme: Mapping[str, int], numbers: tuple[SearchStrategy[int], ...]) -> SearchStrategy[Move]:
    return st.builds(Move, st.sampled_from([kind for kind, weight in theme.items() for _ in range(weight)]), *numbers)


def _joined(opening: Move, *parts: list[Move]) -> list[Move]:
    return [opening, *(move for part in parts for move in part)]


def _chain(
    draw: DrawFn, domain: Domain, moves: SearchStrategy[list[Move]], known: Mapping[str, Sequence[Any]], max_turns: int,
    language: Language | None, manners: SearchStrategy[Manner],
) -> Scenario:  # fmt: skip
    scenario = interpret(domain, draw(moves), known, max_turns=max_turns)
    return scenario if language is None else worded(domain, scenario, language, draw(manners))


_chains = st.composite(_chain)


def states(domain: Domain, **options: Any) -> SearchStrategy[State]:
    """Active versions of a task: those that a dialogue of :func:`chains` leaves, with the domain's own correct agent."""
    return silent(domain, **options).map(lambda scenario: _left(domain, scenario))


def silent(domain: Domain, **options: Any) -> SearchStrategy[Scenario]:
    """Dialogues of :func:`chains` without words."""
    return chains(domain, language=None, **options)


def _left(domain: Domain, scenario: Scenario) -> State:
    return expect(domain, scenario)[len(scenario.turns) - 1].state


def traces(domain: Domain, **options: Any) -> SearchStrategy[tuple[Scenario, list[TurnRecord]]]:
    """Dialogues of :func:`chains`, each with the trace that the domain's own correct agent leaves in it."""
    return silent(domain, **options).map(lambda scenario: (scenario, correct_trace(domain, scenario)))


def turns(
    domain: Domain, state: State | None = None, *, kinds: Kinds = None, values: Values | None = None
) -> SearchStrategy[Turn]:
    """What a user may say next, in one turn without words. ``state`` is the version that it meets: by default the one after a
    plain opening."""
    able = _able(domain, state, kinds, values)
    numbers = st.integers(0, WHICH - 1), st.integers(0, VALUE - 1)
    first = st.builds(Move, st.sampled_from(able), *numbers)
    join = st.sampled_from([Move("and"), Move("burst")])
    more = st.lists(st.tuples(join, first), max_size=2)
    return _turns(domain, first, more, pools(domain, values), state or opened(domain))


def _turn(
    draw: DrawFn, domain: Domain, first: SearchStrategy[Move], more: SearchStrategy[list[tuple[Move, Move]]],
    known: Mapping[str, Sequence[Any]], state: State,
) -> Turn:  # fmt: skip
    moves = [draw(first), *(move for pair in draw(more) for move in pair)]
    return _next(domain, moves, known, state)


_turns = st.composite(_turn)


def _next(domain: Domain, moves: list[Move], known: Mapping[str, Sequence[Any]], state: State) -> Turn:
    """The turn that moves make in a state. Where they say nothing there (a value that the domain refuses), the plain move of the
    first one's kind does, by which the kind was found able."""
    said = interpret(domain, moves, known, max_turns=1, start=state).turns
    return said[0] if said else _next(domain, [Move(moves[0].kind)], known, state)


def changes(
    domain: Domain, state: State | None = None, *, kinds: Kinds = None, values: Values | None = None
) -> SearchStrategy[Change]:
    """Single changes that are legal in a state: by default the one after a plain opening. Entering a goal may bring facts along,
    which :func:`turns` shows; here it is the change to the goal alone."""
    able = [kind for kind in _able(domain, state, kinds, values) if kind != "aside"]
    if not able:
        raise InvalidArgument(f"kinds: none of {kinds!r} says anything in this state of {domain.name}")
    move = st.builds(Move, st.sampled_from(able), st.integers(0, WHICH - 1), st.integers(0, VALUE - 1))
    known, start = pools(domain, values), state or opened(domain)
    return move.map(lambda one: _next(domain, [one], known, start).changes[0])


_BEFORE: Mapping[type[Change], Sequence[Move]] = {
    Permit: [Move("forbid")], Return: [Move("revise")], Compare: [Move("revise")], Answer: [Move("unmodelled")],
    Remove: [Move("reveal", n) for n in range(4)],
}  # fmt: skip
"""What has to be said before a kind of change is legal."""


def changes_of(domain: Domain, kind: type[Change]) -> SearchStrategy[Change]:
    """Legal changes of one kind, each in a state of its own: after a plain opening, and after what has to come before it."""
    names = [name for name in KINDS if name in WEIGHTS and unable(domain, name) is None]
    numbers = st.integers(0, WHICH - 1), st.integers(0, VALUE - 1)
    known = pools(domain)
    before = [Move(OPENING), *_BEFORE.get(kind, ())]

    def said(move: Move) -> Change | None:
        found = interpret(domain, [*before, move], known).turns[-1].changes
        return next((change for change in found if type(change) is kind), None)

    able = [name for name in names if said(Move(name)) is not None]
    if not able:
        raise InvalidArgument(f"{domain.name} cannot make a {kind.__name__}")
    moves = st.builds(Move, st.sampled_from(able), *numbers)
    return moves.map(lambda move: said(move) or said(Move(move.kind)))  # type: ignore[arg-type, return-value]


def _able(domain: Domain, state: State | None, kinds: Kinds, values: Values | None) -> list[str]:
    """The kinds that say something in a state, each as often as its weight."""
    table = _weights(domain, kinds)
    known, start = pools(domain, values), state or opened(domain)
    able = [
        kind for kind, weight in table.items() for _ in range(weight)
        if kind not in JOINING and interpret(domain, [Move(kind)], known, start=start).turns
    ]  # fmt: skip
    if not able:
        raise InvalidArgument(f"kinds: none of {', '.join(table)} says anything in this state of {domain.name}")
    return able


def _weights(domain: Domain, kinds: Kinds) -> Mapping[str, int]:
    if kinds is not None:
        return themes(domain, kinds)[0]
    return {kind: weight for kind, weight in WEIGHTS.items() if unable(domain, kind) is None}


def opened(domain: Domain, goal: str | None = None) -> State:
    """The version after a plain opening: the domain's opening goal, or another, with all that it needs."""
    names = [domain.opens_with, domain.opens_with, *(g.name for g in domain.goals if g.name != domain.opens_with)]
    which = 0 if goal is None else names.index(goal, 1)
    scenario = interpret(domain, [Move(OPENING, which)], pools(domain))
    return apply(domain, State(), scenario.turns[0]).state


