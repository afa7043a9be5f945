"""Dialogues without Hypothesis: a plain random stream of the same moves, and every list of moves up to a length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.strategies.interpret import interpret
from intentprops.strategies.moves import JOINING, OPENING, VALUE, WEIGHTS, WHICH, Kinds, Move, themes, unable
from intentprops.strategies.values import Values, pools


def move_stream(domain: Domain, seed: int, *, kinds: Kinds = None, max_turns: int = 6) -> Iterator[list[Move]]:
    """An endless stream of random lists of moves; the same seed gives the same stream."""
    random = Random(seed)
    tables = [(list(theme), list(theme.values())) for theme in themes(domain, kinds)]
    while True:
        names, heavy = random.choice(tables)
        drawn = random.choices(names, heavy, k=random.randint(0, 2 * max_turns))
        yield [
            Move(OPENING, random.randrange(WHICH), random.randrange(VALUE)),
            *(Move(kind, random.randrange(WHICH), random.randrange(VALUE)) for kind in drawn),
        ]


def stream(
    domain: Domain, seed: int, *, kinds: Kinds = None, max_turns: int = 6, values: Values | None = None
) -> Iterator[Scenario]:
    """An endless stream of random dialogues without words; the same seed gives the same stream."""
    known = pools(domain, values)
    for moves in move_stream(domain, seed, kinds=kinds, max_turns=max_turns):
        yield interpret(domain, moves, known, max_turns=max_turns)


def every_list(domain: Domain, length: int, *, kinds: Kinds = None, which: int = 2, value: int = 2) -> Iterator[list[Move]]:
    """Every list of an opening and up to ``length - 1`` moves, the shorter ones first; each move with ``which`` × ``value``
    variants. A joining move counts with the move that it joins."""
    table = [kind for kind in WEIGHTS if unable(domain, kind) is None] if kinds is None else list(*themes(domain, kinds))
    numbers = list(product(range(which), range(value)))
    single = [[Move(kind, *pair)] for kind in table if kind not in JOINING for pair in numbers]
    joined = [[Move(join), *move] for join in ("and", "burst") if join in table for move in single]
    labelled = [[Move("label"), *move] for move in single if "label" in table]
    for size in range(length):
        for opening in (Move(OPENING, *pair) for pair in product(range(len(domain.goals) + 1), range(value))):
            for rest in product((*single, *joined, *labelled), repeat=size):
                yield [opening, *(move for some in rest for move in some)]


def every_chain(
    domain: Domain, length: int, *, kinds: Kinds = None, which: int = 2, value: int = 2, values: Values | None = None
) -> Iterator[Scenario]:
    """Every dialogue of up to ``length`` moves, each once: what several lists of moves say is said once."""
    known: Mapping[str, Sequence[Any]] = pools(domain, values)
    seen: set[Any] = set()
    for moves in every_list(domain, length, kinds=kinds, which=which, value=value):
        scenario = interpret(domain, moves, known, max_turns=length)
        if scenario.turns not in seen:
            seen.add(scenario.turns)
            yield scenario
