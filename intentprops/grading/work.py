"""What is to be judged, how it is read, and the judging of it, here or by several processes.

Dialogues come one at a time, and their outcomes in the order in which the dialogues stand, whoever judged them.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

from intentprops.annotating.annotations import Annotations, read_annotations
from intentprops.domain import Domain
from intentprops.errors import IntentpropsError, TraceError
from intentprops.grading import traces
from intentprops.grading.logs import judge_recorded
from intentprops.grading.outcome import Outcome, of_log, of_trace, unreadable
from intentprops.importers import Recorded, detect, read_log
from intentprops.importers.documents import documents
from intentprops.reports.matrix import unjudged
from intentprops.running.folder import read_dialogues
from intentprops.scenarios import find_domain
from intentprops.trace import TurnRecord

Dialogue: TypeAlias = "list[TurnRecord] | Recorded | TraceError"
Judge: TypeAlias = Callable[[Any], Outcome]
BATCH = 8
"""Dialogues that a process is given at once."""


@dataclass(frozen=True)
class Traces:
    """A trace file of ours or a run folder, with the scenarios that its dialogues may be of."""

    path: str
    domains: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def dialogues(self) -> Iterator[Dialogue]:
        place, _ = traces.opened(self.path, list(self.domains), list(self.files))
        yield from read_dialogues(place)

    def judge(self) -> Judge:
        _, known = traces.opened(self.path, list(self.domains), list(self.files))
        return lambda trace: of_trace(trace, traces.attempt(known, trace))


@dataclass(frozen=True)
class Log:
    """A log of another format, with its domain and annotations."""

    path: str
    domain: str
    annotations: tuple[str, ...]
    format: str | None = None

    def dialogues(self) -> Iterator[Dialogue]:
        yield from read_log(self.path, self.format)

    def judge(self) -> Judge:
        domain, annotations = annotated(self.domain, self.annotations)
        return lambda recorded: _of_log(domain, annotations, recorded)


Source: TypeAlias = Traces | Log


def annotated(name: str, files: Iterable[str]) -> tuple[Domain, Annotations]:
    """A domain and the annotations of its dialogues."""
    domain = find_domain(name)
    return domain, read_annotations(files, domain)


def is_log(path: str) -> bool:
    """Whether a path is a file of another format than our own traces."""
    if not Path(path).is_file():
        return False
    for _, document in documents(path):
        if isinstance(document, dict) and {"run_id", "user_message"} & set(document):
            return False
        if not isinstance(document, TraceError):
            break
    return detect(path) is not None


def outcomes(sources: list[Source], workers: int = 1) -> Iterator[Outcome]:
    """The outcome of every dialogue of the sources, in their order."""
    judges = {source: source.judge() for source in {_of_one_kind(source): source for source in sources}.values()}
    kinds = {_of_one_kind(source): judge for source, judge in judges.items()}
    items = ((_of_one_kind(source), dialogue) for source in sources for dialogue in source.dialogues())
    if workers == 1:
        for kind, dialogue in items:
            yield _judged(kinds[kind], dialogue)
    else:
        yield from _by_processes(items, workers)


def _of_one_kind(source: Source) -> Source:
    """The same for all logs that one judge serves: the annotations are read once."""
    return Log("", source.domain, source.annotations) if isinstance(source, Log) else source


def _judged(judge: Judge, dialogue: Dialogue) -> Outcome:
    try:
        if isinstance(dialogue, TraceError):
            raise dialogue
        return judge(dialogue)
    except IntentpropsError as error:
        return unreadable(error)


def _of_log(domain: Domain, annotations: Annotations, recorded: Recorded) -> Outcome:
    if recorded.id not in annotations.scenarios:
        return Outcome("not annotated", {"id": recorded.id, "source": str(recorded.source), "status": "not annotated"})
    try:
        return of_log(judge_recorded(domain, annotations, recorded))
    except IntentpropsError:
        raise
    except Exception as problem:  # values of a shape that the domain is not ready for
        broken = unjudged(recorded.id, problem)
        document = {"id": recorded.id, "source": str(recorded.source), "status": "error", "error": broken.error}
        return Outcome("error", document, (f"{recorded.id}: error  {recorded.source}", f"  error: {broken.error}"))


# -- several processes

_JUDGES: dict[Source, Judge] = {}
"""The judges of this process, each made when the first dialogue of its kind comes."""


def _by_processes(items: Iterator[tuple[Source, Dialogue]], workers: int) -> Iterator[Outcome]:
    """No more dialogues are read than the processes have work for, so that memory stays flat."""
    running: deque[Future[list[Outcome]]] = deque()
    with ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn")) as pool:
        try:
            while True:
                while len(running) < 2 * workers and (batch := list(islice(items, BATCH))):
                    running.append(pool.submit(_batch, batch))
                if not running:
                    return
                yield from running.popleft().result()
        except BrokenProcessPool:
            raise IntentpropsError("a worker ended before its work was done, killed perhaps; try --workers 1") from None
        finally:
            pool.shutdown(cancel_futures=True)


def _batch(items: list[tuple[Source, Dialogue]]) -> list[Outcome]:
    found = []
    for kind, dialogue in items:
        if kind not in _JUDGES:
            _JUDGES[kind] = kind.judge()
        found.append(_judged(_JUDGES[kind], dialogue))
    return found
