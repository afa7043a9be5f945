"""How fast dialogues are made, how soon a fault is found, how small it shrinks, how often each shape occurs.

    python benchmarks/strategies.py            # all of it, some minutes
    python benchmarks/strategies.py speed      # or one part: speed, search, shapes

Rates are ratios to a floor measured in the same run: a list of as many small unions as the dialogues have moves.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from intentprops import Scenario, State
from intentprops.correct import correct_trace
from intentprops.domains.rooms import rooms
from intentprops.oracle import expect
from intentprops.properties import Updater, traced
from intentprops.schema import load_state
from intentprops.score import grade
from intentprops.state import dump_state
from intentprops.strategies import chains, every_chain, move_lists, stream
from intentprops.testing.shapes import SHAPES, shapes_of
from intentprops.transitions import apply

QUIET: dict[str, Any] = {"deadline": None, "database": None, "suppress_health_check": list(HealthCheck)}


def rate(strategy: st.SearchStrategy[Any], use: Callable[[Any], object] = lambda drawn: None, count: int = 1000) -> float:
    """Examples per second."""
    best = 0.0
    for _ in range(3):

        @settings(max_examples=count, **QUIET)
        @given(strategy)
        def drawn(one: Any) -> None:
            use(one)

        began = time.perf_counter()
        drawn()
        best = max(best, count / (time.perf_counter() - began))
    return best


def speed() -> dict[str, Any]:
    size = round(statistics.mean(len(moves) for moves in _sample(move_lists(rooms))))
    union = st.one_of(st.tuples(st.just("revise"), st.integers(0, 9)), st.tuples(st.just("switch"), st.sampled_from("abcd")), st.none())
    floor = rate(st.lists(union, min_size=size, max_size=size))
    silent = chains(rooms, language=None)
    found = {
        "strategy alone": rate(silent),
        "with oracle": rate(silent, lambda one: expect(rooms, one)),
        "with oracle and checks": rate(silent, lambda one: grade(rooms, one, correct_trace(rooms, one))),
        "in words": rate(chains(rooms)),
    }
    began = time.perf_counter()
    bulk = sum(1 for _ in islice(stream(rooms, 1), 5000)) / (time.perf_counter() - began)
    table = {name: {"per second": round(value), "of the floor": round(value / floor, 2)} for name, value in found.items()}
    return {
        "floor": {"per second": round(floor), "unions": size}, **table,
        "bulk": {"per second": round(bulk), "times Hypothesis": round(bulk / found["strategy alone"], 1)},
    }  # fmt: skip


def _sample(strategy: st.SearchStrategy[Any]) -> list[Any]:
    found: list[Any] = []

    @settings(max_examples=500, **QUIET)
    @given(strategy)
    def drawn(one: Any) -> None:
        found.append(one)

    drawn()
    return found


# -- faults in the state that an agent keeps: each is wrong from the turn on in which its place comes


def _updater(broken: Callable[[State, State, Any], State]) -> Updater:
    def update(before: Any, turn: Any) -> Any:
        state = State() if before is None else load_state(rooms, before)
        right = apply(rooms, state, turn).state
        return dump_state(rooms, broken(state, right, turn) if before is not None else right)

    return Updater(update)


def _values(state: State, **values: Any) -> State:
    from dataclasses import replace

    return replace(state, values={**state.values, **values})


def _kept(name: str) -> Callable[[State, State, Any], State]:
    return lambda before, after, turn: _values(after, **{name: before.values[name]}) if name in before.values else after


def _lost_permission(before: State, after: State, turn: Any) -> State:
    from dataclasses import replace

    return replace(after, bans=frozenset())


def _reset(before: State, after: State, turn: Any) -> State:
    from dataclasses import replace

    revised = any(type(change).__name__ == "Revision" for change in turn.changes)
    return replace(after, values={k: v for k, v in after.values.items() if k != "required_features"}) if revised else after


def _first_change_only(before: State, after: State, turn: Any) -> State:
    from intentprops import Turn

    return apply(rooms, before, Turn.of(*turn.changes[:1])).state


def _old_goal(before: State, after: State, turn: Any) -> State:
    from dataclasses import replace

    return replace(after, goal=before.goal)


FAULTS = {
    "the old number stays (stale_value)": _kept("attendees"),
    "a ban is forgotten (permission_leak, lost_negation)": _lost_permission,
    "a switch is not taken": _old_goal,
    "only the first change of a message": _first_change_only,
    "the old time stays (stale_result)": _kept("starts_at"),
    "a revision resets the wishes": _reset,
}
KINDS = "revise again reveal add remove switch forbid permit back and burst"


def search(seeds: int = 15) -> dict[str, Any]:
    """For each fault: the example that showed it first at ``max_examples=100``, and how small it shrank, against the shortest
    dialogue that enumeration finds."""
    found = {}
    for name, broken in FAULTS.items():
        updater = _updater(broken)

        def fails(scenario: Scenario, updater: Updater = updater) -> bool:
            graded = grade(rooms, scenario, traced(rooms, scenario, updater))
            return any(finding.dimension == "State" for finding in graded.findings)

        every = every_chain(rooms, 3, kinds=KINDS, which=3)
        minimum = next((len(scenario.turns) for scenario in every if fails(scenario)), None)
        runs = [_run(fails, number) for number in range(seeds)]
        hits = [run for run in runs if run is not None]
        found[name] = {
            "first example, median": statistics.median([run[0] for run in hits]) if hits else None, "missed": seeds - len(hits),
            "shortest by enumeration": minimum, "shrunk to it": f"{sum(run[1] == minimum for run in hits)} of {len(hits)}",
            "shrink seconds, median": round(statistics.median([run[2] for run in hits]), 2) if hits else None,
        }  # fmt: skip
        print(f"{name}: {found[name]}", file=sys.stderr, flush=True)
    return found


def _run(fails: Callable[[Scenario], bool], number: int) -> tuple[int, int, float] | None:
    count, first, began = 0, 0, 0.0
    last: Scenario | None = None

    @seed(number)
    @settings(max_examples=100, report_multiple_bugs=False, phases=[p for p in Phase if p is not Phase.explain], **QUIET)
    @given(chains(rooms, language=None, kinds=KINDS))
    def drawn(scenario: Scenario) -> None:
        nonlocal count, first, began, last
        count += 1
        if fails(scenario):
            if last is None:
                first, began = count, time.perf_counter()
            last = scenario
            raise AssertionError

    try:
        drawn()
    except AssertionError:
        assert last is not None
        return first, len(last.turns), time.perf_counter() - began
    return None


def shapes(count: int = 10_000) -> dict[str, Any]:
    """How often each shape occurs, in ten thousand dialogues of the plain stream; zeros are what the domain cannot make."""
    from intentprops.domains.mail import mail

    found = {}
    for domain in (rooms, mail):
        seen: Counter[str] = Counter()
        for scenario in islice(stream(domain, 0), count):
            seen.update(shapes_of(scenario))
        found[domain.name] = {shape: seen[shape] / count for shape in sorted(SHAPES, key=lambda shape: seen[shape])}
    return found


if __name__ == "__main__":
    parts = {"speed": speed, "search": search, "shapes": shapes}
    for name in sys.argv[1:] or parts:
        print(json.dumps({name: parts[name]()}, ensure_ascii=False, indent=2))
