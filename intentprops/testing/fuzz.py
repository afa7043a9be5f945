"""Long searches for failing dialogues, in slices that can be spread over cores, stopped, and taken up again.

Three engines share the interpreter of moves: ``hypothesis`` draws and shrinks with Hypothesis, ``bulk`` plays a plain random
stream and reduces what fails, ``exhaustive`` plays every list of moves up to a length, the shortest first. One root cause is one
failure, told by its shortest dialogue.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import Any, Literal, TypeAlias

from intentprops.changes import Language, Scenario
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError
from intentprops.scenarios import dump, find_domain, loads
from intentprops.strategies.bulk import every_list, move_stream
from intentprops.strategies.interpret import interpret
from intentprops.strategies.moves import Move
from intentprops.strategies.values import pools
from intentprops.strategies.wording import PLAIN, Manner, worded
from intentprops.testing.outcome import Outcome, fingerprint_of, judge
from intentprops.testing.player import Budget, Player
from intentprops.testing.reduce import reduced
from intentprops.testing.subjects import player_of

Engine: TypeAlias = Literal["hypothesis", "bulk", "exhaustive"]
SLICE = 200
"""Dialogues of a slice."""


@dataclass(frozen=True, kw_only=True)
class Search:
    """What to search: plain data, so that it can be handed to another process and kept in a file.

    ``subject`` names an agent (``package.module:create``), an updater (``updater:package.module:function``), or a test double
    (``model:mistaken:chat``). ``length`` bounds the moves of the exhaustive engine, ``max_turns`` the turns of the others.
    """

    domain: str
    subject: str
    engine: Engine = "hypothesis"
    seed: int = 0
    kinds: str | None = None
    max_turns: int = 6
    length: int = 3
    language: Language = "en"
    budget: Budget = Budget()  # noqa: RUF009, since it is frozen
    timeout: float = 60.0

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Search:
        return cls(**{**document, "budget": Budget(**document["budget"])})


@dataclass(frozen=True)
class Failure:
    """The shortest failing dialogue of one root cause, as the text of a scenario file, and what was found of it."""

    fingerprint: str
    scenario: str
    turns: int
    found: int = 1
    wording: bool = False

    def merged(self, other: Failure) -> Failure:
        """The shorter of two dialogues of the same root cause, counted together."""
        best = self if self.turns <= other.turns else other
        return replace(best, found=self.found + other.found)


@dataclass
class Report:
    """What a search came to so far."""

    search: Search
    slices: int = 0
    dialogues: int = 0
    live_turns: int = 0
    seconds: float = 0.0
    spent: bool = False
    exhausted: bool = False
    failures: dict[str, Failure] = field(default_factory=dict)

    def add(self, other: Report) -> None:
        self.slices += other.slices
        self.dialogues += other.dialogues
        self.live_turns += other.live_turns
        self.seconds += other.seconds
        self.spent, self.exhausted = self.spent or other.spent, self.exhausted or other.exhausted
        for name, failure in other.failures.items():
            self.failures[name] = failure if name not in self.failures else self.failures[name].merged(failure)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Report:
        failures = {name: Failure(**failure) for name, failure in document["failures"].items()}
        return cls(**{**document, "search": Search.from_json(document["search"]), "failures": failures})


def run_slice(search: Search, number: int, size: int = SLICE, turns: int | None = None, seconds: float | None = None) -> Report:
    """One slice of a search: its dialogues are decided by the seed and its number alone. ``turns`` are the live turns left."""
    domain = find_domain(search.domain)
    player = player_of(search.subject, domain, budget=replace(search.budget, turns=turns), timeout=search.timeout)
    hunt = _Hunt(search, domain, player, seconds)
    began = time.monotonic()
    {"hypothesis": _hypothesis, "bulk": _bulk, "exhaustive": _exhaustive}[search.engine](hunt, number, size)
    return Report(
        search, 1, hunt.played, player.turns, time.monotonic() - began, player.spent, hunt.exhausted, hunt.failures
    )  # fmt: skip


class _Hunt:
    """The failures of a slice while it runs."""

    def __init__(self, search: Search, domain: Domain, player: Player, seconds: float | None) -> None:
        self.search, self.domain, self.player = search, domain, player
        self.known = pools(domain)
        self.end = None if seconds is None else time.monotonic() + seconds
        self.played = 0
        self.exhausted = False
        self.failures: dict[str, Failure] = {}

    @property
    def over(self) -> bool:
        return self.player.spent or (self.end is not None and time.monotonic() > self.end)

    def said(self, moves: list[Move], manner: Manner = PLAIN) -> Scenario:
        max_turns = max(self.search.max_turns, self.search.length)
        return self.worded(interpret(self.domain, moves, self.known, max_turns=max_turns), manner)

    def worded(self, scenario: Scenario, manner: Manner = PLAIN) -> Scenario:
        silent = self.search.subject.startswith("updater:")
        return scenario if silent else worded(self.domain, scenario, self.search.language, manner)

    def judged(self, scenario: Scenario) -> tuple[Outcome | None, str | None]:
        """What became of a dialogue, and its root cause where it failed."""
        outcome = judge(self.player, scenario)
        if outcome is None or not outcome.failed:
            return outcome, None
        return outcome, fingerprint_of(outcome.failing()[0])

    def keep(self, fingerprint: str, scenario: Scenario) -> None:
        plain = self.worded(scenario)
        wording = plain != scenario and self.judged(plain)[1] is None and not self.player.spent
        failure = Failure(fingerprint, dump(scenario, self.domain), len(scenario.turns), wording=wording)
        old = self.failures.get(fingerprint)
        self.failures[fingerprint] = failure if old is None else old.merged(failure)


def _bulk(hunt: _Hunt, number: int, size: int) -> None:
    search = hunt.search
    stream = move_stream(hunt.domain, hash_of(search.seed, number), kinds=search.kinds, max_turns=search.max_turns)
    _play(hunt, islice(stream, size), shrink=True)


def _exhaustive(hunt: _Hunt, number: int, size: int) -> None:
    lists = every_list(hunt.domain, hunt.search.length, kinds=hunt.search.kinds)
    some = list(islice(lists, number * size, (number + 1) * size))
    hunt.exhausted = len(some) < size
    _play(hunt, iter(some), shrink=False)


def _play(hunt: _Hunt, lists: Iterator[list[Move]], shrink: bool) -> None:
    for moves in lists:
        if hunt.over:
            return
        hunt.played += 1
        scenario = hunt.said(moves)
        _, cause = hunt.judged(scenario)
        if cause is None:
            continue
        if cause in hunt.failures:
            hunt.failures[cause] = replace(hunt.failures[cause], found=hunt.failures[cause].found + 1)
            continue
        if shrink:
            moves = reduced(moves, lambda some, cause=cause: not hunt.over and hunt.judged(hunt.said(some))[1] == cause)  # type: ignore[misc]
            scenario = hunt.said(moves)
        hunt.keep(cause, scenario)


def _hypothesis(hunt: _Hunt, number: int, size: int) -> None:
    """One root cause after the other: what was found already passes, so that the next one is looked for and shrunk."""
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from hypothesis.errors import HypothesisException

    from intentprops.strategies.dialogues import chains

    search = hunt.search
    silent = search.subject.startswith("updater:")
    dialogues = chains(hunt.domain, kinds=search.kinds, max_turns=search.max_turns, language=None if silent else search.language)
    smallest: dict[str, Scenario] = {}

    class Found(Exception):
        pass

    @seed(hash_of(search.seed, number))
    @settings(
        max_examples=size, deadline=None, database=None, report_multiple_bugs=False, print_blob=False,
        phases=[Phase.generate, Phase.target, Phase.shrink], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(dialogues)
    def once(scenario: Scenario) -> None:
        if hunt.over and not smallest:
            return
        hunt.played += not smallest
        _, cause = hunt.judged(scenario)
        if cause is not None and cause not in hunt.failures and (not smallest or cause in smallest):
            smallest[cause] = scenario
            raise Found(cause)

    while hunt.played < size and not hunt.over:
        before = hunt.played
        try:
            once()
        except Found as found:
            hunt.keep(str(found), smallest.pop(str(found)))
            smallest.clear()
        except HypothesisException as problem:  # such as a health check of a world that is slow
            raise IntentpropsError(f"Hypothesis stopped the search: {problem}") from problem
        if hunt.played == before:
            return


def hash_of(seed: int, number: int) -> int:
    """A seed of its own for each slice."""
    return seed * 1_000_003 + number


OnSlice = Callable[[Report, Report], None]


def fuzz(
    search: Search, *, count: int | None = None, seconds: float | None = None, workers: int = 1, so_far: Report | None = None,
    on_slice: OnSlice | None = None,
) -> Report:  # fmt: skip
    """Search until ``count`` dialogues were played, ``seconds`` are over, the budget's turns are spent, or the exhaustive engine
    has played them all. ``so_far`` is taken up where it ended; ``on_slice(total, last)`` is called after each slice."""
    if count is None and seconds is None and search.engine != "exhaustive" and search.budget.turns is None:
        raise IntentpropsError("a search needs an end: give a count of dialogues, a time, or a budget of turns")
    total = so_far or Report(search)
    end = None if seconds is None else time.monotonic() + seconds
    with _pool(workers) as submit:
        running: list[Any] = []
        number = total.slices
        while True:
            while len(running) < workers and not _over(total, search, count, end, len(running)):
                left = _left(total, search, running)
                size = SLICE if count is None else min(SLICE, max(1, count - total.dialogues - SLICE * len(running)))
                running.append(submit(run_slice, search, number, size, left, None if end is None else max(0.0, end - time.monotonic())))
                number += 1
            if not running:
                return total
            last = running.pop(0).result()
            total.add(last)
            if on_slice is not None:
                on_slice(total, last)


def _over(total: Report, search: Search, count: int | None, end: float | None, running: int) -> bool:
    return (
        total.exhausted or total.spent or (count is not None and total.dialogues + SLICE * running >= count)
        or (end is not None and time.monotonic() >= end)
        or (search.budget.turns is not None and total.live_turns >= search.budget.turns)
    )  # fmt: skip


def _left(total: Report, search: Search, running: list[Any]) -> int | None:
    """The live turns that one slice may use: what is left, shared with those that run."""
    turns = search.budget.turns
    return None if turns is None else max(1, (turns - total.live_turns) // (len(running) + 1))


class _pool:
    """Processes that run slices; with one worker, this one."""

    def __init__(self, workers: int) -> None:
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise IntentpropsError(f"workers {workers!r}: give a whole number from 1")
        self.workers = workers
        self.executor: Any = None

    def __enter__(self) -> Callable[..., Any]:
        if self.workers == 1:
            return _Now
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        self.executor = ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("spawn"))
        return self.executor.submit  # type: ignore[no-any-return]

    def __exit__(self, *problem: object) -> None:
        if self.executor is not None:
            self.executor.shutdown(cancel_futures=True)


class _Now:
    """A slice that is run when its result is asked for."""

    def __init__(self, work: Callable[..., Any], *arguments: Any) -> None:
        self.work, self.arguments = work, arguments

    def result(self) -> Any:
        return self.work(*self.arguments)


def scenario_of(failure: Failure, domain: Domain, language: Language) -> Scenario:
    """The dialogue of a failure, read back."""
    return loads(failure.scenario, language, domain)[0]
