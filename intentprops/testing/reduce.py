"""Shrinking without Hypothesis: the shortest list of moves that still fails, for lists that it did not draw."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from intentprops.strategies.moves import Move

Fails = Callable[[list[Move]], bool]


def reduced(moves: list[Move], fails: Fails) -> list[Move]:
    """A list of moves that fails, from which no move, and no two neighbours, can be taken away, and of which no number can be
    made smaller. ``fails`` is asked of smaller lists only, and a list that it was asked of before is not asked of again."""
    known: dict[tuple[Move, ...], bool] = {}

    def still(some: list[Move]) -> bool:
        key = tuple(some)
        if key not in known:
            known[key] = fails(some)
        return known[key]

    current, better = moves, True
    while better:
        better = False
        for smaller in _smaller(current):
            if still(smaller):
                current, better = smaller, True
                break
    return current


def _smaller(moves: list[Move]) -> Iterator[list[Move]]:
    """Simpler lists, the much simpler first; the opening, which stands first, always stays."""
    size = max(1, (len(moves) - 1) // 2)
    while size:
        for start in range(len(moves) - size, 0, -1):
            yield moves[:start] + moves[start + size :]
        size //= 2
    for index, move in enumerate(moves):
        simpler = [Move(move.kind, number, move.value) for number in range(move.which)]
        simpler += [Move(move.kind, move.which, number) for number in range(move.value)]
        for other in simpler:
            yield [*moves[:index], other, *moves[index + 1 :]]
