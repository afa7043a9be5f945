"""Dialogues to break: the scenarios of a domain, and generated chains, aimed at what a defect needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from intentprops.changes import Scenario
from intentprops.domain import Domain
from intentprops.mutants.shape import Needs
from intentprops.strategies.bulk import move_stream
from intentprops.strategies.interpret import interpret
from intentprops.strategies.moves import JOINING, OPENING, VALUE, WHICH, Move, unable
from intentprops.strategies.values import pools

known_values = lru_cache(maxsize=64)(pools)
MAX_TURNS = 6
AIMED = 8
"""How often a chain is aimed anew before a defect is said to have no place in it."""


def generated(domain: Domain, seed: int) -> Iterator[tuple[list[Move], Scenario]]:
    """An endless stream of random chains with the moves that they were made of; the same seed gives the same stream."""
    known = known_values(domain)
    for number, moves in enumerate(move_stream(domain, seed, max_turns=MAX_TURNS), 1):
        yield moves, named(interpret(domain, moves, known, max_turns=MAX_TURNS), f"chain-{seed}-{number}")


def aimed(domain: Domain, moves: list[Move], needs: Needs, seed: str) -> Iterator[Scenario]:
    """The chain that some moves make, with what a defect needs said at its end, in several ways.

    ``needs`` are kinds of moves, of which those that the domain cannot make are left out, or a function of the chain. The
    later attempts leave out more and more of what was said before.
    """
    random, known = Random(seed), known_values(domain)
    if callable(needs):
        yield named(needs(interpret(domain, moves, known, max_turns=MAX_TURNS)), f"{seed}-1")
        return
    kinds = [kind for kind in needs.split() if kind in JOINING or unable(domain, kind) is None]
    for attempt in range(1, AIMED + 1):
        start = [move for move in moves if move.kind == OPENING or random.random() < 1 - attempt / AIMED]
        more = [Move(kind, random.randrange(WHICH), random.randrange(VALUE)) for kind in kinds]
        longer = len(kinds) + MAX_TURNS
        yield named(interpret(domain, [*start, *more], known, max_turns=longer), f"{seed}-{attempt}")


def named(scenario: Scenario, name: str) -> Scenario:
    """The scenario under another id."""
    return replace(scenario, id=name)
