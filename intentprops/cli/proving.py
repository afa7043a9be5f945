"""What ``verify`` does: find the domains and their scenarios, and share the cases of a proof among processes."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

from intentprops.changes import Scenario
from intentprops.errors import IntentpropsError
from intentprops.mutants import find
from intentprops.mutants.proof import Judged, Proof, Task, concluded, judge_case
from intentprops.running.plan import DOMAINS
from intentprops.scenarios import bundled, find_domain, load

NOTE_EVERY = 5.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True)
class Order:
    """What a user asked to be proved; ``domains`` are places, so that another process can find them too."""

    domains: tuple[str, ...]
    files: tuple[str, ...]
    chains: int
    seed: int
    only: tuple[str, ...]
    modules: tuple[str, ...]
    workers: int


def prove_all(order: Order, note: Callable[[str], None]) -> list[Proof]:
    """A proof for each domain. Raises :class:`IntentpropsError` for what cannot be found, and where nothing can be proved."""
    if isinstance(order.workers, bool) or order.workers < 1:
        raise IntentpropsError(f"workers {order.workers!r}: give a whole number from 1")
    _import(order.modules)
    find(order.only)
    places = order.domains or DOMAINS
    given = _given(order.files)
    for name in {scenario.domain for scenario in given}:
        if name not in {find_domain(place).name for place in places} | set(places):
            raise IntentpropsError(f"the scenarios are of the domain {name!r}, which is not among {', '.join(places)}")
    return [_prove(order, place, note) for place in places]


def _prove(order: Order, place: str, note: Callable[[str], None]) -> Proof:
    task = task_of(order, place)
    proof, began, told = Proof.of(task), monotonic(), monotonic()
    for judged in _judged(order, place, task):
        proof.add(judged)
        if monotonic() - told > NOTE_EVERY or proof.cases == task.size:
            told = monotonic()
            wrong = sum(len(row.problems) for row in proof.rows.values())
            rate = proof.mutants / max(told - began, 0.001)
            note(f"{place}: {proof.cases} of {task.size} dialogues, {proof.mutants:,} mutants ({rate:.0f}/s), {wrong} not as expected")
    return concluded(proof)


def task_of(order: Order, place: str) -> Task:
    """The task of one domain: its bundled scenarios in both languages, and those of the user's own files."""
    domain = find_domain(place)
    known = [s for language in ("en", "ru") for s in _bundled(place, language)]
    own = [scenario for scenario in _given(order.files) if scenario.domain in (domain.name, place)]
    return Task(domain, (*known, *own), order.chains, order.seed, order.only)


def _bundled(place: str, language: str) -> list[Scenario]:
    return list(bundled(place, language)) if place in DOMAINS else []  # type: ignore[arg-type]


def _given(files: Iterable[str]) -> list[Scenario]:
    return [scenario for file in files for scenario in load(file, "en")]


def _judged(order: Order, place: str, task: Task) -> Iterator[list[Judged]]:
    if order.workers == 1:
        yield from (judge_case(task, number) for number in range(task.size))
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(order.workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = [pool.submit(_in_another_process, order, place, number) for number in range(task.size)]
        for future in waiting:
            yield future.result()


_TASKS: dict[tuple[Order, str], Task] = {}


def _in_another_process(order: Order, place: str, number: int) -> list[Judged]:
    if (order, place) not in _TASKS:
        _import(order.modules)
        _TASKS[order, place] = task_of(order, place)
    return judge_case(_TASKS[order, place], number)


def _import(modules: Iterable[str]) -> None:
    """Import the modules that register defects; the working directory is looked in first."""
    for name in modules:
        if os.getcwd() not in sys.path:
            sys.path.insert(0, os.getcwd())
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as problem:
            raise IntentpropsError(f"cannot import {name!r}: {problem}; name a module of yours, such as package.defects") from None
